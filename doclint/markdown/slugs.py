"""Anchors: the fragments that a link can point at."""

import re
from collections.abc import Iterable
from unicodedata import category

_DROPPED_ASCII = re.compile(r"[^a-z0-9_\- ]")
# Onigmo's \p{Word}, which GitHub's filter is written with: letters, marks, decimal digits, connectors.
_WORD = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})


def slug(text: str) -> str:
    """The fragment GitHub gives a heading with that text: lower case, words and hyphens only, spaces as hyphens.

    The rule is that of html-pipeline's table of contents filter, which GitHub published.

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
    """Number the repeated ones as GitHub does; the numbers are those of the npm package github-slugger 2.0.

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
