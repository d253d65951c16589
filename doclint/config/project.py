"""Projects: a root with its settings, the formats of its pages, and its rules."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from doclint.config import files as settings
from doclint.config.files import Settings
from doclint.config.schema import Config
from doclint.config.selection import Selection
from doclint.errors.exceptions import FormatError, PluginError, UsageError
from doclint.formats.loading import builtins
from doclint.formats.loading import load as load_format
from doclint.formats.schema import Format
from doclint.repository.discovery import is_excluded, pages
from doclint.repository.disk import Folder
from doclint.repository.memo import NO_MEMO, Memo
from doclint.rule import registry
from doclint.rule.registry import Rules
from doclint.rule.rule import Rule


@dataclass(frozen=True)
class Project:
    """A root with its settings, the formats of its pages and its rules.

    `given` are rules that a program adds to the installed ones. An isolated project has the default settings only.
    Without local rules, doclint does not load the rules that the configuration adds.
    """

    root: Path
    settings: Settings
    formats: tuple[Format, ...]
    given: tuple[type[Rule], ...] = ()
    is_isolated: bool = False
    has_local_rules: bool = True

    @cached_property
    def rules(self) -> Rules:
        """The rules that are installed, those of the repository, and those that are given.

        Raises PluginError if a rule or a package of rules is broken.
        """
        local = _local(self.settings, self.root) if self.has_local_rules else []
        return Rules([*registry.rules().values(), *local, *self.given])

    def __getstate__(self) -> dict[str, Any]:
        # Rules of the repository cannot be pickled, so another process finds the rules by itself.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def find(
        cls, paths: Sequence[Path] = (), *, root: Path | None = None, isolated: bool = False, local_rules: bool = True
    ) -> Self:
        """Return the project at a root, or else the one that some paths belong to.

        `isolated` ignores all configuration files. With `local_rules`, the Python modules among the local rules are
        run. Raises ConfigError, FormatError or PluginError if a configuration, a format or a rule is broken, and
        UsageError if there is no working directory.
        """
        try:
            place = (root or _root_of(paths)).resolve()
        except OSError as error:
            raise UsageError(f"doclint cannot find the root: {error.strerror}") from error
        found = Settings() if isolated else settings.load(place)
        formats = formats_of(found.config, [*_own_formats(found, place), *builtins()])
        project = cls(place, found, formats, (), isolated, local_rules)
        _ = project.rules  # this reports mistakes in them at once
        return project

    def selection(
        self, select: Sequence[str] | None = None, ignore: Sequence[str] = (), without: Sequence[str] = ()
    ) -> Selection:
        """Return the selection of rules for the pages of the project; the arguments are those of `Selection`.

        Raises UsageError if a name does not exist, and ConfigError if one in the configuration does not.
        """
        return Selection(
            self.rules,
            self.settings,
            None if self.is_isolated else self.root,
            select=select,
            ignore=ignore,
            without=without,
            is_lenient=not self.has_local_rules and bool(self.settings.config.local_rules),
        )

    def pages(self, paths: Sequence[Path] = (), *, within: Iterable[str] = ("",)) -> list[str]:
        """Return the paths of the pages under some files and folders, by default the root, as
        `doclint.repository.discovery.pages` does.
        """
        config = self.settings.config
        return pages(
            paths or [self.root], self.root, config.exclude, respect_gitignore=config.respect_gitignore, within=within
        )

    def repository(self, memo: Memo = NO_MEMO) -> Folder:
        """Return the files of the project, read as its configuration says."""
        config = self.settings.config
        return Folder(self.root, config.limits.file_bytes, memo, respect_gitignore=config.respect_gitignore)

    def is_excluded(self, path: str) -> bool:
        """Whether the configuration excludes a page."""
        return is_excluded(path, self.settings.config.exclude)


def formats_of(config: Config, formats: Iterable[Format]) -> tuple[Format, ...]:
    """Return formats with the settings of a configuration: the folders of their pages, and the name of the project."""
    found = list(formats)
    if config.docs_roots is not None:
        found = [one.model_copy(update={"docs_root": folder}) for one in found for folder in config.docs_roots]
    if config.project is not None:
        values = {"project": config.project}
        found = [one.model_copy(update={"values": one.values | values}) for one in found]
    return tuple(found)


def _own_formats(found: Settings, root: Path) -> list[Format]:
    try:
        return [load_format(path, root) for path in found.config.formats]
    except FormatError as error:
        raise FormatError(f"{found.where('formats')}: `formats`: {error}") from error


def _local(found: Settings, root: Path) -> list[type[Rule]]:
    if not found.config.local_rules:
        return []
    from doclint.rule import local

    try:
        return local.load(found.config.local_rules, root)
    except PluginError as error:
        raise PluginError(f"{found.where('local-rules')}: `local-rules`: {error}") from error


def _root_of(paths: Sequence[Path]) -> Path:
    """Return the root of the folder that contains all paths, or without paths, of the working directory.

    The root is that of the repository or the configuration; or else the working directory, if it contains the folder;
    or else the folder above the `docs` folder of a format; or else the folder itself.
    """
    if not paths:
        here = Path.cwd()
        return settings.find_root(here) or here
    # Symbolic links are not resolved, so that what they lead to belongs to the same project.
    common = Path(os.path.commonpath([os.path.abspath(path) for path in paths]))  # noqa: PTH100
    folder = common if common.is_dir() else common.parent
    found = settings.find_root(folder)
    if found is not None:
        return found
    here = Path.cwd()
    return here if folder.is_relative_to(here) else _above_docs_root(folder)


def _above_docs_root(folder: Path) -> Path:
    roots = {format_.docs_root for format_ in builtins()}
    above = [place.parent for place in (folder, *folder.parents) if place.name in roots]
    return above[-1] if above else folder
