"""`doclint formats test`: whether a format is right for a tree of pages."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import records
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.format_test.page_tally import count_page
from doclint.formats.loading import BUILTIN

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
content = [{ shape = "links", item = "[{_}]({_})[: {_}]" }]

[[kind]]
name = "setting"
path = "settings/{name}.md"
title = "Setting {name}"
front-matter = { id = "setting-{name}" }
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
content = [{ shape = "links", item = "[`{_}`]({_})" }]
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
---
id: setting-{name}
---

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
SETTINGS = ("color", "depth", "echo", "force", "group", "hide", "index", "jobs")  # not as many as modules


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


def test_right_format(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("notes", "plans", "README"):
        write(root, f"{name}.md", "# By hand\n")
    found = report(capsys)
    assert (found["pages"], found["pages_elsewhere"]) == (15, 3)
    mistakes = [one["message"] for one in found["observations"] if one["is_mistake"]]
    assert mistakes == []
    assert found["is_right"]
    assert {kind["name"]: kind["pages"] for kind in found["kinds"]} == {"index": 1, "setting": 8, "module": 6}
    assert run_cli(["formats", "test", "shelf.toml"]) == 0
    text = capsys.readouterr().out
    assert "The format is right for these pages. It takes 100.0% of the lines." in text


def edited(old: str, new: str) -> str:
    """The sound format with one part replaced."""
    assert FORMAT.count(old) == 1, old
    return FORMAT.replace(old, new)


MISTAKES = {
    "misspelled heading": (
        ('heading = "Functions"', 'heading = "Funktions"'),
        "renamed-section",
        'heading = "Funktions"',
        "6 sections with the heading `Functions`; the format has `Funktions`",
    ),
    "other heading": (
        ('heading = "See also"', 'heading = "References"'),
        "unknown-heading",
        'name = "module"',
        "no section has the heading `See also`, on level 2",
    ),
    "wrong level": (
        ('heading = "Functions"', 'heading = "Functions"\nlevel = 3'),
        "wrong-level",
        'heading = "Functions"',
        "6 headings on level 2; the format has level 3",
    ),
    "wrong level of sections that repeat": (
        ('key = "function"', 'key = "function"\nlevel = 4'),
        "unknown-heading",
        'heading = "`{symbol}()`"',
        "no section has the headings `load_apples()`, `load_berries()`, `load_cherries()` and 3 others, on level 3",
    ),
    "misspelled key of a field": (
        ('key = "Type"', 'key = "Typ"'),
        "unknown-field",
        "items = [",
        "the format has no field `Type`",
    ),
    "value of a field": (
        ('value = ["`{_}`", "none"]', 'value = "`{_}`"'),
        "malformed-field",
        "items = [",
        "the value of the field `Default` differs, as in `none`",
    ),
    "header of a table": (
        ('header = ["Name", "Type", "Default"]', 'header = ["Name", "Types", "Default"]'),
        "formal-free-text",
        'header = ["Name", "Types", "Default"]',
        "the table `Name | Type | Default` is free text, but it is like the table `Name | Types | Default`",
    ),
    "cell of a table": (
        ('["`{default}`", "-"]', '"`{default}`"'),
        "untaken",
        'heading = "`{symbol}()`"',
        "nothing takes the table row `| `path` | `str` | - |`",
    ),
    "path that is too wide": (
        ('path = "settings/{name}.md"\ntitle = "Setting {name}"', 'path = "{_}/{name}.md"\ntitle = "{_:markup}"'),
        "always-fits-other-kind",
        'name = "module"',
        "each page of the kind `module` could be of the kind `setting` as well",
    ),
    "wrong source": (
        ('source = "src/{module|path}.py"', 'source = "lib/{module|path}.py"'),
        "source-absent",
        'source = "lib/',
        "the source of 6 pages is not there, such as `lib/shop/apples.py`; there is `src/shop/apples.py`",
    ),
    "several sources": (
        (
            '{module}.md"\ntitle = "Module `{symbol}`"\nsource = "src/{module|path}.py"',
            '{_}.md"\ntitle = "Module `{symbol}`"\nsource = "src/*/*.py"',
        ),
        "source-several",
        'source = "src/',
        "several files could be the source of 6 pages, such as `src/shop/apples.py` and `src/shop/berries.py`",
    ),
    "text that never matches": (
        ('text = "Defined in', 'text = "Declared in'),
        "absent-element",
        "Declared in",
        "6 of 6 pages lack the text `Declared in `{source.path}`.`",
    ),
    "hole that is always empty": (
        ("[ -> {returns}]", "[ -> {returns}][ = {value}]"),
        "unfilled-hole",
        "[ = {value}]",
        "the hole `value` of the signature `[{async='async'} ]def {symbol}({parameters:any})[ -> {retur…` is empty",
    ),
    "front matter that differs": (
        ('front-matter = { id = "setting-{name}" }', 'front-matter = { ident = "setting-{name}" }'),
        "unfilled-hole",
        "front-matter = ",
        "the hole `name` of the key `ident` of the front matter is empty all 8 times",
    ),
    "alternative that never matches": (
        ('["`{type}`", "any"]', '["`{type}`", "any", "unknown"]'),
        "unused-alternative",
        '"unknown"',
        "no page has the alternative `unknown` of the column `Type` of the table `Name | Type | Default`",
    ),
    "wrong docs-root": (
        ('docs-root = "reference"', 'docs-root = "docs"'),
        "no-page",
        "docs-root",
        "there is no page below `docs/`",
    ),
    "wrong path": (
        ('path = "settings/{name}.md"', 'path = "options/{name}.md"'),
        "kind-without-page",
        'name = "setting"',
        "no page is of the kind `setting`, whose path is `options/{name}.md`",
    ),
    "pages that no kind has": (
        ('path = "settings/{name}.md"', 'path = "options/{name}.md"'),
        "path-of-no-kind",
        "",
        "8 pages in `reference/settings` have a path that no kind has",
    ),
    "wrong title": (
        ('title = "Setting {name}"', 'title = "Option {name}"'),
        "title-differs",
        'title = "Option {name}"',
        "the title of 8 pages differs, as in `# Setting color`; the format has `# Option {name}`",
    ),
    "wrong footer": (
        ("_Written for {product}._", "_Made for {product}._"),
        "absent-element",
        "footer = ",
        "6 of 6 pages lack the footer",
    ),
    "section that most pages lack": (
        ('heading = "See also"\nrequired = false', 'heading = "See also"'),
        "missing-section",
        'heading = "See also"',
        "5 of 6 pages lack the section `See also`",
    ),
    "signature that never matches": (
        ("]def {symbol}", "]function {symbol}"),
        "formal-free-text",
        "]function {symbol}",
        "the fence `python` is free text, but it is like the signature",
    ),
    "wrong fence": (
        ('shape = "example", fence = "python"', 'shape = "example", fence = "py"'),
        "untaken",
        'fence = "py" }',
        "nothing takes the fence `python`",
    ),
    "item that never matches": (
        ('item = "[`{_}`]({_})"', 'item = "[{_}]({_})"'),
        "untaken",
        'heading = "See also"',
        "nothing takes the list `- [`shop.figs`](shop.figs.md)`",
    ),
    "parameter with several values": (
        ('title = "Setting {name}"', 'title = "Setting {product}"'),
        "several-values",
        "parameters = ",
        "the parameter `product` has several values: `Shelf`, `color`, `depth` and 6 others",
    ),
    "hole of the path with another value": (
        ('key = "Type", value = "`{_}`"', 'key = "Type", value = "`{name}`"'),
        "other-value",
        'path = "settings/{name}.md"',
        "the hole `name` has another value than the path of the page says, such as `bool` for `color`",
    ),
    "separators as text": (
        ("separators = true\n", ""),
        "formal-free-text",
        'name = "module"',
        "the thematic break `---` is free text on 6 pages",
    ),
    "free text without an element": (
        ('    { shape = "prose" },\n]', "]"),
        "untaken",
        'name = "setting"',
        "nothing takes what is a paragraph, such as `Whether color is on.`",
    ),
    "definitions without symbols": (
        (
            '"links", item = "[{_}]({_})[: {_}]" }',
            '"symbols", defines = "function", item = "[`{symbol}`]({_})[: {_}]" }',
        ),
        "no-symbol",
        'name = "index"',
        "the kind `index` defines symbols, but no page of it has one",
    ),
    "element that never occurs": (
        (
            '    { shape = "prose" },\n]',
            '    { shape = "text", text = "**Old**", optional = true },\n    { shape = "prose" },\n]',
        ),
        "unused-element",
        "**Old**",
        "no page has the text `**Old**`",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_found(name: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (old, new), code, place, message = MISTAKES[name]
    text = edited(old, new)
    write(root, "shelf.toml", text)
    found = [one for one in report(capsys)["observations"] if one["code"] == code]
    (first, *_) = [one for one in found if one["message"].startswith(message)]
    assert first["line"] == (line_of(text, place) if place else None)
    records.check("format-mistakes", name, [described(one) for one in found])


def described(observation: dict[str, Any]) -> str:
    """Return an observation with all of its figures."""
    figures = ", ".join(f"{observation[name]} {name}" for name in ("count", "pages", "lines") if observation[name])
    places = " ".join(f"{place['path']}:{place['line']}" for place in observation["places"])
    weight = "mistake" if observation["is_mistake"] else "note"
    return f"{weight}: {observation['message']} ({figures}; {places}; {observation['hint']})"


def line_of(text: str, part: str) -> int:
    """The first line of a text that has a part, from 1 on."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


OUTPUT = """\
shelf (shelf.toml): 15 pages below reference/

           pages  described  free text  nothing  symbols
  index        1     100.0%       0.0%     0.0%
  setting      8      88.9%      11.1%     0.0%
  module       6      88.2%      11.8%     0.0%  12 functions, 6 modules, 12 parameters

What to change in the format:
  shelf.toml:29: kind `setting`: the format has no field `Type`
      did you mean `Typ`?
      reference/settings/color.md:8, reference/settings/depth.md:8, reference/settings/echo.md:8
"""


def test_output_says_first_what_to_change(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "shelf.toml", edited('key = "Type"', 'key = "Typ"'))
    assert run_cli(["formats", "test", "shelf.toml"]) == 1
    text = capsys.readouterr().out
    assert text.startswith(OUTPUT)
    assert "The format is not right for these pages: 1 thing to change." in text
    assert run_cli(["formats", "test", "shelf.toml", "--quiet"]) == 1
    assert capsys.readouterr().out == OUTPUT.partition("format:\n")[2]


def test_result_is_valid(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys)
    for what, document in (("format-test", found), ("formats", _list(capsys))):
        run_cli(["schema", what])
        jsonschema.validate(document, json.loads(capsys.readouterr().out))
    module = next(kind for kind in found["kinds"] if kind["name"] == "module")
    assert module["sources"] == {"found": 6}
    assert module["symbols"] == {"module": 6, "function": 12, "parameter": 12}
    assert "broken-link" not in found["idle_rules"]
    assert "wrong-value" in found["idle_rules"]
    assert "unknown-parameter" in found["rules"]


def _list(capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    assert run_cli(["formats", "list", "--output-format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_formats_are_listed_with_and_without_a_command(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'formats = ["shelf.toml"]\n')
    assert run_cli(["formats"]) == 0
    text = capsys.readouterr().out
    assert run_cli(["formats", "list"]) == 0
    assert capsys.readouterr().out == text
    assert [one["name"] for one in _list(capsys)["formats"]] == ["shelf", *BUILTIN]


def test_configured_format_is_tested_by_its_name(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'formats = ["shelf.toml"]\n')
    assert run_cli(["formats", "test", "shelf"]) == 0
    by_name = capsys.readouterr().out
    assert run_cli(["formats", "test", "shelf.toml"]) == 0
    assert capsys.readouterr().out == by_name


def test_some_pages_are_tested(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "reference/settings")
    assert found["pages"] == 8
    assert found["is_right"], "the pages of other kinds are not among those to test"


def test_exceptions_are_as_few_as_the_user_says(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = MODULE.format(name="figs", more="\n## Changes\n\nNone.\n")
    write(root, "reference/modules/shop.figs.md", page)
    assert not report(capsys)["is_right"]
    found = report(capsys, "--at-least", "80")
    assert found["is_right"]
    assert "unknown-heading" in {one["code"] for one in found["observations"]}


def test_two_kinds_fight_for_pages(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = FORMAT.replace('"shelf"', '"other"')
    write(root, "other.toml", other)
    write(root, "doclint.toml", 'formats = ["other.toml"]\n')
    found = report(capsys)
    unclear = [one["message"] for one in found["observations"] if one["code"] == "unclear-kind"]
    assert "6 pages could equally be of the kinds `module` and `other.module`" in unclear


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["shelff"], "`shelff` is neither a file nor the name of a format; did you mean `shelf`?"),
        (["none.toml"], "`none.toml` is neither a file nor the name of a format"),
        (["shelf.toml", "reference/none.md"], "none.md"),
    ],
)
def test_what_is_not_there(arguments: list[str], message: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'formats = ["shelf.toml"]\n')
    assert run_cli(["formats", "test", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_mistakes_of_the_format_itself_come_first(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = FORMAT.replace('heading = "See also"', 'haeding = "See also"').replace(
        'shape = "example"', 'shape = "exmple"'
    )
    write(root, "shelf.toml", text)
    assert run_cli(["formats", "test", "shelf.toml"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "haeding" in output.err


def test_pages_cannot_write_to_the_terminal(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in SETTINGS:
        write(root, f"reference/settings/{name}.md", f"# Setting {name}\n\n## \x1b[31m::error::\x07\n")
    run_cli(["formats", "test", "shelf.toml"])
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\\x1b[31m" in text


def test_strange_pages_are_tested(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, text in enumerate(
        ("", "\ufeff", "# Setting a", "> " * 2000 + "x", "- " * 500 + "x", "|a|\n" * 500, "#\n" * 2000, "\x00\xff")
    ):
        write(root, f"reference/settings/s{number}.md", text)
        write(root, f"reference/modules/m{number}.md", f"# Module `m{number}`\n\n{text}")
    found = report(capsys)
    assert found["pages"] == 31


def test_workers_count_the_same(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = report(capsys, "--jobs", "1")
    monkeypatch.setattr("doclint.engine.workers._LEAST", 1)
    assert report(capsys, "--jobs", "3") == alone


def test_page_that_crashes_is_left_out(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    count = count_page

    def crash(*arguments: Any) -> None:
        if arguments[-1].path.endswith("depth.md"):
            os.abort()
        count(*arguments)

    monkeypatch.setattr("doclint.engine.format_test.run.count_page", crash)
    monkeypatch.setattr("doclint.engine.workers._LEAST", 1)
    monkeypatch.setattr(
        "doclint.engine.workers.threading.active_count", lambda: 1
    )  # workers are copies of this process
    found = report(capsys, "--jobs", "3")
    (unread,) = [one for one in found["observations"] if one["code"] == "page-unread"]
    assert [place["path"] for place in unread["places"]] == ["reference/settings/depth.md"]
    assert {kind["name"]: kind["pages"] for kind in found["kinds"]} == {"index": 1, "setting": 7, "module": 6}


def test_pages_with_very_many_different_texts(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sections = "".join(
        f"### `f{number}()`\n\n| N{number}x | b |\n| --- | --- |\n| 1 | 2 |\n\n" for number in range(6000)
    )
    write(root, "reference/modules/a.md", f"# Module `a`\n\nDefined in `a.py`.\n\n## Functions\n\n{sections}")
    found = report(capsys)
    assert len(found["observations"]) < 30
    assert max(one["pages"] for one in found["observations"]) <= found["pages"]


def test_settings_are_those_of_all_files_together(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = """name = "modules"
docs-root = "docs"

[[kind]]
name = "module"
path = "{_}.md"
title = "Module {_}"
source = "*.tf"

[[kind.section]]
heading = "Inputs"
content = [{ shape = "table", header = ["Name"], row = ["{symbol}"], defines = "setting" }]
"""
    write(root, "modules.toml", module)
    write(root, "docs/shop.md", "# Module shop\n\n## Inputs\n\n| Name |\n| --- |\n| size |\n")
    write(root, "main.tf", "")
    write(root, "variables.tf", 'variable "size" {}\n')
    assert run_cli(["formats", "test", "modules.toml"]) == 0
    assert "several files could be the source" not in capsys.readouterr().out
