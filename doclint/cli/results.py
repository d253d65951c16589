"""What the commands share that check pages: options for what is told, and what is made of a report."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, tell
from doclint.output.styles import STYLES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from doclint.config.project import Project
    from doclint.config.selection import Selection
    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.baseline import Entry
    from doclint.engine.report.report import Report
    from doclint.output.destination import Destination
    from doclint.rule.rule import Severity

_Command = TypeVar("_Command", bound=Callable[..., Any])

exit_zero = click.option(
    "--exit-zero", is_flag=True, help="Exit with 0 whatever was found; failures of doclint still give 2."
)
color = click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
_OPTIONS = (
    click.option(
        "--output-format",
        multiple=True,
        metavar="FORMAT[=FILE]",
        help=f"How to tell what was found, on standard output or in a file; repeatable. One of {', '.join(STYLES)}.",
    ),
    click.option(
        "-o", "--output-file", type=click.Path(path_type=Path), help="Where the output goes instead of standard output."
    ),
    click.option("--statistics", is_flag=True, help="Show how often each rule found something, not the findings."),
    click.option(
        "--max-per-cause",
        type=click.IntRange(0),
        default=3,
        show_default=True,
        help="How many findings of one cause to show; 0 for all.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(["error", "warning", "info"]),
        default="info",
        show_default=True,
        help="The least severity for which the exit code is 1.",
    ),
    exit_zero,
    click.option(
        "--baseline", "baseline_file", type=common.FILE, help="The findings that are known: only others are reported."
    ),
    click.option("--no-baseline", is_flag=True, help="Report what is known, too."),
    click.option("--ratchet", is_flag=True, help="Fail only for rules that found more than the baseline has of them."),
    color,
)


class OutputOptions(NamedTuple):
    """What the options say of how results are told."""

    output_format: tuple[str, ...]
    output_file: Path | None
    statistics: bool
    max_per_cause: int
    fail_on: "Severity"
    exit_zero: bool
    baseline_file: Path | None
    no_baseline: bool
    ratchet: bool
    color: str


def options(command: _Command) -> _Command:
    """A command that tells results, with the options for that."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Reporter:
    """Where the results of a project go. Raises UsageError for wishes that cannot be met, before anything is done."""

    def __init__(self, project: "Project", output_options: OutputOptions) -> None:
        from doclint.output.destination import destinations

        if output_options.baseline_file and output_options.no_baseline:
            raise click.UsageError("--baseline and --no-baseline contradict each other.")
        self._options = output_options
        self._destinations: Sequence[Destination] = destinations(
            output_options.output_format, output_options.output_file, statistics=output_options.statistics
        )
        self._known = None if output_options.no_baseline else known(project, output_options.baseline_file)
        if output_options.ratchet and self._known is None:
            raise click.UsageError("--ratchet needs a baseline, by --baseline or by the configuration.")

    def tell(self, check_run: "CheckRun", report: "Report") -> int:
        """Tell what was found; the exit code."""
        tell_notes(check_run, report)
        if self._known is not None:
            report = check_run.compare(self._known, report).applied(report, is_ratchet=self._options.ratchet)
        self._show(report)
        if report.has_failed:
            return TROUBLE
        return FINDINGS if report.reaches(self._options.fail_on) and not self._options.exit_zero else CLEAN

    def _show(self, report: "Report") -> None:
        from doclint.output import styles

        color = common.has_colour(self._options.color)
        for destination in self._destinations:
            show(
                styles.render(report, destination.style, max_per_cause=self._options.max_per_cause), destination, color
            )
        tell_tracebacks(report)


def show(lines: "Iterable[str]", destination: "Destination", color: bool) -> None:
    """Write some lines where they are to go; only standard output has colours."""
    if destination.file:
        destination.write(map(click.unstyle, lines))
        return
    for line in lines:
        click.echo(line, color=color)


def tell_notes(check_run: "CheckRun", report: "Report") -> None:
    """Tell the keepers of the configuration what concerns them."""
    for note in check_run.notes(report):
        tell(f"doclint: {note}")


def tell_tracebacks(report: "Report") -> None:
    """Tell where doclint failed, if that is wanted."""
    for finding in report.findings if common.is_verbose() else ():
        if finding.traceback:
            tell(f"{finding.path}: {finding.traceback}")


def check_run(project: "Project", selection: "Selection", paths: tuple[Path, ...], **means: Any) -> "CheckRun":
    """The pages below some paths, to be checked. That there are none is told."""
    from doclint.engine.check_run import CheckRun

    pages = project.pages(paths)
    if not pages:
        tell("doclint: no page was found")
    return CheckRun(project, selection, pages, is_whole=project.is_whole(paths), **means)


def known(project: "Project", named: Path | None) -> "Counter[Entry] | None":
    """What the baseline knows, if there is one."""
    if named is None and project.settings.config.baseline is None:
        return None
    from doclint.engine.report import baseline

    file = baseline.file_of(project, named)
    return baseline.load(file) if file else None
