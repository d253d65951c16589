"""Settings: what users set of a Terraform module, what they get, and what it uses, as the sources write it.

Sources of the facts: "HCL Native Syntax Specification", "Input Variables", "Output Values" and "Provider Requirements"
in Terraform's manual, and how terraform-docs 0.20 calls resources and providers (`terraform/load.go`).
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from doclint.errors.expressions import expression
from doclint.source.languages.nodes import place
from doclint.source.model import LONGEST_TEXT, OMITTED, Declaration, DeclarationKind, SourceDeclarations
from doclint.source.trees import Node, is_known, root_of, text_of

_GRAMMAR = "hcl"
_KINDS: dict[str, DeclarationKind] = {"variable": "setting", "output": "output"}
_DEEPEST = 150  # nodes in each other; a value in another one is three nodes below it
_ESCAPE = expression(r'\\(?:([nrt"\\])|u([0-9a-fA-F]{4}))|([$%])\3(?=\{)')
_COMMENT = expression(r'("(?:[^"\\\n]|\\.)*+")|(?:#|//)[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/')  # or a text, which has none
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_OWN_VERSION = expression(r'\bversion\s*+=\s*+"([^"\n]*+)"')
_CONSTANTS = {"true": True, "false": False, "null": None}


class _NoLiteralError(ValueError):
    """A value is computed, or too deep."""


def terraform_settings(data: bytes, work: int = 1) -> SourceDeclarations | None:
    """Return what a source of a Terraform module sets, puts out and uses; None if it cannot be read."""
    root = root_of(_GRAMMAR, data, work) if is_known(_GRAMMAR) else None
    if root is None:
        return None
    blocks = (one for body in root.named_children if body.type == "body" for one in body.named_children)
    found = (one for block in blocks if block.type == "block" for one in _of_block(data, block))
    return SourceDeclarations(tuple(found), is_broken=root.has_error)


def _of_block(data: bytes, block: "Node") -> Iterator[Declaration]:
    """Yield what a block declares; a version that it asks for is a list in JSON with that version."""
    type_, *others = block.named_children
    labels = [text_of(data, one).strip('"') for one in others if one.type in ("string_lit", "identifier")]
    said = dict(_attributes(data, block))

    def declared(kind: DeclarationKind, name: str, version: str = "", **more: Any) -> Declaration:
        is_public = kind != "requirement" or bool(version)  # one without a version has no row
        return Declaration(kind, name, *place(type_, block), value=versions(version), is_public=is_public, **more)

    match text_of(data, type_), labels:
        case "variable" | "output" as word, [name, *_]:
            default = said.get("default")
            yield declared(
                _KINDS[word],
                name,
                type=_type(data, said["type"]) if "type" in said else "",
                docstring=_plain(data, said.get("description")),
                is_optional=default is not None,
            )._replace(value=_written(data, default) if default else None)
        case "terraform", []:
            yield declared("requirement", "terraform", _plain(data, said.get("required_version")))
            for inner in (one for one in _body(block) if one.type == "block" and one.named_children):
                if text_of(data, inner.named_children[0]) == "required_providers":
                    for name, node in _attributes(data, inner):
                        yield declared("requirement", name, _version(data, node))
        case "provider", [name]:
            yield declared("requirement", name, _plain(data, said.get("version")))
        case "module", [name]:
            source, _, version = _plain(data, said.get("source")).partition("?ref=")
            version = _plain(data, said.get("version")) or version
            yield declared("module-block", name, version, origin=source)
        case "resource" | "data" as word, [kind, name]:
            provider = text_of(data, said["provider"]).strip('"') if "provider" in said else kind.partition("_")[0]
            own = provider.partition(".")[0]
            full = f"{own}_{kind.removeprefix(f'{own}_')}.{name}"
            yield declared("resource-block" if word == "resource" else "data-block", full)
            yield declared("provider", provider)


def versions(*found: str) -> str | None:
    """Return some versions, each of which is right, as the value of what has them; None without any."""
    return json.dumps(known) if (known := [*dict.fromkeys(filter(None, found))]) else None


def versions_of(declaration: Declaration) -> list[str]:
    """Return the versions that something may have."""
    return [str(one) for one in json.loads(declaration.value or "[]")]


def _version(data: bytes, node: "Node") -> str:
    """Return the version of a required provider, which old modules write as a string; empty without one."""
    try:
        value = _value(data, node, 0)
    except ValueError:  # its configurations are names
        found = _OWN_VERSION.search(text_of(data, node))
        return found[1] if found else ""
    return str(value.get("version", "")) if isinstance(value, dict) else str(value)


def _plain(data: bytes, node: "Node | None") -> str:
    """Return a text; empty for anything else, and if it is long."""
    here = node and text_of(data, node)
    if here and here.startswith("<<"):
        text = here.partition("\n")[2].rpartition("\n")[0]
        return "" if "${" in text or len(text) > LONGEST_TEXT else text
    value = json.loads(written) if node and (written := _written(data, node)) != OMITTED else ""
    return value if isinstance(value, str) else ""


def _body(block: "Node") -> "list[Node]":
    return [inner for one in block.named_children if one.type == "body" for inner in one.named_children]


def _attributes(data: bytes, block: "Node") -> Iterator[tuple[str, "Node"]]:
    for one in _body(block):
        if one.type == "attribute" and len(one.named_children) > 1:
            yield text_of(data, one.named_children[0]), one.named_children[-1]


def _type(data: bytes, node: "Node") -> str:
    """Return a type without its comments, which old modules write as a string."""
    text = " ".join(_COMMENT.sub(r"\1", text_of(data, node)).strip('"').split())
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
