"""What the commands share: exit codes, options, and ways to print."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, TextIO, TypedDict, TypeVar

import click

from doclint.cli import completion, startup
from doclint.cli.commands import texts_of_help

if TYPE_CHECKING:
    from doclint.config.given import GivenSettings
    from doclint.engine.check_run import CheckRun, Resources
    from doclint.engine.plan import Plan

_Page = TypeVar("_Page")
_Command = TypeVar("_Command", bound=Callable[..., Any])

CLEAN, FINDINGS, TROUBLE = 0, 1, 2
_LONG = 1.0  # seconds after which a progress bar appears


@contextmanager
def needing(what: str, extra: str, package: str, *others: str) -> Iterator[None]:
    """Import what needs a package of an extra, and perhaps others that come with it.

    Raises UsageError, which says how to add them, if one of them is not installed.
    """
    try:
        yield
    except ImportError as error:
        from doclint.errors.exceptions import UsageError

        if (error.name or "").partition(".")[0] not in (package, *others):
            raise
        raise UsageError(f"{what} needs the package `{package}`; `pip install 'doclint[{extra}]'` adds it") from error


class DescribedOption(click.Option):
    """An option whose help is in `options.toml`: in the table `of` a command, or in that of several."""

    def __init__(self, *arguments: Any, of: str = "shared", **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.text = of, max(self.opts, key=len).lstrip("-")

    @property
    def help(self) -> str:
        """The help, which is read when it is shown."""
        part, name = self.text
        return texts_of_help(part)[name]

    @help.setter  # noqa: A003 - it is the property
    def help(self, _: str | None) -> None: ...


option = partial(click.option, cls=DescribedOption)


def _remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    context.meta[f"{__name__}.{parameter.name}"] = value


def _folder(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    if value == "":  # most likely a shell variable that is not set; it must not mean the working directory
        raise click.BadParameter("the name of the folder is empty.")
    return None if value is None else Path(value)


def together(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Return a decorator that adds options to a command, in their order."""

    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_remembered_flag = partial(option, is_flag=True, expose_value=False, callback=_remember)
_rules = partial(option, multiple=True, metavar="RULE", shell_complete=completion.rules)
verbose = _remembered_flag("-v", "--verbose")
quiet = _remembered_flag("-q", "--quiet")
verbosity = together(quiet, verbose)
paths = click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
rules = together(
    _rules("--select"),
    _rules("--ignore"),
    option("--without", multiple=True, metavar="INPUT", shell_complete=completion.inputs),
)
"""The options that `rules_of` reads."""
root = option("--root", type=click.Path(exists=True, file_okay=False, path_type=Path))
no_local_rules = option("--no-local-rules", is_flag=True)
no_brake = option("--no-brake", is_flag=True)
configuration = together(
    option("--config", multiple=True, metavar="FILE|KEY=VALUE", shell_complete=completion.settings),
    option("--isolated", is_flag=True),
    no_local_rules,
    option("--exclude", multiple=True, metavar="PATTERN"),
    _rules("--extend-select"),
)
"""The options that `configuration_of` reads."""
cache_dir = option("--cache-dir", type=click.Path(file_okay=False), callback=_folder)
jobs = option("--jobs", type=click.IntRange(1))
resources = together(
    jobs,
    option("--hash-all", is_flag=True),
    option("--no-cache", is_flag=True),
    cache_dir,
)
"""The options that `resources_of` reads."""
run = together(no_brake, root, configuration, resources)
"""The options of a run over pages."""
text_or_json = click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
FILE = click.Path(dir_okay=False, path_type=Path)


def is_verbose() -> bool:
    """Whether the user wants tracebacks."""
    return _is_set("verbose")


def is_quiet() -> bool:
    """Whether the user wants findings and errors only."""
    return _is_set("quiet")


def _is_set(flag: str) -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(f"{__name__}.{flag}"))


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


def rules_of(options: dict[str, Any]) -> tuple[list[str] | None, list[str], list[str]]:
    """Remove the options of `rules` from all options of a command, and return them as a `Request` needs them."""
    select, ignore, without = (names(options.pop(name)) for name in ("select", "ignore", "without"))
    return select, ignore or [], without or []


class ConfigOptions(TypedDict):
    """What the options say about the configuration, in the form of arguments of `Project.find` and `make_plans`."""

    isolated: bool
    local_rules: bool
    given: "GivenSettings"


def configuration_of(options: dict[str, Any]) -> ConfigOptions:
    """Remove the options of `configuration` from all options of a command, and return what they say.

    Raises UsageError if they contradict each other, and ConfigError if a setting does not exist.
    """
    from doclint.config.files import parse
    from doclint.config.given import NOTHING_GIVEN, given

    config, exclude, extend_select, isolated, no_local_rules = (
        options.pop(name) for name in ("config", "exclude", "extend_select", "isolated", "no_local_rules")
    )
    settings = NOTHING_GIVEN
    if config or exclude or extend_select:
        settings = given(config, {"exclude": names(exclude) or (), "extend-select": names(extend_select) or ()})
    if options.pop("no_brake", False):
        settings = settings._replace(layers=(*settings.layers, parse({"brake": False}, "--no-brake")))
    if isolated and settings.file is not None:
        raise click.UsageError(f"--isolated reads no configuration file, but --config names `{settings.file}`.")
    return {"isolated": isolated, "local_rules": not no_local_rules, "given": settings}


def plans_of(*, paths: tuple[Path, ...], root: Path | None, file: Path | None, **options: Any) -> "list[Plan]":
    """Return a plan for each root. A `file` is the baseline of one root, so it goes with a single one."""
    from doclint.engine.plan import Request, check_one_root, make_plans

    request = Request(paths, *rules_of(options))
    plans = make_plans(request, root=root, **configuration_of(options))
    if file is not None:
        check_one_root(plans, "--baseline")
    return plans


def merged_run(files: Sequence[Path], root: Path | None, configured: ConfigOptions) -> "CheckRun":
    """Return the run of which some files are the reports of all shards. Raises UsageError if they are not."""
    from doclint.config.project import Project
    from doclint.engine.check_run import CheckRun
    from doclint.engine.shard_results import MergedShards

    plan, results = MergedShards.load(files).plan(Project.find((), root=root, **configured))
    return CheckRun(plan, results=results)


def resources_of(options: dict[str, Any]) -> "Resources":
    """Remove the options of `resources` from all options of a command, and return what a run may use by them."""
    from doclint.engine.check_run import Resources

    jobs, hash_all, no_cache, cache_dir = (options.pop(name) for name in ("jobs", "hash_all", "no_cache", "cache_dir"))
    return Resources(
        jobs,
        has_cache=not no_cache,
        cache_folder=cache_dir,
        trusts_times=not hash_all,
        is_careful=has_crashed(),
    )


def print_scope(plans: "Sequence[Plan]", paths: "Sequence[Path]") -> None:
    """Print on standard error how the pages of plans were chosen below some paths, or why there are none."""
    for plan in plans:
        if plan.scope:
            place = "" if len(plans) == 1 else f"{shown_path('', plan.root.as_posix())}: "
            note(f"doclint: {place}{plan.scope}")
    if not any(plan.scope or plan.pages or plan.texts for plan in plans):
        from doclint.output import summary

        for line in summary.no_page(plans, paths):
            note(f"doclint: {line}")


def shown_path(path: str, root: str) -> str:
    """Return a path from a root in the form in which messages show it."""
    from doclint.output.paths import path_from_here

    return path_from_here(path, root)


def echo(text: str, **options: Any) -> None:
    """Print a text to standard output, with escapes for control characters."""
    click.echo(printable(text), **options)


def show(text: str, further: int = 2) -> None:
    """Print a text for people to standard output, with escapes for control characters; a terminal gets it wrapped.

    `further` is how far what follows a break is indented.
    """
    click.echo(_fitting(printable(text), sys.stdout, further))


def echo_err(text: str) -> None:
    """Print a text to standard error, with escapes for control characters; a terminal gets it wrapped."""
    click.echo(_fitting(printable(text), sys.stderr), err=True)


def say(text: str) -> None:
    """Print a text that is neither a finding nor an error to standard output, unless the user wants quiet."""
    if not is_quiet():
        show(text)


def note(text: str) -> None:
    """Print a text that is neither a finding nor an error to standard error, unless the user wants quiet."""
    if not is_quiet():
        echo_err(text)


def _fitting(text: str, stream: TextIO, further: int = 2) -> str:
    width = columns(stream)
    if not width:
        return text
    from doclint.output.terminal import wrapped

    return "\n".join(wrapped(line, width, further) for line in text.split("\n"))


def printable(text: str) -> str:
    """Return a text, line by line, with escapes for what a terminal would obey."""
    from doclint.output.terminal import safe

    return "\n".join(map(safe, text.split("\n")))


def has_color(choice: str, stream: TextIO | None = None) -> bool:
    """Whether a stream, by default standard output, gets colors.

    https://no-color.org and https://force-color.org describe the variables. NO_COLOR wins, as in Python 3.13.
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    is_shown = is_terminal(stream or sys.stdout) and os.environ.get("TERM") != "dumb"
    return bool(os.environ.get("FORCE_COLOR")) or is_shown


def has_links(color: str, stream: TextIO | None = None) -> bool:
    """Whether text on a stream, by default standard output, gets links; without colors it does not."""
    is_shown = is_terminal(stream or sys.stdout)
    if color == "never" or not (is_shown or os.environ.get("FORCE_HYPERLINK")):
        return False
    from doclint.output import links

    return links.are_supported(is_terminal=is_shown)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal."""
    return stream is not None and stream.isatty()


def columns(stream: TextIO | None) -> int | None:
    """Return the width of the terminal that shows a stream; None if it is not shown by one."""
    if stream is None or not is_terminal(stream):
        return None
    try:
        return int(os.environ.get("COLUMNS", "")) or None
    except ValueError:
        pass
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):  # the stream is not one of the system
        return None


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
    is_shown = is_terminal(sys.stderr) and not is_quiet()
    bar = None
    with ExitStack() as stack:
        for done, page in enumerate(pages, 1):
            yield page
            if bar is not None:
                bar.update(1)
            elif is_shown and time.monotonic() - start > _LONG:
                bar = stack.enter_context(click.progressbar(length=total, label="Checking", file=sys.stderr))
                bar.update(done)
