"""The transcripts in the documents, run again."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from doclint.cli.main import run_cli

_STEP = re.compile(r"^\$ (.*)\n((?:(?!\$ |```).*\n)*)", re.MULTILINE)


class Step(NamedTuple):
    """A command and what it prints."""

    command: str
    output: str


def steps(document: Path) -> list[Step]:
    """The commands of a document, each with what it prints."""
    return [Step(*step) for step in _STEP.findall(document.read_text(encoding="utf-8"))]


def _expanded(word: str) -> list[str]:
    """Return what a shell makes of a word with an asterisk."""
    return sorted(map(str, Path().glob(word))) if "*" in word else [word]


def replay(document: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Run the commands of a document where we are, and compare what they print; how many there were."""
    found = steps(document)
    for command, output in found:
        words = shlex.split(command)
        if words[0] == "doclint":
            run_cli([name for word in words[1:] for name in _expanded(word)])
            printed = capsys.readouterr()
            assert (command, printed.err + printed.out) == (command, output)
        else:
            done = subprocess.run(["sh", "-c", command], check=True, capture_output=True, text=True)
            assert (command, done.stdout) == (command, output)
    return len(found)
