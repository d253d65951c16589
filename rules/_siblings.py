"""The files of a folder that have pages of their own."""

from collections.abc import Iterable, Iterator
from posixpath import basename, dirname

from doclint.formats.schema import Format
from doclint.page.page import Page


def documented(page: Page) -> frozenset[str]:
    """The names of the files that the pages beside a page are about, by their paths."""
    format_, repository = page.format, page.repository
    if format_ is None or repository is None:
        return frozenset()
    folder = dirname(page.path)

    def find() -> frozenset[str]:
        return frozenset(map(basename, files_of(folder, repository.listing(folder) or (), format_)))

    return repository.remembered(("documented", folder, format_.name), find)


def files_of(folder: str, names: Iterable[str], format_: Format) -> Iterator[str]:
    """The paths of the files that pages of some names in a folder of the docs are about."""
    root = format_.docs_root.strip("/")
    below = f"{folder}/".removeprefix(f"{root}/") if root else f"{folder}/".lstrip("/")
    kinds = [kind for kind in format_.kind if kind.is_about_file]
    for name in names:
        page = f"{below}{name}"
        for kind in kinds:
            spans = kind.page.match(page)
            path = page[slice(*spans["path"])] if spans is not None else ""
            if basename(path):
                yield path
