"""`doclint check`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common, reporter, supervisor
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, echo_err

if TYPE_CHECKING:
    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.report import Report

_STDIN = Path("-")


@click.command()
@common.paths
@common.select
@common.ignore
@common.without
@click.option(
    "--about",
    is_flag=True,
    help="Check the pages that describe the files at the paths, except pages that are among these files.",
)
@click.option(
    "--changed-since",
    metavar="REV",
    help="Check only pages that changed since a git revision, describe a source that did, or link to what did.",
)
@click.option(
    "--stdin-filename",
    type=common.FILE,
    metavar="FILE",
    help="Read a page from standard input, as if it were FILE; --fix prints it to standard output.",
)
@click.option("--shard", metavar="N/COUNT", help="Check one of several parts, for `doclint merge` of their JSON.")
@click.option("--fix", is_flag=True, help="Make the safe fixes, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also make guesses and deletions.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@reporter.options
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
    about: bool,
    changed_since: str | None,
    stdin_filename: Path | None,
    shard: str | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    root: Path | None,
    isolated: bool,
    no_local_rules: bool,
    **options: Any,
) -> int:
    """Check pages: files, and the Markdown files in folders (by default, in the working directory)."""
    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Request, make_plans

    _refuse_contradictions(**click.get_current_context().params)
    output_options = reporter.OutputOptions.take(options)
    text = (stdin_filename, _standard_input) if stdin_filename else None
    rules = common.rule_names(select, ignore, without)
    request = Request(paths, *rules, about, changed_since, shard, text, common.has_crashed())
    plans = make_plans(request, root=root, isolated=isolated, local_rules=not no_local_rules)
    reports = reporter.Reporter(plans, output_options)
    common.print_scope(plans)
    resources = common.resources_of(**options)
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
    code = reports.report(runs, found, beside_page=fix and text is not None)
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
    """Raise UsageError if options contradict each other."""
    has_stdin = stdin_filename is not None
    contradictions = {
        "--about needs sources as paths, and does not go with --changed-since.": about and (changed_since or not paths),
        "--unsafe-fixes needs --fix or --diff.": unsafe_fixes and not (fix or diff),
        "--diff only shows what --fix would change; it does not go with --fix, --ratchet, --statistics or an output "
        "format.": diff and (fix or ratchet or statistics or output_format or output_file),
        "`-` is standard input; --stdin-filename says which file it stands for.": _STDIN in paths
        and not has_stdin
        and not _STDIN.exists(),
        "--stdin-filename checks one page from standard input; it does not go with paths, --about, --changed-since or "
        "--shard.": has_stdin and (paths not in ((), (_STDIN,)) or about or changed_since or shard),
        "--shard checks one part; --fix, --diff and --ratchet need the whole.": shard and (fix or diff or ratchet),
    }
    for message, applies in contradictions.items():
        if applies:
            raise click.UsageError(message)


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
        echo_err(line)
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
        echo_err(line)
    return report, not summary.has_failed
