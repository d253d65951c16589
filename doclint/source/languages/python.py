"""What Python sources declare. A syntax tree is read, and no source is ever run."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.python_attributes import AssignedAttribute
from doclint.source.languages.python_enums import is_enum_member
from doclint.source.languages.python_functions import signature_of
from doclint.source.languages.python_members import DEEPEST
from doclint.source.languages.python_signatures import parameters_of
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_standard import HOOKS, PLAIN_DECORATORS, PLAIN_METACLASSES, PROPERTIES, STATIC
from doclint.source.languages.python_statements import (
    BETWEEN,
    COMPOUND,
    chain,
    last_line,
    pairs,
    parts,
    slots,
    statements,
    targets,
)
from doclint.source.languages.python_text import decorator_text, type_parameters, written
from doclint.source.model import (
    OMITTED,
    Declaration,
    DeclarationKind,
    DeclaredSignature,
    SourceDeclarations,
)
from doclint.source.trees import COLLECTOR_PAUSE, text_of, tree_of

if TYPE_CHECKING:
    from tree_sitter import Node

_CONSTANT = expression(r"_*+[A-Z][A-Z0-9_]*+\Z")
_PRIVATE = expression(r"_(?!_.*__\Z)", re.DOTALL)
_ARGUMENTS = expression(r"[(\[].*+", re.DOTALL)
_ACCESSORS = ("setter", "deleter", "getter")
_MAKERS = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
_IMPORTS = ("import_statement", "import_from_statement", "future_import_statement")
_KEYWORDS = ("keyword_argument", "dictionary_splat")
_PROPERTY_NAMES = frozenset(name.rpartition(".")[2] for name in PROPERTIES)
_STATIC_NAMES = frozenset(name.rpartition(".")[2] for name in STATIC)


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    r"""Return what a Python source declares.

    The signature of the function that implements overloads comes after theirs. What methods assign to attributes of
    their first parameter are fields, unless the class binds the name itself; they are conditional outside of
    constructors. Of several definitions of one name, the last one holds that is not conditional.

    Raises HopelessError if the source takes more than `work` times the work that real sources take to parse.

    >>> found = declarations("python", b"class Basket:\n  size: int = 3\n  def weigh(self, unit='g') -> float: ...\n")
    >>> [(one.kind, one.name, one.type, one.value) for one in found.found[0].members]
    [('field', 'size', 'int', '3'), ('method', 'weigh', '', None)]
    >>> found.found[0].members[1].signatures[0].parameters[1].default
    "'g'"
    """
    source = PythonSource(data, work)
    root = tree_of(id_, data, work).root_node
    with COLLECTOR_PAUSE:
        found = _Body(source).declared(root)
    if source.exported is not None:
        names = frozenset(source.exported)
        found = [one._replace(is_public=one.name in names) for one in found]
    return SourceDeclarations(tuple(found), source.docstring("", 0), is_broken=root.has_error)


class _Statement(NamedTuple):
    """A statement that declares something: its node, with decorators, and whether it is conditional."""

    node: "Node"
    is_conditional: bool


class _Body:
    """The declarations of a module or of the body of a class, as its statements are read."""

    def __init__(self, source: PythonSource, depth: int = 0, *, is_enum: bool = False) -> None:
        self._source = source
        self._data = source.data
        self._depth = depth
        self._is_enum = is_enum
        self._found: list[Declaration] = []
        self._names: set[str] = set()
        self._slots: list[Declaration] = []
        self._overloads: dict[str, tuple[int, list[DeclaredSignature]]] = {}
        self._fields: dict[str, Declaration] = {}

    def declared(self, block: "Node") -> list[Declaration]:
        """Return what the statements of a block declare."""
        before: Node | None = None
        first = 0
        for node, is_conditional in statements(block):
            if node.type in BETWEEN:
                continue
            if node.type == "expression_statement" and before is not None and _is_string(node):
                self._document(first, node, before)
            first, before = len(self._found), node
            self._take(_Statement(node, is_conditional))
        for at, signatures in self._overloads.values():
            self._found[at] = self._found[at]._replace(signatures=tuple(signatures))
        further = [one for name, one in self._fields.items() if name not in self._names]
        self._names |= self._fields.keys()
        return [*self._found, *further, *(one for one in self._slots if one.name not in self._names)]

    def _take(self, statement: _Statement) -> None:
        node = statement.node
        match node.type:
            case "expression_statement":
                for child in node.named_children:
                    if child.type in ("assignment", "augmented_assignment"):
                        self._take_assignment(statement, child)
            case "function_definition" | "class_definition" | "decorated_definition":
                self._take_definition(statement)
            case "type_alias_statement":
                self._take_alias(statement)
            case "for_statement":
                self._take_target(statement._replace(is_conditional=True), node.child_by_field_name("left"))
            case "with_statement":
                self._take_target(statement, parts(node)[0])
            case one if one in _IMPORTS and not self._depth:
                self._source.take_imports(node)

    def _text(self, node: "Node | None") -> str:
        return text_of(self._data, node) if node is not None else ""

    def _declaration(self, kind: DeclarationKind, name: "Node", statement: _Statement) -> Declaration:
        text = self._text(name)
        node = statement.node
        end = node if node.type not in COMPOUND and node.type != "with_statement" else name
        return Declaration(
            kind,
            text,
            name.start_point[0] + 1,
            node.start_point[0] + 1,
            last_line(end),
            is_public=not _PRIVATE.match(text),
            is_conditional=statement.is_conditional,
        )

    def _add(self, declaration: Declaration) -> None:
        self._found.append(declaration)
        self._names.add(declaration.name)

    def _document(self, first: int, node: "Node", before: "Node") -> None:
        """Give the variables that the statement before a string declares the string as docstring."""
        if before.type == "expression_statement" and before.start_point[1] == node.start_point[1]:
            docstring = self._source.literal(node.named_children[0])
            for at in range(first, len(self._found)):
                self._found[at] = self._found[at]._replace(docstring=docstring)

    def _take_assignment(self, statement: _Statement, node: "Node") -> None:
        """Take `a = b = value`, `a: int`, `a, b = 1, 2` and the like."""
        if node.type == "augmented_assignment":  # the name is bound before, and to what is not known any more
            self._take_target(statement._replace(is_conditional=True), node.child_by_field_name("left"))
            return
        annotation = written(self._data, node.child_by_field_name("type"))
        lefts, value = chain(node)
        text = written(self._data, value) if value is not None else None
        for left in lefts:
            if left.type == "identifier":
                self._take_variable(statement, left, annotation, text)
                if self._depth and self._text(left) == "__slots__" and value is not None:
                    self._take_slots(statement, value)
            elif left.type not in ("attribute", "subscript"):
                for name, part in pairs(left, value):
                    self._take_variable(statement, name, "", written(self._data, part) if part else OMITTED)

    def _take_target(self, statement: _Statement, target: "Node | None") -> None:
        """Take all names that a target binds to what no expression shows."""
        for one in targets(target) if target is not None else ():
            if one.type == "identifier":
                self._take_variable(statement, one, "", OMITTED)

    def _take_variable(self, statement: _Statement, name: "Node", annotation: str, value: str | None) -> None:
        kind = self._kind_of_variable(self._text(name), annotation, value)
        self._add(self._declaration(kind, name, statement)._replace(type=annotation, value=value))

    def _kind_of_variable(self, name: str, annotation: str, value: str | None) -> DeclarationKind:
        named = _ARGUMENTS.sub("", annotation).rpartition(".")[2]
        if named == "TypeAlias":
            return "type"
        if self._is_enum and is_enum_member(name, value):
            return "enum-member"
        if self._depth:
            return "property" if value is not None and value.startswith("property(") else "field"
        return "constant" if named == "Final" or _CONSTANT.match(name) else "variable"

    def _take_slots(self, statement: _Statement, value: "Node") -> None:
        for name, line in slots(self._data, value):
            own = Declaration("field", name, line, line, line, is_public=not _PRIVATE.match(name))
            self._slots.append(own._replace(is_conditional=statement.is_conditional))

    def _take_alias(self, statement: _Statement) -> None:
        """Take `type A[T] = value`."""
        left, right = (statement.node.child_by_field_name(side) for side in ("left", "right"))
        name = next((one for one in targets(left) if one.type == "identifier"), None) if left is not None else None
        if left is None or name is None:
            return
        inner = left.named_children[0]
        own = self._declaration("type", name, statement)._replace(value=written(self._data, right))
        brackets = inner.named_children[1] if inner.type == "generic_type" and len(inner.named_children) > 1 else None
        self._add(own._replace(type_parameters=type_parameters(self._data, brackets)))

    def _take_definition(self, statement: _Statement) -> None:
        node: Node | None = statement.node
        decorators: list[str] = []
        if statement.node.type == "decorated_definition":
            nodes = (child for child in statement.node.named_children if child.type == "decorator")
            expressions = (parts(child) for child in nodes)
            decorators = [decorator_text(self._data, found[0]) for found in expressions if found]
            node = statement.node.child_by_field_name("definition")
        name = node.child_by_field_name("name") if node is not None else None
        if node is None or name is None:
            return
        is_class = node.type == "class_definition"
        own = self._declaration("class" if is_class else "method" if self._depth else "function", name, statement)
        own = own._replace(decorators=tuple(decorators), docstring=self._source.docstring(own.name, own.line))
        if is_class:
            self._add(self._class(own, node))
        else:
            self._take_function(own, node)

    def _take_function(self, own: Declaration, node: "Node") -> None:
        names = [_ARGUMENTS.sub("", one) for one in own.decorators]
        last = {one.rpartition(".")[2] for one in names}
        is_static = not _STATIC_NAMES.isdisjoint(last)
        if self._depth:
            self._take_attributes(node, is_static=is_static, is_class_method="classmethod" in last)
        if own.name in self._names and any(one.rpartition(".")[0] == own.name for one in names if _is_accessor(one)):
            return
        is_bound = bool(self._depth) and not is_static
        signature = signature_of(self._data, node, is_bound=is_bound)
        if self._depth and (not _PROPERTY_NAMES.isdisjoint(last) or any(map(_is_accessor, names))):
            self._add(own._replace(kind="property", type=signature.returns if signature else ""))
            return
        own = own._replace(
            signatures=(signature,) if signature else (),
            is_async=self._data.startswith(b"async", node.start_byte),
            is_static=is_static,
        )
        self._add_function(own, is_overload="overload" in last)

    def _add_function(self, own: Declaration, *, is_overload: bool) -> None:
        """Add a function; its overloads, and what implements them, are one."""
        if own.name in self._overloads:
            at, signatures = self._overloads[own.name]
            signatures += own.signatures
            first = self._found[at]
            self._found[at] = own._replace(start=first.start, docstring=own.docstring or first.docstring)
            if not is_overload:
                del self._overloads[own.name]
                self._found[at] = self._found[at]._replace(signatures=tuple(signatures))
            return
        if is_overload:
            self._overloads[own.name] = len(self._found), [*own.signatures]
        self._add(own)

    def _take_attributes(self, function: "Node", *, is_static: bool, is_class_method: bool) -> None:
        """Take what a method assigns to the attributes of its first parameter."""
        name, body = function.child_by_field_name("name"), function.child_by_field_name("body")
        parameters = function.child_by_field_name("parameters")
        first = next(parameters_of(self._data, parameters), None) if parameters is not None else None
        if first is None or is_static or body is None:
            return
        is_maker = self._text(name) in _MAKERS and not is_class_method
        owners = [first[0].name, *(["self"] if self._text(name) == "__new__" else [])]
        for one in (one for name in dict.fromkeys(owners) for one in self._source.attributes.within(function, name)):
            field = self._attribute(one)
            is_conditional = not is_maker or one.statement.start_point[1] != body.start_point[1]
            before = self._fields.get(field.name)
            if before is None or (field.type and not before.type):
                docstring = self._source.literal(one.docstring) or (before.docstring if before else "")
                self._fields[field.name] = field._replace(docstring=docstring, is_conditional=is_conditional)

    def _attribute(self, one: AssignedAttribute) -> Declaration:
        type_, text = "", OMITTED
        value: Node | None = None
        if one.assignment is not None:
            type_, value = written(self._data, one.assignment.child_by_field_name("type")), chain(one.assignment)[1]
            text = written(self._data, value)
        has_value = one.assignment is None or value is not None
        own = self._declaration("field", one.name, _Statement(one.statement, is_conditional=True))
        return own._replace(type=type_, value=text if has_value else None, is_assigned=True)

    def _class(self, own: Declaration, node: "Node") -> Declaration:
        """Return a class with its bases and members."""
        arguments = node.child_by_field_name("superclasses")
        given = parts(arguments)
        keywords = [one for one in given if one.type in _KEYWORDS]
        bases = tuple(written(self._data, one) for one in given if one.type not in _KEYWORDS)
        is_enum = self._source.take_class(own.name, bases)
        body = node.child_by_field_name("body")
        is_read = body is not None and self._depth < DEEPEST
        members = _Body(self._source, self._depth + 1, is_enum=is_enum).declared(body) if is_read and body else []
        reasons = (
            "" if is_read else "it cannot be read",
            self._source.reason(own.name, own.line),
            *self._reasons(own, keywords, members),
        )
        return own._replace(
            kind="enum" if is_enum else "class",
            bases=bases,
            members=tuple(members),
            is_open=next(filter(None, reasons), ""),
            type_parameters=type_parameters(self._data, node.child_by_field_name("type_parameters")),
        )

    def _reasons(self, own: Declaration, keywords: "list[Node]", members: list[Declaration]) -> Iterator[str]:
        """Yield why a class may have members that its body does not show."""
        for keyword in keywords:
            name, _, value = self._text(keyword).partition("=")
            if keyword.type == "dictionary_splat":
                yield "its keywords are computed"
            elif name.strip() == "metaclass" and self._source.full_name(value.strip()) not in PLAIN_METACLASSES:
                yield "it has a metaclass"
        for decorator in own.decorators:
            name = _ARGUMENTS.sub("", decorator)
            if self._source.full_name(name) not in PLAIN_DECORATORS:
                yield f"it has the decorator `{name}`"
        yield from (f"it defines `{one.name}`" for one in members if one.name in HOOKS)


def _is_accessor(decorator: str) -> bool:
    return decorator.rpartition(".")[2] in _ACCESSORS and "." in decorator


def _is_string(statement: "Node") -> bool:
    children = statement.named_children
    return len(children) == 1 and children[0].type in ("string", "concatenated_string")
