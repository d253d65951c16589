"""The rules find what is labelled, and nothing else, as well as they once did."""

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import catalogue
import markers
import pytest
import truth
from markers import Label
from truth import Area, Case, Figures, Score, Scores

from doclint.formats.loading import builtins
from doclint.markdown.source import Position, Source
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.rule.finding import Finding, written
from doclint.rule.message import Argument
from doclint.rule.registry import rules

HOUSE = Path(__file__).parents[1]
LABELLED = HOUSE / "tests" / "labelled"
CLICK = (HOUSE.parent / "shared" / "corpus" / "click").resolve()
SETTINGS = truth.read_settings()


@cache
def result(place: Path) -> Scores:
    known = SETTINGS.truth[truth.name_of(place)]
    return truth.score_findings(truth.case_of(place, known), SETTINGS, rules(), known.open)


@cache
def labels() -> list[Label]:
    trees = [path for path in sorted(LABELLED.iterdir()) if path.is_dir()]
    return [
        label.model_copy(update={"path": f"{tree.name}/{label.path}"})
        for tree in trees
        for label in markers.labels_of(markers.read(tree))
    ]


DEFECTS = sorted({label.defect for label in labels() if label.kind == "wrong"})
FINDERS = sorted({id_ for name in DEFECTS for id_ in truth.rules_for(name, SETTINGS, rules())})


def hold(scores: list[Score], name: str, recorded: Mapping[str, Figures]) -> None:
    """The figures of a defect or a rule have to be those that are recorded, or better."""
    score = next(one for one in scores if one.name == name)
    if not score.rules:
        pytest.skip(f"no rule finds {name} yet")
    if name not in recorded:
        assert score.is_idle, f"precision {score.precision:.3f} and recall {score.recall:.3f} are not recorded yet"
        return
    assert not score.is_below(recorded[name]), "\n".join(truth.disagreements([score], SETTINGS))


@pytest.mark.parametrize("defect", DEFECTS)
def test_labelled_pages(defect: str) -> None:
    hold(result(LABELLED).defects, defect, SETTINGS.truth["labelled"].recorded)


@pytest.mark.parametrize("rule", FINDERS)
def test_rules_on_labelled_pages(rule: str) -> None:
    hold(result(LABELLED).rules, rule, SETTINGS.truth["labelled"].rules)


@pytest.mark.parametrize("defect", ["count-mismatch", "symbol-not-in-source"])
@pytest.mark.skipif(not CLICK.is_dir(), reason=f"no pages at {CLICK}")
def test_click(defect: str) -> None:
    hold(result(CLICK / "truth.jsonl").defects, defect, SETTINGS.truth["click"].recorded)


def test_rest_of_the_labelled_pages_is_sound() -> None:
    others = [score for score in result(LABELLED).rules if score.name not in FINDERS]
    assert [(one.path, one.start.line, one.message) for score in others for one in score.wrong] == []


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["truth.py", str(LABELLED), "-v"])
    known = {LABELLED: result(LABELLED)}  # which has checked all pages
    monkeypatch.setattr(truth, "case_of", lambda place, *_: known[place])
    monkeypatch.setattr(truth, "score_findings", lambda scores, *_: scores)
    assert truth.main() == 0
    output = capsys.readouterr().out.splitlines()
    assert output[0].split() == ["defect", "found", "wrong", "missed", "unknown", "precision", "recall", "recorded"]
    assert {"C02", "E02", "F11", "rule", "wrong-count"} <= {line.split()[0] for line in output if line}


def test_labels_are_where_they_say() -> None:
    assert len(set(labels())) == len(labels())
    for label in labels():
        assert label.why, label
        if label.line is not None:
            page = markers.strip(label.path, (LABELLED / label.path).read_bytes()).data
            text = page.decode(errors="replace").split("\n")[label.line - 1]
            assert text, label
            assert not label.name or label.name in text, label


def test_every_class_has_three_defects_and_three_lookalikes() -> None:
    wrong, right = (Counter(label.defect for label in labels() if label.kind == kind) for kind in ("wrong", "right"))
    either = Counter(label.defect for label in labels() if label.kind == "either")
    # Of what is but noise there may be fewer.
    serious = {id_ for id_, one in catalogue.data()["classes"].items() if one["severity"] != "info"}
    # What two rules could tell, one of them tells.
    few = {defect for defect in wrong if wrong[defect] + either[defect] < 3 or right[defect] < 3}
    assert few & serious == set()
    places = [place(label) for label in labels()]
    assert len(set(places)) == len(places), "nothing is both wrong and right"


def test_all_kinds_of_pages_have_labels() -> None:
    kinds: dict[str, Counter[str]] = {"wrong": Counter(), "right": Counter(), "either": Counter()}
    for tree in (path for path in LABELLED.iterdir() if path.is_dir()):
        repository = Folder(tree)
        for path, marked in markers.read(tree).items():
            page = Page(path, Source.from_bytes(marked.data), formats=builtins(), repository=repository)
            for label in marked.labels:
                kinds[label.kind][page.kind.name if page.kind else ""] += 1
    # Golden trees have the pages of the formats that marks tell.
    every = {kind.name for one in builtins().rooted for kind in one.kind} | {""}
    assert kinds["wrong"].keys() == kinds["right"].keys() == every


def place(label: Label) -> tuple[str, str, int | None, str | None]:
    return label.defect, label.path, label.line, label.name


def test_areas_of_click_are_those_that_were_labelled() -> None:
    areas = SETTINGS.truth["click"].area
    areas_have = {
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
    for (path, section, line), expected in areas_have.items():
        assert any(area.has(finding(path=path, section=section), line) for area in areas) == expected, (path, line)


def finding(
    rule: str = "mojibake", line: int = 1, path: str = "a.md", section: str = "", **arguments: Argument
) -> Finding:
    return Finding(
        rule=rule,
        family="encoding",
        severity="error",
        message_id="one",
        message="It is wrong",
        given=written(arguments),
        path=path,
        start=Position(line, 1),
        end=Position(line, 2),
        section=section,
        embedded=None,
        cause="",
        fingerprint="",
    )


def linted(labels: list[Label], *findings: Finding) -> list[Score]:
    return truth.score_findings(Case(labels, findings), SETTINGS, rules()).defects


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
    [score] = linted([Label.model_validate({"path": "a.md", "defect": "H01", **label})], finding(**arguments))  # type: ignore[arg-type]
    assert (len(score.found), len(score.missed), len(score.wrong)) == ((1, 0, 0) if agrees else (0, 1, 1))


def test_names_of_counts_are_not_compared() -> None:
    label = Label(path="a.md", line=1, defect="count-mismatch", name="1,2 != 1,3")
    settings = SETTINGS.model_copy(
        update={"defect": {"count-mismatch": truth.Defect(rules=("mojibake",), by_line=True)}}
    )
    [score] = truth.score_findings(Case([label], [finding(name="functions")]), settings, rules()).defects
    assert score.found == [label]


def test_scores_and_how_they_are_told() -> None:
    labels = [
        Label(path="a.md", line=1, defect="B01"),
        Label(path="a.md", line=1, defect="B02"),
        Label(path="a.md", line=5, defect="B02", name="x", why="because"),
        Label(path="a.md", line=9, defect="no-such"),
    ]
    found = linted(labels, finding("broken-fence", 1), finding("broken-fence", 7, name="y"), finding(line=3))
    assert [(one.name, one.precision, one.recall) for one in found] == [
        ("B01", 0.5, 1.0),
        ("B02", 0.5, 0.5),
        ("no-such", 1.0, 0.0),
    ]
    recorded = {"B01": Figures(precision=0.5, recall=1), "B02": Figures(precision=0.5, recall=0.501)}
    assert [score.is_below(recorded.get(score.name)) for score in found] == [False, True, False]
    assert [line.split() for line in truth.table("defect", found, recorded)][1:] == [
        ["B01", "1", "1", "0", "0", "0.500", "1.000", "0.500", "1.000"],
        ["B02", "1", "1", "1", "0", "0.500", "0.500", "0.500", "0.501", "below"],
        ["no-such", "-", "-", "1", "-", "no", "rule", "finds", "it", "yet"],
    ]
    assert list(truth.disagreements(found, SETTINGS)) == [
        "a.md:5: missed B02 `x` (because)",
        "a.md:7: wrong broken-fence `y`: It is wrong",
    ], "the finding that is wrong is counted once, though its rule finds two defects"


def test_rules_of_a_class_are_those_that_cover_it() -> None:
    assert truth.rules_for("F03", SETTINGS, rules()) == {"impossible-run-command"}
    assert "reserved-word-as-symbol" in truth.rules_for("symbol-not-in-source", SETTINGS, rules())
    assert truth.rules_for("Z99", SETTINGS, rules()) == set()


def test_quoted_pages_and_other_pages_are_not_judged(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[a](gone.md)\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("[b](gone.md)\n[b](lost.md)\n", encoding="utf-8")
    found = truth.findings_of(tmp_path, (Area(include=("b.md",), lines=("[b](l",)),))
    assert [(one.path, one.start.line) for one in found] == [("b.md", 2)]


def test_labels_may_say_more(tmp_path: Path) -> None:
    file = tmp_path / "truth.jsonl"
    file.write_text(json.dumps({"path": "a", "line": 1, "defect": "H01", "name": "x", "group": "Classs"}) + "\n\n")
    assert truth.read_labels(file) == [Label(path="a", line=1, defect="H01", name="x")]


def test_markers_are_taken_from_the_page() -> None:
    page = (
        "<!-- wrong: A03 File Purpose -- it is not there --> <!-- either: I01 -->\n"
        "# A <!-- right: A11 -->\r\n"
        "```  <!-- wrong: B05 it -->\n"
        "<!-- no: A03 -->\n"
        "rain <!-- wrong: C03 --> falls"
    )
    data, found = markers.strip("a.md", page.encode())
    assert data == b"# A\r\n``` \n<!-- no: A03 -->\nrain <!-- wrong: C03 --> falls"
    assert found == [
        Label(path="a.md", defect="A03", name="File Purpose", why="it is not there"),
        Label(path="a.md", defect="I01", kind="either"),
        Label(path="a.md", defect="A11", line=1, kind="right"),
        Label(path="a.md", defect="B05", line=2, name="it"),
    ]


def test_no_marker_is_misspelled() -> None:
    for tree in (path for path in LABELLED.iterdir() if path.is_dir()):
        for path, page in markers.read(tree).items():
            assert not re.search(rb"<!-- *(wrong|right|either)", page.data), path


def test_what_is_right_or_uncertain_is_told_from_what_is_wrong() -> None:
    found = [
        Label(path="a.md", defect="B01"),
        Label(path="a.md", defect="B01", line=2, kind="right"),
        Label(path="a.md", defect="B01", line=9, kind="either"),
        Label(path="b.md", defect="B01", line=9, kind="either"),
    ]
    findings = [finding("broken-fence", line) for line in (1, 2)] + [finding("broken-fence", 9, path="b.md")]
    for open_, line in (((), 3), (["B01"], 4)):
        others = [finding("broken-fence", line, path="b.md")]
        result = truth.score_findings(Case(found, [*findings, *others]), SETTINGS, rules(), open_)
        for score in (result.defects[0], result.rules[0]):
            assert score.found == found[:1]
            assert [one.start.line for one in score.wrong] == ([2] if open_ else [2, 3])
            assert [one.start.line for one in score.unknown] == ([4] if open_ else [])


def test_a_rule_misses_what_no_rule_finds() -> None:
    found = [Label(path="a.md", defect="C02", line=line) for line in (1, 2)]
    result = truth.score_findings(Case(found, [finding("unknown-symbol", 1), finding(line=4)]), SETTINGS, rules())
    scores = {score.name: score for score in result.rules}
    assert (scores["unknown-symbol"].found, scores["unknown-symbol"].missed) == ([found[0]], [found[1]])
    assert (scores["mojibake"].precision, scores["mojibake"].is_idle) == (0, False)
    assert [line for line in truth.as_toml("own", result) if line.startswith(("[", "C02", "moji"))] == [
        "[truth.own.recorded]",
        "C02 = { precision = 1.0, recall = 0.5 }",
        "[truth.own.rules]",
        "mojibake = { precision = 0.0, recall = 1.0 }",
    ]
