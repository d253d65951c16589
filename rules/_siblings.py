"""The files of a folder that have pages of their own."""

from collections.abc import Iterable, Iterator
from posixpath import basename, dirname

from doclint.formats.schema import Format
from doclint.page import Page


def documented(page: Page) -> frozenset[str]:
    """The names of the files that the pages beside a page are about, by their paths."""
    format_, repository = page.format, page.repository
    if format_ is None or repository is None:
        return frozenset()
    folder = dirname(page.path)

    def find() -> frozenset[str]:
        return frozenset(_names(folder, repository.listing(folder) or (), format_))

    return repository.remembered(("documented", folder, format_.name), find)


def _names(folder: str, names: Iterable[str], format_: Format) -> Iterator[str]:
    root = format_.docs_root.strip("/")
    below = f"{folder}/".removeprefix(f"{root}/") if root else f"{folder}/".lstrip("/")
    kinds = [kind for kind in format_.kind if "path" in kind.page.names]
    for name in names:
        for kind in kinds:
            spans = kind.page.match(f"{below}{name}")
            if spans is not None:
                yield basename(f"{below}{name}"[slice(*spans["path"])])
