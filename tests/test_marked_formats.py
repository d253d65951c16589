"""Formats that marks on pages call for, wherever the pages are."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from doclint import FormatError, lint_corpus, read_page
from doclint.config.project import Project
from doclint.formats.format_set import FormatSet, MarkIndex, UnloadedFormat
from doclint.formats.loading import builtin
from doclint.formats.schema.format import Format
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.page.parsed_page import ParsedPage
from doclint.repository.in_memory import Memory

FORMAT = """
name = "shelf"
marks = ["*Made by shelf*"]
ignore = ["several-titles"]

[[kind]]
name = "class"
path = "classes/{symbol}.md"
title = "Class {symbol}"
source = "{symbol|snake}.py"
defines = "class"

[[kind.section]]
heading = "Methods"
content = [{ shape = "symbols", defines = "method", complete = "public", item = "`{symbol}`" }]
"""
PAGE = "# Class Basket\n\n*Made by shelf*\n\n## Methods\n\n- `weigh`\n"
SOURCE = "class Basket:\n    def weigh(self) -> int:\n        return 1\n\n    def empty(self) -> None: ...\n"


def kind_of(path: str, text: str) -> str | None:
    return read_page(text, path=path, format=tomllib.loads(FORMAT)).kind


@pytest.mark.parametrize("folder", ["", "docs/", "clients/shop/docs/"])
def test_pages_may_be_in_any_folder(folder: str) -> None:
    assert kind_of(f"{folder}classes/Basket.md", PAGE) == "class"
    assert kind_of(f"{folder}other/Basket.md", PAGE) is None
    assert kind_of(f"{folder}classes/deep/Basket.md", PAGE) is None, "holes do not match slashes"


def test_only_formats_with_a_folder_are_loaded_for_it() -> None:
    def load() -> Format:
        raise AssertionError

    assert FormatSet(unloaded=(UnloadedFormat("shelf", ("*Made by shelf*",), (), load),)).rooted == ()


def test_title_of_a_format_in_its_folder_decides_before_marks() -> None:
    def load() -> Format:
        raise AssertionError

    formats = FormatSet((builtin("repo-docs"),), (UnloadedFormat("shelf", ("app.py",), (), load),))
    page = ParsedPage("docs/app.py_docs.md", Source.from_text("# Documentation: `app.py`\n"), formats)
    assert page.identity is not None
    assert page.identity.kind.name == "file-docs"


MARKS = st.dictionaries(st.text("ab", min_size=1), st.lists(st.text("a|J–", min_size=1, max_size=3), max_size=3))


@given(MARKS, st.text("a|J–"))
def test_index_names_each_format_with_a_mark_in_the_text(marks: dict[str, list[str]], text: str) -> None:
    expected = {name for name, own in marks.items() if not own or any(mark in text for mark in own)}
    assert MarkIndex(marks).names_on(text) == expected


def test_page_without_a_mark_is_not_of_the_format() -> None:
    assert kind_of("classes/Basket.md", PAGE.replace("*Made by shelf*", "Made by hand")) is None


@pytest.mark.parametrize(
    ("source", "is_found"),
    [("shop/docs/basket.py", True), ("shop/basket.py", True), ("basket.py", True), ("other/basket.py", False)],
)
def test_source_is_looked_for_from_the_folder_of_the_page_up(source: str, *, is_found: bool) -> None:
    pages = {"shop/docs/classes/Basket.md": PAGE}
    report = lint_corpus(pages, format=tomllib.loads(FORMAT), sources={source: SOURCE})
    assert [finding.rule for finding in report.findings] == (["missing-member"] if is_found else [])


def test_nearest_source_counts() -> None:
    pages = {"shop/docs/classes/Basket.md": PAGE}
    sources = {"shop/basket.py": SOURCE.replace("empty", "_empty"), "basket.py": SOURCE}
    assert lint_corpus(pages, format=tomllib.loads(FORMAT), sources=sources).findings == []


def test_rules_that_the_format_ignores_do_not_run() -> None:
    text = f"{PAGE}\n# Class Basket\n"
    for name, expected in (("several-titles", set()), ("empty-section", {"several-titles"})):
        table = tomllib.loads(FORMAT.replace("several-titles", name))
        report = lint_corpus({"classes/Basket.md": text}, format=table, rules=["several-titles"])
        assert {finding.rule for finding in report.findings} == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('marks = ["*Made by shelf*"]\n', "", "`docs-root` is missing; for pages in any folder, `marks`"),
        ('"classes/{symbol}.md"', '"{path}.md"', r"`path` has the hole `\{path\}`, which needs a `docs-root`"),
        ('"several-titles"', '"several-title"', "no rule is called `several-title`; did you mean `several-titles`"),
    ],
)
def test_mistakes(old: str, new: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "shelf.toml").write_text(FORMAT.replace(old, new), encoding="utf-8")
    (tmp_path / "doclint.toml").write_text('formats = ["shelf.toml"]\n', encoding="utf-8")
    with pytest.raises(FormatError, match=expected):
        Project.find(root=tmp_path)


def test_page_with_weak_marks_needs_a_source() -> None:
    table = tomllib.loads(FORMAT)
    table["weak-marks"] = ["*Made by hand*"]
    weak = PAGE.replace("shelf", "hand")
    for text, sources, kind in (
        (weak, {}, None),
        (weak, {"other.py": SOURCE}, None),
        (weak, {"basket.py": SOURCE}, "class"),
        (PAGE, {"other.py": SOURCE}, "class"),
    ):
        assert read_page(text, path="classes/Basket.md", format=table, sources=sources).kind == kind, (text, sources)


@pytest.mark.parametrize(
    ("source", "folder", "file"),
    [
        ("{symbol|snake}.py", "", "basket.py"),
        ("**/{symbol|snake}.py", "", "src/shop/basket.py"),
        ("**/shop/*.py", "", "src/shop/basket.py"),
        ("{symbol|snake}.py", ".generated/", ".generated/basket.py"),
        ("**/{symbol|snake}.py", "node_modules/shop/", "node_modules/shop/src/basket.py"),
        (".generated/{symbol|snake}.py", "", ".generated/basket.py"),
        ("node_modules/shop/{symbol|snake}.py", "", "node_modules/shop/basket.py"),
        ("{symbol|lower}", "", "basket"),
        ("{symbol|snake}.py", "", "bas_ket.py"),
    ],
)
def test_source_of_a_page_with_weak_marks_may_be_anywhere(source: str, folder: str, file: str) -> None:
    """A format is ruled out first if no file has the extension of its sources, but only where that is certain."""
    own = tomllib.loads(FORMAT)
    weak = own | {"marks": [], "weak-marks": own["marks"], "kind": [own["kind"][0] | {"source": source}]}
    page = f"{folder}classes/Basket.md"
    assert read_page(PAGE, path=page, format=weak, sources={file: SOURCE}).kind == "class"
    assert read_page(PAGE, path=page, format=weak, sources={"other.md": ""}).kind is None


def test_page_with_weak_marks_may_be_of_another_format() -> None:
    """Formats with weak marks do not make the kind unclear: those without a source, and beside one with other marks."""
    own = tomllib.loads(FORMAT)
    weak = own | {"marks": [], "weak-marks": own["marks"]}
    other = own | {"name": "other"}
    weak_other = weak | {"name": "weak-other", "kind": [own["kind"][0] | {"source": "{symbol|snake}.pyi"}]}
    for beside, sources, name in (
        (other, {"basket.pyi": SOURCE}, "other"),
        (other, {"basket.py": SOURCE}, "other"),
        (weak_other, {"basket.pyi": SOURCE}, "weak-other"),
        (weak_other, {"basket.py": SOURCE}, "shelf"),
    ):
        page = Page(
            "classes/Basket.md",
            Source(PAGE),
            formats=[Format.from_table(one) for one in (weak, beside)],
            repository=Memory({path: text.encode() for path, text in sources.items()}),
        )
        assert page.format is not None
        assert page.format.name == name


_WIKI = """\
# storage

## Overview

Keeps things.

## Parameters

```ts
export default {
  size: 1,
} satisfies Config;
```

## Dependencies

- auth
"""
_BUTTON = "# {}\n\n```ts\nconst instance: Button = new Button();\n```\n\n## Properties\n\n- `size`\n\n## {}\n\n## {}\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/storage.md", _WIKI),
        ("docs/Button.md", _BUTTON.format("Button", "Events", "Slots")),
        ("docs/de/Button.md", _BUTTON.format("Schaltfläche", "Ereignisse", "Plätze")),
        ("docs/ja/Button.md", _BUTTON.format("ボタン", "イベント", "スロット")),
        ("docs/install.md", "## install\n\n```go\npackage main\n```\n\n## Next\n\nGo on.\n"),
        (
            "docs/keywords.md",
            "# Global Keyword Index\n\n## Usage\n\nUse it.\n\n## Keywords A-Z\n\n### A\n\n- **app**\n",
        ),
    ],
)
def test_title_alone_shows_no_format(path: str, text: str) -> None:
    """Not even if there is a source of that name: any page has the title and the headings that these have."""
    sources = {"src/storage.ts": "export class storage {}\n", "src/Button.ts": "export class Button {}\n"}
    assert read_page(text, path=path, sources=sources).kind is None


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("docs/Button.md", "# Button\n\n```go\npackage main\n```\n\n## Properties\n\n- `size`\n", "model"),
        ("docs/keywords.md", "# Global Keyword Index\n\n## About This Index\n\nIt has keywords.\n", "global-keywords"),
        ("docs/app.py_docs.md", "# Documentation: `app.py`\n", "file-docs"),
    ],
)
def test_title_and_other_evidence_show_the_format(path: str, text: str, kind: str) -> None:
    assert read_page(text, path=path).kind == kind


PLACED = """
name = "shelf"
folders = [".shelf/wiki"]

[[kind]]
name = "page"
path = ".shelf/wiki/{_}.md"
free = true

[[kind]]
name = "module"
path = ".shelf/wiki/api/{module}.md"
source = "{module}.py"

[[kind.section]]
heading = "class {symbol}"
key = "class"
repeats = true
defines = "class"
"""
WIKI = "# Baskets\n\nWhatever a model writes.\n"
MODULE = "# shop\n\n## class Basket\n\nA basket.\n"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (".shelf/wiki/a.md", "page"),
        (".shelf/wiki/deep/er/a.md", "page"),
        ("shop/.shelf/wiki/a.md", "page"),
        ("shelf/wiki/a.md", None),
        ("x.shelf/wiki/a.md", None),
        (".shelf/a.md", None),
    ],
)
def test_folder_tells_pages_wherever_it_is(path: str, kind: str | None) -> None:
    assert read_page(WIKI, path=path, format=tomllib.loads(PLACED)).kind == kind


def test_headings_of_one_word_show_no_format() -> None:
    """A picture in a link above a heading looks like the anchors of pydoc-markdown, and any word like a function."""
    other = "## Features summary\n\n## How to start\n\n"
    sponsors = '## Sponsors\n\n<a href="https://x.org"><img src="x.svg"></a>\n\n#### Backers\n\n## License\n'
    assert read_page(f"{other}{sponsors}", path="README.md").format is None


@pytest.mark.parametrize(("source", "is_found"), [("a/shop.py", True), ("shop.py", True), ("a/.shelf/shop.py", False)])
def test_source_is_looked_for_around_the_folder(source: str, *, is_found: bool) -> None:
    report = lint_corpus(
        {"a/.shelf/wiki/api/shop.md": MODULE},
        format=tomllib.loads(PLACED),
        sources={source: "class Bag: ...\n"},
        rules=["unknown-member"],
    )
    assert bool(report.findings) == is_found


def test_page_of_a_free_kind_is_checked_as_one_of_no_format() -> None:
    contents = read_page(WIKI, path=".shelf/wiki/a.md", format=tomllib.loads(PLACED))
    assert (contents.format, contents.kind, contents.is_free) == ("shelf", "page", True)
    page = Page(".shelf/wiki/a.md", Source.from_text(WIKI), formats=[Format.from_table(tomllib.loads(PLACED))])
    assert page.kind is None
    assert page.format is None


def test_page_in_a_folder_is_of_no_other_format_that_comes_with_doclint() -> None:
    text = "# <kbd>module</kbd> `shop`\n\nA model saw a page of another generator.\n"
    assert read_page(text, path="docs/shop.md").format == "lazydocs"
    assert read_page(text, path="openwiki/shop.md").format == "wikis"
    assert read_page(text, path="markdown_docs/shop.md").format == "lazydocs", "it has no mark of the format"


MODEL = """\
# beds

## Properties

| Name | Type |
| --- | --- |
| `rows` | number |

```typescript
const example = {
} satisfies beds
```

## Example

None.
"""


def test_files_beside_a_page_tell_its_format() -> None:
    pages = {"docs/beds.md": MODEL}
    sources = {"src/beds.ts": "export interface beds {\n  rows: number;\n}\n"}
    files = {"docs/module_tree.json": "{}", "docs/metadata.json": "{}"}

    def format_of(**more: str) -> str | None:
        return read_page(MODEL, path="docs/beds.md", sources={**pages, **sources, **more}).format

    assert format_of() == "openapi-fetch"
    assert format_of(**{"docs/module_tree.json": "{}"}) == "openapi-fetch", "one of the files is not there"
    assert format_of(**{"module_tree.json": "{}", "metadata.json": "{}"}) == "openapi-fetch"
    assert format_of(**files) == "codewiki"


def test_only_pages_of_a_kind_are_told_by_files() -> None:
    sources = {"docs/project-scan-report.json": "{}"}
    text = "# <kbd>module</kbd> `shop`\n"
    assert read_page(text, path="docs/shop.md", sources=sources).format == "lazydocs"
    assert read_page("# A\n", path="docs/source-tree-analysis.md", sources=sources).format == "bmad"


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("# A\n\n<details>\n<summary>Relevant source files</summary>\n</details>\n", "deepwiki"),
        ("# A\nRelevant source files\n- [a](a.md)\n", "deepwiki"),
        ("# A\n\nThese are the relevant source files.\n", None),
        ("---\ngenerated_by: gcode-codewiki\n---\n# A\n", "gcode"),
        ("# A\n\nSet `generated_by: gcode-codewiki` there.\n", None),
    ],
)
def test_sure_mark_is_enough(text: str, format_: str | None) -> None:
    assert read_page(text, path="docs/a.md").format == format_


def test_examples_of_quartodoc_may_have_many_headings() -> None:
    text = "# a { #b.a }\n\n## Parameters {.doc-section .doc-section-parameters}\n\n### C\n\n### D\n\n### E\n"
    assert read_page(text, path="docs/a.qmd").format == "quartodoc"


def test_places_of_typedoc_before_version_3() -> None:
    text = "# Interface: Box\n\n## Properties\n\n###  size\n\n• **size**: *number*\n\n*Defined in [box.ts:1](a)*\n"
    assert read_page(text, path="docs/interfaces/_box_.box.md").format == "typedoc-v3"
    assert read_page(text.replace("*Defined", "Defined"), path="docs/interfaces/_box_.box.md").format is None


def test_members_of_typedoc_before_version_3() -> None:
    """Modifiers are in headings, `readonly` is left out, and members of an object have headings on their own level."""
    source = "export class Box {\n  protected readonly size = 1\n  public kind = { colour: 'red' }\n}\n"
    size = "### `Protected` size\n\n• **size**: *1* = 1\n\n*Defined in [box.ts:2](a)*\n\n___\n\n"
    kind = "###  kind\n\n### ▪ **kind**: *object*\n\n*Defined in [box.ts:3](a)*\n\n"
    colour = '###  colour\n\n• **colour**: *string* = "red"\n\n*Defined in [box.ts:3](a)*\n'
    text = f"# Class: Box\n\n## Properties\n\n{size}## Object literals\n\n{kind}{colour}"
    report = lint_corpus({"docs/classes/box.md": text}, sources={"src/box.ts": source})
    assert [str(one) for one in report.findings if one.rule != "broken-link"] == []


def test_categories_of_typedoc_before_version_4() -> None:
    size, fill = "### Size\n\nƬ **Size**: `number`\n", "### fill\n\n▸ **fill**(): `void`\n"
    contents = "## Table of contents\n\n### Type Aliases\n\n- [Size](a.md#size)\n"
    text = f"# Module: a\n\n{contents}\n## Type Aliases\n\n{size}\n## Types Functions\n\n{fill}"
    source = "export type Size = number\nexport function fill(): void {}\n"
    report = lint_corpus({"docs/modules/a.md": text}, sources={"src/a.ts": source})
    assert [str(one) for one in report.findings] == []


@pytest.mark.parametrize(
    "head", ["[**a**](../README.md)\n\n---\n\n[a](../README.md) / B\n\n", "[**a**](../index.md)\n\n***\n\n"]
)
def test_heads_of_typedoc(head: str) -> None:
    """A formatter may write the break, and the breadcrumbs may be left out."""
    text = f"{head}# Type Alias: B\n\n> **B** = `string`\n"
    assert read_page(text, path="docs/type-aliases/B.md").format == "typedoc"


def test_files_of_users_formats_count_too() -> None:
    table = tomllib.loads(FORMAT) | {"beside": ["shelf.json"]}
    pages = {"classes/Basket.md": PAGE}
    found = lint_corpus(pages, format=table, sources={"basket.py": SOURCE})
    assert found.findings == []
    found = lint_corpus(pages, format=table, sources={"basket.py": SOURCE, "classes/shelf.json": ""})
    assert [one.rule for one in found.findings] == ["missing-member"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "shelf"', 'name = "shelf"\ndocs-root = "docs"', "`folders` is for pages in any folder"),
        ('".shelf/wiki/{_}.md"', '"wiki/{_}.md"', "`path` begins with none of the `folders`"),
        ('[".shelf/wiki"]', '["/.shelf/wiki"]', "`/.shelf/wiki` is not a folder"),
        ("free = true", 'free = true\nsource = "a.py"', "`source` has no effect: nothing on pages of a `free` kind"),
        ('folders = [".shelf/wiki"]', 'beside = ["wiki/index.json"]', "`wiki/index.json` is a path"),
    ],
)
def test_mistakes_in_folders(old: str, new: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "shelf.toml").write_text(PLACED.replace(old, new), encoding="utf-8")
    (tmp_path / "doclint.toml").write_text('formats = ["shelf.toml"]\n', encoding="utf-8")
    with pytest.raises(FormatError, match=expected):
        Project.find(root=tmp_path)


API_PAGE = "[Home](./index.md) &gt; [shop](./shop.md) &gt; [Api](./shop.api.md)\n\n## Api class\n\n**Signature:**\n"


@pytest.mark.parametrize("before", ["", "---\ntitle: Api class\n---\n\n"])
def test_page_of_api_documenter_needs_no_comment(before: str) -> None:
    assert read_page(before + API_PAGE, path="docs/shop.api.md").kind == "class"
    assert (
        read_page(before + "[Home](./index.md)\n\n## API Reference\n\n## Packages\n", path="docs/index.md").kind
        == "index"
    )
    assert read_page(before + API_PAGE.replace("./index.md", "./home.md"), path="docs/shop.api.md").kind is None


def rules_on_api_page(sources: dict[str, str], folder: str = "docs") -> set[str]:
    page = f"{API_PAGE}\n```typescript\nexport declare class Api\n```\n"
    return {one.rule for one in lint_corpus({f"{folder}/shop.api.md": page}, sources=sources).findings}


def test_page_with_the_name_of_an_api_report_is_no_report() -> None:
    assert rules_on_api_page({"src/index.ts": "export class Api {}\n"}) == {"broken-link"}
    assert rules_on_api_page({"src/index.ts": "export const a = 1;\n"}) == {"broken-link", "unknown-member"}


@pytest.mark.parametrize("folders", [["lib/etc"], ["lib/etc", "lib/temp"]])
def test_api_report_anywhere_counts_before_sources_near_the_page(folders: list[str]) -> None:
    report = '## API Report File for "shop"\n\n```ts\n\n// @public\nexport class Api {\n}\n\n```\n'
    sources = {"site/src/index.ts": "export const a = 1;\n", **{f"{one}/shop.api.md": report for one in folders}}
    assert rules_on_api_page(sources, "site/docs") == {"broken-link"}


TYPEDOC_STATE = """**shop**

***

[shop](../README.md) / State

# Interface: State

## Properties

### open

> **open**: `boolean`

#### Source

[Projects/shop/src/till.ts:1](https://example.org/shop)
"""


def test_source_that_a_page_of_typedoc_names_by_a_longer_path_is_not_another_one() -> None:
    page, other = {"docs/interfaces/State.md": TYPEDOC_STATE}, "export interface State { size: number }\n"
    assert {one.rule for one in lint_corpus(page, sources={"src/basket.ts": other}).findings} <= {"broken-link"}
    member = TYPEDOC_STATE.partition("## Properties\n")[2].replace("open", "size").replace("boolean", "number")
    page = {"docs/interfaces/State.md": TYPEDOC_STATE + member}
    moved = lint_corpus(page, sources={"src/basket.ts": other}).findings
    assert {one.rule for one in moved} >= {"unknown-member"}, "what has half of the members may have been moved"
    several = {"src/basket.ts": other, "src/till.ts": "interface State { open: boolean }\n"}
    assert {one.rule for one in lint_corpus(page, sources=several).findings} <= {"broken-link"}


def test_functions_of_early_releases_of_typedoc_are_those_of_its_present_format() -> None:
    text = (
        "# Function: run()\n\n> **run**(`size`): `void`\n\n## Parameters\n\n▪ **size**: `number`\n\n***\n\n[a](b.md)\n"
    )
    page = read_page(text, path="docs/functions/run.md")
    assert (page.format, page.kind) == ("typedoc", "function")


UNION = """# Type Alias: Shelf

> **Shelf** = \\{ `size`: `number`; `kind`: `"a"`; \\} \\| \\{ `size`: `number`; \\}

Defined in: src/shelf.ts:1

## Type Declaration

\\{ `size`: `number`; `kind`: `"a"`; \\}

### size

> **size**: `number`

### kind

> **kind**: `"a"`

\\{ `size`: `number`; \\}

### size

> **size**: `number`
"""


def test_alternatives_of_a_type_may_have_the_same_property() -> None:
    assert not lint_corpus({"docs/type-aliases/Shelf.md": UNION}).findings
