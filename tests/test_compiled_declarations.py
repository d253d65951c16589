"""What sources of Go, Rust, Java, C and C++ declare, with all members."""

import pytest
from declared_lines import declared, lines, listed
from hypothesis import given, settings
from hypothesis import strategies as st

from doclint.source.languages.nodes import DEEPEST
from doclint.source.model import OMITTED
from doclint.source.read import read
from doclint.source.trees import is_known

LANGUAGES = ["c", "cpp", "csharp", "cuda", "dart", "header", "go", "java", "kotlin", "php", "rust"]


def test_go() -> None:
    source = """\
// Package fruit weighs.
package fruit

// Basket holds fruit.
//
//   indented
type Basket[T any] struct {
	Size, Depth int `json:"size"` // in cm
	*io.Reader

	// What is in it.
	fruit map[string]T // by name
}

// Not about Handle.

type Handle = string

type (
	// Scale weighs.
	Scale interface {
		fmt.Stringer
		Weigh(b Basket, units ...string) (grams int, err error)
	}
	// Ripe says how ripe.
	Ripe int
)

const (
	Green Ripe = iota
	Yellow
	_
)

var total, _ = sum(1 /* one */, 2), 0
var a, b = both()

//go:noinline
// Fill fills.
func (b *Basket[T]) Fill(ctx context.Context, x, y int, _ string, more ...T) error { return nil }
func (o other) hidden(func(int) bool) {}
func New[T, U any](chan<- int) *Basket[T] { type inner int; return nil }
"""
    assert declared("go", source).docstring == "Package fruit weighs."
    assert listed("go", source) == [
        "7 struct Basket < *io.Reader has_all_fields 'Basket holds fruit.\\n\\n  indented'",
        "  8 field Size: int 'in cm'",
        "  8 field Depth: int 'in cm'",
        "  9 field Reader: *io.Reader",
        "  12 field fruit: map[string]T (private) 'What is in it.'",
        "  40 method Fill(ctx: context.Context, x: int, y: int, _: string, *more: T) -> error 'Fill fills.'",
        "17 type Handle = string",
        "21 interface Scale < fmt.Stringer 'Scale weighs.'",
        "  23 method Weigh(b: Basket, *units: string) -> (grams int, err error)",
        "26 type Ripe = int 'Ripe says how ripe.'",
        "30 constant Green: Ripe = iota",
        "31 constant Yellow: Ripe",
        "35 variable total = sum(1 , 2) (private)",
        "36 variable a (private)",
        "36 variable b (private)",
        "41 method other.hidden(: func(int) bool) (private)",
        "42 function New[T, U](: chan<- int) -> *Basket[T]",
    ]


def test_types_of_go_and_rust_may_have_methods_in_other_files() -> None:
    assert "methods" in declared("go", "package a\ntype B struct {\n}\n").found[0].is_open
    assert declared("go", "package a\ntype B interface {\n}\n").found[0].is_open == ""
    assert "methods" in declared("rust", "enum A { B }").found[0].is_open
    assert declared("rust", "trait A { fn b(); }").found[0].is_open == ""
    assert "macro" in declared("rust", "trait A { generate!(b); }").found[0].is_open


def test_rust() -> None:
    source = """\
//! Weighs
//! fruit.
use std::fmt;

/// A basket.
// Not of the documentation.
#[derive(Debug, Clone)]
/// It holds fruit.
pub struct Basket<'a, T: Fruit> {
    pub size: usize,
    #[cfg(unix)]
    pub(crate) fruit: Option<&'a T>, /** Its type. */ r#type: u8,
}
struct Pair(pub i32, String);
pub enum Ripe {
    Green,
    /// So so.
    Yellow { days: u8 },
    Brown(u8) = 4,
}
impl<'a, T> Basket<'a, T> {
    pub const MOST: u8 = 3;
    /// Makes one.
    pub fn new() -> Self { struct Inner; Self {} }
    pub async fn fill<K, const N: usize>(&mut self, (a, b): (u8, u8), mut k: Vec<K>) -> Result<K, Error> where K: A {}
    fn take(self: Box<Self>, _by: u8) {}
}
#[cfg(test)]
impl fmt::Display for Basket<'_, i32> {
    type Out = i32;
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {}
}
impl fmt::Display for elsewhere::Other {
    fn fmt(&self) {}
}
/// What has weight.
pub trait Fruit: Clone + Send {
    type Peel: Soft;
    const N: usize = 2;
    fn weigh(&self) -> u32;
}
pub static mut TOTAL: u32 = 1;
type List<T> = Vec<T>;
mod inner {
    //! Inside.
    pub(super) fn f() {}
}
extern "C" {
    pub fn printf(format: *const c_char, ...) -> c_int;
}
union Bits { a: u32, b: f32 }
"""
    assert declared("rust", source).docstring == "Weighs\nfruit."
    assert listed("rust", source) == [
        "9 struct Basket < fmt::Display @derive(Debug, Clone) has_all_fields 'A basket.\\nIt holds fruit.'",
        "  10 field size: usize",
        "  12 field fruit: Option<&'a T> @cfg(unix) is_conditional (private)",
        "  12 field type: u8 (private) 'Its type.'",
        "  22 constant MOST: u8 = 3",
        "  24 method new() -> Self is_static 'Makes one.'",
        "  25 method fill[K, N]((a, b): (u8, u8), k: Vec<K>) -> Result<K, Error> is_async",
        "  26 method take(by: u8) (private)",
        "  30 type Out = i32 is_conditional",
        "  31 method fmt(f: &mut fmt::Formatter) -> fmt::Result is_conditional",
        "14 struct Pair has_all_fields (private)",
        "  14 field 0: i32",
        "  14 field 1: String (private)",
        "15 enum Ripe has_all_fields",
        "  16 enum-member Green",
        "  18 enum-member Yellow 'So so.'",
        "    18 field days: u8",
        "  19 enum-member Brown = 4",
        "    19 field 0: u8",
        "34 method Other::fmt()",
        "37 trait Fruit < Clone | Send 'What has weight.'",
        "  38 type Peel",
        "  39 constant N: usize = 2",
        "  40 method weigh() -> u32",
        "42 variable TOTAL: u32 = 1",
        "43 type List = Vec<T> (private)",
        "44 namespace inner (private) 'Inside.'",
        "  46 function f() (private)",
        "49 function printf(format: *const c_char, *) -> c_int",
        "51 union Bits has_all_fields (private)",
        "  51 field a: u32 (private)",
        "  51 field b: f32 (private)",
    ]


def test_java() -> None:
    source = """\
/** Weighs. */
package fruit;

/**
 * A.
 *
 * @param <T> x
 */
@Deprecated
@Holds(fruit = 1)
public abstract class Basket<T extends Fruit> extends Box<T> implements Heavy, Comparable<T> {
  /** How many. */ public static final int MOST = 3, ALL[] = {1};
  @Nullable protected String name;
  public Basket(int size, final String... names) throws IOException { }
  Basket() {}
  @Override public <K> List<K> all(@NonNull K k, int[] xs[]) { class Local {} return null; }
  /** More. */
  public static void all() {}
  static class Handle { void turn() {} public void turn(int far) {} }
  static { int q; }
}
record Point<T>(int x, T... y) implements Place {
  Point { }
}
public record Size(int cm) {}
enum Ripe implements Shown {
  /** Not yet. */ GREEN(1), YELLOW { void x() {} };
  private final int days;
  Ripe(int days) {}
}
interface Scale extends Heavy, Flat {
  int MOST = 1;
  void weigh();
  private void hidden() {}
  class Unit {}
}
@interface Holds { int fruit() default 1; }
"""
    assert declared("java", source).docstring == "Weighs."
    assert listed("java", source) == [
        "11 class Basket < Box<T> | Heavy | Comparable<T> @Deprecated @Holds(fruit = 1) 'A.\\n\\n@param <T> x'",
        "  12 constant MOST: int = 3 is_static 'How many.'",
        "  12 constant ALL: int[] = {1} is_static 'How many.'",
        "  13 field name: String @Nullable (private)",
        "  14 method Basket(size: int, *names: String) ()",
        "  16 method all[K](k: K, xs: int[][]) -> List<K> () -> void @Override 'More.'",
        "  19 class Handle is_static (private)",
        "    19 method turn() -> void (far: int) -> void",
        "22 class Point < Place (private)",
        "  22 field x: int",
        "  22 field y: T",
        "  23 method Point(x: int, *y: T) (private)",
        "25 class Size",
        "  25 field cm: int",
        "  25 method Size(cm: int)",
        "26 enum Ripe < Shown (private)",
        "  27 enum-member GREEN is_static 'Not yet.'",
        "  27 enum-member YELLOW is_static",
        "  28 field days: int (private)",
        "  29 method Ripe(days: int) (private)",
        "31 interface Scale < Heavy | Flat (private)",
        "  32 constant MOST: int = 1 is_static",
        "  33 method weigh() -> void",
        "  34 method hidden() -> void (private)",
        "  35 class Unit is_static",
        "37 interface Holds (private)",
        "  37 method fruit() -> int = 1",
    ]


def test_lombok_adds_members() -> None:
    assert "Lombok" in declared("java", "import lombok.Data;\n@Data class A { int b; }").found[0].is_open
    assert declared("java", "import data.Data;\n@Data class A { int b; }").found[0].is_open == ""


def test_c() -> None:
    source = """\
/** @file
 *  Weighs. */
#ifndef FRUIT_H
#define FRUIT_H
#include <stddef.h>

/**
 * A basket.
 */
typedef struct basket {
    char name[10]; /**< What it
                        says. */
    unsigned int ripe : 3, *more; ///< Bits
                                  /// and more.
    union { int a; float b; };
    struct { int c; } inner;
    int (*weigh)(struct basket *self, int);
} basket_t, *basket_ptr;
typedef struct { int x; } point;
typedef int (*handler)(int code);
enum ripe { GREEN, YELLOW = 4, /*!< Good. */ };
enum { FIRST, SECOND = 2 };
struct later;

/// Weighs.
/// \\param b a basket
static int weigh(const basket_t *b, size_t, ...);
static int weigh(const basket_t *basket, size_t n, ...) { int local; return 0; }
void empty(void);
int (*choose(int a))(char);
#if DEBUG
extern const char *const names[], *first;
#endif
const int most = 3, all[2] = {1, 2};
struct later *last = NULL;
#endif
"""
    assert declared("c", source).docstring == "@file\nWeighs."
    assert listed("c", source) == [
        "10 struct basket 'A basket.'",
        "  11 field name: char [10] 'What it\\nsays.'",
        "  13 field ripe: unsigned int 'Bits\\nand more.'",
        "  13 field more: unsigned int * 'Bits\\nand more.'",
        "  15 field a: int",
        "  15 field b: float",
        "  16 field inner: struct",
        "    16 field c: int",
        "  17 field weigh: int (*)(struct basket *self, int)",
        "18 type basket_t = struct basket 'A basket.'",
        *[
            "  11 field name: char [10] 'What it\\nsays.'",
            "  13 field ripe: unsigned int 'Bits\\nand more.'",
            "  13 field more: unsigned int * 'Bits\\nand more.'",
            "  15 field a: int",
            "  15 field b: float",
            "  16 field inner: struct",
            "    16 field c: int",
            "  17 field weigh: int (*)(struct basket *self, int)",
        ],
        "18 type basket_ptr = struct basket * 'A basket.'",
        "19 struct point",
        "  19 field x: int",
        "20 type handler = int (*)(int code)",
        "21 enum ripe",
        "  21 enum-member GREEN",
        "  21 enum-member YELLOW = 4 'Good.'",
        "22 constant FIRST",
        "22 constant SECOND = 2",
        "28 function weigh(basket: const basket_t *, n: size_t, *) -> int (private) 'Weighs.\\n\\\\param b a basket'",
        "29 function empty() -> void",
        "30 function choose(a: int) -> int (*)(char)",
        "32 constant names: const char *const [] is_conditional",
        "32 variable first: const char * is_conditional",
        "34 constant most: const int = 3",
        "34 constant all: const int [2] = {1, 2}",
        "35 variable last: struct later * = NULL",
    ]


def test_cpp() -> None:
    source = """\
/// What weighs.
namespace fruit::scale {
/*! A basket. */
template <typename T, int N = 3, class... Ts>
class Basket final : public Box<T>, private virtual Heavy {
  int hidden_;
 public:
  explicit Basket(int size, const std::string &name = "a", T&&... rest) : size_(size) {}
  ~Basket() override;
  virtual const char *name() const noexcept = 0;
  static constexpr int kMost = 3;
  static int count;
  int size_ = 1, *more_{nullptr};
  enum class Ripe : char { kGreen, kYellow };
  using Unit = T;
  using Kind = enum { kOne };
  auto weigh(int) -> std::vector<int>;
  operator bool() const;
  bool operator == (const Basket& other) const;
  template <class K> K get(K k);
  void set(int a);
  void set(char b, int (*f)(int) = nullptr);
  Basket(const Basket&) = delete;
 protected:
  friend class Friend;
  static int sum(void);
};
template <class T, int N, class... Ts>
auto Basket<T, N, Ts...>::weigh(int grams) -> std::vector<int> {}
template <class T, int N, class... Ts>
template <class K>
K Basket<T, N, Ts...>::get(K key) {}
int free();
}
namespace fruit { int after; }
int fruit::scale::free() { return 1; }
void Other::f(int x) {}
namespace { struct Hidden { int a; }; }
struct Public : Base { int a; private: int b; };
template <> struct Public<int> { int c; };
extern "C" int plain(int);
inline namespace v1 { [[nodiscard]] unsigned long long big(); }
"""
    assert listed("cpp", source) == [
        "2 namespace fruit",
        "  2 namespace scale 'What weighs.'",
        "    5 class Basket < Box<T> | Heavy 'A basket.'",
        "      6 field hidden_: int (private)",
        '      8 method Basket(size: int, name: const std::string & = "a", *rest: T&&) (: const Basket&)',
        "      9 method ~Basket()",
        "      10 method name() -> const char *",
        "      11 constant kMost: int = 3 is_static",
        "      12 field count: int is_static",
        "      13 field size_: int = 1",
        "      13 field more_: int * = {nullptr}",
        "      14 enum Ripe",
        "        14 enum-member kGreen",
        "        14 enum-member kYellow",
        "      15 type Unit = T",
        "      16 enum Kind",
        "        16 enum-member kOne",
        "      18 method operator bool() -> bool",
        "      19 method operator==(other: const Basket&) -> bool",
        "      21 method set(a: int) -> void (b: char, f: int (*)(int) = nullptr) -> void",
        "      26 method sum() -> int is_static (private)",
        "      29 method weigh(grams: int) -> std::vector<int>",
        "      32 method get[K](key: K) -> K",
        "    36 function free() -> int",
        "  35 variable after: int",
        "37 method Other::f(x: int) -> void",
        "38 struct Hidden (private)",
        "  38 field a: int",
        "39 struct Public < Base",
        "  39 field a: int",
        "  39 field b: int (private)",
        "40 struct Public<int>",
        "  40 field c: int",
        "41 function plain(: int) -> int",
        "42 namespace v1",
        "  42 function big() -> unsigned long long",
    ]


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
