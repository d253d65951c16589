"""The brake: a notice stands for the findings of an assumption that fails, and nothing else changes."""

import json
import os
import sqlite3
import xml.etree.ElementTree as ET
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from tree import write

import doclint
from doclint.cli.main import run_cli
from doclint.engine.brake import Brake, FailedAssumption, counts_of, failure_of
from doclint.engine.cache import store
from doclint.engine.page_rules import PageFindings
from doclint.engine.report.schema import ReportDocument
from doclint.errors.models import model_of
from doclint.output import rendering
from doclint.page.claims import Assumption, AssumptionKind, CountedOutcome, Reading
from doclint.rule.finding import Finding, failure
from doclint.server import checks
from doclint.server.checks import EditorSetup
from doclint.server.documents import PageText
from doclint.server.page_actions import all_fixes
from doclint.server.settings import EditorSettings

RULE = '''
from dataclasses import dataclass

from doclint import Message, RepositoryRule, Span, Violation
from doclint.output import rendering
from doclint.page.claims import Assumption, Reading


class WrongClaim(RepositoryRule):
    """A claim is wrong: `claim KIND OUTCOME TARGET [SORT=VALUE...]`."""

    id = "wrong-claim"
    family = "claims"
    severity = "error"
    messages = {"wrong": Message("`{target}` does not exist", key=("target",))}
    examples = ()

    def check_repository(self, page, repository):
        offset = 0
        for line in page.source.text.splitlines(keepends=True):
            span = Span(offset, offset + len(line.rstrip()))
            offset += len(line)
            if not line.startswith("claim "):
                continue
            _, kind, outcome, target, *readings = line.split()
            form = "/x" if "link" in kind else ""
            why = "MkDocs builds a site, because of `mkdocs.yml`"
            rest = Assumption(kind, "mkdocs", form, why, 'site = "none"')
            if outcome == "refuted":
                fix = page.replace(span, "fixed", safe=True)
                yield Violation(span, "wrong", target=target, fix=fix).resting_on(
                    rest, [Reading(*reading.split("=")) for reading in readings]
                )
            else:
                page.count(rest, outcome)
'''
CONFIG = 'local-rules = ["rules.py"]\nselect = ["wrong-claim"]\n'
STYLES = [
    "text",
    "concise",
    "grouped",
    "github",
    "gitlab",
    "junit",
    "sarif",
    "html",
    "pylint",
    "azure",
    "rdjson",
    "agent",
    "jsonl",
]
HELD = "20 findings held back (`wrong-claim`), because doclint probably misreads the repository: "
ALL_REFUTED = f"{HELD}20 of 20 links (`/x`) lead to nothing."


@pytest.fixture
def root(root: Path) -> Path:
    write(root, "rules.py", RULE)
    write(root, "doclint.toml", CONFIG)
    return root


def lay(root: Path, *claims: str, name: str = "p") -> None:
    """Write a page for each claim."""
    for number, claim in enumerate(claims):
        write(root, f"docs/{name}{number:02}.md", f"# Page {number}\n\nclaim {claim.replace('#', str(number))}\n")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(list(arguments))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    _, out, _ = run(capsys, "check", "--output-format", "json", *arguments)
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def numbers(found: dict[str, Any]) -> tuple[int, int]:
    """Return how many findings count, and how many are held back."""
    held_back = sum(finding["held_back"] for finding in found["findings"])
    assert found["summary"]["held_back"] == held_back == sum(one["held_back"] for one in found["notices"])
    assert found["summary"]["findings"] == len(found["findings"]) - held_back
    return found["summary"]["findings"], held_back


def refuted(kind: str, *readings: str) -> str:
    return " ".join([kind, "refuted", "t#", *readings])


def test_notice_stands_for_findings_and_says_what_to_do(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links")] * 20)
    code, out, err = run(capsys, "check")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        ALL_REFUTED,
        "  doclint assumes that MkDocs builds a site, because of `mkdocs.yml`.",
        '  If that is wrong, set `site = "none"`. `--no-brake` shows all findings.',
        "20 pages checked, nothing found; 20 held back.",
    ]
    assert run(capsys, "check", "-q") == (0, f"{ALL_REFUTED}\n", "")
    assert run(capsys, "check", "--no-brake")[0] == 1
    found = report(capsys)
    jsonschema.validate(found, model_of(ReportDocument).model_json_schema())
    assert numbers(found) == (0, 20)
    assert numbers(report(capsys, "--no-brake")) == numbers(report(capsys, "--config", "brake=false")) == (20, 0)
    (notice,) = found["notices"]
    assert notice["rules"] == ["wrong-claim"]
    assert len(notice["places"]) == 3
    assert (notice["adopted"], notice["reading"]) == (False, None)
    assert found["causes"] == []
    assert found["assumptions"] == [notice["assumption"]]


@pytest.mark.parametrize("fail_on", ["error", "warning", "info"])
def test_exit_code_is_that_of_the_other_findings(root: Path, capsys: pytest.CaptureFixture[str], fail_on: str) -> None:
    lay(root, *[refuted("links")] * 20)
    assert run(capsys, "check", "--fail-on", fail_on)[0] == 0
    lay(root, refuted("results"), name="q")
    assert run(capsys, "check", "--fail-on", fail_on)[0] == 1


@pytest.mark.parametrize("style", STYLES)
def test_every_style_shows_the_notice(root: Path, capsys: pytest.CaptureFixture[str], style: str) -> None:
    lay(root, *[refuted("links")] * 20, refuted("results"))
    code, out, err = run(capsys, "check", "--output-format", f"{style}=out")
    assert code == 1
    assert out == ""
    written = (root / "out").read_text(encoding="utf-8")
    assert f"doclint: {ALL_REFUTED}\n" in err
    if style == "jsonl":
        assert sum(json.loads(line)["held_back"] for line in written.splitlines()) == 20
    elif style == "junit":
        assert ET.fromstring(written).get("failures") == "1"
    elif style == "sarif":
        (sarif,) = json.loads(written)["runs"]
        (notification,) = sarif["invocations"][0]["toolExecutionNotifications"]
        assert notification["level"] == "note"
        assert ALL_REFUTED in notification["message"]["text"]
        assert len(sarif["results"]) == 1
    else:
        assert "t00" not in written
        assert "t20" in written
    if style in ("text", "grouped", "github", "junit", "azure"):
        assert ALL_REFUTED in written
    assert (f"::notice title=doclint::{ALL_REFUTED}" in written) == (style == "github")
    assert ("20 findings held back" in written) == (
        style in ("text", "grouped", "github", "junit", "azure", "html", "sarif")
    )


def test_result_does_not_depend_on_order_or_jobs_or_cache(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    several = [refuted("links", "root=a")] * 30 + [refuted("links", "root=b", "suffix=.md")] * 3
    several += [refuted("names", f"name={number}") for number in range(25)] + ["names holds t"] * 60
    Random(5).shuffle(several)  # noqa: S311 - nothing is secret
    lay(root, *several)
    _, once, _ = run(capsys, "check", "--output-format", "json", "--no-cache")
    assert numbers(json.loads(once)) == (3, 25)
    for more in ([], [], ["--no-cache", "--jobs", "3"], ["--hash-all"]):
        assert run(capsys, "check", "--output-format", "json", *more)[1] == once
    write(root, "docs/p00.md", (root / "docs/p00.md").read_text() + "\nMore.\n")
    warm = run(capsys, "check", "--output-format", "json")
    assert warm == run(capsys, "check", "--output-format", "json", "--no-cache")


def test_merge_of_shards_is_one_run(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links", "root=a")] * 27, *[refuted("names", "name=t")] * 22, "links unknown t")
    files = [f"{number}.json" for number in (1, 2, 3)]
    for number, file in enumerate(files, 1):
        part = ["--shard", f"{number}/3", "--output-format", "json", "-o", file]
        assert run(capsys, "check", "--no-cache", *part)[0] == 1  # each part alone has no brake
    for style in ("json", "text"):
        once = run(capsys, "check", "--output-format", style)
        assert run(capsys, "merge", *reversed(files), "--output-format", style) == once
    assert run(capsys, "merge", *files, "--no-brake") == run(capsys, "check", "--no-brake")


def test_fixes_leave_alone_what_is_held_back(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links")] * 19, *[refuted("names", "name=t")] * 20)
    write(root, "docs/p00.md", "# Page\n\nclaim links refuted t1\n\nclaim names refuted t2 name=t\n")
    assert "+claim" not in run(capsys, "check", "--diff")[1]
    code, _, _ = run(capsys, "check", "--fix")
    assert code == 0
    assert (root / "docs/p00.md").read_text() == "# Page\n\nfixed\n\nclaim names refuted t2 name=t\n"
    assert (root / "docs/p19.md").read_text().endswith("claim names refuted t19 name=t\n")
    run(capsys, "check", "--fix", "--no-brake")
    assert (root / "docs/p19.md").read_text().endswith("fixed\n")


def test_fixes_leave_alone_what_an_adopted_reading_spares(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links", "root=a")] * 19, refuted("links"))
    write(root, "docs/p18.md", "# P\n\nclaim links refuted t1 root=a\n\nclaim links refuted t2 root=a\n")
    write(root, "docs/p19.md", "# P\n\nclaim links refuted t1 root=a\n\nclaim links refuted t2\n")
    run(capsys, "check", "--fix")
    assert (root / "docs/p19.md").read_text() == "# P\n\nclaim links refuted t1 root=a\n\nfixed\n"
    assert (root / "docs/p00.md").read_text().endswith("root=a\n")


def test_baseline_leaves_out_what_is_held_back(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links")] * 20, refuted("results"))
    assert "1 finding of" in run(capsys, "baseline", "write")[1]
    assert run(capsys, "check", "--baseline", "doclint-baseline.json")[0] == 0
    # Findings of the baseline that are now held back still exist.
    assert "21 findings of" in run(capsys, "baseline", "write", "--force", "--no-brake")[1]
    assert "0 removed, 0 added" in run(capsys, "baseline", "update")[1]
    found = report(capsys, "--baseline", "doclint-baseline.json")
    assert (found["summary"]["baseline"]["known"], found["summary"]["baseline"]["gone"]) == (1, 0)


def test_a_run_over_some_pages_reads_the_counts_of_the_last_whole_run(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(root, *[refuted("links")] * 25)
    page = ["docs/p00.md", "docs/p01.md"]
    assert numbers(report(capsys, *page)) == (2, 0)
    assert numbers(report(capsys, "docs")) == (25, 0)
    report(capsys, "--no-cache")
    assert numbers(report(capsys, *page)) == (2, 0)
    report(capsys)
    found = report(capsys, *page)
    assert numbers(found) == (0, 2)
    assert found["notices"][0]["assumption"]["refuted"] == 25
    assert numbers(report(capsys, *page, "--fail-on", "warning", "--no-brake")) == (2, 0)
    assert numbers(report(capsys, *page, "--no-cache")) == (2, 0)
    # Other rules or settings count other claims.
    assert numbers(report(capsys, *page, "--select", "claims")) == (2, 0)
    assert numbers(report(capsys, *page, "--config", "rules.broken-link.allow=['a']")) == (2, 0)
    # A page with another assumption has no notice about this one.
    write(root, "docs/p02.md", "# P\n\nclaim results refuted t\n")
    assert report(capsys, "docs/p02.md")["notices"] == []
    for number in range(25):
        write(root, f"docs/p{number:02}.md", "# P\n")
    report(capsys)
    write(root, "docs/p00.md", "# P\n\nclaim links refuted t\n")
    assert numbers(report(capsys, *page)) == (1, 0)


def test_standard_input_is_a_page_among_others(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(root, *[refuted("links")] * 20)
    report(capsys)
    monkeypatch.setattr(
        "doclint.cli.check._standard_input", lambda: b"claim links refuted t\n\nclaim results refuted t\n"
    )
    assert numbers(report(capsys, "--stdin-filename", "docs/p00.md")) == (1, 1)
    code, out, _ = run(capsys, "check", "--fix", "--stdin-filename", "docs/p00.md")
    assert (code, out) == (0, "claim links refuted t\n\nfixed\n")


@pytest.mark.parametrize("damage", [b"", b"[]", b"{", b"[[1]]", b'[[["links","s","f","a","b"],1,"x",1,1,[]]]', b"\xff"])
def test_nonsense_in_the_cache_is_no_count(root: Path, capsys: pytest.CaptureFixture[str], damage: bytes) -> None:
    lay(root, *[refuted("links")] * 20)
    before = report(capsys)
    (file,) = Path(os.environ["DOCLINT_CACHE_DIR"]).glob("doclint-*.sqlite")
    with closing(sqlite3.connect(file)) as database, database:
        ((key, name),) = database.execute("SELECT cache_key, digest FROM answer WHERE digest LIKE 'counts %'")
        checksum = store._checksum((key, name), damage)
        database.execute("UPDATE answer SET content = ?, checksum = ? WHERE digest = ?", (damage, checksum, name))
    assert numbers(report(capsys, "docs/p00.md")) == (1, 0)
    assert report(capsys) == before
    assert numbers(report(capsys, "docs/p00.md")) == (0, 1)


def test_comments_and_the_configuration_suppress_what_still_counts(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(root, *[refuted("links")] * 19)
    allow = "<!-- doclint: allow-next-line wrong-claim -->\nclaim links refuted t\n"
    write(root, "docs/q.md", f"# Page\n\n{allow}")
    found = report(capsys)
    assert numbers(found) == (0, 19)
    assert found["notices"][0]["assumption"]["refuted"] == 20
    write(root, "doclint.toml", f'{CONFIG}[[suppress]]\npath = "p*.md"\nrule = "wrong-claim"\n')
    found = report(capsys)
    assert (numbers(found), found["notices"], found["summary"]["suppressed"]) == ((0, 0), [], 20)
    assert "suppressed nothing" not in run(capsys, "check")[2]


def test_adopted_reading_leaves_the_other_findings(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links", "root=content")] * 36, *[refuted("links", "root=other")] * 4, "links holds t")
    code, out, _ = run(capsys, "check")
    assert code == 1
    assert "36 of 40 links (`/x`) that lead to nothing would hold from the root `content/`, so doclint " in out
    found = report(capsys)
    assert numbers(found) == (4, 0)
    (notice,) = found["notices"]
    assert notice["adopted"]
    assert notice["assumption"]["adopted"] == notice["reading"]
    assert notice["reading"] == {"what": "root", "value": "content", "findings": 36, "targets": 36}
    assert numbers(report(capsys, "docs/p00.md")) == (0, 0)
    assert numbers(report(capsys, "docs/p39.md")) == (1, 0)
    state = "(40 of 41 links (`/x`) lead to nothing; 36 would hold from the root `content/`; doclint reads them so)"
    assert state in run(capsys, "config")[1]
    assert state in run(capsys, "formats", "find")[1]
    assert "doclint reads them so" not in run(capsys, "config", "--config", "brake=false")[1]
    (listed,) = json.loads(run(capsys, "formats", "find", "--output-format", "json")[1])["assumptions"]
    assert listed == notice["assumption"]


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("root=", "from the root of the repository"),
        ("root=a/b", "from the root `a/b/`"),
        ("prefix=v1", "without the prefix `v1/`"),
        ("locale=de", "in the language `de`"),
        ("locale=", "outside of the folder of a language"),
        ("suffix=.md", "with the suffix `.md`"),
    ],
)
def test_readings_in_words(root: Path, capsys: pytest.CaptureFixture[str], reading: str, words: str) -> None:
    lay(root, *[refuted("links", reading)] * 20)
    assert f"20 of 20 links (`/x`) that lead to nothing would hold {words}, so" in run(capsys, "check")[1]


def test_one_target_is_not_enough_to_adopt_a_reading(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *["links refuted same root=content"] * 20)
    assert numbers(report(capsys)) == (0, 20)


def test_trend_and_causes_leave_out_what_is_held_back(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links")] * 20, refuted("results"))
    run(capsys, "check", "--output-format", "json=run.json")
    trend = json.loads(run(capsys, "trend", "run.json", "--output-format", "json")[1])
    assert [one["findings"] for one in trend["runs"]] == [1]
    code, out, _ = run(capsys, "causes")
    assert code == 1
    assert ALL_REFUTED in out
    assert "1 change covers 1 finding." in out
    assert "21 findings" in run(capsys, "causes", "--no-brake")[1]


def test_several_roots_have_their_own_notices(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        write(root, f"{name}/doclint.toml", f"root = true\n{CONFIG}")
        write(root, f"{name}/rules.py", RULE)
    for number in range(20):
        write(root, f"one/p{number}.md", f"claim links refuted t{number}\n")
        write(root, f"two/p{number}.md", f"claim links refuted t{number}\n\nclaim links refuted u{number}\n")
    found = report(capsys)
    assert sorted(one["held_back"] for one in found["notices"]) == [20, 40]
    assert {place["path"].split("/")[0] for one in found["notices"] for place in one["places"]} == {"one", "two"}


def test_editor_shows_what_the_last_check_left(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, *[refuted("links")] * 20)
    checks.put(EditorSetup((root,), EditorSettings(local_rules=True)), {})
    page = PageText(root / "docs/p00.md", "p00.md", "claim links refuted t\n\nclaim results refuted t\n")
    assert len(checks.check(page).findings) == 2
    report(capsys)
    checks.put(EditorSetup((root,), EditorSettings(local_rules=True)), {})
    assert [finding.message for finding in checks.check(page).findings] == ["`t` does not exist"]
    edit, refusal = checks.ask(page, all_fixes) or (None, "not read")
    assert edit is not None
    assert (edit.text, refusal) == ("fixed", "")
    assert edit.span.start > 20


@pytest.mark.parametrize("style", ["json", *STYLES])
def test_names_of_files_in_notices_are_text(root: Path, capsys: pytest.CaptureFixture[str], style: str) -> None:
    name = r"\udce9\x1b[31m`[b](c)##[group]\n::error::x"
    write(root, "rules.py", RULE.replace("`mkdocs.yml`", name).replace('= "/x"', f'= "{name}"'))
    lay(root, *[refuted("links", "root=\x1b[31m")] * 21, "links holds t", *["names refuted t name=\x1b[31m"] * 20)
    _, out, err = run(capsys, "check", "--output-format", style) if style != "html" else ("", "", "")
    run(capsys, "check", "--output-format", f"{style}=out")
    for text in (out, err, (root / "out").read_text(encoding="utf-8"), *run(capsys, "config")[1:]):
        assert "\x1b" not in text
        assert "##[group]" not in text
        assert not any(line.lstrip().startswith("::error") for line in text.splitlines())
    run(capsys, "check", "--shard", "1/1", "--output-format", "json=part.json")
    assert run(capsys, "merge", "part.json", "--output-format", "json") == run(
        capsys, "check", "--output-format", "json"
    )


def test_summary_page_has_no_markup_of_notices(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "rules.py", RULE.replace("`mkdocs.yml`", "[b](http://c) <img>"))
    lay(root, *[refuted("links")] * 20)
    found = doclint.lint_paths([root], root=root, discover=True)
    page = "\n".join(rendering.render(found, "step-summary"))
    assert "20 findings held back" in page
    assert "](http" not in page
    assert "<img>" not in page


def test_show_says_what_is_assumed_of_a_page(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "mkdocs.yml", "site_name: A\n")
    write(root, "docs/a.md", "# A\n")
    write(root, "README.md", "# A\n")
    lines = run(capsys, "show", "docs/a.md")[1].splitlines()
    assert "  site     MkDocs, because of `mkdocs.yml`" in lines
    assert "  content  docs/" in lines
    _, out, _ = run(capsys, "show", "docs/a.md", "README.md", "--output-format", "json")
    assumed = [page["assumptions"] for page in json.loads(out)["pages"]]
    site, content = (
        {"about": "site", "value": "MkDocs, because of `mkdocs.yml`"},
        {"about": "content", "value": "docs/"},
    )
    assert assumed == [[site, content], []]


def test_programs_see_notices(root: Path) -> None:
    lay(root, *[refuted("links")] * 20)
    found = doclint.lint_paths([root], root=root, discover=True)
    assert (found.findings, len(found.held_back)) == ([], 20)
    (notice,) = found.notices
    assert (notice.rules, notice.failed.counts.refuted) == (["wrong-claim"], 20)
    assert found.to_dict()["summary"]["held_back"] == 20
    assert doclint.lint_paths([root / "docs"], root=root, discover=True).notices == []
    assert doclint.render(found).startswith(ALL_REFUTED)


# The criteria, without files.


def tallied(kind: AssumptionKind, holds: int, refuted: int, readings: dict[Reading, int], targets: int = 9) -> Any:
    """Return how an assumption fails, given the numbers of claims and of those that hold by another reading."""
    one = Assumption(kind, "s", "f", "it is so", "x")
    findings = [
        _finding(one, str(number % targets), [reading for reading, most in readings.items() if number < most])
        for number in range(refuted)
    ]
    outcomes = (CountedOutcome(one, "holds", holds), CountedOutcome(one, "refuted", refuted))
    (counts,) = counts_of([PageFindings(findings, 0, outcomes)])
    return failure_of(counts)


def _finding(one: Assumption, key: str, readings: list[Reading]) -> Finding:
    return replace(failure("page-failed", "a.md", "m"), key=(key,), rests_on=one, would_hold=tuple(readings))


ROOT, OTHER, SUFFIX = Reading("root", "a"), Reading("root", "b"), Reading("suffix", ".md")
DEPTH, NAME = Reading("depth", "+1"), Reading("name", "x")


@pytest.mark.parametrize(
    ("kind", "holds", "refuted", "readings", "outcome"),
    [
        ("links", 0, 19, {}, "kept"),
        ("links", 0, 20, {}, "held back"),
        ("links", 10, 90, {}, "held back"),
        ("links", 11, 89, {}, "kept"),
        ("links", 500, 100, {ROOT: 90}, "adopted"),
        ("links", 500, 100, {ROOT: 89}, "kept"),
        ("links", 500, 100, {ROOT: 89, SUFFIX: 95}, "adopted"),
        ("links", 500, 100, {ROOT: 60, OTHER: 60}, "kept"),
        ("links", 500, 100, {DEPTH: 100}, "kept"),
        ("links", 0, 100, {DEPTH: 100}, "kept"),
        ("links", 500, 19, {ROOT: 19}, "kept"),
        ("links", 500, 21, {ROOT: 19}, "kept"),
        ("links", 0, 5, {ROOT: 5}, "adopted"),
        ("links", 0, 4, {ROOT: 4}, "kept"),
        ("links", 0, 6, {ROOT: 5}, "kept"),
        ("links", 0, 19, {ROOT: 18}, "kept"),
        ("links", 1, 9, {ROOT: 9}, "adopted"),
        ("links", 1, 8, {ROOT: 8}, "kept"),
        ("links", 0, 6, {ROOT: 3, OTHER: 3}, "kept"),
        ("links", 0, 6, {ROOT: 6, DEPTH: 6}, "kept"),
        ("root-links", 0, 100, {}, "kept"),
        ("root-links", 10, 90, {SUFFIX: 90}, "adopted"),
        ("root-links", 11, 89, {SUFFIX: 89}, "kept"),
        ("page-links", 0, 5, {SUFFIX: 5}, "adopted"),
        ("page-links", 0, 4, {SUFFIX: 4}, "kept"),
        ("page-links", 1, 8, {SUFFIX: 8}, "kept"),
        ("page-links", 0, 8, {SUFFIX: 7}, "kept"),
        ("page-links", 0, 30, {}, "kept"),
        ("relative-links", 0, 100, {}, "kept"),
        ("relative-links", 0, 100, {ROOT: 90}, "held back"),
        ("relative-links", 0, 100, {ROOT: 100, DEPTH: 90}, "kept"),
        ("relative-links", 0, 100, {ROOT: 100, DEPTH: 89}, "held back"),
        ("relative-links", 0, 100, {ROOT: 89}, "kept"),
        ("relative-links", 0, 5, {ROOT: 5}, "held back"),
        ("names", 0, 100, {}, "kept"),
        ("names", 900, 100, {NAME: 90}, "held back"),
        ("names", 0, 100, {NAME: 89}, "kept"),
        ("names", 0, 100, {ROOT: 100}, "kept"),
        ("names", 0, 5, {NAME: 5}, "held back"),
        ("names", 9, 15, {NAME: 15}, "kept"),
        ("results", 0, 19, {}, "kept"),
        ("results", 2, 18, {}, "kept"),
        ("results", 2, 20, {}, "held back"),
        ("results", 3, 20, {}, "kept"),
        ("sections", 2, 20, {}, "held back"),
        ("sections", 3, 20, {}, "kept"),
        ("templates", 0, 2, {}, "kept"),
        ("templates", 27, 3, {}, "held back"),
        ("templates", 28, 3, {}, "kept"),
        ("exports", 0, 20, {}, "held back"),
        ("exports", 0, 19, {}, "kept"),
        ("exports", 1, 500, {}, "kept"),
        ("references", 0, 100, {}, "kept"),
        ("references", 0, 100, {NAME: 90}, "held back"),
    ],
)
def test_criteria(kind: AssumptionKind, holds: int, refuted: int, readings: dict[Reading, int], outcome: str) -> None:
    failed = tallied(kind, holds, refuted, readings)
    assert ("kept" if failed is None else "adopted" if failed.adopts else "held back") == outcome


@pytest.mark.parametrize("kind", ["links", "names"])
def test_few_claims_about_one_target_may_fail_by_chance(kind: AssumptionKind) -> None:
    readings = {ROOT: 9, NAME: 9}
    assert tallied(kind, 0, 9, readings, targets=1) is None
    assert tallied(kind, 0, 9, readings, targets=2) is not None


def test_names_count_together_though_each_is_another_one() -> None:
    one = Assumption("names", "s", "", "it is so", "x")
    findings = [_finding(one, str(number), [Reading("name", str(number))] * 2) for number in range(20)]
    (counts,) = counts_of([PageFindings(findings, 0, (CountedOutcome(one, "refuted", 20),))])
    assert [(count.reading, count.findings, count.targets) for count in counts.readings] == [
        (Reading("name", ""), 20, 20)
    ]


@given(st.lists(st.sampled_from([(), (ROOT,), (OTHER, SUFFIX), (DEPTH,)]), min_size=20, max_size=60), st.randoms())
def test_order_does_not_matter(readings: list[tuple[Reading, ...]], random: Random) -> None:
    one = Assumption("links", "s", "", "it is so", "x")
    findings = [_finding(one, str(number % 3), list(several)) for number, several in enumerate(readings)]
    pages = [PageFindings([finding], 0, (CountedOutcome(one, "refuted", 1),)) for finding in findings]
    before = counts_of(pages)
    random.shuffle(pages)
    assert counts_of(pages) == before
    brake = Brake.of(before)
    reported, held_back = brake.divided(findings)
    spared = [finding for finding in findings if finding not in reported and finding not in held_back]
    failed: list[FailedAssumption] = brake.about(findings)
    assert bool(held_back or spared) == bool(failed)
    assert not (held_back and spared)
