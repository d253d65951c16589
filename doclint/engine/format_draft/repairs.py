"""Repairs of drafts: what is not valid is left out, and as little else as possible."""

from collections.abc import Sequence
from typing import Any

from doclint.engine.format_draft.writing import COMMENT, without_comments
from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.formats.loading import parse

_MOST_ROUNDS = 10
_KEPT = frozenset({"name", "path", "heading", "kind", "section", "child", "content"})
"""The keys that a kind or a section cannot lack, or whose items are left out one by one."""


def make_valid(table: dict[str, Any]) -> None:
    """Leave out what makes a draft invalid, and say so at its place."""
    for _ in range(_MOST_ROUNDS):
        mistakes = _mistakes(table)
        if not mistakes:
            return
        # From the last one on, so that the indexes in front of it stay right.
        for mistake in sorted(mistakes, key=lambda one: one.path, reverse=True):
            _leave_out(table, mistake)
    kinds, table["kind"] = table["kind"], []
    for kind in kinds:
        table["kind"].append(kind)
        if _mistakes(table):
            table["kind"].pop()


def _mistakes(table: dict[str, Any]) -> Sequence[FormatMistake]:
    try:
        parse(without_comments(table), "the draft")
    except FormatError as error:
        return error.mistakes or [FormatMistake((), None, str(error))]
    return []


def _leave_out(table: dict[str, Any], mistake: FormatMistake) -> None:
    """Leave out the smallest part of a draft that has a mistake and may go; an element goes as a whole."""
    part: Any = table
    around = table
    smallest: tuple[dict[str, Any], Any, str | int] | None = None
    for number, key in enumerate(mistake.path):
        try:
            inner = part[key]
        except (LookupError, TypeError):
            break
        if key not in _KEPT and (len(part) > 1 or isinstance(inner, dict)):
            smallest = around, part, key
        if mistake.path[number - 1 : number] == ("content",):
            break
        part, around = inner, inner if isinstance(inner, dict) and isinstance(key, int) else around
    if smallest:
        around, part, key = smallest
        del part[key]
        around[COMMENT] = f"{around.get(COMMENT, '')}\nLeft out, because {mistake.message}.".lstrip()
