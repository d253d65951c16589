"""What is wrong in a file in TOML, and what pages show about a format, as diagnostics of the protocol."""

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

from lsprotocol import types

from doclint.engine.format_test.document import FormatObservation
from doclint.output.terminal import without_controls
from doclint.server.diagnostics import SOURCE
from doclint.server.documents import location
from doclint.server.positions import Positions
from doclint.server.toml.file import TomlFile
from doclint.server.toml.mistakes import FileMistake, visible

_UNSHOWN = frozenset({"free-text", "idle-rule"})
_MOST_OBSERVATIONS = 100


def of_mistake(one: FileMistake, positions: Positions) -> types.Diagnostic:
    """Return the diagnostic of a mistake."""
    return types.Diagnostic(
        range=positions.range(one.span),
        message=without_controls(one.message),
        severity=types.DiagnosticSeverity.Error,
        source=SOURCE,
    )


def of_observations(
    found: Iterable[FormatObservation], file: TomlFile, positions: Positions, root: FilePath
) -> Iterator[types.Diagnostic]:
    """Yield the diagnostics of what pages show about a format: warnings for what to change, and hints."""
    shown = [one for one in found if one.code not in _UNSHOWN][:_MOST_OBSERVATIONS]
    for one in shown:
        place = file.places.nearest(tuple(one.keys))[-1]
        severity = types.DiagnosticSeverity.Warning if one.is_mistake else types.DiagnosticSeverity.Hint
        message = f"{one.message}\n{one.hint}" if one.hint else one.message
        yield types.Diagnostic(
            range=positions.range(visible(file.text, place.key)),
            message="\n".join(map(without_controls, message.split("\n"))),
            severity=severity,
            code=one.code,
            source=SOURCE,
            related_information=list(_places(one, root)) or None,
        )


def _places(one: FormatObservation, root: FilePath) -> Iterator[types.DiagnosticRelatedInformation]:
    for place in one.places:
        there = location(root / place.path, place.line)
        yield types.DiagnosticRelatedInformation(there, without_controls(str(place)))
