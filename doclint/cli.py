"""The command line: arguments in, exit code out."""

import gc
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.errors import DoclintError, UsageError
from doclint.version import VERSION

if TYPE_CHECKING:
    from doclint.baseline import Comparison, Entry, File
    from doclint.project import Project
    from doclint.report import Report
    from doclint.rule import Rule

CLEAN, FINDINGS, TROUBLE = 0, 1, 2
_LONG = 1.0  # seconds after which a run shows its progress


def _remember(context: click.Context, _parameter: click.Parameter, value: object) -> None:
    context.obj = value


_verbose = click.option(
    "-v", "--verbose", is_flag=True, expose_value=False, callback=_remember, help="Show tracebacks of failures."
)


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="doclint %(version)s")
def cli() -> None:
    """Check generated documentation against its format, its sources and itself."""


@cli.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--output-format", type=click.Choice(["text", "concise", "json"]), default="text", show_default=True)
@click.option("--select", multiple=True, metavar="RULE", help="Run only these rules or families (comma-separated).")
@click.option("--ignore", multiple=True, metavar="RULE", help="Do not run these rules or families (comma-separated).")
@click.option("--statistics", is_flag=True, help="Show how often each rule found something, not the findings.")
@click.option(
    "--max-per-cause",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many findings of one cause to show; 0 for all.",
)
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The root of the repository."
)
@click.option("--isolated", is_flag=True, help="Read no configuration.")
@click.option("--baseline", "baseline_file", type=_FILE, help="The findings that are known: only others are reported.")
@click.option("--no-baseline", is_flag=True, help="Report what is known, too.")
@click.option("--ratchet", is_flag=True, help="Fail only for rules that found more than the baseline has of them.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", type=click.Path(file_okay=False, path_type=Path), help="Where the cache lies.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@_verbose
def check(
    paths: tuple[Path, ...],
    output_format: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    statistics: bool,
    max_per_cause: int,
    root: Path | None,
    isolated: bool,
    baseline_file: Path | None,
    no_baseline: bool,
    ratchet: bool,
    no_cache: bool,
    cache_dir: Path | None,
    color: str,
) -> int:
    """Check pages: files, and the Markdown below folders (by default below the root)."""
    from doclint import output
    from doclint.files import pages
    from doclint.project import Project
    from doclint.run import run

    del no_cache, cache_dir  # accepted from the start, so that scripts can say so
    if statistics and output_format == "json":
        raise click.UsageError("--statistics is not for JSON, whose summary counts by rule anyway.")
    if baseline_file and no_baseline:
        raise click.UsageError("--baseline and --no-baseline contradict each other.")
    project = Project.find(paths, root=root, isolated=isolated)
    known = None if no_baseline else _known(project, baseline_file)
    if ratchet and known is None:
        raise click.UsageError("--ratchet needs a baseline, by --baseline or by the configuration.")
    rules = project.rules(_names(select), _names(ignore) or ())
    found = pages(paths or [project.root], project.root, project.settings.config.exclude)
    if not found:
        click.echo("doclint: no page was found", err=True)
    report = run(project.root, found, rules, project.formats, watch=_progress)
    if known is not None:
        report = _compared(project, known, report, found, rules).applied(report, is_ratchet=ratchet)
    style = "statistics" if statistics else output_format
    for line in output.render(report, style, project.root, max_per_cause=max_per_cause):
        click.echo(line, color=_colour(color))
    for problem in report.problems if click.get_current_context().obj else ():
        if problem.traceback:
            click.echo(f"{problem.path}: {problem.traceback}", err=True)
    if report.has_failed:
        return TROUBLE
    return FINDINGS if report.failing else CLEAN


@cli.group("baseline")
def baseline_group() -> None:
    """Keep the findings that are known in a file, so that only new ones count."""


def _baseline_options(command: Callable[..., int]) -> Callable[..., int]:
    """What all commands about the baseline are given."""
    for option in (
        _verbose,
        click.option("--isolated", is_flag=True, help="Read no configuration."),
        click.option(
            "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The root of the repository."
        ),
        click.option("--ignore", multiple=True, metavar="RULE", help="Leave out these rules or families."),
        click.option("--select", multiple=True, metavar="RULE", help="Look only at these rules or families."),
        click.option("--baseline", "file", type=_FILE, help="The file; by default that of the configuration."),
        click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]..."),
    ):
        command = option(command)
    return command


@baseline_group.command("write")
@click.option("--force", is_flag=True, help="Replace what is there.")
@_baseline_options
def write_baseline(force: bool, **arguments: Any) -> int:
    """Write all findings of today to the baseline.

    With paths or rules given, what the file has of others is kept.
    """
    from doclint import baseline

    project, file = _baseline_of(**arguments)
    if file.path.exists() and not force:
        raise UsageError(f"`{file.name}` is there already; `doclint baseline update`, or --force to replace it")
    is_partial = any(arguments[name] for name in ("paths", "select", "ignore"))
    known = baseline.load(file) if is_partial and file.path.exists() else Counter()
    comparison, code = _run_for_baseline(project, known, **arguments)
    baseline.save(file, comparison.updated)
    click.echo(f"Wrote {file.name}: {_findings(comparison.updated)}.")
    return code


@baseline_group.command("prune")
@_baseline_options
def prune_baseline(**arguments: Any) -> int:
    """Take out of the baseline what is gone; add nothing."""
    from doclint import baseline

    project, file = _baseline_of(**arguments)
    comparison, code = _run_for_baseline(project, baseline.load(file), **arguments)
    if comparison.gone:
        baseline.save(file, comparison.pruned)
    click.echo(f"{file.name}: {comparison.gone.total():,} taken out; it has {_findings(comparison.pruned)}.")
    return code


@baseline_group.command("update")
@click.option("--allow-rise", multiple=True, metavar="RULE", help="Let this rule or family have more findings.")
@_baseline_options
def update_baseline(allow_rise: tuple[str, ...], **arguments: Any) -> int:
    """Take out of the baseline what is gone and add what is new, if no rule has more findings for it.

    Where a rule has more, nothing is written.
    """
    from doclint import baseline, registry

    project, file = _baseline_of(**arguments)
    allowed = {rule.id for rule in registry.select(_names(allow_rise) or ())}
    comparison, code = _run_for_baseline(project, baseline.load(file), **arguments)
    rises = {rule: count for rule, count in comparison.rises.items() if rule not in allowed}
    if rises:
        for rule, count in rises.items():
            click.echo(f"{rule}: {count:,} more than in {file.name}")
        click.echo("Nothing is written: mend them, or accept them with --allow-rise.")
        return code or FINDINGS
    if comparison.gone or comparison.new:
        baseline.save(file, comparison.updated)
    counts = f"{comparison.gone.total():,} taken out, {comparison.new.total():,} put in"
    click.echo(f"{file.name}: {counts}; it has {_findings(comparison.updated)}.")
    return code


def _baseline_of(
    *, paths: tuple[Path, ...], root: Path | None, isolated: bool, file: Path | None, **_: object
) -> "tuple[Project, File]":
    from doclint import baseline
    from doclint.project import Project

    project = Project.find(paths, root=root, isolated=isolated)
    return project, baseline.file_of(project, file) or baseline.default_file(project)


def _run_for_baseline(
    project: "Project",
    known: "Counter[Entry]",
    *,
    paths: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    **_: object,
) -> "tuple[Comparison, int]":
    """What a run has to say of a baseline, and the exit code: failures are told, and never known."""
    from doclint.files import pages
    from doclint.output import concise
    from doclint.run import run

    rules = project.rules(_names(select), _names(ignore) or ())
    found = pages(paths or [project.root], project.root, project.settings.config.exclude)
    report = run(project.root, found, rules, project.formats, watch=_progress)
    for problem in report.problems:
        if problem.is_failure:
            click.echo(concise.line(problem), err=True)
            if click.get_current_context().obj:
                click.echo(problem.traceback, err=True)
    return _compared(project, known, report, found, rules), TROUBLE if report.has_failed else CLEAN


def _known(project: "Project", named: Path | None) -> "Counter[Entry] | None":
    """What the baseline knows, if there is one."""
    if named is None and project.settings.config.baseline is None:
        return None
    from doclint import baseline

    file = baseline.file_of(project, named)
    return baseline.load(file) if file else None


def _compared(
    project: "Project", known: "Counter[Entry]", report: "Report", pages: Iterable[str], rules: "Iterable[Rule]"
) -> "Comparison":
    from doclint.baseline import compare
    from doclint.files import shown_path
    from doclint.repository import Folder

    read = [shown_path(page) for page in pages]
    return compare(known, report, read, {rule.id for rule in rules}, Folder(project.root))


def _findings(known: "Counter[Entry]") -> str:
    """What a baseline has, in figures."""
    figures = (
        (known.total(), "finding"),
        (len({one.rule for one in known}), "rule"),
        (len({one.page for one in known}), "page"),
    )
    findings, rules, pages = (
        f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s" for number, noun in figures
    )
    return f"{findings} of {rules} on {pages}"


@cli.command()
@click.argument("rule")
def explain(rule: str) -> int:
    """Show the manual of a rule."""
    from doclint import manual, registry

    click.echo(manual.page(registry.find(rule)), nl=False)
    return CLEAN


@cli.command()
def rules() -> int:
    """List the rules by family."""
    from doclint import manual, registry

    for family in registry.families():
        click.echo(f"{family}:")
        for rule in registry.select([family]):
            click.echo(f"  {rule.id:<30} {rule.severity:<8} {manual.summary(rule)}")
    return CLEAN


@cli.command()
def formats() -> int:
    """List the formats of pages, with the kinds each has: those of doclint and those of the project here."""
    from doclint.project import Project

    for format_ in Project.find().formats:
        click.echo(f"{format_.name} (pages below {format_.docs_root}/):")
        for kind in format_.kind:
            click.echo(f"  {kind.name:<16} {kind.page.text:<26} # {kind.title.text}")
    return CLEAN


@cli.command()
@click.argument("what", type=click.Choice(["report", "format", "config"]))
def schema(what: str) -> int:
    """Print the JSON schema of the report, of formats, or of the configuration."""
    from doclint import schemas

    click.echo(schemas.text(what))
    return CLEAN


def main() -> None:
    """Run doclint and exit: 0 for clean, 1 for findings, 2 for anything else."""
    # What start-up makes stays to the end; looking through it for garbage takes a twentieth of a short run.
    gc.disable()
    sys.exit(run_cli(sys.argv[1:]))


def run_cli(arguments: list[str]) -> int:
    """Run doclint with some arguments; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = cli.main(arguments, prog_name="doclint", standalone_mode=False)
        return code if isinstance(code, int) else CLEAN
    except DoclintError as error:
        click.echo(f"doclint: {error}", err=True)
    except click.ClickException as error:
        error.show()
    except (click.Abort, KeyboardInterrupt):
        click.echo("doclint: interrupted", err=True)
    except BrokenPipeError:
        # The reader has seen enough; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        click.echo(f"doclint: {error}", err=True)
    except Exception as error:  # noqa: BLE001 - findings have the exit code that an uncaught exception would give
        _report_bug(error, arguments)
    return TROUBLE


def _report_bug(error: Exception, arguments: list[str]) -> None:
    click.echo(f"doclint {VERSION}: this is a bug of doclint: {type(error).__name__}: {error}", err=True)
    if "-v" in arguments or "--verbose" in arguments:
        click.echo("".join(traceback.format_exception(error)), err=True)
    else:
        click.echo("With -v it shows where; please report it.", err=True)


def _names(values: Iterable[str]) -> list[str] | None:
    """The names in comma-separated lists; None where there is no list."""
    lists = list(values)
    return [name.strip() for value in lists for name in value.split(",") if name.strip()] if lists else None


def _colour(wish: str) -> bool:
    if wish != "auto":
        return wish == "always"
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _progress(pages: Sequence[str]) -> Iterator[str]:
    """Show a bar on a terminal once a run takes long."""
    start = time.monotonic()
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    done = 0
    while done < len(pages) and not (is_terminal and time.monotonic() - start > _LONG):
        yield pages[done]
        done += 1
    if done < len(pages):
        with click.progressbar(length=len(pages), label="Checking", file=sys.stderr) as bar:
            bar.update(done)
            for page in pages[done:]:
                yield page
                bar.update(1)
