"""The styles of reports. Each has a module of its name in `doclint.output.styles`, with a function `render`."""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from doclint.engine.report.report import Report


class Style(Struct, frozen=True):
    """What a style shows, and what it is for.

    It may be for people, and for a file only, not for a terminal. If it `has_summary`, it ends with one for people, in
    which the notes of the report are. If its readers accept only so many findings, it
    `is_capped`: the function `left_out` of its module says what a report has beyond these. If it `has_claims`, it also
    shows those that hold.
    """

    use: str
    for_people: bool = False
    for_files: bool = False
    is_capped: bool = False
    has_summary: bool = False
    has_claims: bool = False


class RenderOptions(Struct, frozen=True):
    """How to show a report; a style uses what applies to it.

    `max_per_cause` is the number of findings of each cause to show (0: all; None: all, or a few if these do not fit
    a screen). `rule_pages` is the address of the manuals of rules on the web, with `{rule}` in the place of the id; if
    it is empty, the rules that come with doclint have theirs in its documentation. With `has_links`, a terminal shows
    the text, and paths and ids of rules can be links. With `is_quiet`, styles for people show findings only.
    `columns` is the width of the terminal that shows the text; None if there is none.
    """

    max_per_cause: int | None = None
    rule_pages: str = ""
    has_links: bool = False
    is_quiet: bool = False
    columns: int | None = None

    def page_of(self, rule: str) -> str:
        """Return the address of the manual of a rule; empty if it has none."""
        from doclint.output.addresses import page_of_rule

        return page_of_rule(rule, self.rule_pages)


DEFAULTS = RenderOptions()

STYLES = {
    "text": Style("findings with their lines, as many as fit a screen", for_people=True, has_summary=True),
    "concise": Style("one line for each finding, as compilers write them", for_people=True),
    "grouped": Style(
        "the findings of each page below its path, as many as fit a screen", for_people=True, has_summary=True
    ),
    "html": Style(
        "a page for a browser: what to change, the causes, every finding with its lines, and what holds",
        for_files=True,
        has_claims=True,
    ),
    "json": Style("the whole report as one JSON document (`doclint schema report`)"),
    "jsonl": Style("JSON Lines: one finding in each line, as in `json`"),
    "github": Style("annotations of a pull request on GitHub, and the summary page of the step"),
    "sarif": Style("SARIF 2.1.0, for code scanning and editors", is_capped=True),
    "gitlab": Style("a Code Quality report for GitLab"),
    "junit": Style("JUnit XML: one test case for each page"),
    "pylint": Style("one line for each finding, as pylint writes them, for plug-ins of CI servers"),
    "azure": Style("issues of a step of Azure Pipelines"),
    "rdjson": Style("the Diagnostic Format of reviewdog, with suggestions"),
    "agent": Style("one line for each finding, with its evidence and its fix, for the context of a model"),
}
"""The styles that users can choose, by name, in the order in which messages list them."""

_WRAPPED = ("causes", "claims", "statistics")


def render(report: "Report", style: str, options: RenderOptions = DEFAULTS) -> Iterator[str]:
    """Yield the lines of a report in one of `STYLES`, or as `statistics` or `step-summary`."""
    lines: Iterator[str] = _module(style).render(report, options)
    return lines


def is_wrapped(style: str) -> bool:
    """Whether a terminal gets the lines of a style with breaks between words."""
    return STYLES[style].has_summary if style in STYLES else style in _WRAPPED


def left_out(report: "Report", style: str) -> Iterator[str]:
    """Yield sentences on the findings of a report that a style leaves out, if there are any."""
    if style in STYLES and STYLES[style].is_capped:
        yield from _module(style).left_out(report)


def _module(style: str) -> ModuleType:
    return import_module(f"doclint.output.styles.{style.replace('-', '_')}")
