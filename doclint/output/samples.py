"""The findings to show in full: all that fit a screen, else a few; and the numbers of the others, by rule."""

from collections import Counter
from collections.abc import Iterator, Sequence

import click

from doclint.engine.report.causes import by_cause, typical
from doclint.engine.report.report import Report
from doclint.errors.grouping import by_key
from doclint.errors.wording import counted
from doclint.output.places import place
from doclint.output.rendering import DEFAULTS, RenderOptions
from doclint.output.summary import first_changes, heaviest, severities
from doclint.output.terminal import safe
from doclint.rule.finding import Finding
from doclint.rule.message import SEVERITIES

COLORS = {"error": "red", "warning": "yellow", "info": "cyan"}
_ROWS = 10  # rules whose other findings are counted one by one


def samples(report: Report, max_per_cause: int | None, *, most: int, few: int) -> tuple[list[Finding], list[Finding]]:
    """Return the findings to show, in order, and the others.

    `max_per_cause` is the number of findings of each cause (0: all): the first ones on pages of a known format, else
    typical ones. By default (None), all are shown; if these are more than `most`, at most about a `few` of those that
    the first changes fix, and of those on pages that no known generator wrote.
    """
    if max_per_cause == 0 or (max_per_cause is None and len(report.findings) <= most):
        return report.findings, []
    chosen = (
        _of_first_changes(report, few)
        if max_per_cause is None
        else [
            finding
            for several in by_cause(report.findings).values()
            for finding in (several[:max_per_cause] if several[0].kind else typical(several, max_per_cause))
        ]
    )
    shown = set(map(id, chosen))
    return (
        [finding for finding in report.findings if id(finding) in shown],
        [finding for finding in report.findings if id(finding) not in shown],
    )


def _of_first_changes(report: Report, most: int) -> list[Finding]:
    """Return at most about `most` findings of the changes to make first, others than the examples of these."""
    changes = first_changes(report)
    each = max(1, most // len(changes))
    chosen: list[Finding] = []
    for group in changes:
        several = typical(group.gravest, each + 1)
        chosen += several[1:] or several
    return [*chosen, *_by_hand(report, most)]


def _by_hand(report: Report, most: int) -> Iterator[Finding]:
    """Yield a finding of each cause on pages of no known format, if there are others: who changes no generator can
    still fix these.
    """
    findings = [finding for finding in report.findings if not finding.kind]
    if len(findings) < len(report.findings):
        several = sorted(by_cause(findings).values(), key=lambda one: (SEVERITIES.index(one[0].severity), -len(one)))
        yield from (typical(one, 1)[0] for one in several[:most])


def what_first(hidden: Sequence[Finding], report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield what to change first, if some findings are not shown."""
    changes = list(heaviest(report)) if hidden and not options.is_quiet else []
    if changes:
        yield click.style("What to change first:", bold=True)
        yield from (f"  {change}" for change in changes)
        yield ""


def rest(hidden: Sequence[Finding], report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the numbers of findings that are not shown, by rule, the gravest first, each with a place.

    The examples of `what_first` are shown. A quiet run, which has none, gets one line, because the findings that it
    shows look like all of them.
    """
    examples = set() if options.is_quiet or not hidden else {id(group.example) for group in first_changes(report)}
    others = [finding for finding in hidden if id(finding) not in examples]
    if not others:
        return
    if options.is_quiet:
        are, them = ("is", "it") if len(others) == 1 else ("are", "them")
        yield f"{counted(len(others), 'more finding')} {are} not shown; `--max-per-cause 0` shows {them}."
        return
    title = click.style("Not shown", bold=True)
    yield f"{title} (`--max-per-cause 0` lists all, `doclint causes` says what to change):"
    rows = by_key(((finding.severity, finding.rule), finding) for finding in others)
    ranked = sorted(rows.items(), key=lambda row: (SEVERITIES.index(row[0][0]), -len(row[1]), row[0][1]))
    listed = ranked if len(ranked) == _ROWS + 1 else ranked[:_ROWS]
    more = [finding for _, several in ranked[len(listed) :] for finding in several]
    totals = Counter((finding.severity, finding.rule) for finding in report.findings)
    numbers = [_share(len(several), totals[key]) for key, several in listed]
    figures = max(map(len, [f"{len(more):,}", *numbers]))
    names = max(len(rule) for (_, rule), _ in listed)
    for number, ((severity, rule), several) in zip(numbers, listed, strict=True):
        colored = click.style(f"{severity:<7}", fg=COLORS[severity])
        row = f"  {number:>{figures}}  {colored}  {safe(f'{rule:<{names}}')}  "
        yield row + place(typical(several, 1)[0], report.root, DEFAULTS)
    if more:
        by = counted(len(ranked) - len(listed), "other rule")
        yield f"  {len(more):>{figures},}  by {by} ({severities(Counter(finding.severity for finding in more))})"
    yield ""


def _share(number: int, total: int) -> str:
    """Return a number of findings, and of how many if there are more.

    >>> _share(106, 108), _share(2, 2)
    ('106 of 108', '2')
    """
    return f"{number:,}" if number == total else f"{number:,} of {total:,}"
