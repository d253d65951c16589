"""What the commands share: exit codes, options, and ways to print."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from doclint.cli import startup

if TYPE_CHECKING:
    from doclint.engine.check_run import Resources
    from doclint.engine.plan import Plan

_Page = TypeVar("_Page")
_Command = TypeVar("_Command", bound=Callable[..., Any])

CLEAN, FINDINGS, TROUBLE = 0, 1, 2
_LONG = 1.0  # seconds after which a progress bar appears


def _remember(context: click.Context, _parameter: click.Parameter, value: object) -> None:
    context.obj = value


def _folder(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    if value == "":  # most likely a shell variable that is not set; it must not mean the working directory
        raise click.BadParameter("the name of the folder is empty.")
    return None if value is None else Path(value)


verbose = click.option(
    "-v", "--verbose", is_flag=True, expose_value=False, callback=_remember, help="Show tracebacks of failures."
)
paths = click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
select = click.option(
    "--select", multiple=True, metavar="RULE", help="Run only these rules or families (comma-separated)."
)
ignore = click.option(
    "--ignore", multiple=True, metavar="RULE", help="Do not run these rules or families (comma-separated)."
)
without = click.option(
    "--without",
    multiple=True,
    metavar="INPUT",
    help="Do not run rules that read this besides the page: source or repository (comma-separated).",
)
root = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The root of all pages; by default, doclint finds that of each page.",
)
isolated = click.option("--isolated", is_flag=True, help="Read no configuration.")
no_local_rules = click.option(
    "--no-local-rules", is_flag=True, help="Do not run the rules that the configuration adds."
)
cache_dir = click.option(
    "--cache-dir",
    type=click.Path(file_okay=False),
    callback=_folder,
    help="The folder of the cache; by default DOCLINT_CACHE_DIR, else the cache folder of the user.",
)
FILE = click.Path(dir_okay=False, path_type=Path)


def is_verbose() -> bool:
    """Whether the user wants tracebacks."""
    return bool(click.get_current_context().obj)


def has_crashed() -> bool:
    """Whether this run crashed before, so that every page must be left to a worker."""
    return bool(click.get_current_context().find_root().obj)


def names(values: Iterable[str]) -> list[str] | None:
    """Return the names in comma-separated lists; None if there is no list. Raises UsageError if all lists are empty."""
    lists = list(values)
    found = [name.strip() for value in lists for name in value.split(",") if name.strip()]
    if lists and not found:
        raise click.UsageError("A comma-separated list has no name in it.")
    return found or None


def rule_names(
    select: Iterable[str], ignore: Iterable[str], without: Iterable[str]
) -> tuple[list[str] | None, list[str], list[str]]:
    """Return the values of the options that select rules, in the form that a `Request` needs."""
    return names(select), names(ignore) or [], names(without) or []


def resources(command: _Command) -> _Command:
    """Add the options that `resources_of` reads."""
    for option in (
        cache_dir,
        click.option("--no-cache", is_flag=True, help="Neither read nor write the cache."),
        click.option(
            "--jobs",
            type=click.IntRange(1),
            help="The number of worker processes where there are many pages; by default, the number of processors.",
        ),
    ):
        command = option(command)
    return command


def resources_of(*, jobs: int | None, no_cache: bool, cache_dir: Path | None) -> "Resources":
    """Return what a run may use, according to the options."""
    from doclint.engine.check_run import Resources

    return Resources(jobs, has_cache=not no_cache, cache_folder=cache_dir, is_careful=has_crashed())


def print_scope(plans: "Sequence[Plan]") -> None:
    """Print on standard error how the pages of plans were chosen, or that there are none."""
    for plan in plans:
        if plan.scope:
            place = "" if len(plans) == 1 else f"{shown_path('', plan.root.as_posix())}: "
            echo_err(f"doclint: {place}{plan.scope}")
    if not any(plan.scope or plan.pages or plan.texts for plan in plans):
        echo_err("doclint: no page was found")
        _print_left_out(plans)


def _print_left_out(plans: "Sequence[Plan]") -> None:
    from doclint.output.text import left_out

    for plan in plans:
        if plan.left_out:
            echo_err(f"doclint: {left_out(plan.left_out)}")


def shown_path(path: str, root: str) -> str:
    """Return a path from a root in the form in which messages show it."""
    from doclint.output.paths import path_from_here

    return path_from_here(path, root)


def echo(text: str, **options: Any) -> None:
    """Print a text to standard output, with escapes for control characters."""
    click.echo(printable(text), **options)


def echo_err(text: str) -> None:
    """Print a text to standard error, with escapes for control characters."""
    click.echo(printable(text), err=True)


def printable(text: str) -> str:
    """Return a text, line by line, with escapes for what a terminal would obey."""
    from doclint.output.terminal import safe

    return "\n".join(map(safe, text.split("\n")))


def has_color(choice: str, stream: TextIO | None = None) -> bool:
    """Whether a stream, by default standard output, gets colours."""
    if choice != "auto":
        return choice == "always"
    return is_terminal(stream or sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal."""
    return stream is not None and stream.isatty()


def is_regular_file(stream: TextIO | None) -> bool:
    """Whether a stream writes to a regular file, so that nothing obeys what is in it."""
    try:
        return stream is not None and S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:  # the stream is not one of the system
        return False


def progress(pages: Iterable[_Page], total: int) -> Iterator[_Page]:
    """Pass pages on as they are linted, with a progress bar on a terminal once that takes long."""
    startup.resume_garbage_collection()
    start = time.monotonic()
    is_shown = is_terminal(sys.stderr)
    bar = None
    with ExitStack() as stack:
        for done, page in enumerate(pages, 1):
            yield page
            if bar is not None:
                bar.update(1)
            elif is_shown and time.monotonic() - start > _LONG:
                bar = stack.enter_context(click.progressbar(length=total, label="Checking", file=sys.stderr))
                bar.update(done)
