"""`doclint causes`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from doclint.cli import common, results
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.causes_diff import CausesDocument
    from doclint.engine.report.report import Report


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
@results.exit_zero
@common.root
@common.isolated
@common.no_local_rules
@common.resources
@results.color
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
    from doclint.config.project import Project
    from doclint.engine.report.causes_diff import load
    from doclint.output.destination import Destination, check_file

    if output_file is not None:
        check_file(output_file)
    old = load(old_file) if old_file is not None else None
    project = Project.find(paths, root=root, isolated=isolated, local_rules=not no_local_rules)
    chosen = common.selection(project, select, ignore, without)
    check_run = results.check_run(project, chosen, paths, **common.means(**resources))
    report = check_run.report(common.progress)
    results.tell_notes(check_run, report)
    results.tell_tracebacks(report)
    report = _without_known(report, check_run, baseline_file)
    places = [] if check_run.is_whole else [project.place_of(path) for path in paths]
    told = _told(report, places, output_format) if old is None else _compared(old, report, places, output_format)
    results.show(told.lines, Destination("causes", output_file), color=common.has_colour(color))
    if report.has_failed:
        return TROUBLE
    return FINDINGS if told.fails and not exit_zero else CLEAN


class _Told(NamedTuple):
    """What to print, and whether the run fails for it."""

    lines: "Iterable[str]"
    fails: bool


def _without_known(report: "Report", check_run: "CheckRun", file: Path | None) -> "Report":
    known = None if file is None else results.known(check_run.project, file)
    return report if known is None else check_run.compare(known, report).applied(report)


def _told(report: "Report", places: list[str], style: str) -> _Told:
    from doclint.engine.report.causes_diff import document
    from doclint.output import causes

    lines = [document(report, places).model_dump_json(indent=2)] if style == "json" else causes.render(report)
    return _Told(lines, bool(report.findings))


def _compared(old: "CausesDocument", report: "Report", places: list[str], style: str) -> _Told:
    from doclint.engine.report.causes_diff import compare
    from doclint.output import causes

    changes = compare(old, report, places)
    return _Told([changes.model_dump_json(indent=2)] if style == "json" else causes.changes(changes), changes.is_worse)
