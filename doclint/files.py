"""Which files to read: the pages under the paths that somebody names."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doclint.errors import UsageError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = (".md", ".markdown")
_NEVER = frozenset({".git", ".hg", ".svn", ".tox", ".nox", ".venv", "__pycache__", "node_modules"})


def pages(paths: Iterable[Path], root: Path, exclude: Sequence[str] = ()) -> list[str]:
    """The pages under some files and folders, as posix paths from the root, sorted, each once.

    Folders are searched for Markdown, without what `.gitignore` files name; a file that is named is read whatever it is
    called. What `exclude` matches is left out in any case. Raises UsageError for a path that is not there or not below
    the root.
    """
    excluded = [("", _spec(exclude))] if exclude else []
    found: set[str] = set()
    for path in paths:
        place = _below(path, root)
        if path.is_dir():
            found.update(_walk(root, place, [*_ignores_above(root, place), *excluded]))
        elif not _is_ignored(place, excluded):
            found.add(place)
    return sorted(found)


def _below(path: Path, root: Path) -> str:
    if not path.exists():
        raise UsageError(f"There is no `{path}`")
    try:
        # Of the path itself only its folder is resolved: a link is the file it is called, not the one it leads to.
        place = (path.parent.resolve() / path.name if path.name and path.name != ".." else path.resolve()).relative_to(
            root
        )
    except ValueError:
        raise UsageError(f"`{path}` does not lie below the root, `{root}`") from None
    return "" if place == Path() else place.as_posix()


def _walk(root: Path, start: str, ignores: list[tuple[str, "GitIgnoreSpec"]]) -> Iterator[str]:
    """The pages below a folder. `ignores` are pairs of a folder and what its patterns leave out below it.

    A folder that cannot be read is given itself: reading it as a page fails, and so it is reported.
    """
    waiting = [(start, ignores)]
    while waiting:
        folder, above = waiting.pop()
        own = _ignore_file(root / folder)
        ignores = [*above, (folder, own)] if own else above
        try:
            entries = list(os.scandir(root / folder))
        except OSError:
            yield folder
            continue
        for entry in entries:
            place = f"{folder}/{entry.name}".lstrip("/")
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _NEVER and not _is_ignored(f"{place}/", ignores):
                    waiting.append((place, ignores))
            elif entry.name.lower().endswith(SUFFIXES) and entry.is_file() and not _is_ignored(place, ignores):
                yield place


def _is_ignored(place: str, ignores: list[tuple[str, "GitIgnoreSpec"]]) -> bool:
    return any(spec.match_file(place[len(folder) :].lstrip("/")) for folder, spec in ignores)


def _ignores_above(root: Path, folder: str) -> list[tuple[str, "GitIgnoreSpec"]]:
    """What the files above a folder leave out."""
    parts = folder.split("/") if folder else []
    above = ["/".join(parts[:count]) for count in range(len(parts))]
    found = [(place, _ignore_file(root / place)) for place in above]
    return [(place, spec) for place, spec in found if spec]


def _ignore_file(folder: Path) -> "GitIgnoreSpec | None":
    try:
        text = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return _spec(text.splitlines())


def _spec(patterns: Iterable[str]) -> "GitIgnoreSpec":
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)
