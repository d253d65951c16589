"""`doclint causes`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common, reporter
from doclint.cli.commands import SubjectCommand
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE
from doclint.output.terminal import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.causes_diff import CausesDocument
    from doclint.engine.report.report import Report


@click.command(cls=SubjectCommand)
@common.paths
@common.option("--diff", "old_file", type=common.FILE, metavar="OLD.json", of="causes")
@common.text_or_json
@common.option("-o", "--output-file", type=common.FILE)
@common.rules
@common.option("--baseline", "baseline_file", type=common.FILE, of="causes")
@reporter.exit_zero
@common.run
@reporter.color
@common.verbosity
def causes(
    paths: tuple[Path, ...],
    old_file: Path | None,
    output_format: str,
    output_file: Path | None,
    baseline_file: Path | None,
    exit_zero: bool,
    root: Path | None,
    color: str,
    **options: Any,
) -> int:
    """Show what to change: the causes of all findings.

    The gravest come first, then those with the most findings. The exit code is that of `check`; with --diff it is 1 if
    a cause has more findings than before, and new ones.
    """
    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.causes_diff import load
    from doclint.engine.report.report import combined
    from doclint.output.destination import OutputDestination, check_file

    if output_file is not None:
        check_file(output_file)
    old = load(old_file, has_baseline=baseline_file is not None) if old_file is not None else None
    plans = common.plans_of(paths=paths, root=root, file=baseline_file, **options)
    common.print_scope(plans, paths)
    used = common.resources_of(options)
    has_summary = output_format == "text" and old is None and output_file is None
    runs = [CheckRun(plan, used) for plan in plans]
    report = combined([_report(run, baseline_file, with_notes=not has_summary) for run in runs])
    reporter.print_tracebacks(report)
    lines, fails = _output(old, report, is_json=output_format == "json")
    reporter.show(lines, OutputDestination("causes", output_file), color=common.has_color(color))
    if report.has_failed:
        return TROUBLE
    return FINDINGS if fails and not exit_zero else CLEAN


def _report(check_run: "CheckRun", baseline_file: Path | None, *, with_notes: bool) -> "Report":
    report = check_run.report(common.progress)
    reporter.print_warnings(check_run, report, with_notes=with_notes)
    known = None if baseline_file is None else reporter.known(check_run.plan.project, baseline_file)
    return report if known is None else check_run.compare(known, report).applied(report)


def _output(old: "CausesDocument | None", report: "Report", *, is_json: bool) -> "tuple[Iterable[str], bool]":
    """Return the lines to print, and whether the run fails."""
    from doclint.engine.report.causes_diff import compare, document
    from doclint.output import causes

    if old is None:
        return [as_json(document(report))] if is_json else causes.render(report), bool(report.findings)
    changes = compare(old, report)
    return [as_json(changes)] if is_json else causes.changes(changes, report.root), changes.is_worse
