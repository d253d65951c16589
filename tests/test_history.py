"""What git says of files that are gone, as evidence for `stale-path`, in repositories of every state and intention."""

import json
import os
import shutil
from pathlib import Path

import pytest
from scratch import Scratch

from doclint.cli.main import run_cli
from doclint.repository import disk, history
from doclint.repository.disk import Folder
from doclint.repository.git import Blobs, Git
from doclint.repository.history import Deletion, deletions, head

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


@pytest.fixture
def repository(tmp_path: Path) -> Scratch:
    scratch = Scratch(tmp_path / "repository")
    for path in ("src/lexer.py", "src/tables/one.py", "src/old.py", "tools/run.sh"):
        scratch.write(path, f"{path}\n")
    scratch.commit()
    scratch.git("rm", "--quiet", "-r", "src/lexer.py", "src/tables")
    scratch.git("mv", "src/old.py", "src/new.py")
    scratch.commit()
    return scratch


def found(root: Path) -> dict[str, Deletion]:
    return deletions(root, head(root))


def messages(root: Path, *options: str) -> list[str]:
    """What `stale-path` finds below a root."""
    report = root.parent / "report.json"
    arguments = ["check", "--root", str(root), "--select", "stale-path", "--output-format", f"json={report}", *options]
    assert run_cli([*arguments, str(root)]) < 2
    return [finding["message"] for finding in json.loads(report.read_bytes())["findings"]]


def test_deleted_and_renamed_files(repository: Scratch) -> None:
    commit, date = repository.git("log", "-1", "--abbrev=10", "--format=%h %cs").split()
    deletion = Deletion(commit, date)
    assert found(repository.root) == {
        "src/lexer.py": deletion,
        "src/tables/one.py": deletion,
        "src/tables": deletion,
        "src": deletion,
        "src/old.py": deletion._replace(new_path="src/new.py"),
    }
    assert found(repository.root / "src")["lexer.py"] == deletion


def test_last_deletion_counts(repository: Scratch) -> None:
    repository.write("src/lexer.py", "again\n")
    repository.commit()
    repository.git("rm", "--quiet", "src/lexer.py")
    repository.commit()
    assert found(repository.root)["src/lexer.py"].commit == repository.git("log", "-1", "--abbrev=10", "--format=%h")


def test_commit_is_read_without_git(repository: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = repository.git("rev-parse", "HEAD")
    monkeypatch.setattr(history, "_asked_head", lambda _: pytest.fail("git ran"))
    assert head(repository.root) == commit
    repository.git("pack-refs", "--all")
    assert head(repository.root) == commit
    repository.git("checkout", "--quiet", "--detach")
    assert head(repository.root) == commit


def test_linked_working_tree_and_folder_below_the_top(repository: Scratch, tmp_path: Path) -> None:
    commit = repository.git("rev-parse", "HEAD")
    repository.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "other"))
    assert head(tmp_path / "other") == head(repository.root / "src") == commit
    assert "src/lexer.py" in found(tmp_path / "other")


def test_no_history(repository: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "empty").mkdir()
    assert head(tmp_path / "empty") == ""
    assert head(Scratch(tmp_path / "unborn").root) == ""
    clone = Scratch(tmp_path / "clone")
    clone.git("fetch", "--quiet", "--depth=1", repository.root.as_uri(), "main")
    clone.git("checkout", "--quiet", "FETCH_HEAD")
    assert head(clone.root) == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert found(repository.root) == {}


def test_head_that_leads_elsewhere(repository: Scratch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("0" * 40)
    for content in ("ref: refs/heads/../../../../secret\n", f"ref: {tmp_path}/secret\n", "ref: refs/heads/\0\n", "x"):
        repository.write(".git/HEAD", content)
        assert head(repository.root) == ""
    (repository.root / ".git" / "HEAD").unlink()
    (repository.root / ".git" / "HEAD").symlink_to(tmp_path / "secret")
    assert head(repository.root) == ""


@pytest.mark.skipif(os.name != "posix", reason="the traps are shell scripts")
def test_nothing_that_the_repository_names_is_run(repository: Scratch, tmp_path: Path) -> None:
    mark, trap = tmp_path / "mark", tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch '{mark}'\ncat\n")
    trap.chmod(0o755)
    signed = repository.git("cat-file", "commit", "HEAD").replace(
        "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\n", 1
    )
    repository.write("signed", f"{signed}\n")
    repository.git("update-ref", "refs/heads/main", repository.git("hash-object", "-t", "commit", "-w", "signed"))
    settings = {"log.showSignature": "true", "gpg.program": trap, "core.pager": trap, "diff.external": trap}
    for setting, value in {**settings, "core.fsmonitor": trap, "log.mailmap": "true", "color.ui": "always"}.items():
        repository.git("config", setting, str(value))
    assert "src/lexer.py" in found(repository.root)
    assert not mark.exists()
    repository.git("log", "-1")
    assert mark.exists(), "the traps should be armed"


def test_path_that_looks_like_part_of_the_log(repository: Scratch) -> None:
    names = ["D", "R100", "\x01abc 2020-01-01", "a\nb"]
    for name in names:
        repository.write(name, name)
    repository.commit()
    repository.git("rm", "--quiet", "--", *names)
    repository.commit()
    assert found(repository.root).keys() >= set(names)


def test_history_has_limits(repository: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_MOST_BYTES", 60)
    few = found(repository.root)
    assert 0 < len(few) < 5
    monkeypatch.setattr(history, "_MOST_COMMITS", 0)
    assert found(repository.root) == {}


def test_finding_says_when_git_deleted_the_file(repository: Scratch) -> None:
    repository.write(
        "AGENTS.md", "The lexer is `src/lexer.py`, the tables are in `src/tables/`.\n\nSee `src/old.py`.\n"
    )
    commit, date = repository.git("log", "-1", "--abbrev=10", "--format=%h %cs").split()
    assert messages(repository.root, "--no-cache") == [
        f"`src/lexer.py` does not exist; git deleted it on {date} ({commit})",
        f"`src/tables/` does not exist; git deleted it on {date} ({commit})",
        f"`src/old.py` does not exist; git renamed it to `src/new.py` on {date} ({commit})",
    ]


def test_file_that_was_renamed_and_changed(repository: Scratch) -> None:
    """git takes it for the same file if at least half of it is the same, also after another rename."""
    lines = [f"line {number}\n" for number in range(10)]
    for number, name in enumerate(["first", "second", "third"]):
        repository.write("CONTRIBUTING.md", "See `src/first.patch`.\n")
        repository.write(f"src/{name}.patch", "".join([*lines[number * 3 :], *map(str.upper, lines[: number * 3])]))
        repository.commit()
        repository.git("rm", "--quiet", f"src/{name}.patch")
    repository.git("reset", "--quiet", "--hard")
    [message] = messages(repository.root)
    assert "git renamed it to `src/third.patch`" in message


def test_git_runs_only_for_a_new_commit(repository: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write("AGENTS.md", "The lexer is `src/lexer.py`.\n")
    repository.write("README.md", "The tool is `tools/run.sh`.\n")
    runs: list[str] = []

    def counted(root: Path, commit: str) -> dict[str, Deletion]:
        runs.append(commit)
        return deletions(root, commit)

    monkeypatch.setattr(disk, "deletions", counted)
    options = ["--cache-dir", str(tmp_path / "cache"), "--jobs", "1"]
    first = messages(repository.root, *options)
    assert messages(repository.root, *options) == first
    assert len(first) == len(runs) == 1
    repository.write("src/lexer.py", "again\n")
    repository.git("add", "src")
    repository.commit()
    assert messages(repository.root, *options) == []
    assert len(runs) == 1
    repository.git("rm", "--quiet", "src/lexer.py")
    repository.commit()
    assert messages(repository.root, *options) != first
    assert len(runs) == 2
    repository.git("commit", "--quiet", "--allow-empty", "--message", "Another commit")
    assert len(messages(repository.root, *options)) == 1
    assert len(runs) == 3


def test_no_question_no_git(repository: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write("AGENTS.md", "The tool is `tools/run.sh`, and `src/lexer.py` was removed.\n")
    for name in ("checked_out", "deletions"):
        monkeypatch.setattr(disk, name, lambda *_: pytest.fail("git ran"))
    assert messages(repository.root, "--no-cache") == []
    with pytest.raises(pytest.fail.Exception, match="git ran"):
        Folder(repository.root).deletion("src/lexer.py")


def test_one_process_reads_the_files_of_commits(tmp_path: Path) -> None:
    """What one process reads is what each process of its own reads, whatever was asked before."""
    scratch = Scratch(tmp_path)
    scratch.write("a.md", "first\n" * 1_000)
    scratch.write("b/c.md", "second\n")
    scratch.commit()
    git = Git(scratch.root)
    commit = git.commit("HEAD")
    asked = [
        ("a.md", 7),
        ("a.md", None),
        ("gone.md", None),
        ("b", 10),
        ("a.md\nb/c.md", 5),
        ("b/c.md", 100),
        ("a.md", 0),
    ]
    with Blobs(git) as blobs:
        found = [blobs.content(commit, path, size) for path, size in asked]
        assert blobs.content("0" * 40, "a.md", 5) is None
        assert blobs.content(commit, "b/c.md", 3) == b"sec"
    assert found == [b"first\nf", b"first\n" * 1_000, None, None, None, b"second\n", b""]


def test_process_that_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = Scratch(tmp_path)
    scratch.write("a.md", "first\n")
    scratch.commit()
    git = Git(scratch.root)
    commit = git.commit("HEAD")
    monkeypatch.setattr("doclint.repository.git._LONGEST", 0.2)
    monkeypatch.setattr(Git, "_command", lambda *_: ["sleep", "60"])
    with Blobs(git) as blobs:
        assert blobs.content(commit, "a.md", None) is None
