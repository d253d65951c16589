"""The examples and the README show what they say they show."""

import re
import shlex
from pathlib import Path

import markers
import pytest
from tree import pages

from doclint.cli.main import run_cli
from doclint.config.project import Project
from doclint.engine.gather import run
from doclint.engine.plan import Plan
from doclint.rule.registry import rules

HOUSE = Path(__file__).parents[1]
README = (HOUSE / "README.md").read_text(encoding="utf-8")


TREES = ["examples", "tests/labelled/heron", "tests/labelled/ferry", "tests/labelled/kiln", "tests/labelled/quay"]
# What would spoil a tree for all else: other generators, their sources, a page of a megabyte, an index to nowhere.
ELSEWHERE = {
    "boilerplate-keyword",
    "changed-evidence",
    "dead-citation",
    "impossible-range",
    "incomplete-example",
    "leaked-reasoning",
    "misplaced-range",
    "missing-member",
    "mixed-dialects",
    "oversized-page",
    "self-documentation",
    "several-titles",
    "unclear-kind",
    "undocumented-resource",
    "unfenced-source",
    "unlinked-page",
    "unwritten-page",
    "wrong-block",
    "wrong-optionality",
}


def found_in(root: Path) -> set[str]:
    project = Project.find(root=root, isolated=True)
    texts = {path: page.data for path, page in markers.read(root).items()}
    report = run(Plan(project, project.selection(["strict"]), pages([root], root), is_whole=True, texts=texts))
    return {finding.rule for finding in report.findings}


def test_examples_have_a_defect_of_nearly_every_kind() -> None:
    """Except of those that the built-in format cannot have: their rules have examples in formats of their own."""
    found = {rule for tree in TREES for rule in found_in(HOUSE / tree)}
    others = {id_ for id_, rule in rules().items() if all(one.format for one in rule.examples)}
    assert set(rules()) - found == (others - found) | ELSEWHERE


def test_output_in_the_readme_is_real(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"```console\n\$ (?P<command>doclint .*)\n(?P<output>[\s\S]*?)```\n", README)
    assert shown is not None
    monkeypatch.chdir(HOUSE)
    assert run_cli(shlex.split(shown["command"])[1:]) == 1
    assert capsys.readouterr().out == shown["output"]


def test_commands_in_the_readme_exist(capsys: pytest.CaptureFixture[str]) -> None:
    commands = set(re.findall(r"^\$ doclint (\w+)", README, re.MULTILINE))
    for command in commands:
        assert run_cli([command, "--help"]) == 0
    assert commands == set("baseline causes check explain formats rules schema server show trend".split())


def test_own_pages_are_clean(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(HOUSE)
    assert run_cli(["check", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "docs", "tests/pages"]) == 0
    assert "nothing found" in capsys.readouterr().out
