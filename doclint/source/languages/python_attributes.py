"""What the methods of Python classes assign to the attributes of their first parameter."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from doclint.source.trees import search, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


class AssignedAttribute(NamedTuple):
    """An assignment to an attribute of something: the names of both, the node of that of the attribute, the assignment
    if it is a plain one, the statement (which may assign to others before), and the string behind it.
    """

    object: str
    name: "Node"
    assignment: "Node | None"
    statement: "Node"
    docstring: "Node | None"


class AssignedAttributes:
    """All assignments to attributes in a source, in its order."""

    def __init__(self, data: bytes, work: int) -> None:
        self._classes: list[tuple[int, int]] = []
        found: dict[int, AssignedAttribute] = {}
        docstrings: dict[int, Node] = {}
        for _, captures in search("python", data, "attributes", work):
            if "class" in captures:
                [node] = captures["class"]
                self._classes.append((node.start_byte, node.end_byte))
            elif "docstring" in captures:
                docstrings[captures["name"][0].start_byte] = captures["docstring"][0]
            else:
                [name], [owner], [assignment] = captures["name"], captures["object"], captures.get("assignment", [None])
                owner_name, statement = text_of(data, owner), assignment or name
                found[name.start_byte] = AssignedAttribute(owner_name, name, assignment, statement, None)
        self._classes.sort()
        self._all: list[AssignedAttribute] = []
        for start, one in sorted(found.items()):
            before = self._all[-1].statement if self._all else one.statement
            statement = before if before.end_byte >= one.statement.end_byte else one.statement
            self._all.append(one._replace(statement=statement, docstring=docstrings.get(start)))
        self._starts = [one.name.start_byte for one in self._all]

    def within(self, function: "Node", name: str) -> Iterator[AssignedAttribute]:
        """Yield what a method assigns to the attributes of what has a name in it; classes inside of it do not count."""
        first, last = (bisect_left(self._starts, place) for place in (function.start_byte, function.end_byte))
        if first == last:
            return
        at = bisect_left(self._classes, (function.start_byte, 0))
        inner_end = 0
        for one in self._all[first:last]:
            while at < len(self._classes) and self._classes[at][0] < one.name.start_byte:
                inner_end = max(inner_end, self._classes[at][1])
                at += 1
            if one.object == name and one.name.start_byte >= inner_end:
                yield one
