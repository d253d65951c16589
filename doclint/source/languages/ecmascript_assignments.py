"""What sources of JavaScript declare by assigning it: exports of CommonJS, members of prototypes, and fields.

`exports.weigh = function () {}` declares a function, `Basket.prototype.weigh = ...` a method, `Basket.open = ...` a
static member, and `this.size = 0` in a method of a class a field.
"""

from collections.abc import Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.ecmascript_members import body_of
from doclint.source.languages.ecmascript_signatures import (
    EcmascriptText,
    is_function,
    line_of,
    with_function,
    with_value,
)
from doclint.source.languages.nodes import last_line
from doclint.source.model import Declaration, DeclarationKind
from doclint.source.trees import Node

_EXPORTS = {"exports", "module.exports"}
_IN_MODULE: dict[DeclarationKind, DeclarationKind] = {"method": "function", "field": "variable"}
_NAME = expression(r"(?!\d|(?:true|false|null|undefined)\Z)[\w$]+")  # of what is declared elsewhere
_MOST_TARGETS = 20  # of one value
_COMPUTED = expression(rb"\bObject\.(?:assign|definePropert(?:y|ies))\(\s*+this\b|\bthis\[")
# What has a `this` of its own.
_OWN_THIS = {"function_declaration", "function_expression", "generator_function", "class", "class_declaration"}


class Assigned(NamedTuple):
    """A declaration by assignment, and the name of what it is a member of; empty for the module."""

    owner: str
    found: Declaration


def assigned(text: EcmascriptText, assignment: "Node", docstring: str) -> Iterator[Assigned]:
    """Yield what an assignment declares, which may assign one value to several targets."""
    targets: list[Node | None] = []
    value: Node | None = assignment
    while value is not None and value.type == "assignment_expression" and len(targets) < _MOST_TARGETS:
        targets.append(value.child_by_field_name("left"))
        value = value.child_by_field_name("right")
    line = line_of(assignment)
    around = Declaration("variable", "default", line, line, last_line(assignment), docstring=docstring)
    for target in targets:
        if target is not None and target.type in ("member_expression", "identifier") and value is not None:
            yield from _assigned_to(text, target, value, around)


def _assigned_to(text: EcmascriptText, target: "Node", value: "Node", around: Declaration) -> Iterator[Assigned]:
    path = text.written(target)
    if path in _EXPORTS:
        yield from _exported_as_whole(text, value, around)
        return
    owner, _, name = path.rpartition(".")
    found = around._replace(name=name)
    if owner in _EXPORTS:
        if value.type not in ("identifier", "unary_expression"):
            yield Assigned("", _valued(text, found, value, "function"))
    elif name == "prototype" and value.type == "object":
        for member in body_of(text, value).members:
            yield Assigned(owner, member)
    elif owner.endswith(".prototype"):
        field = found._replace(kind="field")
        yield Assigned(owner.removesuffix(".prototype"), _valued(text, field, value, "method"))
    elif "." not in owner and owner not in ("", "this", "window", "globalThis", "self"):
        yield Assigned(owner, _valued(text, found._replace(kind="field", is_static=True), value, "method"))


def _exported_as_whole(text: EcmascriptText, value: "Node", around: Declaration) -> Iterator[Assigned]:
    """Yield what `module.exports = value` declares: the members of an object, or the default export."""
    if value.type == "object":
        for member in body_of(text, value).members:
            if member.value is None or not _NAME.fullmatch(member.value):
                yield Assigned("", member._replace(kind=_IN_MODULE.get(member.kind, member.kind)))
    elif is_function(value) or value.type == "class":
        name = value.child_by_field_name("name")
        found = around._replace(name=text.name(name), line=line_of(name)) if name is not None else around
        yield Assigned("", _valued(text, found, value, "function"))


def _valued(text: EcmascriptText, found: Declaration, value: "Node", function: DeclarationKind) -> Declaration:
    if is_function(value):
        return with_function(text, found._replace(kind=function), value)
    if value.type == "class":
        body = body_of(text, value.child_by_field_name("body"))
        return found._replace(kind="class", members=body.members, is_open=body.is_open)
    return with_value(text, found, None, value)


def fields_of_this(text: EcmascriptText, block: "Node") -> tuple[list[Declaration], str]:
    """Return the fields that the code of a class assigns to `this`, each once, and why there may be others."""
    code = text.data[block.start_byte : block.end_byte]
    is_open = "it computes the names of fields" if _COMPUTED.search(code) else ""
    if b"this." not in code:
        return [], is_open
    found: dict[str, Declaration] = {}
    waiting = [*reversed(block.named_children)]
    while waiting:
        node = waiting.pop()
        if node.type == "assignment_expression":
            field = _field_of_this(text, node)
            if field is not None:
                found.setdefault(field.name, field)
        if node.type not in _OWN_THIS:
            waiting += reversed(node.named_children)
    return [*found.values()], is_open


def _field_of_this(text: EcmascriptText, assignment: "Node") -> Declaration | None:
    target = assignment.child_by_field_name("left")
    key = target.child_by_field_name("property") if target is not None and target.type == "member_expression" else None
    if target is None or key is None or target.children[0].type != "this":
        return None
    is_public = key.type != "private_property_identifier"
    line = line_of(key)
    field = Declaration("field", text.written(key), line, line, last_line(assignment), is_public=is_public)
    value = assignment.child_by_field_name("right")
    return _valued(text, field, value, "method") if value is not None else field
