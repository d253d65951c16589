"""Imports go one way, and the top level stays small."""

import ast
import re
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from inspect import isclass, isroutine
from pathlib import Path

import pytest

from doclint import kit

HOUSE = Path(__file__).parents[1]
PACKAGE = HOUSE / "doclint"

# From the ground up: a package imports only from itself and from those before it.
FLOORS = [
    {"errors"},
    {"markdown"},
    {"source"},
    {"repository"},
    {"formats", "sites", "packages"},
    {"page"},
    {"rule"},
    {"kit"},
    {"config"},
    {"engine"},
    {"output"},
    {"api", "testing"},
    {"server"},
    {"mcp"},
    {"cli"},
    {"__main__", "__init__"},
]
FLOOR_OF = {package: floor for floor, packages in enumerate(FLOORS) for package in packages}
PARSERS = {"pyromark", "mistune"}


def modules(folder: str) -> dict[str, Path]:
    """Return the modules below a folder by their names: `doclint.page.links`."""
    paths = {path.relative_to(HOUSE).with_suffix("").parts: path for path in sorted((HOUSE / folder).rglob("*.py"))}
    return {".".join(parts).removesuffix(".__init__"): path for parts, path in paths.items()}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the names that a module and its stub import, wherever in them, and the modules that they come from."""
    names: set[str] = set()
    stub = path.with_suffix(".pyi")
    for node in (*nodes(path), *(nodes(stub) if stub.exists() else ())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def package(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


DOCLINT = modules("doclint")
RULES = modules("rules")


def test_packages_import_only_from_below() -> None:
    above = {}
    for name, path in DOCLINT.items():
        others = {other.split(".")[1] for other in imported(path) if other.startswith("doclint.")} & FLOOR_OF.keys()
        above[name] = {other for other in others - {package(path)} if FLOOR_OF[other] >= FLOOR_OF[package(path)]}
    assert {name: others for name, others in above.items() if others} == {}, "only lower floors may be imported"


def test_no_modules_import_each_other() -> None:
    graph = {name: imported(path) & DOCLINT.keys() - {"doclint"} for name, path in DOCLINT.items() if name != "doclint"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1]))


def test_top_level_is_small() -> None:
    # What type checkers read holds nothing to find one's way in.
    entries = {path.name for path in PACKAGE.iterdir()} - {"__init__.pyi", "__pycache__", "py.typed"}
    assert len(entries) <= 20, sorted(entries)


def test_no_two_classes_share_a_name() -> None:
    classes = Counter(node.name for path in DOCLINT.values() for node in nodes(path) if isinstance(node, ast.ClassDef))
    assert [name for name, count in classes.items() if count > 1] == []


def test_packages_load_nothing_by_themselves() -> None:
    lazy = (PACKAGE, PACKAGE / "kit")
    packages = [path for path in DOCLINT.values() if path.name == "__init__.py" and path.parent not in lazy]
    assert [path for path in packages if path.read_text(encoding="utf-8")] == []


def importers(modules: dict[str, Path], *names: str) -> set[str]:
    """Return which of some modules import one of the names, or something of it."""
    return {
        module
        for module, path in modules.items()
        if any(f"{one}.".startswith(f"{name}.") for one in imported(path) for name in names)
    }


def test_engine_knows_no_rule() -> None:
    assert importers(DOCLINT, "rules", "doclint_rules") == set()


def test_only_the_parsers_import_a_markdown_library() -> None:
    assert {package(DOCLINT[name]) for name in importers(DOCLINT, *PARSERS)} == {"markdown"}


def test_only_git_runs_another_program() -> None:
    assert importers(DOCLINT | RULES, "subprocess") == {"doclint.repository.git"}


def inner_imports(path: Path) -> set[str]:
    """Return the modules that a rule, and what it shares with others of its package, import from within doclint."""
    inner, waiting, seen = set[str](), [path], set[Path]()
    while waiting:
        seen.add(one := waiting.pop())
        for node in ast.walk(ast.parse(one.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                waiting += {path.with_name(f"{node.module}.py")} - seen
            elif isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("doclint."):
                inner |= {node.module or ""}
    return {name for name in inner if name != "doclint" and not f"{name}.".startswith("doclint.kit.")}


def test_most_rules_need_the_kit_alone() -> None:
    rules = [path for name, path in RULES.items() if not name.startswith("rules._") and name != "rules"]
    assert len(rules) - sum(bool(inner_imports(path)) for path in rules) >= 100


def test_kit_is_small_and_documented() -> None:
    assert len(kit.__all__) <= 80
    modules = {name.rpartition(".")[2] for name in DOCLINT if name.startswith("doclint.kit.")}
    assert not modules.intersection(kit.__all__), "a module that is loaded hides the name"
    values = {name: getattr(kit, name) for name in kit.__all__}
    documented = {name: value for name, value in values.items() if isroutine(value) or isclass(value)}
    assert [name for name, value in documented.items() if not (value.__doc__ or "").strip()] == []


def test_rules_keep_no_caches() -> None:
    assert importers(RULES, "functools.cache", "functools.lru_cache") == set()


def test_rules_read_no_files_and_no_configuration() -> None:
    above = ("doclint.config", "doclint.engine", "doclint.output", "doclint.cli")
    assert importers(RULES, "pathlib", "os", "io", *above) == set()


def test_map_of_the_house_has_all_packages() -> None:
    text = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = text.partition("doclint/            ")[2].partition("\nrules/")[0]
    here = {package(path) for path in DOCLINT.values()} - {"__init__", "__main__"}
    named = {name for line in shown.splitlines()[1:] for name in re.findall(r"\w+", line[:20]) if line[3] != " "}
    assert named == here
