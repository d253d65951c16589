"""Pages of sphinx-markdown-builder: what is compared, and with which source."""

import pytest

from doclint import lint_corpus

PAGE = """\
# shop.baskets package

## Submodules

## shop.baskets.basket module

### *class* shop.baskets.basket.Basket(size, fruit=None)

Bases: `Box`

A basket.

* **Parameters:**
  * **size** (*int*) –{blank}
  * **fruit** (*Fruit*) – What is in it.

#### fill(count: int) → bool

Fill the basket.

* **Parameters:**
  **count** (*np.integer*) – How many.

### Notes

Baskets leak.

### *exception* shop.baskets.basket.Empty

Bases: `KeyError`

Nothing is there.
"""
SOURCE = '''\
import numpy as np


class Box: ...


class Basket(Box):
    """A basket.

    Args:
        fruit (Fruit): What is in it.
    """

    def __init__(self, size: int, fruit: "Fruit" = None): ...

    def fill(self, count: int) -> bool:
        """Fill the basket.

        Args:
            count (np.integer): How many.

        # Notes

        Baskets leak.
        """


class Empty(KeyError):
    """Nothing is there."""
'''


def found(page: str, source: str = "src/shop/baskets/basket.py", **more: str) -> list[str]:
    """Return the messages about a page, with what its trailing blank is."""
    files = {"pyproject.toml": "", "src/shop/__init__.py": "", "src/shop/baskets/__init__.py": "", source: SOURCE}
    findings = lint_corpus({"docs/shop.baskets.md": page.replace("{blank}", " ")}, sources=files | more).findings
    return [one.message for one in findings if one.rule not in ("duplicate-heading", "stale-copy", "unlinked-page")]


STRAY = "`### Notes` is a heading out of the text below `fill`, but not on a lower level; lower it"


def test_a_heading_out_of_a_docstring_is_told_by_the_name_of_its_symbol() -> None:
    assert found(PAGE) == [STRAY]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("**size** (*int*)", "**sise** (*int*)", "has no parameter `sise`"),
        ("(*np.integer*)", "(*bytes*)", "is `bytes`; it is `np.integer`"),
        ("*class* shop.baskets.basket.Basket", "*exception* shop.baskets.basket.Basket", "an exception"),
    ],
)
def test_what_is_wrong_is_reported_once(old: str, new: str, message: str) -> None:
    others = [one for one in found(PAGE.replace(old, new)) if one != STRAY]
    assert len(others) == 1
    assert message in others[0]


@pytest.mark.parametrize("source", ["packages/shop/src/shop/baskets/basket.py", "libs/shop/shop/baskets/basket.py"])
def test_sources_of_several_packages_are_in_folders_of_their_own(source: str) -> None:
    is_read = any("`sise`" in one for one in found(PAGE.replace("**size**", "**sise**"), source))
    assert is_read == source.startswith("libs/")  # nothing says that a folder deeper is meant


@pytest.mark.parametrize("heading", ["shop.baskets module", "shop.baskets.basket module"])
def test_section_of_a_package_has_what_its_modules_declare(heading: str) -> None:
    page = PAGE.replace("shop.baskets.basket module", heading).replace("#### fill(", "#### fil(")
    assert any("`fil`" in one for one in found(page))


@pytest.mark.parametrize(("result", "is_compared"), [("", False), (" → int", True)])
def test_calls_in_headings_are_those_of_people_unless_they_return_something(result: str, *, is_compared: bool) -> None:
    page = f"# Baskets\n\n### shop.basket.sum(a){result}\n\nAdd it.\n\n* **Parameters:**\n  * **a** (*int*) – It.\n"
    findings = lint_corpus({"README.md": page}, sources={"shop/basket.py": "def add(a): ...\n"}).findings
    assert is_compared == any(one.rule == "unknown-member" for one in findings)


@pytest.mark.parametrize(("empty", "is_shown"), [(1, True), (2, False)])
def test_modules_may_be_shown_without_their_members(empty: int, *, is_shown: bool) -> None:
    """Several of them without any are no accident."""
    names = ["apple", "pear", "plum", "quince"]
    text = "\n## shop.{0} module\n\n### *class* shop.{0}.Tree\n\nA tree.\n"
    sections = [text.format(name).split("\n###")[0] if name in names[:empty] else text.format(name) for name in names]
    sources = {f"shop/{name}.py": 'class Tree:\n    """A tree."""\n' for name in names} | {"shop/__init__.py": ""}
    page = f"# shop package\n\n## Submodules\n{''.join(sections)}"
    findings = lint_corpus({"docs/shop.md": page}, sources=sources).findings
    assert is_shown == any(one.rule == "missing-member" for one in findings)


@pytest.mark.parametrize(("decorator", "is_wrong"), [("", True), ("@caught\n", False)])
def test_a_decorator_may_wait_for_an_asynchronous_function(decorator: str, *, is_wrong: bool) -> None:
    page = "# shop module\n\n### shop.fill()\n\nFill it.\n\n### *namedtuple* shop.Box(size)\n\nBases: `NamedTuple`\n"
    page += "\n* **Return type:**\n  int\n"
    source = f'{decorator}async def fill():\n    """Fill it."""\n\n\nclass Box(NamedTuple):\n    size: int\n'
    findings = lint_corpus({"docs/shop.md": page}, sources={"shop.py": source}).findings
    assert [one.rule for one in findings] == ["wrong-async"] * is_wrong


def test_generators_that_read_sources_show_functions_as_these_have_them() -> None:
    page = """\
<a id="shop"></a>

# shop

<a id="shop.fill"></a>

#### fill

```python
@caught
def fill()
```

Fill it.
"""
    source = '@caught\nasync def fill():\n    """Fill it."""\n'
    findings = lint_corpus({"docs/shop.md": page}, sources={"shop.py": source}).findings
    assert "wrong-async" in [one.rule for one in findings]


def test_a_renamed_class_is_one_finding_with_all_types_that_name_it() -> None:
    source = "class Box: ...\n\n\ndef fill(box: Box, size: int): ...\n"
    page = "# shop module\n\n### *class* shop.Crate\n\n### shop.fill(box: Crate, size: int)\n\n* **Parameters:**\n"
    page += "  * **box** (*Crate*) – It.\n  * **size** (*{}*) – Of it.\n"
    for type_, rules in (("int", ["unknown-member"]), ("str", ["unknown-member", "wrong-type"])):
        findings = lint_corpus({"docs/shop.md": page.format(type_)}, sources={"shop.py": source}).findings
        assert [one.rule for one in findings] == rules


@pytest.mark.parametrize(("name", "rules"), [("frame", []), ("frames", ["unknown-member"])])
def test_values_in_headings_may_have_colons(name: str, rules: list[str]) -> None:
    source = "class Box:\n    def __init__(self):\n        self.frame = table()\n"
    page = f"# shop module\n\n### *class* shop.Box\n\n#### {name} *= Empty Frame Columns: [] Index: []*\n"
    assert [one.rule for one in lint_corpus({"docs/shop.md": page}, sources={"shop.py": source}).findings] == rules


OLD = """\
# shop package

## Submodules

## shop.basket module


#### class shop.basket.Basket(size)
A basket.


#### fill(count)
Fill it.


#### class shop.basket.Empty()
Nothing.


#### shop.basket.total(baskets)
Add them.

## Module contents
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", ""),
        ("fill(count)", "fil(count)", "`fil` as a method of `Basket`"),
        ("fill(count)", "fill(fruit)", "`Basket.fill` has no parameter `fruit`"),
        ("class shop.basket.Empty()", "class shop.basket.Emty()", "documents `Emty`"),
        ("total(baskets)", "total(bins)", "`total` has no parameter `bins`"),
    ],
)
def test_old_versions_have_everything_on_one_level(old: str, new: str, message: str) -> None:
    source = 'class Basket:\n    """A basket."""\n\n    def __init__(self, size): ...\n\n    def fill(self, count):\n'
    source += (
        '        """Fill it."""\n\n\nclass Empty:\n    """Nothing."""\n\n\ndef total(baskets):\n    """Add them."""\n'
    )
    files = {"shop/__init__.py": "", "shop/basket.py": source}
    findings = lint_corpus({"docs/shop.md": OLD.replace(old, new)}, sources=files).findings
    assert len(findings) == bool(message)
    assert message in "".join(one.message for one in findings)


@pytest.mark.parametrize(("base", "is_wrong"), [("Model", False), ("Box", True)])
def test_a_base_from_elsewhere_may_take_anything(base: str, *, is_wrong: bool) -> None:
    """Python shows its `__new__` in place of `__init__`."""
    page = "# shop.basket module\n\n### *class* shop.basket.Basket(\\*args, \\*\\*kwds)\n\nBases: `{0}`\n\nA basket.\n"
    source = "from model import Model\n\n\nclass Box: ...\n\n\nclass Basket({0}):\n"
    source += '    """A basket."""\n\n    def __init__(self, size): ...\n'
    files = {"pyproject.toml": "", "shop/__init__.py": "", "shop/basket.py": source.format(base)}
    findings = lint_corpus({"docs/shop.basket.md": page.format(base)}, sources=files).findings
    assert is_wrong == any(one.rule == "unknown-parameter" for one in findings)


@pytest.mark.parametrize("value", ["Empty DataFrame Columns: [] Index: []", "Box(a: 1) : b"])
def test_a_value_with_a_colon_is_no_type(value: str) -> None:
    page = (
        f"# shop.basket module\n\n### shop.basket.most *= {value}*\n\n### *class* shop.basket.Basket\n\nA basket.\n\n"
    )
    page += f"#### fruit *= {value}*\n"
    source = 'most = made()\n\n\nclass Basket:\n    """A basket."""\n\n    fruit = made()\n'
    assert not lint_corpus({"docs/shop.basket.md": page}, sources={"shop/basket.py": source}).findings


@pytest.mark.parametrize(("rubric", "is_compared"), [("### Functions\n\n", True), ("", False)])
def test_summaries_of_modules_have_rubrics(rubric: str, *, is_compared: bool) -> None:
    page = f"# shop.basket\n\n{rubric}### shop.basket.sum(a)\n\nAdd it.\n\n* **Parameters:**\n  **a** (*int*) – It.\n"
    source = 'def add(a):\n    """Add it."""\n'
    findings = lint_corpus({"docs/shop.basket.md": page}, sources={"shop/basket.py": source}).findings
    assert is_compared == any(one.rule == "unknown-member" for one in findings)
    assert not lint_corpus({"README.md": page}, sources={"shop/basket.py": source}).findings


@pytest.mark.parametrize("rubric", ["### Example", "#### property weight()"])
def test_members_after_what_no_section_has_are_no_functions(rubric: str) -> None:
    page = f"# shop.basket module\n\n### *class* shop.basket.Basket\n\nA basket.\n\n{rubric}\n\n#### fill()\n"
    source = 'class Basket:\n    """A basket."""\n\n    def fill(self):\n        """Fill it."""\n'
    findings = lint_corpus({"docs/shop.basket.md": page}, sources={"shop/basket.py": source}).findings
    assert {one.rule for one in findings} <= {"stray-heading", "missing-member"}


@pytest.mark.parametrize(
    ("base", "is_wrong"), [('make("Box")', False), ('namedtuple("Box", "a")', False), ("Jar", True)]
)
def test_a_call_may_make_any_base(base: str, *, is_wrong: bool) -> None:
    page = "# shop.basket module\n\n### *class* shop.basket.Basket\n\nBases: `Box`\n\nA basket.\n"
    source = f'class Jar: ...\n\n\nclass Basket({base}):\n    """A basket."""\n'
    findings = lint_corpus({"docs/shop.basket.md": page}, sources={"shop/basket.py": source}).findings
    assert is_wrong == any(one.rule == "wrong-base" for one in findings)
