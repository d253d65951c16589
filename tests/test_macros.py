"""What the preprocessor puts in place of a name, and what it does not."""

import pytest

from doclint.page.source_file import SourceFile

VALUES = {
    "#define A\n#define B 1\n": {"A": "", "B": "1"},
    "#define A\n// note\nint x;\n": {"A": ""},
    "#define A\r\n#define B 1\r\n": {"A": "", "B": "1"},
    "#define A // 1\n": {"A": ""},
    "#define A 1 // one \\\n still\n#define B 2": {"A": "1", "B": "2"},
    "#define A /* one\n two */ 1 /* three */ + 2\nint x;": {"A": "1 + 2"},
    '#define A "http://x" "/*" // note\n': {"A": '"http://x" "/*"'},
    "#define A '\"' /* note */\n": {"A": "'\"'"},
    "#define A do { \\\n  f(); \\\r\n} while (0)\n": {"A": "do { f(); } while (0)"},
    "#define A(x, \\\n y) x / y\n": {"A": "x / y"},
    "  #  define\tA\t1\n": {"A": "1"},
    "/* #define A 1 */\n// #define B 1\n": {},
    'const char *x = R"(\n#define A 1\n)";\n': {},
    "#define A 1 /* open\n#define B 2\n": {"A": "1"},
    "#undef A\nint A;\n#if A\n#endif\n": {},
    '#define A "open\n#define B 2\n': {"A": '"open', "B": "2"},
}


@pytest.mark.parametrize("source", VALUES)
def test_what_a_macro_is_defined_as(source: str) -> None:
    found = SourceFile("a.hpp", source.encode()).macros
    assert found == {name: (value,) for name, value in VALUES[source].items()}


@pytest.mark.parametrize("path", ["a.c", "a.h", "a.cpp", "a.cu"])
def test_every_branch_counts(path: str) -> None:
    source = b"#if X\n#define A 1\n#undef A\n#else\n#define A 2\n#endif\nvoid f(\n#if X\n#define B 1\nint a\n#endif\n);"
    assert SourceFile(path, source).macros == {"A": ("1", "2"), "B": ("1",)}


@pytest.mark.parametrize("path", ["a.py", "a.java", "a.md", "a"])
def test_other_languages_have_none(path: str) -> None:
    assert SourceFile(path, b"#define A 1\n").macros is None


@pytest.mark.parametrize(
    "part",
    ["#define A /* */ 1\n", "#define A \"'\n", "#define A \\\n", "#define A()\n", "#define A //\\\n", "#define A /"],
)
def test_hostile_sources_take_no_long(part: str) -> None:
    assert SourceFile("a.h", part.encode() * 20_000).macros is not None


@pytest.mark.parametrize("part", ["#define A /*\n", "#define A("])
def test_what_would_take_long_is_not_analysed(part: str) -> None:
    assert SourceFile("a.h", part.encode() * 20_000).macros is None
