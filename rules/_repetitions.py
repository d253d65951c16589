"""The sections that a page has again. What is below such a section is a copy, which other rules need not report."""

from bisect import bisect_left
from collections import Counter
from itertools import takewhile

from msgspec import Struct

from doclint import Page, Section, Span
from doclint.kit.nodes import CodeBlock

_LAST = 6  # level: what is there may be below different headings


class Repetition(Struct):
    """A section that the page already has, whose first code is `new` if no section with the heading has it, and the
    headings below the first section, and the lines of that.
    """

    section: Section
    end: int
    new: Span | None
    headings: Counter[str]
    lines: set[str]


def repetitions(page: Page) -> list[Repetition]:
    """Return the sections that a page has again, but for those that are copied with the section around them."""
    sections = page.sections if any(one.repeated for one in page.sections) else []
    first: dict[str, int] = {}
    copied: dict[str, tuple[Counter[str], set[str]]] = {}
    codes: dict[str, tuple[set[str], set[str]]] = {}  # all, and those that sections begin with as signatures
    found: list[Repetition] = []
    used = Counter[str]()  # headings below the last repetition
    for index, section in enumerate(sections):
        name, code = section.heading.markdown, _code_of(section)
        text = code.text if code else ""
        others, signatures = codes.setdefault(name, (set(), set()))
        if not section.repeated:
            signatures.clear()  # those of another scope
        is_signature = code and code is section.blocks[0] and section.qualified.rpartition(".")[2] in text
        is_overload = is_signature and signatures and text not in signatures
        if section.repeated and section.heading.level < _LAST and not is_overload:
            used[name] += 1
            if not found or section.heading.start >= found[-1].end or used[name] > found[-1].headings[name]:
                if name not in copied:
                    span, headings = _below(page, sections, first.get(name, index))
                    copied[name] = headings, set(page.text(span).splitlines()) if name in first else set()
                new = code.span if code and text not in others else None
                found.append(Repetition(section, _below(page, sections, index)[0].end, new, *copied[name]))
                used.clear()
        first.setdefault(name, index)
        others.add(text)
        signatures |= {text} if is_signature else set()
    return found


def copied_below(page: Page, span: Span) -> Span | None:
    """Return the heading of the repetition around a place, if the first section has the line, too; None otherwise."""
    found = page.remembered(repetitions)
    index = bisect_left(found, span.start, key=lambda one: one.section.heading.start) - 1
    is_inside = index >= 0 and span.start < found[index].end
    is_copied = is_inside and page.text(page.source.line_at(span.start)) in found[index].lines
    return found[index].section.heading.span if is_copied else None


def _below(page: Page, sections: list[Section], index: int) -> tuple[Span, Counter[str]]:
    """Return where a section is with all below it, and the headings of that."""
    heading = sections[index].heading
    further = (sections[number] for number in range(index + 1, len(sections)))
    below = Counter(one.heading.markdown for one in takewhile(lambda one: one.heading.level > heading.level, further))
    after = index + 1 + below.total()
    end = sections[after].heading.start if after < len(sections) else len(page.source.text)
    return Span(heading.start, end), below


def _code_of(section: Section) -> CodeBlock | None:
    """Return the first code in the section of a symbol, which may be its signature; None for others."""
    blocks = section.blocks if section.place and section.place.spec.defines else ()
    return next((one for one in blocks if isinstance(one, CodeBlock)), None)
