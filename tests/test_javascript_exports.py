"""What modules of JavaScript and TypeScript export."""

import pytest

from doclint.source.languages.javascript_exports import javascript_exports
from doclint.source.languages.javascript_scope import ModuleExports


def read(text: str, id_: str = "typescript", *, is_declaration: bool = False) -> ModuleExports:
    return javascript_exports(text.encode(), id_, is_declaration=is_declaration)[""]


def names(text: str, id_: str = "typescript", *, is_declaration: bool = False) -> str:
    """Return the names that a module exports, in order of the alphabet, and what makes it open in brackets."""
    found = read(text, id_, is_declaration=is_declaration)
    stars = [f"*{star}" for star in found.stars]
    return " ".join(
        [*sorted({one.name for one in found.names}), *stars, *([f"({found.is_open})"] if found.is_open else [])]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export const a = 1, { b, c: d, ...e } = f(), [g, , h = 2] = i;", "a b d e g h"),
        ("export function a() {}\nexport async function* b() {}\nexport class C {}", "C a b"),
        ("export abstract class A {}\nexport interface B {}\nexport type C = 1\nexport const enum D {}", "A B C D"),
        ("export declare const a: number;\nexport declare function b(): void;", "a b"),
        ("export namespace A.B { export const c = 1 }\nexport import D = A.B;", "A D"),
        ("@dec() export class A {}", "A"),
        ("export { a, b as c, type D, default as e } from './x';", "D a c e"),
        ("const a = 1;\nexport { a as default, a as 'b c' };", "b c default"),
        ("export default class A {}", "default"),
        ("export * from './a';\nexport type * from './b';\nexport * as c from './d';", "c *./a *./b"),
        ("export as namespace A;\nimport './b';", ""),
        ("import A = require('a');\nexport = A;", "default *a"),
        (
            "declare namespace A { const b: number; type C = 1 }\ndeclare function A(): void;\nexport = A;",
            "C b default",
        ),
        ("namespace A { export const b = 1; const c = 2 }\nexport = A;", "b default"),
        ("declare const a: { b: number };\nexport = a;", "default (it exports a value as a whole)"),
        ("function f() {\n  return 1 +;\n}\nexport const a = 1;", "a"),
        ("/** export const hidden = 1 */\nconst text = 'export const b = 1';", ""),
        ("export const a = 1;\nexports[b] = 2;", "a (it changes its exports at run time)"),
        ("export const a = 1;\nObject.assign(exports, b);", "a (it changes its exports at run time)"),
        ("export const a = 1;\nexports.b = 2;", "a (it changes its exports at run time)"),
        ("const a = manifest.exports['b'], c = exports.d == e;\nexport { a };", "a"),
    ],
)
def test_typescript(text: str, expected: str) -> None:
    assert names(text) == expected


def test_exports_that_an_error_hides_make_it_open() -> None:
    assert "does not know" in read("export const a = `${\nexport const b = 2;\nexport {").is_open


def test_what_is_imported_is_exported_from_its_module() -> None:
    found = read("import { a as b } from 'x';\nimport * as c from 'y';\nexport { b, c };").names
    assert [(one.name, one.module, one.origin) for one in found] == [("b", "x", "a"), ("c", "y", "*")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("declare const a: number;\nexport interface B {}", "B a"),
        ("declare const a: number;\ninterface B {}\nexport { B };", "B"),
        ("declare class A {}\nexport default A;", "default"),
    ],
)
def test_declarations_export_all_unless_they_list_what(text: str, expected: str) -> None:
    assert names(text, is_declaration=True) == expected


def test_declared_modules() -> None:
    found = javascript_exports(b"declare module 'a' { export function b(): void; interface C {} }", "typescript")
    assert [one.name for one in found["a"].names] == ["b", "C"]
    assert found[""].names == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("module.exports = { a, b: 1, 'c': 2, d() {}, ...require('./e') };", "a b c d default *./e"),
        ("exports.a = 1;\nmodule.exports.b = exports['c'] = 2;", "a b c default"),
        ("Object.defineProperty(exports, 'a', { value: 1 });", "a"),
        (
            "__exportStar(require('./a'), exports);\ntslib_1.__exportStar(require('./b'), exports);",
            " *./a *./b".strip(),
        ),
        ("module.exports = require('./lib');", "default *./lib"),
        ("const a = require('./a');\nmodule.exports = a;", "default *./a"),
        ("const lib = { a: 1 };\nlib.b = 2;\nmodule.exports = lib;", "a b default"),
        ("0 && (module.exports = { a, b });", "a b default"),
        ("exports = module.exports = { a: 1 };", "a default"),
        ("module.exports = make();", "default (it exports a value as a whole)"),
        ("module.exports = { [a]: 1 };", "default (it computes the names of exports)"),
        ("for (const a of b) exports[a] = 1;", "default (it computes the names of exports)"),
        (
            "const a = {};\nObject.defineProperties(a, props);\nmodule.exports = a;",
            "default (it hands on what it exports)",
        ),
        ("__export(all, { a: () => a });\nmodule.exports = __toCommonJS(all);\nvar all = {};", "a default"),
        (
            "const __exportStar = function (m, exports) { for (const p in m) bind(exports, m, p); };\nexports.a = 1;",
            "a default",
        ),
        (
            "const m = require('m');\nObject.keys(m).forEach((k) => { Object.defineProperty(exports, k, m[k]); });",
            "*m",
        ),
        ("module.exports = Object.freeze({ a });", "a default"),
        ("fill(exports);", "(it hands on `exports`)"),
        ("fill({ exports });", "(it hands on `exports`)"),
        ("if (typeof module !== 'undefined' && require.main === module) exports.a = 1;", "a default"),
        ("/** @typedef {{ a: {} }} Fruit */\n/**\n * @callback Pick\n */\nexport const b = 1;", "Fruit Pick b"),
        ("export const A = () => <b>text</b>;", "A"),
    ],
)
def test_javascript(text: str, expected: str) -> None:
    assert names(text, "javascript") == expected


def test_flow_is_not_known() -> None:
    assert read("export opaque type A: string = string;\nexport type B = {| a: 1 |};", "javascript").is_open


@pytest.mark.parametrize(
    "text", ["export {" * 20_000, "exports." * 50_000, "module.exports = " * 20_000, "(" * 100_000]
)
def test_hostile_modules_end(text: str) -> None:
    assert isinstance(read(text, "javascript"), ModuleExports)


def test_many_exports() -> None:
    assert len(read("".join(f"export * from './m{number}';\n" for number in range(20_000))).stars) == 20_000
