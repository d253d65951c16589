"""Labels of link references and footnotes: when two of them mean the same."""

from doclint.errors.expressions import expression

_RUN_OF_WHITE_SPACE = expression(r"[ \t\n]+")


def collapse(label: str) -> str:
    """Return a label with single spaces for all its white space."""
    return _RUN_OF_WHITE_SPACE.sub(" ", label).strip(" ")


def label_key(label: str) -> str:
    """Return the key that labels with the same meaning share (CommonMark 0.31.2, section 4.7).

    >>> label_key("The  Guide") == label_key("the guide")
    True
    """
    return collapse(label).casefold()
