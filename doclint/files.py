"""Which files to read: the pages under the paths that somebody names."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doclint.errors import UsageError
from doclint.globs import is_pattern, spec
from doclint.languages import is_markdown
from doclint.repository import absolute, is_inside, read_inside

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
    within: Sequence[str] = ("",),
) -> list[str]:
    """The pages under some files and folders, as posix paths from the root, sorted, each once.

    Folders are searched for Markdown, without what `.gitignore` files name, unless those should not be respected; a
    file that is named is read whatever it is called. What `exclude` matches is left out in any case. Of folders, only
    those are entered that lie `within` some others, or lead to them. Raises UsageError for a path that is not there or
    not below the root.
    """
    excluded = _excluded(exclude)
    found: set[str] = set()
    for path in paths:
        place = existing(path, root)
        if path.is_dir():
            found.update(_walk(root, place, excluded, within, respect_gitignore=respect_gitignore))
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
    root: Path, start: str, excluded: "list[_Ignore]", within: Sequence[str], *, respect_gitignore: bool
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
            if entry.is_dir(follow_symlinks=False):
                if entry.name in _NEVER or not _is_on_the_way(place, within):
                    continue
                if not _is_left_out(f"{place}/", ignores, excluded):
                    waiting.append((place, ignores))
            elif is_markdown(entry.name) and _is_page(entry, root) and not _is_left_out(place, ignores, excluded):
                yield place


def _is_on_the_way(place: str, within: Sequence[str]) -> bool:
    """Whether a folder lies within one of some others, or leads to one."""
    return any(not one or f"{place}/".startswith(f"{one}/") or one.startswith(f"{place}/") for one in within)


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
    parts = folder.split("/") if folder else []
    above = ["/".join(parts[:count]) for count in range(len(parts))]
    found = [(place, _ignore_file(place, root)) for place in above]
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
