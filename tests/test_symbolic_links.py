"""What a repository of somebody else cannot make doclint read, print or write by its symbolic links."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from scratch import Scratch
from tree import write

from doclint.cli.main import run_cli

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")

Doclint = Callable[..., "Done"]

SECRET = "ghp_0123456789"  # noqa: S105 - it opens nothing
LEAK = f"# {SECRET}\n\n[a](gone-{SECRET}.md) cafÃ© {SECRET}\n"
"""A text with findings whose messages and excerpts show the secret."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with a good page, secrets that git keeps or ignores, and one outside of it."""
    root = tmp_path / "tree"
    Scratch(root)
    for path in (".git/config.md", ".env", "secrets/deep/token.md", "../outside/secret.md"):
        write(root, path, LEAK)
    write(root, ".gitignore", ".env\nsecrets/\n")
    write(root, "secrets/.gitignore", "!*\n!deep/\n")
    write(root, "docs/good.md", "# Good\n")
    return root


class Done(NamedTuple):
    """What a run of doclint gave."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def doclint(tree: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Doclint:
    """Run doclint at the top of the repository."""
    monkeypatch.chdir(tree)
    return lambda *arguments: Done(run_cli(list(arguments)), *capfd.readouterr())


SECRETS = [".git/config.md", ".env", "secrets/deep/token.md", "../outside/secret.md"]


@pytest.mark.parametrize("target", SECRETS)
def test_page_that_is_a_link_to_a_secret(tree: Path, doclint: Doclint, target: str) -> None:
    (tree / "docs" / "leak.md").symlink_to(Path("..", target))
    before = (tree / target).read_bytes()
    for arguments in ((), ("--fix",), ("--diff",), ("--output-format", "json"), ("--select", "strict")):
        done = doclint("check", *arguments)
        assert (done.returncode, SECRET in done.stdout + done.stderr) == (0, False), done
        done = doclint("check", "docs/leak.md", *arguments)
        assert (done.returncode, SECRET in done.stdout + done.stderr) == (2, False), done
    assert (tree / target).read_bytes() == before
    assert "page-unreadable" in doclint("check", "docs/leak.md").stdout


@pytest.mark.parametrize("target", [".git", "secrets", "secrets/deep", "../outside"])
def test_folder_that_is_a_link_to_secrets(tree: Path, doclint: Doclint, target: str) -> None:
    (tree / "docs" / "out").symlink_to(Path("..", target))
    write(tree, "docs/a.md", "# A\n\n[a](out/secret.md#x) [b](out/config.md#x) [c](out/tokens.md)\n")
    done = doclint("check", "docs/out")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("doclint: doclint does not read `docs/out`")
    for inside in (tree / "docs" / "out").rglob("*.md"):
        done = doclint("check", str(inside.relative_to(tree)))
        assert (done.returncode, done.stdout) == (2, "")
    for arguments in (("docs",), ("docs/a.md",)):
        done = doclint("check", *arguments)
        assert SECRET not in done.stdout + done.stderr
        assert "did you mean" not in done.stdout


def test_root_below_the_top_of_the_repository(tree: Path, doclint: Doclint) -> None:
    for name in (".env", "local.md"):
        write(tree, f"packages/thing/{name}", LEAK)
        write(tree, f"packages/thing/docs/{name.lstrip('.')}-leak.md", "").unlink()
        (tree / "packages" / "thing" / "docs" / f"{name.lstrip('.')}-leak.md").symlink_to(f"../{name}")
    write(tree, ".git/info/exclude", "local.md\n")
    write(tree, "packages/thing/doclint.toml", "root = true\n")
    done = doclint("check", "packages/thing/docs")
    assert (done.stdout, SECRET in done.stderr) == ("0 pages checked, nothing found.\n", False)


def test_links_in_a_root_that_is_ignored_are_followed(tree: Path, doclint: Doclint) -> None:
    write(tree, "secrets/docs/a.txt", "[gone](gone.md)\n")
    (tree / "secrets" / "docs" / "b.md").symlink_to("a.txt")
    assert "docs/b.md:1:1" in doclint("check", "--root", "secrets", "--output-format", "concise").stdout


def test_link_to_what_is_not_ignored_is_followed(tree: Path, doclint: Doclint) -> None:
    write(tree, "pages/a.md", "# A\n\n[gone](gone.md)\n")
    (tree / "docs" / "a.md").symlink_to("../pages/a.md")
    (tree / "more").symlink_to("pages")
    assert "pages/a.md:3:1" in doclint("check", "docs").stdout
    assert "pages/a.md:3:1" in doclint("check", "more").stdout


def test_page_with_a_link_to_it_is_checked_once_and_in_its_place(tree: Path, doclint: Doclint) -> None:
    write(tree, "docs/contributing.md", "[good](good.md) [gone](gone.md) cafÃ©\n")
    (tree / "CONTRIBUTING.md").symlink_to("docs/contributing.md")
    (tree / "more").symlink_to("docs")
    named = ["CONTRIBUTING.md"], ["CONTRIBUTING.md", "docs/contributing.md"], ["more"], ["more/contributing.md"]
    for paths in ([], *named):
        done = doclint("check", "--output-format", "concise", *paths)
        assert [line.partition(" ")[0] for line in done.stdout.splitlines() if "contrib" in line.lower()] == [
            "docs/contributing.md:1:17:",
            "docs/contributing.md:1:36:",
        ]
    assert doclint("check", "--fix", "CONTRIBUTING.md").stderr == "Fixed 1 finding in 1 page.\n"
    assert "café" in (tree / "docs/contributing.md").read_text(encoding="utf-8")
    assert (tree / "CONTRIBUTING.md").is_symlink()


def test_link_to_a_page_that_is_left_out(tree: Path, doclint: Doclint) -> None:
    write(tree, "vendor/a.md", "[gone](gone.md)\n")
    (tree / "docs" / "a.md").symlink_to("../vendor/a.md")
    for paths in ([], ["docs/a.md"]):
        done = doclint("check", *paths)
        assert (done.returncode, "1 vendored page" in done.stdout) == (0, True), done
    assert "vendor/a.md:1:1" in doclint("check", "docs/a.md", "--exclude", "!vendor/").stdout


def test_link_to_a_page_of_another_root_is_a_page_of_this_one(tree: Path, doclint: Doclint) -> None:
    write(tree, "packages/app/doclint.toml", "root = true\n")
    write(tree, "packages/app/README.md", "[gone](gone.md)\n")
    (tree / "README.md").symlink_to("packages/app/README.md")
    out = doclint("check", "--output-format", "concise").stdout
    assert sorted(line.partition(":")[0] for line in out.splitlines()) == ["README.md", "packages/app/README.md"]


def test_setting_brings_back_what_is_ignored(tree: Path, doclint: Doclint) -> None:
    write(tree, "doclint.toml", "respect-gitignore = false\n")
    (tree / "docs" / "leak.md").symlink_to("../.env")
    (tree / "docs" / "kept.md").symlink_to("../.git/config.md")
    (tree / "docs" / "out").symlink_to("../secrets")
    done = doclint("check", "docs")
    assert "docs/leak.md:3:1" in done.stdout
    assert "docs/kept.md" not in done.stdout
    assert "secrets/deep/token.md:3:1" in doclint("check", "docs/out").stdout


@pytest.mark.parametrize("target", SECRETS)
def test_target_of_a_link_is_not_read(tree: Path, doclint: Doclint, target: str) -> None:
    (tree / "docs" / "leak.md").symlink_to(Path("..", target))
    write(tree, "docs/a.md", "# A\n\n[a](leak.md#ghp_012345678)\n")
    done = doclint("check", "docs/a.md", "--select", "strict")
    assert SECRET not in done.stdout + done.stderr


@pytest.mark.parametrize("target", SECRETS)
def test_source_is_not_read_through_a_link(tree: Path, doclint: Doclint, target: str) -> None:
    (tree / target).write_text(f"class {SECRET}:\n    pass\n")
    (tree / "app.py").symlink_to(target)
    page = "# `app.py`\n\n## Classes\n\n- `ghp_012345678`\n\n## Source Code\n\n```python\nclass A: pass\n```\n"
    write(tree, "docs/app.py_docs.md", page)
    done = doclint("check", "--select", "strict", "--output-format", "json")
    assert SECRET not in done.stdout + done.stderr


def test_nothing_below_git_is_read_without_a_link(tree: Path, doclint: Doclint) -> None:
    done = doclint("check", ".git/config.md")
    assert (done.returncode, SECRET in done.stdout) == (2, False)
    write(tree, "docs/a.md", "# A\n\n[a](../.git/config.md#ghp_012345678) [b](../.git/confg.md)\n")
    done = doclint("check", "docs/a.md", "--select", "strict")
    assert SECRET not in done.stdout
    assert "config.md`?" not in done.stdout


@pytest.mark.parametrize("target", [".git/config.md", ".env", "secrets/deep/token.md"])
@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("doclint.toml", None),
        ("pyproject.toml", None),
        ("base.toml", 'extend = "base.toml"\n'),
        ("pages.toml", 'formats = ["pages.toml"]\n'),
        ("rules.toml", 'local-rules = ["rules.toml"]\n'),
        ("rules.py", 'local-rules = ["rules.py"]\n'),
        ("known.json", 'baseline = "known.json"\n'),
    ],
)
def test_settings_are_not_read_through_a_link(
    tree: Path, doclint: Doclint, target: str, name: str, setting: str | None
) -> None:
    (tree / target).write_text(f"tool = '{SECRET}'\n{SECRET} = '{SECRET}'\n")
    (tree / name).symlink_to(target)
    if setting:
        write(tree, "doclint.toml", setting)
    done = doclint("check")
    assert SECRET not in done.stdout + done.stderr
    assert done.returncode == (0 if name == "pyproject.toml" else 2), done


@pytest.mark.parametrize("place", ["hooks/x.json", "config"])
def test_no_setting_writes_below_git(tree: Path, doclint: Doclint, place: str) -> None:
    write(tree, "doclint.toml", f'baseline = ".git/{place}"\n')
    before = (tree / ".git" / "config").read_bytes()
    assert doclint("baseline", "write").returncode == 2
    assert not (tree / ".git" / "hooks" / "x.json").exists()
    assert (tree / ".git" / "config").read_bytes() == before


def test_gitignore_that_is_a_link_is_not_followed(tree: Path, doclint: Doclint) -> None:
    write(tree, "patterns", "*.md\n")
    write(tree, "docs/a.md", "[gone](gone.md)\n")
    (tree / "docs" / ".gitignore").symlink_to("../patterns")
    assert "docs/a.md:1:1" in doclint("check", "--output-format", "concise").stdout


def test_fixes_go_only_to_markdown_files_that_are_no_links(tree: Path, doclint: Doclint) -> None:
    write(tree, "pages/real.txt", "A cafÃ©.\n")
    write(tree, "NOTES", "A cafÃ©.\n")
    (tree / "docs" / "in.md").symlink_to("../pages/real.txt")
    for option in ("--diff", "--fix"):
        done = doclint("check", option, "docs/in.md", "NOTES")
        reason = "doclint fixes only regular files, and this is a symbolic link or below one."
        assert f"docs/in.md is unchanged: {reason}\n" in done.stderr
        assert "NOTES is unchanged: doclint fixes only Markdown files, such as `page.md`.\n" in done.stderr
    assert (tree / "docs" / "in.md").is_symlink()
    for path in ("pages/real.txt", "NOTES"):
        assert (tree / path).read_text("utf-8") == "A cafÃ©.\n"
