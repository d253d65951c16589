"""The JSON forms of what findings come to: causes, what is gone, and pages that are compared with no source."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from doclint.errors.grouping import by_key
from doclint.errors.settings_table import JsonForm
from doclint.errors.wording import counted
from doclint.page.compared import Uncompared
from doclint.rule.message import Severity


class Location(JsonForm, frozen=True):
    """The place of a finding. Lines and columns count from 1."""

    path: Annotated[str, "The path of the page from the root, with `/` between folders."]
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Cause(JsonForm, frozen=True):
    """A bug of the generator, or what links miss, with its findings in figures and examples."""

    id: Annotated[str, "The identifier of the cause, as each of its findings has it in `cause`."]
    rule: str
    message_id: str
    kind: Annotated[
        str, "The kind of the pages in their format; empty for pages of no known format, and of several kinds."
    ]
    section: Annotated[str, "The key of the section in the format; empty if the findings are in none, or in several."]
    reason: Annotated[str, "What distinguishes causes of the same message; empty if the rule knows only one."]
    severity: Annotated[Severity, "The highest severity of its findings."]
    findings: int
    pages: Annotated[int, "Pages with any of its findings."]
    places: Annotated[
        list[Location],
        "Places of its findings, on different pages if possible: the first ones on pages of a known "
        "format, else typical ones, the most typical first.",
    ]
    example: Annotated[str, "The message at the first place."]
    remedy: Annotated[
        str,
        "What to change: in the generator, or by hand on pages of no known format; empty if the rule does not say it.",
    ]


class GoneTarget(JsonForm, frozen=True):
    """A file that pages cite and that is gone, or a folder with several such files."""

    path: Annotated[str, "The path from the root; that of a folder ends with `/`."]
    since: Annotated[
        str,
        "The day on which git deleted or renamed the file, or the last one of the folder, such as "
        "`2026-05-02`; empty if git does not know all of them.",
    ]
    files: Annotated[int, "Different files that pages cite: 1 for a file."]
    findings: int
    pages: Annotated[int, "Pages that cite any of these files."]


class PageToWrite(JsonForm, frozen=True):
    """A page that cites what is gone."""

    path: Annotated[str, "The path of the page from the root, with `/` between folders."]
    findings: Annotated[int, "Citations of what is gone."]
    files: Annotated[int, "Different files that are gone."]


class UncomparedPages(JsonForm, frozen=True):
    """The pages of a format that are compared with no source; those of which that is expected, by the reason."""

    format: str
    pages: Annotated[int, "The number of these pages."]
    example: Annotated[str, "The path of the first one."]
    because: Annotated[str, "Why that page is compared with none: what doclint looked for, as a clause."]
    expected: Annotated[
        bool,
        "Whether the format names no source, the pages state nothing that a source declares, or they are "
        "about another version of the sources; a check then says nothing to people, but `formats find` does.",
    ]


def by_format(pages: Iterable[Uncompared]) -> list[UncomparedPages]:
    """Return the pages of each format, those of the format with the most pages first."""
    found = by_key(((one.format, one.because if one.expected else None), one) for one in sorted(pages))
    several = [
        UncomparedPages(
            format=format_, pages=len(own), example=own[0].path, because=own[0].because, expected=own[0].expected
        )
        for (format_, _), own in found.items()
    ]
    return sorted(several, key=lambda one: -one.pages)


def sentences(pages: Iterable[Uncompared]) -> Iterator[str]:
    """Yield a sentence without its full stop for each format; none for pages of which that is expected."""
    for one in by_format(pages):
        if not one.expected:
            are = "is" if one.pages == 1 else "are"
            such = f"`{one.example}`" if one.pages == 1 else f"such as `{one.example}`"
            yield f"{counted(one.pages, 'page')} of `{one.format}` {are} compared with no source, {such}: {one.because}"
