"""What a comment of JSDoc says of what it documents: the types, the parameters and the defaults that pages made of such
comments have, whatever the code says.

The tags are those of JSDoc ("Block Tags"): `@param {string} [material="willow"]`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.source.brackets import CodeText
from doclint.source.model import OMITTED, Declaration, DeclaredParameter, DeclaredSignature

_TAG = expression(r"(?m)^[ \t]*+@(?P<tag>param|arg|argument|returns?|type)\b[ \t]*+")
_NAME = expression(r"\s*+(?P<optional>\[)?\s*+(?P<name>[\w$]++(?![\w$.\[]))(?:\s*+=\s*+(?P<default>[^\]\n]*+)\])?")
_NAMELESS = expression(r"\s*+(?:-\s|\n|\Z)")
_LITERAL = expression(r"(?:-?[\d.]+|'[^']*+'|\"[^\"]*+\"|true|false|null)\Z")
_PARAMETERS = frozenset({"param", "arg", "argument"})
_RESULTS = frozenset({"return", "returns"})
_CONSTRUCTOR = "constructor"
_LONGEST = 1_000  # characters of a tag


class _Tag(NamedTuple):
    """A tag with its type, and what is behind that; the type is empty without one."""

    name: str
    type: str
    behind: str


def as_commented(own: Declaration) -> Declaration:
    """Return a declaration with what its comment says in place of what its code says.

    The comment of a class may be that of its constructor.
    """
    if own.kind == "class":
        members = (
            one._replace(docstring=own.docstring) if one.name == _CONSTRUCTOR and "@param" not in one.docstring else one
            for one in own.members
        )
        return own._replace(members=tuple(as_commented(one) if one.name == _CONSTRUCTOR else one for one in members))
    tags = list(_tags(own.docstring))
    if not own.signatures:
        return own._replace(type=next((one.type for one in tags if one.name == "type"), ""))
    results = [one.type for one in tags if one.name in _RESULTS]
    returns = results[0] if len(results) == 1 else ""
    return own._replace(signatures=tuple(_commented(one, tags, returns) for one in own.signatures))


def _commented(signature: DeclaredSignature, tags: list[_Tag], returns: str) -> DeclaredSignature:
    """Return a signature with the parameters of a comment, or else with those of the code, which then have no types."""
    # Without a tag, nothing says whether a parameter may be left out.
    code = [one._replace(type="", is_required=False) for one in signature.parameters]
    found: list[DeclaredParameter] = []
    for tag in tags:
        if tag.name in _PARAMETERS:
            found += _parameters(tag, code, len(found))
    code = [one._replace(default=one.default or OMITTED) for one in code]
    return signature._replace(parameters=tuple(found or code), returns=returns)


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
    is_optional = has_default or is_rest or tag.type.endswith("=") or (match is not None and match["optional"])
    yield own._replace(
        kind="var-positional" if is_rest else "positional-only",
        type=tag.type,
        default=stated if own.default is None else own.default,
        is_required=not is_optional,
    )


def _default(stated: str) -> str:
    """Return the default that a tag states as an expression: words are a text. Quotes get further ones on pages."""
    if stated[:1] in ("'", '"'):
        return OMITTED
    return stated if _LITERAL.match(stated) else f'"{stated}"'


def _tags(docstring: str) -> Iterator[_Tag]:
    """Yield the tags of a comment that say something of parameters and types, in their order."""
    for match in _TAG.finditer(docstring):
        text = docstring[match.end() : match.end() + _LONGEST]
        end = CodeText(text).find("}", 1) if text.startswith("{") else -1
        yield _Tag(match["tag"], text[1 : max(end, 0)].strip(), text[end + 1 :])
