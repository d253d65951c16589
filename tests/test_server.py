"""The language server, driven by a real client."""

import asyncio
import re
import shutil
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest
from editor import Editor, answer, applied
from hypothesis import given, strategies as st
from lsprotocol import types
from mistune import html as markdown
from scratch import Scratch
from tree import write

from doclint.markdown.source import Span
from doclint.server.positions import Positions
from doclint.server.start import _Input

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

            await _check_what_it_is_about(editor, page, folder)

            # A safe fix is preferred, one that is not is marked, and a comment allows a finding.
            fix, *others = await editor.actions(page, [misspelled])
            assert (fix.title, fix.is_preferred) == ("Replace `Classs` with `Classes` (misspelled-heading)", True)
            assert [one.code for one in fix.diagnostics or ()] == ["misspelled-heading"]
            assert [one.title for one in others] == [
                "Allow `misspelled-heading` on this line by a comment",
                "Allow `misspelled-heading` on this page by a comment",
                "doclint: make all safe fixes",
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
            # Another open page is checked again once a page is saved.
            editor.type(page, PAGE)
            await editor.found(page)
            editor.save(page)
            assert await editor.codes(guide) == ["broken-anchor"]
            editor.close(guide)
            assert await editor.found(guide) == []

    asyncio.run(script())


async def _check_what_it_is_about(editor: Editor, page: types.TextDocumentIdentifier, folder: Path) -> None:
    """Ask for the line of the source, the manual of a rule, the outline and the links of a page."""
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


def test_citations_lead_to_their_lines(folder: Path) -> None:
    text = "# A\n\n[the run](file://app.py#L8-L9) [app.py:5-400]()[gone](file://gone.py#L1) `app.py` (lines 90-91)\n"

    async def script() -> None:
        async with Editor(folder) as editor:
            page = editor.open(folder / "notes.md", text)
            assert await editor.codes(page) == ["impossible-range", "dead-citation", "impossible-range"]
            columns = [text.splitlines()[2].index(one) for one in ("run]", "app.py:", "gone]", "`app.py` (")]
            places = [await editor.definition(page, 2, column) for column in columns]
            assert places == [["app.py:8"], ["app.py:5"], [], ["app.py:90"]]
            run, beyond, gone, behind = [await editor.hover(page, 2, column + 1) for column in columns]
            assert run.startswith("```text\napp.py:8\n```\n```python\ndef run() -> None:\n")
            assert "error:" not in run
            assert "```python\n" in beyond
            assert "but the page cites lines 5-400" in beyond
            assert "gone.py" not in beyond
            assert "error: `gone.py` is cited, but does not exist" in gone
            assert "but the page cites" not in gone
            assert "but the page cites lines 90-91" in behind

    asyncio.run(script())


async def _again(editor: Editor, page: types.TextDocumentIdentifier, text: str) -> list[types.Diagnostic]:
    """Return the diagnostics of a page after a change that changes nothing."""
    editor.type(page, text)
    return await editor.found(page)


def test_source_leads_to_its_pages_and_back(folder: Path) -> None:
    async def script() -> None:
        async with Editor(folder) as editor:
            source = editor.open(folder / "app.py", language="python")
            assert await editor.references(source, 7, 5) == ["app.py_kw.md:17"]
            assert set(await editor.references(source, 0, 0)) == {"app.py_kw.md:1", "app.py_docs.md:1"}
            lenses = await answer(editor.client.text_document_code_lens_async(types.CodeLensParams(source)))
            assert [one.command.title for one in lenses] == ["docs/app.py_docs.md", "docs/app.py_kw.md"]
            command = types.ExecuteCommandParams(lenses[1].command.command, lenses[1].command.arguments)
            await answer(editor.client.workspace_execute_command_async(command))
            (shown,) = editor.client.shown_documents
            assert shown.uri == (folder / "docs/app.py_kw.md").as_uri()

    asyncio.run(script())


def test_folders_have_their_own_settings(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    text = "# A\n\n[b](b.md)\n\n[c][d]\n"
    write(one, "doclint.toml", 'ignore = ["broken-link"]\n')
    write(two, "doclint.toml", 'severity = { broken-link = "info" }\nexclude = ["old/"]\n')
    pages = [write(folder, "a.md", text) for folder in (one, two, two / "old", tmp_path / "three")]

    async def script() -> None:
        async with Editor(one, two) as editor:
            first, second, left_out, outside = [editor.open(page) for page in pages]
            assert await editor.codes(first) == ["undefined-reference"]
            found = await editor.found(second)
            assert [(one.code, one.severity) for one in found] == [
                ("broken-link", types.DiagnosticSeverity.Information),
                ("undefined-reference", types.DiagnosticSeverity.Error),
            ]
            assert await editor.codes(left_out) == []
            # What is around a page in no folder and no repository is not looked at.
            assert await editor.codes(outside) == ["undefined-reference"]
            untitled = editor.open("untitled:Untitled-1", text)
            assert await editor.codes(untitled) == ["undefined-reference"]

    asyncio.run(script())


def test_broken_configuration_is_shown_and_the_last_one_stays(folder: Path) -> None:
    configuration = folder / "doclint.toml"
    right = configuration.read_text(encoding="utf-8")

    async def script() -> None:
        async with Editor(folder) as editor:
            page = editor.open(folder / "docs/app.py_kw.md")
            before = await editor.codes(page)
            configuration.write_text('ignore = ["misspeled-heading"]\n', encoding="utf-8")
            editor.changed(configuration)
            found = await editor.until(lambda one: one.uri == configuration.as_uri() and bool(one.diagnostics))
            assert "did you mean `misspelled-heading`" in found[0].message
            assert "doclint uses the configuration from before" in editor.client.messages[-1].message
            assert await editor.codes(page) == before
            configuration.write_text(right, encoding="utf-8")
            editor.changed(configuration)
            assert await editor.until(lambda one: one.uri == configuration.as_uri()) == []
            assert await editor.codes(page) == before
            # It is open in the editor, which saves it.
            opened = editor.open(configuration, language="toml")
            await editor.found(opened)
            configuration.write_text('ignore = ["misspelled-heading", "missing-section"]\n', encoding="utf-8")
            editor.save(opened)
            assert await editor.codes(page) == [one for one in before if one != "misspelled-heading"]

    asyncio.run(script())


RULE = '''
import os
from doclint import Invalid, Message, Rule, Valid, Violation

print("a rule prints")

class Own(Rule):
    """Every page."""

    id = "own"
    family = "house"
    severity = "info"
    messages = {"page": Message("A page")}
    examples = (Invalid("a\\n", lines=(1,)), Valid(""))

    def check(self, page):
        print("a rule prints")
        if "exit" in page.source.text:
            os._exit(3)
        if "raise" in page.source.text:
            raise ValueError("\\x1b[31m")
        from doclint import Span
        yield Violation(Span(0, 1), "page")
'''


def test_local_rules_run_only_if_the_editor_says_so_and_take_nothing_down(tmp_path: Path) -> None:
    write(tmp_path, "doclint.toml", 'local-rules = ["own.py"]\nextend-select = ["own"]\n')
    write(tmp_path, "own.py", RULE)
    write(tmp_path, "multiprocessing.py", "raise SystemExit('a module of the repository runs')\n")
    page = write(tmp_path, "a.md", "# A\n")

    async def script(*, allowed: bool) -> None:
        async with Editor(tmp_path, settings={"localRules": allowed}, cwd=tmp_path) as editor:
            document = editor.open(page)
            assert await editor.codes(document) == (["own"] if allowed else [])
            if not allowed:
                return
            editor.type(document, "# raise\n")
            (failed,) = await editor.found(document)
            assert failed.code == "rule-failed"
            assert "\x1b" not in failed.message
            assert any("ValueError" in one.message for one in editor.client.log_messages)
            editor.type(document, "# exit\n")
            assert await editor.codes(document) == ["worker-died"]
            editor.type(document, "# B\n")
            assert await editor.codes(document) == ["own"]

    asyncio.run(script(allowed=False))
    asyncio.run(script(allowed=True))


def test_server_that_is_killed_and_started_anew_loses_nothing(folder: Path) -> None:
    text = PAGE.replace("walk", "swim")

    async def found(editor: Editor, *, is_first: bool) -> list[object]:
        page = editor.open(folder / "docs/app.py_kw.md", text)
        codes = await editor.codes(page)
        if is_first:
            editor.server.kill()
            await editor.server.wait()
        return codes

    async def script() -> None:
        async with Editor(folder) as editor:
            before = await found(editor, is_first=True)
        async with Editor(folder) as editor:
            assert await found(editor, is_first=False) == before

    asyncio.run(script())


def test_large_page_does_not_block_typing(tmp_path: Path) -> None:
    large = write(tmp_path, "large.md", "# A\n\n" + "Some *text* with `code` and a [link](#a).\n\n" * 24_000)
    assert large.stat().st_size > 1_000_000

    async def script() -> None:
        async with Editor(tmp_path, settings={"select": ["broken-link", "undefined-reference"]}) as editor:
            page = editor.open(large)
            text = large.read_text(encoding="utf-8")
            for number in range(5):
                text = f"{text}[b][c{number}]\n"
                editor.type(page, text)
                params = types.CompletionParams(page, types.Position(0, 0))
                await answer(editor.client.text_document_completion_async(params))
            # All answers are here before the page is checked, and only its last text counts.
            assert editor.client.published == []
            assert len(await editor.found(page)) == 5
            assert editor.client.published == []

    asyncio.run(script())


def test_large_page_does_not_keep_others_waiting(tmp_path: Path) -> None:
    large = write(
        tmp_path, "large.md", "# A\n\n" + "Some *text* with `code` and a [link](#a).\n\n" * 24_000 + "[a](b.md)\n"
    )
    small = write(tmp_path, "small.md", "[a](b.md)\n")

    async def script() -> None:
        async with Editor(tmp_path) as editor:
            pages = [editor.open(large), editor.open(small)]
            await editor.found(pages[1])
            assert editor.client.published == []
            assert "broken-link" in await editor.codes(pages[0])
            # Workers know the texts of all pages, also the one that starts late.
            editor.type(pages[1], "# B\n")
            editor.type(pages[0], large.read_text(encoding="utf-8") + "[a](small.md#b)\n[a](small.md#c)\n")
            assert await editor.codes(pages[0]) == ["oversized-page", "broken-link", "broken-anchor"]

    asyncio.run(script())


def test_rules_about_all_pages_run_if_the_editor_asks_for_them(tmp_path: Path) -> None:
    write(tmp_path, "doclint.toml", 'select = ["ambiguous-title", "broken-link"]\nformats = ["pages.toml"]\n')
    kind = 'name = "file"\npath = "{path}.page.md"\ntitle = "Keywords: {name}"\n'
    write(tmp_path, "pages.toml", f'name = "names"\ndocs-root = "docs"\n\n[[kind]]\n{kind}')
    title = "# Keywords: app.py\n"
    for folder in ("a", "b"):
        write(tmp_path, f"src/{folder}/app.py", "")
        write(tmp_path, f"docs/src/{folder}/app.py.page.md", title)
    file = tmp_path / "docs/src/b/app.py.page.md"

    async def script() -> None:
        async with Editor(tmp_path, settings={"allPages": True}) as editor:
            page = editor.open(file)
            assert await editor.codes(page) == []
            assert await editor.codes(page) == ["ambiguous-title"]
            editor.type(page, f"{title}\n[c](c.md)\n")
            assert await editor.codes(page) == ["broken-link", "ambiguous-title"]
            file.write_text("# B\n", encoding="utf-8")
            editor.type(page, "# B\n")
            editor.save(page)
            await editor.until(lambda one: not one.diagnostics)
        async with Editor(tmp_path) as editor:
            page = editor.open(file, title)
            editor.save(page)
            assert await editor.codes(page) == []

    asyncio.run(script())


def test_pages_are_compared_with_sources_as_they_are_written(folder: Path) -> None:
    async def script() -> None:
        async with Editor(folder) as editor:
            page = editor.open(folder / "docs/app.py_kw.md")
            assert "unknown-symbol" in await editor.codes(page)
            source = editor.open(folder / "app.py", language="python")
            assert "unknown-symbol" in await editor.codes(page)
            editor.type(source, SOURCE + "\n\ndef walk() -> None:\n    pass\n")
            assert "unknown-symbol" not in await editor.codes(page)
            editor.close(source)
            assert "unknown-symbol" in await editor.codes(page)

    asyncio.run(script())


def test_claims_are_counted_if_the_editor_asks_for_them(folder: Path) -> None:
    async def script() -> None:
        write(folder, "doclint.toml", 'ignore = ["missing-section"]\nexclude = ["old/"]\n')
        # `path` is a setting of an extension, which no server has to know.
        async with Editor(folder, settings={"claims": True, "path": "doclint"}) as editor:
            page = editor.open(folder / "docs/app.py_kw.md")
            await editor.found(page)
            [lens] = await editor.client.text_document_code_lens_async(types.CodeLensParams(page)) or []
            assert lens.command == types.Command("7 of 8 checked claims hold", "")
            assert editor.client.claims[-1] == {"uri": page.uri, "holds": 7, "refuted": 1, "unknown": 0}
            plain = editor.open(write(folder, "docs/plain.md", "# Plain\n"))
            await editor.found(plain)
            assert not await editor.client.text_document_code_lens_async(types.CodeLensParams(plain))
            left_out = editor.open(write(folder, "old/a.md", "[a](../docs/plain.md)\n"))
            await editor.found(left_out)
            assert left_out.uri not in [one["uri"] for one in editor.client.claims]
        async with Editor(folder) as editor:
            page = editor.open(folder / "docs/app.py_kw.md")
            await editor.found(page)
            assert not await editor.client.text_document_code_lens_async(types.CodeLensParams(page))
            assert editor.client.claims == []

    asyncio.run(script())


def test_settings_of_the_editor(tmp_path: Path) -> None:
    write(tmp_path, "mine.toml", 'severity = { broken-link = "info" }\n')
    page = write(tmp_path, "a.md", "# A\n\n[b](b.md)\n")

    async def script() -> None:
        settings = {"select": ["broken-link"], "config": "mine.toml", "run": "onSave"}
        async with Editor(tmp_path, settings=settings, capabilities="neovim") as editor:
            document = editor.open(page)
            (found,) = await editor.found(document)
            assert (found.code, found.severity) == ("broken-link", types.DiagnosticSeverity.Information)
            editor.type(document, "# A\n\n[b](b.md) [c](c.md)\n")
            editor.save(document)
            assert await editor.codes(document) == ["broken-link", "broken-link"]
            editor.client.set_configuration({"run": "always"}, section="doclint")
            editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
            await editor.codes(document)
            (shown,) = editor.client.messages
            assert (
                shown.message
                == "doclint: the settings of the editor are not used: `run` is 'always', not 'onType' or 'onSave'"
            )

    asyncio.run(script())


def test_texts_of_pages_are_shown_as_text(tmp_path: Path) -> None:
    name = "b![](https://example.org/x.png)```[c](command:evil)\\u001b.md"
    page = write(tmp_path, "a.md", f"# A\n\n[b](<{name}>)\n\n```text\n\x1b[31m`````` ![](https://example.org/y.png)\n")
    write(tmp_path, "doclint.toml", 'select = ["broken-link"]\n')

    async def script() -> None:
        async with Editor(tmp_path) as editor:
            document = editor.open(page)
            (found,) = await editor.found(document)
            assert found.message.isprintable()
            shown = await editor.hover(document, 2, 1)
            assert "example.org" in shown
            message, _, manual = shown.partition("# broken-link\n")
            html = markdown(message)
            assert "<img" not in html
            assert "<a " not in html
            assert manual

    asyncio.run(script())


@pytest.mark.parametrize("length", ["1" + "0" * 18, "9" * 900, "200000001"])
def test_message_of_any_announced_length_is_refused(length: str) -> None:
    command = [sys.executable, "-m", "doclint", "server"]
    message = f"Content-Length: {length}\r\n\r\n{{}}".encode()
    done = subprocess.run(command, input=message, capture_output=True, timeout=60, check=False)
    expected = "doclint: the editor sends a message of more than 200,000,000 bytes, which doclint does not read\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", expected)


def test_header_of_any_length_is_read_in_pieces(tmp_path: Path) -> None:
    (tmp_path / "input").write_bytes(b"x" * 100_000)
    with _Input(FileIO(tmp_path / "input")) as stdin:
        assert {len(line) for line in iter(stdin.readline, b"")} == {1_000}


def test_command_says_what_is_missing() -> None:
    script = (
        "import sys; sys.modules['pygls'] = None; from doclint.cli.main import run_cli; sys.exit(run_cli(['server']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "doclint: the server needs the package `pygls`; `pip install 'doclint[lsp]'` adds it\n"


@pytest.mark.parametrize("encoding", [*types.PositionEncodingKind])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_fix_is_made_at_its_place_whatever_is_before_it(encoding: types.PositionEncodingKind, ending: str) -> None:
    text = "\ufeff# 𝔸\tÄ\x0c\u2028 â†’ z\n\n𝔸 Ã¼ b".replace("\n", ending)
    positions = Positions(text, encoding)
    source = positions.source
    start = source.text.index("â†’")
    range_ = positions.range(Span(start, start + 3))
    line = text.split(ending)[range_.start.line]
    assert _piece(line, range_, encoding) == "â†’"
    assert positions.span(range_) == Span(start, start + 3)


CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def _piece(line: str, range_: types.Range, encoding: str) -> str:
    """Return what a range on one line has, as an editor sees it."""
    codec, width = CODECS[types.PositionEncodingKind(encoding).value]
    return line.encode(codec)[range_.start.character * width : range_.end.character * width].decode(codec)


@given(
    st.text(st.sampled_from("aé→𝔸\U0010ffff\t\r\n\x0c\u2028\ufeff\ud800"), max_size=30),
    st.sampled_from([*types.PositionEncodingKind]),
    st.data(),
)
def test_positions_lead_there_and_back(text: str, encoding: types.PositionEncodingKind, data: st.DataObject) -> None:
    positions = Positions(text, encoding)
    offset = data.draw(st.integers(0, len(positions.source.text)))
    place = positions.position(offset)
    there = positions.offset(place)
    # The end of a line is the same place as the middle of its ending.
    assert there == min(offset, positions.source.line_span(place.line + 1).end)
    line = re.split("\r\n|\r|\n", text)[place.line]
    codec, width = CODECS[encoding.value]
    before = line.encode(codec, "surrogatepass")[: place.character * width]
    if there == offset:
        mark = "\ufeff" if text.startswith("\ufeff") and not place.line else ""
        start = positions.source.line_starts[place.line]
        assert len(before.decode(codec, "surrogatepass")) == len(mark + positions.source.text[start:offset])


@given(st.text(max_size=20), st.integers(0, 5), st.integers(0, 50), st.sampled_from([*types.PositionEncodingKind]))
def test_every_position_is_somewhere(
    text: str, line: int, character: int, encoding: types.PositionEncodingKind
) -> None:
    positions = Positions(text, encoding)
    assert 0 <= positions.offset(types.Position(line, character)) <= len(positions.source.text)


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
def test_hover_says_which_commit_made_a_finding_true(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "repository")
    scratch.write("src/till.py", "drawer = 1\n")
    scratch.write("AGENTS.md", "# Till\n\n[till](file://src/till.py#L1)\n")
    scratch.commit()
    scratch.git("rm", "-q", "src/till.py")
    scratch.git("commit", "-qm", "delete the till")

    async def script() -> None:
        async with Editor(scratch.root, settings={"blame": True}) as editor:
            # The lines of the page moved in the editor, and are not saved.
            page = editor.open(scratch.root / "AGENTS.md", "# Till\n\nNew.\n\n[till](file://src/till.py#L1)\n")
            await editor.found(page)
            while "looking for the commit" in (shown := await editor.hover(page, 4, 8)):
                pass
            assert re.search(r"wrong since [0-9a-f]{10} \(\d{4}-\d\d-\d\d\): delete the till", shown)
        async with Editor(scratch.root) as editor:
            page = editor.open(scratch.root / "AGENTS.md")
            await editor.found(page)
            assert "wrong since" not in await editor.hover(page, 2, 8)

    asyncio.run(script())
