"""The transcripts in the documents, run again."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
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


_BLOCK = re.compile(
    r"^(?P<rule>## ).*\n|^`(?P<name>[\w./-]+)`:\n\n(?P<fence>`{3,})\w+\n(?P<content>[\s\S]*?)^(?P=fence)\n|"
    r"^```console\n(?P<steps>[\s\S]*?)^```\n",
    re.MULTILINE,
)


def replay_sections(document: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Make the files and run the commands of a document in its order, those of each section in a folder of its own.

    Only `doclint.toml` stays. Files are named in front of their blocks: `name`. Return how many commands there were;
    `python tests/transcript.py DOCUMENT` writes what they print.
    """
    blocks = _consoles(document.read_text(encoding="utf-8"), folder)
    return sum(_replay(_STEP.findall(block["steps"]), capsys) for block in blocks)


def _consoles(text: str, folder: Path) -> Iterator[re.Match[str]]:
    """Yield the blocks of commands in a document, where their files are."""
    number = 0
    for block in _BLOCK.finditer(text):
        if block["rule"]:
            before, here = Path("doclint.toml").resolve(), folder / str(number := number + 1)
            here.mkdir()
            os.chdir(here)
            if before.parent.parent == folder and before.exists():
                shutil.copy(before, here)
        elif block["name"]:
            Path(block["name"]).parent.mkdir(parents=True, exist_ok=True)
            Path(block["name"]).write_text(block["content"], encoding="utf-8")
        else:
            yield block


def _rewritten(text: str, folder: Path) -> str:
    """Return a document with what its commands print now."""
    parts, end = [], 0
    for block in _consoles(text, folder):
        steps = (f"$ {command}\n{_printed(command)}" for command, _ in _STEP.findall(block["steps"]))
        parts += [text[end : block.start("steps")], *steps]
        end = block.end("steps")
    return "".join([*parts, text[end:]])


def _printed(command: str) -> str:
    command = re.sub(r"^doclint\b", f"{shlex.quote(sys.executable)} -m doclint", command)
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True, text=True)
    return done.stderr + done.stdout


def replay(document: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Run the commands of a document where we are, and compare what they print; how many there were."""
    return _replay(steps(document), capsys)


def _replay(found: Sequence[tuple[str, str]], capsys: pytest.CaptureFixture[str]) -> int:
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


if __name__ == "__main__":
    for path in [Path(name).resolve() for name in sys.argv[1:]]:
        with tempfile.TemporaryDirectory() as made:
            path.write_text(_rewritten(path.read_text(encoding="utf-8"), Path(made).resolve()), encoding="utf-8")
            os.chdir("/")
