"""The figures of outputs: findings, pages, causes, rules and places all have other numbers in these reports."""

import html
import json
import re
import textwrap
from typing import Any
from xml.etree import ElementTree as ET

import click
import reports
from msgspec.structs import replace
from reports import finding

from doclint.engine.report.causes_diff import compare, document
from doclint.engine.report.report import BaselineResult, Report
from doclint.errors.wording import counted
from doclint.markdown.source import Position
from doclint.output.causes import changes, render as render_causes
from doclint.output.rendering import RenderOptions, render
from doclint.rule.finding import Finding

MOVE = "Make links relative to the page."
SAVE = "Save pages as UTF-8."


def of_cause(cause: str, places: dict[str, list[tuple[int, int]]], **fields: Any) -> list[Finding]:
    """Return the findings of a cause, given the lines and columns on each page."""
    return [
        finding(
            f"docs/{page}.md",
            line,
            rule=cause.partition("/")[0],
            cause=cause,
            message=f"wrong in line {line}",
            start=Position(line, column),
            end=Position(line, column + 3),
            **fields,
        )
        for page, several in places.items()
        for line, column in several
    ]


REPORT = reports.report(
    *of_cause(
        "broken-link/missing/old.md",
        {"a": [(3, 5), (4, 6), (7, 8), (9, 2), (10, 9)], "b": [(11, 1), (12, 3), (15, 7)], "c": [(13, 4)]},
        severity="warning",
        kind="file",
        remedy=MOVE,
    ),
    *of_cause(
        "mojibake/text",
        {"c": [(20, 30)], "d": [(21, 31)], "e": [(22, 32)], "f": [(23, 33)], "g": [(24, 34), (25, 35)]},
        severity="error",
        remedy=MOVE,
    ),
    *of_cause("case-mismatch/case", {"h": [(41, 17), (43, 18)], "a": [(45, 19)]}, severity="info", remedy=SAVE),
    *of_cause("broken-link/missing/new.md", {"i": [(51, 27), (53, 28)]}, severity="warning", kind="file", remedy=MOVE),
    pages=tuple(f"docs/{page}.md" for page in "jklmn"),
)


TOTALS = "20 findings (6 errors, 11 warnings, 3 info) in 9 of 14 pages.\n"


def shown(style: str, report: Report = REPORT) -> str:
    return click.unstyle("".join(f"{line}\n" for line in render(report, style, RenderOptions())))


def rows(page: str) -> list[list[str]]:
    """Return the cells of the tables of a page in Markdown, without markup."""
    plain = html.unescape(re.sub(r"<[^>]+>|\]\([^)]*\)|\[", "", page))
    return [line.strip("| ").split(" | ") for line in plain.splitlines() if line.startswith("|")]


def test_step_summary() -> None:
    page = shown("step-summary")
    assert page.startswith(f"## doclint\n\n{TOTALS}\n")
    assert rows(page) == [
        ["Findings", "Pages", "Cause", "Places", "Message"],
        ["---:", "---:", "---", "---", "---"],
        ["9", "3", "broken-link/missing/old.md", "docs/a.md:3, docs/b.md:11, docs/c.md:13", "wrong in line 3"],
        ["6", "5", "mojibake/text", "docs/e.md:22, docs/d.md:21, docs/f.md:23", "wrong in line 22"],
        ["3", "2", "case-mismatch/case", "docs/a.md:45, docs/h.md:41, docs/h.md:43", "wrong in line 45"],
        ["2", "1", "broken-link/missing/new.md", "docs/i.md:51, docs/i.md:53", "wrong in line 51"],
        ["Findings", "Rule", "Severity"],
        ["---:", "---", "---"],
        ["11", "broken-link", "warning"],
        ["6", "mojibake", "error"],
        ["3", "case-mismatch", "info"],
    ]
    assert re.findall(r"^1\. .*", page, re.MULTILINE) == [
        f"1. {MOVE} (17 findings on 8 pages)",
        f"1. {SAVE} (3 findings on 2 pages)",
    ]


def test_page_for_a_browser() -> None:
    page = re.sub(r"<(style|script|template)\b.*?</\1>", "", shown("html"), flags=re.DOTALL)
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "9 of 14 pages have findings: 6 errors, 11 warnings, 3 info." in text
    assert "20 findings 6 errors 11 warnings 3 infos 4 causes , 2 changes to make" in text
    first, second = "docs/ e.md:22 : wrong in line 22", "docs/ a.md:45 : wrong in line 45"
    assert f"{MOVE} 17 findings on 8 pages, by broken-link , mojibake ; for example {first}" in text
    assert f"{SAVE} 3 findings on 2 pages, by case-mismatch ; for example {second}" in text
    assert re.findall(r"\bdocs/ (\w)\.md (\d+)(?= )", text.partition("Rules Rule")[0])[-9:] == [
        *(("a", "6"), ("b", "3"), ("c", "2"), ("g", "2"), ("h", "2"), ("i", "2"), ("d", "1"), ("e", "1"), ("f", "1"))
    ]
    figures = re.findall(r"\b(\d+) ([\d.]+)% (\d+) (Make|warning|error|Save|info)", text)
    assert figures == [
        ("17", "85.0", "8", "Make"),
        ("9", "45.0", "3", "warning"),
        ("6", "30.0", "5", "error"),
        ("2", "10.0", "1", "warning"),
        ("3", "15.0", "2", "Save"),
        ("3", "15.0", "2", "info"),
    ]


def test_statistics() -> None:
    assert shown("statistics") == (
        "11   55%  warning  broken-link    on 4 pages\n"
        " 6   30%  error    mojibake       on 5 pages\n"
        " 3   15%  info     case-mismatch  on 2 pages\n"
        "20  in total, on 9 pages\n"
    )


FIRST = f"""\
`broken-link`, `mojibake`, 6 errors, 11 warnings with 3 causes on 8 pages (5 of 17 on `docs/a.md`): {MOVE}
  docs/e.md:22:32: wrong in line 22
`case-mismatch`, 3 info on 2 pages (2 of 3 on `docs/h.md`): {SAVE}
  docs/a.md:45:19: wrong in line 45
"""


def test_findings_that_are_not_shown() -> None:
    page = shown("text")
    assert page.startswith("What to change first:\n" + textwrap.indent(FIRST, "  ") + "\n")
    assert page.partition("what to change):\n")[2] == (
        f"  3 of 6  error    mojibake     docs/c.md:20:30\n      11  warning  broken-link  docs/a.md:3:5\n\n{TOTALS}"
    )


def test_findings_of_each_page() -> None:
    numbers = [6, 3, 2, 1, 1, 1, 2, 2, 2]
    titles = [
        f"docs/{page}.md  {counted(number, 'finding')}" for page, number in zip("abcdefghi", numbers, strict=True)
    ]
    assert re.findall(r"^docs/.*", shown("grouped"), re.MULTILINE) == titles


def test_test_cases() -> None:
    suite = ET.fromstring(shown("junit").encode())[0]
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["14", "9", "0"]
    numbers = [int(str(failure.get("message")).split()[0]) for failure in suite.iter("failure")]
    assert numbers == [6, 3, 2, 1, 1, 1, 2, 2, 2]
    assert f"{suite.findtext('system-out')}\n" == FIRST + TOTALS


def test_causes() -> None:
    assert (
        click.unstyle("\n".join(render_causes(REPORT)))
        == f"""\
1. {MOVE}
   17 findings on 8 pages:
   9  warning broken-link/missing/old.md, on 3 pages
      wrong in line 3
      docs/a.md:3:5, docs/b.md:11:1, docs/c.md:13:4
   6  error mojibake/text, on 5 pages
      wrong in line 22
      docs/e.md:22:32, docs/d.md:21:31, docs/f.md:23:33
   2  warning broken-link/missing/new.md, on 1 page
      wrong in line 51
      docs/i.md:51:27, docs/i.md:53:28

2. {SAVE}
   3 findings on 2 pages:
   3  info case-mismatch/case, on 2 pages
      wrong in line 45
      docs/a.md:45:19, docs/h.md:41:17, docs/h.md:43:18

{TOTALS}2 changes cover 20 findings."""
    )


def test_report_in_json() -> None:
    found = json.loads(shown("json"))
    assert found["summary"] == {
        "pages": 14,
        "pages_with_findings": 9,
        "findings": 20,
        "errors": 6,
        "warnings": 11,
        "infos": 3,
        "rules": {"broken-link": 11, "case-mismatch": 3, "mojibake": 6},
        "causes": 4,
        "suppressed": 0,
        "held_back": 0,
        "passing": 0,
        "skipped": [],
        "left_out": {},
        "baseline": None,
        "lacks_git": False,
        "claims": None,
    }
    figures = [(cause["findings"], cause["pages"], cause["severity"]) for cause in found["causes"]]
    assert figures == [(9, 3, "warning"), (6, 5, "error"), (3, 2, "info"), (2, 1, "warning")]


def test_what_a_summary_counts_besides_findings() -> None:
    compared = BaselineResult(known=33, gone=35, rises={"mojibake": 5, "broken-link": 7}, is_ratchet=True)
    left_out = {"changelog": 37, "license": 39}
    report = replace(REPORT, suppressed=31, baseline=compared, left_out=left_out, held_back=REPORT.findings[:8])
    total = TOTALS.replace("findings", "new findings", 1).removesuffix(".\n")
    lines = shown("text", report).splitlines()
    assert lines[-4].startswith(
        "76 pages were skipped because they are not documentation (37 changelogs, 39 licenses); "
    )
    assert lines[-3:] == [
        "35 findings of the baseline are gone; `doclint baseline prune` removes them.",
        "The ratchet fails: mojibake has 5 more, broken-link has 7 more.",
        f"{total}; 33 known from the baseline; 31 suppressed; 8 held back.",
    ]
    summary = json.loads(shown("json", report))["summary"]
    assert [summary[name] for name in ("suppressed", "held_back", "left_out")] == [31, 8, left_out]
    assert summary["baseline"] == {"known": 33, "gone": 35, "rises": compared.rises, "is_ratchet": True}


def test_comparison_of_two_runs() -> None:
    def run(numbers: dict[str, range]) -> Report:
        """Return a report, given the lines of each cause; a finding is the same if its line is."""
        findings = {cause: [(line, 1) for line in lines] for cause, lines in numbers.items()}
        return reports.report(
            *(
                replace(one, fingerprint=f"{cause}-{one.start.line}")
                for cause, places in findings.items()
                for one in of_cause(f"broken-link/{cause}", {"a": places})
            )
        )

    before = {"many": range(10, 17), "few": range(30, 31), "better": range(50, 62), "gone": range(80, 83)}
    after = {"many": range(12, 20), "few": range(30, 33), "better": range(58, 66), "new": range(90, 94)}
    found = compare(document(run(before)), run(after))
    assert [click.unstyle(line) for line in changes(found) if "->" in line or "before" in line] == [
        "  new    0 -> 4  broken-link/new (0 fixed, 4 new)",
        "  more   7 -> 8  broken-link/many (2 fixed, 3 new)",
        "  more   1 -> 3  broken-link/few (0 fixed, 2 new)",
        "  fewer  12 -> 8  broken-link/better (8 fixed, 4 new)",
        "  gone   3 -> 0  broken-link/gone (3 fixed, 0 new)",
        "23 findings before, 23 now: 13 fixed, 13 new.",
    ]
