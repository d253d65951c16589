"""The style `json`: the whole report; `doclint schema report` prints its schema."""

from collections.abc import Iterator
from itertools import islice

from msgspec import json

from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import as_json, as_line

_TOGETHER = 100  # findings; writing each by itself takes longer than making its JSON
_NO_FINDINGS = '\n  "findings": [],\n'
_BEFORE, _AFTER = '{\n  "findings": [\n', "\n  ]\n}"


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the parts of one JSON document, some findings at a time: a page of some megabytes can have a million."""
    frame, findings = as_json(report.frame()), map(as_line, report.finding_forms())
    last = _some(findings)
    if not last:
        yield frame
        return
    before, after = frame.split(_NO_FINDINGS)
    yield f'{before}\n  "findings": ['
    while some := _some(findings):
        yield f"{last},"
        last = some
    yield f"{last}\n  ],\n{after}"


def _some(findings: Iterator[str]) -> str:
    """Return the next findings in JSON, indented as in the list of the report; an empty text after the last one."""
    some = ",".join(islice(findings, _TOGETHER))
    return json.format(f'{{"findings":[{some}]}}', indent=2).removeprefix(_BEFORE).removesuffix(_AFTER) if some else ""
