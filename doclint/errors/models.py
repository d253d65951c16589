"""pydantic models of tables: they say what is wrong with a table, and have its JSON schema.

pydantic takes long to load, so nothing that a run needs imports this module.
"""

from collections.abc import Mapping
from functools import cache
from types import GenericAlias, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, ValidationError
from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, ValidationError as ModelError, create_model

from doclint.errors.settings_table import DescribedTable, Setting, SettingsTable, settings_of
from doclint.errors.tables import keys
from doclint.errors.validation import Mistake, all_mistakes

_META = ("description", "examples", "gt", "ge", "le", "min_length", "max_length", "pattern")


def table_mistakes(table: Mapping[str, Any], settings: type[SettingsTable], prefix: str = "") -> list[Mistake]:
    """Return what is wrong with a table of settings, those first that explain most; `prefix` is for its keys."""
    try:
        settings.of(table)
    except ValidationError as error:
        return mistakes_in(table, settings, prefix) or [Mistake((), str(error))]
    return []


def mistakes_in(values: object, table: type[DescribedTable], prefix: str) -> list[Mistake]:
    """Return what pydantic finds wrong with the values of a table, those first that explain most."""
    model = model_of(table)
    try:
        model.model_validate(values)
    except ModelError as errors:
        return all_mistakes(errors, model, prefix)
    return []


@cache
def model_of(table: type[DescribedTable]) -> type[BaseModel]:
    """Return a model with the same fields as a table."""
    is_closed = table.__struct_config__.forbid_unknown_fields
    config = ConfigDict(strict=True, defer_build=True, extra="forbid" if is_closed else "ignore")
    found: dict[str, Any] = {one.name: (_hint(one.type), _field(one)) for one in settings_of(table)}
    return create_model(table.__name__, __config__=config, __doc__=table.__doc__, **found)


def _hint(hint: Any) -> Any:
    """Return a type as pydantic reads it: with models in place of tables, and fields in place of `Meta`."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        metas = (Field(**_about(meta)) if isinstance(meta, Meta) else meta for meta in inner[1:])
        return Annotated[(_hint(inner[0]), *metas)]
    if origin in (Union, UnionType):
        return Union[tuple(map(_hint, inner))]  # noqa: UP007
    is_holder = isinstance(origin, type) and issubclass(origin, list | dict)
    if is_holder:
        return GenericAlias(origin, tuple(map(_hint, inner)))
    return Annotated[hint, _IN_PLACE] if isinstance(hint, type) and issubclass(hint, DescribedTable) else hint


# Tables may contain others of their own type, so models are made when they are used.
_IN_PLACE = GetPydanticSchema(lambda source, handler: handler.generate_schema(model_of(source)))


def _field(setting: Setting) -> Any:
    default = setting.default
    about = {**_about(setting.meta), "description": setting.description or None, "alias": setting.key}
    if isinstance(default, DescribedTable):
        default = model_of(type(default))()
    elif isinstance(default, list) and any(isinstance(one, DescribedTable) for one in default):
        return Field(default_factory=lambda: default, **about)
    return Field(... if default is NODEFAULT else default, **about)


def _about(meta: Meta) -> dict[str, Any]:
    return {key: value for key in _META if (value := getattr(meta, key)) is not None}


def describe(schema: dict[str, Any], model: type[BaseModel]) -> None:
    """Add to the JSON schema of a model what `keys.toml` in its package says of its keys."""
    for key, text in keys(model).items():
        schema["properties"][key]["description"] = text
