"""Since when findings are there: the commits that made claims false."""

import json
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import click
import pytest
from scratch import Scratch

from doclint.cli.main import run_cli
from doclint.engine import blame

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")

STORE = "def keep(apples: int = 3) -> None: ...\n\n\ndef weigh() -> int: ...\n"
PAGE = """\
# Store

[keep](file://src/store.py#L1), [weigh](file://src/store.py#L4-L4), [till](file://src/till.py#L1), [gone](gone.md)
"""
EXAMPLE = "# Use\n\n```python\nfrom shop.store import keep\n\nkeep(apples=2)\n```\n"

Since = Callable[..., dict[tuple[str, int], tuple[str, str]]]


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    """A store whose page cites it, with a dead link from its first day."""
    scratch = Scratch(tmp_path / "repository")
    scratch.write("src/store.py", STORE)
    scratch.write("src/till.py", "drawer = 1\n")
    scratch.commit()
    scratch.write("AGENTS.md", PAGE)
    commit(scratch, "write the page")
    monkeypatch.chdir(scratch.root)
    return scratch


def commit(scratch: Scratch, subject: str) -> None:
    scratch.git("add", "-A")
    scratch.git("commit", "-q", "--allow-empty", "-m", subject, "--date", "2026-03-14T12:00:00")


@pytest.fixture
def since(capsys: pytest.CaptureFixture[str]) -> Since:
    """Run `doclint check --blame` and return since when there are findings, by rule and line."""

    def run(*arguments: str) -> dict[tuple[str, int], tuple[str, str]]:
        run_cli(["check", "--blame", "--output-format", "json", *arguments])
        found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["findings"]
        return {(one["rule"], one["line"]): (one["since"]["kind"], one["since"]["subject"]) for one in found}

    return run


def test_wrong_since_it_was_written(history: Scratch, since: Since) -> None:
    for number in range(3):
        commit(history, f"later {number}")
    assert since() == {("broken-link", 3): ("written", "write the page")}


def test_file_that_moved(history: Scratch, since: Since) -> None:
    commit(history, "before")
    (history.root / "src/till.py").rename(history.root / "src/drawer.py")
    commit(history, "move the till")
    for number in range(5):
        commit(history, f"later {number}")
    assert since()["dead-citation", 3] == ("changed", "move the till")


def test_file_that_became_shorter(history: Scratch, since: Since) -> None:
    history.write("src/store.py", STORE.replace("\n\n\n", "\n"))
    commit(history, "join the functions")
    commit(history, "later")
    assert since()["impossible-range", 3] == ("changed", "join the functions")


def test_heading_with_another_name(history: Scratch, since: Since) -> None:
    history.write("docs/use.md", "[weigh](store.md#weigh)\n")
    history.write("docs/store.md", "# Store\n\n## Weigh\n")
    commit(history, "write about the store")
    history.write("docs/store.md", "# Store\n\n## Scales\n")
    commit(history, "rename the heading")
    commit(history, "later")
    assert since()["broken-anchor", 1] == ("changed", "rename the heading")


def test_function_with_another_name(history: Scratch, since: Since) -> None:
    history.write("pyproject.toml", '[project]\nname = "shop"\n')
    history.write("shop/__init__.py", "")
    history.write("shop/store.py", STORE)
    history.write("docs/use.md", EXAMPLE)
    commit(history, "package the store")
    history.write("shop/store.py", STORE.replace("def keep", "def hold"))
    commit(history, "rename keep")
    commit(history, "later")
    assert since()["broken-import", 4] == ("changed", "rename keep")


def test_a_merge_brings_what_a_branch_made_wrong(history: Scratch, since: Since) -> None:
    history.git("checkout", "-q", "-b", "branch")
    history.git("rm", "-q", "src/till.py")
    commit(history, "delete the till")
    history.git("checkout", "-q", "-")
    commit(history, "meanwhile")
    history.git("merge", "-q", "--no-ff", "branch", "-m", "merge the branch")
    assert since()["dead-citation", 3] == ("changed", "merge the branch")


def test_what_is_not_committed(history: Scratch, since: Since) -> None:
    history.write("src/store.py", "")
    history.write("AGENTS.md", f"{PAGE}\n[new](new.md)\n")
    found = since()
    assert found["impossible-range", 3] == ("uncommitted", "")
    assert found["broken-link", 5] == ("uncommitted", "")
    assert found["broken-link", 3] == ("written", "write the page")


def test_a_long_history_is_cut(history: Scratch, since: Since, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame, "MOST_COMMITS", 3)
    for number in range(5):
        commit(history, f"later {number}")
    assert since() == {("broken-link", 3): ("older", "")}


def test_the_first_of_the_commits_may_have_written_the_page(
    history: Scratch, since: Since, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blame, "MOST_COMMITS", 3)
    for number in range(2):
        commit(history, f"later {number}")
    assert since() == {("broken-link", 3): ("written", "write the page")}


def test_what_was_before_the_page_does_not_matter(history: Scratch, since: Since) -> None:
    history.git("rm", "-q", "src/till.py", "AGENTS.md")
    commit(history, "delete the till")
    history.write("docs/till.md", "[till](file://src/till.py)\n")
    commit(history, "cite the till")
    commit(history, "later")
    assert since() == {("dead-citation", 1): ("written", "cite the till")}


@pytest.mark.parametrize(("limit", "shown"), [("MOST_CHECKS", "0 checks of"), ("MOST_BLOBS", "and 0 files")])
def test_a_run_of_many_checks_is_cut(
    history: Scratch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, limit: str, shown: str
) -> None:
    monkeypatch.setattr(blame, limit, 0)
    run_cli(["check", "--blame", "--root", str(history.root)])
    out, err = capsys.readouterr()
    assert "wrong since" not in out
    assert shown in out + err
    assert "files of earlier commits, which leaves 1 finding without a commit" in out + err


def test_text_says_the_commit(history: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    short = history.git("rev-parse", "--short=10", "HEAD").strip()
    run_cli(["check", "--blame"])
    out = click.unstyle(capsys.readouterr().out)
    assert f"wrong since it was written, in {short} (2026-03-14): write the page" in out
    run_cli(["check"])
    assert "wrong since" not in capsys.readouterr().out


def test_names_and_subjects_are_only_text(history: Scratch, since: Since, capsys: pytest.CaptureFixture[str]) -> None:
    history.write("a\nb.md", "[x](y.md)\n")
    commit(history, "\x1b[31mred")
    assert since()["broken-link", 1][0] in ("written", "uncommitted")
    run_cli(["check", "--blame"])
    assert "\x1b[31mred" not in capsys.readouterr().out


@pytest.mark.usefixtures("root")
def test_without_git_there_is_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["check", "--blame"]) == 2
    assert "is not in the working tree of a git repository" in capsys.readouterr().err


def test_new_staleness_passes_for_a_while(
    history: Scratch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(stale_for: str, day: date) -> tuple[int, dict[str, str], int]:
        monkeypatch.setattr(blame, "today", lambda: day)
        code = run_cli(["check", "--stale-for", stale_for, "--output-format", "json"])
        report = json.loads(capsys.readouterr().out)
        passing = {one["rule"]: one["since"]["passes_until"] for one in report["findings"]}
        return code, passing, report["summary"]["passing"]

    history.write("AGENTS.md", PAGE.replace(", [gone](gone.md)", ""))
    commit(history, "remove a link")
    history.git("rm", "-q", "src/till.py")
    commit(history, "delete the till")
    day = date.fromisoformat(history.git("show", "-s", "--format=%cs"))
    end = (day + timedelta(14)).isoformat()
    assert check("2w", day + timedelta(13)) == (0, {"dead-citation": end}, 1)
    assert check("14d", day + timedelta(14)) == (1, {"dead-citation": ""}, 0)
    history.write("src/store.py", "")  # a change that is not committed is one of today
    assert check("14d", day)[:2] == (0, {"dead-citation": end, "impossible-range": end})
    history.write("more.md", "[gone](gone.md)\n")
    assert check("14d", day)[:2] == (1, {"dead-citation": end, "impossible-range": end, "broken-link": ""})
    commit(history, "write what is wrong")
    assert check("14d", day)[0] == 1
    run_cli(["check", "--stale-for", "14d"])
    out = click.unstyle(capsys.readouterr().out)
    assert f": delete the till (fails from {end})" in out
    assert "; 2 new enough to pass." in out


@pytest.mark.parametrize(
    ("text", "meant"),
    [("30", "30d"), ("30 days", "30d"), ("2 weeks", "2w"), ("1month", "30d"), ("1y", "365d"), ("a while", "30d")],
)
def test_a_length_of_time_that_nobody_can_read(text: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["check", "--stale-for", text]) == 2
    err = " ".join(capsys.readouterr().err.split())
    assert f"`{text}` is not a length of time: write a number of days or weeks, such as `{meant}`." in err


def test_what_nothing_shows_to_have_been_right(history: Scratch, since: Since) -> None:
    history.write("docs/use.md", EXAMPLE)
    commit(history, "write an example")
    history.write("pyproject.toml", '[project]\nname = "shop"\n')
    history.write("shop/__init__.py", "")
    history.write("shop/store.py", "def hold() -> None: ...\n")
    commit(history, "package the store, without what the example uses")
    commit(history, "later")
    found = since()["broken-import", 4]
    assert found == ("known", "package the store, without what the example uses")


def test_page_that_moved(history: Scratch, since: Since) -> None:
    history.write("docs/use.md", "[till](../src/till.py), [gone](../gone.md)\n\n[here](here.md)\n")
    history.write("docs/here.md", "# Here\n")
    commit(history, "write about the till")
    commit(history, "later")
    (history.root / "guide/shop").mkdir(parents=True)
    history.git("mv", "docs/use.md", "guide/shop/use.md")
    commit(history, "move the page")
    commit(history, "later")
    found = since("guide")
    assert found["broken-link", 1] == ("written", "write about the till")
    assert found["broken-link", 3] == ("changed", "move the page")


def test_a_branch_that_did_not_know_what_main_deleted(history: Scratch, since: Since) -> None:
    history.git("checkout", "-q", "-b", "branch")
    history.write("docs/till.md", "[till](file://src/till.py)\n")
    commit(history, "cite the till")
    history.git("checkout", "-q", "main")
    history.git("rm", "-q", "src/till.py")
    commit(history, "delete the till")
    history.git("merge", "-q", "--no-ff", "branch", "-m", "merge the branch")
    commit(history, "later")
    assert since("docs") == {("dead-citation", 1): ("changed", "merge the branch")}
