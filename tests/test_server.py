"""The language server, driven by a real client."""

import asyncio

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from editor import Editor, answer, applied
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from tree import write

from doclint.markdown.source import Source
from doclint.server.positions import Positions

SOURCE = '"""The app."""\n\n\nclass Basket:\n    pass\n\n\ndef run() -> None:\n    pass\n'
PAGE = """# Keyword Index: `app.py`

## File Information

- **Original File**: [app.py](../app.py)
- **Documentation**: [`app.py_docs.md`](./app.py_docs.md)
- **Folder**: `.`

## Keywords Extracted

### Classs

- **`Basket`**: [app.py_docs.md](./app.py_docs.md)

### Functions

- **`run`**: [app.py_docs.md](./app.py_docs.md)
- **`walk`**: [app.py_docs.md](./app.py_docs.md)
"""


def drive(script: Callable[[], Awaitable[None]]) -> None:
    """Run what an editor does, in a loop of its own."""
    asyncio.run(script())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "doclint.toml", 'ignore = ["missing-section"]\n')
    write(tmp_path, "app.py", SOURCE)
    write(tmp_path, "docs/app.py_kw.md", PAGE)
    write(tmp_path, "docs/app.py_docs.md", "# Documentation: `app.py`\n")
    return tmp_path


def test_page_while_it_is_written(folder: Path) -> None:
    async def script() -> None:
        async with Editor(folder) as editor:
            page = editor.open(folder / "docs/app.py_kw.md")
            found = await editor.found(page)
            by_rule = {str(one.code): one for one in found}
            misspelled, unknown = by_rule["misspelled-heading"], by_rule["unknown-symbol"]
            assert misspelled.severity == types.DiagnosticSeverity.Warning
            assert misspelled.source == "doclint"
            assert misspelled.range == types.Range(types.Position(10, 0), types.Position(10, 10))

            # What it is about: the line of the source, the manual of the rule, the outline, the links.
            assert await editor.definition(page, 16, 7) == ["app.py:8"]
            assert "def run() -> None:" in await editor.hover(page, 16, 7)
            assert await editor.definition(page, 4, 30) == ["app.py:1"]
            shown = await editor.hover(page, 10, 6)
            assert "write `Classes`" in shown
            assert "# misspelled-heading" in shown
            params = types.DocumentSymbolParams(page)
            (top,) = await answer(editor.client.text_document_document_symbol_async(params))
            assert [one.name for one in top.children] == ["File Information", "Keywords Extracted"]
            links = await answer(editor.client.text_document_document_link_async(types.DocumentLinkParams(page)))
            assert links[0].target == (folder / "app.py").as_uri()

            # A safe fix is preferred, one that is not is marked, and a comment allows a finding.
            fix, *others = await editor.actions(page, [misspelled])
            assert (fix.title, fix.is_preferred) == ("Replace `Classs` with `Classes` (misspelled-heading)", True)
            assert [one.code for one in fix.diagnostics or ()] == ["misspelled-heading"]
            assert [one.title for one in others] == [
                "Allow `misspelled-heading` on this line by a comment",
                "Allow `misspelled-heading` on this page by a comment",
            ]
            text = applied(PAGE, fix, page.uri)
            editor.type(page, text)
            assert "misspelled-heading" not in await editor.codes(page)
            unknown = next(one for one in await _again(editor, page, text) if one.code == "unknown-symbol")
            allow = next(one for one in await editor.actions(page, [unknown]) if "Allow" in one.title)
            editor.type(page, applied(text, allow, page.uri))
            assert "unknown-symbol" not in await editor.codes(page)

            # All safe fixes at once, as on save.
            editor.type(page, PAGE)
            await editor.found(page)
            (every,) = await editor.actions(page, [], only=["source.fixAll"])
            assert every.kind == "source.fixAll.doclint"
            assert "### Classes\n" in applied(PAGE, every, page.uri)

            # The file changes on the disk, and another page in the editor.
            write(folder, "app.py", SOURCE + "\n\ndef walk() -> None:\n    pass\n")
            editor.changed(folder / "app.py")
            assert "unknown-symbol" not in await editor.codes(page)
            write(folder, "docs/guide.md", "# Guide\n")
            guide = editor.open(folder / "docs/guide.md", "# Guide\n\n[index](app.py_kw.md#classes)\n")
            assert await editor.codes(guide) == ["broken-anchor"]
            editor.type(page, applied(PAGE, every, page.uri))
            editor.type(guide, "# Guide\n\n[index](app.py_kw.md#classes).\n")
            assert await editor.codes(guide) == []
            editor.close(guide)
            assert await editor.found(guide) == []

    drive(script)


async def _again(editor: Editor, page: types.TextDocumentIdentifier, text: str) -> list[types.Diagnostic]:
    """Return the diagnostics of a page after a change that changes nothing."""
    editor.type(page, text)
    return await editor.found(page)
