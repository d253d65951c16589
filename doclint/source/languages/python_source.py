"""What holds for a whole Python source: its docstrings, what it imports, and why its classes may have more members."""

import builtins
from collections.abc import Iterator
from functools import cached_property
from inspect import cleandoc
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source import docstrings
from doclint.source.languages import python_members
from doclint.source.languages.python_attributes import AssignedAttributes
from doclint.source.languages.python_standard import BACKPORTS, ENUMS
from doclint.source.languages.python_statements import imports
from doclint.source.members import Member
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_CLASS = expression(rb"\bclass\b")


class PythonSource:
    """A Python source that declarations are read from, and what was found in it so far."""

    def __init__(self, data: bytes, work: int) -> None:
        self.data = data
        self.work = work
        # This parses another text, so that it comes before all that asks for the tree of this one.
        self._reasons = dict(_reasons_of_classes(data, work)) if _CLASS.search(data) else {}
        found = docstrings.read("python", data, work) or ()
        self._docstrings = {(one.name, one.line if one.name else 0): one.text for one in found}
        self._imported: dict[str, str] = {}
        self._names: set[str] = set()
        self._enums: set[str] = set()

    @cached_property
    def exported(self) -> tuple[str, ...] | None:
        """`__all__`; None if there is none, or if it is not a plain list."""
        return python_members.exported(self.data, self.work)

    @cached_property
    def attributes(self) -> AssignedAttributes:
        """All assignments to attributes."""
        return AssignedAttributes(self.data, self.work)

    def docstring(self, name: str, line: int) -> str:
        """Return the docstring of a definition by its name and the line of that; without a name, that of the module."""
        return cleandoc(self._docstrings.get((name, line), ""))

    def literal(self, node: "Node | None") -> str:
        """Return the text of a string that documents what is before it."""
        return cleandoc(docstrings.string_value(text_of(self.data, node)) or "") if node is not None else ""

    def reason(self, name: str, line: int) -> str:
        """Return why a class may have members that it does not show; empty if no statement of the source says so."""
        return self._reasons.get((name, line), "")

    def take_imports(self, node: "Node") -> None:
        """Remember what a statement imports."""
        for one in imports(self.data, node):
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


def _reasons_of_classes(data: bytes, work: int) -> Iterator[tuple[tuple[str, int], str]]:
    module = python_members.read(data, work)
    waiting: list[Member] = [*module.members] if module else []
    while waiting:
        member = waiting.pop()
        if member.kind == "class":
            yield (member.name, member.line), member.is_open
            waiting += member.members
