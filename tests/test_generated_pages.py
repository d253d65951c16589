"""Pages as generators write them about sources that are out of the ordinary: what is right is no finding."""

from pathlib import Path

import pytest

from doclint import lint_corpus

AXIOS_MODEL = """\
# {name}


## Properties

Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------
**size** | **number** | How big it is. | [default to undefined]

## Example

```typescript
import {{ {name} }} from 'shop';

const instance: {name} = {{
    size,
}};
```

[[Back to Model list]](../README.md#m) [[Back to API list]](../README.md#a) [[Back to README]](../README.md)
"""

AXIOS_API = """\
# BasketApi

All URIs are relative to *http://localhost*

|Method | HTTP request | Description|
|------------- | ------------- | -------------|
|[**dropBasket**](#dropbasket) | **DELETE** /baskets/{id} | Drop a basket|

# **dropBasket**
> dropBasket()

### Example

```typescript
const apiInstance = new BasketApi(configuration);

let id: string; // (default to undefined)

const { status, data } = await apiInstance.dropBasket(
    id
);
```

### Parameters

|Name | Type | Description  | Notes|
|------------- | ------------- | ------------- | -------------|
| **id** | [**string**] | ID of the basket | defaults to undefined|


### Return type

void (empty response body)

### Authorization

No authorization required

### HTTP request headers

 - **Content-Type**: Not defined
 - **Accept**: application/json


### HTTP response details
| Status code | Description | Response headers |
|-------------|-------------|------------------|
|**204** | no error |  -  |

[[Back to top]](#) [[Back to API list]](../R.md#a) [[Back to Model list]](../R.md#m) [[Back to README]](../R.md)
"""

RUST_API = """\
# \\BasketApi

All URIs are relative to *http://localhost*

Method | HTTP request | Description
------------- | ------------- | -------------
[**drop_basket**](BasketApi.md#drop_basket) | **DELETE** /baskets/{id} | Drop a basket



## drop_basket

> drop_basket(id)
Drop a basket (for good)

### Parameters


Name | Type | Description  | Required | Notes
------------- | ------------- | ------------- | ------------- | -------------
**id** | **String** | ID of the basket | [required] |

### Return type

 (empty response body)

### Authorization

No authorization required

### HTTP request headers

- **Content-Type**: Not defined
- **Accept**: application/json

[[Back to top]](#) [[Back to API list]](../R.md#a) [[Back to Model list]](../R.md#m) [[Back to README]](../R.md)
"""
RUST_SOURCE = "pub async fn drop_basket(configuration: &Configuration, id: &str) -> Result<(), Error> {}\n"

TYPEDOC_2 = """\
# Module: "box"

## Index

### Functions

* [weigh](_box_.md#const-weigh)

## Functions

### `Const` empty

▸ **empty**(): *number*

*Defined in [box.ts:1](https://github.com/shop/shop/blob/b424/src/box.ts#L1)*

**Returns:** *number*

___

### `Const` weigh

▸ **weigh**(`size`: number): *number*

*Defined in [box.ts:2](https://github.com/shop/shop/blob/b424/src/box.ts#L2)*

#### Type declaration:

* **size**: *number*
"""
RUST_MODEL = """\
# Crate

## Properties

Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------
**size** | **i32** |  |

[[Back to Model list]](../README.md#models) [[Back to API list]](../README.md#api) [[Back to README]](../README.md)

"""
LAZYDOCS = """\
<!-- markdownlint-disable -->

# <kbd>module</kbd> `shop.box`

---

<a href="https://github.com/shop/shop/blob/main/shop/deck.py#L2"><img align="right" style="float:right;" src="x"></a>

## <kbd>function</kbd> `weigh`

```python
weigh(size)
```

Weigh a box.
"""
PYDOC = """\
<a id="shop.box"></a>

# Module shop.box

<a id="shop.box.each"></a>

## each

<a id="shop.box.SIZE"></a>

## SIZE

<a id="shop.box.weigh"></a>

## weigh

```python
def weigh(size)
```

Weigh a box.

<a id="shop.box.Box"></a>

## Box Objects

```python
class Box()
```

A box.

<a id="shop.box.Box.size"></a>

## Box.size

How large it is.
"""
SPHINX = """\
# shop module

### *class* shop.Basket(\\*\\*kwargs: Any)

Bases: `list`

A basket.

#### fill(\\*\\*kwargs)

Fill it.

### shop.weigh(fruit)

Weigh a fruit.
"""
SHOP = '''\
from typing import Any, List


class Basket(List[str]):
    """A basket."""

    def __new__(*args: Any, **kwargs: Any) -> Any: ...

    def __init__(self, *args, **kwargs): ...

    def fill(*args, **kwargs):
        """Fill it."""


def weigh(fruit):
    """Weigh a fruit."""


@each(str)
def sort(fruit):
    """Sort fruit."""
'''

TYPEDOC = """\
# shop

## References

### Crate

Renames and re-exports [Basket](interfaces/Basket.md)

## Interfaces

- [Basket](interfaces/Basket.md)
"""
TYPEDOC_INTERFACE = """\
# Interface: Basket

Defined in: [src/basket.ts:1](https://example.com/shop/src/basket.ts#L1)

## Properties

### size

> **size**: `number`

Defined in: [src/basket.ts:2](https://example.com/shop/src/basket.ts#L2)
"""


def members(pages: dict[str, str], sources: dict[str, str]) -> list[tuple[str, str]]:
    """Return what is found about symbols and the structure of pages."""
    findings = lint_corpus(pages, sources=sources).findings
    return [(one.rule, one.message) for one in findings if one.family in ("members", "structure", "sources", "source")]


def test_files_of_axios_leave_capitals_together() -> None:
    names = {"MFARequest": "mfarequest", "UpdatesASize": "updates-asize", "Size": "size", "Order": "order"}
    pages = {f"docs/{name}.md": AXIOS_MODEL.format(name=name) for name in names}
    sources = {
        f"model/{file}.ts": f"export interface {name} {{\n  'size': number;\n}}\n" for name, file in names.items()
    }
    assert members(pages, sources) == []
    sources["model/mfarequest.ts"] = "export interface MFARequest {\n}\n"
    assert [rule for rule, _ in members(pages, sources)] == ["unknown-member"]


def test_signatures_of_axios_have_the_body_only() -> None:
    source = "export class BasketApi {\n  public dropBasket(id: string, options?: Options) {}\n}\n"
    assert members({"docs/BasketApi.md": AXIOS_API}, {"index.ts": source}) == []


def test_rows_apart_from_their_table_are_there() -> None:
    page = AXIOS_API.replace("dropBasket()", "dropBasket(id)").replace("| **id**", "\n\n| **id**")
    source = "export class BasketApi {\n  public dropBasket(id: string, options?: Options) {}\n}\n"
    assert members({"docs/BasketApi.md": page}, {"index.ts": source}) == []


@pytest.mark.parametrize(
    "quote",
    ["> drop_basket(id)\nDrop a basket (for good)", "> models::Basket drop_basket(id)\nDrop one", "> drop_basket(id)"],
)
def test_a_summary_is_behind_a_signature_of_rust(quote: str) -> None:
    page = RUST_API.replace("> drop_basket(id)\nDrop a basket (for good)", quote)
    result = "models::Basket" if "models::Basket" in quote else "()"
    sources = {"src/apis/basket_api.rs": RUST_SOURCE.replace("Result<(),", f"Result<{result},")}
    assert members({"docs/BasketApi.md": page}, sources) == []
    wrong = page.replace("## drop_basket", "## take_basket")
    gone = "The page documents `take_basket` as a function, but `src/apis/basket_api.rs` has no such name"
    assert ("unknown-member", gone) in members({"docs/BasketApi.md": wrong}, sources)


def test_sphinx_shows_what_python_makes_of_a_source() -> None:
    assert members({"docs/shop.md": SPHINX}, {"shop.py": SHOP}) == []
    plain = SHOP.replace("@each(str)\n", "")
    assert [rule for rule, _ in members({"docs/shop.md": SPHINX}, {"shop.py": plain})] == ["missing-member"]


def test_sphinx_members_behind_whose_names_markdown_reads_emphasis() -> None:
    page = SPHINX.replace("A basket.\n", "A basket.\n\n#### size*: int*\n\n#### type_*: [str](#a)* *= None*\n")
    source = SHOP.replace("    def __new__", "    size: int\n    type_: str = None\n\n    def __new__", 1)
    assert [rule for rule, _ in members({"docs/shop.md": page}, {"shop.py": source})] == []
    wrong = members({"docs/shop.md": page.replace("[str](", "[int](")}, {"shop.py": source})
    assert [rule for rule, _ in wrong] == ["wrong-type"]


def test_old_builders_of_sphinx_emphasize_nothing() -> None:
    page = SPHINX.replace("# shop module", "# shop package\n\n## Module contents").replace("*class* ", "class ")
    page += "\n### class shop.Box(size)\n\n#### classmethod of(size)\n"
    source = SHOP + "\nclass Box:\n    def __init__(self, size): ...\n\n    @classmethod\n    def of(cls, size): ...\n"
    assert members({"docs/shop.md": page}, {"shop/__init__.py": source}) == []
    wrong = members({"docs/shop.md": page.replace(" of(", " off(")}, {"shop/__init__.py": source})
    assert [rule for rule, _ in wrong] == ["unknown-member"]


def test_a_namedtuple_of_a_call_is_a_base() -> None:
    """It is named by its argument, most often like the class."""
    source = SHOP.replace("List[str]", 'namedtuple("Basket", ["size"])')
    page = SPHINX.replace("Bases: `list`", "Bases: `{}`")
    assert members({"docs/shop.md": page.format("Basket")}, {"shop.py": source}) == []
    assert [rule for rule, _ in members({"docs/shop.md": page.format("Box")}, {"shop.py": source})] == ["wrong-base"]


def test_a_model_of_rust_with_the_name_of_a_type_of_rust() -> None:
    page = RUST_MODEL.replace("Crate", "Box")
    source = "pub struct Box {\n    pub size: i32,\n}\n"
    assert members({"docs/Box.md": page}, {"src/models/model_box.rs": source}) == []
    wrong = source.replace("size", "mass")
    assert [rule for rule, _ in members({"docs/Box.md": page}, {"src/models/model_box.rs": wrong})] == [
        "unknown-member",
    ]


def test_a_link_to_what_a_decorator_returns() -> None:
    sources = {
        "shop/deck.py": "def each(f):\n    def wrapper():\n        pass\n    return wrapper\n",
        "shop/box.py": "from .deck import each\n\n@each\ndef weigh(size):\n    pass\n",
    }
    found = members({"docs/shop.box.md": LAZYDOCS}, sources)
    assert [rule for rule, _ in found if rule != "wrong-line"] == []
    sources["shop/box.py"] = sources["shop/box.py"].replace("weigh", "wait")
    assert "unknown-member" in [rule for rule, _ in members({"docs/shop.box.md": LAZYDOCS}, sources)]


@pytest.mark.parametrize("number", [0, 250])
def test_a_template_without_a_footer(number: int) -> None:
    """Where many pages have no footer of the format, the template of the project has none."""
    footer = "[[Back to Model list]](a) [[Back to API list]](b) [[Back to README]](c)\n"
    model = "# Shop.Model.{}\n\n## Properties\n\nName | Type | Description | Notes\n--- | --- | --- | ---\n\n"
    pages = {f"docs/Box{one}.md": model.format(f"Box{one}") for one in range(25)}
    ending = {f"docs/Tin{one}.md": model.format(f"Tin{one}") + footer for one in range(number)}
    found = members(pages | ending, {})
    assert [rule for rule, _ in found if rule == "missing-section"] == ["missing-section"] * (number // 10)


def test_levels_of_pydoc_markdown() -> None:
    """`header_level_by_type` may put functions and data on the level of classes."""
    source = "from .deck import each\n\nSIZE = 3\n\n\ndef weigh(size):\n    pass\n\n\nclass Box:\n    size = 1\n"
    found = members({"docs/API.md": PYDOC}, {"shop/box.py": source, "shop/deck.py": "def each(f): ...\n"})
    assert found == []


def test_headings_of_typedoc_before_version_3() -> None:
    assert (
        members(
            {"docs/modules/_box_.md": TYPEDOC_2},
            {"src/box.ts": "export const empty = () => 0\nexport const weigh = (size: number) => 1\n"},
        )
        == []
    )


@pytest.mark.parametrize(("type_", "expected"), [("Box‹number›", []), ("Box‹string›", ["wrong-type"])])
def test_type_arguments_of_typedoc_before_version_3(type_: str, expected: list[str]) -> None:
    page = TYPEDOC_2.replace("(`size`: number)", f"(`size`: {type_})")
    source = "export const empty = () => 0\nexport const weigh = (size: Box<number>) => 1\n"
    assert [rule for rule, _ in members({"docs/modules/_box_.md": page}, {"src/box.ts": source})] == expected


def test_typedoc_calls_a_class_that_is_exported_as_a_type_an_interface() -> None:
    pages = {"docs/README.md": TYPEDOC, "docs/interfaces/Basket.md": TYPEDOC_INTERFACE}
    sources = {"src/basket.ts": "export class Basket {\n  size: number = 1\n}\n"}
    assert members(pages, sources) == []


def test_typedoc_names_types_as_a_package_exports_them() -> None:
    source = """\
export interface Basket {
  fruit: Fruit | never
  limits: Limits<Fruit>
  'size:change': number
}
"""
    page = (
        TYPEDOC_INTERFACE.replace("number", "Fruit", 1).replace("size", "fruit")
        + """
### limits

> **limits**: `SHOPLimits`\\<`Fruit`\\>

Defined in: [src/basket.ts:3](https://example.com/shop/src/basket.ts#L3)

### size:change

> **size:change**: `number`

Defined in: [src/basket.ts:4](https://example.com/shop/src/basket.ts#L4)
"""
    )
    pages = {"docs/README.md": TYPEDOC, "docs/interfaces/Basket.md": page}
    assert members(pages, {"src/basket.ts": source}) == []
    wrong = source.replace("Limits<Fruit>", "string")
    assert [rule for rule, _ in members(pages, {"src/basket.ts": wrong})] == ["wrong-type"]


def test_a_readme_in_front_of_a_reference_of_jsii() -> None:
    """jsii-docgen with a README compares what follows it, and leaves the README alone."""
    root = Path(__file__).parent / "golden" / "jsii-docgen" / "10.12"
    sources = {f"src/{path.name}": path.read_text("utf-8") for path in (root / "src").iterdir()}
    page = "# Leaf shop\n\n## Use\n\n### First\n\nSee `weigh`.\n\n" + (root / "API.md").read_text("utf-8")
    known = members({"API.md": page}, sources)
    found = members({"API.md": page.replace("public readonly amount:", "public readonly mount:")}, sources)
    assert {rule for rule, message in found if (rule, message) not in known} == {"misplaced-signature"}


def test_what_a_reference_of_jsii_leaves_out_is_said_once() -> None:
    """A file that nothing on the page is from, a static method, and a row for a name that is not there."""
    root = Path(__file__).parent / "golden" / "jsii-docgen" / "10.12"
    sources = {f"src/{path.name}": path.read_text("utf-8") for path in (root / "src").iterdir()}
    page = (root / "API.md").read_text("utf-8")

    def new_rules(page: str, **added: str) -> list[str]:
        files = {**sources, **{f"src/{name}.ts": text for name, text in added.items()}}
        return [one.rule for one in lint_corpus({"API.md": page}, sources=files).findings if one not in known]

    known = lint_corpus({"API.md": page}, sources=sources).findings
    index = sources["src/index.ts"] + "export * from './boxes';\n"
    assert new_rules(page, index=index, boxes="export class Box {}\nclass Inner {}\n") == ["missing-member"]
    static = sources["src/basket.ts"].replace("static isContainer(", "static isBox(): void {}\n\n  static isContainer(")
    assert new_rules(page, basket=static).count("missing-member") == 1
    row = next(line for line in page.splitlines(keepends=True) if line.startswith("| <code>") and ">count<" in line)
    assert new_rules(page.replace(row, row + row.replace("count", "depth"), 1)) == ["unknown-member"]


def test_templates_of_tfplugindocs_have_sections_in_any_order() -> None:
    schema = "<!-- schema generated by tfplugindocs -->\n## Schema\n\n### Required\n\n- `size` (Number) How big.\n"
    page = f"# shop_box (Resource)\n\nA box.\n\n## Import\n\n```shell\nterraform import\n```\n\n{schema}"
    assert members({"docs/resources/box.md": page}, {}) == []


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("**Arguments**:\n\n- `size` _int_ - How big.\n  \n  Permissions:\n- `Action` - weigh\n", []),
        ("**Arguments**:\n\n- `size` _int_ - How big.\n- `Action` - weigh\n", ["unknown-parameter"]),
        ("**Arguments**:\n\n- `size(int)` - How big.\n", []),
        ("```python\nSIZE: int = max(3, 1)\n```\n", []),
    ],
)
def test_docstrings_on_pages_of_pydoc_markdown(below: str, expected: list[str]) -> None:
    """A heading that it does not know ends up below a parameter, a type without a blank in the name."""
    around = "SIZE" if "SIZE" in below else "Weigh a box."
    page = PYDOC.replace("## SIZE", "#### SIZE").replace("## weigh", "#### weigh")
    page = page.replace(f"{around}\n", f"{around}\n\n{below}", 1)
    source = "from .deck import each\n\nSIZE = 3\n\n\ndef weigh(size):\n    pass\n\n\nclass Box:\n    size = 1\n"
    found = members({"docs/API.md": page}, {"shop/box.py": source, "shop/deck.py": "def each(f): ...\n"})
    assert [rule for rule, _ in found] == expected


DOCFX = """\
# <a id="Shop.Size"></a> Enum Size

Namespace: [Shop](Shop.md)__
Assembly: Shop.dll__

How large it is.

```csharp
public enum Size
```

## Fields

`Small = 0`_

Small.
""".replace("_", " ")


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"src/Units.cs": "namespace Shop;\npublic enum Size { Small }\n"}, []),
        ({"src/Units.cs": "namespace Shop;\npublic enum Size { Tiny = -1, Small }\n"}, ["missing-member"]),
        ({"src/Units.cs": "namespace Shop;\npublic enum Size { Tiny = 0 }\n"}, ["unknown-member"]),
        (
            {
                "src/Units.cs": "namespace Shop;\npublic enum Size { Small = 0 }\n",
                "ext/Size.cs": "namespace Tins;\npublic enum Size { Tiny = 0 }\n",
            },
            [],
        ),
    ],
)
def test_types_of_docfx_are_in_files_of_any_name(sources: dict[str, str], expected: list[str]) -> None:
    """Another package may have a type of the same name, in a file that has it, too."""
    found = members({"docs/Shop.Size.md": DOCFX, "docs/Shop.md": ""}, {"Shop.csproj": "", **sources})
    assert sorted(rule for rule, _ in found if rule.endswith("member")) == expected


PARTIAL = """\
# <a id="Shop_Basket"></a> Class Basket

Namespace: [Shop](Shop.md)__
Assembly: Shop.dll__

What is sold.

```csharp
public class Basket
```

## Methods

### <a id="Shop_Basket_Empty"></a> Empty\\(\\)

Takes all out.

```csharp
public static void Empty()
```

### <a id="Shop_Basket_Fill"></a> Fill\\(\\)

```csharp
public void Fill()
```
""".replace("_\n", " \n").replace("_ \n", "  \n")
_PART = "namespace Shop;\npublic partial class Basket {{ {} }}\n"


@pytest.mark.parametrize(
    ("empty", "fill", "expected"),
    [
        ("/// <summary>Takes all out.</summary>\npublic static void Empty() {}", "public void Fill() {}", []),
        ("public static void Empty() {}", "", ["unknown-member"]),
        ("public static void Empty() {}", "public void Fill() {} public void Weigh() {}", ["missing-member"]),
        ("public void Empty() {}", "public void Fill() {}", ["wrong-modifier"]),
        ("public static int Empty() => 0;", "public void Fill() {}", ["wrong-type"]),
        (
            "/// <summary>Breaks <see cref='Fill'/>.</summary>\npublic static void Empty() {}",
            "public void Fill() {}",
            ["wrong-description"],
        ),
        (
            "/// <summary>Takes <see cref='Fill'/>.</summary>\npublic static void Empty() {}",
            "public void Fill() {}",
            [],
        ),
        (
            "/// <summary>Breaks it.</summary>\npublic static void Empty() {}",
            "public void Fill() {}",
            ["wrong-description"],
        ),
    ],
)
def test_parts_of_a_type_of_docfx_are_in_several_files(empty: str, fill: str, expected: list[str]) -> None:
    parts = {"src/Basket.cs": _PART.format(empty), "src/Basket.Parts.cs": _PART.format(fill)}
    found = lint_corpus({"docs/Shop.Basket.md": PARTIAL, "docs/Shop.md": ""}, sources={"Shop.csproj": "", **parts})
    assert [one.rule for one in found.findings if one.rule not in ("empty-page", "unlinked-page")] == expected


def test_pydoc_markdown_without_the_headings_of_modules() -> None:
    """Nothing but anchors names the module: no section is out of place."""
    page = '<a id="shop.box.Box"></a>\n\n## Box\n\n```python\nclass Box()\n```\n\nA box.\n\n'
    page += '<a id="shop.box.Box.each"></a>\n\n#### each\n\n```python\ndef each(self)\n```\n\nAll.\n'
    assert members({"docs/box.md": page}, {"shop/box.py": "class Box:\n    def each(self): ...\n"}) == []


@pytest.mark.parametrize(("name", "expected"), [("each", []), ("every", ["unknown-member"])])
def test_pydoc_markdown_shows_what_the_body_of_a_class_has(name: str, expected: list[str]) -> None:
    page = '<a id="shop.box"></a>\n\n# shop.box\n\n'
    page += '<a id="shop.box.Box"></a>\n\n## Box Objects\n\n```python\nclass Box()\n```\n\nA box.\n\n'
    page += f'<a id="shop.box.Box.{name}"></a>\n\n#### {name}\n\n```python\ndef {name}(self)\n```\n\nAll.\n'
    source = "class Box(Shelf):\n    def each(self):\n        setattr(self, name, 1)\n"
    found = members({"docs/box.md": page}, {"shop/box.py": "from shelves import Shelf\n\n\n@model\n" + source})
    assert [rule for rule, _ in found] == expected


def test_underscores_that_are_escaped_in_part() -> None:
    page = PYDOC.replace("How large it is.", "See Model._\\_fields_, and __at\\_once__: soon.")
    found = members({"docs/API.md": page}, {})
    assert [message for rule, message in found if rule == "swallowed-underscores"] == [
        "`Model._\\_fields_` renders as `Model._fields`: Markdown reads its underscores as emphasis"
    ]


@pytest.mark.parametrize(("decorator", "rules"), [("@jit.script", []), ("@wraps(weigh)", ["missing-member"])])
def test_lazydocs_lists_what_is_a_function_at_run_time(decorator: str, rules: list[str]) -> None:
    source = f"def weigh(size):\n    pass\n\n\n{decorator}\ndef lift(size):\n    pass\n"
    found = members({"docs/shop.box.md": LAZYDOCS}, {"shop/box.py": source})
    assert [rule for rule, _ in found if rule == "missing-member"] == rules


@pytest.mark.parametrize(
    ("root", "page", "text", "link", "named"),
    [
        ("docfx/2.78", "docs/api/Shop.Basket.md", "What a customer wants", "[{}](Shop.Basket.md)", "Gift"),
        ("jsdoc-to-markdown/9.1", "docs/till.md", "Counts money.\n\n**", "[<code>{}</code>](#Till)", "DISCOUNT"),
        ("typedoc-v3/3.17", "docs/classes/Basket.md", "A basket of fruit.", "[`{}`](Basket.md)", "Options"),
    ],
)
def test_authors_choose_the_labels_of_links(root: str, page: str, text: str, link: str, named: str) -> None:
    """`{@link Basket | apple}` in a comment becomes a link with that label, unless something else has the name."""
    folder = Path(__file__).parent / "golden" / root
    pages = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}
    assert text in pages[page]
    found = {}
    for label in ("apple", named, "Baskett" if "Basket" in link else "Tilll"):
        changed = pages | {page: pages[page].replace(text, f"It holds {link.format(label)}. {text}")}
        findings = lint_corpus(changed, rules=["misleading-link"]).findings
        found[label] = [one.arguments["label"] for one in findings]
    assert found == {label: [label] * (label != "apple") for label in found}


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        (("fruits/box.py",), ["old"]),
        (("fruits/box.py", "fruit/box.py"), ["value"]),
        (("other.py",), ["value"]),
    ],
)
def test_page_of_lazydocs_with_the_old_name_of_a_package(sources: tuple[str, ...], expected: list[str]) -> None:
    page = LAZYDOCS.replace("shop.box", "fruits.box")
    report = lint_corpus(
        {"docs/fruit.box.md": page}, sources=dict.fromkeys(sources, "SIZE = 3\n"), rules=["wrong-subject"]
    )
    assert [one.message_id for one in report.findings] == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("Basket", []), ("Crate", ["old"]), ("Gift", ["value"]), ("Sum", ["value"])]
)
def test_page_of_docfx_with_the_old_name_of_a_type(name: str, expected: list[str]) -> None:
    folder = Path(__file__).parent / "golden" / "docfx" / "2.78"
    sources = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.cs")}
    page = (folder / "docs" / "api" / "Shop.Basket.md").read_text("utf-8")
    if name == "Sum":
        page, name = page.replace("Class Basket", "Class Sum"), "Basket"
    report = lint_corpus({f"docs/api/Shop.{name}.md": page}, sources=sources, rules=["wrong-subject"])
    assert [one.message_id for one in report.findings] == expected


@pytest.mark.parametrize(("path", "expected"), [("shop/box.py", ["wrong-line"]), ("old/box.py", ["broken-link"])])
def test_line_of_a_dead_link_is_not_reported_as_well(path: str, expected: list[str]) -> None:
    page = LAZYDOCS.replace("https://github.com/shop/shop/blob/main/shop/deck.py#L2", f"../{path}#L7")
    page = page.replace('src="x"', 'src="https://img.example.com/x.svg"')
    sources = {"shop/box.py": "def weigh(size):\n    pass\n"}
    findings = lint_corpus({"docs/shop.box.md": page}, sources=sources, rules=["broken-link", "wrong-line"]).findings
    assert [one.rule for one in findings] == expected


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        (("shop/box.py", "shop/deck.py", "shop/till.py", "shop/box/lid.py"), []),
        (("shop/deck.py", "shop/till.py"), ["`box.py`, but there is no file `**/box.py`; delete the page"]),
    ],
)
def test_modules_of_lazydocs_that_are_called_like_their_files(sources: tuple[str, ...], expected: list[str]) -> None:
    """lazydocs names modules `box.py` if it is called with files; a folder of that name is something else."""
    names = ("box", "deck", "till")
    pages = {f"docs/{name}.py.md": LAZYDOCS.replace("shop.box", f"{name}.py") for name in names}
    files = dict.fromkeys(sources, "def weigh(size):\n    pass\n")
    found = lint_corpus(pages, sources=files, rules=["orphan-page", "missing-member"]).findings
    assert [one.message.removeprefix("The page describes ") for one in found] == expected
    more = dict.fromkeys(sources, "def weigh(size):\n    pass\n\n\ndef lift():\n    pass\n")
    found = lint_corpus(pages, sources=files | more, rules=["missing-member"]).findings
    assert {one.path for one in found} >= {"docs/deck.py.md", "docs/till.py.md"}


@pytest.mark.parametrize(
    ("module", "path", "expected"),
    [
        ("deck", "src/shop/api/deck.py", []),
        ("deck", "src/deck.py", ["`lift` of `src/deck.py` (src/deck.py:5)"]),
        ("deck", "tools/deck.py", ["`lift` of `tools/deck.py` (tools/deck.py:5)"]),
        ("shop.api.deck", "src/shop/api/deck.py", ["`lift` of `src/shop/api/deck.py` (src/shop/api/deck.py:5)"]),
    ],
)
def test_module_without_dots_is_in_no_package(module: str, path: str, expected: list[str]) -> None:
    """Pages write the other modules of the package with dots."""
    sources = {"src/shop/box.py": "", path: "def weigh(size):\n    pass\n\n\ndef lift():\n    pass\n"}
    page = LAZYDOCS.replace("shop.box", module).replace("https://github.com/shop/shop/blob/main/shop/deck.py#L2", "x")
    pages = {f"docs/{module}.md": page, "docs/shop.box.md": page.replace(module, "shop.box")}
    found = lint_corpus(pages, sources=sources, rules=["missing-member"]).findings
    assert [one.message.removeprefix("The page leaves out ") for one in found] == expected


@pytest.mark.parametrize(("path", "expected"), [("src/shop/api/deck.py", []), ("src/deck.py", ["missing-member"])])
def test_section_of_a_module_without_dots(path: str, expected: list[str]) -> None:
    """`main` of pydoc-markdown is in the search path, as the package of other modules is."""
    page = PYDOC + '<a id="deck"></a>\n\n# Module deck\n\n<a id="deck.sink"></a>\n\n#### sink\n\nSinks.\n'
    sources = {
        "src/shop/box.py": "",
        path: "".join(f'def {name}():\n    """Sinks."""\n\n\n' for name in ("sink", "lift")),
    }
    findings = lint_corpus({"docs/API.md": page}, sources=sources, rules=["missing-member"]).findings
    assert [one.rule for one in findings] == expected


@pytest.mark.parametrize(("left_out", "rules"), [("self", []), ("lid", ["missing-parameter"])])
def test_lazydocs_leaves_out_self_at_any_place(left_out: str, rules: list[str]) -> None:
    source = f"def weigh(size, {left_out}):\n    pass\n"
    found = members({"docs/shop.box.md": LAZYDOCS}, {"shop/box.py": source})
    assert [rule for rule, _ in found if rule != "wrong-line"] == rules


@pytest.mark.parametrize(
    ("folder", "rules"), [("shop/deck", []), ("shop/deck/oak", []), ("shop/desk", ["orphan-page"])]
)
def test_package_without_a_file_of_its_own(folder: str, rules: list[str]) -> None:
    """pydoc-markdown has a section for a folder with packages, which needs no `__init__.py`."""
    page = PYDOC + '<a id="shop.deck"></a>\n\n# Module shop.deck\n'
    sources = {"shop/box.py": "", f"{folder}/__init__.py" if "/oak" in folder else f"{folder}/plank.py": ""}
    findings = lint_corpus({"docs/API.md": page}, sources=sources, rules=["orphan-page"]).findings
    assert [one.rule for one in findings] == rules


GRIFFE = """\
## `shop`

Weighs.

**Functions:**

- [**weigh**](#shop.weigh) – Weigh a box.

**Attributes:**

- [**SIZE**](#shop.SIZE) –

### `shop.SIZE`

```python
SIZE = 1
```

### `shop.weigh`

```python
weigh(length)
```

Weigh a box.

**Parameters:**

- **length** (<code>[int](#int)</code>) – The length.
"""
PACKAGE = 'SIZE = 1\n\n\ndef weigh(size):\n    """Weigh a box."""\n\n\ndef lift():\n    """Lift a box."""\n\n\n'


@pytest.mark.parametrize(
    "sources",
    [
        {"shop/__init__.py": PACKAGE},
        {"shop/__init__.py": f"{PACKAGE}shop = weigh\n"},
        {"shop/__init__.py": f"{PACKAGE}def shop():\n    pass\n"},
        {"shop.py": f"{PACKAGE}SHOP = shop = weigh\n"},
        {"shop/__init__.py": PACKAGE, "shop/shop.py": "", "shop/api/__init__.py": "", "shop/api/shop.py": "box = 1\n"},
    ],
)
def test_package_that_has_something_with_its_name(sources: dict[str, str]) -> None:
    """`shop.weigh` is what the package has, and not a member of something that is called `shop`."""
    findings = lint_corpus(
        {"docs/api.md": GRIFFE}, sources=sources, rules=["missing-member", "unknown-parameter"]
    ).findings
    assert [(one.rule, one.start.line) for one in findings] == [("missing-member", 7), ("unknown-parameter", 29)]


def test_packages_of_one_name_that_are_beside_each_other() -> None:
    """Either may be the one that a page begins with."""
    sources = {"shop/__init__.py": "", "tests/shop/__init__.py": PACKAGE}
    findings = lint_corpus(
        {"docs/api.md": GRIFFE}, sources=sources, rules=["unknown-member", "unknown-parameter"]
    ).findings
    assert list(findings) == []
