"""What sources of JavaScript and TypeScript declare."""

import pytest
from hypothesis import given, strategies as st

from doclint.source.model import OMITTED, Declaration, DeclaredSignature, SourceDeclarations
from doclint.source.read import read

LANGUAGES = ("typescript", "tsx", "javascript")


def source(text: str, id_: str = "typescript") -> SourceDeclarations:
    found = read(id_, text.encode())
    assert found is not None
    return found


def one(text: str, id_: str = "typescript") -> Declaration:
    """Return the only declaration of a source."""
    [found] = source(text, id_).found
    return found


def shown(found: Declaration) -> str:
    """Return a declaration on one line: `!` marks what is not public, `.` what is static."""
    marks = "!" * (not found.is_public) + "." * found.is_static + "async " * found.is_async
    calls = " | ".join(map(signature, found.signatures))
    type_ = f": {found.type}" if found.type else ""
    value = f" = {found.value}" if found.value is not None else ""
    bases = f" < {', '.join(found.bases)}" if found.bases else ""
    return f"{found.kind} {marks}{found.name}{'?' * found.is_optional}{calls}{type_}{value}{bases}"


def signature(found: DeclaredSignature) -> str:
    """Return a signature on one line."""
    parts = []
    for parameter in found.parameters:
        rest = "..." if parameter.kind == "var-positional" else ""
        optional = "?" if not parameter.is_required and parameter.default is None and not rest else ""
        type_ = f": {parameter.type}" if parameter.type else ""
        default = f" = {parameter.default}" if parameter.default is not None else ""
        parts.append(f"{rest}{parameter.name or '_'}{optional}{type_}{default}")
    types = f"<{', '.join(found.type_parameters)}>" if found.type_parameters else ""
    return f"{types}({', '.join(parts)})" + (f": {found.returns}" if found.returns else "")


def all_shown(text: str, id_: str = "typescript") -> list[str]:
    return [shown(found) for found in source(text, id_).found]


def members(text: str, id_: str = "typescript") -> list[str]:
    return [shown(found) for found in one(text, id_).members]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export function f(a: string, b?: X<Y>, c = 1, ...d: any[]): void {}",
         ["function f(a: string, b?: X<Y>, c = 1, ...d: any[]): void"]),
        ("async function f<T extends A, const U = B>({ a, b }: C, [d] = []) {}",
         ["function !async f<T, U>(_: C, _ = [])"]),
        ("export function f(this: Window, a) {}", ["function f(a)"]),
        ("export function* f(): Generator<number> {}", ["function f(): Generator<number>"]),
        ("export const f = async <T,>(a: T): Promise<T> => a;", ["function async f<T>(a: T): Promise<T>"]),
        ("export const f = function (a = '//') {};", ["function f(a = '//')"]),
        ("export const f: (a: A) => B = (x) => x;", ["function f(a: A): B: (a: A) => B"]),
        ("export const f: Handler = (x) => x;", ["function f: Handler"]),
        ("export let f = a => a;", ["function f(a)"]),
        ("export function f(a: A): void;\nexport function f(a: B, b: C): D;\nexport function f(a: any) {}\n",
         ["function f(a: A): void | (a: B, b: C): D"]),
        ("declare function f(): asserts a is B;", ["function f(): asserts a is B"]),
        ("export default function () {}", ["function default()"]),
        ("export default function f() {}", ["function f()"]),
        ("export default (a) => a;", ["function default(a)"]),
        ("export default class {}", ["class default"]),
        ("export default interface A {}", ["interface A"]),
        ("export default { a: 1 };", ["constant default = { a: 1 }"]),
        ("export default a;\nconst a = 1;", ["constant a = 1"]),
        ("export const a: number = 1, b = 2;\nlet c: A | B;",
         ["constant a: number = 1", "constant b = 2", "variable !c: A | B"]),
        ("const { a, b: [c, ...d] } = x;", ["constant !a", "constant !c", "constant !d"]),
        ("type A<T> = B[T];\nexport type F = (a: A) => B;", ["type !A = B[T]", "type F(a: A): B = (a: A) => B"]),
        ("interface A<T> extends B<T>, c.D {}", ["interface A < B<T>, c.D"]),
        ("class A<T> extends B<T> implements C, D<T> {}\nconst E = class extends mixin(A) {};",
         ["class !A < B<T>, C, D<T>", "class !E < mixin(A)"]),
        ("function a() {}\nfunction b() {}\nexport { a as c };", ["function a()", "function !b()"]),
        ("class A {}\nexport = A;", ["class A"]),
        ("const a: /* one */ A /* two */ = 'b' // three\n", ["constant !a: A = 'b'"]),
        ("const a = f(\n  1,\n\n  2,\n);", ["constant !a = f( 1, 2, )"]),
        ("import a from 'a';\nexport * from 'b';\nexport { c } from 'd';\nf();\n", []),
    ],
)  # fmt: skip
def test_statements(text: str, expected: list[str]) -> None:
    assert all_shown(text) == expected
    assert not source(text).is_broken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A { a = 1; static b?: string; #c = 2; readonly d!: D; declare e: E; accessor f = 1 }",
         ["field a = 1", "field .b?: string", "field !#c = 2", "field d: D", "field e: E", "property f = 1"]),
        ("class A { private a() {} protected static b = 1; public async c() {} *d() {} e?(): void {} }",
         ["method !a()", "field !.b = 1", "method async c()", "method d()", "method e?(): void"]),
        ("class A { get a(): A { return 1 } set a(v: B) {} static get a() {} set b(v: C) {} }",
         ["property a: A", "property .a", "property b: C"]),
        ("class A { private set a(v: B) {} get a(): B { return 1 } get b(): B { return 1 } private set b(v: B) {} }",
         ["property a: B", "property b: B"]),
        ("class A { constructor(private a: A, readonly b = 1, c?: C, protected d?: D) {} }",
         ["method constructor(a: A, b = 1, c?: C, d?: D)", "field !a: A", "field b = 1", "field !d?: D"]),
        ("class A { constructor(a: A); constructor(b: B); constructor(c) {} f(a: 1): 2; f(b: 3): 4; f(c) {} }",
         ["method constructor(a: A) | (b: B)", "method f(a: 1): 2 | (b: 3): 4"]),
        ("class A { a = () => 1; b: F = () => 1; c = function* (d) {} }",
         ["method a() = …", "field b: F = () => 1", "method c(d) = …"]),
        ("class A { 'a-b' = 1; 2 = 3; ['c'] = 4; [Symbol.iterator]() {} static {} ; }",
         ["field a-b = 1", "field 2 = 3", "field c = 4", "method [Symbol.iterator]()"]),
        ("abstract class A { abstract a(): void; abstract b: B; override c() {} }",
         ["method a(): void", "field b: B", "method c()"]),
        ("interface A { a?: A; readonly b: B; c(d: D): E; c(): F; new (g: G): A; get h(): H; i: (j: J) => K }",
         ["field a?: A", "field b: B", "method c(d: D): E | (): F", "method constructor(g: G): A", "property h: H",
          "field i(j: J): K: (j: J) => K"]),
        ("type A = { a: string, b?(): void };", ["field a: string", "method b?(): void"]),
        ("enum A { A, B = 1, C = 'c', 'D-e' = A | B, F = 'x'.length }",
         ["enum-member A", "enum-member B = 1", "enum-member C = 'c'", "enum-member D-e = A | B",
          "enum-member F = 'x'.length"]),
        ("const A = { a: 1, b() {}, get c() { return 1 }, d, 'e': () => 1 } as const;",
         ["field a = 1", "method b()", "property c", "field d = d", "method e() = …"]),
        ("const a: A = { b: 1 };", []),
        ("namespace A { export const a = 1; function b() {} }", ["constant a = 1", "function !b()"]),
        ("declare namespace A.B { const a: number; class C {} }", ["constant a: number", "class C"]),
        ("declare module 'a' { function b(): void }", ["function b(): void"]),
        ("declare global { interface Window { a: 1 } }", ["interface Window"]),
    ],
)  # fmt: skip
def test_members(text: str, expected: list[str]) -> None:
    assert members(text) == expected


def test_calls_of_an_interface() -> None:
    found = one("interface A { (a: string): void; <T>(b: T): T }")
    assert [*map(signature, found.signatures)] == ["(a: string): void", "<T>(b: T): T"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A { a = 1; f(b, { c }, d = 2, ...e) {} static g() {} }",
         ["field a = 1", "method f(b, _, d = 2, ...e)", "method .g()"]),
        ("class A { constructor() { this.a = 1; this.#b = 2; (() => { this.c = 3 })(); function f() { this.d = 4 } } }",
         ["method constructor()", "field a = 1", "field !#b = 2", "field c = 3"]),
        ("class A {}\nA.prototype.f = function (a) {};\nA.b = 1;", ["method f(a)", "field .b = 1"]),
        ("function A() {}\nA.prototype = { f() {}, b: 1 };", ["method f()", "field b = 1"]),
    ],
)  # fmt: skip
def test_members_in_javascript(text: str, expected: list[str]) -> None:
    assert members(text, "javascript") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exports.a = function (b) {};\nmodule.exports.c = class {};\nexports.d = 1;",
         ["function a(b)", "class c", "variable d = 1"]),
        ("function a() {}\nfunction b() {}\nmodule.exports = { a, c() {}, d: 1, e: b };",
         ["function a()", "function b()", "function c()", "variable d = 1"]),
        ("module.exports = function run() {};", ["function run()"]),
        ("module.exports = () => {};", ["function default()"]),
        ("exports.a = exports.b = void 0;\nexports.a = run;", []),
        ("function a() {}\nmodule.exports = a;", ["function a()"]),
        ("function a() {}\nexports.b = a;", ["function a()"]),
    ],
)  # fmt: skip
def test_exports_of_commonjs(text: str, expected: list[str]) -> None:
    assert all_shown(text, "javascript") == expected


def test_lines() -> None:
    text = (
        "/** About A. */\n@dec()\nexport class A {\n  /** f */\n  @input({\n    b: 1\n  })\n  public f(\n  ) {\n  }\n"
        "  g(): void;\n  g(a?: string) {\n  }\n}\nexport const a = 1,\n  b = [\n  ];\n"
    )
    found = source(text).found
    assert [(one.name, one.line, one.start, one.end) for one in found] == [
        ("A", 3, 2, 14),
        ("a", 15, 15, 15),
        ("b", 16, 16, 17),
    ]
    method, overloaded = found[0].members
    assert (method.line, method.start, method.end, method.docstring) == (8, 5, 10, "f")
    assert (overloaded.line, overloaded.start, overloaded.end) == (11, 11, 13)
    assert (found[0].decorators, method.decorators) == (("dec()",), ("input({ b: 1 })",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/**\n * Weigh.\n *\n *     all\n * @param a  the fruit\n */\nfunction f() {}",
         "Weigh.\n\n    all\n@param a  the fruit"),
        ("/** One. */\n/** Two. */\n// three\nexport const f = 1;", "Two."),
        ("/* no */\nfunction f() {}", ""),
        ("/**/\nfunction f() {}", ""),
        ("const a = 1; /** about a */\nfunction f() {}", ""),
        ("/** A. */\n@dec class A {}", "A."),
        ("/**\n   Bare\n   lines.\n */\nfunction f() {}", "Bare\nlines."),
    ],
)  # fmt: skip
def test_docstrings(text: str, expected: str) -> None:
    assert source(text).found[-1].docstring == expected


def test_docstrings_of_members() -> None:
    text = "interface A {\n  /** One. */\n  a: 1; // two\n  b: 2;\n  /** Three. */\n  c(): void;\n}"
    assert [member.docstring for member in one(text).members] == ["One.", "", "Three."]


def test_docstrings_of_variables() -> None:
    text = "/** All. */\nconst a = 1,\n  /** About b. */\n  b = 2;"
    assert [one.docstring for one in source(text).found] == ["All.", "About b."]


def test_docstring_of_the_module() -> None:
    text = "/** @license MIT */\n/**\n * All fruit.\n * @packageDocumentation\n */\n/** f */\nfunction f() {}"
    assert source(text).docstring == "All fruit.\n@packageDocumentation"
    assert source("/** f */\nfunction f() {}").docstring == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A { [key: string]: number }", "index signature"),
        ("type A = B & { c: 1 };", "another type"),
        ("type A = { [K in B]: C };", "index signature"),
        ("const a = { ...b };", "`b`"),
        ("const a = { [b]: 1 };", "`[b]`"),
        ("declare module 'a';", "only declared"),
        ("class A {}", ""),
        ("interface A { a: 1 }", ""),
        ("namespace A {" * 30 + "}" * 30, ""),
    ],
)
def test_what_may_have_other_members(text: str, expected: str) -> None:
    found = one(text).is_open
    assert expected in found
    assert bool(found) == bool(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A { constructor(b) { Object.assign(this, b) } }", "computes"),
        ("class A { set(b, c) { this[b] = c } }", "computes"),
        ("function A() { this.b = 1 }\nA.prototype.c = function () {};", "calls"),
        ("class A { constructor() { this.b = 1 } }", ""),
    ],
)
def test_what_may_have_other_members_in_javascript(text: str, expected: str) -> None:
    found = one(text, "javascript").is_open
    assert expected in found
    assert bool(found) == bool(expected)


def test_declarations_that_are_merged_are_open() -> None:
    text = "interface A { a: 1 }\nclass A { b = 1 }\ntype B = {};\nconst B = 1;\nclass C {}"
    assert [(one.name, bool(one.is_open)) for one in source(text).found] == [
        ("A", True), ("A", True), ("B", False), ("B", False), ("C", False)
    ]  # fmt: skip


def test_what_cannot_be_read_is_open() -> None:
    found = source("class A { a = 1; b( }\nclass B { c = 1 }")
    assert found.is_broken
    assert [bool(one.is_open) for one in found.found if one.name == "B"] == [False]
    assert all(one.is_open for one in found.found if one.name == "A")


def test_declarations_without_code_are_public() -> None:
    """They are what a file `a.d.ts` has, where everything is exported unless a statement lists what is."""
    assert [one.is_public for one in source("declare const a: 1;\ninterface B {}").found] == [True, True]
    assert [one.is_public for one in source("declare const a: 1;\ninterface B {}\nexport { B };").found] == [
        False,
        True,
    ]
    assert [one.is_public for one in source("interface A {}\nexport interface B {}").found] == [False, True]
    assert [one.is_public for one in source("export function f(): void;\ninterface B {}").found] == [True, True]
    assert [one.is_public for one in source("interface A {}\ntype B = 1").found] == [True, True]
    assert [one.is_public for one in source("interface A {}\nf();").found] == [False]
    assert [one.is_public for one in source("declare module 'a' {}\ndeclare global {}\nf();").found] == [True, True]


@pytest.mark.parametrize(
    "text",
    [
        "export class A<in out T, out U = T> { a = 1 }",
        'export class A { a: Promise<import("./b").C<D>> }',
        "export type * from './b';\nexport class A { a = 1 }",
        "export interface A { abstract?: boolean; a: 1 }",
        "export interface A {\n  (b: B): C\n\n  /** d */\n  <T>(b: T): C<T>\n  a: 1\n}",
    ],
)
def test_syntax_that_the_grammar_lacks(text: str) -> None:
    found = source(text)
    assert not found.is_broken
    assert "a" in [member.name for member in found.found[-1].members]
    assert found.found[-1].is_public


def test_signatures_without_a_semicolon_before() -> None:
    found = one("type F = {\n  (a: A): X & Y\n  /** b */\n  <T extends U>(b: T): Z\n}")
    assert [*map(signature, found.signatures)] == ["(a: A): X & Y", "<T>(b: T): Z"]


def test_text_comes_from_the_source_and_not_from_its_repair() -> None:
    [found] = source('class A<in T> { abstract?: B<import("./c").D>; e(f: import("./g").H) {} }').found
    assert [*map(shown, found.members)] == [
        'field abstract?: B<import("./c").D>',
        'method e(f: import("./g").H)',
    ]
    assert found.type_parameters == ("T",)


def test_a_source_of_typescript_that_is_one_of_tsx() -> None:
    assert all_shown("export const A = (p: P) => <b>{p.c}</b>;") == ["function A(p: P)"]
    assert all_shown("export const a = <T>(b: T) => b;") == ["function a<T>(b: T)"]
    assert all_shown("export default <b/>;", "tsx") == ["constant default = <b/>"]


def test_long_text_is_not_kept() -> None:
    assert one(f"const a = [{'1,' * 1_000}];").value == OMITTED
    assert one(f"const a = /* {'long' * 1_000} */ 1;").value == "1"


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode), st.sampled_from(LANGUAGES))
def test_any_bytes_can_be_read(data: bytes, id_: str) -> None:
    found = read(id_, data)
    assert found is None or isinstance(found, SourceDeclarations)


PIECES = (
    "class A ", "interface B ", "enum E ", "namespace N ", "type T = ", "export ", "default ", "declare ",
    "module 'm' ", "function f", "const c", "let {d}", " = ", "() => ", "(a?: b, ...c)", ": D", "{", "}", "(", ")",
    "[", "]", "<T>", ";", "\n", "/** d */", "// e\n", "@f() ", "get g", "static ", "private ", "#h", "'i'", "1",
    ", ", "constructor", "this.j = ", "exports.k = ", "module.exports = ", "A.prototype.l = ", "...", "?", "|",
    "extends A", "implements B", "async ", "*", "global ", "abstract ", "in out ", "import('n').", "as const",
    "\xe9", "`${", "new ",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from(LANGUAGES))
def test_any_statements_can_be_read(text: str, id_: str) -> None:
    found = source(text, id_)
    end = text.count("\n") + 1
    waiting = [*found.found]
    while waiting:
        declaration = waiting.pop()
        assert 1 <= declaration.start <= declaration.line <= end
        assert declaration.line <= declaration.end <= end
        waiting += declaration.members


MANY = 5_000


@pytest.mark.parametrize(
    "text",
    [
        "class A {" + "m(): void {}\n" * MANY + "}",
        "interface A {" + "a: string;\n" * MANY + "}",
        "function f(" + "a: number," * MANY + ") {}",
        "function f(a: string): void;\n" * MANY,
        "class A { " + "get a() { return 1 } set a(v) {}\n" * MANY + "}",
        "const " + ",".join(f"a{number} = 1" for number in range(MANY)),
        "const {" + ",".join(f"a{number}" for number in range(MANY)) + "} = b",
        "/** a */\n" * MANY + "class A {}",
        "@a " * MANY + "class A {}",
        "function A() {}\n" + "".join(f"A.prototype.m{number} = function () {{}};\n" for number in range(MANY)),
        "interface A extends " + ",".join("B" for _ in range(MANY)) + " {}",
        "class A<" + "in out T," * MANY,
        "const a = " + "(" * MANY + ")" * MANY,
        "namespace A { " * MANY,
        "declare " * 1_100 + "class A {}",
        "exports.a = " * 1_100 + "function () {}",
        "type A = " + "{a: " * 1_100 + "1" + "}" * 1_100,
        "type A = " + "(a: /* b */ " * 400 + "1" + ") => void" * 400,
    ],
)
@pytest.mark.parametrize("id_", ["typescript", "javascript"])
def test_hostile_sources_end(text: str, id_: str) -> None:
    found = read(id_, text.encode())
    assert found is None or isinstance(found, SourceDeclarations)
