"""Repairs of drafts: what is not valid is left out, and as little else as possible."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from doclint.engine.format_draft.contents import PROSE
from doclint.engine.format_draft.writing import add_comment, without_comments
from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.validation import Path
from doclint.formats.loading import parse

_MOST_ROUNDS = 10
_LISTS = frozenset({"kind", "section", "child", "content"})
"""The keys of lists of tables, each of which can be left out."""
_NEEDED = frozenset({"name", "path", "heading"})
"""The keys that a kind or a section cannot lack."""


def make_valid(table: dict[str, Any]) -> None:
    """Leave out what makes a draft invalid, and say so at its place."""
    for _ in range(_MOST_ROUNDS):
        mistakes = _mistakes(table)
        if not mistakes:
            return
        gone: Path = ()
        # From the last one on, so that the indexes in front of it stay right.
        for mistake in sorted(mistakes, key=lambda one: one.path, reverse=True):
            if not gone or mistake.path[: len(gone)] != gone:
                gone = _leave_out(table, mistake)
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


def _leave_out(table: dict[str, Any], mistake: FormatMistake) -> Path:
    """Leave out the smallest part of a draft that has a mistake, and return its path; empty if there is none."""
    ways = list(_ways(table, mistake.path))
    if not ways:
        return ()
    around, part, key, path = ways[-1]
    if path[-2:-1] == ("content",):
        part[key] = dict(PROSE)
    else:
        del part[key]
    add_comment(around, f"Left out, because {mistake.message}.")
    return path


def _ways(table: dict[str, Any], path: Path) -> Iterator[tuple[dict[str, Any], Any, str | int, Path]]:
    """Yield the parts on a path that can be left out, the largest first: each as the table that it is in, what has it
    directly, with its key there, and its path. What is in an element cannot.
    """
    around, part = table, cast("Any", table)
    for end, key in enumerate(path, 1):
        if not _has(part, key):
            return
        if _may_go(part, key):
            yield around, part, key, path[:end]
        if path[end - 2 : end - 1] == ("content",):
            return
        part = part[key]
        around = part if isinstance(part, dict) and isinstance(key, int) else around


def _has(part: Any, key: str | int) -> bool:
    if isinstance(part, list):
        return isinstance(key, int) and key < len(part)
    return isinstance(part, dict) and key in part


def _may_go(part: Any, key: Any) -> bool:
    if isinstance(part, dict):
        return key not in _NEEDED and key not in _LISTS
    return len(part) > 1 or isinstance(part[key], dict)
