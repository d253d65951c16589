"""Declarations of Java, by the grammar of tree-sitter-java 0.23 and "The Java Language Specification", Java SE 21.

A constructor is a method with the name of its class. The components of a record are its fields and the parameters of
its constructor. A field that is `static final` is a constant.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source.languages.comments import CommentRules, Documented, documented
from doclint.source.languages.joining import overloaded
from doclint.source.languages.nodes import DEEPEST, child_of, place, why_open, written
from doclint.source.model import (
    Declaration,
    DeclarationKind,
    DeclaredParameter,
    DeclaredSignature,
    SourceDeclarations,
)
from doclint.source.trees import text_of, tree_of

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENTS = CommentRules(above=expression(r"/\*\*(?!/)"))
_TYPES: dict[str, DeclarationKind] = {
    "annotation_type_declaration": "interface",
    "class_declaration": "class",
    "enum_declaration": "enum",
    "interface_declaration": "interface",
    "record_declaration": "class",
}
_FUNCTIONS = frozenset(
    {
        "annotation_type_element_declaration",
        "compact_constructor_declaration",
        "constructor_declaration",
        "method_declaration",
    }
)
_FIELDS = frozenset({"field_declaration", "constant_declaration"})
_ANNOTATIONS = ("annotation", "marker_annotation")
_ADDS_MEMBERS = expression(rb"^\s*import\s+(?:static\s+)?lombok\b", re.MULTILINE)
_LOMBOK = "Lombok may add members to it"


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    """Return what a source of Java declares. Raises HopelessError if it takes too much work to read."""
    root = tree_of(id_, data, work).root_node
    why = _LOMBOK if _ADDS_MEMBERS.search(data) else ""
    found: list[Declaration] = []
    docstring = ""
    for one in documented(data, root.named_children, _COMMENTS):
        if one.node.type == "package_declaration":
            docstring = one.docstring
        elif one.node.type in _TYPES:
            found += _type(data, one, why, 0)
    return SourceDeclarations(tuple(found), docstring, root.has_error)


def _type(data: bytes, one: Documented, why: str, depth: int, *, is_public: bool = False) -> Iterator[Declaration]:
    """Yield a class, an interface or an enumeration; one in an interface is public and static by itself."""
    name = one.node.child_by_field_name("name")
    if name is None:
        return
    found = _declared(data, one, name, _TYPES[one.node.type])
    members = () if depth >= DEEPEST else tuple(_members(data, one.node, found.kind, why, depth))
    yield found._replace(
        bases=tuple(_bases(data, one.node)),
        members=overloaded(members),
        is_public=found.is_public or is_public,
        is_static=found.is_static or is_public,
        is_open=why_open(one.node, depth) or why,
    )


def _members(data: bytes, node: "Node", kind: DeclarationKind, why: str, depth: int) -> Iterator[Declaration]:
    is_interface = kind == "interface"
    components = tuple(_components(data, node))
    yield from components
    body = node.child_by_field_name("body")
    has_constructor = False
    constructor = _constructor(data, node) if node.type == "record_declaration" else None
    for one in _body(data, body):
        if one.node.type in _TYPES:
            yield from _type(data, one, why, depth + 1, is_public=is_interface)
        elif one.node.type == "enum_constant":
            yield from _constant_of_enum(data, one)
        elif one.node.type in _FIELDS:
            yield from _fields(data, one, is_interface=is_interface)
        elif one.node.type in _FUNCTIONS:
            method = _method(data, one, is_interface=is_interface)
            if one.node.type == "compact_constructor_declaration" and method and constructor:
                has_constructor = True
                method = method._replace(signatures=(constructor,))
            yield from [method] if method else ()
    if node.type == "record_declaration" and not has_constructor:
        name, parameters = node.child_by_field_name("name"), node.child_by_field_name("parameters")
        if name and parameters and _needs_constructor(data, node):
            line, _, end = place(name, parameters)
            is_public = "public" in _modifiers(data, node)
            yield Declaration(
                "method", text_of(data, name), line, line, end, (_constructor(data, node),), is_public=is_public
            )


def _body(data: bytes, body: "Node | None") -> Iterator[Documented]:
    """Yield the members in a body; those of an enumeration behind its constants are in a node of their own."""
    for one in documented(data, body.named_children if body else (), _COMMENTS):
        if one.node.type == "enum_body_declarations":
            yield from documented(data, one.node.named_children, _COMMENTS)
        else:
            yield one


def _declared(data: bytes, one: Documented, name: "Node", kind: DeclarationKind) -> Declaration:
    """Return a declaration with what all have: the place, the annotations and the modifiers."""
    modifiers = child_of(one.node, "modifiers")
    annotations = modifiers.named_children if modifiers else ()
    words = _modifiers(data, one.node)
    return Declaration(
        kind,
        written(data, name),
        *place(name, one.node),
        decorators=tuple(written(data, node)[1:].lstrip() for node in annotations if node.type in _ANNOTATIONS),
        docstring=one.docstring,
        is_public="public" in words,
        is_static="static" in words,
    )


def _modifiers(data: bytes, node: "Node") -> frozenset[str]:
    """Return the modifiers of a declaration without its annotations."""
    modifiers = child_of(node, "modifiers")
    return frozenset(text_of(data, one) for one in modifiers.children if not one.is_named) if modifiers else frozenset()


def _bases(data: bytes, node: "Node") -> Iterator[str]:
    for clause in node.named_children:
        if clause.type == "superclass":
            yield from (written(data, base) for base in clause.named_children if base.type not in _ANNOTATIONS)
        elif clause.type in ("super_interfaces", "extends_interfaces"):
            types = child_of(clause, "type_list")
            yield from (written(data, base) for base in types.named_children) if types else ()


def _constant_of_enum(data: bytes, one: Documented) -> Iterator[Declaration]:
    if name := one.node.child_by_field_name("name"):
        yield _declared(data, one, name, "enum-member")._replace(is_public=True, is_static=True)


def _fields(data: bytes, one: Documented, *, is_interface: bool) -> Iterator[Declaration]:
    is_constant = is_interface or {"static", "final"} <= _modifiers(data, one.node)
    type_ = written(data, one.node.child_by_field_name("type"))
    # One statement may have very many names, so what they share is read once.
    shared = _declared(data, one, one.node, "constant" if is_constant else "field")
    for declarator in one.node.children_by_field_name("declarator"):
        name = declarator.child_by_field_name("name")
        if name is None:
            continue
        value = declarator.child_by_field_name("value")
        yield shared._replace(
            name=text_of(data, name),
            line=name.start_point[0] + 1,
            type=type_ + written(data, declarator.child_by_field_name("dimensions")),
            value=written(data, value) if value else None,
            is_public=shared.is_public or is_interface,
            is_static=shared.is_static or is_interface,
        )


def _method(data: bytes, one: Documented, *, is_interface: bool) -> Declaration | None:
    """Return a method or a constructor; the value of an element of an annotation is its default."""
    name = one.node.child_by_field_name("name")
    if name is None:
        return None
    found = _declared(data, one, name, "method")
    parameters = one.node.child_by_field_name("parameters")
    returns = written(data, one.node.child_by_field_name("type"))
    signature = DeclaredSignature(
        tuple(_parameters(data, parameters)),
        returns + written(data, one.node.child_by_field_name("dimensions")),
        tuple(_type_parameters(data, one.node)),
    )
    value = one.node.child_by_field_name("value")
    is_public = found.is_public or (is_interface and "private" not in _modifiers(data, one.node))
    return found._replace(signatures=(signature,), value=written(data, value) if value else None, is_public=is_public)


def _parameters(data: bytes, node: "Node | None") -> Iterator[DeclaredParameter]:
    for one in node.named_children if node else ():
        if one.type == "formal_parameter":
            name = one.child_by_field_name("name")
            type_ = written(data, one.child_by_field_name("type"))
            type_ += written(data, one.child_by_field_name("dimensions"))
            yield DeclaredParameter(text_of(data, name) if name else "", "positional-only", type_)
        elif one.type == "spread_parameter":
            named = child_of(one, "variable_declarator")
            kind_of = next(
                (child for child in one.named_children if child.type not in ("modifiers", "variable_declarator")), None
            )
            name = named.child_by_field_name("name") if named else None
            text = text_of(data, name) if name else ""
            yield DeclaredParameter(text, "var-positional", written(data, kind_of), is_required=False)


def _type_parameters(data: bytes, node: "Node") -> Iterator[str]:
    parameters = node.child_by_field_name("type_parameters")
    for one in parameters.named_children if parameters else ():
        if name := child_of(one, "type_identifier", "identifier"):
            yield text_of(data, name)


def _components(data: bytes, node: "Node") -> Iterator[Declaration]:
    """Yield the components of a record as fields; each has a public method that returns it."""
    header = node.child_by_field_name("parameters") if node.type == "record_declaration" else None
    nodes = [one for one in header.named_children if one.type.endswith("parameter")] if header else []
    for one, parameter in zip(nodes, _parameters(data, header), strict=True):
        yield Declaration("field", parameter.name, *place(one, one), type=parameter.type)


def _constructor(data: bytes, record: "Node") -> DeclaredSignature:
    """Return the signature of the constructor that a record has for its components."""
    return DeclaredSignature(tuple(_parameters(data, record.child_by_field_name("parameters"))))


def _needs_constructor(data: bytes, record: "Node") -> bool:
    """Whether a record does not write the constructor for its components itself."""
    body = record.child_by_field_name("body")
    own = [one for one in body.named_children if one.type == "constructor_declaration"] if body else []
    types = [one.type for one in _constructor(data, record).parameters]
    return all([one.type for one in _parameters(data, node.child_by_field_name("parameters"))] != types for node in own)
