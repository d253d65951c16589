"""What a Python module, or the body of a class, declares: its statements, read one after the other."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.enums import is_enum_member
from doclint.source.languages.python_attributes import MethodAttributes
from doclint.source.languages.python_functions import decorator_text, is_private, signature_of, type_parameters, written
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_standard import HOOKS, PLAIN_DECORATORS, PLAIN_METACLASSES, PROPERTIES, STATIC
from doclint.source.languages.python_statements import (
    BETWEEN,
    COMPOUND,
    COMPUTED_SLOTS,
    chain,
    imports,
    is_computed,
    last_line,
    pairs,
    parts,
    slots,
    statements,
    targets,
)
from doclint.source.model import OMITTED, Declaration, DeclarationKind, DeclaredSignature
from doclint.source.trees import Node, text_of

_DEEPEST = 12  # classes inside each other
_CONSTANT = expression(r"_*+[A-Z][A-Z0-9_]*+\Z")
_BRACKETS = expression(r"[(\[].*+", re.DOTALL)
_RETURN = expression(rb"\breturn\b")
_ACCESSORS = ("setter", "deleter", "getter")
_KEYWORDS = ("keyword_argument", "dictionary_splat")
_HARMLESS = ("print", ".register", ".append", ".add", ".debug", ".info", ".warning")  # with a class as argument
_PROPERTY_NAMES = frozenset(name.rpartition(".")[2] for name in PROPERTIES)
_STATIC_NAMES = frozenset(name.rpartition(".")[2] for name in STATIC)


class _Statement(Struct, frozen=True):
    """A statement that declares something: its node, with decorators, and whether it is conditional."""

    node: "Node"
    is_conditional: bool


class PythonBody:
    """The declarations of a module or of the body of a class, as its statements are read.

    `further` are the other names that it binds; `reasons` say why it may have more.
    """

    def __init__(self, source: PythonSource, depth: int = 0, *, is_enum: bool = False) -> None:
        self.members: list[Declaration] = []
        self.further: list[Declaration] = []
        self.reasons: list[str] = []
        self._source = source
        self._data = source.text
        self._depth = depth
        self._is_enum = is_enum
        self._names: set[str] = set()
        self._slots: list[Declaration] = []
        self._overloads: dict[str, tuple[int, list[DeclaredSignature]]] = {}
        self._attributes = MethodAttributes(source)

    def take(self, block: "Node") -> None:
        """Take all statements of a block."""
        before: Node | None = None
        first = 0
        for node, is_conditional in statements(block):
            if node.type in BETWEEN:
                continue
            if node.type == "expression_statement" and before is not None and _is_string(node):
                self._document(first, node, before)
            first, before = len(self.members), node
            self._take(_Statement(node, is_conditional))
        for at, signatures in self._overloads.values():
            self.members[at] = self.members[at]._replace(signatures=tuple(signatures))
        self._add_attributes()

    def _add_attributes(self) -> None:
        """Add what methods assign, and what `__slots__` lists, unless the body binds these names itself."""
        fields = self._attributes.fields
        self.members += (one for name, one in fields.items() if name not in self._names)
        for one in self._slots:
            if one.name not in self._names:
                (self.further if one.name in fields else self.members).append(one)
        self.further += self._attributes.mentioned({one.name for one in self.members})
        self.reasons += self._attributes.reasons

    def _take(self, statement: _Statement) -> None:
        node = statement.node
        match node.type:
            case "expression_statement":
                for child in node.named_children:
                    self._take_expression(statement, child)
            case "import_statement" | "import_from_statement" | "future_import_statement":
                self._take_import(statement)
            case "function_definition" | "class_definition" | "decorated_definition":
                self._take_definition(statement)
            case "type_alias_statement":
                self._take_alias(statement)
            case "for_statement":
                self._take_target(replace(statement, is_conditional=True), node.child_by_field_name("left"))
            case "with_statement":
                self._take_target(statement, parts(node)[0])

    def _text(self, node: "Node | None") -> str:
        return text_of(self._data, node) if node is not None else ""

    def _declaration(self, kind: DeclarationKind, name: "Node", statement: _Statement, **rest: Any) -> Declaration:
        text = self._text(name)
        node = statement.node
        end = node if node.type not in COMPOUND and node.type != "with_statement" else name
        return Declaration(
            kind,
            text,
            name.start_point[0] + 1,
            node.start_point[0] + 1,
            last_line(end),
            is_public=not is_private(text),
            is_conditional=statement.is_conditional,
            **rest,
        )

    def _add(self, declaration: Declaration) -> None:
        self.members.append(declaration)
        self._names.add(declaration.name)

    def _document(self, first: int, node: "Node", before: "Node") -> None:
        """Give the variables that the statement before a string declares the string as docstring."""
        if before.type == "expression_statement" and before.start_point[1] == node.start_point[1]:
            docstring = self._source.literal(node.named_children[0])
            for at in range(first, len(self.members)):
                self.members[at] = self.members[at]._replace(docstring=docstring)

    def _take_import(self, statement: _Statement) -> None:
        for one in imports(self._data, statement.node):
            if one.name == "*":
                self._source.stars += [] if self._depth else [one.module]
            else:
                place = (one.line, one.line, one.line)
                own = Declaration("import", one.name, *place, module=one.module, origin=one.origin)
                self.further.append(own._replace(is_conditional=statement.is_conditional))
            if not self._depth:
                self._source.take_import(one)

    def _take_expression(self, statement: _Statement, node: "Node") -> None:
        match node.type:
            case "assignment":
                self._take_assignment(statement, node)
            case "augmented_assignment":  # the name is bound before, and to what is not known any more
                self._take_assignment(replace(statement, is_conditional=True), node)
            case "call":
                self._take_call(node)

    def _take_call(self, node: "Node") -> None:
        """Take a call that may set names: `exec(...)`, `locals().update(...)`, or attributes of a class it gets."""
        function = self._text(node.child_by_field_name("function"))
        if function in ("exec", "execfile"):
            self.reasons.append(f"it calls `{function}()`")
        elif not self._depth and not function.endswith(_HARMLESS):
            given = parts(node.child_by_field_name("arguments"))
            self._source.patched.update(self._text(one) for one in given if one.type == "identifier")
        if function.startswith(("locals()", "vars()")):
            self.reasons.append("it changes `locals()`")

    def _take_assignment(self, statement: _Statement, node: "Node") -> None:
        """Take `a = b = value`, `a: int`, `a, b = 1, 2`, `a.b = value` and the like."""
        is_plain = node.type == "assignment"
        annotation = written(self._data, node.child_by_field_name("type"))
        lefts, value = chain(node)
        text = OMITTED if not is_plain else written(self._data, value) if value is not None else None
        for left in lefts:
            match left.type:
                case "identifier":
                    self._take_variable(statement, left, annotation, text)
                    self._take_value(statement, self._text(left), value)
                case "attribute" if not self._depth:
                    self._source.patched.add(self._text(left.child_by_field_name("object")))
                case "subscript":
                    self._take_item(statement.node, self._text(left.child_by_field_name("value")), value)
                case _:
                    for name, part in pairs(left, value):
                        self._take_variable(statement, name, "", written(self._data, part) if part else OMITTED)

    def _take_value(self, statement: _Statement, name: str, value: "Node | None") -> None:
        """Take what matters of the value of a name besides its text."""
        if value is not None and self._depth and name == "__slots__":
            self._take_slots(statement, value)
        elif value is not None and not self._depth and value.type == "dictionary":
            self._source.tables[name] = value

    def _take_item(self, statement: "Node", changed: str, value: "Node | None") -> None:
        """Take an assignment to an item of something."""
        if changed == "sys.modules" and value is not None and value.type == "call" and not self._depth:
            self._source.replacements.append((statement, value))
        elif changed in ("locals()", "vars()"):
            self.reasons.append("it changes `locals()`")

    def _take_target(self, statement: _Statement, target: "Node | None") -> None:
        """Take all names that a target binds to what no expression shows."""
        for one in targets(target) if target is not None else ():
            if one.type == "identifier":
                self._take_variable(statement, one, "", OMITTED)

    def _take_variable(self, statement: _Statement, name: "Node", annotation: str, value: str | None) -> None:
        kind = self._kind_of_variable(self._text(name), annotation, value)
        self._add(self._declaration(kind, name, statement, type=annotation, value=value))

    def _kind_of_variable(self, name: str, annotation: str, value: str | None) -> DeclarationKind:
        named = _BRACKETS.sub("", annotation).rpartition(".")[2]
        if named == "TypeAlias":
            return "type"
        if self._is_enum and is_enum_member(name, value):
            return "enum-member"
        if self._depth:
            return "property" if value is not None and value.startswith("property(") else "field"
        return "constant" if named == "Final" or _CONSTANT.match(name) else "variable"

    def _take_slots(self, statement: _Statement, value: "Node") -> None:
        if is_computed(value):
            self.reasons.append(COMPUTED_SLOTS)
        for name, line in slots(self._data, value):
            own = Declaration("field", name, line, line, line, is_public=not is_private(name))
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
        decorators: list[Node] = []
        if statement.node.type == "decorated_definition":
            found = (parts(child) for child in statement.node.named_children if child.type == "decorator")
            decorators = [one[0] for one in found if one]
            node = statement.node.child_by_field_name("definition")
        name = node.child_by_field_name("name") if node is not None else None
        if node is None or name is None:
            return
        is_class = node.type == "class_definition"
        kind: DeclarationKind = "class" if is_class else "method" if self._depth else "function"
        texts = tuple(decorator_text(self._data, one) for one in decorators)
        own = self._declaration(kind, name, statement, decorators=texts)
        if is_class:
            self._add(self._class(own, node, decorators))
        else:
            self._take_function(own, node)

    def _take_function(self, own: Declaration, node: "Node") -> None:
        names = [_BRACKETS.sub("", one) for one in own.decorators]
        last = {one.rpartition(".")[2] for one in names}
        own = own._replace(is_static=not _STATIC_NAMES.isdisjoint(last))
        signature = signature_of(self._data, node, is_bound=bool(self._depth) and not own.is_static)
        if self._depth:
            first = signature.parameters[0].name if signature and signature.parameters else ""
            self._attributes.take(node, own.name, first, last, is_static=own.is_static)
        if own.name in self._names and any(one.rpartition(".")[0] == own.name for one in names if _is_accessor(one)):
            return
        if self._depth and (not _PROPERTY_NAMES.isdisjoint(last) or any(map(_is_accessor, names))):
            self._add(self._property(own, node, signature))
        else:
            self._add_function(self._function(own, node, signature), is_overload="overload" in last)

    def _property(self, own: Declaration, node: "Node", signature: DeclaredSignature | None) -> Declaration:
        type_ = signature.returns if signature else ""
        return own._replace(kind="property", docstring=self._docstring(node), type=type_, is_static=False)

    def _function(self, own: Declaration, node: "Node", signature: DeclaredSignature | None) -> Declaration:
        is_plain_method = self._depth and not own.decorators
        return own._replace(
            docstring=self._docstring(node),
            signatures=(signature,) if signature else (),
            is_async=self._data.startswith(b"async", node.start_byte),
            returns_itself=bool(is_plain_method and signature and self._returns_first(node, signature)),
        )

    def _docstring(self, function: "Node") -> str:
        head = function.child_by_field_name("return_type") or function.child_by_field_name("parameters")
        return self._source.docstring_behind(head) if head is not None else ""

    def _add_function(self, own: Declaration, *, is_overload: bool) -> None:
        """Add a function; its overloads, and what implements them, are one."""
        if own.name in self._overloads:
            at, signatures = self._overloads[own.name]
            signatures += own.signatures
            first = self.members[at]
            self.members[at] = own._replace(start=first.start, docstring=own.docstring or first.docstring)
            if not is_overload:
                del self._overloads[own.name]
                self.members[at] = self.members[at]._replace(signatures=tuple(signatures))
            return
        if is_overload:
            self._overloads[own.name] = len(self.members), [*own.signatures]
        self._add(own)

    def _returns_first(self, node: "Node", signature: DeclaredSignature) -> bool:
        """Whether the only `return` of a method without a type is its last statement, and gives its first parameter."""
        parameters, body = node.child_by_field_name("parameters"), parts(node.child_by_field_name("body"))
        if parameters is None or not body or body[-1].type != "return_statement" or not signature.parameters:
            return False
        first, place = signature.parameters[0], self._source.place
        if signature.returns or first.type or not first.is_bound:
            return False
        is_first = self._text(body[-1]).removeprefix("return").strip() == first.name
        before = place(parameters.end_point), place(body[-1].start_point)
        return is_first and not _RETURN.search(self._source.data, *before)

    def _class(self, own: Declaration, node: "Node", decorators: "list[Node]") -> Declaration:
        arguments = node.child_by_field_name("superclasses")
        named = node.child_by_field_name("type_parameters")
        given = parts(arguments)
        bases = tuple(written(self._data, one) for one in given if one.type not in _KEYWORDS)
        is_enum = self._source.take_class(own.name, bases)
        body = node.child_by_field_name("body")
        inner = PythonBody(self._source, self._depth + 1, is_enum=is_enum)
        if body is not None and self._depth < _DEEPEST:
            inner.take(body)
        else:
            inner.reasons.append("it cannot be read")
        if node.has_error:
            inner.reasons.append("it has a syntax error")
        head = arguments or named or node.child_by_field_name("name")
        called = [one.child_by_field_name("arguments") for one in decorators if one.type == "call"]
        own = own._replace(
            kind="enum" if is_enum else "class",
            bases=bases,
            members=tuple(inner.members),
            docstring=self._source.docstring_behind(head) if head is not None else "",
            type_parameters=type_parameters(self._data, named),
            keywords=tuple(one for each in (*called, arguments) for one in self._keywords(each)),
            changes=next(iter(inner.reasons), ""),
            further=tuple(inner.further),
        )
        return own._replace(is_open=own.changes or next(self._reasons(own, [*self._keywords(arguments)]), ""))

    def _keywords(self, arguments: "Node | None") -> Iterator[str]:
        for one in parts(arguments):
            if one.type == "keyword_argument":
                yield "=".join(written(self._data, one.child_by_field_name(part)) for part in ("name", "value"))
            elif one.type == "dictionary_splat":
                yield "**"

    def _reasons(self, own: Declaration, keywords: list[str]) -> Iterator[str]:
        """Yield why a class may have members that its body does not show, given the keywords of its bases."""
        for keyword in keywords:
            name, _, value = keyword.partition("=")
            if keyword == "**":
                yield "its keywords are computed"
            elif name == "metaclass" and self._source.full_name(value) not in PLAIN_METACLASSES:
                yield "it has a metaclass"
        for decorator in own.decorators:
            name = _BRACKETS.sub("", decorator)
            if self._source.full_name(name) not in PLAIN_DECORATORS:
                yield f"it has the decorator `{name}`"
        yield from (f"it defines `{one.name}`" for one in own.members if one.name in HOOKS)


def _is_accessor(decorator: str) -> bool:
    return decorator.rpartition(".")[2] in _ACCESSORS and "." in decorator


def _is_string(statement: "Node") -> bool:
    children = statement.named_children
    return len(children) == 1 and children[0].type in ("string", "concatenated_string")
