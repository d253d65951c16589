"""Sources that declare together what a page documents, as those of a package do: which of them declares a name."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from doclint.errors.expressions import expression
from doclint.page.limits import Limits
from doclint.page.page_source import declarations_of
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import Found, Unknown

_WORD = expression(rb"[A-Za-z_$][\w$]*+")
# What was built from other sources, or is of others, and tests.
_ASIDE = expression(
    r"(?:^|/)(?:\.[^/]*|bower_components|build|coverage|demos?|dist|e2e|examples?|node_modules|out|public|specs?|tests?|__tests__|umd|vendor)/"
    r"|_test\.go$|\.(?:bundle|min|spec|test)\.\w+$|\.d\.[cm]?ts$"
)
_MOST_FILES = 2_000
_MOST_NAMES = 2_000
_MOST_DECLARING = 20  # files that are read for one name


class JointSources:
    """The files that some paths lead to, those that come first in front, and which of them declares a name.

    `names` are those that the page has at its top. If `comments` may declare some, too, a name that a file mentions is
    not known to be gone.
    """

    def __init__(
        self, repository: Repository, paths: tuple[str, ...], names: Iterable[str], limits: Limits, *, comments: bool
    ) -> None:
        self._repository = repository
        self._comments = comments
        self._paths = paths
        self._limits = limits
        self._names = set(names)

    def declaring(self, name: str) -> Found[str] | Unknown:
        """Return the file that declares a name or, if none does, the one that declares most others."""
        if not self._files or len(self._files) > _MOST_FILES:
            return Unknown(f"there {'are too many files' if self._files else 'is no file'} `{self._paths[-1]}`")
        if len(self._names) > _MOST_NAMES:
            return Unknown("the page documents too many names")
        if name in self._by_name:
            return self._by_name[name]
        mentioned = next(self._mentioning(name), None) if self._comments else None
        if mentioned:
            return Unknown(f"`{mentioned}` only mentions it")
        if self._usual is None or not self._has_most_names:
            return Unknown(f"the files have few names of the page: `{self._files[0]}`")
        return self._usual

    @cached_property
    def _files(self) -> list[str]:
        found = (path for one in self._paths for path in files_matching(self._repository, one).files)
        return [path for path in dict.fromkeys(found) if not _ASIDE.search(path)]

    @cached_property
    def _by_name(self) -> dict[str, Found[str] | Unknown]:
        """The file that declares each name; of several, the one that declares most of the names."""
        declaring = {name: list(self._declaring(name)) for name in sorted(self._names)}
        counts = Counter(path for paths in declaring.values() for path in paths)
        found: dict[str, Found[str] | Unknown] = {}
        for name, paths in declaring.items():
            most = max(map(counts.__getitem__, paths), default=0)
            best = [path for path in paths if counts[path] == most]
            if best:
                found[name] = Found(best[0]) if len(best) == 1 else Unknown(f"`{best[0]}` and `{best[1]}` declare it")
        return found

    @cached_property
    def _has_most_names(self) -> bool:
        """Whether the files declare, or mention where comments count, at least half of the names."""
        known = sum(one in self._by_name or (self._comments and any(self._mentioning(one))) for one in self._names)
        return known * 2 >= len(self._names)

    @cached_property
    def _usual(self) -> Found[str] | None:
        """The file that declares most of the names."""
        found = Counter(one.value for one in self._by_name.values() if isinstance(one, Found)).most_common(1)
        return Found(found[0][0]) if found else None

    def _declaring(self, name: str) -> Iterator[str]:
        for number, path in enumerate(self._mentioning(name)):
            source = declarations_of(self._repository, path, self._limits) if number < _MOST_DECLARING else None
            if source is not None and any(one.name == name for one in source.found):
                yield path

    def _mentioning(self, name: str) -> Iterator[str]:
        word = name.encode()
        return (path for path in self._files if word in _words(self._repository, path))


@remembered
def _words(repository: Repository, path: str) -> frozenset[bytes]:
    return frozenset(_WORD.findall(repository.page(path) or b""))
