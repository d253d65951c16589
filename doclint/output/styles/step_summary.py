"""The summary page of a GitHub step: Markdown with the figures of a run, the causes, and what to change.

The causes come first, because they are what readers can act on; what most readers do not need is folded.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from doclint.engine.report.causes import RemedyGroup
from doclint.engine.report.forms import Cause, Location
from doclint.engine.report.report import Report
from doclint.errors.expressions import expression
from doclint.errors.wording import counted, shortened
from doclint.output.causes import gone_lists
from doclint.output.hosted import HostedRepository, hosted_by_runner
from doclint.output.rendering import RenderOptions
from doclint.output.summary import summary
from doclint.output.terminal import safe
from doclint.rule.finding import Finding

_REMEDIES = 5  # remedies to show
_FIRST_CAUSES = 10  # causes to show at once
_CAUSES = 50  # causes to show, folded ones included
_LONGEST = 200  # characters of a text in a table
_LONGEST_LINK = 1_000  # characters; names of files can be longer
_MARKUP = expression(r"[\\`*_\[\]<>|&!~$@:#^{}]|(?<=www)\.", re.IGNORECASE)
_NOT_IN_LINK = expression(r"[\s()<>|\\`\"]")


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the findings by cause, by remedy and by rule. The most important ones come first, as space is limited."""
    yield "## doclint"
    yield ""
    yield from summary(report, _escaped)
    yield ""
    if report.findings:
        repository = hosted_by_runner(report)
        causes = report.causes
        yield "One change fixes all findings of a cause. Some places of each cause:"
        yield ""
        yield from _causes(causes[:_FIRST_CAUSES], repository, options)
        yield from _by_remedy(report.changes)
        for title, items in gone_lists(report.gone):
            yield from (title, "", *(f"- {_literal(item)}" for item in items), "")
        if len(causes) > _FIRST_CAUSES:
            yield from _other_causes(causes, repository, options)
        yield from _rules(report.findings, options)


def _causes(causes: Sequence[Cause], repository: HostedRepository | None, options: RenderOptions) -> Iterator[str]:
    yield "| Findings | Pages | Cause | Places | Message |"
    yield "| ---: | ---: | --- | --- | --- |"
    for cause in causes:
        places = ", ".join(_place(place, repository) for place in cause.places)
        name = _link(_code(cause.id), options.page_of(cause.rule))
        yield f"| {cause.findings} | {cause.pages} | {name} | {places} | {_literal(cause.example)} |"
    yield ""


def _place(place: Location, repository: HostedRepository | None) -> str:
    shown = _code(f"{place.path}:{place.line}")
    return _link(shown, repository.line(place.path, place.line)) if repository else shown


def _by_remedy(changes: Sequence[RemedyGroup]) -> Iterator[str]:
    known = [group for group in changes if group.remedy]
    if known:
        yield "What to change first:"
        yield ""
        for group in known[:_REMEDIES]:
            where = f"{counted(group.findings, 'finding')} on {counted(group.pages, 'page')}"
            yield f"1. {_literal(group.remedy)} ({where})"
        yield ""


def _other_causes(
    causes: Sequence[Cause], repository: HostedRepository | None, options: RenderOptions
) -> Iterator[str]:
    yield from _folded(counted(len(causes) - _FIRST_CAUSES, "more cause"))
    yield from _causes(causes[_FIRST_CAUSES:_CAUSES], repository, options)
    if len(causes) > _CAUSES:
        yield f"{len(causes) - _CAUSES} more causes are not shown."
        yield ""
    yield "</details>"
    yield ""


def _rules(findings: list[Finding], options: RenderOptions) -> Iterator[str]:
    counts = Counter((finding.rule, finding.severity) for finding in findings)
    yield from _folded("Findings by rule")
    yield "| Findings | Rule | Severity |"
    yield "| ---: | --- | --- |"
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"| {count} | {_link(_code(rule), options.page_of(rule))} | {severity} |"
    yield ""
    yield "</details>"
    yield ""


def _folded(title: str) -> Iterator[str]:
    """Yield what begins a part that readers unfold."""
    yield f"<details><summary>{title}</summary>"
    yield ""


def _code(text: str) -> str:
    return f"<code>{_literal(text)}</code>"


def _link(shown: str, address: str) -> str:
    """Return a link, or only its text if there is no address, or one that Markdown could misread."""
    if not address or len(address) > _LONGEST_LINK or _NOT_IN_LINK.search(safe(address)):
        return shown
    return f"[{shown}]({safe(address)})"


def _literal(text: str) -> str:
    """Return Markdown that shows a text literally: its special characters become character references."""
    return _escaped(shortened(text, _LONGEST))


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda match: f"&#{ord(match.group())};", safe(text))
