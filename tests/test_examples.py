"""The examples and the README show what they say they show."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import markers
import pytest
import terminal_picture
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
    "broken-diagram",
    "changed-evidence",
    "conflict-marker",
    "dead-citation",
    "dead-navigation",
    "impossible-range",
    "incomplete-contents",
    "incomplete-example",
    "leaked-reasoning",
    "misplaced-range",
    "misplaced-signature",
    "missing-diagram-file",
    "missing-endpoint",
    "missing-member",
    "mixed-dialects",
    "outdated-requirement",
    "oversized-page",
    "removed-name",
    "self-documentation",
    "several-titles",
    "stale-tree",
    "unclear-kind",
    "undocumented-resource",
    "unfenced-source",
    "unknown-extra",
    "unknown-member",
    "unlinked-page",
    "unwritten-page",
    "wrong-base",
    "wrong-block",
    "wrong-default",
    "wrong-http-method",
    "wrong-line",
    "wrong-optionality",
    "wrong-value",
    "wrong-type",
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


def test_picture_in_the_readme_is_of_a_real_run() -> None:
    shown = terminal_picture.PICTURE.read_text(encoding="utf-8")
    assert shown == terminal_picture.picture(), "`python tests/terminal_picture.py` writes it"
    rules = {"stale-path", "wrong-arguments", "impossible-range"}
    assert rules <= set(re.findall(r"[a-z]+-[a-z]+", shown))
    ET.fromstring(shown)
    assert "](docs/terminal.svg)" in README


def test_commands_in_the_readme_exist(capsys: pytest.CaptureFixture[str]) -> None:
    commands = re.findall(r"(?:^\$ |`|uvx )doclint ((?:[a-z]+ )*[a-z]+)?((?: --[a-z-]+)*)", README, re.MULTILINE)
    assert len(commands) > 8
    for command, options in commands:
        words = command.split()[: 2 if command.startswith("baseline") else 1]
        assert run_cli([*words, "--help"]) == 0
        out = capsys.readouterr().out
        assert all(option in out for option in options.split())


def test_readme_is_short() -> None:
    assert README.count("\n") <= 120


def test_own_pages_are_clean(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(HOUSE)
    assert run_cli(["check", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "docs", "tests/pages"]) == 0
    assert "nothing found" in capsys.readouterr().out
