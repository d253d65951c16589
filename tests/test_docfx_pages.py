"""Pages of DocFX: what they say of types, namespaces, accessors and comments, beside what golden trees have."""

import pytest

from doclint import lint_corpus

_SOURCE = """\
namespace Shop;

/// <summary>What a <see cref="Customer"/> wants, or <see langword="null"/>.</summary>
public class Basket : Box, IPriced
{
    /// <summary>How <c>big</c> <paramref name="it"/> is.</summary>
    public int Size { get; protected set; }

    public int Price => 3;

    public string Owner { get; private set; }

    /// <summary>It is full.</summary>
    public event EventHandler Full;

    /// <exception cref="ArgumentException">No.</exception>
    public void Add(int size) {}

    public void Add(string name) {}

    /// <inheritdoc/>
    public void Pay() {}

    public class Label {}
}

public record struct Range(int Least);
"""
_HEAD = """\
# <a id="Shop_Basket"></a> Class Basket

Namespace: [Shop](Shop.md)~~
Assembly: Shop.dll~~

What a <xref href="Shop.Customer" data-throw-if-not-resolved="false"></xref> wants, or <a href="#">null</a>.

```csharp
public class Basket : Box, IPriced
```

#### Inheritance

object \u2190~
[Box](Shop.Box.md) \u2190~
[Basket](Shop.Basket.md)

#### Implements

[IPriced](Shop.IPriced.md)

""".replace("~", " ")
_SIZE = """\
### <a id="Shop_Basket_Size"></a> Size

How <code>big</code> <code class="paramref">it</code> is.

```csharp
public int Size { get; protected set; }
```

#### Property Value

 [int](https://learn.microsoft.com/dotnet/api/system.int32)

"""
_OWNER = _SIZE.replace("Size", "Owner").replace("public int", "public string").replace("[int]", "[string]")
_OWNER = _OWNER.replace("get; protected set;", "get;").replace(
    'How <code>big</code> <code class="paramref">it</code> is.\n\n', ""
)
_FULL = """\
### <a id="Shop_Basket_Full"></a> Full

It is full.

```csharp
public event EventHandler Full
```

#### Event Type

 EventHandler

"""
_PRICE = _OWNER.replace("Owner", "Price").replace("string", "int")
_ADD = """\
### <a id="Shop_Basket_{0}"></a> {0}\\(\\)

```csharp
public void {0}()
```

#### Exceptions

 [IOException](https://learn.microsoft.com/dotnet/api/system.io.ioexception)

"""
_VALUES = _HEAD + "## Properties\n\n" + _OWNER + _PRICE + _SIZE
_SPACE = """\
# <a id="Shop"></a> Namespace Shop

### Classes

 [{}](Shop.Aisle.md)

 [Apple](Shop.Apple.md)

 [Basket](Shop.Basket.md)

What a customer wants, or null.

"""
_RULES = [
    *("misplaced-section", "unknown-member", "unlinked-page", "unsorted-list", "wrong-base", "wrong-description"),
    *("wrong-modifier", "wrong-subject"),
]


def _found(page: str, path: str = "docs/Shop.Basket.md", **pages: str) -> list[str]:
    others = {"src/Shop.cs": _SOURCE, "docs/Shop.md": "", **{f"docs/{name}.md": text for name, text in pages.items()}}
    return [one.rule for one in lint_corpus({path: page}, sources=others, rules=_RULES).findings]


@pytest.mark.parametrize(
    "page",
    [
        _VALUES,
        # Events have no heading of their own, and follow the properties.
        _VALUES + _FULL,
        # Of several methods, the page may be about another one; of an inherited comment, nothing is known.
        _VALUES + "## Methods\n\n" + _ADD.format("Add"),
        _VALUES + "## Methods\n\n" + _ADD.format("Pay"),
        # A name that DocFX does not find is only a text.
        _VALUES.replace(
            'a <xref href="Shop.Customer" data-throw-if-not-resolved="false"></xref> wants', "a Buyer wants"
        ),
    ],
)
def test_true_pages_have_no_findings(page: str) -> None:
    assert _found(page) == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (_PRICE + _SIZE, _SIZE + _PRICE, "misplaced-section"),
        ("get; protected set;", "get; init;", "wrong-modifier"),
        ("public string Owner { get; }", "public string Owner { get; set; }", "wrong-modifier"),
        ("<code>big</code>", "<code>small</code>", "wrong-description"),
        ("What a <xref", "The <xref", "wrong-description"),
        ("[Box](Shop.Box.md) \u2190 \n", "", "wrong-base"),
        ("[IPriced](", "[ISold](", "wrong-base"),
        ("[IPriced](Shop.IPriced.md)", "[IPriced](Shop.IPriced.md), \n[ISold](Shop.ISold.md)", "wrong-base"),
        ("Class Basket", "Struct Basket", "unknown-member"),
        ("Class Basket", "Class Bucket", "wrong-subject"),
    ],
)
def test_defects_are_found_once(old: str, new: str, rule: str) -> None:
    assert old in _VALUES
    assert _found(_VALUES.replace(old, new)) == [rule]


def test_records_may_be_structs() -> None:
    page = _HEAD.partition("What a")[0] + "```csharp\npublic record struct Range\n```\n"
    page = page.replace("Basket", "Range")
    assert _found(page, "docs/Shop.Range.md") == ["unknown-member"]
    assert _found(page.replace("Class Range", "Struct Range"), "docs/Shop.Range.md") == []


@pytest.mark.parametrize(("first", "rules"), [("Zoo.Aisle", []), ("Zoo.Crate", ["unsorted-list"])])
def test_nested_types_are_sorted_by_their_own_names(first: str, rules: list[str]) -> None:
    assert _found(_SPACE.format(first), "docs/Shop.md") == rules


_GENERIC = """\
### <a id="Shop_Basket_Find"></a> Find\\(\\)

```csharp
public int Find()
```

#### Returns

 [int](https://learn.microsoft.com/dotnet/api/system.int32)

#### Type Parameters

`T`

"""


def test_type_parameters_are_no_description_of_a_result() -> None:
    source = _SOURCE.replace(
        "    public class Label",
        "    /// <returns>How many.</returns>\n    public int Find() {}\n\n    public class Label",
    )
    page = f"{_VALUES}## Methods\n\n{_GENERIC}"
    assert [
        one.rule for one in lint_corpus({"docs/Shop.Basket.md": page}, sources={"a.cs": source}, rules=_RULES).findings
    ] == []


@pytest.mark.parametrize(("modifier", "rules"), [("partial", []), ("sealed", ["unknown-member"])])
def test_generators_add_types_to_partial_ones(modifier: str, rules: list[str]) -> None:
    source = {"Shop.csproj": "", "a.cs": f"namespace Shop;\npublic {modifier} class Basket\n{{\n}}\n"}
    page = (
        _HEAD.partition("What a")[0].replace("Basket", "Basket.Names") + "```csharp\npublic class Basket.Names\n```\n"
    )
    found = lint_corpus({"docs/Shop.Basket.Names.md": page}, sources=source, rules=["unknown-member"]).findings
    assert [one.rule for one in found] == rules


def test_pages_name_the_page_that_lists_them() -> None:
    pages = {
        "docs/Shop.Basket.md": _HEAD,
        "docs/Shop.md": _SPACE.format("Aisle").replace("[Basket](Shop.Basket.md)", ""),
    }
    pages["docs/index.md"] = "# Shop\n\n[Shop](Shop.md) and [Basket](Shop.Basket.md)\n"
    found = lint_corpus(pages, sources={"src/Shop.cs": _SOURCE}, rules=["unlinked-page"]).findings
    assert [(one.path, one.message_id) for one in found] == [("docs/Shop.Basket.md", "unlisted")]


_FIND = """\
### <a id="Shop_Basket_Find"></a> Find\\(\\)

```csharp
public int Find()
```

#### Returns

 [int](https://learn.microsoft.com/dotnet/api/system.int32)

How few.

"""


@pytest.mark.parametrize(("opening", "rules"), [("", ["wrong-description"]), ('<param name="count">', [])])
def test_an_unclosed_part_of_a_comment_is_not_the_text_of_another(opening: str, rules: list[str]) -> None:
    source = _SOURCE.replace(
        "    public class Label",
        f"    /// <returns>{opening}How <b>many</b>.</returns>\n    public int Find() {{}}\n\n    public class Label",
    )
    page = f"{_VALUES}## Methods\n\n{_FIND}"
    report = lint_corpus({"docs/Shop.Basket.md": page}, sources={"a.cs": source}, rules=["wrong-description"])
    assert [one.rule for one in report.findings] == rules
