"""What sources declare, with all members, in languages whose readers are tables."""

import pytest
from declared_lines import declared, lines
from hypothesis import given, settings, strategies as st

from doclint.source.languages.nodes import DEEPEST
from doclint.source.model import OMITTED
from doclint.source.read import read
from doclint.source.trees import is_known

LANGUAGES = ["c", "cpp", "csharp", "cuda", "dart", "header", "go", "java", "kotlin", "php", "rust"]


def test_types_of_go_and_rust_may_have_methods_in_other_files() -> None:
    assert "methods" in declared("go", "package a\ntype B struct {\n}\n").found[0].is_open
    assert declared("go", "package a\ntype B interface {\n}\n").found[0].is_open == ""
    assert "methods" in declared("rust", "enum A { B }").found[0].is_open
    assert declared("rust", "trait A { fn b(); }").found[0].is_open == ""
    assert "macro" in declared("rust", "trait A { generate!(b); }").found[0].is_open


def test_lombok_adds_members() -> None:
    assert "Lombok" in declared("java", "import lombok.Data;\n@Data class A { int b; }").found[0].is_open
    assert declared("java", "import data.Data;\n@Data class A { int b; }").found[0].is_open == ""


def test_what_may_have_further_members() -> None:
    assert "other files" in declared("csharp", "partial class A {}").found[0].is_open
    assert declared("csharp", "class A {}").found[0].is_open == ""
    assert "`__get`" in declared("php", "<?php class A { function __get($b) {} }").found[0].is_open
    assert declared("php", "<?php class A { function get($b) {} }").found[0].is_open == ""


def test_values_behind_a_character_are_not_known() -> None:
    [found] = declared("csharp", "enum A { B = 'a', C, D = 3, E }").found
    assert [one.value for one in found.members] == [None, None, "3", "4"]


def test_a_class_of_kotlin_that_the_grammar_takes_for_an_expression_leaves_a_source_broken() -> None:
    assert declared("kotlin", "@Target(A)\nannotation class B\n\nclass C\n").is_broken
    assert not declared("kotlin", "@Target(A)\nannotation class B(val d: Int)\n\nclass C\n").is_broken


def test_what_is_static_in_a_header_can_be_used_where_it_is_included() -> None:
    source = "static inline int twice(int a) { return 2 * a; }\n"
    assert [declared(id_, source).found[0].is_public for id_ in ("c", "cpp", "header")] == [False, False, True]


@pytest.mark.parametrize(
    ("language", "source", "start", "end"),
    [
        ("go", "package a\n\n// A.\ntype A struct {\n\tb int\n}\n", 4, 6),
        ("rust", "/// A.\n#[x]\n#[y]\nstruct A {\n}\n", 2, 5),
        ("java", "/** A. */\n@X\npublic\nclass A {\n}\n", 2, 5),
        ("csharp", "/// A.\n[X]\npublic\nclass A {\n}\n", 2, 5),
        ("dart", "/// A.\n@x\nclass A {\n}\n", 2, 4),
        ("kotlin", "/** A. */\n@X\npublic\nclass A {\n}\n", 2, 5),
        ("php", "<?php\n/** A. */\n#[X]\nfinal class A {\n}\n", 3, 5),
        ("cpp", "/// A.\ntemplate <class T>\nclass A {\n};\n", 2, 4),
        ("c", "/** A. */\ntypedef struct {\n  int a;\n} A;\n", 2, 4),
    ],
)
def test_lines(language: str, source: str, start: int, end: int) -> None:
    [found] = declared(language, source).found
    assert (found.start, found.end, found.docstring) == (start, end, "A.")


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("go", "package a\nfunc Sound() {}\nfunc ( {\n"),
        ("rust", "fn Sound() {}\nstruct { ! ? }\n"),
        ("csharp", "class Sound {}\nclass ( {\n"),
        ("dart", "class Sound {}\nclass ( {\n"),
        ("java", "class Sound {}\nclass ( {\n"),
        ("kotlin", "class Sound {}\nclass ( {\n"),
        ("php", "<?php\nclass Sound {}\nclass ( {\n"),
        ("c", "int Sound(void);\nint ( ] = = {\n"),
        ("cpp", "int Sound(int);\nclass ( ] = = {\n"),
    ],
)
def test_broken_sources_are_read_as_far_as_they_are_sound(language: str, source: str) -> None:
    found = declared(language, source)
    assert found.is_broken
    assert "Sound" in [one.name for one in found.found]


def test_what_cannot_be_read_leaves_a_class_open() -> None:
    assert "cannot be read" in declared("java", "class A { int b; int ? ! c d e; }").found[0].is_open
    assert "cannot be read" in declared("cpp", "class A { int b; int ? ! c d e; };").found[0].is_open


def test_branches_of_a_preprocessor_that_doclint_left_out_make_a_source_broken() -> None:
    found = declared("c", "#if A\nint a(void);\nint b(\n#else\nint c(int x) { return 1; }\nint d(\n#endif\nvoid);\n")
    assert found.is_broken


def test_calls_of_macros_are_not_functions() -> None:
    source = (
        "struct A {\n  A(int a) {}\n  DECLARE(A) { int b; }\n};\nTEST(a, b) {}\nint f(int UNUSED(x)) {}\nB::B() {}\n"
    )
    found = declared("cpp", source).found
    assert "macro" in found[0].is_open
    assert [*lines(found)] == [
        "1 struct A",
        "  2 method A(a: int)",
        "6 function f(: int) -> int",
        "7 method B::B()",
    ]


def test_classes_with_blanked_macros_are_open() -> None:
    assert "macro" in declared("cpp", "class A {\n  DECLARE_ALL(A, int);\n  int b;\n};").found[0].is_open
    assert declared("cpp", "class A {\n  NOINLINE void b();\n  int c;\n};").found[0].is_open == ""


def test_long_values_are_cut() -> None:
    [found] = declared("c", f'const char *text = "{"a" * 2_000}";').found
    assert found.value == OMITTED


NESTED = {
    "c": ("struct a { int x; ", "} f;"),
    "cpp": ("namespace a { ", "}"),
    "csharp": ("class A { ", "}"),
    "java": ("class A { ", "}"),
    "kotlin": ("class A {\n", "}\n"),
    "rust": ("mod a { ", "}"),
}


@pytest.mark.parametrize("language", NESTED)
def test_deep_nesting(language: str) -> None:
    left, right = NESTED[language]
    found = read(language, (left * 2_000 + right * 2_000).encode())
    levels, reason = 0, ""
    members = found.found if found else ()
    while members:
        levels, reason, members = levels + 1, members[-1].is_open, members[-1].members
    assert levels <= DEEPEST + 1
    assert found is None or "nested" in reason or language == "c"


MANY = {
    "c": ("struct A {", "int a{0};", "};"),
    "cpp": ("class A { void f(", "int a{0} = 1,", "int b); };"),
    "go": ("package a\ntype A struct {\n", "A{0} int // a\n", "}\n"),
    "csharp": ("class A {", "/** a */ [B] int a{0}(int b = 1) {{ return 1; }}", "}"),
    "dart": ("class A {", "/** a */ @b int a{0}(int b, {{int c = 1}}) {{ return 1; }}", "}"),
    "java": ("class A {", "/** a */ int a{0}(int b) {{ return 1; }}", "}"),
    "kotlin": ("class A {\n", "/** a */\n@B fun a{0}(b: Int = 1): Int {{ return 1 }}\n", "}"),
    "php": ("<?php class A {", "/** a */ public function a{0}(int $b = 1): int {{ return 1; }}", "}"),
    "rust": ("struct A {", "/// a\npub a{0}: u8,\n", "}"),
}


@pytest.mark.parametrize("language", MANY)
def test_many_members(language: str) -> None:
    first, member, last = MANY[language]
    text = first + "".join(member.format(number) for number in range(30_000)) + last
    found = declared(language, text)
    [one] = found.found
    count = len(one.members[0].signatures[0].parameters) if language == "cpp" else len(one.members)
    assert count >= 30_000


@pytest.mark.parametrize(
    ("language", "first", "name", "last"),
    [
        ("csharp", "class A { int", "a{}, ", "b; }"),
        ("csharp", "record A(", "int a{}, ", "int b);"),
        ("dart", "class A { final int ", "a{}, ", "b; }"),
        ("java", "class A { int ", "a{}, ", "b; }"),
        ("kotlin", "class A(", "val a{}: Int, ", "val b: Int)"),
        ("php", "<?php class A { public ", "$a{}, ", "$b; }"),
    ],
)
def test_many_names_in_one_statement(language: str, first: str, name: str, last: str) -> None:
    [found] = declared(language, f"{first} {''.join(map(name.format, range(20_000)))}{last}").found
    assert len(found.members) > 20_000


def test_many_parts() -> None:
    """Namespaces that are opened, and types that are implemented, ten thousand times."""
    parts = 10_000
    [space] = declared("cpp", "".join(f"namespace a {{ int f(int x{n}); }}\n" for n in range(parts))).found
    assert [len(one.signatures) for one in space.members] == [1]
    [_, *methods] = declared("cpp", "class A {};" + "".join(f"void A{n}::f() {{}}\n" for n in range(parts))).found
    assert len(methods) == parts
    [type_] = declared("rust", "struct A;" + "".join(f"impl A {{ fn f{n}() {{}} }}\n" for n in range(parts))).found
    assert len(type_.members) == parts


PIECES = st.sampled_from(
    [
        *"{ } ( ) [ ] < > ; , . : :: = * & ... // /// /** */ /**< // \n \\ # \" ' @ ~ | -> => ${ $a #[ <?php".split(
            " "
        ),
        *"type struct func package interface const var iota a b A::f int void class template<class T>".split(),
        *"typedef enum union public: static virtual operator #if #else #endif fn impl trait mod pub self where".split(),
        *"using namespace record extends implements default final extern fun val by companion object use mixin".split(),
        "#[cfg(a)]",
        'extern "C"',
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(), st.lists(PIECES, max_size=40).map(lambda words: " ".join(words).encode())))
def test_any_bytes(data: bytes) -> None:
    for language in filter(is_known, LANGUAGES):
        found = read(language, data)
        for one in found.found if found else ():
            assert one.start <= one.line <= one.end
