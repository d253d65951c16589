"""The structure of pages: titles, levels, open sections, anchors, alternatives, conditions, footers, front matter."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from doclint.cli.main import run_cli
from doclint.errors.exceptions import FormatError
from doclint.formats import loading
from doclint.formats.reading.outline import Section
from doclint.markdown.source import Source
from doclint.page.parsed_page import ParsedPage

MODULES = """
name = "modules"
docs-root = "site"
separators = true

[language]
".py" = { type = "Python", family = "python" }
"*" = { type = "File" }

[[kind]]
name = "modules"
path = "{path}.md"
front-matter = { title = "Modules of {name}", "source.file" = "{path}" }
open = true

[[kind.section]]
key = "module"
heading = "Module {module}"
level = [1, 2]
before = '<a id="{module}"></a>'
repeats = true

[[kind.section.child]]
key = "class"
heading = ["Class {symbol}", "Enum {symbol}"]
before = ['<a id="{_}.{symbol:name}"></a>', ""]
repeats = true
required = false

[[kind.section.child.child]]
key = "method"
heading = "{symbol}"
level = 4
before = '<a id="{_}.{_:name}.{symbol:name}"></a>'
repeats = true
required = false
content = [{ shape = "entries", of = "parameters", item = "`{parameter}`" }, { shape = "prose" }]

[[kind.section.child]]
key = "function"
heading = "{symbol:name}"
level = 4
before = '<a id="{_}.{symbol:name}"></a>'
repeats = true
required = false
"""
MODULES_PAGE = """\
---
title: Modules of shop.py
source: {file: shop.py}
---

<a id="shop"></a>

# Module shop

Sells bread.

### Usage

Buy some.

# Prices

They vary.

## Class Basket

Holds bread.

#### Example

---

Another part.

<a id="shop.Basket.weigh"></a>

#### weigh

- `unit`

---

Adds up.

## Note

In grams.

<a id="shop.open"></a>

#### open

Opens at six.

<a id="shop.Day"></a>

## Enum Day

Of the week.

<a id="bakery"></a>

## Module bakery

Bakes.

### Class Oven

Hot.
"""
GUIDE = """
name = "guides"
docs-root = "site"
footer = ["*The end*"]

[language]
".py" = { type = "Python", family = "python" }
"*" = { type = "File" }

[[kind]]
name = "guide"
path = "{path}.guide.md"
title = ["Guide to {name}", "How to use {name}"]

[[kind.section]]
heading = "Parameters"

[[kind.section]]
heading = "Options"
instead-of = "parameters"

[[kind.section]]
heading = "Imports"
when = { family = "python" }

[[kind.section]]
heading = "Notes"
level = [2, 3]
required = false

[[kind.section]]
heading = "Links"
content = []
required = false

[[kind]]
name = "list"
path = "{folder}/list.md"
title = "List of {folder}"
footer = []

[[kind.section]]
heading = "All"
"""
GUIDE_PAGE = """\
# Guide to shop.py

## Parameters

None.

## Imports

None.

## Notes

None.

*The end*
"""


@pytest.fixture
def found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str, str, str], list[tuple[str, int]]]:
    """What rules about structure find on a page of a format."""

    def check(format_: str, path: str, text: str) -> list[tuple[str, int]]:
        (tmp_path / "doclint.toml").write_text('formats = ["format.toml"]\n', encoding="utf-8")
        (tmp_path / "format.toml").write_text(format_, encoding="utf-8")
        (tmp_path / "shop.py").write_text("import os\n", encoding="utf-8")
        (tmp_path / "shop.txt").write_text("bread\n", encoding="utf-8")
        (tmp_path / "site").mkdir(exist_ok=True)
        (tmp_path / "site" / path).parent.mkdir(exist_ok=True)
        (tmp_path / "site" / path).write_text(text, encoding="utf-8")
        run_cli(
            ["check", "--root", str(tmp_path), "--select", "structure,style,wrong-subject", "--output-format", "json"]
        )
        findings = json.loads(capsys.readouterr().out)["findings"]
        return [(one["rule"], one["line"]) for one in findings]

    return check


def parsed(format_: str, path: str, text: str) -> ParsedPage:
    import tomllib

    return ParsedPage(path, Source.from_text(text), [loading.parse(tomllib.loads(format_), "here")])


def tree(sections: list[Section]) -> list[tuple[str, str, list[object]]]:
    return [(one.key, one.heading.text, list(tree(one.children))) for one in sections]


def test_sections_among_headings_of_docstrings() -> None:
    page = parsed(MODULES, "site/shop.py.md", MODULES_PAGE)
    assert page.outline is not None
    assert tree(page.outline.sections) == [
        (
            "module",
            "Module shop",
            [
                ("class", "Class Basket", [("method", "weigh", [])]),
                ("function", "open", []),
                ("class", "Enum Day", []),
            ],
        ),
        ("module", "Module bakery", [("class", "Class Oven", [])]),
    ]
    shop = page.outline.sections[0]
    assert [block.start for block in shop.blocks if type(block).__name__ == "Heading"] == [
        MODULES_PAGE.index("### Usage"),
        MODULES_PAGE.index("# Prices"),
    ]
    assert shop.captures["module"].text == "shop"
    assert {name: one.text for name, one in shop.children[0].children[0].captures.items()} == {"symbol": "weigh"}


def test_sound_page_with_headings_of_docstrings(found: Callable[[str, str, str], list[tuple[str, int]]]) -> None:
    assert found(MODULES, "shop.py.md", MODULES_PAGE) == []


def test_front_matter_is_captured() -> None:
    page = parsed(MODULES, "site/shop.py.md", MODULES_PAGE)
    captures = page.captures
    assert captures["name"][0].text == "shop.py"
    assert captures["path"][0].text == "shop.py"
    # The text is there twice, so that its place is not certain.
    assert captures["path"][0].span == page.document.front_matter.span  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Modules of shop.py", "Modules of other.py", [("wrong-subject", 2)]),
        ("# Module shop\n", "# Module bakery\n", []),
        ("Hot.", "", [("empty-section", 62)]),
    ],
)
def test_changed_page_of_modules(
    found: Callable[[str, str, str], list[tuple[str, int]]], old: str, new: str, expected: list[tuple[str, int]]
) -> None:
    assert old in MODULES_PAGE
    assert found(MODULES, "shop.py.md", MODULES_PAGE.replace(old, new)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("Guide to", "How to use", []),
        ("Guide to", "All of", [("wrong-subject", 1)]),
        ("## Parameters", "## Options", []),
        ("## Parameters\n\nNone.\n\n", "", [("missing-section", 3)]),
        ("## Imports\n\nNone.\n\n", "", [("missing-section", 7)]),
        ("## Notes", "### Notes", []),
        ("## Notes", "#### Notes", [("misplaced-section", 11)]),
        ("*The end*\n", "", [("missing-section", 13)]),
        ("*The end*\n", "## Links\n\n*The end*\n", []),
        ("## Parameters\n\nNone.", "## Parameters", [("empty-section", 3)]),
    ],
)
def test_guide(
    found: Callable[[str, str, str], list[tuple[str, int]]], old: str, new: str, expected: list[tuple[str, int]]
) -> None:
    assert old in GUIDE_PAGE
    assert found(GUIDE, "shop.py.guide.md", GUIDE_PAGE.replace(old, new)) == expected


def test_condition_that_is_not_met(found: Callable[[str, str, str], list[tuple[str, int]]]) -> None:
    text = GUIDE_PAGE.replace("shop.py", "shop.txt")
    assert found(GUIDE, "shop.txt.guide.md", text) == [("unexpected-section", 7)]
    assert found(GUIDE, "shop.txt.guide.md", text.replace("## Imports\n\nNone.\n\n", "")) == []


def test_message_names_both_alternatives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "doclint.toml").write_text('formats = ["format.toml"]\n', encoding="utf-8")
    (tmp_path / "format.toml").write_text(GUIDE, encoding="utf-8")
    (tmp_path / "site").mkdir()
    text = GUIDE_PAGE.replace("## Parameters\n\nNone.\n\n", "")
    (tmp_path / "site" / "shop.py.guide.md").write_text(text, encoding="utf-8")
    run_cli(["check", "--root", str(tmp_path), "--select", "missing-section"])
    assert "The section `## Parameters` or `## Options` is missing" in capsys.readouterr().out


def test_kind_without_the_footer_of_the_format(found: Callable[[str, str, str], list[tuple[str, int]]]) -> None:
    assert found(GUIDE, "src/list.md", "# List of src\n\n## All\n\nNone.\n") == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            'instead-of = "parameters"',
            'instead-of = "parameter"',
            "`instead-of` is `parameter`, which is not a section beside it; did you mean `parameters`?",
        ),
        ('instead-of = "parameters"', 'instead-of = "options"', "which is not a section beside it"),
        ('"Guide to {name}"', '"Guide to {count.file}"', "which no page can fill; did you mean `count.files`?"),
        ("level = [2, 3]", "level = [2, 7]", "level"),
    ],
)
def test_mistake_in_a_format(old: str, new: str, complaint: str) -> None:
    assert old in GUIDE
    with pytest.raises(FormatError, match=r".*") as error:
        parsed(GUIDE.replace(old, new), "site/a.md", "")
    assert complaint in str(error.value)


@pytest.mark.parametrize("front", ["title: [", "title: {a: b}", "a: 1", "title: 5\nsource: 3", "title: null"])
def test_front_matter_that_says_something_else(front: str) -> None:
    text = MODULES_PAGE.replace("title: Modules of shop.py\nsource: {file: shop.py}", front)
    page = parsed(MODULES, "site/shop.py.md", text)
    assert "path" not in page.captures


def test_thousands_of_nested_headings_are_read_in_linear_time() -> None:
    text = MODULES_PAGE + '<a id="bakery.f"></a>\n\n#### f\n\n###### x\n\n' * 5_000
    page = parsed(MODULES, "site/shop.py.md", text)
    assert len(page.sections) > 5_000


SHARED = """
name = "guides"
docs-root = "site"

[shared.sections.options]
heading = "Options"
content = ["values", { shape = "prose" }]

[shared.contents]
values = [{ shape = "entries", of = "values", item = "`{value}`" }]

[[kind]]
name = "guide"
path = "{path}.md"
title = "Guide to {name}"
section = ["options", { heading = "Tools", content = ["values"], child = [{ heading = "More", child = ["options"] }] }]
"""
SHARED_PAGE = "# Guide to a.py\n\n## Options\n\n- `a`\n\n## Tools\n\n- `b`\n\n### More\n\n#### Options\n\n- `c`\n"


def test_shared_sections_and_contents() -> None:
    page = parsed(SHARED, "site/a.py.md", SHARED_PAGE)
    assert [one.key for one in page.sections] == ["options", "tools", "tools.more", "tools.more.options"]
    assert [one.text for one in page.captures["value"]] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('section = ["options"', 'section = ["option"', "no `shared.sections.option`; did you mean `options`?"),
        ('content = ["values"], child', "child", ""),
        ('content = ["values", ', "content = [", ""),
        ("[shared.contents]", '[shared.contents]\nothers = ["values"]', "`shared.contents.others` is used nowhere"),
        ('[{ shape = "entries"', '["values", { shape = "entries"', "`shared.contents.values` contains itself"),
        ('"Options"\n', '"Options"\nchild = ["options"]\n', "`shared.sections.options` contains itself"),
        ("[shared.sections.options]", "[shared.section.options]", "no key `shared.section`; did you mean `sections`?"),
    ],
)
def test_mistake_in_what_is_shared(old: str, new: str, complaint: str) -> None:
    assert old in SHARED
    changed = SHARED.replace(old, new, 1)
    if not complaint:
        parsed(changed, "site/a.md", "")
        return
    with pytest.raises(FormatError) as error:
        parsed(changed, "site/a.md", "")
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("levels", "complaint"),
    [(15, "more than 10,000 elements in all places together"), (2_000, "inside of more than 20 other shared parts")],
)
def test_shared_parts_that_multiply_are_refused(levels: int, complaint: str) -> None:
    parts = "".join(f'p{number} = ["p{number + 1}", "p{number + 1}"]\n' for number in range(levels))
    text = SHARED.replace("[shared.contents]", f"[shared.contents]\n{parts}p{levels} = []\n")
    with pytest.raises(FormatError, match=complaint):
        parsed(text.replace('content = ["values"], child', 'content = ["p0", "values"], child'), "site/a.md", "")
