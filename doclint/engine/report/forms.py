"""The JSON forms of what findings come to: causes, what is gone, and pages that are compared with no source."""

from pydantic import Field

from doclint.errors.models import JsonForm
from doclint.rule.message import Severity


class Location(JsonForm):
    """The place of a finding. Lines and columns count from 1."""

    path: str = Field(description="The path of the page from the root, with `/` between folders.")
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Cause(JsonForm):
    """A bug of the generator, or what links miss, with its findings in figures and examples."""

    id: str = Field(description="The identifier of the cause, as each of its findings has it in `cause`.")
    rule: str
    message_id: str
    kind: str = Field(
        description="The kind of the pages in their format; empty for pages of no known format, and of several kinds."
    )
    section: str = Field(
        description="The key of the section in the format; empty if the findings are in none, or in several."
    )
    reason: str = Field(description="What distinguishes causes of the same message; empty if the rule knows only one.")
    severity: Severity = Field(description="The highest severity of its findings.")
    findings: int
    pages: int = Field(description="Pages with any of its findings.")
    places: list[Location] = Field(
        description="Places of its findings, on different pages if possible: the first ones on pages of a known "
        "format, else typical ones, the most typical first."
    )
    example: str = Field(description="The message at the first place.")
    remedy: str = Field(
        description="What to change: in the generator, or by hand on pages of no known format; empty if the rule does "
        "not say it."
    )


class GoneTarget(JsonForm):
    """A file that pages cite and that is gone, or a folder with several such files."""

    path: str = Field(description="The path from the root; that of a folder ends with `/`.")
    since: str = Field(
        description="The day on which git deleted or renamed the file, or the last one of the folder, such as "
        "`2026-05-02`; empty if git does not know all of them."
    )
    files: int = Field(description="Different files that pages cite: 1 for a file.")
    findings: int
    pages: int = Field(description="Pages that cite any of these files.")


class PageToWrite(JsonForm):
    """A page that cites what is gone."""

    path: str = Field(description="The path of the page from the root, with `/` between folders.")
    findings: int = Field(description="Citations of what is gone.")
    files: int = Field(description="Different files that are gone.")


class UncomparedPages(JsonForm):
    """The pages of a format that are compared with no source; those of which that is expected, by the reason."""

    format: str
    pages: int = Field(description="The number of these pages.")
    example: str = Field(description="The path of the first one.")
    because: str = Field(description="Why that page is compared with none: what doclint looked for, as a clause.")
    expected: bool = Field(
        description="Whether the format names no source, the pages state nothing that a source declares, or they are "
        "about another version of the sources; a check then says nothing to people, but `formats find` does."
    )
