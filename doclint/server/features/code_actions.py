"""Code actions: what can be done about findings on a page and mistakes in a file."""

from collections.abc import Iterable, Sequence

from lsprotocol import types

from doclint.markdown.source import Edit, Span
from doclint.output.terminal import without_controls
from doclint.server.documents import OpenDocument
from doclint.server.feature import Feature, PageQuestion, TomlQuestion
from doclint.server.page_actions import PageAction, actions, all_fixes, id_of
from doclint.server.toml.mistakes import of_mistake

FIX_ALL = "source.fixAll.doclint"
"""The kind of the action that makes all safe fixes, as editors name it when they run it on save."""

_LARGE = 200_000  # characters of a page for which all fixes are made only if that is asked for
_MOST = 5  # findings at a place that get actions


async def _of_page(asked: PageQuestion) -> list[types.CodeAction]:
    """Return the fixes of findings in a range, comments that allow them, and the action that makes all fixes."""
    document, wanted = asked.document, asked.params.context.only
    found: list[types.CodeAction] = []
    if _is_wanted(types.CodeActionKind.QuickFix.value, wanted):
        here = await asked.service.findings(document, *document.positions.span(asked.params.range))
        made = await asked.ask(actions, list(map(id_of, here[:_MOST]))) if here else ()
        found += [_action(one, document, asked.params.context.diagnostics) for one in made or ()]
    is_useful = any(one.is_preferred for one in found) and len(document.text) < _LARGE
    if _is_wanted(FIX_ALL, wanted) and (wanted or is_useful):
        found += await _fix_all(asked)
    # An editor may make the edits in whatever text it has by then.
    return found if asked.server.documents.get(document.uri) is document else []


def _is_wanted(kind: str, wanted: Sequence[str] | None) -> bool:
    """Whether an editor wants actions of a kind: all, or those of a kind that has it."""
    texts = [one.value if isinstance(one, types.CodeActionKind) else one for one in wanted or ()]
    return not texts or any(kind == one or kind.startswith(f"{one}.") for one in texts)


def _action(action: PageAction, document: OpenDocument, shown: Iterable[types.Diagnostic]) -> types.CodeAction:
    """Return an action for the diagnostics of the same finding."""
    about = [one for one in shown if isinstance(one.data, dict) and one.data.get("finding") == action.finding]
    return types.CodeAction(
        title=without_controls(action.title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=about or None,
        is_preferred=True if action.safe else None,
        edit=_changes(document, action.edits),
    )


def _changes(document: OpenDocument, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    several = [types.TextEdit(document.positions.range(span), text) for span, text in edits]
    return types.WorkspaceEdit(changes={document.uri: several})


async def _fix_all(asked: PageQuestion) -> list[types.CodeAction]:
    edit, refusal = await asked.ask(all_fixes) or (None, "")
    if refusal:
        asked.server.log(f"{asked.document.uri}: no fix is made, because {refusal}", types.MessageType.Warning)
    if edit is None:
        return []
    return [types.CodeAction("doclint: make all safe fixes", FIX_ALL, edit=_changes(asked.document, [edit]))]


async def _of_toml(asked: TomlQuestion) -> list[types.CodeAction]:
    """Return the names that are meant in a range."""
    document, wanted = asked.document, asked.params.context.only
    if wanted and types.CodeActionKind.QuickFix not in wanted:
        return []
    start, end = document.positions.span(asked.params.range)
    return [
        types.CodeAction(
            f"Replace by `{without_controls(one.meant)}`",
            types.CodeActionKind.QuickFix,
            diagnostics=[of_mistake(one, document.positions)],
            edit=_changes(document, [Edit(Span(*one.span), one.meant)]),
            is_preferred=True,
        )
        for one in asked.service.mistakes(document) or ()
        if one.meant and one.span[0] <= end and start <= one.span[1]
    ]


FEATURE = Feature(
    "textDocument/codeAction",
    page=_of_page,
    toml=_of_toml,
    options=types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL]),
)
