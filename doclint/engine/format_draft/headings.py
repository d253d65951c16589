"""What the headings of a kind of page are: fixed texts, names among words, names, or text of the pages themselves."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from doclint.engine.format_draft.beginnings import REST, Beginnings, tokens
from doclint.engine.format_draft.grouping import least_of
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.patterns import ANYTHING, pattern_of
from doclint.errors.expressions import expression
from doclint.formats.patterns.template import HOLE_NAME, has_words
from doclint.markdown.nodes import Code, Heading

_FIXED = 0.03  # share of the pages that have a fixed heading
_SURE = 0.5  # share of the pages from which a heading is fixed, whatever words it has in common with others
_WORD = 0.2  # share of the pages from which a word is fixed where other headings are names
_LONGEST = 120  # characters of a heading that is not text of its page
_VARIETY = 5  # texts with words in common that are not fixed one by one
_NAMES = 0.5  # share of the headings of a level from which they are names
_NAME = expression(r"[^\W\d][\w$]*+(?:(?:\.|::|/)[\w$]+)*+")
_AROUND = expression(r"\(.*\)|<.*>|\[.*\]|[?:]")
_CODE = expression(r"_|\.|\(|[a-z\d][A-Z]|\A[a-z]")

Role: TypeAlias = Literal["fixed", "worded", "names"]
_TITLED = 0.8  # share of the pages that have a title if the kind has one
_LOWEST = 2  # level of a title
_MOST = 8  # patterns of a title
Titles: TypeAlias = Sequence[Heading | None]


class HeadingClass(NamedTuple):
    """What headings have in common that begin the same section: a text, words around what varies, or a level."""

    role: Role
    text: str
    level: int = 0


class HeadingClasses:
    """The classes of the headings of some pages, given page by page."""

    def __init__(self, pages: Sequence[Sequence[Heading]]) -> None:
        self._count = len(pages)
        self._least = max(min(2, self._count), ceil(self._count * _FIXED))
        self._pages = Counter(text for headings in pages for text in {heading.text for heading in headings})
        self._levels = _levels_of_names(pages)
        few = max(least_of(pages), self._least)
        titles = [tokens(one.text) for headings in pages for one in headings if not self._has_name(one)]
        self._begins = Beginnings(titles, few, _VARIETY)
        self._ends = Beginnings((title[::-1] for title in titles), few, _VARIETY)

    def of(self, heading: Heading) -> HeadingClass | None:
        """Return the class of a heading; None for one that only its page has, such as those in descriptions."""
        text, level = heading.text, heading.level
        if len(text) > _LONGEST:
            return None
        share = self._pages[text] / self._count
        is_frequent = self._pages[text] >= self._least and bool(text.strip())
        is_name = self._has_name(heading)
        if is_name and (_is_code(heading) or not is_frequent or share < _WORD):
            return HeadingClass("names", "", level)
        shape = "" if is_name or share >= _SURE else self._shape(tokens(text))
        if shape:
            return HeadingClass("worded", shape)
        return HeadingClass("fixed", text) if is_frequent else None

    def _has_name(self, heading: Heading) -> bool:
        return heading.level in self._levels and _is_name(heading)

    def _shape(self, words: Sequence[str]) -> str:
        """Return the words that a heading begins with, or else ends with, with `REST` for the others; or nothing."""
        begin = self._begins.of(words)
        if begin:
            return f"{begin}{REST}"
        end = self._ends.of(words[::-1])
        return REST + "".join(tokens(end)[::-1]) if end else ""


def _levels_of_names(pages: Sequence[Sequence[Heading]]) -> set[int]:
    """Return the levels on which headings are names of code for the most part. Those with one text count once."""
    distinct = {(heading.level, heading.text): heading for headings in pages for heading in headings}
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for (level, _), heading in distinct.items():
        counts[level].update({"all": 1, "names": _is_name(heading), "code": _is_code(heading)})
    return {
        level
        for level, found in counts.items()
        if found["names"] >= max(_NAMES * found["all"], 3) and found["code"] * 3 >= found["names"]
    }


def _is_name(heading: Heading) -> bool:
    """Whether a heading consists of a name of code, with what may be around it: parameters, a question mark.

    A single word in prose counts (`Basket`), because names often are such words.
    """
    text = heading.text.strip()
    found = _NAME.match(text) if len(text) <= _LONGEST else None
    if found is None or [type(inline) for inline in heading.children] == [Code]:
        return found is not None
    return not _AROUND.sub("", text[found.end() :]).strip(" ()=,")


def _is_code(heading: Heading) -> bool:
    """Whether a name looks like code, and not like a word of prose."""
    has_code = any(isinstance(inline, Code) for inline in heading.children)
    return _is_name(heading) and (has_code or _CODE.search(heading.text.strip()) is not None)


"""The titles of some pages, None for a page without one."""


def titles_of(pages: Sequence[SamplePage]) -> Titles:
    """Return the titles of some pages; none if few have one, or if most have several that begin alike."""
    firsts = [next(iter(page.headings), None) for page in pages]
    levels = Counter(heading.level for heading in firsts if heading and heading.level <= _LOWEST)
    level, count = next(iter(levels.most_common(1)), (0, 0))
    if count < _TITLED * len(pages):
        return []
    found = [heading if heading and heading.level == level else None for heading in firsts]
    several = sum(_comes_again(page, level) for page in pages)
    return [] if several * 2 > len(pages) else found


def _comes_again(page: SamplePage, level: int) -> bool:
    """Whether another heading of a page begins with the same word as its title."""
    firsts = [tokens(heading.text)[:1] for heading in page.headings if heading.level == level]
    return any(firsts[:1]) and firsts[0] in firsts[1:]


def title_patterns(titles: Titles, knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the patterns of some titles, given the known values of their pages; none if there is nothing to say."""
    pairs = [(title, known) for title, known in zip(titles, knowns, strict=True) if title is not None]
    whole = _pattern(pairs)
    if _is_telling(whole):
        return [whole]
    groups: dict[object, list[tuple[Heading, Mapping[str, str]]]] = {}
    for title, known in pairs:
        groups.setdefault((*tokens(title.text)[:1], *map(type, title.children[:1])), []).append((title, known))
    found = dict.fromkeys(map(_pattern, groups.values()))
    if len(groups) <= _MOST and all(map(_is_telling, found)):
        return list(found)
    return [whole] if pairs[0][0].level == 1 else []


def _pattern(pairs: Sequence[tuple[Heading, Mapping[str, str]]]) -> str:
    rows = [title.children for title, _ in pairs]
    found = pattern_of(rows, [known for _, known in pairs])
    return pattern_of(rows) if found == ANYTHING else found


def _is_telling(pattern: str) -> bool:
    """Whether a title has words of its own, or a hole whose value follows from the path."""
    return has_words(pattern) or HOLE_NAME.search(pattern) is not None
