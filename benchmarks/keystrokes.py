"""Measure how long the language server takes to show what is wrong while one types.

    python benchmarks/keystrokes.py [--rounds N] [FOLDER PAGE]

An editor opens a page of a repository, by default one of about 10 KB that is made up, with a source, and types at its
end. The table shows, in milliseconds of wall time, the first answer, which starts the worker and reads the source, and
the quartiles of the others: from the message that the text changed to the diagnostics of that text, with the pause
that the server waits for the next key. Another row is for a page of 1 MB, and how long the server takes meanwhile for
a question that needs no page. The machine should be quiet: with other programs on all processors, all figures grow.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.lsp.client import LanguageClient

_PARAGRAPH = "Some *text* with `code`, a [link](#a) and a word more, as people write it.\n\n"
_FUNCTION = 'def step_{0}(value: int) -> int:\n    """Return the value of step {0}."""\n    return value + {0}\n\n\n'
_ENTRY = "- **`step_{0}`**: [app.py_docs.md](./app.py_docs.md)\n"


class Times(NamedTuple):
    """The first answer, and the quartiles of the others, in milliseconds."""

    first: float
    quartiles: list[float]

    def __str__(self) -> str:
        return f"{self.first:8.0f} {' '.join(f'{one:8.0f}' for one in self.quartiles)}"


class TypingClient:
    """A client that types in one page, and waits for the diagnostics."""

    def __init__(self, root: Path, page: Path) -> None:
        self._client = LanguageClient("benchmark", "1")
        self._root = root
        self._page = page
        self._version = 0
        self._shown = asyncio.Event()

        @self._client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: types.PublishDiagnosticsParams) -> None:
            if params.uri == self._page.as_uri() and params.version == self._version:
                self._shown.set()

    async def start(self) -> None:
        """Start the server."""
        await self._client.start_io(sys.executable, "-P", "-m", "doclint", "server")
        folders = [types.WorkspaceFolder(self._root.as_uri(), "root")]
        params = types.InitializeParams(types.ClientCapabilities(), workspace_folders=folders)
        await self._client.initialize_async(params)
        self._client.initialized(types.InitializedParams())

    async def stop(self) -> None:
        """End the server."""
        await self._client.shutdown_async(None)
        self._client.exit(None)
        await self._client.stop()  # type: ignore[no-untyped-call]

    async def times(self, text: str, rounds: int) -> Times:
        """Open the page, type in it, and return how long each answer took."""
        item = types.TextDocumentItem(self._page.as_uri(), "markdown", self._version, text)
        first = await self._until_shown(self._client.text_document_did_open, types.DidOpenTextDocumentParams(item))
        taken = []
        for number in range(rounds):
            text += "a" if number % 8 else " "
            taken.append(await self._until_shown(self._client.text_document_did_change, self._change(text)))
        return Times(first, statistics.quantiles(taken, n=4))

    async def meanwhile(self, text: str, rounds: int) -> Times:
        """Type faster than the page is checked, and return how long a question takes that needs no page."""
        taken = []
        for _ in range(rounds):
            text += "a"
            self._client.text_document_did_change(self._change(text))
            place = types.CompletionParams(types.TextDocumentIdentifier(self._page.as_uri()), types.Position(0, 0))
            taken.append(await _milliseconds(self._client.text_document_completion_async(place)))
        return Times(taken[0], statistics.quantiles(taken, n=4))

    def _change(self, text: str) -> types.DidChangeTextDocumentParams:
        self._version += 1
        version = types.VersionedTextDocumentIdentifier(self._version, self._page.as_uri())
        return types.DidChangeTextDocumentParams(version, [types.TextDocumentContentChangeWholeDocument(text)])

    async def _until_shown(self, notify: Any, params: Any) -> float:
        self._shown.clear()
        start = time.perf_counter()
        notify(params)
        await self._shown.wait()
        return (time.perf_counter() - start) * 1000


async def _milliseconds(question: Awaitable[object]) -> float:
    start = time.perf_counter()
    await question
    return (time.perf_counter() - start) * 1000


def _sample(root: Path) -> Path:
    """Write a repository with a source and a page of about 10 KB about it, and return the page."""
    (root / ".git").mkdir()
    (root / "docs").mkdir()
    (root / "app.py").write_text("".join(map(_FUNCTION.format, range(100))), encoding="utf-8")
    (root / "docs/app.py_docs.md").write_text("# Documentation: `app.py`\n", encoding="utf-8")
    page = root / "docs/app.py_kw.md"
    text = "# Keyword Index: `app.py`\n\n## Keywords Extracted\n\n### Functions\n\n"
    text += "".join(map(_ENTRY.format, range(100))) + "\n## Keyword → Section Map\n\n" + _PARAGRAPH * 60
    page.write_text(text, encoding="utf-8")
    return page


async def _measure(root: Path, page: Path, rounds: int) -> None:
    text = page.read_text(encoding="utf-8")
    large = root / "large.md"
    print(f"{'milliseconds':36} {'first':>8} {'25 %':>8} {'50 %':>8} {'75 %':>8}")
    for name, place, content in (
        (f"a page of {len(text.encode()) / 1000:,.0f} kB", page, text),
        ("a page of 1,000 kB", large, _PARAGRAPH * (1_000_000 // len(_PARAGRAPH))),
    ):
        client = TypingClient(root, place)
        await client.start()
        print(f"{name:36} {await client.times(content, rounds)}", flush=True)
        if place == large:
            print(f"{'a question meanwhile':36} {await client.meanwhile(content, rounds)}", flush=True)
        await client.stop()


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20, help="How many keys are typed in each page.")
    parser.add_argument("given", nargs="*", metavar="FOLDER PAGE", type=Path, help="A repository, and a page in it.")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.given:
            root, page = options.given[0].resolve(), options.given[-1].resolve()
        else:
            root = Path(folder).resolve()
            page = _sample(root)
        asyncio.run(_measure(root, page, options.rounds))


if __name__ == "__main__":
    main()
