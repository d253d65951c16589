"""The result of a format test, as it is written to JSON."""

from typing import Literal

from pydantic import Field

from doclint.engine.format_test.tally import FormatPlace
from doclint.errors.models import JsonForm
from doclint.page.parts import Taker

ObservationCode = Literal[
    "no-page",
    "kind-without-page",
    "page-unread",
    "page-of-no-kind",
    "path-of-no-kind",
    "page-of-other-format",
    "unclear-kind",
    "fits-other-kind",
    "always-fits-other-kind",
    "title-differs",
    "unknown-heading",
    "renamed-section",
    "untaken",
    "formal-free-text",
    "few-lines-taken",
    "missing-section",
    "unused-section",
    "wrong-level",
    "section-elsewhere",
    "absent-element",
    "unused-element",
    "unused-alternative",
    "unfilled-hole",
    "other-value",
    "several-values",
    "malformed-field",
    "unknown-field",
    "source-absent",
    "source-several",
    "source-unnamed",
    "no-symbol",
    "nothing-compared",
    "idle-rule",
    "free-text",
]


class FormatObservation(JsonForm):
    """Something that the pages show about their format."""

    code: ObservationCode
    is_mistake: bool = Field(description="Whether the format is not right for the pages until this is changed.")
    message: str
    hint: str = Field(description="What may be meant, or what to change; empty if doclint does not know.")
    kind: str = Field(description="The kind that it is about; empty for the whole format.")
    section: str = Field(description="The key of the section that it is about; empty if it is in none.")
    keys: list[str | int] = Field(
        description="The keys of the part of the format in its file, tables of lists counted from 0; empty for none."
    )
    line: int | None = Field(description="The line of that part in the file, from 1 on; null if it is not known.")
    count: int = Field(description="How often it occurs on the pages; 0 for what never does.")
    pages: int = Field(description="The pages on which it occurs.")
    lines: int = Field(description="The lines of these pages that it concerns; 0 if it does not concern lines.")
    places: list[FormatPlace] = Field(description="The first three places, on different pages.")


class KindCoverage(JsonForm):
    """The pages of one kind."""

    name: str
    path: str = Field(description="The pattern of the paths of such pages, as the format has it.")
    pages: int
    lines: dict[Taker, int] = Field(
        description="Lines by what of the format takes them, without blank lines and quoted sources. `free-text` is "
        "text that the format says to be free, `nothing` what it does not have."
    )
    symbols: dict[str, int] = Field(description="Symbols that were read, by what the format calls them.")
    sources: dict[Literal["found", "absent", "several", "unnamed"], int] = Field(
        description="The sources that the format promises: those that are there, those that are not, those for which "
        "there are several files, and those whose path needs a hole that is not filled."
    )


class FormatTest(JsonForm):
    """The result of a format test."""

    version: Literal[1] = Field(default=1, description="The version of this form.")
    doclint: str = Field(description="The version of doclint.")
    root: str = Field(description="The root of the pages.")
    format: str = Field(description="The name of the format.")
    file: str = Field(description="The file of the format; empty for one that comes with doclint.")
    docs_roots: list[str] = Field(description="The folders of its pages, from the root.")
    pages: int = Field(description="Pages in these folders.")
    pages_elsewhere: int = Field(description="Pages below the root that are in none of these folders.")
    at_least: float = Field(description="The share, per cent, of pages, sections and lines that have to fit.")
    is_right: bool = Field(description="Whether no observation is a mistake of the format.")
    kinds: list[KindCoverage]
    rules: list[str] = Field(description="The rules that read a part of the format on some page, by id.")
    idle_rules: list[str] = Field(description="The rules that have nothing to read on any page, by id.")
    observations: list[FormatObservation] = Field(
        description="What the pages show about the format: mistakes first, in the order in which to look at them."
    )
