"""Pages that cite some files: only those that may are parsed."""

from collections.abc import Collection, Iterable
from functools import partial
from posixpath import basename
from typing import Self
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from doclint.config.project import Project
from doclint.engine.isolation import survives
from doclint.errors.expressions import expression
from doclint.page.citations import citations
from doclint.page.page import Page
from doclint.repository.paths import LONGEST, above
from doclint.repository.repository import Repository

_WORD = expression(rb"[\w+@\x80-\xff-]++(?:\.[\w+@\x80-\xff-]++)*+")


class CitedFiles(Struct, frozen=True):
    """Files that pages may cite, and folders with everything below them, as paths from the root.

    `words` has the longest word of the name of each file; None if a page can cite one without any of these words.
    """

    paths: frozenset[str]
    words: frozenset[bytes] | None

    @classmethod
    def of(cls, files: Collection[str], folders: Collection[str] = ()) -> Self:
        """Return what to look for on pages. A page can cite a file in a folder without the name of the folder."""
        words = {_longest_word(basename(file)) for file in files}
        return cls(frozenset({*files, *folders}), None if folders or b"" in words else frozenset(words))

    def may_be_on(self, data: bytes) -> bool:
        """Whether the bytes of a page have the name of one of the files."""
        if self.words is None:
            return True
        text = unquote_to_bytes(data) if b"%" in data else data
        unescaped = text.replace(b"\\", b"") if b"\\" in text else b""  # a back slash can also separate folders
        return not self.words.isdisjoint(_WORD.findall(text)) or not self.words.isdisjoint(_WORD.findall(unescaped))

    def on(self, page: Page) -> set[str]:
        """Return the files that a page cites, and the folders of files that it cites."""
        cited = {one.path for one in citations(page) if len(one.path) <= LONGEST}
        return {place for path in cited for place in (*above(path), "") if place in self.paths}


def _longest_word(name: str) -> bytes:
    words: list[bytes] = _WORD.findall(name.encode(errors="surrogateescape"))
    return max(words, key=len, default=b"")


def citing(
    cited: CitedFiles, paths: Iterable[str], project: Project, repository: Repository, *, is_careful: bool = False
) -> dict[str, set[str]]:
    """Return the pages, among those at some paths, that cite any of some files, each with what it cites.

    A page that doclint fails to parse is one of them, because checking it reports what is wrong. If `is_careful`, so is
    a page that would crash this process.
    """

    def cited_on(path: str, data: bytes) -> set[str] | None:
        try:
            return cited.on(project.page(path, data, repository)) or None
        except Exception:  # noqa: BLE001 - linting the page fails in the same way, and reports it
            return set()

    found: dict[str, set[str]] = {}
    for path in paths:
        data = repository.page(path)
        if data is not None and cited.may_be_on(data):
            is_crashing = is_careful and not survives(partial(cited_on, path, data))
            several = set() if is_crashing else cited_on(path, data)
            if several is not None:
                found[path] = several
    return found
