"""Findings as diagnostics of the protocol."""

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from doclint.output.terminal import without_controls
from doclint.rule.finding import Finding
from doclint.server.documents import location
from doclint.server.page_actions import id_of
from doclint.server.positions import Positions

SOURCE = "doclint"
"""The name of doclint in diagnostics."""

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
_UNNECESSARY = frozenset({"unused-suppression"})


def diagnostic_of(
    finding: Finding, positions: Positions, root: Path | None = None, address: str = ""
) -> types.Diagnostic:
    """Return the diagnostic of a finding on a page of the project at a root; `address` is that of its manual."""
    return types.Diagnostic(
        range=positions.between(finding.start, finding.end),
        message=without_controls(finding.sentence),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=types.CodeDescription(address) if address else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.rule in _UNNECESSARY else None,
        related_information=list(_related(finding, root)) or None,
        data={"finding": id_of(finding)},
    )


def _related(finding: Finding, root: Path | None) -> Iterator[types.DiagnosticRelatedInformation]:
    for lines in finding.related if root else ():
        assert root is not None, "there are no related lines without a root"
        message = f"what the page is compared with: {lines}" if lines.start else f"the source: {lines.path}"
        place = location(root / lines.path, lines.start, lines.end)
        yield types.DiagnosticRelatedInformation(place, without_controls(message))
