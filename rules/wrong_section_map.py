import re
from collections.abc import Iterator, Set as AbstractSet
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.kit import expression, remembered
from doclint.kit.nodes import Heading
from doclint.kit.shapes import Entries

from ._pages import FILE_PAGE, KEYWORD_PAGE, file_page

_SECTIONS = "sections"
_LONGEST = 200  # characters of a heading, and of what a map says about it, that are compared
_ALL = expression(r"\b(?:complete|entire|full|whole) (?:source|file|code|copy)\b", re.IGNORECASE)
_MAP = (
    "# Keyword Index: `a.py`\n\n## Keyword → Section Map\n\n"
    "The following sections in the documentation cover these topics:\n\n"
)
_ITEMS = "- **Original Source**: Complete source code\n- **Dependencies**: What it imports\n"
_SOURCE = "## Original Source\n\n```python\n{}\n```\n\n"
_IMPORTS = "## Dependencies\n\n### Import Dependencies\n\n*No imports detected.*\n"
_SIZE = "## File Metadata\n\n- **Size**: 90,000 bytes (87.89 KB)\n\n"
_BOTH = {FILE_PAGE: file_page("a.py", _SOURCE.format("x = 1") + _IMPORTS)}
_CUT = {FILE_PAGE: file_page("a.py", _SIZE + _SOURCE.format("x = 1\n" * 8_333) + _IMPORTS)}
_ONE = {FILE_PAGE: file_page("a.py", _SOURCE.format("x = 1"))}


class WrongSectionMap(RepositoryRule):
    """A page lists sections of another page, and the other page does not have them.

    Generators write such maps from a list of their own, which does not change when the sections do. A reader who
    follows the map looks for a section that does not exist. The rule also checks what the map says about the copy of
    the source: "Complete source code" is wrong if the copy is cut.

    It compares the map with the page about the same file, if there is one. It reports sections that the map leaves out
    only if you set `complete`, because a generator leaves them out on every page or on none.
    """

    family = "content"
    severity = "warning"
    reads = {"{section} of entries of sections"}
    covers = ("F23", "F24")
    remedy = "Make the map from the headings of the page that it is about."
    messages = {
        "unknown": Message("The map names `{section}`, but `{page}` has no such section", key=("section",)),
        "cut": Message('The map says "{text}", but the copy of the source in `{page}` is cut', key=("section",)),
        "left-out": Message("The map leaves out the sections {sections} of `{page}`"),
    }
    examples = (
        Invalid(_MAP + _ITEMS, KEYWORD_PAGE, files=_ONE, lines={8: "unknown"}),
        Invalid(_MAP + _ITEMS, KEYWORD_PAGE, files=_CUT, lines={7: "cut"}),
        Invalid(
            f"{_MAP}- **Dependencies**: What it imports\n",
            KEYWORD_PAGE,
            options={"complete": True},
            files=_BOTH,
            lines={7: "left-out"},
        ),
        Valid(_MAP + _ITEMS, KEYWORD_PAGE, files=_BOTH),
        Valid(f"{_MAP}- **Import dependencies**: What it imports\n", KEYWORD_PAGE, files=_BOTH),
        Valid(_MAP + _ITEMS, KEYWORD_PAGE),
        Valid("# Map\n\n- **Dependencies**: What it imports\n"),
    )

    complete: Annotated[bool, Meta(description="Whether to report sections of the other page that a map lacks.")] = (
        False
    )

    def check_repository(self, page: Page, _: Repository) -> Iterator[Violation]:
        maps = [entries for entries in page.all(Entries) if entries.of == _SECTIONS]
        if not maps or not page.companions:
            return
        other = page.companions[0]
        headings = {_normal(heading.text) for heading in other.document.headings}
        for entries in maps:
            yield from _check_map(entries, other, headings)
            left_out = _left_out(entries, other) if self.complete else ()
            if left_out:
                related = [_lines(other, heading) for heading in left_out]
                names = tuple(heading.text for heading in left_out)
                yield Violation(entries.span, "left-out", related=related, sections=names, page=other.path)


def _check_map(entries: Entries, other: Page, headings: AbstractSet[str]) -> Iterator[Violation]:
    """Yield the entries of a map that are wrong about another page, whose normalized headings are given."""
    for item in entries.items:
        section, text = item.captures.get("section"), item.captures.get("text")
        if section is None:
            continue
        if _normal(section.text) not in headings:
            related = [RelatedLines(other.path)]
            yield Violation(section.span, "unknown", related=related, section=section.text, page=other.path)
        elif text is not None and _claims_all(text.text[:_LONGEST]) and other.remembered(_is_cut):
            related = [RelatedLines(other.path)]
            yield Violation(text.span, "cut", related=related, section=section.text, text=text.text, page=other.path)


@remembered
def _claims_all(text: str) -> bool:
    return _ALL.search(text) is not None


def _is_cut(page: Page) -> bool:
    """Whether a page quotes only the beginning of its source."""
    copy, source = page.quoted_source, page.source_file
    if copy is None or copy.complete:
        return False
    if source is None or source.copy is not None:
        return page.states_more_than(copy.data.decode(errors="replace"))
    return len(source.data) > len(copy.data) and source.data.startswith(copy.data)


def _lines(page: Page, heading: Heading) -> RelatedLines:
    start, end = page.source.position(heading.start), page.source.position(heading.end)
    return RelatedLines(page.path, start.line, end.line)


def _left_out(entries: Entries, other: Page) -> tuple[Heading, ...]:
    """Return the sections of the highest level that another page has and a map of it lacks."""
    named = {_normal(item["section"].text) for item in entries.items if "section" in item.captures}
    headings = [section.heading for section in other.outline.sections] if other.outline else []
    return tuple(heading for heading in headings if _normal(heading.text) not in named)


def _normal(heading: str) -> str:
    """Return the beginning of a heading without differences of case and white space."""
    return _folded(heading[:_LONGEST])


@remembered
def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
