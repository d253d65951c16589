"""Configuration: what `doclint.toml`, or `[tool.doclint]` in `pyproject.toml`, says."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from doclint import registry
from doclint.errors import ConfigError
from doclint.rule import Rule
from doclint.suggest import similar_word

_FILES = ("doclint.toml", "pyproject.toml")


class Config(BaseModel):
    """The settings of a repository. Paths and patterns are relative to its root."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-"), populate_by_name=True
    )

    select: list[str] | None = Field(default=None, description="Rules to run, by id or family. By default all of them.")
    ignore: list[str] = Field(default=[], description="Rules not to run, by id or family.")
    exclude: list[str] = Field(
        default=[], description="Files and folders that are never read, as patterns in the syntax of .gitignore."
    )
    rules: dict[str, dict[str, Any]] = Field(default={}, description="Options of rules, by the id of the rule.")


def find_root(start: Path) -> Path | None:
    """The nearest folder upward from a file or folder that is the root of a repository or has a configuration."""
    for folder in (start, *start.parents):
        if (folder / ".git").exists() or any(_has_config(folder / name) for name in _FILES):
            return folder
    return None


def load(root: Path) -> Config:
    """The configuration of a root; the defaults if it has none. Raises ConfigError."""
    for name in _FILES:
        table = _table(root / name)
        if table is not None:
            return parse(table, str(root / name))
    return Config()


def parse(table: Mapping[str, Any], where: str) -> Config:
    """Check a table of settings; `where` names it in errors. Raises ConfigError."""
    try:
        config = Config.model_validate(table)
    except ValidationError as error:
        raise ConfigError(explain(error, where, Config)) from error
    for id_ in config.rules:
        if id_ not in registry.rules():
            near = similar_word(id_, registry.rules())
            raise ConfigError(f"{where}: `rules.{id_}` names no rule" + (f"; did you mean `{near}`?" if near else ""))
    return config


def make_rules(config: Config, select: Iterable[str] | None, ignore: Iterable[str], where: str) -> list[Rule]:
    """The selected rules with their options. Raises ConfigError and UsageError."""
    made = []
    for rule in registry.select(config.select if select is None else select, [*config.ignore, *ignore]):
        try:
            made.append(rule.model_validate(config.rules.get(rule.id, {})))
        except ValidationError as error:
            raise ConfigError(explain(error, f"{where}, rules.{rule.id}", rule)) from error
    return made


def explain(error: ValidationError, where: str, model: type[BaseModel]) -> str:
    """The first thing that is wrong, for people: the place, the key, the value, the nearest valid name."""
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        known = [field.alias or name for name, field in model.model_fields.items()]
        near = similar_word(str(first["loc"][-1]), known)
        return f"{where}: there is no setting `{key}`" + (f"; did you mean `{near}`?" if near else "")
    return f"{where}: `{key}` is {first['input']!r}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def _has_config(path: Path) -> bool:
    """Whether the file has settings for doclint; one that cannot be read is left for `load` to complain about."""
    try:
        return _table(path) is not None
    except ConfigError:
        return True


def _table(path: Path) -> Mapping[str, Any] | None:
    if not path.is_file():
        return None
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    if path.name != "pyproject.toml":
        return table
    found = table.get("tool", {}).get("doclint")
    return found if isinstance(found, dict) else None
