"""The JSON forms of what findings come to: causes, what is gone, and pages that are compared with no source."""

from collections.abc import Iterable, Iterator

from doclint.errors.grouping import by_key
from doclint.errors.settings_table import JsonForm
from doclint.errors.wording import counted
from doclint.page.compared import Uncompared
from doclint.rule.message import Severity


class Location(JsonForm, frozen=True):
    """The place of a finding. Lines and columns count from 1."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Cause(JsonForm, frozen=True):
    """A bug of the generator, or what links miss, with its findings in figures and examples."""

    id: str
    rule: str
    message_id: str
    kind: str
    section: str
    reason: str
    severity: Severity
    findings: int
    pages: int
    places: list[Location]
    example: str
    remedy: str


class GoneTarget(JsonForm, frozen=True):
    """A file that pages cite and that is gone, or a folder with several such files."""

    path: str
    since: str
    files: int
    findings: int
    pages: int


class PageToWrite(JsonForm, frozen=True):
    """A page that cites what is gone."""

    path: str
    findings: int
    files: int


class UncomparedPages(JsonForm, frozen=True):
    """The pages of a format that are compared with no source; those of which that is expected, by the reason."""

    format: str
    pages: int
    example: str
    because: str
    expected: bool


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
