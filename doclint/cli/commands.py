"""The commands, and their help. Each is loaded only when it is used, because building the options of all takes long."""

import os
from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

import click

from doclint import __version__


def texts_of_help(part: str) -> dict[str, str]:
    """Return the texts of a part of `options.toml`."""
    from doclint.errors.tables import table

    found: dict[str, str] = table("doclint.cli", "options")[part]
    return found


class SubjectCommand(click.Command):
    """A command whose help lists its options by subject. With `--hook`, no name of a file is an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put names of files that look like options last, where they are paths, if `--hook` is among the arguments."""
        if "--hook" in args:
            files = [one for one in args if one.startswith("-") and one != "--" and os.path.lexists(one)]
            others = [one for one in args if one not in files]
            args = [*others, *(["--"] if "--" not in others else []), *files]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, with a heading for each subject."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        records = {option.name: option.get_help_record(ctx) for option in options}
        for subject, names in texts_of_help("subjects").items():
            found = [record for name in names.split() if (record := records.pop(name, None))]
            if found:
                with formatter.section(subject):
                    formatter.write_dl(found)
        with formatter.section("Other options"):
            formatter.write_dl(list(filter(None, records.values())))


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
                formatter.write_dl([*texts_of_help("examples").items()])
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
    "trend": "runs:trend",
    "formats": "formats:group",
    "merge": "runs:merge",
    "schema": "manual:schema",
    "server": "servers:server",
    "mcp": "servers:mcp",
    "clean": "runs:clean",
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
