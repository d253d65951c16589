"""What shells can complete besides options, commands and files, which click does by itself.

A shell runs the command at each press of the key, also in repositories of strangers. So only installed rules are
completed: nothing of the repository is read, and what a list needs is imported only for that list.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Completer: TypeAlias = Callable[[click.Context, click.Parameter, str], list[str]]


def _of_list(names: Callable[[], Iterable[str]]) -> _Completer:
    """Return what completes the last name of a comma-separated list, with names that are not in it."""

    def complete(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        there = before.split(",")
        return [f"{before}{comma}{name}" for name in names() if name.startswith(last) and name not in there]

    return complete


def _selectable() -> Iterable[str]:
    from doclint.rule.registry import rules
    from doclint.rule.rule import PROFILES

    return [*PROFILES, *rules().families(), *rules()]


def _inputs() -> Iterable[str]:
    from doclint.rule.rule import INPUTS

    return INPUTS


rules = _of_list(_selectable)
inputs = _of_list(_inputs)


def explained(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the id of a rule, or of a finding of doclint itself."""
    from doclint.rule.finding import ENGINE
    from doclint.rule.registry import rules

    return [id_ for id_ in (*rules(), *ENGINE) if id_.startswith(incomplete)]


def formats(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Complete the name of a format that comes with doclint, or the path of a file."""
    from click.shell_completion import CompletionItem

    from doclint.formats.loading import BUILTIN

    names = [CompletionItem(name) for name in BUILTIN if incomplete and name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def styles(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the format in `FORMAT=FILE`."""
    from doclint.output.rendering import STYLES

    return [style for style in STYLES if style.startswith(incomplete)]


def settings(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Complete the key in `KEY=VALUE`, or else the path of a file."""
    from click.shell_completion import CompletionItem

    from doclint.config.schema import keys

    names = [f"{'.'.join(key)}=" for key, _ in keys()]
    found = [CompletionItem(name) for name in names if incomplete and name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]
