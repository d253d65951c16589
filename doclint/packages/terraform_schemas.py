"""Schemas of Terraform providers, as their sources in Go write them: arguments, attributes and nested blocks.

Sources of the facts: terraform-plugin-sdk v2 (`helper/schema`: `Schema`, and `coreConfigSchema` for what is a block),
terraform-plugin-framework 1 (`resource/schema`), and terraform-plugin-docs 0.24 (`schemamd`) for the words for types.
"""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.packages.answers import DeclarationAnswer, DeclaredAt
from doclint.packages.go_packages import GoFound, GoPackages, GoScope
from doclint.source.answer import Found, Unknown
from doclint.source.languages.go_flags import text_of_go
from doclint.source.languages.go_values import GoCall, GoElement, GoLiteral, GoName, GoText, GoUnknown, GoValue, GoWord
from doclint.source.model import Declaration
from doclint.source.symbols import ProvidedKind

_DEEPEST = 20  # levels of nested blocks that are read
_SIMPLE = {"String": "String", "Bool": "Boolean", "Int": "Number", "Float": "Number"}
_ATTRIBUTES = {
    **_SIMPLE,
    **dict.fromkeys(("Int32", "Int64", "Float32", "Float64", "Number"), "Number"),
    "Dynamic": "Dynamic",
    "Object": "Object",
    "SingleNested": "Attributes",
    "ListNested": "Attributes List",
    "SetNested": "Attributes Set",
    "MapNested": "Attributes Map",
}
_BLOCKS = {"SingleNested": "Block", "ListNested": "Block List", "SetNested": "Block Set"}
_COLLECTIONS = ("List", "Set", "Map")
_OBJECTS = ("Resource", "NestedAttributeObject", "NestedBlockObject")
_PLAIN = frozenset(_SIMPLE.values())
_STATIC = expression(r"\w+default\.Static\w+")  # `stringdefault.StaticString("none")`
_CONDITIONS = ("AtLeastOneOf", "ExactlyOneOf", "RequiredWith", "Validators")
_CONVERTED = expression(r"true|false|-?[\d.]+")  # texts that Terraform makes of other values, and pages do not quote
_COMPUTED = "its schema is computed"


class _Lines(Struct, frozen=True):
    """Lines of the source that has the schema. What is written in another source has those of what refers to it."""

    path: str
    line: int
    end: int

    def of(self, element: GoElement, scope: GoScope) -> "_Lines":
        """Return the lines of an element, which is written in some scope."""
        return _Lines(self.path, element.line, element.end) if scope.path == self.path else self


class _Around(Struct, frozen=True):
    """What is around a schema: its lines, whether all in it is read-only, and how deep it is nested."""

    lines: _Lines
    is_computed: bool = False
    depth: int = 0


class _Members(Struct, frozen=True):
    """The members of a schema, and why there may be others; empty if there are none."""

    found: tuple[Declaration, ...] = ()
    is_open: str = ""


class _Flags(NamedTuple):
    """Whether users must set an argument, whether they may, and whether the provider does; None if it is computed."""

    required: bool | None
    optional: bool | None
    computed: bool | None


_READ_ONLY = _Flags(required=False, optional=False, computed=True)


class SchemaReader:
    """Reads the schemas of a provider."""

    def __init__(self, packages: GoPackages) -> None:
        self._packages = packages

    def read(self, kind: ProvidedKind, name: str, found: GoFound) -> DeclarationAnswer:
        """Return what a value declares that is a resource of the SDK, or a schema of the framework."""
        found = self._packages.resolved(found)
        if not isinstance(found.value, GoLiteral):
            because = found.value.because if isinstance(found.value, GoUnknown) else "it is not a schema"
            return Unknown(because)
        lines = _Lines(found.scope.path, found.value.line, found.value.end)
        place = lines.line, lines.line, lines.end
        members = self._members(found, _Around(lines))
        declared = members.found
        if found.value.of("Schema"):
            declared += _implied(("timeouts",), declared, lines)
        declaration = Declaration(kind, name, *place, members=declared, is_open=members.is_open)
        return Found(DeclaredAt(lines.path, declaration._replace(is_public=not _is_deprecated(found.value))))

    def _members(self, found: GoFound, around: _Around) -> _Members:
        """Return the members of a resource, a schema or a nested object."""
        found = self._packages.resolved(found)
        literal = found.value
        fields = ("Schema", "Attributes", "Blocks")
        if not isinstance(literal, GoLiteral) or around.depth > _DEEPEST or literal.of("SchemaFunc"):
            return _Members(is_open=_COMPUTED)
        groups = [(field, element) for field in fields if (element := literal.of(field))]
        members: dict[str, Declaration] = {}
        is_open = "" if groups else _COMPUTED
        for field, group in groups:
            inner = self._packages.resolved(GoFound(group.value, found.scope))
            for element in inner.value.elements if isinstance(inner.value, GoLiteral) else ():
                key = self._packages.resolved(GoFound(element.key or GoUnknown(), inner.scope)).value
                if isinstance(key, GoText):
                    lines = around.lines.of(element, inner.scope)
                    value = GoFound(element.value, inner.scope)
                    # terraform-plugin-docs puts what the framework nests where its own fields say.
                    place = replace(around, lines=lines, is_computed=around.is_computed and field == "Schema")
                    members[key.text] = self._member(key.text, value, place, is_block=field == "Blocks")
                else:
                    is_open = _COMPUTED
            if not isinstance(inner.value, GoLiteral):
                is_open = _COMPUTED
        found_here = tuple(members.values())
        if literal.of("Schema"):
            found_here += _implied(("id",), found_here, around.lines)
        return _Members(found_here, is_open)

    def _member(self, name: str, found: GoFound, around: _Around, *, is_block: bool) -> Declaration:
        lines = around.lines
        plain = Declaration("argument", name, lines.line, lines.line, lines.end)
        found = self._packages.resolved(found)
        literal = found.value
        if not isinstance(literal, GoLiteral):
            return _unsure(plain, _COMPUTED)
        flags = _Flags(*(self._flag(literal, found, flag) for flag in ("Required", "Optional", "Computed")))
        is_computed = around.is_computed or flags == _READ_ONLY
        inner = self._inner(literal, found)
        members = self._members_within(literal, found, inner, _Around(lines, is_computed, around.depth + 1))
        plain = plain._replace(
            kind="attribute" if is_computed else "argument",
            type=self._flagged(self._type(literal, inner, is_block=is_block, is_computed=is_computed), literal, found),
            value=self._default(literal, found),
            docstring="" if around.is_computed else self._description(literal, found),  # an object of the SDK has none
            is_optional=flags.required is False,
            decorators=tuple(field for field in _CONDITIONS if literal.of(field)),
            # Many that the provider fills in if users do not are only for itself: `etag`.
            is_public=not (_is_deprecated(literal) or (flags.optional and flags.computed)),
            members=members.found,
            is_open=members.is_open,
        )
        is_sure = around.is_computed or _is_sure(literal, flags, is_block=is_block)
        return plain if is_sure else _unsure(plain, members.is_open)

    def _inner(self, literal: GoLiteral, found: GoFound) -> GoFound | None:
        """Return what a block or a collection consists of; None if it says nothing of that."""
        element = literal.of("Elem") or literal.of("NestedObject")
        return self._packages.resolved(GoFound(element.value, found.scope)) if element else None

    def _members_within(self, literal: GoLiteral, found: GoFound, inner: GoFound | None, around: _Around) -> _Members:
        if inner is None:
            if literal.of("Attributes") or literal.of("Blocks"):
                return self._members(found, around)
            has_types = literal.of("AttributeTypes") or (literal.of("ElementType") and not _plain_element(literal))
            return _Members(is_open=_COMPUTED if has_types else "")
        if not isinstance(inner.value, GoLiteral):
            return _Members(is_open=_COMPUTED)
        return self._members(inner, around) if _is_object(inner.value) else _Members()

    def _flag(self, literal: GoLiteral, found: GoFound, name: str) -> bool | None:
        """Return a field that is true or false; None if it is computed."""
        element = literal.of(name)
        if element is None:
            return False
        value = self._packages.resolved(GoFound(element.value, found.scope)).value
        return value.word == "true" if isinstance(value, GoWord) and value.word in ("true", "false") else None

    def _default(self, literal: GoLiteral, found: GoFound) -> str | None:
        """Return the default as Terraform writes it; None without one, or if it is computed."""
        value = _value(literal, "Default")
        if isinstance(value, GoCall) and _STATIC.fullmatch(value.function) and len(value.arguments) == 1:
            value = value.arguments[0]
        match self._packages.resolved(GoFound(value, found.scope)).value if value else None:
            case GoText(text=text) if not _CONVERTED.fullmatch(text):
                return f'"{text}"'
            case GoWord(word=word) if word != "nil":
                return word
        return None

    def _flagged(self, type_: str, literal: GoLiteral, found: GoFound) -> str:
        """Return a type with the words that terraform-plugin-docs puts behind it; empty if one is not certain."""
        is_sensitive = self._flag(literal, found, "Sensitive")
        if not type_ or is_sensitive is None:
            return ""
        return f"{type_}{', Sensitive' if is_sensitive else ''}{', Deprecated' if _is_deprecated(literal) else ''}"

    def _description(self, literal: GoLiteral, found: GoFound) -> str:
        """Return what the schema says of something; empty if that is computed."""
        value = _value(literal, "MarkdownDescription") or _value(literal, "Description")
        return text_of_go(self._packages.resolved(GoFound(value, found.scope)).value) or "" if value else ""

    @staticmethod
    def _type(literal: GoLiteral, inner: GoFound | None, *, is_block: bool, is_computed: bool) -> str:
        """Return what terraform-plugin-docs calls the type; empty if that is not certain."""
        own = literal.type.rpartition(".")[2]
        if is_block:
            return _BLOCKS.get(own.removesuffix("Block"), "")
        if isinstance(type_ := _value(literal, "Type"), GoName):
            return _type_of_sdk(type_.name, literal, inner, is_computed=is_computed)
        name = own.removesuffix("Attribute")
        if name == own or name not in _COLLECTIONS:
            return _ATTRIBUTES.get(name, "") if name != own else ""
        simple = _plain_element(literal)
        return f"{name} of {simple}" if simple else ""


def _is_sure(literal: GoLiteral, flags: _Flags, *, is_block: bool) -> bool:
    """Whether an argument or a block says itself whether users must set it."""
    if is_block:
        return literal.of("Validators") is None  # which may require a block
    if None in flags or True not in flags or literal.of("Removed"):
        return False
    return not (flags.required and literal.of("DefaultFunc"))  # which makes it optional if it has a value


def _type_of_sdk(type_: str, literal: GoLiteral, inner: GoFound | None, *, is_computed: bool) -> str:
    name = type_.rpartition(".")[2].removeprefix("Type")
    if name not in _COLLECTIONS:
        return _SIMPLE.get(name, "")
    if inner is None:
        return "Map of String" if name == "Map" else ""
    if not isinstance(inner.value, GoLiteral) or literal.of("ConfigMode"):
        return ""
    if _is_object(inner.value):
        return "" if name == "Map" else f"{name} of Object" if is_computed else f"Block {name}"
    simple = _SIMPLE.get(_last(_value(inner.value, "Type")).removeprefix("Type"), "")
    return f"{name} of {simple}" if simple else ""


def _plain_element(literal: GoLiteral) -> str:
    """Return the type of the elements of a collection of the framework; empty if these may have members."""
    simple = _ATTRIBUTES.get(_last(_value(literal, "ElementType")).removesuffix("Type"), "")
    return simple if simple in _PLAIN else ""


def _value(literal: GoLiteral, field: str) -> GoValue | None:
    element = literal.of(field)
    return element.value if element else None


def _last(value: GoValue | None) -> str:
    """Return a name without its package; empty for anything else."""
    return value.name.rpartition(".")[2] if isinstance(value, GoName) else ""


def _is_deprecated(literal: GoLiteral) -> bool:
    return bool(literal.of("Deprecated") or literal.of("DeprecationMessage"))


def _is_object(literal: GoLiteral) -> bool:
    """Whether something consists of an object with members, and not of plain values."""
    fields = ("Schema", "SchemaFunc", "Attributes", "Blocks")
    return any(literal.of(field) for field in fields) or literal.type.endswith(_OBJECTS)


def _implied(names: tuple[str, ...], declared: tuple[Declaration, ...], lines: _Lines) -> tuple[Declaration, ...]:
    """Return what every resource of the SDK has, besides what it declares."""
    known = {one.name for one in declared}
    place = lines.line, lines.line, lines.end
    return tuple(_unsure(Declaration("argument", one, *place), "it is implied") for one in names if one not in known)


def _unsure(declaration: Declaration, is_open: str) -> Declaration:
    """Return a declaration of which only the name is certain."""
    return declaration._replace(kind="argument", type="", value=None, is_conditional=True, is_open=is_open)
