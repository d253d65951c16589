"""Pages of lazydocs 0.4.8 and pydoc-markdown: a sound one has no finding, and one with a change has one."""

import pytest
from format_trees import FormatTree, Mutation

_BADGE = '<img align="right" style="float:right;" src="https://badges.example/source.svg">'
LAZYDOCS_SOURCE = '''\
from dataclasses import dataclass
from typing import TYPE_CHECKING


def weigh(fruit: str, scale: int = 1) -> float:
    """Weigh a fruit."""


@dataclass
class Basket:
    """A basket."""

    size: int = 3

    @classmethod
    def of(cls, fruit: str) -> "Basket":
        """Make a basket."""

    def call(__self, fruit: str) -> None:
        """Call."""

    @property
    def price(self) -> int:
        """What it costs."""


if TYPE_CHECKING:

    class Label(dict):
        """A label."""
else:

    class Label(dict):
        """A label."""
'''
LAZYDOCS_PAGE = f"""\
<!-- markdownlint-disable -->

<a href="../shop.py#L0">{_BADGE}</a>

# <kbd>module</kbd> `shop`




**Global Variables**
---------------
- **TYPE_CHECKING**

---

<a href="../shop.py#L5">{_BADGE}</a>

## <kbd>function</kbd> `weigh`

```python
weigh(fruit: str, scale: int = 1) → float
```

Weigh a fruit.



**Args:**
 - <b>`fruit (str)`</b>:  The fruit.
 - <b>`scale`</b> (int):  The scale.


---

<a href="../shop.py#L9">{_BADGE}</a>

## <kbd>class</kbd> `Basket`
A basket.

### <kbd>method</kbd> `__init__`

```python
__init__(size: int = 3) → None
```

Make one.


---

#### <kbd>property</kbd> price

What it costs.

---

<a href="../shop.py#L19">{_BADGE}</a>

### <kbd>function</kbd> `call`

```python
call(__self, fruit: str) → None
```

Call.

---

<a href="../shop.py#L15">{_BADGE}</a>

### <kbd>classmethod</kbd> `of`

```python
of(fruit: str) → Basket
```

Make a basket.


---

<a href="../shop.py#L29">{_BADGE}</a>

## <kbd>class</kbd> `Label`
A label.




---

_This file was automatically generated via [lazydocs](https://github.com/ml-tooling/lazydocs)._
"""
_PAGE, _SOURCE = "docs/shop.md", "shop.py"
LAZYDOCS = [
    Mutation("function", _PAGE, "`weigh`\n", "`weight`\n", "unknown-member"),
    Mutation("class", _PAGE, "</kbd> `Basket`", "</kbd> `Bag`", "unknown-member"),
    Mutation("class method", _PAGE, "</kbd> `of`", "</kbd> `off`", "unknown-member", beside=("missing-member",)),
    Mutation("parameter", _PAGE, "weigh(fruit:", "weigh(pear:", "unknown-parameter"),
    Mutation("parameter gone", _PAGE, ", scale: int = 1)", ")", "missing-parameter"),
    Mutation("type", _PAGE, "scale: int", "scale: str", "wrong-type"),
    Mutation("default", _PAGE, "scale: int = 1", "scale: int = 2", "wrong-default"),
    Mutation("required", _PAGE, "scale: int = 1", "scale: int", "wrong-optionality"),
    Mutation("order", _PAGE, "fruit: str, scale: int = 1", "scale: int = 1, fruit: str", "misordered-parameters"),
    Mutation("result", _PAGE, "→ float", "→ str", "wrong-type"),
    Mutation("argument", _PAGE, "`fruit (str)`", "`fruits (str)`", "unknown-parameter"),
    Mutation("open fence", _PAGE, "Weigh a fruit.\n", "Weigh a fruit: :\n``` \n\n     weigh(1) \n", "broken-fence"),
    Mutation("line", _PAGE, "shop.py#L5", "shop.py#L4", "wrong-line"),
    Mutation("source's function", _SOURCE, "def weigh(", "def weight(", "unknown-member", _PAGE),
    Mutation("source's parameter", _SOURCE, "scale: int", "scales: int", "unknown-parameter", _PAGE),
    Mutation("source's default", _SOURCE, "scale: int = 1", "scale: int = 2", "wrong-default", _PAGE),
]
PYDOC_SOURCE = '''\
"""Fruit."""

from typing import TypeAlias

FRUIT: TypeAlias = str
"""A fruit."""


class Basket:
    """A basket."""

    def __init__(self) -> None:
        self.size = 0
        """How much is in it."""

    def fill(__self, fruit: str, count: int = 1) -> None:
        """Fill it."""


async def sell(fruit: str, price: float = 1.5) -> bool:
    """Sell it."""
'''
PYDOC_PAGE = """\
---
title: Fruit
---

<a id="fruit"></a>

# Module fruit

Fruit.

<a id="fruit.FRUIT"></a>

#### FRUIT

A fruit.

<a id="fruit.Basket"></a>

## Basket

A basket.

<a id="fruit.Basket.fill"></a>

#### Basket.fill

```python
def fill(__self, fruit: str, count: int = 1) -> None
```

Fill it.

**Arguments**:

- `fruit`: The fruit.
- `count`: How many.

<a id="fruit.sell"></a>

#### sell

```python
async def sell(fruit: str, price: float = 1.5) -> bool
```

Sell it.
"""
_FRUIT, _FRUIT_SOURCE = "docs/fruit_api.md", "haystack/fruit.py"
PYDOC = [
    Mutation("class", _FRUIT, 'Basket"></a>\n\n## Basket\n', 'Bag"></a>\n\n## Bag\n', "unknown-member"),
    Mutation("method", _FRUIT, 'fill"></a>\n\n#### Basket.fill', 'fills"></a>\n\n#### Basket.fills', "unknown-member"),
    Mutation("function", _FRUIT, 'sell"></a>\n\n#### sell', 'sells"></a>\n\n#### sells', "unknown-member"),
    Mutation("parameter", _FRUIT, "sell(fruit:", "sell(pear:", "unknown-parameter"),
    Mutation("parameter gone", _FRUIT, ", price: float = 1.5", "", "missing-parameter"),
    Mutation("type", _FRUIT, "price: float", "price: str", "wrong-type"),
    Mutation("default", _FRUIT, "1.5", "2.5", "wrong-default"),
    Mutation("required", _FRUIT, " = 1.5", "", "wrong-optionality"),
    Mutation(
        "order", _FRUIT, "fruit: str, price: float = 1.5", "price: float = 1.5, fruit: str", "misordered-parameters"
    ),
    Mutation("result", _FRUIT, "-> bool", "-> str", "wrong-type"),
    Mutation("open fence", _FRUIT, "Fill it.\n", "Fill it.\n\n```\nfill(1)\n", "broken-fence"),
    Mutation("async", _FRUIT, "async def", "def", "wrong-async"),
    Mutation("argument", _FRUIT, "- `count`", "- `counts`", "unknown-parameter"),
    Mutation("source's class", _FRUIT_SOURCE, "class Basket", "class Bag", "unknown-member", _FRUIT),
    Mutation("source's function", _FRUIT_SOURCE, "def sell(", "def sells(", "unknown-member", _FRUIT),
    Mutation("source's default", _FRUIT_SOURCE, "1.5", "2.5", "wrong-default", _FRUIT),
]


# The renderer for Docusaurus writes a class in a class, and what follows it, on the level of the outer one.
DOCUSAURUS_SOURCE = '''\
class Form:
    """A form."""

    def show(self) -> None:
        """Show it."""

    def hide(self) -> None:
        """Hide it."""

    class Meta:
        """Its options."""

        depth: int = 1
        """How deep it is."""

    def send(self) -> None:
        """Send it."""
'''
DOCUSAURUS_PAGE = """\
---
sidebar_label: forms
title: shop.forms
---

## Form Objects

```python
class Form()
```

A form.

#### show

```python
def show() -> None
```

Show it.

#### hide

```python
def hide() -> None
```

Hide it.

## Meta Objects

```python
class Meta()
```

Its options.

#### depth

How deep it is.

#### send

```python
def send() -> None
```

Send it.
"""
# A page of a module without classes.
FUNCTIONS_PAGE = """\
---
sidebar_label: tools
title: shop.tools
---

#### weigh

```python
def weigh(fruit: str) -> float
```

Weigh a fruit.

#### count

```python
def count(fruit: str) -> int
```

Count it.
"""
FUNCTIONS_SOURCE = '''\
def weigh(fruit: str) -> float:
    """Weigh a fruit."""


def count(fruit: str) -> int:
    """Count it."""
'''
_TOOLS, _TOOLS_SOURCE = "docs/reference/shop/tools.md", "shop/tools.py"
_FORMS, _FORMS_SOURCE = "docs/reference/shop/forms.md", "shop/forms.py"
DOCUSAURUS = [
    Mutation("method", _FORMS, "#### show\n\n```python\ndef show() -> None\n```\n\nShow it.\n", "", "missing-member"),
    Mutation("parameter", _FORMS, "def hide()", "def hide(to)", "unknown-parameter"),
    Mutation("function", _TOOLS, "#### weigh", "#### weight", "unknown-member", beside=("misplaced-signature",)),
    Mutation("type", _TOOLS, "fruit: str) -> int", "fruit: int) -> int", "wrong-type"),
]


def lazydocs() -> FormatTree:
    return FormatTree({_PAGE: LAZYDOCS_PAGE.encode(), _SOURCE: LAZYDOCS_SOURCE.encode()})


def pydoc_markdown() -> FormatTree:
    return FormatTree({_FRUIT: PYDOC_PAGE.encode(), _FRUIT_SOURCE: PYDOC_SOURCE.encode()})


def docusaurus() -> FormatTree:
    pages = {_FORMS: DOCUSAURUS_PAGE, _TOOLS: FUNCTIONS_PAGE}
    sources = {_FORMS_SOURCE: DOCUSAURUS_SOURCE, _TOOLS_SOURCE: FUNCTIONS_SOURCE}
    return FormatTree({path: text.encode() for path, text in {**pages, **sources}.items()})


@pytest.mark.parametrize(
    ("tree", "page"),
    [(lazydocs(), _PAGE), (pydoc_markdown(), _FRUIT), (docusaurus(), _FORMS)],
    ids=["lazydocs", "pydoc", "docusaurus"],
)
def test_a_sound_page_has_no_finding(tree: FormatTree, page: str) -> None:
    assert [f"{one.rule}: {one.message}" for one in tree.sound(page).findings] == []


def test_settings_of_pydoc_markdown_say_which_modules_have_pages() -> None:
    tree = docusaurus()
    assert tree.report(tree.pages, {"shop/left_out.py": b""}).findings == []


@pytest.mark.parametrize(
    ("tree", "mutation"),
    [
        *(pytest.param(lazydocs(), one, id=f"lazydocs-{one.name}") for one in LAZYDOCS),
        *(pytest.param(pydoc_markdown(), one, id=f"pydoc-{one.name}") for one in PYDOC),
        *(pytest.param(docusaurus(), one, id=f"docusaurus-{one.name}") for one in DOCUSAURUS),
    ],
)
def test_a_change_is_one_finding(tree: FormatTree, mutation: Mutation) -> None:
    found = tree.after(mutation)
    reported = [one.rule for one in found if one.rule not in mutation.beside]
    assert reported == [mutation.rule], [one.message for one in found]
