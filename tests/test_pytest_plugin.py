"""`pytest --doclint`: pages as tests."""

import os
import re
import subprocess
import sys
from concurrent.futures import process
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from test_brake import RULE

from doclint.api import page_tests
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.plan import Plan
from doclint.rule import registry

pytest_plugins = ["pytester"]

BROKEN = "# {}\n\n[b](gone.md)\n"
OPTIONS = ("--doclint", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:pytest-lsp")


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The cache is not that of the user, and what a test within this one loads is loaded already."""
    assert page_tests
    assert registry.rules()
    assert process
    monkeypatch.setenv("DOCLINT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def tree(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.mkdir(".git")
    pytester.makeini("[pytest]\n")
    write(pytester, "README.md", "# Read me\n")
    write(pytester, "docs/a.md", BROKEN.format("A"))
    write(pytester, "docs/ok.md", "# Fine\n")
    write(pytester, "tests/test_own.py", "def test_own():\n    pass\n")
    return pytester


def write(pytester: pytest.Pytester, path: str, text: str) -> None:
    place = pytester.path / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def outcomes(result: pytest.RunResult) -> dict[str, str]:
    """The outcome of each test by its name, from lines such as `docs/a.md::doclint FAILED [ 50%]`."""
    lines = (line.split() for line in result.outlines if "::" in line and "%]" in line)
    return {words[0]: words[1] for words in lines}


def test_every_page_is_a_test(tree: pytest.Pytester) -> None:
    result = tree.runpytest(*OPTIONS, "-v")
    assert outcomes(result) == {
        "README.md::doclint": "PASSED",
        "docs/a.md::doclint": "FAILED",
        "docs/ok.md::doclint": "PASSED",
        "tests/test_own.py::test_own": "PASSED",
        "all-pages::doclint": "PASSED",
    }
    assert "docs/a.md:3:1 error broken-link" in result.outlines
    assert "  3 | [b](gone.md)" in result.outlines
    assert "Traceback" not in result.stdout.str()


def test_without_the_option_there_are_no_pages(tree: pytest.Pytester) -> None:
    tree.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_paths_and_names_choose_pages(tree: pytest.Pytester) -> None:
    assert set(outcomes(tree.runpytest(*OPTIONS, "-v", "docs"))) == {"docs/a.md::doclint", "docs/ok.md::doclint"}
    assert set(outcomes(tree.runpytest(*OPTIONS, "-v", "docs/ok.md"))) == {"docs/ok.md::doclint"}
    assert set(outcomes(tree.runpytest(*OPTIONS, "-v", "docs/a.md::doclint"))) == {"docs/a.md::doclint"}
    tree.runpytest(*OPTIONS, "tests/test_own.py").assert_outcomes(passed=1)
    chosen = tree.runpytest(*OPTIONS, "-k", "ok.md or own")
    chosen.assert_outcomes(passed=2, deselected=3)


def test_configuration_counts(tree: pytest.Pytester) -> None:
    write(tree, "doclint.toml", 'exclude = ["docs/ok.md"]\n[severity]\nlinks = "warning"\n')
    assert "docs/ok.md::doclint" not in outcomes(tree.runpytest(*OPTIONS, "-v"))
    tree.runpytest(*OPTIONS, "--doclint-fail-on", "error").assert_outcomes(passed=4)
    write(tree, "doclint.toml", 'ignore = ["links"]\n')
    tree.runpytest(*OPTIONS).assert_outcomes(passed=5)
    write(tree, "doclint.toml", 'ingore = ["links"]\n')
    result = tree.runpytest(*OPTIONS)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "did you mean `ignore`?" in result.stderr.str()


def test_baseline_counts(tree: pytest.Pytester) -> None:
    write(tree, "doclint.toml", 'baseline = "known.json"\n')
    command = [sys.executable, "-m", "doclint", "baseline", "write"]
    subprocess.run(command, check=True, capture_output=True, cwd=tree.path)
    write(tree, "docs/new.md", BROKEN.format("New"))
    result = tree.runpytest(*OPTIONS, "-v")
    assert [name for name, outcome in outcomes(result).items() if outcome == "FAILED"] == ["docs/new.md::doclint"]


def test_rules_about_all_pages_are_one_test(tree: pytest.Pytester) -> None:
    write(tree, "local.py", OWN_RULE)
    write(tree, "doclint.toml", 'local-rules = ["local.py"]\nselect = ["count", "links"]\n')
    result = tree.runpytest(*OPTIONS, "-v", "-k", "not ok.md")
    failed = [name for name, outcome in outcomes(result).items() if outcome == "FAILED"]
    assert failed == ["docs/a.md::doclint", "all-pages::doclint"]
    assert "  There are 3 pages" in result.outlines
    tree.runpytest(*OPTIONS, "README.md").assert_outcomes(passed=1)


OWN_RULE = '''
from doclint import CorpusRule, Fact, Invalid, Message, Span, Valid

class Count(CorpusRule):
    """Pages.

    They are counted.
    """

    id = "count"
    family = "house"
    severity = "info"
    messages = {"count": Message("There are {count} pages")}
    examples = (Invalid("a\\n", lines=(1,)), Valid("a\\n"))

    def facts(self, page):
        yield Fact(Span(0, 1))

    def check_corpus(self, corpus):
        yield corpus.notes[0].violation("count", count=len(corpus.notes))
'''


def test_pages_that_pytest_does_not_visit_are_checked(tree: pytest.Pytester) -> None:
    write(tree, ".github/CONTRIBUTING.md", BROKEN.format("Contributing"))
    result = tree.runpytest(*OPTIONS, "-v")
    assert outcomes(result)["all-pages::doclint"] == "FAILED"
    assert ".github/CONTRIBUTING.md:3:1 error broken-link" in result.outlines


def test_only_chosen_pages_are_checked(tree: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def check_run(plan: Plan, resources: Resources) -> CheckRun:
        checked.extend(plan.pages)
        return CheckRun(plan, resources)

    monkeypatch.setattr(page_tests, "CheckRun", check_run)
    tree.runpytest(*OPTIONS, "-k", "docs and not all-pages")
    assert sorted(checked) == ["docs/a.md", "docs/ok.md"]
    checked.clear()
    tree.runpytest(*OPTIONS)
    assert sorted(checked) == ["README.md", "docs/a.md", "docs/ok.md"]
    assert list(Path(os.environ["DOCLINT_CACHE_DIR"]).glob("*.sqlite"))


@pytest.mark.skipif(sys.platform != "linux", reason="workers do not have what this process changes elsewhere")
def test_page_that_crashes_fails_alone(tree: pytest.Pytester) -> None:
    tree.makeconftest(
        "import os, signal\n"
        "from doclint.engine.linter import Linter\n"
        "original = Linter.file\n"
        "def file(linter, path, repository):\n"
        "    if path == 'docs/ok.md':\n"
        "        os.kill(os.getpid(), signal.SIGSEGV)\n"
        "    return original(linter, path, repository)\n"
        "Linter.file = file\n"
    )
    result = tree.runpytest_subprocess(*OPTIONS, "-v")
    assert outcomes(result) == {
        "README.md::doclint": "PASSED",
        "docs/a.md::doclint": "FAILED",
        "docs/ok.md::doclint": "FAILED",
        "tests/test_own.py::test_own": "PASSED",
        "all-pages::doclint": "PASSED",
    }
    assert "docs/ok.md:1:1 error worker-died" in result.outlines


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there, and links need a privilege")
def test_names_and_links_of_strangers_do_no_harm(tree: pytest.Pytester) -> None:
    write(tree, "docs/\x1b[31m\n::error::a.md", BROKEN.format("B"))
    write(tree, "docs/c::d/[e].md", BROKEN.format("C"))
    (tree.path / "docs" / "a-circle").symlink_to("..")
    result = tree.runpytest(*OPTIONS, "-rA", "-v", "--color=no")
    text = result.stdout.str()
    assert "\x1b" not in text
    assert not re.search("^::error", text, re.MULTILINE)
    assert result.parseoutcomes()["failed"] == 3  # pytest itself goes round the circle for its own tests


def test_report_for_servers(tree: pytest.Pytester) -> None:
    tree.runpytest(*OPTIONS, "--junitxml=junit.xml", "-o", "junit_family=xunit1", "docs")
    cases = list(ET.parse(tree.path / "junit.xml").iter("testcase"))
    failures = {case.get("file"): case.findtext("failure") or "" for case in cases}
    assert "The link `gone.md` leads to" in failures["docs/a.md"]
    assert failures["docs/ok.md"] == ""


def test_processes_divide_the_pages(tree: pytest.Pytester) -> None:
    result = tree.runpytest_subprocess(*OPTIONS, "-n", "2")
    result.assert_outcomes(passed=4, failed=1)


def test_plugin_loads_nothing_unless_asked() -> None:
    script = (
        "import sys, doclint.api.pytest_plugin; print(*[name for name in sys.modules if name.startswith('doclint')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    lazy = {"doclint", "doclint.errors", "doclint.errors.lazy_names"}
    assert {*done.stdout.split()} == {*lazy, "doclint.api", "doclint.api.pytest_plugin"}


def test_findings_that_are_held_back_fail_no_page(tree: pytest.Pytester) -> None:
    write(tree, "rules.py", RULE)
    write(tree, "doclint.toml", 'local-rules = ["rules.py"]\nselect = ["wrong-claim"]\n')
    for number in range(20):
        write(tree, f"docs/p{number}.md", f"claim links refuted t{number}\n")
    write(tree, "docs/a.md", "claim links refuted t\n\nclaim results refuted t\n")
    result = tree.runpytest(*OPTIONS, "-v")
    assert [name for name, outcome in outcomes(result).items() if outcome == "FAILED"] == ["docs/a.md::doclint"]
    assert "held back" not in result.stdout.str()
