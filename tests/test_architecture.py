"""Imports go one way."""

import ast
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]

# From the ground up: a module imports only from its own room and from those below.
ROOMS = [
    {"version", "errors", "source", "suggest", "languages", "globs", "storage", "questions"},
    {"store", "facts"},
    {"nodes", "encoding", "anchors", "validation", "limits"},
    {"markdown"},
    {"document"},
    {"symbols"},
    {"repository", "suppress"},
    {"formats", "evidence"},
    {"reading"},
    {"page"},
    {"rule", "targets", "proof"},
    {"problem"},
    {"lint", "registry", "manual", "causes"},
    {"corpus"},
    {"fix", "verdict"},
    {"shard"},
    {"config", "testing", "local", "words"},
    {"settings"},
    {"selection", "overview"},
    {"starter"},
    {"project", "files", "report", "documents", "judge"},
    {"stamp", "workers"},
    {"cache"},
    {"run", "repair", "mending", "merge", "changes"},
    {"schemas"},
    {"output"},
    {"exemptions", "scope", "baseline"},
    {"session"},
    {"api"},
    {"cli"},
    {"__main__", "__init__"},
]
FLOORS = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
PARSERS = {"pyromark", "mistune"}


def modules(folder: str) -> list[Path]:
    return sorted((HOUSE / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names if node.module == "doclint")
    return names


def room(path: Path) -> str:
    return path.relative_to(HOUSE / "doclint").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules("doclint"), ids=lambda path: path.relative_to(HOUSE).as_posix())
def test_module_imports_only_from_below(path: Path) -> None:
    floor = FLOORS[room(path)]
    for name in imported(path):
        if name.startswith("doclint."):
            other = name.split(".")[1]
            assert other == room(path) or FLOORS[other] <= floor, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", modules("doclint"), ids=lambda path: path.relative_to(HOUSE).as_posix())
def test_engine_knows_no_rule(path: Path) -> None:
    assert not any(name.split(".")[0] in ("rules", "doclint_rules") for name in imported(path))


@pytest.mark.parametrize("path", modules("doclint"), ids=lambda path: path.relative_to(HOUSE).as_posix())
def test_only_the_engines_import_a_parser(path: Path) -> None:
    if room(path) != "markdown":
        assert not {name.split(".")[0] for name in imported(path)} & PARSERS


@pytest.mark.parametrize("path", modules("doclint") + modules("rules"), ids=lambda path: path.name)
def test_only_changes_runs_another_program(path: Path) -> None:
    assert "subprocess" not in imported(path) or path.name == "changes.py"


@pytest.mark.parametrize("path", modules("rules"), ids=lambda path: path.name)
def test_rules_read_no_files_and_no_configuration(path: Path) -> None:
    forbidden = {
        "pathlib",
        "os",
        "io",
        "doclint.config.schema",
        "doclint.engine.run",
        "doclint.repository.discovery",
        "doclint.cli",
        "doclint.output",
    }
    assert not imported(path) & forbidden


def test_map_of_the_house_has_all_modules() -> None:
    text = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = text.partition("doclint/            ")[2].partition("\nrules/")[0]
    here = {room(path) for path in modules("doclint")} - {"__init__", "__main__", "version"}
    assert here - set(re.findall(r"\w+", shown)) == set()
    named = {name for line in shown.splitlines()[1:] for name in re.findall(r"\w+", line[2:20])}
    assert named - here == set()
