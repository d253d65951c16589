"""Causes for people: what to change, with the causes that each change fixes."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

import click
from msgspec.structs import replace

from doclint.engine.format_test.tally import FormatPlace
from doclint.engine.report.causes import Gone, RemedyGroup, rules_of_targets
from doclint.engine.report.causes_diff import CauseChange, CausesDiff
from doclint.engine.report.forms import Cause, GoneTarget, Location, PageToWrite
from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.paths import path_from_here
from doclint.output.samples import COLORS
from doclint.output.summary import summary
from doclint.output.terminal import safe

MOST_GONE = 10  # targets, and pages, to show
_OTHERS = "`doclint claims --by page` lists all pages, those with the most refuted claims first"


def render(report: Report) -> Iterator[str]:
    """Yield the changes to make, in the order of their rank, and then the totals."""
    found = report.changes
    apart = rules_of_targets(report.rules)
    for number, group in enumerate(found, start=1):
        yield from _remedy(number, group, report.root, apart)
    for title, items in gone_lists(report.gone, report.root):
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
    left_out = {cause.id for cause in targets[MOST_GONE:]}
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
    yield below + click.style(safe(shown_places(cause.places, root)), dim=True)


def shown_places(places: Iterable[Location | FormatPlace], root: str) -> str:
    """Return places in one line, relative to the working directory."""
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
            yield "         " + click.style(safe(shown_places(change.places, root)), dim=True)


def _citing(target: GoneTarget) -> str:
    """Return how many pages cite a target, and since when it is gone."""
    pages = f"{counted(target.pages, 'page')} cite{'s' if target.pages == 1 else ''}"
    files = f" ({counted(target.files, 'file')})" if target.path.endswith("/") else ""
    state = f"gone since {target.since}" if target.since else "which does not exist"
    return f"{pages} `{target.path}`{files}, {state}"


def gone_lists(gone: Gone, root: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the targets that are most cited, and the pages with the most such citations: a title, and its items.

    Paths of pages are relative to the working directory if there is a `root`.
    """
    if gone.targets:
        yield "Cited, but gone:", _first(map(_citing, gone.targets), len(gone.targets))
        pages = (f"`{path_from_here(page.path, root)}`: {_citations(page)}" for page in gone.pages)
        yield "Pages to write again:", [*_first(pages, len(gone.pages)), _OTHERS]


def _citations(page: PageToWrite) -> str:
    return f"{counted(page.findings, 'dead citation')} of {counted(page.files, 'file')}"


def _first(several: Iterable[str], number: int) -> list[str]:
    more = f"and {number - MOST_GONE:,} more; `doclint causes --output-format json` lists all"
    return [*islice(several, MOST_GONE), *([more] if number > MOST_GONE else [])]
