"""Settings that a user gives for one run, on the command line."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from doclint.config.files import Layer, parse
from doclint.config.schema import keys
from doclint.errors import toml
from doclint.errors.exceptions import UsageError
from doclint.errors.wording import did_you_mean

_OPTION = "--config"
_OF_FILES = ("root", "extend")


class GivenSettings(NamedTuple):
    """Settings of one run. `file` is read instead of the configuration of the root; the `layers` come after all files,
    also after those of folders.
    """

    file: Path | None = None
    layers: tuple[Layer, ...] = ()


NOTHING_GIVEN = GivenSettings()


def given(values: Iterable[str], lists: Mapping[str, Sequence[str]]) -> GivenSettings:
    """Return the settings that `--config` (`values`) gives, and options that add to a list, by key (`lists`).

    Each value is the path of an existing file, or TOML such as `limits.depth=50`. Raises UsageError if one is neither,
    or if there is more than one file, and ConfigError if a setting does not exist or has a wrong value.
    """
    several = list(values)
    files = list(filter(_is_file, several))
    texts = [value for value in several if value not in files]
    if len(files) > 1:
        raise UsageError(f"{_OPTION} names two files, `{files[0]}` and `{files[1]}`; there can be only one")
    layers = [*map(_layer, texts), *(parse({key: list(names)}, f"--{key}") for key, names in lists.items() if names)]
    return GivenSettings(Path(files[0]) if files else None, tuple(layers))


def _is_file(value: str) -> bool:
    try:
        return Path(value).exists() and not Path(value).is_dir()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _layer(text: str) -> Layer:
    table = _table(text)
    for key in _OF_FILES:
        if key in table:
            raise UsageError(f"{_OPTION} {text}: `{key}` says something about a file, so only a file can set it")
    return parse(table, _OPTION)


def _table(text: str) -> Mapping[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        names = [".".join(key) for key, _ in keys()]
        near = did_you_mean(text, names) if text.replace("-", "").isalnum() else ""
        raise UsageError(f"{_OPTION} {text}: there is no such file, and a setting is written as `key=value`{near}")
    try:
        return toml.parse(text)
    except ValueError as error:
        word = value.strip()
        if not word or word[0] in "\"'[{" or "\n" in text:
            raise UsageError(f"{_OPTION} {text}: this is not TOML: {error}") from error
        quoted = f"""{_OPTION} '{name}="{word}"'"""
        raise UsageError(f"{_OPTION} {text}: `{word}` is not a value in TOML; quote a string: {quoted}") from error
