"""Signatures and values of ECMAScript: what a declaration says after its name."""

from doclint.source.languages.nodes import written
from doclint.source.model import Declaration, DeclaredParameter, DeclaredSignature
from doclint.source.trees import Node


class EcmascriptText:
    """The text of a source, by nodes of its syntax tree."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def written(self, node: "Node | None") -> str:
        """Return the text of a node on one line, without comments; empty for None."""
        return written(self.data, node)

    def type(self, annotation: "Node | None") -> str:
        """Return a type without the colon before it; empty for None."""
        return self.written(annotation).removeprefix(":").lstrip()

    def name(self, node: "Node") -> str:
        """Return a name without the quotes or brackets that it may have, unless it is computed: `[Symbol.iterator]`."""
        if node.type == "computed_property_name" and len(node.named_children) == 1:
            [inner] = node.named_children
            node = inner if inner.type in ("string", "number") else node
        text = self.written(node)
        return text[1:-1] if node.type == "string" else text


def line_of(node: "Node") -> int:
    """Return the line on which a node begins, 1-based."""
    return node.start_point.row + 1


FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
"""The types of the expressions that are functions."""


def signature_of(text: EcmascriptText, function: "Node") -> DeclaredSignature:
    """Return the signature of a function, of a method, or of a type that describes one."""
    given = function.child_by_field_name("parameters")
    alone = function.child_by_field_name("parameter")
    nodes = given.named_children if given is not None else [alone] if alone is not None else []
    returned = function.child_by_field_name("return_type") or function.child_by_field_name("type")
    return DeclaredSignature(
        tuple(one for node in nodes if (one := _parameter(text, node)) is not None),
        text.type(returned),
        type_parameters_of(text, function),
    )


def type_parameters_of(text: EcmascriptText, node: "Node") -> tuple[str, ...]:
    """Return the names of the type parameters that a declaration has."""
    block = node.child_by_field_name("type_parameters")
    found = block.named_children if block is not None else ()
    return tuple(text.written(one.child_by_field_name("name")) for one in found if one.type == "type_parameter")


def _parameter(text: EcmascriptText, node: "Node") -> DeclaredParameter | None:
    """Return a parameter; None for `this`, and for what is not a parameter."""
    pattern: Node | None = node
    value = annotation = None
    if node.type in ("required_parameter", "optional_parameter"):
        pattern = node.child_by_field_name("pattern")
        value, annotation = node.child_by_field_name("value"), node.child_by_field_name("type")
    elif node.type == "assignment_pattern":
        pattern, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    elif node.type in ("comment", "ERROR", "decorator"):
        return None
    if pattern is None or pattern.type == "this":
        return None
    is_rest = pattern.type == "rest_pattern"
    if is_rest:
        pattern = pattern.named_children[-1] if pattern.named_children else pattern
    return DeclaredParameter(
        text.written(pattern) if pattern.type == "identifier" else "",
        "var-positional" if is_rest else "positional-only",
        text.type(annotation),
        text.written(value) if value is not None else None,
        is_required=not is_rest and value is None and node.type != "optional_parameter",
    )


def with_value(
    text: EcmascriptText, found: Declaration, annotation: "Node | None", value: "Node | None"
) -> Declaration:
    """Return a variable or a field with its type and its value, given their nodes.

    A type that is written as that of a function gives a signature.
    """
    described = annotation.named_children[0] if annotation is not None and annotation.named_children else None
    is_function = described is not None and described.type == "function_type"
    return found._replace(
        type=text.type(annotation),
        value=text.written(value) if value is not None else None,
        signatures=(signature_of(text, described),) if described is not None and is_function else (),
    )


def with_function(text: EcmascriptText, found: Declaration, function: "Node") -> Declaration:
    """Return a function or a method with the signature of the expression that it is assigned."""
    is_async = any(child.type == "async" for child in function.children)
    return found._replace(signatures=(signature_of(text, function),), is_async=is_async)


def is_function(value: "Node | None") -> bool:
    """Whether an expression is a function."""
    return value is not None and value.type in FUNCTIONS
