"""Files and folders of a repository by patterns: `*` for a part of a name, `**` for any folders one after another.

Hidden folders and what was installed are left out, unless a pattern names them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from posixpath import basename, join, split
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.repository.repository import Repository, remembered

MAGIC = expression(r"[*?\[{]")
_ANY = "**"
_DEEPEST = 12  # folders that `**` stands for in a pattern of files
_MOST_FOLDERS = 20_000  # that a pattern of files with `**` may lead through, of which there are few
_MOST_BESIDE = 3_000  # that any other pattern of files may lead through; a page may have hundreds of these


class FolderMatches(NamedTuple):
    """The folders that a pattern matches. If they are not `all`, doclint stopped after too many."""

    folders: list[str]
    all: bool


class FileMatches(Struct, frozen=True):
    """The files that a pattern matches, sorted. If they are not `all`, doclint stopped after too many folders."""

    files: list[str]
    all: bool = True


def folders_matching(repository: Repository, root: str, pattern: str, *, deepest: int, most: int) -> FolderMatches:
    """Return the folders below another one that a pattern matches: `packages/*`, `libs/**`.

    `**` stands for at most `deepest` folders one after another, and the pattern may lead through `most` folders.
    """
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    waiting: list[tuple[str, Sequence[str], int]] = [(root, parts, deepest)]
    seen: set[tuple[str, int, int]] = set()
    found: list[str] = []
    while waiting and len(seen) < most:
        folder, rest, depth = waiting.pop()
        if (folder, len(rest), depth) in seen:
            continue
        seen.add((folder, len(rest), depth))
        if not rest:
            found.append(folder)
        elif rest[0] == _ANY:
            waiting.append((folder, rest[1:], depth))
            if depth:
                waiting += [(inner, rest, depth - 1) for inner in _inner(repository, folder, "*")]
        elif ".." not in rest:
            # The first ones, which are at the end, are as many as can be looked at.
            waiting += [(inner, rest[1:], depth) for inner in _inner(repository, folder, rest[0])[-most:]]
    return FolderMatches(found, not waiting)


def files_matching(repository: Repository, pattern: str) -> FileMatches:
    """Return the files that a pattern from the root matches and that git does not ignore.

    >>> from doclint.repository.in_memory import Memory
    >>> memory = Memory({"a/models/pet.py": "", "a/b/models/pet.py": ""})
    >>> files_matching(memory, "*/models/pet.py").files, files_matching(memory, "**/pet.py").files
    (['a/models/pet.py'], ['a/b/models/pet.py', 'a/models/pet.py'])
    >>> files_matching(memory, "**/b/models/*.py").files, files_matching(memory, "**/models/*.js").files
    (['a/b/models/pet.py'], [])
    """
    if not MAGIC.search(pattern):
        return FileMatches([pattern] if repository.is_file(pattern) else [])
    folder, name = split(pattern)
    before, any_, after = folder.rpartition(_ANY)
    if any_:
        after = after.strip("/")
        below, are_all = _files_below(repository, before)
        if MAGIC.search(name) and after and not MAGIC.search(after):
            # Many names are in few folders of one name.
            ways = _ending_with(_folders_below(repository, before).get(basename(after), ()), after)
            found = [path for way in ways for path in _files_in(repository, way, name)]
        else:
            names = _names_like(repository, before, name) if MAGIC.search(name) else [name]
            found = [join(way, one) for one in names for way in _ending_with(below.get(one, ()), after)]
    else:
        inner, are_all = folders_matching(repository, "", folder, deepest=0, most=_MOST_BESIDE)
        found = [path for way in inner for path in _files_in(repository, way, name)]
    return FileMatches(sorted({path for path in found if not repository.is_ignored(path)}), are_all)


@remembered
def may_have(repository: Repository, folder: str, extension: str) -> bool:
    """Whether there are files with an extension below a folder, or too many folders to say that there are none.

    >>> from doclint.repository.in_memory import Memory
    >>> memory = Memory({"docs/a.md": "", "src/pet.py": ""})
    >>> may_have(memory, "", ".py"), may_have(memory, "", ".go"), may_have(memory, "docs", ".py")
    (True, False, False)
    """
    below, are_all = _files_below(repository, f"{folder}/" if folder else "")
    return not are_all or any(name.endswith(extension) for name in below)


@remembered
def _files_below(repository: Repository, before: str) -> tuple[Mapping[str, Sequence[str]], bool]:
    """Return the folders of the files below a folder, given with a slash at its end, by their names, and whether these
    are all.
    """
    found: dict[str, list[str]] = {}
    folders, are_all = folders_matching(repository, "", before + _ANY, deepest=_DEEPEST, most=_MOST_FOLDERS)
    for folder in dict.fromkeys(folders):
        for name, is_folder in (repository.listing(folder) or {}).items():
            if not is_folder:
                found.setdefault(name, []).append(folder)
    return found, are_all


@remembered
def _folders_below(repository: Repository, before: str) -> Mapping[str, Sequence[str]]:
    """Return the folders below a folder that have any files, by their names."""
    every = {folder for folders in _files_below(repository, before)[0].values() for folder in folders}
    return by_key((basename(folder), folder) for folder in sorted(every))


@remembered
def _names_like(repository: Repository, before: str, pattern: str) -> list[str]:
    return [one for one in _files_below(repository, before)[0] if fnmatchcase(one, pattern)]


def _files_in(repository: Repository, folder: str, name: str) -> Iterator[str]:
    if not MAGIC.search(name):
        if repository.is_file(join(folder, name)):
            yield join(folder, name)
        return
    for one, is_folder in (repository.listing(folder) or {}).items():
        if not is_folder and fnmatchcase(one, name):
            yield join(folder, one)


def _ending_with(folders: Sequence[str], pattern: str) -> Sequence[str]:
    """Return the folders whose last parts match a pattern; all of them for an empty one."""
    if not pattern:
        return folders
    if not MAGIC.search(pattern):
        end = f"/{pattern}"
        return [one for one in folders if f"/{one}".endswith(end)]
    parts = pattern.split("/")
    last = ((one, one.split("/")[-len(parts) :]) for one in folders)
    return [one for one, own in last if len(own) == len(parts) and all(map(fnmatchcase, own, parts))]


def _inner(repository: Repository, folder: str, pattern: str) -> list[str]:
    """Return the folders in a folder whose names match a pattern, except hidden ones and what was installed."""
    if not MAGIC.search(pattern):
        inner = join(folder, pattern)
        return [inner] if repository.is_folder(inner) else []
    return repository.remembered(_inner_like, folder, pattern)


def _inner_like(repository: Repository, folder: str, pattern: str) -> list[str]:
    alternatives = _alternatives(pattern)
    return [
        join(folder, name)
        for name in sorted(repository.folders(folder), reverse=True)
        if name[:1] != "." and name != "node_modules" and any(fnmatchcase(name, one) for one in alternatives)
    ]


def _alternatives(pattern: str) -> list[str]:
    """Return the patterns that the first braces of one stand for.

    >>> _alternatives("{a,b}-*")
    ['a-*', 'b-*']
    """
    before, brace, rest = pattern.partition("{")
    inside, end, after = rest.partition("}")
    return [before + one + after for one in inside.split(",")] if brace and end else [pattern]
