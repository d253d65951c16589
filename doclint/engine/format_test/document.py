"""The result of a format test, as it is written to JSON."""

from typing import Annotated, Literal

from doclint.engine.format_test.tally import FormatPlace, SourceState
from doclint.errors.settings_table import JsonForm
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


class FormatObservation(JsonForm, frozen=True):
    """Something that the pages show about their format."""

    code: ObservationCode
    is_mistake: Annotated[bool, "Whether the format is not right for the pages until this is changed."]
    message: str
    hint: Annotated[str, "What may be meant, or what to change; empty if doclint does not know."]
    kind: Annotated[str, "The kind that it is about; empty for the whole format."]
    section: Annotated[str, "The key of the section that it is about; empty if it is in none."]
    keys: Annotated[
        list[str | int],
        "The keys of the part of the format in its file, tables of lists counted from 0; empty for none.",
    ]
    line: Annotated[int | None, "The line of that part in the file, from 1 on; null if it is not known."]
    count: Annotated[int, "How often it occurs on the pages; 0 for what never does."]
    pages: Annotated[int, "The pages on which it occurs."]
    lines: Annotated[int, "The lines of these pages that it concerns; 0 if it does not concern lines."]
    places: Annotated[list[FormatPlace], "The first three places, on different pages."]


class KindCoverage(JsonForm, frozen=True):
    """The pages of one kind."""

    name: str
    path: Annotated[str, "The pattern of the paths of such pages, as the format has it."]
    pages: int
    lines: Annotated[
        dict[Taker, int],
        "Lines by what of the format takes them, without blank lines and quoted sources. `free-text` is "
        "text that the format says to be free, `nothing` what it does not have.",
    ]
    symbols: Annotated[dict[str, int], "Symbols that were read, by what the format calls them."]
    sources: Annotated[
        dict[SourceState, int],
        "The sources that the format promises: those that are there, those that are not, those for which "
        "there are several files, and those whose path needs a hole that is not filled.",
    ]


class FormatTest(JsonForm, frozen=True, kw_only=True):
    """The result of a format test."""

    version: Annotated[Literal[1], "The version of this form."] = 1
    doclint: Annotated[str, "The version of doclint."]
    root: Annotated[str, "The root of the pages."]
    format: Annotated[str, "The name of the format."]
    file: Annotated[str, "The file of the format; empty for one that comes with doclint."]
    docs_roots: Annotated[list[str], "The folders of its pages, from the root."]
    pages: Annotated[int, "Pages in these folders."]
    pages_elsewhere: Annotated[int, "Pages below the root that are in none of these folders."]
    at_least: Annotated[float, "The share, per cent, of pages, sections and lines that have to fit."]
    is_right: Annotated[bool, "Whether no observation is a mistake of the format."]
    kinds: list[KindCoverage]
    rules: Annotated[list[str], "The rules that read a part of the format on some page, by id."]
    idle_rules: Annotated[list[str], "The rules that have nothing to read on any page, by id."]
    observations: Annotated[
        list[FormatObservation],
        "What the pages show about the format: mistakes first, in the order in which to look at them.",
    ]
