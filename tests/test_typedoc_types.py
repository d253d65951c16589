"""Types on pages of TypeDoc, which shows them as compilers do: by the names that a package exports, and in full."""

import pytest

from doclint import lint_corpus

_FILES = {
    "package.json": '{"name": "orchard", "main": "dist/index.js", "types": "dist/index.d.ts"}',
    "src/index.ts": "export type { Tree as Plant } from './tree';\nexport { water } from './water';\n",
    "src/tree.ts": "export interface Tree { size: number; crown?: never }\nexport interface Bush { size: number }\n",
    "src/water.ts": "import type { Tree } from './tree';\n\nexport function water(tree: Tree): void {}\n",
}
_FUNCTION = """\
# Function: water()

> **water**(`tree`): `void`

Defined in: [src/water.ts:3](https://example.org/orchard/blob/main/src/water.ts#L3)

## Parameters

### tree

`{}`

## Returns

`void`
"""
_INTERFACE = """\
# Interface: Tree

Defined in: [src/tree.ts:1](https://example.org/orchard/blob/main/src/tree.ts#L1)

## Properties

### crown?

> `optional` **crown**: `{}`

Defined in: [src/tree.ts:1](https://example.org/orchard/blob/main/src/tree.ts#L1)

***

### size

> **size**: `{}`

Defined in: [src/tree.ts:1](https://example.org/orchard/blob/main/src/tree.ts#L1)
"""


def _wrong_types(path: str, page: str, files: dict[str, str]) -> list[str]:
    return [one.message for one in lint_corpus({path: page}, sources=files, rules=["wrong-type"]).findings]


@pytest.mark.parametrize(("name", "is_wrong"), [("Tree", False), ("Plant", False), ("Bush", True), ("string", True)])
def test_class_may_have_the_name_that_the_package_exports(name: str, *, is_wrong: bool) -> None:
    assert bool(_wrong_types("docs/functions/water.md", _FUNCTION.format(name), _FILES)) == is_wrong


@pytest.mark.parametrize("name", ["Bush", "Tree"])
def test_alias_of_another_module_may_be_shown_in_full(name: str) -> None:
    files = {**_FILES, "src/tree.ts": "export interface Bush { size: number }\nexport type Tree = Bush;\n"}
    assert _wrong_types("docs/functions/water.md", _FUNCTION.format(name), files) == []


def test_field_that_may_only_be_left_out_is_undefined() -> None:
    path = "docs/interfaces/Tree.md"
    assert _wrong_types(path, _INTERFACE.format("undefined", "number"), _FILES) == []
    assert _wrong_types(path, _INTERFACE.format("never", "number"), _FILES) == []
    assert len(_wrong_types(path, _INTERFACE.format("string", "number"), _FILES)) == 1
    assert len(_wrong_types(path, _INTERFACE.format("undefined", "string"), _FILES)) == 1


def test_name_by_which_something_else_is_exported_may_be_that() -> None:
    files = {**_FILES, "src/index.ts": "export type { Bush as Tree } from './tree';\n"}
    assert _wrong_types("docs/interfaces/Tree.md", _INTERFACE.format("undefined", "string"), files) == []


def test_static_member_and_another_one_may_have_one_name() -> None:
    page = _INTERFACE.replace("Interface", "Class").format("undefined", "string")
    static = "***\n\n### size\n\n> `static` **size**: `number`\n"
    files = {**_FILES, "src/tree.ts": "export class Tree { static size: number; crown?: never; size: string }\n"}
    assert _wrong_types("docs/classes/Tree.md", page, files) == []
    assert _wrong_types("docs/classes/Tree.md", f"{page}\n{static}", files) == []
    assert len(_wrong_types("docs/classes/Tree.md", page.replace("string", "bigint"), files)) == 1


_PARAGRAPHS = """\
# Function: water()

> **water**(`tree`): `void`

## Parameters

• **tree**: `string`

What is watered.

• **tree.size**: `number`

• **cans**: `number`[]= `[]`

## Returns

`void`

## Source

[src/water.ts:3](https://example.org/orchard/blob/0123abc/src/water.ts#L3)
"""
_CANS = {**_FILES, "src/water.ts": "\n\nexport function water(tree: string, cans: number[] = []): void {}\n"}


def _messages(page: str) -> list[str]:
    rules = ["unknown-parameter", "missing-parameter", "wrong-type", "wrong-line"]
    return [one.message for one in lint_corpus({"docs/water.md": page}, sources=_CANS, rules=rules).findings]


def test_parameters_may_be_paragraphs() -> None:
    assert "`cans`" in "".join(_messages(_PARAGRAPHS))  # which the signature of the page leaves out
    right = _PARAGRAPHS.replace("(`tree`)", "(`tree`, `cans`)")
    assert _messages(right) == []
    for old, new in (("**cans**", "**cups**"), ("**tree**: `string`", "**tree**: `number`"), ("ts:3]", "ts:4]")):
        assert len(_messages(right.replace(old, new))) == 1
    assert len(_messages(right.replace("• **cans**: `number`[]= `[]`\n", ""))) == 1


@pytest.mark.parametrize(("name", "is_wrong"), [("Palm", False), ("Bush", True)])
def test_default_export_may_be_imported_by_another_name(name: str, *, is_wrong: bool) -> None:
    files = {
        **_FILES,
        "src/tree.ts": "export default class Palm { size = 1 }\nexport class Bush {}\n",
        "src/water.ts": "import Tree from './tree';\n\n// Palm, Bush\nexport function water(tree: Tree): void {}\n",
    }
    assert bool(_wrong_types("docs/functions/water.md", _FUNCTION.format(name), files)) == is_wrong


@pytest.mark.parametrize(("type_", "is_wrong"), [("string", False), ("string[]", False), ("number", True)])
def test_type_of_a_rest_parameter_may_be_that_of_each_argument(type_: str, *, is_wrong: bool) -> None:
    """A constructor of jsii takes them one by one."""
    source = _FILES["src/water.ts"].replace("tree: Tree", "...tree: string[]")
    page = _FUNCTION.format(type_).replace("(`tree`)", "(...`tree`)")
    assert bool(_wrong_types("docs/functions/water.md", page, {**_FILES, "src/water.ts": source})) == is_wrong


_CLASS = """\
# Class: Oak

Defined in: [src/oak.ts:1](https://example.org/orchard/blob/main/src/oak.ts#L1)

## Extends

- `Plant`
"""


@pytest.mark.parametrize(("base", "rules"), [("(Tree as new () => Plant)", []), ("Tree", ["wrong-base"])])
def test_base_may_be_an_expression(base: str, rules: list[str]) -> None:
    source = f"class Tree {{}}\nexport class Oak extends {base} {{}}\n"
    report = lint_corpus({"docs/classes/Oak.md": _CLASS}, sources={"src/oak.ts": source}, rules=["wrong-base"])
    assert [one.rule for one in report.findings] == rules


@pytest.mark.parametrize(
    ("names", "rules"), [("TKV", []), ("KTV", ["misordered-parameters"]), ("KTX", ["unknown-parameter"])]
)
def test_unknown_type_parameter_is_not_in_another_place_too(names: str, rules: list[str]) -> None:
    page = _CLASS.replace("# Class: Oak", f"# Class: Oak\\<{', '.join(names)}\\>").partition("## Extends")[0]
    page += "## Type Parameters\n\n" + "\n\n".join(f"### {one}\n\n`{one}`" for one in names) + "\n"
    files = {"src/oak.ts": "export class Oak<T, K, V> {}\n"}
    found = lint_corpus({"docs/classes/Oak.md": page}, sources=files).findings
    assert [one.rule for one in found if "-parameter" in one.rule] == rules
