from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from posixpath import basename, dirname, join, normpath
from typing import NamedTuple
from urllib.parse import unquote

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Valid, Violation
from doclint.kit import is_about_docs, linked_paths, schema
from doclint.repository.paths import above
from doclint.sites.site import Site

from ._pages import file_page, format_in, index_page
from ._places import title_of

_MOST = 0.5  # the share of the pages of a kind that indexes must lead to; other kinds are not meant to be linked

_INDEXED = format_in("unlinked_page")
_SIZE = 12  # characters of a digest: pages are known by those of their paths, because there can be very many links
_FRONT = ("index.md", "README.md")  # what a renderer shows for a folder


class _LinkedPage(NamedTuple):
    """A page: digests of its path and of the paths that it links to, and its kind (empty if that is not known).

    `lists` is what the format has it list: `files` and `folders` of its folder, `pages` of other kinds; `itself` if the
    navigation of the site has it. `listed_by` is the digest of the path of the page that lists it, by its own words.
    `unfilled` are the kinds whose pages belong below a heading with nothing below it.
    """

    path: str
    links: str
    kind: str
    is_checked: bool
    is_about_file: bool
    lists: tuple[str, ...]
    listed_by: str = ""
    unfilled: tuple[str, ...] = ()


def _index(*pages: str) -> str:
    links = "".join(f"- [{page}](./{page})\n" for page in pages)
    return f"# Contents\n\n{links}"


class UnlinkedPage(CorpusRule):
    """No index leads to a page, so only search finds it.

    The generator wrote the pages about the files of a folder, but no page about the folder itself, or it left the
    folder out of the index above, or a page out of the index of all pages of its kind.

    The rule follows links from the pages at the top of the docs folder, except those of kinds that an index lists
    (`of-kinds`), from handwritten pages and from those in the navigation of the site, through all pages that are not
    about a single file. It ignores kinds of page that indexes do not lead to in general, and pages about generated
    pages. If a page lists its folder incompletely, `stale-folder-listing` reports that list, and this rule does not
    report what the list lacks, nor pages that belong below a heading with nothing below it, which `empty-section`
    reports. One finding covers a folder and everything below it.
    """

    family = "corpus"
    severity = "info"
    covers = ("I05",)
    remedy = "Write the indexes and the pages from the same list of files."
    messages = {
        "unlinked": Message("No index leads to this page[, nor to {others} in the same folder]; list it in the index"),
        "unlisted": Message("`{index}`, to which this page links as its index, does not list it", key=("index",)),
    }
    data = _LinkedPage
    reads = {"kind", "{index} of text"}
    examples = (
        Invalid(
            file_page("src/lost/a.py", "Text.\n"),
            "docs/src/lost/a.py_docs.md",
            files={
                "docs/index.md": _index("src/index.md"),
                "docs/src/index.md": index_page(sections=_index("b.py_docs.md", "c.py_docs.md")),
                **{f"docs/src/{name}.py_docs.md": file_page(f"src/{name}.py", "Text.\n") for name in "bc"},
            },
            lines=(1,),
        ),
        Invalid(
            "# Module c\n",
            "docs/c.md",
            files={
                "docs/index.md": "# Modules\n\n- [a](a.md)\n- [b](b.md)\n",
                **{f"docs/{name}.md": f"# Module {name}\n" for name in "ab"},
            },
            format=_INDEXED,
            lines=(1,),
        ),
        Invalid(
            "# Module c\n\nIn [Modules](index.md)\n",
            "docs/c.md",
            files={"docs/index.md": "# Modules\n\n- [a](a.md)\n", "README.md": "# Shop\n\n[c](docs/c.md)\n"},
            format=_INDEXED,
            lines={1: "unlisted"},
        ),
        Valid(
            file_page("src/a.py", "Text.\n"),
            "docs/src/a.py_docs.md",
            files={"docs/index.md": _index("src/"), "docs/src/index.md": index_page(sections=_index("a.py_docs.md"))},
        ),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"docs/index.md": "# Contents\n"}),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        is_about_symbol = page.kind is not None and page.kind.together and bool(page.kind.defines)
        # What a format looks for is not what the page is about: a package, whose page lists others.
        has_template = page.kind is not None and bool(page.kind.source)
        is_about_file = (page.described_file is not None and not has_template) or is_about_symbol
        listed = {one.lists for one in _all_lists(_contents(page.kind))} if page.kind and not is_about_file else set()
        lists: tuple[str, ...] = tuple(sorted(listed))
        links = "" if is_about_file else "".join(sorted({_digest(path) for path in _linked_pages(page)}))
        kind = _name(page.format, page.kind) if page.format and page.kind else ""
        if kind and _is_entry(page):
            lists += ("itself",)
        if kind or links:
            is_checked = bool(kind) and not is_about_docs(page)
            stated = page.captures.get("index")
            index = _digest(normpath(join(dirname(page.path), unquote(stated[0].text)))) if stated else ""
            places = (one.place for one in page.sections if one.place and one.is_empty)
            contents = [content for place in places for content in place.spec.content]
            unfilled = tuple(sorted(_listed_in(page.format, contents))) if page.format else ()
            data = _LinkedPage(_digest(page.path), links, kind, is_checked, is_about_file, lists, index, unfilled)
            yield Fact(title_of(page), data)

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        generated = [note for note in corpus.notes if note.data.kind]
        lists: dict[str, set[str]] = defaultdict(set)  # by folder
        for note in generated:
            lists[_folder(note)].update(note.data.lists)
        with_index = {_folder(note) for note in generated if not note.data.is_about_file}
        reported: set[str] = set()
        unreached = _unreached(corpus, generated)
        yield from _unlisted(generated, {note.data.path for notes in unreached.values() for note in notes})
        for folder, notes in sorted(unreached.items()):
            # `stale-folder-listing` reports incomplete lists.
            is_missing_in_list = "folders" in lists[dirname(folder)] and folder in with_index
            lost = [note for note in notes if not (note.data.is_about_file and "files" in lists[folder])]
            # Nothing below a folder that no link leads to can be reached either.
            if lost and not is_missing_in_list and reported.isdisjoint((*above(dirname(folder)), "")):
                reported.add(folder)
                yield lost[0].violation("unlinked", others=tuple(basename(note.where.path) for note in lost[1:]))


def _name(format_: "schema.Format", kind: "schema.Kind") -> str:
    """Return a name for a kind that no kind of another format has."""
    return f"{format_.name}/{kind.name}"


def _folder(note: Note) -> str:
    return dirname(note.where.path)


def _listed_kinds(formats: "Iterable[schema.Format]") -> set[str]:
    """Return the names of the kinds whose pages an index lists, wherever they are: none of them is an index."""
    listed: set[str] = set()
    others: set[str] = set()
    for format_ in formats:
        own = _listed_in(format_, [one for kind in format_.kind for one in _contents(kind)])
        listed |= own
        others |= {_name(format_, kind) for kind in format_.kind} - own
    return listed - others


def _listed_in(format_: "schema.Format", contents: "Iterable[schema.Content]") -> set[str]:
    """Return the names of the kinds whose pages are in lists among some contents."""
    lists = (one for one in _all_lists(contents) if one.lists == "pages")
    return {_name(format_, format_.kinds[name]) for one in lists for name in one.of_kinds}


def _contents(kind: "schema.Kind") -> "list[schema.Content]":
    return [*kind.content, *(one for place in kind.all_sections for one in place.spec.content)]


def _all_lists(contents: "Iterable[schema.Content]") -> "Iterator[schema.ListingContent | schema.TableContent]":
    """Yield the elements of some contents that list all of something."""
    for one in schema.flat(contents):
        if isinstance(one, schema.ListingContent | schema.TableContent) and one.lists:
            yield one


def _unreached(corpus: Corpus, generated: Sequence[Note]) -> dict[str, list[Note]]:
    """Return by folder the checked pages that no index leads to, of kinds that indexes do lead to."""
    formats = list(corpus.formats.named({note.data.kind.partition("/")[0] for note in generated}))
    tops = {format_.docs_folder for format_ in formats if format_.docs_root is not None}
    listed = _listed_kinds(formats)
    starts = [
        note.data.path
        for note in corpus.notes
        if not note.data.kind
        or (_folder(note) in tops and note.data.kind not in listed)
        or not {"pages", "itself"}.isdisjoint(note.data.lists)
    ]
    linked = _reached(starts, {note.data.path: note.data.links for note in corpus.notes})
    pages = Counter(note.data.kind for note in generated)
    pages_linked = Counter(note.data.kind for note in generated if note.data.path in linked)
    unreached: dict[str, list[Note]] = defaultdict(list)
    for note in generated:
        kind = note.data.kind
        if note.data.is_checked and pages_linked[kind] > _MOST * pages[kind] and note.data.path not in linked:
            unreached[_folder(note)].append(note)
    return unreached


def _unlisted(generated: Sequence[Note], unreached: set[str]) -> Iterator[tuple[Note, Violation]]:
    """Yield the pages that say which page lists them if that does not, but for those that no page leads to."""
    indexes = {note.data.path: (note, _targets(note.data.links)) for note in generated if "pages" in note.data.lists}
    for note in generated:
        index, listed = indexes.get(note.data.listed_by, (None, set()))
        if index and note.data.path not in listed | unreached and note.data.kind not in index.data.unfilled:
            yield note.violation("unlisted", index=basename(index.where.path))


def _targets(links: str) -> set[str]:
    """Return the digests that a text has one after another."""
    return {links[start : start + _SIZE] for start in range(0, len(links), _SIZE)}


def _is_entry(page: Page) -> bool:
    """Whether the navigation of the site of a page has it, as it does where the generator makes that of folders."""
    site = page.site
    if site is None or site.config is None:
        return False
    entries = site.repository.answered((_entries, site.id, site.config), partial(_entries, site))
    return page.path in entries if entries else site.shows_all


def _entries(site: Site) -> frozenset[str]:
    return frozenset(path for entry in site.navigation() for path in entry.paths)


def _digest(path: str) -> str:
    return urlsafe_b64encode(blake2b(path.encode(errors="surrogateescape"), digest_size=9).digest()).decode()


def _linked_pages(page: Page) -> Iterator[str]:
    for path in linked_paths(page):
        yield path
        if not basename(path).endswith(".md"):
            yield from (join(path, name) for name in _FRONT)


def _reached(starts: Iterable[str], links: Mapping[str, str]) -> set[str]:
    """Return the digests of the pages that can be reached from some pages, including these.

    `links` has the digests of all pages, each with the digests that it links to.
    """
    waiting = list(starts)
    found = set(waiting)
    while waiting:
        further = _targets(links[waiting.pop()]).intersection(links).difference(found)
        found |= further
        waiting += further
    return found
