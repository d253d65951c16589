"""`doclint check`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common, results
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, tell

if TYPE_CHECKING:
    from doclint.config.project import Project
    from doclint.config.selection import Selection
    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.report import Report

_STDIN = Path("-")


@click.command()
@common.paths
@common.select
@common.ignore
@common.without
@click.option("--about", is_flag=True, help="The paths are sources: check the pages that describe them.")
@click.option(
    "--changed-since",
    metavar="REV",
    help="Check only pages that changed since a git revision, describe a source that did, or link to what did.",
)
@click.option(
    "--stdin-filename", type=common.FILE, metavar="FILE", help="Read a page from standard input, as if it lay there."
)
@click.option("--shard", metavar="N/COUNT", help="Check one of several parts, for `doclint merge` of their JSON.")
@click.option("--fix", is_flag=True, help="Mend what is certain, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also what is a guess, or deletes something.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@results.options
@common.root
@common.isolated
@common.no_local_rules
@common.resources
@common.verbose
def check(
    paths: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    without: tuple[str, ...],
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    root: Path | None,
    isolated: bool,
    no_local_rules: bool,
    **options: Any,
) -> int:
    """Check pages: files, and the Markdown below folders (by default below the root)."""
    from doclint.config.project import Project

    _refuse_contradictions(**click.get_current_context().params)
    output_options = results.OutputOptions(**{name: options.pop(name) for name in results.OutputOptions._fields})
    places = [options["stdin_filename"]] if options["stdin_filename"] else paths
    project = Project.find(places, root=root, isolated=isolated, local_rules=not no_local_rules)
    reporter = results.Reporter(project, output_options)
    check_run = _check_run(project, paths, common.selection(project, select, ignore, without), **options)
    report = check_run.report(common.progress)
    if diff:
        return _diff(check_run, report, unsafe=unsafe_fixes, code=CLEAN if output_options.exit_zero else FINDINGS)
    is_written = True
    if fix:
        report, is_written = _fix(check_run, report, unsafe=unsafe_fixes)
    code = reporter.tell(check_run, report)
    return code if is_written else TROUBLE


def _refuse_contradictions(
    *,
    paths: tuple[Path, ...],
    about: bool,
    changed_since: str | None,
    stdin_filename: Path | None,
    shard: str | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    ratchet: bool,
    output_format: tuple[str, ...],
    output_file: Path | None,
    statistics: bool,
    **_: object,
) -> None:
    """Raise UsageError for options that make no sense together."""
    has_stdin = stdin_filename is not None
    contradictions = {
        "--about wants the sources as paths, and no --changed-since.": about and (changed_since or not paths),
        "--unsafe-fixes is for --fix, or for --diff.": unsafe_fixes and not (fix or diff),
        "--diff shows what --fix would do, and nothing else: no --fix, --ratchet, --statistics or output format.": diff
        and (fix or ratchet or statistics or output_format or output_file),
        "`-` is standard input: --stdin-filename says where such a page would lie.": _STDIN in paths and not has_stdin,
        "--stdin-filename is for one page on standard input: no paths, --about, --changed-since or --shard.": has_stdin
        and (paths not in ((), (_STDIN,)) or about or changed_since or shard),
        "--shard is one part of what is found: --fix, --diff and --ratchet are for all of it.": shard
        and (fix or diff or ratchet),
        "--fix and --diff are for files, not for standard input.": has_stdin and (fix or diff),
    }
    for message, holds in contradictions.items():
        if holds:
            raise click.UsageError(message)


def _check_run(
    project: "Project",
    paths: tuple[Path, ...],
    selection: "Selection",
    *,
    about: bool,
    changed_since: str | None,
    stdin_filename: Path | None,
    shard: str | None,
    **options: Any,
) -> "CheckRun":
    """The pages to check. What is unusual about the choice is told."""
    from doclint.engine.check_run import CheckRun
    from doclint.repository.paths import inner

    if stdin_filename is not None:
        if sys.stdin is None:
            raise click.UsageError("There is no standard input.")
        texts = {inner(project.place_of(stdin_filename)): sys.stdin.buffer.read()}
        return CheckRun(project, selection, [path for path in texts if not project.is_excluded(path)], texts=texts)
    means = common.means(**options)
    if shard is not None:
        from doclint.engine.shard import Shard

        means["shard"] = Shard.parse(shard)
    if about or changed_since is not None:
        from doclint.engine.scope import pages_about, pages_since

        scope = pages_about(paths, project) if changed_since is None else pages_since(changed_since, paths, project)
        tell(f"doclint: {scope.told}")
        return CheckRun(project, selection, scope.pages, **means)
    return results.check_run(project, selection, paths, **means)


def _diff(check_run: "CheckRun", report: "Report", *, unsafe: bool, code: int) -> int:
    """Show what would be fixed; `code` is the exit code if there is something."""
    from doclint.engine.fixes.apply import FixSummary
    from doclint.output import fixes

    summary = FixSummary()
    for fixed_page in check_run.fixer(unsafe=unsafe).proposals(report):
        summary.add(fixed_page)
        click.echo(fixes.diff(fixed_page, for_terminal=common.is_terminal(sys.stdout)), nl=False)
    for line in fixes.summary(summary, report, unsafe=unsafe, written=False):
        tell(line)
    if report.has_failed:
        return TROUBLE
    return code if summary.fixed else CLEAN


def _fix(check_run: "CheckRun", report: "Report", *, unsafe: bool) -> tuple["Report", bool]:
    """Fix the files: the report of what is left, and whether every file could be written."""
    from doclint.output import fixes

    report, summary = check_run.fixer(unsafe=unsafe).fix(report, lambda: check_run.report(common.progress))
    for line in fixes.summary(summary, report, unsafe=unsafe, written=True):
        tell(line)
    return report, not summary.has_failed
