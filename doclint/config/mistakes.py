"""All mistakes in one configuration file, for editors: a run stops at the first one."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from doclint.config.files import no_base
from doclint.config.project import site_mistakes
from doclint.config.schema import Config, FolderConfig, mistakes_of
from doclint.config.selection import message_mistakes, name_mistakes
from doclint.errors.exceptions import ConfigError, FormatError
from doclint.errors.models import table_mistakes
from doclint.errors.validation import Mistake
from doclint.formats.loading import builtins, load
from doclint.repository.gitignore import checked, configured
from doclint.repository.paths import LARGEST_SETTINGS, read_settings
from doclint.rule.registry import Rules


class ConfigPlace(Struct, frozen=True):
    """Where a configuration file is: its path, the root, and whether its folder is the root."""

    file: Path
    root: Path
    is_of_root: bool


def mistakes_in(table: Mapping[str, Any], place: ConfigPlace, known: Rules) -> list[Mistake]:
    """Return the mistakes in a table of settings.

    Only settings that have the right type are checked further. Local rules do not run, so with such rules any name may
    be that of a rule.
    """
    model = Config if place.is_of_root or table.get("root") is True else FolderConfig
    found = mistakes_of(table, model)
    wrong = {one.path[0] for one in found}
    sound = {key: value for key, value in table.items() if key not in wrong}
    found += _mistakes_in_patterns(sound)
    found += name_mistakes(sound, known) if not table.get("local-rules") else ()
    found += message_mistakes(sound, known)
    found += _mistakes_in_options(sound, known)
    found += site_mistakes(sound.get("site"))
    return [*found, *_mistakes_in_files(sound, place)]


def _mistakes_in_patterns(table: Mapping[str, Any]) -> Iterator[Mistake]:
    for index, pattern in enumerate(table.get("exclude", ())):
        try:
            _ = configured([pattern], "`exclude`")
        except ConfigError as error:
            yield Mistake(("exclude", index), str(error))
    for pattern in table.get("per-file-ignores", {}):
        try:
            _ = checked(pattern, "a pattern of `per-file-ignores`")
        except ConfigError as error:
            yield Mistake(("per-file-ignores", pattern), str(error))


def _mistakes_in_options(table: Mapping[str, Any], known: Rules) -> Iterator[Mistake]:
    for id_, options in table.get("rules", {}).items():
        if id_ in known:
            for mistake in table_mistakes(options, known[id_].options(), f"rules.{id_}"):
                yield Mistake(("rules", id_, *mistake.path), mistake.text)


def _mistakes_in_files(table: Mapping[str, Any], place: ConfigPlace) -> Iterator[Mistake]:
    """Yield the names of formats and files that are not there, and the files of formats that have mistakes."""
    for index, name in enumerate(table.get("ignore-formats", ())):
        try:
            _ = builtins(ignored=[name])
        except FormatError as error:
            yield Mistake(("ignore-formats", index), f"`ignore-formats`: {error}")
    for index, name in enumerate(table.get("formats", ())):
        try:
            _ = load(name, place.root)
        except FormatError as error:
            yield Mistake(("formats", index), f"`formats`: {str(error).splitlines()[0]}")
    other = table.get("extend")
    if other is not None and _content(Path(os.path.normpath(place.file.parent / other)), place.root) is None:
        yield Mistake(("extend",), no_base(other))
    for index, name in enumerate(table.get("local-rules", ())):
        if _content(place.root / name, place.root) is None:
            yield Mistake(("local-rules", index), f"`local-rules`: there is no file `{name}` below the root")


def _content(path: Path, root: Path) -> bytes | None:
    """Return the content of a file below the root; None if it cannot be read."""
    try:
        return read_settings(path, root, LARGEST_SETTINGS)
    except OSError:
        return None
