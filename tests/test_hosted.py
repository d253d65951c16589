"""Links of the report for browsers to the lines of files, on the host of the repository."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from reports import finding, rendered, report
from tree import write

from doclint.output.hosted import hosted

SHA = "0123456789abcdef" * 2 + "01234567"

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


@pytest.fixture(autouse=True)
def no_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_SHA", "CI_COMMIT_SHA", "BITBUCKET_COMMIT"):
        monkeypatch.delenv(name, raising=False)


def git(root: Path, *arguments: str) -> str:
    settings = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    return subprocess.run(["git", *settings, *arguments], cwd=root, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with a page in `docs`, whose commit is on a branch of its remote."""
    write(tmp_path, "docs/a b.md", "[b](b.md)\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Write")
    git(tmp_path, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(tmp_path, "remote", "add", "origin", "https://github.com/o/r.git")
    return tmp_path


@pytest.mark.parametrize(
    ("remote", "line"),
    [
        ("https://github.com/o/r.git", "https://github.com/o/r/blob/{}/docs/a%20b.md?plain=1#L3"),
        ("git@github.com:o/r.git", "https://github.com/o/r/blob/{}/docs/a%20b.md?plain=1#L3"),
        ("https://me:secret@github.com/o/r", "https://github.com/o/r/blob/{}/docs/a%20b.md?plain=1#L3"),
        ("ssh://git@gitlab.example.org:2222/o/sub/r/", "https://gitlab.example.org/o/sub/r/-/blob/{}/docs/a%20b.md?plain=1#L3"),
        ("https://bitbucket.org/o/r", "https://bitbucket.org/o/r/src/{}/docs/a%20b.md#lines-3"),
        ("https://codeberg.org/o/r", "https://codeberg.org/o/r/src/commit/{}/docs/a%20b.md?display=source#L3"),
        ("https://example.org/o/r", None),
        ("../github.com/o/r", None),
        ("https://github.com/o/r?<script>", None),
    ],
)  # fmt: skip
def test_remote_says_where_lines_are(clone: Path, remote: str, line: str | None) -> None:
    git(clone, "remote", "set-url", "origin", remote)
    found = hosted(report(root=clone.as_posix()))
    commit = git(clone, "rev-parse", "HEAD").strip()
    assert (found and found.line("docs/a b.md", 3)) == (line and line.format(commit))


def test_folder_of_a_repository_is_part_of_the_address(clone: Path) -> None:
    found = hosted(report(root=(clone / "docs").as_posix()))
    assert found
    assert found.line("a.md", 1).endswith("/docs/a.md?plain=1#L1")


def test_commit_that_the_host_does_not_have_has_no_address(clone: Path) -> None:
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "More")
    assert hosted(report(root=clone.as_posix())) is None


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        (
            {"CI_SERVER_URL": "https://git.example.org", "CI_PROJECT_PATH": "o/r",
             "CI_COMMIT_SHA": SHA, "CI_PROJECT_DIR": "."},
            f"https://git.example.org/o/r/-/blob/{SHA}/a.md?plain=1#L3",
        ),
        (
            {"BITBUCKET_GIT_HTTP_ORIGIN": "https://bitbucket.org/o/r",
             "BITBUCKET_COMMIT": SHA, "BITBUCKET_CLONE_DIR": "."},
            f"https://bitbucket.org/o/r/src/{SHA}/a.md#lines-3",
        ),
    ],
)  # fmt: skip
def test_runner_says_where_lines_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], line: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, tmp_path.as_posix() if value == "." else value)
    found = hosted(report(root=tmp_path.as_posix()))
    assert found
    assert found.line("a.md", 3) == line


def test_report_links_to_files_that_git_knows(clone: Path) -> None:
    of = report(finding("docs/a b.md"), finding("docs/built.md"), root=clone.as_posix())
    element = re.search('<script type="application/json" id="data">(.*?)</script>', rendered("html", of))
    assert element
    data = json.loads(element[1])
    commit = git(clone, "rev-parse", "HEAD").strip()
    assert data["host"] == ["github.com", f"https://github.com/o/r/blob/{commit}/", "?plain=1#L"]
    assert data["unhosted"] == ["docs/built.md"]
