"""Where things are in TOML files, and what is being written at their end."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from doclint.errors.toml_places import TomlPlaces
from doclint.errors.validation import Path as Keys

HOUSE = Path(__file__).parents[1]
FILES = sorted(path for folder in ("doclint", "tests", "benchmarks") for path in (HOUSE / folder).rglob("*.toml"))
TEXT = '''\
# A comment
a = 1
b.c."d e" = { x = 1, y.z = [1,
 { q = 1 }] }

[k] # here
# and here
v = """one
[[two]]
"""
[[many]]
x = 1
[[many.below]]
y = 1
[[many]]
z = [
  # A comment
  1, # another one
  'b',
]
[many.'q.r']
[x.y]
[x]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 2),
        (("b",), 3),
        (("b", "c", "d e", "y", "z"), 3),
        (("b", "c", "d e", "y", "z", 1, "q"), 4),
        (("k",), 6),
        (("k", "v"), 8),
        (("k", "missing"), 6),
        (("k", "v", 3, "missing"), 8),
        (("many", 0, "x"), 12),
        (("many", 0, "below", 0, "y"), 14),
        (("many", 1), 15),
        (("many", 1, "z", 1), 19),
        (("many", 1, "q.r"), 21),
        (("many", 2), 11),
        (("x", "y"), 22),
        (("x",), 23),
        (("missing",), None),
        ((), None),
    ],
)
def test_line(path: Keys, line: int | None) -> None:
    assert TomlPlaces(TEXT).line(path) == line


def leaves(value: object, path: Keys = ()) -> Iterator[tuple[Keys, object]]:
    for key, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(below, (*path, key))
    if not isinstance(value, dict | list):
        yield path, value


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.relative_to(HOUSE).as_posix())
def test_each_value_of_a_file_is_on_its_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines, written = TomlPlaces(text), text.split("\n")
    for path, value in leaves(tomllib.loads(text)):
        line = lines.line(path)
        assert line is not None
        shown = written[line - 1]
        assert not isinstance(path[-1], str) or path[-1] in shown
        place = lines.find(path)
        assert place is not None
        assert place.value is not None
        assert tomllib.loads(f"x = {text[slice(*place.value)]}")["x"] == value or value != value  # noqa: PLR0124 - NaN
        # Only a text has escapes, or further lines.
        assert isinstance(value, str | float) or str(value).lower() in shown.replace("_", "")


def test_deeply_nested_values_are_read() -> None:
    assert TomlPlaces(f"\na = {'[' * 10_000}1{']' * 10_000}\n").line(("a", 0)) == 2


@pytest.mark.parametrize(
    ("text", "cursor"),
    [
        ("", ("key", (), "")),
        ("a", ("key", (), "a")),
        ("a.", ("key", ("a",), "")),
        ("a.b", ("key", ("a",), "b")),
        ("a ", ("none", (), "")),
        ("a =", ("value", ("a",), "")),
        ('a = "x', ("value", ("a",), "x")),
        ('a = "x"', ("none", (), "")),
        ("a = tr", ("value", ("a",), "tr")),
        ("# a", ("none", (), "")),
        ("a = 1 # b", ("none", (), "")),
        ("[", ("header", (), "")),
        ("[[ki", ("header", (), "ki")),
        ("[[kind]]\n[kind.", ("header", ("kind", 0), "")),
        ("[[kind]]\n[[kind]]\n", ("key", ("kind", 1), "")),
        ("a = [", ("value", ("a", 0), "")),
        ('a = ["x", ', ("value", ("a", 1), "")),
        ('a = ["x" ', ("none", ("a", 1), "")),
        ("a = [1,\n  # b", ("none", ("a", 1), "")),
        ("a = [1,\n  # b\n", ("value", ("a", 1), "")),
        ("a = [{ b", ("key", ("a", 0), "b")),
        ('a = [{ b = "c", ', ("key", ("a", 0), "")),
        ("[x]\na = { b = { c = 'd", ("value", ("x", "a", "b", "c"), "d")),
        # What lacks its end does not hide what follows.
        ('a = [{ b = "c\n[[kind]]\nna', ("key", ("kind", 0), "na")),
        ('a = ["x",\nb = tr', ("value", ("b",), "tr")),
        ("a = \nb = [\n[c]\nd", ("key", ("c",), "d")),
    ],
)
def test_cursor(text: str, cursor: tuple[str, Keys, str]) -> None:
    found = TomlPlaces(text).cursor
    assert (found.role, found.path, found.written) == cursor


@pytest.mark.parametrize(
    "text",
    ["a = " + "[{a = " * 10_000, "a." * 20_000, "[" + "a." * 20_000, "a = [\n" + '"a\n' * 20_000, "[[a]]\n" * 20_000],
)
def test_time_grows_with_the_size_only(text: str) -> None:
    # With growth by the square, each of these would take minutes.
    assert TomlPlaces(text).cursor
