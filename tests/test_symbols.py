"""What sources define and import."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doclint.source import extract, trees

PYTHON = b'''\
from __future__ import annotations

import os, sys as system
from typing import Any, Optional as Opt
from . import near
from .other import *

LIMIT = 3
_HIDDEN: int = 4


class Basket(Base):
    """A docstring that says class Fake: and def fake()."""

    SIZE = 1

    def __init__(self) -> None: ...

    @property
    async def weight(self):
        def inner(): ...

    class Handle: ...


if True:

    def _private(): ...
'''


_FROM_ELSEWHERE = ("import", "include")


def listed(language: str, data: bytes) -> list[str]:
    found = extract.read(language, data)
    assert found is not None
    return [
        f"{one.line} {one.kind} {one.qualified}" + " (private)" * (one.kind not in _FROM_ELSEWHERE and not one.public)
        for one in found.found
    ]


def test_python() -> None:
    assert listed("python", PYTHON) == [
        "1 import __future__.annotations",
        "3 import os",
        "3 import sys",
        "4 import typing.Any",
        "4 import typing.Optional",
        "5 import .near",
        "6 import .other.*",
        "8 constant LIMIT",
        "9 constant _HIDDEN (private)",
        "12 class Basket",
        "15 constant Basket.SIZE",
        "17 method Basket.__init__",
        "20 method Basket.weight",
        "21 function Basket.weight.inner",
        "23 class Basket.Handle",
        "28 function _private (private)",
    ]


SOURCES = Path(__file__).parent / "sources"


def listed_file(language: str, name: str) -> list[str]:
    return listed(language, (SOURCES / language / name).read_bytes())


def test_javascript() -> None:
    assert listed_file("javascript", "basket.mjs") == [
        "2 import node:fs.fs",
        "2 import node:fs.readFile",
        "3 import node:path",
        "4 import ./polyfill.js",
        "5 import ./scale.js.weigh",
        "6 import ./fruit.js.*",
        "8 constant text (private)",
        "9 constant pattern (private)",
        "10 constant LIMIT",
        "10 constant OTHER",
        "13 class Basket",
        "14 constant Basket.SIZE",
        "17 method Basket.handle",
        "19 method Basket.constructor",
        "25 method Basket.size",
        "29 method Basket.all",
        "31 method Basket.#secret (private)",
        "32 function Basket.#secret.inner (private)",
        "33 function Basket.#secret.inner.innermost (private)",
        "39 method Basket._careful",
        "42 function add",
        "43 function twice (private)",
        "44 function numbers",
        "45 function helper (private)",
        "46 function later",
        "47 class Quiet (private)",
        "48 method Quiet.speak",
        "50 class Bound",
        "51 method Bound.run",
        "54 constant api (private)",
        "56 function assertion (private)",
        "59 function default",
        "60 function default.nested (private)",
    ]


def test_javascript_of_commonjs() -> None:
    assert listed_file("javascript", "common.cjs") == [
        "3 import fs",
        "4 import path",
        "4 import path.join",
        "4 import path.resolve",
        "6 function Basket",
        "10 method Basket.weigh",
        "14 function helper (private)",
        "15 class Apple",
        "16 class Pear (private)",
        "18 function count",
        "22 function later",
    ]


def test_typescript() -> None:
    assert listed_file("typescript", "basket.ts") == [
        "2 import ./fruit.Fruit",
        "2 import ./fruit.Weight",
        "3 import ./scale",
        "3 import ./scale.Scale",
        "4 import fs",
        "6 interface Weighable",
        "8 method Weighable.weigh",
        "12 type Handler",
        "13 type Hidden",
        "15 enum Size",
        "16 constant Size.Small",
        "17 constant Size.Large",
        "20 enum Inner",
        "21 constant Inner.One",
        "25 class Basket",
        "26 constant Basket.LIMIT",
        "27 constant Basket.SECRET (private)",
        "30 method Basket.constructor",
        "32 method Basket.describe",
        "33 method Basket.weigh",
        "35 method Basket.weigh",
        "38 method Basket.careful (private)",
        "39 method Basket.hidden (private)",
        "40 method Basket.onChange",
        "41 function Basket.onChange.step (private)",
        "45 namespace Shop.Tools",
        "46 constant Shop.Tools.NAME",
        "47 function Shop.Tools.open",
        "48 function Shop.Tools.close (private)",
        "51 namespace colors (private)",
        "52 function colors.paint",
        "54 constant VERSION (private)",
        "55 function parse",
        "56 function first",
    ]


def test_typescript_with_tags() -> None:
    assert listed_file("typescript", "view.tsx") == [
        "1 import react.useState",
        "3 interface Props (private)",
        "8 function List",
        "10 function List.toggle (private)",
        "14 function Row (private)",
        "18 function View",
    ]


def test_go() -> None:
    assert listed_file("go", "basket.go") == [
        "5 import fmt",
        "6 import example.com/fruit/weights",
        "7 import strings",
        "8 import embed",
        "11 import errors",
        "15 constant Limit",
        "15 constant lower (private)",
        "18 constant Small",
        "20 constant large (private)",
        "26 type Size",
        "27 type Alias",
        "28 type Handler",
        "29 struct internal (private)",
        "33 struct Basket",
        "39 interface Weigher",
        "41 method Weigher.Weigh",
        "42 method Weigher.secret (private)",
        "45 function New",
        "56 method Basket.Weigh",
        "58 method Size.String",
        "60 method internal.hidden (private)",
        "62 function init (private)",
    ]


def test_rust() -> None:
    assert listed_file("rust", "basket.rs") == [
        "4 import alloc",
        "7 import std::collections",
        "7 import std::collections::HashMap",
        "7 import std::collections::hash_map::Entry",
        "8 import std::fmt::Display",
        "8 import std::fmt::Formatter",
        "9 import std::io::prelude::*",
        "11 import crate::scale",
        "12 import self::inner::Deep",
        "13 import super::*",
        "15 constant LIMIT",
        "16 constant COUNT (private)",
        "17 type Weight (private)",
        "18 namespace remote",
        "22 struct Basket",
        "26 enum Fruit",
        "27 constant Fruit::Apple",
        "28 constant Fruit::Pear",
        "31 union Bits (private)",
        "35 trait Weigh",
        "36 type Weigh::Unit",
        "37 constant Weigh::FACTOR",
        "38 method Weigh::weigh",
        "39 method Weigh::twice",
        "43 constant Basket::SIZE",
        "45 method Basket::new",
        "46 function Basket::new::helper (private)",
        "52 method Basket::restricted (private)",
        "53 method Basket::hidden (private)",
        "57 type Basket::Unit",
        "58 method Basket::weigh",
        "64 method Fruit::fmt",
        "70 macro basket",
        "77 macro quiet (private)",
        "82 function weigh_c",
        "85 namespace inner (private)",
        "86 struct inner::Deep",
        "87 function inner::open",
        "90 namespace inner::tests (private)",
        "92 function inner::tests::it_works (private)",
    ]


def test_java() -> None:
    assert listed_file("java", "Basket.java") == [
        "3 import java.lang.Math.max",
        "5 import java.util.*",
        "6 import java.util.function.Function",
        "12 class Basket",
        "13 constant Basket.LIMIT",
        "13 constant Basket.OTHER",
        "14 constant Basket.NAME",
        "15 constant Basket.SECRET (private)",
        "19 method Basket.Basket",
        "24 method Basket.by",
        "29 class Local (private)",
        "36 method Basket.careful (private)",
        "38 method Basket.shared (private)",
        "41 class Basket.Node (private)",
        "42 method Basket.Node.next",
        "47 class Basket.Price",
        "48 method Basket.Price.Price",
        "52 method Basket.Price.free (private)",
        "58 interface Weighable (private)",
        "59 constant Weighable.FACTOR",
        "61 method Weighable.weigh",
        "63 method Weighable.twice",
        "65 method Weighable.helper (private)",
        "67 enum Weighable.Unit",
        "68 constant Weighable.Unit.GRAM",
        "69 constant Weighable.Unit.POUND",
        "76 method Weighable.Unit.Unit (private)",
        "78 method Weighable.Unit.label (private)",
        "84 interface Fresh (private)",
        "85 method Fresh.days",
    ]


def test_shell() -> None:
    assert listed_file("shell", "basket.sh") == [
        "5 include ./colors.sh",
        '6 include $(dirname "$0")/lib/scale.sh',
        "8 constant LIMIT",
        "8 constant OTHER",
        "9 constant NAME",
        "13 function usage",
        "21 function weigh",
        "23 function nested",
        "29 function basket::open",
        "33 function _private",
        "36 function on-demand",
    ]


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


def test_broken_source_gives_what_can_be_read() -> None:
    found = extract.read("python", b"class A:\n    def b(self): ...\n\ndef broken(:\n")
    assert found is not None
    assert found.is_broken
    assert {"A", "A.b"} <= {one.qualified for one in found.found}
    sound = extract.read("python", PYTHON)
    assert sound is not None
    assert not sound.is_broken


def test_language_without_a_grammar_is_not_analysed() -> None:
    assert extract.read("cobol", b"") is None


def test_language_whose_grammar_is_not_installed_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the cache, which other tests may have filled.
    monkeypatch.setattr(extract, "is_known", trees.is_known.__wrapped__)
    monkeypatch.setattr(trees, "find_spec", lambda name: None if name == "tree_sitter_javascript" else object())
    assert extract.read("javascript", b"class A {}") is None


@given(st.binary())
@pytest.mark.parametrize("language", sorted(set(trees.grammars()) - {"hcl"}))  # has blocks, no symbols
def test_any_bytes_are_read(language: str, data: bytes) -> None:
    found = extract.read(language, data)
    assert found is not None
    lines = data.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in found.found)
    assert extract.read(language, data) == found


C = b"""\
#ifndef POINT_H
#define POINT_H
#include <stdio.h>
#include "near/point.h"
#define SQUARE(x) ((x) * (x))

extern "C" {

struct point {
    int x, y;
    void (*moved)(int);
};

typedef struct point point_t, *point_ref;
typedef struct { int width; } size_type;
typedef int (*compare)(const void *, const void *);
typedef enum { SMALL, LARGE = 4 } scale;
union word { int whole; char parts[4]; };
enum color { RED, GREEN };
struct later;

const int LIMIT = 3, *const FIRST = 0;
static const char *const names[] = {"a"};
extern int counter;

int area(const struct point *p);
API_EXPORT struct point *find(int id), **all(void);
static inline int hidden(void) { int local(int); const int INNER = 1; return INNER; }
static void also_hidden(void);
void (*handler(int signal))(int);
int (*row(int number))[3] { return 0; }
DEPRECATED("use area; it is (much) better")
unsigned long long old(void) { return 0; }

#if SQUARE(2) > 3
void one(int a) {}
#else
void other(int a) {}
#endif
int amid(
#ifdef WIDE
    long a
#else
    int a
#endif
) { return 0; }
#ifdef ONE
void split(int a) {
#else
void split(long a) {
#endif
}
void last(void) {}

}
#endif
"""


def test_c() -> None:
    assert listed("c", C) == [
        "2 macro POINT_H",
        "3 include stdio.h",
        "4 include near/point.h",
        "5 macro SQUARE",
        "9 struct point",
        "14 type point_ref",
        "14 type point_t",
        "15 type size_type",
        "16 type compare",
        "17 constant LARGE",
        "17 constant SMALL",
        "17 type scale",
        "18 union word",
        "19 constant GREEN",
        "19 constant RED",
        "19 enum color",
        "22 constant FIRST",
        "22 constant LIMIT",
        "23 constant names (private)",
        "26 function area",
        "27 function all",
        "27 function find",
        "28 function hidden (private)",
        "29 function also_hidden (private)",
        "30 function handler",
        "31 function row",
        "33 function old",
        "36 function one",
        "38 function other",
        "40 function amid",
        "48 function split",
        "53 function last",
    ]


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


CPP = b"""\
#pragma once
#include <vector>
NAMESPACE_BEGIN(outer)
namespace a::b {

class API_EXPORT Basket final : public Base<int> {
    Basket(int);
    int size_;
    BASKET_BODY(Basket, "a {brace}; (a) parenthesis")

public:
    explicit Basket(double d) : size_(1) {}
    ~Basket();
    Basket(Basket &&) = delete;
    virtual void empty() const noexcept = 0;
    int &at(int);
    int **rows(int a) { return 0; }
    operator bool() const;
    template <typename T> operator std::vector<T>() const { return {}; }
    bool operator==(const Basket &) const;
    int &operator[](int i) { return size_; }
    void operator()(int);
    static constexpr int LIMIT = 3;
    static const char *const NAME;
    template <typename T> void put(T &&);
    using type = int;
    enum class Kind { Open, Shut };
    friend class Other;
    friend void stranger(Basket &);
    void (*callback)(int);
    struct { int in_place; } place;

protected:
    void guarded();
#ifdef MORE
    void more();

public:
    void most();
#endif
    class Handle {
        void closed();

    public:
        void open();
    };

private:
    struct Secret {
        void inside();
    };
};

template <typename T> struct Traits;
template <> struct Traits<int> {
    static int value() { return 1; }
};
struct Outer::Nested {
    void deep();
};

namespace {
int unseen() { return 1; }
namespace c { class Unseen { public: void f(); }; }
}

inline namespace v1 { void current(); }
namespace short_name = a::b;
template <typename T> using list = std::vector<T>;
template <typename T> concept Small = sizeof(T) < 4;
template <typename T> constexpr bool is_small = true;
[[nodiscard]] auto trailing(int a) -> int;
NOINLINE void slow(int a);
static void in_file() { struct Local { void f(); }; Basket found(1); }
std::ostream &operator<<(std::ostream &out, const Basket &b);
long double operator"" _km(long double);
template <> void put<int>(int);

} // namespace a::b
NAMESPACE_END(outer)

a::b::Basket::Basket(int) {}
a::b::Basket::~Basket() = default;
int &a::b::Basket::at(int i) { return size_; }
a::b::Basket::operator bool() const { return true; }
template <typename T> void a::b::Traits<T>::method(T a) {}
void b::free_function() {}
"""


def test_cpp() -> None:
    assert listed("cpp", CPP) == [
        "2 include vector",
        "4 namespace a::b",
        "6 class a::b::Basket",
        "7 method a::b::Basket::Basket (private)",
        "12 method a::b::Basket::Basket",
        "13 method a::b::Basket::~Basket",
        "14 method a::b::Basket::Basket",
        "15 method a::b::Basket::empty",
        "16 method a::b::Basket::at",
        "17 method a::b::Basket::rows",
        "18 method a::b::Basket::operator bool",
        "19 method a::b::Basket::operator std::vector<T>",
        "20 method a::b::Basket::operator==",
        "21 method a::b::Basket::operator[]",
        "22 method a::b::Basket::operator()",
        "23 constant a::b::Basket::LIMIT",
        "24 constant a::b::Basket::NAME",
        "25 method a::b::Basket::put",
        "26 type a::b::Basket::type",
        "27 enum a::b::Basket::Kind",
        "27 constant a::b::Basket::Kind::Open",
        "27 constant a::b::Basket::Kind::Shut",
        "34 method a::b::Basket::guarded (private)",
        "36 method a::b::Basket::more (private)",
        "39 method a::b::Basket::most",
        "41 class a::b::Basket::Handle",
        "42 method a::b::Basket::Handle::closed (private)",
        "45 method a::b::Basket::Handle::open",
        "49 struct a::b::Basket::Secret (private)",
        "50 method a::b::Basket::Secret::inside (private)",
        "55 struct a::b::Traits",
        "56 method a::b::Traits::value",
        "58 struct a::b::Outer::Nested",
        "59 method a::b::Outer::Nested::deep",
        "63 function a::b::unseen (private)",
        "64 namespace a::b::c (private)",
        "64 class a::b::c::Unseen (private)",
        "64 method a::b::c::Unseen::f (private)",
        "67 namespace a::b::v1",
        "67 function a::b::v1::current",
        "68 namespace a::b::short_name",
        "69 type a::b::list",
        "70 type a::b::Small",
        "71 constant a::b::is_small",
        "72 function a::b::trailing",
        "73 function a::b::slow",
        "74 function a::b::in_file",
        "75 function a::b::operator<<",
        '76 function a::b::operator"" _km',
        "77 function a::b::put",
        "82 method a::b::Basket::Basket",
        "83 method a::b::Basket::~Basket",
        "84 method a::b::Basket::at",
        "85 method a::b::Basket::operator bool",
        "86 method a::b::Traits::method",
        "87 function b::free_function",
    ]


CUDA = b"""\
#include <cuda.h>
__constant__ float weights[4];
__device__ __forceinline__ float scale(float a) { return a; }
template <typename T> __global__ void __launch_bounds__(256) kernel(T *out, int n) { out[threadIdx.x] = scale(n); }
extern "C" __global__ void plain(float *a);
struct Runner {
    __host__ __device__ int operator()(int a) const { return a; }
    void run() { kernel<float><<<1, 2>>>(out, 3); }
};
void launch() {
    dim3 grid(1), block(2);
    kernel<<<grid, block, 0, stream>>>(out, 3);
}
"""


def test_cuda() -> None:
    assert listed("cuda", CUDA) == [
        "1 include cuda.h",
        "3 function scale",
        "4 function kernel",
        "5 function plain",
        "6 struct Runner",
        "7 method Runner::operator()",
        "8 method Runner::run",
        "10 function launch",
    ]


def test_header_may_be_of_c_or_cpp() -> None:
    assert listed("header", C) == [
        "2 macro POINT_H",
        "3 include stdio.h",
        "4 include near/point.h",
        "5 macro SQUARE",
        "9 struct point",
        "14 type point_ref",
        "14 type point_t",
        "15 type size_type",
        "16 type compare",
        "17 constant LARGE",
        "17 constant SMALL",
        "17 type scale",
        "18 union word",
        "19 enum color",
        "19 constant color::GREEN",
        "19 constant color::RED",
        "22 constant FIRST",
        "22 constant LIMIT",
        "23 constant names",
        "26 function area",
        "27 function all",
        "27 function find",
        "28 function hidden",
        "29 function also_hidden",
        "30 function handler",
        "31 function row",
        "33 function old",
        "36 function one",
        "38 function other",
        "40 function amid",
        "48 function split",
        "53 function last",
    ]
    assert listed("header", CPP) == listed("cpp", CPP)


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
