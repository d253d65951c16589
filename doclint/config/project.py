"""Projects: a root with its settings, the formats of its pages, and its rules."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import Struct

from doclint.config import files as settings
from doclint.config.files import Settings
from doclint.config.given import NOTHING_GIVEN, GivenSettings
from doclint.config.schema import Config
from doclint.config.selection import Selection
from doclint.errors.exceptions import ConfigError, FormatError, PluginError, UsageError
from doclint.errors.validation import Mistake, Path as Keys
from doclint.errors.wording import did_you_mean
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import builtins, load as load_format
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.discovery import Discovered, RootTest, no_root, search
from doclint.repository.disk import Folder
from doclint.repository.exclusions import Exclusions, older_versions
from doclint.repository.memo import NO_MEMO, NO_SEEN_FILES, Memo, SeenFiles
from doclint.repository.repository import Repository
from doclint.rule import registry
from doclint.rule.registry import Rules
from doclint.rule.rule import Rule
from doclint.sites.finder import Sites
from doclint.sites.registry import installed
from doclint.sites.site import Site

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format

BASELINE = "doclint-baseline.json"
"""The usual name of a baseline. doclint reads it unless the configuration names another one."""


class Root(Struct, frozen=True):
    """The folder of a root, with all links resolved, and whether a folder below it is a root of its own."""

    place: Path
    is_other: RootTest = no_root


class Project(Struct, frozen=True, dict=True):
    """A root with its settings, the formats of its pages and its rules.

    `given` are rules that a program adds to the installed ones. An isolated project has the default settings only.
    Without local rules, doclint does not load the rules that the configuration adds. `is_other_root` says whether a
    folder below the root is a root of its own, whose pages do not belong to this project.
    """

    root: Path
    settings: Settings
    formats: FormatSet
    given: tuple[type[Rule], ...] = ()
    is_isolated: bool = False
    has_local_rules: bool = True
    is_other_root: RootTest = no_root

    @cached_property
    def rules(self) -> Rules:
        """The rules that are installed, those of the repository, and those that are given.

        Raises PluginError if a rule or a package of rules is broken.
        """
        local = _local(self.settings, self.root) if self.has_local_rules else []
        return registry.rules().added([*local, *self.given])

    @cached_property
    def sites(self) -> Sites:
        """The search for the sites of pages. Raises ConfigError if the configuration names one that is not known."""
        return sites_of(self.settings)

    @classmethod
    def find(
        cls,
        paths: Sequence[Path] = (),
        *,
        root: Path | None = None,
        isolated: bool = False,
        local_rules: bool = True,
        given: GivenSettings = NOTHING_GIVEN,
    ) -> Self:
        """Return the project at a root, or else that of the first of some paths, or else of the working directory.

        A given root is the root of everything below it. Otherwise, a folder below that is a root of its own does not
        belong to the project. `isolated` ignores the settings of all configuration files, and only what is `given` on
        the command line applies. With `local_rules`, the Python modules among the local rules are run. Raises
        ConfigError, FormatError or PluginError if a configuration, a format or a rule is broken, and UsageError if
        there is no working directory.
        """
        try:
            found = Root(root.resolve()) if root is not None else _root_of(paths[0] if paths else Path())
        except OSError as error:
            raise UsageError(f"doclint cannot find the root: {error.strerror}") from error
        return cls.at(found, isolated=isolated, local_rules=local_rules, given=given)

    @classmethod
    def at(
        cls,
        root: Root,
        *,
        isolated: bool = False,
        local_rules: bool = True,
        given: GivenSettings = NOTHING_GIVEN,
    ) -> Self:
        """Return the project at a root. `find` describes the other arguments and the exceptions."""
        place = root.place
        found = settings.load(place, given.file, given.layers, isolated=isolated)
        formats = formats_of(found.config, _builtin_formats(found).with_loaded(_own_formats(found, place)))
        project = cls(place, found, formats, (), isolated, local_rules, root.is_other)
        _ = project.rules, project.sites  # this reports mistakes in them at once
        if local_rules:
            for one in formats.loaded:
                for mistake in ignored_mistakes(one.ignore, project.rules):
                    raise FormatError(f"the format `{one.name}`: {mistake.text}")
        return project

    @property
    def baseline(self) -> str | None:
        """The path of the baseline from the root: that of the configuration, or the usual one if it exists."""
        name = self.settings.config.baseline
        has_usual = name is None and not self.is_isolated and (self.root / BASELINE).is_file()
        return BASELINE if has_usual else name

    def missing_folders(self) -> Iterator[str]:
        """Yield a sentence for each folder in `docs-roots` that does not exist."""
        for name in self.settings.config.docs_roots or ():
            if not (self.root / name).is_dir():
                folders = [path.name for path in (self.root / name).parent.glob("*/")]
                yield (
                    f"{self.settings.where('docs-roots')}: `docs-roots` has `{name}`, but there is no such folder"
                    f"{did_you_mean(Path(name).name, folders) or '; correct it or delete it'}"
                )

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
        """Return the paths of the pages that `search` finds."""
        return self.search(paths, within=within).pages

    def search(self, paths: Sequence[Path] = (), *, within: Iterable[str] = ("",)) -> Discovered:
        """Search some files and folders, by default the root, as `doclint.repository.discovery.search` does."""
        config = self.settings.config
        return search(
            paths or [self.root],
            self.root,
            self.exclusions,
            respect_gitignore=config.respect_gitignore,
            within=within,
            is_root=self.is_other_root,
        )

    def repository(
        self, memo: Memo = NO_MEMO, seen_files: SeenFiles = NO_SEEN_FILES, *, is_compared: bool = True
    ) -> Folder:
        """Return the files of the project, read as its configuration says; see `Repository`."""
        config = self.settings.config
        most, respects = config.limits.file_bytes, config.respect_gitignore
        return Folder(self.root, most, memo, seen_files, respect_gitignore=respects, is_compared=is_compared)

    def page(self, path: str, text: str | bytes, repository: Repository | None) -> Page:
        """Return a page of the project with some content. `repository` has the other files, if they are known."""
        return Page(
            path,
            Source.of(text),
            formats=self.formats,
            repository=repository,
            limits=self.settings.config.limits,
            sites=self.sites,
        )

    @cached_property
    def exclusions(self) -> Exclusions:
        """What is left out of the pages. Raises ConfigError if the configuration has invalid or too many patterns."""
        config = self.settings.config
        older = older_versions(self.repository(is_compared=False)) if (self.root / ".zread").is_dir() else None
        return Exclusions(
            config.exclude,
            default=config.default_exclude,
            docs_roots=self.formats.docs_folders,
            further=(older,) if older else (),
            has=lambda path: os.path.lexists(self.root / path),
        )


def formats_of(config: Config, formats: FormatSet) -> FormatSet:
    """Return formats with the settings of a configuration: the folders of their pages, and the name of the project."""
    return formats.configured(config.docs_roots, {} if config.project is None else {"project": config.project})


def sites_of(settings: Settings) -> Sites:
    """Return the search for the sites of pages. Raises ConfigError if the settings name one that is not known."""
    given = settings.config.site
    for mistake in site_mistakes(given):
        raise ConfigError(f"{settings.where('site')}: {mistake.text}")
    return Sites({"": given} if isinstance(given, str) else given or {})


def site_mistakes(given: str | dict[str, str] | None) -> Iterator[Mistake]:
    """Yield the sites in a value of `site` that are not known."""
    by_path: dict[Keys, str] = {("site",): given} if isinstance(given, str) else {}
    if isinstance(given, dict):
        by_path = {("site", folder): id_ for folder, id_ in given.items()}
    for path, id_ in by_path.items():
        known = known_sites()
        if id_ not in known:
            yield Mistake(path, f"`site`: no site is called `{id_}`{did_you_mean(id_, known)}")


def known_sites() -> list[str]:
    """Return what `site` can name."""
    return [Site.id, *installed()]


def _own_formats(found: Settings, root: Path) -> "list[Format]":
    try:
        return [load_format(path, root) for path in found.config.formats]
    except FormatError as error:
        if error.mistakes:  # the configuration is right
            raise
        raise FormatError(f"{found.where('formats')}: `formats`: {error}") from error


def ignored_mistakes(ignored: Sequence[str], rules: Rules) -> Iterator[Mistake]:
    """Yield the rules in `ignore` of a format that do not exist."""
    for index, name in enumerate(ignored):
        if name not in rules:
            yield Mistake(("ignore", index), f"`ignore`: no rule is called `{name}`{did_you_mean(name, rules)}")


def _builtin_formats(found: Settings) -> FormatSet:
    try:
        return builtins(ignored=found.config.ignore_formats)
    except FormatError as error:
        raise FormatError(f"{found.where('ignore-formats')}: `ignore-formats`: {error}") from error


def _local(found: Settings, root: Path) -> list[type[Rule]]:
    if not found.config.local_rules:
        return []
    from doclint.rule import local

    try:
        return local.load(found.config.local_rules, root)
    except PluginError as error:
        raise PluginError(f"{found.where('local-rules')}: `local-rules`: {error}") from error


def nested_root(place: Path) -> Root:
    """Return the root at a folder that `Project.search` found to be a root of its own."""
    return Root(place, settings.is_nested_root)


def by_root(paths: Iterable[Path]) -> dict[Root, list[Path]]:
    """Return the paths that belong to each root, in their order. Raises UsageError as `Project.find` does."""
    found: dict[Root, list[Path]] = {}
    roots: dict[Path, Root] = {}  # by folder, because many files of few folders may be named
    for path in paths:
        try:
            folder = _folder_of(path)
            root = roots[folder] = roots.get(folder) or _root_of(folder)
        except OSError as error:
            raise UsageError(f"doclint cannot find the root: {error.strerror}") from error
        found.setdefault(root, []).append(path)
    return found


def _root_of(path: Path) -> Root:
    """Return the root of a file or folder.

    The root is that of the repository or the configuration; or else the working directory, if it contains the folder;
    or else the folder above the `docs` folder of a format; or else the folder itself.
    """
    folder = _folder_of(path)
    found = settings.find_root(folder)
    if found is not None:
        return nested_root(found.resolve())
    here = Path.cwd()
    place = here if folder.is_relative_to(here) else _above_docs_root(folder)
    return Root(place.resolve(), settings.has_settings)


def _folder_of(path: Path) -> Path:
    """Return the folder that a path names or is in. A link is not resolved: its target belongs to the same project."""
    place = Path(os.path.abspath(path))  # noqa: PTH100
    return place if place.is_dir() else place.parent


def _above_docs_root(folder: Path) -> Path:
    roots = set(builtins().docs_folders)
    above = [place.parent for place in (folder, *folder.parents) if place.name in roots]
    return above[-1] if above else folder
