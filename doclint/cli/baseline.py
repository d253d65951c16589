"""`doclint baseline`: write, update and prune the file of known findings."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, say, tell
from doclint.errors.exceptions import UsageError

if TYPE_CHECKING:
    from doclint.config.project import Project
    from doclint.engine.report.baseline import Comparison, Entry, File


@click.group("baseline")
def group() -> None:
    """Keep known findings in a file, so that only new ones fail."""


def _options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that all these commands have."""
    for option in (
        common.verbose,
        common.resources,
        common.no_local_rules,
        common.isolated,
        common.root,
        common.without,
        common.ignore,
        common.select,
        click.option("--baseline", "file", type=common.FILE, help="The file; by default, that of the configuration."),
        common.paths,
    ):
        command = option(command)
    return command


@group.command()
@click.option("--force", is_flag=True, help="Replace an existing file.")
@_options
def write(force: bool, **arguments: Any) -> int:
    """Write all current findings to the baseline.

    With paths or rules, what the file has of other pages and rules stays.
    """
    from doclint.engine.report import baseline

    project, file = _find(**arguments)
    if file.path.exists() and not force:
        raise UsageError(f"`{file.name}` exists; run `doclint baseline update`, or replace it with --force")
    is_partial = any(arguments[name] for name in ("paths", "select", "ignore", "without"))
    known = baseline.load(file) if is_partial and file.path.exists() else Counter()
    comparison, code = _run(project, known, **arguments)
    baseline.save(file, comparison.updated)
    say(f"Wrote {file.name}: {_findings(comparison.updated)}.")
    return code


@group.command()
@_options
def prune(**arguments: Any) -> int:
    """Remove findings from the baseline that are gone; add none."""
    from doclint.engine.report import baseline

    project, file = _find(**arguments)
    comparison, code = _run(project, baseline.load(file), **arguments)
    if comparison.gone:
        baseline.save(file, comparison.pruned)
    say(f"{file.name}: {comparison.gone.total():,} removed; it has {_findings(comparison.pruned)}.")
    return code


@group.command()
@click.option("--allow-rise", multiple=True, metavar="RULE", help="Accept more findings of this rule or family.")
@_options
def update(allow_rise: tuple[str, ...], **arguments: Any) -> int:
    """Remove findings from the baseline that are gone, and add new ones, if no rule has more than before.

    If a rule has more, nothing is written.
    """
    from doclint.engine.report import baseline

    project, file = _find(**arguments)
    allowed = {rule.id for rule in project.rules.select(common.names(allow_rise) or ())}
    comparison, code = _run(project, baseline.load(file), **arguments)
    rises = {rule: count for rule, count in comparison.rises.items() if rule not in allowed}
    if rises:
        for rule, count in rises.items():
            say(f"{rule}: {count:,} more than in {file.name}")
        say("Nothing is written: fix them, or accept them with --allow-rise.")
        return code or FINDINGS
    if comparison.gone or comparison.new:
        baseline.save(file, comparison.updated)
    counts = f"{comparison.gone.total():,} removed, {comparison.new.total():,} added"
    say(f"{file.name}: {counts}; it has {_findings(comparison.updated)}.")
    return code


def _find(
    *,
    paths: tuple[Path, ...],
    root: Path | None,
    isolated: bool,
    no_local_rules: bool,
    file: Path | None,
    **_: object,
) -> "tuple[Project, File]":
    from doclint.config.project import Project
    from doclint.engine.report import baseline

    project = Project.find(paths, root=root, isolated=isolated, local_rules=not no_local_rules)
    return project, baseline.file_of(project, file) or baseline.default_file(project)


def _run(
    project: "Project",
    known: "Counter[Entry]",
    *,
    paths: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    without: tuple[str, ...],
    jobs: int | None,
    no_cache: bool,
    cache_dir: Path | None,
    **_: object,
) -> "tuple[Comparison, int]":
    """Compare a run with the baseline; return the exit code, too. Failures of doclint are printed, and never known."""
    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Request, make_plan
    from doclint.output import concise

    plan = make_plan(project, Request(paths, *common.rule_names(select, ignore, without)))
    check_run = CheckRun(plan, common.resources_of(jobs=jobs, no_cache=no_cache, cache_dir=cache_dir))
    report = check_run.report(common.progress)
    for finding in report.findings:
        if finding.is_failure:
            tell(concise.line(finding))
            if common.is_verbose():
                tell(finding.traceback)
    return check_run.compare(known, report), TROUBLE if report.has_failed else CLEAN


def _findings(known: "Counter[Entry]") -> str:
    """Return the size of a baseline, in words."""
    from doclint.errors.wording import counted

    pages, rules = {one.page for one in known}, {one.rule for one in known}
    return f"{counted(known.total(), 'finding')} of {counted(len(rules), 'rule')} on {counted(len(pages), 'page')}"
