"""The lines that the keys of TOML files are on."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from doclint.errors.mistakes import Path as Keys
from doclint.errors.toml_places import TomlPlaces

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
        # Only a text has escapes, or further lines.
        assert isinstance(value, str | float) or str(value).lower() in shown.replace("_", "")


def test_deeply_nested_values_are_read() -> None:
    assert TomlPlaces(f"\na = {'[' * 10_000}1{']' * 10_000}\n").line(("a", 0)) == 2
