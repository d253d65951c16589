"""What the headings of a kind of page are: fixed texts, names among words, names, or text of the pages themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal, NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.nodes import Code, Heading

_FIXED = 0.03  # share of the pages that have a fixed heading
_SURE = 0.5  # share of the pages from which a heading is fixed, whatever words it has in common with others
_WORD = 0.2  # share of the pages from which a word is fixed where other headings are names
_LONGEST = 120  # characters of a heading that is not text of its page
_VARIETY = 5  # texts with words in common that are not fixed one by one
_NAMES = 0.5  # share of the headings of a level from which they are names
_WORDS = expression(r"\w+")
_NAME = expression(r"[^\W\d][\w$]*+(?:(?:\.|::|/)[\w$]+)*+\s*+(?:\(.*\)|<.*>|\[.*\]|[?:])?[ ()=,]*")
_CODE = expression(r"_|\.|\(|[a-z\d][A-Z]|\A[a-z]")


class HeadingClass(NamedTuple):
    """What headings have in common that begin the same section: a text, words around what varies, or a level."""

    role: Literal["fixed", "worded", "names"]
    text: str
    level: int = 0


class HeadingClasses:
    """The classes of the headings of some pages, given page by page."""

    def __init__(self, pages: Sequence[Sequence[Heading]]) -> None:
        self._count = len(pages)
        self._least = max(min(2, self._count), ceil(self._count * _FIXED))
        self._pages = Counter(text for headings in pages for text in {heading.text for heading in headings})
        # Headings with one text count once.
        distinct = {(heading.level, heading.text): heading for headings in pages for heading in headings}.values()
        self._levels = {level for level in range(1, 7) if _are_names([one for one in distinct if one.level == level])}
        self._ends = Counter(end for one in distinct if not self._has_name(one) for end in ends_of(one.text))

    def of(self, heading: Heading) -> HeadingClass | None:
        """Return the class of a heading; None for one that only its page has, such as those in descriptions."""
        text = heading.text
        if len(text) > _LONGEST:
            return None
        share = self._pages[text] / self._count
        is_frequent = self._pages[text] >= self._least and bool(text.strip())
        is_name = self._has_name(heading)
        if is_name and (_is_code(heading) or not is_frequent or share < _WORD):
            return HeadingClass("names", "", heading.level)
        worded = next((end for end in ends_of(text) if self._ends[end] >= max(_VARIETY, self._least)), "")
        if worded and not is_name and share < _SURE:
            return HeadingClass("worded", worded)
        return HeadingClass("fixed", text) if is_frequent else None

    def _has_name(self, heading: Heading) -> bool:
        return heading.level in self._levels and _is_name(heading)


def words_of(text: str) -> list[str]:
    """Return the words of a text."""
    return _WORDS.findall(text)


def ends_of(text: str) -> Iterator[str]:
    """Yield the first and the last word of a text of several, with an ellipsis for the others."""
    words = words_of(text[:_LONGEST])
    if len(words) > 1:
        yield from (f"{words[0]}…", f"…{words[-1]}")


def _are_names(headings: Sequence[Heading]) -> bool:
    """Whether headings are names of code for the most part."""
    names = sum(map(_is_name, headings))
    return names >= max(_NAMES * len(headings), 3) and sum(map(_is_code, headings)) * 3 >= names


def _is_name(heading: Heading) -> bool:
    """Whether a heading consists of a name of code, with what may be around it: parameters, a question mark.

    A single word in prose counts (`Basket`), because names often are such words.
    """
    text = heading.text.strip()
    is_code = [type(inline) for inline in heading.children] == [Code]
    return len(text) <= _LONGEST and bool(_NAME.match(text) if is_code else _NAME.fullmatch(text))


def _is_code(heading: Heading) -> bool:
    """Whether a name looks like code, and not like a word of prose."""
    has_code = any(isinstance(inline, Code) for inline in heading.children)
    return _is_name(heading) and (has_code or _CODE.search(heading.text.strip()) is not None)
