"""The style `text`: each finding with its line, a few of each cause."""

from collections import Counter
from collections.abc import Iterator, Mapping

import click

from doclint.engine.report.causes import by_cause, by_remedy, typical
from doclint.engine.report.report import BaselineResult, Report
from doclint.errors.wording import counted
from doclint.output.pages import PageSources
from doclint.output.paths import path_from_here
from doclint.output.styles import RenderOptions
from doclint.output.terminal import safe, safe_characters
from doclint.rule.finding import ENGINE, Finding
from doclint.rule.message import SEVERITIES

COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}
_WIDTH = 100  # characters of a line of a page to show
_REMEDIES = 3  # remedies to show


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the findings in order. A few findings of each cause are shown, the others are counted at the end."""
    pages = PageSources(report.repository)
    shown, hidden = samples(report, options.max_per_cause)
    for finding in shown:
        # Findings of doclint itself are not about a line, and it may be impossible to read the page.
        yield from _finding(
            finding, report.root, None if finding.rule in ENGINE else pages.line(finding.path, finding.start.line)
        )
    yield from rest(hidden, report)
    if not options.is_quiet:
        yield from summary(report)


def samples(report: Report, max_per_cause: int) -> tuple[list[Finding], dict[str, list[Finding]]]:
    """Return `max_per_cause` findings of each cause (0: all) in order, and the others by cause.

    These are the first ones on pages of a known format, else typical ones.
    """
    if not max_per_cause:
        return report.findings, {}
    shown: set[int] = set()
    hidden: dict[str, list[Finding]] = {}
    for cause, findings in by_cause(report.findings).items():
        some = findings[:max_per_cause] if findings[0].kind else typical(findings, max_per_cause)
        shown.update(map(id, some))
        if len(findings) > max_per_cause:
            hidden[cause] = [finding for finding in findings if id(finding) not in shown]
    return [finding for finding in report.findings if id(finding) in shown], hidden


def _finding(finding: Finding, root: str, line: str | None) -> Iterator[str]:
    path = path_from_here(finding.path, root)
    place = click.style(safe(f"{path}:{finding.start.line}:{finding.start.column}"), bold=True)
    severity = click.style(finding.severity, fg=COLOURS[finding.severity], bold=True)
    yield f"{place} {severity} {finding.rule}"
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
    caret = click.style("^" * max(1, _cells(marked)), fg=COLOURS[finding.severity])
    yield click.style(f"  {' ' * len(number)} | ", dim=True) + " " * (len(lead) + _cells(before)) + caret


def _cells(shown: str) -> int:
    """Return the number of terminal columns that a text takes, in the form in which it is shown."""
    if shown.isascii():
        return len(shown)
    from wcwidth import wcswidth

    return max(0, wcswidth(shown))


def rest(hidden: dict[str, list[Finding]], report: Report) -> Iterator[str]:
    """Yield the numbers of findings that are not shown, by cause."""
    if not hidden:
        return
    counts = Counter(finding.cause for finding in report.findings)
    yield "More findings of the causes above (--max-per-cause 0 shows them, `doclint causes` says what to fix):"
    shown_remedies: set[str] = set()
    width = len(str(max(len(findings) for findings in hidden.values())))
    for cause, findings in sorted(hidden.items(), key=lambda item: (-len(item[1]), item[0])):
        pages = len({finding.path for finding in findings})
        where = f"on {counted(pages, 'page')}" if pages > 1 else f"in {path_from_here(findings[0].path, report.root)}"
        yield safe(f"  {len(findings):>{width}} of {counts[cause]}  {cause}  {where}")
        remedy = findings[0].remedy
        if remedy and remedy not in shown_remedies and len(shown_remedies) < _REMEDIES:
            shown_remedies.add(remedy)
            yield f"  {' ' * width} {safe(remedy)}"
    yield ""


def heaviest(report: Report) -> Iterator[str]:
    """Yield the changes that would fix the most findings, one line for each."""
    for group in by_remedy(report.findings)[:_REMEDIES]:
        if group.remedy:
            yield safe(f"{counted(group.findings, 'finding')} on {counted(group.pages, 'page')}: {group.remedy}")


def summary(report: Report) -> Iterator[str]:
    """Yield the totals of all findings, shown or not, and the comparison with the baseline."""
    yield _total(report)
    if report.skipped:
        yield "Not all pages were checked: rules about all of them together did not run."
    if report.left_out:
        yield f"{left_out(report.left_out)}."
    yield from (f"{safe(note)}." for note in report.notes)
    yield from _baseline(report.baseline)


def left_out(counts: Mapping[str, int]) -> str:
    """Return a sentence on the pages that are left out by default, given their number by what they are."""
    total = sum(counts.values())
    kinds = ", ".join(counted(count, noun) for noun, count in counts.items())
    are, them = ("is", "it") if total == 1 else ("are", "them")
    return (
        f"{counted(total, 'page')} {are} left out as not documentation ({kinds}); `default-exclude = false` or "
        f'`exclude = ["!FOLDER/"]` brings {them} back'
    )


def _total(report: Report) -> str:
    pages = counted(report.pages, "page")
    suppressed = f"; {report.suppressed} suppressed" if report.suppressed else ""
    if not report.findings:
        return f"{pages} checked, nothing found{suppressed}."
    counts = report.severities
    kinds = ", ".join(
        counted(counts[severity], severity) if severity != "info" else f"{counts[severity]} info"
        for severity in SEVERITIES
        if counts[severity]
    )
    with_findings = len({finding.path for finding in report.findings})
    return f"{counted(len(report.findings), 'finding')} ({kinds}) in {with_findings} of {pages}{suppressed}."


def _baseline(result: BaselineResult | None) -> Iterator[str]:
    if result is None:
        return
    yield f"{counted(result.known, 'finding')} known from the baseline."
    if result.gone:
        are = "is" if result.gone == 1 else "are"
        yield (
            f"{counted(result.gone, 'finding')} of the baseline {are} gone; "
            f"`doclint baseline prune` removes {'it' if result.gone == 1 else 'them'}."
        )
    if result.is_ratchet:
        more = ", ".join(f"{rule} has {count:,} more" for rule, count in result.rises.items())
        yield f"The ratchet fails: {more}." if more else "The ratchet passes: no rule has more than in the baseline."
