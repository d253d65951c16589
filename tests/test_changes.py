"""What git says has changed, in repositories of every state and with every intention."""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from scratch import Scratch

from doclint.cli.main import run_cli
from doclint.errors.exceptions import UsageError
from doclint.repository.history import Changes, changes_since

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


@pytest.fixture
def repository(tmp_path: Path) -> Scratch:
    scratch = Scratch(tmp_path / "repository")
    for name in ("kept", "modified", "deleted", "renamed", "untracked-now"):
        scratch.write(f"{name}.md", f"{name}\n")
    scratch.write(".gitignore", "*.log\n")
    scratch.commit()
    return scratch


def changes(scratch: Scratch, revision: str = "main") -> tuple[list[str], list[str]]:
    found = changes_since(revision, scratch.root)
    return sorted(found.present), sorted(found.deleted)


def test_nothing_has_changed(repository: Scratch) -> None:
    assert changes(repository) == ([], [])


def test_every_kind_of_change(repository: Scratch) -> None:
    repository.write("modified.md", "other\n")
    repository.write("staged.md", "new\n")
    repository.git("add", "staged.md")
    repository.write("sub/untracked.md", "new\n")
    repository.write("ignored.log", "new\n")
    repository.git("mv", "renamed.md", "name.md")
    repository.git("rm", "--quiet", "--cached", "untracked-now.md")
    (repository.root / "deleted.md").unlink()
    assert changes(repository) == (
        ["modified.md", "name.md", "staged.md", "sub/untracked.md", "untracked-now.md"],
        ["deleted.md", "renamed.md"],
    )


def test_what_others_merged_since_is_no_change(repository: Scratch) -> None:
    repository.git("checkout", "--quiet", "-b", "mine")
    repository.write("mine.md", "mine\n")
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    repository.write("kept.md", "of others\n")
    repository.commit()
    repository.git("checkout", "--quiet", "mine")
    repository.write("modified.md", "not committed\n")
    assert changes(repository) == (["mine.md", "modified.md"], [])


def test_root_below_that_of_git(repository: Scratch) -> None:
    repository.write("part/docs/a.md", "a\n")
    repository.write("part/docs/b.md", "b\n")
    repository.commit()
    repository.write("kept.md", "outside\n")
    repository.write("part/docs/a.md", "changed\n")
    repository.write("part/c.md", "new\n")
    (repository.root / "part" / "docs" / "b.md").unlink()
    found = changes_since("main", repository.root / "part")
    base = repository.git("rev-parse", "main")
    assert found == Changes(frozenset({"docs/a.md", "c.md"}), frozenset({"docs/b.md"}), base)


def test_detached_head(repository: Scratch) -> None:
    repository.git("checkout", "--quiet", "--detach")
    repository.write("kept.md", "changed\n")
    repository.commit()
    assert changes(repository) == (["kept.md"], [])
    assert changes(repository, "HEAD") == ([], [])
    assert changes(repository, "HEAD~1") == (["kept.md"], [])


def test_merge_that_is_not_finished(repository: Scratch) -> None:
    repository.git("checkout", "--quiet", "-b", "mine")
    repository.write("kept.md", "mine\n")
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    repository.write("kept.md", "theirs\n")
    repository.commit()
    with pytest.raises(CalledProcessError):
        repository.git("merge", "mine")
    assert changes(repository) == (["kept.md"], [])


def test_submodules_are_left_out(repository: Scratch, tmp_path: Path) -> None:
    other = Scratch(tmp_path / "other")
    other.write("page.md", "page\n")
    other.commit()
    repository.git("submodule", "--quiet", "add", str(other.root), "module")
    repository.commit()
    (repository.root / "module" / "page.md").write_text("changed\n")
    (repository.root / "module" / "new.md").write_text("new\n")
    Scratch(repository.root / "nested").write("page.md", "page\n")
    assert changes(repository) == ([], [])


NAMES = ["a b.md", "it's.md", "-n.md", "ä→.md", "$(x);`y`.md", "dir with space/x.md"]
POSIX_NAMES = ['"q".md', "line\nbreak.md", "tab\tend .md", "back\\slash.md", ":(top)x.md", "*?[a].md", "M\x01.md"]


@pytest.mark.parametrize("name", NAMES + POSIX_NAMES * (os.name == "posix"))
def test_odd_names(repository: Scratch, name: str) -> None:
    repository.write(name, "new\n")
    assert changes(repository) == ([name], [])
    repository.commit()
    (repository.root / name).unlink()
    assert changes(repository, "HEAD") == ([], [name])


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no UTF-8 are for Linux")
def test_names_that_are_no_utf8(repository: Scratch) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    (repository.root / name).write_text("new\n")
    assert changes(repository) == ([name], [])
    assert name in os.listdir(repository.root)  # noqa: PTH208 - the name as files.pages gets it


@pytest.mark.parametrize(
    "revision",
    ["", "-", "--", "--output=stolen", "-Ostolen", "--no-index", "gone", "main..HEAD", "main...HEAD", "HEAD:kept.md"]
    + ["^main", "main stolen", "$(touch stolen)", "main;touch stolen", "@{-1}", ":/gone", ":0:kept.md", "main\nHEAD"]
    + ["a\0b", "\udcff", "../..", "main^{tree}", "x" * 10_000],
)
def test_revisions_that_are_none(repository: Scratch, revision: str) -> None:
    before = sorted(repository.root.iterdir())
    with pytest.raises(UsageError, match=r"no revision|is not a revision"):
        changes_since(revision, repository.root)
    assert sorted(repository.root.iterdir()) == before


def test_escape_sequences_in_a_revision_are_shown(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["check", "--root", str(repository.root), "--changed-since", "\x1b[31mred"]) == 2
    assert capsys.readouterr().err == "doclint: git knows no revision `\\x1b[31mred`\n"


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError, match="is not in the working tree of a git repository: fatal: not a git"):
        changes_since("main", tmp_path)


def test_folder_of_git_itself(repository: Scratch) -> None:
    with pytest.raises(UsageError, match="is not in the working tree"):
        changes_since("main", repository.root / ".git")


def test_no_commits(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "empty")
    with pytest.raises(UsageError, match="git knows no revision `main`"):
        changes_since("main", scratch.root)
    scratch.write("staged.md", "new\n")
    scratch.git("add", "staged.md")
    scratch.write("untracked.md", "new\n")
    assert changes(scratch, "HEAD") == (["staged.md", "untracked.md"], [])


def test_branch_without_commits(repository: Scratch) -> None:
    repository.git("checkout", "--quiet", "--orphan", "fresh")
    with pytest.raises(UsageError, match="`main` and HEAD have no history in common"):
        changes_since("main", repository.root)


def test_shallow_clone(repository: Scratch, tmp_path: Path) -> None:
    first = repository.git("rev-parse", "HEAD")
    repository.commit()
    clone = Scratch(tmp_path / "clone")
    clone.git("fetch", "--quiet", "--depth=1", repository.root.as_uri(), "main")
    clone.git("checkout", "--quiet", "FETCH_HEAD")
    with pytest.raises(UsageError, match=f"no revision `{first}`; the clone is shallow: fetch more of its history"):
        changes_since(first, clone.root)
    with pytest.raises(UsageError) as raised:
        changes_since(first[::-1], repository.root)
    assert "shallow" not in str(raised.value)


def test_variables_of_a_git_hook_name_another_repository(
    repository: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Scratch(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", "index.lock")
    repository.write("kept.md", "changed\n")
    assert changes(repository) == (["kept.md"], [])


@pytest.mark.skipif(os.name != "posix", reason="the traps are shell commands")
def test_nothing_that_the_repository_names_is_run(repository: Scratch, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    traps = {
        "core.fsmonitor": "fsmonitor",
        "diff.external": "external",
        "diff.trap.command": "command",
        "diff.trap.textconv": "textconv",
        "filter.trap.clean": "clean",
        "filter..clean": "unnamed",
        "filter.long.process": "process",
    }
    for setting, name in traps.items():
        repository.git("config", setting, f"touch '{marks}/{name}'; cat")
    repository.git("config", "filter.trap.required", "true")
    repository.git("config", "core.hooksPath", "traps")
    repository.write("traps/post-index-change", f"#!/bin/sh\ntouch '{marks}/hook'\n")
    (repository.root / "traps" / "post-index-change").chmod(0o755)
    lines = ["kept.md diff=trap filter=trap", "modified.md filter=", "deleted.md filter=long"]
    repository.write(".git/info/attributes", "\n".join(lines))
    for name in ("kept", "modified", "deleted"):
        # As long as before: only the content can tell.
        repository.write(f"{name}.md", f"{name.upper()}\n")
    assert changes(repository)[0] == ["deleted.md", "kept.md", "modified.md", "traps/post-index-change"]
    assert list(marks.iterdir()) == []
    (repository.root / "deleted.md").unlink()
    with suppress(CalledProcessError):
        repository.git("diff", "main")
    assert {mark.name for mark in marks.iterdir()} > {"fsmonitor", "clean", "unnamed"}, "the traps should be armed"


def test_filter_that_no_option_can_name(repository: Scratch) -> None:
    repository.git("config", "filter.a=b.clean", "cat")
    with pytest.raises(UsageError, match=r"`filter\.a=b`, whose `=` keeps doclint from switching it off"):
        changes_since("main", repository.root)


@pytest.mark.skipif(os.name != "posix", reason="the trap is a shell script")
def test_git_of_the_working_directory_is_not_run(
    repository: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("git", f"#!/bin/sh\ntouch '{tmp_path}/mark'\n")
    (repository.root / "git").chmod(0o755)
    monkeypatch.chdir(repository.root)
    monkeypatch.setenv("PATH", f".::{os.environ['PATH']}")
    assert changes(repository) == (["git"], [])
    assert not (tmp_path / "mark").exists()


def test_no_git(repository: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="Cannot find git"):
        changes_since("main", repository.root)


def test_nothing_is_fetched(repository: Scratch, tmp_path: Path) -> None:
    """A clone without trees would ask where it came from, over a program that it names itself."""
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.git("clone", "--quiet", "--no-checkout", "--filter=tree:0", repository.root.as_uri(), "../clone")
    clone = Scratch(tmp_path / "clone")
    clone.git("config", "remote.origin.uploadpack", f"touch '{tmp_path}/mark'; git-upload-pack")
    with pytest.raises(UsageError, match="git cannot list what has changed"):
        changes_since("main", clone.root)
    assert not (tmp_path / "mark").exists()
    clone.git("diff", "main")
    assert (tmp_path / "mark").exists(), "the trap should be armed"
