"""The models of tables that are known to be right: those of the formats that come with doclint.

pydantic checks a table by a schema that it makes of all models first, and that takes longer than to read a page.
"""

from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, Discriminator, GetPydanticSchema, Tag

from doclint.errors.validation import kebab

_Model = TypeVar("_Model", bound=BaseModel)


def model(kind: type[_Model], table: dict[str, Any]) -> _Model:
    """What pydantic makes of a right table."""
    fields = _fields(kind)
    return kind.model_construct(**{fields[key][0]: _value(fields[key][1], value) for key, value in table.items()})


@cache
def _fields(kind: type[BaseModel]) -> dict[str, tuple[str, Any]]:
    """The names and the types of the fields of a model, by the keys that they have in a table."""
    hints = get_type_hints(kind, include_extras=True)
    return {kebab(name): (name, hints[name]) for name in kind.model_fields}


def _value(kind: Any, value: Any) -> Any:
    """What pydantic makes of a value of a type."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _marked(*get_args(kind), value=value)
    if origin is list:
        (each,) = get_args(kind)
        return [_value(each, one) for one in value]
    if origin is dict:
        _, each = get_args(kind)
        return {key: _value(each, one) for key, one in value.items()}
    if origin in (UnionType, Union):  # with None, which no table has
        return _value(get_args(kind)[0], value)
    return model(kind, value) if isinstance(kind, type) and issubclass(kind, BaseModel) else value


def _marked(kind: Any, *marks: Any, value: Any) -> Any:
    """The same of a type with marks, which say what is done with the value before, or instead."""
    for mark in marks:
        if isinstance(mark, GetPydanticSchema):  # a text that is kept compiled
            return kind(value)
        if isinstance(mark, BeforeValidator):
            change: Any = mark.func
            value = change(value)
        elif isinstance(mark, Discriminator):
            tag_of: Any = mark.discriminator
            tag = Tag(tag_of(value))
            kind = next(one for one in get_args(kind) if tag in one.__metadata__)
    return _value(kind, value)
