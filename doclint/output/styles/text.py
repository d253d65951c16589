"""The style `text`: findings with their lines, as many as fit a screen."""

from collections.abc import Iterator

import click

from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.output.notices import shortly
from doclint.output.places import place, rule
from doclint.output.rendering import RenderOptions
from doclint.output.samples import COLORS, rest, samples, what_first
from doclint.output.summary import summary
from doclint.output.terminal import around, safe, safe_characters, width
from doclint.rule.finding import Finding, since

_MOST, _FEW = 10, 5  # findings to show if these are all, and else; a finding takes five lines
_WIDTH = 100  # columns of a line of a page to show, except on a terminal
_NARROWEST = 20  # columns of a line to show on a terminal
_CUT = "… "


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the findings in order. Of many, show a few, what to change first, and the numbers of the others."""
    pages = PageSources(report.repository)
    shown, hidden = samples(report, options.max_per_cause, most=_MOST, few=_FEW)
    yield from what_first(hidden, report, options)
    for finding in shown:
        yield from _finding(finding, report.root, pages.first_line(finding), options)
    yield from rest(hidden, report, options)
    yield from summary(report) if not options.is_quiet else shortly(report)


def _finding(finding: Finding, root: str, line: str | None, options: RenderOptions) -> Iterator[str]:
    severity = click.style(finding.severity, fg=COLORS[finding.severity], bold=True)
    yield f"{click.style(place(finding, root, options), bold=True)} {severity} {rule(finding, options)}"
    yield f"  {safe(finding.message)}"
    if finding.embedded:
        yield f"  in the quoted page {safe(finding.embedded)}"
    if finding.since:
        yield f"  {safe(since(finding.since))}"
    if line is not None:
        yield from _marked(finding, line, options.columns)
    yield ""


def _marked(finding: Finding, line: str, columns: int | None) -> Iterator[str]:
    """Yield the line, and below it marks under the place; of a long line, only the part around the place."""
    start = finding.start.column - 1
    end = finding.end.column - 1 if finding.end.line == finding.start.line else len(line)
    number = f"  {finding.start.line} | "
    free = max(columns - len(number), _NARROWEST) if columns else _WIDTH
    first, last = 0, len(line)
    if last > free or width("".join(safe_characters(line))) > free:
        near = max(0, start - free)  # a line can be as long as a page
        shown = safe_characters(line[near : start + free])
        first, last = around(shown, start - near, end - near, free - 2 * len(_CUT) if columns else free)
        first, last = first + near, last + near
    shown = safe_characters(line[first:last])
    before, marked = "".join(shown[: start - first]), "".join(shown[start - first : max(end, start + 1) - first])
    lead = _CUT if first else ""
    tail = _CUT[::-1] if last < len(line) else ""
    yield click.style(number, dim=True) + lead + "".join(shown) + tail
    caret = click.style("^" * max(1, width(marked)), fg=COLORS[finding.severity])
    below = " " * (len(number) - 2) + "| "
    yield click.style(below, dim=True) + " " * (len(lead) + width(before)) + caret
