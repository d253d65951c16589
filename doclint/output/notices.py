"""Notices in words: what doclint holds back, what it assumed, what would hold, what to set, and how to see it all."""

from collections.abc import Iterable, Iterator

from doclint.engine.brake import Assumed, AssumptionCounts, Notice, ReadingCount
from doclint.engine.report.report import Report
from doclint.errors.wording import counted, listed
from doclint.output.terminal import safe
from doclint.page.claims import AssumptionKind

_RULES = 3  # rules to name
_CLAIMS: dict[AssumptionKind, tuple[str, str]] = {
    "links": ("links", "lead to nothing"),
    "root-links": ("links", "lead to nothing"),
    "page-links": ("links to pages in the same folder", "lead to nothing"),
    "relative-links": ("relative links", "lead to nothing"),
    "names": ("names of parameters and members", "are not in the source"),
    "results": ("types of results", "differ from the source"),
    "sections": ("pages", "are not as the format says"),
    "templates": ("pages", "differ from the generator's template"),
    "exports": ("names", "are not exported"),
    "references": ("references", "lead to nothing"),
}
"""What rests on an assumption of each kind, and what refuted claims do."""
_READINGS = {
    "root": "from the root `{}/`",
    "prefix": "without the prefix `{}/`",
    "locale": "in the language `{}`",
    "suffix": "with the suffix `{}`",
}
_READINGS_OF_NOTHING = {"root": "from the root of the repository", "locale": "outside of the folder of a language"}


def paragraphs(report: Report) -> Iterator[list[str]]:
    """Yield the sentences of each notice, a line each; the first one says it all in short."""
    for notice in report.notices:
        yield _adopted(notice) if notice.failed.adopts else _held_back(notice)


def shortly(report: Report) -> Iterator[str]:
    """Yield a line for each notice, ready to be printed."""
    return (safe(first) for first, *_ in paragraphs(report))


def _held_back(notice: Notice) -> list[str]:
    counts, better = notice.failed.counts, notice.failed.better
    statement = counts.assumption.statement
    number, rules = counted(len(notice.held_back), "finding"), listed(notice.rules, _RULES)
    return [
        f"{number} held back ({rules}), because doclint probably misreads the repository: {refuted(counts)}.",
        f"doclint assumes that {statement}.{f' {_explained(better)}.' if better else ''}",
        _advice(counts),
    ]


def _adopted(notice: Notice) -> list[str]:
    counts, better = notice.failed.counts, notice.failed.better
    assert better is not None
    claims, fail = _claims(counts)
    lead = f"{better.findings:,} of {counts.refuted:,} {claims} that {fail}"
    return [
        f"{lead} would hold {_how(better)}, so doclint does not report these.",
        f"doclint assumes that {counts.assumption.statement}.",
        _advice(counts),
    ]


def _advice(counts: AssumptionCounts) -> str:
    return f"If that is wrong, set `{counts.assumption.setting}`. `--no-brake` shows all findings."


def assumed(several: Iterable[Assumed]) -> Iterator[str]:
    """Yield a line for each assumption of the last run over all pages, ready to be printed."""
    for counts, failed in several:
        state = ""
        if failed:
            better = failed.better and f"; {_explained(failed.better)}"
            state = f"{better or ''}; {'doclint reads them so' if failed.adopts else 'their findings are held back'}"
        yield safe(f"{counts.assumption.statement} ({refuted(counts)}{state})")


def refuted(counts: AssumptionCounts) -> str:
    """Return how many of the claims that rest on an assumption are refuted, and which claims these are."""
    claims, fail = _claims(counts)
    return f"{counts.refuted:,} of {counts.holds + counts.refuted:,} {claims} {fail}"


def _claims(counts: AssumptionCounts) -> tuple[str, str]:
    claims, fail = _CLAIMS[counts.assumption.kind]
    return f"{claims} (`{counts.assumption.form}`)" if counts.assumption.form else claims, fail


def _explained(better: ReadingCount) -> str:
    if better.reading.what == "name":
        return f"{better.findings:,} of the names are words in the files that it looked up"
    return f"{better.findings:,} would hold {_how(better)}"


def _how(better: ReadingCount) -> str:
    what, value = better.reading
    return _READINGS[what].format(value) if value else _READINGS_OF_NOTHING.get(what, f"without a {what}")
