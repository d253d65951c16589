"""What the methods of Python classes assign to the attributes of their first parameter."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.source.languages.python_dynamic import attributes_by_name, method_reasons
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_statements import BETWEEN, chain, last_line, parts, statements, targets
from doclint.source.languages.python_text import is_private, written
from doclint.source.model import OMITTED, Declaration
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_MAKERS = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
_ON_INSTANCES = frozenset({"staticmethod", "classmethod"})
_SETTING = rb"(?:[^\S\n]*+(?:=(?!=)|:(?!=)|[,)\]]|(?:[-+*/%&|^@]|//|\*\*|<<|>>)=|in\b))"
_LONGEST = 200  # characters of the name of a parameter


class _Assigned(Struct, frozen=True):
    """An attribute that a method assigns: the node of its name, and the assignment to it alone and its statement if
    there are such; else the name stands for the statement.
    """

    name: "Node"
    assignment: "Node | None"
    statement: "Node"


class MethodAttributes:
    """The attributes that the methods of one class assign.

    `fields` are those of the first parameter, by name, as far as statements show them. `reasons` say why instances may
    have others.
    """

    def __init__(self, source: PythonSource) -> None:
        self.fields: dict[str, Declaration] = {}
        self.reasons: list[str] = []
        self._source = source
        self._mentioned: dict[tuple[str, bool], int] = {}

    def mentioned(self, names: set[str]) -> Iterator[Declaration]:
        """Yield what methods may assign besides fields and what has a name; what is assigned to the class, always."""
        for (name, is_of_class), line in self._mentioned.items():
            if is_of_class or name not in names:
                yield Declaration("field", name, line, 0, 0, is_conditional=True, is_assigned=not is_of_class)

    def take(self, method: "Node", name: str, first: str, decorators: set[str], *, is_static: bool) -> None:
        """Take what a method assigns, given its name, that of its first parameter, and its decorators."""
        body = method.child_by_field_name("body")
        self._take_mentioned(method, name, first, decorators & _ON_INSTANCES)
        if not first or is_static or body is None:
            return
        is_maker = name in _MAKERS and "classmethod" not in decorators
        owners = (first, "self") if name == "__new__" else (first,)
        documented: list[str] = []
        column = 0
        for node, is_conditional in _statements(body):
            if node.type in BETWEEN:
                continue
            if node.type == "expression_statement" and documented and node.start_point[1] == column:
                self._document(documented, node)
            documented, column = [], node.start_point[1]
            for one in self._assigned(node, owners):
                field = self._field(one)._replace(is_conditional=is_conditional or not is_maker)
                documented += [field.name] if one.assignment is not None else []
                before = self.fields.get(field.name)
                if before is None or (field.type and not before.type):
                    self.fields[field.name] = field._replace(docstring=before.docstring if before else "")

    def _take_mentioned(self, method: "Node", name: str, first: str, decorators: set[str]) -> None:
        """Take what looks like an assignment, wherever it is in a method."""
        data, start, end = self._source.data, *map(self._source.place, (method.start_point, method.end_point))
        is_any = bool(decorators) or name == "__new__" or not first.isidentifier() or len(first) > _LONGEST
        is_of_class = "classmethod" in decorators
        for match in _assignment_to("" if is_any else first).finditer(data, start, end):
            self._mention(match[1].decode(errors="replace"), match.start(), is_of_class=is_of_class)
        for own, at in attributes_by_name(data, start, end):
            self._mention(own, at, is_of_class=False)
        self.reasons += method_reasons(data, start, end)

    def _mention(self, name: str, place: int, *, is_of_class: bool) -> None:
        if (name, is_of_class) not in self._mentioned:
            self._mentioned[name, is_of_class] = self._source.line(place)

    def _document(self, names: list[str], statement: "Node") -> None:
        """Give the fields that the statement before a string assigns the string as docstring."""
        literal = next(iter(statement.named_children), None)
        docstring = self._source.literal(literal) if literal and literal.type == "string" else ""
        for name in names if docstring else ():
            self.fields[name] = self.fields[name]._replace(docstring=docstring)

    def _assigned(self, statement: "Node", owners: tuple[str, ...]) -> Iterator[_Assigned]:
        """Yield the attributes of some names that a statement assigns."""
        for target, assignment in _targets(statement):
            owner, name = target.child_by_field_name("object"), target.child_by_field_name("attribute")
            if owner is not None and name is not None and text_of(self._source.text, owner) in owners:
                yield _Assigned(name, assignment, statement if assignment is not None else name)

    def _field(self, one: _Assigned) -> Declaration:
        text = self._source.text
        type_ = ""
        value: str | None = OMITTED
        if one.assignment is not None:
            node = chain(one.assignment)[1]
            type_ = written(text, one.assignment.child_by_field_name("type"))
            value = written(text, node) if node is not None else None
        name = text_of(text, one.name)
        return Declaration(
            "field",
            name,
            one.name.start_point[0] + 1,
            one.statement.start_point[0] + 1,
            last_line(one.statement),
            type=type_,
            value=value,
            is_public=not is_private(name),
            is_assigned=True,
        )


def _statements(body: "Node") -> "Iterator[tuple[Node, bool]]":
    """Yield the statements of a method and of the functions in it, each with whether it is conditional."""
    left = [(statements(body), False)]
    while left:
        node, is_conditional = next(left[-1][0], (None, False))
        if node is None:
            left.pop()
            continue
        is_conditional = is_conditional or left[-1][1]
        yield node, is_conditional
        inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
        block = inner.child_by_field_name("body") if inner and inner.type == "function_definition" else None
        if block is not None:
            left.append((statements(block), True))


def _targets(statement: "Node") -> "Iterator[tuple[Node, Node | None]]":
    """Yield the attributes that a statement assigns, each with the assignment to it if it is the only target of one."""
    match statement.type:
        case "expression_statement":
            for child in statement.named_children:
                one: Node | None = child
                while one is not None and one.type == "assignment":
                    left = one.child_by_field_name("left")
                    yield from _attributes(left, one if left is not None and left.type == "attribute" else None)
                    one = one.child_by_field_name("right")
        case "for_statement":
            yield from _attributes(statement.child_by_field_name("left"), None)
        case "with_statement":
            yield from _attributes(parts(statement)[0], None)


def _attributes(target: "Node | None", assignment: "Node | None") -> "Iterator[tuple[Node, Node | None]]":
    return ((one, assignment) for one in (targets(target) if target is not None else ()) if one.type == "attribute")


@lru_cache(maxsize=100)
def _assignment_to(name: str) -> re.Pattern[bytes]:
    """Return a pattern of assignments to the attributes of a name; to those of any name if it is empty."""
    # A pattern that begins with the name is searched fast.
    own = name.encode(errors="replace")
    target = own + rb"(?<![\w.]" + own + rb")" if name else rb"(?<![\w.])[^\W\d]\w*+"
    return re.compile(target + rb"[^\S\n]*+\.[^\S\n]*+([^\W\d]\w*+)" + _SETTING)
