"""Configuration files: finds and reads those of a root and its folders, and merges them into settings."""

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError

from doclint.config.schema import Config, FolderConfig, mistakes_of
from doclint.errors import toml
from doclint.errors.exceptions import ConfigError
from doclint.errors.expressions import expression
from doclint.errors.validation import Path as Keys
from doclint.errors.wording import SLIP
from doclint.repository import atomic
from doclint.repository.paths import LARGEST_SETTINGS, absolute, read_at_most, read_settings

FILES = ("doclint.toml", "pyproject.toml")
"""The names of configuration files. If a folder has both, doclint reads the first one."""

_PYPROJECT = FILES[1]
_GIT = ".git"
_GROWING = frozenset({"extend-select", "ignore", "exclude", "formats", "local-rules", "suppress"})
_DEFAULT = "default"
_SLIP = expression(rf"^[ \t]*\[tool\.({SLIP})\]([^\[]*)", re.IGNORECASE | re.MULTILINE)
_KEY = expression(r"^[ \t]*([\w-]+)[ \t]*=", re.MULTILINE)
_SPECIAL = expression(r"[\\*?\[\]! ]")


class Layer(Struct, frozen=True, dict=True):
    """The validated settings of one file, or of one option of the command line. `where` is its name for messages;
    `folder` is the folder that they apply to, as a path from the root.
    """

    table: Mapping[str, Any]
    where: str
    folder: str = ""

    @cached_property
    def from_root(self) -> Mapping[str, Any]:
        """The table with its patterns relative to the root."""
        if not self.folder or "per-file-ignores" not in self.table:
            return self.table
        ignores = {_from_root(pattern, self.folder): names for pattern, names in self.table["per-file-ignores"].items()}
        return {**self.table, "per-file-ignores": ignores}

    def place(self, key: str) -> str:
        """Return the layer and a key in it, for messages; only the option if it is for nothing but this key."""
        return self.where if self.where == f"--{key}" else f"{self.where}: `{key}`"


class Settings(Struct, frozen=True, dict=True):
    """The settings of a folder, in layers from the root down: the file nearest to the folder comes last, and then what
    is `given` for one run.

    Tables are merged key by key. Lists of rules to ignore, of files, of patterns and of suppressions grow with each
    layer. For everything else, including the options of rules, the nearest layer wins.
    """

    layers: tuple[Layer, ...] = ()
    given: tuple[Layer, ...] = ()

    @property
    def all_layers(self) -> tuple[Layer, ...]:
        """The layers of the files, then those that are given."""
        return self.layers + self.given

    @cached_property
    def config(self) -> Config:
        """All layers merged, with the defaults."""
        return Config.of(self.table)

    @cached_property
    def table(self) -> dict[str, Any]:
        """All layers merged, without the defaults."""
        table: dict[str, Any] = {}
        for layer in self.all_layers:
            table = _merged(table, layer.from_root, _GROWING)
        return table

    @property
    def own_file(self) -> str:
        """The path of the configuration of the root from there; without one, that of a file which can be written."""
        return next((layer.where for layer in reversed(self.layers) if not layer.folder), FILES[0])

    def where(self, *key: str) -> str:
        """Return the files and options that set a key, joined by commas, the nearest last; `default` if none does."""
        names = [layer.where for layer in self.all_layers if _has(layer.from_root, key)]
        return ", ".join(dict.fromkeys(names)) or _DEFAULT


def write_setting(path: Path, key: str, value: str) -> None:
    """Write a setting to a configuration file, which may not exist yet, and keep the rest of the file.

    Raises ConfigError if that is impossible.
    """
    import tomlkit

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8-sig") if path.exists() else "")
        table: Any = document["tool"]["doclint"] if path.name == _PYPROJECT else document
        table[key] = value
        atomic.replace(path, [tomlkit.dumps(document)])
    except OSError as error:
        raise ConfigError(f"{path.name} cannot be written: {error.strerror}") from error


def find_root(start: Path) -> Path | None:
    """Return the root that a file or folder belongs to; None if there is none.

    The root is the nearest folder upward that is a git repository or whose configuration says `root = true`, or else
    the highest folder with a configuration.
    """
    configured = []
    for folder in (start, *start.parents):
        table = _own_table(folder)
        if (table and table.get("root") is True) or (folder / _GIT).exists():
            return folder
        if table is not None:
            configured.append(folder)
    return configured[-1] if configured else None


def is_nested_root(folder: Path, names: Collection[str]) -> bool:
    """Whether a folder below a root that `find_root` found is a root of its own, given the names in it."""
    if _GIT in names:
        return True
    return has_settings(folder, names) and (_own_table(folder) or {}).get("root") is True


def has_settings(folder: Path, names: Collection[str]) -> bool:
    """Whether a folder is a git repository or has a configuration, given the names in it.

    Below a working directory that is a root only because `find_root` found none, each such folder is a root.
    """
    return _GIT in names or (any(name in names for name in FILES) and _own_table(folder) is not None)


def load(root: Path, named: Path | None = None, given: tuple[Layer, ...] = (), *, isolated: bool = False) -> Settings:
    """Return the settings of a root, the defaults if it has no configuration or is `isolated` from it.

    A file that the user `named` replaces that of the root, wherever it is. Raises ConfigError if a configuration file
    cannot be read or is broken.
    """
    if isolated:
        return Settings(given=given)
    return Settings(tuple(_layers(root, "", Config) if named is None else _named(named, root)), given)


def load_below(above: Settings, root: Path, folder: str) -> Settings:
    """Return the settings of a folder, given those of its parent folder (`above`).

    Raises ConfigError if a configuration file of the folder cannot be read or is broken.
    """
    found = tuple(_layers(root, folder, FolderConfig))
    if not found:
        return above
    is_root = any(layer.table.get("root") for layer in found)
    return Settings(found if is_root else above.layers + found, above.given)


def parse(
    table: Mapping[str, Any],
    where: str,
    folder: str = "",
    model: type[FolderConfig] = Config,
    line_of: Callable[[Keys], int | None] = lambda _: None,
) -> Layer:
    """Validate a table of settings, and return it as a layer; `where` names the table in errors.

    Raises ConfigError if a key or a value does not exist in the schema `model`; `line_of` returns the line of a key.
    """
    try:
        model.of(table)
    except ValidationError as error:
        mistake = mistakes_of(table, model)[0]
        line = line_of(mistake.path)
        where = f"{where}:{line}" if line else where
        raise ConfigError(f"{where}: {mistake.text}") from error
    return Layer(table, where, folder)


def _layers(root: Path, folder: str, model: type[FolderConfig]) -> Iterator[Layer]:
    """Yield the layer of a folder's own file, after the layers of the files that it extends."""
    for name in FILES:
        path = root / folder / name
        table = _table(path, root)
        if table is not None:
            # A folder that is a root itself can have all settings, although only those about its pages apply.
            model = Config if table.get("root") is True else model
            yield from _extended(table, path, root, folder, model, [])
            return


def _named(named: Path, root: Path) -> Iterator[Layer]:
    """Yield the layer of a file that the user names, after the layers of the files that it extends."""
    path = absolute(named)
    # What the file extends is below the root as well, or else beside it.
    place = root if path.is_relative_to(root) else path.parent
    try:
        table = _parsed(read_at_most(path, LARGEST_SETTINGS), path, place)
    except OSError as error:
        raise ConfigError(f"{named}: {error.strerror}") from error
    if table is None:
        raise ConfigError(f"{named}: there is no table `tool.doclint`")
    yield from _extended(table, path, place, "", Config, [])


def _extended(
    table: Mapping[str, Any], path: Path, root: Path, folder: str, model: type[FolderConfig], below: list[Path]
) -> Iterator[Layer]:
    layer = parse(table, _shown(path, root), folder, model, partial(_line_of, path))
    other = layer.table.get("extend")
    if other is not None:
        base = Path(os.path.normpath(path.parent / other))  # `resolve` would hide that it is a link
        if base in (*below, path):
            raise ConfigError(f"{layer.where}: `extend` is '{other}', which extends this file in turn")
        found = _table(base, root)
        if found is None:
            raise ConfigError(f"{layer.where}: {no_base(other)}")
        yield from _extended(found, base, root, folder, model, [*below, path])
    yield layer


def no_base(name: str) -> str:
    """Return what is wrong if the file that a configuration extends does not exist."""
    return f"`extend` is '{name}'; there is no such configuration below the root"


def _line_of(path: Path, keys: Keys) -> int | None:
    """Return the line of a setting in a file that was read before; None if it can no longer be read."""
    from doclint.errors.toml_places import TomlPlaces

    try:
        text = read_at_most(path, LARGEST_SETTINGS).decode("utf-8-sig")
    except (OSError, ValueError):
        return None
    return TomlPlaces(text).line((*(("tool", "doclint") if path.name == _PYPROJECT else ()), *keys))


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _own_table(folder: Path) -> Mapping[str, Any] | None:
    """Return the settings in a folder's own file; an empty table if it cannot be read, which `load` reports."""
    for name in FILES:
        try:
            own = folder.resolve()
            table = _table(own / name, own)
        except ConfigError:
            return {}
        if table is not None:
            return table
    return None


def _table(path: Path, root: Path) -> Mapping[str, Any] | None:
    try:
        data = read_settings(path, root)
        if data is None and path.name == FILES[0] and os.path.lexists(path):
            raise ConfigError(f"{_shown(path, root)}: this is not a file below the root")
    except OSError as error:
        raise ConfigError(f"{_shown(path, root)}: {error.strerror}") from error
    return None if data is None else _parsed(data, path, root)


def _parsed(data: bytes, path: Path, root: Path) -> Mapping[str, Any] | None:
    """Return the settings in the content of a file; None if it is a `pyproject.toml` without any."""
    if path.name == _PYPROJECT:
        _refuse_misspelled(data, _shown(path, root))
    # A `pyproject.toml` that is not about doclint may be anything, such as a template.
    if path.name == _PYPROJECT and b"doclint" not in data:
        return None
    try:
        table: Any = toml.parse(data)
    except ValueError as error:
        raise ConfigError(f"{_shown(path, root)}: {error}") from error
    for key in ("tool", "doclint") if path.name == _PYPROJECT else ():
        table = table.get(key)
        if table is None:
            return None
        if not isinstance(table, dict):
            raise ConfigError(f"{_shown(path, root)}: `{key}` is {table!r}, not a table")
    found: Mapping[str, Any] = table
    return found


def _refuse_misspelled(data: bytes, where: str) -> None:
    """Raise ConfigError if the name of a table is nearly ours, and one of its settings is ours."""
    text = data.decode(errors="replace") if b"[tool.d" in data.lower() else ""
    slip = _SLIP.search(text)
    if slip is not None and not set(Config.__struct_encode_fields__).isdisjoint(_KEY.findall(slip[2])):
        line = text.count("\n", 0, slip.start(1)) + 1
        raise ConfigError(f"{where}:{line}: `[tool.{slip[1]}]` has settings of doclint; did you mean `[tool.doclint]`?")


def _merged(base: Mapping[str, Any], over: Mapping[str, Any], growing: frozenset[str] = frozenset()) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merged(old, value, frozenset(value) if key == "per-file-ignores" else frozenset())
        elif isinstance(old, list) and key in growing:
            known = set(map(repr, old))
            merged[key] = [*old, *(one for one in value if repr(one) not in known)]
        else:
            merged[key] = value
    return merged


def _from_root(pattern: str, folder: str) -> str:
    """Return a folder's pattern relative to the root.

    As in .gitignore, a pattern with a slash inside matches from the folder, any other one at any depth below it.
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
