"""Groups of commands that know what a wrong name may mean."""

import click


class CommandGroup(click.Group):
    """A group of commands; the error for a name that no command has suggests what is meant."""

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
