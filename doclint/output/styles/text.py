"""The style `text`: findings with their lines, as many as fit a screen."""

from collections.abc import Iterator

import click

from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.output.notices import shortly
from doclint.output.places import place, rule
from doclint.output.rendering import RenderOptions
from doclint.output.samples import COLORS, first_changes, rest, samples
from doclint.output.summary import summary
from doclint.output.terminal import safe, safe_characters
from doclint.rule.finding import Finding

_MOST, _FEW = 10, 4  # findings to show if these are all, and else; a finding takes five lines
_WIDTH = 100  # characters of a line of a page to show


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the findings in order. Of many, show a few, what to change first, and the numbers of the others."""
    pages = PageSources(report.repository)
    shown, hidden = samples(report, options.max_per_cause, most=_MOST, few=_FEW)
    yield from first_changes(hidden, report, options)
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
    if line is not None:
        yield from _marked(finding, line)
    yield ""


def _marked(finding: Finding, line: str) -> Iterator[str]:
    """Yield the line, and below it marks under the place; of a long line, only the part around the place."""
    start = finding.start.column - 1
    end = finding.end.column - 1 if finding.end.line == finding.start.line else len(line)
    cut = max(0, min(start - 10, len(line) - _WIDTH)) if len(line) > _WIDTH else 0
    shown = safe_characters(line[cut : cut + _WIDTH])
    before, marked = "".join(shown[: start - cut]), "".join(shown[start - cut : max(end, start + 1) - cut])
    number = str(finding.start.line)
    lead = "… " if cut else ""
    tail = " …" if cut + _WIDTH < len(line) else ""
    yield click.style(f"  {number} | ", dim=True) + lead + "".join(shown) + tail
    caret = click.style("^" * max(1, _cells(marked)), fg=COLORS[finding.severity])
    yield click.style(f"  {' ' * len(number)} | ", dim=True) + " " * (len(lead) + _cells(before)) + caret


def _cells(shown: str) -> int:
    """Return the number of terminal columns that a text takes, in the form in which it is shown."""
    if shown.isascii():
        return len(shown)
    from wcwidth import wcswidth

    return max(0, wcswidth(shown))
