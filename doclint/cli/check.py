"""`doclint check`."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from doclint.cli import common, reporter, supervisor
from doclint.cli.commands import SubjectCommand
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, echo, echo_err

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import timedelta

    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Plan
    from doclint.engine.report.report import Report

_STDIN = Path("-")
_UNNAMED = Path("stdin.md")  # what `-` stands for if no option says it


def _length(_context: click.Context, _parameter: click.Parameter, value: str | None) -> "timedelta | None":
    if value is None:
        return None
    from doclint.engine.blame import length

    try:
        return length(value)
    except ValueError as error:
        raise click.BadParameter(f"`{value}` is not a length of time: {error}.") from error


@click.command(cls=SubjectCommand)
@common.paths
@common.rules
@common.option("--about", is_flag=True, of="check")
@common.option("--hook", "is_hook", is_flag=True, of="check")
@common.option("--changed-since", metavar="REV", of="check")
@common.option("--stdin-filename", type=common.FILE, metavar="FILE", of="check")
@common.option("--shard", metavar="N/COUNT", of="check")
@common.option("--fix", is_flag=True, of="check")
@common.option("--unsafe-fixes", is_flag=True, of="check")
@common.option("--diff", is_flag=True, of="check")
@common.option("--blame", is_flag=True, of="check")
@common.option("--stale-for", metavar="TIME", callback=_length, of="check")
@common.option("--claims", is_flag=True, of="check")
@common.option("--watch", is_flag=True, of="check")
@common.option("--show-files", is_flag=True, of="check")
@reporter.options
@common.run
@common.verbosity
def check(
    paths: tuple[Path, ...],
    about: bool,
    is_hook: bool,
    changed_since: str | None,
    stdin_filename: Path | None,
    shard: str | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    blame: bool,
    stale_for: "timedelta | None",
    claims: bool,
    watch: bool,
    show_files: bool,
    root: Path | None,
    **options: Any,
) -> int:
    """Check pages, and show what is wrong with them.

    The paths are files, and folders with Markdown files; by default, doclint checks the working directory.
    """
    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Request, make_plans

    if stdin_filename is None and _STDIN in paths and not _STDIN.exists():
        stdin_filename = _UNNAMED
    _refuse_contradictions(SimpleNamespace(**click.get_current_context().params), has_stdin=stdin_filename is not None)
    output_options = reporter.OutputOptions.take(options)
    if watch:
        return _watch(paths, root, output_options, **options)
    text = (stdin_filename, _standard_input) if stdin_filename else None
    if is_hook and changed_since:
        changed_since = os.environ.get("PRE_COMMIT_FROM_REF") or changed_since
    rules = common.rules_of(options)
    request = Request(paths, *rules, about, changed_since, shard, text, common.has_crashed())
    plans = make_plans(request, root=root, **common.configuration_of(options))
    if show_files:
        return _show_files(plans, paths)
    reports = reporter.Reporter(plans, output_options, has_claims=claims)
    if reports.needs_claims:
        plans = [replace(plan, has_claims=True) for plan in plans]
    common.print_scope(plans, paths)
    _note_other_files(() if about else paths)
    resources = common.resources_of(options)
    runs = [CheckRun(plan, resources) for plan in plans]
    found = [run.report(common.progress) for run in runs]
    if diff:
        code = CLEAN if output_options.exit_zero else FINDINGS
        return max(_diff(run, report, unsafe=unsafe_fixes, code=code) for run, report in zip(runs, found, strict=True))
    is_written = True
    if fix:
        fixed = [_fix(run, report, unsafe=unsafe_fixes) for run, report in zip(runs, found, strict=True)]
        found = [report for report, _ in fixed]
        is_written = all(written for _, written in fixed)
    if blame or stale_for is not None:
        from doclint.engine.blame import blamed

        found = [blamed(plan, report, stale_for) for plan, report in zip(plans, found, strict=True)]
    code = reports.report(runs, found, beside_page=fix and text is not None)
    # The name of a folder without any page may be misspelled.
    is_empty = not any(plan.pages for plan in plans) and any(path.is_dir() for path in paths)
    is_missed = is_empty and not (about or changed_since or is_hook)
    return code if is_written and not is_missed else TROUBLE


def _refuse_contradictions(given: SimpleNamespace, *, has_stdin: bool) -> None:
    """Raise UsageError if the options that the user has given contradict each other."""
    contradictions = {
        "--about needs sources as paths, and does not go with --changed-since.": given.about
        and (given.changed_since or not given.paths),
        "--unsafe-fixes needs --fix or --diff.": given.unsafe_fixes and not (given.fix or given.diff),
        "--diff only shows what would change; it does not go with --ratchet, --statistics or an output format.": (
            given.diff and (given.ratchet or given.statistics or given.output_format or given.output_file)
        ),
        "Standard input is one page; it does not go with paths, --about, --changed-since or --shard.": has_stdin
        and (given.paths not in ((), (_STDIN,)) or given.about or given.changed_since or given.shard),
        "--shard checks one part; --fix, --diff, --ratchet and --stale-for need the whole.": given.shard
        and (given.fix or given.diff or given.ratchet or given.stale_for),
        "--watch checks files again when they change; it does not go with standard input.": has_stdin and given.watch,
    }
    for message, applies in contradictions.items():
        if applies:
            raise click.UsageError(message)


def _watch(
    paths: "Sequence[Path]", root: Path | None, output: reporter.OutputOptions, cache_dir: Path | None, **options: Any
) -> int:
    """Check again and again. The configuration may be broken now, because each round reads it again."""
    from doclint.cli.watch import watch
    from doclint.config.project import by_root
    from doclint.output.destination import destinations

    roots = [one.place for one in by_root(paths or [Path()])] if root is None else [root.resolve()]
    file = common.configuration_of(options)["given"].file
    outputs = destinations(output.output_format, output.output_file)
    written = [one.absolute() for one in (*(output.file for output in outputs), cache_dir) if one]
    return watch(roots, [file.absolute()] if file else [], written)


def _show_files(plans: "Sequence[Plan]", paths: "Sequence[Path]") -> int:
    """List the pages of plans and, if the user wants to know more, those that are left out by default."""
    from doclint.markdown.source import printable

    common.print_scope(plans, paths)
    for plan in plans:
        root = plan.root.as_posix()
        for page in plan.part:
            echo(common.shown_path(printable(page), root))
        for page, exclusion in sorted(plan.reasons.items()) if common.is_verbose() else ():
            echo_err(f"doclint: {common.shown_path(printable(page), root)} is left out by {exclusion.reason}")
    return CLEAN


def _note_other_files(paths: "Iterable[Path]") -> None:
    """Note on standard error which of the named files are not Markdown by name."""
    from doclint.source.language import is_markdown

    others = [path for path in paths if not is_markdown(path.name) and path.is_file()]
    if others:
        from doclint.output import summary

        common.note(f"doclint: {summary.not_markdown(others)}")


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise click.UsageError("There is no standard input.")
    return sys.stdin.buffer.read()


def _diff(check_run: "CheckRun", report: "Report", *, unsafe: bool, code: int) -> int:
    """Show what would be fixed, and return the exit code: `code` if there is anything to fix."""
    from doclint.engine.fixes.apply import FixSummary
    from doclint.output import fixes

    summary = FixSummary()
    proposals = list(check_run.fixer(unsafe=unsafe).proposals(report))
    supervisor.begin_report()
    for page in proposals:
        summary.add(page)
        shown = fixes.diff(
            page, report.root, for_terminal=common.is_terminal(sys.stdout), for_file=common.is_regular_file(sys.stdout)
        )
        click.echo(shown, nl=False)
    for line in fixes.summary(summary, report, unsafe=unsafe, written=False):
        common.note(line)
    if report.has_failed:
        return TROUBLE
    return code if summary.fixed else CLEAN


def _fix(check_run: "CheckRun", report: "Report", *, unsafe: bool) -> tuple["Report", bool]:
    """Fix the files, or print the fixed page that came from standard input.

    Return the report on the remaining findings, and whether every file could be written.
    """
    from doclint.output import fixes

    texts, report, summary = check_run.fix(report, unsafe=unsafe, progress=common.progress)
    for page in texts.values():
        supervisor.begin_report()
        click.echo(fixes.shown(page, for_terminal=common.is_terminal(sys.stdout)), nl=False)
    for line in fixes.summary(summary, report, unsafe=unsafe, written=True):
        (echo_err if summary.has_failed else common.note)(line)
    return report, not summary.has_failed
