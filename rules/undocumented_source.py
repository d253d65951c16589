from collections import Counter, defaultdict
from collections.abc import Iterator
from posixpath import basename, dirname, join, splitext
from typing import NamedTuple

from doclint.formats.schema import Format
from doclint.page.page import Page
from doclint.repository.gitignore import is_ignored
from doclint.repository.repository import Repository
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Message, Note, Valid, Violation

from ._folders import is_generated, page_at
from ._pages import file_page, index_page
from ._places import title_of

_ENOUGH = 0.6  # the share of the files of a type that have pages
_SEVERAL = 2


class _About(NamedTuple):
    """What a page is about, and the name of its format."""

    folder: str
    is_folder: bool
    format: str


class UndocumentedSource(CorpusRule):
    """A file has no page, although the pages cover its folder, and files of its type have pages everywhere else.

    It was added after the pages were made, or the generator failed on it. Readers take the pages for complete.

    Only folders are looked at that have pages about files or about themselves, and only types of file (extensions, or
    names of files without one) nearly all of which have pages in these folders. What `.gitignore` names is left out.
    There is one finding for a folder, at its own page if there is one, which names the files.
    """

    id = "undocumented-source"
    family = "corpus"
    severity = "info"
    covers = ("I06",)
    needs = frozenset({"repository"})
    remedy = "Write a page for each file of a type that has pages elsewhere, or say which are left out."
    messages = {"no-page": Message("There are no pages about {names} in `{folder}`", key=("folder",))}
    data = _About
    examples = (
        Invalid(
            index_page(),
            "docs/src/index.md",
            files={
                **{f"src/{name}.py": "" for name in "abcdefg"},
                **{f"docs/src/{name}.py_docs.md": file_page(f"src/{name}.py", "Text.\n") for name in "abcdef"},
            },
            lines=(1,),
        ),
        Valid(
            index_page(),
            "docs/src/index.md",
            files={
                **{f"src/{name}.py": "" for name in "abcdef"},
                "src/a.bin": "",
                "src/g.py": "",
                ".gitignore": "g.py\n",
                **{f"docs/src/{name}.py_docs.md": file_page(f"src/{name}.py", "Text.\n") for name in "abcdef"},
            },
        ),
        Valid(
            index_page(),
            "docs/src/index.md",
            files={"src/a.py": "", "src/b.py": "", "docs/src/a.py_docs.md": file_page("src/a.py", "Text.\n")},
        ),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        subject, format_ = page.subject, page.format
        if subject is None or subject.path is None or format_ is None or is_generated(page):
            return
        folder = subject.path if subject.is_folder else dirname(subject.path)
        yield Fact(title_of(page), _About(folder, subject.is_folder, format_.name))

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        for format_ in corpus.formats:
            kinds = [kind.name for kind in format_.kind]
            notes = [note for note in corpus.notes if note.data.format == format_.name]
            # The first kind of page about folders is the one to look at first.
            notes.sort(key=lambda note: (not note.data.is_folder, kinds.index(note.where.kind)))
            homes: dict[str, Note] = {}
            for note in notes:
                homes.setdefault(note.data.folder, note)
            yield from _violations(corpus.repository, format_, homes)


def _violations(repository: Repository, format_: Format, homes: dict[str, Note]) -> Iterator[tuple[Note, Violation]]:
    every: Counter[str] = Counter()
    without: dict[str, list[str]] = defaultdict(list)
    for folder in homes:
        for name, is_folder in (repository.listing(folder) or {}).items():
            path = join(folder, name)
            if not is_folder:
                every[_type(name)] += 1
                if not _has_page(repository, format_, path):
                    without[folder].append(name)
    lacking = Counter(_type(name) for names in without.values() for name in names)
    usual = {one for one, number in every.items() if number - lacking[one] >= max(_SEVERAL, _ENOUGH * number)}
    for folder, names in without.items():
        found = sorted(
            name for name in names if _type(name) in usual and not is_ignored(repository, join(folder, name))
        )
        if found:
            root = format_.root_name or "."
            yield homes[folder].violation("no-page", names=tuple(found), folder=folder or root)


def _type(name: str) -> str:
    """What tells which files a generator writes pages about."""
    return splitext(name)[1] or basename(name)


def _has_page(repository: Repository, format_: Format, path: str) -> bool:
    pages = (page_at(kind, format_, path) for kind in format_.kind if "path" in kind.page.names)
    return any(page and repository.is_file(page) for page in pages)
