from collections import Counter
from collections.abc import Iterator
from functools import partial
from posixpath import dirname, join, splitext

from msgspec import Struct

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.kit import is_about_docs, is_below, linked_paths, page_at, schema

from ._pages import file_page, index_page
from ._places import title_of

_SEVERAL = 5  # pages to compare with
_ENOUGH = 0.9  # the share of them that must have a companion
_BOTH = {"docs/src/b.py_docs.md": "", "docs/src/b.py_kw.md": ""}


def _of_folder(name: str) -> dict[str, str]:
    return {f"docs/{name}/{kind}.md": "" for kind in ("index", "doc", "sub")}


class MissingCompanion(RepositoryRule):
    """A page lacks a companion, another page about the same file or folder, that the pages around it have.

    The format has several kinds of page about each file or folder, and the generator stopped between them. Indexes
    promise all of them. The message gives the path that the format has for the missing page.

    The rule reports a page only if at least 90 % of the pages around it have the companion; else the generator may not
    have been asked for such pages. If the page links to the missing one, `broken-link` reports that.
    """

    family = "corpus"
    severity = "warning"
    reads = {"subject"}
    covers = ("I04",)
    remedy = "Write either all pages about a file or folder or none, and resume where the last run stopped."
    messages = {
        "missing": Message(
            "`{companion}` does not exist, but the pages around this one have such a companion", key=("companion",)
        )
    }
    examples = (
        Invalid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files=_BOTH, lines=(1,)),
        Invalid(
            "# Subtree Keyword Index: `src/`\n\n## Scope\n\nText.\n",
            "docs/src/sub.md",
            files={**_of_folder("lib"), **_of_folder("app")},
            lines=(1, 1),
        ),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={**_BOTH, "docs/src/a.py_kw.md": ""}),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"docs/src/b.py_docs.md": ""}),
        Valid(file_page("src/a.py", "[keywords](a.py_kw.md)\n"), "docs/src/a.py_docs.md", files=_BOTH),
        Valid(file_page("src/a.txt", "Text.\n"), "docs/src/a.txt_docs.md", files=_BOTH),
        Valid(index_page(), "docs/src/index.md", files=_of_folder("lib")),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or not subject.path or is_about_docs(page):
            return
        linked: set[str] | None = None
        for pair in _pairs(page, repository):
            companion = page_at(pair.other, pair.format, subject.path)
            if companion is None or repository.exists(companion):
                continue
            if linked is None:
                linked = set(linked_paths(page))
            if companion not in linked and pair.is_usual(page.path, splitext(subject.path)[1]):
                yield Violation(title_of(page), "missing", companion=companion)


class _Pair(Struct, frozen=True):
    """Two kinds of page about the same thing, a file or a folder."""

    repository: Repository
    format: "schema.Format"
    kind: "schema.Kind"
    other: "schema.Kind"
    is_folder: bool

    def is_usual(self, page: str, extension: str) -> bool:
        """Whether the pages of the first kind nearest to a page have one of the other kind.

        Pages about files count if their files have the extension. The nearest pages are those in the same folder, and
        if they are few, also those in the folders above it.
        """
        extension = "" if self.is_folder else extension
        docs = self.format.docs_folder
        folder = dirname(dirname(page)) if self.is_folder else dirname(page)
        total, complete = -1, 0  # without the page itself
        while is_below(folder, docs):
            key = _Pair, folder, self.format.name, self.kind.name, self.other.name
            pages, pairs = self.repository.answered(key, partial(self._count, folder))
            total, complete = total + pages[extension], complete + pairs[extension]
            if total >= _SEVERAL or not folder:
                break
            folder = dirname(folder)
        return total > 0 and complete >= _ENOUGH * total

    def _count(self, folder: str) -> tuple[Counter[str], Counter[str]]:
        """Return how many pages of the first kind a folder has, and how many of them have one of the other kind.

        Both are by the extension of the described files.
        """
        pages: Counter[str] = Counter()
        pairs: Counter[str] = Counter()
        for path in self._subjects(folder):
            own, other = (page_at(kind, self.format, path) for kind in (self.kind, self.other))
            extension = "" if self.is_folder else splitext(path)[1]
            if own and self.repository.is_file(own):
                pages[extension] += 1
                pairs[extension] += bool(other and self.repository.is_file(other))
        return pages, pairs

    def _subjects(self, folder: str) -> Iterator[str]:
        """Yield what the pages in a folder are about by their paths: files, or the subfolders of the folder."""
        for name, is_folder in (self.repository.listing(folder) or {}).items():
            below = self.format.below(join(folder, name)) or ""
            if is_folder and self.is_folder:
                yield below
            elif not (is_folder or self.is_folder) and (spans := self.kind.path.match(below)):
                yield below[slice(*spans["path"])]


def _pairs(page: Page, repository: Repository) -> Iterator[_Pair]:
    """Yield the kind of the page with each other kind of page about the same file or folder."""
    format_, kind, subject = page.format, page.kind, page.subject
    if format_ is None or kind is None or subject is None or page_at(kind, format_, subject.path or "") is None:
        return
    for other in format_.kind:
        if other is not kind and other.path.names == kind.path.names and not other.says_more:
            yield _Pair(repository, format_, kind, other, subject.is_folder)
