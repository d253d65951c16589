"""The rules find what is labelled, and nothing else, as well as they once did."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import truth
from truth import Area, Figures, Label, Score

from doclint.formats import builtins
from doclint.page import Page
from doclint.problem import Problem
from doclint.project import Project
from doclint.registry import rules
from doclint.repository import Folder
from doclint.source import Position, Source

HOUSE = Path(__file__).parents[1]
LABELLED = HOUSE / "tests" / "labelled"
CLICK = (HOUSE.parent / "shared" / "corpus" / "click").resolve()
SETTINGS = truth.read_settings()


@cache
def scores(root: Path) -> dict[str, Score]:
    labels, areas = truth.read_labels(root / "truth.jsonl"), SETTINGS.truth[root.name].area
    found = truth.judge(labels, truth.problems_of(root, areas), SETTINGS, rules())
    return {score.defect: score for score in found}


def rows(name: str) -> list[Label]:
    return truth.read_labels(LABELLED / name)


DEFECTS = sorted({label.defect for label in rows("truth.jsonl")})


def hold(root: Path, defect: str) -> None:
    """The figures of a defect have to be those that are recorded, or better."""
    score, recorded = scores(root)[defect], SETTINGS.truth[root.name].recorded.get(defect)
    if not score.rules:
        pytest.skip(f"no rule finds {defect} yet")
    if recorded is None:
        pytest.skip(f"{defect}: precision {score.precision:.3f} and recall {score.recall:.3f} are not recorded yet")
    assert not score.is_below(recorded), "\n".join(truth.disagreements([score], SETTINGS))


@pytest.mark.parametrize("defect", DEFECTS)
def test_labelled_pages(defect: str) -> None:
    hold(LABELLED, defect)


@pytest.mark.parametrize("defect", ["count-mismatch", "symbol-not-in-source"])
@pytest.mark.skipif(not CLICK.is_dir(), reason=f"no pages at {CLICK}")
def test_click(defect: str) -> None:
    hold(CLICK, defect)


def test_rest_of_the_labelled_pages_is_sound() -> None:
    judging = {rule for score in scores(LABELLED).values() for rule in score.rules}
    others = [one for one in truth.problems_of(LABELLED, (Area(),)) if one.rule not in judging]
    assert [(one.path, one.start.line, one.message) for one in others] == []


@pytest.mark.parametrize("file", ["truth.jsonl", "lookalikes.jsonl"])
def test_labels_are_where_they_say(file: str) -> None:
    found = rows(file)
    assert len(set(found)) == len(found)
    for label in found:
        lines = (LABELLED / label.path).read_text(encoding="utf-8").split("\n")
        text = lines[label.line - 1] if label.line else ""
        assert label.why, label
        if label.line and label.name:
            assert f"`{label.name}`" in text or label.name in text.split(": ")[1].split(", "), label
        elif label.line:
            assert text, label


def test_every_class_has_three_defects_and_three_lookalikes() -> None:
    wrong, right = (Counter(label.defect for label in rows(file)) for file in ("truth.jsonl", "lookalikes.jsonl"))
    assert wrong.keys() == right.keys()
    assert min(wrong.values()) == min(right.values()) == 3
    assert not {place(label) for label in rows("truth.jsonl")} & {place(label) for label in rows("lookalikes.jsonl")}


def place(label: Label) -> tuple[str, str, int | None, str | None]:
    return label.defect, label.path, label.line, label.name


def test_areas_of_click_are_those_that_were_labelled() -> None:
    areas = SETTINGS.truth["click"].area
    told = {
        ("docs/src/a.py_kw.md", "keywords-extracted.imports", "- **`os`**"): True,
        ("docs/src/a.py_kw.md", "keyword-section-map", "- **File**"): False,
        ("docs/src/a.h_kw.md", "keywords-extracted.functions", "- **`os`**"): False,
        ("docs/docs/src/a.py_docs.md_kw.md", "keywords-extracted.functions", "- **`os`**"): False,
        ("docs/docs/a.py_kw.md", "keywords-extracted.functions", "- **`os`**"): False,
        ("docs/a.py_docs.md", "detailed-analysis.code-structure", "**Classes defined**: `A`"): True,
        ("docs/a.py_docs.md", "detailed-analysis.code-structure", "**Key imports**: os"): False,
        ("docs/a.py_docs.md", "high-level-overview", "This Python file contains 1 class(es)"): True,
        ("docs/a.py_docs.md", "high-level-overview", "A file."): False,
    }
    for (path, section, line), expected in told.items():
        assert any(area.has(problem(path=path, section=section), line) for area in areas) == expected, (path, line)


def problem(
    rule: str = "mojibake", line: int = 1, path: str = "a.md", section: str = "", **arguments: object
) -> Problem:
    return Problem(
        rule=rule,
        family="encoding",
        severity="error",
        message_id="one",
        message="It is wrong",
        arguments=arguments,  # type: ignore[arg-type]
        path=path,
        start=Position(line, 1),
        end=Position(line, 2),
        section=section,
        embedded=None,
        cause="",
    )


def judged(labels: list[Label], *problems: Problem) -> list[Score]:
    return truth.judge(labels, problems, SETTINGS, rules())


@pytest.mark.parametrize(
    ("label", "arguments", "agrees"),
    [
        ({"line": 1}, {}, True),
        ({"line": 2}, {}, False),
        ({}, {}, True),
        ({"path": "b.md"}, {}, False),
        ({"line": 1, "name": "x"}, {}, True),
        ({"line": 1, "name": "x"}, {"name": "x"}, True),
        ({"line": 1, "name": "x"}, {"name": "y"}, False),
        ({"line": 1}, {"name": "y"}, True),
        ({"name": "x"}, {"names": ("w", "x")}, True),
        ({"name": "x"}, {"module": "x", "copy": None, "count": 2}, True),
        ({"name": "x"}, {"hint": "x"}, True),
    ],
)
def test_finding_and_label_agree(label: dict[str, object], arguments: dict[str, object], agrees: bool) -> None:
    [score] = judged([Label.model_validate({"path": "a.md", "defect": "H01", **label})], problem(**arguments))  # type: ignore[arg-type]
    assert (len(score.found), len(score.missed), len(score.wrong)) == ((1, 0, 0) if agrees else (0, 1, 1))


def test_names_of_counts_are_not_compared() -> None:
    label = Label(path="a.md", line=1, defect="count-mismatch", name="1,2 != 1,3")
    settings = SETTINGS.model_copy(
        update={"defect": {"count-mismatch": truth.Defect(rules=("mojibake",), by_line=True)}}
    )
    [score] = truth.judge([label], [problem(name="functions")], settings, rules())
    assert score.found == [label]


def test_scores_and_how_they_are_told() -> None:
    labels = [
        Label(path="a.md", line=1, defect="B01"),
        Label(path="a.md", line=1, defect="B02"),
        Label(path="a.md", line=5, defect="B02", name="x", why="because"),
        Label(path="a.md", line=9, defect="no-such"),
    ]
    found = judged(labels, problem("broken-fence", 1), problem("broken-fence", 7, name="y"), problem(line=3))
    assert [(one.defect, one.precision, one.recall) for one in found] == [
        ("B01", 0.5, 1.0),
        ("B02", 0.5, 0.5),
        ("no-such", 1.0, 0.0),
    ]
    recorded = {"B01": Figures(precision=0.5, recall=1), "B02": Figures(precision=0.5, recall=0.501)}
    assert [score.is_below(recorded.get(score.defect)) for score in found] == [False, True, False]
    assert [line.split() for line in truth.table(found, recorded)][1:] == [
        ["B01", "1", "1", "0", "0.500", "1.000", "0.500", "1.000"],
        ["B02", "1", "1", "1", "0.500", "0.500", "0.500", "0.501", "below"],
        ["no-such", "-", "-", "1", "no", "rule", "finds", "it", "yet"],
    ]
    assert list(truth.disagreements(found, SETTINGS)) == [
        "a.md:5: missed B02 `x` (because)",
        "a.md:7: wrong broken-fence `y`: It is wrong",
    ], "the finding that is wrong is told once, though its rule finds two defects"


def test_rules_of_a_class_are_those_that_cover_it() -> None:
    assert truth.rules_for("F03", SETTINGS, rules()) == {"impossible-run-command"}
    assert "reserved-word-as-symbol" in truth.rules_for("symbol-not-in-source", SETTINGS, rules())
    assert truth.rules_for("Z99", SETTINGS, rules()) == set()


def test_quoted_pages_and_other_pages_are_not_judged(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[a](gone.md)\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("[b](gone.md)\n[b](lost.md)\n", encoding="utf-8")
    found = truth.problems_of(tmp_path, (Area(include=("b.md",), lines=("[b](l",)),))
    assert [(one.path, one.start.line) for one in found] == [("b.md", 2)]


def test_labels_may_say_more(tmp_path: Path) -> None:
    file = tmp_path / "truth.jsonl"
    file.write_text(json.dumps({"path": "a", "line": 1, "defect": "H01", "name": "x", "group": "Classs"}) + "\n\n")
    assert truth.read_labels(file) == [Label(path="a", line=1, defect="H01", name="x")]


def test_labelled_pages_are_in_the_format() -> None:
    project = Project.find(root=LABELLED, isolated=True)
    repository = Folder(LABELLED)
    for path in project.pages():
        page = Page(path, Source.from_bytes((LABELLED / path).read_bytes()), formats=builtins(), repository=repository)
        assert (page.kind is None) == (path in ("docs/index.md", "notes/field.md", "notes/guide.md")), path
        assert not page.absent, path
