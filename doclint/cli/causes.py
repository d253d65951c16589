"""`doclint causes`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from doclint.mending import CausesDocument
    from doclint.report import Report
    from doclint.session import Session


@click.command()
@common.paths
@click.option(
    "--diff",
    "old_file",
    type=common.FILE,
    metavar="OLD.json",
    help="Show what changed since the run that wrote this file with --output-format json.",
)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "--output-file", type=common.FILE, help="Where the output goes instead of standard output.")
@common.select
@common.ignore
@common.without
@click.option("--baseline", "baseline_file", type=common.FILE, help="The findings that are known: leave them out.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever was found; failures of doclint still give 2.")
@common.root
@common.isolated
@common.no_local_rules
@common.resources
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@common.verbose
def causes(
    paths: tuple[Path, ...],
    old_file: Path | None,
    output_format: str,
    output_file: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    without: tuple[str, ...],
    baseline_file: Path | None,
    exit_zero: bool,
    root: Path | None,
    isolated: bool,
    no_local_rules: bool,
    color: str,
    **resources: Any,
) -> int:
    """Tell what to change in the generator: the causes of all findings, the heaviest first.

    The exit code is that of `check`; with --diff it is 1 if there is more of something than before.
    """
    from doclint.mending import load
    from doclint.output.destination import check_file
    from doclint.project import Project
    from doclint.session import Session

    if output_file is not None:
        check_file(output_file)
    old = load(old_file) if old_file is not None else None
    project = Project.find(paths, root=root, isolated=isolated, local_rules=not no_local_rules)
    chosen = common.selection(project, select, ignore, without)
    means = common.means(**resources)
    session = Session(project, chosen, project.pages(paths), is_whole=project.is_whole(paths), **means)
    if not session.pages:
        tell("doclint: no page was found")
    report = session.report(common.progress)
    for note in session.notes(report):
        tell(f"doclint: {note}")
    for problem in report.problems if common.is_verbose() else ():
        if problem.traceback:
            tell(f"{problem.path}: {problem.traceback}")
    report = _without_known(report, session, baseline_file)
    places = [] if session.is_whole else [project.place_of(path) for path in paths]
    told = _told(report, places, output_format) if old is None else _compared(old, report, places, output_format)
    _show(told.lines, output_file, color=common.has_colour(color))
    if report.has_failed:
        return TROUBLE
    return FINDINGS if told.fails and not exit_zero else CLEAN


class _Told(NamedTuple):
    """What to print, and whether the run fails for it."""

    lines: "Iterable[str]"
    fails: bool


def _without_known(report: "Report", session: "Session", file: Path | None) -> "Report":
    if file is None:
        return report
    from doclint import baseline

    named = baseline.file_of(session.project, file)
    assert named is not None
    return session.compare(baseline.load(named), report).applied(report)


def _told(report: "Report", places: list[str], style: str) -> _Told:
    from doclint.mending import document
    from doclint.output import causes

    lines = [document(report, places).model_dump_json(indent=2)] if style == "json" else causes.render(report)
    return _Told(lines, bool(report.problems))


def _compared(old: "CausesDocument", report: "Report", places: list[str], style: str) -> _Told:
    from doclint.mending import compare
    from doclint.output import causes

    changes = compare(old, report, places)
    return _Told([changes.model_dump_json(indent=2)] if style == "json" else causes.changes(changes), changes.is_worse)


def _show(lines: "Iterable[str]", file: Path | None, *, color: bool) -> None:
    from doclint.output.destination import Destination

    if file is not None:
        Destination("causes", file).write(map(click.unstyle, lines))
        return
    for line in lines:
        click.echo(line, color=color)
