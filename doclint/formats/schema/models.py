"""The base of all parts of a format, and the types of their texts."""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    GetPydanticSchema,
)
from pydantic_core import core_schema

from doclint.errors.settings_table import kebab
from doclint.formats.patterns.optional_markup import choices
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.source_template import SourceTemplate
from doclint.formats.patterns.template import Template

PATTERN, TEMPLATE, SOURCE_TEMPLATE = "pattern", "template", "source-template"
"""The formats of strings with holes, in JSON schemas."""


def _compiled(compile_text: type[Any], form: str) -> GetPydanticSchema:
    """Return a mark for a string of the file that the model keeps compiled. `form` is its format in JSON schemas."""

    def schema(_source: Any, _handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(compile_text, core_schema.str_schema())

    def json_schema(inner: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(inner), "format": form}

    return GetPydanticSchema(schema, json_schema)


class _OneOrMore:
    """A mark for lists whose only item may be written without the list.

    `BeforeValidator(json_schema_input_type=...)` does this too, but builds a schema for the alternative at every start.
    """

    def __init__(self, read: Callable[[Any], Any] | None = None) -> None:
        self._read = read or _as_list

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        items = handler(schema)
        return {"anyOf": [items["items"], items]}


class _OrName:
    """A mark for tables for which a list may have the name of a shared one: see `doclint.formats.schema.sharing`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return handler(source)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        name = {"type": "string", "description": "The name of a part that the format has under `shared`."}
        return {"anyOf": [handler(schema), name]}


class _OrList:
    """A mark for tables of shared parts, in place of which a list of such tables may be: it changes only the schema."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return handler(source)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [handler(schema), {"type": "array", "items": handler(schema)}]}


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _as_patterns(value: Any) -> Any:
    return [each for one in _as_list(value) for each in (choices(one) if isinstance(one, str) else [one])]


PatternText = Annotated[Pattern, _compiled(Pattern, PATTERN)]


TemplateText = Annotated[Template, _compiled(Template, TEMPLATE)]


# Alternatives: the first one that matches counts. A single one may be written without the list.
Patterns = Annotated[list[PatternText], _OneOrMore(_as_patterns)]


SourceTemplates = Annotated[list[Annotated[SourceTemplate, _compiled(SourceTemplate, SOURCE_TEMPLATE)]], _OneOrMore()]
Names = Annotated[list[str], _OneOrMore()]


class Model(BaseModel):
    """The base of all parts of a format."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        arbitrary_types_allowed=True,
        defer_build=True,
        alias_generator=kebab,
    )


_IDENTIFIER = r"^[A-Za-z_]\w*$"
_DOTTED_NAME = r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$"
_WORD = r"^[a-z]+$"

MEANINGS = {
    _IDENTIFIER: "a name of letters, digits and `_`",
    _DOTTED_NAME: "a name of letters, digits and `_`, or two with a dot between them",
    _WORD: "a word of small letters from a to z",
}
"""What texts must be that match a pattern."""

Identifier = Annotated[str, Field(pattern=_IDENTIFIER)]
DottedName = Annotated[str, Field(pattern=_DOTTED_NAME)]
AnyCase = Annotated[str, Field(min_length=1), AfterValidator(str.lower)]
"""A text that is compared in any case, and kept in lower case."""
Word = Annotated[str, Field(pattern=_WORD)]
