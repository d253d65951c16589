"""Names of files that look like options."""

import shlex
from pathlib import Path

import pytest
import yaml
from tree import write

from doclint.cli.main import run_cli

HOOKS = Path(__file__).parents[1] / ".pre-commit-hooks.yaml"
ENTRIES = {
    hook["id"]: hook["entry"] for hook in yaml.safe_load(HOOKS.read_text("utf-8")) if hook.get("pass_filenames", True)
}
NAMES = ["-oREADME.md", "--output-format=json=README.md", "--fix", "--exit-zero", "--version", "-", "-h.md"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hook", ENTRIES)
def test_name_of_a_file_is_no_option_of_a_hook(
    root: Path, capsys: pytest.CaptureFixture[str], hook: str, name: str
) -> None:
    write(root, "README.md", "# Read me\n")
    write(root, "docs/a.py_docs.md", "[gone](gone.md) cafÃ©\n")
    write(root, "a.py", "")
    write(root, name, "[gone](gone.md) cafÃ©\n")
    page = "docs/a.py_docs.md" if hook == "doclint" else "a.py"
    command, *arguments = shlex.split(ENTRIES[hook])
    assert command == "doclint"
    assert run_cli([*arguments, name, page]) == 1
    out = capsys.readouterr().out
    assert "docs/a.py_docs.md:1:1 error broken-link" in out
    assert (f"{name}:1:1 error broken-link" in out) == (hook == "doclint")
    assert (root / "README.md").read_text("utf-8") == "# Read me\n"
    assert (root / "docs" / "a.py_docs.md").read_text("utf-8").endswith("cafÃ©\n")


@pytest.mark.parametrize("hook", ENTRIES)
def test_hooks_take_options_from_args(root: Path, capsys: pytest.CaptureFixture[str], hook: str) -> None:
    write(root, "docs/a.py_docs.md", "[gone](gone.md) cafÃ©\n")
    write(root, "a.py", "")
    page = "docs/a.py_docs.md" if hook == "doclint" else "a.py"
    assert run_cli([*shlex.split(ENTRIES[hook])[1:], "--fix", "--select", "links,encoding", page]) == 1
    assert "Fixed 1 finding in 1 page." in capsys.readouterr().err
    assert (root / "docs" / "a.py_docs.md").read_text("utf-8") == "[gone](gone.md) café\n"


def test_value_of_an_option_can_be_a_file(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "a.md", "[gone](gone.md)\n")
    write(root, "own.toml", 'ignore = ["links"]\n')
    write(root, "--fix", "[gone](gone.md)\n")
    assert run_cli(["check", "--hook", "--config", "own.toml", "--", "a.md", "--fix"]) == 0
    assert capsys.readouterr().out == "2 pages checked, nothing found.\n"
