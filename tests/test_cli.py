"""The command, as people use it: files in, text and exit code out."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from tree import write

from doclint.cli.main import run_cli
from doclint.config.project import Project
from doclint.engine.linter import Linter
from doclint.engine.report.schema import ReportDocument
from doclint.errors.models import model_of
from doclint.output.addresses import documentation
from doclint.page.limits import LIMITS
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.rule import registry
from doclint.rule.finding import ENGINE
from doclint.rule.rule import INPUTS

CLEAN = "# A page\n\nThat people wrote.\n"
BROKEN = "# A page\n\nSee [b](b.md) and [c](c.md).\n"


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(["check", *arguments])
    return code, *capsys.readouterr()


def test_clean_page(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", CLEAN)
    assert check(capsys) == (0, "1 page checked, nothing found.\n", "")


def test_finding_is_shown_with_its_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    code, out, _ = check(capsys, "docs/a.md")
    assert code == 1
    assert out.splitlines()[:5] == [
        "docs/a.md:3:5 error broken-link",
        "  The link `b.md` leads to `docs/b.md`, which does not exist",
        "  3 | See [b](b.md) and [c](c.md).",
        "    |     ^^^^^^^^^",
        "",
    ]
    assert out.endswith("\n\n2 findings (2 errors) in 1 of 1 page.\n")


@pytest.mark.parametrize(
    "options", [["--select", "corpus"], ["--select", "unlinked-page"], ["--extend-select", "unlinked-page"], ["-v"]]
)
def test_rules_that_need_all_pages_are_named_if_the_user_asked_for_them(
    root: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    write(root, "docs/a.md", BROKEN)
    _, _, err = check(capsys, *options, "docs/a.md")
    assert err.startswith("doclint: only some pages were checked, so `")
    assert "`unlinked-page`" in err
    assert check(capsys, *options)[2] == ""
    assert check(capsys, "--select", "default", "docs/a.md")[2] == ""


def test_concise(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    _, out, _ = check(capsys, "--output-format", "concise")
    assert out.splitlines() == [
        "docs/a.md:3:5: error broken-link: The link `b.md` leads to `docs/b.md`, which does not exist",
        "docs/a.md:3:19: error broken-link: The link `c.md` leads to `docs/c.md`, which does not exist",
    ]


def test_json_fits_its_schema(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    write(root, "docs/b.md", CLEAN)
    _, out, _ = check(capsys, "--output-format", "json")
    report = json.loads(out)
    jsonschema.validate(report, model_of(ReportDocument).model_json_schema())
    assert report["root"] == root.as_posix()
    assert report["summary"]["pages"] == 2
    assert report["summary"]["rules"] == {"broken-link": 1}
    [violation] = report["findings"]
    assert list(violation) == [
        "rule", "family", "severity", "message", "message_id", "arguments", "path", "line", "column",
        "end_line", "end_column", "section", "embedded", "cause", "fingerprint", "fixable", "fix", "related",
        "since",
        "held_back",
    ]  # fmt: skip
    assert (violation["path"], violation["line"], violation["column"]) == ("docs/a.md", 3, 19)
    assert (violation["end_line"], violation["end_column"]) == (3, 28)


def test_equal_causes_are_told_once_and_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "[x](x.md)\n" * 10)
    _, out, _ = check(capsys, "--max-per-cause", "2")
    assert out.count("error broken-link\n") == 2
    assert "\n  8 of 10  error    broken-link  docs/a.md:3:1\n" in out
    assert out.endswith("10 findings (10 errors) in 1 of 1 page.\n")
    _, out, _ = check(capsys, "--max-per-cause", "0")
    assert out.count("error broken-link\n") == 10


def test_what_is_not_shown_begins_with_the_gravest(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "[x](x.md)\n" * 2 + "[a](..//docs/a.md)\n" * 9)
    _, out, _ = check(capsys, "--max-per-cause", "1", "--select", "broken-link,double-slash-link")
    rows = out.partition("Not shown")[2]
    assert rows.index("  1 of 2  error    broken-link") < rows.index("  8 of 9  warning  double-slash-link")


def test_statistics(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN + "\nCafÃ©\n")
    code, out, _ = check(capsys, "--statistics")
    assert code == 1
    assert out.splitlines() == [
        "2   67%  error    broken-link  on 1 page",
        "1   33%  error    mojibake     on 1 page   1 [fix]",
        "3  in total, on 1 page",
    ]


def test_selection(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN + "\nCafÃ©\n")
    assert check(capsys, "--select", "encoding", "--statistics")[1].endswith("1  in total, on 1 page\n")
    assert check(capsys, "--ignore", "links,mojibake")[0] == 0
    write(root, "doclint.toml", 'ignore = ["broken-link"]\n')
    assert check(capsys, "--statistics")[1].endswith("1  in total, on 1 page\n")
    assert check(capsys, "--isolated", "--statistics")[1].endswith("3  in total, on 1 page\n")


def test_rules_are_left_out_by_what_they_need(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN + "\nCafÃ©\n")
    assert check(capsys, "--without", "repository", "--statistics")[1].endswith("1  in total, on 1 page\n")
    assert check(capsys, "--without", "source", "--select", "links", "--statistics")[1].endswith(
        "2  in total, on 1 page\n"
    )
    assert check(capsys, "--without", "source,repository", "--select", "broken-link")[0] == 0
    assert f"read this besides the page: {' or '.join(INPUTS)} " in " ".join(check(capsys, "--help")[1].split())


def test_without_the_source_it_is_not_read(root: Path) -> None:
    path = "docs/src/a.py_docs.md"
    write(root, path, "# Documentation: `src/a.py`\n\n## Original Source\n\n```python\nx = 1\n```\n\n[a](../b.md)\n")
    write(root, "src/a.py", "x = 1\n")
    project = Project.find(root=root)

    def contents(*without: str) -> set[str]:
        linter = Linter(project.selection(["strict"], without=without), project.formats, LIMITS)
        return set(linter.file(path, Folder(root)).dependencies.contents)

    assert contents("source") == {path}
    assert contents() == {path, "src/a.py"}


@pytest.mark.parametrize("input_", INPUTS)
def test_rules_that_are_left_are_those_that_need_it_not(root: Path, input_: str) -> None:
    project = Project.find(root=root)
    chosen = registry.rules().select(["default"])
    left = {rule.id for rule in chosen if input_ not in rule.needs | rule.consults}
    assert project.selection(without=[input_]).at("docs/a.md").ids == left


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--select", "broken-lnk"], "No rule or family is called `broken-lnk`; did you mean `broken-link`?"),
        (["--without", "sorce"], "not without `sorce`; did you mean `source`?"),
        (["--without", "suppressions"], "Rules can do without source or repository, not without `suppressions`"),
        (["gone.md"], "`gone.md` does not exist"),
        (["--output-format", "grupped"], "No output format is called `grupped`; did you mean `grouped`?"),
        (["--root", "gone"], "'gone' does not exist"),
        (["--max-per-cause", "-1"], "-1 is not in the range"),
        (["--unknown"], "There is no option `--unknown`"),
        (["--selekt", "links"], "There is no option `--selekt`; did you mean `--select`?\nTry `doclint check --help`"),
    ],
)
def test_bad_usage_is_told_without_a_traceback(
    root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    code, out, err = check(capsys, *arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err


def test_broken_configuration(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", "ignroe = []\n")
    code, _, err = check(capsys)
    assert code == 2
    assert err == "doclint: doclint.toml:1: there is no setting `ignroe`; did you mean `ignore`?\n"


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        (
            "doclint.toml",
            "[tool.doclint]\nselect = []\n",
            "doclint.toml:1: there is no setting `tool`: `[tool.doclint]` is",
        ),
        ("doclint.toml", 'profile = "strict"\n', 'is selected with the rules: `extend-select = ["strict"]`'),
        ("docs/doclint.toml", "disable = []\n", "there is no setting `disable`: `ignore` names the rules not to run"),
        ("doclint.toml", "files = []\n", "there is no setting `files`: name files and folders on the command line"),
        (
            "pyproject.toml",
            "[tool.x]\n[tool.dolint]\nselect = []\n",
            "pyproject.toml:2: `[tool.dolint]` has settings of",
        ),
        ("pyproject.toml", "[tool.doc-lint]\n\n# a\nfail-on = 'x'\n", "did you mean `[tool.doclint]`?"),
        ("pyproject.toml", "[tool.DocLint]\nfail-on = 'x'\n", "did you mean `[tool.doclint]`?"),
        ("pyproject.toml", "[tool.doclint]\n[tool.doclnt]\nignore = []\n", "did you mean `[tool.doclint]`?"),
    ],
)
def test_settings_in_a_wrong_place(
    root: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, complaint: str
) -> None:
    write(root, "docs/a.md", "# A\n")
    write(root, name, text)
    code, out, err = check(capsys)
    assert (code, out) == (2, "")
    assert complaint in err


@pytest.mark.parametrize(
    "table", ["pydoclint", "docling", "dclint", "oclint", "doclint-extra", "dolint.x", "dolint]\na=1\n[x"]
)
def test_tables_of_other_tools_are_left_alone(root: Path, capsys: pytest.CaptureFixture[str], table: str) -> None:
    write(root, "docs/a.md", "# A\n")
    write(root, "pyproject.toml", f"[tool.{table}]\nexclude = ['docs']\nselect = ['x']\n")
    assert check(capsys)[0] == 0


def test_folder_of_pages_that_does_not_exist(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "# A\n")
    write(root, "doclint.toml", 'docs-roots = ["dosc", "docs", "wiki/x"]\n')
    assert check(capsys)[2] == (
        "doclint: doclint.toml: `docs-roots` has `dosc`, but there is no such folder; did you mean `docs`?\n"
        "doclint: doclint.toml: `docs-roots` has `wiki/x`, but there is no such folder; correct it or delete it\n"
    )
    assert check(capsys, "docs/a.md")[2] == ""


def test_file_that_is_not_a_text_is_one_finding(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs/a.md").write_bytes(bytes(range(256)) * 40)
    code, out, _ = check(capsys, "--extend-select", "strict", "--output-format", "concise")
    assert code == 1
    assert [line.partition(": error ")[0] for line in out.splitlines() if "undecodable-bytes" in line] == [
        "docs/a.md:1:1"
    ]
    assert "The file is not a text: " in out


@pytest.mark.parametrize(
    ("comment", "verb"),
    [
        ("doclint-disable-line", "allow-next-line"),
        ("doclint-disable-next-line broken-link", "allow-next-line"),
        ("doclint disable", "allow"),
        ("doclint-ignore-file", "allow-file"),
        ("DocLint-enable", "end-allow"),
        ("dolint: allow broken-link", "allow"),
        ("doc-lint allow-file links", "allow-file"),
    ],
)
def test_comment_that_suppresses_nothing(
    root: Path, capsys: pytest.CaptureFixture[str], comment: str, verb: str
) -> None:
    write(root, "docs/a.md", f"# A\n\n<!-- {comment} -->\n")
    out = check(capsys, "--output-format", "concise")[1]
    assert (
        f"docs/a.md:3:1: error invalid-suppression: The comment suppresses nothing; write `doclint: {verb} RULE`" in out
    )


@pytest.mark.parametrize("comment", ["doclint disables nothing here", "pydoclint: allow", "docling-disable", "dolint"])
def test_comment_about_something_else(root: Path, capsys: pytest.CaptureFixture[str], comment: str) -> None:
    write(root, "docs/a.md", f"# A\n\n<!-- {comment} -->\n")
    assert check(capsys)[0] == 0


def test_page_that_cannot_be_read_is_reported(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = root.parent / f"{root.name}-secret.md"
    outside.write_text("secret", encoding="utf-8")
    (root / "docs" / "a.md").symlink_to(outside)
    write(root, "docs/b.md", BROKEN)
    assert check(capsys, "--output-format", "concise")[0] == 1
    code, out, _ = check(capsys, "--output-format", "concise", "docs/a.md", "docs/b.md")
    assert code == 2
    assert "docs/a.md:1:1: error page-unreadable" in out
    assert "docs/b.md:3:19: error broken-link" in out


def test_terminal_is_safe_from_pages(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", '<a href="\x1b]0;title\x07b.md">\x1b[31mred</a> \u202e\n')
    for style in ("text", "concise"):
        _, out, _ = check(capsys, "--output-format", style)
        assert "\x1b" not in out
        assert "\x07" not in out
        assert "\u202e" not in out
        assert "\\x1b" in out


def test_any_bytes_are_a_page(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", bytes(range(256)) * 8)
    write(root, "docs/b.md", b"")
    write(root, "docs/c.md", b"\xef\xbb\xbf# A\r\r# B\x00")
    code, out, _ = check(capsys, "--output-format", "json")
    assert code == 1
    assert {violation["rule"] for violation in json.loads(out)["findings"]} == {"undecodable-bytes"}


def test_color(root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "docs/a.md", BROKEN)
    assert "\x1b[" not in check(capsys)[1]
    assert "\x1b[" in check(capsys, "--color", "always")[1]
    check(capsys, "--color", "always", "--output-format", "text=found.txt")
    found = (root / "found.txt").read_text()
    assert "docs/a.md" in found
    assert "\x1b[" not in found
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[" in check(capsys)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in check(capsys)[1]


def test_marks_stand_below_wide_characters(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "東京 [b](b.md)\n")
    lines = check(capsys)[1].splitlines()
    assert lines[2:4] == ["  1 | 東京 [b](b.md)", "    |      ^^^^^^^^^"]


def test_long_lines_are_cut_around_the_place(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "x" * 5_000 + " [b](b.md) " + "y" * 5_000 + "\n")
    lines = check(capsys)[1].splitlines()
    assert max(map(len, lines)) < 140
    assert "[b](b.md)" in lines[2]


def test_cache_options_are_accepted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", CLEAN)
    assert check(capsys, "--no-cache", "--cache-dir", "cache")[0] == 0


@pytest.mark.parametrize("rule", ["misspelled-heading", "broken-link"])
def test_explain(capsys: pytest.CaptureFixture[str], rule: str) -> None:
    assert run_cli(["explain", rule]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"# {rule}\n")
    assert "## Reported" in out
    assert "## Not reported" in out
    assert out.endswith(f"\n\nOn the web: <{documentation()}/rules/{rule}.html>\n")


@pytest.mark.parametrize("id_", ENGINE)
def test_explain_knows_what_the_engine_reports(capsys: pytest.CaptureFixture[str], id_: str) -> None:
    assert run_cli(["explain", id_]) == 0
    assert capsys.readouterr().out == f"# {id_}\n\n{ENGINE[id_]}\n\nOn the web: <{documentation()}/rules/{id_}.html>\n"


def test_explain_says_what_the_repository_of_an_example_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["explain", "stale-path"]) == 0
    out = capsys.readouterr().out
    assert "In `AGENTS.md`, where the repository has `src/parser/a.py`, `src/words/a.py`, `tools/a.py`:\n" in out


def test_explain_knows_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["explain", "mojibak"]) == 2
    assert "did you mean `mojibake`?" in capsys.readouterr().err


def test_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["rules"]) == run_cli(["formats"]) == 0
    out = capsys.readouterr().out
    assert "misspelled-heading" in out
    assert "file-docs" in out


@pytest.mark.parametrize("what", ["report", "causes", "causes-diff", "format", "config", "rules", "page", "pages"])
def test_schemas_are_schemas(capsys: pytest.CaptureFixture[str], what: str) -> None:
    assert run_cli(["schema", what]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"


def test_module_and_version() -> None:
    done = subprocess.run([sys.executable, "-m", "doclint", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("doclint ")


def test_reader_that_stops_reading_is_no_failure(root: Path) -> None:
    write(root, "docs/a.md", "".join(f"[x](x{number}.md)\n" for number in range(5_000)))
    command = f"{sys.executable} -m doclint check --output-format concise | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_root_is_found_upward_from_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "repo/doclint.toml", "")
    write(tmp_path, "repo/docs/a.md", "[b](../b.md)\n")
    write(tmp_path, "repo/b.md", "")
    code, _, _ = check(capsys, str(tmp_path / "repo" / "docs"))
    assert code == 0


def test_bug_of_doclint_is_told_as_such(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "docs/a.md", CLEAN)
    monkeypatch.setattr("doclint.engine.check_run.run", lambda *_, **__: 1 // 0)
    code, out, err = check(capsys)
    assert (code, out) == (2, "")
    assert "this is a bug in doclint: ZeroDivisionError" in err
    assert "Traceback" not in err
    assert "Traceback" in check(capsys, "-v")[2]


def test_bug_of_a_rule_is_reported_and_the_others_go_on(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "docs/a.md", BROKEN)
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    code, out, err = check(capsys, "--output-format", "concise")
    assert code == 2
    assert "docs/a.md:1:1: error rule-failed: The rule `mojibake` failed on this page: ZeroDivisionError" in out
    assert "broken-link" in out
    assert "Traceback" not in err
    assert "Traceback" in check(capsys, "-v")[2]


def test_page_that_doclint_fails_on_is_reported_and_the_others_go_on(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(page: Page) -> list[Page]:
        if page.path == "docs/b.md":
            raise ZeroDivisionError
        return []

    write(root, "docs/a.md", BROKEN)
    write(root, "docs/b.md", BROKEN)
    monkeypatch.setattr(Page, "read", read)
    code, out, _ = check(capsys, "--output-format", "concise")
    assert code == 2
    assert [line.split(" ")[2] for line in out.splitlines()] == ["broken-link:", "page-failed:"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written_is_told(root: Path) -> None:
    write(root, "docs/a.md", BROKEN)
    command = f"{sys.executable} -m doclint check > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "doclint: [Errno 28] No space left on device\n"


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names are text there")
def test_name_that_is_no_text_is_shown(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / os.fsdecode(b"docs/caf\xe9.md")).write_text(BROKEN, encoding="utf-8")
    code, out, _ = check(capsys, "--output-format", "json")
    assert code == 1
    assert {violation["path"] for violation in json.loads(out)["findings"]} == {r"docs/caf\xe9.md"}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
def test_what_is_no_file_is_not_waited_for(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("docs/pipe.md", ".gitignore", "pyproject.toml"):
        os.mkfifo(root / name)
    (root / "docs" / "loop").symlink_to(root)
    (root / "docs" / "self.md").symlink_to("self.md")
    write(root, "docs/a.md", "[a](pipe.md) [b](self.md) [c](loop/docs/loop/docs/a.md)\n")
    assert check(capsys) == (0, "1 page checked, nothing found.\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("gone")])
def test_configuration_that_is_no_file_is_not_passed_over(
    root: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    make(root / "doclint.toml")
    assert check(capsys) == (2, "", "doclint: doclint.toml: this is not a file below the root\n")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_link_on_the_way_does_not_lead_to_another_root(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "o.md").write_text(BROKEN)
    (root / "docs" / "out").symlink_to(outside)
    code, out, err = check(capsys, "docs/out/o.md")
    assert (code, out) == (2, "")
    assert "does not lie below the root" in err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_long_run_shows_its_progress_on_a_terminal(root: Path) -> None:
    import pty

    for number in range(3):
        write(root, f"docs/{number}.md", CLEAN)
    script = "from doclint.cli import common, main; common._LONG = 0; raise SystemExit(main.run_cli(['check']))"
    terminal, end = pty.openpty()
    os.set_blocking(terminal, False)
    done = subprocess.run([sys.executable, "-c", script], stderr=end, stdout=subprocess.PIPE, text=True, check=True)
    assert "Checking" in os.read(terminal, 10_000).decode()
    assert done.stdout == "3 pages checked, nothing found.\n"


ESCAPE = "\x1b]0;title\x07"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--root", "docs"],
        ["check", ESCAPE],
        ["check", "--root", ESCAPE],
        ["check", "--select", ESCAPE],
        ["explain", ESCAPE],
        ["--" + ESCAPE],
        ["formats"],
    ],
    ids=repr,
)
def test_nothing_strange_reaches_the_terminal(
    root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    write(root, "docs/doclint.toml", '"\\u001b]0;title\\u0007" = 1\n')
    write(root, "doclint.toml", 'formats = ["\\u001b]0;title\\u0007.toml"]\n')
    assert run_cli(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "title" in err
    assert "\x1b" not in err
    assert "\x07" not in err


class _Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.mark.parametrize("paths", [[], ["-"]])
def test_page_on_standard_input(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, paths: list[str]
) -> None:
    write(root, "docs/a.md", CLEAN)
    write(root, "docs/c.md", CLEAN)
    write(root, "docs/doclint.toml", 'severity.links = "info"\n')
    monkeypatch.setattr(sys, "stdin", _Stdin(BROKEN.encode()))
    code, out, err = check(capsys, "--stdin-filename", "docs/a.md", *paths)
    assert (code, err) == (1, "")
    assert out.splitlines()[:3] == [
        "docs/a.md:3:5 info broken-link",
        "  The link `b.md` leads to `docs/b.md`, which does not exist",
        "  3 | See [b](b.md) and [c](c.md).",
    ]
    assert "\n1 finding (1 info) in 1 of 1 page.\n" in out
    assert (root / "docs" / "a.md").read_text() == CLEAN


def test_page_on_standard_input_needs_no_name(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", _Stdin(b"[a](docs/a.md) [b](b.md)\n"))
    write(root, "docs/a.md", CLEAN)
    code, out, _ = check(capsys, "-", "--output-format", "concise")
    assert (code, out) == (
        1,
        "stdin.md:1:16: error broken-link: The link `b.md` leads to `b.md`, which does not exist\n",
    )


def test_page_on_standard_input_need_not_be_on_the_disk(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", _Stdin(b"[self](new.md) [up](../new/new.md)\r\n"))
    assert check(capsys, "--stdin-filename", "new/new.md")[0] == 0
    write(root, "doclint.toml", 'exclude = ["new/"]\n')
    monkeypatch.setattr(sys, "stdin", _Stdin(BROKEN.encode()))
    assert check(capsys, "--stdin-filename", "new/new.md")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["-", "a.md"], "Standard input is one page; it does not go with paths"),
        (["--stdin-filename", "a.md", "b.md"], "Standard input is one page; it does not go with paths"),
        (["--root", ".", "--stdin-filename", "../../a.md"], "does not lie below the root"),
        (["--diff", "--output-format", "json"], "--diff only shows what would change"),
        (["--unsafe-fixes"], "--unsafe-fixes needs --fix or --diff."),
        (["--baseline", "b.json", "--no-baseline"], "--baseline and --no-baseline contradict each other."),
    ],
)
def test_options_that_contradict_each_other(
    root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    code, out, err = check(capsys, *arguments)
    assert (code, out) == (2, "")
    assert complaint in err


def test_list_without_a_name_is_no_selection(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BROKEN)
    for option in ("--select", "--ignore", "--without"):
        code, _, err = check(capsys, option, ",")
        assert (code, "A comma-separated list has no name in it." in err) == (2, True)


def test_help_has_examples_and_the_address_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["help"]) == 0
    out = capsys.readouterr().out
    assert "  doclint check --fix README.md" in out
    assert "\nDocumentation: https://" in out
    assert run_cli(["help", "baseline", "write"]) == 0
    assert capsys.readouterr().out.startswith("Usage: doclint baseline write ")
    assert run_cli(["-V"]) == 0
    assert capsys.readouterr().out.startswith("doclint ")
