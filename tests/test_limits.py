"""Limits: what lies beyond one is left out, and reported. And what is linear without any."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import pytest
from tree import write

from doclint import Report, lint_corpus, lint_paths, lint_text
from doclint.cli.main import run_cli
from doclint.errors.settings_table import settings_of
from doclint.markdown import parser as markdown, pulldown
from doclint.markdown.mistune import parser as mistune
from doclint.markdown.source import Span
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.rule.finding import Finding
from doclint.rule.message import Message
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Note, Rule, Valid
from doclint.rule.violation import Violation

ENGINES = {"pulldown": pulldown.parse, "mistune": mistune.parse}
DEEP = f"# A\n\nb\n\n{'> ' * 60}c [d](gone.md)\n"
SOURCE = "class A {};\n" + "(" * 20_000
KEYWORDS = "# Keyword Index: `src/a.py`\n\n## Keywords Extracted\n\n### Classs\n\n- **`B`**: [a](./a.py_docs.md)\n"
FENCED = (
    "# Documentation: `src/a.py`\n\n## File Metadata\n\n- **Path**: `src/a.py`\n\n"
    "## Original Source\n\n```python\nx = 1\n```\n\n"
    "## High-Level Overview\n\n```\nopen\n\n## Detailed Analysis\n\nText.\n"
)


def reached(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.rule == "limit-reached"]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the engines in turn."""
    name: str = request.param
    monkeypatch.setattr(markdown, "_engine", lambda: ENGINES[name])
    return name


@pytest.mark.usefixtures("engine")
def test_what_is_nested_too_deeply_is_told_where_it_is() -> None:
    [finding] = reached(lint_text(DEEP, config={"limits": {"depth": 50}}))
    assert (
        finding.message
        == "The page reaches `limits.depth` (50): doclint reads what is nested more deeply as if it were not nested"
    )
    assert (finding.severity, finding.start.line, finding.cause) == ("warning", 5, "limit-reached/depth")
    assert "raise `limits.depth`" in finding.remedy
    assert 90 < finding.start.column < 110
    assert reached(lint_text(DEEP)) == []


@pytest.mark.parametrize("name", ["file-bytes", "fences", "source-work", "findings"])
def test_limit_can_be_as_large_as_a_number(tmp_path: Path, name: str) -> None:
    write(tmp_path, "docs/a.md", "# A\n\n[b](b.md)\n")
    report = lint_paths([tmp_path], root=tmp_path, config={"limits": {name: 10**30}})
    assert [finding.rule for finding in report.findings] == ["broken-link"]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    "text", ["> " * 300 + "a", "- " * 300 + "a", "*a " * 300 + "b" + "*" * 300, "- > 1. " * 100 + "a"]
)
def test_no_depth_is_beyond_the_greatest_limit(text: str) -> None:
    most = next(one.meta.le for one in settings_of(Limits) if one.key == "depth")
    report = lint_text(text, config={"limits": {"depth": most}}, rules=["strict"])
    assert not report.has_failed
    assert len(reached(report)) == 1


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    "text", ["-" * 300, f"a\n{'-' * 300}\n", f"```\n{'> ' * 300}\n```\n", f"    {'- ' * 300}a\n", "a" + " - b" * 300]
)
def test_what_only_looks_deep_is_not_told(text: str) -> None:
    assert reached(lint_text(text)) == []


def test_fences_beyond_the_limit_are_told() -> None:
    path = "docs/src/a.py_docs.md"
    [finding] = reached(lint_text(FENCED, path=path, config={"limits": {"fences": 0}}))
    assert finding.start.line == 15
    assert finding.message.startswith("The page reaches `limits.fences` (0): ")
    assert reached(lint_text(FENCED, path=path)) == []


def test_source_that_takes_too_much_work_is_told() -> None:
    def said(rules: list[str], times: int = 1) -> list[Finding]:
        config = {"limits": {"source-work": times}}
        sources = {"src/a.cpp": SOURCE, "docs/src/a.cpp_docs.md": "# A\n"}
        return reached(
            lint_text(
                KEYWORDS.replace("a.py", "a.cpp"),
                path="docs/src/a.cpp_kw.md",
                config=config,
                rules=rules,
                sources=sources,
            )
        )

    [finding] = said(["strict"])
    assert finding.message == (
        "The page reaches `limits.source-work` (1): parsing `src/a.cpp` takes too much work, "
        "so doclint does not check what the page says about it"
    )
    assert said(["links"]) == [], "nobody has asked for the source"
    assert said(["strict"], 10_000) == []


def test_file_that_is_too_large_is_told_on_each_page_that_asks_for_it() -> None:
    pages = {
        "docs/src/a.py_kw.md": KEYWORDS,
        "docs/a.md": "# A\n\n[b](big.md#c)\n",
        "docs/b.md": "# B\n\n[b](big.md#c)\n",
        "docs/c.md": "# C\n\n[a](a.md#a)\n",
        "docs/big.md": "# D\n" * 200,
    }
    report = lint_corpus(pages, config={"limits": {"file-bytes": 500}}, sources={"src/a.py": "class B: ...\n" * 100})
    found = [(finding.path, finding.reason, finding.message.split("`")[3]) for finding in reached(report)]
    assert found == [
        ("docs/a.md", "file-bytes", "docs/big.md"),
        ("docs/b.md", "file-bytes", "docs/big.md"),
        ("docs/src/a.py_kw.md", "file-bytes", "src/a.py"),
    ]
    assert [finding.path for finding in report.findings if finding.rule == "page-too-large"] == ["docs/big.md"]
    assert not reached(lint_corpus(pages, sources={"src/a.py": "class B: ...\n" * 100}))


def test_findings_beyond_the_limit_are_told_for_each_rule() -> None:
    text = "# A\n\n" + "[a](gone.md)  \n\n" * 5
    report = lint_text(text, config={"limits": {"findings": 3}}, rules=["broken-link", "untidy-whitespace"], sources={})
    counts = Counter(finding.rule for finding in report.findings)
    assert counts == {"broken-link": 3, "untidy-whitespace": 3, "limit-reached": 2}
    found = sorted(reached(report), key=lambda finding: finding.message)
    assert found[0].message == (
        "The page reaches `limits.findings` (3): the rule `broken-link` finds 2 more, which doclint does not report"
    )
    assert (found[0].start.line, found[0].severity, found[0].reason) == (9, "warning", "findings")
    assert len({finding.fingerprint for finding in found}) == 2
    assert not reached(lint_text(text, config={"limits": {"findings": 5}}, rules=["broken-link"], sources={}))


def test_findings_beyond_the_limit_are_counted_up_to_a_number() -> None:
    built = []

    class Eager(Rule):
        """Many words: each `a` is one."""

        id = "many-words"
        family = "words"
        severity = "info"
        messages: ClassVar = {"word": Message("it is")}
        examples = (Invalid("a\n", lines=(1,)), Valid("b\n"))

        def check(self, page: Page) -> Iterator[Violation]:
            for match in re.finditer("a", page.source.text):
                built.append(match.start())
                yield Violation(Span(*match.span()), "word")

    report = lint_text("a" * 20_000, rules=[Eager])
    assert [len(report.findings), len(built)] == [1001, 11_001]
    assert "finds more than 10,000 more" in reached(report)[0].message


def test_rule_yields_only_where_another_one_finds_more_than_it_reports() -> None:
    text = "# A\n\n" + "[a](gone.md)\n\n" * 5 + "[`b.md`](gone.md) and [`b.md`](a.md)\n"
    config, rules = {"limits": {"findings": 2}}, ["broken-link", "misleading-link"]
    report = lint_text(text, config=config, rules=rules, sources={"b.md": "# B\n", "a.md": "# A\n"})
    counts = Counter(finding.rule for finding in report.findings)
    assert counts == {"broken-link": 2, "misleading-link": 1, "limit-reached": 1}


def test_rule_reports_nothing_where_one_that_it_yields_to_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doclint.engine.page_rules._COUNTED", 2)
    text = "# A\n\n" + "[`b.md`](gone.md)\n\n" * 5
    config = {"limits": {"findings": 2}}
    report = lint_text(text, config=config, rules=["broken-link", "misleading-link"], sources={"b.md": "# B\n"})
    assert {finding.rule for finding in report.findings} == {"broken-link", "limit-reached"}


def test_comments_cannot_hide_that_there_are_more_findings() -> None:
    comments = "<!-- doclint: allow-file broken-link, limit-reached, engine -->\n"
    text = f"# A\n\n{comments}\n" + "[a](gone.md)\n" * 5
    rules = ["broken-link", "unused-suppression"]
    report = lint_text(text, config={"limits": {"findings": 3}}, rules=rules, sources={})
    assert len(reached(report)) == 1
    assert "broken-link" not in {finding.arguments.get("name") for finding in report.findings}


def test_findings_about_all_pages_are_limited_on_each_page() -> None:
    class Lines(CorpusRule):
        """Each line of each page."""

        id = "each-line"
        family = "words"
        severity = "info"
        messages: ClassVar = {"line": Message("it is")}
        examples = (Invalid("a\n", lines=(1,)), Valid("\n"))

        def facts(self, page: Page) -> Iterator[Fact]:
            for number in range(1, 6 if page.path == "a.md" else 4):
                yield Fact(page.source.line_span(number))

        def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
            for note in corpus.notes:
                yield note.violation("line")

    pages = {"a.md": "x\n" * 5, "b.md": "y\n" * 5}
    report = lint_corpus(pages, config={"limits": {"findings": 3}}, rules=[Lines])
    assert [(finding.path, finding.start.line) for finding in reached(report)] == [("a.md", 4)]
    assert "`each-line` finds 2 more" in reached(report)[0].message
    assert Counter(finding.path for finding in report.findings) == {"a.md": 4, "b.md": 3}


def test_fixes_are_made_at_once_whatever_the_limit(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doclint.engine.fixes.fix._MOST_PASSES", 2)
    write(root, "docs/a.md", "# A\n\n" + "b   \n\n" * 3_000)
    write(root, "docs/b.md", "# B\n\n" + "[a](gone.md)\n[a](A.md)\n")
    write(root, "doclint.toml", "[limits]\nfindings = 1\n")
    assert run_cli(["check", "--fix", "--select", "untidy-whitespace,broken-link"]) == 1
    assert "b   \n" not in (root / "docs/a.md").read_text(encoding="utf-8")
    assert "[a](a.md)" in (root / "docs/b.md").read_text(encoding="utf-8"), "it is not the first finding"


@pytest.mark.parametrize("places", [10, 20, 30, 99, 200])
def test_fixes_come_to_an_end_below_the_limit(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, places: int
) -> None:
    monkeypatch.setattr("doclint.engine.linter._FIXED_AT_ONCE", 1)
    write(root, "docs/a.md", "# A\n\n" + "b   \n\n" * places)
    write(root, "doclint.toml", "[limits]\nfindings = 1\n")
    run_cli(["check", "--fix", "--select", "untidy-whitespace"])
    assert "unchanged" not in "".join(capsys.readouterr())
    left = (root / "docs/a.md").read_text(encoding="utf-8").count("b   \n")
    assert left == max(0, places - 99), "five rounds of twenty passes, and one fix is that of the end of the page"


def test_bytes_are_counted_not_characters() -> None:
    for text in ("é" * 10, ("é" * 10).encode()):
        report = lint_text(text, config={"limits": {"file-bytes": 19}})
        assert [finding.rule for finding in report.findings] == ["page-too-large"]
        assert lint_text(text, config={"limits": {"file-bytes": 20}}).findings == []


def test_limits_hold_for_programs_and_on_the_command_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", DEEP)
    write(root, "doclint.toml", "[limits]\ndepth = 50\n")
    assert len(reached(lint_paths([root], root=root, discover=True))) == 1
    assert len(reached(lint_paths([root], root=root, config={"limits": {"depth": 50}}))) == 1
    assert reached(lint_paths([root], root=root)) == []
    assert run_cli(["check", "--select", "minimal", "--output-format", "concise"]) == 1
    assert "docs/a.md:5:99: warning limit-reached: The page reaches `limits.depth` (50)" in capsys.readouterr().out


def test_result_of_other_limits_holds_no_more(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(60):
        write(root, f"docs/{number}.md", DEEP.replace("gone.md", "0.md"))

    def reached_limits() -> int:
        run_cli(["check", "--output-format", "concise"])
        return capsys.readouterr().out.count("limit-reached")

    assert reached_limits() == 0
    assert reached_limits() == 0, "the results are kept"
    write(root, "doclint.toml", "limits.depth = 50\n")
    assert reached_limits() == 60
    write(root, "doclint.toml", "limits.depth = 90\n")
    assert reached_limits() == 0


def test_workers_keep_to_the_limits(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(600):
        write(root, f"docs/{number}.md", DEEP)
    write(root, "doclint.toml", "limits.depth = 50\n")
    run_cli(["check", "--select", "minimal", "--jobs", "2", "--no-cache", "--output-format", "concise"])
    assert capsys.readouterr().out.count("limit-reached") == 600


def test_what_is_told_of_limits_can_be_suppressed_by_the_configuration(root: Path) -> None:
    write(root, "docs/a.md", f"<!-- doclint: allow-file limit-reached -->\n\n{DEEP}")
    write(root, "doclint.toml", "limits.depth = 50\n")
    rules = [finding.rule for finding in lint_paths([root], root=root, discover=True).findings]
    assert "limit-reached" in rules, "no page can do so itself"
    with (root / "doclint.toml").open("a") as file:
        file.write('[[suppress]]\npath = "a.md"\nrule = "limit-reached"\narguments.limit = "depth"\n')
    rules = [finding.rule for finding in lint_paths([root], root=root, discover=True).findings]
    assert "limit-reached" not in rules


def test_page_may_lie_in_a_thousand_folders() -> None:
    path = "a/" * 1_000 + "b.md"
    text = f"# A\n\n[b](c.md)\n\n[c]({'../' * 1_000}d.md)\n\n[d]({'../' * 1_001}e.md)\n"
    report = lint_text(text, path=path, rules=["broken-link"], sources={"d.md": "# D\n"})
    assert [finding.start.line for finding in report.findings] == [3, 7]


# What grows: the calls of Python functions, which no other load on a machine changes.

SHAPES: dict[str, Callable[[int], str]] = {
    "list items": lambda n: "- a\n" * n,
    "table rows": lambda n: "|a|b|\n|-|-|\n" + "|a|b|\n" * n,
    "headings": lambda n: "# a\n\n" * n,
    "links to one page": lambda n: "[a](b.md) " * n,
    "quotes and lists": lambda n: "> - " * n + "a",
    "brackets": lambda n: "[" * n + "](" * n,
    "backticks": lambda n: " ".join("`" * i for i in range(1, int((n * 2) ** 0.5))),
    "code spans across blocks": lambda n: "`a\n\nb` c\n\n" * n,
    "headings and comments": lambda n: "## a\n\n<!-- b -->\n\n### a\n\n" * n,
    "emphasis": lambda n: "*a_b**" * n,
    "HTML openers": lambda n: "a <!-- <? <![CDATA[ <a " * n,
    "footnotes": lambda n: "".join(f"a[^{i}]\n\n[^{i}]: b\n\n" for i in range(n)),
    "definitions": lambda n: "".join(f"[b{i}]: /a\n\n[b{i}]\n\n" for i in range(n)),
    "directives": lambda n: "<!-- doclint: allow links -->\n\n" * n + "[a](b.md)\n\n" * n,
}


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_much_is_twice_the_work(shape: str) -> None:
    once, twice = (calls(SHAPES[shape](size)) for size in (200, 400))
    assert twice <= 2.2 * once


def calls(text: str) -> int:
    """How many functions are called to lint a page."""
    sources = {"c.md": "# C\n"}
    lint_text("# A\n", rules=["strict"], sources=sources)  # what is loaded once is none of the page's
    count = 0

    def note(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        lint_text(text, rules=["strict"], sources=sources)
    finally:
        sys.setprofile(before)
    return count
