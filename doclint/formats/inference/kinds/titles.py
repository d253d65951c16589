"""The titles of the pages of a kind, and the symbols that they name."""

import re
from collections.abc import Mapping, Sequence

from doclint.formats.inference.samples import SamplePage, TextSample
from doclint.formats.inference.texts.heading_patterns import heading_patterns
from doclint.formats.inference.texts.naming import is_code_name, kinds_of, name_in
from doclint.formats.inference.texts.word_shapes import REST, SharedWords, tokens
from doclint.formats.patterns.template import HOLE
from doclint.markdown.nodes import Heading

_TITLED = 0.8  # share of the pages that have a title if the kind has one
_NAMED = 0.9  # share of the titles that have a name of code if titles name symbols
_CODE = 0.3  # share of the names that must look like code
_MOST = 8  # patterns of a title

Titles = Sequence[Heading | None]
"""The titles of some pages, None for a page without one."""


def titles_of(pages: Sequence[SamplePage]) -> Titles:
    """Return the titles of some pages; none if few have one, or if most have several that look alike."""
    found: list[Heading | None] = []
    texts: list[list[str]] = []
    for page in pages:
        headings = page.headings
        found.append(headings[0] if headings and headings[0].level == 1 else None)
        texts.append([heading.text for heading in headings if heading.level == 1])
    if sum(title is not None for title in found) < _TITLED * len(pages):
        return []
    several = [one for one in texts if len(one) > 1]
    shapes = SharedWords(texts, max(2, len(pages) // 3))
    alike = sum(_begin(one[0], shapes) in {_begin(text, shapes) for text in one[1:]} - {""} for one in several)
    return [] if alike * 2 > len(pages) else found


def _begin(title: str, words: SharedWords) -> str:
    """Return the words that a title shares with others at its beginning; empty if it begins with a name."""
    begin = words.shape(title).partition(REST)[0]
    return begin if words.has_words(begin) else ""


def title_patterns(pages: Sequence[SamplePage], titles: Titles, knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the patterns of some titles, given the known values of their pages."""
    # The page about the root folder is titled after the repository.
    triples = (one for one in zip(pages, titles, knowns, strict=True) if one[2].get("folder") != "")
    samples = [TextSample(page, title.children, known) for page, title, known in triples if title is not None]
    return heading_patterns(samples, _MOST)


def names_in(titles: Titles, stems: Sequence[str]) -> list[str]:
    """Return the name of code in each of some titles, empty for a page without one; none if titles name no code.

    `stems` is what the path of each page is called like, which is likely to be that name.
    """
    there = [title for title in titles if title is not None]
    if len(there) < 2:
        return []
    vocabulary = SharedWords(([title.text] for title in there), max(2, len(there) // 3))
    names = [
        "" if title is None else name_in(title, _shared(title.text, vocabulary), stem)
        for title, stem in zip(titles, stems, strict=True)
    ]
    enough = [name for name in names if name]
    has_code = sum(map(is_code_name, enough)) >= _CODE * len(enough)
    return names if has_code and len(enough) >= _NAMED * len(titles) and len(set(enough)) * 2 > len(enough) else []


def _shared(text: str, vocabulary: SharedWords) -> list[str]:
    return [token for token in tokens(text) if vocabulary.has_words(token)]


def said_kinds(patterns: Sequence[str]) -> list[str]:
    """Return what the words of some titles say that they name."""
    return list(dict.fromkeys(kind for text in patterns for kind in kinds_of(words_of(text))))


def words_of(pattern: str) -> str:
    """Return the words of a pattern."""
    return " ".join(re.findall(r"[^\W\d_]+", HOLE.sub(" ", pattern)))
