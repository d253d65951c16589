"""What a short run does not wait for."""

import subprocess
import sys
from pathlib import Path

import pytest

PAGES = Path(__file__).parent / "pages"


def loaded(*arguments: str) -> set[str]:
    """The modules that a run of the command loads."""
    script = f"import sys; from doclint.cli import run_cli; run_cli({list(arguments)}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_version_loads_nothing_it_does_not_say() -> None:
    modules = loaded("--version")
    own = {name for name in modules if name.startswith("doclint.") and not name.startswith("doclint.cli")}
    assert own == {"doclint.errors", "doclint.output", "doclint.version"}
    assert not modules & {"pydantic", "pyromark", "mistune"}


@pytest.mark.parametrize(
    "slow",
    [
        "doclint.baseline",
        "doclint.changes",
        "doclint.repair",
        "doclint.scope",
        "ftfy",
        "jsonschema",
        "mistune",
        "pathspec",
        "rapidfuzz",
        "tomlkit",
        "tree_sitter",
        "yaml",
    ],
)
def test_sound_page_loads_no(slow: str) -> None:
    assert slow not in loaded("check", "--root", str(PAGES), str(PAGES / "docs/src/notes.md_docs.md"))
