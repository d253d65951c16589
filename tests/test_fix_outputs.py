"""Fixes in outputs for programs: who makes them gets the page that `doclint check --fix` writes."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
from msgspec import convert
from reports import finding, parsed, report
from tree import write

from doclint import Rule, Violation, lint_corpus, lint_text
from doclint.cli.main import run_cli
from doclint.engine.report.schema import ReportDocument
from doclint.markdown.source import Edit, Fix, Source, Span
from doclint.output.rendering import RenderOptions, render
from doclint.page.claims import RelatedLines
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.rule.finding import written
from doclint.rule.message import Message
from doclint.rule.rule import Example

# Each line has one finding, because suggestions of a line would replace the same text.
PAGE = (
    "# Ünïcode\r\n\r\n𐐀 wörds, cafÃ© and naÃ¯ve é\r\nwith a link, ä [é𐐀](sub///b.md) é.\r\n\r\n"
    "- cafÃ©\r\n- [b](sub//b.md)\r\n\r\nEnd"
)


class Replacement(NamedTuple):
    """A text in place of others. Lines and columns count from 1, and an end is the position behind."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def in_json(text: str) -> Iterator[Replacement]:
    for found in json.loads(text)["findings"]:
        yield from in_finding(found)


def in_jsonl(text: str) -> Iterator[Replacement]:
    for line in text.splitlines():
        yield from in_finding(json.loads(line))


def in_finding(found: Any) -> Iterator[Replacement]:
    assert (found["fixable"], found["fix"]["is_safe"]) == ("safe", True)
    for edit in found["fix"]["edits"]:
        yield Replacement(**edit)


def in_sarif(text: str) -> Iterator[Replacement]:
    for result in json.loads(text)["runs"][0]["results"]:
        [fix] = result["fixes"]
        [change] = fix["artifactChanges"]
        assert change["artifactLocation"] == result["locations"][0]["physicalLocation"]["artifactLocation"]
        for replacement in change["replacements"]:
            region = replacement["deletedRegion"]
            start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
            yield Replacement(*start, *end, replacement["insertedContent"]["text"])


def in_rdjson(text: str) -> Iterator[Replacement]:
    for diagnostic in json.loads(text)["diagnostics"]:
        [suggestion] = diagnostic["suggestions"]
        start, end = suggestion["range"]["start"], suggestion["range"]["end"]
        yield Replacement(start["line"], start["column"], end["line"], end["column"], suggestion["text"])


def made(text: str, replacements: Iterable[Replacement], encoding: str) -> str:
    """Make replacements, whose columns count what the encoding has one unit for, from the end of a text on."""
    lines = [line.encode(encoding) for line in text.split("\n")]
    size = len("x".encode(encoding))
    for one in sorted(set(replacements), reverse=True):
        before = lines[one.line - 1][: (one.column - 1) * size]
        behind = lines[one.end_line - 1][(one.end_column - 1) * size :]
        lines[one.line - 1 : one.end_line] = [before + one.text.encode(encoding) + behind]
    return "\n".join(line.decode(encoding) for line in lines)


@pytest.mark.parametrize(
    ("style", "replacements", "encoding"),
    [
        ("json", in_json, "utf-32-le"),
        ("jsonl", in_jsonl, "utf-32-le"),
        ("sarif", in_sarif, "utf-32-le"),
        ("rdjson", in_rdjson, "utf-8"),
    ],
)
def test_edits_make_the_page_that_fix_writes(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    style: str,
    replacements: Callable[[str], Iterator[Replacement]],
    encoding: str,
) -> None:
    write(root, "doclint.toml", 'select = ["mojibake", "double-slash-link"]\n')
    write(root, "docs/sub/b.md", "# B\n")
    page = write(root, "docs/a.md", PAGE)
    assert run_cli(["check", "--output-format", style]) == 1
    changed = made(PAGE, replacements(capsys.readouterr().out), encoding)
    assert run_cli(["check", "--fix"]) == 0
    assert changed == page.read_bytes().decode() != PAGE


class _Insert(Rule):
    """Every page lacks two lines before its last character."""

    id = "insert"
    family = "test"
    severity = "info"
    messages: ClassVar = {"lines": Message("The page lacks two lines")}
    examples: ClassVar[tuple[Example, ...]] = ()

    def check(self, page: Page) -> Iterator[Violation]:
        end = len(page.source.text) - 1
        yield Violation(Span(0, 0), "lines", fix=Fix((Edit(Span(end, end), "x\ny\n"),), safe=False))


def test_edits_have_the_line_endings_of_the_page() -> None:
    of = lint_text("a\r\n\r\nb", path="docs/a.md", rules=[_Insert])
    edit = {"line": 3, "column": 1, "end_line": 3, "end_column": 1, "text": "x\r\ny\r\n"}
    [found] = parsed("json", of)["findings"]
    assert (found["fixable"], found["fix"]) == ("unsafe", {"is_safe": False, "edits": [edit]})
    [result] = parsed("sarif", of)["runs"][0]["results"]
    [replacement] = result["fixes"][0]["artifactChanges"][0]["replacements"]
    region = {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 1}
    assert replacement == {"deletedRegion": region, "insertedContent": {"text": "x\r\ny\r\n"}}


@pytest.mark.parametrize("texts", [{}, {"docs/a.md": "shorter"}], ids=["gone", "changed"])
def test_page_that_no_longer_fits_has_no_suggestion(texts: dict[str, str]) -> None:
    of = report(finding(fix=Fix((Edit(Span(3, 9), "x"),), safe=True)))
    of.repository = Memory(texts)
    [diagnostic] = parsed("rdjson", of)["diagnostics"]
    assert "suggestions" not in diagnostic
    assert diagnostic["location"]["range"] == {"start": {"line": 1}}


def test_api_says_the_same() -> None:
    found = lint_corpus({"docs/a.md": "# A\n\nIn the cafÃ©.\n"}).to_dict()["findings"]
    assert [edit["text"] for one in found for edit in one["fix"]["edits"]] == ["é"]


def test_table_of_a_report_has_what_json_has() -> None:
    of = report(finding(given=written({"names": ("a", "b"), "count": 3}), related=(RelatedLines("a.py"),)))
    [found] = of.to_dict()["findings"]
    assert [found] == parsed("json", of)["findings"]
    assert found["arguments"] == {"names": ["a", "b"], "count": 3}


def test_reports_of_older_versions_can_be_read() -> None:
    document = report(finding()).to_dict()
    for name in ("fixable", "fix", "related"):
        del document["findings"][0][name]
    [found] = convert(document, ReportDocument).findings
    assert (found.fixable, found.fix, found.related) == (None, None, [])


def test_finding_names_the_lines_that_it_follows_from() -> None:
    of = report(finding(related=(RelatedLines("src/a.py", 3, 5), RelatedLines("setup.cfg"))))
    assert parsed("json", of)["findings"][0]["related"] == [
        {"path": "src/a.py", "line": 3, "end_line": 5},
        {"path": "setup.cfg", "line": None, "end_line": None},
    ]


def test_suggestion_covers_all_edits_of_a_fix() -> None:
    text = "# Ä\n\nä *b* c\n"
    at = text.index("*")
    of = report(finding(fix=Fix((Edit(Span(at, at + 1), "_"), Edit(Span(at + 2, at + 3), "_")), safe=True)))
    of.repository = Memory({"docs/a.md": text})
    [diagnostic] = parsed("rdjson", of)["diagnostics"]
    assert diagnostic["suggestions"] == [
        {"range": {"start": {"line": 3, "column": 4}, "end": {"line": 3, "column": 7}}, "text": "_b_"}
    ]


def test_marks_are_behind_messages() -> None:
    safe = finding(line=1, fix=Fix((Edit(Span(0, 0), "x"),), safe=True))
    unsafe = finding(line=2, fix=Fix((Edit(Span(0, 0), "x"),), safe=False))
    of = report(safe, unsafe, finding(line=3))
    for style in ("pylint", "azure", "gitlab", "rdjson"):
        text = "\n".join(render(of, style, RenderOptions()))
        assert text.count("`b.md` does not exist [fix]") == 1, style
        assert text.count("`b.md` does not exist [unsafe fix]") == 1, style


def test_places_count_bytes_for_reviewdog(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "ä𐐀 [x](gone.md) ä [y](gone.md)"
    write(root, "docs/a.md", f"# Ü\n\n{line}\n")
    assert run_cli(["check", "--output-format", "rdjson"]) == 1
    for diagnostic in json.loads(capsys.readouterr().out)["diagnostics"]:
        start, end = (diagnostic["location"]["range"][name] for name in ("start", "end"))
        assert (start["line"], diagnostic["location"]["path"]) == (3, "docs/a.md")
        assert line.encode()[start["column"] - 1 : end["column"] - 1] in (b"[x](gone.md)", b"[y](gone.md)")


def test_positions_of_a_page_that_is_one_line() -> None:
    source = Source.from_text("é" * 20_000)
    findings = [finding(start=source.position(at), end=source.position(at + 1)) for at in range(0, 20_000, 2)]
    of = report(*findings)
    of.repository = Memory({"docs/a.md": source.text})
    ranges = [diagnostic["location"]["range"] for diagnostic in parsed("rdjson", of)["diagnostics"]]
    assert [place["start"]["column"] for place in ranges] == [4 * number + 1 for number in range(10_000)]
