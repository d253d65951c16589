"""The result of a format test, as it is written to JSON."""

from typing import Literal

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
    is_mistake: bool
    message: str
    hint: str
    kind: str
    section: str
    keys: list[str | int]
    line: int | None
    count: int
    pages: int
    lines: int
    places: list[FormatPlace]


class KindCoverage(JsonForm, frozen=True):
    """The pages of one kind."""

    name: str
    path: str
    pages: int
    lines: dict[Taker, int]
    symbols: dict[str, int]
    sources: dict[SourceState, int]


class FormatTest(JsonForm, frozen=True, kw_only=True):
    """The result of a format test."""

    version: Literal[1] = 1
    doclint: str
    root: str
    format: str
    file: str
    docs_roots: list[str]
    pages: int
    pages_elsewhere: int
    at_least: float
    is_right: bool
    kinds: list[KindCoverage]
    rules: list[str]
    idle_rules: list[str]
    observations: list[FormatObservation]
