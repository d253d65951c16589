"""Configurations and formats in an editor, driven by a real client."""

import asyncio
from pathlib import Path

import pytest
from editor import Editor, answer, applied
from lsprotocol import types
from tree import write

FORMAT = """name = "recipes"
docs-root = "docs"

[[kind]]
name = "recipe"
path = "{module}.md"
title = "Recipe {module}"

[[kind.section]]
heading = "Steps"
content = ["steps"]

[[kind.section]]
heading = "Notes"
required = false

[shared.contents]
steps = { shape = "entries", of = "steps", item = "{text}" }
"""
PAGE = "# Recipe bread\n\n## Steps\n\n- Knead\n- Bake\n\n## Rest\n\nFree.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "doclint.toml", 'formats = ["recipes.toml"]\n')
    write(tmp_path, "recipes.toml", FORMAT)
    write(tmp_path, "docs/bread.md", PAGE)
    return tmp_path


async def labels(editor: Editor, document: types.TextDocumentIdentifier, line: int, character: int) -> list[str]:
    params = types.CompletionParams(document, types.Position(line, character))
    found = await answer(editor.client.text_document_completion_async(params))
    return [one.label for one in found.items]


async def lenses(editor: Editor, document: types.TextDocumentIdentifier) -> dict[int, str]:
    """Return what is shown above lines, by their numbers from 1 on."""
    found = await answer(editor.client.text_document_code_lens_async(types.CodeLensParams(document)))
    return {one.range.start.line + 1: one.command.title for one in found or () if one.command}


def test_configuration_while_it_is_written(folder: Path) -> None:
    async def script() -> None:
        async with Editor(folder) as editor:
            config = editor.open(folder / "doclint.toml", 'selct = ["links"]\n', "toml")
            (mistake,) = await editor.found(config)
            assert mistake.message == "there is no setting `selct`; did you mean `select`?"
            (action,) = await editor.actions(config, [mistake])
            text = applied('selct = ["links"]\n', action, config.uri)
            assert text == 'select = ["links"]\n'
            editor.type(config, text)
            assert await editor.found(config) == []
            assert "Rules to run" in await editor.hover(config, 0, 2)
            editor.type(config, 'select = ["broken-\nformats = ["recipes.toml"]\n')
            assert {"broken-link", "broken-anchor"} <= {*await labels(editor, config, 0, 18)}
            assert await editor.definition(config, 1, 14) == ["recipes.toml:1"]
            (mistake,) = await editor.found(config)
            assert mistake.message.startswith("this is not TOML: ")
            # Other files are left alone, unless they look like a format.
            other = editor.open(folder / "other.toml", "selct = [\n", "toml")
            assert await editor.hover(other, 0, 1) == ""
            untitled = editor.open("untitled:Untitled-1", FORMAT.replace("name", "nam", 1), "toml")
            messages = [one.message for one in await editor.found(untitled)]
            assert messages == ["there is no key `nam`; did you mean `name`?"]

    asyncio.run(script())


def test_format_is_compared_with_the_pages_of_now(folder: Path) -> None:
    """Pages of a format that has marks, and no folder, are all over the tree."""
    marked = FORMAT.replace('docs-root = "docs"', 'marks = ["*By hand*"]')
    page = f"{PAGE}\n*By hand*\n"
    write(folder, "docs/bread.md", page)
    for name in ("a", "b", "c"):
        write(folder, f"{name}.md", "# Not a recipe\n")

    async def script() -> None:
        async with Editor(folder) as editor:
            recipes = editor.open(folder / "recipes.toml", marked, "toml")
            while 4 not in (shown := await lenses(editor, recipes)):
                await editor.found(recipes)
            assert shown[4].startswith("1 of 1 page read; ")
            write(folder, "docs/rye.md", page)
            write(folder, "docs/oat.md", page)
            editor.changed(folder / "docs" / "rye.md", folder / "docs" / "oat.md")
            while (shown := await lenses(editor, recipes))[4].startswith("1 of 1 page"):
                await editor.found(recipes)
            assert shown[4].startswith("3 of 3 pages read; ")

    asyncio.run(script())


def test_format_while_it_is_written(folder: Path) -> None:
    async def script() -> None:
        async with Editor(folder) as editor:
            recipes = editor.open(folder / "recipes.toml", language="toml")
            assert await editor.found(recipes) == []
            # Then the pages are read.
            unknown = next(one for one in await editor.found(recipes) if one.code == "unknown-heading")
            assert unknown.message == "no section has the heading `Rest`, on level 2"
            assert unknown.severity == types.DiagnosticSeverity.Warning
            (place,) = unknown.related_information or ()
            assert place.location.uri.endswith("docs/bread.md")
            assert place.location.range.start.line == 7
            shown = await lenses(editor, recipes)
            assert shown[4] == "1 of 1 page read; nothing takes 33.3% of their lines"
            assert shown[14] == "section: 0 times"
            assert await editor.definition(recipes, 10, 13) == ["recipes.toml:18"]
            # The mistake disappears once the format has the section.
            editor.type(recipes, FORMAT.replace("Notes", "Rest"))
            assert await editor.found(recipes) != []
            assert not any(one.code == "unknown-heading" for one in await editor.found(recipes))
            editor.type(recipes, FORMAT + '[[kind.section]]\nheading = "{sy')
            assert "symbol" in await labels(editor, recipes, 19, 14)
            # What is known of the last text without mistakes is shown in whole.
            params = types.ExecuteCommandParams("doclint.showMatch", [recipes.uri])
            await answer(editor.client.workspace_execute_command_async(params))
            (report,) = editor.client.shown_documents
            path = Path(report.uri.removeprefix("file://"))
            text = path.read_text(encoding="utf-8")
            assert text.startswith("Read: 1 page of the format. The tree has 1 page of any.")
            assert "nothing takes" not in text
        assert not path.exists()

    asyncio.run(script())


def test_saved_page_is_compared_with_the_open_format(folder: Path) -> None:
    async def script() -> None:
        async with Editor(folder) as editor:
            recipes = editor.open(folder / "recipes.toml", FORMAT.replace("Notes", "Rest"), "toml")
            for _ in range(2):  # what is wrong with the format by itself, and what pages show
                assert not any(one.code == "unknown-heading" for one in await editor.found(recipes))
            bread = editor.open(folder / "docs/bread.md")
            write(folder, "docs/bread.md", PAGE.replace("Rest", "Baking"))
            editor.save(bread)
            found = await editor.until(lambda one: any(the.code == "unknown-heading" for the in one.diagnostics))
            assert any("`Baking`" in one.message for one in found)

    asyncio.run(script())
