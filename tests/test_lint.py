"""What the engine does with rules and their findings."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, strategies as st
from strategies import MARKDOWN

from doclint import Rule, Violation
from doclint.engine.page_rules import lint
from doclint.formats.loading import builtin
from doclint.markdown.source import Position, Source, Span
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.rule.finding import Finding
from doclint.rule.message import Message
from doclint.rule.registry import rules
from doclint.rule.rule import Example

KEYWORDS = """\
# Keyword Index: `src/app.py`

## Keywords Extracted

### Classes

- **`App`**: [app.py_docs.md](./app.py_docs.md)
- **`is`**: [app.py_docs.md](./app.py_docs.md)
"""
PAGES = Path(__file__).parent / "pages"
RULES = [rule() for rule in rules().values() if rule.profile != "strict"]


class _Shout(Rule):
    """Every heading is a finding."""

    id = "shout"
    family = "test"
    severity = "info"
    in_quotes = True
    messages: ClassVar = {"heading": Message("`{text}` is a heading", key=("text",))}
    examples: ClassVar[tuple[Example, ...]] = ()

    def check(self, page: Page) -> Iterator[Violation]:
        for heading in reversed(page.document.headings):
            yield Violation(heading.span, "heading", text=heading.text)


class _Crash(_Shout):
    """A rule with a bug."""

    id = "crash"

    def check(self, page: Page) -> Iterator[Violation]:
        yield from super().check(page)
        raise ZeroDivisionError("a bug")


class _Astray(_Shout):
    """A rule that points outside the page."""

    id = "astray"

    def check(self, page: Page) -> Iterator[Violation]:
        yield Violation(Span(0, len(page.source.text) + 1), "heading", text="?")


class _Whisper(_Shout):
    """A rule that lets another one speak first."""

    id = "whisper"
    yields_to = ("shout",)


def read(text: str, path: str = "docs/page.md", files: dict[str, str] | None = None) -> Page:
    repository = Memory({**(files or {}), path: text})
    return Page(path, Source.from_text(text), formats=(builtin("repo-docs"),), repository=repository)


def places(findings: list[Finding]) -> list[tuple[str, int, int]]:
    return [(finding.rule, *finding.start) for finding in findings]


class _Echo(_Whisper):
    """A rule whose findings at the end of a page follow from the first heading."""

    id = "echo"

    def check(self, page: Page) -> Iterator[Violation]:
        end = len(page.source.text)
        yield Violation(Span(end, end), "heading", text="?").following_from(page.document.headings[0].span)


def test_problems_are_sorted_by_place() -> None:
    assert places(lint(read("# A\n\n## B\n"), [_Shout()])) == [("shout", 1, 1), ("shout", 3, 1)]


def test_problem_knows_its_place_and_its_cause() -> None:
    [finding] = lint(read(KEYWORDS, "docs/src/app.py_kw.md"), [RULES_BY_ID["reserved-word-as-symbol"]])
    assert finding.start == Position(8, 6)
    assert finding.end == Position(8, 8)
    assert finding.section == "keywords-extracted.classes"
    assert finding.cause == "reserved-word-as-symbol/reserved/file-kw/keywords-extracted.classes"
    assert finding.embedded is None


def test_rule_with_a_bug_is_reported_and_the_others_go_on() -> None:
    findings = lint(read("# A\n"), [_Crash(), _Shout()])
    assert sorted(finding.rule for finding in findings) == ["rule-failed", "shout"]
    [failure] = [finding for finding in findings if finding.is_failure]
    assert "`crash`" in failure.message
    assert "ZeroDivisionError: a bug" in failure.message
    assert "Traceback" in failure.traceback


def test_finding_outside_the_page_is_a_bug_of_the_rule() -> None:
    [finding] = lint(read("# A\n"), [_Astray()])
    assert finding.is_failure


def test_one_claim_is_one_finding() -> None:
    assert [finding.rule for finding in lint(read("# A\n"), [_Whisper(), _Shout()])] == ["shout"]
    assert [finding.rule for finding in lint(read("# A\n"), [_Whisper()])] == ["whisper"]


def test_reserved_word_is_not_reported_as_a_function_word_too() -> None:
    findings = lint(read(KEYWORDS, "docs/src/app.py_kw.md"), RULES)
    assert [finding.rule for finding in findings if finding.start.line == 8 and finding.family == "symbols"] == [
        "reserved-word-as-symbol"
    ]


def quoting(inner: str) -> str:
    return f"# Documentation: `docs/src/app.py_kw.md`\n\n## Original Source\n\n```markdown\n{inner}\n```\n"


def test_quoted_page_is_linted_with_lines_of_the_outer_page() -> None:
    outer = read(quoting(KEYWORDS), "docs/docs/src/app.py_kw.md_docs.md")
    findings = [finding for finding in lint(outer, RULES) if finding.embedded]
    assert places(findings) == [("reserved-word-as-symbol", 13, 6)]
    assert findings[0].embedded == "docs/src/app.py_kw.md"
    assert findings[0].path == outer.path
    assert "/file-kw/" in findings[0].cause


def test_quoted_page_that_lies_in_the_repository_is_not_linted_in_the_quote() -> None:
    files = {"docs/src/app.py_kw.md": KEYWORDS}
    outer = read(quoting(KEYWORDS), "docs/docs/src/app.py_kw.md_docs.md", files)
    assert [finding for finding in lint(outer, RULES) if finding.embedded] == []


def test_rules_that_need_a_repository_keep_silent_without_one() -> None:
    page = Page("docs/page.md", Source.from_text("[a](b.md)\n"))
    assert lint(page, RULES) == []


RULES_BY_ID = {rule.id: rule for rule in RULES}


def fingerprints(findings: list[Finding]) -> list[str]:
    return sorted(finding.fingerprint for finding in findings)


@pytest.mark.parametrize("change", [lambda text: f"\n\n{text}", lambda text: text.replace("\n\n## ", "\n\n\n\n## ")])
def test_fingerprints_survive_a_shift(change: object) -> None:
    assert callable(change)
    text = KEYWORDS + "- **`def`**: [x](./gone.md)\n"
    before = lint(read(text, "docs/src/app.py_kw.md"), RULES)
    after = lint(read(change(text), "docs/src/app.py_kw.md"), RULES)
    assert len(before) > 3
    assert fingerprints(before) == fingerprints(after)


@given(st.permutations(["def", "App", "is", "and", "class"]))
def test_fingerprints_survive_another_order(names: list[str]) -> None:
    def page(order: list[str]) -> Page:
        items = "".join(f"- **`{name}`**: [a](./a.md)\n" for name in order)
        return read(KEYWORDS.split("- **", maxsplit=1)[0] + items, "docs/src/app.py_kw.md")

    others = [rule for rule in RULES if rule.id != "unsorted-list"]  # which is about the order
    assert fingerprints(lint(page(names), others)) == fingerprints(lint(page(sorted(names)), others))


@given(MARKDOWN, st.sampled_from(["docs/page.md", "docs/a.py_docs.md", "docs/index.md", "docs/x/a.md_kw.md"]))
def test_any_page_is_linted_without_failure_and_twice_the_same(text: str, path: str) -> None:
    findings = lint(read(text, path), RULES)
    assert [finding.traceback for finding in findings if finding.is_failure] == []
    assert lint(read(text, path), RULES) == findings


@given(MARKDOWN, MARKDOWN)
def test_any_page_of_a_kind_is_linted_without_failure(head: str, tail: str) -> None:
    text = f"{quoting(head)}\n\n## High-Level Overview\n\n{tail}"
    findings = lint(read(text, "docs/docs/src/app.py_kw.md_docs.md"), RULES)
    assert [finding.traceback for finding in findings if finding.is_failure] == []


def test_missing_content_is_told_at_its_own_heading_where_sections_repeat() -> None:
    found = read((PAGES / "docs/src/sub.md").read_text(encoding="utf-8"), "docs/src/sub.md")
    keywords = [section for section in found.sections if section.place and section.place.spec.repeats]
    assert len(keywords) > 1
    first = keywords[0]
    end = keywords[1].heading.start
    text = f"{found.source.text[: first.heading.end]}\n\nText.\n\n{found.source.text[end:]}"
    findings = lint(read(text, "docs/src/sub.md"), [RULES_BY_ID["missing-content"]])
    assert places(findings) == [("missing-content", found.source.position(first.heading.start).line, 1)]


def test_undecodable_heading_is_one_finding() -> None:
    data = (
        (PAGES / "docs/src/basket.py_docs.md").read_bytes().replace(b"## Cross-References", b"## Cross\xa0References")
    )
    findings = lint(Page("docs/src/basket.py_docs.md", Source.from_bytes(data), formats=(builtin("repo-docs"),)), RULES)
    assert [finding.rule for finding in findings] == ["undecodable-bytes"]


def test_rule_reports_nothing_that_follows_from_what_one_that_it_yields_to_reports() -> None:
    page = read("# A\n\ntext\n")
    assert places(lint(page, [_Echo()])) == [("echo", 4, 1)]
    assert places(lint(page, [_Echo(), _Shout()])) == [("shout", 1, 1)]
