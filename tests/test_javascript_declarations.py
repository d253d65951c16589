"""What declares a name of JavaScript or TypeScript, over the modules of a repository, and members with bases."""

from collections.abc import Mapping

import pytest

from doclint.packages.following import reexported
from doclint.packages.javascript_declarations import declaration_of
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Unknown

FILES = {
    "package.json": '{"name": "orchard", "main": "dist/index.js"}',
    "src/index.ts": (
        "export * from './trees';\n"
        "export { Basket as Bag, default as weigh } from './basket';\n"
        "export * as tools from './tools';\n"
        "import { hidden } from './tools';\nimport Weigher from './basket';\nimport * as all from './tools';\n"
        "export { hidden as shown, Weigher };\n"
        "const local = 1;\nexport { local as size };\n"
        "export * from 'elsewhere';\n"
    ),
    "src/trees.ts": "export * from './fruit/index.js';\nexport class Tree {}\nclass Inner {}\n",
    "src/fruit/index.ts": "export enum Fruit { Apple, Pear = 'p' }\nexport namespace a.b { export const c = 1 }\n",
    "src/basket.ts": "export class Basket<T> { size = 1 }\nexport default function weigh(unit: string) {}\n",
    "src/tools.ts": "export const hidden = 2;\nexport function pick() {}\n",
    "src/own.ts": "import { Tree } from 'orchard';\nexport { Tree };\n",
    "src/own.js": "function run() {}\nclass Basket {}\nmodule.exports = { go: run, Basket };\n",
    "src/whole.js": "class Whole {}\nmodule.exports = Whole;\n",
}


def found(files: Mapping[str, str], path: str, name: str) -> str:
    """Return the path, the kind and the name of what declares a name, or why that is not known."""
    answer = declaration_of(Memory(files), path, name)
    if isinstance(answer, Found):
        own = answer.value.declaration
        return f"{answer.value.path} {own.kind} {own.name}"
    return f"unknown: {answer.because}" if isinstance(answer, Unknown) else "none"


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        ("src/index.ts", "Tree", "src/trees.ts class Tree"),
        ("src/index.ts", "Fruit.Pear", "src/fruit/index.ts enum-member Pear"),
        ("src/index.ts", "a.b.c", "src/fruit/index.ts constant c"),
        ("src/index.ts", "a.b", "src/fruit/index.ts namespace a.b"),
        ("src/index.ts", "Bag.size", "src/basket.ts field size"),
        ("src/index.ts", "weigh", "src/basket.ts function weigh"),
        ("src/index.ts", "Weigher", "src/basket.ts function weigh"),
        ("src/index.ts", "tools.pick", "src/tools.ts function pick"),
        ("src/index.ts", "all.pick", "src/tools.ts function pick"),
        ("src/index.ts", "tools.drop", "none"),
        ("src/index.ts", "shown", "src/tools.ts constant hidden"),
        ("src/index.ts", "size", "src/index.ts constant local"),
        ("src/index.ts", "local", "src/index.ts constant local"),
        ("src/index.ts", "Inner", "unknown: `src/index.ts` refers to `elsewhere`, which is not known here"),
        ("src/index.ts", "tools", "unknown: `src/index.ts` has all of `./tools` by that name"),
        ("src/trees.ts", "Inner", "src/trees.ts class Inner"),
        ("src/trees.ts", "Bush", "none"),
        ("src/trees.ts", "Fruit.Plum", "none"),
        ("src/basket.ts", "default", "src/basket.ts function weigh"),
        ("src/own.ts", "Tree", "src/trees.ts class Tree"),
        ("src/own.js", "go", "src/own.js function run"),
        ("src/own.js", "Basket", "src/own.js class Basket"),
        ("src/whole.js", "default", "src/whole.js class Whole"),
        ("src/none.ts", "Tree", "unknown: `src/none.ts` cannot be read without errors"),
    ],
)
def test_names_are_followed(path: str, name: str, expected: str) -> None:
    assert found(FILES, path, name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export * from './b';\n", "none"),
        ("export const a = 1 +;\nexport {", "unknown: `a.ts` cannot be read without errors"),
        ("export { X } from 'x';\n", "unknown: `a.ts` refers to `x`, which is not known here"),
        ("import { X } from './b';\nexport { X };\n", "none"),
        ("export { X };\n", "unknown: `a.ts` exports `X`, but nothing there declares it"),
        ("export * from './a';\n", "none"),
    ],
)
def test_what_cannot_be_followed_is_unknown(text: str, expected: str) -> None:
    assert found({"a.ts": text, "b.ts": "export const Y = 1;\n"}, "a.ts", "X") == expected


def members(files: Mapping[str, str], name: str) -> str:
    """Return the members of what `a.ts` calls by a name, with the files that they are from, or why they are unknown."""
    answers = [declaration_of(Memory(files), "a.ts", f"{name}.{member}") for member in "abcdi"]
    places = [f"{one.value.path}:{one.value.declaration.name}" for one in answers if isinstance(one, Found)]
    return next((one.because for one in answers if isinstance(one, Unknown)), " ".join(sorted(places)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import { B } from './b';\nclass A extends B<string> { a = 1; c = 2 }\n", "a.ts:a a.ts:c b.ts:b b.ts:d"),
        (
            "import * as all from './b';\nclass A extends all.B implements all.I { a = 1 }\n",
            "a.ts:a b.ts:b b.ts:c b.ts:d",
        ),
        ("import { I } from './b';\ninterface A extends I { a: 1 }\n", "a.ts:a b.ts:i"),
        ("class A { a = 1 }\ninterface A { b: 2 }\nnamespace A { export const c = 3 }\n", "a.ts:a a.ts:b a.ts:c"),
        ("class A extends A { a = 1 }\n", "a.ts:a"),
        ("class A extends mixin(B) {}\n", "`A` has the base `mixin(B)`, which is not known"),
        ("class A extends Error {}\n", "`A` has the base `Error`, which is not known"),
        ("interface A { [key: string]: number }\n", "`A` may have other members: it has an index signature"),
        (
            "type B = C & { a: 1 };\ninterface A extends B {}\n",
            "`B` may have other members: its members are those of another type",
        ),
    ],
)
def test_members_with_those_of_the_bases(text: str, expected: str) -> None:
    base = "class D { d = 1 }\nexport class B<T> extends D { b = 1; c = 1 }\nexport interface I { i: 1 }\n"
    assert members({"a.ts": text, "b.ts": base}, "A") == expected


def test_inherited_members_are_found_by_name() -> None:
    files = {"a.ts": "class B { b = 1 }\nclass A extends B {}\nclass C extends D {}\n"}
    assert found(files, "a.ts", "A.b") == "a.ts field b"
    assert found(files, "a.ts", "A.c") == "none"
    assert found(files, "a.ts", "C.c").startswith("unknown")


def test_bases_in_namespaces() -> None:
    files = {
        "a.ts": "export namespace A {\n  interface B { b: 1 }\n  export interface C extends B, D { c: 1 }\n}\n"
        "interface B { d: 1 }\ninterface D { e: 1 }\n"
    }
    assert found(files, "a.ts", "A.C.b") == "a.ts field b"
    assert found(files, "a.ts", "A.C.e") == "a.ts field e"
    assert found(files, "a.ts", "A.C.d") == "none"


def test_files_that_were_read_are_dependencies() -> None:
    repository = Memory(FILES)
    with repository.recording() as dependencies:
        declaration_of(repository, "src/index.ts", "Fruit.Pear")
    read = {path for part in (dependencies, *dependencies.all_parts()) for path in part.contents}
    assert {"src/index.ts", "src/trees.ts", "src/fruit/index.ts"} <= read
    assert "src/tools.ts" not in read


def test_classes_that_derive_from_each_others_members() -> None:
    files = {"a.ts": "class A extends B.C {}\nclass B extends A.D {}\n"}
    assert members(files, "A") == "`A` has the base `B.C`, which is not known"


def test_many_modules_in_a_chain() -> None:
    files = {f"m{number}.ts": f"export * from './m{number + 1}';\n" for number in range(1_000)}
    files["m1000.ts"] = "export const end = 1;\n"
    assert found(files, "m0.ts", "end") == "m1000.ts constant end"


@pytest.mark.parametrize(
    ("name", "expected"), [("API", "src/api.ts"), ("API.init", "src/api.ts"), ("API.stop", None), ("Api", None)]
)
def test_default_export_has_the_name_that_it_is_declared_by(name: str, expected: str | None) -> None:
    files = {
        "src/index.ts": "export { default } from './api';\n",
        "src/api.ts": "export default class API { static init(): void {} }\n",
    }
    answer = reexported(Memory(files), "src/index.ts", name)
    assert (answer.value.path if isinstance(answer, Found) else None) == expected
    unreadable = reexported(Memory({**files, "src/api.ts": "class {"}), "src/index.ts", name)
    assert isinstance(unreadable, Unknown)
