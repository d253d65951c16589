"""What is known of a file in TOML, as answers of the protocol."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as FilePath

from lsprotocol import types

from doclint.engine.format_test.document import FormatObservation
from doclint.errors.toml_places import Range
from doclint.markdown.source import Span
from doclint.output.terminal import without_controls
from doclint.server.diagnostics import SOURCE
from doclint.server.documents import OpenDocument, uri_of
from doclint.server.positions import Positions
from doclint.server.toml.completion import CARET, Suggestion
from doclint.server.toml.definition import DefinedPlace
from doclint.server.toml.file import TomlFile
from doclint.server.toml.matching import PartMatch
from doclint.server.toml.mistakes import FileMistake, visible

_KINDS = {
    "key": types.CompletionItemKind.Property,
    "table": types.CompletionItemKind.Struct,
    "value": types.CompletionItemKind.Value,
    "hole": types.CompletionItemKind.Variable,
    "path": types.CompletionItemKind.File,
}
_SNIPPET = types.InsertTextFormat.Snippet
_UNSHOWN = frozenset({"free-text", "idle-rule"})
_MOST_OBSERVATIONS = 100


def range_of(positions: Positions, span: Range) -> types.Range:
    """Return the range of a span."""
    return positions.range(Span(*span))


def completion(found: Sequence[Suggestion], positions: Positions, *, has_snippets: bool) -> types.CompletionList:
    """Return what can be written, in its order. Editors with snippets put the cursor at the caret."""
    several = [_item(one, number, positions, has_snippets=has_snippets) for number, one in enumerate(found)]
    return types.CompletionList(is_incomplete=any(one.kind == "path" for one in found), items=several)


def _item(one: Suggestion, number: int, positions: Positions, *, has_snippets: bool) -> types.CompletionItem:
    has_caret = CARET in one.insert and has_snippets
    text = _snippet(one.insert) if has_caret else one.insert.replace(CARET, "")
    is_name = one.kind in ("value", "path")
    return types.CompletionItem(
        label=without_controls(one.label),
        kind=_KINDS[one.kind],
        detail=without_controls(one.detail) or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
        sort_text=f"{number:05}",
        # Editors compare this with what is written in the range, which has the quote.
        filter_text=one.insert if is_name else one.label.strip("[]{ "),
        text_edit=types.TextEdit(range_of(positions, one.span), text),
        insert_text_format=_SNIPPET if has_caret else None,
    )


def _snippet(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    return escaped.replace(CARET, "$0")


def mistake(one: FileMistake, positions: Positions) -> types.Diagnostic:
    """Return the diagnostic of a mistake."""
    return types.Diagnostic(
        range=range_of(positions, one.span),
        message=without_controls(one.message),
        severity=types.DiagnosticSeverity.Error,
        source=SOURCE,
    )


def observations(
    found: Iterable[FormatObservation], file: TomlFile, positions: Positions, root: FilePath
) -> Iterator[types.Diagnostic]:
    """Yield the diagnostics of what pages show about a format: warnings for what to change, and hints."""
    shown = [one for one in found if one.code not in _UNSHOWN][:_MOST_OBSERVATIONS]
    for one in shown:
        place = file.places.nearest(tuple(one.keys))[-1]
        severity = types.DiagnosticSeverity.Warning if one.is_mistake else types.DiagnosticSeverity.Hint
        message = f"{one.message}\n{one.hint}" if one.hint else one.message
        yield types.Diagnostic(
            range=range_of(positions, visible(file.text, place.key)),
            message="\n".join(map(without_controls, message.split("\n"))),
            severity=severity,
            code=one.code,
            source=SOURCE,
            related_information=list(_places(one, root)) or None,
        )


def _places(one: FormatObservation, root: FilePath) -> Iterator[types.DiagnosticRelatedInformation]:
    for place in one.places:
        position = types.Position(max(place.line - 1, 0), 0)
        location = types.Location(uri_of(root / place.path), types.Range(position, position))
        yield types.DiagnosticRelatedInformation(location, without_controls(str(place)))


def lenses(
    parts: Iterable[PartMatch], file: TomlFile, document: OpenDocument, command: str
) -> Iterator[types.CodeLens]:
    """Yield how often the parts of a format are on pages, above their lines; a click shows the report."""
    for part in parts:
        places = file.places.nearest(part.keys)
        if len(places) > len(part.keys):
            span = visible(file.text, places[-1].key)
            title = without_controls(part.text)
            action = types.Command(title=title, command=command, arguments=[document.uri])
            yield types.CodeLens(range_of(document.positions, span), command=action)


def repair(one: FileMistake, document: OpenDocument) -> types.CodeAction:
    """Return the action that writes the name that is meant."""
    edit = types.TextEdit(range_of(document.positions, one.span), one.meant)
    return types.CodeAction(
        f"Replace by `{without_controls(one.meant)}`",
        types.CodeActionKind.QuickFix,
        diagnostics=[mistake(one, document.positions)],
        edit=types.WorkspaceEdit({document.uri: [edit]}),
        is_preferred=True,
    )


def location(found: DefinedPlace, document: OpenDocument) -> types.Location:
    """Return the location of a definition."""
    if found.file is not None:
        start = types.Position(0, 0)
        return types.Location(uri_of(found.file), types.Range(start, start))
    return types.Location(document.uri, range_of(document.positions, found.span))
