"""Whatever happens to one section of a sound page is one finding, on the right line."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from doclint.formats import builtin
from doclint.formats.outline import Section
from doclint.formats.shapes import Fields, Listing, Prose, Shape, SourceCopy
from doclint.lint import lint
from doclint.page import Page
from doclint.problem import Problem
from doclint.registry import rules
from doclint.repository import Folder
from doclint.source import Source, Span

ROOT = Path(__file__).parent / "pages"
RULES = [rule() for rule in rules().values()]
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


def problems_of(path: str, text: str) -> list[Problem]:
    return lint(read(path, text), RULES)


def mutations(path: str, text: str) -> Iterator[Mutation]:
    page = read(path, text)
    assert page.outline is not None
    yield from _below(page, page.outline.sections, None)


def _below(page: Page, sections: list[Section], parent: Section | None) -> Iterator[Mutation]:
    for index, section in enumerate(sections):
        following = sections[index + 1] if index + 1 < len(sections) else None
        yield from _of(page, section, following, parent, is_only=len(sections) == 1)
        yield from _below(page, section.children, section)


def _of(
    page: Page, section: Section, following: Section | None, parent: Section | None, *, is_only: bool
) -> Iterator[Mutation]:
    assert section.place is not None
    spec = section.place.spec
    text, span = page.source.text, _extent(page, section)
    line = page.source.position(span.start).line
    heading_end = page.source.line_span(line).end

    def mutation(name: str, mutated: str, rule: str, line: int) -> Mutation:
        return Mutation(f"{page.path}: {name} {section.key}", page.path, mutated, rule, line)

    if spec.content or spec.child:
        yield mutation("empty", text[:heading_end] + "\n\n" + text[span.end :], "empty-section", line)
    if spec.repeats:
        return
    hashes = "#" * section.heading.level
    yield mutation(
        "rename", f"{text[: span.start]}{hashes} Zebra crossings{text[heading_end:]}", "unexpected-section", line
    )
    deleted = text[: span.start] + text[span.end :]
    if is_only and parent is not None and not parent.blocks:
        yield mutation("delete", deleted, "empty-section", page.source.position(parent.heading.start).line)
    elif not spec.required:
        yield mutation("delete", deleted, "", 0)
    elif following is None and parent is not None:
        yield mutation("delete", deleted, "missing-section", page.source.position(parent.heading.start).line)
    else:
        yield mutation("delete", deleted, "missing-section", line)
    if following is not None and following.place is not None and not following.place.spec.repeats:
        other = _extent(page, following)
        swapped = text[: span.start] + text[slice(*other)] + text[slice(*span)] + text[other.end :]
        yield mutation("swap", swapped, "misplaced-section", line)


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
MUTATIONS = [mutation for path, text in PAGES for mutation in mutations(path, text)]


@pytest.mark.parametrize(("path", "text"), PAGES, ids=[path for path, _ in PAGES])
def test_sound_page_is_clean(path: str, text: str) -> None:
    assert problems_of(path, text) == []


def test_every_kind_is_there() -> None:
    kinds = {page.kind.name for page in (read(path, text) for path, text in PAGES) if page.kind}
    assert kinds == {kind.name for kind in builtin("repo-docs").kind}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation.name for mutation in MUTATIONS])
def test_mutation_is_one_finding(mutation: Mutation) -> None:
    found = [(problem.rule, problem.start.line) for problem in problems_of(mutation.path, mutation.text)]
    assert found == ([(mutation.rule, mutation.line)] if mutation.rule else [])


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
            if problems_of(path, changed):
                noticed.add(shape)
    assert noticed == set(_concrete(Shape)) - {Prose}


def _concrete(shape: type[Shape]) -> Iterator[type[Shape]]:
    if shape.__subclasses__():
        for below in shape.__subclasses__():
            yield from _concrete(below)
    else:
        yield shape
