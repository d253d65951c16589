"""Declarations of Rust, by the grammar of tree-sitter-rust 0.24 and "The Rust Reference", edition 2024.

The methods of `impl` blocks belong to their type if the same module of the source declares it; otherwise their names
begin with that of the type: `Basket::weigh`. The traits that a type implements are among its bases. Fields of tuples
have their numbers as names. What macros declare is not read.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source.languages.comments import CommentRules, Documented, documented, plain_text
from doclint.source.languages.joining import TYPES, with_methods
from doclint.source.languages.nodes import DEEPEST, TOO_DEEP, child_of, place, why_open, written
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

_COMMENTS = CommentRules(
    above=expression(r"///(?!/)|/\*\*(?![*/])"),
    between=frozenset({"attribute_item"}),
)
_OF_MODULE = expression(r"//!|/\*!")
_KINDS: dict[str, DeclarationKind] = {
    "associated_type": "type",
    "const_item": "constant",
    "enum_item": "enum",
    "function_item": "function",
    "function_signature_item": "function",
    "mod_item": "namespace",
    "static_item": "variable",
    "struct_item": "struct",
    "trait_item": "trait",
    "type_item": "type",
    "union_item": "union",
}
_ELSEWHERE = "other files may implement methods of it"
_MACRO = "a macro may declare more in it"
_SELF = expression(r"(?:mut\s+)?self\b")


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    """Return what a source of Rust declares. Raises HopelessError if it takes too much work to read."""
    root = tree_of(id_, data, work).root_node
    return SourceDeclarations(_items(data, root.named_children, 0), _docstring(data, root), root.has_error)


def _docstring(data: bytes, node: "Node") -> str:
    """Return the documentation of a module, which is inside of it (`//!`)."""
    comments = (text_of(data, one) for one in node.named_children if one.type.endswith("comment"))
    return plain_text([text for text in comments if _OF_MODULE.match(text)])


def _items(data: bytes, nodes: "list[Node]", depth: int) -> tuple[Declaration, ...]:
    """Return the items of a module or of a block `extern`, with the methods that it implements."""
    found: list[Declaration] = []
    methods: list[tuple[str, Declaration]] = []
    traits: dict[str, list[str]] = {}
    for one in documented(data, nodes, _COMMENTS):
        if one.node.type == "impl_item":
            name = _type_name(data, one.node.child_by_field_name("type"))
            trait = one.node.child_by_field_name("trait")
            if trait:
                traits.setdefault(name, []).append(written(data, trait))
            members = _members(data, one.node, is_public=trait is not None)
            is_conditional = _is_conditional(data, one)
            methods += [
                (name, member._replace(is_conditional=member.is_conditional or is_conditional)) for member in members
            ]
        elif one.node.type == "foreign_mod_item":
            body = one.node.child_by_field_name("body")
            found += _items(data, body.named_children, depth) if body and depth < DEEPEST else ()
        elif item := _item(data, one, depth):
            found.append(item)
    for index, item in enumerate(found):
        if item.kind in TYPES and item.name in traits:
            found[index] = item._replace(bases=tuple(dict.fromkeys([*item.bases, *traits.pop(item.name)])))
    return with_methods(found, methods, "::")


def _item(data: bytes, one: Documented, depth: int) -> Declaration | None:
    """Return what an item declares: all of it but the methods of a type."""
    name, kind = one.node.child_by_field_name("name"), _KINDS.get(one.node.type)
    if name is None or kind is None:
        return None
    found = _declared(data, one, name, kind)
    body = one.node.child_by_field_name("body")
    if kind in ("struct", "union", "enum"):
        return _with_members(found, (_variants if kind == "enum" else _fields)(data, body), body)
    if kind == "trait":
        return _trait(data, found, one.node, depth)
    if kind == "namespace":
        return _module(data, found, body, depth)
    if kind == "function":
        return found._replace(signatures=(_signature(data, one.node),), is_async=_is_async(data, one.node))
    return _typed(data, one.node, found)


def _declared(data: bytes, one: Documented, name: "Node", kind: DeclarationKind) -> Declaration:
    """Return a declaration with what all items have: the place, the attributes and the visibility."""
    line, start, end = place(name, one.node)
    return Declaration(
        kind,
        text_of(data, name).removeprefix("r#"),
        line,
        one.between[0].start_point[0] + 1 if one.between else start,
        end,
        decorators=tuple(_attributes(data, one)),
        docstring=one.docstring,
        is_public=_is_public(data, one.node),
        is_conditional=_is_conditional(data, one),
    )


def _module(data: bytes, found: Declaration, body: "Node | None", depth: int) -> Declaration:
    if body is None:
        return found._replace(is_open="it is in another file")
    if depth >= DEEPEST:
        return found._replace(is_open=TOO_DEEP)
    return found._replace(
        members=_items(data, body.named_children, depth + 1),
        docstring=found.docstring or _docstring(data, body),
        is_open=why_open(body, depth) or _macro_in(body),
    )


def _trait(data: bytes, found: Declaration, node: "Node", depth: int) -> Declaration:
    bases = node.child_by_field_name("bounds")
    return found._replace(
        bases=tuple(written(data, base) for base in bases.named_children) if bases else (),
        members=tuple(_members(data, node, is_public=True)),
        is_open=why_open(node, depth) or _macro_in(node.child_by_field_name("body")),
    )


def _typed(data: bytes, node: "Node", found: Declaration) -> Declaration:
    """Add the type and the value of a constant, a static variable or a type; the value of a type is what it names."""
    type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    if found.kind == "type":
        return found._replace(value=written(data, type_) if type_ else None)
    return found._replace(type=written(data, type_), value=written(data, value) if value else None)


def _variants(data: bytes, body: "Node | None") -> Iterator[Declaration]:
    for one in documented(data, body.named_children if body else (), _COMMENTS):
        name = one.node.child_by_field_name("name")
        if name and one.node.type == "enum_variant":
            value = one.node.child_by_field_name("value")
            yield _declared(data, one, name, "enum-member")._replace(
                members=tuple(_fields(data, one.node.child_by_field_name("body"), is_public=True)),
                value=written(data, value) if value else None,
                is_public=True,
            )


def _fields(data: bytes, body: "Node | None", *, is_public: bool = False) -> Iterator[Declaration]:
    """Yield the fields of a struct, a union or a variant; all fields of a variant are public."""
    of_tuple = 0
    modifier: Node | None = None  # that of the next field of a tuple
    for one in documented(data, body.named_children if body else (), _COMMENTS):
        name = one.node.child_by_field_name("name")
        if one.node.type == "visibility_modifier":
            modifier = one.node
        elif one.node.type == "field_declaration" and name:
            field = _declared(data, one, name, "field")
            type_ = written(data, one.node.child_by_field_name("type"))
            yield field._replace(type=type_, is_public=is_public or field.is_public)
        elif body and body.type == "ordered_field_declaration_list":
            field = _declared(data, one, one.node, "field")._replace(name=str(of_tuple), type=written(data, one.node))
            yield field._replace(is_public=is_public or (modifier is not None and text_of(data, modifier) == "pub"))
            of_tuple, modifier = of_tuple + 1, None


def _with_members(found: Declaration, members: Iterable[Declaration], body: "Node | None") -> Declaration:
    """Add fields or variants to a type, to which other files may add methods."""
    why = why_open(body, 0) if body else ""
    return found._replace(members=tuple(members), is_open=why or _ELSEWHERE, has_all_fields=not why)


def _members(data: bytes, node: "Node", *, is_public: bool) -> Iterator[Declaration]:
    """Yield the functions, types and constants of a trait or of an implementation; those of a trait are public."""
    body = node.child_by_field_name("body")
    for one in documented(data, body.named_children if body else (), _COMMENTS):
        name, kind = one.node.child_by_field_name("name"), _KINDS.get(one.node.type)
        if name is None or kind not in ("function", "type", "constant"):
            continue
        member = _declared(data, one, name, kind)
        member = member._replace(is_public=is_public or member.is_public)
        if kind != "function":
            yield _typed(data, one.node, member)
            continue
        yield member._replace(
            kind="method",
            signatures=(_signature(data, one.node),),
            is_async=_is_async(data, one.node),
            is_static=not _takes_self(data, one.node),
        )


def _signature(data: bytes, node: "Node") -> DeclaredSignature:
    parameters = node.child_by_field_name("parameters")
    return DeclaredSignature(
        tuple(one for child in (parameters.named_children if parameters else ()) for one in _parameter(data, child)),
        written(data, node.child_by_field_name("return_type")),
        tuple(_type_parameters(data, node)),
    )


def _parameter(data: bytes, node: "Node") -> Iterator[DeclaredParameter]:
    """Yield a parameter that is not `self`. Its name is its pattern, which is not a name for `(a, b): (u8, u8)`."""
    if node.type == "variadic_parameter":
        yield DeclaredParameter("", "var-positional", is_required=False)
    elif node.type == "parameter":
        pattern = node.child_by_field_name("pattern")
        if pattern and pattern.type != "self":
            # An underscore in front says that the body does not use the parameter.
            name = written(data, pattern).removeprefix("r#").removeprefix("_")
            yield DeclaredParameter(name, "positional-only", written(data, node.child_by_field_name("type")))


def _takes_self(data: bytes, node: "Node") -> bool:
    parameters = node.child_by_field_name("parameters")
    first = child_of(parameters, "self_parameter", "parameter") if parameters else None
    return first is not None and (first.type == "self_parameter" or bool(_SELF.match(text_of(data, first))))


def _type_parameters(data: bytes, node: "Node") -> Iterator[str]:
    """Yield the names of the parameters of a function that stand for types and constants, not those for lifetimes."""
    parameters = node.child_by_field_name("type_parameters")
    for one in parameters.named_children if parameters else ():
        name = one.child_by_field_name("name")
        if name and one.type in ("type_parameter", "const_parameter"):
            yield text_of(data, name)


def _type_name(data: bytes, node: "Node | None") -> str:
    """Return the name of the type that a block implements, without references, arguments and path."""
    for _ in range(DEEPEST):
        if node is None or node.type not in ("generic_type", "reference_type", "scoped_type_identifier"):
            break
        node = node.child_by_field_name("name" if node.type == "scoped_type_identifier" else "type")
    return written(data, node)


def _attributes(data: bytes, one: Documented) -> Iterator[str]:
    for item in one.between:
        if attribute := child_of(item, "attribute"):
            yield written(data, attribute)


def _is_conditional(data: bytes, one: Documented) -> bool:
    return any(text.startswith("cfg") for text in _attributes(data, one))


def _is_public(data: bytes, node: "Node") -> bool:
    """Whether an item is public without a restriction such as `pub(crate)`."""
    modifier = child_of(node, "visibility_modifier")
    return modifier is not None and text_of(data, modifier) == "pub"


def _is_async(data: bytes, node: "Node") -> bool:
    modifiers = child_of(node, "function_modifiers")
    return modifiers is not None and "async" in text_of(data, modifiers).split()


def _macro_in(body: "Node | None") -> str:
    """Return why a body is open if it calls a macro; empty if it does not."""
    return _MACRO if body and child_of(body, "macro_invocation", "expression_statement") else ""
