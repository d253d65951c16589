"""What the worker found, as answers of the protocol."""

from collections.abc import Iterable, Sequence

from lsprotocol import types

from doclint.markdown.source import Edit
from doclint.output.terminal import without_controls
from doclint.rule.finding import Finding
from doclint.server.checks import FoundPlace, OutlineEntry
from doclint.server.documents import OpenDocument, uri_of
from doclint.server.markup import fenced, link
from doclint.server.page_actions import PageAction
from doclint.server.positions import Positions
from doclint.source.language import language_of


def location(found: FoundPlace) -> types.Location:
    """Return the location of a place in a file."""
    start, end = types.Position(found.place.first - 1, 0), types.Position(found.place.last, 0)
    return types.Location(uri_of(found.file), types.Range(start, end if found.excerpt else start))


def hover(
    document: OpenDocument,
    findings: Sequence[tuple[Finding, str, str]],
    places: Sequence[FoundPlace],
    *,
    is_markdown: bool = True,
) -> types.Hover | None:
    """Return what to show of findings, each with its manual and the address of that, and of places in sources."""
    parts = [_place(one) for one in places if one.excerpt]
    parts += [_finding(*one) for one in findings]
    if not parts:
        return None
    span = None if findings else places[0].place.span
    kind = types.MarkupKind.Markdown if is_markdown else types.MarkupKind.PlainText
    content = types.MarkupContent(kind, "\n\n---\n\n".join(parts))
    return types.Hover(content, document.positions.range(span) if span else None)


def _place(found: FoundPlace) -> str:
    language = language_of(found.place.path)
    shown = fenced(f"{found.place.path}:{found.place.first}", "text")
    return f"{shown}\n{fenced(found.excerpt, language.id if language else 'text')}"


def _finding(finding: Finding, manual: str, address: str) -> str:
    message = f"{finding.severity}: {finding.sentence}"
    about = "\n\n".join(filter(None, [manual.strip(), link(finding.rule, address)]))
    return f"{fenced(message, 'text')}\n{about}"


def code_action(
    action: PageAction, document: OpenDocument, diagnostics: Iterable[types.Diagnostic]
) -> types.CodeAction:
    """Return an action for the diagnostics of the same finding."""
    about = [one for one in diagnostics if isinstance(one.data, dict) and one.data.get("finding") == action.finding]
    return types.CodeAction(
        title=without_controls(action.title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=about or None,
        is_preferred=True if action.safe else None,
        edit=workspace_edit(document, action.edits),
    )


def workspace_edit(document: OpenDocument, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """Return edits of a document."""
    changes = [types.TextEdit(document.positions.range(span), text) for span, text in edits]
    return types.WorkspaceEdit(changes={document.uri: changes})


def document_link(found: FoundPlace, positions: Positions) -> types.DocumentLink:
    """Return a link of a page to a file."""
    return types.DocumentLink(positions.range(found.place.span), target=uri_of(found.file))


def symbols(entries: Sequence[OutlineEntry], positions: Positions) -> list[types.DocumentSymbol]:
    """Return headings as an outline, each with those of its section below it."""
    top: list[types.DocumentSymbol] = []
    around: list[tuple[int, list[types.DocumentSymbol]]] = [(0, top)]
    for entry in entries:
        while around[-1][0] >= entry.level:
            around.pop()
        whole = positions.range(entry.span._replace(end=max(entry.end, entry.span.end)))
        own = positions.range(entry.span)
        name = without_controls(entry.text) or "#" * entry.level
        below: list[types.DocumentSymbol] = []
        around[-1][1].append(types.DocumentSymbol(name, types.SymbolKind.String, whole, own, children=below))
        around.append((entry.level, below))
    return top
