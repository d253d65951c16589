"""`doclint baseline`: write, update and prune the file of known findings."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common
from doclint.cli.commands import CommandGroup, SubjectCommand
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, echo, echo_err, say
from doclint.errors.exceptions import UsageError

if TYPE_CHECKING:
    from doclint.engine.plan import Plan
    from doclint.engine.report.baseline import BaselineEntry, BaselineFile, Comparison


@click.group("baseline", cls=CommandGroup)
def group() -> None:
    """Keep known findings in a file, so that only new ones fail."""


_options = common.together(
    common.paths,
    common.option("--baseline", "file", type=common.FILE, of="baseline"),
    common.rules,
    common.run,
    common.verbosity,
)


@group.command(cls=SubjectCommand)
@common.option("--force", is_flag=True, of="baseline")
@common.option("--set", "sets", is_flag=True, of="baseline")
@_options
def write(force: bool, sets: bool, **arguments: Any) -> int:
    """Write all current findings to the baseline.

    With paths or rules, what the file has of other pages and rules stays.
    """
    plans = common.plans_of(**arguments)
    files = [_file(plan, arguments["file"]) for plan in plans]
    for plan, file in zip(plans, files, strict=True):
        if file.path.exists() and not force:
            raise UsageError(f"`{file.name}` exists; run `doclint baseline update`, or replace it with --force")
        is_settable = file.path.is_relative_to(plan.root) and not (arguments["config"] or arguments["isolated"])
        if sets and not is_settable:
            raise UsageError("--set needs a baseline below the root, and goes with neither --config nor --isolated")
    return max([_write(plan, file, sets=sets, **arguments) for plan, file in zip(plans, files, strict=True)])


def _write(plan: "Plan", file: "BaselineFile", /, *, sets: bool, **arguments: Any) -> int:
    from doclint.config.files import write_setting
    from doclint.config.show import assignment
    from doclint.engine.report import baseline

    is_partial = not plan.is_whole or any(arguments[name] for name in ("select", "ignore", "without"))
    known = baseline.load(file) if is_partial and file.path.exists() else Counter()
    comparison, code = _run(plan, known, **arguments)
    baseline.save(file, comparison.updated)
    say(f"Wrote {file.name}: {_findings(comparison.updated)}.")
    if sets:
        settings, name = plan.project.settings, file.path.relative_to(plan.root).as_posix()
        write_setting(plan.root / settings.own_file, "baseline", name)
        say(f"Set `{assignment(name, 'baseline')}` in {settings.own_file}; commit both files.")
    elif plan.project.settings.config.baseline is None:
        say(_next_step(plan, file))
    return code


def _next_step(plan: "Plan", file: "BaselineFile") -> str:
    """Return what to do with a baseline that no configuration names."""
    from doclint.config.files import FILES
    from doclint.config.show import assignment

    if file.path == (plan.root / plan.project.baseline).resolve() if plan.project.baseline else False:
        return "From now on, `doclint check` reports only new findings; commit the file."
    if not file.path.is_relative_to(plan.root):
        return f"Use it with `doclint check --baseline {file.name}`."
    line = assignment(file.path.relative_to(plan.root).as_posix(), "baseline")
    own = plan.project.settings.own_file
    place = f"{own}{' below [tool.doclint]' if own == FILES[1] else ''}"
    return f"Set `{line}` in {place}, so that doclint reads it; `baseline write --set` does that."


@group.command(cls=SubjectCommand)
@_options
def prune(**arguments: Any) -> int:
    """Remove findings that are gone, and add none."""
    return max([_prune(plan, **arguments) for plan in common.plans_of(**arguments)])


def _prune(plan: "Plan", **arguments: Any) -> int:
    from doclint.engine.report import baseline

    file = _file(plan, arguments["file"])
    comparison, code = _run(plan, baseline.load(file), **arguments)
    if comparison.gone:
        baseline.save(file, comparison.pruned)
    say(f"{file.name}: {comparison.gone.total():,} removed; it has {_findings(comparison.pruned)}.")
    return code


@group.command(cls=SubjectCommand)
@common.option("--allow-rise", multiple=True, metavar="RULE", of="baseline")
@_options
def update(allow_rise: tuple[str, ...], **arguments: Any) -> int:
    """Remove findings that are gone, and add new ones.

    If a rule has more findings than before, nothing is written.
    """
    return max([_update(plan, common.names(allow_rise) or (), **arguments) for plan in common.plans_of(**arguments)])


def _update(plan: "Plan", allow_rise: Sequence[str], **arguments: Any) -> int:
    from doclint.engine.report import baseline

    file = _file(plan, arguments["file"])
    allowed = {rule.id for rule in plan.project.rules.select(allow_rise)}
    comparison, code = _run(plan, baseline.load(file), **arguments)
    rises = {rule: count for rule, count in comparison.rises.items() if rule not in allowed}
    if rises:
        for rule, count in rises.items():
            echo(f"{rule}: {count:,} more than in {file.name}")
        echo("Nothing is written: fix them, or accept them with --allow-rise.")
        return code or FINDINGS
    if comparison.gone or comparison.new:
        baseline.save(file, comparison.updated)
    counts = f"{comparison.gone.total():,} removed, {comparison.new.total():,} added"
    say(f"{file.name}: {counts}; it has {_findings(comparison.updated)}.")
    return code


def _file(plan: "Plan", named: Path | None) -> "BaselineFile":
    from doclint.engine.report import baseline

    return baseline.file_of(plan.project, named) or baseline.default_file(plan.project)


def _run(plan: "Plan", known: "Counter[BaselineEntry]", **options: Any) -> "tuple[Comparison, int]":
    """Compare a run with the baseline, and return the exit code, too.

    Failures of doclint are printed; they never become part of a baseline.
    """
    from doclint.engine.check_run import CheckRun
    from doclint.output.styles import concise

    check_run = CheckRun(plan, common.resources_of(options))
    report = check_run.report(common.progress)
    for finding in report.findings:
        if finding.is_failure:
            echo_err(concise.line(finding, report.root))
            if common.is_verbose():
                echo_err(finding.traceback)
    return check_run.compare(known, report), TROUBLE if report.has_failed else CLEAN


def _findings(known: "Counter[BaselineEntry]") -> str:
    """Return the size of a baseline, in words."""
    from doclint.errors.wording import counted

    pages, rules = {one.page for one in known}, {one.rule for one in known}
    return f"{counted(known.total(), 'finding')} of {counted(len(rules), 'rule')} on {counted(len(pages), 'page')}"
