"""Which formats and kinds the pages of a repository have, and why some pages have none."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tree import write

import doclint
from doclint.cli.main import run_cli
from doclint.config.survey import marked_formats
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import parse
from doclint.repository.in_memory import Memory

SHOP = """\
name = "shop"
docs-root = "docs"

[[kind]]
name = "class"
path = "{_}.md"
title = "Class {symbol}"
defines = "class"

[[kind.section]]
heading = "Fields"

[[kind]]
name = "person"
path = "{_}.md"
title = "{_} of the shop"

[[kind]]
name = "crew"
path = "{_}.md"
title = "Crew {_}"
"""
AXIOS_PAGE = Path(__file__).parent / "golden" / "openapi-axios" / "7.26" / "docs" / "TreesApi.md"
FIELDS = "\n\n## Fields\n\nNone.\n"


@pytest.fixture
def shop(root: Path) -> Path:
    write(root, "doclint.toml", 'formats = ["shop.toml"]\n')
    write(root, "shop.toml", SHOP)
    for name in ("Basket", "Till", "Lid"):
        write(root, f"docs/{name.lower()}.md", f"# Class {name}{FIELDS}")
    write(root, "docs/people/crew.md", "# Owner of the shop\n")
    write(root, "docs/people/all.md", "# Crew of the shop\n")
    write(root, "docs/people/old/door.md", f"# Door{FIELDS}")
    write(root, "docs/people/old/gate.md", "# Notes\n")
    write(root, "README.md", "# The shop\n")
    return root


OUTPUT = """\
shop: 4 pages
  class   3  docs/
  person  1  docs/people/crew.md
  3 pages compared with no source, such as docs/basket.md: the format names no source
  1 page compared with no source, docs/people/crew.md: pages of its kind document no symbols

4 pages of no known kind:
  1 page fits several kinds alike:
      docs/people/all.md
          Nothing decides between `crew` of `shop` and `person` of `shop`
  1 page is nearest to `class` of `shop`, but does not fit it:
      docs/people/old/door.md
          the title `# Door` does not match `# Class {symbol}`
          1 of 1 required section found
          100% of the other headings are those of the kind
  2 pages do not look like those of any format:
      README.md
      docs/people/old/gate.md
"""


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run_cli(["formats", "find", "--output-format", "json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("shop")
def test_output_has_the_pages_of_each_kind_and_why_others_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["formats", "find"]) == 0
    assert capsys.readouterr().out == OUTPUT


@pytest.mark.usefixtures("shop")
def test_all_pages_are_listed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["formats", "find", "--all"]) == 0
    text = capsys.readouterr().out
    assert "  class   3\n      docs/basket.md\n      docs/lid.md\n      docs/till.md\n" in text


@pytest.mark.usefixtures("shop")
def test_programs_get_every_page(capsys: pytest.CaptureFixture[str]) -> None:
    document = found(capsys)
    run_cli(["schema", "recognition"])
    jsonschema.validate(document, json.loads(capsys.readouterr().out))
    kinds = {kind["name"]: kind["pages"] for format_ in document["formats"] for kind in format_["kinds"]}
    assert kinds == {"class": ["docs/basket.md", "docs/lid.md", "docs/till.md"], "person": ["docs/people/crew.md"]}
    assert {one["path"]: (one["why"], one["format"], one["kind"]) for one in document["others"]} == {
        "README.md": ("unlike", "", ""),
        "docs/people/all.md": ("unclear", "shop", "crew"),
        "docs/people/old/door.md": ("unfit", "shop", "class"),
        "docs/people/old/gate.md": ("unlike", "", ""),
    }


@pytest.mark.usefixtures("shop")
def test_pages_are_those_of_the_paths(capsys: pytest.CaptureFixture[str]) -> None:
    document = found(capsys, "docs/people/old")
    assert document["formats"] == []
    assert len(document["others"]) == 2


def test_pages_may_have_nothing_in_common_with_a_format(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(12):
        write(root, f"docs/{'abcde'[number % 5]}/{number}.md", "# Page\n")
    assert run_cli(["formats", "find"]) == 0
    assert capsys.readouterr().out == (
        "12 pages of no known kind:\n"
        "  12 pages do not look like those of any format:\n"
        "      3  docs/a/\n      3  docs/b/\n      2  docs/c/\n      2  docs/d/\n      2  1 other folder\n"
    )


def test_there_may_be_no_pages(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["formats", "find"]) == 0
    assert capsys.readouterr().out == "There are no pages.\n"


def test_names_and_titles_are_safe_to_print(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'formats = ["shop.toml"]\n')
    write(root, "shop.toml", SHOP)
    write(root, "docs/a\x1b[31m.md", f"# Door \x1b[31m{FIELDS}")
    assert run_cli(["formats", "find"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_pages_of_several_roots_are_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "ab":
        write(root, f"{name}/doclint.toml", "root = true\n")
        write(root, f"{name}/page.md", "# Page\n")
    assert run_cli(["formats", "find", "a", "b"]) == 2
    assert "several roots" in capsys.readouterr().err


MARKED = """\
name = "shelf"
marks = ["*Made by shelf*"]

[[kind]]
name = "class"
path = "{_}.md"
title = "Class {symbol}"
defines = "class"
"""


def test_page_with_a_mark_is_near_what_it_does_not_fit(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'formats = ["shelf.toml"]\n')
    write(root, "shelf.toml", MARKED)
    write(root, "docs/a.md", "# Class Basket\n\n*Made by shelf*\n")
    write(root, "docs/b.md", "# Basket\n\n*Made by shelf*\n")
    write(root, "docs/c.md", "# Class Basket\n")
    document = found(capsys)
    assert [kind["pages"] for kind in document["formats"][0]["kinds"]] == [["docs/a.md"]]
    assert [(one["path"], one["why"]) for one in document["others"]] == [
        ("docs/b.md", "unfit"),
        ("docs/c.md", "unlike"),
    ]


def test_first_configuration_names_the_formats_that_marks_call_for() -> None:
    pages = {"docs/a.md": b"# Class Basket\n\n*Made by shelf*\n", "docs/b.md": b"# Basket\n"}
    formats = FormatSet.of([parse(tomllib.loads(MARKED), "shelf.toml")])
    names = marked_formats(list(pages), Memory(pages), formats)
    assert names == {"shelf"}


@pytest.mark.parametrize(("title", "is_of_axios"), [("# TreesApi", True), ("# .TreesApi", False)])
def test_pages_of_another_generator_of_openapi(title: str, is_of_axios: bool) -> None:
    page = AXIOS_PAGE.read_text(encoding="utf-8")
    text = page.replace(page.partition("\n")[0], title, 1)
    assert (doclint.read_page(text, path="docs/TreesApi.md").format == "openapi-axios") == is_of_axios
