"""The summary of a run for people: the changes that fix the most, the totals, and why no page was checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from doclint.engine.report.report import BaselineResult, Report
from doclint.errors.wording import counted, listed
from doclint.output.fixes import fixable
from doclint.output.notices import paragraphs
from doclint.output.paths import path_from_here
from doclint.output.terminal import safe
from doclint.rule.finding import Finding
from doclint.rule.message import SEVERITIES, Severity

if TYPE_CHECKING:
    from pathlib import Path

    from doclint.engine.plan import Plan
    from doclint.engine.report.causes import RemedyGroup

_SOME = 5  # names of paths to show
_CHANGES = 3  # changes to show
_RULES = 3  # rules of a change to name
_EVERYWHERE = 20  # pages with a cause, if they are most, from which on a template is likely
_SHARE = 4  # a page with one of so many findings of a change is named


def first_changes(report: Report) -> list[RemedyGroup]:
    """Return the changes to make first."""
    return report.changes[:_CHANGES]


def heaviest(report: Report, most: int = _CHANGES) -> Iterator[str]:
    """Yield the changes to make first: a line that says what to change, and one with an example and its place."""
    for group in report.changes[:most]:
        example = group.example
        rules = listed(group.rules, _RULES)
        yield safe(f"{rules}, {_figures(group, report)}: {group.remedy}".removesuffix(": "))
        place = f"{path_from_here(example.path, report.root)}:{example.start.line}:{example.start.column}"
        yield safe(f"  {place}: {example.sentence}")


def _figures(group: RemedyGroup, report: Report) -> str:
    """Return the numbers of findings, pages and causes of a change, and the page that has the most."""
    causes = f" with {counted(len(group.by_weight), 'cause')}" if len(group.by_weight) > 1 else ""
    figures = f"{severities(group.severities)}{causes} on {counted(group.pages, 'page')}"
    [(page, most)] = group.by_page.most_common(1)
    if group.pages > 1 and most > 1 and most * _SHARE >= group.findings:
        figures += f" ({most:,} of {group.findings:,} on `{path_from_here(page, report.root)}`)"
    return figures + _origin(group.by_weight[0], report.pages)


def _origin(findings: Sequence[Finding], pages: int) -> str:
    """Return a hint at a template, if a cause is on most pages; remedies for pages of no known format name none."""
    of_cause, kinds = len({one.path for one in findings}), {one.kind for one in findings}
    is_everywhere = of_cause >= _EVERYWHERE and 2 * of_cause > pages
    return ", most likely from one template" if is_everywhere and (len(kinds) > 1 or kinds == {""}) else ""


def below(report: Report, shown: int, why: str) -> Iterator[str]:
    """Yield the lines of a log of CI that follow the findings that its server shows.

    They say what to change first, the totals, and how many findings there are beyond those `shown`, and `why`.
    """
    yield from heaviest(report)
    yield from summary(report)
    if shown < len(report.findings):
        yield f"{counted(len(report.findings) - shown, 'finding')} {why}."


def summary(report: Report, literally: Callable[[str], str] = safe) -> Iterator[str]:
    """Yield what is left out of all pages, what is held back, the comparison with the baseline, what doclint can fix,
    and last the totals.

    The totals are those of all findings, shown or not. `literally` makes a text one that can be printed.
    """
    if report.left_out and (report.is_whole or not report.paths):
        yield f"{left_out(report.left_out)}."
    yield from (f"{safe(note)}." for note in report.notes)
    for first, *others in paragraphs(report):
        yield literally(first)
        yield from (f"  {literally(sentence)}" for sentence in others)
    if report.baseline:
        yield from _baseline(report.baseline)
    yield from fixable(report.findings)
    if report.judged:
        from doclint.engine.report import claims
        from doclint.output.claims import holding

        yield holding(claims.total(report.judged))
    yield total(report)


def left_out(counts: Mapping[str, int]) -> str:
    """Return a sentence on the pages that are left out by default, given their number by what they are."""
    total = sum(counts.values())
    kinds = ", ".join(counted(count, noun) for noun, count in counts.items())
    was, they, them = ("was", "it is", "it") if total == 1 else ("were", "they are", "them")
    return (
        f"{counted(total, 'page')} {was} skipped because {they} not documentation ({kinds}); to check {them}, set "
        '`default-exclude = false` or `exclude = ["!FOLDER/"]`'
    )


def severities(counts: Mapping[Severity, int]) -> str:
    """Return the numbers of findings of each severity, the gravest first.

    >>> severities({"info": 2, "error": 1})
    '1 error, 2 info'
    """
    return ", ".join(
        f"{counts[severity]:,} info" if severity == "info" else counted(counts[severity], severity)
        for severity in SEVERITIES
        if counts.get(severity)
    )


def total(report: Report) -> str:
    """Return the numbers of findings and pages in a sentence."""
    pages, baseline = counted(report.pages, "page"), report.baseline
    known = f"; {baseline.known:,} known from the baseline" if baseline and baseline.known else ""
    suppressed = f"; {report.suppressed:,} suppressed" if report.suppressed else ""
    suppressed += f"; {len(report.held_back):,} held back" if report.held_back else ""
    passing = sum(finding.passes for finding in report.findings)
    suppressed += f"; {passing:,} new enough to pass" if passing else ""
    if not report.findings:
        return f"{pages} checked, nothing {'new' if baseline else 'found'}{known}{suppressed}."
    with_findings = len({finding.path for finding in report.findings})
    number = counted(len(report.findings), "new finding" if baseline else "finding")
    return f"{number} ({severities(report.severities)}) in {with_findings:,} of {pages}{known}{suppressed}."


def _baseline(result: BaselineResult) -> Iterator[str]:
    if result.gone:
        are = "is" if result.gone == 1 else "are"
        yield (
            f"{counted(result.gone, 'finding')} of the baseline {are} gone; "
            f"`doclint baseline prune` removes {'it' if result.gone == 1 else 'them'}."
        )
    if result.is_ratchet:
        more = ", ".join(f"{rule} has {count:,} more" for rule, count in result.rises.items())
        yield f"The ratchet fails: {more}." if more else "The ratchet passes: no rule has more than in the baseline."


def no_page(plans: Sequence[Plan], paths: Sequence[Path]) -> Iterator[str]:
    """Yield sentences on why there is not any page below some paths, by default the working directory."""
    where = _listed([str(path) for path in paths]) if paths else "the working directory"
    yield f"no page was found in {where}: doclint looks for Markdown files that git does not ignore"
    for plan in plans:
        patterns = plan.project.settings.config.exclude
        if patterns:
            yield f"`exclude` (by {plan.project.settings.where('exclude')}) leaves out {_listed(patterns)}"
        if plan.left_out:
            yield left_out(plan.left_out)


def not_markdown(paths: Sequence[Path]) -> str:
    """Return a sentence on named files that are not Markdown by their names."""
    are, them, pages = (
        ("is", "it", "the pages that describe it")
        if len(paths) == 1
        else ("are", "them", "the pages that describe them")
    )
    return (
        f"{_listed([str(path) for path in paths])} {are} not Markdown by name, but named, so doclint checks {them} as "
        f"Markdown; `--about` checks {pages}"
    )


def _listed(names: Sequence[str]) -> str:
    """Return names for a sentence, at most `_SOME` of them."""
    more = [f"{len(names) - _SOME:,} more"] if len(names) > _SOME else []
    return ", ".join([*(f"`{name}`" for name in names[:_SOME]), *more])
