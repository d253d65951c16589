"""How findings changed over several runs: as a table, as JSON, as a picture and as a page."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest
from browser import opened
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.report.trend import MOST_RUNS, Trend
from doclint.output import schemas
from doclint.output.trend import styles
from doclint.output.trend.text import shortened

Counts = Mapping[str, int]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>&amp;\"'\x1b[31m\u202e\x00\x85##[group]::error::" + "\ud800"


def report(findings: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    return {"version": "0.1.0", "summary": {"pages": 3, **fields.pop("summary", {})}, "findings": findings} | fields


def found(cause: str, *fingerprints: str, severity: str = "error") -> list[dict[str, Any]]:
    rule = cause.partition("/")[0]
    return [{"rule": rule, "severity": severity, "cause": cause, "fingerprint": one} for one in fingerprints]


def counted(counts: Counts) -> list[dict[str, Any]]:
    """Return findings by cause, the same ones in each run if they are as many."""
    return [one for cause, count in counts.items() for one in found(cause, *[f"{cause}{at}" for at in range(count)])]


def files(folder: Path, *runs: Counts, **fields: Any) -> list[Path]:
    """Write a report of each run."""
    paths = [folder / f"{number:04}.json" for number in range(1, len(runs) + 1)]
    for path, counts in zip(paths, runs, strict=True):
        path.write_text(json.dumps(report(counted(counts), **fields)), encoding="utf-8")
    return paths


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run_cli(["trend", *map(str, arguments)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(schemas.text("trend")))


def parsed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    document = json.loads(shown(capsys, "--output-format", "json", *arguments))
    validator().validate(document)
    return document


def by_name(document: Any) -> dict[str, list[int]]:
    return {series["name"]: series["findings"] for series in document["series"]}


def test_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files(tmp_path, {"a/b": 1, "c/d": 1200, "e": 2}, {"a/b": 7, "c/d": 600}, {"a/b": 9, "e": 1, "f": 1})
    assert shown(capsys, *paths, "--most", 2) == (
        "Findings by cause in 3 runs, from 0001 to 0003:\n"
        "\n"
        "trend  last  since previous  since first  cause\n"
        "▂▇█       9              +2           +8  a/b\n"
        "█▁▅       1              +1           -1  e\n"
        "█▅▂       1            -599       -1,199  2 others\n"
        "█▅▂      11            -596       -1,192  total\n"
        "\n"
        "Of the others, these have more findings than in the previous run: f (+1).\n"
    )


def test_what_grows_comes_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files(tmp_path, {"a": 9, "b": 50, "c": 1, "d": 2}, {"a": 7, "b": 50, "d": 4}, {"a": 8, "b": 50, "d": 9})
    assert list(by_name(parsed(capsys, *paths))) == ["d", "a", "b", "c"]
    names = [line.split()[-1] for line in shown(capsys, *paths, "--most", 3).splitlines()[3:]]
    assert names == ["d", "a", "b", "other", "total"]


def test_steepest_rises_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = (
        {"a": 50, "b": 1, "c": 20, "d": 3, "e": 4, "f": 30},
        {"a": 51, "b": 9, "c": 23, "d": 5, "e": 10, "f": 8},
    )
    text = shown(capsys, *files(tmp_path, before, after), "--most", 1)
    assert text.endswith("have more findings than in the previous run: e (+6), c (+3), d (+2) and 1 more.\n")


def test_changes_have_colors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, *files(tmp_path, {"a": 1, "b": 2}, {"a": 2, "b": 1}), "--color", "always")
    assert "\x1b[31m         +1\x1b[0m  a" in text
    assert "\x1b[32m         -1\x1b[0m  b" in text


def test_trend_of_real_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "root"
    for number, links in enumerate(["", "[a](a.md)\n", "[a](a.md) [b](b.md)\n"], start=1):
        write(root, "README.md", f"# Title\n\n{links}")
        run_cli(["check", "-q", "--root", str(root), "--output-format", f"json={tmp_path / f'{number}.json'}"])
    document = parsed(capsys, *sorted(tmp_path.glob("*.json")))
    assert by_name(document) == {"broken-link/missing/a.md": [0, 1, 1], "broken-link/missing/b.md": [0, 0, 1]}
    assert document["runs"][2] | {"doclint": "", "file": ""} == {
        "label": "3",
        "file": "",
        "revision": "",
        "doclint": "",
        "pages": 1,
        "findings": 2,
        "is_whole": True,
        "has_baseline": False,
    }


def test_folder_is_the_cause_of_many_links_and_of_the_few_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "root"
    for number, count in enumerate([2, 30, 2], start=1):
        links = "".join(f"- [{at}](api/{at:02}.md)\n" for at in range(count))
        write(root, "api/README.md", "# API\n")
        write(root, "README.md", f"# Title\n\n{links}\n[api](api/README.md)\n")
        run_cli(["check", "--root", str(root), "--output-format", f"json={tmp_path / f'{number}.json'}"])
    capsys.readouterr()
    [series] = parsed(capsys, *sorted(tmp_path.glob("*.json")))["series"]
    assert series == {
        "name": "broken-link/missing/api/",
        "other_names": ["broken-link/missing/api/00.md", "broken-link/missing/api/01.md"],
        "findings": [2, 30, 2],
    }


def test_renamed_cause_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [
        # Two causes that share a finding get other names at once.
        [*found("a/old", "1", "2"), *found("b/old", "1", "3", "4")],
        [*found("a/new", "1", "2"), *found("b/new", "1", "3", "4")],
        # One finding moves to a cause that was there before.
        [*found("a/new", "2"), *found("b/new", "1", "1", "3", "4"), *found("c", "5")],
        [*found("a/new", "2"), *found("d", "6")],
    ]
    for number, findings in enumerate(runs):
        write(tmp_path, f"{number}.json", json.dumps(report(findings)))
    document = parsed(capsys, *sorted(tmp_path.glob("*.json")))
    assert by_name(document) == {"a/new": [2, 2, 1, 1], "d": [0, 0, 0, 1], "b/new": [3, 3, 4, 0], "c": [0, 0, 1, 0]}
    assert [series["other_names"] for series in document["series"]] == [[], ["a/old"], ["b/old"], []]


def test_many_causes_of_one_fingerprint_take_no_longer(tmp_path: Path) -> None:
    names = ["a", "b"]
    for name in names:
        findings = [one for number in range(20_000) for one in found(f"{name}/{number}", "same")]
        write(tmp_path, f"{name}.json", json.dumps(report(findings)))
    assert len(Trend.read([tmp_path / f"{name}.json" for name in names], "cause").series) == 40_000


def test_findings_by_rule_and_severity(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    findings = [*found("a/b", "1"), *found("a/c", "2", severity="info"), *found("d", "3", severity="info")]
    path = write(tmp_path, "1.json", json.dumps(report(findings)))
    assert by_name(parsed(capsys, path, "--by", "rule")) == {"a": [2], "d": [1]}
    assert by_name(parsed(capsys, path, "--by", "severity")) == {"info": [2], "error": [1]}


@pytest.mark.parametrize(
    ("names", "revisions", "labels"),
    [
        (["1.json", "2.json"], ["a" * 40, "b" * 40], ["aaaaaaaa", "bbbbbbbb"]),
        (["1.json", "2.json"], ["a" * 40, ""], ["1", "2"]),
        (["1.json", "2.json"], ["a" * 40, "a" * 40], ["1", "2"]),
        (["mon/doclint.json", "tue/doclint.json"], ["", ""], ["mon", "tue"]),
        (["mon/1.json", "tue/2.json"], ["", ""], ["mon/1", "tue/2"]),
        (["2026.01.json", "2026.02.json"], ["", ""], ["2026.01", "2026.02"]),
        (["doclint.json", "old/doclint.json"], ["", ""], ["doclint", "old"]),
    ],
)
def test_runs_have_short_names(
    names: list[str], revisions: list[str], labels: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [
        write(tmp_path, name, json.dumps(report([], revision=revision)))
        for name, revision in zip(names, revisions, strict=True)
    ]
    assert [run["label"] for run in parsed(capsys, *paths)["runs"]] == labels


def test_what_else_can_explain_a_change_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [
        report([], summary={"pages": 7}),
        report([], summary={"pages": 1, "skipped": ["unreached-page"]}),
        report([], version="0.2.0", summary={"baseline": {"known": 3}}),
    ]
    paths = [write(tmp_path, f"{number}.json", json.dumps(run)) for number, run in enumerate(runs)]
    assert parsed(capsys, *paths)["notes"] == [
        "The runs checked from 1 to 7 pages, the last one 3.",
        "The version of doclint changed, which can change the findings: 0.1.0 from 0, 0.2.0 from 2.",
        "1 of 3 runs checked only some of the pages, without the rules about all of them.",
        "1 of 3 runs left out the known findings of a baseline.",
    ]
    assert parsed(capsys, paths[1])["notes"] == [
        "Each run checked only some of the pages, without the rules about all of them."
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "1.json: this is not JSON: line 1, column 2: Expecting property name"),
        ("[]", "1.json: `doclint check --output-format json` did not write this file"),
        ("[" * 100_000, "1.json: `doclint check --output-format json` did not write this file"),
        ('{"version": 1, "causes": []}', "1.json: `doclint check --output-format json` did not write this file"),
        (b"\xff\xfe", "1.json: 'utf-8' codec can't decode byte 0xff"),
        ('{"version": "1", "summary": {}, "findings": []}', "1.json: `summary.pages` is missing"),
        (report([{}]), "1.json: `findings.0.rule` is missing"),
        (report(found("a", "1", severity="fatal")), "1.json: `findings.0.severity` is 'fatal', not 'error', 'warning'"),
        (report([], revision="\x1b[31m"), "1.json: `revision` is '\\x1b[31m': string should match pattern"),
        (report([], summary={"pages": 10**30}), "1.json: `summary.pages` is 1000000000000000000000000000000: input"),
        (
            report([], shard={"number": 2, "of": 4}),
            "1.json: this is the report of shard 2 of 4; `doclint merge` writes",
        ),
    ],
)
def test_file_that_is_no_report_is_named(
    content: Any, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "1.json", content if isinstance(content, (str, bytes)) else json.dumps(content))
    assert run_cli(["trend", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"doclint: {path}")
    assert reason in error


def test_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["trend", str(tmp_path / "1.json")]) == 2
    assert capsys.readouterr().err == f"doclint: {tmp_path / '1.json'} cannot be read: No such file or directory\n"


def test_too_many_runs_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["trend", *["1.json"] * (MOST_RUNS + 1)]) == 2
    assert capsys.readouterr().err == "doclint: These are 1,001 reports; a trend has at most 1,000\n"


def test_output_is_checked_before_reports_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["trend", "nowhere.json", "-o", str(tmp_path / "no" / "trend.svg")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_picture_shows_heavy_causes_and_the_sum_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = files(tmp_path, {"a": 30, "b": 20, "c": 4, "d": 2}, {"a": 10, "b": 25, "c": 4})
    svg = shown(capsys, *paths, "--most", 2, "--output-format", "svg")
    assert texts(svg) == (
        ["Findings by cause in 2 runs, from 0001 to 0002"]
        + ["0", "20", "40", "60", "0001", "0002"]
        + ["last", "since first", "b", "25", "+5", "a", "10", "-20", "2 others", "4", "-2", "total", "39", "-17"]
    )
    picture = ET.fromstring(svg)
    described = picture.find(f"{SVG}desc")
    assert described is not None
    assert "All findings in 2 runs: 56, 39." in (described.text or "")
    assert {element.text for element in picture.iter(f"{SVG}title")} > {"0001: 20 b", "0002: 4 2 others"}


@pytest.mark.parametrize("style", ["svg", "html"])
def test_heights_are_in_proportion(style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    markup = shown(capsys, *files(tmp_path, {"a": 300, "b": 200}, {"a": 150}), "--output-format", style)
    parts = re.findall(r'<rect class="c\d" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/><title>', markup)
    # The scale ends at 500. The first column is on the ground with its larger part.
    assert [(float(y), float(height)) for y, height in parts] == [(144, 192), (16, 128), (240, 96)]


NAMES = st.text(
    st.one_of(st.sampled_from("<>&\"'`]/:#[\n\r\t\0\x1b\x85\u202e\u2028\ufffe\uffff"), st.characters()), max_size=30
)


@settings(max_examples=30)
@given(st.lists(st.dictionaries(NAMES, st.integers(0, 40), max_size=12), min_size=1, max_size=5), st.integers(1, 16))
def test_names_of_strangers_cannot_break_a_picture_or_a_page(
    tmp_path_factory: pytest.TempPathFactory, runs: list[dict[str, int]], most: int
) -> None:
    trend = Trend.read(files(tmp_path_factory.mktemp("runs"), *runs), "cause")
    for style in styles.TREND_STYLES:
        text = click.unstyle("".join(styles.render(trend, style, most)))
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2028\ud800-\udfff\ufffe\uffff]|##\\[", text)
    ET.fromstring("".join(styles.render(trend, "svg", most)))
    document = json.loads("".join(styles.render(trend, "json", most)))
    sums = [sum(values) for values in zip(*(series["findings"] for series in document["series"]), strict=True)]
    assert sums == ([run["findings"] for run in document["runs"]] if document["series"] else [])


def test_page_runs_no_script_of_a_stranger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for style in ("html", "svg"):
        markup = shown(capsys, *files(tmp_path, {HOSTILE: 3, "a": 1}, {HOSTILE: 2}), "--output-format", style)
        assert "<script" not in markup
        assert "&lt;script&gt;alert(1)" in markup
        assert "http://" not in markup.replace("http://www.w3.org/2000/svg", "")


def test_long_names_lose_their_middle() -> None:
    assert shortened("x" * 50 + "y" * 50, 20) == "x" * 10 + "…" + "y" * 9
    assert len(shortened("\x1b" * 50, 20)) == 20


BOXES = """() => {
    const svg = document.querySelector("svg")
    return [svg, ...svg.querySelectorAll("text")].map(one => one.getBoundingClientRect().toJSON())
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("runs", [1, 2, 60, 300])
def test_labels_do_not_overlap_and_nothing_is_cut(
    scheme: str, runs: int, tmp_path: Path, browser: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = {f"broken-link/missing/{'a-very-long-folder/' * number}": number for number in range(1, 16)}
    paths = files(tmp_path, *[{name: count + run % 3 for name, count in counts.items()} for run in range(runs)])
    for style in ("svg", "html"):
        picture = tmp_path / f"trend.{style}"
        shown(capsys, *paths, "--most", 12, "--output-format", style, "-o", picture)
        context: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": 1200, "height": 900}}
        with opened(browser, picture, **context) as page:
            svg, *boxes = page.evaluate(BOXES)
            assert len(boxes) > 3
            assert all(inside(box, svg) for box in boxes)
            assert not [1 for at, one in enumerate(boxes) for other in boxes[at + 1 :] if overlap(one, other)]
            back = page.evaluate("getComputedStyle(document.querySelector('.back, body')).fill")
            ground = page.evaluate("getComputedStyle(document.querySelector('.back, body')).backgroundColor")
            assert ("rgb(13, 17, 23)" in (back, ground)) == (scheme == "dark")


def inside(box: Any, frame: Any) -> bool:
    return bool(
        frame["x"] <= box["x"]
        and frame["y"] <= box["y"]
        and box["x"] + box["width"] <= frame["x"] + frame["width"]
        and box["y"] + box["height"] <= frame["y"] + frame["height"]
    )


def overlap(one: Any, other: Any) -> bool:
    return bool(
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] + 2 < other["y"] + other["height"] - 2  # lines of text may touch
        and other["y"] + 2 < one["y"] + one["height"] - 2
    )


@pytest.mark.parametrize("runs", [1, 60])
def test_page_fits_on_a_phone(runs: int, tmp_path: Path, browser: Any, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files(tmp_path, *[{"broken-link/missing/" + "folder" * 30: 20, "b": 1_000}] * runs)
    shown(capsys, *paths, "--output-format", "html", "-o", tmp_path / "trend.html")
    with opened(browser, tmp_path / "trend.html", viewport={"width": 390, "height": 800}) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_page_has_names_for_those_who_do_not_see_it(
    tmp_path: Path, browser: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = files(tmp_path, {"a/b": 1}, {"a/b": 2, "c": 1})
    shown(capsys, *paths, "--output-format", "html", "-o", tmp_path / "trend.html")
    with opened(browser, tmp_path / "trend.html") as page:
        assert page.get_by_role("img").count() == 1
        assert page.get_by_role("heading", level=1).text_content() == "Findings by cause in 2 runs, from 0001 to 0002"
        table = page.get_by_role("region", name="All runs").get_by_role("table")
        assert table.get_by_role("columnheader").all_text_contents() == ["Cause", "0001", "0002"]
        assert table.get_by_role("row", name="a/b").get_by_role("cell").all_text_contents() == ["1", "2"]
        assert table.get_by_role("row", name="total").get_by_role("cell").all_text_contents() == ["1", "3"]


def test_command_works_in_a_process_of_its_own(tmp_path: Path) -> None:
    [path] = files(tmp_path, {"a": 1})
    done = subprocess.run(
        [sys.executable, "-m", "doclint", "trend", str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Findings by cause in 1 run, 0001:\n")


def claims_of(folder: Path, name: str, holds: int, refuted: int, unknown: int, *, is_check: bool) -> Path:
    """Write what `doclint check --claims` or `doclint claims` says of so many claims."""
    counts = {"holds": holds, "refuted": refuted, "unknown": unknown}
    of_claims = {"version": "0.1.0", "pages": 3, "total": counts, "groups": {}, "claims": []}
    text = report(found("a", "1"), summary={"claims": counts}) if is_check else of_claims
    (folder / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")
    return folder / f"{name}.json"


def test_claims_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = claims_of(tmp_path, "monday", 1200, 300, 7, is_check=True)
    last = claims_of(tmp_path, "tuesday", 1300, 100, 0, is_check=False)
    assert shown(capsys, "--by", "outcome", first, last) == (
        "Claims by outcome in 2 runs, from monday to tuesday:\n"
        "\n"
        "trend   last  since first  outcome\n"
        "██     1,300         +100  hold\n"
        "█▄       100         -200  refuted\n"
        "█▁         0           -7  unchecked\n"
        "██     1,400         -107  total\n"
        "\n"
        "Of the checked claims, 92.8 % hold, and 80.0 % in the first run.\n"
    )
    assert by_name(parsed(capsys, "--by", "outcome", first, last)) == {
        "hold": [1200, 1300],
        "refuted": [300, 100],
        "unchecked": [7, 0],
    }
    picture = shown(capsys, "--by", "outcome", "--output-format", "svg", first, last)
    assert "Of the checked claims, 92.8 % hold" in picture
    assert [run["findings"] for run in parsed(capsys, first)["runs"]] == [1]
    assert shown(capsys, "--by", "outcome", claims_of(tmp_path, "none", 0, 0, 0, is_check=True)).endswith(
        "Of the checked claims, none hold.\n"
    )


def test_runs_without_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [run] = files(tmp_path, {"a": 1})
    assert run_cli(["trend", "--by", "outcome", str(run)]) == 2
    assert "this run counted no claims; `doclint check --claims` and `doclint claims` do" in capsys.readouterr().err
    assert run_cli(["trend", str(claims_of(tmp_path, "b", 1, 0, 0, is_check=False))]) == 2
    assert "`--by outcome` shows how many claims hold" in capsys.readouterr().err
