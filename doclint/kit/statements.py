"""Statements of a page in the words of its format."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.holes import BYTES
from doclint.formats.reading.shapes import Claim, Prose, Shape, Stated
from doclint.kit.lists import without_entries
from doclint.markdown.source import Fix, Span
from doclint.page.claims import RelatedLines
from doclint.page.page import Page
from doclint.rule.message import Argument
from doclint.rule.violation import Violation

if TYPE_CHECKING:
    from doclint.formats.schema.statements import Subjects

_SHOWN = 80  # characters of a statement
_AROUND = 1_000  # characters of a line before and after a statement that are read
_MARKUP = expression(r"[*`]")
_MARKERS = " \t-*+"


class Objection(Struct, frozen=True):
    """Why a statement is wrong: a message with its arguments, what in the generator causes it, and what shows it."""

    message: str
    reason: str = ""
    arguments: Mapping[str, Argument] = {}
    related: tuple[RelatedLines, ...] = ()


def object_to(
    page: Page, statements: Sequence[tuple[Stated, Objection | None]], **arguments: Argument
) -> Iterator[Violation]:
    """Yield a violation for each statement with an objection; all of them have `arguments`.

    The fix deletes the statement, unless that empties a list which must not be empty.
    """
    if not any(objection for _, objection in statements):
        return
    from doclint.formats.schema.contents import ClaimsContent

    kept = {(one.section, one.of) for one, objection in statements if objection is None and isinstance(one, Claim)}
    kept |= {(section.key, content.of) for section, content in page.expects(ClaimsContent) if content.optional}
    for statement, objection in statements:
        if objection is not None:
            is_free = isinstance(statement, Claim) and (statement.section, statement.of) in kept
            yield Violation(
                statement.span,
                objection.message,
                reason=objection.reason,
                fix=_deletion(page, statement.span) if is_free else None,
                claim=name_of(page, statement),
                statement=shown_text(page, statement.span),
                against=None,
                related=objection.related,
                **arguments,
                **objection.arguments,
            )


def generated_prose(page: Page) -> Iterator[Prose]:
    """Yield the prose that the generator writes itself in sections for prose."""
    from doclint.formats.schema.contents import ProseContent

    sections = {section.key for section, content in page.expects(ProseContent) if not content.of}
    return (shape for shape in page.all(Prose) if shape.section in sections and not shape.of)


def generated_texts(page: Page) -> Iterator[Shape]:
    """Yield the sentences of the format, and the prose that the generator writes itself."""
    yield from page.all(Stated)
    yield from generated_prose(page)


def shown_text(page: Page, span: Span) -> str:
    """Return a statement without markup, on one line, shortened."""
    return shorten(_MARKUP.sub("", page.text(span)).rstrip("."), _SHOWN, placeholder=" …")


def name_of(page: Page, statement: Stated) -> str:
    """Return what a statement is called in the format, or what it says if it has no name there."""
    if not isinstance(statement, Claim):
        return shown_text(page, statement.span)
    return f"{statement.of}.{statement.key}" if statement.of else statement.key


def is_empty(page: Page) -> bool | None:
    """Whether the file that a page is about has no content; None if that is not known."""
    source = page.source_file
    if source is not None and source.complete:
        return not source.data
    size = next((field.captures[BYTES] for field in page.fields if BYTES in field.captures), None)
    return size.number == 0 if size else None


def is_among(page: Page, subjects: "Iterable[Subjects]") -> bool:
    """Whether what a page is about is certainly one of some files and folders."""
    return any(_matches(page, subjects))


def may_be_among(page: Page, subjects: "Iterable[Subjects]") -> bool:
    """Whether what a page is about is, or may be, one of some files and folders."""
    return any(match is not False for match in _matches(page, subjects))


def _matches(page: Page, subjects: "Iterable[Subjects]") -> Iterator[bool | None]:
    if page.subject is not None:
        for one in subjects:
            yield page.subject.among(one, is_empty=is_empty(page) if one.empty else None)


def type_of(page: Page) -> str:
    """Return the type of the file that a page is about, for messages."""
    return page.language.name if page.language else "of another type"


def _deletion(page: Page, span: Span) -> Fix | None:
    """Return the fix that deletes a statement: an item of a list, or a sentence with others in its paragraph."""
    start, end = page.source.line_at(span.start)
    # A line may have any number of statements: do not copy all of it for each.
    before = page.text(Span(max(start, span.start - _AROUND), span.start))
    behind = page.text(Span(span.end, min(end, span.end + _AROUND)))
    is_first = not before.strip(_MARKERS)
    item = without_entries(page, [Span(span.start - len(before.lstrip()), span.end)]) if is_first else None
    if item is not None:
        return item
    if before.endswith(" ") and not is_first:
        return page.replace(Span(span.start - len(before) + len(before.rstrip(" ")), span.end), "", safe=False)
    if not before and behind.startswith(" ") and behind.strip():
        return page.replace(Span(span.start, span.end + len(behind) - len(behind.lstrip(" "))), "", safe=False)
    return None
