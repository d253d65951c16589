"""The style `json`: the whole report; `doclint schema report` prints its schema."""

from collections.abc import Iterator
from typing import Any

from pydantic_core import to_json

from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe_json

_NO_FINDINGS = '\n  "findings": [],\n'


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the parts of one JSON document, finding by finding: a page of some megabytes can have a million."""
    frame = safe_json(report.frame().model_dump_json(indent=2))
    findings = map(_indented, report.finding_forms())
    first = next(findings, None)
    if first is None:
        yield frame
        return
    before, after = frame.split(_NO_FINDINGS)
    yield f'{before}\n  "findings": ['
    last = first
    for text in findings:
        yield f"{last},"
        last = text
    yield f"{last}\n  ],\n{after}"


def _indented(form: dict[str, Any]) -> str:
    """Return the JSON of a finding, indented as in the list of the report."""
    return "    " + safe_json(to_json(form, indent=2).decode()).replace("\n", "\n    ")
