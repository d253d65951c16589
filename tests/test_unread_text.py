"""`{_}` in formats: text that nothing reads."""

from typing import Any

import pytest
from captured import captured

import doclint
from doclint.formats.loading import parse as parse_format
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.source_template import SourceTemplate
from doclint.formats.patterns.template import Template, TemplateError
from doclint.formats.reading.shapes import SymbolSignature
from doclint.formats.schema.format import Format
from doclint.markdown.source import Source
from doclint.page.page import Page


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("{_}", "x", {}),
        ("{_} and {_}", "x and y", {}),
        ("{_} and {_}", "x or y", None),
        ("{_} of {a:int} {_}", "2 of 3 apples", {"a": "3"}),
        ("{_:int} of {_:int}: {a}", "2 of 1,300: x", {"a": "x"}),
        ("{_:int} bytes", "many bytes", None),
        ("{_:char}: {a}", "xy: z", None),
        ("`{a}`[ ({_})]", "`x` (y)", {"a": "x"}),
        ("`{a}` ({_})", "`x` (y)", {"a": "x"}),
        ("{a}[ ({_})]", "x (y)", {"a": "x"}),
        ("{a}[ ({_})][: {_}]", "x: y", {"a": "x"}),
        ("[{_}]({a})", "[x](y)", {"a": "y"}),
        ("[**{a}**]({_})", "[**x**](y)", {"a": "x"}),
        ("![{_}]({_})", "[x](y)", None),
        ("<kbd>{_}</kbd> `{a}`", "<kbd>x</kbd> `y`", {"a": "y"}),
        ('<a href="{_}"></a>', '<a href="x"></a>', {}),
        ("{_:markup} = {a:markup}", "[`A`](b.md)\\[\\] = `x` y", {"a": "x y"}),
        ("{a} {_:any}", "x ", None),
        ("`{a}` {_:markup}", "`x` *y* [z](w)", {"a": "x"}),
        ("**{_}**: {_:markup}", "**x**: `y`", {}),
    ],
)
def test_unread_text_is_matched_and_not_captured(pattern: str, text: str, found: dict[str, str] | None) -> None:
    assert captured(pattern, text) == found


def test_unread_text_is_never_fixed() -> None:
    assert Pattern("{_}").fixed is None
    assert Pattern("a {_}").fixed is None
    assert Pattern("a {_}").names == ()
    assert Pattern("a **{_}**").has_unread
    assert not Pattern("a **{b}**").has_unread


def test_messages_show_unread_text_as_dots() -> None:
    assert Pattern("**{_}**: [{a}]({_}) {_:markup}").fill({"a": "x"}) == "**…**: [x](…) …"
    assert Template("{a}[ ({_})]").fill({"a": "x"}) == "x"
    assert list(Template("[{_}/]{a}").texts({"a": "x"})) == ["x"]


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ("{_='x'}", "write `x` without a hole"),
        ("{_}{a}", "does not say where the hole `_` ends"),
        ("{a}{_}", "does not say where the hole `a` ends"),
        ("{_}{_}", "does not say where the hole `_` ends"),
        ("{_:date}", "unknown type `date`"),
    ],
)
def test_mistakes_with_unread_text(pattern: str, complaint: str) -> None:
    with pytest.raises(TemplateError, match=complaint):
        _ = Pattern(pattern).names


def test_paths_of_sources_have_no_unread_text() -> None:
    with pytest.raises(TemplateError, match=r"for any part of a name, write `\*`"):
        SourceTemplate("{_}/{a}.py")


def page_of(markdown: str, place: str = "a.md", path: str = "docs/a.md", **kind: Any) -> Page:
    data = {"name": "page", "path": place, "title": "Page {_}", **kind}
    format_ = Format.from_table({"name": "pages", "docs-root": "docs", "kind": [data]})
    return Page(path, Source(f"# Page one\n\n{markdown}\n"), formats=(format_,))


def test_signature_with_unread_text() -> None:
    signature = {"shape": "signature", "text": "[@{_} ][@{_} ]def {symbol}({_:any})[ -> {_}]"}
    page = page_of("```\n@a\n@b(1)\ndef f(x, y) -> int\n```", content=[signature])
    [found] = page.all(SymbolSignature)
    assert {name: capture.text for name, capture in found.captures.items()} == {"symbol": "f"}


def test_path_with_unread_text_is_not_that_of_its_subject() -> None:
    page = page_of("", "{_:int}/{path}.md", path="docs/1/src/a.py.md")
    assert page.kind is not None
    assert page.kind.says_more
    assert page.subject is not None
    assert page.subject.path == "src/a.py"


def check(markdown: str, **section: Any) -> list[tuple[str, int]]:
    """Return the findings on a page with sections of one sort, by rule and line."""
    sections = [{"required": False, **section}]
    kind = {"name": "page", "path": "{_}.md", "title": "Page {_}", "section": sections}
    format_ = parse_format({"name": "pages", "docs-root": "docs", "kind": [kind]}, "format")
    report = doclint.lint_text(f"# Page one\n\n{markdown}\n", path="docs/a.md", format=format_)
    return [(finding.rule, finding.start.line) for finding in report.findings]


ITEMS = [{"shape": "entries", "of": "steps", "item": "{step}[: {_}]"}]
TABLE = [{"shape": "table", "header": ["A", "B"], "row": ["{a}", "{_}"]}]
PARTS = "## Part 1: {}\n\nText.\n\n## Part 1: {}\n\nText."


@pytest.mark.parametrize(
    ("markdown", "section", "found"),
    [
        ("## Steps\n\n- a: b\n- a: c", {"heading": "Steps", "content": ITEMS}, []),
        ("## Steps\n\n- a: b\n- a: b", {"heading": "Steps", "content": ITEMS}, [("duplicate-entry", 6)]),
        ("## Steps\n\n1. a: b\n2. a: b", {"heading": "Steps", "content": ITEMS}, [("duplicate-entry", 6)]),
        ("## Rows\n\n| A | B |\n|---|---|\n| x | y |\n| x | z |", {"heading": "Rows", "content": TABLE}, []),
        (
            "## Rows\n\n| A | B |\n|---|---|\n| x | y |\n| x | y |",
            {"heading": "Rows", "content": TABLE},
            [("duplicate-entry", 8)],
        ),
        (PARTS.format("a", "b"), {"heading": "Part {part:int}: {_}", "repeats": True}, []),
        (PARTS.format("a", "a"), {"heading": "Part {part:int}: {_}", "repeats": True}, [("repeated-section", 7)]),
        ("## {{ name }}\n\nText.", {"heading": "{_}"}, []),
    ],
)
def test_unread_text_tells_entries_and_sections_apart(
    markdown: str, section: dict[str, Any], found: list[tuple[str, int]]
) -> None:
    kept = ("duplicate-entry", "repeated-section", "unexpanded-template")
    assert [one for one in check(markdown, **section) if one[0] in kept] == found
