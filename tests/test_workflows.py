"""The workflows of this repository on GitHub: what can be checked of them here, and how a release gets its version."""

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from tree import write

from doclint import __version__

HOUSE = Path(__file__).parents[1]
FOLDER = HOUSE / ".github" / "workflows"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yml"))}
WORKFLOWS = {name: yaml.safe_load(text.replace("\non:", '\n"on":')) for name, text in TEXTS.items()}
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = HOUSE / ".ci" / "version.py"
RUN = (HOUSE / ".ci" / "run").read_text(encoding="utf-8")
PARTS = re.findall(r"^# \* (\w+):", RUN, re.MULTILINE)
[BY_DEFAULT] = re.findall(r'^parts="([a-z ]+)"$', RUN, re.MULTILINE)
MATRIX = WORKFLOWS["ci"]["jobs"]["tests"]["strategy"]["matrix"]


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in WORKFLOWS[name]["jobs"].values() for step in job.get("steps", ())]


@pytest.mark.parametrize(
    ("schema", "path"), [("github-workflows", path) for path in FOLDER.glob("*.yml")] + [("dependabot", FOLDER.parent)]
)
def test_files_fit_their_schemas(schema: str, path: Path) -> None:
    path = path / "dependabot.yml" if path.is_dir() else path
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_of_others_are_pinned_by_commit(name: str) -> None:
    used = re.findall(r"uses: (.+)", TEXTS[name])
    assert used
    for use in used:
        assert use.startswith("./") or re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", use)


def test_an_action_has_the_same_commit_everywhere() -> None:
    used = {tuple(use.split("@")) for text in TEXTS.values() for use in re.findall(r"uses: (\S+@.+)", text)}
    assert len(used) == len({action for action, _ in used})


@pytest.mark.parametrize("name", WORKFLOWS)
def test_permissions_are_named_and_few(name: str) -> None:
    assert WORKFLOWS[name]["permissions"] in ({}, {"contents": "read"})
    writes = [job for job in WORKFLOWS[name]["jobs"].values() if "write" in job.get("permissions", {}).values()]
    for job in writes:
        assert not any("run" in step or "checkout" in step["uses"] for step in job["steps"]), "it runs only actions"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_scripts_get_values_only_as_variables(name: str) -> None:
    assert not any("${{" in step.get("run", "") for step in steps(name))
    assert all(
        step["with"]["persist-credentials"] is False for step in steps(name) if "checkout@" in step.get("uses", "")
    )


def test_matrix_begins_with_the_oldest_version_and_has_those_of_the_index() -> None:
    versions = MATRIX["python"]
    assert PROJECT["requires-python"].startswith(f">={versions[0]}")
    shown = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert shown == versions[: len(shown)]
    assert {one.partition("-")[0] for one in MATRIX["os"]} == {"ubuntu", "macos", "windows"}


def test_matrix_runs_every_part_that_runs_by_default() -> None:
    run = [*MATRIX["part"], *(one["part"] for one in MATRIX["include"])]
    assert sorted(part for parts in run for part in parts.split()) == sorted(BY_DEFAULT.split())
    assert set(BY_DEFAULT.split()) == set(PARTS) - {"mutants"}
    assert {one["python"] for one in MATRIX["include"] if one["part"] == "lowest"} == {MATRIX["python"][0]}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_run_what_is_here(name: str) -> None:
    for step in steps(name):
        for script in re.findall(r"(?:^|\s)(\.ci/\w+)", step.get("run", "")):
            assert (HOUSE / script).stat().st_mode & 0o111 or sys.platform == "win32"
        for script in re.findall(r"^python (\S+)$", step.get("run", "")):
            assert (HOUSE / script / "__main__.py").is_file()
        for extra in re.findall(r"\.\[(\w+)\]", step.get("run", "")):
            assert extra in PROJECT["optional-dependencies"]


def test_checks_have_no_unknown_part() -> None:
    done = subprocess.run(["bash", HOUSE / ".ci/run", "nothing"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, f"There is no part nothing: there are {' '.join(PARTS)}\n")


def test_docs_install_the_version_of_this_repository() -> None:
    pattern = runpy.run_path(str(VERSION))["SHOWN"]
    shown = [one for path in (HOUSE / "docs").glob("*.md") for one in pattern.findall(path.read_text(encoding="utf-8"))]
    assert len(shown) > 4
    assert set(shown) == {__version__}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What a release changes."""
    for path in (".ci/version.py", "doclint/__init__.py", "CHANGELOG.md", "pyproject.toml", "docs/gate.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        shutil.copy(HOUSE / path, tmp_path / path)
    return tmp_path


def version(copy: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, str(copy / ".ci/version.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_one_command_writes_the_version_everywhere(copy: Path) -> None:
    assert version(copy, "7.8.9") == (0, "")
    assert '\n__version__ = "7.8.9"\n' in (copy / "doclint/__init__.py").read_text(encoding="utf-8")
    assert re.search(r"\n## Unreleased\n\n## 7\.8\.9 \(.*\)\n\n", (copy / "CHANGELOG.md").read_text(encoding="utf-8"))
    gate = (copy / "docs/gate.md").read_text(encoding="utf-8")
    assert "/doclint@v7.8.9\n" in gate
    assert "doclint==7.8.9\n" in gate
    assert __version__ not in gate


def test_only_what_is_ready_may_be_released(copy: Path) -> None:
    code, message = version(copy, "--check", "v7.8.9")
    assert code == 1
    assert f"The tag of version {__version__} is v{__version__}, not v7.8.9" in message
    version(copy, "7.8.9")
    for owner, code in (("OWNER", 1), ("acme", 0)):
        write(copy, "pyproject.toml", f'[project.urls]\nRepository = "https://github.com/{owner}/doclint"\n')
        assert version(copy, "--check", "v7.8.9")[0] == code


@pytest.mark.parametrize("wrong", [(), ("v1.2.3",), ("1.2",), ("--check",), ("1.2.3", "4.5.6")])
def test_no_other_version_is_written(wrong: tuple[str, ...], copy: Path) -> None:
    assert version(copy, *wrong)[0] == 1


def test_mirror_for_pre_commit_installs_the_package(tmp_path: Path) -> None:
    runpy.run_path(str(HOUSE / ".ci" / "mirror.py"))["main"](tmp_path)
    hooks = ".pre-commit-hooks.yaml"
    assert (tmp_path / hooks).read_bytes() == (HOUSE / hooks).read_bytes()
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == [f"doclint=={__version__}"]
    assert project["requires-python"] == PROJECT["requires-python"]
    assert PROJECT["urls"]["Repository"] in (tmp_path / "README.md").read_text(encoding="utf-8")
