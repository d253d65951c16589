"""What pages cite and is gone: the choice of pages, the causes and the reports after a source changes."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from scratch import Scratch

from doclint.cli.main import run_cli

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")

FORMAT = """\
name = "wiki"
docs-root = "wiki"

[[kind]]
name = "chapter"
path = "{_}.md"
title = "Chapter {_}"
section = [
  { heading = "First", content = [{ shape = "prose" }] },
  { heading = "Second", content = [{ shape = "prose" }] },
]
"""
CHAPTER = "# Chapter {0}\n\n## First\n\n{1}\n\n## Second\n\n{1}\n"
STORE = "[store](file://src/store/a.py#L1-L2), [store](file://src/store/b.py#L1)"
SHOP = "[shop](file://src/shop.py#L1-L2)"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    """Three chapters of a format and another page: they cite a shop, a folder with stores, and what never was."""
    scratch = Scratch(tmp_path / "repository")
    for name in ("shop", "store/a", "store/b", "till"):
        scratch.write(f"src/{name}.py", f"# {name}\nname = 1\n")
    scratch.write("doclint.toml", 'formats = ["wiki.toml"]\nselect = ["citations"]\n')
    scratch.write("wiki.toml", FORMAT)
    scratch.write("wiki/one.md", CHAPTER.format("one", SHOP))
    scratch.write("wiki/two.md", CHAPTER.format("two", f"{STORE}, {SHOP}"))
    scratch.write("wiki/three.md", CHAPTER.format("three", "[till](file://src/till.py#L2)"))
    scratch.write("notes.md", f"# Notes\n\n{SHOP} and [x](file://src/never.py#L1)\n")
    scratch.commit()
    scratch.git("branch", "before")
    monkeypatch.chdir(scratch.root)
    return scratch


Output = Callable[..., str]


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Output:
    def run(*arguments: str) -> str:
        run_cli([*arguments])
        return click.unstyle(capsys.readouterr().out)

    return run


def causes(output: Output) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output("causes", "--no-cache", "--output-format", "json"))
    return found


def removed(repository: Scratch) -> str:
    """Rename the shop and delete the stores, and return the day on which git did."""
    repository.git("mv", "src/shop.py", "src/market.py")
    repository.git("rm", "--quiet", "-r", "src/store")
    repository.commit()
    return repository.git("log", "-1", "--format=%cs")


def found_on(report: str) -> dict[str, int]:
    """Return the numbers of findings of each page in a JSON report."""
    paths = [finding["path"] for finding in json.loads(report)["findings"]]
    return {path: paths.count(path) for path in sorted(set(paths))}


def test_pages_that_cite_what_changed_are_checked(repository: Scratch, output: Output) -> None:
    removed(repository)
    as_json = ("--output-format", "json")
    assert found_on(output("check", "--changed-since", "before", *as_json)) == {
        "notes.md": 2,
        "wiki/one.md": 2,
        "wiki/two.md": 6,
    }
    assert found_on(output("check", "--about", "src/store/a.py", *as_json)) == {"wiki/two.md": 6}
    assert found_on(output("check", "--about", "src/store", *as_json)) == {"wiki/two.md": 6}
    repository.write("src/till.py", "")
    assert found_on(output("check", "--about", "src/till.py", *as_json)) == {"wiki/three.md": 2}
    assert "wiki/three.md" in found_on(output("check", "--changed-since", "before", *as_json))


def test_each_target_is_one_cause(repository: Scratch, output: Output) -> None:
    removed(repository)
    found = {cause["id"]: cause for cause in causes(output)["causes"]}
    assert {id_: (cause["findings"], cause["pages"]) for id_, cause in found.items()} == {
        "dead-citation/renamed/src/shop.py": (5, 3),
        "dead-citation/deleted/src/store/a.py": (2, 1),
        "dead-citation/deleted/src/store/b.py": (2, 1),
        "dead-citation/missing/src/never.py": (1, 1),
    }
    of = {id_: (cause["kind"], cause["section"]) for id_, cause in found.items()}
    assert of["dead-citation/renamed/src/shop.py"] == ("", "")
    assert of["dead-citation/deleted/src/store/a.py"][0] == "chapter"


def test_many_targets_are_not_joined(repository: Scratch, output: Output) -> None:
    cited = " ".join(f"[x](file://lib/{number}.py#L1)" for number in range(30))
    repository.write("notes.md", f"# Notes\n\n{cited}\n")
    found = causes(output)
    assert (len(found["causes"]), found["findings"]) == (30, 30)
    assert [(one["path"], one["files"]) for one in found["gone"]] == [("lib/", 30)]
    assert "and 20 more causes; `--output-format json` lists all" in output("causes", "--no-cache")


def test_targets_that_are_gone_and_pages_to_write(
    repository: Scratch, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = removed(repository)
    found = causes(output)
    assert [tuple(one.values()) for one in found["gone"]] == [
        ("src/shop.py", day, 1, 5, 3),
        ("src/store/", day, 2, 4, 1),
        ("src/never.py", "", 1, 1, 1),
    ]
    assert [tuple(one.values()) for one in found["pages_to_write"]] == [
        ("wiki/two.md", 6, 3),
        ("notes.md", 2, 2),
        ("wiki/one.md", 2, 1),
    ]
    says = [
        f"3 pages cite `src/shop.py`, gone since {day}",
        f"1 page cites `src/store/` (2 files), gone since {day}",
        "1 page cites `src/never.py`, which does not exist",
    ]
    pages = ["`wiki/two.md`: 6 dead citations of 3 files", "`notes.md`: 2 dead citations of 2 files"]
    text = output("causes", "--no-cache").split("Cited, but gone:\n")[1].splitlines()
    assert text[7].startswith("  `doclint claims --by page` lists all pages")
    assert text[:6] == [*(f"  {one}" for one in says), "Pages to write again:", *(f"  {one}" for one in pages)]
    html = output("check", "--no-cache", "--output-format", "html")
    assert f"3 pages cite <code>src/shop.py</code>, gone since {day}" in html
    assert "Pages to write again" in html
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    output("check", "--no-cache", "--output-format", "github")
    summary = Path("summary.md").read_text(encoding="utf-8")
    assert f"1 page cites &#96;src/store/&#96; (2 files), gone since {day}" in summary


def test_nothing_is_gone(repository: Scratch, output: Output) -> None:
    repository.write("notes.md", "# Notes\n")
    found = causes(output)
    assert (found["gone"], found["pages_to_write"]) == ([], [])
    assert "gone" not in output("causes", "--no-cache")


def test_what_git_only_has_is_not_gone(repository: Scratch, output: Output) -> None:
    """A sparse checkout leaves files out, and a folder with others is there."""
    repository.git("update-index", "--skip-worktree", "src/store/b.py")
    repository.git("rm", "--quiet", "src/store/a.py")
    repository.commit()
    (repository.root / "src" / "store" / "b.py").unlink(missing_ok=True)
    assert [one["path"] for one in causes(output)["gone"]] == ["src/store/a.py", "src/never.py"]


SENTENCE = (
    "Nothing was compared with git, because there is no repository: a cited file that is not here counts as gone."
)


def test_run_without_git_says_so_once(repository: Scratch, output: Output, capsys: pytest.CaptureFixture[str]) -> None:
    report = ("check", "--no-cache", "--output-format", "json")
    assert SENTENCE not in output("check", "--no-cache")
    assert json.loads(output(*report))["summary"]["lacks_git"] is False
    shutil.rmtree(repository.root / ".git")
    (repository.root / "src" / "shop.py").unlink()
    assert output("check", "--no-cache").count(SENTENCE) == 1
    assert output("causes", "--no-cache").count(SENTENCE) == 1
    run_cli([*report])
    out, err = capsys.readouterr()
    assert (json.loads(out)["summary"]["lacks_git"], err.count(SENTENCE.rstrip("."))) == (True, 1)
    assert run_cli(["check", "--no-cache", "--exit-zero"]) == 0
    capsys.readouterr()
    for page in ("wiki/one.md", "wiki/two.md", "notes.md"):
        (repository.root / page).unlink()
    assert SENTENCE not in output("check", "--no-cache"), "nothing is gone"


def test_files_of_the_index_are_compared(repository: Scratch, output: Output) -> None:
    shutil.rmtree(repository.root / ".git")
    repository.git("init", "--quiet")
    repository.git("add", "--all")
    assert SENTENCE not in output("check", "--no-cache")
