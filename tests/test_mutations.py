"""Whatever happens to one section of a sound page is one finding, on the right line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from doclint.engine.page_rules import lint
from doclint.formats.loading import builtin
from doclint.formats.reading.outline import Section
from doclint.formats.reading.shapes import Fields, Listing, Prose, Shape, SourceCopy, SymbolExample, SymbolSignature
from doclint.formats.schema.contents import SourceContent, SymbolsContent
from doclint.markdown.source import Source, Span
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.rule.finding import Finding
from doclint.rule.registry import rules

ROOT = Path(__file__).parent / "pages"
RULES = [rules()[rule.id]() for rule in rules().select(["default"])]
REPOSITORY = Folder(ROOT)


@dataclass
class Mutation:
    """A page with one section changed, and the rule and the line that should report it (no rule: nothing should)."""

    name: str
    path: str
    text: str
    rule: str
    line: int


def read(path: str, text: str) -> Page:
    return Page(path, Source.from_text(text), formats=(builtin("repo-docs"),), repository=REPOSITORY)


def findings_of(path: str, text: str) -> list[Finding]:
    return lint(read(path, text), RULES)


@dataclass
class Place:
    """A section of a page that something happens to, and what stands around it."""

    page: Page
    section: Section
    following: Section | None
    parent: Section | None
    is_only: bool

    def __post_init__(self) -> None:
        self.text, self.span = self.page.source.text, _extent(self.page, self.section)
        self.line = self.line_of(self.span.start)
        self.heading_end = self.page.source.line_span(self.line).end
        self.hashes = "#" * self.section.heading.level
        assert self.section.place is not None
        self.spec = self.section.place.spec

    def line_of(self, offset: int) -> int:
        return self.page.source.position(offset).line

    def mutation(self, name: str, new: str, end: int, rule: str, line: int | None = None) -> Mutation:
        """The text from the section's heading up to a character replaced."""
        text = self.text[: self.span.start] + new + self.text[end:]
        line = self.line if line is None else line
        return Mutation(f"{self.page.path}: {name} {self.section.key}", self.page.path, text, rule, line)

    def all(self) -> Iterator[Mutation]:
        if self.spec.content or self.spec.child:
            emptied = self.text[self.span.start : self.heading_end] + "\n\n"
            yield self.mutation("empty", emptied, self.span.end, "empty-section")
        if not self.spec.repeats:
            yield self.mutation("rename", f"{self.hashes} Zebra crossings", self.heading_end, "unexpected-section")
            yield from self.deleted()
            yield from self.added()
            yield from self.moved()
        elif self.spec.sorted_by:
            yield from self.disordered()

    def deleted(self) -> Iterator[Mutation]:
        start, end, parent = self.span.start, self.span.end, self.parent
        if self.is_only and parent is not None and not parent.blocks:
            yield self.mutation("delete", "", end, "empty-section", self.line_of(parent.heading.start))
        elif not self.spec.required:
            rule = "empty-keyword-index" if self.is_index else "missing-symbol" if parent and self.is_due else ""
            yield self.mutation("delete", "", end, rule, self.line_of(parent.heading.start) if parent and rule else 0)
        elif self.following is None and parent is not None:
            yield self.mutation("delete", "", end, "missing-section", self.line_of(parent.heading.start))
        else:
            yield self.mutation("delete", "", end, "missing-section", self.line_of(start))
        if self.spec.required:
            # What stood below it is now said by the section before it.
            after = self.following.heading.start if self.following else parent.heading.start if parent else end
            yield self.mutation("unhead", "", self.heading_end, "missing-section", self.line_of(after))

    @property
    def is_index(self) -> bool:
        """Whether the section is all that an index has."""
        contents = [content for content in self.spec.content if isinstance(content, SymbolsContent)]
        return any("identifier" in content.defines for content in contents)

    @property
    def is_due(self) -> bool:
        """Whether the source has something for the lists of the section."""
        symbols = self.page.source_file.symbols if self.page.source_file else None
        contents = [content for content in self.spec.content if isinstance(content, SymbolsContent)]
        kinds = {kind for content in contents for kind in content.defines}
        # Which namespaces a file has to list, nobody can say.
        kinds.discard("namespace")
        return symbols is not None and any(one.kind in kinds for one in symbols.found)

    def added(self) -> Iterator[Mutation]:
        foreign = f"{self.hashes} Zebra crossings\n\nStripes.\n\n"
        yield self.mutation("insert before", foreign, self.span.start, "unexpected-section")
        # Of two quoted sources the first may as well quote all up to the end of the second.
        if not any(isinstance(content, SourceContent) for content in self.spec.content):
            itself = self.text[slice(*self.span)]
            repeated_at = self.line_of(self.span.end)
            yield self.mutation("repeat", itself, self.span.start, "repeated-section", repeated_at)

    def disordered(self) -> Iterator[Mutation]:
        following = self.following
        if following is not None and following.place is self.section.place:
            other = _extent(self.page, following)
            swapped = self.text[slice(*other)] + self.text[slice(*self.span)]
            yield self.mutation("swap", swapped, other.end, "misplaced-section")

    def moved(self) -> Iterator[Mutation]:
        following, level = self.following, self.section.heading.level
        if following is not None and following.place is not None and not following.place.spec.repeats:
            other = _extent(self.page, following)
            swapped = self.text[slice(*other)] + self.text[slice(*self.span)]
            yield self.mutation("swap", swapped, other.end, "misplaced-section")
        around = [self.parent, *self.section.children]
        if any(other and other.heading.text == self.section.heading.text for other in around):
            return  # which of the two a heading on another level is, nobody can tell
        for other_level in {max(level - 1, 1), level + 1} - {level}:
            heading = f"{'#' * other_level} {self.section.heading.text}"
            yield self.mutation(f"level {other_level}", heading, self.heading_end, "misplaced-section")


def mutations(path: str, text: str) -> Iterator[Mutation]:
    page = read(path, text)
    assert page.outline is not None
    yield from _below(page, page.outline.sections, None)


def _below(page: Page, sections: list[Section], parent: Section | None) -> Iterator[Mutation]:
    for index, section in enumerate(sections):
        following = sections[index + 1] if index + 1 < len(sections) else None
        yield from Place(page, section, following, parent, is_only=len(sections) == 1).all()
        yield from _below(page, section.children, section)


def _extent(page: Page, section: Section) -> Span:
    """A section up to the next heading of its level or a higher one, or the footer."""
    assert page.outline is not None
    ends = [other.heading.start for other in page.outline.walk() if other.heading.level <= section.heading.level]
    if page.outline.footer:
        ends.append(page.outline.footer.start)
    return Span(section.heading.start, min(end for end in ends if end > section.heading.start))


PAGES = [
    (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("docs/**/*.md"))
]


@pytest.mark.parametrize(("path", "text"), PAGES, ids=[path for path, _ in PAGES])
def test_sound_page_is_clean(path: str, text: str) -> None:
    assert findings_of(path, text) == []


def test_every_kind_is_there() -> None:
    kinds = {page.kind.name for page in (read(path, text) for path, text in PAGES) if page.kind}
    assert kinds == {kind.name for kind in builtin("repo-docs").kind}


def found_in(path: str, text: str) -> list[tuple[str, int]]:
    return [(finding.rule, finding.start.line) for finding in findings_of(path, text)]


@pytest.mark.parametrize(("path", "text"), PAGES, ids=[path for path, _ in PAGES])
def test_mutation_is_one_finding(path: str, text: str) -> None:
    wrong = {}
    for number, mutation in enumerate(mutations(path, text)):
        # Other line endings for a third of the mutations each.
        ending = ("\n", "\r\n", "\r")[number % 3]
        found = found_in(path, mutation.text.replace("\n", ending))
        if found != ([(mutation.rule, mutation.line)] if mutation.rule else []):
            wrong[f"{mutation.name}, {ending!r}"] = found
    assert wrong == {}


@pytest.mark.parametrize(("path", "text"), PAGES, ids=[path for path, _ in PAGES])
def test_title_and_footer_count_as_sections(path: str, text: str) -> None:
    title, rest = text.split("\n", 1)
    last = text.rstrip().count("\n") + 1
    unfooted = re.sub(r"(?m)^\*Generated by .*\n", "", text)
    assert found_in(path, rest) == [("missing-section", 1)]
    assert found_in(path, f"{title} of zebras\n{rest}") == [("wrong-subject", 1)]
    assert found_in(path, f"{text}\n## Zebra crossings\n") == [("unexpected-section", last + 2)]
    assert found_in(path, unfooted) == [("missing-section", unfooted.rstrip().count("\n") + 1)]


def _corruptions(page: Page) -> Iterator[tuple[type[Shape], Span]]:
    """Each shape of a page with a place in it whose change some rule has to notice."""
    assert page.subject is not None
    known = {**page.subject.variables, **{name: (value,) for name, value in page.parameters.items()}}
    for shape in page.contents:
        places = [capture.span for name, capture in shape.captures.items() if name in known]
        if isinstance(shape, Listing):
            places += [item.span for item in shape.items[:1]]
        elif isinstance(shape, Fields):
            places = [field.value.span for field in shape.fields]
        elif isinstance(shape, SourceCopy):
            places = [Span(shape.content.end, shape.end)]
        if places:
            yield type(shape), places[0]


def test_every_shape_is_read_by_a_rule() -> None:
    """A change in a shape of each type (another name, an entry twice, a fence gone) is a finding."""
    noticed: set[type[Shape]] = set()
    for path, text in PAGES:
        for shape, (start, end) in _corruptions(read(path, text)):
            if issubclass(shape, Listing):
                inserted = text[start:end] + ("\n" if text[start:end].startswith(("-", "|")) else ", ")
                changed = text[:start] + inserted + text[start:]
            else:
                changed = text[:start] + ("" if shape is SourceCopy else "zebra") + text[end:]
            if findings_of(path, changed):
                noticed.add(shape)
    not_built_in = {SymbolExample, SymbolSignature}
    assert noticed == set(_concrete(Shape)) - {Prose} - not_built_in


def _concrete(shape: type[Shape]) -> Iterator[type[Shape]]:
    if shape.__subclasses__():
        for below in shape.__subclasses__():
            yield from _concrete(below)
    else:
        yield shape
