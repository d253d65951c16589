from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from posixpath import basename, dirname, join
from typing import NamedTuple

from doclint.formats.schema import ListingContent, TableContent, flat
from doclint.page.links import link_targets, target_of
from doclint.page.page import Page
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Message, Note, Valid, Violation

from ._folders import is_generated
from ._pages import file_page, index_page
from ._places import title_of

_MOST = 0.5  # the share of the pages of a kind that have to be reached, or else nothing links to such pages
_SIZE = 12  # characters of a digest
_FRONT = ("index.md", "README.md")


class _Known(NamedTuple):
    """What there is to know of a page: digests of its path and of those that it has links to, its kind, whether links
    have to lead to it, whether it is about a file, and what of its folder it lists.
    """

    path: str
    links: str
    kind: str
    is_judged: bool
    is_about_file: bool
    lists: tuple[str, ...]


def _index(*pages: str) -> str:
    links = "".join(f"- [{page}](./{page})\n" for page in pages)
    return f"# Contents\n\n{links}"


class UnlinkedPage(CorpusRule):
    """No index leads to a page: whoever begins at the top never gets there.

    The generator wrote the pages of a folder, but no page of the folder itself, or left the folder out of the index
    above. Only search finds them.

    Links are followed from the pages at the top of the docs folder and from pages that people wrote, over all pages
    that are not about one file. Kinds of page to which hardly any index leads are no matter of indexes. Where a page
    lists what is in its folder and lacks some, that listing is told, not what it lacks; nor are pages about generated
    pages. There is one finding for a folder and all below it.
    """

    id = "unlinked-page"
    family = "corpus"
    severity = "info"
    covers = ("I05",)
    remedy = "Write indexes from the same list of files that the pages are written from."
    messages = {"unlinked": Message("No index leads to this page[, nor to {others} in the same folder]")}
    data = _Known
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
        subject, kind = page.subject, page.kind
        is_about_file = subject is not None and not subject.is_folder
        lists = tuple(sorted(_lists(page))) if kind and not is_about_file else ()
        links = "" if is_about_file else "".join(sorted({_digest(path) for path in _linked(page)}))
        if kind or links:
            is_judged = kind is not None and not is_generated(page)
            yield Fact(
                title_of(page),
                _Known(_digest(page.path), links, kind.name if kind else "", is_judged, is_about_file, lists),
            )

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        reached = _reached(corpus.notes, frozenset(one.docs_root.strip("/") for one in corpus.formats))
        known = [note for note in corpus.notes if note.data.kind]
        every = Counter(note.data.kind for note in known)
        met = Counter(note.data.kind for note in known if note.data.path in reached)
        folders: dict[str, list[Note]] = defaultdict(list)
        lists: dict[str, set[str]] = defaultdict(set)
        for note in known:
            folder = dirname(note.where.path)
            lists[folder].update(note.data.lists)
            is_usual = met[note.data.kind] > _MOST * every[note.data.kind]
            if note.data.is_judged and is_usual and note.data.path not in reached:
                folders[folder].append(note)
        indexed = {dirname(note.where.path) for note in known if not note.data.is_about_file}
        told: set[str] = set()
        for folder in sorted(folders):
            if "folders" in lists[dirname(folder)] and folder in indexed:
                continue
            lost = [one for one in folders[folder] if not (one.data.is_about_file and "files" in lists[folder])]
            # What lies below a folder to which nothing leads cannot be reached either.
            if lost and not _is_below_any(folder, told):
                told.add(folder)
                yield lost[0].violation("unlinked", others=tuple(basename(note.where.path) for note in lost[1:]))


def _is_below_any(path: str, folders: set[str]) -> bool:
    while path:
        path = dirname(path)
        if path in folders:
            return True
    return False


def _lists(page: Page) -> set[str]:
    """Of what in its folder the format has the page list all."""
    contents = (one for place in (page.kind.all_sections if page.kind else ()) for one in flat(place.spec.content))
    return {one.lists for one in contents if isinstance(one, ListingContent | TableContent) and one.lists}


def _linked(page: Page) -> Iterator[str]:
    """The paths of the pages that the page has links to; of a folder, those that a renderer shows for it."""
    for link in link_targets(page):
        target = target_of(page, link.destination)
        if target is not None:
            yield target.path
            if not basename(target.path).endswith(".md"):
                yield from (join(target.path, name) for name in _FRONT)


def _reached(notes: Sequence[Note], roots: frozenset[str]) -> set[str]:
    """The digests of the pages to which links lead from the top, over pages that are not about a file."""
    pages = {note.data.path: note for note in notes}
    waiting = [key for key, note in pages.items() if not note.data.kind or dirname(note.where.path) in roots]
    reached = set(waiting)
    while waiting:
        links = pages[waiting.pop()].data.links
        for start in range(0, len(links), _SIZE):
            key = links[start : start + _SIZE]
            if key in pages and key not in reached:
                reached.add(key)
                waiting.append(key)
    return reached


def _digest(path: str) -> str:
    return urlsafe_b64encode(blake2b(path.encode(errors="surrogateescape"), digest_size=9).digest()).decode()
