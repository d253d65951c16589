"""Pages about a module with classes and functions, their format, and the module, for the examples of rules."""

from collections.abc import Iterable

MEMBERS = '''
name = "members"
docs-root = "docs"

[[kind]]
name = "module"
page = "{module}.md"
title = "Module `{symbol}`"
defines = "module"
source = "{module|path}.py"
content = [
  { shape = "entries", of = "symbols", item = "[`{symbol}`]({target})", lists = "sections", optional = true },
]

[[kind.section]]
heading = "Class `{symbol}`"
defines = "class"
required = false
repeats = true
content = [
  { shape = "signature", fence = "python", text = "class {symbol}[({bases})]", optional = true },
  { shape = "symbols", defines = "field", item = "`{symbol}` ({type})[: {description}]", complete = "public", optional = true },
  { shape = "example", fence = "python", optional = true },
]

[[kind.section.child]]
heading = "Method `{symbol}`"
defines = "method"
required = false
repeats = true
content = [
  { shape = "signature", fence = "python", text = "[{async=async }]def {symbol}({parameters})[ -> {returns}]" },
]

[[kind.section]]
heading = "Enumeration `{symbol}`"
defines = "enum"
required = false
repeats = true
content = [{ shape = "symbols", defines = "enum-member", item = "`{symbol}`: `{value}`" }]

[[kind.section]]
heading = "Function `{symbol}`"
defines = "function"
required = false
repeats = true
content = [
  { shape = "signature", fence = "python", text = "[{async=async }]def {symbol}({parameters})[ -> {returns}]" },
  { shape = "table", defines = "parameter", header = ["Name", "Type", "Notes"], row = ["`{symbol}`", "{type}", "[{optional=optional}]"], complete = "all", optional = true },
  { shape = "example", fence = "python", optional = true },
]
'''
SOURCE = '''\
import enum


class Box:
    pass


class Basket(Box):
    size: int = 3
    owner: str = "Ann"

    def fill(self, fruit: str, count: int = 1) -> bool:
        return True


class Color(enum.Enum):
    RED = "red"


async def empty(basket: Basket, at_once: bool = False) -> None:
    pass
'''
SHOP = {"shop.py": SOURCE}
PATH = "docs/shop.md"
FIELDS = ("`size` (int): How many.", "`owner` (str): Whose it is.")
_TABLE = """\
| Name | Type | Notes |
| --- | --- | --- |
"""


def shop_page(
    *,
    index: tuple[str, ...] = (),
    base: str = "Box",
    fields: tuple[str, ...] = FIELDS,
    example: str = "",
    fill: str = "def fill(fruit: str, count: int = 1) -> bool",
    value: str = "'red'",
    empty: str = "async def empty(basket, at_once=False)",
    rows: tuple[str, ...] = (),
    example_of_empty: str = "",
) -> str:
    """Return the page about the module: without an index, the class from line 3 on, its signature on line 6, its fields
    from line 9 on, its method from line 12 on with the signature on line 15, the value on line 20, and the function
    from line 22 on with the signature on line 25.
    """
    blocks = [
        "# Module `shop`",
        *_list(f"[`{name}`](#{name})" for name in index),
        "## Class `Basket`",
        _fence(f"class Basket({base})"),
        *_list(fields),
        *([_fence(example)] if example else []),
        "### Method `fill`",
        _fence(fill),
        "## Enumeration `Color`",
        f"- `RED`: `{value}`",
        "## Function `empty`",
        _fence(empty),
        *([_TABLE + "".join(f"| {row} |\n" for row in rows)] if rows else []),
        *([_fence(example_of_empty)] if example_of_empty else []),
    ]
    return "\n\n".join(block.strip("\n") for block in blocks) + "\n"


def _list(items: Iterable[str]) -> list[str]:
    """Return the list of some items as a block; none without items."""
    text = "\n".join(f"- {item}" for item in items)
    return [text] if text else []


def _fence(text: str) -> str:
    return f"```python\n{text}\n```"
