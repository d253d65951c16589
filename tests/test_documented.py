"""What pages document, and what their sources declare of it."""

import tomllib
from collections.abc import Mapping

import pytest
from format_trees import WILD, FormatTree

from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.formats.loading import parse
from doclint.formats.schema.format import Format
from doclint.markdown.source import Source
from doclint.page.declared import declared, signatures_of
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Missing, Unknown

SHOP = """
name = "shop"
docs-root = "docs"
footer = ["Made by *shopdoc*"]

[[kind]]
name = "class"
path = "{symbol}.md"
title = "{package}.{symbol}"
source = ["{package|path}/{symbol|snake}.py", "*/{symbol|snake}.py"]
defines = "class"
content = [{ shape = "prose", of = "docstring" }]

[[kind.section]]
heading = "Fields"
required = false
content = [{ shape = "table", header = ["Name", "Type"], defines = "field", row = ["{symbol}", "`{type}`"] }]

[[kind.section]]
heading = "Methods"
required = false

[[kind.section.child]]
heading = "{symbol}()"
key = "method"
repeats = true
required = false
defines = "method"
content = [
    { shape = "text", optional = true, text = "Defined in [{source.path}]({source.link})" },
    { shape = "symbols", optional = true, defines = "parameter", item = "{symbol}: {description}" },
    { shape = "prose", of = "docstring" },
]
"""
PAGE = """\
# shop.PearBasket

A basket of pears.

## Fields

| Name | Type |
| --- | --- |
| size | `int` |
| colour | `str` |
| weight | `float` |

## Methods

### weigh()

- scale: The scale.

Weigh it.

### way()

Made by *shopdoc*
"""
FILES = {
    "shop/__init__.py": "",
    "shop/fruit.py": "class Basket:\n    weight: float = 0\n",
    "shop/pear_basket.py": '''\
from shop.fruit import Basket

class PearBasket(Basket):
    """A basket of pears."""

    size: int = 3

    def __init__(self, size: int = 3) -> None: ...

    def weigh(self, scale, /): ...
''',
}


def page_of(text: str, files: Mapping[str, str], path: str = "docs/PearBasket.md", format_: str = SHOP) -> Page:
    formats = [parse(tomllib.loads(format_), "the format")]
    return Page(path, Source.from_text(text), formats=formats, repository=Memory({**files, path: text}))


def answers(page: Page) -> dict[str, str]:
    """What is known of each symbol, by its name: the line of its declaration, the nearest name, or the reason."""
    found: dict[str, str] = {}
    for symbol in (one for top in page.documented for one in top.walk() if "parameter" not in one.kinds):
        match declared(page, symbol):
            case Found(value):
                found[symbol.qualified] = f"{value.path}:{value.declaration.line}"
            case Missing(what):
                found[symbol.qualified] = f"missing, like {what.nearest}" if what.nearest else "missing"
            case Unknown(because=because):
                found[symbol.qualified] = because
    return found


def test_symbols_of_a_page_are_found_in_its_source() -> None:
    page = page_of(PAGE, FILES)
    assert page.described_file == "shop/pear_basket.py"
    assert answers(page) == {
        "PearBasket": "shop/pear_basket.py:3",
        "PearBasket.size": "shop/pear_basket.py:6",
        "PearBasket.colour": "missing",
        "PearBasket.weight": "shop/fruit.py:2",
        "PearBasket.weigh": "shop/pear_basket.py:10",
        "PearBasket.way": "missing",
    }


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("| Name |\n| --- |\n| size |", {"size": None}),
        ("| Name | Type |\n| --- | --- |\n| size | `int` |", {"size": "int"}),
        ("| Name | [Type] |\n| --- | --- |\n| size | `int` |", {}),
        ("| Type | Name |\n| --- | --- |\n| `int` | size |", {}),
        ("| Name | Type | Since |\n| --- | --- | --- |\n| size | `int` | 2 |", {}),
    ],
)
def test_a_table_may_lack_optional_columns(table: str, expected: dict[str, str | None]) -> None:
    format_ = SHOP.replace('header = ["Name", "Type"]', 'header = ["Name", "[Type]"]')
    page = page_of(f"# shop.PearBasket\n\n## Fields\n\n{table}\n\nMade by *shopdoc*\n", FILES, format_=format_)
    fields = [one for top in page.documented for one in top.walk() if "field" in one.kinds]
    types = {one.name.text: one.said("type") for one in fields}
    assert {name: type_ and type_.text for name, type_ in types.items()} == expected


def symbol_of(page: Page, name: str) -> DocumentedSymbol:
    return next(one for top in page.documented for one in top.walk() if one.qualified == name)


def test_what_a_page_says_belongs_to_the_nearest_symbol() -> None:
    page = page_of(PAGE, FILES)
    basket, weigh = symbol_of(page, "PearBasket"), symbol_of(page, "PearBasket.weigh")
    assert [page.text(prose.span) for prose in basket.docstring] == ["A basket of pears."]
    assert [page.text(prose.span) for prose in weigh.docstring] == ["Weigh it."]
    assert [one.name.text for one in weigh.of_kind("parameter")] == ["scale"]
    assert basket.of_kind("parameter") == []
    assert [(members.spec.defines, len(members.symbols)) for members in basket.members] == [
        (["field"], 3),
        (["method"], 2),
    ]


def test_signatures_are_those_of_callers() -> None:
    page = page_of(PAGE, FILES)
    found = {name: signatures_of(page, symbol_of(page, name)) for name in ("PearBasket", "PearBasket.weigh")}
    names = {
        name: [[parameter.name for parameter in one.parameters] for one in signatures]
        for name, signatures in found.items()
        if not isinstance(signatures, Unknown)
    }
    assert names == {"PearBasket": [["size"]], "PearBasket.weigh": [["scale"]]}


@pytest.mark.parametrize(
    ("source", "because"),
    [
        ("from far import Basket\n\nclass PearBasket(Basket): ...\n", "not here"),
        ("class PearBasket(make()): ...\n", "computed"),
        ("import setup\n\n@setup.more\nclass PearBasket: ...\n", "decorator"),
        ("class PearBasket:\n    def __getattr__(self, name): ...\n", "__getattr__"),
        ("class PearBasket:\n    def (", "syntax error"),
    ],
)
def test_what_a_class_may_have_is_not_missing(source: str, because: str) -> None:
    found = answers(page_of(PAGE, {**FILES, "shop/pear_basket.py": source}))
    assert "PearBasket.way" in found
    assert not found["PearBasket.way"].startswith("missing"), because


def test_names_are_followed_to_the_module_that_declares_them() -> None:
    files = {**FILES, "shop/pear_basket.py": "from shop.fruit import Basket as PearBasket\n"}
    found = answers(page_of(PAGE, files))
    assert found["PearBasket"] == "shop/fruit.py:1"
    assert found["PearBasket.weight"] == "shop/fruit.py:2"
    assert found["PearBasket.size"] == "missing"


LINKED = """
name = "linked"
docs-root = "docs"

[[kind]]
name = "function"
path = "{_}.md"
title = "Function: {symbol}()"
defines = "function"
content = [{ shape = "text", text = "Defined in: [{source.path}:{source.line:int}]({source.link})" }]
"""
SCALES = """\
export function weigh(): number { return 1 }
export namespace units { export function toGram(): number { return 1 } }
"""


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("weighFruit", "src/scales.ts:1"),
        ("toGram", "src/scales.ts:2"),
        ("weighs", "missing, like weigh"),
        ("price", "missing"),
    ],
)
def test_names_that_a_module_has_elsewhere_are_not_missing(name: str, answer: str) -> None:
    text = f"# Function: {name}()\n\nDefined in: [scales.ts:1](../src/scales.ts#L1)\n"
    index = 'export { weigh as weighFruit } from "./scales"\nexport { price } from "./prices"\n'
    files = {"src/scales.ts": SCALES, "src/index.ts": index, "src/prices.ts": "export const price = 1\n"}
    assert answers(page_of(text, files, "docs/a.md", LINKED)) == {name: answer}


@pytest.mark.parametrize("entry", ["src/fruit.ts", "src/index.ts"])
def test_a_renaming_module_may_have_any_name(entry: str) -> None:
    text = "# Function: weighFruit()\n\nDefined in: [core/scales.ts:1](../src/core/scales.ts#L1)\n"
    entries = {entry: 'export { weigh as weighFruit } from "./internal"\n'}
    files = {"src/core/scales.ts": SCALES, "src/internal.ts": 'export * from "./core/scales"\n', **entries}
    assert answers(page_of(text, files, "docs/a.md", LINKED)) == {"weighFruit": "src/core/scales.ts:1"}


def test_a_signature_may_begin_on_a_line_of_its_own() -> None:
    source = """\
export interface Weigh {
  <A>(fruit: A): Weight<A> & A
  <
    A,
    B = A
  >(fruit: A, scale?: B): Weight<A> & A
}
"""
    text = "# Function: Weigh()\n\nDefined in: [scales.ts:1](../src/scales.ts#L1)\n"
    page = page_of(text, {"src/scales.ts": source}, "docs/a.md", LINKED.replace('"function"', '"interface"'))
    found = signatures_of(page, symbol_of(page, "Weigh"))
    assert not isinstance(found, Unknown)
    assert [[one.name for one in signature.parameters] for signature in found] == [["fruit"], ["fruit", "scale"]]


def test_an_interface_may_inherit_ways_to_call_it() -> None:
    text = "# Function: Weigh()\n\nDefined in: [scales.ts:1](../src/scales.ts#L1)\n"
    for bases, is_known in (("", True), (" extends WeighFruit", False)):
        source = f"export interface Weigh{bases} {{ (fruit: string): number }}\n"
        page = page_of(text, {"src/scales.ts": source}, "docs/a.md", LINKED.replace('"function"', '"interface"'))
        assert isinstance(signatures_of(page, symbol_of(page, "Weigh")), Unknown) is not is_known


def test_members_of_what_is_missing_are_not_missing_too() -> None:
    found = answers(page_of(PAGE, {**FILES, "shop/pear_basket.py": "class PearBaskets: ...\n"}))
    assert found.pop("PearBasket") == "missing, like PearBaskets"
    assert set(found.values()) == {"what is around it is not declared"}


def test_a_page_without_its_title_documents_nothing() -> None:
    assert page_of(PAGE.replace("# shop.PearBasket", "# Pears"), FILES).documented == ()


def test_a_heading_of_another_form_takes_its_members_with_it() -> None:
    page = page_of(PAGE.replace("### weigh()", "### weigh"), FILES)
    assert [one.name.text for one in symbol_of(page, "PearBasket").of_kind("method")] == ["way"]
    assert not any("parameter" in one.kinds for one in symbol_of(page, "PearBasket").walk())


def test_the_path_finds_the_source_where_the_title_is_wrong() -> None:
    found = answers(page_of(PAGE.replace("shop.PearBasket", "shop.PearBaskets"), FILES))
    assert found["PearBaskets"] == "missing, like PearBasket"


def test_links_lead_to_sources() -> None:
    page = """\
# Functions

## weigh

Defined in: [src/weigh.ts:3](https://github.com/fork/fruit/blob/main/src/weigh.ts#L3)

## sell

Defined in: [src/sell.ts:1](https://github.com/shop/bread/blob/main/src/sell.ts#L1)

## buy

Defined in: [buy](../src/buy%20it.ts#L1)
"""
    format_ = """
name = "functions"
docs-root = "docs"

[[kind]]
name = "functions"
path = "functions.md"
title = "Functions"

[[kind.section]]
heading = "{symbol}"
repeats = true
defines = "function"
content = [{ shape = "text", text = "Defined in: [{_}]({source.link})" }]
"""
    files = {
        "package.json": '{"name": "fruit", "repository": "https://github.com/shop/fruit"}',
        "src/weigh.ts": "\n\nexport function weigh(): void {}\n",
        "src/sell.ts": "export function sell(): void {}\n",
        "src/buy it.ts": "export function buys(): void {}\n",
    }
    found = answers(page_of(page, files, "docs/functions.md", format_))
    assert found == {"weigh": "src/weigh.ts:3", "sell": "the page names no source", "buy": "missing, like buys"}


MODULES = """
name = "modules"
docs-root = "docs"

[[kind]]
name = "modules"
path = "{topic}.md"
title = "{topic}"

[[kind.section]]
heading = "Module {symbol}"
repeats = true
source = ["**/{symbol|path}.py", "**/{symbol|path}/__init__.py"]
defines = "module"

[[kind.section.child]]
heading = "{symbol}"
key = "class"
repeats = true
defines = "class"
"""


def test_sections_have_sources_of_their_own() -> None:
    page = "# fruit\n\n## Module shop.pear\n\n### Pear\n\n## Module shop.apple\n\n### Pear\n\n### Apple\n"
    files = {"src/shop/pear.py": "class Pear: ...\n", "src/shop/apple/__init__.py": "\nclass Apple: ...\n"}
    found = page_of(page, files, "docs/fruit.md", MODULES)
    modules = found.documented
    assert [[(one.name.text, one.scope) for one in module.of_kind("class")] for module in modules] == [
        [("Pear", None)],
        [("Pear", None), ("Apple", None)],
    ]
    places = [declared(found, one) for module in modules for one in module.of_kind("class")]
    assert [type(place).__name__ for place in places] == ["Found", "Missing", "Found"]


def test_of_several_files_the_one_with_most_symbols_counts() -> None:
    page = "# fruit\n\n## Module pear\n\n### Pear\n\n### Peel\n"
    files = {"a/pear.py": "class Pear: ...\n", "b/pear.py": "class Pear: ...\nclass Peel: ...\n"}
    assert answers(page_of(page, files, "docs/fruit.md", MODULES))["Pear"] == "b/pear.py:1"
    files["a/pear.py"] = f"{files['b/pear.py']}\n"
    assert "several files" in answers(page_of(page, files, "docs/fruit.md", MODULES))["Pear"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{symbol|camel}.py", "the unknown filter `camel`; known: snake"),
        ("{symbol|snake.py", "stray `{`"),
        ("{symbol}/**", "ends with `**`"),
    ],
)
def test_wrong_templates_are_mistakes(source: str, message: str) -> None:
    from doclint.errors.exceptions import FormatError

    table = tomllib.loads(MODULES.replace("**/{symbol|path}.py", source))
    with pytest.raises(FormatError, match="source") as caught:
        parse(table, "the format")
    assert message in str(caught.value)


@pytest.mark.parametrize("symbol", ["../../etc/passwd", "/etc/passwd", "a*b", "x" * 5_000, ".", "[!a]"])
def test_hostile_names_lead_nowhere(symbol: str) -> None:
    page = page_of(
        f"# fruit\n\n## Module {symbol}\n\n### Pear\n", {"pear.py": "class Pear: ..."}, "docs/fruit.md", MODULES
    )
    assert all("no file" in found or "page names no source" in found for found in list(answers(page).values())[1:])


def of_wild(name: str, format_: str) -> FormatTree:
    if not (WILD / name).is_dir():
        pytest.skip("the corpus is not there")
    return FormatTree.at(WILD / name, format_)


@pytest.mark.parametrize(
    ("tree", "name", "kinds", "shares"),
    [
        ("openapi-client", "openapi-python", {"api": 15, "model": 374}, {"Found": 3266, "Unknown": 114}),
    ],
)
def test_formats_of_real_pages(tree: str, name: str, kinds: dict[str, int], shares: dict[str, int]) -> None:
    wild = of_wild(tree, name)
    format_: Format = parse(wild.format, name)
    memory = Memory(wild.files)
    found: dict[str, int] = {}
    answered: dict[str, int] = {}
    for path in wild.pages:
        page = Page(path, Source.from_bytes(wild.files[path]), formats=[format_], repository=memory)
        if page.kind is None:
            continue
        found[page.kind.name] = found.get(page.kind.name, 0) + 1
        for symbol in (one for top in page.documented for one in top.walk()):
            if set(symbol.kinds).isdisjoint(("parameter", "module")):
                answer = type(declared(page, symbol)).__name__
                answered[answer] = answered.get(answer, 0) + 1
    assert found == kinds
    assert answered == shares


def test_constant_of_a_page_may_be_a_function_of_the_source() -> None:
    format_ = """
name = "map"
docs-root = "docs"

[[kind]]
name = "module"
path = "{path}.md"
title = "\N{FILE FOLDER} {_}"

[[kind.section]]
heading = "const {symbol}"
repeats = true
defines = "constant"
"""
    path, text = "docs/till.ts.md", "# \N{FILE FOLDER} till\n\n## const open\n\n## const close\n"
    files = {path: text, "till.ts": "export const open = (drawer: string) => drawer;\n"}
    formats = [parse(tomllib.loads(format_), "map.toml")]
    page = Page(path, Source.from_text(text), formats=formats, repository=Memory(files))
    first, last = [declared(page, symbol) for symbol in page.documented]
    assert isinstance(first, Found)
    assert isinstance(last, Missing)
