"""What the commands share: exit codes, options, and ways to say something."""

import gc
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

if TYPE_CHECKING:
    from doclint.config.project import Project
    from doclint.config.selection import Selection

_Page = TypeVar("_Page")
_Command = TypeVar("_Command", bound=Callable[..., Any])

CLEAN, FINDINGS, TROUBLE = 0, 1, 2
_LONG = 1.0  # seconds after which a run shows its progress
_GARBAGE = 20_000  # objects that pages make and do not need; looked for so often, they take no room and little time


def _remember(context: click.Context, _parameter: click.Parameter, value: object) -> None:
    context.obj = value


def _folder(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    if value == "":  # a variable of a shell that is not set, and not the folder that we are in
        raise click.BadParameter("it is empty; a folder has a name.")
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
    help="Run no rules that need this beside the page: source or repository (comma-separated).",
)
root = click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The root of the repository."
)
isolated = click.option("--isolated", is_flag=True, help="Read no configuration.")
no_local_rules = click.option(
    "--no-local-rules", is_flag=True, help="Run none of the rules that the configuration brings along."
)
cache_dir = click.option(
    "--cache-dir",
    type=click.Path(file_okay=False),
    callback=_folder,
    help="Where the cache lies; by default as DOCLINT_CACHE_DIR says, else among the caches of the user.",
)
FILE = click.Path(dir_okay=False, path_type=Path)


def is_verbose() -> bool:
    """Whether tracebacks are wanted."""
    return bool(click.get_current_context().obj)


def names(values: Iterable[str]) -> list[str] | None:
    """The names in comma-separated lists; None where there is no list. Raises UsageError for lists without a name."""
    lists = list(values)
    found = [name.strip() for value in lists for name in value.split(",") if name.strip()]
    if lists and not found:
        raise click.UsageError("A comma-separated list has no name in it.")
    return found or None


def selection(project: "Project", select: Iterable[str], ignore: Iterable[str], without: Iterable[str]) -> "Selection":
    """The rules that are chosen by options."""
    return project.selection(names(select), names(ignore) or (), names(without) or ())


def resources(command: _Command) -> _Command:
    """What a command that judges pages may use, as `means` wants it."""
    for option in (
        cache_dir,
        click.option("--no-cache", is_flag=True, help="Neither read nor write the cache."),
        click.option(
            "--jobs",
            type=click.IntRange(1),
            help="How many processes judge pages where there are many; by default as many as there are processors.",
        ),
    ):
        command = option(command)
    return command


def means(*, jobs: int | None, no_cache: bool, cache_dir: Path | None) -> dict[str, Any]:
    """What a session may use."""
    return {"jobs": jobs, "has_cache": not no_cache, "cache": cache_dir}


def say(text: str, **options: Any) -> None:
    """Say something on standard output."""
    click.echo(printable(text), **options)


def tell(text: str) -> None:
    """Say something on standard error."""
    click.echo(printable(text), err=True)


def printable(text: str) -> str:
    """The text, line by line, as a terminal may have it."""
    from doclint.output.terminal import safe

    return "\n".join(map(safe, text.split("\n")))


def has_colour(wish: str) -> bool:
    """Whether standard output is coloured."""
    if wish != "auto":
        return wish == "always"
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at a stream."""
    return stream is not None and stream.isatty()


def progress(pages: Iterable[_Page], total: int) -> Iterator[_Page]:
    """Pages as they come, with a bar on a terminal once it takes long."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(_GARBAGE)
        gc.enable()
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
