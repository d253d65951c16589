"""Pages about a module with classes and functions, their format, and the module, for the examples of rules."""

from collections.abc import Iterable
from functools import partial

from doclint import Invalid, Valid

from ._pages import format_in

MEMBERS = format_in("members")
SOURCE = """\
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
"""
SHOP = {"pyproject.toml": '[project]\nname = "shop"\n', "shop.py": SOURCE}
PATH = "docs/shop.md"
valid_shop = partial(Valid, path=PATH, files=SHOP, format=MEMBERS)
invalid_shop = partial(Invalid, path=PATH, files=SHOP, format=MEMBERS)
CRATE = (
    "# Crate Documentation\n\n**Format Version:** 57\n\n# Module `shop`\n\n"
    "### Struct `Basket`\n\n#### Implementations\n"
)
TRAITS = f"{CRATE}\n##### Trait Implementations\n\n- **Send**\n"
CRATE_FILES = {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": "#[derive(Clone)]\npub struct Basket;\nimpl Basket {\n    pub fn fill(&mut self) {}\n}\n",
}
FIELDS = ("`size` (int): How many.", "`owner` (str): Whose it is.")

_TYPED = format_in("type_parameters")
TYPED_MEMBERS = format_in("typed_members")
"""A format whose pages are each about a class in `shop.ts`, with a section for each member."""
_TYPED_SHOP = {"shop.ts": "export class Basket<Fruit, Size> {}\n"}
valid_typed = partial(Valid, path="docs/Basket.md", files=_TYPED_SHOP, format=_TYPED)
invalid_typed = partial(Invalid, path="docs/Basket.md", files=_TYPED_SHOP, format=_TYPED)
PROGRAM = """\
* `--help`: Show this message and exit.

## `shop pay`

Pay for fruit.

**Usage**:

```console
$ shop pay [OPTIONS] FRUIT
```

**Options**:

* `--tip INTEGER`: How much.  [default: 3]
* `--help`: Show this message and exit.
"""
"""A page of Typer, with a text on line 5, a usage from line 9 on, and an option on line 15."""
_PAY = 'import typer\n\napp = typer.Typer()\n\n@app.command()\ndef pay(fruit, tip: int = 3):\n    "Pay for fruit."\n'
valid_program = partial(Valid, path="docs/cli.md", files={"shop.py": _PAY})
invalid_program = partial(Invalid, path="docs/cli.md", files={"shop.py": _PAY})


def member_page(size: str, owner: str) -> str:
    """Return the page about a class with two fields, whose signatures are on lines 6 and 12."""
    return f"# Class Basket\n\n## size\n\n```ts\n{size}: number\n```\n\n## owner\n\n```ts\n{owner}: string\n```\n"


def typed_page(*names: str) -> str:
    """Return the page about a class with type parameters of some names, from line 3 on."""
    return "# Class Basket\n\n" + "".join(f"- `{name}`\n" for name in names)


def typed_signature(*names: str) -> str:
    """Return the page about that class with a signature, which is on line 4."""
    return f"# Class Basket\n\n```ts\nclass Basket<{', '.join(names)}>\n```\n"


def shop_page(
    *,
    index: tuple[str, ...] = (),
    base: str = "Box",
    fields: tuple[str, ...] = FIELDS,
    line: int = 12,
    fill: str = "def fill(fruit: str, count: int = 1) -> bool",
    value: str = "'red'",
    empty: str = "async def empty(basket, at_once=False)",
    behind: tuple[str, str] = ("", ""),
) -> str:
    """Return the page about the module, with texts after the fields and at the end.

    Without an index and a text, the class is on line 3, its signature on line 6, its fields on lines 9 and 10, its
    method on line 12 with the signature on line 15, the value on line 20, and the function on line 22 with the
    signature on line 25.
    """
    blocks = [
        "# Module `shop`",
        *_list(f"[`{name}`](#{name})" for name in index),
        "## Class `Basket`",
        fence(f"class Basket({base})"),
        *_list(fields),
        *([behind[0]] if behind[0] else []),
        f"### Method `fill` (line {line})",
        fence(fill),
        "## Enumeration `Color`",
        f"- `RED`: `{value}`",
        "## Function `empty`",
        fence(empty),
        *([behind[1]] if behind[1] else []),
    ]
    return "\n\n".join(block.strip("\n") for block in blocks) + "\n"


def _list(items: Iterable[str]) -> list[str]:
    """Return the list of some items as a block; none without items."""
    text = "\n".join(f"- {item}" for item in items)
    return [text] if text else []


def fence(text: str) -> str:
    """Return an example."""
    return f"```python\n{text}\n```"


def table(*rows: str) -> str:
    """Return the table of the parameters of the function."""
    return "\n".join(["| Name | Type | Notes |", "| --- | --- | --- |", *(f"| {row} |" for row in rows)])
