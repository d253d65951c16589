"""Claims for people: as a table in a terminal or in Markdown, and as a badge."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import click

from doclint.engine.report.claims import ClaimCounts, Grouping, JudgedClaim, counted_claims, total, worst_first
from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.terminal import safe

if TYPE_CHECKING:
    from doclint.engine.report.claims_document import ClaimsDocument
    from doclint.engine.report.schema import CountsDocument

_HEAD = ("hold", "refuted", "unchecked", "holding", "checked", "existing")
_RUNS = ("this run", "the other one")
_REASONS = 5
_ROWS = 40
_MANY = ("page", "folder")  # groups that may be many
_GOOD, _FAIR = 0.95, 0.8  # the shares from which on a badge is green, or yellow
_Rows: TypeAlias = Sequence[tuple[str, list[str]]]
_COLORS = ("#2a7d2e", "#8a6d00", "#b3261e")


def text(report: Report, claims: Sequence[JudgedClaim], by: Grouping) -> Iterator[str]:
    """Yield a table of the groups, those with the most refuted claims first, and what the claims come to."""
    rows, left_out = _rows(report, claims, by)
    if rows:
        yield from _text_table(by, _head(by), rows)
    yield from left_out
    yield ""
    yield from verdict(report, claims)


def markdown(report: Report, claims: Sequence[JudgedClaim], by: Grouping) -> Iterator[str]:
    """Yield the same as Markdown."""
    rows, left_out = _rows(report, claims, by)
    if rows:
        yield from _markdown_table(by, _head(by), rows)
        yield ""
    for sentence in left_out:
        yield sentence
        yield ""
    yield from verdict(report, claims)


def comparison(
    report: Report, claims: Sequence[JudgedClaim], by: Grouping, other: "ClaimsDocument", *, is_markdown: bool
) -> Iterator[str]:
    """Return a table of the groups of this run and another one: the checked claims, and the share that holds."""
    ours = counted_claims(claims, by, report.claims)
    names = [*dict.fromkeys((*ours, *other.groups))]
    rows = [(name, [_share(ours.get(name)), _share(other.groups.get(name))]) for name in names]
    rows.append(("all claims", [_share(total(claims)), _share(other.total)]))
    table = _markdown_table if is_markdown else _text_table
    return table(by, _RUNS, rows)


def _share(counts: "ClaimCounts | CountsDocument | None") -> str:
    """Return how many claims are checked, and the share that holds."""
    if counts is None or counts.holding is None:
        return "none"
    return f"{percent(counts.holding)} of {counts.holds + counts.refuted:,}"


def _text_table(by: str, head: Sequence[str], rows: _Rows) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(head, *(cells for _, cells in rows), strict=True)]
    yield click.style(_line(head, widths, by), dim=True)
    yield from (_line(cells, widths, safe(name)) for name, cells in rows)


def _markdown_table(by: str, head: Sequence[str], rows: _Rows) -> Iterator[str]:
    yield f"| {by} | {' | '.join(head)} |"
    yield f"| --- |{' ---: |' * len(head)}"
    for name, cells in rows:
        yield f"| {safe(name).replace('|', '&#124;')} | {' | '.join(cells)} |"


def verdict(report: Report, claims: Sequence[JudgedClaim]) -> Iterator[str]:
    """Yield how many claims hold, how many names exist, and why claims cannot be checked."""
    counts = total(claims)
    if not counts.all:
        yield f"{counted(report.pages, 'page')} without a claim that doclint compares."
        return
    where = f" on {counted(report.pages, 'page')}"
    yield (
        holding(counts, where)
        if counts.checked
        else f"None of the {counted(counts.all, 'claim')}{where} can be checked."
    )
    yield from existing(counts)
    for reason, number in counts.reasons.most_common(_REASONS):
        yield f"  {number:,} unchecked: {safe(reason)}"
    yield "doclint checks names, paths, lines, links and numbers, not prose."


def holding(counts: ClaimCounts, where: str = "") -> str:
    """Return a sentence on how many of some claims hold.

    >>> holding(ClaimCounts(holds=1204, refuted=56, unknown=3))
    '1,204 of 1,260 checked claims hold (95.5 %); 3 cannot be checked.'
    """
    share = f"{counts.holds:,} of {counts.checked:,} checked claims{where} hold ({percent(counts.holding)})"
    return f"{share}; {counts.unknown:,} cannot be checked."


def existing(counts: ClaimCounts) -> Iterator[str]:
    """Yield a sentence on how many names exist, if any are checked."""
    if counts.names:
        yield f"{counts.existing:,} of the {counts.names:,} names on the pages exist ({percent(counts.existence)})."


def badge(claims: Sequence[JudgedClaim]) -> str:
    """Return a badge as SVG with the share of the checked claims that hold."""
    from doclint.output.templates import environment

    share = total(claims).holding
    color = _COLORS[0 if share is None or share >= _GOOD else 1 if share >= _FAIR else 2]
    template = environment("doclint.output").get_template("claims_badge.svg.j2")
    return template.render(share=percent(share), color=color)


def percent(share: float | None) -> str:
    """Return a share as a percentage, never rounded up to 100.

    >>> percent(0.9996), percent(1.0), percent(None)
    ('99.9 %', '100 %', 'none')
    """
    if share is None:
        return "none"
    return "100 %" if share == 1 else f"{int(share * 1000) / 10} %"


def _rows(report: Report, claims: Sequence[JudgedClaim], by: Grouping) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Return the name and the cells of each group, and sentences on the groups that are left out.

    Of pages and folders, which may be many, only those are shown whose claims do not all hold.
    """
    groups = worst_first(counted_claims(claims, by, report.claims))
    listed = [one for one in groups if by not in _MANY or one[1].refuted or one[1].unknown]
    left_out, more = [], "more " if listed else ""
    if len(listed) > _ROWS:
        left_out.append(f"and {counted(len(listed) - _ROWS, f'more {by}')}; `--output-format json` has all")
    if sound := len(groups) - len(listed):
        left_out.append(f"{more and 'and '}{counted(sound, more + by)}, whose claims all hold")
    return [(name, _cells(counts)[: len(_head(by))]) for name, counts in listed[:_ROWS]], left_out


def _head(by: Grouping) -> Sequence[str]:
    """Return the names of the columns; claims of one sort name something, or they do not."""
    return _HEAD[:-1] if by == "claim" else _HEAD


def _cells(counts: ClaimCounts) -> list[str]:
    numbers = (f"{number:,}" for number in (counts.holds, counts.refuted, counts.unknown))
    return [*numbers, percent(counts.holding), percent(counts.checkable), percent(counts.existence)]


def _line(cells: Sequence[str], widths: Sequence[int], name: str) -> str:
    return "  ".join([*map(str.rjust, cells, widths), name])
