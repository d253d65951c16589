"""What the commands that check pages share: the options for their output, and what reports it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, tell
from doclint.output.styles import STYLES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from doclint.config.project import Project
    from doclint.engine.check_run import CheckRun
    from doclint.engine.report.baseline import Entry
    from doclint.engine.report.report import Report
    from doclint.output.destination import Destination
    from doclint.rule.rule import Severity

_Command = TypeVar("_Command", bound=Callable[..., Any])

exit_zero = click.option(
    "--exit-zero", is_flag=True, help="Exit with 0 whatever the findings; failures of doclint still give 2."
)
color = click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
_OPTIONS = (
    click.option(
        "--output-format",
        multiple=True,
        metavar="FORMAT[=FILE]",
        help=f"How to report, on standard output or in a file; repeatable. One of {', '.join(STYLES)}.",
    ),
    click.option(
        "-o", "--output-file", type=click.Path(path_type=Path), help="The file to write instead of standard output."
    ),
    click.option(
        "--statistics", is_flag=True, help="Show the number of findings of each rule instead of the findings."
    ),
    click.option(
        "--max-per-cause",
        type=click.IntRange(0),
        default=3,
        show_default=True,
        help="How many findings of one cause to show; 0 shows all.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(["error", "warning", "info"]),
        default="info",
        show_default=True,
        help="The lowest severity for which the exit code is 1.",
    ),
    exit_zero,
    click.option(
        "--baseline", "baseline_file", type=common.FILE, help="The file of known findings; doclint reports only others."
    ),
    click.option("--no-baseline", is_flag=True, help="Report known findings, too."),
    click.option("--ratchet", is_flag=True, help="Fail only for rules with more findings than in the baseline."),
    color,
)


class OutputOptions(NamedTuple):
    """What the options say about output."""

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

    @classmethod
    def take(cls, options: dict[str, Any]) -> Self:
        """Take the options for output out of all options of a command."""
        return cls(**{name: options.pop(name) for name in cls._fields})


def options(command: _Command) -> _Command:
    """Add the options for output to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Reporter:
    """Reports what a run found. Raises UsageError if the options make no sense, before a page is read."""

    def __init__(self, project: "Project", options: OutputOptions) -> None:
        from doclint.output.destination import destinations

        if options.baseline_file and options.no_baseline:
            raise click.UsageError("--baseline and --no-baseline contradict each other.")
        self._options = options
        self._destinations: Sequence[Destination] = destinations(
            options.output_format, options.output_file, statistics=options.statistics
        )
        self._known = None if options.no_baseline else known(project, options.baseline_file)
        if options.ratchet and self._known is None:
            raise click.UsageError("--ratchet needs a baseline, by --baseline or by the configuration.")

    def report(self, check_run: "CheckRun", report: "Report") -> int:
        """Report what was found, and return the exit code."""
        tell_warnings(check_run, report)
        if self._known is not None:
            report = check_run.compare(self._known, report).applied(report, is_ratchet=self._options.ratchet)
        self._show(report)
        if report.has_failed:
            return TROUBLE
        return FINDINGS if report.reaches(self._options.fail_on) and not self._options.exit_zero else CLEAN

    def _show(self, report: "Report") -> None:
        from doclint.output import styles

        color = common.has_color(self._options.color)
        for destination in self._destinations:
            show(
                styles.render(report, destination.style, max_per_cause=self._options.max_per_cause), destination, color
            )
        tell_tracebacks(report)


def show(lines: "Iterable[str]", destination: "Destination", color: bool) -> None:
    """Write lines to their destination; only standard output has colours."""
    if destination.file:
        destination.write(map(click.unstyle, lines))
        return
    for line in lines:
        click.echo(line, color=color)


def tell_warnings(check_run: "CheckRun", report: "Report") -> None:
    """Print what is out of date in the configuration."""
    for warning in check_run.warnings(report):
        tell(f"doclint: {warning}")


def tell_tracebacks(report: "Report") -> None:
    """Print where doclint failed, if the user wants that."""
    for finding in report.findings if common.is_verbose() else ():
        if finding.traceback:
            tell(f"{finding.path}: {finding.traceback}")


def known(project: "Project", named: Path | None) -> "Counter[Entry] | None":
    """Return the findings that the baseline knows; None if there is no baseline."""
    if named is None and project.settings.config.baseline is None:
        return None
    from doclint.engine.report import baseline

    file = baseline.file_of(project, named)
    return baseline.load(file) if file else None
