"""The summary page of a GitHub step: Markdown with the figures of a run, what to fix first, and the causes."""

import re
from collections import Counter
from collections.abc import Iterator

from doclint.engine.report.causes import Cause, by_remedy
from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.styles import RenderOptions
from doclint.output.summary import summary
from doclint.output.terminal import safe
from doclint.rule.finding import Finding

_REMEDIES = 5  # remedies to show
_CAUSES = 50  # causes to show
_LONGEST = 200  # characters of a text in a table
_MARKUP = re.compile(r"[\\`*_\[\]<>|&!~$@:#^{}]|(?<=www)\.", re.IGNORECASE)


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the findings by rule, by remedy and by cause. The most important ones come first, as space is limited."""
    yield "## doclint"
    yield ""
    yield from summary(report)
    yield ""
    if report.findings:
        yield from _rules(report.findings)
        yield from _by_remedy(report.findings)
        yield from _causes(report.causes)


def _rules(findings: list[Finding]) -> Iterator[str]:
    counts = Counter((finding.rule, finding.severity) for finding in findings)
    yield "| Findings | Rule | Severity |"
    yield "| ---: | --- | --- |"
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"| {count} | {_code(rule)} | {severity} |"
    yield ""


def _by_remedy(findings: list[Finding]) -> Iterator[str]:
    known = [group for group in by_remedy(findings) if group.remedy]
    if known:
        yield "What to change first:"
        yield ""
        for group in known[:_REMEDIES]:
            where = f"{counted(group.findings, 'finding')} on {counted(group.pages, 'page')}"
            yield f"1. {_literal(group.remedy)} ({where})"
        yield ""


def _causes(causes: list[Cause]) -> Iterator[str]:
    yield "One change fixes all findings of a cause. Some places of each cause:"
    yield ""
    yield "| Findings | Pages | Cause | Places | Message |"
    yield "| ---: | ---: | --- | --- | --- |"
    for cause in causes[:_CAUSES]:
        places = ", ".join(_code(f"{place.path}:{place.line}") for place in cause.places)
        figures = f"{cause.findings} | {cause.pages}"
        yield f"| {figures} | {_code(cause.id)} | {places} | {_literal(cause.example)} |"
    yield ""
    if len(causes) > _CAUSES:
        yield f"{len(causes) - _CAUSES} more causes are not shown."
        yield ""


def _code(text: str) -> str:
    return f"<code>{_literal(text)}</code>"


def _literal(text: str) -> str:
    """Return Markdown that shows a text literally: its special characters become character references."""
    cut = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return _MARKUP.sub(lambda match: f"&#{ord(match.group())};", safe(cut))
