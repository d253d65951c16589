"""The findings to show in full: all that fit a screen, else a few; and the numbers of the others, by cause."""

from collections.abc import Iterator, Mapping, Sequence

import click

from doclint.engine.report.causes import by_cause, typical
from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.paths import path_from_here
from doclint.output.rendering import RenderOptions
from doclint.output.summary import first_changes, heaviest
from doclint.output.terminal import safe
from doclint.rule.finding import Finding
from doclint.rule.message import SEVERITIES

COLORS = {"error": "red", "warning": "yellow", "info": "cyan"}
_CAUSES = 10  # causes whose other findings are counted one by one


def samples(
    report: Report, max_per_cause: int | None, *, most: int, few: int
) -> tuple[list[Finding], dict[str, list[Finding]]]:
    """Return the findings to show, in order, and the others by cause.

    `max_per_cause` is the number of findings of each cause (0: all): the first ones on pages of a known format, else
    typical ones. By default (None), all are shown; if these are more than `most`, at most about a `few` of those that
    the first changes fix.
    """
    if max_per_cause == 0 or (max_per_cause is None and len(report.findings) <= most):
        return report.findings, {}
    causes = by_cause(report.findings)
    chosen = (
        _of_first_changes(report, few)
        if max_per_cause is None
        else [one for several in causes.values() for one in _of_cause(several, max_per_cause)]
    )
    shown = set(map(id, chosen))
    others = {cause: [one for one in several if id(one) not in shown] for cause, several in causes.items()}
    hidden = {cause: several for cause, several in others.items() if several}
    return [finding for finding in report.findings if id(finding) in shown], hidden


def _of_cause(findings: list[Finding], most: int) -> list[Finding]:
    return findings[:most] if findings[0].kind else typical(findings, most)


def _of_first_changes(report: Report, most: int) -> list[Finding]:
    """Return at most about `most` findings of the changes to make first, others than the examples of these."""
    changes = first_changes(report)
    each = max(1, most // len(changes))
    chosen: list[Finding] = []
    for group in changes:
        several = typical(group.gravest, each + 1)
        chosen += several[1:] or several
    return chosen


def what_first(hidden: Mapping[str, object], report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield what to change first, if some findings are not shown."""
    changes = list(heaviest(report)) if hidden and not options.is_quiet else []
    if changes:
        yield click.style("What to change first:", bold=True)
        yield from (f"  {change}" for change in changes)
        yield ""


def rest(hidden: Mapping[str, Sequence[Finding]], report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the numbers of findings that are not shown: those of the most frequent causes, and of all other ones.

    A quiet run gets one line, because the findings that it shows look like all of them.
    """
    if not hidden:
        return
    if options.is_quiet:
        number = sum(map(len, hidden.values()))
        are, them = ("is", "it") if number == 1 else ("are", "them")
        yield f"{counted(number, 'more finding')} {are} not shown; `--max-per-cause 0` shows {them}."
        return
    title = click.style("Not shown", bold=True)
    yield f"{title} (`--max-per-cause 0` shows all, `doclint causes` what to change):"
    ranked = sorted(hidden.items(), key=lambda item: (-len(item[1]), item[0]))
    listed = ranked if len(ranked) == _CAUSES + 1 else ranked[:_CAUSES]
    others = ranked[len(listed) :]
    width = len(f"{max(len(listed[0][1]), sum(len(findings) for _, findings in others)):,}")
    for cause, findings in listed:
        severity = min({finding.severity for finding in findings}, key=SEVERITIES.index)
        colored = click.style(f"{severity:<7}", fg=COLORS[severity])
        yield f"  {len(findings):>{width},}  {colored}  {safe(f'{cause}  {_where(findings, report.root)}')}"
    if others:
        yield f"  {sum(len(findings) for _, findings in others):>{width},}  with {len(others):,} other causes"
    yield ""


def _where(findings: Sequence[Finding], root: str) -> str:
    pages = len({finding.path for finding in findings})
    if pages > 1:
        return f"on {counted(pages, 'page')}"
    path = path_from_here(findings[0].path, root)
    start = findings[0].start
    return f"in {path}:{start.line}:{start.column}" if len(findings) == 1 else f"in {path}"
