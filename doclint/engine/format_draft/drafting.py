"""Drafting a format from pages, and counting what it takes of them as a format test does."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from posixpath import basename, commonpath, dirname, splitext
from typing import Any

from doclint.engine.format_draft.contents import PROSE
from doclint.engine.format_draft.grouping import grouped
from doclint.engine.format_draft.kinds import draft_kind
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.writing import COMMENT, FormatDraft, make_valid
from doclint.engine.format_test.page_tally import count_parts
from doclint.engine.format_test.placed_parts import PlacedParts
from doclint.engine.format_test.tally import FormatTally
from doclint.errors.expressions import expression
from doclint.errors.validation import Path
from doclint.errors.wording import counted
from doclint.formats.kinds import candidates
from doclint.formats.loading import parse
from doclint.page.parsed_page import ParsedPage
from doclint.repository.repository import Repository

_ENDING = expression(r"(?:[._-][A-Za-z]+|(?<=[a-z])[A-Z][a-z]+)\Z")
_MOST_KINDS = 15
_GENERIC = frozenset({"", "doc", "docs", "documentation", "src"})  # folders whose names say nothing of their pages
_LEAST = 3  # pages of a kind, if there are many
_MUCH = 0.05  # share of the text of all pages that makes a kind of two pages
_FEW = 0.05  # the share of its places from which on an element is worth its lines
_FEW_OF_PROSE = 0.02
_ABSENT = 0.03  # the share of its places up to which the absence of a part is an exception
_COMMENT = """\
A draft from {}: `{{_}}` is any text, and `prose` is free text.
`doclint formats test` with this file says what to change next, and `doclint show` what doclint reads on one page.
Name what rules should compare: `{{symbol}}` with `defines`, and the `source` that pages are about."""


def draft_format(pages: Sequence[SamplePage], repository: Repository, name: str) -> FormatDraft:
    """Return a draft of the format of some pages, which is valid.

    `repository` has the pages and the files that they may be about.
    """
    chosen = _chosen(grouped(pages), len(pages))
    folders = [dirname(page.path) for group in chosen for page in group]
    docs_root = commonpath(folders) if folders and all(folders) else ""
    kinds: dict[str, dict[str, Any]] = {}
    kind_of: dict[str, str] = {}
    for group in chosen:
        own = _name(group, kinds)
        kinds[own] = draft_kind(group, own, docs_root, repository)
        kind_of |= {page.path: own for page in group}
    table: dict[str, Any] = {COMMENT: _COMMENT.format(counted(len(pages), "page")), "name": name}
    draft = FormatDraft(table | {"docs-root": docs_root, "kind": list(kinds.values())}, len(pages))
    make_valid(draft.table)
    if draft.kinds:
        _settle(draft.table, *_counted(draft, pages, kind_of))
        make_valid(draft.table)
    while draft.kinds:
        _, tally = _counted(draft, pages)
        kept = [kind for kind in draft.kinds if tally.kind(kind["name"]).pages]
        if kept == draft.kinds:
            draft.lines = sum((kind.lines for kind in tally.kinds.values()), Counter())
            others = (page.document.source.text for page in pages if page.path in draft.others)
            draft.lines["nothing"] += sum(bool(line.strip()) for text in others for line in text.splitlines())
            break
        draft.table["kind"] = kept
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


def _name(group: Sequence[SamplePage], taken: Mapping[str, object]) -> str:
    """Return a name for a group of pages: the name that all have, the ending of their names, or their folder."""
    stems = [splitext(basename(page.path))[0] for page in group]
    endings = {_ENDING.findall(stem)[-1] for stem in stems} if all(map(_ENDING.search, stems)) else set()
    folders = {basename(dirname(page.path)) for page in group} - _GENERIC
    shared = (next(iter(one)).casefold() for one in (set(stems), endings, folders) if len(one) == 1)
    slugs = (re.sub(r"[^a-z0-9]+", "-", one).strip("-") for one in shared)
    base = next(filter(None, slugs), "page")
    numbered = (base if number == 1 else f"{base}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in numbered if name not in taken)


def _counted(
    draft: FormatDraft, pages: Sequence[SamplePage], kind_of: Mapping[str, str] | None = None
) -> tuple[PlacedParts, FormatTally]:
    """Return what is counted on pages of known kinds, or of those that they are recognized as; others are noted."""
    format_ = parse(draft.plain, "the draft")
    parts, tally = PlacedParts(format_), FormatTally()
    draft.others = []
    for page in pages:
        parsed = ParsedPage(page.path, page.document.source, [format_])
        parsed.rendered = page.document
        if kind_of is not None:
            own = (one for one in candidates(page.path, [format_]) if one.kind.name == kind_of.get(page.path))
            parsed.identity = next(own, None)
        if parsed.identity is None:
            draft.others.append(page.path)
        else:
            tally.kind(parsed.identity.kind.name).pages += 1
            count_parts(tally, parts, parsed)
    return parts, tally


def _settle(table: dict[str, Any], parts: PlacedParts, tally: FormatTally) -> None:
    """Leave out the elements and sections that take hardly anything, and say which of the others are optional."""
    gone: set[int] = set()
    holders: list[Path] = []
    for number, part in enumerate(parts.parts):
        path = part.keys[:-1] if part.is_heading else part.keys
        one = _at(table, path) if part.is_element or part.is_heading else None
        if one is None:
            continue  # free text that the draft does not write
        holders.append(path[:-1])
        # A part could occur as often as what is around it does.
        chances = tally.taken[part.around] if part.around is not None else tally.kind(part.kind).pages
        few = 0 if part.is_heading else _FEW_OF_PROSE if one == PROSE else _FEW
        if tally.taken[number] <= few * chances:
            gone.add(id(one))
        elif part.is_required and tally.absent[number] > _ABSENT * chances:
            one["required" if part.is_heading else "optional"] = not part.is_heading
    for path in dict.fromkeys(sorted(holders, key=len, reverse=True)):
        _leave_out(_at(table, path[:-1]), str(path[-1]), gone)


def _at(table: dict[str, Any], path: Path) -> Any:
    found: Any = table
    for key in path:
        if isinstance(found, dict) and key not in found:
            return None
        found = found[key]
    return found


def _leave_out(around: dict[str, Any], key: str, gone: set[int]) -> None:
    """Leave out some items of a list, the list itself if it then says nothing, and prose in front of prose."""
    kept = [one for one in around[key] if id(one) not in gone]
    kept = [one for index, one in enumerate(kept) if one != PROSE or kept[index + 1 : index + 2] != [PROSE]]
    around[key] = kept
    if (not kept and (key != "content" or "path" in around)) or (kept == [PROSE] and "path" not in around):
        del around[key]
