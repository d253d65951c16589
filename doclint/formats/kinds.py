"""Which kind of page a page is: told by its path and by evidence on the page, never by the path alone."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from doclint.document import Document
from doclint.formats.outline import has_title
from doclint.formats.schema import Format, Kind
from doclint.formats.subject import Subject, subject_of
from doclint.nodes import Heading


class Identity(NamedTuple):
    """What a page is, and what it is about."""

    format: Format
    kind: Kind
    subject: Subject


def places(path: str, formats: Iterable[Format]) -> Iterator[Identity]:
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
    """The kind of the page at that path: with its title, else with its footer or half of its required sections."""
    candidates = list(places(path, formats))
    for candidate in candidates:
        if has_title(document.blocks, candidate.kind):
            return candidate
    for candidate in candidates:
        if _has_footer(document, candidate.format) or _has_half_of_the_sections(document, candidate.kind):
            return candidate
    return None


def _has_footer(document: Document, format_: Format) -> bool:
    if not format_.footer:
        return False
    last = format_.footer[-1]
    return any(last.match_block(block) is not None for block in document.blocks[-5:])


def _has_half_of_the_sections(document: Document, kind: Kind) -> bool:
    required = [spec for spec in kind.section if spec.required and not spec.repeats]
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    present = [
        spec for spec in required if any(spec.heading.match(heading.children) is not None for heading in headings)
    ]
    return bool(required) and len(present) * 2 >= len(required)
