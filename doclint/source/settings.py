"""Settings: what users set of a Terraform module or a Helm chart, and what they get, as the sources write it.

Sources of the facts: "HCL Native Syntax Specification", "Input Variables" and "Output Values" in Terraform's manual.
"""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from doclint.errors.expressions import expression
from doclint.source.languages.nodes import place
from doclint.source.model import LONGEST_TEXT, OMITTED, Declaration, DeclarationKind, SourceDeclarations
from doclint.source.parsing import HopelessError
from doclint.source.trees import is_known, text_of, tree_of

if TYPE_CHECKING:
    from tree_sitter import Node

_GRAMMAR = "hcl"
_KINDS: dict[str, DeclarationKind] = {"variable": "setting", "output": "output"}
_DEEPEST = 150  # nodes in each other; a value in another one is three nodes below it
_ESCAPE = expression(r'\\(?:([nrt"\\])|u([0-9a-fA-F]{4}))|([$%])\3(?=\{)')
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS = {"true": True, "false": False, "null": None}


class _NoLiteralError(ValueError):
    """A value is computed, or too deep."""


def terraform_settings(data: bytes, work: int = 1) -> SourceDeclarations | None:
    """Return the variables and outputs that a source of a Terraform module declares; None if it cannot be read."""
    if not is_known(_GRAMMAR):
        return None
    try:
        root = tree_of(_GRAMMAR, data, work).root_node
    except HopelessError:
        return None
    blocks = (one for body in root.named_children if body.type == "body" for one in body.named_children)
    found = (_of_block(data, one) for one in blocks if one.type == "block")
    return SourceDeclarations(tuple(one for one in found if one), is_broken=root.has_error)


def _of_block(data: bytes, block: "Node") -> Declaration | None:
    type_, *others = block.named_children
    kind = _KINDS.get(text_of(data, type_))
    label = others[0] if others else None
    if kind is None or label is None or label.type not in ("string_lit", "identifier"):
        return None
    said = dict(_attributes(data, block))
    default = said.get("default")
    return Declaration(
        kind,
        text_of(data, label).strip('"'),
        *place(label, block),
        type=_type(data, said["type"]) if "type" in said else "",
        value=_written(data, default) if default else None,
        is_optional=default is not None,
    )


def _attributes(data: bytes, block: "Node") -> Iterator[tuple[str, "Node"]]:
    bodies = (one for one in block.named_children if one.type == "body")
    for one in (attribute for body in bodies for attribute in body.named_children):
        if one.type == "attribute" and len(one.named_children) > 1:
            yield text_of(data, one.named_children[0]), one.named_children[-1]


def _type(data: bytes, node: "Node") -> str:
    """Return a type, which old modules write as a string."""
    text = " ".join(text_of(data, node).strip('"').split())
    return text if len(text) <= LONGEST_TEXT else OMITTED


def _written(data: bytes, node: "Node") -> str:
    """Return a literal as JSON; OMITTED for anything else, and if it is long."""
    try:
        text = json.dumps(_value(data, node, 0), ensure_ascii=False)
    except ValueError:
        return OMITTED
    return text if len(text) <= LONGEST_TEXT else OMITTED


def _value(data: bytes, node: "Node", depth: int) -> Any:
    """Return the value of a literal. Raises ValueError if it is none."""
    inner = [one for one in node.named_children if one.type != "comment"]
    text = text_of(data, node)
    value: Any
    match node.type:
        case _ if depth > _DEEPEST:
            raise _NoLiteralError
        case "expression" | "literal_value" | "collection_value" | "operation" if len(inner) == 1:
            value = _value(data, inner[0], depth + 1)
        case "string_lit":
            value = _ESCAPE.sub(_unescaped, text[1:-1])
        case "numeric_lit":
            value = json.loads(text)
        case "bool_lit" | "null_lit":
            value = _CONSTANTS[text]
        case "unary_operation" if len(inner) == 1 and text[0] == "-":
            value = -_value(data, inner[0], depth + 1)
        case "tuple":
            value = [_value(data, one, depth + 1) for one in inner if one.type == "expression"]
        case "object":
            pairs = (one.named_children for one in inner if one.type == "object_elem")
            value = {_key(data, first, depth): _value(data, last, depth + 1) for first, *_, last in pairs}
        case _:
            raise _NoLiteralError
    return value


def _key(data: bytes, node: "Node", depth: int) -> str:
    text = text_of(data, node)
    if text.isidentifier():
        return text
    value = _value(data, node, depth + 1)
    if isinstance(value, dict | list):  # no key; each level of its text would be twice as long as the one inside
        raise _NoLiteralError
    return str(value)


def _unescaped(match: re.Match[str]) -> str:
    letter, code, sign = match.groups()
    return chr(int(code, 16)) if code else sign or _ESCAPED.get(letter, letter)
