"""The commands. Each is loaded only when it is used, because building the options of all of them takes time."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

import click

from doclint import __version__
from doclint.cli.group import CommandGroup

# The order is that of `doclint --help`: what people use most comes first.
_PLACES = {
    "check": "check:check",
    "causes": "causes:causes",
    "explain": "manual:explain",
    "rules": "manual:rules",
    "init": "configuration:init",
    "config": "configuration:config",
    "show": "show:show",
    "baseline": "baseline:group",
    "trend": "trend:trend",
    "formats": "formats:group",
    "merge": "merge:merge",
    "schema": "manual:schema",
    "server": "server:server",
    "clean": "cache:clean",
}


class _LazyCommands(Mapping[str, click.Command]):
    """The commands by name, loaded on access."""

    def __getitem__(self, name: str) -> click.Command:
        command: click.Command = resolve_name(f"doclint.cli.{_PLACES[name]}")
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


@click.group(cls=CommandGroup, commands=_LazyCommands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="doclint %(version)s")
def cli() -> None:
    """Check generated documentation against its format, its sources and itself."""
