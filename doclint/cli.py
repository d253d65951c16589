"""The command line: arguments in, exit code out."""

import gc
import io
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from doclint.errors import DoclintError, UsageError
from doclint.output import STYLES
from doclint.version import VERSION

if TYPE_CHECKING:
    from doclint.project import Project
    from doclint.repair import Workshop
    from doclint.report import Report
    from doclint.rule import Severity

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
@click.option(
    "--output-format",
    multiple=True,
    metavar="FORMAT[=FILE]",
    help=f"How to tell what was found, on standard output or in a file; repeatable. One of {', '.join(STYLES)}.",
)
@click.option(
    "-o", "--output-file", type=click.Path(path_type=Path), help="Where the output goes instead of standard output."
)
@click.option("--select", multiple=True, metavar="RULE", help="Run only these rules or families (comma-separated).")
@click.option("--ignore", multiple=True, metavar="RULE", help="Do not run these rules or families (comma-separated).")
@click.option("--about", is_flag=True, help="The paths are sources: check the pages that describe them.")
@click.option(
    "--changed-since",
    metavar="REV",
    help="Check only pages that changed since a git revision, describe a source that did, or link to what did.",
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
    help="The least severity that gives exit code 1.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found; failures of doclint still exit with 2.")
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The root of the repository."
)
@click.option("--isolated", is_flag=True, help="Read no configuration.")
@click.option("--no-local-rules", is_flag=True, help="Run none of the rules that the configuration brings along.")
@click.option("--fix", is_flag=True, help="Mend what is certain, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also what is a guess, or deletes something.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", type=click.Path(file_okay=False, path_type=Path), help="Where the cache lies.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@_verbose
def check(
    paths: tuple[Path, ...],
    output_format: tuple[str, ...],
    output_file: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    about: bool,
    changed_since: str | None,
    statistics: bool,
    max_per_cause: int,
    fail_on: "Severity",
    exit_zero: bool,
    root: Path | None,
    isolated: bool,
    no_local_rules: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    no_cache: bool,
    cache_dir: Path | None,
    color: str,
) -> int:
    """Check pages: files, and the Markdown below folders (by default below the root)."""
    from doclint import output
    from doclint.exemptions import Exemptions, today
    from doclint.output.destination import destinations
    from doclint.project import Project
    from doclint.repository import absolute
    from doclint.run import judge, run

    del no_cache, cache_dir  # accepted from the start, so that scripts can say so
    if about and (changed_since is not None or not paths):
        raise click.UsageError("--about wants the sources as paths, and no --changed-since.")
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError("--unsafe-fixes is for --fix, or for --diff.")
    outputs = destinations(output_format, output_file, statistics=statistics)
    project = Project.find(paths, root=root, isolated=isolated, local_rules=not no_local_rules)
    selection = project.selection(_names(select), _names(ignore) or ())
    found = _pages(project, paths, about=about, changed_since=changed_since)
    exemptions = Exemptions(project.settings, today())

    def look() -> "Report":
        return exemptions.apply(run(project, selection, found, watch=_progress))

    report, is_fixed = look(), True
    if fix or diff:
        from doclint.repair import Workshop

        workshop = Workshop(
            project, lambda page: exemptions.left(judge(page, selection.at(page.path)).problems), unsafe=unsafe_fixes
        )
        if diff:
            return _diff(workshop, report)
        report, is_fixed = _fix(workshop, report, look)
    is_whole = changed_since is None and (not paths or project.root in map(absolute, paths))
    for note in exemptions.notes(
        project.rules, selection.at("").rules, is_whole=is_whole, has_failed=report.has_failed
    ):
        _tell(f"doclint: {note}")
    for destination in outputs:
        lines = output.render(report, destination.style, max_per_cause=max_per_cause)
        if destination.file:
            destination.write(map(click.unstyle, lines))
        else:
            for line in lines:
                click.echo(line, color=_colour(color))
    for problem in report.problems if click.get_current_context().obj else ():
        if problem.traceback:
            _tell(f"{problem.path}: {problem.traceback}")
    if report.has_failed or not is_fixed:
        return TROUBLE
    return FINDINGS if report.reaches(fail_on) and not exit_zero else CLEAN


def _diff(workshop: "Workshop", report: "Report") -> int:
    """Show what would be fixed."""
    from doclint.output import fixes
    from doclint.repair import Repairs

    repairs = Repairs()
    for repair in workshop.proposals(report):
        repairs.add(repair)
        click.echo(fixes.diff(repair, for_terminal=_is_terminal(sys.stdout)), nl=False)
    for line in fixes.summary(repairs, report, unsafe=workshop.unsafe, written=False):
        _tell(line)
    if report.has_failed:
        return TROUBLE
    return FINDINGS if repairs.fixed else CLEAN


def _fix(workshop: "Workshop", report: "Report", look: Callable[[], "Report"]) -> tuple["Report", bool]:
    """Fix the files: the report of what is left, and whether every file could be written."""
    from doclint.output import fixes

    report, repairs = workshop.fix(report, look)
    for line in fixes.summary(repairs, report, unsafe=workshop.unsafe, written=True):
        _tell(line)
    return report, not repairs.has_failed


@cli.command()
@click.argument("rule")
def explain(rule: str) -> int:
    """Show the manual of a rule."""
    from doclint import manual
    from doclint.project import Project

    click.echo(_safe(manual.page(Project.find().rules.find(rule))), nl=False)
    return CLEAN


@cli.command()
def rules() -> int:
    """List the rules by family."""
    from doclint import manual
    from doclint.project import Project

    known = Project.find().rules
    for family in known.families():
        click.echo(f"{family}:")
        for rule in known.select([family]):
            click.echo(_safe(f"  {rule.id:<30} {rule.severity:<8} {manual.summary(rule)}"))
    return CLEAN


@cli.command()
def formats() -> int:
    """List the formats of pages, with the kinds each has: those of doclint and those of the project here."""
    from doclint.project import Project

    for format_ in Project.find().formats:
        click.echo(_safe(f"{format_.name} (pages below {format_.docs_root}/):"))
        for kind in format_.kind:
            click.echo(_safe(f"  {kind.name:<16} {kind.page.text:<26} # {kind.title.text}"))
    return CLEAN


@cli.command()
@click.argument("what", type=click.Choice(["report", "format", "config"]))
def schema(what: str) -> int:
    """Print the JSON schema of the report, of formats, or of the configuration."""
    from doclint import schemas

    click.echo(schemas.text(what))
    return CLEAN


@cli.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), default=".")
def config(path: Path) -> int:
    """Show every setting that holds for a file or folder, and the file that set it."""
    from doclint import overview
    from doclint.files import place_of
    from doclint.project import Project

    project = Project.find([path])
    place = place_of(path, project.root)
    folder = place if path.is_dir() else place.rpartition("/")[0]
    for line in overview.lines(project.selection().settings_of(folder), project.rules):
        click.echo(_safe(line))
    return CLEAN


@cli.command()
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The root of the repository."
)
def init(root: Path | None) -> int:
    """Write a first `doclint.toml` at the root, made of what is found in the tree."""
    from doclint import starter
    from doclint.files import pages
    from doclint.project import Project
    from doclint.repository import Folder

    project = Project.find(root=root)
    if project.settings.layers:
        raise UsageError(f"There is a configuration already: {project.settings.layers[-1].where}")
    found = starter.look(pages([project.root], project.root), Folder(project.root))
    path = project.root / "doclint.toml"
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(starter.text(found))
    click.echo(_safe(f"Wrote {path}"))
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
        _tell(f"doclint: {error}")
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        _tell(shown.getvalue().removesuffix("\n"))
    except (click.Abort, KeyboardInterrupt):
        click.echo("doclint: interrupted", err=True)
    except BrokenPipeError:
        # The reader has seen enough; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _tell(f"doclint: {error}")
    except Exception as error:  # noqa: BLE001 - findings have the exit code that an uncaught exception would give
        _report_bug(error, arguments)
    return TROUBLE


def _report_bug(error: Exception, arguments: list[str]) -> None:
    _tell(f"doclint {VERSION}: this is a bug of doclint: {type(error).__name__}: {error}")
    if "-v" in arguments or "--verbose" in arguments:
        _tell("".join(traceback.format_exception(error)))
    else:
        _tell("With -v it shows where; please report it.")


def _tell(text: str) -> None:
    """Say something on standard error."""
    click.echo(_safe(text), err=True)


def _safe(text: str) -> str:
    """The text, line by line, as a terminal may have it."""
    from doclint.output.terminal import safe

    return "\n".join(map(safe, text.split("\n")))


def _pages(project: "Project", paths: Sequence[Path], *, about: bool, changed_since: str | None) -> list[str]:
    """The pages to check. What is unusual about the choice is told."""
    if about or changed_since is not None:
        from doclint.scope import pages_about, pages_since

        scope = pages_about(paths, project) if changed_since is None else pages_since(changed_since, paths, project)
        _tell(f"doclint: {scope.told}")
        return scope.pages
    found = project.pages(paths)
    if not found:
        _tell("doclint: no page was found")
    return found


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
