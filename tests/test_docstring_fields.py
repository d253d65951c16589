"""What docstrings and base classes add to what a source in Python declares."""

import tomllib

import pytest

from doclint.api.lint import lint_text

_FORMAT = """
name = "clients"
docs-root = "docs"
docstrings = "sphinx"
[[kind]]
name = "api"
path = "{symbol}.md"
title = "{symbol}"
source = "api.py"
defines = "class"
[[kind.section]]
heading = "{symbol}"
repeats = true
defines = ["method", "property"]
content = [
  { shape = "signature", layout = "quote", text = ["{returns} {symbol}({parameters})", "{type} {symbol}"] },
  { optional = true, group = [
    { shape = "table", defines = "parameter", complete = "all", header = ["Name", "Type", "Notes"], row = [
      "{symbol}", "{type}", "[{optional='optional'}]",
    ] },
  ] },
]
"""
_SOURCE = '''
class Shop:
    def sell(self, fruit, **kwargs):
        """Sell.

        :param async_req bool: Whether to wait
        :param str fruit: What to sell (required)
        :param prices: What it costs
        :type prices: list[str]
        :return: Basket
            If it is called asynchronously, the thread.
        """

    @property
    def owner(self):
        """:rtype: str"""
'''
_PAGE = """\
# Shop

## sell

> Basket sell(fruit, async_req=async_req, prices=prices)

Name | Type | Notes
---- | ---- | -----
fruit | str |
async_req | bool | optional
prices | list[str] | optional

## owner

> str owner
"""


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("", "", None),
        ("> Basket", "> Till", "wrong-type"),
        ("> str", "> int", "wrong-type"),
        ("fruit | str", "fruit | bool", "wrong-type"),
        ("list[str]", "int", "wrong-type"),
        ("prices | list", "costs | list", "unknown-parameter"),
        ("prices | list[str] | optional\n", "", "missing-parameter"),
        ("list[str] | optional", "list[str] |", "wrong-optionality"),
        ("fruit | str |", "fruit | str | optional", "wrong-optionality"),
    ],
)
def test_docstring_says_what_the_signature_lacks(old: str, new: str, rule: str | None) -> None:
    page = _PAGE.replace(old, new, 1)
    found = lint_text(page, path="docs/Shop.md", format=tomllib.loads(_FORMAT), sources={"api.py": _SOURCE}).findings
    assert [one.rule for one in found] == ([rule] if rule else [])


_MODELS = """
name = "models"
docs-root = "docs"
[[kind]]
name = "model"
path = "{symbol}.md"
title = "{symbol}"
source = "shop/a.py"
defines = "class"
[[kind.section]]
heading = "{symbol}"
repeats = true
defines = "field"
content = [{ shape = "prose" }]
"""


@pytest.mark.parametrize(("base", "rules"), [("pydantic", ["unknown-member"]), ("orchard", [])])
def test_models_have_no_fields_that_they_do_not_list(base: str, rules: list[str]) -> None:
    """What a base from elsewhere has is unknown, except that pydantic itself brings no fields."""
    model = f"from {base} import BaseModel\n\n\nclass Plan(BaseModel):\n    size: int\n"
    sources = {"pyproject.toml": "[project]\nname = 'shop'\n", "shop/__init__.py": "", "shop/a.py": model}
    page = "# Plan\n\n## size\n\nText.\n\n## cost\n\nText.\n"
    found = lint_text(page, path="docs/Plan.md", format=tomllib.loads(_MODELS), sources=sources).findings
    assert [one.rule for one in found] == rules
