"""Signatures of Python functions as they are written."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint.source.languages.python_statements import parts
from doclint.source.members import Parameter, ParameterKind, Signature
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_SPLATS: dict[str, ParameterKind] = {
    "list_splat_pattern": "var-positional",
    "dictionary_splat_pattern": "var-keyword",
}
_WITH_DEFAULT = ("default_parameter", "typed_default_parameter")


def signature_of(data: bytes, function: "Node") -> Signature | None:
    """Return the signature of the definition of a function; None if it has a syntax error."""
    name, parameters = function.child_by_field_name("name"), function.child_by_field_name("parameters")
    if name is None or parameters is None or parameters.has_error:
        return None
    last = function.child_by_field_name("return_type") or parameters
    found = tuple(parameter for parameter, _ in parameters_of(data, parameters))
    return Signature(found, name.start_point[0] + 1, last.end_point[0] + 1)


def parameters_of(data: bytes, node: "Node") -> Iterator[tuple[Parameter, "Node"]]:
    """Yield the parameters in the parentheses of a definition, each with its node."""
    kind: ParameterKind = "positional-or-keyword"
    children = parts(node)
    first = next((at for at, child in enumerate(children) if child.type == "positional_separator"), 0)
    for at, child in enumerate(children):
        if child.type == "positional_separator":
            continue
        if child.type == "keyword_separator":
            kind = "keyword-only"
            continue
        inner = child.named_children[0] if child.type == "typed_parameter" and child.named_children else child
        if inner.type in _SPLATS:
            name = inner.named_children[0] if inner.named_children else inner
            yield Parameter(text_of(data, name), _SPLATS[inner.type], is_required=False), child
            kind = "keyword-only"
            continue
        has_default = child.type in _WITH_DEFAULT
        name = (child.child_by_field_name("name") if has_default else None) or inner
        own = "positional-only" if at < first or name.type != "identifier" else kind
        yield Parameter(text_of(data, name), own, is_required=not has_default), child
