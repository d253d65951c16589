"""Where doclint is on the web: one setting has the addresses, and findings link to the manuals of their rules."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from reports import finding, report
from tree import write

from doclint.cli.main import run_cli
from doclint.output import addresses
from doclint.output.rendering import RenderOptions, render
from doclint.rule import registry
from doclint.rule.finding import ENGINE

HOUSE = Path(__file__).parents[1]
COMMAND = HOUSE / ".ci" / "addresses.py"
URLS = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
NEW = ("https://github.com/acme-tools/doclint", "https://docs.example.org/linter")
OTHER = re.compile(r"(?:github\.com[/:]|uses: )[\w.-]+/doclint\b|[\w-]+\.github\.io/doclint\b")
OWN = {"tests/test_addresses.py", ".ci/addresses.py"}


def tracked() -> list[str]:
    """The files of the repository that may have its addresses, not those of other repositories that tests have."""
    if not (HOUSE / ".git").exists():
        pytest.skip("this is no checkout")
    done = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, cwd=HOUSE)
    others = ("tests/golden/", "tests/labelled/", "tests/pages/", "examples/")
    paths = [path for path in done.stdout.decode().split("\0") if path and not path.startswith(others)]
    return [path for path in paths if path not in OWN and (HOUSE / path).is_file()]


def test_installation_has_the_addresses_of_the_setting() -> None:
    found = (addresses.repository(), addresses.documentation())
    assert found == (URLS["Repository"], URLS["Documentation"]), "install doclint again: its metadata is old"
    assert not any(address.endswith("/") for address in found)


def test_one_command_changes_all_addresses() -> None:
    replaced = runpy.run_path(str(COMMAND))["replaced"]
    old, changed = (URLS["Repository"], URLS["Documentation"]), set()
    for path in tracked():
        text = (HOUSE / path).read_bytes().decode(errors="surrogateescape")
        after = replaced(text, old, NEW)
        rest = after.replace(NEW[0], "").replace("uses: acme-tools/doclint", "").replace(NEW[1], "")
        assert OTHER.findall(rest) == [], f"{path} has an address that `[project.urls]` has not"
        assert replaced(after, NEW, old) == text
        changed |= {path} if after != text else set()
    assert {"pyproject.toml", "docs/format.schema.json", "docs/gate.md", "docs/hooks.md"} <= changed


def test_command_writes_what_git_tracks(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(COMMAND, tmp_path / ".ci")
    write(
        tmp_path, "pyproject.toml", '[project.urls]\nDocumentation = "https://a.io/b"\nRepository = "https://c.d/e/f"\n'
    )
    write(tmp_path, "a.md", "https://a.io/b/rules/x https://a.io/bc https://c.d/e/f.git https://c.d/e/f-g\r\n")
    (tmp_path / "b.bin").write_bytes(b"\xff https://a.io/b")
    write(tmp_path, "new.md", "https://a.io/b")
    for command in (["init", "-q"], ["add", "pyproject.toml", "a.md", "b.bin"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    subprocess.run([sys.executable, tmp_path / ".ci/addresses.py", "https://g.h/i/j/", "https://k.io"], check=True)
    assert tomllib.loads((tmp_path / "pyproject.toml").read_text())["project"]["urls"] == {
        "Documentation": "https://k.io",
        "Repository": "https://g.h/i/j",
    }
    after = b"https://k.io/rules/x https://a.io/bc https://g.h/i/j.git https://c.d/e/f-g\r\n"
    assert (tmp_path / "a.md").read_bytes() == after
    assert (tmp_path / "b.bin").read_bytes() == b"\xff https://a.io/b"
    assert (tmp_path / "new.md").read_text() == "https://a.io/b"


def test_what_comes_with_doclint_has_a_page() -> None:
    pages = {rule: addresses.page_of_rule(rule) for rule in (*registry.rules(), *ENGINE)}
    assert pages == {rule: f"{URLS['Documentation']}/rules/{rule}.html" for rule in pages}


@pytest.mark.parametrize("rule", ["x", "_links", "", "../x", "broken-link.x", "BROKEN-LINK", "broken_link", "a\0"])
def test_rules_of_others_have_no_page(rule: str) -> None:
    assert addresses.page_of_rule(rule) == ""


def test_setting_is_for_the_rules_of_others_as_well() -> None:
    assert addresses.page_of_rule("x", "https://example.org/{rule}") == "https://example.org/x"
    assert addresses.page_of_rule("broken-link", "https://example.org/{rule}") == "https://example.org/broken-link"


@pytest.mark.parametrize("style", ["sarif", "rdjson", "step-summary", "html"])
def test_reports_link_to_the_page_of_a_rule(style: str) -> None:
    of = report(finding("a.md", rule="broken-link"), finding("a.md", rule="house-words"))
    text = "\n".join(render(of, style, RenderOptions()))
    assert f"{URLS['Documentation']}/rules/broken-link.html" in text
    assert "rules/house-words" not in text


def test_sarif_says_where_its_tool_is() -> None:
    [run] = json.loads("".join(render(report(finding("a.md")), "sarif")))["runs"]
    assert run["tool"]["driver"]["informationUri"] == URLS["Documentation"]


def test_terminal_links_to_the_page_of_a_rule(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "docs/a.md", "# A\n\n[b](b.md)\n")
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    run_cli(["check", "--color", "always"])
    assert f"\x1b]8;;{URLS['Documentation']}/rules/broken-link.html\x1b\\broken-link" in capsys.readouterr().out


def test_rules_for_programs_have_their_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["explain", "broken-link", "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["page"] == f"{URLS['Documentation']}/rules/broken-link.html"
