"""What pages say about the types, defaults and optionality of parameters, fields and results."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.formats.patterns.pattern import Capture
from doclint.kit.documented import FIELD_KINDS, Compared, can_say, compared, every_symbol, spec_of
from doclint.kit.parameters import signatures
from doclint.markdown.source import Span
from doclint.page.declared import declared
from doclint.page.page import Page
from doclint.repository.repository import remembered
from doclint.source.answer import Found
from doclint.source.brackets import CodeText
from doclint.source.compare.source_types import COMMAND, FLAG, JSDOC, PROTO, SourceTypes
from doclint.source.compare.types import contradicts
from doclint.source.model import OMITTED, Declaration

_CALLS_OF_FIELDS = ("Field(", "field(", "attr.ib(", "attrib(", "attrs.field(", "dataclasses.field(", "pydantic.Field(")
_UNDEFINED = expression(r"\bundefined\b|['\"]\s*\]")
_DEFAULT = expression(r"(?m)^[ \t]*+@default(?:Value)?[ \t]++(?:-[ \t]++)?(\S.*)$")
_STATES = {"required": True, "optional": False}
# What annotations, attributes and tags of fields say of these, by the language.
_REQUIRED = {
    "csharp": expression(r"\ADataMember\(.*\bIsRequired\s*=\s*true"),
    "go": expression(r'\bjson:"[^",]*+"'),
    "java": expression(r"(?:\A|\.)Nonnull\Z"),
}
_OPTIONAL = {
    "csharp": expression(r"\ADataMember\(Name = "),  # with `Name=`, generators do not say which ones are required
    "go": expression(r'\bjson:"[^"]*+(?<=,omitempty)"'),
    "rust": expression(r"\Aserde\(.*\bskip_serializing_if\b"),
}
_MAYBE = "Option<"  # how a type of Rust begins whose values may be absent


class StatedType(Struct, frozen=True):
    """What a page says about a parameter, a field or a result, with what its source has.

    `type` and `default` are what the page says, None if it does not. `types` are the types in the source, one for each
    overload, and `defaults` likewise, None for none. `is_required` is whether the page says that it must be given, and
    `needs` whether the source does; None if that is unknown. `is_signature` is whether a signature says it. A list may
    have the type that is `described` by a docstring.
    """

    what: str
    type: Capture | None
    default: Capture | None
    types: tuple[str, ...]
    defaults: tuple[str | None, ...]
    is_required: bool | None
    needs: bool | None
    name: Capture
    source: Compared
    is_signature: bool
    key: tuple[str, ...] = ()
    described: str = ""


@remembered
def stated_types_of(page: Page) -> list[StatedType]:
    """Return what a page says about parameters, fields and results that their source declares for certain."""
    fields = (
        one
        for one in compared(page)
        if one.symbol.kinds[0] in FIELD_KINDS or one.declaration.kind in FIELD_KINDS or _type(one)
    )
    return [*_parameters(page), *(stated for one in fields for stated in _fields(page, one))]


def _fields(page: Page, one: Compared) -> Iterator[StatedType]:
    """Yield what a page says of a field and, if it says that twice, what its signature shows."""
    stated, shown = _field(page, one), one.symbol.shown("type")
    is_second = shown is not None and one.symbol.says("type") is not None
    yield stated
    for signature in one.symbol.signatures:
        captures = signature.shape.captures
        words = captures.get("modifiers")
        is_optional = words is not None and ("optional" in captures or "optional" in words.text.lower().split())
        is_required = None if words is None else not is_optional
        if is_second or is_required is not None:
            type_ = shown if is_second else None
            yield msgspec.structs.replace(stated, type=type_, default=None, is_required=is_required)
            return


def differing_types(page: Page) -> Iterator[tuple[DocumentedSymbol, Capture, Capture]]:
    """Yield the members with two types on a page whose source is not known, in a table, as a fact or in a signature."""
    members = [one for one in every_symbol(page) if one.scope is not None and one.kinds[0] in FIELD_KINDS]
    # A static member may have the name of another one.
    sections = Counter((id(one.scope), one.name.text) for one in members if one.section is not None)
    first: dict[tuple[int, str], Capture] = {}
    for symbol in members:
        if sections[id(symbol.scope), symbol.name.text] > 1:
            continue
        types = SourceTypes(symbol.signatures[0].shape.language) if symbol.signatures else None
        for stated in filter(None, (symbol.says("type"), symbol.shown("type"))):
            other = first.setdefault((id(symbol.scope), symbol.name.text), stated)
            is_other = types is not None and contradicts(stated.text, other.text, types)
            if is_other and not isinstance(declared(page, symbol), Found):
                yield symbol, stated, other
                break


def _parameters(page: Page) -> Iterator[StatedType]:
    for function in signatures(page):
        known = function.by_name
        for stated in function.lists:
            for one in stated.stated:
                declared = known.get(one.name)
                if not declared:
                    continue
                needs = {parameter.is_required for parameter in declared}
                # What may be absent in Rust must be given nevertheless.
                is_maybe = all(parameter.type.startswith(_MAYBE) for parameter in declared)
                is_open = is_maybe or len(needs) > 1 or declared[0].kind.startswith("var-")
                types = [parameter.type or stated.described.get(one.name, "") for parameter in declared]
                # The page may have the type of each argument that such a parameter collects, as jsii does.
                types += [each.removesuffix("[]") for each in types if declared[0].kind == "var-positional"]
                yield StatedType(
                    f"parameter `{one.name}` of `{function.symbol.symbol.qualified}`",
                    one.type,
                    one.default,
                    tuple(types),
                    tuple(parameter.default for parameter in declared),
                    one.is_required,
                    None if is_open else needs.pop(),
                    one.symbol,
                    function.symbol,
                    stated.is_signature,
                    (function.symbol.symbol.qualified, one.name),
                    stated.described.get(one.name, ""),
                )


def _field(page: Page, one: Compared) -> StatedType:
    symbol, declaration = one.symbol, one.declaration
    stated, label, type_ = symbol.said("type"), symbol.says("label"), _type(one)
    if stated is None and type_ and one.types.language in (COMMAND, FLAG) and " / -" not in symbol.name.text:
        stated = Capture("bool", *symbol.name.span)  # a switch has no type
    if stated and label:
        stated = Capture(f"{label.text} {stated.text}", *stated.span)
    elif type_ and declaration.kind == "field" and not can_say(page, spec_of(page, symbol), "label"):
        type_ = type_ if one.types.language != PROTO else type_.split()[-1]
    result = declaration.signatures[0].returns if declaration.signatures else ""
    default = symbol.said("default")
    return StatedType(
        f"{'the request of ' if declaration.kind == 'method' else ''}`{symbol.qualified}`",
        stated,
        default,
        (type_ or result,),
        (_value(declaration, one.types),),
        _says_required(page, symbol, right=field_is_required(declaration, one.types)),
        field_is_required(declaration, one.types),
        symbol.name,
        one,
        symbol.says("default") is None,
        (symbol.qualified,),
    )


def _type(one: Compared) -> str:
    """Return the type of something; of an alias in TypeScript or Rust, what it stands for."""
    declaration = one.declaration
    is_alias = declaration.kind == "type" and (one.types.dialect == "typescript" or one.types.language == "rust")
    return (is_alias and declaration.value) or declaration.type


def _value(declaration: Declaration, types: SourceTypes) -> str | None:
    """Return the value of a field; None if it has none. That of `Field(default=3)` in Python is what the call says, and
    the comment of a field in TypeScript may have it.
    """
    value = declaration.value
    if value is None and types.dialect == "typescript" and (tag := _DEFAULT.search(declaration.docstring)):
        return tag[1].strip()
    if value is None or types.dialect != "python" or not value.startswith(_CALLS_OF_FIELDS) or value[-1] != ")":
        return value
    code = CodeText(value)
    pieces = (value[slice(*one)] for one in code.split(",", Span(value.index("(") + 1, len(value) - 1)))
    for number, piece in enumerate(pieces):
        if not _begins_with_keyword(piece):
            return piece if number == 0 else None
        name, _, default = piece.partition("=")
        if name.strip() == "default":
            return default.strip()
    return None


def _says_required(page: Page, symbol: DocumentedSymbol, *, right: bool | None) -> bool | None:
    """Return whether a page says that a field is required; None if its format has no words for that.

    Of a page that contradicts itself, return what is not `right`.
    """
    spec = spec_of(page, symbol)
    if spec is None or symbol.is_of_enum:
        return None
    if spec.states:
        return _STATES.get(spec.states)
    is_optional = symbol.says("optional") is not None
    is_required = symbol.says("required") is not None
    match can_say(page, spec, "optional"), can_say(page, spec, "required"):
        case True, True:  # a page may also leave it open
            is_clear, is_wrong = is_required != is_optional, None if right is None or not is_required else not right
            return is_required if is_clear else is_wrong
        case True, False:
            return not is_optional and symbol.says("default") is None
        case False, True:
            return is_required
    shapes = [one.shape for one in symbol.signatures]
    can_all_say = bool(shapes) and all(can_say(page, one.element, "optional") for one in shapes)
    return symbol.said("optional") is None if can_all_say else None


def field_is_required(declaration: Declaration, types: SourceTypes) -> bool | None:
    """Return whether a field must be given; None if that does not follow from its declaration."""
    if declaration.kind in ("argument", "option", "setting"):
        return None if declaration.decorators else not declaration.is_optional
    if declaration.kind not in ("field", "property", "variable") or not types.dialect:
        is_commented = types.language == JSDOC and declaration.kind == "field"
        return not declaration.is_optional if is_commented else _is_marked_required(declaration, types.language)
    if types.dialect == "typescript":
        # What may be undefined, pages may well call optional: that is open for members of other types (`Props["size"]`)
        # and for getters without a type.
        type_ = declaration.type or (declaration.signatures[0].returns if declaration.signatures else "")
        is_open = declaration.kind == "property" and not type_
        return None if is_open or _UNDEFINED.search(type_) else not declaration.is_optional
    if declaration.kind == "property" or declaration.is_assigned:
        return None  # what the constructor takes decides
    if declaration.value is None:
        return None if "None" in declaration.type or "Optional" in declaration.type else True
    return _needs_value(declaration.value)


def _is_marked_required(declaration: Declaration, language: str) -> bool | None:
    """Return whether the marks of a field, or else its type, say that it must be given; None if they leave it open."""
    for marks, is_required in ((_REQUIRED, True), (_OPTIONAL, False)):
        if language in marks and any(map(marks[language].search, declaration.decorators)):
            return is_required
    if language == "rust" and declaration.kind == "field" and not declaration.type.startswith(_MAYBE):
        return True
    return False if language == "go" and declaration.type.startswith("*") else None  # a pointer may be nil


def _needs_value(value: str) -> bool | None:
    """Return whether what is assigned to a field of a Python class gives it no default; None if that is unknown."""
    if not value.startswith(_CALLS_OF_FIELDS):
        return None if OMITTED in value else False
    inside = value.partition("(")[2].lstrip()
    if "default" in inside or "factory" in inside:
        return False if "default=" in inside or "factory=" in inside else None
    return True if inside.startswith(("...", ")")) or _begins_with_keyword(inside) else None


def _begins_with_keyword(arguments: str) -> bool:
    name, equals, rest = arguments.partition("=")
    return bool(equals) and name.strip().isidentifier() and not rest.startswith("=")
