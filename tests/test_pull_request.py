"""What each check says of one pull request, as `docs/hooks.md` tells it."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from scratch import SMALL_FORMAT, Scratch

from doclint.cli.main import run_cli

GUIDE = Path(__file__).parents[1] / "docs" / "hooks.md"
BLOCK = re.compile(r"^```console\n\$ doclint (?P<command>.*)\n(?P<answer>(?:.*\n)*?)```$", re.MULTILINE)

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


@pytest.fixture
def pull_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    scratch = Scratch(tmp_path / "repository")
    scratch.write("doclint.toml", 'formats = ["pages.toml"]\n')
    scratch.write("pages.toml", SMALL_FORMAT)
    scratch.write("src/basket.py", "def weight(): ...\n")
    scratch.write("src/shelf.py", "def height(): ...\n")
    scratch.write("src/till.py", "def total(): ...\n")
    scratch.write("docs/src/basket.py.md", "# `src/basket.py`\n\nCall `weight()`.\n")
    scratch.write("docs/src/shelf.py.md", "# `src/shelf.py`\n\nCall `height()`.\n")
    scratch.write("docs/src/till.py.md", "# `src/till.py`\n\nCall `total()`.\n")
    scratch.write(
        "docs/index.md", "# Sources\n\n" + "".join(f"- [{x}](src/{x}.py.md)\n" for x in ("basket", "shelf", "till"))
    )
    scratch.write("docs/guide.md", "# Guide\n\nFirst [install](install.md) it.\n")
    scratch.commit()
    scratch.git("checkout", "--quiet", "-b", "pull-request")
    scratch.write("src/basket.py", "def mass(): ...\n")
    scratch.write("docs/src/till.py.md", "# `src/till.py`\n\nCall `total()` in the end.\n")
    scratch.git("rm", "--quiet", "docs/src/shelf.py.md")
    scratch.commit()
    monkeypatch.chdir(scratch.root)
    return scratch


def test_transcript(pull_request: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = {match["command"]: match["answer"] for match in BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))}
    assert list(answers) == [
        "check docs/src/till.py.md",
        "check --about src/basket.py",
        "check --changed-since main",
        "check",
    ]
    base = pull_request.git("rev-parse", "main")[:10]
    codes = []
    for command, answer in answers.items():
        codes.append(run_cli(shlex.split(command)))
        out, err = capsys.readouterr()
        assert (err + out).replace(base, "1f0e3dad99") == answer
    assert codes == [0, 0, 1, 1]


def test_hooks_are_given_what_the_transcript_says(pull_request: Scratch) -> None:
    """pre-commit passes the files that changed and are there."""
    changed = pull_request.git("diff", "--name-only", "--diff-filter=d", "main...HEAD").splitlines()
    assert changed == ["docs/src/till.py.md", "src/basket.py"]
