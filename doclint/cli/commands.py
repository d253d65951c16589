"""The commands. Each is loaded only when it is used, because building the options of all of them takes time."""

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

import click

from doclint import __version__

_EXAMPLES = [
    ("doclint check", "Check all pages below the working directory."),
    ("doclint claims", "Count the claims of these pages, and those that hold."),
    ("doclint check --fix README.md", "Make the safe fixes of a page, then report what is left."),
    ("doclint explain broken-link", "Read why a rule reports something, and what to change."),
]


class CommandGroup(click.Group):
    """A group of commands; the error for a name that no command has suggests what is meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take `help COMMAND` for `COMMAND --help`."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples and where the documentation is, below the help of doclint itself."""
        if ctx.parent is None:
            from doclint.output import addresses

            with formatter.section("Examples"):
                formatter.write_dl(_EXAMPLES)
            formatter.write_paragraph()
            formatter.write_text(f"Documentation: {addresses.documentation()}")

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the order is always the same
        """Return the names of the commands in their own order, not sorted by name."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names. Raises UsageError if there is none."""
        name = args[0]
        if name in self.commands or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from doclint.cli import usage

        raise usage.unknown_command(name, self, ctx)


# The order is that of `doclint --help`: what people use most comes first.
_PLACES = {
    "check": "check:check",
    "causes": "causes:causes",
    "claims": "claims:claims",
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
    "mcp": "mcp:mcp",
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
@click.version_option(__version__, "-V", "--version", message="doclint %(version)s")
def cli() -> None:
    """Compare what documentation says with its repository, and report what is not true."""
