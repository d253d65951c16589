"""The setup for Neovim that the docs show, in Neovim itself if it is installed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tree import write

DOCS = Path(__file__).parents[1] / "docs"
SCRIPT = """
local function found(field)
  vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  for _, one in ipairs(vim.diagnostic.get(0)) do print(one[field]) end
end
vim.cmd.edit("page.md")
found("code")
vim.cmd.edit("doclint.toml")
vim.api.nvim_buf_set_lines(0, 0, -1, false, { "selct = []" })
found("message")
vim.cmd("qa!")
"""


def neovim() -> str | None:
    """Return the path of Neovim, if there is one that has what the setup needs."""
    program = shutil.which("nvim")
    version = (
        subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout if program else ""
    )
    found = re.match(r"NVIM v(\d+)\.(\d+)", version)
    return program if found and (int(found[1]), int(found[2])) >= (0, 11) else None


@pytest.mark.skipif(neovim() is None, reason="Neovim 0.11 or newer is not installed")
def test_setup_of_the_docs(tmp_path: Path) -> None:
    program = neovim()
    assert program
    text = (DOCS / "editors.md").read_text(encoding="utf-8")
    setup = text.partition("```lua\n")[2].partition("```")[0]
    command = '{ "doclint", "server" }'
    assert command in setup
    started = "{" + ", ".join(f'"{part}"' for part in (sys.executable, "-P", "-m", "doclint", "server")) + "}"
    write(tmp_path, "init.lua", setup.replace(command, started))
    write(tmp_path, "drive.lua", SCRIPT)
    root = tmp_path / "root"
    write(root, "doclint.toml", "select = ['links']\n")
    write(root, "page.md", "# Page\n\n[a](no.md)\n")
    run = subprocess.run(
        [program, "--headless", "--clean", "-u", tmp_path / "init.lua", "-c", f"luafile {tmp_path / 'drive.lua'}"],
        capture_output=True,
        text=True,
        cwd=root,
        timeout=150,
        check=False,
    )
    assert "there is no setting `selct`; did you mean `select`?" in run.stderr
    assert "broken-link" in run.stderr
