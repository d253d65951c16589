"""The nearest valid name, for messages."""

from collections.abc import Collection

# Beyond so many names nobody is helped by waiting for a hint.
_MANY_WORDS = 1_000
_MANY_FILES = 5_000


def did_you_mean(wanted: str, names: Collection[str]) -> str:
    """The end of a sentence, with the name that somebody who wrote `wanted` most likely meant, if there is one.

    That is a misspelled name, or one that `wanted` is a part of.

    >>> did_you_mean("ignroe", ["ignore", "select"])
    '; did you mean `ignore`?'
    >>> did_you_mean("reserved-wrod", ["reserved-word-as-symbol", "mojibake"])
    '; did you mean `reserved-word-as-symbol`?'
    >>> did_you_mean("linkz", ["broken-link", "links"])
    '; did you mean `links`?'
    >>> did_you_mean("zebra", ["ignore", "select"])
    ''
    """
    from rapidfuzz import fuzz, process

    begins = sorted((name for name in names if wanted and name.startswith(wanted)), key=len)
    if begins:
        return f"; did you mean `{begins[0]}`?"
    # A name with a slip in it comes before a longer one that has much of it.
    for scorer, least in ((fuzz.ratio, 75), (fuzz.WRatio, 70)):
        found = process.extractOne(wanted, list(names), scorer=scorer, score_cutoff=least)
        if found:
            return f"; did you mean `{found[0]}`?"
    return ""


def misspelled_word(wanted: str, names: Collection[str]) -> str | None:
    """The name that most of the letters agree with, if most of them do.

    >>> misspelled_word("instalation", ["installation", "insulation"])
    'installation'
    >>> misspelled_word("usage", ["use"])
    """
    from rapidfuzz import fuzz, process

    if len(names) > _MANY_WORDS:
        return None
    found = process.extractOne(wanted, sorted(names), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=80)
    return found[0] if found else None


def misspelled_file(wanted: str, names: Collection[str]) -> str | None:
    """The name that differs from the wanted one by a slip: a letter or two, the fewer the shorter the name.

    Names of files that merely look alike are no help.

    >>> misspelled_file("core.py_doc.md", ["core.py_docs.md", "cone.py_kw.md"])
    'core.py_docs.md'
    >>> misspelled_file("b.md", ["a.md"])
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    slips = min(2, len(wanted.partition(".")[0]) // 4)
    if not slips or len(names) > _MANY_FILES:
        return None
    found = process.extractOne(wanted, list(names), scorer=OSA.distance, score_cutoff=slips)
    return found[0] if found else None
