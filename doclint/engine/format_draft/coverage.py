"""What pages show about a draft of their format, as a format test counts it: what takes nothing, and what is absent."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from doclint.engine.format_draft.contents import PROSE
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.repairs import make_valid
from doclint.engine.format_draft.writing import FormatDraft
from doclint.engine.format_test.page_tally import count_parts
from doclint.engine.format_test.placed_parts import PlacedPart, PlacedParts
from doclint.engine.format_test.tally import FormatTally
from doclint.errors.validation import Path
from doclint.formats.kinds import candidates
from doclint.formats.loading import parse
from doclint.page.parsed_page import ParsedPage

_FEW = 0.05  # the share of its places from which on an element is worth its lines
_FEW_OF_PROSE = 0.02
_ABSENT = 0.03  # the share of its places up to which the absence of a part is an exception


class _Count(NamedTuple):
    """What was counted of the parts of a draft, and the pages of no kind."""

    parts: PlacedParts
    tally: FormatTally
    others: list[SamplePage]

    def chances(self, part: PlacedPart) -> int:
        """Return how often a part could occur: how often what is around it does."""
        return self.tally.taken[part.around] if part.around is not None else self.tally.kind(part.kind).pages


def complete(draft: FormatDraft, pages: Sequence[SamplePage], kind_of: Mapping[str, str]) -> None:
    """Leave out what takes nothing on the pages of a draft, and say what is optional, and which pages are of no kind.

    `kind_of` has the names of the kinds that pages are meant to be of, by their paths.
    """
    _settle(draft.table, _counted(draft, pages, kind_of))
    make_valid(draft.table)
    while True:
        if not draft.kinds:
            return
        count = _counted(draft, pages)
        kept = [kind for kind in draft.kinds if count.tally.kind(kind["name"]).pages]
        if len(kept) == len(draft.kinds):
            break
        draft.table["kind"] = kept
    draft.others = [page.path for page in count.others]
    draft.lines = sum((kind.lines for kind in count.tally.kinds.values()), Counter())
    draft.lines["nothing"] += sum(map(_lines, count.others))


def _lines(page: SamplePage) -> int:
    """Return the number of lines of a page that are not blank."""
    return sum(bool(line.strip()) for line in page.document.source.text.splitlines())


def _counted(draft: FormatDraft, pages: Sequence[SamplePage], kind_of: Mapping[str, str] | None = None) -> _Count:
    """Return what is counted on pages of known kinds, or of those that they are recognized as."""
    format_ = parse(draft.plain, "the draft")
    count = _Count(PlacedParts(format_), FormatTally(), [])
    for page in pages:
        parsed = ParsedPage(page.path, page.document.source, [format_])
        parsed.rendered = page.document
        if kind_of is not None:
            own = (one for one in candidates(page.path, [format_]) if one.kind.name == kind_of.get(page.path))
            parsed.identity = next(own, None)
        if parsed.identity is None:
            count.others.append(page)
        else:
            count.tally.kind(parsed.identity.kind.name).pages += 1
            count_parts(count.tally, count.parts, parsed)
    return count


def _settle(table: dict[str, Any], count: _Count) -> None:
    """Leave out the elements and sections that take hardly anything, and say which of the others are optional."""
    gone: set[int] = set()
    holders: list[Path] = []
    for number, part in enumerate(count.parts.parts):
        if not part.is_element and not part.is_heading:
            continue
        path = part.keys[:-1] if part.is_heading else part.keys
        one = _at(table, path)
        if one is None:
            continue  # free text that the draft does not write
        holders.append(path[:-1])
        few = 0 if part.is_heading else _FEW_OF_PROSE if one == PROSE else _FEW
        if count.tally.taken[number] <= few * count.chances(part):
            gone.add(id(one))
        elif part.is_required and count.tally.absent[number] > _ABSENT * count.chances(part):
            one["required" if part.is_heading else "optional"] = not part.is_heading
    for path in dict.fromkeys(sorted(holders, key=len, reverse=True)):
        _leave_out(_at(table, path[:-1]), str(path[-1]), gone)


def _at(table: dict[str, Any], path: Path) -> Any:
    """Return what is at a path of a draft; None if there is nothing."""
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
