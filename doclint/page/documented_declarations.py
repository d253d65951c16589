"""Declarations as pages document them, which have more than the code says, or something else.

* The fields of a docstring add types that Python does not annotate, and parameters that a function takes as `**kwargs`
  (Sphinx: "The Python Domain", "Info field lists").
* A comment of JSDoc has the types, parameters and defaults, whatever the code says ("Block Tags":
  `@param {string} [material="willow"]`).
* Java and Go clients of OpenAPI Generator have request builders, which pages document as one call: `listPets(owner)`
  returns a request, with a method for each optional parameter, and `execute()` sends it. In Java with the library
  `native`, the parameters are fields of such a class, which the operation takes; pages call that parameter
  `listPetsRequest`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.source import Span
from doclint.source.brackets import CodeText
from doclint.source.model import OMITTED, Declaration, DeclaredParameter, DeclaredSignature

_FIELD = expression(r"(?m)^[ \t]*+:(?P<field>param|type|rtype|return)\b[ \t]*+(?P<name>[^:\n]*+):[ \t]*+(?P<text>.*)$")
# In the style of Google, a heading with a colon and entries below it, and in that of NumPy, an underlined one.
_GOOGLE = expression(
    r"(?m)^(?P<indent>[ \t]*+)(?:Args|Arguments|Parameters|Params):[ \t]*+\n"
    r"(?P<entries>(?:(?P=indent)(?P<inner>[ \t]++)\S.*(?:\n(?:[ \t]*+\n|(?P=indent)(?P=inner).*(?:\n|\Z))*+|\Z)))"
)
_NUMPY = expression(r"(?m)^Parameters[ \t]*+\n-{4,}+[ \t]*+\n(?P<entries>(?:(?!.*+\n-{3,}+[ \t]*+$).*(?:\n|\Z))*+)")
# Of `x, y : int` with several names, generators make several entries or one.
_NUMPY_ENTRY = expression(r"(?m)^\*{0,2}+(?P<name>\w++)[ \t]*+(?::[ \t]*+(?P<type>.*))?$")
_GOOGLE_ENTRY = r"\*{0,2}+(?P<name>\w++)[ \t]*+(?:\((?P<type>.*?)\))?[ \t]*+:"
_WORDS_OF_TYPE = expression(r",[ \t]*+(?:optional|defaults?\b.*)\Z|[ \t]++or[ \t]++None\Z")
_TYPE = expression(r"[\w.]++(?:[\[(].*[\])])?\Z")  # `Basket`, `list[Basket]`, `dict(str, Basket)`
_PLAIN_TYPES = frozenset({"bool", "dict", "float", "int", "list", "object", "str"})
_TAG = expression(
    r"(?m)^[ \t]*+@(?P<tag>param|arg|argument|returns?|type|typedef|member|var|const|constant|prop|property)\b[ \t]*+"
)
_VALUE = r"(?:[^\[\]\n]|\[[^\[\]\n]*+\])*+"
_NAME = expression(
    rf"\s*+(?P<optional>\[|(?=[\w$]++\s*+=))?\s*+(?:\.{{3}})?+(?P<name>[\w$]++(?![\w$.\[]))(?:\s*+=\s*+(?P<default>{_VALUE})\])?"
)
_PART = expression(r"\s*+\[?\s*+[\w$]++(?:\[\])?\.")  # `options.size`
_NAMELESS = expression(r"\s*+(?:-\s|\n|\Z)")
_LITERAL = expression(r"(?:-?[\d.]+|'[^']*+'|\"[^\"]*+\"|true|false|null)\Z")
_PARAMETERS = frozenset({"param", "arg", "argument"})
_RESULTS = frozenset({"return", "returns"})
_TYPES = frozenset({"type", "typedef", "member", "var", "const", "constant"})
_FIELDS = frozenset({"prop", "property"})
_CALLED = frozenset({"class", "function", "method", "type"})
_CONSTRUCTOR = "constructor"
_LONGEST = 1_000  # characters of a tag
_EXECUTE = ("execute", "Execute")  # the method of a request that sends it
_RESPONSE = expression(r"\*\w++\.Response\Z")  # that of `net/http`, by any name under which a file imports it


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


def described_parameters(docstring: str) -> dict[str, str]:
    """Return the types of the parameters that a docstring of Python lists, in its order, by name; empty without one."""
    if google := _GOOGLE.search(docstring):
        indent = re.escape(google["indent"] + google["inner"])
        entries = expression(rf"(?m)^{indent}{_GOOGLE_ENTRY}").finditer(google["entries"])
    elif numpy := _NUMPY.search(docstring):
        entries = _NUMPY_ENTRY.finditer(numpy["entries"])
    else:
        return {name: one.type for name, one in _fields(docstring, "")[0].items()}
    return {one["name"]: _WORDS_OF_TYPE.sub("", (one["type"] or "").strip()) for one in entries}


def _typed(parameter: DeclaredParameter, described: Mapping[str, _Described]) -> DeclaredParameter:
    one = described.get(parameter.name)
    return parameter._replace(type=one.type) if one and not parameter.type else parameter


class _Tag(NamedTuple):
    """A tag with its type, and what is behind that; the type is empty without one."""

    name: str
    type: str
    behind: str


def as_commented(own: Declaration, around: str = "") -> Declaration:
    """Return a declaration with what its comment says in place of what its code says, or the comment `around` it.

    The comment of a class may be that of its constructor.
    """
    if described := [one for one in _fields_of(_tags(around), own) if one.name == own.name]:
        return described[0]
    if own.kind == "class" and own.members:
        members = (
            one if one.name != _CONSTRUCTOR or _described(one) else one._replace(docstring=own.docstring)
            for one in own.members
        )
        return own._replace(members=tuple(as_commented(one) if one.name == _CONSTRUCTOR else one for one in members))
    tags, parameters = list(_tags(own.docstring)), _described(own)
    fields = tuple(_fields_of(tags, own)) if own.kind == "type" else own.members
    signatures = own.signatures
    if own.kind in _CALLED and parameters and not any(map(_NAMELESS.match, parameters)):
        signatures = signatures or (DeclaredSignature(()),)
    if not signatures:
        return own._replace(
            type=next((one.type for one in tags if one.name in _TYPES and one.type), ""), members=fields
        )
    results = [one.type for one in tags if one.name in _RESULTS]
    # With a type of its own, the function is called that, too: `MessageFormatter | string`.
    returns = results[0] if len(results) == 1 and all(one.name != "type" for one in tags) else ""
    return own._replace(signatures=tuple(_commented(one, tags, returns) for one in signatures))


def _described(own: Declaration) -> list[str]:
    """Return what the tags in the comment of a function say of its parameters."""
    return [one.behind for one in _tags(own.docstring) if one.name in _PARAMETERS]


def _fields_of(tags: Iterable[_Tag], own: Declaration) -> Iterator[Declaration]:
    """Yield the fields of a type that tags describe."""
    for tag in tags:
        match = _NAME.match(tag.behind) if tag.name in _FIELDS else None
        if match:
            yield Declaration(
                "field",
                match["name"],
                own.line,
                own.start,
                own.end,
                type=tag.type,
                value=None if match["default"] is None else _default(match["default"]),
                docstring=f"@type {{{tag.type}}} {tag.behind}",  # as that of a field with a comment of its own
                is_optional=match["optional"] is not None or tag.type.endswith("="),
            )


def _commented(signature: DeclaredSignature, tags: list[_Tag], returns: str) -> DeclaredSignature:
    """Return a signature with the parameters of a comment, or those of the code, untyped, which pages need not have."""
    # Without a tag, nothing says whether a parameter may be left out.
    code = [one._replace(type="", is_required=False) for one in signature.parameters]
    found: list[DeclaredParameter] = []
    for tag in tags:
        if tag.name in _PARAMETERS:
            found += _parameters(tag, code, len(found))
    code = [one._replace(default=OMITTED) for one in code]
    is_told = any(tag.name in _PARAMETERS and _PART.match(tag.behind) for tag in tags)
    return signature._replace(parameters=tuple(found if is_told else found or code), returns=returns)


def _parameters(tag: _Tag, code: list[DeclaredParameter], place: int) -> Iterator[DeclaredParameter]:
    """Yield the parameter that a tag describes, if it does not describe a part of one, such as `options.size`.

    One without a name is that of the code at the same place. Of defaults in code, JSDoc shows only literals.
    """
    match = _NAME.match(tag.behind)
    if match is None and not _NAMELESS.match(tag.behind):
        return
    if match is None and place >= len(code):
        return
    name = match["name"] if match else code[place].name
    own = next((one for one in code if one.name == name), DeclaredParameter(name, "positional-only"))
    stated = _default(match["default"]) if match and match["default"] is not None else None
    is_rest = tag.type.startswith("...") or own.kind == "var-positional"
    has_default = own.default is not None and _LITERAL.match(own.default)
    is_optional = has_default or is_rest or tag.type.endswith("=") or (match and match["optional"] is not None)
    yield own._replace(
        kind="var-positional" if is_rest else "positional-only",
        type=tag.type,
        default=own.default if stated is None or (stated == OMITTED and own.default) else stated,
        is_required=not is_optional,
    )


def _default(stated: str) -> str:
    """Return the default that a tag states as an expression: words are a text. Pages show quotes and brackets in more
    ways than one.
    """
    if stated[:1] in ("'", '"', "[", "{"):
        return OMITTED
    return stated if _LITERAL.match(stated) else f'"{stated}"'


def _tags(docstring: str) -> Iterator[_Tag]:
    """Yield the tags of a comment that say something of parameters and types, in their order."""
    for match in _TAG.finditer(docstring):
        text = docstring[match.end() : match.end() + _LONGEST]
        end = CodeText(text).find("}", 1) if text.startswith("{") else -1
        yield _Tag(match["tag"], text[1 : max(end, 0)].strip(), text[end + 1 :])


def as_one_request(operation: Declaration, beside: Mapping[str, Sequence[Declaration]]) -> Declaration:
    """Return an operation of a client with the parameters and the result that its page has: those of the whole request,
    which is declared beside it, or beside its type. Anything else stays as it is.

    With the setting `structPrefix`, the name of the request in Go begins with that of its service.
    """
    names = {name for one in operation.signatures for name in (one.returns, *(each.type for each in one.parameters))}
    ends = (f"API{operation.name}Request", f"Api{operation.name}Request")
    name = next((one for one in names if one.endswith(ends)), "")
    request = next((one for one in beside.get(name, ()) if one.kind in ("class", "struct")), None)
    if request is None:
        return operation
    return operation._replace(signatures=tuple(_of_request(one, request) for one in operation.signatures))


def _of_request(signature: DeclaredSignature, request: Declaration) -> DeclaredSignature:
    parameters = tuple(
        one._replace(name=request.name.removeprefix("API")) if one.type == request.name else one
        for one in signature.parameters
    )
    execute = next((one for one in request.members if one.name in _EXECUTE and one.signatures), None)
    if signature.returns != request.name or execute is None:
        return signature._replace(parameters=parameters)
    returns = _result(execute.signatures[0].returns)
    return signature._replace(parameters=(*parameters, *_set_by(request)), returns=returns)


def _result(returned: str) -> str:
    """Return the type of the result. Go returns it with the response and an error, often as a pointer; there may be
    none.
    """
    parts = CodeText(returned).split(",", Span(1, len(returned) - 1)) if returned.startswith("(") else ()
    result, response, _ = ("", "", "", *(returned[slice(*part)].strip() for part in parts))[-3:]
    return result.lstrip("*") if _RESPONSE.match(response) else returned


def _set_by(request: Declaration) -> Iterator[DeclaredParameter]:
    """Yield the parameters that methods of a request set: `Size(size)` in Go, `size(size)` in Java."""
    for method in request.members:
        for signature in method.signatures:
            if signature.returns == request.name and len(signature.parameters) == 1:
                [one] = signature.parameters
                name = one.name if one.name.casefold() == method.name.casefold() else method.name
                yield one._replace(name=name, kind="keyword-only", is_required=False)
