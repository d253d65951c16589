from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b
from posixpath import basename, dirname, join
from typing import NamedTuple

from doclint.formats.schema import ListingContent, TableContent, flat
from doclint.page.folder import is_about_docs
from doclint.page.links import linked_paths
from doclint.page.page import Page
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Message, Note, Valid, Violation

from ._pages import file_page, index_page
from ._places import title_of

_MOST = 0.5  # the share of the pages of a kind that indexes must lead to; other kinds are not meant to be linked
_SIZE = 12  # characters of a digest
_FRONT = ("index.md", "README.md")


class _LinkedPage(NamedTuple):
    """A page: digests of its path and of the paths that it links to, and its kind (empty if that is not known).

    `lists` is what the format has it list of its folder: `files`, `folders` or both. Pages about generated pages are
    not `checked`.
    """

    path: str
    links: str
    kind: str
    is_checked: bool
    is_about_file: bool
    lists: tuple[str, ...]


def _index(*pages: str) -> str:
    links = "".join(f"- [{page}](./{page})\n" for page in pages)
    return f"# Contents\n\n{links}"


class UnlinkedPage(CorpusRule):
    """No index leads to a page, so only search finds it.

    The generator wrote the pages about the files of a folder, but no page about the folder itself, or it left the
    folder out of the index above.

    The rule follows links from the pages at the top of the docs folder and from handwritten pages, through all pages
    that are not about a single file. It ignores kinds of page that indexes do not lead to in general, and pages about
    generated pages. If a page lists its folder incompletely, `stale-folder-listing` reports that list, and this rule
    does not report what the list lacks. One finding covers a folder and everything below it.
    """

    id = "unlinked-page"
    family = "corpus"
    severity = "info"
    covers = ("I05",)
    remedy = "Write the indexes and the pages from the same list of files."
    messages = {
        "unlinked": Message("No index leads to this page[, nor to {others} in the same folder]; list it in the index")
    }
    data = _LinkedPage
    examples = (
        Invalid(
            file_page("src/lost/a.py", "Text.\n"),
            "docs/src/lost/a.py_docs.md",
            files={
                "docs/index.md": _index("src/index.md"),
                "docs/src/index.md": index_page(sections=_index("b.py_docs.md", "c.py_docs.md")),
                "docs/src/b.py_docs.md": file_page("src/b.py", "Text.\n"),
                "docs/src/c.py_docs.md": file_page("src/c.py", "Text.\n"),
            },
            lines=(1,),
        ),
        Valid(
            file_page("src/a.py", "Text.\n"),
            "docs/src/a.py_docs.md",
            files={
                "docs/index.md": _index("src/"),
                "docs/src/index.md": index_page(sections=_index("a.py_docs.md")),
            },
        ),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"docs/index.md": "# Contents\n"}),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        kind = page.kind
        is_about_file = page.described_file is not None
        lists = () if is_about_file else tuple(sorted(_lists(page)))
        links = "" if is_about_file else "".join(sorted({_digest(path) for path in _linked_pages(page)}))
        if kind or links:
            is_checked = kind is not None and not is_about_docs(page)
            name = kind.name if kind else ""
            yield Fact(title_of(page), _LinkedPage(_digest(page.path), links, name, is_checked, is_about_file, lists))

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        generated = [note for note in corpus.notes if note.data.kind]
        lists: dict[str, set[str]] = defaultdict(set)  # by folder
        for note in generated:
            lists[_folder(note)].update(note.data.lists)
        with_index = {_folder(note) for note in generated if not note.data.is_about_file}
        reported: set[str] = set()
        for folder, notes in sorted(_unreached(corpus, generated).items()):
            # Incomplete lists are reported themselves.
            is_missing_in_list = "folders" in lists[dirname(folder)] and folder in with_index
            lost = [note for note in notes if not (note.data.is_about_file and "files" in lists[folder])]
            # Nothing below a folder that no link leads to can be reached either.
            if lost and not is_missing_in_list and not _is_below_any(folder, reported):
                reported.add(folder)
                yield lost[0].violation("unlinked", others=tuple(basename(note.where.path) for note in lost[1:]))


def _folder(note: Note) -> str:
    return dirname(note.where.path)


def _is_below_any(path: str, folders: Collection[str]) -> bool:
    while path:
        path = dirname(path)
        if path in folders:
            return True
    return False


def _lists(page: Page) -> set[str]:
    """Return what the format has the page list of its folder."""
    places = page.kind.all_sections if page.kind else ()
    contents = (content for place in places for content in flat(place.spec.content))
    return {one.lists for one in contents if isinstance(one, ListingContent | TableContent) and one.lists}


def _linked_pages(page: Page) -> Iterator[str]:
    """Yield the paths that a page links to; with a folder, the pages that a renderer shows for it."""
    for path in linked_paths(page):
        yield path
        if not basename(path).endswith(".md"):
            yield from (join(path, name) for name in _FRONT)


def _unreached(corpus: Corpus, generated: Iterable[Note]) -> dict[str, list[Note]]:
    """Return by folder the checked pages that no index leads to, of kinds that indexes do lead to."""
    reached = _reached(corpus)
    pages = Counter(note.data.kind for note in generated)
    found = Counter(note.data.kind for note in generated if note.data.path in reached)
    unreached: dict[str, list[Note]] = defaultdict(list)
    for note in generated:
        kind = note.data.kind
        if note.data.is_checked and found[kind] > _MOST * pages[kind] and note.data.path not in reached:
            unreached[_folder(note)].append(note)
    return unreached


def _reached(corpus: Corpus) -> set[str]:
    """Return the digests of the pages that links lead to from the top, through pages that are not about a file."""
    tops = {format_.docs_folder for format_ in corpus.formats}
    pages = {note.data.path: note for note in corpus.notes}
    waiting = [path for path, note in pages.items() if not note.data.kind or _folder(note) in tops]
    reached = set(waiting)
    while waiting:
        links = pages[waiting.pop()].data.links
        for start in range(0, len(links), _SIZE):
            path = links[start : start + _SIZE]
            if path in pages and path not in reached:
                reached.add(path)
                waiting.append(path)
    return reached


def _digest(path: str) -> str:
    return urlsafe_b64encode(blake2b(path.encode(errors="surrogateescape"), digest_size=9).digest()).decode()
