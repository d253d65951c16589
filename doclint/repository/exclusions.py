"""What is left out of the pages of a root: what its configuration excludes, and what is not documentation."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from posixpath import dirname, join

from msgspec import Struct, convert

from doclint.errors.expressions import expression
from doclint.errors.tables import table
from doclint.repository.gitignore import configured
from doclint.repository.paths import above
from doclint.repository.repository import Repository


class PatternGroup(Struct, frozen=True, rename="kebab"):
    """Patterns of files and folders with one reason to leave them out; `exclusions.toml` explains the attributes."""

    noun: str
    meaning: str
    patterns: tuple[str, ...]
    apply_to_docs: bool = False
    beside: tuple[str, ...] = ()


@cache
def default_groups() -> tuple[PatternGroup, ...]:
    """Return all groups that apply by default, in the order of their patterns; `exclusions.toml` lists them."""
    return convert(table("doclint.repository", "exclusions")["group"], tuple[PatternGroup, ...])


class Exclusion(Struct, frozen=True):
    """A reason to leave out a path: a pattern of a group, or one of `exclude` if there is no group."""

    pattern: str
    group: PatternGroup | None = None

    @property
    def reason(self) -> str:
        """The pattern, and what it stands for."""
        return f"`{self.pattern}` in `exclude`" if self.group is None else f"`{self.pattern}`, {self.group.meaning}"

    def holds(self, path: str, has: Callable[[str], bool]) -> bool:
        """Whether the path that the pattern matches has a file beside it that shows what it is, if that is needed."""
        beside = self.group.beside if self.group else ()
        return not beside or any(has(join(dirname(path.rstrip("/")), name)) for name in beside)


class Exclusions:
    """Finds what to leave out: what patterns of `exclude` match and, if `default` is set, what is not documentation.

    The patterns of `exclude` take precedence: `!vendor/` brings a folder back with everything in it. `docs_roots` are
    the folders of formats, as paths from the root, and `further` groups apply as those by default. `has` says whether a
    path exists. Raises ConfigError if `exclude` has invalid or too many patterns.

    >>> exclusions = Exclusions(["!/vendor/ours/"], docs_roots=["docs"])
    >>> [one and one.pattern for one in map(exclusions.of, ["vendor/a.md", "vendor/ours/a.md", "docs/vendor/a.md"])]
    ['vendor/', None, None]
    """

    def __init__(
        self,
        exclude: Sequence[str] = (),
        *,
        default: bool = True,
        docs_roots: Iterable[str] = (),
        further: Iterable[PatternGroup] = (),
        has: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._has = has
        groups = (*default_groups(), *further) if default else ()
        self._own = _ExclusionPatterns([Exclusion(pattern) for pattern in exclude])
        self._default = _ExclusionPatterns(_exclusions(groups))
        self._in_docs = _ExclusionPatterns(_exclusions(group for group in groups if group.apply_to_docs))
        self._docs = tuple(f"{root.strip('/')}/".lstrip("/") for root in docs_roots)

    def of(self, path: str) -> Exclusion | None:
        """Return why a path is left out; None if it is not. The path of a folder has a slash at its end."""
        found = None
        for folder in reversed(list(above(dirname(path)))):
            found = self.below(found, f"{folder}/")
        return self.below(found, path)

    def below(self, folder: Exclusion | None, path: str) -> Exclusion | None:
        """Return the same as `of`, given why the folder of the path is left out."""
        own = self._own.deciding(path)
        if own is None and folder is not None:
            return folder
        default = self._in_docs if path.startswith(self._docs) else self._default
        found = own or default.deciding(path)
        brings_back = found is not None and found.pattern.startswith("!")
        return None if found is None or brings_back or not found.holds(path, self._has) else found


class _ExclusionPatterns:
    """The patterns of some exclusions."""

    def __init__(self, exclusions: Sequence[Exclusion]) -> None:
        self._exclusions = exclusions
        self._patterns = configured([one.pattern for one in exclusions], "`exclude`")

    def deciding(self, path: str) -> Exclusion | None:
        """Return the exclusion whose pattern decides on a path; None if no pattern matches it."""
        number = self._patterns.deciding(path) if self._exclusions else None
        return None if number is None else self._exclusions[number]


def _exclusions(groups: Iterable[PatternGroup]) -> list[Exclusion]:
    return [Exclusion(pattern, group) for group in groups for pattern in group.patterns]


def counts(left_out: Mapping[str, Exclusion]) -> dict[str, int]:
    """Return the number of pages that are left out by default, by what they are."""
    return dict(sorted(Counter(one.group.noun for one in left_out.values() if one.group).items()))


_CURRENT = expression(rb"(?:versions/)?([\w-][\w.-]{0,99})\s*\Z")
_ZREAD = ".zread/wiki"


def older_versions(repository: Repository) -> PatternGroup | None:
    """Return what leaves out all versions of a wiki of Zread but the one that its file `current` names.

    None if there is no such file, or if no folder has the version.
    """
    match = _CURRENT.match(repository.page(f"{_ZREAD}/current") or b"")
    version = f"{_ZREAD}/versions/{match[1].decode()}" if match else ""
    if not version or not repository.is_folder(version):
        return None
    patterns = (f"/{_ZREAD}/versions/*/", f"!/{version}/")
    return PatternGroup("older page", "versions of a wiki besides the current one", patterns)
