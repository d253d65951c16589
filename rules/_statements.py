"""What the page says in the words of its format, one statement at a time."""

import re
from collections.abc import Iterable
from textwrap import shorten

from doclint.formats.schema import ClaimsContent, Subjects
from doclint.formats.shapes import Claim, Fields, Stated
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page

from ._entries import without

_SHOWN = 80  # characters of a statement
_AROUND = 1_000  # characters of a line before a statement and behind it that are looked at
_MARKUP = re.compile(r"[*`]")


def shown(page: Page, span: Span) -> str:
    """A statement without markup, on one line, short."""
    return shorten(_MARKUP.sub("", page.source.text[slice(*span)]).rstrip("."), _SHOWN, placeholder=" …")


def is_empty(page: Page) -> bool | None:
    """Whether the file that a page is about has no content; None where nobody can tell."""
    source_file = page.source_file
    if source_file is not None and source_file.complete:
        return not source_file.data
    sizes = [
        field.captures["bytes"].number
        for fields in page.all(Fields)
        for field in fields.fields
        if "bytes" in field.captures
    ]
    return sizes[0] == 0 if sizes else None


def is_one(page: Page, subjects: Iterable[Subjects]) -> bool:
    """Whether what a page is about is certainly one of some files and folders."""
    subject = page.subject
    return subject is not None and any(
        subject.among(one, is_empty=is_empty(page) if one.empty else None) for one in subjects
    )


def type_of(page: Page) -> str:
    """What type of file a page is about, for messages."""
    return page.language.name if page.language else "of another type"


def name_of(page: Page, statement: Stated) -> str:
    """What a statement is called in the format; a text that has no name by what it says."""
    if not isinstance(statement, Claim):
        return shown(page, statement.span)
    return f"{statement.of}.{statement.key}" if statement.of else statement.key


def optional_sets(page: Page) -> set[tuple[str, str]]:
    """The lists of statements that need not be there: the section and the set."""
    return {
        (section.key, content.of)
        for section in page.sections
        for content in (section.place.spec.content if section.place else ())
        if isinstance(content, ClaimsContent) and content.optional
    }


def deletion(page: Page, claim: Claim) -> Fix | None:
    """The fix that deletes a statement: an item of a list, or a sentence with others in its paragraph."""
    start, end = page.source.line_span(page.source.position(claim.start).line)
    # A line may have any number of statements: what is far from one is not copied for it.
    start, end = max(start, claim.start - _AROUND), min(end, claim.end + _AROUND)
    before, behind = page.source.text[start : claim.start], page.source.text[claim.end : end]
    if not before.strip(" \t-*+"):
        item = without(page, [Span(claim.start - len(before.lstrip()), claim.end)])
        if item is not None:
            return item
    if before.endswith(" ") and before.strip(" \t-*+"):
        gap = len(before) - len(before.rstrip(" "))
        return Fix((Edit(Span(claim.start - gap, claim.end), ""),), safe=False)
    if not before and behind.startswith(" ") and behind.strip():
        gap = len(behind) - len(behind.lstrip(" "))
        return Fix((Edit(Span(claim.start, claim.end + gap), ""),), safe=False)
    return None
