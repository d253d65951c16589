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


_TOLD = [
    *_RULES,
    *("empty-section", "misleading-link", "misplaced-signature", "missing-member", "missing-parameter"),
    "repeated-section",
]
_STORED = _SOURCE.replace("    public int Price", "    public int Most;\n\n    public int Price")
_COMPLETE = _VALUES + _FULL
_PAY = _ADD.format("Pay").partition("#### Exceptions")[0]


def _told(page: str, source: str = _SOURCE, path: str = "docs/Shop.Basket.md", **pages: str) -> list[str]:
    texts = {path: page, **{f"docs/{name}.md": text for name, text in pages.items()}}
    found = lint_corpus(texts, sources={"src/Shop.cs": source}, rules=_TOLD).findings
    return sorted(f"{one.rule} {one.start.line}" for one in found)


def test_a_heading_is_empty_because_its_only_member_is_missing() -> None:
    fields, line = _COMPLETE.replace("## Properties", "## Fields\n\n## Properties"), _HEAD.count("\n") + 1
    assert _told(fields, _STORED) == [f"missing-member {line}"]
    # If another member is missing, or the class has no field, the heading is another defect.
    assert _told(fields.replace(_PRICE, "")) == [f"empty-section {line}", f"missing-member {line + 4}"]
    assert _told(fields.replace(_PRICE, ""), _STORED) == [f"empty-section {line}", f"missing-member {line + 4}"]


@pytest.mark.parametrize(
    ("declared", "shown", "rules"),
    [
        ("int tip", "", {"missing-parameter"}),
        ("int tip", "int tip", {"empty-section"}),
        ("int tip, int sum", "int tip", {"empty-section", "missing-parameter"}),
    ],
)
def test_a_list_of_parameters_is_as_empty_as_the_signature(declared: str, shown: str, rules: set[str]) -> None:
    page = f"{_COMPLETE}## Methods\n\n{_PAY.replace('Pay()', f'Pay({shown})')}#### Parameters\n"
    source = _SOURCE.replace("Pay()", f"Pay({declared})").replace("public void Add", "private void Add")
    assert {one.partition(" ")[0] for one in _told(page, source)} == rules


def _space(*lists: tuple[str, str]) -> str:
    links = ((heading, "".join(f" [{one}](Shop.{one}.md)\n\n" for one in names.split())) for heading, names in lists)
    return '# <a id="Shop"></a> Namespace Shop\n\n' + "".join(f"### {one}\n\n{text}" for one, text in links)


@pytest.mark.parametrize(
    ("lists", "found"),
    [
        ([("Classes", ""), ("Structs", "Basket")], ["unknown-member 7"]),
        ([("Classes", "Box"), ("Structs", "Basket"), ("Enums", "")], ["empty-section 11", "unknown-member 9"]),
        # Of two types, one of which is out of order, the page may have the wrong one.
        ([("Structs", "Crate Drum Basket")], ["unknown-member 9"]),
        ([("Structs", "Drum Crate Egg Basket")], ["unknown-member 11", "unsorted-list 5"]),
    ],
)
def test_a_type_in_the_wrong_list_is_one_finding(lists: list[tuple[str, str]], found: list[str]) -> None:
    source = "".join(f"public struct {name} {{}}\n" for name in ("Crate", "Drum", "Egg"))
    assert _told(_space(*lists), f"{_SOURCE}public class Box {{}}\n{source}", "docs/Shop.md") == found


def test_nested_types_do_not_hide_which_entry_is_out_of_order() -> None:
    page = _space(("Classes", "Aisle Zoo.Apple Cart Drum"))
    assert _told(page, path="docs/Shop.md") == []
    assert _told(page.replace("[Cart]", "[Wicker]"), path="docs/Shop.md") == ["misleading-link 9"]
    page = _space(("Classes", "Zoo.Apple Aisle Egg Cart Drum"))
    found = _told(page.replace("[Cart]", "[Wicker]"), path="docs/Shop.md")
    assert found == ["misleading-link 11", "unsorted-list 5"]


@pytest.mark.parametrize(
    ("lists", "found"),
    [
        ([("Classes", "")], ["empty-section 3"]),
        ([("Classes", "Aisle"), ("Interfaces", "")], ["empty-section 7", "unlinked-page 1"]),
    ],
)
def test_a_page_that_the_index_leaves_out_is_one_finding(lists: list[tuple[str, str]], found: list[str]) -> None:
    index = "# Shop\n\n[Shop](Shop.md) and [Basket](Shop.Basket.md)\n"
    assert _told(_COMPLETE, Shop=_space(*lists), index=index) == found


def test_a_wrong_title_is_one_finding() -> None:
    page = _COMPLETE.replace("Class Basket", "Class Bucket")
    assert _told(page) == ["wrong-subject 1"]
    line = page[: page.index("public class Basket")].count("\n") + 1
    assert _told(page.replace("public class Basket", "public class Barrel")) == [
        f"misplaced-signature {line}",
        "wrong-subject 1",
    ]


def test_a_section_with_the_heading_of_another_one_is_one_finding() -> None:
    line = _COMPLETE.count("\n") + 1
    assert _told(_COMPLETE + _SIZE) == [f"repeated-section {line}"]
    other = _SIZE.replace("public int Size", "public int Weight")
    assert _told(_COMPLETE + other) == [f"misplaced-signature {line + 5}"]
    # The same wrong signature twice is a section that is there twice, too.
    page = _COMPLETE.replace(_SIZE, other) + other
    assert _told(page) == [
        f"misplaced-signature {line - 19}",
        f"misplaced-signature {line + 5}",
        f"repeated-section {line}",
    ]
