"""The base of all parts of a format, and the types of their texts; `keys.toml` says what their keys mean."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeVar, get_args

from msgspec import Meta, Struct, StructMeta, convert

from doclint.errors.settings_table import UserTable
from doclint.formats.patterns.optional_markup import choices
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.source_template import SourceTemplate
from doclint.formats.patterns.template import Template

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

_Item = TypeVar("_Item")

PATTERN, TEMPLATE, SOURCE_TEMPLATE = "pattern", "template", "source-template"
"""The formats of strings with holes, in JSON schemas."""


class _Compiled(Struct, frozen=True):
    """A mark for a string of the file that the model keeps compiled. `form` is its format in JSON schemas."""

    form: str

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(source, core_schema.str_schema())

    def __get_pydantic_json_schema__(self, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> dict[str, Any]:
        return {**handler(schema), "format": self.form}


class OrName:
    """A mark for tables for which a list may have the name of a shared one: see `doclint.formats.schema.sharing`."""

    def __get_pydantic_json_schema__(self, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> dict[str, Any]:
        name = {"type": "string", "description": "The name of a part that the format has under `shared`."}
        return {"anyOf": [handler(schema), name]}


class OrList:
    """A mark for tables of shared parts, in place of which a list of such tables may be: it changes only the schema."""

    def __get_pydantic_json_schema__(self, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> dict[str, Any]:
        return {"anyOf": [handler(schema), {"type": "array", "items": handler(schema)}]}


PatternText = Annotated[Pattern, _Compiled(PATTERN)]
TemplateText = Annotated[Template, _Compiled(TEMPLATE)]


def _values(value: Any, item: Any) -> list[Any]:
    values = value if isinstance(value, list) else [value]
    if item != PatternText:
        return values
    return [each for one in values for each in (choices(one) if isinstance(one, str) else [one])]


if TYPE_CHECKING:
    OneOrMore = list
    Some = list
else:

    class OneOrMore(list[_Item]):
        """A list whose only item may be written without the list. Its patterns are choices of texts."""

        fewest: ClassVar[int] = 0

        @classmethod
        def read(cls, value: Any, item: Any) -> Self:
            """Return the list, given how a file has it and the type of its items. Raises ValueError if it is wrong."""
            values = _values(value, item)
            if len(values) < cls.fewest:
                raise ValueError("it is empty")
            return cls(convert(values, list[item], builtin_types=(date,), dec_hook=_read))

        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
            from pydantic_core import core_schema

            (item,) = get_args(source)
            items = core_schema.list_schema(handler.generate_schema(item), min_length=cls.fewest or None)
            return core_schema.no_info_before_validator_function(lambda value: _values(value, item), items)

        @classmethod
        def __get_pydantic_json_schema__(cls, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> dict[str, Any]:
            items = handler(schema)
            return {"anyOf": [items["items"], items]}

    class Some(OneOrMore[_Item]):
        """Such a list, which is not empty."""

        fewest = 1


# Alternatives: the first one that matches counts. A single one may be written without the list.
Patterns = OneOrMore[PatternText]
SomePatterns = Some[PatternText]
SourceTemplates = OneOrMore[Annotated[SourceTemplate, _Compiled(SOURCE_TEMPLATE)]]
Names = OneOrMore[str]


class _ModelMeta(StructMeta):
    """Gives a model the fields of its bases that are not structs: a struct can have one base with fields only."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> "_ModelMeta":
        if all(isinstance(base, StructMeta) for base in bases):
            return super().__new__(cls, name, bases, namespace, **options)
        # Newer versions of Python only say how to evaluate annotations.
        own = type(name, (), {key: namespace[key] for key in namespace if key.startswith("__annot")}).__annotations__
        hints: dict[str, Any] = {}
        for base in reversed(bases):
            if not isinstance(base, StructMeta):
                hints |= base.__annotations__
                defaults = {key: vars(base)[key] for key in base.__annotations__ if key in vars(base)}
                namespace |= {key: default for key, default in defaults.items() if key not in own}
        return super().__new__(cls, name, bases, {**namespace, "__annotations__": {**hints, **own}}, **options)


class Model(UserTable, metaclass=_ModelMeta, frozen=True, dict=True):
    """The base of all parts of a format."""

    @classmethod
    def from_table(cls, table: "Mapping[str, Any]") -> Self:
        """Return the part that a table has. Raises ValidationError of msgspec if it has none."""
        return convert(table, cls, builtin_types=(date,), dec_hook=_read)


def _read(hint: Any, value: Any) -> Any:
    """Return a value of a file as a model keeps it."""
    kind = getattr(hint, "__origin__", hint)  # `get_origin` takes ten times as long
    if hasattr(kind, "read"):
        return kind.read(value, *getattr(hint, "__args__", ()))
    if not isinstance(value, str):
        raise TypeError("it is not a text")
    return kind(value)


_IDENTIFIER = r"^[A-Za-z_]\w*$"
_DOTTED_NAME = r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$"
_WORD = r"^[a-z]+$"

MEANINGS = {
    _IDENTIFIER: "a name of letters, digits and `_`",
    _DOTTED_NAME: "a name of letters, digits and `_`, or two with a dot between them",
    _WORD: "a word of small letters from a to z",
}
"""What texts must be that match a pattern."""

Identifier = Annotated[str, Meta(pattern=_IDENTIFIER)]
DottedName = Annotated[str, Meta(pattern=_DOTTED_NAME)]
Word = Annotated[str, Meta(pattern=_WORD)]
AnyCase = Annotated[str, Meta(min_length=1)]
"""A text that is compared in any case. Its table keeps it in lower case."""
