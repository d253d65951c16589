"""What is in the folder that a page is about, and which of its files and subfolders have pages."""

from collections.abc import Iterator
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.formats.kinds import described_files, page_at
from doclint.page.page import Page
from doclint.repository.paths import is_below
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from doclint.formats.schema.contents import Children
    from doclint.formats.schema.format import Format


class FolderContents(Struct, frozen=True):
    """The names of the files, or those of the subfolders, of a folder.

    `described` have pages; `documented` have pages and are in the folder; `possible` are in the folder, with or without
    pages. If the repository does not have the folder, `is_known` is False and all three are what has pages.
    """

    described: frozenset[str]
    documented: frozenset[str]
    possible: frozenset[str]
    is_known: bool


def folder_contents(page: Page, what: "Children") -> FolderContents | None:
    """Return the files or subfolders of the folder that a page is about; None for a page about something else."""
    subject, format_, repository = page.subject, page.format, page.repository
    if subject is None or subject.path is None or not subject.is_folder or format_ is None or repository is None:
        return None
    folder, here = subject.path, dirname(page.path)
    key = _described, here, format_.name, folder, what
    described = repository.answered(key, lambda: frozenset(_described(repository, here, format_, folder, what)))
    listing = repository.listing(folder) if folder or has_sources(format_, repository) else None
    if listing is None:
        return FolderContents(described, described, described, is_known=False)
    present = frozenset(name for name, is_folder in listing.items() if is_folder == (what == "folders"))
    # The docs folder itself needs no pages.
    docs = format_.docs_folder
    own = {basename(docs)} if dirname(docs) == folder else frozenset()
    return FolderContents(described, (present & described) - own, present, is_known=True)


def _described(repository: Repository, here: str, format_: "Format", folder: str, what: "Children") -> Iterator[str]:
    """Yield the names in a folder that pages are about: files by the pages in `here`, subfolders by those below it."""
    names = repository.listing(here) or {}
    for name, is_folder in names.items():
        if what == "files" and not is_folder:
            files = described_files(join(here, name), [format_])
            yield from (basename(path) for path in files if dirname(path) == folder)
        elif what == "folders" and is_folder:
            pages = (page_at(kind, format_, join(folder, name)) for kind in format_.kind if kind.is_about_folder)
            if any(path and repository.is_file(path) for path in pages):
                yield name


def described_beside(page: Page) -> frozenset[str]:
    """Return the names of the files that pages in the folder of a page are about, by the paths of these pages."""
    format_, repository = page.format, page.repository
    if format_ is None or repository is None:
        return frozenset()
    here = dirname(page.path)

    def find() -> frozenset[str]:
        pages = (join(here, name) for name in repository.listing(here) or ())
        return frozenset(basename(path) for one in pages for path in described_files(one, [format_]))

    return repository.answered((described_beside, here, format_.name), find)


def has_sources(format_: "Format", repository: Repository) -> bool:
    """Whether a repository has sources, and not only the pages about them.

    It has if any file or folder that a page at the top of the docs folder is about exists.
    """
    docs = format_.docs_folder

    def find() -> bool:
        for name, is_folder in (repository.listing(docs) or {}).items():
            if is_folder:
                if name != docs.partition("/")[0] and repository.is_folder(name):
                    return True
            elif any(map(repository.is_file, described_files(join(docs, name), [format_]))):
                return True
        return False

    return repository.answered((has_sources, docs, format_.name), find)


def is_about_docs(page: Page) -> bool:
    """Whether a page is about a file or folder in the docs folder of its format: about pages, most likely.

    If that is the root of the repository, pages are among all other files, so that no page is.
    """
    subject, docs = page.subject, page.format.docs_folder if page.format else ""
    return bool(docs) and subject is not None and is_below(subject.path or "", docs)
