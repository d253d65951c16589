"""Settings: what the configuration files of a root and of the folders below it come to, and which of them said what."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from doclint.config.schema import Config, FolderConfig
from doclint.errors.exceptions import ConfigError
from doclint.errors.validation import explain
from doclint.repository.paths import read_inside

FILES = ("doclint.toml", "pyproject.toml")
"""The files that a configuration can stand in. Of two in one folder the first holds."""

_GROWING = frozenset({"ignore", "exclude", "formats", "local-rules", "suppress"})
_DEFAULT = "default"
_SPECIAL = re.compile(r"[\\*?\[\]! ]")


@dataclass(frozen=True)
class Layer:
    """What one file says, checked. `folder` is the one that it speaks for, in posix form from the root."""

    table: Mapping[str, Any]
    where: str
    folder: str = ""

    @cached_property
    def from_root(self) -> Mapping[str, Any]:
        """The table with its patterns as they are from the root."""
        if not self.folder or "per-file-ignores" not in self.table:
            return self.table
        ignores = {_from_root(pattern, self.folder): names for pattern, names in self.table["per-file-ignores"].items()}
        return {**self.table, "per-file-ignores": ignores}


@dataclass(frozen=True)
class Settings:
    """What holds for a folder. The layers are in the order in which they were found: the nearest file comes last.

    Tables are put together key by key. Lists of rules to ignore, of files, patterns and suppressions grow with each
    layer; of anything else, also of the options of rules, the nearest layer's value holds.
    """

    layers: tuple[Layer, ...] = ()

    @cached_property
    def config(self) -> Config:
        """All layers together."""
        # Most roots have none, and the schema of a model takes longer to make than a page to read.
        return Config.model_validate(self.table, by_name=False) if self.table else Config.model_construct()

    @cached_property
    def table(self) -> dict[str, Any]:
        """All layers together, without the defaults."""
        table: dict[str, Any] = {}
        for layer in self.layers:
            table = _merged(table, layer.from_root, _GROWING)
        return table

    def where(self, *key: str) -> str:
        """The files that set a key, the nearest last; a word for a default."""
        return ", ".join(layer.where for layer in self.layers if _has(layer.from_root, key)) or _DEFAULT


def find_root(start: Path) -> Path | None:
    """The root that a file or folder belongs to.

    It is the nearest folder upward that is a git repository or says that it is a root; where there is none, the highest
    that has a configuration.
    """
    upward = (start, *start.parents)
    configured = []
    for folder in upward:
        table = _own_table(folder)
        if (table and table.get("root") is True) or (folder / ".git").exists():
            return folder
        if table is not None:
            configured.append(folder)
    return configured[-1] if configured else None


def load(root: Path) -> Settings:
    """The settings of a root; the defaults if it has no configuration. Raises ConfigError."""
    return Settings(tuple(_layers(root, "", Config)))


def load_below(above: Settings, root: Path, folder: str) -> Settings:
    """The settings of a folder, given those of the one that it lies in. Raises ConfigError."""
    found = tuple(_layers(root, folder, FolderConfig))
    if not found:
        return above
    is_root = any(layer.table.get("root") for layer in found)
    return Settings(found if is_root else above.layers + found)


def parse(table: Mapping[str, Any], where: str, folder: str = "", model: type[FolderConfig] = Config) -> Layer:
    """Check a table of settings; `where` names it in errors. Raises ConfigError."""
    try:
        model.model_validate(table, by_name=False)
    except ValidationError as error:
        only = next((str(one["loc"][0]) for one in error.errors() if one["type"] == "extra_forbidden"), "")
        if model is not Config and only in {field.alias for field in Config.model_fields.values()}:
            raise ConfigError(f"{where}: `{only}` can only be set in the configuration of the root") from error
        raise ConfigError(f"{where}: {explain(error, model)}") from error
    return Layer(table, where, folder)


def _layers(root: Path, folder: str, model: type[FolderConfig]) -> Iterator[Layer]:
    """What a folder's own file says, behind what the files say that it extends."""
    for name in FILES:
        path = root / folder / name
        table = _table(path, root)
        if table is not None:
            # A folder that is a root by itself can say everything, although only what concerns its pages is heeded.
            model = Config if table.get("root") is True else model
            yield from _extended(table, path, root, folder, model, [])
            return


def _extended(
    table: Mapping[str, Any], path: Path, root: Path, folder: str, model: type[FolderConfig], below: list[Path]
) -> Iterator[Layer]:
    layer = parse(table, _shown(path, root), folder, model)
    other = layer.table.get("extend")
    if other is not None:
        base = (path.parent / other).resolve()
        if base in (*below, path):
            raise ConfigError(f"{layer.where}: `extend` is '{other}', which extends this file itself")
        found = _table(base, root)
        if found is None:
            raise ConfigError(f"{layer.where}: `extend` is '{other}': there is no such configuration below the root")
        yield from _extended(found, base, root, folder, model, [*below, path])
    yield layer


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _own_table(folder: Path) -> Mapping[str, Any] | None:
    """What a folder's file says; a table for one that cannot be read, which `load` will complain about."""
    for name in FILES:
        try:
            table = _table(folder / name, folder.resolve())
        except ConfigError:
            return {}
        if table is not None:
            return table
    return None


def _table(path: Path, root: Path) -> Mapping[str, Any] | None:
    try:
        data = read_inside(path, root)
        if data is None and path.name == FILES[0] and os.path.lexists(path):
            raise ConfigError(f"{_shown(path, root)}: this is no file below the root")
        if data is None:
            return None
        table: Any = tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{_shown(path, root)}: {error}") from error
    for key in ("tool", "doclint") if path.name == "pyproject.toml" else ():
        table = table.get(key)
        if table is None:
            return None
        if not isinstance(table, dict):
            raise ConfigError(f"{_shown(path, root)}: `{key}` is {table!r}, not a table")
    found: Mapping[str, Any] = table
    return found


def _merged(base: Mapping[str, Any], over: Mapping[str, Any], growing: frozenset[str] = frozenset()) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merged(old, value, frozenset(value) if key == "per-file-ignores" else frozenset())
        elif isinstance(old, list) and key in growing:
            merged[key] = [*old, *(one for one in value if one not in old)]
        else:
            merged[key] = value
    return merged


def _from_root(pattern: str, folder: str) -> str:
    """A pattern of a folder, as the root would have it: with a slash in it, it counts from the folder, else from
    anywhere below.
    """
    is_anchored = "/" in pattern.rstrip("/")
    folder = _SPECIAL.sub(r"\\\g<0>", folder)
    return f"/{folder}/{pattern.lstrip('/')}" if is_anchored else f"/{folder}/**/{pattern}"


def _has(table: Mapping[str, Any], key: tuple[str, ...]) -> bool:
    value: Any = table
    for part in key:
        if not isinstance(value, Mapping) or part not in value:
            return False
        value = value[part]
    return True
