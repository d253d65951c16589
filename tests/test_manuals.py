"""The documents show what happens, and what they list is made of the code."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from transcript import replay

from doclint.cli.main import run_cli
from doclint.config import show as overview
from doclint.config.schema import FolderConfig, keys
from doclint.output import schemas
from doclint.repository.exclusions import default_groups
from doclint.repository.instructions import conventions
from doclint.sites.other import Other, generators
from doclint.sites.registry import installed

DOCS = Path(__file__).parents[1] / "docs"


def test_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert replay(DOCS / "baseline.md", capsys) > 8


def test_file_has_the_form_that_the_manual_of_the_baseline_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guide.md").write_text("[a](a.md)\n", encoding="utf-8")
    assert run_cli(["baseline", "write"]) == 0
    shown = re.search(r"```json\n([\s\S]*?)```", (DOCS / "baseline.md").read_text(encoding="utf-8"))
    assert shown is not None
    written = (tmp_path / "doclint-baseline.json").read_text(encoding="utf-8")
    assert re.sub("[0-9a-f]{20}", "…", written) == re.sub("[0-9a-f]{20}", "…", shown[1])


def test_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert replay(DOCS / "command-line.md", capsys) > 6


def test_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    text = (DOCS / "configuration.md").read_text(encoding="utf-8")
    files = re.findall(r"`([\w/.-]+)`:\n\n```(?:toml|python)\n([\s\S]*?)```", text)
    for name, content in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert len(files) > 3
    assert replay(DOCS / "configuration.md", capsys) > 3


def test_causes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "causes.md").read_text(encoding="utf-8")
    for name, content in re.findall(r"`([\w.]+)`:\n\n```(?:toml|python)\n([\s\S]*?)```", text):
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert replay(DOCS / "causes.md", capsys) > 8


def test_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert replay(DOCS / "claims.md", capsys) > 4


def test_trend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert replay(DOCS / "trend.md", capsys) > 8
    assert (tmp_path / "trend.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
def test_history_of_a_trend_from_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    subprocess.run(["git", "init", "--quiet"], check=True)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for links in ["", "[a](a.md)\n", "[a](a.md) [b](b.md)\n"]:
        (root / "README.md").write_text(f"# Title\n\n{links}", encoding="utf-8")
        subprocess.run([*git, "add", "README.md"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--message", "Write"], check=True)
    loop = re.search(r"```sh\n([\s\S]*?)```", (DOCS / "trend.md").read_text(encoding="utf-8"))
    assert loop is not None
    subprocess.run(["sh", "-ec", loop[1]], check=True, capture_output=True)
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((tmp_path / "trend").glob("*.json"))]
    assert [report["summary"]["findings"] for report in reports] == [0, 1, 2]
    assert len({report["revision"] for report in reports}) == 3
    assert (tmp_path / "trend" / "trend.html").exists()


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
@pytest.mark.parametrize(
    ("manual", "least"),
    [("tutorial.md", 18), ("examples.md", 5), ("models.md", 5), ("instructions.md", 1), ("comparison.md", 1)],
)
def test_tutorials_about_any_page(
    manual: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    text = (DOCS / manual).read_text(encoding="utf-8")
    for name, _, content in re.findall(r"^`([\w./-]+)`:\n\n(`{3,})\w+\n([\s\S]*?)^\2$", text, re.MULTILINE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert replay(DOCS / manual, capsys) >= least


def listed(manual: str, name: str) -> list[str]:
    """Return the lines of a table that a manual has between comments with a name."""
    text = (DOCS / manual).read_text(encoding="utf-8")
    return text.partition(f"<!-- begin {name} -->\n")[2].partition(f"<!-- end {name} -->")[0].splitlines()


def test_settings_are_listed_as_the_code_has_them() -> None:
    lines = ["| setting | for | default | meaning |", "| --- | --- | --- | --- |"]
    anywhere = FolderConfig.__struct_encode_fields__
    for key, setting in keys():
        value = setting.default
        default = "" if value is None else f"`{overview.assignment(value, *key).partition(' = ')[2]}`"
        place = "any folder" if key[0] in anywhere else "the root"
        lines.append(f"| `{'.'.join(key)}` | {place} | {default} | {setting.description} |")
    assert listed("configuration.md", "settings") == lines


def test_sites_are_listed_as_the_code_has_them() -> None:
    lines = ["| name | setting | configuration |", "| --- | --- | --- |"]
    others = f"those of {', '.join(sorted({generator.name for generator in generators()}, key=str.lower))}"
    for id_, site in installed().items():
        evidence = ", ".join(f"`{name}`" for name in site.evidence)
        lines.append(f"| {site.name} | `{id_}` | {others if site is Other else evidence} |")
    assert listed("sites.md", "sites") == lines


def test_what_is_left_out_by_default_is_listed_as_the_code_has_it() -> None:
    lines = ["| counted as | what | patterns |", "| --- | --- | --- |"]
    for group in default_groups():
        patterns = ", ".join(f"`{pattern}`" for pattern in group.patterns)
        lines.append(f"| {group.noun} | {group.meaning} | {patterns} |")
    assert listed("configuration.md", "default-exclude") == lines


def test_instructions_for_models_are_listed_as_the_code_has_them() -> None:
    lines = ["| product | paths |", "| --- | --- |"]
    for one in filter(attrgetter("patterns"), conventions().values()):
        patterns = ", ".join(f"`{pattern}`" for pattern in one.patterns)
        lines.append(f"| [{one.product}]({one.source}) | {patterns} |")
    assert listed("models.md", "instructions") == lines


def test_schema_for_editors_is_the_one_that_is_printed() -> None:
    assert (DOCS / "doclint.schema.json").read_text(encoding="utf-8") == schemas.text("config") + "\n"


@pytest.mark.parametrize("what", ["report", "causes", "causes-diff", "trend", "format", "config", "rules"])
def test_schemas_are_schemas(what: str) -> None:
    Draft202012Validator.check_schema(json.loads(schemas.text(what)))


def test_schema_of_the_configuration_agrees_with_the_reader() -> None:
    validator = Draft202012Validator(json.loads(schemas.text("config")))
    good = {"ignore": ["links"], "severity": {"links": "info"}, "rules": {"broken-link": {"allow": ["x"]}}}
    assert list(validator.iter_errors(good)) == []
    wrong: list[dict[str, Any]] = [
        {"ignroe": []},
        {"rules": {"broken-lnk": {}}},
        {"rules": {"broken-link": {"alow": []}}},
        {"root": 1},
    ]
    for bad in wrong:
        assert list(validator.iter_errors(bad)), bad


def test_api() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n([\s\S]*?)```", text)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {"__name__": "api"}, "api.md", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    printed: list[str] = []
    runner.run(test, out=printed.append)
    assert "".join(printed) == ""
    assert runner.tries > 15
