"""Pages that have a format and are compared with no source: the check, the search for formats and the test say so."""

import json
from pathlib import Path
from typing import Any

import pytest
from tree import write

from doclint.cli.main import run_cli

SHOP = """\
name = "shop"
docs-root = "docs"

[[kind]]
name = "class"
path = "{symbol}.md"
title = ["Class {symbol}", "Classes"]
source = "src/{symbol|snake}.py"
defines = "class"

[[kind.section]]
heading = "Fields"
content = [{ shape = "symbols", item = "`{symbol}`", defines = "field" }]
"""
PAGE = "# {}\n\n## Fields\n\n- `weight`\n"
APPLE = "class Apple:\n    weight = 1\n"


@pytest.fixture
def shop(root: Path) -> Path:
    write(root, "doclint.toml", 'formats = ["shop.toml"]\nignore = ["orphan-page"]\n')
    write(root, "shop.toml", SHOP)
    write(root, "README.md", "# The shop\n")
    for name in ("Apple", "Pear", "Plum"):
        write(root, f"docs/{name}.md", PAGE.format(f"Class {name}"))
    write(root, "src/apple.py", APPLE)
    return root


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    run_cli([*arguments])
    return capsys.readouterr().out


def uncompared(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[Any, ...]]:
    report = json.loads(output(capsys, "check", "--output-format", "json", *arguments))
    return [tuple(one.values()) for one in report["uncompared"]]


LINE = "2 pages of `shop` are compared with no source, such as `docs/Pear.md`: there is no file `src/pear.py`.\n"


def test_check_says_what_it_looked_for(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for cache in (["--no-cache"], [], []):
        assert output(capsys, "check", *cache).count(LINE) == 1
    assert uncompared(capsys) == [("shop", 2, "docs/Pear.md", "there is no file `src/pear.py`", False)]
    assert "1 page of `shop` is compared with no source, `docs/Pear.md`:" in output(capsys, "check", "docs/Pear.md")
    write(shop, "src/pear.py", APPLE.replace("Apple", "Pear"))
    write(shop, "src/plum.py", "class Prune: ...\n")
    assert "compared with" not in output(capsys, "check"), "what is compared may well be wrong"


@pytest.mark.usefixtures("shop")
def test_whoever_compares_nothing_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "compared with" not in output(capsys, "check", "--select", "broken-link")
    assert "compared with" not in output(capsys, "check", "--without", "source")
    assert "compared with" not in output(capsys, "check", "README.md", "docs/Apple.md")


def test_title_without_a_symbol_hides_what_is_below(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, "docs/Apple.md", PAGE.format("Classes"))
    assert uncompared(capsys, "docs/Apple.md") == [
        ("shop", 1, "docs/Apple.md", "its title names no symbol", False),
    ]


def test_pages_about_another_version_are_only_counted(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, "shop.toml", SHOP.replace('"docs"', '"versioned_docs"').replace("{symbol}.md", "version-1/{symbol}.md"))
    write(shop, "versioned_docs/version-1/Pear.md", PAGE.format("Class Pear"))
    assert "compared with" not in output(capsys, "check")
    because = "the page is about another version of the sources"
    assert uncompared(capsys) == [("shop", 1, "versioned_docs/version-1/Pear.md", because, True)]


def test_pages_beside_those_of_a_newer_version(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, "shop.toml", SHOP.replace("{symbol}.md", "{folder}/{symbol}.md"))
    write(shop, "docs/v9/Apple.md", PAGE.format("Class Apple"))
    write(shop, "docs/v10/Apple.md", PAGE.format("Class Apple"))
    because = "the page is about another version of the sources"
    assert uncompared(capsys) == [("shop", 1, "docs/v9/Apple.md", because, True)]


def test_sources_that_doclint_does_not_read(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, "shop.toml", SHOP.replace(".py", ".rb"))
    write(shop, "src/apple.rb", "class Apple\nend\n")
    because = "doclint does not read what `src/apple.rb` declares"
    assert uncompared(capsys, "docs/Apple.md") == [("shop", 1, "docs/Apple.md", because, False)]


def test_find_says_it_of_each_format(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "  2 pages compared with no source, such as docs/Pear.md: there is no file `src/pear.py`\n"
    assert f"shop: 3 pages\n  class  3  docs/\n{line}" in output(capsys, "formats", "find")
    (shop / "docs" / "Pear.md").unlink()
    (shop / "docs" / "Plum.md").unlink()
    assert "compared with" not in output(capsys, "formats", "find")


def test_formats_with_the_most_pages_come_first(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = SHOP.replace('"shop"', '"a-fruit"').replace('"docs"', '"fruits"').replace("Class ", "Fruit ")
    write(shop, "fruit.toml", other)
    write(shop, "doclint.toml", 'formats = ["fruit.toml", "shop.toml"]\nignore = ["orphan-page"]\n')
    write(shop, "fruits/Kiwi.md", PAGE.format("Fruit Kiwi"))
    assert [one[:2] for one in uncompared(capsys)] == [("shop", 2), ("a-fruit", 1)]


NOTHING = """\
name = "shop"
docs-root = "docs"

[[kind]]
name = "class"
path = "{_}.md"
title = "Class {_}"

[[kind.section]]
heading = "Fields"
"""


def test_format_without_sources_is_not_repeated_in_each_run(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, "shop.toml", SHOP.replace('source = "src/{symbol|snake}.py"\n', ""))
    assert "compared with" not in output(capsys, "check")
    assert uncompared(capsys) == [("shop", 3, "docs/Apple.md", "the format names no source", True)]


@pytest.mark.parametrize(
    ("name", "text", "because"),
    [
        ("docs/kinds.md", "# List of kinds\n", "pages of its kind document no symbols"),
        ("docs/Pear.md", "# Class Pear\n", "there is no file `src/pear.py`"),
        ("docs/fruits.md", "# All fruits\n\n## Fields\n", "it documents no symbol"),
        (".codeboarding/Shop.md", "# Shop\n", "the format only recognizes such pages"),
    ],
)
def test_pages_without_anything_to_compare_are_named(
    name: str, text: str, because: str, shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = '[[kind]]\nname = "{}"\npath = "{}.md"\ntitle = "{}"\n'
    table = '[{ shape = "table", header = ["A"], row = ["`{symbol}`"], defines = "class" }]'
    of_all = f'content = [{{ shape = "prose" }}]\n[[kind.section]]\nheading = "Fields"\ncontent = {table}\n'
    others = kinds.format("list", "kinds", "List of kinds"), kinds.format("all", "fruits", "All fruits"), of_all
    write(shop, "shop.toml", SHOP + "\n".join(others))
    write(shop, name, text)
    assert [one[1:4] for one in uncompared(capsys, name)] == [(1, name, because)]
    assert f"compared with no source, {name}: {because}\n" in output(capsys, "formats", "find", name)
    assert ("compared with no source" in output(capsys, "check", name)) == because.startswith("there is")


def observations(capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, int]]:
    found = json.loads(output(capsys, "formats", "test", "shop.toml", "--output-format", "json"))["observations"]
    return [(one["kind"], one["message"], one["pages"]) for one in found if one["code"] == "nothing-compared"]


def test_format_that_compares_nothing(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert observations(capsys) == [], "one page is compared"
    (shop / "src" / "apple.py").unlink()
    message = "no page is compared with a source: there is no file `src/apple.py`"
    assert observations(capsys) == [("class", message, 3)]
    write(shop, "shop.toml", NOTHING)
    [(kind, message, _)] = observations(capsys)
    assert kind == ""
    assert message.startswith("the format compares nothing with sources:")


C = """\
name = "headers"
docs-root = "docs"

[[kind]]
name = "header"
path = "{_}.md"
title = "File {path}"
source = "{path}"

[[kind.section]]
heading = "Functions"
content = [{ shape = "symbols", item = "`{symbol}`", defines = "function" }]

[[kind.section]]
heading = "{symbol}"
key = "class"
repeats = true
required = false
defines = "class"
content = [{ shape = "symbols", item = "`{symbol}`", defines = "method" }]
"""
C_PAGE = """\
# File src/basket.h

## Functions

- `price`
- `prize`

## Basket

- `fill`
- `spill`
"""
C_SOURCE = "class Basket {\n public:\n  void fill(int n);\n};\nint price(int a);\n"


@pytest.mark.parametrize("name", ["basket.h", "basket.cpp", "basket.cu"])
def test_lists_are_checked_below_headings_that_define(
    name: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "doclint.toml", 'formats = ["c.toml"]\n')
    write(root, "c.toml", C)
    write(root, "docs/basket.md", C_PAGE.replace("basket.h", name))
    write(root, f"src/{name}", C_SOURCE)
    findings = json.loads(output(capsys, "check", "--output-format", "json"))["findings"]
    assert sorted((one["rule"], one["line"]) for one in findings) == [("unknown-member", 11), ("unknown-symbol", 6)]


@pytest.mark.parametrize("defines", ["", 'defines = "class"'])
def test_lists_of_what_no_symbol_is(defines: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A word of the source may be a variable or a field; another word is none, whatever else the page defines."""
    write(root, "doclint.toml", 'formats = ["c.toml"]\n')
    fields = C.replace('defines = "class"', defines).replace('"method"', '"field"').replace('"function"', '"variable"')
    write(root, "c.toml", fields if defines else fields.replace('heading = "{symbol}"', 'heading = "{_}"'))
    write(root, "docs/basket.md", C_PAGE.replace("fill", "size"))
    write(root, "src/basket.h", "class Basket {\n  int size;\n};\nextern int price;\n")
    findings = json.loads(output(capsys, "check", "--output-format", "json"))["findings"]
    other = "unknown-member" if defines else "unknown-symbol"
    assert sorted((one["rule"], one["line"]) for one in findings) == sorted([("unknown-symbol", 6), (other, 11)])


WORDS = """\
name = "words"
docs-root = "docs"

[[kind]]
name = "file"
path = "{path}.md"
title = "File {name}"
content = [{ shape = "symbols", item = "`{symbol}`", defines = "identifier" }]

[[kind.section]]
heading = "Definitions"
content = [{ shape = "symbols", item = "`{symbol}`", defines = "definition" }]

[[kind.section]]
heading = "Function {symbol}"
key = "function"
repeats = true
defines = "function"
content = []
"""


def test_identifiers_are_words_of_the_source(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also on pages that document symbols; and a definition may be a member of something."""
    write(root, "doclint.toml", 'formats = ["words.toml"]\n')
    write(root, "words.toml", WORDS)
    listed = "# File shop.py\n\n- `count`\n- `cuont`\n\n## Definitions\n\n- `fill`\n- `spill`\n\n## Function price\n"
    write(root, "docs/shop.py.md", listed)
    write(root, "shop.py", "class Shop:\n    def fill(self, count): ...\n\n\ndef price(): ...\n")
    findings = json.loads(output(capsys, "check", "--output-format", "json"))["findings"]
    assert [(one["rule"], one["line"]) for one in findings] == [("unknown-symbol", 4), ("unknown-member", 9)]
