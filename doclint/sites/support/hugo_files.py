"""The files of a Hugo project: its configuration, the themes and modules it uses, and where their folders are mounted.

The facts are those of Hugo 0.168: the chapters "Configure modules" and "Configure languages" of its documentation, and
`config/allconfig` and `modules/collect.go` of its source.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from posixpath import basename, dirname, join, splitext
from typing import Any

from msgspec import Struct

from doclint.errors.grouping import by_key
from doclint.repository.configuration import configuration, strings, tables, text
from doclint.repository.paths import below, shortest
from doclint.repository.repository import Repository
from doclint.sites.support.pages import files_below

SUFFIXES = (".toml", ".yaml", ".yml", ".json")
_NAMES = ("hugo", "config")
_MOST_KEYS = 1_000  # of a table
_MOST_MODULES = 50
_MOST_LANGUAGES = 200
_MOST_PERMALINKS = 10_000
_MOST_MOUNTS = 200  # of a component
_FOLDERS = {  # the settings that name the folders of each component
    "content": ("contentdir",),
    "static": ("staticdir", *(f"staticdir{number}" for number in range(11))),
    "assets": ("assetdir",),
    "layouts": ("layoutdir",),
}


class Mount(Struct, frozen=True):
    """A folder of files, and where Hugo sees it: the path below a component, and a language, or None for all."""

    source: str
    target: str
    language: str | None = None

    def rest(self, path: str) -> str | None:
        """Return what follows the target in a path below the component; None if the path is not below the mount."""
        return below(path, self.target)

    def file(self, path: str) -> str | None:
        """Return the file that a path below the component is; None if the path is not below the mount."""
        rest = self.rest(path)
        return None if rest is None else join(self.source, rest)

    def seen(self, file: str) -> str | None:
        """Return the path below the component that Hugo sees a file at; None if the file is not in the mount."""
        inner = below(file, self.source)
        return None if inner is None else join(self.target, inner)


def setting(found: Any, *keys: str) -> Any:
    """Return a value in nested tables, whose keys match in any case; None if there is none. The keys are lower case.

    Only the first keys of a table are looked at: aliases of YAML can make a small one huge.

    >>> setting({"markup": {"defaultHandler": "x"}}, "markup", "defaulthandler")
    'x'
    """
    for key in keys:
        if not isinstance(found, dict):
            return None
        named = islice(found.items(), _MOST_KEYS)
        found = next((one for name, one in named if isinstance(name, str) and name.lower() == key), None)
    return found


class Files(Struct, frozen=True):
    """Where the files of a project are, and whether it uses themes or modules that the repository does not have.

    A theme has layouts and assets, and a module may have pages as well, as may what cannot be read.
    """

    settings: Mapping[str, Any]
    content: tuple[Mount, ...]
    static: tuple[Mount, ...]
    assets: tuple[Mount, ...]
    layouts: tuple[Mount, ...]
    lacks_themes: bool
    lacks_modules: bool


def _settings_of(repository: Repository, folder: str) -> tuple[Mapping[str, Any], bool]:
    """Return the settings in `hugo.toml` or `config.toml` and in `config`, and whether all could be read.

    Those in `config/production` take precedence over those in `config/_default`: `hugo build` builds for production.
    """
    found: dict[str, Any] = {}
    is_whole = True
    names = [join(folder, name + suffix) for name in _NAMES for suffix in SUFFIXES]
    path = next(filter(repository.is_file, names), None)
    if path is not None:
        stated = configuration(repository, path)
        is_whole = stated is not None
        found.update(stated or {})
    for environment in ("config/production", "config/_default"):
        for name in sorted(repository.listing(join(folder, environment)) or ()):
            if name.endswith(SUFFIXES):
                key = splitext(name)[0]
                table = configuration(repository, join(folder, environment, name))
                is_whole = is_whole and table is not None
                for one, inner in (table or {}).items() if key in _NAMES else [(key, table)]:
                    found.setdefault(one, inner)
    return found, is_whole


def files_of(repository: Repository, folder: str) -> Files:
    """Return where the files of the project in a folder are."""
    settings, is_whole = _settings_of(repository, folder)
    mounts: dict[str, list[Mount]] = {component: [] for component in _FOLDERS}
    replacements = dict(_replacements(settings))
    waiting, seen, lacking = [folder], {folder}, set() if is_whole else {"module"}
    while waiting:
        place = waiting.pop(0)
        own = settings if place == folder else _settings_of(repository, place)[0]
        for component in _FOLDERS:
            mounts[component] += _mounts(place, own, component)
        for kind, name in _modules(own):
            module = _place_of(repository, folder, settings, replacements.get(name, name), name)
            if module is None or len(seen) >= _MOST_MODULES:
                lacking.add(kind)
            elif module not in seen:
                seen.add(module)
                waiting.append(module)
    content, static, assets, layouts = (tuple(found[:_MOST_MOUNTS]) for found in mounts.values())
    return Files(settings, content, static, assets, layouts, "theme" in lacking, "module" in lacking)


def _mounts(place: str, settings: Mapping[str, Any], component: str) -> list[Mount]:
    """Return the mounts of a component: those that the settings state, or else those of its usual folders."""
    stated = list(islice(_stated(place, settings, component), _MOST_MOUNTS))
    if stated:
        return stated
    keys = _FOLDERS[component]
    own = [Mount(_place_below(place, one), "") for key in keys for one in strings(setting(settings, key))]
    of_languages = [
        Mount(_place_below(place, one), "", language)
        for language, table in languages_of(settings).items()
        for key in keys
        for one in strings(setting(table, key))
    ]
    return [*of_languages, *(own or [Mount(_place_below(place, component), "")])]


def languages_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of each language, by its key in lower case, without those that are disabled."""
    languages = setting(settings, "languages")
    found = islice(languages.items(), _MOST_LANGUAGES) if isinstance(languages, dict) else ()
    return {name.lower(): one for name, one in found if isinstance(name, str) and setting(one, "disabled") is not True}


def _stated(place: str, settings: Mapping[str, Any], component: str) -> Iterator[Mount]:
    for mount in tables(setting(settings, "module", "mounts")):
        source, target = setting(mount, "source"), setting(mount, "target")
        inner = below(target, component) if isinstance(target, str) else None
        if isinstance(source, str) and inner is not None:
            languages = strings(setting(mount, "lang")) or strings(setting(mount, "sites", "matrix", "languages"))
            for language in languages or [""]:
                yield Mount(_place_below(place, source), inner, language or None)


def _place_below(place: str, folder: str) -> str:
    return shortest(join(place, folder.strip().lstrip("/"))) if folder.strip() else place


def _modules(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names of the themes and modules of a project, each after which of these it is.

    Modules that only give it assets or data are left out.
    """
    yield from (("theme", name) for name in strings(setting(settings, "theme")))
    for module in tables(setting(settings, "module", "imports")):
        targets = [setting(mount, "target") for mount in tables(setting(module, "mounts"))]
        gives_pages = not targets or any(text(one).lstrip("/").startswith(("content", "layouts")) for one in targets)
        path = setting(module, "path")
        if isinstance(path, str) and gives_pages and setting(module, "disable") is not True:
            yield "module", path


def _replacements(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names of modules that others replace, each with the path or name of that."""
    replaced = setting(settings, "module", "replacements")
    for pair in replaced.split(",") if isinstance(replaced, str) else strings(replaced):
        old, arrow, new = pair.partition("->")
        if arrow:
            yield old.strip(), new.strip()


def _place_of(
    repository: Repository, folder: str, settings: Mapping[str, Any], replacement: str, name: str
) -> str | None:
    """Return the folder of a theme or module; None if the repository does not have it, or only an empty submodule."""
    themes = setting(settings, "themesdir")
    roots = [join(folder, themes if isinstance(themes, str) else "themes"), join(folder, "_vendor")]
    names = [replacement, name, basename(name)]
    places = [shortest(join(root, one.lstrip("/"))) for one in names for root in roots]
    if shortest(roots[0]) == ".." and repository.is_folder("layouts"):
        return ""  # the site of an example in the repository of its theme
    return next((place for place in places if place and repository.listing(place)), None)


def permalinks(settings: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the patterns of the URLs of pages, by section: `/:year/:slug/`."""
    table = setting(settings, "permalinks")
    kinds = [table, *(one for one in table.values() if isinstance(one, dict))] if isinstance(table, dict) else []
    stated = islice((item for kind in kinds for item in kind.items()), _MOST_PERMALINKS)
    texts = ((one.strip("/").lower() for one in item) for item in stated if all(isinstance(one, str) for one in item))
    return dict(islice(by_key((section, pattern) for section, pattern in texts).items(), _MOST_MOUNTS))


def has_pattern(url: str, pattern: str) -> bool:
    """Whether a URL may follow a pattern of permalinks: what tokens stand for is not known.

    >>> has_pattern("blog/2020/one", "blog/:year/:slug"), has_pattern("blog/one", "blog/:year/:slug")
    (True, False)
    """
    parts, expected = url.split("/"), pattern.split("/")
    several = next((number for number, part in enumerate(expected) if ":sections" in part), None)
    if several is not None:
        parts, expected = parts[:several], expected[:several]
    pairs = zip(parts, expected, strict=False)
    return len(parts) == len(expected) and all(":" in pattern or part == pattern for part, pattern in pairs)


def has_hook(repository: Repository, mounts: tuple[Mount, ...], name: str) -> bool:
    """Whether the layouts have a render hook, for the pages of any section: `_markup/render-link.html`."""
    start = f"_markup/{name}"
    return any(
        f"{basename(dirname(path))}/{basename(path)}".startswith(start)
        for mount in mounts
        for path in files_below(repository, mount.source, (".html",))
    )
