"""A page for each command, and the list of all."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from inspect import cleandoc
from typing import NamedTuple

import click
from mentions import mentions
from rendering import rendered
from site_page import SitePage

from doclint.cli.commands import cli

_ABOUT_OTHERS = {"changelog.md", "contributing.md"}


class Command(NamedTuple):
    """A command as its page has it; `path` is its name with those of the commands above it."""

    path: str
    usage: str
    help: str
    subjects: dict[str, list[tuple[str, str]]]
    commands: list["Command"]

    @property
    def page(self) -> str:
        """The name of the page."""
        return self.path.replace(" ", "-")


class _Collector(click.HelpFormatter):
    """Keeps what a command writes into its help: definitions by the heading above them."""

    def __init__(self) -> None:
        super().__init__(width=10_000)
        self.found: dict[str, list[tuple[str, str]]] = {}
        self._name = ""

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self._name = name
        yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:  # noqa: ARG002
        self.found.setdefault(self._name, []).extend(rows)


def names() -> dict[str, str]:
    """Return the page of each command, by what one types."""
    return {f"doclint {one.path}": f"commands/{one.page}.md" for top in _commands() for one in (top, *top.commands)}


def pages(manuals: Sequence[SitePage]) -> Iterator[SitePage]:
    """Yield the pages; they lead to the manuals that mention the command."""
    manuals = [page for page in manuals if page.path not in _ABOUT_OTHERS]
    commands = _commands()
    for command in (one for top in commands for one in (top, *top.commands)):
        typed = f"doclint {command.path}"
        found = mentions(manuals, f"{typed}(?: .*)?")
        text = rendered("command.md.j2", command=command, typed=typed, mentions=found)
        yield SitePage.made(f"commands/{command.page}.md", text)
    yield SitePage.made("commands/index.md", rendered("commands.md.j2", commands=commands))


def _commands() -> list[Command]:
    context = click.Context(cli, info_name="doclint")
    return [_command(command, name, context) for name, command in cli.commands.items()]


def _command(command: click.Command, name: str, parent: click.Context) -> Command:
    context = click.Context(command, info_name=name, parent=parent)
    path = context.command_path.removeprefix("doclint ")
    inner = command.commands.items() if isinstance(command, click.Group) else ()
    collector = _Collector()
    command.format_options(context, collector)
    if isinstance(command, click.Group):
        collector.found.pop("Commands", None)  # they have pages of their own
    return Command(
        path=path,
        usage=f"{context.command_path} {' '.join(command.collect_usage_pieces(context))}",
        help=cleandoc(command.help or ""),
        subjects=collector.found,
        commands=[_command(one, name, context) for name, one in inner],
    )
