"""Docstrings: the strings with which a Python source describes itself and what it defines."""

from doclint.source.symbols import Docstring


def read(id_: str, data: bytes, work: int = 1) -> list[Docstring] | None:
    r"""Return the docstrings of a source in a language, given by its id, in the order of the source.

    None if the language has no docstrings, the source begins with a string that has no end, or it takes more than
    `work` times the work that real sources take.

    >>> [(found.name, found.text) for found in read("python", b"# note\n'A ' 'module.'\ndef f():\n  'A function.'\n")]
    [('', 'A module.'), ('f', 'A function.')]
    """
    if id_ != "python":
        return None
    from doclint.source.languages.python_docstrings import begins_with_open_string
    from doclint.source.languages.python_names import names_of

    names = None if begins_with_open_string(data) else names_of(data, work)
    return names.docstrings if names else None
