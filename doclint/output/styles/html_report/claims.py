"""The claims in the report: figures for its template, and what each page claims for its script."""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Self
from zlib import compress

from msgspec import Struct

from doclint.engine.report.claims import ClaimCounts, JudgedClaim, counted_claims, total, worst_first
from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.output.claims import percent
from doclint.output.styles.html_report.data import Texts
from doclint.output.styles.html_report.excerpts import Excerpts, PageExcerpt

_ROWS = 300  # pages, and folders, in a table: thousands take the browser a second
_AROUND = 1  # lines to show before a claim, and after it
_REASONS = 10
_ROOM = 10_000_000  # characters of the lines of pages
_OUTCOMES = ("unknown", "holds", "refuted")

_Rows = Sequence[tuple[str, ClaimCounts]]


class ClaimFigures(Struct):
    """How many claims hold: all of them and, with the worst ones first, those of each class, folder and page.

    `all_pages` are the pages with what holds, is refuted and unchecked, and the two shares, for the script; `left_out`
    is the number of those that have no row.
    """

    total: ClaimCounts
    classes: _Rows
    reasons: Sequence[tuple[str, int]]
    folders: _Rows
    pages: _Rows
    left_out: int
    all_pages: Sequence[tuple[str, int, int, int, str, str]]
    of_page: Mapping[str, ClaimCounts]
    of_folder: Mapping[str, ClaimCounts]

    @classmethod
    def of(cls, report: Report) -> Self | None:
        """Return the figures of a report; None if it has no claims."""
        claims = report.judged
        if not claims:
            return None
        classes, folders, pages = (counted_claims(claims, by) for by in ("claim", "folder", "page"))
        counts, by_page = total(claims), worst_first(pages)
        return cls(
            total=counts,
            classes=worst_first(classes),
            reasons=counts.reasons.most_common(_REASONS),
            folders=worst_first(folders)[:_ROWS],
            pages=by_page[:_ROWS],
            all_pages=[
                (path, one.holds, one.refuted, one.unknown, percent(one.holding), percent(one.existence))
                for path, one in by_page
            ],
            left_out=max(0, len(pages) - _ROWS),
            of_page=pages,
            of_folder={"" if folder == "./" else folder: counts for folder, counts in folders.items()},
        )


def claim_lines(report: Report) -> Iterator[str]:
    """Yield what the script shows of claims: first what pages share, then one line for each page with claims.

    A line is JSON, compressed, because browsers take seconds to read many megabytes of HTML, and in base64.
    A page is a list of runs of lines, as in `ReportData`, and of its claims. A claim is a list of the line and the
    column of its start and of its end, and the numbers of its class and outcome; then, as far as there are any, those
    of the rule or the reason, and of the place of its evidence, else -1.
    """
    excerpts, classes, texts = Excerpts(report.repository), Texts(), Texts()
    # Sorted by path, because the excerpts keep one source.
    evidence = sorted({claim.evidence for claim in report.judged if claim.evidence})
    numbers = dict(zip(evidence, (excerpts.number(place) for place in evidence), strict=True))
    sources, room = PageSources(report.repository), _ROOM
    paths, pages = list[str](), list[str]()
    for path, group in groupby(report.judged, lambda claim: claim.path):
        several = list(group)
        excerpt = PageExcerpt(sources.source(path))
        for claim in several if room > 0 else ():
            room -= excerpt.add(range(claim.start.line - _AROUND, claim.start.line + _AROUND + 1))
        paths.append(path)
        pages.append(_compressed([excerpt.runs(), [_row(claim, classes, texts, numbers) for claim in several]]))
    shared = {"pages": paths, "classes": classes.all, "texts": texts.all, "places": excerpts.related}
    yield _compressed(shared | {"outcomes": _OUTCOMES})
    yield from pages


def _compressed(content: object) -> str:
    return b64encode(compress(json.dumps(content, separators=(",", ":")).encode())).decode()


def _row(claim: JudgedClaim, classes: Texts, texts: Texts, numbers: Mapping[Any, int]) -> list[int]:
    why = claim.because or claim.rule
    row = [*claim.start, *claim.end, classes.number(claim.kind), _OUTCOMES.index(claim.outcome)]
    row += [texts.number(why) if why else -1, numbers[claim.evidence] if claim.evidence else -1]
    while row[-1] == -1:
        row.pop()
    return row
