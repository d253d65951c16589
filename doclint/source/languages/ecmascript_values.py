"""What variables and fields of JavaScript and TypeScript hold."""

from typing import TYPE_CHECKING

from doclint.source.languages.ecmascript_signatures import FUNCTIONS, signature_of
from doclint.source.languages.ecmascript_text import EcmascriptText
from doclint.source.model import Declaration

if TYPE_CHECKING:
    from tree_sitter import Node


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
