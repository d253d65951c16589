"""What lies in a folder, and what of it has pages."""

from collections.abc import Iterator
from posixpath import basename, dirname, join
from typing import NamedTuple

from doclint.formats.kinds import candidates
from doclint.formats.schema import Children, Format, Kind
from doclint.page.page import Page
from doclint.repository.repository import Repository

from ._siblings import files_of


class Contents(NamedTuple):
    """The names of the files or subfolders of a folder: those that have pages, those of them that are there, and all
    that are there. `is_known` is false where the folder is not at hand: then that with pages is taken to be there.
    """

    described: frozenset[str]
    documented: frozenset[str]
    possible: frozenset[str]
    is_known: bool


def contents_of(page: Page, what: Children) -> Contents | None:
    """What lies in the folder that a page is about; None for a page about something else."""
    subject, format_, repository = page.subject, page.format, page.repository
    if subject is None or subject.path is None or not subject.is_folder or format_ is None or repository is None:
        return None
    listing = repository.listing(subject.path) if subject.path or has_sources(format_, repository) else None
    here, folder = dirname(page.path), subject.path
    key = ("described", here, format_.name, folder, what)
    described = repository.remembered(key, lambda: frozenset(_described(repository, here, format_, folder, what)))
    if listing is None:
        return Contents(described, described, described, is_known=False)
    there = frozenset(name for name, is_folder in listing.items() if is_folder == (what == "folders"))
    documented = there & described
    # The pages themselves are nothing that pages are wanted of.
    root = format_.docs_root.strip("/")
    own = {basename(root)} if dirname(root) == subject.path else frozenset()
    return Contents(described, documented - own, there, is_known=True)


def _described(repository: Repository, here: str, format_: Format, folder: str, what: Children) -> Iterator[str]:
    """The names of the files or subfolders of a folder about which there are pages, here or below."""
    names = repository.listing(here) or {}
    if what == "files":
        files = files_of(here, (name for name, is_folder in names.items() if not is_folder), format_)
        yield from (basename(path) for path in files if dirname(path) == folder)
    for name, is_folder in names.items() if what == "folders" else ():
        pages = (page_at(kind, format_, join(folder, name)) for kind in format_.kind if kind.is_about_folder)
        if is_folder and any(path and repository.is_file(path) for path in pages):
            yield name


def has_sources(format_: Format, repository: Repository) -> bool:
    """Whether anything about which there are pages at the top of the docs folder is in the repository: its root always
    is, also where it has nothing but the pages.
    """
    root = format_.docs_root.strip("/")

    def find() -> bool:
        for name, is_folder in (repository.listing(root) or {}).items():
            if is_folder:
                if name != root.partition("/")[0] and repository.is_folder(name):
                    return True
            elif any(
                one.subject.path and not one.subject.is_folder and repository.is_file(one.subject.path)
                for one in candidates(join(root, name), [format_])
            ):
                return True
        return False

    return repository.remembered(("sources", root, format_.name), find)


def page_at(kind: Kind, format_: Format, path: str) -> str | None:
    """Where the page of a kind about a file or folder lies; None where the path alone does not tell."""
    if len(kind.page.names) != 1 or kind.page.names[0] not in ("path", "folder"):
        return None
    hole = kind.page.names[0]
    below = next(kind.page.texts({hole: path} if path else {}), None)
    return None if below is None else format_.at(below)


def is_generated(page: Page) -> bool:
    """Whether a page is about something among the pages themselves, which other rules tell."""
    subject, format_ = page.subject, page.format
    return subject is not None and format_ is not None and is_below(subject.path or "", format_.docs_root)


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it; nothing is said to lie below the root of the repository."""
    root = folder.strip("/")
    return bool(root) and f"{path}/".startswith(f"{root}/")
