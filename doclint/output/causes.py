"""Causes for people: what to change, with the causes that each change fixes."""

from collections.abc import Collection, Iterable, Iterator

import click
from msgspec.structs import replace

from doclint.engine.report.causes import RemedyGroup, rules_of_targets
from doclint.engine.report.causes_diff import CauseChange, CausesDiff
from doclint.engine.report.forms import Cause, Location
from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output import gone
from doclint.output.paths import path_from_here
from doclint.output.samples import COLORS
from doclint.output.summary import summary
from doclint.output.terminal import safe


def render(report: Report) -> Iterator[str]:
    """Yield the changes to make, in the order of their rank, and then the totals."""
    found = report.changes
    apart = rules_of_targets(report.rules)
    for number, group in enumerate(found, start=1):
        yield from _remedy(number, group, report.root, apart)
    for title, items in gone.lists(report.gone, report.root):
        yield click.style(title, bold=True)
        yield from (f"  {safe(item)}" for item in items)
    if report.gone.targets:
        yield ""
    yield from summary(report)
    if found:
        cover = "covers" if len(found) == 1 else "cover"
        yield f"{counted(len(found), 'change')} {cover} {counted(sum(group.findings for group in found), 'finding')}."


def _remedy(number: int, group: RemedyGroup, root: str, apart: Collection[str]) -> Iterator[str]:
    """Yield a change to make and its causes. The first ones will do for rules `apart`, with a cause for each target."""
    lead = f"{number}. "
    indent = " " * len(lead)
    yield click.style(f"{lead}{remedy(group)}", bold=True)
    yield f"{indent}{counted(group.findings, 'finding')} on {counted(group.pages, 'page')}:"
    width = len(f"{max(cause.findings for cause in group.causes):,}")
    targets = [cause for cause in group.causes if cause.rule in apart]
    left_out = {cause.id for cause in targets[gone.MOST :]}
    for cause in group.causes:
        if cause.id not in left_out:
            yield from _cause(cause, root, indent, width)
    if left_out:
        yield f"{indent}and {counted(len(left_out), 'more cause')}; `--output-format json` lists all"
    yield ""


def remedy(group: RemedyGroup) -> str:
    """Return what to change, or a reference to the manuals of the rules if they have no remedy."""
    rules = ", ".join(f"`doclint explain {rule}`" for rule in group.rules)
    return safe(group.remedy) if group.remedy else safe(f"See {rules}.")


def _cause(cause: Cause, root: str, indent: str, width: int) -> Iterator[str]:
    severity = click.style(cause.severity, fg=COLORS[cause.severity])
    yield f"{indent}{cause.findings:>{width},}  {severity} {safe(cause.id)}, on {counted(cause.pages, 'page')}"
    below = f"{indent}{' ' * width}  "
    yield f"{below}{safe(cause.example)}"
    yield below + click.style(safe(_places(cause.places, root)), dim=True)


def _places(places: Iterable[Location], root: str) -> str:
    return ", ".join(str(replace(place, path=path_from_here(place.path, root))) for place in places)


def changes(found: CausesDiff, root: str = "") -> Iterator[str]:
    """Yield the causes that are worse, then the others that changed, then the totals."""
    worse = [change for change in found.changes if change.is_worse]
    better = [change for change in found.changes if not change.is_worse]
    for title, several in (("Worse:", worse), ("Not worse:", better)):
        if several:
            yield click.style(title, bold=True)
            yield from _changes(several, root)
            yield ""
    if found.not_compared:
        yield safe(f"Not compared, because they ran only once: {', '.join(found.not_compared)}.")
    yield (
        f"{counted(found.before, 'finding')} before, {found.after:,} now: "
        f"{found.fixed:,} fixed, {found.introduced:,} new."
    )


def _changes(several: Iterable[CauseChange], root: str) -> Iterator[str]:
    shown: set[str] = set()
    for change in several:
        status = click.style(f"{change.status:<5}", fg="red" if change.is_worse else "green")
        figures = f"{change.before:,} -> {change.after:,}"
        difference = f"{change.fixed:,} fixed, {change.introduced:,} new"
        yield f"  {status}  {figures}  {safe(change.cause.id)} ({difference})"
        remedy = change.cause.remedy if change.is_worse else ""
        if remedy and remedy not in shown:
            shown.add(remedy)
            yield f"         {safe(remedy)}"
        if change.places:
            yield "         " + click.style(safe(_places(change.places, root)), dim=True)
