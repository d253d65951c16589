"""Repositories: the files that pages make claims about, a record of what is asked about them, and what is remembered.

Paths are in posix form from the root of the repository, and the root itself is the empty path. Nothing outside the root
is ever read.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Set as AbstractSet
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial, wraps
from operator import eq
from posixpath import split
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from doclint.errors.grouping import by_key
from doclint.repository.dependencies import ABSENT, FILE, FOLDER, Dependencies, digest, folder_of_listing
from doclint.repository.gitignore import Patterns, parse
from doclint.repository.history import CheckedOut, Deletion, RemovedName
from doclint.repository.memo import NO_MEMO, NO_SEEN_FILES, Memo, SeenFiles
from doclint.repository.paths import LONGEST

Remembered: TypeAlias = tuple[Any, Dependencies]
"""An answer, and what it depends on."""

_Answer = TypeVar("_Answer")
_Arguments = ParamSpec("_Arguments")
_KINDS = {None: ABSENT, False: FILE, True: FOLDER}  # by whether a name, if there is one, is that of a folder
_RECENT = 4  # files kept in memory: the next page often asks for the same ones


class _Answers(dict[str, _Answer]):
    """Answers by path. `find` finds an answer when it is first asked for."""

    def __init__(self, find: Callable[[str], _Answer]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, path: str) -> _Answer:
        answer = self[path] = self._find(path)
        return answer

    def agree(self, others: Mapping[str, _Answer]) -> bool:
        """Whether all of some other answers are the same as these."""
        return all(map(eq, map(self.__getitem__, others), others.values()))


class Repository(ABC):
    """Files and folders by path. Names are compared exactly, on every system.

    Of a file with more than `most` bytes only `most + 1` are read, so that callers can see that it is too large; with
    None files are read whole. Everything that is asked is recorded as a dependency, so that doclint can tell later
    whether an earlier result still holds; if nothing `is_compared` later, without the digests of contents, which take
    long. `memo` keeps what was found out about contents, and `seen_files` the digests of files.
    """

    seen_files: SeenFiles = NO_SEEN_FILES
    removed: Collection[RemovedName] = ()
    """The names that the change removes whose pages are checked. No dependency records them."""
    deleted: AbstractSet[str] = frozenset()
    """The files that this change deletes or renames. No dependency records them."""

    def __init__(self, most: int | None = None, memo: Memo = NO_MEMO, *, is_compared: bool = True) -> None:
        self.most = most
        self.memo = memo
        self.is_compared = is_compared
        self._entries = _Answers(self._entry)
        self._listings: dict[str, Mapping[str, bool] | None] = {}
        self._digests = _Answers(self._digest_of_content)
        self._digests_of_names = _Answers(self._digest_of_names)
        self._remembered: dict[Hashable, Remembered] = {}
        self._recent: dict[str, tuple[bytes | None, str | None]] = {}
        self._recorded = Dependencies()
        self._commits: dict[str, Repository | None] = {}

    @contextmanager
    def recording(self) -> Iterator[Dependencies]:
        """Record what is asked inside the `with` block, and only that, as the dependencies that this yields."""
        before, self._recorded = self._recorded, Dependencies()
        try:
            yield self._recorded
        finally:
            self._recorded = before

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, at most `most + 1` bytes; None if it does not exist or cannot be read."""
        if len(path) > LONGEST:
            return None
        if path not in self._recent:
            found = self._digested(path)
            while len(self._recent) >= _RECENT:
                del self._recent[next(iter(self._recent))]
            self._recent[path] = found
        data, self._recorded.contents[path] = self._recent[path]
        return data

    def page(self, path: str) -> bytes | None:
        """Return the content of a file if it has at most `most` bytes.

        Return None if it is larger, which the dependencies record, does not exist or cannot be read.
        """
        data = self.read(path)
        if data is not None and self._is_too_large(data):
            self._recorded.too_large.add(path)
            return None
        return data

    def listing(self, folder: str) -> Mapping[str, bool] | None:
        """Return the names in a folder, each with whether it is a folder; None if there is no such folder."""
        if len(folder) > LONGEST:
            return None
        names = self._names(folder)
        self._recorded.listings[folder] = self._digests_of_names[folder]
        return names

    def folders(self, folder: str) -> list[str]:
        """Return the names of the folders in a folder, sorted. The files in it do not matter to the caller."""
        if len(folder) > LONGEST:
            return []
        key = f"{folder}/"
        self._recorded.listings[key] = self._digests_of_names[key]
        return sorted(name for name, is_folder in (self._names(folder) or {}).items() if is_folder)

    def names_among(self, names: Collection[str], folder: str) -> list[str]:
        """Return those of some names that a folder has. What else is in the folder does not matter to the caller."""
        there = self._names(folder) or {}
        prefix = f"{folder}/" if folder else ""
        found = sorted(there.keys() & names)
        self._recorded.entries.update(dict.fromkeys([prefix + name for name in names], ABSENT))
        self._recorded.entries.update((prefix + name, _KINDS[there[name]]) for name in found)
        return found

    def names_beginning(self, prefix: str, folder: str) -> list[str]:
        """Return the names in a folder that begin with a prefix, sorted. No other name matters to the caller."""
        key = f"{folder}//{prefix}"
        self._recorded.listings[key] = self._digests_of_names[key]
        return sorted(name for name in self._names(folder) or () if name.startswith(prefix))

    def entry(self, path: str) -> int:
        """Return what is at a path, with exactly that name: ABSENT, FILE or FOLDER."""
        if len(path) > LONGEST:
            return ABSENT
        found = self._recorded.entries[path] = self._entries[path]
        return found

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder with exactly that name."""
        return self.entry(path) != ABSENT

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder with exactly that name."""
        return self.entry(path) == FOLDER

    def is_file(self, path: str) -> bool:
        """Whether there is a file with exactly that name."""
        return self.entry(path) == FILE

    def other_case(self, path: str) -> str | None:
        """Return the existing path that differs from a path only in case; None unless there is exactly one."""
        found = [""]
        for part in path[:LONGEST].split("/"):
            names = [
                (folder, name) for folder in found for name in self.remembered(_folded, folder).get(part.casefold(), ())
            ]
            found = [f"{folder}/{name}".lstrip("/") for folder, name in names[:2]]
        return found[0] if len(found) == 1 else None

    def is_ignored(self, path: str) -> bool:
        """Whether `.gitignore` leaves out a file, or a folder that it is in; the deepest pattern for it wins."""
        if len(path) > LONGEST:
            return False
        for folder in reversed(list(self._existing_above(path))):
            patterns = self.remembered(_ignore_patterns, folder)
            is_included = patterns.check(path[len(folder) :].lstrip("/")) if patterns else None
            if is_included is not None:
                return is_included
        return False

    def deletion(self, path: str) -> Deletion | None:
        """Return how git last deleted a file, or a file in a folder; None if it did not, or if there is no history.

        Whoever asks depends on the commit that is checked out. git runs once, when this is first asked.
        """
        self._recorded.heads.add(self._head)
        return self._deletions.get(path) if self._head else None

    def is_tracked(self, path: str) -> bool:
        """Whether git's index has a file, or a file in a folder: a sparse checkout may have left it out.

        Whoever asks depends on the commit that is checked out. git runs once, when this is first asked.
        """
        self._recorded.heads.add(self._head)
        return path in self._tracked or f"{path}/" in self._tracked

    def is_submodule(self, path: str) -> bool:
        """Whether git's index has a submodule at a path, of which nothing is checked out; see `is_tracked`."""
        self._recorded.heads.add(self._head)
        return path in self._tracked and not self.is_file(path) and not self.listing(path)

    def at(self, commit: str) -> "Repository | None":
        """Return the repository as a commit has it, by the hexadecimal digits of its id, at least seven of them.

        Return None if git does not know the commit: the clone may be shallow. Whoever asks depends on the commit that
        is checked out.
        """
        self._recorded.heads.add(self._head)
        if commit not in self._commits:
            self._commits[commit] = self._at(commit)
        return self._commits[commit]

    def _at(self, _commit: str) -> "Repository | None":
        return None

    @cached_property
    def checked_out(self) -> CheckedOut:
        """What is checked out; nothing without git."""
        return CheckedOut()

    @property
    def has_git(self) -> bool:
        """Whether git has something to compare with: a commit that is checked out, or files in its index."""
        return bool(self.checked_out.commit or self._tracked)

    @property
    def _head(self) -> str:
        """The commit of HEAD; empty if there is no history, or only a part of it."""
        return self.checked_out.commit if self.checked_out.is_complete else ""

    @cached_property
    def _deletions(self) -> Mapping[str, Deletion]:
        """What the history says was deleted, by path."""
        return {}

    @cached_property
    def _tracked(self) -> AbstractSet[str]:
        """The files in git's index, and the folders that they are in."""
        return frozenset()

    def _existing_above(self, path: str) -> Iterator[str]:
        """Yield the folders on the way to a path that exist, from the root on."""
        yield ""
        end = path.find("/")
        while end > 0 and self.is_folder(path[:end]):
            yield path[:end]
            end = path.find("/", end + 1)

    def remembered(self, find: "Callable[Concatenate[Repository, _Arguments], _Answer]", *arguments: Any) -> _Answer:
        """Return what `find` returns for the repository and further arguments, and call it only once for them.

        Every caller depends on all that `find` asks of the repository, whether or not it is called again.
        """
        return self.answered((find, *arguments), partial(find, self, *arguments))

    def answered(self, key: tuple[Hashable, ...], find: Callable[[], _Answer]) -> _Answer:
        """Return what `find` returns, and call it only once for each key, as `remembered` does."""
        found = self._remembered.get(key)
        if found is None:
            with self.recording() as dependencies:
                answer = find()
            found = self._remembered[key] = answer, dependencies
        self._recorded.take(found[1])
        return found[0]

    def has_answered(self, path: str) -> bool:
        """Whether something was asked about a path, or about the folder that it is in."""
        return path in self._entries or split(path)[0] in self._listings

    def recalled(self, key: Hashable) -> Remembered | None:
        """Return the answer that is remembered for a key, with its dependencies; None if there is none yet."""
        return self._remembered.get(key)

    def keep(self, key: Hashable, answer: Remembered) -> None:
        """Remember an answer that was found elsewhere, with its dependencies, which must agree with this repository."""
        self._remembered[key] = answer

    def agrees(self, dependencies: Dependencies) -> bool:
        """Whether the repository still gives the recorded answers. The parts of the dependencies are not checked."""
        return (
            self._entries.agree(dependencies.entries)
            and self._digests_of_names.agree(dependencies.listings)
            and self._digests.agree(dependencies.contents)
            and all(head == self._head for head in dependencies.heads)
        )

    def _is_too_large(self, data: bytes) -> bool:
        return self.most is not None and len(data) > self.most

    def _digest_of_content(self, path: str) -> str | None:
        return self._digested(path)[1]

    def _digested(self, path: str) -> tuple[bytes | None, str | None]:
        """Return the content of a file and its digest, both None if there is none."""
        size = None if self.most is None else self.most + 1
        data = self._read(path, size) if self._entries[path] == FILE else None
        return data, None if data is None or not self.is_compared else digest(data)

    def _entry(self, path: str) -> int:
        if not path:
            return FOLDER
        folder, name = split(path)
        return _KINDS[(self._names(folder) or {}).get(name)]

    def _names(self, folder: str) -> Mapping[str, bool] | None:
        if folder not in self._listings:
            self._listings[folder] = self._list(folder) if self._is_reachable(folder) else None
        return self._listings[folder]

    def _digest_of_names(self, folder: str) -> str | None:
        names, prefix = self._names(folder_of_listing(folder)), folder.partition("//")[2]
        if names is not None and prefix:
            names = {name: is_folder for name, is_folder in names.items() if name.startswith(prefix)}
        elif names is not None and folder.endswith("/"):
            names = {name: is_folder for name, is_folder in names.items() if is_folder}
        return None if names is None else digest(repr(sorted(names.items())).encode(errors="surrogatepass"))

    @abstractmethod
    def _read(self, path: str, size: int | None) -> bytes | None:
        """Return the first `size` bytes of an existing file, or all of them for None; None if it cannot be read."""

    @abstractmethod
    def _list(self, folder: str) -> Mapping[str, bool] | None:
        """Return the names in a folder that is reachable from the root, each with whether it is a folder."""

    def _is_reachable(self, folder: str) -> bool:
        """Whether all folders on the way from the root exist, checked from the root on so that no link leads out."""
        if len(folder) > LONGEST:
            return False
        above = ""
        for part in folder.split("/") if folder else ():
            if above not in self._listings:
                self._listings[above] = self._list(above)
            if not (self._listings[above] or {}).get(part, False):
                return False
            above = f"{above}/{part}" if above else part
        return True


def _ignore_patterns(repository: Repository, folder: str) -> Patterns | None:
    return parse(repository.read(f"{folder}/.gitignore".lstrip("/")))


def _folded(repository: Repository, folder: str) -> dict[str, list[str]]:
    """Return the names in a folder by their case-folded form."""
    return by_key((name.casefold(), name) for name in repository.listing(folder) or ())


_Result = TypeVar("_Result")
_Parameters = ParamSpec("_Parameters")
_TEXTS = 1024  # texts that a function is known for: a generator says the same on most of its pages


def remembered(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Return a function that is called once for the same arguments, which are given by position.

    What its first argument is says who remembers the answer: a repository, a page, a source file, or what has the
    method `remembered` as these do. Of a function of a text, the latest answers are kept; use that where the answer
    takes longer than to look the text up, and generated pages repeat the text.

    >>> remembered(str.upper)("a")
    'A'
    """
    of_texts: Any = lru_cache(maxsize=_TEXTS)(function)
    if next(iter(getattr(function, "__annotations__", {}).values()), None) in (str, "str"):
        return of_texts  # type: ignore[no-any-return] # a call less: some are asked for dozens of texts of a page

    @wraps(function)
    def answer(owner: Any, *others: Any) -> Any:
        return of_texts(owner, *others) if isinstance(owner, str) else owner.remembered(function, *others)

    return answer  # type: ignore[return-value]


class Remembering:
    """Something that a repository remembers, with what its own methods find."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def remembered(self, find: Callable[..., _Result], *arguments: Any) -> _Result:
        """Return what a method returns for some arguments, and call it only once for them."""
        return self._repository.answered((find, self, *arguments), partial(find, self, *arguments))
