"""What sources of JavaScript and TypeScript declare (ECMA-262; TypeScript Handbook).

* A variable that is assigned a function or a class is one. If such a variable has a type that is not written as that
  of a function (`Handler`), its signatures are not known, and it has none.
* Accessors are one property, and overloads one function without the signature of its implementation.
* Parameters of a constructor that are fields as well (`constructor(readonly size: number)`) are both.
* Fields, type aliases and constants whose type is written as that of a function have its signature, and interfaces
  have those with which their objects can be called. `new (...)` in an interface is its method `constructor`.
* Type aliases and constants that are written as objects have members. An alias of another type is open.
* A default export without a name is called `default`.
* At the top of a module, what the module exports is public; below it, what is not `private`, `protected` or `#x`.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.branches import blank_out
from doclint.source.languages.comments import documented_nodes, module_docstring
from doclint.source.languages.ecmascript_assignments import assigned, fields_of_this
from doclint.source.languages.ecmascript_members import EcmascriptBody, body_of, enum_members
from doclint.source.languages.ecmascript_signatures import (
    FUNCTIONS,
    EcmascriptText,
    is_function,
    line_of,
    signature_of,
    type_parameters_of,
    with_function,
    with_value,
)
from doclint.source.languages.javascript_exports import javascript_exports
from doclint.source.languages.javascript_scope import NAMESPACES, VARIABLES, bound_in
from doclint.source.languages.joining import DeclarationList
from doclint.source.languages.nodes import TOO_DEEP, UNREADABLE, last_line
from doclint.source.model import Declaration, DeclarationKind, SourceDeclarations
from doclint.source.trees import COLLECTOR_PAUSE, Node, grammars, tree_of

_DEEPEST = 20  # namespaces in each other
_FUNCTIONS = {"function_declaration", "generator_function_declaration", "function_signature", *FUNCTIONS}
_AMBIENT = {"ambient_declaration", "function_signature"}
_DECLARING = _AMBIENT | {
    *("interface_declaration", "type_alias_declaration", "enum_declaration"),
    *("import_statement", "export_statement", "comment"),
}
_VARIANCE = expression(rb"(?<=[<,])(\s*+)(in\s++out|in|out)(?=\s++[A-Za-z_$][\w$]*+\s*+(?:[,>=]|extends\b))")
_IMPORTED = expression(rb"\bimport\((?:\"[^\"\n]*+\"|'[^'\n]*+')\)\.(?=[\w$])")
_TYPES = expression(rb"(?<=\bexport )type(?= \*)")
_ABSTRACT = expression(rb"\babstract(?=\??:)")
_CALL = expression(rb"^([ \t]*)[ \t](?=<(?:[A-Za-z_$]|\r?$))", re.MULTILINE)
_BEFORE = 2_000  # bytes before such a signature that are looked at
_UNFINISHED = (b"=>", *(bytes([byte]) for byte in b"=(,:|&{;?<["))  # what a statement does not end with


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    """Return what a source declares. `id_` is the language: "javascript", "typescript" or "tsx".

    Raises HopelessError if the source takes more than `work` times the usual work to read.

    >>> [found] = declarations("typescript", b"export const half = (weight: number): number => weight / 2;").found
    >>> found.kind, found.name, found.signatures[0].returns, found.is_public
    ('function', 'half', 'number', True)
    """
    root = _tree(id_, data, work)
    is_ambient = _only_declares(root)
    with COLLECTOR_PAUSE:
        exports = javascript_exports(data, id_, is_declaration=is_ambient, work=work)[""]
        exported = frozenset(one.origin or one.name for one in exports.names if not one.module)
        found = _DeclaringScope(EcmascriptText(data), exported, is_typed=id_ != "javascript").read(root)
    return SourceDeclarations(found, module_docstring(data, root), is_broken=root.has_error)


def _tree(id_: str, data: bytes, work: int) -> "Node":
    """Return the syntax tree of a source: of the first reading without an error, or of the last one."""
    root = tree_of(id_, data, work).root_node
    if not root.has_error or id_ == "javascript":
        return root
    for language in filter(None, (grammars()[id_]["dialect"], id_)):
        for text in repairs(data):
            root = tree_of(language, text, work).root_node
            if not root.has_error:
                return root
    return root


def _only_declares(root: "Node") -> bool:
    """Whether a source is like a file `a.d.ts`: it has declarations, and nothing that runs.

    Types alone show that only if nothing is imported or exported.
    """
    declared: set[str] = set()
    for node in root.named_children:
        inner = node.child_by_field_name("declaration") if node.type == "export_statement" else None
        declared |= {node.type, inner.type if inner is not None else node.type}
    is_plain = declared.isdisjoint({"import_statement", "export_statement"})
    return declared <= _DECLARING and (is_plain or not declared.isdisjoint(_AMBIENT))


class _EcmascriptStatement(Struct, frozen=True):
    """What is around a declaration: the statement, its documentation, its decorators, and where it is.

    In an ambient scope (`declare namespace`), everything can be used from outside.
    """

    node: "Node"
    docstring: str
    decorators: tuple["Node", ...] = ()
    is_exported: bool = False
    is_ambient: bool = False


class _DeclaringScope:
    """The declarations of a module or of a namespace. `exported` are the names that it exports."""

    def __init__(
        self,
        text: EcmascriptText,
        exported: frozenset[str] = frozenset(),
        *,
        is_typed: bool = True,
        is_ambient: bool = False,
        depth: int = _DEEPEST,
    ) -> None:
        self._text = text
        self._exported = exported
        self._is_typed = is_typed
        self._is_ambient = is_ambient
        self._depth = depth
        self._found = DeclarationList()
        self._assigned: dict[str, list[Declaration]] = {}
        readers = (
            (self._read_export, {"export_statement"}),
            (self._read_ambient, {"ambient_declaration"}),
            (self._read_expression, {"expression_statement"}),
            (self._read_function, _FUNCTIONS),
            (self._read_class, {"class_declaration", "abstract_class_declaration", "class"}),
            (self._read_variables, VARIABLES),
            (self._read_namespace, NAMESPACES),
            (self._read_interface, {"interface_declaration"}),
            (self._read_alias, {"type_alias_declaration"}),
            (self._read_enum, {"enum_declaration"}),
        )
        self._readers = {type_: read for read, types in readers for type_ in types}

    def read(self, block: "Node") -> tuple[Declaration, ...]:
        """Return what a block of statements declares."""
        around = _EcmascriptStatement(block, "", is_exported=self._is_ambient, is_ambient=self._is_ambient)
        for item in documented_nodes(self._text.data, block):
            self._read(item.node, replace(around, node=item.node, docstring=item.docstring))
        return tuple(map(self._with_assigned, self._found.finished()))

    def _read(self, node: "Node", statement: _EcmascriptStatement) -> None:
        read = self._readers.get(node.type)
        if read is not None:
            read(node, statement)

    def _read_expression(self, node: "Node", statement: _EcmascriptStatement) -> None:
        """Read an assignment, or a namespace, which the grammar takes for an expression."""
        for child in node.named_children:
            if child.type == "assignment_expression":
                self._read_assignment(child, statement)
            elif child.type in NAMESPACES:
                self._read_namespace(child, statement)

    def _read_enum(self, node: "Node", statement: _EcmascriptStatement) -> None:
        members = enum_members(self._text, node.child_by_field_name("body"))
        self._found.add(self._declared("enum", node, statement)._replace(members=members))

    def _read_export(self, node: "Node", statement: _EcmascriptStatement) -> None:
        decorators = tuple(child for child in node.named_children if child.type == "decorator")
        statement = replace(statement, is_exported=True, decorators=decorators)
        declared = node.child_by_field_name("declaration")
        value = node.child_by_field_name("value")
        if declared is not None:
            self._read(declared, statement)
        elif value is not None and (is_function(value) or value.type == "class"):
            self._read(value, statement)
        elif value is not None and value.type != "identifier":
            found = self._declared("constant", value, statement)._replace(name="default", line=line_of(value))
            self._found.add(self._with_object(found, None, value))

    def _read_ambient(self, node: "Node", statement: _EcmascriptStatement) -> None:
        for child in node.named_children:
            if child.type == "statement_block":  # `declare global`
                found = self._declared("namespace", node, replace(statement, is_exported=True))
                self._found.add(self._with_scope(found._replace(name="global"), child, is_ambient=True))
            elif child.type != "ambient_declaration":  # `declare declare`, which would be followed to any depth
                self._read(child, replace(statement, is_ambient=True))

    def _read_assignment(self, node: "Node", statement: _EcmascriptStatement) -> None:
        for owner, found in assigned(self._text, node, statement.docstring):
            if owner:
                self._assigned.setdefault(owner, []).append(found)
            elif not self._is_typed:
                self._found.add(found)

    def _with_assigned(self, found: Declaration) -> Declaration:
        added = self._assigned.get(found.name, ())
        if not added or found.kind in ("interface", "type"):  # what is assigned is a member of the value of that name
            return found
        known = {one.name for one in found.members}
        is_open = found.is_open or ("its calls may add members" if found.kind == "function" else "")
        members = (*found.members, *(one for one in added if one.name not in known))
        return found._replace(members=members, is_open=is_open)

    def _read_function(self, node: "Node", statement: _EcmascriptStatement) -> None:
        is_implementation = node.type != "function_signature"
        found = with_function(self._text, self._declared("function", node, statement), node)
        self._found.add_overload(found, is_implementation=is_implementation)

    def _read_class(self, node: "Node", statement: _EcmascriptStatement) -> None:
        self._found.add(self._with_class(self._declared("class", node, statement), node))

    def _read_interface(self, node: "Node", statement: _EcmascriptStatement) -> None:
        body = body_of(self._text, node.child_by_field_name("body"))
        found = self._generic(self._declared("interface", node, statement), node)
        self._found.add(self._with_bases(_with_body(found, body), node))

    def _read_alias(self, node: "Node", statement: _EcmascriptStatement) -> None:
        found = self._generic(self._declared("type", node, statement), node)
        value = node.child_by_field_name("value")
        found = found._replace(value=self._text.written(value))
        if value is not None and value.type == "object_type":
            self._found.add(_with_body(found, body_of(self._text, value)))
        elif value is not None and value.type == "function_type":
            self._found.add(found._replace(signatures=(signature_of(self._text, value),)))
        else:
            self._found.add(found._replace(is_open="its members are those of another type"))

    def _read_namespace(self, node: "Node", statement: _EcmascriptStatement) -> None:
        name = node.child_by_field_name("name")
        if name is not None and name.type == "string":  # a module, which has its name everywhere
            statement = replace(statement, is_exported=True)
        found = self._declared("namespace", node, statement)
        body = node.child_by_field_name("body")
        if body is None:
            self._found.add(found._replace(is_open="it is only declared"))
        else:
            self._found.add(self._with_scope(found, body, is_ambient=statement.is_ambient))

    def _read_variables(self, node: "Node", statement: _EcmascriptStatement) -> None:
        items = [item for item in documented_nodes(self._text.data, node) if item.node.type == "variable_declarator"]
        kind: DeclarationKind = "constant" if node.children[0].type == "const" else "variable"
        for declarator, docstring, _ in items:
            around = replace(statement, docstring=docstring or statement.docstring)
            if len(items) > 1:
                around = replace(around, node=declarator)
            name = declarator.child_by_field_name("name")
            if name is not None and name.type == "identifier":
                self._found.add(self._with_value(self._declared(kind, declarator, around), declarator))
            elif name is not None:
                # The comment is about all that is taken apart; compilers leave it out.
                found = self._declared(kind, declarator, around)._replace(docstring="")
                for one in bound_in(name):
                    self._found.add(self._named(found, one, around))

    def _with_value(self, found: Declaration, declarator: "Node") -> Declaration:
        annotation, value = declarator.child_by_field_name("type"), declarator.child_by_field_name("value")
        if value is not None and is_function(value):
            function = with_function(self._text, found._replace(kind="function"), value)
            if annotation is None:
                return function
            return with_value(self._text, function, annotation, None)
        if value is not None and value.type == "class":
            return self._with_class(found._replace(kind="class"), value)
        return self._with_object(found, annotation, value)

    def _with_object(self, found: Declaration, annotation: "Node | None", value: "Node | None") -> Declaration:
        """Return a variable with its value, and with its members if it is written as an object."""
        found = with_value(self._text, found, annotation, value)
        if value is not None and value.type == "as_expression" and value.children[-1].type == "const":
            value = value.named_children[0]
        if annotation is None and value is not None and value.type == "object":
            return _with_body(found, body_of(self._text, value))
        return found

    def _with_class(self, found: Declaration, node: "Node") -> Declaration:
        block = node.child_by_field_name("body")
        found = self._with_bases(_with_body(self._generic(found, node), body_of(self._text, block)), node)
        if self._is_typed or block is None:
            return found
        known = {one.name for one in found.members}
        fields, is_open = fields_of_this(self._text, block)
        members = (*found.members, *(one for one in fields if one.name not in known))
        return found._replace(members=members, is_open=found.is_open or is_open)

    def _with_scope(self, found: Declaration, block: "Node", *, is_ambient: bool) -> Declaration:
        if not self._depth:
            return found._replace(is_open=TOO_DEEP)
        scope = _DeclaringScope(self._text, is_ambient=is_ambient, depth=self._depth - 1)
        return found._replace(members=scope.read(block))

    def _declared(self, kind: DeclarationKind, node: "Node", statement: _EcmascriptStatement) -> Declaration:
        """Return a declaration without what follows its name."""
        decorators = (*statement.decorators, *(child for child in node.named_children if child.type == "decorator"))
        found = Declaration(
            kind,
            "default",
            line_of(node),
            line_of(statement.node),
            last_line(statement.node),
            decorators=tuple(self._text.written(one).removeprefix("@") for one in decorators),
            docstring=statement.docstring,
            is_public=statement.is_exported,
            is_open=UNREADABLE if node.has_error else "",
        )
        name = node.child_by_field_name("name")
        return self._named(found, name, statement) if name is not None else found

    def _named(self, found: Declaration, name: "Node", statement: _EcmascriptStatement) -> Declaration:
        shown = self._text.name(name)
        return found._replace(
            name=shown, line=line_of(name), is_public=statement.is_exported or shown in self._exported
        )

    def _generic(self, found: Declaration, node: "Node") -> Declaration:
        return found._replace(type_parameters=type_parameters_of(self._text, node))

    def _with_bases(self, found: Declaration, node: "Node") -> Declaration:
        bases: list[str] = []
        implements: list[str] = []
        for clause in node.named_children:
            if clause.type in ("class_heritage", "extends_type_clause"):
                for part in clause.named_children:
                    if part.type == "extends_clause":
                        bases.append(self._text.written(part).removeprefix("extends").strip())
                    elif part.type == "implements_clause":
                        implements += (self._text.written(one) for one in part.named_children if one.type != "comment")
                    elif part.type != "comment":
                        bases.append(self._text.written(part))
        return found._replace(bases=(*bases, *implements), implements=tuple(implements))


def _with_body(found: Declaration, body: EcmascriptBody) -> Declaration:
    return found._replace(members=body.members, signatures=body.signatures, is_open=found.is_open or body.is_open)


def repairs(data: bytes) -> Iterator[bytes]:
    """Yield a source as it is, and without what the grammar does not know, what is most likely to be right last."""
    known = repaired(data)
    yield from dict.fromkeys((data, _separated(known), known))


def repaired(data: bytes) -> bytes:
    r"""Return a source in which every byte has its place, without what the grammar does not know.

    >>> repaired(b'interface A<in T> { b: C<import("d").E> }')
    b'interface A<   T> { b: C<____________E> }'
    """
    data = _VARIANCE.sub(lambda match: match[1] + blank_out(match[2]), data)
    data = _IMPORTED.sub(_as_name, data)
    data = _TYPES.sub(lambda match: blank_out(match[0]), data)
    return _ABSTRACT.sub(_as_name, data)


def _separated(data: bytes) -> bytes:
    """Return a source with a semicolon before each signature on a line of its own: the last blank before it."""

    def separate(match: re.Match[bytes]) -> bytes:
        before = data[max(0, match.start() - _BEFORE) : match.start()].rstrip()
        while before.endswith(b"*/"):
            before = before[: max(0, before.rfind(b"/*"))].rstrip()
        return match[0] if not before or before.endswith(_UNFINISHED) else match[1] + b";"

    return _CALL.sub(separate, data)


def _as_name(match: re.Match[bytes]) -> bytes:
    return b"_" * len(match[0])
