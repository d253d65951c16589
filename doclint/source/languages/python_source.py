"""What holds for a whole Python source: its places, its docstrings, what it imports, and what it changes."""

import builtins
from bisect import bisect_right
from functools import cached_property
from inspect import cleandoc
from itertools import accumulate

from doclint.errors.expressions import expression
from doclint.source.languages.python_docstrings import docstring_behind, docstring_of_module, string_value
from doclint.source.languages.python_standard import BACKPORTS, ENUMS
from doclint.source.languages.python_statements import ImportedName
from doclint.source.trees import Node, Point, text_of

_LINE = expression(rb"[^\n]*+\n?+")


class PythonSource:
    """A Python source that declarations are read from, and what was found at the top of it so far.

    `text` is what was parsed of the whole `data`: see `python_text`. `patched` are the names of which the module
    sets attributes, `stars` the modules all of whose names it imports, `tables` the mappings that it assigns to names,
    and `replacements` the statements that put the result of a call into `sys.modules`.
    """

    def __init__(self, data: bytes, text: bytes) -> None:
        self.data = data
        self.text = text
        self.stars: list[str] = []
        self.patched: set[str] = set()
        self.tables: dict[str, Node] = {}
        self.replacements: list[tuple[Node, Node]] = []
        self._imported: dict[str, str] = {}
        self._names: set[str] = set()
        self._enums: set[str] = set()

    @cached_property
    def _starts(self) -> list[int]:
        # The splitting of Python is faster, but splits at carriage returns, too.
        lines = _LINE.findall(self.data) if b"\r" in self.data else self.data.splitlines(keepends=True)
        return [0, *accumulate(map(len, lines))]

    def line(self, place: int) -> int:
        """Return the line of a byte, 1-based."""
        return bisect_right(self._starts, place)

    def place(self, point: "Point") -> int:
        """Return the byte at which something is that was parsed."""
        return self._starts[point.row] + point.column

    @property
    def docstring(self) -> str:
        """The docstring of the module."""
        return _text(docstring_of_module(self.data))

    def docstring_behind(self, head: "Node") -> str:
        """Return the docstring of a definition, given the last node before its colon."""
        return _text(docstring_behind(self.data, self.place(head.end_point)))

    def literal(self, node: "Node") -> str:
        """Return the text of a string that documents what is before it."""
        return cleandoc(string_value(text_of(self.text, node)) or "")

    def take_import(self, one: ImportedName) -> None:
        """Remember what the module imports."""
        module = BACKPORTS.get(one.module, one.module)
        self._imported[one.name] = ".".join(filter(None, (module, one.origin)))

    def take_class(self, name: str, bases: tuple[str, ...]) -> bool:
        """Remember a class at the top of the module. Return whether it is an enumeration."""
        is_enum = any(base in self._enums or self.full_name(base) in ENUMS for base in bases)
        (self._enums.add if is_enum else self._enums.discard)(name)
        self._names.add(name)
        return is_enum

    def full_name(self, dotted: str) -> str:
        """Return the full name of something from another module (`functools.cache`, `builtins.property`); empty if the
        module defines it, or if it is not a name.
        """
        first, dot, rest = dotted.partition(".")
        if first in self._imported:
            return self._imported[first] + dot + rest
        return f"builtins.{dotted}" if hasattr(builtins, first) and first not in self._names else ""


def _text(docstring: tuple[int, int, str] | None) -> str:
    return cleandoc(docstring[2]) if docstring else ""
