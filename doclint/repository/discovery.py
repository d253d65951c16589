"""Which files to read: the pages under the paths that somebody names."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doclint.code.languages import is_markdown
from doclint.errors.exceptions import UsageError
from doclint.repository.gitignore import is_pattern, spec
from doclint.repository.repository import absolute, is_inside, read_inside

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    _Ignore = tuple[str, GitIgnoreSpec]  # a folder, and what is left out below it

_NEVER = frozenset({".git", ".hg", ".svn", ".tox", ".nox", ".venv", "__pycache__", "node_modules"})


def pages(
    paths: Iterable[Path],
    root: Path,
    exclude: Sequence[str] = (),
    *,
    respect_gitignore: bool = True,
    within: Iterable[str] = ("",),
) -> list[str]:
    """The pages under some files and folders, as posix paths from the root, sorted, each once.

    Folders are searched for Markdown, without what `.gitignore` files name, unless those should not be respected; a
    file that is named is read whatever it is called. What `exclude` matches is left out in any case. Of what lies below
    folders, only that is looked at which is `within` some files and folders, or leads to them. Raises UsageError for a
    path that is not there or not below the root.
    """
    wanted = _Wanted(within)
    excluded = _excluded(exclude)
    found: set[str] = set()
    for path in paths:
        place = existing(path, root)
        if path.is_dir():
            found.update(_walk(root, place, excluded, wanted, respect_gitignore=respect_gitignore))
        elif not _is_ignored(place, excluded):
            found.add(place)
    return sorted(found)


def is_excluded(place: str, exclude: Sequence[str]) -> bool:
    """Whether a page, given in posix form from the root, is left out in any case."""
    return _is_ignored(place, _excluded(exclude))


def place_of(path: Path, root: Path) -> str:
    """A path that somebody names, in posix form from the root. Raises UsageError if it does not lie below."""
    try:
        place = absolute(path).relative_to(root)
    except OSError as error:
        raise UsageError(f"Cannot look at `{path}`: {error.strerror}") from error
    except ValueError:
        raise UsageError(f"`{path}` does not lie below the root, `{root}`") from None
    return "" if place == Path() else place.as_posix()


def existing(path: Path, root: Path) -> str:
    """The same for a path that has to be there. Raises UsageError."""
    try:
        if not path.exists():
            raise UsageError(f"There is no `{path}`")
    except OSError as error:
        raise UsageError(f"Cannot look at `{path}`: {error.strerror}") from error
    return place_of(path, root)


def _walk(
    root: Path, start: str, excluded: "list[_Ignore]", wanted: "_Wanted", *, respect_gitignore: bool
) -> Iterator[str]:
    """The pages below a folder, without what is excluded and what `.gitignore` files leave out.

    A folder that cannot be read is given itself: reading it as a page fails, and so it is reported.
    """
    waiting = [(start, _ignores_above(root, start) if respect_gitignore else [])]
    while waiting:
        folder, above = waiting.pop()
        own = _ignore_file(folder, root) if respect_gitignore else None
        ignores = [*above, (folder, own)] if own else above
        try:
            entries = list(os.scandir(root / folder))
        except OSError:
            yield folder
            continue
        for entry in entries:
            place = f"{folder}/{entry.name}".lstrip("/")
            if not wanted.leads_to(place):
                continue
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _NEVER and not _is_left_out(f"{place}/", ignores, excluded):
                    waiting.append((place, ignores))
            elif is_markdown(entry.name) and _is_page(entry, root) and not _is_left_out(place, ignores, excluded):
                yield place


class _Wanted:
    """The files and folders that a search is for."""

    def __init__(self, places: Iterable[str]) -> None:
        self._places = frozenset(places)
        self._is_all = "" in self._places
        self._above = frozenset(folder for place in self._places for folder in _above(place))

    def leads_to(self, place: str) -> bool:
        """Whether a place is one of them, lies within one, or is on the way to one."""
        return self._is_all or place in self._above or not self._places.isdisjoint([place, *_above(place)])


def _above(place: str) -> list[str]:
    """The folders that a place lies in, from the root on."""
    parts = place.split("/") if place else []
    return ["/".join(parts[:count]) for count in range(len(parts))]


def _is_page(entry: os.DirEntry[str], root: Path) -> bool:
    """Whether a name is a file of the repository; a link that leads out of it, or nowhere, is none."""
    try:
        return entry.is_file() and (not entry.is_symlink() or is_inside(Path(entry.path), root))
    except OSError:
        return False


def _is_left_out(place: str, ignores: "list[_Ignore]", excluded: "list[_Ignore]") -> bool:
    """No `.gitignore` brings back what is excluded."""
    return _is_ignored(place, excluded) or _is_ignored(place, ignores)


def _is_ignored(place: str, ignores: "list[_Ignore]") -> bool:
    """What the deepest file that speaks of a place says of it, as git has it."""
    for folder, patterns in reversed(ignores):
        said = patterns.check_file(place[len(folder) :].lstrip("/")).include
        if said is not None:
            return said
    return False


def _ignores_above(root: Path, folder: str) -> "list[_Ignore]":
    """What the files above a folder leave out."""
    found = [(place, _ignore_file(place, root)) for place in _above(folder)]
    return [(place, patterns) for place, patterns in found if patterns]


def _ignore_file(folder: str, root: Path) -> "GitIgnoreSpec | None":
    try:
        data = read_inside(root / folder / ".gitignore", root)
    except OSError:
        return None
    if data is None:
        return None
    # Lines that are no patterns match nothing, as in git.
    return spec(line for line in data.decode(errors="replace").splitlines() if is_pattern(line))


def _excluded(patterns: Sequence[str]) -> "list[_Ignore]":
    """What is excluded; that they are patterns was checked with the configuration."""
    return [("", spec(patterns))] if patterns else []
