"""Options that change the configuration of a run, and what it says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.report.report import Report
from doclint.errors.models import model_of
from doclint.output.rules import RulesDocument
from doclint.rule.finding import Finding
from doclint.rule.registry import rules

BROKEN = "# A page\n\nSee [b](b.md) and [c](c.md).\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli([*arguments])
    return code, *capsys.readouterr()


def concise(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return the lines of a report, as `path:line:column: severity rule`."""
    _, out, err = run(capsys, "check", "--output-format", "concise", *arguments)
    assert err == ""
    return [line.split(": ", 2)[0] + " " + line.split(": ", 2)[1] for line in out.splitlines()]


def settings(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str]:
    """Return the lines of `doclint config`, by what is before their `=`."""
    code, out, err = run(capsys, "config", *arguments)
    assert (code, err) == (0, "")
    return dict(line.split(" = ", 1) for line in out.splitlines() if " = " in line)


def test_given_setting_wins_over_files_of_the_root_and_of_folders(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "doclint.toml", 'severity.links = "info"\n')
    write(root, "docs/doclint.toml", 'severity.links = "warning"\n')
    write(root, "docs/a.md", BROKEN)
    given = ["--config", 'severity.links="error"']
    assert {line.split()[1] for line in concise(capsys)} == {"warning"}
    assert {line.split()[1] for line in concise(capsys, *given)} == {"error"}
    found = settings(capsys, "docs", *given)
    assert found["severity.links"] == '"error"  # doclint.toml, docs/doclint.toml, --config'


def test_given_list_grows_and_rules_have_options(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'ignore = ["mojibake"]\n')
    write(root, "docs/a.md", BROKEN)
    assert len(concise(capsys, "--config", 'rules.broken-link.allow=["b.md"]')) == 1
    found = settings(capsys, "--config", 'ignore=["vague-link-text"]', "--config", "limits.depth = 50")
    assert found["ignore"] == '["mojibake", "vague-link-text"]  # doclint.toml, --config'
    assert found["limits.depth"] == "50  # --config"


@pytest.mark.parametrize("name", ["other.toml", "pyproject.toml", "../elsewhere.toml"])
def test_given_file_replaces_that_of_the_root(root: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    lead = "[tool.doclint]\n" if name == "pyproject.toml" else ""
    write(root, "doclint.toml", 'ignore = ["links"]\nexclude = ["docs/old/"]\n')
    write(root, name, f'{lead}exclude = ["docs/new/"]\n')
    for folder in ("old", "new"):
        write(root, f"docs/{folder}/a.md", BROKEN)
    assert concise(capsys) == []
    assert {line.split(":")[0] for line in concise(capsys, "--config", name)} == {"docs/old/a.md"}


def test_given_file_beside_another_tree_extends_what_is_beside_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "../shared/base.toml", 'ignore = ["links"]\n')
    write(root, "../shared/doclint.toml", 'extend = "base.toml"\n')
    write(root, "docs/a.md", BROKEN)
    assert concise(capsys, "--config", "../shared/doclint.toml") == []


def test_run_without_files_still_has_what_is_given(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'ignore = ["links"]\n')
    write(root, "docs/a.md", BROKEN)
    assert len(concise(capsys, "--isolated")) == 2
    assert concise(capsys, "--isolated", "--config", 'ignore=["links"]') == []


def test_workers_and_the_cache_see_what_is_given(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(60):
        write(root, f"docs/p{number}.md", BROKEN)
    given = ["--config", 'rules.broken-link.allow=["b.md"]', "--exclude", "docs/p1.md,docs/p2*"]
    for _ in range(2):
        assert len(concise(capsys, "--jobs", "2")) == 120
        assert len(concise(capsys, "--jobs", "2", *given)) == 48


def test_shards_are_of_one_run_only_with_the_same_settings(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(20):
        write(root, f"docs/p{number}.md", BROKEN)
    given = ["--config", 'rules.broken-link.allow=["b.md"]']
    for part in "12":
        run(capsys, "check", "--shard", f"{part}/2", "--output-format", f"json={part}.json", *given)
    code, _, err = run(capsys, "merge", "1.json", "2.json")
    assert code == 2
    assert "give `doclint merge` the same `--config`" in err
    code, out, _ = run(capsys, "merge", "1.json", "2.json", "--output-format", "concise", *given)
    assert (code, len(out.splitlines())) == (1, 20)


def test_baseline_and_causes_take_settings(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    given = ["--config", 'rules.broken-link.allow=["b.md"]']
    assert run(capsys, "baseline", "write", *given)[1].startswith("Wrote doclint-baseline.json: 1 finding ")
    assert run(capsys, "causes", "--config", 'ignore=["links"]')[0] == 0


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        (["limits.depht=50"], "--config: there is no setting `limits.depht`; did you mean `depth`?"),
        (["ignroe=[]"], "--config: there is no setting `ignroe`; did you mean `ignore`?"),
        (["limits.depth='x'"], "--config: `limits.depth` is 'x': input should be a valid integer"),
        (['ignore=["borken-link"]'], "--config: `ignore`: No rule or family is called `borken-link`; did you mean"),
        (["project=Foo"], "`Foo` is not a value in TOML; quote a string: --config 'project=\"Foo\"'"),
        (["project='Foo"], "--config project='Foo: this is not TOML: "),
        (["gone.toml"], "--config gone.toml: there is no such file, and a setting is written as `key=value`"),
        (["projct"], "is written as `key=value`; did you mean `project`?"),
        (["root=true"], "--config root=true: `root` says something about a file, so only a file can set it"),
        (["extend='x.toml'"], "`extend` says something about a file"),
        (["one.toml", "two.toml"], "--config names two files, `one.toml` and `two.toml`; there can be only one"),
        (["broken.toml"], "broken.toml: "),
        (["pyproject.toml"], "pyproject.toml: there is no table `tool.doclint`"),
        (["one.toml", "--isolated"], "--isolated reads no configuration file, but --config names `one.toml`."),
    ],
)
def test_mistakes_in_what_is_given(
    root: Path, capsys: pytest.CaptureFixture[str], values: list[str], complaint: str
) -> None:
    for name in ("one.toml", "two.toml", "pyproject.toml"):
        write(root, name, "")
    write(root, "broken.toml", "x = = 1\n")
    options = [part for value in values for part in ([value] if value[:2] == "--" else ["--config", value])]
    code, out, err = run(capsys, "check", *options)
    assert (code, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err


def test_exclude_adds_to_the_configuration(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'exclude = ["docs/old/"]\n')
    for path in ("docs/old/a.md", "docs/new/a.md", "docs/b/a.md"):
        write(root, path, BROKEN)
    assert {line.split(":")[0] for line in concise(capsys, "--exclude", "docs/new/")} == {"docs/b/a.md"}
    assert run(capsys, "check", "--exclude", "!")[0] in (0, 1, 2)
    # As with `exclude`, a file is left out even if it is named.
    code, _, err = run(capsys, "check", "--exclude", "docs/new/", "docs/new/a.md")
    assert code == 0
    assert "`exclude` (by doclint.toml, --exclude) leaves out `docs/old/`, `docs/new/`" in err


def test_rules_of_extend_select_run_besides_the_others(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    strict = next(rule.id for rule in rules().values() if rule.profile == "strict")
    write(root, "docs/a.md", BROKEN)

    reports: list[Report] = []

    def failing(report: Report) -> list[Finding]:
        reports.append(report)
        return report.findings

    monkeypatch.setattr(Report, "failing", property(failing))

    def ran(*arguments: str) -> set[str]:
        assert run(capsys, "check", *arguments)[0] == 1
        return {rule.id for rule in reports[-1].rules}

    usual = ran()
    assert strict not in usual
    assert ran("--extend-select", strict) == usual | {strict}
    write(root, "doclint.toml", f'extend-select = ["{strict}"]\n')
    assert ran() == usual | {strict}
    only = ran("--select", "broken-link")
    assert strict not in only
    assert ran("--select", "broken-link", "--extend-select", "mojibake") == only | {"mojibake"}


@pytest.mark.usefixtures("root")
def test_name_for_extend_select_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "check", "--extend-select", "borken-link")
    assert code == 2
    assert err == ("doclint: --extend-select: No rule or family is called `borken-link`; did you mean `broken-link`?\n")


def test_setting_of_the_severity_that_fails(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'fail-on = "error"\nseverity.links = "warning"\n')
    write(root, "docs/a.md", BROKEN)
    assert run(capsys, "check")[0] == 0
    assert run(capsys, "check", "--fail-on", "warning")[0] == 1


def test_each_root_says_what_fails(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'fail-on = "error"\nseverity.links = "warning"\n')
    write(root, "docs/a.md", BROKEN)
    write(root, "part/doclint.toml", 'root = true\nseverity.links = "warning"\n')
    write(root, "part/a.md", "# A\n")
    assert run(capsys, "check")[0] == 0
    write(root, "part/a.md", BROKEN)
    assert run(capsys, "check")[0] == 1


def test_setting_of_the_format(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'output-format = "sarif"\n')
    write(root, "docs/a.md", BROKEN)
    assert json.loads(run(capsys, "check")[1])["runs"]
    assert "  in total" in run(capsys, "check", "--statistics")[1]
    write(root, "doclint.toml", 'output-format = "concise"\n')
    write(root, "docs/a.md", BROKEN)
    assert run(capsys, "check")[1].startswith("docs/a.md:3:5: error broken-link")
    assert json.loads(run(capsys, "check", "--output-format", "json")[1])["findings"]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("grupped", "doclint.toml: `output-format`: No output format is called `grupped`; did you mean `grouped`?"),
        ("json=out.json", "`json=out.json` names a file, and only the option --output-format can"),
    ],
)
def test_configuration_of_a_stranger_writes_no_file(
    root: Path, capsys: pytest.CaptureFixture[str], value: str, complaint: str
) -> None:
    write(root, "doclint.toml", f'output-format = "{value}"\n')
    write(root, "docs/a.md", BROKEN)
    code, out, err = run(capsys, "check")
    assert (code, out) == (2, "")
    assert complaint in err
    assert not (root / "out.json").exists()


def test_quiet_and_clean_run_prints_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "# A\n")
    for style in ("text", "concise", "grouped"):
        assert run(capsys, "check", "-q", "--output-format", style) == (0, "", "")
    assert run(capsys, "check", "-q", "docs/none", "--about")[0] == 2
    assert run(capsys, "check", "--quiet", "--exclude", "docs/") == (0, "", "")
    assert run(capsys, "check", "-q", "--statistics") == (0, "", "")


def test_findings_stay_in_a_quiet_run(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    code, out, err = run(capsys, "check", "-q")
    assert (code, err) == (1, "")
    assert out.count("error broken-link") == 2
    assert "in total" not in out
    assert "findings (" not in out
    assert "did not run" not in out


@pytest.mark.parametrize("style", ["text", "grouped"])
def test_quiet_run_says_how_many_findings_it_does_not_show(
    root: Path, capsys: pytest.CaptureFixture[str], style: str
) -> None:
    write(root, "docs/a.md", "# A\n\n" + "[b](b.md)\n" * 39)
    _, out, err = run(capsys, "check", "-q", "--output-format", style)
    assert err == ""
    assert "What to change first" not in out
    number = {"text": 34, "grouped": 30}[style]
    assert out.endswith(f"\n{number} more findings are not shown; `--max-per-cause 0` shows them.\n")
    assert "not shown" not in run(capsys, "check", "-q", "--output-format", style, "--max-per-cause", "0")[1]


def test_run_that_shows_nothing_says_what_it_wrote(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    assert run(capsys, "check", "--output-format", "json", "-o", "a.json") == (1, "", "Wrote a.json: 2 findings.\n")
    assert run(capsys, "check", "-q", "--output-format", "json=a.json") == (1, "", "")
    assert "Wrote" not in run(capsys, "check", "--output-format", "json=a.json", "--output-format", "text")[2]
    if Path(os.devnull).is_char_device():
        assert run(capsys, "check", "-o", os.devnull) == (1, "", "")


def test_commands_have_a_line_each_and_come_by_use(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--help")[1]
    assert "..." not in out.partition("Commands:")[2]
    assert out.index("  check ") < out.index("  causes ") < out.index("  clean ")


@pytest.mark.usefixtures("root")
def test_name_that_is_near_no_rule_leads_to_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    err = run(capsys, "check", "--select", "E501")[2]
    assert err == "doclint: No rule or family is called `E501`; `doclint rules` lists them\n"


@pytest.mark.usefixtures("root")
def test_errors_stay_in_a_quiet_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`gone.md` does not exist" in run(capsys, "check", "-q", "gone.md")[2]


def test_baseline_is_written_quietly(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    assert run(capsys, "baseline", "write", "-q") == (0, "", "")
    assert run(capsys, "check", "-q", "--baseline", "doclint-baseline.json") == (0, "", "")


def test_pages_are_listed_from_here(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("docs/a.md", "docs/b.md", "docs/x/c.md", "vendor/d.md"):
        write(root, path, BROKEN)
    write(root, "part/doclint.toml", "root = true\n")
    write(root, "part/e.md", BROKEN)
    code, out, err = run(capsys, "check", "--show-files", "--exclude", "b.md")
    assert (code, out, err) == (0, "docs/a.md\ndocs/x/c.md\npart/e.md\n", "")
    assert run(capsys, "check", "--show-files", "-v")[2] == (
        "doclint: vendor/d.md is left out by `vendor/`, copies of other projects\n"
    )
    monkeypatch.chdir(root / "docs/x")
    assert run(capsys, "check", "--show-files")[1] == "c.md\n"


def test_shard_is_listed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(20):
        write(root, f"docs/{number}.md", BROKEN)
    parts = [run(capsys, "check", "--show-files", "--shard", f"{part}/2")[1].split() for part in (1, 2)]
    assert sorted(parts[0] + parts[1]) == sorted(f"docs/{number}.md" for number in range(20))
    assert all(parts)


def test_file_that_is_not_markdown_is_checked_with_a_note(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "notes.txt", BROKEN)
    code, out, err = run(capsys, "check", "notes.txt")
    assert code == 1
    assert "notes.txt:3:5 error broken-link" in out
    assert err.startswith("doclint: `notes.txt` is not Markdown by name")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chek"], "`doclint` has no command `chek`; did you mean `check`? (there are check, causes, claims, explain,"),
        (["docs"], "`docs` is not a command; `doclint check docs` checks it"),
        (["baseline", "wirte"], "`doclint baseline` has no command `wirte`; did you mean `write`?"),
        (["explain"], "Name one rule, or ask for all of them by --all; `doclint rules` lists them."),
        (["rules", "linkz"], "No rule or family is called `linkz`; did you mean `links`?"),
    ],
)
def test_wrong_commands(root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert "Usage:" not in err


@pytest.mark.parametrize(
    ("variables", "option", "expected"),
    [
        ({}, "auto", False),
        ({"FORCE_COLOR": "1"}, "auto", True),
        ({"FORCE_COLOR": ""}, "auto", False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", False),
        ({"NO_COLOR": "1"}, "always", True),
        ({"FORCE_COLOR": "1"}, "never", False),
    ],
)
def test_color(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    option: str,
    expected: bool,
) -> None:
    write(root, "docs/a.md", BROKEN)
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in run(capsys, "check", "--color", option)[1]) == expected


def load(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, _ = run(capsys, *arguments, "--output-format", "json")
    assert code == 0
    document: dict[str, Any] = json.loads(out)
    return document


@pytest.mark.usefixtures("root")
def test_rules_for_programs_fit_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    document = load(capsys, "rules")
    jsonschema.validate(document, model_of(RulesDocument).model_json_schema())
    assert {rule["id"] for rule in document["rules"]} == {*rules()}
    assert load(capsys, "explain", "--all") == document


@pytest.mark.usefixtures("root")
def test_one_rule_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    rule = load(capsys, "explain", "broken-link")
    assert (rule["family"], rule["severity"], rule["profile"]) == ("links", "error", "default")
    assert rule["fixes"] == ["safe", "unsafe"]
    assert rule["options"]["allow"]["default"] == []
    assert rule["manual"].startswith("# broken-link\n")
    assert load(capsys, "explain", "oversized-page")["fixes"] == []
    assert "Fixes: safe (`--fix`), unsafe (`--fix --unsafe-fixes`)." in run(capsys, "explain", "broken-link")[1]


@pytest.mark.usefixtures("root")
def test_rules_of_families_and_profiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert {rule["family"] for rule in load(capsys, "rules", "links")["rules"]} == {"links"}
    _, out, _ = run(capsys, "rules", "links", "mojibake")
    assert "broken-link" in out
    assert "mojibake" in out
    assert "misspelled-heading" not in out


def complete(root: Path, shell: str, *words: str) -> list[str]:
    """Return what a shell is given for the last word of a command line, by the protocol of click."""
    line = " ".join(words)
    environment = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_DOCLINT_COMPLETE": f"{shell}_complete"}
    if shell == "fish":
        environment["COMP_CWORD"] = words[-1]
    done = subprocess.run(
        [sys.executable, "-m", "doclint"],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["check", "--select", "broken-l"], ["plain,broken-link"]),
        (["check", "--select", "broken-link,lin"], ["plain,broken-link,links"]),
        (["check", "--ignore", "mojib"], ["plain,mojibake"]),
        (["check", "--extend-select", "stri"], ["plain,strict"]),
        (["check", "--without", "so"], ["plain,source"]),
        (["check", "--output-format", "grou"], ["plain,grouped"]),
        (["check", "--fail-on", "w"], ["plain,warning"]),
        (["check", "--show"], ["plain,--show-files"]),
        (["check", "doc"], ["file,doc"]),
        (["check", "--config", "one"], ["file,one"]),
        (["check", "--config", "limits.d"], ["plain,limits.depth="]),
        (["explain", "page-unread"], ["plain,page-unreadable"]),
        (["explain", "stale-cop"], ["plain,stale-copy"]),
        (["rules", "link"], ["plain,links"]),
        (["schema", "causes-"], ["plain,causes-diff"]),
        (["baseline", "pru"], ["plain,prune"]),
    ],
)
def test_completion_in_bash(root: Path, words: list[str], expected: list[str]) -> None:
    assert complete(root, "bash", "doclint", *words) == expected


def test_completion_in_other_shells(root: Path) -> None:
    words = ["doclint", "explain", "mojib"]
    assert complete(root, "zsh", *words) == ["plain", "mojibake", "_"]
    assert [line.replace("\n", ",") for line in complete(root, "fish", *words)][-1].endswith("mojibake")


def test_completion_runs_no_rules_of_a_stranger(root: Path) -> None:
    write(root, "doclint.toml", 'local-rules = ["own.py"]\n')
    write(root, "own.py", "raise SystemExit('a stranger runs')\n")
    assert complete(root, "bash", "doclint", "check", "--select", "mojib") == ["plain,mojibake"]


def test_next_step_after_a_baseline(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    _, out, _ = run(capsys, "baseline", "write")
    assert out.endswith("From now on, `doclint check` reports only new findings; commit the file.\n")
    write(root, "pyproject.toml", "[tool.doclint]\n")
    _, out, _ = run(capsys, "baseline", "write", "--baseline", "docs/known.json")
    assert out.endswith(
        'Set `baseline = "docs/known.json"` in pyproject.toml below [tool.doclint], so that doclint reads it; '
        "`baseline write --set` does that.\n"
    )
    write(root, "pyproject.toml", '[tool.doclint]\nbaseline = "docs/known.json"\n')
    assert run(capsys, "baseline", "write", "--force")[1].count("\n") == 1


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("javascript:alert(1)//{rule}", "it must be an address with `{rule}`"),
        ("https://shop.test/\\u001b]8;;{rule}", "an address has no spaces and no control characters"),
        ("https://shop.test/\\u202e{rule}", "an address has no spaces and no control characters"),
        ("https://shop.test/ ##vso[a]{rule}", "an address has no spaces and no control characters"),
        ("https://shop.test/" + "{rule}" * 200, "an address has at most 1,000 characters"),
    ],
)
def test_address_of_rules_of_a_stranger(
    root: Path, capsys: pytest.CaptureFixture[str], address: str, complaint: str
) -> None:
    write(root, "doclint.toml", f'rule-pages = "{address}"\n')
    assert run_cli(["check"]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "merge"])
def test_help_lists_options_by_subject(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert run_cli([command, "--help"]) == 0
    by_subject, _, others = capsys.readouterr().out.partition("\nOther options:\n")
    assert re.findall(r"^\w.*:$", by_subject, re.MULTILINE)[-5:] == [
        *(["Rules:", "Fixes:"] if command == "check" else ["What to check:", "Rules:"]),
        *("What fails:", "Output:", "Configuration and cache:"),
    ]
    assert re.findall(r"--[a-z-]+", others) == ["--help"]


def test_folder_without_pages_is_an_error_if_it_is_named(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "# A\n")
    (root / "dcos").mkdir()
    code, _, err = run(capsys, "check", "dcos")
    assert code == 2
    assert "no page was found in `dcos`" in err
    assert run(capsys, "check", "dcos", "docs")[0] == 0
    assert run(capsys, "check", "--hook", "dcos")[0] == 0
    assert run(capsys, "check", "--about", "dcos")[0] == 0


def test_second_file_for_one_output_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "check", "-o", "a.txt", "-o", "b.txt")
    assert (code, "`a.txt` and `b.txt`" in err) == (2, True)


@pytest.mark.parametrize("pattern", ["[", "docs/[a", "[a]/[b", "[]", "../docs", "./docs", "#a"])
def test_pattern_that_cannot_match_is_refused(root: Path, capsys: pytest.CaptureFixture[str], pattern: str) -> None:
    code, _, err = run(capsys, "check", "--exclude", pattern)
    assert (code, f"--exclude has `{pattern}`, which matches nothing" in err) == (2, True)
    assert run(capsys, "check", "--exclude", "[ab],\\[c")[0] == 0


def test_verbose_run_says_which_sites_the_pages_are_of(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "mkdocs.yml", "site_name: A\n")
    write(root, "docs/a.md", "# A\n")
    assert run_cli(["check", "-v"]) == 0
    assert "doclint: 1 page of a site: MkDocs, because of `mkdocs.yml`; `doclint claims`" in capsys.readouterr().err
