"""Tables: those that users write (a configuration file, the options of a rule, a format), and those in JSON."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct, convert, to_builtins
from msgspec.structs import fields

from doclint.errors.tables import keys

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


def kebab(name: str) -> str:
    """Return the name of a setting in a file, given the name of its field.

    >>> kebab("file_bytes")
    'file-bytes'
    """
    return name.replace("_", "-")


class DescribedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of tables.

    A text, `Meta` or `keys.toml` describes a field, and `Meta` says what its values may be. pydantic, which loads
    slowly, is needed for the JSON schema of a table and for what is wrong with one; see `doclint.errors.models`.
    """

    @classmethod
    def descriptions(cls) -> Mapping[str, str]:
        """Return the texts, by key, that describe fields without one of their own."""
        return keys(cls)


class JsonForm(DescribedTable, frozen=True):
    """The base of what programs read."""


class UserTable(DescribedTable, frozen=True, rename=kebab):
    """The base of tables that users write. Keys are in kebab-case, and values as TOML has them."""


class SettingsTable(UserTable, frozen=True):
    """The base of the tables of settings."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Self:
        """Return the settings that a table has, with the defaults.

        Raises ValidationError of msgspec if a key or a value does not exist.
        """
        return convert(dict(table), cls, builtin_types=(date,))

    @property
    def table(self) -> dict[str, Any]:
        """All settings by their keys, as TOML has them."""
        found: dict[str, Any] = to_builtins(self, builtin_types=(date,))
        return found


class Setting(Struct, frozen=True):
    """A setting that a table can have: the names of its field and of its key, the type and the default of its value
    (`NODEFAULT` if it is required), and what describes and limits it.
    """

    name: str
    key: str
    type: Any
    default: Any
    description: str
    meta: Meta


def settings_of(table: DescribedTable | type[DescribedTable]) -> Iterator[Setting]:
    """Yield the settings that a table of a type can have, in the order of their fields."""
    for field in fields(table):
        hint, *metas = get_args(field.type) if get_origin(field.type) is Annotated else (field.type,)
        marks = [one for one in metas if not isinstance(one, str | Meta)]
        default = field.default if field.default_factory is NODEFAULT else field.default_factory()
        meta = next((one for one in metas if isinstance(one, Meta)), Meta())
        text = next((one for one in metas if isinstance(one, str)), meta.description)
        description = text or table.descriptions().get(field.encode_name, "")
        hint = Annotated[(hint, *marks)] if marks else hint
        yield Setting(field.name, field.encode_name, hint, default, description, meta)


class Checked(Struct, frozen=True):
    """An annotation of a text that a function must accept, which raises ValueError otherwise."""

    check: Callable[[str], str]

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core.core_schema import no_info_after_validator_function

        return no_info_after_validator_function(self.check, handler(source))
