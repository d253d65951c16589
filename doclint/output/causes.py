"""For people: what to change in the generator, with the causes that each change does away with."""

from collections.abc import Iterable, Iterator

import click

from doclint.engine.report.causes import Cause, Mend, mends
from doclint.engine.report.causes_diff import Change, ChangesDocument
from doclint.engine.report.report import Report
from doclint.output.terminal import safe
from doclint.output.text import COLOURS, counted, summary


def render(report: Report) -> Iterator[str]:
    """The changes, what mends most first; then all findings in a sentence."""
    found = mends(report.problems)
    for number, mend in enumerate(found, start=1):
        yield from _mend(number, mend)
    yield from summary(report)
    if found:
        yield f"{counted(sum(len(mend.causes) for mend in found), 'cause')}, {counted(len(found), 'thing')} to mend."


def _mend(number: int, mend: Mend) -> Iterator[str]:
    lead = f"{number}. "
    indent = " " * len(lead)
    yield click.style(f"{lead}{remedy(mend)}", bold=True)
    yield f"{indent}{counted(mend.findings, 'finding')} on {counted(mend.pages, 'page')}:"
    width = len(f"{max(cause.findings for cause in mend.causes):,}")
    for cause in mend.causes:
        yield from _cause(cause, indent, width)
    yield ""


def remedy(mend: Mend) -> str:
    """What to change, or where to read about it."""
    rules = ", ".join(f"`doclint explain {rule}`" for rule in mend.rules)
    return safe(mend.remedy) if mend.remedy else safe(f"See {rules}.")


def _cause(cause: Cause, indent: str, width: int) -> Iterator[str]:
    severity = click.style(cause.severity, fg=COLOURS[cause.severity])
    yield f"{indent}{cause.findings:>{width},}  {severity} {safe(cause.id)}, on {counted(cause.pages, 'page')}"
    below = f"{indent}{' ' * width}  "
    yield f"{below}{safe(cause.example)}"
    yield below + click.style(safe(", ".join(map(str, cause.places))), dim=True)


def changes(found: ChangesDocument) -> Iterator[str]:
    """What became worse, then what else changed, then the totals."""
    worse = [change for change in found.changes if change.is_worse]
    better = [change for change in found.changes if not change.is_worse]
    for title, several in (("Worse:", worse), ("No worse:", better)):
        if several:
            yield click.style(title, bold=True)
            yield from _changes(several)
            yield ""
    if found.not_compared:
        yield safe(f"Not compared, since only one of the runs had them: {', '.join(found.not_compared)}.")
    yield (
        f"{counted(found.before, 'finding')} before, {found.after:,} now: "
        f"{found.mended:,} mended, {found.broken:,} new."
    )


def _changes(several: Iterable[Change]) -> Iterator[str]:
    told: set[str] = set()
    for change in several:
        status = click.style(f"{change.status:<5}", fg="red" if change.is_worse else "green")
        figures = f"{change.before:,} -> {change.after:,}"
        fate = f"{change.mended:,} mended, {change.broken:,} new"
        yield f"  {status}  {figures}  {safe(change.cause.id)} ({fate})"
        remedy = change.cause.remedy if change.is_worse else ""
        if remedy and remedy not in told:
            told.add(remedy)
            yield f"         {safe(remedy)}"
        if change.places:
            yield "         " + click.style(safe(", ".join(map(str, change.places))), dim=True)
