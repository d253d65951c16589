"""The style `json`: the whole report; `doclint schema report` prints its schema."""

from collections.abc import Iterator

from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.engine.report.schema import FindingDocument
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe_json
from doclint.rule.finding import Finding

_NO_FINDINGS = '\n  "findings": [],\n'


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the parts of one JSON document, finding by finding: a page of some megabytes can have a million."""
    frame = safe_json(report.frame().model_dump_json(indent=2))
    if not report.findings:
        yield frame
        return
    before, after = frame.split(_NO_FINDINGS)
    yield f'{before}\n  "findings": ['
    pages = PageSources(report.repository)
    *others, last = report.findings
    for finding in others:
        yield f"{_indented(finding, pages)},"
    yield f"{_indented(last, pages)}\n  ],\n{after}"


def _indented(finding: Finding, pages: PageSources) -> str:
    """Return the JSON of a finding, indented as in the list of the report."""
    text = safe_json(FindingDocument.of(finding, pages).model_dump_json(indent=2))
    return "    " + text.replace("\n", "\n    ")
