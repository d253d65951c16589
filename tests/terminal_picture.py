"""The picture of a terminal in the README, of a real run; run, it writes `docs/terminal.svg`."""

import html
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scratch import ENVIRONMENT, IDENTITY

from doclint import lint_paths
from doclint.output.rendering import RenderOptions, render
from doclint.output.terminal import wrapped

PICTURE = Path(__file__).parents[1] / "docs" / "terminal.svg"
FILES = {
    "AGENTS.md": "# Working on shop\n\nWeights come from `shop/scales.py`, prices from `shop/tariff.py`.\n",
    "README.md": '# Shop\n\n```python\nfrom shop import weigh\n\nprint(weigh(3, units="kg"))\n```\n',
    "docs/wiki/weighing.md": "# Weighing\n\nThe scales round down.\n\nSources: [scales.py:1-9](file://shop/scales.py#L1-L9)\n",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
    "shop/__init__.py": 'def weigh(pears: int, *, unit: str = "g") -> int:\n    return pears * 150\n',
    "shop/tariff.py": "PEAR = 2\n",
    "shop/scales.py": "def rounded(grams: float) -> int:\n    return int(grams)\n",
}
_OLD, _NEW = "shop/tariff.py", "shop/prices.py"
_DATES = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2026-05-04T12:00:00Z")  # commits are the same then
_COLUMNS = 80
_LINE, _CHARACTER, _MARGIN = 20, 8.43, 20  # pixels
_SEQUENCE = re.compile(r"\x1b\[(\d+)m")
_CLASSES = {"1": "bold", "2": "dim", "31": "red", "33": "yellow", "36": "cyan"}


def lines() -> list[str]:
    """Return what a terminal shows of a run over the files, one of which git has renamed."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for name, text in FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(text.encode())
        for command in ("init --quiet", "add --all", "commit --quiet -m First", f"mv {_OLD} {_NEW}", "commit -qm Move"):
            git = ["git", *IDENTITY, "-c", "core.autocrlf=false", *command.split()]
            subprocess.run(git, cwd=root, env=ENVIRONMENT | _DATES, check=True)
        here = Path.cwd()
        os.chdir(root)
        try:
            report = lint_paths([root], root=root)
            shown = (wrapped(line, _COLUMNS) for line in render(report, "text", RenderOptions(columns=_COLUMNS)))
            return "\n".join(shown).split("\n")
        finally:
            os.chdir(here)


def _spans(line: str) -> Iterator[str]:
    classes: list[str] = []
    for number, part in enumerate(_SEQUENCE.split(line)):
        if number % 2:
            classes = [] if part == "0" else [*classes, _CLASSES[part]]
        elif part:
            yield f'<tspan class="{" ".join(classes)}">{html.escape(part, quote=False)}</tspan>'


def picture() -> str:
    """Return the picture."""
    shown = ["\x1b[1m$ uvx doclint check\x1b[0m", "", *lines()]
    width, height = round(_COLUMNS * _CHARACTER) + 2 * _MARGIN, len(shown) * _LINE + 2 * _MARGIN
    size = f'width="{width}" height="{height}"'
    rows = [
        f'<text x="{_MARGIN}" y="{_MARGIN + 14 + number * _LINE}">{"".join(_spans(line))}</text>'
        for number, line in enumerate(shown)
        if line
    ]
    style = (
        "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6dbe2;white-space:pre}"
        ".bold{font-weight:bold}.dim{fill:#8b95a3}.red{fill:#ff7b72}.yellow{fill:#e3b341}.cyan{fill:#76d9e6}"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>',
            "<title>doclint check: what it finds in three pages</title>",
            f"<style>{style}</style>",
            f'<rect {size} rx="8" fill="#161b22"/>',
            *rows,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
