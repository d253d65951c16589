"""Declarators of C and C++: the name, the type and the parameters that `int (*f(char c))[3]` declares.

The node types are those of tree-sitter-c 0.24 and tree-sitter-cpp 0.23.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.nodes import child_of, spanned, written
from doclint.source.model import DeclaredParameter, DeclaredSignature
from doclint.source.trees import Node

SPECIFIERS = frozenset({"class_specifier", "enum_specifier", "struct_specifier", "union_specifier"})

NAMES_OF_FUNCTIONS = frozenset(
    "destructor_name field_identifier identifier operator_cast operator_name qualified_identifier "
    "template_function".split()
)
_NAMES = NAMES_OF_FUNCTIONS | {"primitive_type", "type_identifier"}
_NOT_OF_TYPE = frozenset({"constexpr", "consteval", "constinit", "mutable", "inline", "extern", "static", "register"})
_SYMBOL = expression(r"operator\s*([^\w\s].*)")
_MACRO = expression(r"[A-Z][A-Z0-9_]+|\w*UNUSED\w*")  # around the name of a parameter: `int UNUSED(a)`
_ARGUMENTS = expression(r"\s*<.*>\Z", re.DOTALL)


class Declarator(Struct, frozen=True):
    """What a declarator declares.

    `node` is all of it, `name` the node of its name, None for a parameter without one, and `function` the node with the
    parameters if it declares a function.
    """

    node: "Node | None"
    name: "Node | None"
    function: "Node | None"


def read_declarator(node: "Node | None") -> Declarator:
    """Return what a declarator declares, without its initial value."""
    if node is not None and node.type == "init_declarator":
        node = node.child_by_field_name("declarator")
    inner, function = node, None
    while inner is not None and inner.type not in _NAMES:
        if inner.type == "function_declarator":
            function = inner
        elif inner.type != "parenthesized_declarator":
            function = None
        inner = inner.child_by_field_name("declarator") or _last_declarator(inner)
    if inner is not None and (cast := cast_of(inner)):
        function = child_of(cast, "abstract_function_declarator")
    return Declarator(node, inner, function)


def cast_of(name: "Node") -> "Node | None":
    """Return the conversion that a name stands for (`A::operator bool`); None for other names."""
    while name.type == "qualified_identifier" and (inner := name.child_by_field_name("name")):
        name = inner
    return name if name.type == "operator_cast" else None


def path_of(data: bytes, name: "Node") -> tuple[tuple[str, ...], str]:
    """Return the names before `::` in a name, without template arguments, and the last one."""
    path = []
    if name.type == "qualified_identifier" and name.has_error:  # a macro is before the name
        *path, own = written(data, name).split()[-1].split("::")
        return tuple(path), own
    while name.type == "qualified_identifier" and (inner := name.child_by_field_name("name")):
        if scope := name.child_by_field_name("scope"):
            path.append(_ARGUMENTS.sub("", written(data, scope)))
        name = inner
    if name.type == "operator_cast":
        return tuple(path), f"operator {written(data, name.child_by_field_name('type'))}"
    if name.type == "template_function":
        return tuple(path), written(data, name.child_by_field_name("name"))
    text = written(data, name)
    symbol = _SYMBOL.fullmatch(text)
    return tuple(path), f"operator{symbol[1]}" if symbol else "".join(text.split()) if text[:1] == "~" else text


def templates_in(name: "Node") -> int:
    """Return how many of the names before `::` in a name have template arguments."""
    count = 0
    while name.type == "qualified_identifier" and (inner := name.child_by_field_name("name")):
        scope = name.child_by_field_name("scope")
        count += scope is not None and scope.type == "template_type"
        name = inner
    return count


def specifiers(data: bytes, node: "Node") -> tuple[str, frozenset[str]]:
    """Return the type that a declaration states before its declarators, and all words beside that type.

    The words are `static`, `const`, `virtual` and the like.
    """
    parts: list[str] = []
    words: set[str] = set()
    type_ = node.child_by_field_name("type")
    for child in node.children:
        if type_ is not None and child == type_:
            parts.append(_without_body(data, child))
        elif child.type in ("type_qualifier", "storage_class_specifier", "virtual", "explicit_function_specifier"):
            text = written(data, child)
            words.add(text)
            if child.type == "type_qualifier" and text not in _NOT_OF_TYPE:
                parts.append(text)
        elif child.type in _NAMES or child.type.endswith("declarator"):
            break
    return " ".join(parts), frozenset(words)


def type_of(data: bytes, stated: str, declarator: Declarator) -> str:
    """Return the type that a declarator gives to its name, where the declaration states another: `int *[3]`."""
    node, without = declarator.node, declarator.function or declarator.name
    if node is None or node == without:
        return stated
    marks = spanned(data, node.start_byte, node.end_byte, [node], (without,) if without else ())
    blank = " " if data[node.start_byte - 1 : node.start_byte].isspace() else ""
    return f"{stated}{blank}{marks}".strip()


def signature_of(
    data: bytes, stated: str, declarator: Declarator, type_parameters: tuple[str, ...]
) -> DeclaredSignature:
    """Return the signature of a declarator that declares a function."""
    function = declarator.function
    parameters = function.child_by_field_name("parameters") if function else None
    trailing = child_of(function, "trailing_return_type") if function else None
    if declarator.name is not None and (cast := cast_of(declarator.name)):
        returns = written(data, cast.child_by_field_name("type"))
    elif trailing:
        returns = written(data, trailing.named_children[0] if trailing.named_children else None)
    else:
        returns = type_of(data, stated, declarator)
    return DeclaredSignature(tuple(_parameters(data, parameters)), returns, type_parameters)


def type_parameters_of(data: bytes, node: "Node") -> Iterator[str]:
    """Yield the names of the parameters of a template."""
    parameters = node.child_by_field_name("parameters")
    for one in parameters.named_children if parameters else ():
        if one.child_by_field_name("declarator"):
            name = read_declarator(one.child_by_field_name("declarator")).name
        else:
            name = one.child_by_field_name("name") or child_of(one, "type_identifier")
            if one.type == "template_template_parameter_declaration":
                inner = child_of(one, "type_parameter_declaration", "variadic_type_parameter_declaration")
                name = child_of(inner, "type_identifier") if inner else None
        if name and one.type.endswith("parameter_declaration"):
            yield written(data, name)


def _parameters(data: bytes, node: "Node | None") -> Iterator[DeclaredParameter]:
    for one in node.children if node else ():
        if one.type in ("...", "variadic_parameter"):
            yield DeclaredParameter("", "var-positional", is_required=False)
        if not one.type.endswith("parameter_declaration") or one.type.startswith("explicit"):
            continue
        declarator = read_declarator(one.child_by_field_name("declarator"))
        name = written(data, declarator.name)
        if declarator.function and _MACRO.fullmatch(name):
            name = ""
        else:
            declarator = replace(declarator, function=None)
        type_ = type_of(data, specifiers(data, one)[0], declarator)
        if type_ == "void":
            continue
        default = one.child_by_field_name("default_value")
        if one.type == "variadic_parameter_declaration":
            type_ = type_.replace("...", "").strip()
            yield DeclaredParameter(name, "var-positional", type_, is_required=False)
        else:
            text = written(data, default) if default else None
            yield DeclaredParameter(name, "positional-only", type_, text, is_required=default is None)


def _last_declarator(node: "Node") -> "Node | None":
    """Return the declarator in a node whose grammar gives it no name."""
    inner = [one for one in node.named_children if one.type in _NAMES or one.type.endswith("declarator")]
    return inner[-1] if inner else None


def _without_body(data: bytes, node: "Node") -> str:
    """Return a type; of one that is defined here only the keyword and the name."""
    body = node.child_by_field_name("body") if node.type in SPECIFIERS else None
    if body is None:
        return written(data, node)
    name = node.child_by_field_name("name")
    return " ".join([node.type.partition("_")[0], *([written(data, name)] if name else [])])
