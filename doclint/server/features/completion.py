"""Completion: what can be written in a configuration or a format."""

from lsprotocol import types

from doclint.output.terminal import without_controls
from doclint.server.feature import Feature, TomlQuestion
from doclint.server.positions import Positions
from doclint.server.toml.completion import CARET, Suggestion, suggestions

_TRIGGERS = ["{", "|", '"', "[", ".", "="]
_KINDS = {"key": "Property", "table": "Struct", "value": "Value", "hole": "Variable", "path": "File"}


async def _of_toml(asked: TomlQuestion) -> types.CompletionList:
    """Return what can be written at an offset, in its order. Editors with snippets put the cursor at the caret."""
    found = await asked.service.ask(asked.document, suggestions, asked.offset) or []
    has_snippets = asked.server.has_snippets
    items = [_item(one, number, asked.positions, has_snippets=has_snippets) for number, one in enumerate(found)]
    return types.CompletionList(is_incomplete=any(one.kind == "path" for one in found), items=items)


def _item(one: Suggestion, number: int, positions: Positions, *, has_snippets: bool) -> types.CompletionItem:
    has_caret = CARET in one.insert and has_snippets
    snippet = one.insert.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}").replace(CARET, "$0")
    text = snippet if has_caret else one.insert.replace(CARET, "")
    is_name = one.kind in ("value", "path")
    return types.CompletionItem(
        label=without_controls(one.label),
        kind=types.CompletionItemKind[_KINDS[one.kind]],
        detail=without_controls(one.detail) or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
        sort_text=f"{number:05}",
        # Editors compare this with what is written in the range, which has the quote.
        filter_text=one.insert if is_name else one.label.strip("[]{ "),
        text_edit=types.TextEdit(positions.range(one.span), text),
        insert_text_format=types.InsertTextFormat.Snippet if has_caret else None,
    )


FEATURE = Feature(
    "textDocument/completion", toml=_of_toml, options=types.CompletionOptions(trigger_characters=_TRIGGERS)
)
