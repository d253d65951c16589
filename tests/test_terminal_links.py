"""Links in the text of a terminal: where there are some, what they lead to, and that no name breaks out of one."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from tree import write

from doclint.cli.main import run_cli
from doclint.output import links

LINK = re.compile(r"\x1b\]8;;([\x21-\x3a\x3c-\x7e]*)\x1b\\")
STYLE = re.compile(r"\x1b\[\d*m")
NAMED = ("FORCE_HYPERLINK", "CI", "TERM", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM")


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMED:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "on_a_terminal", "elsewhere"),
    [
        ({}, False, False),
        ({"TERM": "xterm-256color"}, False, False),
        ({"TERM": "xterm-kitty"}, True, False),
        ({"TERM": "alacritty"}, True, False),
        ({"TERM_PROGRAM": "vscode"}, True, False),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False, False),
        ({"VTE_VERSION": "4900"}, False, False),
        ({"VTE_VERSION": "7600"}, True, False),
        ({"VTE_VERSION": "7600", "TERM": "dumb"}, False, False),
        ({"VTE_VERSION": "7600", "TERM": "screen-256color"}, False, False),
        ({"WT_SESSION": "x", "CI": "true"}, False, False),
        ({"FORCE_HYPERLINK": "1"}, True, True),
        ({"FORCE_HYPERLINK": "0", "WT_SESSION": "x"}, False, False),
    ],
    ids=repr,
)
def test_environment_decides(
    environment: dict[str, str], on_a_terminal: bool, elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert links.are_supported(is_terminal=True) == on_a_terminal
    assert links.are_supported(is_terminal=False) == elsewhere


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    run_cli(["check", "--color", "always", *arguments])
    return capsys.readouterr().out


@pytest.mark.parametrize("style", ["text", "grouped", "concise"])
def test_links_lead_to_the_line_and_to_the_manual(
    style: str, root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = write(root, "docs/a b#é.md", "# A\n\n[b](b.md)\n")
    write(root, "doclint.toml", 'rule-pages = "https://example.org/]8;;é;/{rule}"\n')
    assert LINK.search(printed(capsys, "--output-format", style)) is None
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    targets = [target for target in LINK.findall(printed(capsys, "--output-format", style)) if target]
    place, manual = urlsplit(targets[0]), targets[-1]
    assert (place.scheme, bool(place.netloc), place.fragment) == ("file", sys.platform != "win32", "3")
    assert unquote(place.path).endswith(page.as_posix())
    assert manual == "https://example.org/]8%3B%3B%C3%A9%3B/broken-link"


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
def test_no_name_ends_a_link(root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    for name in ("\x1b\\\x1b]8;;https:x\x1b\\.md", "a;b\x07\n.md", "\u202e\x9c.md"):
        write(root, f"docs/{name}", "[b](b.md)\n")
    for style in ("text", "grouped", "concise"):
        out = printed(capsys, "--output-format", style, "--max-per-cause", "0")
        assert len(LINK.findall(out)) >= 6
        rest = STYLE.sub("", LINK.sub("", out))
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", rest)


def test_files_and_plain_text_have_no_links(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    write(root, "docs/a.md", "[b](b.md)\n")
    printed(capsys, "-o", "report.txt")
    assert "\x1b" not in (root / "report.txt").read_text(encoding="utf-8")
    run_cli(["check", "--color", "never"])
    assert "\x1b" not in capsys.readouterr().out
