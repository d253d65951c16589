"""Real pages: what doclint says of them, counted; skipped where they are not at hand."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tree import pages

from doclint.config.project import Project
from doclint.engine.gather import run
from doclint.engine.plan import Plan
from doclint.engine.report.report import Report
from doclint.formats.loading import builtins
from doclint.formats.reading.shapes import Prose, SourceCopy
from doclint.markdown.mistune import parser as mistune
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.disk import Folder

CORPUS = (Path(__file__).parents[2] / "shared" / "corpus").resolve()
CUT = 50_000

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpora at {CORPUS}")


@cache
def report(name: str) -> Report:
    root = CORPUS / name
    project = Project.find(root=root, isolated=True)
    return run(Plan(project, project.selection(), pages([root / "docs"], root)))


def counts(name: str) -> Counter[str]:
    return Counter(finding.rule for finding in report(name).findings)


def lines(name: str, rule: str, ending: str = "") -> list[tuple[str, int]]:
    return [
        (finding.path.rpartition("/")[2], finding.start.line)
        for finding in report(name).findings
        if finding.rule == rule and finding.path.endswith(ending)
    ]


def documents(name: str) -> list[Page]:
    root = CORPUS / name
    return [
        Page(
            path,
            Source.from_bytes((root / path).read_bytes()),
            formats=builtins(),
            repository=Folder(root),
        )
        for path in pages([root / "docs"], root)
    ]


def test_seeds_misspelled_plurals() -> None:
    assert [line for _, line in lines("seeds", "misspelled-heading")] == [30, 30, 30, 30]


def test_seeds_reserved_words() -> None:
    found = {
        (finding.path.rpartition("/")[2].split(".")[0], finding.start.line, finding.arguments["name"])
        for finding in report("seeds").findings
        if finding.rule == "reserved-word-as-symbol"
    }
    assert found == {
        ("test_dtensor_compile", 40, "def"),
        ("test_fully_shard_compile", 37, "is"),
        ("test_distributed_patterns", 33, "class"),
    }


def test_seeds_run_commands() -> None:
    assert sorted(line for _, line in lines("seeds", "impossible-run-command")) == [172, 189, 222, 241]


def test_seeds_mojibake() -> None:
    assert sorted(line for _, line in lines("seeds", "mojibake")) == [90, 107, 118, 140, 159]
    assert not {"missing-section", "unexpected-section"} & set(counts("seeds"))


def test_seeds_function_words() -> None:
    found = {
        finding.arguments["name"]: finding.start.line
        for finding in report("seeds").findings
        if finding.rule == "function-word-as-identifier"
    }
    wanted = {"A": 16, "Can": 23, "During": 42, "For": 52, "No": 75, "The": 111, "This": 112, "When": 115}
    assert wanted.items() <= found.items()
    assert not {"Index", "Linear", "Module", "Tensor"} & found.keys()


def test_seeds_in_all() -> None:
    assert counts("seeds") == {
        "broken-link": 141,
        "function-word-as-identifier": 8,
        "mojibake": 5,
        "refuted-claim": 11,
        "inapplicable-claim": 8,
        "truncated-list": 1,
        "unsorted-list": 4,
        "boilerplate-keyword": 1,
        "page-about-page": 5,
        "impossible-run-command": 4,
        "misspelled-heading": 4,
        "reserved-word-as-symbol": 3,
    }


def test_click_in_all() -> None:
    expected = {
        "misspelled-heading": 28,
        "reserved-word-as-symbol": 12,
        "impossible-run-command": 72,
        "broken-link": 2,
        "broken-fence": 56,
        "page-about-page": 278,
    }
    found = counts("click")
    assert {rule: found[rule] for rule in expected} == expected
    assert found["missing-section"] == found["unexpected-section"] == found["wrong-metadata"] == 0
    assert not [finding for finding in report("click").findings if finding.embedded]


def test_pybind11_misspelled_plurals() -> None:
    assert counts("pybind11")["misspelled-heading"] == 30


@pytest.mark.parametrize("name", ["seeds", "click", "pybind11"])
def test_no_rule_fails(name: str) -> None:
    assert not report(name).has_failed


@pytest.mark.parametrize(("name", "number"), [("click", 186), ("pybind11", 60)])
def test_quoted_source_is_the_file(name: str, number: int) -> None:
    compared = 0
    for page in documents(name):
        for copy in page.all(SourceCopy):
            assert page.subject is not None
            original = (CORPUS / name / str(page.subject.path)).read_bytes().decode()
            assert page.source.text[slice(*copy.content)] == original[:CUT] + "\n", page.path
            compared += 1
    assert compared == number


def test_copies_that_are_cut_and_nothing_else_of_copies_and_sizes() -> None:
    for name, number in (("seeds", 0), ("click", 3), ("pybind11", 5)):
        found = Counter(
            finding.cause for finding in report(name).findings if finding.rule in {"stale-copy", "wrong-size"}
        )
        assert found == ({"stale-copy/cut/file-docs/original-source": number} if number else {})


@pytest.mark.parametrize(("name", "number"), [("seeds", 0), ("click", 8), ("pybind11", 8)])
def test_types_that_say_nothing(name: str, number: int) -> None:
    assert counts(name)["uninformative-type"] == number


@pytest.mark.parametrize("name", ["seeds", "click", "pybind11"])
def test_every_page_has_a_kind(name: str) -> None:
    assert [page.path for page in documents(name) if page.kind is None] == []


def test_nearly_every_line_is_claimed() -> None:
    lines = claimed = 0
    for page in [*documents("click"), *documents("pybind11")]:
        all_lines, claimed_lines = _lines(page)
        lines += len(all_lines)
        claimed += len(all_lines & claimed_lines)
    assert claimed / lines >= 0.95


def _lines(page: Page) -> tuple[set[int], set[int]]:
    """The lines outside the quoted source that are not blank, and those that a shape other than prose claims."""
    source, outline = page.source, page.outline
    assert outline is not None
    quoted: set[int] = set()
    claimed = {source.position(section.heading.start).line for section in outline.walk() if section.place}
    spans = [shape.span for shape in page.contents if not isinstance(shape, Prose)]
    spans += [span for span in (outline.title and outline.title.span, outline.footer) if span]
    for span in spans:
        claimed.update(range(source.position(span.start).line, source.position(span.end - 1).line + 1))
    for shape in page.all(Prose):
        claimed.difference_update(range(source.position(shape.start).line, source.position(shape.end - 1).line + 1))
    for copy in page.all(SourceCopy):
        quoted.update(range(source.position(copy.content.start).line, source.position(copy.content.end).line))
    numbers = range(1, len(source.line_starts) + 1)
    return {number for number in numbers if source.line(number).strip()} - quoted, claimed


@pytest.mark.parametrize("name", ["seeds", "pybind11"])
def test_rules_find_the_same_with_either_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = report(name).findings
    monkeypatch.setattr("doclint.markdown.document.parse", mistune.parse)
    assert report.__wrapped__(name).findings == expected
