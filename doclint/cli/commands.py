"""The commands, each loaded when it is asked for: to make the options of all takes a while."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

import click

from doclint import __version__

_HOMES = {
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
}


class _Commands(Mapping[str, click.Command]):
    """The commands by name."""

    def __getitem__(self, name: str) -> click.Command:
        command: click.Command = resolve_name(f"doclint.cli.{_HOMES[name]}")
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


@click.group(commands=_Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="doclint %(version)s")
def cli() -> None:
    """Check generated documentation against its format, its sources and itself."""
