"""The commands. Each is loaded only when it is used, because building the options of all of them takes time."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

import click

from doclint import __version__
from doclint.cli.group import CommandGroup

_PLACES = {
    "baseline": "baseline:group",
    "causes": "causes:causes",
    "check": "check:check",
    "clean": "cache:clean",
    "config": "configuration:config",
    "explain": "manual:explain",
    "formats": "manual:formats",
    "init": "configuration:init",
    "merge": "merge:merge",
    "rules": "manual:rules",
    "schema": "manual:schema",
    "trend": "trend:trend",
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
