"""What sources define and import."""

import pytest
from declared_lines import symbols as listed
from hypothesis import given, strategies as st

from doclint.source import extract, trees


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("cpp", "namespace n{int f(){return 1;}}int g(){return 1;}", "g n n::f"),
        ("java", "class A{void a(){}void b(){}}class B{}", "A A.a A.b B"),
        ("javascript", "class A{a(){}}class B{b(){}}function c(){}", "A A.a B B.b c"),
        ("rust", "mod a{fn b(){}}fn c(){}", "a a::b c"),
        ("typescript", "namespace n{class A{}}class B{}", "B n n.A"),
    ],
)
def test_definitions_that_touch_are_not_in_each_other(language: str, text: str, names: str) -> None:
    found = extract.read(language, text.encode())
    assert found is not None
    assert " ".join(sorted(one.qualified for one in found.found)) == names


def test_a_local_function_of_csharp_is_a_symbol() -> None:
    assert listed("csharp", b"class A { void b() { void c() {} } }") == [
        "1 class A (private)",
        "1 method A.b (private)",
        "1 function c (private)",
    ]


def test_broken_source_gives_what_can_be_read() -> None:
    found = extract.read("python", b"class A:\n    def b(self): ...\n\ndef broken(:\n")
    assert found is not None
    assert found.is_broken
    assert {"A", "A.b"} <= {one.qualified for one in found.found}


def test_language_without_a_grammar_is_not_analysed() -> None:
    assert extract.read("cobol", b"") is None


def test_language_whose_grammar_is_not_installed_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the cache, which other tests may have filled.
    monkeypatch.setattr(extract, "is_known", trees.is_known.__wrapped__)
    monkeypatch.setattr(trees, "find_spec", lambda name: None if name == "tree_sitter_javascript" else object())
    assert extract.read("javascript", b"class A {}") is None


@given(st.binary())
@pytest.mark.parametrize("language", sorted(set(trees.grammars()) - {"hcl", "proto"}))  # have no symbols
def test_any_bytes_are_read(language: str, data: bytes) -> None:
    found = extract.read(language, data)
    assert found is not None
    lines = data.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in found.found)
    assert extract.read(language, data) == found


def test_macros_with_digits_in_front_of_a_class() -> None:
    source = (
        b"namespace c10 {\nclass C10_API Basket {\n public:\n  void fill() const C10_COLD {}\n};\nclass E8 {};\n}\n"
    )
    assert listed("header", source) == [
        "1 namespace c10",
        "2 class c10::Basket",
        "4 method c10::Basket::fill",
        "6 class c10::E8",
    ]


def test_marks_of_implementations() -> None:
    """Macros begin with an underscore as well, and stand behind what they mark."""
    source = b"""\
struct _VISIBLE(1) point
{
  __NODISCARD _API constexpr operator value_type() const noexcept { return 0; }
  _API bool empty() const _NOEXCEPT { return true; }
  void fill() _NOEXCEPT;
  int size() const _NOEXCEPT;
  _API _LIMIT(1) static constexpr long max(int a) _NOEXCEPT
  { return a; }
};
namespace std _API_VISIBILITY(default)
{
void carry();
}
void *back(void *a) { return (void *) _ORIGIN(a); }
#define OF_TWO(a, b) \\
  _ADD_(a) \\
  _ADD_(b)
void last();
"""
    assert listed("cpp", source) == [
        "1 struct point",
        "3 method point::operator value_type",
        "4 method point::empty",
        "5 method point::fill",
        "6 method point::size",
        "7 method point::max",
        "10 namespace std",
        "12 function std::carry",
        "14 function back",
        "15 macro OF_TWO",
        "18 function last",
    ]
    found = extract.read("cpp", source)
    assert found is not None
    assert not found.is_broken


def test_names_behind_types() -> None:
    """The name of a type for functions is not that of a parameter, and macros before a name are not part of it."""
    source = b"""\
typedef int (*compare)(apple *a, pear *b);
typedef void *(CALLBACK *later)(apple);
API const char *CALLBACK name_of(int a);
static const char *describe(int a);
struct basket {
    constexpr static int limit = 3;
    static const char *text(int a);
    operator const apple *() const;
    int (size)() const { return 1; }
};
template <> constexpr bool is_small<apple> = true;
"""
    assert listed("header", source) == [
        "1 type compare",
        "2 type later",
        "3 function name_of",
        "4 function describe",
        "5 struct basket",
        "6 constant basket::limit",
        "7 method basket::text",
        "8 method basket::operator const apple *",
        "9 method basket::size",
        "11 constant is_small",
    ]


def test_bases_are_not_sections() -> None:
    source = b"class A : public ::B {\n    void hidden();\n  public :\n    void shown();\n};\n"
    assert listed("cpp", source) == ["1 class A", "2 method A::hidden (private)", "4 method A::shown"]


def test_what_functions_contain_is_local_but_for_directives() -> None:
    source = b"""\
struct pair { int a; } both(void) { struct inner { int b; }; return {}; }
void f() {
#include "steps.inc"
#define STEP 1
    struct local { int c; };
}
void g();
"""
    assert listed("cpp", source) == [
        "1 function both",
        "2 function f",
        "3 include steps.inc",
        "4 macro STEP",
        "7 function g",
    ]


def test_groups_of_imports_in_any_depth() -> None:
    source = b"use a::{b::{c::{self, d as e, f::*}}};\nuse ::g;\nuse i::{self, *};\n"
    assert listed("rust", source) == [
        "1 import a::b::c",
        "1 import a::b::c::d",
        "1 import a::b::c::f::*",
        "2 import g",
        "3 import i",
        "3 import i::*",
    ]


def test_default_of_another_module() -> None:
    assert listed("javascript", b'export { default } from "./basket.js";\n') == ["1 import ./basket.js.default"]


def test_branches() -> None:
    """Brackets in comments open nothing; of branches that cannot stand side by side, the short one goes."""
    whole = b'#if OLD\n#include <a>\n#else\n/** @{ */\nvoid f() { puts("("); }\n#endif\n'
    assert listed("cpp", whole) == ["2 include a", "5 function f"]
    found = extract.read("cpp", whole)
    assert found is not None
    assert not found.is_broken
    guarded = b"#if OLD\nint a;\n#else\nnamespace n {\nint g();\nint h();\n#endif\n}\n"
    assert listed("cpp", guarded) == ["4 namespace n", "5 function n::g", "6 function n::h"]


def test_declarations_of_other_branches_are_unknown() -> None:
    found = extract.read("cpp", b"#if A\nvoid f() { int a; g();\n#else\nvoid f() { int a;\n#endif\n}\n")
    assert found is not None
    assert found.is_broken
