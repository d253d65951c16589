"""pydantic models: the base of what programs read, and models of settings, which say what is wrong with a table.

pydantic takes long to load, so nothing that a run needs before it has findings imports this module.
"""

from collections.abc import Mapping
from functools import cache
from types import GenericAlias, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, ValidationError
from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, ValidationError as ModelError, create_model

from doclint.errors.settings_table import Setting, SettingsTable, UserTable, kebab, settings_of
from doclint.errors.validation import Mistake, all_mistakes

_META = ("description", "examples", "ge", "le", "min_length", "max_length", "pattern")


class JsonForm(BaseModel):
    """The base of what programs read. It does not change, and has no other keys than its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True, alias_generator=kebab)


def table_mistakes(table: Mapping[str, Any], settings: type[SettingsTable], prefix: str = "") -> list[Mistake]:
    """Return what is wrong with a table of settings, those first that explain most; `prefix` is for its keys."""
    try:
        settings.of(table)
    except ValidationError as error:
        model = model_of(settings)
        try:
            model.model_validate(table)
        except ModelError as errors:
            return all_mistakes(errors, model, prefix)
        return [Mistake((), str(error))]
    return []


@cache
def model_of(table: type[UserTable]) -> type[BaseModel]:
    """Return a model with the same fields as a table."""
    found: dict[str, Any] = {one.name: (_hint(one.type), _field(one)) for one in settings_of(table)}
    return create_model(table.__name__, __base__=_Model, __doc__=table.__doc__, **found)


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
    return Annotated[hint, _IN_PLACE] if isinstance(hint, type) and issubclass(hint, UserTable) else hint


# Tables may contain others of their own type, so models are made when they are used.
_IN_PLACE = GetPydanticSchema(lambda source, handler: handler.generate_schema(model_of(source)))


def _field(setting: Setting) -> Any:
    default, about = setting.default, {**_about(setting.meta), "description": setting.description}
    if isinstance(default, UserTable):
        default = model_of(type(default))()
    elif isinstance(default, list) and any(isinstance(one, UserTable) for one in default):
        return Field(default_factory=lambda: default, **about)
    return Field(... if default is NODEFAULT else default, **about)


def _about(meta: Meta) -> dict[str, Any]:
    return {key: value for key in _META if (value := getattr(meta, key)) is not None}
