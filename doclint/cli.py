"""The command line: arguments in, exit code out."""

import gc
import os
import sys
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

from doclint.errors import DoclintError
from doclint.version import VERSION

CLEAN, FINDINGS, TROUBLE = 0, 1, 2
_LONG = 1.0  # seconds after which a run shows its progress


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="doclint %(version)s")
@click.option("-v", "--verbose", is_flag=True, help="Show tracebacks of failures.")
@click.pass_context
def cli(context: click.Context, *, verbose: bool) -> None:
    """Check generated documentation against its format, its sources and itself."""
    context.obj = verbose


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
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", type=click.Path(file_okay=False, path_type=Path), help="Where the cache lies.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.pass_context
def check(context: click.Context, /, paths: tuple[Path, ...], color: str, **options: Any) -> int:
    """Check pages: files, and the Markdown below folders (by default below the root)."""
    from doclint import config as configuration
    from doclint.files import pages
    from doclint.run import run

    root = _root(paths, options["root"])
    config = configuration.Config() if options["isolated"] else configuration.load(root)
    rules = configuration.make_rules(config, _names(options["select"]) or None, _names(options["ignore"]), str(root))
    found = pages(paths or [root], root, config.exclude)
    gc.freeze()
    gc.enable()
    report = run(root, found, rules, watch=_progress)
    _print(_rendered(report, root, options), colour=_colour(color))
    for problem in report.problems if context.obj else ():
        if problem.traceback:
            click.echo(f"{problem.path}: {problem.traceback}", err=True)
    if report.has_failed:
        return TROUBLE
    return FINDINGS if report.problems else CLEAN


@cli.command()
@click.argument("rule")
def explain(rule: str) -> int:
    """Show the manual of a rule."""
    from doclint import manual, registry

    [found] = [one for one in registry.select([rule]) if one.id == rule] or registry.select([rule])[:1]
    click.echo(manual.page(found), nl=False)
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
    """List the formats of pages, with the kinds each has."""
    from doclint.formats import BUILTIN, builtin

    for name in BUILTIN:
        format_ = builtin(name)
        click.echo(f"{name} (pages below {format_.docs_root}/):")
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
    except DoclintError as error:
        click.echo(f"doclint: {error}", err=True)
        return TROUBLE
    except click.ClickException as error:
        error.show()
        return TROUBLE
    except (click.Abort, KeyboardInterrupt):
        click.echo("doclint: interrupted", err=True)
        return TROUBLE
    except BrokenPipeError:
        # The reader has seen enough; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    return code if isinstance(code, int) else CLEAN


def _root(paths: tuple[Path, ...], given: Path | None) -> Path:
    from doclint.config import find_root

    if given is not None:
        return given.resolve()
    here = Path.cwd()
    if not paths:
        return find_root(here) or here
    common = Path(os.path.commonpath([one.resolve() for one in paths]))
    below = common if common.is_dir() else common.parent
    found = find_root(below)
    if found is not None:
        return found
    return here if below.is_relative_to(here) else below


def _names(values: Iterable[str]) -> list[str]:
    return [name.strip() for value in values for name in value.split(",") if name.strip()]


def _rendered(report: Any, root: Path, options: dict[str, Any]) -> Iterator[str]:
    from doclint.output import concise, json, statistics, text

    if options["output_format"] == "json":
        return json.render(report)
    if options["statistics"]:
        return statistics.render(report)
    if options["output_format"] == "concise":
        return concise.render(report)
    return text.render(report, _lines_below(root), max_per_cause=options["max_per_cause"])


def _lines_below(root: Path) -> Any:
    from doclint.repository import Folder
    from doclint.source import Source

    repository = Folder(root)

    # Findings come page by page.
    @lru_cache(maxsize=1)
    def source(page: str) -> Source | None:
        data = repository.read(page)
        return None if data is None else Source.from_bytes(data)

    def line(page: str, number: int) -> str | None:
        found = source(page)
        return found.line(number) if found else None

    return line


def _print(lines: Iterable[str], *, colour: bool) -> None:
    for line in lines:
        click.echo(line, color=colour)


def _colour(wish: str) -> bool:
    if wish != "auto":
        return wish == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _progress(pages: Iterable[str]) -> Iterator[str]:
    """Show a bar on a terminal once a run takes long."""
    waiting = list(pages)
    if not sys.stderr.isatty():
        yield from waiting
        return
    start = time.monotonic()
    position = 0
    while position < len(waiting) and time.monotonic() - start < _LONG:
        yield waiting[position]
        position += 1
    if position < len(waiting):
        with click.progressbar(waiting[position:], label="Checking", file=sys.stderr) as bar:
            yield from bar
