"""Logs of CI, whose runners obey some lines: nothing that a page or a name contains is such a line."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from tree import write

from doclint.cli.main import run_cli
from doclint.output.rendering import STYLES
from doclint.output.terminal import safe, safe_characters, safe_json, without_commands

# What the runners of GitHub and Azure look for in each line. They end lines at carriage returns, too.
COMMAND = re.compile(r"(?:^|\r)\s*::|##\w*\[", re.MULTILINE)
ANNOTATION = re.compile(r"^::(?:error|warning|notice) file=", re.MULTILINE)
NAMES = ["::error::x.md", "\u3000::set-output name=a::b.md", "##[group]x.md", "docs/##vso[task.setvariable]y.md"]
PAGE = (
    "# The ##[error] title \x7f\x85\n\n"
    "[##vso[task.setvariable variable=PATH]x](##vso[gone]/a.md) [b](::warning::gone.md) [c](gone\x7f.md)\n\n"
    "::error::b\n  ::set-env name=a::b cafÃ©\n##[group] cafÃ©\r \u2003::stop-commands::a\ncafÃ© ##vso[x]\n"
)
ISSUE = re.compile(r"^##vso\[task\.logissue type=(?:error|warning);sourcepath=", re.MULTILINE)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@pytest.fixture
def hostile(root: Path) -> Path:
    for name in NAMES:
        write(root, name, PAGE)
    return root


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
@pytest.mark.parametrize("options", [(), ("--select", "strict"), ("--max-per-cause", "0")], ids=repr)
@pytest.mark.parametrize("style", STYLES)
def test_no_output_has_a_command(
    hostile: Path, capfd: pytest.CaptureFixture[str], style: str, options: tuple[str, ...]
) -> None:
    assert hostile.is_dir()
    assert run_cli(["check", "--color", "never", "--output-format", style, *options]) == 1
    out, err = capfd.readouterr()
    if style == "github":
        assert ANNOTATION.search(out)
        out = ANNOTATION.sub("", out)
    if style == "azure":
        assert ISSUE.search(out)
        out = ISSUE.sub("", out)
    assert COMMAND.findall(out + err) == []
    assert CONTROL.findall(out + err) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("check", "::error::gone\n::error::"), 2),
        (("check", "--select", "##[error]"), 2),
        (("check", "--changed-since", " ::error::"), 2),
        (("check", "--fix"), 1),
        (("causes",), 1),
        (("causes", "--output-format", "json"), 1),
        (("explain", "##[group]"), 2),
    ],
    ids=repr,
)
def test_no_command_of_doclint_prints_one(
    hostile: Path, capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int
) -> None:
    (hostile / "::link.md").symlink_to("##[group]x.md")
    assert run_cli(list(arguments)) == code
    out, err = capfd.readouterr()
    assert COMMAND.findall(out + err) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
def test_diff_in_a_pipe_has_no_command(hostile: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doclint", "check", "--diff"], cwd=hostile, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert COMMAND.findall((done.stdout + done.stderr).decode()) == []
    assert rb" \x3a:error::b" in done.stdout


@pytest.mark.parametrize("style", ["json", "jsonl", "gitlab", "sarif", "rdjson"])
def test_output_for_programs_says_the_same(root: Path, capfd: pytest.CaptureFixture[str], style: str) -> None:
    write(root, "docs/a.md", "# A\n\n[c](<gone\x7f##[x]\x85.md>)\n")
    assert run_cli(["check", "--output-format", style]) == 1
    out = capfd.readouterr().out
    assert r"\u007f" in out
    found = json.dumps(list(map(json.loads, out.splitlines())) if style == "jsonl" else json.loads(out))
    assert r"gone\u007f##[x]\u0085.md" in found


def test_marks_are_below_what_they_mark(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "##[a] ##[b] [c](gone.md)\n")
    assert run_cli(["check"]) == 1
    _, _, line, marks, *_ = capfd.readouterr().out.splitlines()
    assert line[marks.index("^") : marks.rindex("^") + 1] == "[c](gone.md)"


def test_diff_in_a_file_has_the_exact_bytes(root: Path) -> None:
    page = write(root, "docs/a.md", "::error::\n##[group] cafÃ©\r\n")
    command = [sys.executable, "-m", "doclint", "check", "--diff"]
    with (root / "fixes.patch").open("wb") as patch:
        assert subprocess.run(command, stdout=patch, check=False).returncode == 1
    subprocess.run(["git", "apply", "fixes.patch"], check=True)
    assert page.read_bytes() == "::error::\n##[group] café\r\n".encode()


PIECES = st.lists(st.sampled_from(["#", "##", "[", "vso", ":", "::", " ", "\t", "\r", "\x7f", "\u3000", "x", "\\"]))


@given(PIECES.map("".join))
def test_any_text(text: str) -> None:
    assert COMMAND.search(safe(text)) is None
    assert COMMAND.search(without_commands(text)) is None
    assert COMMAND.search(" | " + "".join(safe_characters(text))) is None
    document: Any = {text: [text]}
    for indent in (None, 2):
        written = safe_json(json.dumps(document, ensure_ascii=False, indent=indent))
        assert json.loads(written) == document
        assert COMMAND.search(written) is None
        assert "\x7f" not in written
