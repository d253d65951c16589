"""Wording that several messages share."""

from collections.abc import Collection, Sequence

from doclint.errors.expressions import expression


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def plural(kind: str) -> str:
    """Return the name of several things of a kind.

    >>> plural("class"), plural("function"), plural("entry")
    ('classes', 'functions', 'entries')
    """
    return f"{kind}es" if kind.endswith("s") else f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters, with an ellipsis in place of the rest.

    >>> shortened("apples", 6), shortened("apples", 5)
    ('apples', 'appl…')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def listed(names: Sequence[str], most: int) -> str:
    """Return at most some names in code, and how many others there are.

    >>> listed(["a", "b"], 3), listed(["a", "b", "c", "d", "e"], 3)
    ('`a`, `b`', '`a`, `b`, `c` and 2 others')
    """
    shown = ", ".join(f"`{name}`" for name in names[:most])
    others = len(names) - most
    return shown if others < 1 else f"{shown} and {counted(others, 'other')}"


_MEANT = expression(r"; did you mean `([^`]++)`")
SLIP = (
    r"(?!(?-i:doclint)(?![\w-]))(?:docs?[-_ ]?lints?|do[-_]?lint|docint|doclnt|doclit|doclin|dcolint|dolcint|docilnt|"
    "doclnit|doclitn)"
)
"""A pattern of slips of `doclint`, without the names of other tools: docling, pydoclint, dclint, oclint."""

_WORD = expression(r"[^\W\d_]?[^\W_A-Z]+|[A-Z]+")
_SHORTEST = 5  # characters of words that two names share, with the blanks around them

# With more names, a suggestion would take too long.
_MANY_WORDS = 1_000
_MANY_FILES = 5_000


def did_you_mean(wanted: str, names: Collection[str]) -> str:
    """Return the end of a sentence that suggests the most likely name, empty if no name is near.

    `wanted` can be a misspelled name or the beginning of one.

    >>> did_you_mean("ignroe", ["ignore", "select"])
    '; did you mean `ignore`?'
    >>> did_you_mean("reserved-wrod", ["reserved-word-as-symbol", "mojibake"])
    '; did you mean `reserved-word-as-symbol`?'
    >>> did_you_mean("linkz", ["broken-link", "links"])
    '; did you mean `links`?'
    >>> did_you_mean("zebra", ["ignore", "select"])
    ''
    """
    name = nearest(wanted, names)
    return f"; did you mean `{name}`?" if name else ""


def meant_name(message: str) -> str:
    """Return the name that a message suggests in the words of `did_you_mean`; empty if it suggests none.

    >>> meant_name("there is no key `itme`" + did_you_mean("itme", ["item"])), meant_name("there is no key `itme`")
    ('item', '')
    """
    found = _MEANT.search(message)
    return found[1] if found else ""


def nearest(wanted: str, names: Collection[str]) -> str | None:
    """Return the name that a misspelled name, or the beginning of one, most likely means; None if no name is near."""
    from rapidfuzz import fuzz, process

    begins = sorted((name for name in names if wanted and name.startswith(wanted)), key=len)
    if begins:
        return begins[0]
    # A misspelled name is more likely than a longer one that contains most of it.
    for scorer, least in ((fuzz.ratio, 75), (fuzz.WRatio, 70)):
        found = process.extractOne(wanted, list(names), scorer=scorer, score_cutoff=least)
        if found:
            return found[0]
    return None


def misspelled_word(wanted: str, names: Collection[str], *, by_words: bool = False) -> str | None:
    """Return the name that shares most letters with a word, at least 80 per cent; None if no name does.

    With `by_words`, a name may also share whole words: if the words of one follow each other in the other, and are at
    least half of it. If several names do, the result is None.

    >>> misspelled_word("instalation", ["installation", "insulation"])
    'installation'
    >>> misspelled_word("usage", ["use"])
    >>> misspelled_word("documentation-for-api-endpoints", ["api-endpoints", "models"], by_words=True)
    'api-endpoints'
    >>> misspelled_word("scheme", ["api_scheme"], by_words=True), misspelled_word("use", ["how-to-use"], by_words=True)
    ('api_scheme', None)
    """
    from rapidfuzz import fuzz, process

    if len(names) > _MANY_WORDS:
        return None
    found = process.extractOne(wanted, sorted(names), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=80)
    if found is not None or not by_words:
        return found[0] if found else None
    words = _words(wanted)
    alike = [name for name in names if _share_words(words, _words(name))]
    return alike[0] if len(alike) == 1 else None


def _words(name: str) -> str:
    """Return the words of a name in lower case, with a blank around each."""
    return f" {' '.join(_WORD.findall(name)).lower()} "


def _share_words(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) > _SHORTEST and short in long and 2 * short.count(" ") > long.count(" ")


def misspelled_file(wanted: str, names: Collection[str]) -> str | None:
    """Return the file name that differs from a wanted one by one or two letters, in a short name by none or one.

    File names that are only similar are often different files. None if no name is near enough.

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
