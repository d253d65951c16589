"""The style `json`: the whole report; `doclint schema report` prints its schema."""

from collections.abc import Iterator
from itertools import groupby, islice

from msgspec import json

from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import as_json, as_line

_TOGETHER = 50  # findings; writing each by itself takes longer than making its JSON
_NO_FINDINGS = '\n  "findings": [],\n'
_FINDINGS = slice(len('{\n  "findings": [\n'), -len("\n  ]\n}"))


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the parts of one JSON document, some findings at a time: a page of some megabytes can have a million."""
    frame, last = as_json(report.frame()), ""
    before, after = frame.split(_NO_FINDINGS)
    for some in _indented(map(as_line, report.finding_forms())):
        yield f"{last}," if last else f'{before}\n  "findings": ['
        last = some
    yield f"{last}\n  ],\n{after}" if last else frame


def _indented(findings: Iterator[str]) -> Iterator[str]:
    """Yield findings in JSON, some at a time, indented as in the list of the report.

    One character outside of ASCII makes a text take twice as long, so it is not among others.
    """
    for _, alike in groupby(findings, key=str.isascii):
        while some := ",".join(islice(alike, _TOGETHER)):
            yield json.format(f'{{"findings":[{some}]}}', indent=2)[_FINDINGS]
