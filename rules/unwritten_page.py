from collections.abc import Iterator
from itertools import islice
from posixpath import dirname, join
from typing import Any

from msgspec import Struct

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Span, Valid, Violation
from doclint.page.links import target_of
from doclint.repository.paths import shortest

_MOST = 2_000  # pages of an outline
_LARGEST = 5_000_000  # bytes of an outline, which has all sources of a module
_OVERVIEW = "overview.md"
_TREE = "module_tree.json"


class _Outline(Struct, frozen=True):
    """How a generator lists the pages that it writes: in which file, and where in its JSON their names are.

    The file and those `beside` it, or a part of the path of its folder, tell the generator. The names are the values of
    a `key`; without one, they are the keys of tables below one another, each in the `children` of the table before.
    """

    file: str
    beside: str = ""
    folder: str = ""
    key: str = ""
    suffix: str = ""


_OUTLINES = (
    _Outline("wiki.json", folder=".zread/wiki/versions/", key="file"),
    _Outline(_TREE, folder=".gitnexus/wiki", key="slug", suffix=".md"),
    _Outline(_TREE, beside="metadata.json", suffix=".md"),  # CodeWiki
)
_MODULES = {"docs/module_tree.json": '{"beds": {"components": [], "children": {"rows": {"children": {}}}}}'}
_WIKI = {**_MODULES, "docs/metadata.json": "{}"}


class UnwrittenPage(RepositoryRule):
    """The outline of a wiki names a page that does not exist.

    Generators first let a model make up an outline, and then write page by page. A page is missing if that was stopped,
    if a page failed, or if somebody deleted the page; the wiki then lacks its subject.

    The rule reads the outlines of Zread (`wiki.json`), CodeWiki and GitNexus (`module_tree.json`), and reports on the
    overview, or else on the first page of the outline. Pages that this page links to are left to `broken-link`.
    """

    family = "links"
    severity = "warning"
    covers = ("L04",)
    remedy = "Write all pages of the outline, or take those that fail out of it, before the wiki is committed."
    advice = "Write the page, or take it out of the outline."
    messages = {"missing": Message("`{outline}` names the page `{target}`, which does not exist", key=("target",))}
    examples = (
        Invalid(
            "# Garden\n\nSee the [paths](paths.md) and [beds](beds.md).\n",
            "docs/overview.md",
            files={**_WIKI, "docs/beds.md": ""},
            lines=(1,),
        ),
        Invalid(
            "# Garden\n",
            ".gitnexus/wiki/overview.md",
            files={
                ".gitnexus/wiki/module_tree.json": '[{"slug": "beds", "children": [{"slug": "rows"}]}]',
                ".gitnexus/wiki/beds.md": "",
            },
            lines=(1,),
        ),
        Invalid(
            "# Beds\n",
            ".zread/wiki/versions/2026/2-beds.md",
            files={
                ".zread/wiki/current": "versions/2026",
                ".zread/wiki/versions/2026/wiki.json": '{"pages": [{"file": "1-a.md"}, {"file": "2-beds.md"}]}',
            },
            lines=(1,),
        ),
        Valid("# Garden\n\n[Beds](beds.md), [rows](rows.md)\n", "docs/overview.md", files=_WIKI),
        Valid("# Garden\n", "docs/overview.md", files=_MODULES),
        Valid("# Garden\n", "docs/a.md", files=_WIKI),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if page.kind is not None:  # wikis have pages of no kind
            return
        folder = dirname(page.path)
        outline = next((one for one in _OUTLINES if _is_there(repository, folder, one)), None)
        if outline is None:
            return
        pages = repository.remembered(_pages, folder, outline)
        # The findings are on one of the pages.
        places = (join(folder, name) for name in (_OVERVIEW, *pages))
        if page.path != next(filter(repository.is_file, places), None):
            return
        targets = (target_of(page, link.destination, is_html=link.is_html) for link in page.document.links)
        linked = {target.path for target in targets if target is not None}
        heading = next(iter(page.document.headings), None)
        for name in pages:
            path = shortest(join(folder, name))
            if not repository.exists(path) and path not in linked and not path.startswith(("../", "/")):
                span = heading.span if heading else Span(0, 0)
                yield Violation(span, "missing", outline=outline.file, target=path)


def _is_there(repository: Repository, folder: str, outline: _Outline) -> bool:
    if outline.folder not in f"{folder}/":
        return False
    names = {outline.file, outline.beside} - {""}
    return len(repository.names_among(names, folder)) == len(names)


def _pages(repository: Repository, folder: str, outline: _Outline) -> list[str]:
    """Return the names of the pages of an outline, without those that no file can have."""
    import json

    data = repository.page(join(folder, outline.file))
    try:
        found = json.loads(data) if data and len(data) <= _LARGEST else None
        names = _values(found, outline.key) if outline.key else _keys(found)
        return [name + outline.suffix for name in dict.fromkeys(islice(names, _MOST)) if name.isprintable()]
    except (ValueError, RecursionError):
        return []


def _values(found: Any, key: str) -> Iterator[str]:
    """Yield the texts that a key has, in tables inside of one another."""
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if isinstance(one.get(key), str) and one[key]:
                yield one[key]
            one = [*one.values()]
        if isinstance(one, list):
            waiting += reversed([inner for inner in one if isinstance(inner, dict | list)])


def _keys(found: Any) -> Iterator[str]:
    """Yield the names of modules: the keys of a table, and those of the `children` of its tables."""
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield from filter(None, one)
            waiting += [inner.get("children") for inner in one.values() if isinstance(inner, dict)]
