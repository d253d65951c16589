"""Signatures of Python functions, and the text of the expressions in them."""

import re
from collections.abc import Iterator

from doclint.errors.expressions import expression
from doclint.source.languages.python_statements import parts
from doclint.source.languages.python_text import STRING
from doclint.source.model import LONGEST_TEXT, OMITTED, DeclaredParameter, DeclaredSignature, ParameterKind
from doclint.source.trees import Node, text_of

_DOTTED = expression(r"([^\W\d]\w*+(?:\s*+\.\s*+[^\W\d]\w*+)*+)(?:\[.*\])?(?:\(.*\))?", re.DOTALL)
_PRIVATE = expression(r"_(?!_.*__\Z)", re.DOTALL)
_UNEVEN = expression(r"[\n\r\t\f\v#\\]|  ")
_GAP = expression(rf"(?P<string>{STRING})|(?:\s++|\\\r?\n|#[^\n]*+)++", re.DOTALL)
_NAME = expression(r"[^\W\d]\w*+")


def is_private(name: str) -> bool:
    """Whether a name is private by convention: it begins with an underscore, and is not one like `__init__`."""
    return _PRIVATE.match(name) is not None


def dotted_name(text: str) -> str:
    """Return the dotted name that a base or a decorator is, without what is in brackets after it; empty for any other
    expression.

    >>> [dotted_name(text) for text in ("fruit.Basket[int]", "cache(sizes[3])", "'Basket'")]
    ['fruit.Basket', 'cache', '']
    """
    match = _DOTTED.fullmatch(text)
    return match[1] if match else ""


def written(data: bytes, node: "Node | None") -> str:
    """Return the text of an expression, without comments and with each run of white space as one blank, none of them
    at a line break inside a bracket; empty for None, and OMITTED if the text is long. Strings stay as they are.
    """
    if node is None:
        return ""
    if node.end_byte - node.start_byte > LONGEST_TEXT:
        return OMITTED
    text = text_of(data, node)
    return _GAP.sub(_evened, text).strip() if _UNEVEN.search(text) else text


def decorator_text(data: bytes, node: "Node") -> str:
    """Return the text of a decorator. Of one that is long, the arguments alone are left out: `parametrize(…)`."""
    text = written(data, node)
    function = node.child_by_field_name("function") if text == OMITTED and node.type == "call" else None
    return f"{written(data, function)}({OMITTED})" if function is not None else text


def _evened(match: re.Match[str]) -> str:
    gap, text = match.group(), match.string
    if match["string"]:
        return gap
    is_at_bracket = text[match.start() - 1] in "([{" or text[match.end() : match.end() + 1] in (")", "]", "}")
    return "" if is_at_bracket and "\n" in gap else " "


def type_parameters(data: bytes, node: "Node | None") -> tuple[str, ...]:
    """Return the names of the type parameters in the brackets of a definition: `T`, `Ts` of `[T: int, *Ts]`."""
    names = (_NAME.search(written(data, child)) for child in parts(node))
    return tuple(name.group() for name in names if name)


_SPLATS: dict[str, ParameterKind] = {"list_splat_pattern": "var-positional", "dictionary_splat_pattern": "var-keyword"}
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
