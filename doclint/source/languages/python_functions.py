"""Signatures of Python functions, with types and defaults."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint.source.languages.python_statements import parts
from doclint.source.languages.python_text import type_parameters, written
from doclint.source.model import DeclaredParameter, DeclaredSignature, ParameterKind
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_SPLATS: dict[str, ParameterKind] = {
    "list_splat_pattern": "var-positional",
    "dictionary_splat_pattern": "var-keyword",
}
_WITH_DEFAULT = ("default_parameter", "typed_default_parameter")
_POSITIONAL = ("positional-only", "positional-or-keyword")


def signature_of(data: bytes, function: "Node", *, is_bound: bool) -> DeclaredSignature | None:
    """Return the signature of a definition; None if it has a syntax error. Binding fills the first parameter of one
    that `is_bound`.
    """
    name, node = function.child_by_field_name("name"), function.child_by_field_name("parameters")
    if name is None or node is None or node.has_error:
        return None
    parameters = tuple(_parameters(data, node))
    if is_bound and parameters and parameters[0].kind in _POSITIONAL:
        parameters = (parameters[0]._replace(is_bound=True), *parameters[1:])
    type_ = function.child_by_field_name("return_type")
    named = type_parameters(data, function.child_by_field_name("type_parameters"))
    last = type_ or node
    return DeclaredSignature(parameters, written(data, type_), named, name.start_point[0] + 1, last.end_point[0] + 1)


def _parameters(data: bytes, node: "Node") -> Iterator[DeclaredParameter]:
    """Yield the parameters in the parentheses of a definition."""
    kind: ParameterKind = "positional-or-keyword"
    children = parts(node)
    first = next((at for at, child in enumerate(children) if child.type == "positional_separator"), 0)
    for at, child in enumerate(children):
        if child.type == "positional_separator":
            continue
        if child.type == "keyword_separator":
            kind = "keyword-only"
            continue
        type_ = written(data, child.child_by_field_name("type")) if child.type.startswith("typed") else ""
        inner = child.named_children[0] if child.type == "typed_parameter" and child.named_children else child
        if inner.type in _SPLATS:
            name = inner.named_children[0] if inner.named_children else inner
            yield DeclaredParameter(text_of(data, name), _SPLATS[inner.type], type_, is_required=False)
            kind = "keyword-only"
            continue
        has_default = child.type in _WITH_DEFAULT
        name = (child.child_by_field_name("name") if has_default else None) or inner
        default = written(data, child.child_by_field_name("value")) if has_default else None
        own = "positional-only" if at < first or name.type != "identifier" else kind
        yield DeclaredParameter(text_of(data, name), own, type_, default, is_required=not has_default)
