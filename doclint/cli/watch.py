"""`doclint check --watch`: checks again when a file changes.

Each round is a command of its own, so that it is what the same command without `--watch` would be: it reads the
configuration again, a crash ends it alone, and it leaves no memory behind. The cache makes all rounds but the first one
quick.
"""

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from doclint.cli import common
from doclint.cli.common import CLEAN
from doclint.errors.exceptions import UsageError
from doclint.repository import atomic
from doclint.repository.discovery import folders
from doclint.repository.gitignore import IgnoreFiles

if TYPE_CHECKING:
    from watchfiles import Change

OPTION = "--watch"
_PATIENCE = 100  # milliseconds after which the search for changes returns, so that it can be interrupted


def watch(roots: Sequence[Path], more: Collection[Path], written: Collection[Path]) -> int:
    """Run the command now, and whenever something below the roots changes that git does not ignore.

    `more` are files outside of the roots whose changes count, too; `written` are files and folders that the run
    itself writes. It ends when the user interrupts it. Raises UsageError if the files cannot be watched.
    """
    try:
        while True:
            # Folders, and what git ignores, can change from round to round.
            present = [folder for root in roots for folder in folders(root)]
            changes = _changes(_Relevance(roots, more, written), present)
            next(changes)  # from here on, no change is missed
            _run()
            common.note("doclint: waiting for changes; Ctrl-C ends this")
            while not next(changes):
                pass
    except KeyboardInterrupt:
        return CLEAN


def _changes(relevance: "_Relevance", present: Iterable[Path]) -> Iterator[object]:
    """Yield the changes in folders as they come, and nothing every `_PATIENCE` milliseconds."""
    with common.needing(OPTION, "watch", "watchfiles", "anyio"):
        from watchfiles import DefaultFilter, watch

    is_file = DefaultFilter()  # not what editors write beside a file

    def is_relevant(change: "Change", path: str) -> bool:
        return is_file(change, path) and relevance.of(Path(path))

    places = dict.fromkeys([*present, *(file.parent for file in relevance.more)])
    try:
        yield from watch(
            *places, watch_filter=is_relevant, recursive=False, rust_timeout=_PATIENCE, yield_on_timeout=True
        )
    except RuntimeError as error:  # such as more folders than the system can watch
        raise UsageError(f"doclint cannot watch the files: {error}") from error


class _Relevance:
    """Decides whether a changed file can change a report. What git ignores cannot, nor can what the run writes."""

    def __init__(self, roots: Sequence[Path], more: Collection[Path], written: Collection[Path]) -> None:
        self.more = more
        self._written = written
        self._ignored = {root: IgnoreFiles(root) for root in roots}

    def of(self, path: Path) -> bool:
        """Whether a change of a file or folder is relevant."""
        if path in self.more:
            return True
        if atomic.is_temporary(path) or any(path.is_relative_to(place) for place in self._written):
            return False
        return any(
            path.is_relative_to(root) and not ignored.hide(path.relative_to(root).as_posix())
            for root, ignored in self._ignored.items()
        )


def _run() -> None:
    if common.is_terminal(sys.stdout):
        click.clear()
    arguments = sys.argv[1:]
    arguments.remove(OPTION)
    # Without `-P`, a module of the working directory could take the place of one of doclint.
    os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-P", "-m", "doclint", *arguments])  # noqa: S606
