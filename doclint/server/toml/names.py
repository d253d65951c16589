"""The names that a value, or a key of a table, can have although the schema has only a text there."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path as FilePath
from posixpath import join
from typing import NamedTuple, TypeAlias, TypeVar

from doclint.config.project import known_sites
from doclint.errors import tables
from doclint.errors.validation import Path
from doclint.formats.loading import BUILTIN
from doclint.formats.schema.sharing import SHARED_BY
from doclint.output.rendering import STYLES
from doclint.repository.paths import is_in_git
from doclint.rule import registry
from doclint.rule.manual import summary
from doclint.rule.rule import PROFILES
from doclint.server.toml.file import TomlFile
from doclint.server.toml.schema import FileKind
from doclint.source.language import languages

_MOST_FILES = 2_000  # entries of a folder that are looked at


class Named(NamedTuple):
    """A name, and what it stands for: in a few words, and as Markdown."""

    name: str
    detail: str = ""
    documentation: str = ""


_Found = TypeVar("_Found")
_Names: TypeAlias = Callable[[TomlFile, Path], Iterable[Named]]


def rule_ids(_file: TomlFile, _path: Path) -> Iterator[Named]:
    """Yield the installed rules."""
    for id_, rule in registry.rules().items():
        yield Named(id_, f"rule of the family {rule.family}", summary(rule))


def rules_and_families(file: TomlFile, path: Path) -> Iterator[Named]:
    """Yield the installed rules and their families."""
    yield from rule_ids(file, path)
    for family in registry.rules().families():
        yield Named(family, "family of rules")


def selectable(file: TomlFile, path: Path) -> Iterator[Named]:
    """Yield profiles, families and installed rules."""
    yield from (Named(name, "profile") for name in PROFILES)
    yield from rules_and_families(file, path)


def _messages(file: TomlFile, path: Path) -> Iterator[Named]:
    rule = registry.rules().get(file.written(*path[:-1], "rule"))
    for id_, message in rule.messages.items() if rule else ():
        yield Named(id_, f"message of {rule.id}" if rule else "", message.text)


def _builtin_formats(_file: TomlFile, _path: Path) -> Iterator[Named]:
    for name in BUILTIN:
        generator = tables.table("doclint.formats.builtin", name).get("generator", {})
        yield Named(name, generator.get("name", ""))


def _shared(file: TomlFile, path: Path) -> Iterator[Named]:
    """Yield the shared parts that can be in the list at a path."""
    what = SHARED_BY[next(part for part in reversed(path) if isinstance(part, str))]
    yield from (Named(name, f"shared part, of `shared.{what}`") for name in file.names("shared", what))


def _kinds(file: TomlFile, _path: Path) -> Iterator[Named]:
    for index in file.indexes("kind"):
        yield from (Named(name, "kind") for name in [file.written("kind", index, "name")] if name)


def _sets(file: TomlFile, path: Path) -> Iterator[Named]:
    names = file.names("claims") if file.written(*path[:-1], "shape") == "claims" else []
    yield from (Named(name, "set of claims") for name in names)


def _claims(file: TomlFile, _path: Path) -> Iterator[Named]:
    for of in file.names("claims"):
        yield from (Named(f"{of}.{name}", "claim") for name in file.names("claims", of))


def _families(file: TomlFile, _path: Path) -> Iterator[Named]:
    families = (file.written("language", name, "family") for name in file.names("language"))
    yield from (Named(family, "family of files") for family in dict.fromkeys(families) if family)


_LANGUAGES = ("languages",), ("never",), ("description", "right"), ("description", "wrong")
_ANY = "*"
_NAMES: Mapping[FileKind, Mapping[tuple[str, ...], _Names]] = {
    "config": {
        ("select",): selectable,
        ("extend-select",): selectable,
        ("ignore",): rules_and_families,
        ("per-file-ignores", _ANY): rules_and_families,
        ("suppress", "rule"): rules_and_families,
        ("suppress", "message-id"): _messages,
        ("ignore-formats",): _builtin_formats,
        ("site",): lambda _file, _path: map(Named, known_sites()),
        ("site", _ANY): lambda _file, _path: map(Named, known_sites()),
        ("output-format",): lambda _file, _path: (Named(name, style.use) for name, style in STYLES.items()),
    },
    "format": {
        ("ignore",): rule_ids,
        ("of-kinds",): _kinds,
        ("of",): _sets,
        ("repeats",): _claims,
        ("family",): _families,
        ("ext",): lambda file, _path: (Named(name) for name in file.names("language") if name.startswith(".")),
        **{keys: lambda _file, _path: (Named(one.id, one.name) for one in languages()) for keys in _LANGUAGES},
        **dict.fromkeys([(key,) for key in SHARED_BY], _shared),
    },
}
"""The names of values by the keys that lead to them: all of a configuration, the last ones of a format."""

_KEYS: Mapping[FileKind, Mapping[tuple[str, ...], _Names]] = {
    "config": {("severity",): rules_and_families},
    "format": {("values",): lambda file, _path: (Named(one, "parameter") for one in file.texts("parameters") if one)},
}
"""The names of keys that users choose, by the path of their table."""

_FOLDERS = ("/",)
_FILES: Mapping[FileKind, Mapping[tuple[str, ...], tuple[str, ...]]] = {
    "config": {
        ("formats",): (".toml",),
        ("extend",): (".toml",),
        ("local-rules",): (".py", ".toml"),
        ("baseline",): (".json",),
        ("exclude",): (),
        ("suppress", "path"): (),
        ("docs-roots",): _FOLDERS,
    },
    "format": {("docs-root",): _FOLDERS},
}
"""Where a value is a path, and how names of files end there; the end of folders is a slash."""


def names_of_values(file: TomlFile, path: Path) -> Iterator[Named]:
    """Yield the names that the value at a path can have, as far as they do not depend on what is written of it."""
    for names in _found(_NAMES, file, path):
        yield from names(file, path)


def names_of_keys(file: TomlFile, path: Path) -> Iterator[Named]:
    """Yield the names that users may choose for keys of the table at a path."""
    for names in _found(_KEYS, file, path):
        yield from names(file, path)


def paths_for(file: TomlFile, path: Path, written: str) -> Iterator[str]:
    """Yield the paths that can follow what is written of the value at a path; those of folders end with a slash."""
    root = file.root
    for endings in _found(_FILES, file, path) if root else ():
        assert root is not None
        around = file.path.parent if path == ("extend",) and file.path else root
        folder = written.rpartition("/")[0]
        for name in _entries(around / folder, root):
            if name.endswith("/") or (endings != _FOLDERS and name.endswith(endings or "")):
                yield join(folder, name)


def _found(table: Mapping[FileKind, Mapping[tuple[str, ...], _Found]], file: TomlFile, path: Path) -> Iterator[_Found]:
    keys = [part for part in path if isinstance(part, str)]
    for pattern, found in table[file.kind].items():
        last = keys[-len(pattern) :]
        is_whole = file.kind == "format" or len(keys) == len(pattern)
        if is_whole and len(last) == len(pattern) and all(map(fnmatchcase, last, pattern)):
            yield found


def _entries(folder: FilePath, root: FilePath) -> list[str]:
    """Return the names in a folder, without hidden ones; nothing for a folder that is not below the root."""
    try:
        place = folder.resolve()
        if not place.is_relative_to(root) or is_in_git(place.relative_to(root).as_posix()):
            return []
        with os.scandir(place) as entries:
            several = list(islice(entries, _MOST_FILES))
        return sorted(f"{one.name}/" if one.is_dir() else one.name for one in several if not one.name.startswith("."))
    except (OSError, ValueError):
        return []
