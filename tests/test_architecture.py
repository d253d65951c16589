"""Imports go one way, and the top level stays small."""

import ast
import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
PACKAGE = HOUSE / "doclint"

# From the ground up: a package imports only from itself and from those before it.
FLOORS = [
    {"errors"},
    {"markdown"},
    {"code"},
    {"repository"},
    {"formats", "sites", "packages"},
    {"page"},
    {"rule"},
    {"config"},
    {"engine"},
    {"output"},
    {"api", "testing"},
    {"server"},
    {"cli"},
    {"__main__", "__init__"},
]
FLOOR_OF = {package: floor for floor, packages in enumerate(FLOORS) for package in packages}
PARSERS = {"pyromark", "mistune"}


def modules(folder: str) -> dict[str, Path]:
    """Return the modules below a folder by their names: `doclint.page.links`."""
    paths = {path.relative_to(HOUSE).with_suffix("").parts: path for path in sorted((HOUSE / folder).rglob("*.py"))}
    return {".".join(parts).removesuffix(".__init__"): path for parts, path in paths.items()}


def imported(path: Path) -> set[str]:
    """Return the names that a module imports, wherever in it, and the modules that they come from."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def package(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


DOCLINT = modules("doclint")
RULES = modules("rules")


@pytest.mark.parametrize("path", DOCLINT.values(), ids=DOCLINT)
def test_packages_import_only_from_below(path: Path) -> None:
    others = {name.split(".")[1] for name in imported(path) if name.startswith("doclint.")} & FLOOR_OF.keys()
    above = {other for other in others - {package(path)} if FLOOR_OF[other] >= FLOOR_OF[package(path)]}
    assert above == set(), "only packages on lower floors may be imported"


def test_no_modules_import_each_other() -> None:
    graph = {name: imported(path) & DOCLINT.keys() - {"doclint"} for name, path in DOCLINT.items() if name != "doclint"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1]))


def test_top_level_is_small() -> None:
    # The marker for type checkers holds nothing to find one's way in.
    entries = {path.name for path in PACKAGE.iterdir()} - {"__pycache__", "py.typed"}
    assert len(entries) <= 18, sorted(entries)


def test_no_two_classes_share_a_name() -> None:
    classes = Counter(
        node.name
        for path in DOCLINT.values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []


@pytest.mark.parametrize("path", [path for path in DOCLINT.values() if path.name == "__init__.py"], ids=package)
def test_packages_load_nothing_by_themselves(path: Path) -> None:
    assert path.parent == PACKAGE or path.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("path", DOCLINT.values(), ids=DOCLINT)
def test_engine_knows_no_rule(path: Path) -> None:
    assert not any(name.split(".")[0] in ("rules", "doclint_rules") for name in imported(path))


@pytest.mark.parametrize("path", DOCLINT.values(), ids=DOCLINT)
def test_only_the_parsers_import_a_markdown_library(path: Path) -> None:
    if package(path) != "markdown":
        assert not {name.split(".")[0] for name in imported(path)} & PARSERS


@pytest.mark.parametrize("path", (DOCLINT | RULES).values(), ids=DOCLINT | RULES)
def test_only_git_runs_another_program(path: Path) -> None:
    assert "subprocess" not in imported(path) or path == PACKAGE / "repository" / "git.py"


@pytest.mark.parametrize("path", RULES.values(), ids=RULES)
def test_rules_keep_no_caches(path: Path) -> None:
    assert not imported(path) & {"functools.cache", "functools.lru_cache"}


@pytest.mark.parametrize("path", RULES.values(), ids=RULES)
def test_rules_read_no_files_and_no_configuration(path: Path) -> None:
    names = imported(path)
    assert not names & {"pathlib", "os", "io"}
    assert not {name.split(".")[1] for name in names if name.startswith("doclint.")} & {
        "config",
        "engine",
        "output",
        "cli",
    }


def test_map_of_the_house_has_all_packages() -> None:
    text = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = text.partition("doclint/            ")[2].partition("\nrules/")[0]
    here = {package(path) for path in DOCLINT.values()} - {"__init__", "__main__"}
    named = {name for line in shown.splitlines()[1:] for name in re.findall(r"\w+", line[:20]) if line[3] != " "}
    assert named == here
