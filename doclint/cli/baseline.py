"""`doclint baseline`: write, update and prune the file of the findings that are known."""

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
    """Keep the findings that are known in a file, so that only new ones count."""


def _options(command: Callable[..., int]) -> Callable[..., int]:
    """What all commands about the baseline are given."""
    for option in (
        common.verbose,
        common.resources,
        common.no_local_rules,
        common.isolated,
        common.root,
        common.without,
        common.ignore,
        common.select,
        click.option("--baseline", "file", type=common.FILE, help="The file; by default that of the configuration."),
        common.paths,
    ):
        command = option(command)
    return command


@group.command()
@click.option("--force", is_flag=True, help="Replace what is there.")
@_options
def write(force: bool, **arguments: Any) -> int:
    """Write all findings of today to the baseline.

    With paths or rules given, what the file has of others is kept.
    """
    from doclint.engine.report import baseline

    project, file = _find(**arguments)
    if file.path.exists() and not force:
        raise UsageError(f"`{file.name}` is there already; `doclint baseline update`, or --force to replace it")
    is_partial = any(arguments[name] for name in ("paths", "select", "ignore", "without"))
    known = baseline.load(file) if is_partial and file.path.exists() else Counter()
    comparison, code = _run(project, known, **arguments)
    baseline.save(file, comparison.updated)
    say(f"Wrote {file.name}: {_findings(comparison.updated)}.")
    return code


@group.command()
@_options
def prune(**arguments: Any) -> int:
    """Take out of the baseline what is gone; add nothing."""
    from doclint.engine.report import baseline

    project, file = _find(**arguments)
    comparison, code = _run(project, baseline.load(file), **arguments)
    if comparison.gone:
        baseline.save(file, comparison.pruned)
    say(f"{file.name}: {comparison.gone.total():,} taken out; it has {_findings(comparison.pruned)}.")
    return code


@group.command()
@click.option("--allow-rise", multiple=True, metavar="RULE", help="Let this rule or family have more findings.")
@_options
def update(allow_rise: tuple[str, ...], **arguments: Any) -> int:
    """Take out of the baseline what is gone and add what is new, if no rule has more findings for it.

    Where a rule has more, nothing is written.
    """
    from doclint.engine.report import baseline

    project, file = _find(**arguments)
    allowed = {rule.id for rule in project.rules.select(common.names(allow_rise) or ())}
    comparison, code = _run(project, baseline.load(file), **arguments)
    rises = {rule: count for rule, count in comparison.rises.items() if rule not in allowed}
    if rises:
        for rule, count in rises.items():
            say(f"{rule}: {count:,} more than in {file.name}")
        say("Nothing is written: mend them, or accept them with --allow-rise.")
        return code or FINDINGS
    if comparison.gone or comparison.new:
        baseline.save(file, comparison.updated)
    counts = f"{comparison.gone.total():,} taken out, {comparison.new.total():,} put in"
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
    """What a run has to say of a baseline, and the exit code: failures are told, and never known."""
    from doclint.engine.check_run import CheckRun
    from doclint.output import concise

    selection = common.selection(project, select, ignore, without)
    means = common.means(jobs=jobs, no_cache=no_cache, cache_dir=cache_dir)
    check_run = CheckRun(project, selection, project.pages(paths), is_whole=project.is_whole(paths), **means)
    report = check_run.report(common.progress)
    for finding in report.findings:
        if finding.is_failure:
            tell(concise.line(finding))
            if common.is_verbose():
                tell(finding.traceback)
    return check_run.compare(known, report), TROUBLE if report.has_failed else CLEAN


def _findings(known: "Counter[Entry]") -> str:
    """What a baseline has, in figures."""
    from doclint.errors.wording import counted

    pages, rules = {one.page for one in known}, {one.rule for one in known}
    return f"{counted(known.total(), 'finding')} of {counted(len(rules), 'rule')} on {counted(len(pages), 'page')}"
