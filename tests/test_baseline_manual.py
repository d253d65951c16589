"""The manual of the baseline shows what happens."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from doclint.cli import run_cli

MANUAL = Path(__file__).parents[1] / "docs" / "baseline.md"
STEPS = re.findall(r"^\$ (.*)\n((?:(?!\$ |```).*\n)*)", MANUAL.read_text(encoding="utf-8"), re.MULTILINE)


def test_commands_do_what_the_manual_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, output in STEPS:
        words = shlex.split(command)
        if words[0] == "doclint":
            code = run_cli(words[1:])
            assert (command, capsys.readouterr().out) == (command, output)
            assert code in (0, 1)
        else:
            subprocess.run(["sh", "-c", command], check=True)
    assert len(STEPS) > 8


def test_file_has_the_form_that_the_manual_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guide.md").write_text("[a](a.md)\n", encoding="utf-8")
    assert run_cli(["baseline", "write"]) == 0
    shown = re.search(r"```json\n([\s\S]*?)```", MANUAL.read_text(encoding="utf-8"))
    assert shown is not None
    written = (tmp_path / "doclint-baseline.json").read_text(encoding="utf-8")
    assert re.sub("[0-9a-f]{20}", "…", written) == re.sub("[0-9a-f]{20}", "…", shown[1])
