"""What is found, noted and asked is the same after it went to another process or into a file."""

import json
import os
from pathlib import Path
from posixpath import dirname

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import asdict
from tree import write

from doclint.config.project import Project
from doclint.engine import page_result
from doclint.engine.linter import Linter
from doclint.engine.page_result import PageResult
from doclint.engine.page_rules import PageFindings
from doclint.markdown.source import Edit, Fix, Position, Span
from doclint.page.limits import LIMITS
from doclint.page.page import Page
from doclint.repository.dependencies import ABSENT, FILE, FOLDER, Dependencies
from doclint.repository.disk import Folder
from doclint.rule.finding import Finding, failure, written
from doclint.rule.message import Argument
from doclint.rule.rule import CorpusRule, Fact, Note, Valid, Where
from doclint.testing import check_example

LABELLED = Path(__file__).parent / "labelled"
PATHS = st.text(st.characters(), max_size=8)  # also halves of surrogate pairs, as names that are no text have them


@pytest.mark.parametrize("tree", ["heron", "kiln"])
def test_verdicts_on_real_pages(tree: Path) -> None:
    project = Project.find(root=LABELLED / tree, isolated=True)
    selection = project.selection(["strict"])
    linter = Linter(selection, project.formats, LIMITS, is_whole=True)
    repository = Folder(project.root)
    noted = set()
    for path in project.pages():
        found = linter.file(path, repository)
        encoded = page_result.encode(found)
        findings, suppressed, *_ = page_result.decode_found(encoded.found)
        assert list(map(asdict, findings)) == list(map(asdict, found.found.findings))
        assert suppressed == found.found.suppressed
        notes = page_result.decode_notes(encoded.notes, selection.known, path)
        assert notes == found.notes
        assert repr(notes) == repr(found.notes), "the types are the same"
        noted |= {rule for rule, notes_ in notes.items() if notes_}
    assert noted


def test_nothing_of_a_problem_is_lost() -> None:
    arguments: dict[str, Argument] = {
        "text": "5",
        "number": 5,
        "none": None,
        "names": ("1", "x"),
        "no": (),
        "large": 2**70,
    }
    finding = Finding(
        rule="a-rule", family="b", severity="info", message_id="c", message="d\0\n☃", path="e\\xff.md", section="f",
        given=written(arguments), fingerprint="n",
        start=Position(1, 2), end=Position(3, 4), embedded="g.md", cause="h", kind="i", part="j", reason="k",
        remedy="l", key=("5", "6"), fix=Fix((Edit(Span(0, 1), "\0é"), Edit(Span(1, 1), "")), safe=False), traceback="m",
    )  # fmt: skip
    found = PageFindings([finding, failure("rule-failed", "a.md", "x", ValueError("trace"))], 3)
    findings, suppressed, *_ = page_result.decode_found(page_result.encode(PageResult(found)).found)
    assert (findings, suppressed) == (found.findings, 3)
    assert [repr(one) for one in findings] == [repr(one) for one in found.findings]
    assert findings[0].arguments == arguments
    assert findings[0].fix is not None
    assert isinstance(findings[0].fix.edits[0].span, Span)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"[1,2]", b'[[{"rule": 1}], 0]', b"[[], 0", b'[[], "many"]'])
def test_what_is_no_verdict(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        page_result.decode_found(data)


class Forgetful(CorpusRule):
    """A rule whose facts are not of the type that it says they are."""

    id = "forgetful"
    family = "house"
    severity = "info"
    messages = {}
    examples = ()
    data = dict[str, float]

    def facts(self, _page: Page) -> "list[Fact]":  # type: ignore[override]
        return [Fact(Span(0, 1), {"a": float("nan")})]

    def check_corpus(self, _corpus: object) -> "list[object]":  # type: ignore[override]
        return []


def test_facts_that_do_not_outlast_a_run_are_told_to_the_author() -> None:
    with pytest.raises(AssertionError, match="forgetful: the facts about a page change when they are stored"):
        check_example(Forgetful, Valid("# A\n"))


@given(
    st.dictionaries(PATHS, st.sampled_from([ABSENT, FILE, FOLDER])),
    st.dictionaries(PATHS, st.none() | st.just("0123")),
    st.dictionaries(PATHS, st.none() | st.just("4567")),
)
def test_questions_are_what_they_were(
    entries: dict[str, int], listings: dict[str, str | None], contents: dict[str, str | None]
) -> None:
    dependencies = Dependencies(entries, listings, contents)
    shared = Dependencies({f"shared/{number}": FILE for number in range(9)})
    dependencies.take(shared)
    decoded, parts = Dependencies.decode(dependencies.encoded)
    assert (decoded.listings, decoded.contents) == (listings, contents)
    left = {path for path in entries if dirname(path) not in listings and contents.get(path) is None}
    assert decoded.entries == {path: entries[path] for path in left}, "the others follow"
    assert parts == [shared.digest]
    assert [part.digest for part in dependencies.all_parts()] == parts
    json.loads(dependencies.encoded)


def test_parts_have_parts() -> None:
    def entries(name: str) -> Dependencies:
        return Dependencies({f"{name}/{number}": ABSENT for number in range(20)})

    inner, outer, dependencies = map(entries, ("inner", "outer", "asked"))
    outer.take(inner)
    dependencies.take(outer)
    assert [part.digest for part in dependencies.all_parts()] == [outer.digest, inner.digest]
    assert outer.digest != entries("outer").digest, "what a part asks is part of what it is"


NAMES = [
    b"plain.md",
    b"a\xff.md",
    b"line\nbreak.md",
    "é".encode(),
    "e\u0301.md".encode(),
    b"quote\"'`.md",
    b" .md",
    b"%41",
]


@pytest.mark.skipif(os.name != "posix" or os.uname().sysname != "Linux", reason="names are text there")
@pytest.mark.parametrize("name", NAMES)
def test_answers_about_files_with_odd_names(tmp_path: Path, name: bytes) -> None:
    path = os.fsdecode(b"folder/" + name)
    write(tmp_path, path, "before\n")

    def ask(repository: Folder) -> Dependencies:
        with repository.recording() as dependencies:
            assert repository.is_file(path)
            assert not repository.exists(path + "x")
            assert list(repository.listing("folder") or ()) == [os.fsdecode(name)]
            assert repository.read(path) == (tmp_path / path).read_bytes()
            assert repository.read(path + "x") is None
            repository.other_case(path.upper())
        return dependencies

    kept, _ = Dependencies.decode(ask(Folder(tmp_path)).encoded)
    assert Folder(tmp_path).agrees(kept)
    os.utime(tmp_path / path, (1, 1))
    assert Folder(tmp_path).agrees(kept)
    write(tmp_path, path, "after\n")
    assert not Folder(tmp_path).agrees(kept)
    write(tmp_path, path, "before\n")
    assert Folder(tmp_path).agrees(kept)
    write(tmp_path, path + "x", "")
    assert not Folder(tmp_path).agrees(kept)
    (tmp_path / (path + "x")).unlink()
    (tmp_path / path).unlink()
    (tmp_path / path).mkdir()
    assert not Folder(tmp_path).agrees(kept)


def test_what_is_remembered_was_asked_by_everyone(tmp_path: Path) -> None:
    for number in range(20):
        write(tmp_path, f"{number}.md", "")
    repository = Folder(tmp_path)

    def find() -> int:
        return sum(repository.is_file(f"{number}.md") for number in range(20))

    seen = []
    for _ in range(2):
        with repository.recording() as dependencies:
            assert repository.answered(("count",), find) == 20
        seen.append(dependencies.encoded)
        assert [len(part.entries) for part in dependencies.all_parts()] == [20]
    assert seen[0] == seen[1]


def test_notes_that_are_allowed_stay_so() -> None:
    place = Where("a.md", Position(1, 1), Position(1, 2), "section", "inner.md", "kind", "key")
    notes = {"forgetful": [Note(place, {"x": 1.5}, is_allowed=True), Note(place, {}, is_allowed=False)]}
    encoded = page_result.encode(PageResult(PageFindings([]), notes)).notes
    assert page_result.decode_notes(encoded, {"forgetful": Forgetful}, "a.md") == notes
