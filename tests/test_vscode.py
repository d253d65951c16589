"""The extension for Visual Studio Code: its settings, its parts that need no editor, and all of it in the editor."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ports import free_port, wait_for
from tree import write

from doclint import __version__
from doclint.server.settings import EditorSettings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXTENSION = Path(__file__).parents[1] / "editors" / "vscode"
MANIFEST = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
# What only the extension reads.
OWN = {"path", "sources", "trace.server"}
# An installation of code-server: its `entry.js`, and the program of Node that it needs.
CODE_SERVER = os.environ.get("DOCLINT_CODE_SERVER", "")


def settings() -> dict[str, Any]:
    properties: dict[str, Any] = MANIFEST["contributes"]["configuration"]["properties"]
    return {name.removeprefix("doclint."): table for name, table in properties.items()}


def test_settings_are_those_of_the_server() -> None:
    own = EditorSettings.model_json_schema(by_alias=True)["properties"]
    there = {name: (table["description"], table["default"]) for name, table in settings().items() if name not in OWN}
    assert there == {name: (table["description"], table.get("default")) for name, table in own.items()}
    assert settings()["run"]["enum"] == own["run"]["enum"]
    assert MANIFEST["version"] == __version__


def test_a_repository_cannot_let_its_own_rules_run() -> None:
    # VS Code reads settings with this scope from the user only, not from `.vscode/settings.json`.
    assert settings()["localRules"]["scope"] == "machine"
    assert MANIFEST["capabilities"]["untrustedWorkspaces"]["supported"] == "limited"


def _node() -> str | None:
    node = shutil.which("node")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout if node else "v0"
    return node if int(version.removeprefix("v").split(".")[0]) >= 24 else None


@pytest.mark.skipif(not _node(), reason="there is no Node 24")
def test_parts_that_need_no_editor() -> None:
    command = [_node() or "", "--test", *map(str, sorted(EXTENSION.glob("test/*.test.ts")))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"pass [1-9]", done.stdout)


@pytest.mark.slow
@pytest.mark.skipif(not CODE_SERVER, reason="DOCLINT_CODE_SERVER names no code-server")
@pytest.mark.parametrize("is_trusted", [True, False])
def test_in_the_editor(tmp_path: Path, browser: "Browser", is_trusted: bool) -> None:
    subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=EXTENSION, check=True, capture_output=True)
    subprocess.run(["npm", "run", "package"], cwd=EXTENSION, check=True, capture_output=True)
    folder = tmp_path / "work"
    page = write(folder, "docs/a.md", "# A\n\nSee [b](B.md) and [c](gone.md).\n")
    write(folder, "docs/b.md", "# B\n")
    write(folder, ".git/HEAD", "ref: refs/heads/main\n")
    given = {
        "doclint.path": str(Path(sys.executable).with_name("doclint")),
        "doclint.claims": True,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.enabled": not is_trusted,
        "editor.codeActionsOnSave": {"source.fixAll.doclint": "explicit"},
    }
    write(tmp_path, "user/User/settings.json", json.dumps(given))
    port = free_port()
    places = ["--user-data-dir", str(tmp_path / "user"), "--extensions-dir", str(tmp_path / "extensions")]
    code = [*CODE_SERVER.split(), *places]
    subprocess.run([*code, "--install-extension", str(EXTENSION / "doclint.vsix")], check=True, capture_output=True)
    serving = [*code, "--auth", "none", "--disable-update-check", "--bind-addr", f"127.0.0.1:{port}"]
    with subprocess.Popen(serving, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            shown = browser.new_page()
            shown.goto(f"http://127.0.0.1:{port}/?folder={folder}", wait_until="load", timeout=60_000)
            shown.get_by_role("treeitem", name="docs").click(timeout=60_000)
            shown.get_by_role("treeitem", name="a.md").dblclick(timeout=60_000)
            status = shown.locator("#doclint\\.doclint\\.doclint")
            status.filter(has_text="doclint 2 · 0/2" if is_trusted else "doclint").wait_for(timeout=60_000)
            shown.locator(".view-line").first.click()
            shown.keyboard.press("Control+End")
            shown.keyboard.type("x")
            shown.keyboard.press("Control+s")
            if is_trusted:
                status.filter(has_text="doclint 1 · 1/2").wait_for(timeout=60_000)
                assert page.read_text() == "# A\n\nSee [b](b.md) and [c](gone.md).\nx"
                shown.get_by_text("1 of 2 checked claims hold").wait_for(timeout=20_000)
            else:
                shown.wait_for_timeout(3_000)
                assert page.read_text().startswith("# A\n\nSee [b](B.md)")
        finally:
            process.terminate()
