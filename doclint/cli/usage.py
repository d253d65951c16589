"""Messages about commands and options that are used in a wrong way, in place of those of click."""

import os

import click

from doclint.errors.exceptions import UsageError
from doclint.errors.wording import did_you_mean


def message(error: click.ClickException) -> str:
    """Return what is wrong, with the nearest valid name, and in another line where to read more."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    what = error.format_message()
    if context and what.startswith("Usage: "):  # a group without a command, for which click shows the help
        return what
    if isinstance(error, click.NoSuchOption):
        options = [name for one in context.command.params for name in one.opts] if context else []
        what = f"There is no option `{error.option_name}`{did_you_mean(error.option_name, options)}"
    return f"doclint: {what}" if context is None else f"doclint: {what}\nTry `{context.command_path} --help`"


def unknown_command(name: str, group: click.Group, context: click.Context) -> UsageError:
    """Return the error for a command that does not exist, which may be the path of something to check."""
    if os.path.lexists(name) and context.parent is None:
        return UsageError(f"`{name}` is not a command; `{context.command_path} check {name}` checks it")
    near = did_you_mean(name, group.commands)
    return UsageError(f"`{context.command_path}` has no command `{name}`{near} (there are {', '.join(group.commands)})")
