import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from pydantic import Field

from doclint.formats.shapes import Entries
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_SECTIONS = "sections"
_LONGEST = 200  # characters of a heading that is remembered, and of what a map says of it that are looked at
_ALL = re.compile(r"\b(?:complete|entire|full|whole) (?:source|file|code|copy)\b", re.IGNORECASE)
_MAP = (
    "# Keyword Index: `a.py`\n\n## Keyword → Section Map\n\n"
    "The following sections in the documentation cover these topics:\n\n"
)
_ITEMS = "- **Original Source**: Complete source code\n- **Dependencies**: What it imports\n"
_SOURCE = "## Original Source\n\n```python\n{}\n```\n\n"
_IMPORTS = "## Dependencies\n\n### Import Dependencies\n\n*No imports detected.*\n"
_SIZE = "## File Metadata\n\n- **Size**: 90,000 bytes (87.89 KB)\n\n"
_BOTH = file_page("a.py", _SOURCE.format("x = 1") + _IMPORTS)
_KW = "docs/a.py_kw.md"
_DOCS = "docs/a.py_docs.md"


class WrongSectionMap(Rule):
    """The page tells which sections of another page to read, and that page has others.

    Generators write such maps from a list of their own, which does not change when the sections do. A section that is
    not there sends the reader away for nothing. What the map says of the copy of the source is compared as well:
    "Complete source code" of a copy that is cut.

    The sections are those of the page about the same file, where that is at hand. That a map leaves some of them out is
    reported only if asked for, because it is so on every page of the generator or on none.
    """

    id = "wrong-section-map"
    family = "content"
    severity = "warning"
    covers = ("F23", "F24")
    needs = frozenset({"repository"})
    remedy = "Make the map from the headings of the page that it maps."
    messages = {
        "unknown": Message("`{page}` has no section `{section}`", key=("section",)),
        "cut": Message('The copy of the source in `{page}` is cut, so it is not "{text}"', key=("section",)),
        "left-out": Message("The map does not have the sections {sections} of `{page}`"),
    }
    examples = (
        Invalid(
            _MAP + _ITEMS,
            _KW,
            files={_DOCS: file_page("a.py", _SOURCE.format("x = 1"))},
            lines=(8,),
            messages=("unknown",),
        ),
        Invalid(
            _MAP + _ITEMS,
            _KW,
            files={_DOCS: file_page("a.py", _SIZE + _SOURCE.format("x = 1\n" * 8_333) + _IMPORTS)},
            lines=(7,),
            messages=("cut",),
        ),
        Invalid(
            f"{_MAP}- **Dependencies**: What it imports\n",
            _KW,
            options={"complete": True},
            files={_DOCS: _BOTH},
            lines=(7,),
            messages=("left-out",),
        ),
        Valid(_MAP + _ITEMS, _KW, files={_DOCS: _BOTH}),
        Valid(f"{_MAP}- **Import dependencies**: What it imports\n", _KW, files={_DOCS: _BOTH}),
        Valid(_MAP + _ITEMS, _KW),
        Valid("# Map\n\n- **Dependencies**: What it imports\n"),
    )

    complete: bool = Field(default=False, description="Also report sections of the other page that a map leaves out.")

    def check(self, page: Page) -> Iterator[Violation]:
        there: set[str] = set()
        for entries in page.all(Entries):
            if entries.of == _SECTIONS and page.companions:
                other = page.companions[0]
                there = there or {_plain(heading.text) for heading in other.document.headings}
                yield from _wrong(entries, other, there)
                left_out = _left_out(entries, other) if self.complete else ()
                if left_out:
                    yield Violation(entries.span, "left-out", sections=left_out, page=other.path)


def _wrong(entries: Entries, other: Page, there: AbstractSet[str]) -> Iterator[Violation]:
    """What the entries of a map say of another page, which has some headings, that is not so."""
    is_cut: bool | None = None  # takes long, and few maps speak of the copy
    for item in entries.items:
        section, text = item.captures.get("section"), item.captures.get("text")
        if section is None:
            continue
        if _plain(section.text) not in there:
            yield Violation(section.span, "unknown", section=section.text, page=other.path)
        elif text is not None and _is_of_all(text.text[:_LONGEST]):
            is_cut = _is_cut(other) if is_cut is None else is_cut
            if is_cut:
                yield Violation(text.span, "cut", section=section.text, text=text.text, page=other.path)


@lru_cache(maxsize=1024)  # a generator says the same on all pages
def _is_of_all(text: str) -> bool:
    return _ALL.search(text) is not None


def _is_cut(page: Page) -> bool:
    """Whether a page quotes only the beginning of its source."""
    copy, source = page.quoted_source, page.source_file
    if copy is None or copy.complete:
        return False
    if source is None or source.copy is not None:
        return page.states_more_than(copy.data.decode(errors="replace"))
    return len(source.data) > len(copy.data) and source.data.startswith(copy.data)


def _left_out(entries: Entries, other: Page) -> tuple[str, ...]:
    """The sections of the highest level that another page has and a map of it has not."""
    named = {_plain(item["section"].text) for item in entries.items if "section" in item.captures}
    headings = [section.heading.text for section in other.outline.sections] if other.outline else []
    return tuple(heading for heading in headings if _plain(heading) not in named)


def _plain(heading: str) -> str:
    """A heading, however it is capitalised and spaced."""
    return _known(heading) if len(heading) <= _LONGEST else _unified(heading)


def _unified(heading: str) -> str:
    return " ".join(heading.casefold().split())


_known = lru_cache(maxsize=1024)(_unified)
