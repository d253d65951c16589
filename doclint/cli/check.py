"""`doclint check`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, tell
from doclint.output import STYLES

if TYPE_CHECKING:
    from collections import Counter

    from doclint.baseline import Entry
    from doclint.output.destination import Destination
    from doclint.project import Project
    from doclint.report import Report
    from doclint.rule import Severity
    from doclint.selection import Selection
    from doclint.session import Session

_STDIN = Path("-")


@click.command()
@common.paths
@click.option(
    "--output-format",
    multiple=True,
    metavar="FORMAT[=FILE]",
    help=f"How to tell what was found, on standard output or in a file; repeatable. One of {', '.join(STYLES)}.",
)
@click.option(
    "-o", "--output-file", type=click.Path(path_type=Path), help="Where the output goes instead of standard output."
)
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
@click.option("--statistics", is_flag=True, help="Show how often each rule found something, not the findings.")
@click.option(
    "--max-per-cause",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many findings of one cause to show; 0 for all.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info"]),
    default="info",
    show_default=True,
    help="The least severity for which the exit code is 1.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever was found; failures of doclint still give 2.")
@click.option("--fix", is_flag=True, help="Mend what is certain, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also what is a guess, or deletes something.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option(
    "--baseline", "baseline_file", type=common.FILE, help="The findings that are known: only others are reported."
)
@click.option("--no-baseline", is_flag=True, help="Report what is known, too.")
@click.option("--ratchet", is_flag=True, help="Fail only for rules that found more than the baseline has of them.")
@common.root
@common.isolated
@common.no_local_rules
@common.resources
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@common.verbose
def check(
    paths: tuple[Path, ...],
    output_format: tuple[str, ...],
    output_file: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    without: tuple[str, ...],
    statistics: bool,
    max_per_cause: int,
    fail_on: "Severity",
    exit_zero: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    baseline_file: Path | None,
    no_baseline: bool,
    ratchet: bool,
    root: Path | None,
    isolated: bool,
    no_local_rules: bool,
    color: str,
    **options: Any,
) -> int:
    """Check pages: files, and the Markdown below folders (by default below the root)."""
    from doclint.output.destination import destinations
    from doclint.project import Project

    _refuse_contradictions(**click.get_current_context().params)
    outputs = destinations(output_format, output_file, statistics=statistics)
    places = [options["stdin_filename"]] if options["stdin_filename"] else paths
    project = Project.find(places, root=root, isolated=isolated, local_rules=not no_local_rules)
    known = None if no_baseline else _known(project, baseline_file)
    if ratchet and known is None:
        raise click.UsageError("--ratchet needs a baseline, by --baseline or by the configuration.")
    session = _session(project, paths, common.selection(project, select, ignore, without), **options)
    report = session.report(common.progress)
    if diff:
        return _diff(session, report, unsafe=unsafe_fixes, code=CLEAN if exit_zero else FINDINGS)
    is_written = True
    if fix:
        report, is_written = _fix(session, report, unsafe=unsafe_fixes)
    for note in session.notes(report):
        tell(f"doclint: {note}")
    if known is not None:
        report = session.compare(known, report).applied(report, is_ratchet=ratchet)
    _show(report, outputs, max_per_cause=max_per_cause, color=common.has_colour(color))
    if report.has_failed or not is_written:
        return TROUBLE
    return FINDINGS if report.reaches(fail_on) and not exit_zero else CLEAN


def _refuse_contradictions(
    *,
    paths: tuple[Path, ...],
    about: bool,
    changed_since: str | None,
    stdin_filename: Path | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    baseline_file: Path | None,
    no_baseline: bool,
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
        "--baseline and --no-baseline contradict each other.": baseline_file and no_baseline,
        "`-` is standard input: --stdin-filename says where such a page would lie.": _STDIN in paths and not has_stdin,
        "--stdin-filename is for one page on standard input, and no other paths.": has_stdin
        and (paths not in ((), (_STDIN,)) or about or changed_since),
        "--fix and --diff are for files, not for standard input.": has_stdin and (fix or diff),
    }
    for message, holds in contradictions.items():
        if holds:
            raise click.UsageError(message)


def _session(
    project: "Project",
    paths: tuple[Path, ...],
    selection: "Selection",
    *,
    about: bool,
    changed_since: str | None,
    stdin_filename: Path | None,
    **options: Any,
) -> "Session":
    """The pages to check. What is unusual about the choice is told."""
    from doclint.repository import inner
    from doclint.session import Session

    if stdin_filename is not None:
        if sys.stdin is None:
            raise click.UsageError("There is no standard input.")
        texts = {inner(project.place_of(stdin_filename)): sys.stdin.buffer.read()}
        return Session(project, selection, [path for path in texts if not project.is_excluded(path)], texts=texts)
    if about or changed_since is not None:
        from doclint.scope import pages_about, pages_since

        scope = pages_about(paths, project) if changed_since is None else pages_since(changed_since, paths, project)
        tell(f"doclint: {scope.told}")
        return Session(project, selection, scope.pages, **common.means(**options))
    pages = project.pages(paths)
    if not pages:
        tell("doclint: no page was found")
    return Session(project, selection, pages, is_whole=project.is_whole(paths), **common.means(**options))


def _known(project: "Project", named: Path | None) -> "Counter[Entry] | None":
    """What the baseline knows, if there is one."""
    if named is None and project.settings.config.baseline is None:
        return None
    from doclint import baseline

    file = baseline.file_of(project, named)
    return baseline.load(file) if file else None


def _diff(session: "Session", report: "Report", *, unsafe: bool, code: int) -> int:
    """Show what would be fixed; `code` is the exit code if there is something."""
    from doclint.output import fixes
    from doclint.repair import Repairs

    repairs = Repairs()
    for repair in session.workshop(unsafe=unsafe).proposals(report):
        repairs.add(repair)
        click.echo(fixes.diff(repair, for_terminal=common.is_terminal(sys.stdout)), nl=False)
    for line in fixes.summary(repairs, report, unsafe=unsafe, written=False):
        tell(line)
    if report.has_failed:
        return TROUBLE
    return code if repairs.fixed else CLEAN


def _fix(session: "Session", report: "Report", *, unsafe: bool) -> tuple["Report", bool]:
    """Fix the files: the report of what is left, and whether every file could be written."""
    from doclint.output import fixes

    report, repairs = session.workshop(unsafe=unsafe).fix(report, lambda: session.report(common.progress))
    for line in fixes.summary(repairs, report, unsafe=unsafe, written=True):
        tell(line)
    return report, not repairs.has_failed


def _show(report: "Report", outputs: "Sequence[Destination]", *, max_per_cause: int, color: bool) -> None:
    from doclint import output

    for destination in outputs:
        lines = output.render(report, destination.style, max_per_cause=max_per_cause)
        if destination.file:
            destination.write(map(click.unstyle, lines))
        else:
            for line in lines:
                click.echo(line, color=color)
    for problem in report.problems if common.is_verbose() else ():
        if problem.traceback:
            tell(f"{problem.path}: {problem.traceback}")
