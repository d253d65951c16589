"""Discovery: the pages below the files and folders that a user names."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from doclint.errors.exceptions import UsageError
from doclint.repository.exclusions import Exclusion, Exclusions
from doclint.repository.gitignore import LARGEST, IgnoreFiles, Patterns, parse
from doclint.repository.paths import absolute, may_read, read_inside
from doclint.source.language import is_markdown

_Ignore = tuple[str, Patterns]  # a folder, and the patterns for paths below it

_IGNORE_FILE = ".gitignore"
_NEVER = frozenset({".git", ".hg", ".svn", ".tox", ".nox", ".venv", "__pycache__", "node_modules"})


class Discovered(NamedTuple):
    """Pages, and the folders among them that are roots of their own, whose pages are not among these; all as sorted
    posix paths from the root. `left_out` has the pages that are left out by default, with the reasons.
    """

    pages: list[str]
    roots: list[str]
    left_out: dict[str, Exclusion]


RootTest: TypeAlias = Callable[[Path, Collection[str]], bool]
"""A function that says whether a folder is a root of its own, given the folder and the names in it."""


def no_root(folder: Path, names: Collection[str]) -> bool:  # noqa: ARG001 - it has the form of a RootTest
    """Return False: no folder below the root is a root of its own."""
    return False


def search(
    paths: Iterable[Path],
    root: Path,
    exclusions: Exclusions,
    *,
    respect_gitignore: bool = True,
    within: Iterable[str] = ("",),
    is_root: RootTest = no_root,
) -> Discovered:
    """Search some files and folders for pages.

    Folders are searched for Markdown, and `.gitignore` files are respected by default. A file that is named itself is
    a page whatever its name. The `exclusions` are left out in any case, even if they are named. The search only enters
    what is `within` some files and folders, given as posix paths from the root, and no folder that is a root of its
    own, except those that are named. Raises UsageError if a path does not exist, does not lie below the root, or leads
    through a link to a folder that `may_read` excludes.
    """
    ignored = IgnoreFiles(root) if respect_gitignore else None
    walk = _Walk(root, exclusions, _Wanted(within), is_root, ignored)
    found: set[str] = set()
    for path in paths:
        place = existing(path, root)
        is_folder = path.is_dir()
        if not _may_enter(path if is_folder else path.parent, root, ignored):
            raise UsageError(
                f"doclint does not read `{path}`: it leads out of the root, to `.git`, or to what git ignores"
            )
        found.update(walk.pages(walk.in_its_place(place)) if is_folder else walk.page(place, exclusions.of(place)))
    return Discovered(sorted(found), sorted(walk.roots), walk.left_out)


def folders(root: Path) -> Iterator[Path]:
    """Yield a root and the folders below it that can have pages or sources: those that git does not ignore."""
    ignored = IgnoreFiles(root)
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        yield folder
        try:
            below = [Path(entry.path) for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        names = (one for one in below if one.name not in _NEVER)
        waiting += [one for one in names if not ignored.hide(one.relative_to(root).as_posix())]


def place_of(path: Path, root: Path) -> str:
    """Return a path that a user names as a posix path from the root. Raises UsageError if it does not lie below it."""
    try:
        place = absolute(path).relative_to(root)
    except OSError as error:
        raise UsageError(f"Cannot read `{path}`: {error.strerror}") from error
    except ValueError:
        raise UsageError(f"`{path}` does not lie below the root, `{root}`") from None
    return "" if place == Path() else place.as_posix()


def existing(path: Path, root: Path) -> str:
    """Return an existing path that a user names as a posix path from the root.

    Raises UsageError if the path does not exist or does not lie below the root.
    """
    if not is_there(path):
        raise UsageError(f"`{path}` does not exist")
    return place_of(path, root)


def is_there(path: Path) -> bool:
    """Whether a path that a user names exists. Raises UsageError if the system does not say so."""
    try:
        return path.exists()
    except OSError as error:
        raise UsageError(f"Cannot read `{path}`: {error.strerror}") from error


def _may_enter(folder: Path, root: Path, ignored: IgnoreFiles | None) -> bool:
    """Whether doclint may read what is in a folder that a user names. Links above the root do not matter."""
    named = Path(os.path.abspath(folder))  # noqa: PTH100 - `resolve` would hide the links
    is_linked = any(place.is_symlink() and absolute(place).is_relative_to(root) for place in (named, *named.parents))
    return may_read(named if is_linked else named.resolve(), root, ignored)


class _Walk:
    """Searches folders of a root, and keeps the `roots` that it finds below and does not enter, and what is left out.

    It goes through folders that are left out by default, to count the pages in them, as if they had no roots.
    """

    def __init__(
        self, root: Path, exclusions: Exclusions, wanted: "_Wanted", is_root: RootTest, ignored: IgnoreFiles | None
    ) -> None:
        self.roots: set[str] = set()
        self.left_out: dict[str, Exclusion] = {}
        self._root = root
        self._exclusions = exclusions
        self._wanted = wanted
        self._is_root = is_root
        self._ignored = ignored

    def pages(self, start: str) -> Iterator[str]:
        """Yield the pages below a folder, without those that are excluded or ignored.

        Yield a folder itself if it cannot be read: reading it as a page fails, and doclint reports that.
        """
        above = _ignores_above(self._root, start) if self._ignored else []
        waiting = [(start, above, self._exclusions.of(f"{start}/") if start else None)]
        while waiting:
            folder, above, exclusion = waiting.pop()
            here = self._root / folder
            try:
                entries = list(os.scandir(here))
            except OSError:
                yield from self.taken(folder, exclusion)
                continue
            names = {entry.name for entry in entries}
            is_root = folder != start and not exclusion
            if is_root and self._is_root(here, names):
                self.roots.add(folder)
                continue
            own = _ignore_file(folder, self._root) if self._ignored and _IGNORE_FILE in names else None
            ignores = [*above, (folder, own)] if own else above
            prefix = f"{folder}/" if folder else ""
            for entry in entries:
                place = prefix + entry.name
                if not self._wanted.leads_to(place):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if entry.name in _NEVER:
                        continue
                    found = self._exclusions.below(exclusion, f"{place}/")
                    if (found is None or found.group) and not _is_ignored(f"{place}/", ignores):
                        waiting.append((place, ignores, found))
                elif self._is_page(entry) and not _is_ignored(place, ignores):
                    decided = self._exclusions.below(exclusion, place)
                    yield from self.page(place, decided) if entry.is_symlink() else self.taken(place, decided)

    def page(self, place: str, exclusion: Exclusion | None) -> Iterator[str]:
        """Yield a page, or the page that it is a symbolic link to, unless one of both is left out."""
        target = self.in_its_place(place) if exclusion is None else place
        return self.taken(target, exclusion if target == place else self._exclusions.of(target))

    def in_its_place(self, place: str) -> str:
        """Return the page or folder of this root that a symbolic link leads to; the same path for anything else.

        It is checked in its place: its links count from its own folder, and fixes can be written there.
        """
        path = self._root / place
        if not path.is_symlink() or not may_read(path, self._root, self._ignored):
            return place
        target = path.resolve()
        is_folder = target.is_dir()
        inner = target.relative_to(self._root).as_posix() if target != self._root else ""
        folders = [self._root / one for one in [*_above(inner), *([inner] if is_folder else [])] if one]
        try:
            is_elsewhere = any(self._is_root(one, {child.name for child in one.iterdir()}) for one in folders)
        except OSError:
            return place
        return inner if (is_folder or is_markdown(target.name)) and not is_elsewhere else place

    def taken(self, place: str, exclusion: Exclusion | None) -> Iterator[str]:
        """Yield a page unless it is left out."""
        if exclusion is None:
            yield place
        elif exclusion.group:
            self.left_out[place] = exclusion

    def _is_page(self, entry: os.DirEntry[str]) -> bool:
        return is_markdown(entry.name) and _is_page(entry, self._root, self._ignored)


class _Wanted:
    """The files and folders that a search is limited to."""

    def __init__(self, places: Iterable[str]) -> None:
        self._places = frozenset(places)
        self._is_all = "" in self._places
        self._above = frozenset(folder for place in self._places for folder in _above(place))

    def leads_to(self, place: str) -> bool:
        """Whether a path is one of them, lies within one, or leads to one."""
        return self._is_all or place in self._above or not self._places.isdisjoint([place, *_above(place)])


def _above(place: str) -> list[str]:
    """Return the folders that contain a path, from the root on."""
    parts = place.split("/") if place else []
    return ["/".join(parts[:count]) for count in range(len(parts))]


def _is_page(entry: os.DirEntry[str], root: Path, ignored: IgnoreFiles | None) -> bool:
    """Whether an entry is a file of the repository. A link that leads nowhere or to what `may_read` excludes is not."""
    try:
        return entry.is_file() and (not entry.is_symlink() or may_read(Path(entry.path), root, ignored))
    except OSError:
        return False


def _is_ignored(place: str, ignores: list[_Ignore]) -> bool:
    """Whether a path is ignored: as in git, the deepest file with a pattern for it decides."""
    for folder, patterns in reversed(ignores):
        is_included = patterns.check(place[len(folder) :].lstrip("/"))
        if is_included is not None:
            return is_included
    return False


def _ignores_above(root: Path, folder: str) -> list[_Ignore]:
    found = [(place, _ignore_file(place, root)) for place in _above(folder)]
    return [(place, patterns) for place, patterns in found if patterns]


def _ignore_file(folder: str, root: Path) -> Patterns | None:
    path = root / folder / _IGNORE_FILE
    try:
        # git does not follow a link either.
        return None if path.is_symlink() else parse(read_inside(path, root, LARGEST + 1))
    except OSError:
        return None
