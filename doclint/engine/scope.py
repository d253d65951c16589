"""The pages that a change concerns, for `doclint check --about` and `--changed-since`."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import partial
from pathlib import Path
from posixpath import basename, dirname, normpath
from typing import NamedTuple, Self

from msgspec import Struct

from doclint.config.files import FILES
from doclint.config.project import Project
from doclint.engine.citing import CitedFiles, citing
from doclint.engine.isolation import survives
from doclint.errors.exceptions import UsageError
from doclint.errors.expressions import expression
from doclint.errors.wording import counted
from doclint.formats.kinds import candidates, pages_of
from doclint.formats.schema.format import Format
from doclint.packages.javascript_packages import javascript_packages
from doclint.packages.manifests import removed_extras
from doclint.packages.mentions import mentioned_javascript
from doclint.packages.routes import removed_endpoints
from doclint.packages.scripts import RUNNERS
from doclint.page.declared import declared
from doclint.page.examples.python_uses import may_use_python
from doclint.page.links import candidates_of, links_and_definitions
from doclint.page.page import Page
from doclint.page.page_source import may_be_about
from doclint.page.removed_names import only_removed, removed_names
from doclint.page.removed_uses import removed_uses
from doclint.repository.discovery import existing, is_there, place_of
from doclint.repository.disk import Committed
from doclint.repository.exclusions import Exclusion
from doclint.repository.git import Blobs, Git
from doclint.repository.history import Changes, RemovedName, changes_since
from doclint.repository.paths import above, is_below
from doclint.repository.repository import Repository
from doclint.sites.finder import may_configure
from doclint.source.answer import Found
from doclint.source.language import language_of

_SOURCES = "of changed sources"
_LINKS, _CITATIONS = "with links to what changed", "with citations of what changed"
_IMPORTS, _NAMES = "with examples that use what changed", "with names that are gone"
_JAVASCRIPT = frozenset({"javascript", "typescript"})
_PACKAGE = "package.json"  # says what a package of JavaScript exports
_NAME = expression(rb"\w++")
_WORD = expression(r"[\w+@-]++(?:\.[\w+@-]++)*+")


class Scope(NamedTuple):
    """Pages to check, as sorted paths from the root, a line that says how they were chosen, the folders that are roots
    of their own, in which there may be more, the pages that are left out by default, with the reasons, the names that
    the change removed and pages use, and the files that it deleted.
    """

    pages: list[str]
    summary: str
    other_roots: list[str]
    left_out: Mapping[str, Exclusion] = {}
    removed: Sequence[RemovedName] = ()
    deleted: frozenset[str] = frozenset()


def pages_about(paths: Sequence[Path], project: Project, *, is_careful: bool = False) -> Scope:
    """Return the pages that describe sources, as `pages_by_path` does, and those that cite them.

    To find these, doclint reads all pages, and parses those with the name of a source or with the marks of a format. A
    source may be gone. If
    `is_careful`, a page that would crash this process is one of the pages, so that a worker checks it. Raises
    UsageError if a path is not below the root, or if it does not exist, git has not deleted it, and no page cites it;
    and ConfigError if a configuration is broken.
    """
    gone = {place_of(path, project.root): path for path in paths if not is_there(path)}
    places = {place_of(path, project.root): path.is_dir() for path in paths}
    described = _described(places, project)
    folders = {place for place, is_folder in places.items() if is_folder}
    repository = project.repository()
    others = [page for page in project.pages() if page not in places]
    cited = CitedFiles.of(places.keys() - folders, folders)
    found = citing(cited, others, project, repository, is_careful=is_careful)
    known = set().union(*found.values())
    for place, path in gone.items():
        if place not in known and not repository.is_tracked(place) and repository.deletion(place) is None:
            raise UsageError(f"`{path}` does not exist")
    about = {*described.pages, *_documenting(places.keys(), others, project, repository, is_careful=is_careful)}
    more = found.keys() - about
    counts = f"{len(about):,} about the given paths, {len(more):,} with citations of them"
    summary = f"{counted(len(about) + len(more), 'page')}: {counts}" if more else _summary(about)
    return described._replace(pages=sorted(about | more), summary=summary)


def _documenting(
    sources: Collection[str], paths: Iterable[str], project: Project, repository: Repository, *, is_careful: bool
) -> Iterator[str]:
    """Yield the pages, among those at some paths, that document what some files and folders define.

    Only pages with the marks of a format that says what its pages document are parsed.
    """

    def is_about(path: str, data: bytes) -> bool:
        try:
            return _documents(project.page(path, data, repository), sources, repository)
        except Exception:  # noqa: BLE001 - linting the page fails in the same way, and reports it
            return True

    for path in paths:
        data = repository.page(path)
        formats = project.formats.at_place(path, repository).of_page(path, (data or b"").decode(errors="replace"))
        if data is not None and any(kind.documents for one in formats for kind in one.kind):
            is_crashing = is_careful and not survives(partial(is_about, path, data))
            if is_crashing or is_about(path, data):
                yield path


def _documents(page: Page, sources: Collection[str], repository: Repository) -> bool:
    """Whether a page documents what some sources may define, or what a source of the page has from them."""
    if page.kind is None or not page.kind.documents:
        return False
    if may_be_about(page.parsed, sources, repository):
        return True
    answers = (declared(page, symbol) for top in page.documented for symbol in top.walk())
    declaring = {one.value.path for one in answers if isinstance(one, Found)}
    return any(place in sources for path in declaring for place in (*above(path), ""))


def _summary(about: Collection[str]) -> str:
    return (
        f"{counted(len(about), 'page')} about the given paths"
        if about
        else "no page is about the given paths or cites them"
    )


def pages_by_path(paths: Sequence[Path], project: Project) -> Scope:
    """Return the pages that describe sources: files and the folders that contain them, or everything below folders.

    Pages are found by their paths; none is read. For a file, doclint looks for the pages that its formats expect; for a
    folder, it goes through all pages. A page that is itself among the paths is left out. Raises UsageError if a path
    does not exist or is not below the root, and ConfigError if a configuration is broken.
    """
    return _described({existing(path, project.root): path.is_dir() for path in paths}, project)


def _described(places: Mapping[str, bool], project: Project) -> Scope:
    """Return the pages that describe sources, given by their paths from the root, with whether they are folders."""
    folders = [place for place, is_folder in places.items() if is_folder]
    subjects = {one for place, is_folder in places.items() if not is_folder for one in (place, dirname(place))}
    other_roots: list[str] = []
    if folders:
        known = project.pages(within=[one.docs_folder for one in project.formats.rooted])
        subjects |= {
            one for one in _subjects(known, project.formats.rooted) if any(is_below(one, folder) for folder in folders)
        }
        other_roots = project.search([project.root / folder for folder in folders]).roots
    else:
        wanted = [page for subject in subjects for page in pages_of(subject, project.formats.rooted)]
        further = [one.docs_folder for one in _with_further_names(project.formats.rooted)]
        known = project.pages(within=[*wanted, *further])
    found = _about(subjects, known, project.formats.rooted).difference(places)
    return Scope(sorted(found), _summary(found), other_roots)


def pages_since(revision: str, paths: Sequence[Path], project: Project, *, is_careful: bool = False) -> Scope:
    """Return the pages under some paths, by default all, that the changes since a git revision concern.

    These are pages that changed, pages about a source that changed or was deleted or that lost another page, pages
    with a link to anything that changed or was deleted, pages that cite a file that changed or was deleted, pages
    with examples that import from packages of which a source changed, and pages that name a file that was deleted,
    or whose code uses a name that a source lost, or that have a command or an endpoint that a manifest or a source
    lost. If a file changed that decides how pages are checked, these are all pages. If `is_careful`, a page that
    would crash this process is one of them, so that a worker checks it. Raises UsageError if git does not know the
    revision or a path does not exist, and ConfigError if a configuration is broken.
    """
    changes = changes_since(revision, project.root)
    known, roots, left_out = project.search(paths)
    # git does not say what has changed in a submodule or another repository below.
    other_roots = [root for root in roots if not (project.root / root / ".git").exists()]
    repository = project.repository()
    lost = _lost(changes, project, known, repository)
    repository.removed = lost.names
    decisive = sorted(_decisive(changes, project, known, repository))
    if decisive:
        summary = f"all of {counted(len(known), 'page')}, because `{decisive[0]}` has changed"
        return Scope(known, summary, other_roots, left_out, repository.removed, changes.deleted)
    touched = _touched(changes, repository)
    # A deleted page is missing for the other pages about its subject, and for those about the folder.
    gone = _subjects(changes.deleted, project.formats.rooted)
    subjects = touched | {dirname(path) for path in touched} | gone | {dirname(path) for path in gone}
    changed = changes.present.intersection(known)
    about = _about(subjects, known, project.formats.rooted) - changed
    rest = [path for path in known if path not in changed and path not in about]
    relation = partial(_relation, touched=_Touched.of(touched, changes, lost), repository=repository, project=project)
    crashing = {path for path in rest if not survives(partial(relation, path))} if touched and is_careful else set()
    related = {path: _LINKS if path in crashing else relation(path) for path in rest} if touched else {}
    parts = {"changed": changed, _SOURCES: about | {path for path, found in related.items() if found == _SOURCES}}
    others = (_LINKS, _CITATIONS, _IMPORTS, _NAMES)
    parts |= {part: {path for path, found in related.items() if found == part} for part in others}
    counts = ", ".join(f"{len(part):,} {name}" for name, part in parts.items() if part)
    found: set[str] = set().union(*parts.values())
    summary = f"{len(found):,} of {counted(len(known), 'page')}: {counts or 'the changes affect no page'}"
    left_out = {path: reason for path, reason in left_out.items() if path in changes.present}
    return Scope(sorted(found), summary, other_roots, left_out, repository.removed, changes.deleted)


class _Lost(Struct, frozen=True):
    """What changed files have no longer: names, extras and endpoints that no other source has, and scripts."""

    names: Sequence[RemovedName] = ()
    scripts: frozenset[str] = frozenset()


def _lost(changes: Changes, project: Project, pages: Iterable[str], repository: Repository) -> _Lost:
    """Return what the changed files have lost, and pages may have."""
    if not changes.base:
        return _Lost()
    limits, paths = project.settings.config.limits, changes.present | changes.deleted
    git = Git(project.root)
    with Blobs(git) as blobs:
        before = Committed(git, changes.base, limits.file_bytes, blobs)
        lost = removed_names(before, repository, paths, changes.base, limits)
        others = [*removed_extras(before, repository, paths, changes.base)]
        others += removed_endpoints(before, repository, paths, changes.base)
        old = [path for path in paths if before.is_file(path)]
        scripts = _scripts(old, before) - _scripts(old, repository)
    words = {one.name.encode() for one in lost}
    for page in pages if words else ():
        words.difference_update(_NAME.findall(repository.page(page) or b""))
    names = only_removed((one for one in lost if one.name.encode() not in words), repository, limits)
    return _Lost([*names, *others], frozenset(name for _, name in scripts))


def _scripts(paths: Iterable[str], repository: Repository) -> set[tuple[str, str]]:
    """Return the names that some manifests define, each with the path of its manifest."""
    readers = [(path, runner) for path in paths for runner in RUNNERS.values() if basename(path) in runner.files]
    return {(path, name) for path, runner in readers for name in runner.read(repository, path).names}


def _decisive(changes: Changes, project: Project, pages: Iterable[str], repository: Repository) -> set[str]:
    """Return the changed files that decide how pages are checked.

    A deleted `pyproject.toml` counts, because it may have had settings. So does what configures a site generator.
    """
    every = changes.present | changes.deleted
    gone = {path for path in changes.deleted if basename(path) in FILES and not project.is_isolated}
    sites = {path for path in every if may_configure(path, repository)}
    return gone | sites | (_deciding(project, pages) & every)


def _deciding(project: Project, pages: Iterable[str]) -> set[str]:
    """Return the files that decide how some pages are checked: those of the settings, of formats and of local rules.

    Raises ConfigError if one of them is broken.
    """
    if project.is_isolated:
        return set()
    selection = project.selection()
    folders = {dirname(page) for page in pages} | {""}
    layers = {layer.where for folder in folders for layer in selection.settings_of(folder).layers}
    config = project.settings.config
    return layers | set(map(normpath, [*config.formats, *config.local_rules]))


def _touched(changes: Changes, repository: Repository) -> set[str]:
    """Return the changed files, and the folders that lost their last file.

    git does not track folders: an empty one may still exist here, but no other checkout has it.
    """
    touched = set(changes.present | changes.deleted)
    for path in changes.deleted:
        folder = dirname(path)
        while not repository.listing(folder) and folder not in touched:
            touched.add(folder)
            folder = dirname(folder)
    return touched


def _about(subjects: Collection[str], known: Collection[str], formats: Sequence[Format]) -> set[str]:
    """Return the known pages whose paths say that they are about one of some files and folders."""
    found = {page for subject in subjects for page in pages_of(subject, formats)}.intersection(known)
    more = _with_further_names(formats)
    return found | {page for page in known if not _subjects([page], more).isdisjoint(subjects)} if more else found


def _subjects(pages: Iterable[str], formats: Sequence[Format]) -> set[str]:
    """Return the files and folders that some pages are about according to their paths."""
    found = {candidate.subject.path for page in pages for candidate in candidates(page, formats)}
    return {path for path in found if path is not None}


def _with_further_names(formats: Iterable[Format]) -> list[Format]:
    """Return the formats with pages whose paths do not follow from what the pages are about."""
    return [format_ for format_ in formats if any(kind.says_more for kind in format_.kind)]


class _Touched(Struct, frozen=True):
    """What a change touched: files and folders, sources of which languages, and the names of files that are gone."""

    paths: set[str]
    has_python: bool
    has_javascript: bool
    gone: set[str]
    cited: CitedFiles
    commands: "re.Pattern[str] | None"

    @classmethod
    def of(cls, paths: set[str], changes: Changes, lost: _Lost) -> Self:
        languages = {found.id for path in paths if (found := language_of(path))}
        return cls(
            paths,
            has_python="python" in languages,
            has_javascript=not languages.isdisjoint(_JAVASCRIPT) or any(basename(path) == _PACKAGE for path in paths),
            gone=set(map(basename, changes.deleted)),
            cited=CitedFiles.of(paths),
            commands=_any_of(rf"\b(?:{'|'.join(RUNNERS)}|pnpm|yarn|bun)\b[^\n]{{0,200}}[ \t]", lost.scripts),
        )


def _any_of(before: str, words: Collection[str]) -> "re.Pattern[str] | None":
    """Return an expression for any of some words behind another expression; None if there are no words."""
    return re.compile(f"{before}(?i:{'|'.join(map(re.escape, sorted(words)))})(?![\\w-])") if words else None


def _relation(path: str, touched: _Touched, repository: Repository, project: Project) -> str | None:
    """Return what relates a page to a change: a source, a link, a citation, an example or a name; None if nothing does.

    A page that doclint cannot read counts as one with a link, because it may have one; checking it reports what is
    wrong.
    """
    data = repository.page(path)
    if data is None:
        return _LINKS
    try:
        return _relation_of(project.page(path, data, repository), data, touched, repository)
    except Exception:  # noqa: BLE001 - linting the page fails in the same way, and reports it
        return _LINKS


def _relation_of(page: Page, data: bytes, touched: _Touched, repository: Repository) -> str | None:
    if _documents(page, touched.paths, repository):
        return _SOURCES
    if any(not touched.paths.isdisjoint(places) for places in _linked(page)):
        return _LINKS
    if touched.cited.may_be_on(data) and touched.cited.on(page):
        return _CITATIONS
    is_used = touched.has_python and may_use_python(page, repository)
    if is_used or (touched.has_javascript and _uses_javascript(page.source.text, touched.paths, repository)):
        return _IMPORTS
    text = page.source.text
    if removed_uses(page) or (touched.commands and touched.commands.search(text)):
        return _NAMES
    return _NAMES if touched.gone and not touched.gone.isdisjoint(_WORD.findall(text)) else None


def _uses_javascript(text: str, touched: AbstractSet[str], repository: Repository) -> bool:
    """Whether the text of a page may import from a package of JavaScript that changed."""

    def follows(name: str) -> bool:
        return javascript_packages(repository).follows_from(name, touched)

    names = mentioned_javascript(text, repository)
    return any(repository.answered((_uses_javascript, name), partial(follows, name)) for name in names)


def _linked(page: Page) -> Iterator[Collection[str]]:
    """Yield the paths that each link on a page may mean, and those in the navigation that a page has findings about."""
    yield from (candidates_of(page, link) for link in links_and_definitions(page))
    if page.site is not None and page.site.config and page.path == page.site.first_page():
        yield from (entry.paths for entry in page.site.navigation())
