"""A format for pages that mirror a source tree in another way than `repo-docs`: whatever happens to them is found."""

import pytest
from format_trees import FormatTree, Mutation, table_of

_SHOP = '''"""A shop."""

import enum

SIZE = 3


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Box:
    """A box."""


class Basket(Box):
    """What holds fruit."""

    width: int = 4

    def fill(self, fruit: str, count: int = 1) -> bool:
        """Fill it."""
        return True

    async def empty(self) -> None:
        """Empty it."""


def weigh(basket: Basket) -> float:
    """Weigh a basket."""
    return 1.0
'''
_PAGE = """---
source: src/shop.py
language: Python
lines: 32
---

# <kbd>FILE</kbd> shop.py

3 classes, 1 functions.

## Overview

A shop.

## Types

| Type | Extends | Line |
| --- | --- | --- |
| [`Color`](#type-color) | <code>enum.Enum</code> | 8 |
| [`Box`](#type-box) | - | 13 |
| [`Basket`](#type-basket) | <code>Box</code> | 17 |

### Type `Color`

<details><summary>Values</summary>

- `RED` = <code>1</code>
- `BLUE` = <code>2</code>

</details>

### Type `Box`

A box.

### Type `Basket`

What holds fruit.

Fields:

- **width** (<code>int</code>)

#### `Basket.fill`

_Defined at line 22._

```python
def fill(fruit: str, count: int = 1) -> bool
```

Fill it.

| Parameter | Type | Default |
| --- | --- | --- |
| `fruit` | <code>str</code> |  |
| `count` | <code>int</code> | <code>1</code> |

**Returns:** <code>bool</code>

#### `Basket.empty`

_Defined at line 26._

```python
async def empty() -> None
```

Empty it.

**Returns:** <code>None</code>

## Callables

### `weigh`

_Defined at line 30._

```python
def weigh(basket: Basket) -> float
```

Weigh a basket.

| Parameter | Type | Default |
| --- | --- | --- |
| `basket` | <code>Basket</code> |  |

**Returns:** <code>float</code>

## Constants

- `SIZE` = <code>3</code>

_Written by [mirror](https://mirror.example.org) 2.1_
"""
_INDEX = """# <kbd>FOLDER</kbd> src

| File | Language |
| --- | --- |
| [shop.py](shop.py.md) | Python |

_Written by [mirror](https://mirror.example.org) 2.1_
"""
_SOURCE, _FILE, _FOLDER = "src/shop.py", "reference/src/shop.py.md", "reference/src/INDEX.md"
_ROW = "| [`Box`](#type-box) | - | 13 |\n"
_SIGNATURE = "def fill(fruit: str, count: int = 1) -> bool"
_EMPTY = _PAGE[_PAGE.index("#### `Basket.empty`") : _PAGE.index("## Callables")]


def _tree() -> FormatTree:
    files = {_SOURCE: _SHOP, "src/__init__.py": "", _FILE: _PAGE, _FOLDER: _INDEX}
    return FormatTree({path: text.encode() for path, text in files.items()}, table_of("mirror"))


MUTATIONS = [
    Mutation(
        "rename a method",
        _FILE,
        "#### `Basket.fill`",
        "#### `Basket.load`",
        "misplaced-signature",  # the signature below the heading has the right name
    ),
    Mutation(
        "rename a class",
        _FILE,
        "### Type `Box`",
        "### Type `Crate`",
        "unknown-member",
        None,
        ("broken-anchor", "incomplete-index"),
    ),
    Mutation(
        "rename a class of the table", _FILE, "[`Box`]", "[`Crate`]", "unknown-member", None, ("incomplete-index",)
    ),
    Mutation("rename a class of the source", _SOURCE, "class Color(", "class Colour(", "unknown-member", _FILE),
    Mutation("remove a class of the table", _FILE, _ROW, "", "incomplete-index"),
    Mutation("remove a method", _FILE, _EMPTY, "", "missing-member"),
    Mutation(
        "add a class to the source",
        _SOURCE,
        "class Box:",
        "class Jar: ...\nclass Box:",
        "missing-member",
        _FILE,
        ("wrong-line", "wrong-size", "wrong-count"),
    ),
    Mutation("change a line of the table", _FILE, "| - | 13 |", "| - | 14 |", "wrong-line"),
    Mutation("change a line", _FILE, "line 22", "line 23", "wrong-line"),
    Mutation("change a base", _FILE, "<code>Box</code>", "<code>Bag</code>", "wrong-base"),
    Mutation("rename a value", _FILE, "`RED`", "`ROT`", "missing-member"),
    Mutation("change a value", _FILE, "<code>2</code>", "<code>5</code>", "wrong-value"),
    Mutation("remove a value", _FILE, "- `BLUE` = <code>2</code>\n", "", "missing-member"),
    Mutation("retype a field", _FILE, "**width** (<code>int</code>)", "**width** (<code>str</code>)", "wrong-type"),
    Mutation("rename a field", _FILE, "**width**", "**widht**", "missing-member"),
    Mutation(
        "swap parameters", _FILE, "fruit: str, count: int = 1", "count: int = 1, fruit: str", "misordered-parameters"
    ),
    Mutation("remove a parameter", _FILE, "| `fruit` | <code>str</code> |  |\n", "", "missing-parameter"),
    Mutation("retype a parameter", _FILE, "| `fruit` | <code>str</code>", "| `fruit` | <code>int</code>", "wrong-type"),
    Mutation(
        "change a default",
        _FILE,
        "<code>int</code> | <code>1</code>",
        "<code>int</code> | <code>2</code>",
        "wrong-default",
    ),
    Mutation(
        "remove a default",
        _FILE,
        "| <code>int</code> | <code>1</code> |",
        "| <code>int</code> |  |",
        "wrong-optionality",
    ),
    Mutation(
        "retype a result", _FILE, "**Returns:** <code>float</code>", "**Returns:** <code>str</code>", "wrong-type"
    ),
    Mutation("make a function plain", _FILE, "async def empty", "def empty", "wrong-async"),
    Mutation(
        "show another signature",
        _FILE,
        _SIGNATURE,
        "async def empty() -> None",
        "misplaced-signature",
        None,
        ("wrong-type",),
    ),
    Mutation("change the value of a constant", _FILE, "`SIZE` = <code>3", "`SIZE` = <code>4", "wrong-value"),
    Mutation("raise a heading", _FILE, "#### `Basket.fill`", "### `Basket.fill`", "unexpected-section"),
    Mutation("count other functions", _FILE, "1 functions", "4 functions", "wrong-count"),
    Mutation("count other lines", _FILE, "lines: 32", "lines: 41", "wrong-size"),
    Mutation("name another source", _FILE, "source: src/shop.py", "source: src/shops.py", "wrong-subject"),
    Mutation("replace the overview", _FILE, "A shop.", "Fill it.", "wrong-overview"),
    Mutation("delete the source", _SOURCE, "", None, "orphan-page", _FILE),
    Mutation(
        "leave a file out of the index",
        _FOLDER,
        "shop.py](shop.py.md)",
        "shop.pyi](shop.py.md)",
        "stale-folder-listing",
        None,
        ("misleading-link",),
    ),
]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.name)
def test_a_change_is_one_finding(mutation: Mutation) -> None:
    found = _tree().after(mutation)
    reported = {finding.rule for finding in found if finding.rule not in mutation.beside}
    assert reported == {mutation.rule}, [finding.message for finding in found]


def test_sound_pages_have_no_findings() -> None:
    tree = _tree()
    assert [finding.message for finding in tree.sound(*tree.pages).findings if finding.severity != "info"] == []
