"""The hooks as pre-commit runs them: installed from a clone, in a repository of somebody else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scratch import SMALL_FORMAT, Scratch

HOUSE = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not shutil.which("git") or not (HOUSE / ".git").exists(), reason="doclint does not lie in a git repository here"
    ),
]

Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A repository with the hooks switched on, two sources, a sound page for one and a broken page for the other."""
    folder = tmp_path_factory.mktemp("hooks")
    scratch = Scratch(folder / "repository")
    scratch.git("clone", "--quiet", str(HOUSE), str(folder / "doclint"))
    revision = scratch.git("-C", str(folder / "doclint"), "rev-parse", "HEAD")
    hooks = "hooks: [{id: doclint}, {id: doclint-source}, {id: doclint-changes, stages: [manual]}]"
    scratch.write(
        ".pre-commit-config.yaml", f"repos:\n- repo: {folder.as_posix()}/doclint\n  rev: {revision}\n  {hooks}\n"
    )
    for name in ("sound", "broken"):
        scratch.write(f"src/{name}.py", "")
        scratch.write(f"docs/src/{name}.py.md", f"# `src/{name}.py`\n" + "\n[b](gone.md)\n" * (name == "broken"))
    scratch.write("doclint.toml", 'formats = ["pages.toml"]\n')
    scratch.write("pages.toml", SMALL_FORMAT)
    scratch.commit()
    return scratch


@pytest.fixture(scope="module")
def run(user: Scratch) -> Run:
    """Run a hook on some files. The first run installs doclint; all share that."""

    return lambda hook, *files: pre_commit(user, "run", hook, "--files", *files)


def pre_commit(user: Scratch, *arguments: str) -> tuple[int, str]:
    """Its exit code, and what it says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment["PRE_COMMIT_HOME"] = str(user.root.parent / "home")
    command = [sys.executable, "-m", "pre_commit", *arguments, "--verbose", "--color=never"]
    done = subprocess.run(command, cwd=user.root, env=environment, capture_output=True, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


def test_both_hooks_report_a_page_once(user: Scratch) -> None:
    code, output = pre_commit(user, "run", "--files", "docs/src/broken.py.md", "src/broken.py")
    assert code == 1, output
    assert output.count("hook id: doclint") == 2
    assert output.count("1 finding (1 error) in 1 of 1 page.") == 1
    assert output.count("doclint: no page is about the given paths or cites them") == 1


def test_hooks(run: Run) -> None:
    code, output = run("doclint", "docs/src/sound.py.md", "src/sound.py")
    assert code == 0, output
    assert "1 page checked, nothing found." in output
    code, output = run("doclint", "docs/src/sound.py.md", "docs/src/broken.py.md")
    assert code == 1, output
    assert "docs/src/broken.py.md:3:1 error broken-link" in output
    assert "1 finding (1 error) in 1 of 2 pages." in output

    code, output = run("doclint-source", "src/sound.py", "docs/src/broken.py.md")
    assert code == 0, output
    assert "doclint: 1 page about the given paths" in output
    code, output = run("doclint-source", "src/sound.py", "src/broken.py")
    assert code == 1, output
    assert "1 finding (1 error) in 1 of 2 pages." in output
    code, output = run("doclint-source", "doclint.toml")
    assert code == 0, output
    assert "doclint: no page is about the given paths or cites them" in output
    code, output = run("doclint-source", "docs/src/broken.py.md")
    assert code == 0, output
    assert "doclint: no page is about the given paths or cites them" in output


def test_hook_of_a_whole_change(user: Scratch) -> None:
    user.write("shop/__init__.py", "def open_shop(): ...\n\n\ndef close_shop(): ...\n")
    user.write("README.md", "# Shop\n\nAt night, call `close_shop()`.\n")
    user.commit()
    changes = "doclint-changes", "--hook-stage=manual"
    code, output = pre_commit(user, "run", *changes)
    assert code == 0, output
    assert "the changes affect no page" in output

    user.write("shop/__init__.py", "def open_shop(): ...\n\n\ndef lock_shop(): ...\n")
    user.git("add", "shop")
    user.write("unstaged.md", "[a](gone.md)\n")
    for hook in ("doclint", "doclint-source"):
        code, output = pre_commit(user, "run", hook)
        assert code == 0, output
    code, output = pre_commit(user, "run", *changes)
    assert code == 1, output
    assert "README.md:3:16 error removed-name" in output

    user.write("unstaged.md", "")
    before = user.git("rev-parse", "HEAD")
    user.commit()
    code, output = pre_commit(user, "run", *changes)
    assert code == 0, output
    code, output = pre_commit(user, "run", *changes, "--from-ref", before, "--to-ref", "HEAD")
    assert code == 1, output
    assert f"at {before[:10]}, `shop/__init__.py:4` defined it" in output
