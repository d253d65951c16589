"""What makes a generator write its findings, and what a change of it fixed and introduced."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import reports
from hypothesis import given, strategies as st
from tree import write

from doclint import Rule, Violation
from doclint.cli.main import run_cli
from doclint.engine.report.causes import by_remedy, causes, with_few_causes
from doclint.engine.report.causes_diff import CausesDiff, CausesDocument, compare, document
from doclint.engine.report.report import Report
from doclint.errors.models import model_of
from doclint.markdown.source import Position
from doclint.output.causes import changes, render
from doclint.rule import manual
from doclint.rule.finding import Finding
from doclint.rule.message import Message
from doclint.rule.registry import rules

OURS = [rule for rule in rules().values() if rule.__module__.startswith("doclint_rules.")]
RULES = [rules()["broken-link"](), rules()["mojibake"]()]


def finding(path: str = "a.md", line: int = 1, **fields: Any) -> Finding:
    known: dict[str, Any] = {
        "severity": "warning",
        "message": f"line {line}",
        "start": Position(line, 1),
        "end": Position(line, 2),
        "kind": "file",
        "remedy": "Make links relative.",
    }
    return reports.finding(path, line, **(known | fields))


def report(*findings: Finding, ran: Sequence[Rule] = RULES) -> Report:
    paths = sorted({one.path for one in findings})
    return Report("/nowhere", paths, sorted(findings, key=lambda one: one.order), rules=ran, named=["docs"])


def test_cause_has_places_on_different_pages() -> None:
    [cause] = causes(report(*[finding(path, line) for path in ("a.md", "b.md") for line in (1, 2, 3)]).findings)
    assert [str(place) for place in cause.places] == ["a.md:1:1", "a.md:2:1", "b.md:1:1"]
    assert (cause.findings, cause.pages, cause.example) == (6, 2, "line 1")


def test_typical_places_of_pages_of_no_format_come_first() -> None:
    counts = {"CHANGELOG.md": 9, "a.md": 1, "b.md": 2, "c.md": 2, "d.md": 3}
    findings = [finding(path, line, kind="") for path, count in counts.items() for line in range(1, count + 1)]
    [cause] = causes(report(*findings).findings)
    assert [str(place) for place in cause.places] == ["c.md:1:1", "b.md:1:1", "d.md:1:1"]
    [cause] = causes([finding("a.md", 1, kind=""), finding("a.md", 2, kind=""), finding("b.md", 3, kind="")])
    assert [str(place) for place in cause.places] == ["b.md:3:1", "a.md:1:1", "a.md:2:1"]
    assert cause.example == "line 3"


def reasons(*several: str, **fields: Any) -> list[str]:
    """Return the causes of findings with these reasons, without repetition."""
    found = [finding(line=line, cause=f"x/{one}", reason=one, **fields) for line, one in enumerate(several, start=1)]
    return list(dict.fromkeys(one.reason for one in with_few_causes(found)))


def test_many_targets_are_joined_by_folder() -> None:
    few = [f"docs/{name}.md" for name in "abcdefghij"]
    many = [f"docs/api/{name}.md" for name in range(30)]
    assert reasons(*few, kind="") == few
    assert reasons("a.md", *many, kind="") == ["a.md", "docs/api/"]
    assert reasons("a.md", *many, kind="file") == ["a.md", *many]
    assert reasons("a.md#b", *[f"docs/a.md#{name}" for name in range(30)], kind="") == ["a.md#b", "docs/a.md#"]
    assert reasons(*map(str, range(30)), kind="") == list(map(str, range(30)))
    names = [f"a.{module}.Tool{number}" for module in ("web", "files") for number in range(15)]
    assert reasons("a.Tool", "guide.md", *names, kind="") == ["a.Tool", "guide.md", "a.web.", "a.files."]
    assert reasons(*["/" * 5_000 + str(name) for name in range(30)], kind="") == ["/" * 8]


def test_gravest_severity_is_that_of_the_cause() -> None:
    [cause] = causes([finding(severity="info"), finding(line=2, severity="error"), finding(line=3)])
    assert cause.severity == "error"


def test_causes_are_in_order_of_weight() -> None:
    findings = [
        *[finding("a.md", line, cause="one-page") for line in (1, 2)],
        *[finding(path, cause="two-pages") for path in ("a.md", "b.md")],
        finding(cause="z"),
        finding(cause="y"),
        *[finding(line=line, cause="heavy", severity="info") for line in (1, 2, 3)],
    ]
    ids = ["heavy", "two-pages", "one-page", "y", "z"]
    assert [cause.id for cause in causes(report(*findings).findings)] == ids
    assert [cause.id for cause in causes(report(*findings[::-1]).findings)] == ids


def test_one_remedy_mends_causes_of_several_rules() -> None:
    found = by_remedy(
        [
            finding(cause="a", remedy="Parse."),
            finding(cause="b", rule="x", remedy="Parse."),
            finding(cause="c", rule="x", remedy=""),
            finding(cause="d", rule="x", remedy=""),
            finding(cause="e", rule="y", remedy=""),
            finding(cause="a", remedy="Parse.", line=2),
        ]
    )
    assert [(group.remedy, group.findings, [one.id for one in group.causes]) for group in found] == [
        ("Parse.", 3, ["a", "b"]),
        ("", 2, ["c", "d"]),
        ("", 1, ["e"]),
    ]


def test_the_gravest_come_first_and_false_claims_precede_markup() -> None:
    def several(number: int, **fields: Any) -> list[Finding]:
        return [finding(line=line, remedy=f"{fields}", **fields) for line in range(number)]

    order = [
        several(1, family="links", severity="error"),
        several(9, family="structure", severity="error"),
        several(3, family="links", severity="warning"),
        several(2, family="paths", severity="warning"),
        several(5, family="lists", severity="info"),
    ]
    found = by_remedy(one for several in reversed(order) for one in several)
    assert [group.remedy for group in found] == [several[0].remedy for several in order]


def test_one_grave_finding_makes_a_change_grave() -> None:
    infos = [finding(line=line, severity="info", remedy="Parse.") for line in range(9)]
    found = by_remedy([*infos, finding(line=9, severity="error", remedy="Parse."), finding(severity="warning")])
    assert [group.findings for group in found] == [10, 1]
    assert [one.start.line for one in found[0].gravest] == [9]
    text = "\n".join(render(report(finding(rule="x", remedy=""))))
    assert "1. See `doclint explain x`." in click.unstyle(text)


def test_rules_say_what_to_change() -> None:
    for rule in OURS:
        for message in rule.messages.values():
            remedy = message.remedy or rule.remedy
            assert remedy[:1].isupper(), rule.id
            assert remedy.endswith("."), rule.id
            assert "\n" not in remedy, rule.id
            assert remedy.count("`") % 2 == 0, rule.id
            assert len(remedy) < 220, rule.id
        assert "## What to change in the generator" in manual.page(rule), rule.id


def test_rules_of_others_need_no_remedy() -> None:
    class Own(Rule):
        """Something."""

        id = "own"
        family = "own"
        severity = "info"
        messages = {"a": Message("a"), "b": Message("b", remedy="Write `b`.")}
        examples = ()

        def check(self, page: Any) -> Iterator[Violation]:  # noqa: ARG002
            yield from ()

    assert "## What to change in the generator\n\n- b: Write `b`.\n" in manual.page(Own)
    assert (Own.remedy_of(Own.messages["a"], by_hand=True), Own.remedy_of(Own.messages["a"], by_hand=False)) == ("", "")
    Own.remedy = "Write less."
    assert Own.remedy_of(Own.messages["a"], by_hand=True) == "Write less."
    Own.advice = "Delete something."
    assert Own.remedy_of(Own.messages["a"], by_hand=True) == "Delete something."
    assert Own.remedy_of(Own.messages["a"], by_hand=False) == "Write less."
    assert Own.remedy_of(Own.messages["b"], by_hand=True) == "Write `b`."
    assert "## What to change by hand\n\nDelete something.\n" in manual.page(Own)
    assert "## What to change in the generator\n\nWrite less.\n\n- b: Write `b`.\n" in manual.page(Own)


def compared(before: list[Finding], after: list[Finding], **of: Any) -> CausesDiff:
    return compare(document(report(*before)), report(*after, **of))


def described(found: CausesDiff) -> list[str]:
    return [
        f"{one.status} {one.cause.id} {one.before}-{one.fixed}+{one.introduced}={one.after}" for one in found.changes
    ]


def test_changes_are_grouped_by_cause() -> None:
    before = [
        *[finding(line=line, cause="fewer", key=(f"f{line}",)) for line in range(5)],
        *[finding(line=line, cause="gone", key=(f"g{line}",)) for line in range(3)],
        finding(cause="same", key=("s",)),
        finding(cause="other", key=("o",)),
        finding(cause="more", key=("m",)),
    ]
    after = [
        *[finding(line=line, cause="fewer", key=(f"f{line}",)) for line in range(1, 3)],
        finding(cause="same", key=("s",), line=9),
        finding(cause="other", key=("o2",)),
        *[finding(line=line, cause="more", key=("m",)) for line in (1, 2)],
        *[finding(path, cause="new", key=("n",)) for path in ("a.md", "b.md")],
    ]
    found = compared(before, after)
    assert described(found) == [
        "new new 0-0+2=2",
        "more more 1-0+1=2",
        "fewer fewer 5-3+0=2",
        "gone gone 3-3+0=0",
        "other other 1-1+1=1",
    ]
    assert (found.before, found.fixed, found.introduced, found.after, found.is_worse) == (11, 7, 4, 8, True)
    assert [str(place) for place in found.changes[1].places] == ["a.md:2:1"]
    lines = [click.unstyle(line) for line in changes(found)]
    assert lines[:4] == [
        "Worse:",
        "  new    0 -> 2  new (0 fixed, 2 new)",
        "         Make links relative.",
        "         a.md:1:1, b.md:1:1",
    ]
    assert lines[-1] == "11 findings before, 8 now: 7 fixed, 4 new."


def test_finding_under_another_cause_is_no_new_one() -> None:
    found = compared([finding(cause="x/old-name")], [finding(cause="x/new-name")])
    assert described(found) == ["new x/new-name 0-0+0=1", "gone x/old-name 1-0+0=0"]
    assert not found.is_worse


def test_rules_of_one_run_only_are_not_compared() -> None:
    found = compared([finding(rule="mojibake", cause="mojibake/x")], [], ran=RULES[:1])
    assert (found.changes, found.not_compared, found.before) == ([], ["mojibake"], 0)


PROBLEMS = st.lists(
    st.builds(
        finding,
        path=st.sampled_from(["a.md", "b.md"]),
        cause=st.sampled_from("xyz"),
        key=st.tuples(st.sampled_from("kl")),
    ),
    max_size=8,
)


@given(PROBLEMS, PROBLEMS)
def test_figures_of_a_comparison_add_up(before: list[Finding], after: list[Finding]) -> None:
    found = compared(before, after)
    assert found.before - found.fixed + found.introduced == found.after == len(after)
    assert compared(after, after).changes == []
    for change in found.changes:
        assert change.before >= change.fixed
        assert change.after >= change.introduced
        assert bool(change.places) == (change.introduced > 0)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    write(tmp_path, "docs/guide.md", "# Guide\n\n[a](a.md) [b](b.md)\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(root: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = run_cli(["causes", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_text(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (1, "")
    assert out.splitlines()[1:] == [
        "   2 findings on 1 page:",
        "   1  error broken-link/missing/docs/a.md, on 1 page",
        "      The link `a.md` leads to `docs/a.md`, which does not exist",
        "      docs/guide.md:3:1",
        "   1  error broken-link/missing/docs/b.md, on 1 page",
        "      The link `b.md` leads to `docs/b.md`, which does not exist",
        "      docs/guide.md:3:11",
        "",
        "2 findings (2 errors) in 1 of 1 page.",
        "1 change covers 2 findings.",
    ]
    assert run("--exit-zero")[0] == 0
    assert run("--ignore", "links") == (0, "1 page checked, nothing found.\n", "")


def test_links_to_a_heading_that_is_gone_have_one_cause(root: Path, run: Run) -> None:
    """The kinds and sections of the pages that a generator wrote do not matter, nor whether somebody wrote them."""
    link = "[a](../../README.md#endpoints)\n"
    write(root, "README.md", "# Endpoints of the API\n")
    write(root, "docs/api/guide.md", f"# Guide\n\n{link}")
    write(root, "docs/src/a.py_docs.md", f"# Documentation: `src/a.py`\n\n## File Purpose\n\n{link}")
    write(root, "docs/src/index.md", f"# Index: `src/`\n\n## Overview\n\n{link}\n## Files\n\n{link}")
    _, out, _ = run("--select", "broken-anchor", "--output-format", "json")
    [cause] = json.loads(out)["causes"]
    assert cause["id"] == "broken-anchor/gone/README.md#endpoints"
    assert (cause["kind"], cause["section"], cause["findings"], cause["pages"]) == ("", "", 4, 3)


def test_links_to_one_target_have_one_cause(root: Path, run: Run) -> None:
    write(root, "docs/guide.md", "# Guide\n\n[a](a.md#x) [b](std/b/c.md) [d](other.md#one) [e](#two) [f][three]\n")
    write(root, "docs/other.md", "# Other\n\n[a](a.md) [b](std/b.md) [e](#one) [f][three] [g](guide.md#two)\n")
    _, out, _ = run("--output-format", "json")
    assert {cause["id"]: cause["findings"] for cause in json.loads(out)["causes"]} == {
        "broken-link/missing/docs/a.md": 2,
        "broken-link/missing/docs/std/": 2,
        "broken-anchor/gone/docs/other.md#one": 1,
        "broken-anchor/here/docs/other.md#one": 1,
        "broken-anchor/gone/docs/guide.md#two": 1,
        "broken-anchor/here/docs/guide.md#two": 1,
        "undefined-reference/undefined/three": 2,
    }


def test_files_below_another_folder_have_one_cause(root: Path, run: Run) -> None:
    names = [f"part-{number}/page.md" for number in range(3)]
    for name in names:
        write(root, f"docs/www.example.org/{name}", "# Page\n")
    write(root, "docs/guide.md", "# Guide\n\n" + "".join(f"- [page]({name})\n" for name in names))
    write(root, "docs/www.example.org/deep/er/page.md", "# Page\n\n[a](part-0/page.md) [b](part-9/page.md)\n")
    _, out, _ = run("--output-format", "json")
    assert [(cause["id"], cause["findings"]) for cause in json.loads(out)["causes"]] == [
        ("broken-link/elsewhere/docs/www.example.org/", 4),
        ("broken-link/missing/docs/www.example.org/deep/er/part-9/", 1),
    ]
    assert "`docs/www.example.org/`" in run()[1]


def test_path_below_several_folders_is_just_missing(root: Path, run: Run) -> None:
    write(root, "docs/guide.md", "# Guide\n\n[a](api/a.md)\n")
    for version in ("v1", "v2"):
        write(root, f"docs/{version}/api/a.md", "# A\n")
    assert "broken-link/missing/docs/api/" in run()[1]


def test_documents_fit_their_schemas(root: Path, run: Run) -> None:
    code, out, _ = run("--output-format", "json")
    assert code == 1
    old = json.loads(out)
    jsonschema.validate(old, model_of(CausesDocument).model_json_schema())
    assert (old["findings"], [cause["id"] for cause in old["causes"]]) == (
        2,
        ["broken-link/missing/docs/a.md", "broken-link/missing/docs/b.md"],
    )
    write(root, "old.json", out)
    write(root, "docs/guide.md", "# Guide\n\n[a](a.md) [c](c.md) [d](d.md)\n")
    code, out, _ = run("--output-format", "json", "--diff", "old.json")
    assert code == 1
    jsonschema.validate(json.loads(out), model_of(CausesDiff).model_json_schema())
    assert (json.loads(out)["fixed"], json.loads(out)["introduced"]) == (1, 2)


def test_file_is_written(root: Path, run: Run) -> None:
    assert run("--output-format", "json", "-o", "old.json")[1:] == ("", "")
    assert run("--diff", "old.json") == (0, "2 findings before, 2 now: 0 fixed, 0 new.\n", "")
    write(root, "docs/a.md", "# A\n")
    code, out, _ = run("--diff", "old.json")
    assert code == 0
    assert "  gone   1 -> 0  broken-link/missing/docs/a.md (1 fixed, 0 new)" in out
    code, _, err = run("-o", "no-such-folder/old.json")
    assert (code, "there is no folder" in err) == (2, True)


def test_known_findings_are_left_out(root: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["baseline", "write"]) == 0
    capsys.readouterr()
    write(root, "doclint.toml", 'baseline = "doclint-baseline.json"\n')
    assert run()[0] == 1
    code, out, _ = run("--baseline", "doclint-baseline.json")
    assert (code, out.splitlines()[0]) == (0, "1 page checked, nothing new; 2 known from the baseline.")


def test_other_paths_cannot_be_compared(root: Path, run: Run) -> None:
    run("docs/guide.md", "--output-format", "json", "-o", "old.json")
    assert run("--diff", "old.json")[0] == 2
    assert run("docs", "--diff", "old.json")[2] == (
        "doclint: The earlier run checked `docs/guide.md`; doclint compares only runs over the same paths\n"
    )
    assert run("docs/guide.md", "--diff", "old.json")[0] == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1, column 1: Expecting value"),
        ("[" * 100_000, "did not write this file"),
        ("[]", "`doclint causes --output-format json` did not write this file"),
        (b"\xff", "codec can't decode"),
        ('{"causes": []}', "`version` is missing"),
        ('{"causes": [], "version": 2}', "is 2, not 1"),
    ],
)
def test_broken_file_is_an_error(root: Path, run: Run, text: str | bytes, complaint: str) -> None:
    write(root, "old.json", text)
    code, out, err = run("--diff", "old.json")
    assert (code, out) == (2, "")
    assert err.startswith("doclint: old.json")
    assert complaint in err


def test_report_of_check_can_be_compared(root: Path, run: Run) -> None:
    check = ["check", "--output-format", "json", "-o"]
    run_cli([*check, "report.json"])
    run("--output-format", "json", "-o", "causes.json")
    assert run("--diff", "report.json") == (0, "2 findings before, 2 now: 0 fixed, 0 new.\n", "")
    assert run("docs", "--diff", "report.json")[2].startswith("doclint: The earlier run checked all pages; ")
    write(root, "docs/guide.md", "# Guide\n\n[a](a.md) [c](c.md) [d](d.md)\n")
    after = run("--diff", "report.json")
    assert after[:2] == run("--diff", "causes.json")[:2]
    assert (after[0], "2 findings before, 3 now: 1 fixed, 2 new." in after[1]) == (1, True)
    run_cli([*check, "part.json", "docs"])
    assert run("docs", "--diff", "part.json")[0] == 0
    assert run("--diff", "part.json")[2].startswith("doclint: The earlier run checked `docs`; ")
    run_cli([*check, "links.json", "--select", "broken-link"])
    assert "Not compared, because they ran only once: " in run("--diff", "links.json")[1]


def test_report_with_a_baseline_is_compared_with_it(root: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run_cli(["baseline", "write"])
    run_cli(["check", "--output-format", "json", "-o", "new.json"])
    run_cli(["check", "--output-format", "json", "-o", "all.json", "--no-baseline"])
    capsys.readouterr()
    named = ("--baseline", "doclint-baseline.json")
    assert run("--diff", "new.json", *named)[:2] == (0, "0 findings before, 0 now: 0 fixed, 0 new.\n")
    assert run("--diff", "all.json")[:2] == (0, "2 findings before, 2 now: 0 fixed, 0 new.\n")
    assert "leaves out the findings of a baseline; name that with --baseline" in run("--diff", "new.json")[2]
    assert "has the findings of a baseline; compare it without --baseline" in run("--diff", "all.json", *named)[2]


def test_shard_and_other_tables_are_no_runs(root: Path, run: Run) -> None:
    run_cli(["check", "--shard", "1/2", "--output-format", "json", "-o", "shard.json"])
    assert "this is the report of shard 1 of 2" in run("--diff", "shard.json")[2]
    write(root, "other.json", '{"summary": {}}')
    assert "`doclint check --output-format json` did not write this file" in run("--diff", "other.json")[2]
    assert run("--diff", "none.json")[2] == "doclint: none.json cannot be read: No such file or directory\n"


def test_nothing_to_check_is_told(root: Path, run: Run) -> None:
    (root / "docs" / "guide.md").unlink()
    code, out, err = run()
    assert (code, out) == (0, "0 pages checked, nothing found.\n")
    assert err.startswith("doclint: no page was found in the working directory: ")
