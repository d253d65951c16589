"""`doclint formats test`: whether a format is right for a tree of pages."""

import json
from pathlib import Path
from typing import Any

import pytest
from tree import write

from doclint.cli.main import run_cli

FORMAT = """
name = "shelf"
docs-root = "reference"
parameters = ["product"]
separators = true
footer = ["_Written for {product}._"]

[shared.contents]
parameters = [
    { shape = "table", header = ["Name", "Type", "Default"], defines = "parameter", row = [
        "`{symbol}`",
        ["`{type}`", "any"],
        ["`{default}`", "-"],
    ] },
]

[[kind]]
name = "index"
path = "index.md"
title = "All modules"
content = [{ shape = "links", item = "[{module}]({_})[: {_}]" }]

[[kind]]
name = "setting"
path = "settings/{name}.md"
title = "Setting {name}"
content = [
    { shape = "fields", items = [
        { key = "Name", value = "`{name}`" },
        { key = "Type", value = "`{_}`" },
        { key = "Default", value = ["`{_}`", "none"] },
    ] },
    { shape = "prose" },
]

[[kind]]
name = "module"
path = "modules/{module}.md"
title = "Module `{symbol}`"
source = "src/{module|path}.py"
defines = "module"
content = [
    { shape = "text", text = "Defined in `{source.path}`." },
    { shape = "prose", of = "docstring" },
]

[[kind.section]]
heading = "Functions"

[[kind.section.child]]
heading = "`{symbol}()`"
key = "function"
repeats = true
defines = "function"
content = [
    { shape = "signature", fence = "python", text = "[{async='async'} ]def {symbol}({parameters:any})[ -> {returns}]" },
    { shape = "prose", of = "docstring" },
    { optional = true, group = [{ shape = "text", text = "**Parameters**" }, "parameters"] },
    { optional = true, group = [
        { shape = "text", text = "**Example**" },
        { shape = "example", fence = "python" },
    ] },
]

[[kind.section]]
heading = "See also"
required = false
content = [{ shape = "links", item = "[`{module}`]({_})" }]
"""

MODULE = """\
# Module `shop.{name}`

Defined in `src/shop/{name}.py`.

All about {name}.

---

## Functions

### `load_{name}()`

```python
async def load_{name}(path: str, limit: int = 3) -> None
```

Load {name} from a file.

**Parameters**

| Name | Type | Default |
| --- | --- | --- |
| `path` | `str` | - |
| `limit` | any | `3` |

**Example**

```python
load_{name}("a")
```

### `drop_{name}()`

```python
def drop_{name}()
```

Drop {name}.
{more}
_Written for Shelf._
"""
SETTING = """\
# Setting {name}

- **Name**: `{name}`
- **Type**: `bool`
- **Default**: {default}

Whether {name} is on.

_Written for Shelf._
"""
SOURCE = """\
\"\"\"All about {name}.\"\"\"

async def load_{name}(path: str, limit: int = 3) -> None:
    \"\"\"Load {name} from a file.\"\"\"


def drop_{name}():
    \"\"\"Drop {name}.\"\"\"
"""
MODULES = ("apples", "berries", "cherries", "dates", "elder", "figs")
SETTINGS = ("color", "depth", "echo", "force", "group", "hide")


def tree(root: Path, format_text: str = FORMAT) -> None:
    """Write a sound tree of pages with its sources and its format."""
    links = "\n".join(f"- [shop.{name}](modules/shop.{name}.md): All about {name}." for name in MODULES[1:])
    first = "- [shop.apples](modules/shop.apples.md)"
    write(root, "shelf.toml", format_text)
    write(root, "doclint.toml", "root = true\n")
    write(root, "reference/index.md", f"# All modules\n\n{first}\n{links}\n\n_Written for Shelf._\n")
    for number, name in enumerate(MODULES):
        more = "\n## See also\n\n- [`shop.figs`](shop.figs.md)\n" if number == 1 else ""
        write(root, f"reference/modules/shop.{name}.md", MODULE.format(name=name, more=more))
        write(root, f"src/shop/{name}.py", SOURCE.format(name=name))
    for number, name in enumerate(SETTINGS):
        default = "none" if number % 2 else "`no`"
        write(root, f"reference/settings/{name}.md", SETTING.format(name=name, default=default))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tree(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Run a test of the format, and return its result."""
    capsys.readouterr()
    assert run_cli(["formats", "test", "shelf.toml", "--output-format", "json", *arguments]) in (0, 1)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def line_of(text: str, part: str) -> int:
    """The only line of a text that has a part, from 1 on."""
    (line,) = [number for number, line in enumerate(text.splitlines(), 1) if part in line]
    return line


def test_right_format(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys)
    mistakes = [one["message"] for one in found["observations"] if one["is_mistake"]]
    assert mistakes == []
    assert found["is_right"]
    assert {kind["name"]: kind["pages"] for kind in found["kinds"]} == {"index": 1, "setting": 6, "module": 6}
    assert run_cli(["formats", "test", "shelf.toml"]) == 0
    text = capsys.readouterr().out
    assert "The format is right for these pages. It takes 100.0 % of the lines." in text
    print(text)
