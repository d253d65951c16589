"""Which kind of page a page is: told by its path and by evidence on the page, never by the path alone."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from doclint.document import Document
from doclint.formats.outline import find_footer, find_title, heading_match
from doclint.formats.schema import Format, Kind
from doclint.formats.subject import Subject, subject_of
from doclint.nodes import Heading

_SEVERAL = 3


class Identity(NamedTuple):
    """What a page is, and what it is about."""

    format: Format
    kind: Kind
    subject: Subject


def candidates(path: str, formats: Iterable[Format]) -> Iterator[Identity]:
    """Every kind whose pages lie at that path (from the repository root), in the order of the format files."""
    for format_ in formats:
        root = format_.docs_root.strip("/")
        below = path.removeprefix(f"{root}/") if root else path
        if below == path and root:
            continue
        for kind in format_.kind:
            subject = subject_of(kind, format_, below)
            if subject is not None:
                yield Identity(format_, kind, subject)


def identify(path: str, document: Document, formats: Iterable[Format]) -> Identity | None:
    """The kind of the page at that path: the one whose title it has, else the one most of whose sections are there.

    Without a title the footer of the format is evidence enough, and so are half of the sections that the kind requires,
    if they are several.
    """
    best: tuple[tuple[bool, float, bool], Identity] | None = None
    for candidate in candidates(path, formats):
        title, captures = find_title(document.blocks, candidate.kind)
        if captures is not None and title is not None and title.level == 1:
            return candidate
        present, required = _sections(document, candidate.kind)
        has_footer = find_footer(document.blocks, candidate.format)[2] is not None
        if not (captures or has_footer or (present >= _SEVERAL and present * 2 >= required)):
            continue
        evidence = (captures is not None, present / max(required, 1), has_footer)
        if best is None or evidence > best[0]:
            best = evidence, candidate
    return best[1] if best else None


def _sections(document: Document, kind: Kind) -> tuple[int, int]:
    """How many of the sections that every page of the kind has are there, and how many there should be."""
    required = [place for place in kind.sections if place.spec.required and not place.spec.repeats]
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    present = [place for place in required if any(heading_match(place, heading) is not None for heading in headings)]
    return len(present), len(required)
