"""A run in parts, each as if on another machine, and their merge: the same as one run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec import convert
from msgspec.structs import replace
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.page_result import PageResult, encode
from doclint.engine.page_rules import PageFindings
from doclint.engine.plan import Shard
from doclint.engine.shard_results import ShardDocument
from doclint.markdown.source import printable
from doclint.rule.finding import failure
from doclint.rule.registry import rules
from doclint.rule.rule import CorpusRule

LABELLED = Path(__file__).parent / "labelled"
STYLES = ["text", "concise", "grouped", "json", "jsonl", "sarif", "gitlab", "junit", "github", "rdjson", "agent"]
CONFIG = """\
select = ["strict"]

[[suppress]]
path = "docs/a*.md"
rule = "mojibake"
reason = "they are about this"
"""

NO_NOTE = '{"broken-link": [[["a.md", [1, 1], [1, 1], "x"], "q", false]]}'
"""Of a rule that takes none."""
OTHER_NOTE = """{"unlinked-page": [[["/a/b.md", [1, 1], [1, 1], "x"], ["/a/b.md", "", []], false]]}"""
"""Of another page, which is not below the root."""
FAILURE = replace(failure("rule-failed", "a.md", "x"), given='{"a": {}}')
NO_ARGUMENTS = encode(PageResult(PageFindings([FAILURE]))).found.decode()
"""No message has such."""


@pytest.fixture
def pages(root: Path) -> Path:
    """A root with pages enough for several parts, and something wrong with all of them together."""
    write(root, "doclint.toml", CONFIG)
    for number in range(50):
        write(root, f"docs/a{number:02}.md", f"# Page\n\nCafÃ©, [b](b.md), [c][]\n\n<!-- a{number} -->\n")
    write(root, "docs/caf\udce9.md", "# A\n\n[b](b.md)\n")
    write(root, "docs/src/app.py_kw.md", "# Keyword Index: `src/app.py`\n\n## Keywords Extracted\n")
    return root


def doclint(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(list(arguments))
    return code, *capsys.readouterr()


def parts(of: int, *arguments: str) -> list[str]:
    """The files of so many parts."""
    files = [f"part{number}.json" for number in range(1, of + 1)]
    for number, file in enumerate(files, 1):
        run_cli(["check", *arguments, "--shard", f"{number}/{of}", "--output-format", "json", "-o", file])
    return files


_TWO: dict[str, str] = {}


def two_parts() -> list[str]:
    """The files of two parts, which are the same whichever test makes them."""
    if not _TWO:
        _TWO.update((file, Path(file).read_text("utf-8")) for file in parts(2))
    for file, text in _TWO.items():
        Path(file).write_text(text, "utf-8")
    return list(_TWO)


@pytest.mark.parametrize("of", [1, 3, 20])
def test_merge_is_the_same_as_one_run(pages: Path, capsys: pytest.CaptureFixture[str], of: int) -> None:
    files = parts(of)
    capsys.readouterr()
    for style in STYLES if of == 3 else STYLES[:4]:
        once = doclint(capsys, "check", "--output-format", style)
        assert doclint(capsys, "merge", *reversed(files), "--output-format", style) == once
        assert once[0] == 1


def test_merge_has_what_is_found_on_all_pages_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    where = ["--root", str(LABELLED / "wharf"), "--isolated"]
    files = parts(2, *where)
    capsys.readouterr()
    once = doclint(capsys, "check", *where, "--output-format", "json")
    assert doclint(capsys, "merge", *files, *where, "--output-format", "json") == once
    found = {violation["rule"] for violation in json.loads(once[1])["findings"]}
    assert not found.isdisjoint(id_ for id_, rule in rules().items() if issubclass(rule, CorpusRule))


def test_choice_of_rules_and_pages_is_that_of_the_parts(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--select", "links"], ["--ignore", "links"], ["--without", "source"], ["docs/src"]):
        files = parts(2, *arguments)
        capsys.readouterr()
        once = doclint(capsys, "check", *arguments, "--output-format", "json")
        assert doclint(capsys, "merge", *files, "--output-format", "json") == once


def test_baseline_is_held_against_all_parts(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_cli(["baseline", "write"])
    write(pages, "docs/a00.md", "[n](new.md)\n")
    files = parts(3)
    capsys.readouterr()
    arguments = ["--baseline", "doclint-baseline.json", "--output-format", "json"]
    once = doclint(capsys, "check", *arguments)
    assert doclint(capsys, "merge", *files, *arguments) == once
    assert [violation["line"] for violation in json.loads(once[1])["findings"]] == [1]


def test_what_is_told_of_a_part(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [file, *_] = parts(3)
    noted = capsys.readouterr().err.splitlines()
    assert all(line.startswith("Wrote ") for line in noted), "a part cannot tell whether an entry suppresses anything"
    report = json.loads(Path(file).read_text("utf-8"))
    assert report["shard"]["number"] == 1
    paths = {printable(path) for path, _ in (page.linted for page in convert(report["shard"], ShardDocument).pages)}
    assert {violation["path"] for violation in report["findings"]} == paths
    assert "unlinked-page" in report["summary"]["skipped"]


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/2/3", "-1/2", "a/b", "1/0", "1.0/2", "٣/٤", "1/9999999999"])
def test_bad_shards(pages: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, _, err = doclint(capsys, "check", f"--shard={text}")
    assert code == 2
    assert f"`{text}` is not a shard;" in err


@pytest.mark.parametrize("option", ["--fix", "--diff", "--ratchet", "--stale-for=1d"])
def test_part_is_not_for_what_needs_all(pages: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    code, _, err = doclint(capsys, "check", "--shard", "1/2", option)
    assert code == 2
    assert "--shard checks one part; --fix, --diff, --ratchet and --stale-for need the whole." in err


def _drop(table: dict[str, Any]) -> None:
    del table["shard"]["cache_key"]


def _set(*keys: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(table: Any) -> None:
        for key in keys[:-1]:
            table = table[key]
        table[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("version", value="0.0.1"), "doclint 0.0.1 wrote this report"),
        (_set("shard", value=None), "not of a shard"),
        (_set("shard", value=[]), "shard"),
        (_set("shard", "of", value=3), "but another file is one of"),
        (_set("shard", "number", value=1), "shard 1 of 2 is also in part1.json"),
        (_set("shard", "number", value=0), "`shard.number` is 0"),
        (_set("shard", "cache_key", value="x"), "are not of the same run"),
        (_set("shard", "pages", value=[]), "this shard is not of a run over this project"),
        (_set("shard", "ignore", value=["lniks"]), "are not of the same run"),
        (_set("shard", "pages", 0, "found", value="{}"), "was not written by doclint"),
        (_set("shard", "pages", 0, "found", value="["), "was not written by doclint"),
        (_set("shard", "pages", 0, "found", value=NO_ARGUMENTS), "was not written by doclint"),
        (_set("shard", "pages", 0, "notes", value='{"no-such": [1]}'), "was not written by doclint"),
        (_set("shard", "pages", 0, "notes", value="1"), "was not written by doclint"),
        (_set("shard", "pages", 0, "notes", value="[" * 100_000), "was not written by doclint"),
        (_set("shard", "pages", 0, "notes", value=NO_NOTE), "was not written by doclint"),
        (_set("shard", "pages", 0, "found", value='["\ud800"]'), "was not written by doclint"),
        (_set("shard", "pages", 0, "notes", value=OTHER_NOTE), "was not written by doclint"),
        *(
            (_set("shard", "pages", 0, "path", value=path), f"`{path}` was not written by doclint")
            for path in ("/", "/etc/x.md", "//x.md", "../x.md", "docs/../x.md", "docs//x.md", "docs/", ".", "")
        ),
        (_set("shard", "pages", 0, "path", value="docs/other.md"), "`docs/other.md` was not written by doclint"),
        (_set("shard", "number", value=3), "shard 3 of 2 cannot exist"),
        (_set("shard", "more", value=1), "`shard.more`"),
        (_set("shard", "finds_all", value="\ud800"), "`shard.finds_all` is"),
        (_drop, "`shard.cache_key` is missing"),
    ],
)  # fmt: skip
def test_files_that_are_no_parts(
    pages: Path, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], None], message: str
) -> None:
    files = two_parts()
    table = json.loads(Path("part2.json").read_text("utf-8"))
    change(table)
    Path("part2.json").write_text(json.dumps(table), "utf-8")
    capsys.readouterr()
    code, out, err = doclint(capsys, "merge", *files)
    assert (code, out) == (2, "")
    assert message in err
    assert "bug" not in err


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b"null", b"[" * 100_000])
def test_files_that_are_no_reports(pages: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    Path("x.json").write_bytes(data)
    code, _, err = doclint(capsys, "merge", "x.json")
    assert code == 2
    assert err.startswith("doclint: x.json: this is not ")


def test_missing_parts_are_named(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = parts(4)
    capsys.readouterr()
    assert "These of 4 shards are missing: 2, 4" in doclint(capsys, "merge", files[0], files[2])[2]
    table = json.loads(Path(files[0]).read_text("utf-8"))
    table["shard"]["of"] = 10**15
    Path("huge.json").write_text(json.dumps(table), "utf-8")
    assert "are missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …" in doclint(capsys, "merge", "huge.json")[2]
    assert "no.json: No such file" in doclint(capsys, "merge", "no.json")[2]


@pytest.mark.parametrize(
    "change",
    [
        lambda root: write(root, "docs/new.md", "# A\n"),
        lambda root: (root / "docs/a00.md").unlink(),
        lambda root: write(root, "doclint.toml", CONFIG.replace("strict", "default")),
        lambda root: write(root, "docs/doclint.toml", 'ignore = ["links"]\n'),
    ],
)
def test_parts_are_finished_where_they_were_made(
    pages: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Path], None]
) -> None:
    files = parts(2)
    change(pages)
    capsys.readouterr()
    code, out, err = doclint(capsys, "merge", *files)
    assert (code, out) == (2, "")
    assert "do not have the pages of this project" in err or "not of a run over this project" in err


@given(st.integers(0, 100), st.integers(1, 40))
def test_parts_are_all_pages_once(pages: int, of: int) -> None:
    paths = [f"{number:03}.md" for number in range(pages)]
    found = [path for number in range(1, of + 1) for path in Shard(number, of).part(paths)]
    assert sorted(found) == paths
