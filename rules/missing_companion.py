from collections import Counter
from collections.abc import Iterator
from functools import partial
from posixpath import dirname, join, splitext
from typing import NamedTuple

from doclint.formats.schema import Format, Kind
from doclint.page.links import link_targets, target_of
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._folders import is_below, is_generated, page_at
from ._pages import file_page, index_page
from ._places import title_of

_SEVERAL = 5  # pages that are asked
_ENOUGH = 0.9  # the share of them that have the companion
_BOTH = {"docs/src/b.py_docs.md": "", "docs/src/b.py_kw.md": ""}


class MissingCompanion(Rule):
    """A page lacks the other page about the same file or folder that its neighbours have.

    The format has two kinds of page about each file, or three about each folder, and the generator stopped between
    them. Indexes promise both. The page that should be there is named by the path that the format gives it.

    Where hardly any neighbour has a page of the other kind, the generator was not asked for it, or the tree is only a
    part of the whole. Where the page has a link to the missing one, the broken link is told.
    """

    id = "missing-companion"
    family = "corpus"
    severity = "warning"
    covers = ("I04",)
    needs = frozenset({"repository"})
    remedy = "Write all pages about a file or folder or none, and go on where the last run broke off."
    messages = {"missing": Message("There is no `{companion}`, as the pages beside this one have", key=("companion",))}
    examples = (
        Invalid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files=_BOTH, lines=(1,)),
        Invalid(
            "# Subtree Keyword Index: `src/`\n\n## Scope\n\nText.\n",
            "docs/src/sub.md",
            files={f"docs/{name}/{kind}.md": "" for name in ("lib", "app") for kind in ("index", "doc", "sub")},
            lines=(1, 1),
        ),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={**_BOTH, "docs/src/a.py_kw.md": ""}),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"docs/src/b.py_docs.md": ""}),
        Valid(file_page("src/a.py", "[keywords](a.py_kw.md)\n"), "docs/src/a.py_docs.md", files=_BOTH),
        Valid(file_page("src/a.txt", "Text.\n"), "docs/src/a.txt_docs.md", files=_BOTH),
        Valid(
            index_page(),
            "docs/src/index.md",
            files={f"docs/lib/{kind}.md": "" for kind in ("index", "doc", "sub")},
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject, repository = page.subject, page.repository
        if subject is None or not subject.path or repository is None or is_generated(page):
            return
        linked: set[str] | None = None
        for pair in _pairs(page, repository):
            path = pair.at(pair.other, subject.path)
            if path is None or repository.exists(path):
                continue
            if linked is None:
                linked = _linked(page)
            if path not in linked and pair.is_usual(page.path, splitext(subject.path)[1]):
                yield Violation(title_of(page), "missing", companion=path)


def _linked(page: Page) -> set[str]:
    """What the page has links to."""
    targets = (target_of(page, link.destination) for link in link_targets(page))
    return {target.path for target in targets if target}


class _Pair(NamedTuple):
    """Two kinds of page about the same, files or folders."""

    repository: Repository
    format: Format
    kind: Kind
    other: Kind
    is_folder: bool

    def at(self, kind: Kind, path: str) -> str | None:
        return page_at(kind, self.format, path)

    def is_usual(self, page: str, ext: str) -> bool:
        """Whether the nearest pages of the first kind, about files with that extension, have one of the other kind:
        those in the folder, and where these are few those above it.
        """
        ext = "" if self.is_folder else ext
        root = self.format.docs_root.strip("/")
        folder = dirname(dirname(page)) if self.is_folder else dirname(page)
        every, having = -1, 0  # without the page itself
        while not root or is_below(folder, root):
            key = ("companions", folder, self.format.name, self.kind.name, self.other.name)
            one, both = self.repository.remembered(key, partial(self._tally, folder))
            every, having = every + one[ext], having + both[ext]
            if every >= _SEVERAL or not folder:
                break
            folder = dirname(folder)
        return every > 0 and having >= _ENOUGH * every

    def _tally(self, folder: str) -> tuple[Counter[str], Counter[str]]:
        """By extension, how many pages of the first kind lie in a folder, and how many have one of the other kind."""
        every: Counter[str] = Counter()
        having: Counter[str] = Counter()
        for path in self._subjects(folder):
            own, other = self.at(self.kind, path), self.at(self.other, path)
            ext = "" if self.is_folder else splitext(path)[1]
            if own and self.repository.is_file(own):
                every[ext] += 1
                having[ext] += bool(other and self.repository.is_file(other))
        return every, having

    def _subjects(self, folder: str) -> Iterator[str]:
        """What the pages in a folder are about, by their names: files, or the folders that lie in it."""
        root = self.format.docs_root.strip("/")
        for name, is_folder in (self.repository.listing(folder) or {}).items():
            below = join(folder, name)[len(root) :].lstrip("/")
            if self.is_folder and is_folder:
                yield below
            elif not self.is_folder and not is_folder:
                spans = self.kind.page.match(below)
                if spans:
                    yield below[slice(*spans["path"])]


def _pairs(page: Page, repository: Repository) -> Iterator[_Pair]:
    """The kind of the page, with each other kind of page about the same."""
    format_, kind, subject = page.format, page.kind, page.subject
    if format_ is None or kind is None or subject is None or page_at(kind, format_, subject.path or "") is None:
        return
    for other in format_.kind:
        if other is not kind and other.page.names == kind.page.names:
            yield _Pair(repository, format_, kind, other, subject.is_folder)
