"""The commands that manifests of a repository define by name: scripts of `package.json`, targets of a Makefile.

What a manifest says follows the manuals of npm, GNU make ("Writing Rules"), just, Task, Composer, Docker Compose,
Cargo ("Cargo Targets", "Workspaces"), tox 4 ("Generative environments") and nox.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from posixpath import dirname, join
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.manifests import manifests, nearest
from doclint.repository.configuration import configuration, strings, table, tables, text, value
from doclint.repository.repository import Repository, remembered

_LARGEST = 1_000_000  # bytes of a Makefile or a justfile
_MOST = 2_000  # manifests of a sort in a repository
_CONTINUED = expression(r"\\\r?\n[ \t]*+")
_TARGETS = expression(r"^(?![ \t#.])(?P<targets>[^:=#\n]*+)(?<![!?+]):(?![:=]*+=)", re.MULTILINE)
_PHONY = expression(r"^\.PHONY[ \t]*+:(?P<names>[^#\n]*+)", re.MULTILINE)
# What makes targets that the text does not name: other files, patterns, variables, a rule for everything.
_OPEN_MAKEFILE = expression(
    r"^[ \t]*+(?:-|s)?include\b|\$[({]eval\b|^\.DEFAULT[ \t]*+:"
    r"|^(?![\t#])[^:=#\n%$]*+[%$][^:=\n]*+:(?![:=]*+=)",
    re.MULTILINE,
)
_BUILDERS = ("CMakeLists.txt", "Makefile.am", "Makefile.in", "configure", "configure.ac")
_RECIPE = expression(
    r"^@?+(?P<name>[A-Za-z_][\w-]*+)(?:[ \t](?:\"[^\"\n]*+\"|'[^'\n]*+'|[^:\n\"'])*+)?+:(?!=)", re.MULTILINE
)
_ALIAS = expression(r"^alias[ \t]++(?P<name>[A-Za-z_][\w-]*+)[ \t]*+:=", re.MULTILINE)
# What says which programs a package of JavaScript can run: its dependencies, and its own.
_BRINGS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "bin")
_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")
# Where Cargo finds targets that a manifest does not name.
_FOLDERS = {"bin": "src/bin", "example": "examples", "test": "tests", "bench": "benches"}
_BRACES = expression(r"\{(?P<several>[^{}\n]*+)\}")
_LISTED = expression(r"[,\s]++(?![^{}]*+\})")
# What a line of an environment needs: `lint: ruff`, `!docs,py311: pytest`.
_CONDITION = expression(r"^[ \t]*+(?P<factors>[\w.!,{}-]++):(?=[ \t])", re.MULTILINE)
_PYTHONS = frozenset(
    [*("py", "py2", "py3", "pypy", "pypy3"), *(f"{one}{n}" for one in ("py3", "pypy3") for n in range(6, 20))]
)
_MOST_ENVIRONMENTS = 1_000  # that braces stand for
_SESSION = expression(
    r"^@(?:nox\.)?session\b(?P<arguments>\([^()]*+\))?+[^\n]*+\n(?:[@ \t)][^\n]*+\n)*+def (?P<name>\w++)", re.MULTILINE
)
_NAMED_SESSION = expression(r"\bname[ ]*+=[ ]*+[\"'](?P<name>[^\"'\n]++)[\"']")
# Sessions that are made by calls, imported, or by decorators of the project.
_OPEN_NOXFILE = expression(
    r"^(?!@)[^#\n]*?\bsession\(|\bimport[ ]++\*|\bglobals\(|^@(?!(?:nox\.)?(?:session|parametrize)\b)", re.MULTILINE
)
_OPEN_JUSTFILE = expression(r"^(?:import|mod)\??+[ \t]|^set[ \t]++fallback\b", re.MULTILINE)


class Scripts(NamedTuple):
    """A manifest by its path from the root, the names that it defines, whether it can run no others, and what programs
    of its dependencies may be called: the parts of their names.
    """

    path: str
    names: frozenset[str]
    is_complete: bool = True
    programs: frozenset[str] = frozenset()


class Runner(Struct, frozen=True):
    """A program that runs what a manifest defines: the names that such a file can have, and what reads one.

    `is_shared` says that a manifest can run what any other one in the repository defines.
    """

    files: tuple[str, ...]
    read: Callable[[Repository, str], Scripts]
    is_shared: bool = False


def nearest_scripts(repository: Repository, runner: Runner, folders: Iterable[str]) -> Scripts | None:
    """Return what the manifest in the first of some folders defines that has one, in it or above; None if none has."""
    return nearest(all_scripts(repository, runner), folders)


@remembered
def all_scripts(repository: Repository, runner: Runner) -> Mapping[str, Scripts]:
    """Return what all manifests of a runner define, by the folder that they are in."""
    found: dict[str, Scripts] = {}
    for path in manifests(repository, *runner.files, most=_MOST):
        scripts = runner.read(repository, path)
        folder = "" if runner.is_shared else dirname(path)
        other = found.get(folder)
        if other is not None:
            is_complete, programs = other.is_complete and scripts.is_complete, other.programs | scripts.programs
            scripts = Scripts(other.path, other.names | scripts.names, is_complete, programs)
        found[folder] = scripts
    return found


def _of_text(read: Callable[[str, Repository, str], Scripts], repository: Repository, path: str) -> Scripts:
    """Return what a manifest defines by its text, its continued lines joined; nothing certain if that is unreadable."""
    data = repository.page(path)
    if data is None or len(data) > _LARGEST:
        return Scripts(path, frozenset(), is_complete=False)
    return read(_CONTINUED.sub(" ", data.decode(errors="replace")), repository, path)


def _makefile(text: str, repository: Repository, path: str) -> Scripts:
    matches = [*(match["targets"] for match in _TARGETS.finditer(text)), *_PHONY.findall(text)]
    is_made = bool(repository.names_among(_BUILDERS, dirname(path)))
    names = frozenset(name for match in matches for name in match.split())
    return Scripts(path, names, not is_made and _OPEN_MAKEFILE.search(text) is None)


def _justfile(text: str, _: Repository, path: str) -> Scripts:
    names = frozenset([*_RECIPE.findall(text), *_ALIAS.findall(text)])
    return Scripts(path, names, _OPEN_JUSTFILE.search(text) is None)


def _tox(text: str, _: Repository, path: str) -> Scripts:
    """Return the environments of a `tox.ini`, and the factors that environments are made of."""
    from configparser import Error, RawConfigParser

    parser = RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(text)
    except Error:
        return Scripts(path, frozenset(), is_complete=False)
    sections = [one.partition(":")[2] for one in parser.sections() if one.startswith("testenv:")]
    listed = [parser.get("tox", key, fallback="") or "" for key in ("envlist", "env_list")]
    values = (value or "" for section in parser.sections() for value in parser[section].values())
    conditions = (one for value in values for one in _CONDITION.findall(value))
    texts = [*sections, *listed, *(one.replace("!", "") for one in conditions)]
    names = {name for text in texts for name in _expanded(text)}
    factors = {factor for name in names for factor in name.split("-")}
    return Scripts(path, frozenset(names | factors | _PYTHONS), len(names) < _MOST_ENVIRONMENTS)


def _expanded(text: str) -> Iterator[str]:
    """Yield the environments of a list, at most 1,000: `py{310,311}-{a,b}, lint`."""
    waiting = _LISTED.split(text)[::-1]
    for _ in range(_MOST_ENVIRONMENTS):
        if not waiting:
            return
        one = waiting.pop()
        braces = _BRACES.search(one)
        if braces is None:
            yield one
        else:
            parts = braces["several"].split(",")
            waiting += (f"{one[: braces.start()]}{part.strip()}{one[braces.end() :]}" for part in parts)


def _nox(text: str, _: Repository, path: str) -> Scripts:
    found = [*_SESSION.finditer(text)]
    named = (_NAMED_SESSION.search(one["arguments"] or "") for one in found)
    names = {*(one["name"] for one in found), *(one["name"] for one in named if one)}
    return Scripts(path, frozenset(names), _OPEN_NOXFILE.search(text) is None)


def _from_tables(keys: tuple[str, ...], opening: tuple[str, ...], repository: Repository, path: str) -> Scripts:
    """Return the keys of a table in a manifest, and the aliases in its values; one of `opening` makes it incomplete."""
    found = configuration(repository, path)
    names = table(found, *keys)
    aliases = (alias for one in names.values() for alias in strings(value(one, "aliases")))
    is_open = found is None or any(key in found for key in opening) or any("*" in str(name) for name in names)
    return Scripts(path, frozenset(map(str, (*names, *aliases))), not is_open)


def _package(repository: Repository, path: str) -> Scripts:
    found = configuration(repository, path)
    brought = {str(name) for key in _BRINGS for name in table(found, key)}
    parts = frozenset(part for name in brought for one in name.split("/") for part in (one, *one.strip("@").split("-")))
    own = _from_tables(("scripts",), (), repository, path)
    is_maker = "projen" in table(found, "peerDependencies")  # pages are about the projects that it makes, too
    return own._replace(programs=parts, is_complete=own.is_complete and not is_maker)


def _crate(kind: str, repository: Repository, path: str) -> Scripts:
    """Return the targets of a kind in a manifest of Cargo, or for `package` the packages that it names."""
    found, folder = configuration(repository, path), dirname(path)
    name = text(value(found, "package", "name"))
    names = {text(one.get("name")) for one in tables(value(found, kind))}
    if kind == "package":
        places = (found, value(found, "workspace"), *table(found, "target").values())
        names.update(str(key) for place in places for kind in _DEPENDENCIES for key in table(place, kind))
    else:
        names.update(one.removesuffix(".rs") for one in repository.listing(join(folder, _FOLDERS[kind])) or ())
    if kind == "package" or (kind == "bin" and repository.is_file(join(folder, "src/main.rs"))):
        names.add(name)
    members = (join(folder, one) for one in strings(value(found, "workspace", "members")) if "*" not in one)
    is_complete = found is not None and "{" not in name and all(map(repository.is_folder, members))
    return Scripts(path, frozenset(names), is_complete)


RUNNERS: Mapping[str, Runner] = {
    "npm": Runner(("package.json",), _package),
    "make": Runner(("GNUmakefile", "Makefile", "makefile"), partial(_of_text, _makefile)),
    "just": Runner(("justfile", "Justfile", ".justfile"), partial(_of_text, _justfile)),
    "task": Runner(
        ("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"),
        partial(_from_tables, ("tasks",), ("includes",)),
    ),
    "docker compose": Runner(
        ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml", "docker-compose.override.yml"),
        partial(_from_tables, ("services",), ("include",)),
    ),
    "tox": Runner(("tox.ini",), partial(_of_text, _tox)),
    "nox": Runner(("noxfile.py",), partial(_of_text, _nox)),
    "composer": Runner(("composer.json",), partial(_from_tables, ("scripts",), ())),
    **{
        f"cargo {kind}": Runner(("Cargo.toml",), partial(_crate, kind), is_shared=True)
        for kind in ("package", *_FOLDERS)
    },
}
"""The programs whose manifests are read, by the name of each."""
