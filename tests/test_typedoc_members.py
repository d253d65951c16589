"""Members on pages of TypeDoc, compared with their declarations, and headings that are of none."""

import pytest

from doclint import lint_corpus
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page

_CLASS = """\
# Class: Tree

## Properties

### size

• **size**: *number*

*Defined in [tree.ts:2](https://example.org/orchard/blob/main/src/tree.ts#L2)*
"""
_MODULE = """\
# orchard

## Enumeration Members

### OAK

> **OAK**: `"oak"`

Defined in: [src/kinds.ts:2](https://example.org/orchard/blob/main/src/kinds.ts#L2)

## Classes

### Plants

- [Tree](classes/Tree.md)

### Other

- [Ladder](classes/Ladder.md)
"""
_SOURCE = "export class Tree {\n  readonly size: number;\n}\n"


@pytest.mark.parametrize(("kind", "expected"), [("Class", []), ("Enumeration", ["other"]), ("Interface", [])])
def test_class_is_no_enum(kind: str, expected: list[str]) -> None:
    page = _CLASS.replace("Class: ", f"{kind}: ")
    found = lint_corpus({"docs/tree.md": page}, sources={"src/tree.ts": _SOURCE}, rules=["unknown-member"]).findings
    assert [one.message_id for one in found] == expected


def test_stray_members_and_what_has_no_category_are_no_symbols() -> None:
    page = Page("docs/README.md", Source.from_text(_MODULE), formats=builtins())
    assert [one.name.text for one in page.documented] == ["Plants"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, ["age", "height"]),
        ({"typedoc.json": '{"excludeNotDocumented": true} // all'}, ["height"]),
        ({"typedoc.json": '{"extends": ["../typedoc.json"]}'}, ["height"]),
        ({"package.json": '{"typedocOptions": {"excludeNotDocumented": true}}'}, ["height"]),
        ({"package.json": '{"excludeNotDocumented": true, "extends": "a"}'}, ["age", "height"]),
    ],
)
def test_settings_leave_out_what_has_no_comment(settings: dict[str, str], expected: list[str]) -> None:
    source = "export class Tree {\n  size: number;\n  age: number;\n  /** In metres. */\n  height: number;\n}\n"
    sources = {"src/tree.ts": source, **settings}
    [found] = lint_corpus({"docs/classes/tree.md": _CLASS}, sources=sources, rules=["missing-member"]).findings
    assert [name for name in ("age", "height") if f"`{name}`" in found.message] == expected


@pytest.mark.parametrize("notes", ["*Inherited from void*\n\n*Overrides void*", "*Overrides void*"])
def test_old_versions_do_not_say_that_a_member_is_read_only(notes: str) -> None:
    page = _CLASS.replace("*Defined in", f"{notes}\n\n*Defined in")
    found = lint_corpus({"docs/classes/tree.md": page}, sources={"src/tree.ts": _SOURCE}, rules=["wrong-modifier"])
    assert found.findings == []


@pytest.mark.parametrize(
    ("export", "expected"),
    [("export type { grow }", []), ("export { type grow }", []), ("export { grow }", ["other"])],
)
def test_function_that_is_exported_as_a_type(export: str, expected: list[str]) -> None:
    page = (
        "# Type Alias: grow\n\n> **grow** = () => `void`\n\nDefined in: [src/grow.ts:1](https://x.org/src/grow.ts#L1)\n"
    )
    sources = {
        "package.json": '{"name": "orchard", "main": "src/index.ts"}',
        "src/index.ts": f'{export} from "./grow";\n',
        "src/grow.ts": "export function grow(): void {}\n",
    }
    found = lint_corpus({"docs/type-aliases/grow.md": page}, sources=sources, rules=["unknown-member"]).findings
    assert [one.message_id for one in found] == expected


@pytest.mark.parametrize("link", ["#optional-maxsize", "tree.md#optional-maxsize"])
def test_member_that_only_a_dead_link_names(link: str) -> None:
    index = f"## Index\n\n### Properties\n\n* [maxSize]({link})\n* [size](#readonly-size)\n\n## Properties"
    page = (
        _CLASS.replace("Class", "Interface").replace("### size", "### `Readonly` size").replace("## Properties", index)
    )
    source = "export interface Tree {\n  readonly size: number;\n  maxSize?: number;\n}\n"
    rules = ["broken-anchor", "missing-member"]
    found = lint_corpus({"docs/tree.md": page}, sources={"src/tree.ts": source}, rules=rules).findings
    assert [one.rule for one in found] == ["broken-anchor"]
