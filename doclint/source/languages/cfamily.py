"""Declarations of C and C++, by the grammars of tree-sitter-c 0.24 and tree-sitter-cpp 0.23.

A function and its definition are one declaration, and so are the parts of a namespace. What a source defines outside of
its class belongs to the class if the source declares it; otherwise its name begins with that of the class:
`Basket::weigh`. The members of a union or an enumeration without a name belong to what encloses it. Macros are not
declarations. Comments are those that Doxygen reads ("Documenting the code").
"""

from collections import deque
from collections.abc import Iterator
from itertools import chain, zip_longest

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.extract import blank_unreadable
from doclint.source.languages.comments import Documented, documented
from doclint.source.languages.declarators import (
    SPECIFIERS,
    Declarator,
    cast_of,
    path_of,
    read_declarator,
    signature_of,
    specifiers,
    templates_in,
    type_of,
    type_parameters_of,
)
from doclint.source.languages.nodes import DEEPEST, TOO_DEEP, child_of, why_open, written
from doclint.source.languages.statements import (
    COMMENTS,
    DeclaringStatement,
    EnclosingScope,
    ScopedDeclaration,
    joined,
    statements,
)
from doclint.source.model import Declaration, DeclarationKind, SourceDeclarations
from doclint.source.trees import Node, text_of, tree_of

_OF_FILE = expression(r"[\\@]file\b")
_KINDS: dict[str, DeclarationKind] = {
    "class_specifier": "class",
    "enum_specifier": "enum",
    "struct_specifier": "struct",
    "union_specifier": "union",
}
_DECLARATIONS = frozenset({"declaration", "field_declaration", "function_definition"})
_MACRO = "a macro or a branch that is not read may declare more in it"
_CONSTANT_POINTER = expression(r"\*\s*const\b[^*]*\Z")


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    """Return what a source of C or C++ declares. Raises HopelessError if it takes too much work to read."""
    text, is_cut = blank_unreadable(id_, data)
    root = tree_of(id_, text, work).root_node
    found = joined(_scope(text, root.named_children, EnclosingScope(id_, data)))
    return SourceDeclarations(found, _docstring(text, root), is_cut or root.has_error)


def _docstring(data: bytes, root: "Node") -> str:
    """Return the documentation of the file, which has the command `@file`."""
    inner = (one for one, _ in statements(data, root.named_children))
    docstrings = (one.docstring for one in chain(documented(data, root.named_children, COMMENTS), inner))
    return next((text for text in docstrings if _OF_FILE.search(text)), "")


def _scope(data: bytes, nodes: "list[Node]", context: EnclosingScope) -> Iterator[ScopedDeclaration]:
    is_public = context.is_public
    for one, is_conditional in statements(data, nodes):
        if one.node.type == "access_specifier":
            is_public = text_of(data, one.node) == "public"
            continue
        if _OF_FILE.search(one.docstring):
            one.docstring = ""
        here = replace(context, is_public=is_public, is_conditional=context.is_conditional or is_conditional)
        yield from _statement(data, one, here)


def _statement(data: bytes, one: Documented, context: EnclosingScope) -> Iterator[ScopedDeclaration]:
    whole = one.node
    templates: list[tuple[str, ...]] = []
    node: Node | None = whole
    while node is not None and node.type == "template_declaration":
        templates.append(tuple(type_parameters_of(data, node)))
        node = next((child for child in reversed(node.named_children) if not child.type.endswith("comment")), None)
    if node is None:
        return
    base = DeclaringStatement(data, whole, one.docstring, templates, context)
    match node.type:
        case "namespace_definition":
            yield from _namespace(base, node)
        case "class_specifier" | "struct_specifier" | "union_specifier" | "enum_specifier":
            yield from _type(base, node)
        case type_ if type_ in _DECLARATIONS:
            yield from _declaration(base, node)
        case "type_definition":
            yield from _typedef(base, node)
        case "alias_declaration" | "concept_definition":
            yield from _alias(base, node)


def _namespace(base: DeclaringStatement, node: "Node") -> Iterator[ScopedDeclaration]:
    """Yield a namespace; what one without a name holds belongs to what encloses it, and is hidden."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    nodes = body.named_children if body else []
    context = replace(base.context, depth=base.context.depth + 1)
    if context.depth > DEEPEST:
        return
    if name is None:
        yield from _scope(base.data, nodes, replace(context, is_public=False))
        return
    *outer, own = written(base.data, name).replace("inline ", "").split("::")
    outer = [one.strip() for one in outer]
    why = TOO_DEEP if context.depth == DEEPEST or len(outer) > DEEPEST else why_open(node, 0)
    members = () if why == TOO_DEEP else joined(_scope(base.data, nodes, context))
    found = base.declaration("namespace", name, own.strip())._replace(members=members, is_open=why)
    for one in reversed(outer[:DEEPEST]):
        found = base.declaration("namespace", name, one)._replace(members=(found,), docstring="")
    yield ScopedDeclaration(found)


def _type(base: DeclaringStatement, node: "Node", named: str = "") -> Iterator[ScopedDeclaration]:
    """Yield a class, a structure, a union or an enumeration that has a body; others are only named.

    One without a name gets that of its typedef, if there is one; otherwise its members belong to what encloses it.
    """
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if body is None:
        return
    kind = _KINDS[node.type]
    if name is None and not named:
        if kind == "enum":
            yield from (ScopedDeclaration(one._replace(kind="constant")) for one in _enumerators(base, body))
        elif base.context.depth < DEEPEST:
            context = replace(base.context, depth=base.context.depth + 1)
            yield from _scope(base.data, body.named_children, context)
        return
    path, own = path_of(base.data, name) if name is not None else ((), named)
    yield ScopedDeclaration(
        base.declaration(kind, name or node, own)._replace(
            bases=tuple(_bases(base.data, node)),
            members=_members(base, node, own),
            is_open=why_open(node, base.context.depth) or _macro_in(base, body, own),
        ),
        path,
    )


def _members(base: DeclaringStatement, node: "Node", class_: str) -> tuple[Declaration, ...]:
    body = node.child_by_field_name("body")
    depth = base.context.depth + 1
    if body is None or depth > DEEPEST:
        return ()
    if node.type == "enum_specifier":
        return tuple(_enumerators(base, body))
    context = EnclosingScope(
        base.context.id_,
        base.context.original,
        in_class=True,
        class_=class_.partition("<")[0],
        is_public=node.type != "class_specifier",
        depth=depth,
    )
    return joined(_scope(base.data, body.named_children, context))


def _enumerators(base: DeclaringStatement, body: "Node") -> Iterator[Declaration]:
    for one, is_conditional in statements(base.data, body.named_children):
        name, value = one.node.child_by_field_name("name"), one.node.child_by_field_name("value")
        if name is not None and one.node.type == "enumerator":
            own = replace(base, whole=one.node, docstring=one.docstring)
            found = own.declaration("enum-member", name, text_of(base.data, name))
            yield found._replace(
                value=written(base.data, value) if value else None,
                is_conditional=found.is_conditional or is_conditional,
            )


def _bases(data: bytes, node: "Node") -> Iterator[str]:
    """Yield the classes that a class derives from, without `public`, `virtual` and the like."""
    clause = child_of(node, "base_class_clause")
    for one in clause.named_children if clause else ():
        if one.type.endswith(("identifier", "type")):
            yield written(data, one)


def _alias(base: DeclaringStatement, node: "Node") -> Iterator[ScopedDeclaration]:
    """Yield the name that `using` or `concept` defines; a type that is defined there gets the name."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None:
        return
    defined = value.child_by_field_name("type") if value is not None else None
    if defined is not None and defined.type in SPECIFIERS and defined.child_by_field_name("body"):
        own = text_of(base.data, name)
        yield from _type(base, defined, own)
    else:
        yield base.found("type", name, written(base.data, value) if value is not None else None)


def _typedef(base: DeclaringStatement, node: "Node") -> Iterator[ScopedDeclaration]:
    """Yield the names of a typedef, and the type that it defines. A name for such a type has its members as well."""
    data = base.data
    type_ = node.child_by_field_name("type")
    stated, _ = specifiers(data, node)
    declarators = [read_declarator(one) for one in node.children_by_field_name("declarator")]
    defined = ""
    members: tuple[Declaration, ...] = ()
    if type_ is not None and type_.type in SPECIFIERS and type_.child_by_field_name("body"):
        own = type_.child_by_field_name("name")
        plain = (one.name for one in declarators if one.name is not None and one.node == one.name)
        name = own or next(plain, None)
        defined = text_of(data, name) if name is not None else ""
        for found in _type(base, type_, defined) if defined else ():
            line = name.start_point[0] + 1 if name is not None else found.declaration.line
            members = found.declaration.members
            yield found._replace(declaration=found.declaration._replace(line=line))
    for one in declarators:
        if one.name is None or text_of(data, one.name) == defined:
            continue
        if one.function:
            signature = signature_of(data, stated, one, ())
            value = f"{signature.returns} ({', '.join(parameter.type for parameter in signature.parameters)})"
        else:
            value = type_of(data, stated, one)
        found = base.found("type", one.name, value)
        yield found._replace(declaration=found.declaration._replace(members=members if one.node == one.name else ()))


def _declaration(base: DeclaringStatement, node: "Node") -> Iterator[ScopedDeclaration]:
    """Yield what a declaration of variables, fields or functions declares, and the type that it defines."""
    type_ = node.child_by_field_name("type")
    declared = [*_with_values(node)]
    defines = type_ is not None and type_.type in SPECIFIERS and type_.child_by_field_name("body") is not None
    if type_ is not None and defines and (not declared or type_.child_by_field_name("name")):
        yield from _type(base, type_)
    stated, words = specifiers(base.data, node)
    for one, value in declared:
        declarator = read_declarator(one)
        if declarator.name is None:
            continue
        if type_ is None and declarator.function and _is_macro(base.data, declarator.name, base.context.class_):
            continue
        if declarator.function:
            yield _function(base, node, declarator, stated, words)
            continue
        variable = _variable(base, declarator, stated, words, value)
        if type_ is not None and defines and not type_.child_by_field_name("name"):
            members = _members(base, type_, "")
            variable = variable._replace(declaration=variable.declaration._replace(members=members))
        yield variable


def _is_macro(data: bytes, name: "Node", class_: str) -> bool:
    """Whether what looks like a function without a type is a call of a macro: it is not a constructor or the like."""
    if name.type in ("destructor_name", "operator_name"):
        return False
    path, own = path_of(data, name)
    return cast_of(name) is None and own[:1] != "~" and own != (path[-1] if path else class_)


def _macro_in(base: DeclaringStatement, body: "Node", class_: str) -> str:
    """Return why the body of a class is open if it calls a macro, or a branch is left out; empty if it is not."""
    before, after = (text[body.start_byte : body.end_byte] for text in (base.context.original, base.data))
    if before != after and any(
        line.strip() and not left.strip() for line, left in zip(before.split(b"\n"), after.split(b"\n"), strict=True)
    ):
        return _MACRO
    for node in body.named_children:
        is_typed = node.type not in _DECLARATIONS or node.child_by_field_name("type") is not None
        declared = None if is_typed else node.child_by_field_name("declarator")
        one = read_declarator(declared) if declared is not None else None
        if one and one.function and one.name and _is_macro(base.data, one.name, class_.partition("<")[0]):
            return _MACRO
    return ""


def _with_values(node: "Node") -> "Iterator[tuple[Node, Node | None]]":
    """Yield the declarators of a declaration with their initial values. That of a field is beside its declarator."""
    values = deque(node.children_by_field_name("default_value"))
    declared = node.children_by_field_name("declarator")
    for one, after in zip_longest(declared, declared[1:]):
        value = one.child_by_field_name("value")
        if values and (after is None or values[0].start_byte < after.start_byte):
            value = values.popleft()
        yield one, value


def _variable(
    base: DeclaringStatement, declarator: Declarator, stated: str, words: frozenset[str], value: "Node | None"
) -> ScopedDeclaration:
    assert declarator.name is not None
    type_ = type_of(base.data, stated, declarator)
    in_class, is_static = base.context.in_class, "static" in words
    kind: DeclarationKind = "field" if in_class else "variable"
    if _is_constant(type_, words) and (is_static or not in_class):
        kind = "constant"
    found = base.found(kind, declarator.name, written(base.data, value) if value else None)
    return found._replace(
        declaration=found.declaration._replace(
            type=type_,
            is_static=in_class and is_static,
            is_public=found.declaration.is_public and (in_class or not _is_hidden(base, words)),
        )
    )


def _is_constant(type_: str, words: frozenset[str]) -> bool:
    """Whether a name cannot be assigned to: `const int x`, `char *const p`, but not `const char *p`."""
    if "constexpr" in words or _CONSTANT_POINTER.search(type_):
        return True
    return "const" in words and not any(mark in type_ for mark in "*&")


def _is_hidden(base: DeclaringStatement, words: frozenset[str]) -> bool:
    """Whether a function or a variable outside of a class is only for its own source. A header is part of others."""
    return "static" in words and base.context.id_ != "header"


def _function(
    base: DeclaringStatement, node: "Node", declarator: Declarator, stated: str, words: frozenset[str]
) -> ScopedDeclaration:
    assert declarator.name is not None
    found = base.found("function", declarator.name)
    in_class = base.context.in_class
    # What is defined outside of a class begins with the parameters of the class.
    own = base.templates[templates_in(declarator.name) :]
    type_parameters = tuple(name for names in own for name in names)
    is_whole = node.type == "function_definition"  # others may have very many declarators
    is_deleted = is_whole and child_of(node, "delete_method_clause") is not None
    one = found.declaration._replace(
        kind="method" if in_class or found.path else "function",
        signatures=(signature_of(base.data, stated, declarator, type_parameters),),
        is_static=in_class and "static" in words,
        is_public=found.declaration.is_public and not is_deleted and (in_class or not _is_hidden(base, words)),
    )
    return ScopedDeclaration(one, found.path, is_definition=is_whole and node.child_by_field_name("body") is not None)
