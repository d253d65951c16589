"""Configuration: what `doclint.toml`, or `[tool.doclint]` in `pyproject.toml`, says."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from doclint import registry
from doclint.errors import ConfigError, UsageError
from doclint.formats import builtins
from doclint.formats import load as load_format
from doclint.formats.schema import Format
from doclint.repository import read_inside
from doclint.rule import Rule
from doclint.suggest import did_you_mean
from doclint.validation import explain

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
    formats: list[str] = Field(default=[], description="Files that describe further formats, from the root.")
    baseline: str | None = Field(
        default=None, description="File of the findings that are known, from the root: only others are reported."
    )
    rules: dict[str, dict[str, Any]] = Field(default={}, description="Options of rules, by the id of the rule.")


@dataclass(frozen=True)
class Settings:
    """A configuration and where it comes from: the file, or a word for what has none."""

    config: Config
    where: str = "the defaults"


def find_root(start: Path) -> Path | None:
    """The root that a file or folder belongs to.

    It is the nearest folder upward that is a git repository; where there is none, the highest that has a configuration.
    """
    upward = (start, *start.parents)
    repository = next((folder for folder in upward if (folder / ".git").exists()), None)
    if repository is not None:
        return repository
    configured = [folder for folder in upward if any(_has_settings(folder / name) for name in _FILES)]
    return configured[-1] if configured else None


def load(root: Path) -> Settings:
    """The configuration of a root; the defaults if it has none. Raises ConfigError."""
    for name in _FILES:
        table = _table(root / name)
        if table is not None:
            return parse(table, str(root / name))
    return Settings(Config())


def parse(table: Mapping[str, Any], where: str) -> Settings:
    """Check a table of settings; `where` names it in errors. Raises ConfigError."""
    try:
        config = Config.model_validate(table)
    except ValidationError as error:
        raise ConfigError(f"{where}: {explain(error, Config)}") from error
    for id_ in config.rules:
        if id_ not in registry.rules():
            raise ConfigError(f"{where}: `rules.{id_}` names no rule{did_you_mean(id_, registry.rules())}")
    return Settings(config, where)


def make_rules(settings: Settings, select: Sequence[str] | None = None, ignore: Sequence[str] = ()) -> list[Rule]:
    """The rules with their options: those selected and not ignored, by the configuration unless names are given.

    Raises ConfigError for what the configuration says, UsageError for the names given.
    """
    config, where = settings.config, settings.where
    if select is None:
        try:
            chosen = registry.select(config.select)
        except UsageError as error:
            raise ConfigError(f"{where}: `select`: {error}") from error
    else:
        chosen = registry.select(select)
    try:
        ignored = registry.select(config.ignore)
    except UsageError as error:
        raise ConfigError(f"{where}: `ignore`: {error}") from error
    ignored += registry.select(ignore)
    return [_with_options(rule, settings) for rule in chosen if rule not in ignored]


def load_formats(settings: Settings, root: Path) -> tuple[Format, ...]:
    """The formats that come with doclint and those that the configuration names. Raises FormatError."""
    return (*(load_format(root / path, root) for path in settings.config.formats), *builtins())


def _with_options(rule: type[Rule], settings: Settings) -> Rule:
    try:
        return rule.model_validate(settings.config.rules.get(rule.id, {}))
    except ValidationError as error:
        raise ConfigError(f"{settings.where}: {explain(error, rule, f'rules.{rule.id}')}") from error


def _has_settings(path: Path) -> bool:
    """Whether the file has settings for doclint; one that cannot be read is left for `load` to complain about."""
    try:
        return _table(path) is not None
    except ConfigError:
        return True


def _table(path: Path) -> Mapping[str, Any] | None:
    try:
        data = read_inside(path, path.parent.resolve())
        if data is None:
            return None
        table: Any = tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: {error}") from error
    for key in ("tool", "doclint") if path.name == "pyproject.toml" else ():
        table = table.get(key)
        if table is None:
            return None
        if not isinstance(table, dict):
            raise ConfigError(f"{path}: `{key}` is {table!r}, not a table")
    found: Mapping[str, Any] = table
    return found
