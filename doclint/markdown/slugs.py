"""Slugs: the fragments that GitHub gives to headings."""

from collections.abc import Iterable
from unicodedata import category

from doclint.errors.expressions import expression

_DROPPED_ASCII = expression(r"[^a-z0-9_\- ]")
# The categories of Onigmo's \p{Word}, which GitHub's filter uses: letters, marks, decimal digits, connectors.
_WORD = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})


def slug(text: str) -> str:
    """Return the fragment that GitHub gives a heading: lower case, only words and hyphens, hyphens for spaces.

    The rule is from the table of contents filter of html-pipeline, which GitHub published.

    >>> slug("Keyword → Section Map")
    'keyword--section-map'
    >>> slug("Détails: `x_y` & C++")
    'détails-x_y--c'
    """
    lowered = text.lower()
    if lowered.isascii():
        kept = _DROPPED_ASCII.sub("", lowered)
    else:
        kept = "".join(character for character in lowered if character in "- " or category(character) in _WORD)
    return kept.replace(" ", "-")


def unique(slugs: Iterable[str]) -> list[str]:
    """Number repeated slugs as GitHub does; the numbers are those of the npm package github-slugger 2.0.

    >>> unique(["use", "use", "use-1", "use"])
    ['use', 'use-1', 'use-1-1', 'use-2']
    """
    counts: dict[str, int] = {}
    result = []
    for base in slugs:
        name = base
        while name in counts:
            counts[base] += 1
            name = f"{base}-{counts[base]}"
        counts[name] = 0
        result.append(name)
    return result
