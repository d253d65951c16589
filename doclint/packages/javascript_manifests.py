"""The packages of JavaScript in a repository, as their manifests (`package.json`) describe them.

Workspaces are those of npm and Yarn (`workspaces` in `package.json`), pnpm (`pnpm-workspace.yaml`), Lerna
(`lerna.json`) and Rush (`rush.json`). Which files a package offers follows Node.js (Modules: Packages, "Package entry
points") and the older fields of bundlers and TypeScript beside it.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from json import dumps
from posixpath import join, normpath
from typing import Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.repository.configuration import configuration
from doclint.repository.globs import MAGIC, folders_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.languages.javascript_literals import ObjectLiteral, commented_json

_MOST_PACKAGES = 2_000
_MOST_FOLDERS = 5_000  # folders that a pattern of workspaces may lead through
_MOST_PATTERNS = 50  # of workspaces, with wildcards
_LONGEST_PATTERN = 300
_MOST_ENTRIES = 5_000  # that a manifest lists
_MOST_TARGETS = 200  # of one entry point
_LONGEST = 4_096  # characters of a path
_DEEPEST = 4  # folders that `**` stands for
_NAME = expression(r"(?:@[\w.~-]{1,200}/)?[\w.~-]{1,200}\Z")
_ITEM = rb"[ \t]*+-[ \t]++(?:'([^'\n]*+)'|\"([^\"\\\n]*+)\"|([\w./][\w./*-]*+))"
_ITEM_OF_PNPM = expression(rb"^" + _ITEM, re.MULTILINE)
_LIST_OF_PNPM = expression(
    rb"^packages:[ \t]*+\r?\n(?P<items>(?:(?:" + _ITEM + rb")?+[ \t]*+(?:#[^\n]*+|\r?+)\n)++)(?![\s-])", re.MULTILINE
)
# Folders whose packages no one imports: material of tests and tools, and what was installed.
_NOT_OWN = expression(
    r"(?:node_modules|bower_components|vendor|third[-_]party|.*fixtures?|tests?|__tests__|e2e|examples?|samples?|"
    r"templates?|benchmarks?|playgrounds?|integration|\..*)\Z"
)
_FIELDS = ("main", "module", "browser", "react-native", "types", "typings", "source", "jsnext:main", "es2015")
_OF_BUNDLERS = ("module", "jsnext:main", "es2015")
_NO_CODE = (".css", ".scss", ".sass", ".less", ".map", ".md", ".html", ".flow")


class Manifest(Struct, frozen=True):
    """The manifest of a package: its name, its folder from the root of the repository, and what it says."""

    name: str
    folder: str
    data: Mapping[str, Any]

    @property
    def has_subpaths(self) -> bool:
        """Whether the package has only those subpaths that its manifest lists."""
        return self.data.get("exports") is not None

    @property
    def is_pure(self) -> bool:
        """Whether the package consists of ECMAScript modules only, so that none can be imported as a whole."""
        targets = self.targets(".")
        is_module = self.data.get("type") == "module"
        code = [target for target in targets if not target.endswith((".d.ts", ".d.mts"))]
        return bool(code) and all(one.endswith(".mjs") or (is_module and not one.endswith(".cjs")) for one in code)

    def subpaths(self) -> list[str]:
        """Return the subpaths that the manifest lists in full, as they are imported: `name`, `name/sub`."""
        exports = self.data.get("exports")
        keys = [key for key in exports if key[:1] == "." and "*" not in key] if isinstance(exports, dict) else []
        return [self.name + key[1:] for key in keys] or [self.name]

    def may_have(self, subpath: str) -> bool:
        """Whether a package may have a subpath: it does not list them, or the manifest names this one anywhere, such as
        in the list of a tool that writes `exports`.
        """
        if not self.has_subpaths or _matching(self.data["exports"], subpath):
            return True
        return dumps(subpath) in dumps(self.data) or dumps(subpath[2:]) in dumps(self.data.get("typesVersions"))

    def targets(self, subpath: str) -> tuple[str, ...]:
        """Return all files, relative to the folder, that a subpath (`.` or `./sub`) leads to under some condition.

        There are none if the manifest does not list it. Files that have no code are left out.
        """
        found: list[str] = []
        published = self.data.get("publishConfig")
        for data in (self.data, published if isinstance(published, dict) else {}):
            exports = data.get("exports")
            if exports is not None:
                found += _matching(exports, subpath)
            if subpath == ".":
                found += [value for field in _FIELDS if isinstance(value := data.get(field), str)]
        if subpath == "." and not any(one in self.data for one in ("main", "exports", *_OF_BUNDLERS)):
            found.append("index.js")
        shortest = (normpath(one) for one in found if not one.endswith(_NO_CODE))
        return tuple(dict.fromkeys(one for one in shortest if not one.startswith(("../", "/"))))[:_MOST_TARGETS]


@remembered
def manifests(repository: Repository) -> dict[str, Manifest]:
    """Return the manifests of the repository's own packages by name: those of its workspaces and of its top folders.

    Of several packages of one name the one counts that is not private; if there are several of these, none does. They
    are looked up once.
    """
    tops = ["", *repository.folders("")]
    roots = [folder for folder in tops if not _is_left_out(folder) and repository.names_among(_TOOLS, folder)]
    folders = dict.fromkeys(one for root in roots for one in (root, *_workspaces(repository, root)))
    every = (manifest_at(repository, folder) for folder in islice(folders, _MOST_PACKAGES))
    found = by_key((one.name, one) for one in every if one is not None)
    chosen = {name: [one for one in same if not one.data.get("private")] or same for name, same in found.items()}
    return {name: same[0] for name, same in chosen.items() if len(same) == 1}


def manifest_at(repository: Repository, folder: str) -> Manifest | None:
    """Return the manifest in a folder; None if there is none, or if it has no name that can be imported."""
    data = json_at(repository, join(folder, "package.json"))
    name = data.get("name")
    return Manifest(name, folder, data) if isinstance(name, str) and _NAME.match(name) else None


def json_at(repository: Repository, path: str) -> Mapping[str, Any]:
    """Return the table that a file has in JSON; an empty one if there is none or it cannot be read."""
    return (configuration(repository, path) if repository.is_file(path) else None) or {}


def commented_json_at(repository: Repository, path: str) -> ObjectLiteral:
    """Return the table that a file has in JSON with comments; an empty one as for `json_at`."""
    return commented_json((repository.page(path) if repository.is_file(path) else None) or b"")


_TOOLS = ("package.json", "pnpm-workspace.yaml", "lerna.json", "rush.json")


def _is_left_out(path: str) -> bool:
    return any(_NOT_OWN.match(part) for part in path.lower().split("/"))


def _workspaces(repository: Repository, root: str) -> Iterator[str]:
    """Yield the folders of the packages that belong to the workspaces of a folder."""
    different = dict.fromkeys(one for one in _patterns(repository, root) if len(one) <= _LONGEST_PATTERN)
    plain = [one for one in different if not MAGIC.search(one)]
    patterns = [*plain, *[one for one in different if MAGIC.search(one)][:_MOST_PATTERNS]]
    left_out = {
        folder for pattern in patterns if pattern.startswith("!") for folder in _folders(repository, root, pattern[1:])
    }
    for pattern in patterns:
        if not pattern.startswith("!"):
            for folder in _folders(repository, root, pattern):
                inside = folder[len(root) :].strip("/")
                if folder not in left_out and not _is_left_out(inside):
                    yield folder


def _patterns(repository: Repository, root: str) -> Iterator[str]:
    there = repository.names_among(_TOOLS, root)
    if "package.json" in there:
        workspaces = json_at(repository, join(root, "package.json")).get("workspaces")
        yield from _texts(workspaces.get("packages") if isinstance(workspaces, dict) else workspaces)
    if "pnpm-workspace.yaml" in there:
        yield from _patterns_of_pnpm(repository, join(root, "pnpm-workspace.yaml"))
    if "lerna.json" in there:
        yield from _texts(json_at(repository, join(root, "lerna.json")).get("packages"))
    if "rush.json" in there:
        projects = commented_json_at(repository, join(root, "rush.json")).get("projects")
        folders = (one.get("projectFolder") for one in projects if isinstance(one, dict)) if projects else ()
        yield from _texts(list(folders))


def _patterns_of_pnpm(repository: Repository, path: str) -> list[str]:
    """Return the patterns of pnpm. A plain list is read without PyYAML, whose import takes long."""
    match = _LIST_OF_PNPM.search((repository.page(path) or b"") + b"\n")
    if match is None:
        return _texts((configuration(repository, path) or {}).get("packages"))
    return [b"".join(item).decode(errors="replace") for item in _ITEM_OF_PNPM.findall(match["items"])]


def _texts(value: Any) -> list[str]:
    return [one for one in value[:_MOST_PACKAGES] if isinstance(one, str)] if isinstance(value, list) else []


def _folders(repository: Repository, root: str, pattern: str) -> list[str]:
    return folders_matching(repository, root, pattern, deepest=_DEEPEST, most=_MOST_FOLDERS).folders


def _matching(exports: Any, subpath: str) -> list[str]:
    """Return what `exports` has for a subpath, under all conditions."""
    if not isinstance(exports, dict) or not any(key[:1] == "." for key in exports):
        return _leaves(exports) if subpath == "." else []
    if len(exports) > _MOST_ENTRIES:
        return []
    if subpath in exports:
        return _leaves(exports[subpath])
    found: tuple[str, str] | None = None
    for key in exports:
        start, star, end = key.partition("*")
        if star and len(subpath) > len(start) + len(end) and subpath.startswith(start) and subpath.endswith(end):
            if found is None or len(start) > len(found[0].partition("*")[0]):
                found = key, subpath[len(start) : len(subpath) - len(end)]
        elif key.endswith("/") and subpath.startswith(key) and found is None:
            return [target + subpath[len(key) :] for target in _leaves(exports[key]) if target.endswith("/")]
    return [_filled(target, found[1]) for target in _leaves(exports[found[0]])] if found else []


def _filled(target: str, part: str) -> str:
    """Return a target with a part of a subpath for each star, unless that is too long for a path."""
    return target.replace("*", part) if len(target) + target.count("*") * len(part) <= _LONGEST else target


def _leaves(value: Any) -> list[str]:
    found: list[str] = []
    waiting = [value]
    while waiting and len(found) < _MOST_TARGETS:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            waiting += reversed(one.values())
        elif isinstance(one, list):
            waiting += reversed(one)
    return found
