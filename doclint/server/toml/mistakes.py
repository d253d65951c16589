"""What is wrong in a file, as `doclint check` and `doclint formats` say it, at the places in the text."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as FilePath

from lsprotocol import types
from msgspec import Struct

from doclint.config.mistakes import ConfigPlace, mistakes_in
from doclint.config.project import ignored_mistakes
from doclint.engine.format_test.document import FormatObservation
from doclint.errors import toml
from doclint.errors.exceptions import FormatError
from doclint.errors.expressions import expression
from doclint.errors.toml_places import Range
from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import meant_name
from doclint.formats.loading import LARGEST, parse
from doclint.output.terminal import without_controls
from doclint.rule import registry
from doclint.server.diagnostics import SOURCE
from doclint.server.documents import location
from doclint.server.positions import Positions
from doclint.server.toml.file import TomlFile
from doclint.server.toml.schema import FileKind

_QUOTED = expression(r"`([^`]+)`|'([^']+)'")
_WORD = expression(r"[\w-]")


class FileMistake(Struct, frozen=True):
    """A mistake at a span of a text. The name `meant` should be in the place of what is at the span, if it is known."""

    span: Range
    message: str
    meant: str = ""


def mistakes_of(text: str, kind: FileKind, path: FilePath | None, root: FilePath | None) -> list[FileMistake]:
    """Return the mistakes in a file; while it is not TOML, only the first place at which it is not."""
    file = TomlFile(text, kind, path, root)
    try:
        _ = toml.parse(file.text)
    except ValueError as error:
        return [_of_syntax(file, error)]
    data = file.data
    if data is None or file.top is None:
        return []
    found = _of_format(file, data) if file.kind == "format" else _of_config(file, data)
    return [_located(file, mistake) for mistake in found]


def _of_syntax(file: TomlFile, error: ValueError) -> FileMistake:
    place = toml.place_of(error)
    at = len(file.text.rstrip())
    if place is not None:
        line, column = place
        at = min(file.places.start_of(line) + column - 1, len(file.text))
    message = f"this is not TOML: {toml.without_place(error).removesuffix(' (at end of document)')}"
    return FileMistake(visible(file.text, (at, len(file.text))), message)


def _of_config(file: TomlFile, data: dict[str, object]) -> Sequence[Mistake]:
    if file.path is None or file.root is None:
        return []
    place = ConfigPlace(file.path, file.root, file.path.parent == file.root)
    return mistakes_in(data, place, registry.rules())


def _of_format(file: TomlFile, data: dict[str, object]) -> Sequence[Mistake]:
    if len(file.text.encode()) > LARGEST:
        return [Mistake((), f"a format has at most {LARGEST:,} bytes")]
    try:
        format_ = parse(data, "", file.text)
    except FormatError as error:
        return [Mistake(one.path, one.message) for one in error.mistakes] or [Mistake((), str(error))]
    return list(ignored_mistakes(format_.ignore, registry.rules()))


def _located(file: TomlFile, mistake: Mistake) -> FileMistake:
    """Return a mistake at the name that is wrong, or else at the key or the value that it is about."""
    meant = meant_name(mistake.text)
    full: Path = (*file.base, *mistake.path)
    places = file.places.nearest(full)
    place = places[-1]
    if len(places) <= len(full):
        return FileMistake(visible(file.text, place.key), mistake.text)
    for name in reversed(_names_in(mistake.text)):
        found = _of_word(file.text, place.key, name) or (place.value and _of_word(file.text, place.value, name))
        if found:
            return FileMistake(found, mistake.text, meant)
    return FileMistake(visible(file.text, place.value or place.key), mistake.text)


def _names_in(message: str) -> list[str]:
    """Return the names that a message has in front of the one that it suggests, also without those of tables around."""
    quoted = [one[0] or one[1] for one in _QUOTED.findall(message.partition("; did you mean")[0])]
    return [name for one in quoted for name in (one.rpartition(".")[2], one)]


def _of_word(text: str, span: Range, word: str) -> Range | None:
    """Return where a word is in a span of a text; None if it is not there by itself."""
    start = text.find(word, *span)
    while start >= 0:
        end = start + len(word)
        if not _WORD.match(text, end) and not (start and _WORD.match(text, start - 1)):
            return start, end
        start = text.find(word, start + 1, span[1])
    return None


def visible(text: str, span: Range) -> Range:
    """Return the part of a span that is on its first line; an empty one grows to the line, as far as it has text."""
    start, end = span
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    end = min(end, line_end) if end > start else line_end
    return (start, end) if text[start:end].strip() else (text.rfind("\n", 0, start) + 1, line_end)


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
