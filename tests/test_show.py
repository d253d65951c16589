"""`doclint show`: what people see of how doclint reads a page."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
import tree

from doclint import read_page
from doclint.cli.main import run_cli
from doclint.output.page.contents import PagesDocument

FORMAT = """
name = "shop"
docs-root = "docs"
own-holes = ["id", "kept"]
separators = true
footer = ["Made by hand"]

[claims.stock]
fresh = { text = "It is fresh." }

[[kind]]
name = "class"
path = "{symbol}.md"
title = "Class {symbol}"
front-matter = { id = "{id}" }
defines = "class"
content = [
    { shape = "fields", items = [{ key = "Bytes", value = "{size.bytes:int}" }, { key = "Kept", value = "`{kept}`" }] },
    { shape = "claims", of = "stock", layout = "sentences", optional = true },
    { shape = "prose", of = "docstring" },
]

[[kind.section]]
heading = "Methods"

[[kind.section.child]]
heading = "{symbol}()"
key = "method"
repeats = true
defines = "method"
content = [{ shape = "signature", fence = "python", text = "def {symbol}({parameters})" }]
"""
METHOD = "### m{0}()\n\n```python\ndef m{0}(a, b)\n```\n\n***\n\n"
PAGE = f"""\
---
id: basket
---

# Class Basket

- **Bytes**: many
- **Kept**: `cool`
- **Sold**: never

It is fresh.

A basket.

## Methods

{"".join(map(METHOD.format, range(5)))}### broken()

No signature.

And no end.

{"".join(map(METHOD.format, range(5, 8)))}## Notes

Made by hand
"""
SHOWN = """\
docs/Basket.md: `class` of `shop`
  because  `class` of `shop` is the only kind that has pages at such a path
           the title `# Class Basket` matches `# Class {symbol}`; 1 of 1 required section found; 91% of the other
           headings are those of the kind; the footer is there
  about    symbol = Basket
  lines    52 of 55 taken; blank lines do not count

      1-3  front matter                 id: basket
                                        {id} = basket
        5  title                        # Class Basket
                                        {symbol} = Basket
      7-9  fields                       - **Bytes**: many
                                        Bytes (malformed), Kept, Sold (unknown)
       11  claims                       It is fresh.
                                        fresh
       13  prose (docstring)            A basket.
       15  [methods]                    ## Methods
       17  [method]                     ### m0()
                                        {symbol} = m0
    19-21  signature                    def m0(a, b)
                                        {symbol} = m0, {parameters} = a, b
"""


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        tree.write(root, path, text)


@pytest.fixture
def shop(root: Path) -> Path:
    write(root, {"shop.toml": FORMAT, "docs/Basket.md": PAGE, "doclint.toml": 'formats = ["shop.toml"]\n'})
    return root


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = run_cli(["show", *arguments])
    printed = capsys.readouterr()
    assert (code, printed.err) == (0, "")
    return printed.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = run_cli(["show", *arguments])
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    return printed.err


def test_kind_and_lines(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "docs/Basket.md").startswith(SHOWN)


def test_sections_that_are_alike_are_counted_and_others_are_shown(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, "docs/Basket.md")
    rows = [line[11:].split() for line in out.splitlines() if line[:9].strip()[:1].isdigit()]
    assert [row[:2] for row in rows if row[0].startswith("[method]") or row[:2] == ["no", "element"]] == [
        ["[method]", "###"],
        ["[method]", "###"],
        ["[method]", "3"],
        ["[method]", "###"],
        ["no", "element"],
        ["[method]", "3"],
    ]
    assert "lacks signature `def {symbol}({parameters})`" in out
    assert "  no section                   ## Notes\n" in out
    assert "***" not in out


def test_all(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "docs/Basket.md", "--all")
    assert out.count("  [method] ") == 9
    assert out.count("  separator ") == 8


def test_section(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "docs/Basket.md", "--section", "method")
    assert out.startswith("       17  [method]                     ### m0()\n")
    assert out.count("  signature  ") == 8
    error = refused(capsys, "docs/Basket.md", "--section", "methd")
    assert error == "doclint: `docs/Basket.md` has no section with the key `methd`; did you mean `method`?\n"


def test_symbols_and_links(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, {"docs/Basket.md": PAGE.replace("A basket.", "A [basket](https://example.org) as [here](b.md).")})
    out = shown(capsys, "docs/Basket.md")
    assert "\nSymbols:\n  5-87: class Basket\n    17-21: method m0\n" in out
    assert "\n  links    1 into the repository, 1 elsewhere\n" in out


def test_citations(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cited = "It weighs [`weigh`](src/a.py#L2-L3), [src/a.py:1, 5-6]() and [gone](file://src/gone.py)."
    write(shop, {"docs/Basket.md": PAGE.replace("A basket.", cited), "docs/src/a.py": "", "src/a.py": "a = 1\n" * 9})
    out = shown(capsys, "docs/Basket.md")
    first = 1 + PAGE[: PAGE.index("A basket.")].count("\n")
    assert (
        f"\nCitations:\n  {first}: docs/src/a.py:2-3 weigh\n  {first}: src/a.py:1, 5-6\n"
        f"  {first}: src/gone.py (not in the repository)\n\n"
    ) in out
    write(shop, {"docs/Basket.md": PAGE.replace("A basket.", "[src/a.py:1]()\n" * 30)})
    assert "  and 5 more (--all)\n\n  links" in shown(capsys, "docs/Basket.md")
    assert shown(capsys, "docs/Basket.md", "--all").count(": src/a.py:1\n") == 30


def test_diagrams(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diagrams = "```mermaid\nflowchart TD\nA --> B\nB --> A\n```\n\n```mermaid\nclassDiagram\nclass\n```\n"
    write(shop, {"a.md": f"# A\n\n{diagrams}"})
    expected = "\nDiagrams:\n  3-7: flowchart, 2 nodes, 2 edges\n  9-12: class, does not parse\n"
    assert expected in shown(capsys, "a.md")


def test_rules_with_nothing_to_read(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "docs/Basket.md").endswith("\n  rules    --all shows which have nothing to read here\n")
    out = " ".join(shown(capsys, "docs/Basket.md", "--all").split())
    assert "wrong-folder-count has nothing to read: pages of its kind have no folder that the page is about" in out
    write(shop, {"doclint.toml": 'formats = ["shop.toml"]\nselect = ["broken-link"]\n'})
    assert "  rules  " not in shown(capsys, "docs/Basket.md")


def test_format_that_no_configuration_names(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, {"shop.toml": FORMAT, "docs/Basket.md": PAGE})
    assert shown(capsys, "docs/Basket.md").startswith("docs/Basket.md: handwritten page (matches no known format)\n")
    assert shown(capsys, "docs/Basket.md", "--format", "shop.toml").startswith(SHOWN)
    write(root, {"shop.toml": FORMAT.replace('"prose"', '"prse"')})
    assert "prse" in refused(capsys, "docs/Basket.md", "--format", "shop.toml")
    assert "'gone.toml' does not exist" in refused(capsys, "docs/Basket.md", "--format", "gone.toml")


def test_page_of_no_kind_shows_what_it_lacks(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, {"docs/Shelf.md": "# Shelf\n\n## Methods\n", "notes.md": "# Notes\n"})
    assert shown(capsys, "docs/Shelf.md") == (
        "docs/Shelf.md: handwritten page (matches no known format)\n"
        "  because  The page does not fit the kind that has pages at such a path: the title, the footer, the "
        "front matter or\n           three required sections must show that it is one\n"
        "  not      `class` of `shop`: the title `# Shelf` does not match `# Class {symbol}`; 1 of 1 required section "
        "found; 100%\n           of the other headings are those of the kind; the footer is not there\n"
        "\n"
        "        1  heading                      # Shelf\n"
        "        3  heading                      ## Methods\n"
    )
    assert "because" not in shown(capsys, "notes.md")
    assert "No format matches this path; formats have pages at `docs/{symbol}.md`, `docs/{path}_docs.md`" in shown(
        capsys, "notes.md", "--all"
    )


def test_wrong_level_is_shown(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, {"docs/Shelf.md": "# Class Shelf\n\n### Methods\n"})
    assert "### Methods\n" + " " * 40 + "on level 3; the format has 2\n" in shown(capsys, "docs/Shelf.md")


def test_title_that_shows_nothing(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        shop,
        {
            "shop.toml": FORMAT.replace("Class {symbol}", "`{name}`").replace('"{symbol}.md"', '"{name}.md"'),
            "docs/Shelf.md": "# `Basket`\n",
        },
    )
    out = " ".join(shown(capsys, "docs/Shelf.md").split())
    assert "the title `# `Basket`` matches `# `{name}``, but shows nothing: that has no words of its own, and no" in out


def test_json_is_what_programs_get(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, {"docs/Shelf.md": "# Class Shelf \x1b[31m\u202e ##[group]\n\n## Methods\n"})
    out = shown(capsys, "docs/Basket.md", "docs/Shelf.md", "--format", "shop.toml", "--output-format", "json")
    assert "\x1b" not in out
    assert "##[" not in out
    document = json.loads(out)
    jsonschema.validate(document, PagesDocument.model_json_schema())
    page = read_page(PAGE, path="docs/Basket.md", format=tomllib.loads(FORMAT), sources=shop, rules=None)
    assert page.idle_rules
    assert document["pages"][0] == page.to_dict()
    assert document["pages"][1]["symbols"][0]["name"] == "Shelf \x1b[31m\u202e ##[group]"


def test_terminal_is_safe(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, {"docs/Bad.md": PAGE.replace("A basket.", "\x1b[31m \u202e").replace("m1", "\x1b]0;x\x07")})
    out = shown(capsys, "docs/Bad.md", "--all")
    assert not {"\x1b", "\u202e", "\x07"} & set(out)
    colored = shown(capsys, "docs/Bad.md", "--color", "always")
    assert "\x1b[1mdocs/Bad.md\x1b[0m" in colored
    assert "\x1b[31m" not in colored


def test_several_pages(shop: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write(shop, {"docs/Shelf.md": "# Class Shelf\n"})
    monkeypatch.chdir(shop / "docs")
    out = shown(capsys, "Shelf.md", "Basket.md", "--root", "..")
    assert out.startswith("Shelf.md: `class` of `shop`\n")
    assert "\n\nBasket.md: `class` of `shop`\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["docs"], "doclint: `docs` is a folder; name pages in it\n"),
        (["gone.md"], "doclint: `gone.md` does not exist\n"),
        (["docs/big.md"], "doclint: `docs/big.md` has more than 900 bytes, which is the limit `limits.file-bytes`\n"),
        ([], "Missing argument 'PAGE...'"),
    ],
)
def test_what_cannot_be_shown(
    shop: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    write(shop, {"docs/big.md": "a" * 901, "doclint.toml": "limits.file-bytes = 900\n"})
    assert message in refused(capsys, *arguments)


def test_wide_characters_take_two_columns(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(shop, {"docs/Basket.md": PAGE.replace("A basket.", "籠" * 200)})
    [line] = [line for line in shown(capsys, "docs/Basket.md").splitlines() if "籠" in line]
    assert line.endswith(f" {'籠' * 39}…")
