"""Rules about all pages together, and profiles."""

import json
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path

import pytest
from tree import write

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Valid, lint_corpus, lint_paths, lint_text
from doclint.cli.main import run_cli
from doclint.rule.registry import Rules, rules
from doclint.rule.rule import PROFILES, Rule
from doclint.rule.violation import Violation
from doclint.testing import check_example


class SameTitle(CorpusRule):
    """Two pages have the same title.

    Nobody can tell them apart.
    """

    id = "same-title"
    family = "titles"
    severity = "warning"
    messages = {"same": Message("`{title}` is the title of `{other}` as well", key=("title",))}
    examples = (
        Invalid("# A\n", files={"docs/b.md": "# A\n"}, lines=(1,)),
        Valid("# A\n", files={"docs/b.md": "# B\n"}),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        for heading in page.document.headings[:1]:
            yield Fact(heading.span, heading.text)

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        for note in corpus.notes:
            for other in corpus.notes:
                if note.data == other.data and note is not other:
                    yield note.violation("same", title=note.data, other=other.where.path)


RULE = f"""
from collections.abc import Iterator
from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Valid, Violation


{getsource(SameTitle)}"""


class BrokenFacts(SameTitle):
    """It fails on each page."""

    id = "broken-facts"

    def facts(self, page: Page) -> Iterator[Fact]:
        raise ValueError(page.path)


class BrokenCheck(SameTitle):
    """It fails on all of them."""

    id = "broken-check"

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        raise ValueError(len(corpus.notes))


PAGES = {
    "docs/a.md": "# A\n",
    "docs/b.md": "Text.\n\n# A\n",
    "docs/c.md": "<!-- doclint: allow-file same-title -->\n\n# A\n",
    "docs/d.md": "# D\n",
}


def write_all(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        write(root, path, text)


@pytest.mark.parametrize("example", SameTitle.examples)
def test_examples_have_other_pages(example: Invalid | Valid) -> None:
    check_example(SameTitle, example)


def test_all_pages_are_judged_together() -> None:
    report = lint_corpus(PAGES, rules=[SameTitle])
    found = [(finding.path, finding.start.line, finding.arguments["other"]) for finding in report.findings]
    assert found == [
        ("docs/a.md", 1, "docs/b.md"),
        ("docs/a.md", 1, "docs/c.md"),
        ("docs/b.md", 3, "docs/a.md"),
        ("docs/b.md", 3, "docs/c.md"),
    ]
    assert report.suppressed == 2
    assert report.skipped == []
    assert report.findings[0].cause == "same-title/same"


def test_a_page_alone_is_not() -> None:
    report = lint_text(PAGES["docs/a.md"], path="docs/a.md", rules=[SameTitle])
    assert report.findings == []


@pytest.mark.parametrize(("rule", "path"), [(BrokenFacts, "docs/a.md"), (BrokenCheck, "")])
def test_a_rule_that_fails_silences_nobody(rule: type[Rule], path: str) -> None:
    report = lint_corpus(PAGES, rules=[rule, SameTitle])
    assert report.has_failed
    assert {(finding.rule, finding.path) for finding in report.findings} >= {("rule-failed", path)}
    assert sum(finding.rule == "same-title" for finding in report.findings) == 4


def test_they_run_where_all_pages_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_all(tmp_path, {**PAGES, "doclint.toml": 'local-rules = ["same.py"]\n', "same.py": RULE})
    assert run_cli(["check", "--root", str(tmp_path), "--output-format", "json"]) == 1
    whole = json.loads(capsys.readouterr().out)
    assert [violation["rule"] for violation in whole["findings"]] == ["same-title"] * 4
    assert whole["summary"]["skipped"] == []
    assert whole["summary"]["suppressed"] == 2
    one = str(tmp_path / "docs/a.md")
    assert run_cli(["check", "--root", str(tmp_path), one]) == 0
    assert "only some" not in capsys.readouterr().err
    assert run_cli(["check", "--root", str(tmp_path), one, "--select", "same-title"]) == 0
    assert "only some pages were checked, so `same-title` did not run" in capsys.readouterr().err


def test_programs_judge_all_pages_of_a_root(tmp_path: Path) -> None:
    write_all(tmp_path, PAGES)
    assert len(lint_paths([tmp_path], root=tmp_path, rules=[SameTitle]).findings) == 4
    assert lint_paths([tmp_path / "docs"], root=tmp_path, rules=[SameTitle]).skipped == ["same-title"]


def test_baseline_keeps_what_did_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_all(tmp_path, {**PAGES, "doclint.toml": 'local-rules = ["same.py"]\n', "same.py": RULE})
    root = ["--root", str(tmp_path)]
    assert run_cli(["baseline", "write", *root]) == 0
    assert run_cli(["check", *root, "--baseline", str(tmp_path / "doclint-baseline.json")]) == 0
    capsys.readouterr()
    assert run_cli(["check", *root, "--baseline", str(tmp_path / "doclint-baseline.json"), str(tmp_path / "docs")]) == 0
    assert "gone" not in capsys.readouterr().out


def test_profiles_extend_each_other() -> None:
    known = rules()
    chosen = [{rule.id for rule in known.select([profile])} for profile in PROFILES]
    assert chosen[0] <= chosen[1] <= chosen[2] == set(known)
    assert {rule.id for rule in known.values() if rule.profile == "strict"} == chosen[2] - chosen[1]


class OnlyStrict(SameTitle):
    """Strict."""

    id = "only-strict"
    profile = "strict"


def test_strict_rules_run_when_asked_for() -> None:
    known = Rules([SameTitle, OnlyStrict])
    assert [rule.id for rule in known.select(["default"])] == ["same-title"]
    assert [rule.id for rule in known.select(["strict"])] == ["only-strict", "same-title"]
    assert [rule.id for rule in known.select(["titles"])] == ["only-strict", "same-title"]
