"""The command line: arguments in, exit code out."""

import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from doclint.errors import DoclintError
from doclint.version import VERSION

if TYPE_CHECKING:
    from doclint.repair import Workshop
    from doclint.report import Report

CLEAN, FINDINGS, TROUBLE = 0, 1, 2
_LONG = 1.0  # seconds after which a run shows its progress


def _remember(context: click.Context, _parameter: click.Parameter, value: object) -> None:
    context.obj = value


_verbose = click.option(
    "-v", "--verbose", is_flag=True, expose_value=False, callback=_remember, help="Show tracebacks of failures."
)


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
@click.option("--fix", is_flag=True, help="Mend what is certain, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also what is a guess, or deletes something.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
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
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
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
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError("--unsafe-fixes is for --fix, or for --diff.")
    project = Project.find(paths, root=root, isolated=isolated)
    rules = project.rules(_names(select), _names(ignore) or ())
    found = pages(paths or [project.root], project.root, project.settings.config.exclude)
    if not found:
        click.echo("doclint: no page was found", err=True)
    look = partial(run, project.root, found, rules, project.formats, watch=_progress)
    report, is_fixed = look(), True
    if fix or diff:
        from doclint.repair import Workshop

        workshop = Workshop(project.root, rules, project.formats, unsafe=unsafe_fixes)
        if diff:
            return _diff(workshop, report)
        report, is_fixed = _fix(workshop, report, look)
    style = "statistics" if statistics else output_format
    for line in output.render(report, style, project.root, max_per_cause=max_per_cause):
        click.echo(line, color=_colour(color))
    for problem in report.problems if click.get_current_context().obj else ():
        if problem.traceback:
            click.echo(f"{problem.path}: {problem.traceback}", err=True)
    if report.has_failed or not is_fixed:
        return TROUBLE
    return FINDINGS if report.problems else CLEAN


def _diff(workshop: "Workshop", report: "Report") -> int:
    """Show what would be fixed."""
    from doclint.output import fixes
    from doclint.repair import Repairs

    repairs = Repairs()
    for repair in workshop.proposals(report):
        repairs.add(repair)
        click.echo(fixes.diff(repair, for_terminal=_is_terminal(sys.stdout)), nl=False)
    for line in fixes.summary(repairs, report, unsafe=workshop.unsafe, written=False):
        click.echo(line, err=True)
    if report.has_failed:
        return TROUBLE
    return FINDINGS if repairs.fixed else CLEAN


def _fix(workshop: "Workshop", report: "Report", look: Callable[[], "Report"]) -> tuple["Report", bool]:
    """Fix the files: the report of what is left, and whether every file could be written."""
    from doclint.output import fixes

    report, repairs = workshop.fix(report, look)
    for line in fixes.summary(repairs, report, unsafe=workshop.unsafe, written=True):
        click.echo(line, err=True)
    return report, not repairs.has_failed


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
    return _is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _progress(pages: Sequence[str]) -> Iterator[str]:
    """Show a bar on a terminal once a run takes long."""
    start = time.monotonic()
    is_terminal = _is_terminal(sys.stderr)
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
