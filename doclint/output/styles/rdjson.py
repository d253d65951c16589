"""The style `rdjson`: the Diagnostic Format of reviewdog, which comments on pull requests and suggests fixes.

The format is the message `DiagnosticResult` in `proto/rdf/reviewdog.proto` of reviewdog. Columns count bytes of UTF-8
from 1, and an end is the position after the last byte. Each suggestion is complete by itself, so the edits of a fix
become one. Paths are relative to the working directory, which is what reviewdog expects.
"""

import json
from collections.abc import Iterator
from typing import Any

from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.markdown.source import Offsets, Position, Source, Span, edited
from doclint.output.fixes import marked_sentence
from doclint.output.paths import path_from_here
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe_json
from doclint.rule.finding import Finding

_SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}
_LONGEST = 10_000  # characters that a suggestion replaces or writes; people read it in a comment


class BytePositions:
    """Positions of a page as reviewdog counts them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._offsets = Offsets.of(source.text)

    def offset(self, offset: int) -> dict[str, int]:
        """Return the position of a character, which may be the one after the last."""
        line = self._source.position(offset).line
        start = self._source.line_starts[line - 1]
        return {"line": line, "column": self._offsets.byte(offset) - self._offsets.byte(start) + 1}

    def position(self, position: Position) -> dict[str, int]:
        """Return a position; only its line if the page no longer has the column."""
        starts = self._source.line_starts
        if position.line <= len(starts):
            offset = starts[position.line - 1] + position.column - 1
            if offset <= self._source.line_span(position.line).end:
                return self.offset(offset)
        return {"line": position.line}


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield one JSON document, finding by finding."""
    pages = PageSources(report.repository)
    yield '{"source": {"name": "doclint"}, "diagnostics": ['
    known: tuple[Source | None, BytePositions | None] = (None, None)
    for number, finding in enumerate(report.findings, start=1):
        source = pages.page_of(finding)
        if source is not known[0]:
            known = (source, BytePositions(source) if source else None)
        text = json.dumps(_diagnostic(finding, report.root, pages, known[1], options), ensure_ascii=False)
        yield safe_json(text) + ("," if number < len(report.findings) else "")
    yield "]}"


def _diagnostic(
    finding: Finding, root: str, pages: PageSources, positions: BytePositions | None, options: RenderOptions
) -> dict[str, Any]:
    diagnostic: dict[str, Any] = {
        "message": marked_sentence(finding),
        "location": {"path": path_from_here(finding.path, root), "range": _range(finding, positions)},
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": finding.rule},
    }
    if address := options.page_of(finding.rule):
        diagnostic["code"]["url"] = address
    if positions and (suggestion := _suggestion(finding, pages, positions)):
        diagnostic["suggestions"] = [suggestion]
    return diagnostic


def _range(finding: Finding, positions: BytePositions | None) -> dict[str, Any]:
    """Return the place of a finding; only its first line if the page cannot be read, or no longer has the place."""
    if positions is None:
        return {"start": {"line": finding.start.line}}
    start, end = positions.position(finding.start), positions.position(finding.end)
    return {"start": start, "end": end} if "column" in start and "column" in end else {"start": {"line": start["line"]}}


def _suggestion(finding: Finding, pages: PageSources, positions: BytePositions) -> dict[str, Any] | None:
    """Return the fix of a finding as one replacement; None if it has none, or one that is too long to read."""
    edits, source = pages.edits(finding), pages.source(finding.path)
    if not edits or source is None:
        return None
    whole = Span(edits[0].span.start, max(edit.span.end for edit in edits))
    if whole.end - whole.start + sum(len(edit.text) for edit in edits) > _LONGEST:
        return None
    place = {"start": positions.offset(whole.start), "end": positions.offset(whole.end)}
    return {"range": place, "text": edited(source.text, whole, edits)}
