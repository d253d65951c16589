"""The nearest valid name, for messages."""

from collections.abc import Collection

# Beyond so many names nobody is helped by waiting for a hint.
_MANY_WORDS = 1_000
_MANY_FILES = 5_000


def similar_word(wanted: str, names: Collection[str]) -> str | None:
    """The name that somebody who wrote `wanted` most likely meant: a misspelling, or a part of the name.

    >>> similar_word("reserved-wrod", ["reserved-word-as-symbol", "mojibake"])
    'reserved-word-as-symbol'
    """
    from rapidfuzz import fuzz, process

    found = process.extractOne(wanted, list(names), scorer=fuzz.WRatio, score_cutoff=70)
    return found[0] if found else None


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
