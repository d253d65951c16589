"""Drafting a format from pages."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from posixpath import basename, commonpath, dirname, splitext

from doclint.errors.expressions import expression
from doclint.errors.wording import counted
from doclint.formats.fit import best, fits
from doclint.formats.inference.drafts import Draft
from doclint.formats.inference.kinds.grouping import grouped
from doclint.formats.inference.kinds.kind_drafter import KindDrafter
from doclint.formats.inference.kinds.sources import Sources
from doclint.formats.inference.repairs import make_valid
from doclint.formats.inference.samples import SamplePage
from doclint.formats.inference.texts.naming import singular
from doclint.formats.loading import parse
from doclint.markdown.nodes import Heading, ThematicBreak
from doclint.repository.repository import Repository

_ENDING = expression(r"(?:[._-][A-Za-z]+|(?<=[a-z])[A-Z][a-z]+)\Z")
_MOST_KINDS = 15
_GENERIC = frozenset({"", "doc", "docs", "documentation", "src"})  # folders whose names say nothing of their pages
_LEAST = 3  # pages of a kind, if there are many
_MUCH = 0.05  # share of the text of all pages that makes a kind of two pages
_SEPARATING = 0.8  # share of the thematic breaks that only separate sections if all are meant to


def draft_format(pages: Sequence[SamplePage], repository: Repository, name: str) -> Draft:
    """Return a draft of the format of some pages, which is valid.

    `repository` has the pages and the sources that they may be about.
    """
    chosen = _chosen(grouped(pages), len(pages))
    docs_root = _docs_root([page.path for group in chosen for page in group])
    has_separators = _has_separators(pages)
    drafter = KindDrafter(docs_root, Sources(repository), has_separators=has_separators)
    kinds = [drafter.kind(group, kind) for group, kind in zip(chosen, _names(chosen), strict=True)]
    table: dict[str, object] = {"name": name, "docs-root": docs_root}
    if has_separators:
        table["separators"] = True
    draft = Draft(table, kinds)
    make_valid(draft)
    _leave_out_kinds(draft, pages)
    draft.comment = (
        f"A draft from {counted(len(pages), 'page')}. Sentences with `A guess` say what to look at first; free text is "
        "`prose`. `doclint formats test` shows what the format takes of the pages, and `doclint show` of one page."
    )
    return draft


def _chosen(groups: Sequence[Sequence[SamplePage]], count: int) -> list[Sequence[SamplePage]]:
    """Return the groups of some pages that become kinds: those with enough pages, or with much on two pages."""
    least = _LEAST if count > _LEAST * 4 else 2
    much = _MUCH * sum(map(_size, groups))
    chosen = [group for group in groups if len(group) >= least or (len(group) == 2 and _size(group) >= much)]
    return chosen[:_MOST_KINDS]


def _size(pages: Sequence[SamplePage]) -> int:
    return sum(len(page.document.source.text) for page in pages)


def name_of(text: str) -> str:
    """Return a name of a format for that of a repository, which may be any text."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-.") or "draft"


def _docs_root(paths: Sequence[str]) -> str:
    """Return the folder that all pages are in; empty for the root of the repository."""
    folders = [dirname(path) for path in paths]
    return commonpath(folders) if folders and all(folders) else ""


def _has_separators(pages: Sequence[SamplePage]) -> bool:
    """Whether thematic breaks are in front of headings for the most part."""
    breaks = separating = 0
    for page in pages:
        for block, following in pairwise([*page.document.blocks, None]):
            if isinstance(block, ThematicBreak):
                breaks += 1
                separating += following is None or isinstance(following, Heading | ThematicBreak)
    return breaks > 2 and separating >= _SEPARATING * breaks


def _names(groups: Sequence[Sequence[SamplePage]]) -> list[str]:
    """Return a name for each of some groups of pages: by the name that all pages have, the ending of their names, or
    their folder.
    """
    found: list[str] = []
    for group in groups:
        stems = [splitext(basename(page.path))[0] for page in group]
        endings = {_ENDING.findall(stem)[-1] for stem in stems} if all(map(_ENDING.search, stems)) else set()
        folders = {basename(dirname(page.path)) for page in group} - _GENERIC
        bases = (next(iter(one)) for one in (set(stems), endings, folders) if len(one) == 1)
        base = next((name for name in (_slug(base) for base in bases) if name), "page")
        numbered = (base if number == 1 else f"{base}-{number}" for number in range(1, len(groups) + 1))
        found.append(next(name for name in numbered if name not in found))
    return found


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", singular(text)).strip("-")


def _leave_out_kinds(draft: Draft, pages: Sequence[SamplePage]) -> None:
    """Leave out kinds that take no page, and find the pages that are of none."""
    while draft.kinds:
        counts = Counter(kinds_of_pages(draft, pages).values())
        taking = [kind for kind in draft.kinds if counts[kind.name]]
        if len(taking) == len(draft.kinds):
            break
        draft.kinds = taking
    of = kinds_of_pages(draft, pages) if draft.kinds else {}
    for kind in draft.kinds:
        astray = Counter(of.get(page.path, "") for page in kind.pages if of.get(page.path) != kind.name)
        kind.comment += "".join(
            f"\n{counted(count, 'page')} of them fit {f'the kind `{name}` better' if name else 'no kind well enough'}."
            for name, count in astray.most_common()
        )
    draft.others = [page for page in pages if page.path not in of]


def kinds_of_pages(draft: Draft, pages: Sequence[SamplePage]) -> Mapping[str, str]:
    """Return the kinds of the pages that are of one, by their paths."""
    format_ = parse(draft.filled(), "the draft")
    found: dict[str, str] = {}
    for page in pages:
        ones = best(fits(page.path, page.document, [format_]))
        if len(ones) == 1:
            found[page.path] = ones[0].identity.kind.name
    return found
