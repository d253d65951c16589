"""The style `json`: the whole report; `doclint schema report` prints its schema."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pydantic_core import to_json

from doclint.engine.report.report import Report
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe_json

_TOGETHER = 100  # findings; writing each by itself takes longer than making its JSON
_NO_FINDINGS = '\n  "findings": [],\n'


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the parts of one JSON document, some findings at a time: a page of some megabytes can have a million."""
    frame = safe_json(report.frame().model_dump_json(indent=2))
    findings = map(_indented, report.finding_forms())
    last = ",\n".join(islice(findings, _TOGETHER))
    if not last:
        yield frame
        return
    before, after = frame.split(_NO_FINDINGS)
    yield f'{before}\n  "findings": ['
    while some := ",\n".join(islice(findings, _TOGETHER)):
        yield f"{last},"
        last = some
    yield f"{last}\n  ],\n{after}"


def _indented(form: dict[str, Any]) -> str:
    """Return the JSON of a finding, indented as in the list of the report."""
    return "    " + safe_json(to_json(form, indent=2).decode()).replace("\n", "\n    ")
