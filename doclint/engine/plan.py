"""The plan of a run: decides in one place what to check, before the first page is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct
from msgspec.structs import replace

from doclint.config.given import NOTHING_GIVEN, GivenSettings
from doclint.errors.exceptions import ConfigError, FormatError, PluginError, UsageError
from doclint.errors.expressions import expression
from doclint.repository.discovery import place_of
from doclint.repository.exclusions import Exclusion, counts
from doclint.repository.in_memory import Memory, Overlay
from doclint.repository.memo import NO_MEMO, NO_SEEN_FILES, Memo, SeenFiles
from doclint.repository.paths import absolute, inner
from doclint.rule.finding import ENGINE

if TYPE_CHECKING:
    from doclint.config.project import Project
    from doclint.config.selection import Selection
    from doclint.formats.format_set import FormatSet
    from doclint.page.limits import Limits
    from doclint.repository.history import RemovedName
    from doclint.repository.repository import Repository


_TOGETHER = 8  # neighboring pages that go into one shard, because they are often about the same source
_FORM = expression(r"(\d{1,9})/(\d{1,9})", re.ASCII)


class Request(Struct, frozen=True):
    """What a user asks doclint to check, in the form of the arguments of a command.

    `paths` are files and folders; none means the whole root. With `about` they are sources, and the pages that describe
    or cite them are checked; with `changed_since`, a git revision, only the pages that the changes since then concern.
    `text` is a page that is not on disk: the file that it belongs to, and what reads its bytes. `shard` is written as
    `1/4`. `is_careful` says that reading a page may crash this process, because such a run did before.
    """

    paths: Sequence[Path] = ()
    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    without: Sequence[str] = ()
    about: bool = False
    changed_since: str | None = None
    shard: str | None = None
    text: tuple[Path, Callable[[], bytes]] | None = None
    is_careful: bool = False


class Shard(Struct, frozen=True):
    """One part of a run: its `number`, counted from 1, and `of` how many parts it is one."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `number/count`. Raises UsageError if the text has another form, or the number is not one of the parts.

        >>> Shard.parse("2/5")
        Shard(number=2, of=5)
        """
        form = _FORM.fullmatch(text)
        shard = cls(int(form[1]), int(form[2])) if form else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise UsageError(f"`{text}` is not a shard; write number/count, such as `1/5` to `5/5`")
        return shard

    def part(self, paths: Sequence[str]) -> list[str]:
        """Return the paths of this part. Neighboring pages stay together, and each part gets pages of all folders.

        >>> [len(Shard(number, 3).part(["a.md"] * 50)) for number in (1, 2, 3)]
        [18, 16, 16]
        """
        return [path for index, path in enumerate(paths) if index // _TOGETHER % self.of == self.number - 1]


class Plan(Struct, frozen=True, dict=True):
    """The pages that a run checks, and the rules for each of them. Nothing changes it after it is made.

    `pages` are paths from the root, sorted, with `/` between folders. `is_whole` says whether they are all pages of the
    project; only then do rules about all pages together run. With a `shard`, doclint checks only its `part`, and
    `doclint merge` runs those rules. `texts` replace the content of files, by path; if they are all files that there
    are, the plan `is_closed`, and no other is read. `scope` says in a few words how the pages were chosen; it is empty
    if the arguments say that themselves. `other_roots` are folders, as paths from the root, that are roots of their
    own: their pages are not among these. `left_out` has the number of pages that are left out by default, by what they
    are, and `reasons` says why, by page. `named` are the files and folders that the user named, from the root, and
    `removed` the names that the change removed and pages use, and `deleted` the files that it deleted. With
    `has_claims`, results have the claims that rules compare. If the plan `finds_all`, the limit of findings of each
    rule on a page does not apply.
    """

    project: Project
    selection: Selection
    pages: Sequence[str]
    is_whole: bool = False
    shard: Shard | None = None
    texts: Mapping[str, bytes] = {}
    scope: str = ""
    other_roots: Sequence[str] = ()
    left_out: Mapping[str, int] = {}
    is_closed: bool = False
    reasons: Mapping[str, Exclusion] = {}
    named: Sequence[str] = ()
    removed: Sequence[RemovedName] = ()
    deleted: frozenset[str] = frozenset()
    has_claims: bool = False
    finds_all: bool = False

    def __reduce__(self) -> tuple[Callable[..., Plan], tuple[object, ...]]:
        # Local rules cannot be pickled, so a worker finds rules and settings by itself; it gets its pages in chunks.
        names = ("is_whole", "texts", "is_closed", "removed", "deleted", "has_claims", "finds_all")
        kept = {name: getattr(self, name) for name in names}
        return _plan_of_worker, (self.project, self.selection.names, kept)

    @property
    def root(self) -> Path:
        """The root of the project."""
        return self.project.root

    @property
    def formats(self) -> FormatSet:
        """The formats of the project."""
        return self.project.formats

    @property
    def limits(self) -> Limits:
        """The limits of the project."""
        return self.project.settings.config.limits

    @cached_property
    def part(self) -> Sequence[str]:
        """The pages that this run checks: all of `pages`, or those of the shard."""
        return self.shard.part(self.pages) if self.shard else self.pages

    @property
    def is_complete(self) -> bool:
        """Whether this run checks all pages of the project."""
        return self.is_whole and self.shard is None

    def repository(
        self, memo: Memo = NO_MEMO, seen_files: SeenFiles = NO_SEEN_FILES, *, is_compared: bool = True
    ) -> Repository:
        """Return the files below the root, with the `texts` in their place; see `Repository`."""
        if self.is_closed:
            return Memory(self.texts, self.limits.file_bytes)
        folder = self.project.repository(memo, seen_files, is_compared=is_compared or bool(self.texts))
        folder.removed, folder.deleted = self.removed, self.deleted
        return Overlay(folder, self.texts) if self.texts else folder

    def rules_on(self, path: str) -> frozenset[str]:
        """Return the ids of the rules whose findings this run may report on a page, with those of doclint itself."""
        chosen = self.selection.at(path).rules
        ids = {head.id for head in chosen.heads if self.is_complete or not head.is_about_all}
        return frozenset(ENGINE.keys() | ids)


def make_plans(
    request: Request,
    *,
    root: Path | None = None,
    isolated: bool = False,
    local_rules: bool = True,
    given: GivenSettings = NOTHING_GIVEN,
) -> list[Plan]:
    """Decide what to check, and return a plan for each root that the pages belong to, sorted by root.

    The root of a page does not depend on the other pages. If a `root` is given, all pages belong to it. Without paths,
    the pages are those below the working directory, or below the given root. Raises UsageError if one root is needed
    but there are several; otherwise, raises as `Project.find` and `make_plan` do.
    """
    from doclint.config.project import Project, by_root, nested_root

    if root is not None or request.text is not None:
        files = [] if request.text is None else [request.text[0]]
        project = Project.find(files, root=root, isolated=isolated, local_rules=local_rules, given=given)
        return [make_plan(project, request)]
    waiting = by_root(request.paths or [Path()])
    plans: list[Plan] = []
    while waiting:
        # A root inside another one comes later, because the search of the outer one may add it to the paths.
        one = min(waiting, key=lambda root: (len(root.place.parts), root.place))
        with _naming(one.place):
            project = Project.at(one, isolated=isolated, local_rules=local_rules, given=given)
            plan = make_plan(project, replace(request, paths=waiting.pop(one)))
        for folder in plan.other_roots:
            place = plan.root / folder
            waiting.setdefault(nested_root(place), []).append(place)
        plans.append(plan)
    if request.shard is not None:
        check_one_root(plans, "--shard")
    return sorted(plans, key=lambda plan: plan.root)


@contextmanager
def _naming(root: Path) -> Iterator[None]:
    """Add the root to errors in its configuration, which name files from there, unless it is the working directory."""
    try:
        yield
    except (ConfigError, FormatError, PluginError) as error:
        here = Path.cwd()
        if root == here:
            raise
        place = root.relative_to(here) if root.is_relative_to(here) else root
        first, newline, rest = str(error).partition("\n")
        named = type(error)(f"{first} (in the root `{place}`){newline}{rest}")
        if isinstance(error, FormatError) and isinstance(named, FormatError):
            named.mistakes = error.mistakes
        raise named from error


def check_one_root(plans: Sequence[Plan], option: str) -> None:
    """Raise UsageError if an option needs pages of one root but there are plans for several."""
    if len(plans) > 1:
        names = ", ".join(f"`{plan.root}`" for plan in plans)
        what = "run doclint for each of them, and leave it out of the others with `exclude`"
        raise UsageError(f"{option} needs pages of one root, but these have the roots {names}; {what}")


def make_plan(project: Project, request: Request) -> Plan:
    """Decide what to check in one project, and return the plan.

    Raises UsageError if the request names files, rules or revisions that do not exist, and ConfigError if a
    configuration is broken. The text of `request.text` is read last.
    """
    selection = project.selection(request.select, request.ignore, request.without)
    if request.text is not None:
        file, read = request.text
        path = inner(place_of(file, project.root))
        exclusion = project.exclusions.of(path)
        pages, left_out = ([], counts({path: exclusion})) if exclusion else ([path], {})
        return Plan(project, selection, pages, texts={path: read()}, left_out=left_out)
    shard = None if request.shard is None else Shard.parse(request.shard)
    if request.about or request.changed_since is not None:
        from doclint.engine.scope import pages_about, pages_since

        scope = (
            pages_about(request.paths, project, is_careful=request.is_careful)
            if request.changed_since is None
            else pages_since(request.changed_since, request.paths, project, is_careful=request.is_careful)
        )
        return Plan(
            project,
            selection,
            scope.pages,
            shard=shard,
            scope=scope.summary,
            other_roots=scope.other_roots,
            left_out=counts(scope.left_out),
            reasons=scope.left_out,
            removed=scope.removed,
            deleted=scope.deleted,
        )
    found = project.search(request.paths)
    whole = is_whole(request.paths, project)
    left_out = counts(found.left_out)
    return Plan(
        project,
        selection,
        found.pages,
        whole,
        shard,
        other_roots=found.roots,
        left_out=left_out,
        reasons=found.left_out,
        named=[place_of(path, project.root) for path in request.paths],
    )


def is_whole(paths: Iterable[Path], project: Project) -> bool:
    """Whether the pages below some paths are all pages of a project."""
    several = list(paths)
    return not several or project.root in map(absolute, several)


def _plan_of_worker(
    project: Project, names: tuple[Sequence[str] | None, Sequence[str], Sequence[str]], kept: Mapping[str, Any]
) -> Plan:
    return Plan(project, project.selection(*names), (), **kept)
