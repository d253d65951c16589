"""Declarations of Go, by the grammar of tree-sitter-go 0.25 and "The Go Programming Language Specification", Go 1.24.

A method belongs to its type if the same source declares the type; otherwise its name begins with that of the type:
`Basket.Weigh`. A field without a name is a base, and also a field with the name of its type.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source.languages.comments import CommentRules, Documented, documented
from doclint.source.languages.joining import with_methods
from doclint.source.languages.nodes import child_of, place, spanned, why_open, written
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

# Directives are not documentation (the package `go/ast`, function `isDirective`).
_COMMENTS = CommentRules(
    above=expression(r"//(?!line |extern |export |[a-z0-9]+:[a-z0-9])|/\*"),
    behind=expression(r"//|/\*"),
    must_touch=True,
)
_ELSEWHERE = "other files of its package may declare methods of it"
_OWN_NAME = expression(r"(\w+)\s*(?:\[.*)?\Z", re.DOTALL)  # of a type with its package and its arguments


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    """Return what a source of Go declares. Raises HopelessError if it takes too much work to read."""
    root = tree_of(id_, data, work).root_node
    found: list[Declaration] = []
    methods: list[tuple[str, Declaration]] = []
    docstring = ""
    for one in documented(data, root.named_children, _COMMENTS):
        match one.node.type:
            case "package_clause":
                docstring = one.docstring
            case "function_declaration":
                found += _function(data, one, "function")
            case "method_declaration":
                methods += [(_receiver(data, one.node), method) for method in _function(data, one, "method")]
            case "type_declaration":
                found += [type_ for spec in _specs(data, one) for type_ in _type(data, spec)]
            case "const_declaration":
                found += _constants(data, [*_specs(data, one)])
            case "var_declaration":
                found += [name for spec in _specs(data, one) for name in _values(data, spec, "variable")]
    return SourceDeclarations(with_methods(found, methods, "."), docstring, root.has_error)


def _specs(data: bytes, declared: Documented) -> Iterator[Documented]:
    """Yield the specifications of a declaration of types, constants or variables; one may be alone, without brackets.

    One that is alone begins with the keyword, and what is above the keyword documents it.
    """
    children = declared.node.children
    if child_of(declared.node, "(", "var_spec_list") is None:
        alone = next((child for child in children if child.is_named and not child.type.endswith("comment")), None)
        if alone:
            yield Documented(alone, [declared.node], declared.docstring)
        return
    inner = child_of(declared.node, "var_spec_list")
    yield from documented(data, (inner or declared.node).named_children, _COMMENTS)


def _whole(one: Documented) -> "Node":
    """Return the node from which a declaration takes its lines."""
    return one.between[0] if one.between else one.node


def _type(data: bytes, spec: Documented) -> Iterator[Declaration]:
    name, defined = spec.node.child_by_field_name("name"), spec.node.child_by_field_name("type")
    if name is None or defined is None:
        return
    text = text_of(data, name)
    is_alias = spec.node.type == "type_alias"
    found = Declaration(
        "type",
        text,
        *place(name, _whole(spec)),
        docstring=spec.docstring,
        is_public=_is_exported(text),
    )
    if defined.type == "struct_type":
        yield _struct(data, defined, found)
    elif defined.type == "interface_type":
        yield _interface(data, defined, found)
    else:
        yield found._replace(value=written(data, defined), is_open="" if is_alias else _ELSEWHERE)


def _struct(data: bytes, node: "Node", found: Declaration) -> Declaration:
    members: list[Declaration] = []
    bases: list[str] = []
    body = child_of(node, "field_declaration_list")
    for one in documented(data, body.named_children if body else (), _COMMENTS):
        names = one.node.children_by_field_name("name")
        type_ = one.node.child_by_field_name("type")
        if type_ is None:
            continue
        if names:
            text = written(data, type_)
            members += [_named(data, "field", name, one, text) for name in names if name.is_named]
            continue
        tag = one.node.child_by_field_name("tag")
        text = spanned(data, one.node.start_byte, tag.start_byte if tag else one.node.end_byte, [one.node])
        bases.append(text)
        if own := _OWN_NAME.search(text):
            members.append(
                _named(data, "field", type_, one, text)._replace(name=own[1], is_public=_is_exported(own[1]))
            )
    why = why_open(node, 0)
    return found._replace(
        kind="struct",
        bases=tuple(bases),
        members=tuple(members),
        is_open=why or _ELSEWHERE,
        has_all_fields=not why,
    )


def _interface(data: bytes, node: "Node", found: Declaration) -> Declaration:
    members: list[Declaration] = []
    bases: list[str] = []
    for one in documented(data, node.named_children, _COMMENTS):
        if one.node.type == "method_elem":
            members += _function(data, one, "method")
        elif one.node.type == "type_elem":
            bases.append(written(data, one.node))
    return found._replace(kind="interface", bases=tuple(bases), members=tuple(members), is_open=why_open(node, 0))


def _constants(data: bytes, specs: list[Documented]) -> Iterator[Declaration]:
    """Yield constants. One without a value repeats the expression above it, with its type ("Constant declarations").

    The value is as written, so that of a repeated expression is None.
    """
    type_ = ""
    for spec in specs:
        if spec.node.child_by_field_name("value"):
            type_ = written(data, spec.node.child_by_field_name("type"))
        for constant in _values(data, spec, "constant"):
            yield constant._replace(type=type_)


def _values(data: bytes, spec: Documented, kind: DeclarationKind) -> Iterator[Declaration]:
    """Yield the constants or variables of a specification."""
    names = [name for name in spec.node.children_by_field_name("name") if name.is_named]
    type_ = written(data, spec.node.child_by_field_name("type"))
    expressions = spec.node.child_by_field_name("value")
    nodes = [node for node in expressions.named_children if node.type != "comment"] if expressions else []
    # A function that returns several values gives one to each name.
    values = [written(data, node) for node in nodes] if len(nodes) == len(names) else [None] * len(names)
    for name, value in zip(names, values, strict=True):
        if text_of(data, name) != "_":
            yield _named(data, kind, name, spec, type_)._replace(value=value)


def _named(data: bytes, kind: DeclarationKind, name: "Node", one: Documented, type_: str) -> Declaration:
    text = text_of(data, name)
    return Declaration(
        kind, text, *place(name, _whole(one)), type=type_, docstring=one.docstring, is_public=_is_exported(text)
    )


def _function(data: bytes, one: Documented, kind: DeclarationKind) -> Iterator[Declaration]:
    name = one.node.child_by_field_name("name")
    if name is None or text_of(data, name) == "_":
        return
    signature = DeclaredSignature(
        tuple(_parameters(data, one.node.child_by_field_name("parameters"))),
        written(data, one.node.child_by_field_name("result")),
        tuple(_type_parameters(data, one.node)),
    )
    yield _named(data, kind, name, one, "")._replace(signatures=(signature,))


def _parameters(data: bytes, node: "Node | None") -> Iterator[DeclaredParameter]:
    for one in node.named_children if node else ():
        type_ = written(data, one.child_by_field_name("type"))
        names = [text_of(data, name) for name in one.children_by_field_name("name") if name.is_named]
        if one.type == "variadic_parameter_declaration":
            yield DeclaredParameter("".join(names), "var-positional", type_, is_required=False)
        elif one.type == "parameter_declaration":
            for name in names or [""]:
                yield DeclaredParameter(name, "positional-only", type_)


def _type_parameters(data: bytes, node: "Node") -> Iterator[str]:
    parameters = node.child_by_field_name("type_parameters")
    for one in parameters.named_children if parameters else ():
        yield from (text_of(data, name) for name in one.children_by_field_name("name") if name.is_named)


def _receiver(data: bytes, node: "Node") -> str:
    """Return the name of the type that a method belongs to, without `*` and type arguments."""
    receiver = node.child_by_field_name("receiver")
    declared = child_of(receiver, "parameter_declaration") if receiver else None
    type_ = declared.child_by_field_name("type") if declared else None
    own = _OWN_NAME.search(text_of(data, type_).rstrip(" \t)")) if type_ else None
    return own[1] if own else ""


def _is_exported(name: str) -> bool:
    return name[:1].isupper()
