"""What the fields of a docstring say of a function in Python: the types that it does not annotate, and the parameters
that it takes as `**kwargs`.

The fields are those of Sphinx ("The Python Domain", "Info field lists").
"""

from collections.abc import Mapping
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.source.model import Declaration, DeclaredParameter

_FIELD = expression(r"(?m)^[ \t]*+:(?P<field>param|type|rtype|return)\b[ \t]*+(?P<name>[^:\n]*+):[ \t]*+(?P<text>.*)$")
_TYPE = expression(r"[\w.]++(?:[\[(].*[\])])?\Z")  # `Basket`, `list[Basket]`, `dict(str, Basket)`
_PLAIN_TYPES = frozenset({"bool", "dict", "float", "int", "list", "object", "str"})


class _Described(NamedTuple):
    """A parameter as a docstring describes it; the type is empty without one."""

    type: str
    is_required: bool


def as_described(own: Declaration) -> Declaration:
    """Return a function or a property with the types and parameters that its docstring adds to its signature."""
    if ":" not in own.docstring:
        return own
    parameters, returns = _fields(own.docstring, own.name)
    if own.kind == "property":
        return own._replace(type=own.type or returns)
    if len(own.signatures) != 1:
        return own
    signature = own.signatures[0]
    known = [_typed(one, parameters) for one in signature.parameters]
    if any(one.kind == "var-keyword" for one in known) and parameters:
        names = {one.name for one in known}
        known = [one for one in known if one.kind != "var-keyword"]
        known += [
            DeclaredParameter(name, "keyword-only", one.type, is_required=one.is_required)
            for name, one in parameters.items()
            if name not in names
        ]
    return own._replace(signatures=(signature._replace(parameters=tuple(known), returns=signature.returns or returns),))


def _fields(docstring: str, name: str) -> tuple[Mapping[str, _Described], str]:
    """Return the parameters that a docstring describes by name, and the type of the result of a function of a name."""
    parameters: dict[str, _Described] = {}
    results = {}
    for match in _FIELD.finditer(docstring):
        field, words, text = match["field"], match["name"].strip(), match["text"].strip()
        if field == "param" and words:
            type_, _, own = words.rpartition(" ")
            if own in _PLAIN_TYPES:  # some templates have both in the other order
                type_, own = own, type_
            parameters[own] = _Described(type_, "(required)" in text)
        elif field == "type" and words in parameters and words != name:
            parameters[words] = parameters[words]._replace(type=text)
        # Another `type` is that of what a setter sets; `return` may be prose.
        elif field == "rtype" or (field == "type" and words == name) or (field == "return" and _TYPE.match(text)):
            results[field] = text
    return parameters, next((results[one] for one in ("rtype", "type", "return") if one in results), "")


def _typed(parameter: DeclaredParameter, described: Mapping[str, _Described]) -> DeclaredParameter:
    one = described.get(parameter.name)
    return parameter._replace(type=one.type) if one and not parameter.type else parameter
