"""Drafting a format from pages."""

import re
from collections.abc import Sequence
from itertools import pairwise
from posixpath import basename, commonpath, dirname, splitext

from doclint.engine.format_draft.coverage import complete
from doclint.engine.format_draft.grouping import grouped
from doclint.engine.format_draft.kinds import KindDrafter
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.repairs import make_valid
from doclint.engine.format_draft.writing import COMMENT, FormatDraft
from doclint.errors.expressions import expression
from doclint.errors.wording import counted
from doclint.markdown.nodes import Heading, ThematicBreak
from doclint.repository.repository import Repository

_ENDING = expression(r"(?:[._-][A-Za-z]+|(?<=[a-z])[A-Z][a-z]+)\Z")
_MOST_KINDS = 15
_GENERIC = frozenset({"", "doc", "docs", "documentation", "src"})  # folders whose names say nothing of their pages
_LEAST = 3  # pages of a kind, if there are many
_MUCH = 0.05  # share of the text of all pages that makes a kind of two pages
_COMMENT = """\
A draft from {}: `{{_}}` is any text, and `prose` is free text.
`doclint formats test` with this file says what to change next, and `doclint show` what doclint reads on one page.
Name what rules should compare: `{{symbol}}` with `defines`, and the `source` that pages are about."""
_SEPARATING = 0.8  # share of the thematic breaks that only separate sections if all are meant to


def draft_format(pages: Sequence[SamplePage], repository: Repository, name: str) -> FormatDraft:
    """Return a draft of the format of some pages, which is valid.

    `repository` has the pages and the files that they may be about.
    """
    chosen = _chosen(grouped(pages), len(pages))
    docs_root = _docs_root([page.path for group in chosen for page in group])
    has_separators = _has_separators(pages)
    drafter = KindDrafter(docs_root, repository, has_separators=has_separators)
    names = _names(chosen)
    kinds = [drafter.kind(group, kind) for group, kind in zip(chosen, names, strict=True)]
    table: dict[str, object] = {COMMENT: _COMMENT.format(counted(len(pages), "page")), "name": name}
    table |= {"docs-root": docs_root} | ({"separators": True} if has_separators else {}) | {"kind": kinds}
    draft = FormatDraft(table, len(pages))
    make_valid(table)
    if draft.kinds:
        complete(draft, pages, {page.path: kind for group, kind in zip(chosen, names, strict=True) for page in group})
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
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")
