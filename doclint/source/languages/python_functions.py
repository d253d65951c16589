"""Signatures of Python functions, with types and defaults."""

from typing import TYPE_CHECKING

from doclint.source.languages.python_signatures import parameters_of
from doclint.source.languages.python_text import type_parameters, written
from doclint.source.model import DeclaredParameter, DeclaredSignature

if TYPE_CHECKING:
    from tree_sitter import Node

_POSITIONAL = ("positional-only", "positional-or-keyword")


def signature_of(data: bytes, function: "Node", *, is_bound: bool) -> DeclaredSignature | None:
    """Return the signature of a definition; None if it has a syntax error. Binding fills the first parameter of one
    that `is_bound`.
    """
    node = function.child_by_field_name("parameters")
    if node is None or node.has_error:
        return None
    parameters: list[DeclaredParameter] = []
    for parameter, child in parameters_of(data, node):
        has_default = not parameter.is_required and parameter.kind not in ("var-positional", "var-keyword")
        value = child.child_by_field_name("value") if has_default else None
        parameters.append(
            DeclaredParameter(
                parameter.name,
                parameter.kind,
                written(data, child.child_by_field_name("type")),
                written(data, value) if value is not None else None,
                is_required=parameter.is_required,
                is_bound=is_bound and not parameters and parameter.kind in _POSITIONAL,
            )
        )
    returns = written(data, function.child_by_field_name("return_type"))
    named = type_parameters(data, function.child_by_field_name("type_parameters"))
    return DeclaredSignature(tuple(parameters), returns, named)
