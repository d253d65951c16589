"""The styles of reports. Each has a module of its name in this package, with a function `render`."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from doclint.engine.report.report import Report


class Style(NamedTuple):
    """What a style shows, whether it is for people, and whether it shows only some of the findings of each cause."""

    use: str
    for_people: bool = False
    has_samples: bool = False


STYLES = {
    "text": Style("each finding with its line, a few of each cause", for_people=True, has_samples=True),
    "concise": Style("one line for each finding, as compilers write them", for_people=True),
    "grouped": Style(
        "the findings of each page below its path, a few of each cause", for_people=True, has_samples=True
    ),
    "json": Style("the whole report as one JSON document (`doclint schema report`)"),
    "jsonl": Style("JSON Lines: one finding in each line, as in `json`"),
    "github": Style("annotations of a pull request on GitHub, and the summary page of the step"),
    "sarif": Style("SARIF 2.1.0, for code scanning and editors"),
    "gitlab": Style("a Code Quality report for GitLab"),
    "junit": Style("JUnit XML: one test case for each page"),
}
"""The styles that users can choose, by name, in the order in which messages list them."""


def render(report: "Report", style: str, *, max_per_cause: int) -> Iterator[str]:
    """Yield the lines of a report in one of `STYLES`, or as `statistics` or `step-summary`.

    If the style has samples, it shows `max_per_cause` findings of each cause (0: all).
    """
    module = import_module(f"doclint.output.{style.replace('-', '_')}")
    has_samples = style in STYLES and STYLES[style].has_samples
    lines: Iterator[str] = module.render(report, max_per_cause=max_per_cause) if has_samples else module.render(report)
    return lines
