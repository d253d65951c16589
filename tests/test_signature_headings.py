"""Pages whose headings are signatures, with what such generators write below them."""

import json
from pathlib import Path

import pytest
from tree import write

from doclint.cli.main import run_cli

FORMAT = """
name = "signed"
docs-root = "docs"

[shared.contents]
documented = [
    { shape = "signature", layout = "heading", text = "{symbol}({parameters})[ → {returns}]" },
    { shape = "prose", of = "docstring", optional = true },
    { optional = true, shape = "symbols", defines = "parameter", nested = true, item = [
        "[**Parameters:** ]**{symbol}** – {_:markup}",
        "**Parameters:**",
    ] },
]

[[kind]]
name = "module"
path = "{module}.md"
title = "{module}"
source = "{module|path}.py"
defines = "module"
content = []

[[kind.section]]
heading = "*class* {symbol}"
key = "class"
repeats = true
defines = "class"
complete = "public"
content = []

[[kind.section.child]]
heading = "{symbol}({_:markup})[ → {_:markup}]"
key = "method"
repeats = true
required = false
defines = "method"
complete = "public"
content = ["documented"]

[[kind.section.child.child]]
heading = "Since"
level = 3
repeats = true
required = false
content = ["documented"]
"""
SOURCE = '''class Box:
    def fill(self, thing: str, *rest: Any, count: int = 1, between: str = "  ") -> Lid:
        """Fill the box."""

    def empty(self) -> None: ...
'''
PARAMETERS = "thing: str, \\*rest: Any, count: int = 1, between: str = ' '"


def findings(root: Path, page: str, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, int]]:
    files = {"signed.toml": FORMAT, "shop/box.py": SOURCE, "docs/shop.box.md": page}
    for path, text in (files | {"doclint.toml": 'formats = ["signed.toml"]\nignore = ["broken-link"]\n'}).items():
        write(root, path, text)
    run_cli(["check", "--root", str(root), "--output-format", "json"])
    return [(one["rule"], one["line"]) for one in json.loads(capsys.readouterr().out)["findings"]]


def page(signature: str = f"fill({PARAMETERS}) → [Lid](lid.md)", below: str = "Fill the box.\n") -> str:
    return f"# shop.box\n\n## *class* shop.box.Box\n\n### {signature}\n\n{below}\n### empty() → None\n"


def test_sound_headings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(tmp_path, page(), capsys) == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("count: int = 1", "count: int = 2", "wrong-default"),
        ("between: str = ' '", "between: str = '-'", "wrong-default"),
        ("thing: str", "thing: [bytes](b.md)", "wrong-type"),
        ("thing: str", "item: str", "unknown-parameter"),
        ("fill(", "fit(", "unknown-member"),
        ("[Lid](lid.md)", "[Box](lid.md)", "wrong-type"),
    ],
)
def test_defects_of_headings(old: str, new: str, rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert old in page()
    assert (rule, 5) in findings(tmp_path, page().replace(old, new), capsys)


def test_parameters_that_cannot_be_read_are_not_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(tmp_path, page("fill(thing: str, , count: int = 2) → Lid"), capsys) == []


def test_symbols_may_be_qualified_by_their_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = page().replace("shop.box.Box", "shop.bag.Box")
    assert ("unknown-member", 3) in findings(tmp_path, other, capsys)
    assert findings(tmp_path, page().replace("shop.box.Box", "box.Box"), capsys) == []


@pytest.mark.parametrize("name", ["thing", "things"])
def test_list_below_a_section_on_the_same_level_belongs_to_the_method(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    below = f"Fill the box.\n\n### Since\n\n2.0\n\n* **Parameters:**\n  * **{name}** – what\n  * **count** – many\n"
    assert findings(tmp_path, page(below=below), capsys) == ([] if name == "thing" else [("unknown-parameter", 14)])


def test_format_takes_labels_of_inner_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    findings(tmp_path, page(below="* **Parameters:**\n  * **thing** – what\n  * other\n"), capsys)
    run_cli(["show", "--root", str(tmp_path), str(tmp_path / "docs/shop.box.md"), "--output-format", "json"])
    lines = json.loads(capsys.readouterr().out)["pages"][0]["parts"]
    assert [(one["line"], one["taker"]) for one in lines if 7 <= one["line"] <= 9] == [(7, "element"), (9, "nothing")]
