"""Which of the pages a change concerns: those to check where not all are wanted."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from posixpath import basename, dirname
from typing import NamedTuple

from doclint.config.files import FILES
from doclint.config.project import Project
from doclint.errors.wording import counted
from doclint.formats.kinds import candidates, pages_of
from doclint.formats.schema import Format
from doclint.markdown.source import Source
from doclint.page.links import links_and_definitions, site_sources, target_of
from doclint.page.page import Page
from doclint.repository.discovery import existing
from doclint.repository.git import Changes, changes_since
from doclint.repository.repository import Folder, Repository


class Scope(NamedTuple):
    """Some pages, as sorted paths from the root, and in one line how they were chosen."""

    pages: list[str]
    told: str


def pages_about(paths: Sequence[Path], project: Project) -> Scope:
    """The pages that describe some sources: files, with the folder each lies in, or all that lies below folders.

    They are told by their paths; no page is read. For files it is asked whether the pages are there that they would
    have, for folders all pages are looked through. Raises UsageError for a path that is not there or not below the
    root, and ConfigError.
    """
    places = {existing(path, project.root): path.is_dir() for path in paths}
    folders = [place for place, is_folder in places.items() if is_folder]
    subjects = {one for place, is_folder in places.items() if not is_folder for one in (place, dirname(place))}
    if folders:
        known = project.pages(within=_roots(project.formats))
        subjects |= {one for one in _subjects(known, project.formats) if _is_below(one, folders)}
    else:
        wanted = [page for subject in subjects for page in pages_of(subject, project.formats)]
        known = project.pages(within=[*wanted, *_roots(_saying_more(project.formats))])
    found = _about(subjects, known, project.formats)
    return Scope(sorted(found), f"{counted(len(found), 'page') if found else 'no page'} about what was named")


def pages_since(revision: str, paths: Sequence[Path], project: Project) -> Scope:
    """Of the pages under some paths, by default all, those that the changes since a revision concern.

    They are the pages that changed themselves, those about a source that changed or is gone, or whose page is gone, and
    those with a link to anything that changed or is gone. Where a file changed that decides how pages are judged, they
    are all pages. Raises UsageError and ConfigError.
    """
    changes = changes_since(revision, project.root)
    known = project.pages(paths)
    decisive = sorted(_decisive(changes, project, known))
    if decisive:
        return Scope(known, f"all of {counted(len(known), 'page')}, because `{decisive[0]}` has changed")
    repository = Folder(project.root, project.settings.config.limits.file_bytes)
    touched = _touched(changes, repository)
    # Other pages about the same, and about its folder, miss a page that is gone.
    gone = _subjects(changes.deleted, project.formats)
    subjects = touched | {dirname(path) for path in touched} | gone | {dirname(path) for path in gone}
    changed = changes.present.intersection(known)
    about = _about(subjects, known, project.formats) - changed
    rest = [path for path in known if path not in changed and path not in about]
    linking = {path for path in rest if _leads_to(path, touched, repository, project)} if touched else set()
    parts = {"changed": changed, "of changed sources": about, "with links to what changed": linking}
    counts = ", ".join(f"{len(part)} {name}" for name, part in parts.items() if part)
    found = changed | about | linking
    told = f"{len(found)} of {counted(len(known), 'page')}: {counts or 'the changes concern none'}"
    return Scope(sorted(found), told)


def _decisive(changes: Changes, project: Project, pages: Iterable[str]) -> set[str]:
    """What has changed of the files that decide how pages are judged.

    Of a `pyproject.toml` that is gone nobody knows whether it had settings.
    """
    gone = {path for path in changes.deleted if basename(path) in FILES and not project.is_isolated}
    return gone | (project.decisive(pages) & (changes.present | changes.deleted))


def _touched(changes: Changes, repository: Repository) -> set[str]:
    """What is other than before: the files, and the folders that are gone with the last of their files.

    An empty folder may still lie there, but is in no other checkout.
    """
    touched = set(changes.present | changes.deleted)
    for path in changes.deleted:
        folder = dirname(path)
        while not repository.listing(folder) and folder not in touched:
            touched.add(folder)
            folder = dirname(folder)
    return touched


def _about(subjects: Collection[str], known: Collection[str], formats: Sequence[Format]) -> set[str]:
    """Of some pages, those about one of some files and folders, if they are what their own paths promise."""
    found = {page for subject in subjects for page in pages_of(subject, formats)}.intersection(known)
    more = _saying_more(formats)
    return found | {page for page in known if not _subjects([page], more).isdisjoint(subjects)} if more else found


def _subjects(pages: Iterable[str], formats: Sequence[Format]) -> set[str]:
    """What some pages are about if they are what their own paths promise."""
    found = {candidate.subject.path for page in pages for candidate in candidates(page, formats)}
    return {path for path in found if path is not None}


def _is_below(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of some folders, or lies below one."""
    return any(not folder or f"{path}/".startswith(f"{folder}/") for folder in folders)


def _saying_more(formats: Iterable[Format]) -> list[Format]:
    """The formats with pages that are not found by filling in what they are about."""
    return [format_ for format_ in formats if any(kind.says_more for kind in format_.kind)]


def _roots(formats: Iterable[Format]) -> list[str]:
    """The folders that the pages of some formats lie in."""
    return [format_.docs_root.strip("/") for format_ in formats]


def _leads_to(path: str, touched: Collection[str], repository: Repository, project: Project) -> bool:
    """Whether a page has a link to one of some files and folders.

    One that cannot be read or made sense of may have; checking it says what is wrong with it.
    """
    data = repository.page(path)
    if data is None:
        return True
    limits = project.settings.config.limits
    page = Page(path, Source.from_bytes(data), formats=project.formats, repository=repository, limits=limits)
    try:
        return any(_is_link_to(touched, page, link.destination) for link in links_and_definitions(page))
    except Exception:  # noqa: BLE001 - the rules meet it again, and then it is reported
        return True


def _is_link_to(touched: Collection[str], page: Page, destination: str) -> bool:
    target = target_of(page, destination)
    if target is None:
        return False
    if target.path in touched:
        return True
    return page.kind is None and any(file in touched for file in site_sources(target.path))
