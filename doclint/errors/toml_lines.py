"""The lines of a TOML file that its keys are on; `tomllib` says only what a file holds.

Tables, arrays of tables, inline tables and dotted keys are those of TOML 1.0.0.
"""

import tomllib
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

from doclint.errors.mistakes import Path

if TYPE_CHECKING:
    from tree_sitter import Node

_TABLES = frozenset({"table", "table_array_element"})


@dataclass(slots=True)
class _Place:
    """A line, 1-based, and the places of what is in a table, by key, or in an array, by index."""

    line: int
    below: dict[str | int, "_Place"] = field(default_factory=dict)

    def table(self, key: str, line: int) -> "_Place":
        """Return the table at a key; of an array of tables, which headers mean by its key, the last one."""
        found = self.below.setdefault(key, _Place(line))
        last = next(reversed(found.below), None)
        return found.below[last] if isinstance(last, int) else found


class TomlLines:
    """The lines of a valid TOML file.

    >>> lines = TomlLines('''name = "a"
    ... [[kind]]
    ... section = [
    ...   { key = "b" },
    ... ]
    ... ''')
    >>> lines.line(("name",)), lines.line(("kind", 0)), lines.line(("kind", 0, "section", 0, "key"))
    (1, 2, 4)
    """

    def __init__(self, text: str) -> None:
        self._top = _Place(1)
        if find_spec("tree_sitter_toml") is not None:
            _read(text, self._top)

    def line(self, path: Path) -> int | None:
        """Return the line, 1-based, of a key or an element; without one at that path, that of what would contain it.

        None if not even that is in the file, or its lines cannot be read because the grammar is not installed.
        """
        place, line = self._top, None
        for part in path:
            found = place.below.get(part)
            if found is None:
                break
            place, line = found, found.line
        return line


def _read(text: str, top: _Place) -> None:
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    root = Parser(Language(tree_sitter_toml.language())).parse(text.encode()).root_node
    if root.has_error:
        return
    for node in root.named_children:
        if node.type == "pair":
            _read_pair(node, top)
        elif node.type in _TABLES:
            header, *pairs = [child for child in node.named_children if child.type != "comment"]
            table = _opened(header, top, in_array=node.type != "table")
            for pair in pairs:
                _read_pair(pair, table)


def _opened(header: "Node", top: _Place, *, in_array: bool) -> _Place:
    """Return the place of the table that a header opens."""
    *around, last = _keys(header)
    place, line = top, _line(header)
    for key in around:
        place = place.table(key, line)
    found = place.below.setdefault(last, _Place(line))
    if in_array:
        return found.below.setdefault(len(found.below), _Place(line))
    found.line = line  # a header above may have named the table in front of a dot
    return found


def _read_pair(pair: "Node", table: _Place) -> None:
    """Read a key, and its value with all that is in it; without recursion, because values can be nested deeply."""
    waiting = [(pair, table)]
    while waiting:
        node, place = waiting.pop()
        held = [child for child in node.named_children if child.type != "comment"]
        if node.type == "pair":
            key, value = held
            for part in _keys(key):
                place = place.below.setdefault(part, _Place(_line(key)))
            waiting.append((value, place))
        elif node.type == "inline_table":
            waiting += [(child, place) for child in held]
        elif node.type == "array":
            waiting += [
                (child, place.below.setdefault(index, _Place(_line(child)))) for index, child in enumerate(held)
            ]


def _keys(node: "Node") -> list[str]:
    """Return the parts of a key, of which there are few: see `MOST_PARTS` of `doclint.errors.toml`."""
    if node.type == "dotted_key":
        return [part for child in node.named_children for part in _keys(child)]
    text = (node.text or b"").decode()
    return [next(iter(tomllib.loads(f"{text} = 0"))) if node.type == "quoted_key" else text]


def _line(node: "Node") -> int:
    return node.start_point.row + 1
