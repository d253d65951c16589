"""Code that the commands that check pages share: the options for their output, and the reporter."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click
from msgspec.structs import replace

from doclint.cli import common, completion, supervisor
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE, echo_err
from doclint.output import rendering
from doclint.output.rendering import STYLES, RenderOptions, is_wrapped
from doclint.output.terminal import wrapped

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Sequence

    from doclint.config.project import Project
    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Plan
    from doclint.engine.report.baseline import BaselineEntry
    from doclint.engine.report.report import Report
    from doclint.output.destination import OutputDestination
    from doclint.rule.message import Severity


def _only_one(_context: click.Context, _parameter: click.Parameter, values: tuple[Path, ...]) -> Path | None:
    if len(values) > 1:
        raise click.BadParameter(f"`{values[0]}` and `{values[1]}`; more files are `--output-format FORMAT=FILE`.")
    return values[0] if values else None


exit_zero = common.option("--exit-zero", is_flag=True)
color = common.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
options = common.together(
    click.option(
        "--output-format",
        multiple=True,
        metavar="FORMAT[=FILE]",
        shell_complete=completion.styles,
        help=f"How to report, on standard output or in a file; repeatable. One of {', '.join(STYLES)}.",
    ),
    common.option("-o", "--output-file", type=click.Path(path_type=Path), multiple=True, callback=_only_one),
    common.option("--statistics", is_flag=True),
    common.option("--max-per-cause", type=click.IntRange(0)),
    common.option("--fail-on", type=click.Choice(["error", "warning", "info"])),
    exit_zero,
    common.option("--baseline", "baseline_file", type=common.FILE),
    common.option("--no-baseline", is_flag=True),
    common.option("--ratchet", is_flag=True),
    color,
)


class OutputOptions(NamedTuple):
    """The values of the options for output."""

    output_format: tuple[str, ...]
    output_file: Path | None
    statistics: bool
    max_per_cause: int | None
    fail_on: "Severity | None"
    exit_zero: bool
    baseline_file: Path | None
    no_baseline: bool
    ratchet: bool
    color: str

    @classmethod
    def take(cls, options: dict[str, Any]) -> Self:
        """Remove the options for output from all options of a command, and return them."""
        return cls(**{name: options.pop(name) for name in cls._fields})


class Reporter:
    """Reports the findings of a run, and if it `has_claims` how many of these hold, which `html` always shows.

    Raises UsageError before a page is read if the options contradict each other or an output cannot be written.
    """

    def __init__(self, plans: "Sequence[Plan]", options: OutputOptions, *, has_claims: bool = False) -> None:
        from doclint.engine.plan import check_one_root
        from doclint.output.destination import configured, destinations

        if options.baseline_file and options.no_baseline:
            raise click.UsageError("--baseline and --no-baseline contradict each other.")
        self._options = options
        self._has_claims = has_claims
        self._destinations: Sequence[OutputDestination] = destinations(
            options.output_format,
            options.output_file,
            statistics=options.statistics,
            default=configured(plan.project.settings for plan in plans),
        )
        for style, file in self._destinations:
            if file is None and style in STYLES and STYLES[style].for_files and common.is_terminal(sys.stdout):
                raise click.UsageError(f"`{style}` is not for a terminal; name a file: --output-format {style}=FILE.")
        if options.baseline_file:
            check_one_root(plans, "--baseline")
        file = options.baseline_file
        self._known = [None if options.no_baseline else known(plan.project, file) for plan in plans]
        self._render_options = RenderOptions(
            max_per_cause=options.max_per_cause,
            rule_pages=next(filter(None, (plan.project.settings.config.rule_pages for plan in plans)), ""),
            is_quiet=common.is_quiet(),
        )
        if options.ratchet and None in self._known:
            raise click.UsageError("--ratchet needs a baseline, by --baseline or by the configuration.")

    @property
    def needs_claims(self) -> bool:
        """Whether an output shows the claims that hold."""
        return any(map(self._shows_claims, self._destinations))

    def _shows_claims(self, destination: "OutputDestination") -> bool:
        style = STYLES.get(destination.style)
        return self._has_claims or (style is not None and style.has_claims)

    def report(
        self, check_runs: "Sequence[CheckRun]", reports: "Sequence[Report]", *, beside_page: bool = False
    ) -> int:
        """Write the reports of all runs, which are in the order of the plans, as one report to all outputs.

        `beside_page` says that standard output has a page, so that standard error gets the report. Return the exit
        code.
        """
        from doclint.engine.report.report import combined

        shown = [style for style, file in self._destinations if file is None]
        has_summary = any(style in STYLES and STYLES[style].has_summary for style in shown)
        for check_run, report in zip(check_runs, reports, strict=True):
            print_warnings(check_run, report, with_notes=not has_summary)
        triples = zip(self._known, check_runs, reports, strict=True)
        compared = [self._compared(*triple) for triple in triples]
        report = combined(compared)
        self._show(report, to_stderr=beside_page)
        if report.has_failed:
            return TROUBLE
        return FINDINGS if any(map(self._fails, check_runs, compared)) and not self._options.exit_zero else CLEAN

    def _fails(self, check_run: "CheckRun", report: "Report") -> bool:
        return report.reaches(self._options.fail_on or check_run.plan.project.settings.config.fail_on)

    def _compared(self, known: "Counter[BaselineEntry] | None", check_run: "CheckRun", report: "Report") -> "Report":
        if known is None:
            return report
        return check_run.compare(known, report).applied(report, is_ratchet=self._options.ratchet)

    def _show(self, report: "Report", *, to_stderr: bool) -> None:
        stream = sys.stderr if to_stderr else sys.stdout
        color = common.has_color(self._options.color, stream)
        for destination in self._destinations:
            has_links = destination.file is None and common.has_links(self._options.color, stream)
            columns = common.columns(stream) if destination.file is None else None
            options = replace(self._render_options, has_links=has_links, columns=columns)
            shown = report if self._shows_claims(destination) or not report.claims else replace(report, claims=())
            show(rendering.render(shown, destination.style, options), destination, color, to_stderr=to_stderr)
            for sentence in rendering.left_out(report, destination.style):
                echo_err(f"doclint: {sentence}")
        self._note_files(report)
        print_tracebacks(report)

    def _note_files(self, report: "Report") -> None:
        """Say what was written if nothing else is shown: the run would look like one that did nothing."""
        from doclint.errors.wording import counted
        from doclint.repository import atomic

        files = [destination.file for destination in self._destinations if destination.file]
        for file in files if len(files) == len(self._destinations) else ():
            if not atomic.is_special(file):
                common.note(f"Wrote {file}: {counted(len(report.findings), 'finding')}.")


def show(lines: "Iterable[str]", destination: "OutputDestination", color: bool, *, to_stderr: bool = False) -> None:
    """Write lines to their destination; `to_stderr` puts standard error in place of standard output.

    Files get no colors. Styles for programs have none, and looking for them would take as long as writing the lines.
    """
    supervisor.begin_report()
    style = STYLES.get(destination.style)
    is_plain = style is not None and not style.for_people
    if destination.file:
        destination.write(lines if is_plain else map(click.unstyle, lines))
        return
    columns = common.columns(sys.stderr if to_stderr else sys.stdout) if is_wrapped(destination.style) else None
    for line in lines:
        click.echo(wrapped(line, columns) if columns else line, color=color or is_plain, err=to_stderr)


def print_warnings(check_run: "CheckRun", report: "Report", *, with_notes: bool) -> None:
    """Print a warning for each suppression in the configuration that is out of date, and what did not run.

    `with_notes` adds the notes and the notices of the report; a summary has them, too.
    """
    for warning in [*check_run.warnings(report), *_not_run(check_run, report), *(report.notes if with_notes else ())]:
        common.note(f"doclint: {warning}")
    if with_notes and report.failed:
        _print_notices(report)


def _not_run(check_run: "CheckRun", report: "Report") -> "Iterator[str]":
    """Yield a sentence on rules that the user asked for, and that did not run because only some pages were checked.

    A verbose run gets one on all such rules, one on pages that are left out, and one on each site.
    """
    plan = check_run.plan
    more = (name for layer in plan.project.settings.given for name in layer.table.get("extend-select", ()))
    names = {*(plan.selection.names[0] or ()), *more}
    from doclint.rule.schedule import RuleGroup

    families = {head.id: head.family for head in RuleGroup.of(report.rules).heads}
    missed = [rule for rule in report.skipped if common.is_verbose() or not names.isdisjoint((rule, families[rule]))]
    if missed:
        from doclint.errors.wording import listed

        yield f"only some pages were checked, so {listed(missed, len(missed))} did not run; check all to run such rules"
    if common.is_verbose() and report.left_out and not report.is_whole:
        from doclint.output.summary import left_out

        yield left_out(report.left_out)
    if common.is_verbose() and report.repository:
        from doclint.config.init import sites
        from doclint.errors.wording import counted

        for site, number in sites(plan.project, report.paths, report.repository).most_common():
            yield f"{counted(number, 'page')} of a site: {site}; `doclint claims` counts the links that were compared"


def _print_notices(report: "Report") -> None:
    from doclint.output.notices import paragraphs

    for first, *others in paragraphs(report):
        echo_err(f"doclint: {first}")
        for sentence in others:
            common.note(f"  {sentence}")


def print_tracebacks(report: "Report") -> None:
    """Print the tracebacks of failures of doclint, with --verbose."""
    for finding in report.findings if common.is_verbose() else ():
        if finding.traceback:
            echo_err(f"{common.shown_path(finding.path, report.root)}: {finding.traceback}")


def known(project: "Project", named: Path | None) -> "Counter[BaselineEntry] | None":
    """Return the findings in the baseline that an option (`named`) or the project names; None without one."""
    if named is None and project.baseline is None:
        return None
    from doclint.engine.report import baseline

    file = baseline.file_of(project, named)
    return baseline.load(file) if file else None
