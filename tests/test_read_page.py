"""What programs get of a page: `doclint.read_page`."""

import json
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from format_trees import WILD, table_of
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator
from strategies import MARKDOWN

import doclint
from doclint import PageContents, read_page
from doclint.markdown.source import Source


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(PageContents.model_json_schema())


SHOP = tomllib.loads("""
name = "shop"
docs-root = "docs"
own-holes = ["id", "kept"]
parameters = ["product"]
footer = ["Made for {product}, {generated.version}"]
separators = true

[claims.stock]
fresh = { text = "It holds {count.entries:int} fruits." }

[[kind]]
name = "class"
path = "{symbol}.md"
title = "Class {symbol}"
front-matter = { id = "{id}" }
source = "shop/{symbol|snake}.py"
defines = "class"
content = [
    { shape = "fields", items = [{ key = "Bytes", value = "{size.bytes}" }, { key = "Kept", value = "`{kept}`" }] },
    { shape = "entries", of = "bases", label = "Extends", item = "`{base}`", optional = true },
    { shape = "prose", of = "docstring" },
]

[[kind.section]]
heading = "Stock"
content = [{ shape = "claims", of = "stock", layout = "sentences" }, { shape = "example", fence = "python" }]

[[kind.section]]
heading = "Fields"
content = [{ shape = "table", header = ["Name", "Type", "Default"], defines = "field", row = [
    "{symbol}[{optional='?'}]",
    "{type:markup}",
    ["`{default}`", ""],
] }]

[[kind.section]]
heading = "Methods"

[[kind.section.child]]
heading = "{symbol}()"
key = "method"
repeats = true
defines = "method"
content = [
    { shape = "signature", fence = "python", text = "[{async='async '}]def {symbol}({parameters})[ -> {returns}]" },
    { shape = "text", optional = true, text = "Defined in [{source.path}:{source.line:int}]({source.link})" },
    { shape = "symbols", optional = true, defines = "parameter", item = "`{symbol}`: {description}" },
    { shape = "prose", of = "docstring" },
]

[[kind.section]]
heading = "See also"

[[kind.section]]
heading = "Sold at"

[[kind]]
name = "index"
path = "index.md"
title = "All classes"
""")
PAGE = """\
---
id: basket
written: 2024-05-01
---

# Class Basket

- **Bytes**: 13,269
- **Kept**: `cool`

**Extends**: `Holder`

A basket of fruit.

It is *woven*.

***

## Stock

It holds 3 fruits. It smells good.

```python
Basket().weigh()
```

## Fields

| Name | Type | Default |
| --- | --- | --- |
| size? | [int](int.md) | `3` |
| lid | `bool` | |
| a | b | c |

## Methods

### weigh()

```python
async def weigh(self, unit: str = "g", *items) -> float
```

Defined in [shop/basket.py:12](../shop/basket.py#L12)

- `unit`: How to weigh.

Weigh the basket.

### empty()

```python
def empty(self)
```

## Notes

See [the shelf](shelf.md#top), <https://example.org> and ![a basket](basket.png).

[unused]: gone.md

Made for Orchard, 1.2
"""
_MISSING = "`## Fields`, `## Methods`, `## See also`, `## Sold at`"
SOURCES = {"shop/basket.py": "class Basket: ...\n", "docs/shelf.md": "# Shelf\n"}


@cache
def contents() -> PageContents:
    return read_page(PAGE, path="docs/Basket.md", format=SHOP, sources=SOURCES)


def text_of(lines: tuple[int, int]) -> str:
    return "\n".join(PAGE.splitlines()[lines[0] - 1 : lines[1]])


def test_kind_and_subject() -> None:
    page = contents()
    assert (page.format, page.kind, page.path) == ("shop", "class", "docs/Basket.md")
    assert page.subject is not None
    assert (page.subject.path, page.subject.language, page.subject.holes) == (
        "shop/basket.py",
        "python",
        {"symbol": "Basket"},
    )
    assert page.title is not None
    assert (page.title.text, page.title.matches, page.title.line) == ("Class Basket", True, 6)
    alone = read_page(PAGE, path="docs/Basket.md", format=SHOP).subject
    assert alone is not None
    assert (alone.path, alone.files) == (None, ["shop/basket.py"])


def test_metadata() -> None:
    page = contents()
    assert page.front_matter is not None
    assert page.front_matter.data == {"id": "basket", "written": "2024-05-01"}
    assert (page.front_matter.captures["id"].text, page.front_matter.captures["id"].column) == ("basket", 5)
    assert [(field.key, field.text, field.state, field.line) for field in page.fields] == [
        ("Bytes", "13,269", "matched", 8),
        ("Kept", "cool", "matched", 9),
    ]
    size = page.fields[0].captures["size.bytes"]
    assert (size.text, size.number, size.line, size.column) == ("13,269", 13269, 8, 14)
    assert page.parameters == {"product": "Orchard"}
    assert {name: one.text for name, one in page.generated.items()} == {"version": "1.2"}


def test_symbols_with_their_members() -> None:
    [basket] = contents().symbols
    assert (basket.name, basket.kinds, basket.bases, basket.docstring) == (
        "Basket",
        ["class"],
        ["Holder"],
        "A basket of fruit.\n\nIt is *woven*.",
    )
    assert [example.text for example in basket.examples] == ["Basket().weigh()\n"]
    size, lid, weigh, empty = basket.members
    assert (size.name, size.qualified_name, size.kinds, size.type, size.default) == (
        "size",
        "Basket.size",
        ["field"],
        "int",
        "3",
    )
    assert [one.is_optional for one in (size, lid)] == [True, False]
    assert (weigh.is_async, weigh.returns, weigh.docstring) == (True, "float", "Weigh the basket.")
    assert weigh.source is not None
    assert (weigh.source.path, weigh.source.line, weigh.source.link) == (
        "shop/basket.py",
        12,
        "../shop/basket.py#L12",
    )
    [signature] = weigh.signatures
    assert signature.parameters is not None
    assert [(one.name, one.type, one.default, one.is_optional) for one in signature.parameters] == [
        ("self", None, None, False),
        ("unit", "str", '"g"', True),
        ("items", None, None, True),
    ]
    assert [(one.qualified_name, one.description) for one in weigh.members] == [("Basket.weigh.unit", "How to weigh.")]
    assert (empty.is_async, empty.returns, empty.docstring) == (False, None, None)


def test_names_of_a_keyword_index_are_symbols() -> None:
    path = Path(__file__).parent / "pages/docs/src/basket.py_kw.md"
    page = read_page(path.read_bytes(), path="docs/src/basket.py_kw.md")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [(one.name, one.kinds) for one in page.symbols][:2] == [("Basket", ["class"]), ("empty", ["function"])]
    assert all(one.name in lines[one.line - 1] for one in page.symbols)


def test_lines_are_those_of_the_page() -> None:
    page = contents()
    [basket] = page.symbols
    weigh = basket.members[2]
    assert text_of((weigh.line, weigh.end_line)).startswith("### weigh()")
    assert text_of((weigh.line, weigh.end_line)).endswith("\nWeigh the basket.")
    assert text_of((basket.line, basket.end_line)).startswith("# Class Basket")
    [table] = page.tables
    assert text_of((table.rows[1].line, table.rows[1].end_line)) == "| lid | `bool` | |"
    assert [text_of((one.line, one.line)) for one in page.sections] == [
        "## Stock",
        "## Fields",
        "## Methods",
        "### weigh()",
        "### empty()",
        "## Notes",
    ]
    methods = page.sections[2]
    assert text_of((methods.end_line - 2, methods.end_line)) == "```python\ndef empty(self)\n```"
    assert page.lines == len(PAGE.splitlines())


def test_sections_and_what_their_elements_took() -> None:
    page = contents()
    assert [(one.key, one.state) for one in page.sections] == [
        ("stock", "known"),
        ("fields", "known"),
        ("methods", "known"),
        ("method", "known"),
        ("method", "known"),
        ("see-also", "renamed"),
    ]
    assert [(one.key, one.heading, one.line) for one in page.absent_sections] == [("sold-at", "Sold at", None)]
    other = read_page(PAGE.replace("## Stock", "## Draft\n\n## Stock"), path="docs/Basket.md", format=SHOP)
    assert [(one.key, one.heading, one.state) for one in other.sections[:2]] == [
        ("", "Draft", "unknown"),
        ("stock", "Stock", "known"),
    ]
    weigh = page.sections[3]
    assert [(one.shape, len(one.entries)) for one in weigh.elements] == [
        ("signature", 0),
        ("text", 0),
        ("symbols", 1),
        ("prose", 0),
    ]
    assert weigh.elements[1].pattern == "Defined in [{source.path}:{source.line:int}]({source.link})"
    assert [one.shape for one in page.elements] == ["fields", "entries", "prose", "prose"]


def test_absent_elements() -> None:
    page = read_page("# Class Basket\n\n## Stock\n\nText.\n", path="docs/Basket.md", format=SHOP)
    [stock] = page.sections
    assert [(one.shape, one.pattern) for one in stock.absent] == [("claims", "stock"), ("example", "python")]


def test_links_tables_claims_and_code() -> None:
    page = contents()
    assert [(one.kind, one.text, one.path, one.fragment, one.exists, one.line) for one in page.links] == [
        ("inline", "int", "docs/int.md", "", False, 31),
        ("inline", "shop/basket.py:12", "shop/basket.py", "L12", True, 43),
        ("inline", "the shelf", "docs/shelf.md", "top", True, 57),
        ("autolink", "https://example.org", None, "", None, 57),
        ("inline", "a basket", "docs/basket.png", "", False, 57),
    ]
    assert [one.is_image for one in page.links] == [False, False, False, False, True]
    [table] = page.tables
    assert (table.header, table.is_described, table.section) == (["Name", "Type", "Default"], True, "fields")
    assert [row.cells for row in table.rows] == [["size?", "int", "3"], ["lid", "bool", ""], ["a", "b", "c"]]
    assert [sorted(row.captures) for row in table.rows] == [
        ["default", "optional", "symbol", "type"],
        ["symbol", "type"],
        [],
    ]
    [claim] = page.claims
    assert (claim.of, claim.key, claim.text, claim.captures["count.entries"].number) == (
        "stock",
        "fresh",
        "It holds 3 fruits.",
        3,
    )
    assert [(one.language, one.section) for one in page.code] == [
        ("python", "stock"),
        ("python", "method"),
        ("python", "method"),
    ]


def test_citations() -> None:
    text = "# A\n\n[f](../src/a.py#L4-L5), then\n[a.py:1-2, NaN](file://src/a.py#L1-L2) and [src/b.py:3]\n"
    page = read_page(text, path="wiki/a.md", sources={"src/a.py": "a = 1\n" * 5})
    found = [(one.line, one.column, one.path, one.symbol, one.base, one.exists) for one in page.citations]
    assert found == [
        (3, 1, "src/a.py", "f", "page", True),
        (4, 1, "src/a.py", "", "root", True),
        (4, 44, "src/b.py", "", "root", False),
    ]
    assert [[(one.text, one.first, one.last) for one in cited.lines] for cited in page.citations] == [
        [("L4-L5", 4, 5)],
        [("L1-L2", 1, 2), ("NaN", None, None)],
        [("3", 3, 3)],
    ]
    assert read_page(text, path="wiki/a.md").citations == []


def test_prose_is_what_no_element_took_and_free_text() -> None:
    described = [(one.text, one.of) for one in contents().prose if one.is_described]
    assert described == [
        ("A basket of fruit.", "docstring"),
        ("It is *woven*.", "docstring"),
        ("Weigh the basket.", "docstring"),
        ("See [the shelf](shelf.md#top), <https://example.org> and ![a basket](basket.png).", ""),
    ]
    free = [one.text for one in contents().prose if not one.is_described]
    assert free == [
        "It smells good.",
        "| a | b | c |",
    ]


def test_parts() -> None:
    takers = [(one.taker, one.shape, one.line, one.end_line) for one in contents().parts]
    assert takers[:9] == [
        ("front-matter", "", 1, 4),
        ("title", "", 6, 6),
        ("element", "fields", 8, 9),
        ("element", "entries", 11, 11),
        ("free-text", "prose", 13, 13),
        ("free-text", "prose", 15, 15),
        ("separator", "", 17, 17),
        ("heading", "", 19, 19),
        ("nothing", "", 21, 21),
    ]
    assert takers[-4:] == [
        ("heading", "", 55, 55),
        ("free-text", "prose", 57, 57),
        ("definition", "", 59, 59),
        ("footer", "", 61, 61),
    ]


_UNFIT = """\
The page does not fit the kind that has pages at such a path: the title, the footer, the front matter or three \
required sections must show that it is one"""
_NO_TITLE = f"""\
there is no title such as `# Class {{symbol}}`; 0 of 5 required sections found (missing: `## Stock`, {_MISSING}); \
the footer is not there"""
_OTHER_TITLE = f"""\
the title `# Basket` does not match `# Class {{symbol}}`; 1 of 5 required sections found (missing: {_MISSING}); \
100% of the other headings are those of the kind; the footer is not there"""
_ELSEWHERE = "No format matches this path; formats have pages at `docs/{symbol}.md`, `docs/index.md`"


def test_parts_that_no_format_describes() -> None:
    text = "# Class Basket\n\n<!-- doclint: allow-file mojibake -- why -->\n\n[a]: b.md\n\n***\n\nText.\n"
    shop = read_page(text, path="docs/Basket.md", format=SHOP)
    assert [(one.line, one.taker) for one in shop.parts] == [
        (1, "title"),
        (3, "suppression"),
        (5, "definition"),
        (7, "separator"),
        (9, "free-text"),
    ]
    other = read_page(text, path="docs/Basket.md", format={**SHOP, "separators": False})
    assert [(one.line, one.taker) for one in other.parts][3] == (7, "free-text")


@pytest.mark.parametrize(
    ("text", "path", "reason", "evidence"),
    [
        ("# Basket\n\n## Stock\n", "docs/Basket.md", _UNFIT, _OTHER_TITLE),
        ("Text.\n", "docs/Basket.md", _UNFIT, _NO_TITLE),
        ("# Notes\n", "notes.md", _ELSEWHERE, ""),
    ],
)
def test_page_of_no_kind_says_what_it_lacks(text: str, path: str, reason: str, evidence: str) -> None:
    page = read_page(text, path=path, format=SHOP)
    assert (page.kind, page.reason) == (None, reason)
    assert [one.reason for one in page.candidates] == ([evidence] if evidence else [])


def test_best_kind_says_why_it_won() -> None:
    page = read_page("# All classes\n", path="docs/index.md", format=SHOP)
    assert page.reason == "`index` of `shop` is the only one of 2 kinds that have pages at such a path and that fits"
    assert [(one.kind, one.is_chosen, one.fits, one.title) for one in page.candidates] == [
        ("index", True, True, "telling"),
        ("class", False, False, "none"),
    ]
    other = {**SHOP, "name": "other"}
    tied = read_page("# All classes\n", path="docs/index.md", format=[SHOP, other])
    assert tied.reason == "Nothing decides between `index` of `other` and `index` of `shop`"
    both = {**SHOP, "kind": [*SHOP["kind"], {"name": "any", "path": "{symbol}.md", "title": "{symbol}"}]}
    won = read_page(PAGE, path="docs/Class Basket.md", format=both)
    assert won.reason == "`class` of `shop` fits better than `any` of `shop`: its title fits better"


@pytest.mark.parametrize(
    ("own", "other", "text", "reason"),
    [
        (
            {"front-matter": {"layout": "api"}},
            {},
            "---\nlayout: api\n---\n# Class Basket\n",
            "the front matter is that of its pages",
        ),
        ({"path": "api/{_}.md"}, {}, "# Class Basket\n", "its path says more of the path of the page"),
        (
            {"section": [{"heading": "Use", "required": False}]},
            {"section": [{"heading": "{_}", "key": "any", "repeats": True}]},
            "# Class Basket\n\n## Use\n",
            "more of the headings of the page can be no others than its own",
        ),
        ({"footer": ["End"]}, {}, "# Class Basket\n\nEnd\n", "the page ends with its footer"),
    ],
)
def test_each_evidence_has_its_words(own: dict[str, Any], other: dict[str, Any], text: str, reason: str) -> None:
    standard = {"path": "{_}/{_}.md", "title": "Class {_}"}
    kinds = [{"name": "other", **standard, **other}, {"name": "own", **standard, **own}]
    page = read_page(text, path="api/basket.md", format={"name": "shop", "docs-root": "", "kind": kinds})
    assert page.reason == f"`own` of `shop` fits better than `other` of `shop`: {reason}"


def test_page_of_no_kind_has_what_any_page_has() -> None:
    text = "# A\n\nSee [b](b.md).\n\n> ## Quoted\n\n## B\n\n| c |\n| - |\n| d |\n\n### C\n\n```sh\nls\n```\n\n## D\n"
    page = read_page(text, path="notes/a.md", format=[])
    assert [(one.heading, one.level, one.line, one.end_line, one.key) for one in page.sections] == [
        ("A", 1, 1, 19, ""),
        ("B", 2, 7, 17, ""),
        ("C", 3, 13, 17, ""),
        ("D", 2, 19, 19, ""),
    ]
    assert [one.path for one in page.links] == ["notes/b.md"]
    assert [(one.header, one.section) for one in page.tables] == [(["c"], "B")]
    assert [(one.language, one.text, one.section) for one in page.code] == [("sh", "ls\n", "C")]
    assert (page.symbols, page.prose, page.title, page.subject) == ([], [], None, None)
    assert {one.taker for one in page.parts} == {"nothing"}


def check(text: str | bytes, path: str, format_: object) -> PageContents:
    """Read a page, and check what holds for every page."""
    page = read_page(text, path=path, format=format_)  # type: ignore[arg-type]
    as_dict = page.to_dict()
    assert read_page(text, path=path, format=format_) == page  # type: ignore[arg-type]
    assert json.loads(json.dumps(as_dict)) == as_dict
    assert json.loads(page.model_dump_json()) == as_dict
    assert PageContents.model_validate(as_dict) == page
    source = Source.of(text)
    written = [number for number in range(1, len(source.line_starts) + 1) if source.line(number).strip()]
    in_parts = Counter(number for part in page.parts for number in range(part.line, part.end_line + 1))
    assert [number for number in written if in_parts[number] != 1] == []
    assert max(in_parts.values(), default=1) == 1
    starts = [part.line for part in page.parts]
    assert starts == sorted(starts)
    return page


@settings(max_examples=40)
@given(MARKDOWN, st.sampled_from(["docs/Basket.md", "docs/index.md", "docs/a.py_docs.md", "a.md"]))
def test_any_page_can_be_read(text: str, path: str) -> None:
    for format_ in (SHOP, "repo-docs"):
        check(text, path, format_)


@settings(max_examples=40)
@given(st.integers(0, 60), MARKDOWN)
def test_each_line_is_in_one_part(cut: int, text: str) -> None:
    lines = PAGE.splitlines(keepends=True)
    check("".join([*lines[:cut], text, "\n", *lines[cut:]]), "docs/Basket.md", SHOP)


@pytest.mark.parametrize(
    "text",
    [
        '---\nid: "\\ud800"\nsize: .inf\nno: .nan\nbig: 99999999999999999999\nyes: true\n1: 2\n---\n# Class Basket\n',
        "---\na: &a [*a]\n---\n# Class Basket\n",
        "---\na: &a [1, 2]\nb: &b [*a, *a]\nc: &c [*b, *b]\n---\n# Class Basket\n",
        f"---\na: {'[' * 60}{']' * 60}\n---\n# Class Basket\n",
        "---\n: : :\n---\n# Class Basket\n",
        "\ud800 # Class Basket\n",
        b"# Class Basket \xff\xfe\n\n[a](%ff.md)\n",
        "",
        "\r\r\n\n",
        "# Class Basket\n\n## Stock\n\n" + "".join(f"{'  ' * depth}- a\n" for depth in range(300)),
        "# Class Basket\n\n" + "> " * 500 + "a\n",
    ],
)
def test_strange_pages(text: str | bytes) -> None:
    validator().validate(check(text, "docs/Basket.md", SHOP).to_dict())


def test_symbols_are_nested_as_deep_as_lists() -> None:
    format_ = tomllib.loads("""
name = "tree"
docs-root = ""
[[kind]]
name = "tree"
path = "{folder}.md"
title = "Tree"
defines = "module"
content = [{ shape = "symbols", defines = "class", item = "{symbol}", nested = true }]
section = [{ heading = "{symbol}", defines = "class", required = false }]
""")
    text = "# Tree\n\n" + "".join(f"{'  ' * depth}- c{depth}\n" for depth in range(300))
    page = read_page(text, path="a.md", format=format_, config={"limits": {"depth": 200}})
    assert len(page.model_dump_json()) > 10_000
    assert json.loads(json.dumps(page.to_dict())) == page.to_dict()


def test_names_of_files_that_are_not_text() -> None:
    page = read_page("# Class \udce9\n", path="docs/caf\udce9.md", format=SHOP)
    assert page.path == "docs/caf\\xe9.md"
    assert page.model_dump_json()


def test_rules_with_nothing_to_read() -> None:
    page = read_page(PAGE, path="docs/Basket.md", format=SHOP, rules=["wrong-size", "unsorted-list", "broken-link"])
    assert page.idle_rules == {"unsorted-list": "pages of its kind have no key `sorted-by` of lists and tables"}
    assert contents().idle_rules == {}
    assert "wrong-size" in read_page("Text.\n", format=SHOP, rules=None).idle_rules


def test_wrong_arguments() -> None:
    with pytest.raises(doclint.UsageError, match=re.escape("`text` has 8 bytes, and `limits.file-bytes` is 4")):
        read_page("# Basket", config={"limits": {"file-bytes": 4}})
    with pytest.raises(doclint.UsageError, match="built-in format `repo-doc`; did you mean `repo-docs`"):
        read_page("# A\n", format="repo-doc")
    with pytest.raises(doclint.UsageError, match="`text` is 1"):
        read_page(1)  # type: ignore[arg-type]


def test_pages_fit_the_schema() -> None:
    validator().validate(contents().to_dict())
    for path in sorted((Path(__file__).parent / "pages").rglob("*.md")):
        place = path.relative_to(Path(__file__).parent / "pages").as_posix()
        page = check(path.read_bytes(), place, "repo-docs")
        validator().validate(page.to_dict())
        assert (page.kind is None) == (not place.startswith("docs/"))


def test_every_property_is_described_or_plain() -> None:
    # A name that says all needs no description; anything that is null, or has a set of values, needs one.
    definitions = {**PageContents.model_json_schema()["$defs"], "PageContents": PageContents.model_json_schema()}
    assert all(model.get("description") for model in definitions.values())


@pytest.mark.parametrize(
    ("tree", "format_", "least"),
    [
        ("openapi-client", "openapi-python", 90),
        ("firebase", "typedoc", 0),
    ],
)
def test_real_pages(tree: str, format_: str, least: int) -> None:
    root = WILD / tree
    if not root.is_dir():
        pytest.skip("the corpus is not there")
    table = doclint.Format.from_table(table_of(format_))
    pages = [path for path in sorted(root.rglob("*.md")) if "node_modules" not in path.parts][::4]
    found = [check(path.read_bytes(), path.relative_to(root).as_posix(), table) for path in pages]
    assert sum(page.kind is not None for page in found) >= least


def test_diagrams() -> None:
    text = (
        "# Shop\n\n```mermaid\nflowchart TD\nA[shop.py] -->|sells| B\n```\n\n```mermaid\nclassDiagram\n"
        "class Box {\n+size\n}\nUnit <|-- Box\n```\n\n```mermaid\nsequenceDiagram\nA->>B\n```\n\n```mermaid\npie\n```\n"
    )
    page = read_page(text, path="wiki/a.md")
    assert [(one.type, one.line, one.end_line, one.parses) for one in page.diagrams] == [
        ("flowchart", 3, 6, True),
        ("class", 8, 14, True),
        ("sequence", 16, 19, False),
    ]
    flow, classes, _ = page.diagrams
    assert [(one.id, one.label, one.line) for one in flow.nodes] == [("A", "shop.py", 5), ("B", "", 5)]
    assert [(one.source, one.mark, one.target, one.label, one.line) for one in flow.edges] == [
        ("A", "-->", "B", "sells", 5)
    ]
    assert [(one.owner, one.text, one.line) for one in classes.members] == [("Box", "+size", 11)]
    assert [(one.source, one.mark, one.target) for one in classes.edges] == [("Unit", "<|--", "Box")]
