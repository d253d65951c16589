"""What examples in Python say about the packages of their repository: files in, findings out."""

import pytest

from doclint import Page
from doclint.markdown.source import Source
from doclint.page.examples.python_uses import python_uses
from doclint.page.examples.undefined_names import undefined_names
from doclint.repository.in_memory import Memory

SOURCES = {
    "pyproject.toml": '[project]\nname = "orchard"\n',
    "orchard/__init__.py": "from orchard.tree import Tree, plant\nfrom orchard.grafts import Graft\n",
    "orchard/tree.py": (
        "class Tree:\n"
        "    height = 0\n"
        "    def __init__(self, kind, *, age=1):\n"
        "        self.kind = kind\n"
        "    def __enter__(self) -> 'Tree': ...\n"
        "    def prune(self, branches): ...\n"
        "    @classmethod\n"
        "    def sapling(cls, kind): ...\n"
        "    @staticmethod\n"
        "    def kinds(): ...\n"
        "    @property\n"
        "    def fruits(self): ...\n\n"
        "def plant(tree, /, *where, deep=False, **options): ...\n"
    ),
    "orchard/grafts.py": "import other\n\nclass Graft(other.Base):\n    def cut(self): ...\n",
}


def check(text: str, path: str = "docs/a.md", **files: str) -> list[str]:
    """Return the places of what cannot work, each as its text and the name of its type."""
    page = Page(path, Source.from_text(text), repository=Memory(SOURCES | {path: text} | files))
    return [f"{page.text(found.span)} {type(found).__name__}" for found in page.remembered(python_uses).misuses]


def example(code: str) -> str:
    return f"```python\nfrom orchard import Graft, Tree, plant\nimport orchard\n\n{code}\n```\n"


WRONG = [
    ("import orchard.leaf", ["orchard.leaf MissingImport"]),
    ("from orchard.leaf import a, b", ["orchard.leaf MissingImport"]),
    ("from orchard import (\n    Leaf,\n    Tree,\n)", ["Leaf MissingImport"]),
    ("orchard.leaf.fall()", ["leaf MissingAttribute"]),
    ("Tree('pear').fall()", ["fall MissingAttribute"]),
    ("tree = orchard.tree.Tree('pear')\ntree.kind.size, tree.fall", ["fall MissingAttribute"]),
    ("with Tree('pear') as tree:\n    tree.fall()", ["fall MissingAttribute"]),
    ("def main():\n    tree = Tree('pear')\n    tree.prune()", ["prune WrongCall"]),
    ("if (tree := Tree('pear')):\n    tree.fall()", ["fall MissingAttribute"]),
    ("print(f'{Tree(1).fall}')", ["fall MissingAttribute"]),
    ("await plant(1, deep=True)\nawait plant()", ["plant WrongCall"]),
    ("Tree('pear', years=3)", ["Tree WrongCall"]),
    ("Tree('pear', 3)", ["Tree WrongCall"]),
    ("Tree.sapling()", ["sapling WrongCall"]),
    ("Tree.prune()", ["prune UnboundCall"]),
    ("tree = Tree('pear')\ntree = Tree('plum')\ntree.fall()", ["fall MissingAttribute"]),
    ("try:\n    Tree(1).fall()\nexcept ValueError:\n    pass", ["fall MissingAttribute"]),
]


@pytest.mark.parametrize(("code", "found"), WRONG)
def test_wrong(code: str, found: list[str]) -> None:
    assert check(example(code)) == found


RIGHT = [
    "tree = Tree('pear', age=2)\ntree.kind, tree.height, tree.fruits, tree.prune(['a'])",
    "plant(tree, 1, 2, deep=True, anything=3)",
    "Tree.kinds(), Tree.sapling('pear'), Tree.prune(tree, []), Tree.prune(*both)",
    "Tree(...), Tree(*args), Tree(**options), Tree(\n    # the other arguments\n)",
    "Graft(1, 2).grow(), Graft.cut, Graft('x').cut()",
    "tree = Tree('pear') if a else b\ntree.fall()",
    "tree = Tree('pear')\ntree = other()\ntree.fall()",
    "tree = Tree('pear')\nif a:\n    tree = other()\ntree.fall()",
    "tree = Tree('pear')\ndef fell(tree):\n    tree.fall()",
    "tree = Tree('pear')\n[tree.fall() for tree in trees]",
    "tree = Tree('pear')\nfor tree in trees:\n    tree.fall()",
    "tree = Tree('pear')\nmatch a:\n    case [tree]:\n        tree.fall()",
    "tree = Tree('pear')\ntree.color = 'red'\nprint(tree.color)",
    "def grow(self): ...\nTree.grow = grow\nTree('pear').grow()",
    "try:\n    from orchard import leaf\nexcept ImportError:\n    leaf = None",
    "if hasattr(tree, 'fall'):\n    Tree(1).fall()",
    "with pytest.raises(AttributeError):\n    Tree(1).fall()",
    "Tree(1).fall()  # raises an AttributeError",
    "# Wrong:\nTree(1).fall()",
    "# Before\nTree(1).fall()",
    "Tree(1).fall() broken syntax here",
    "from orchard import <Leaf>\nfrom orchard.tree import Tree",
    "from orchard import your_tree, MyTree",
    "from .leaf import Leaf\nfrom other import orchard\norchard.leaf",
    "del Tree.height, Tree.width",
]


@pytest.mark.parametrize("code", RIGHT)
def test_right(code: str) -> None:
    assert check(example(code)) == []


NURSERY = """
from __future__ import annotations
import typing as t
from abc import ABC
from contextlib import contextmanager
from functools import cached_property
from pydantic import validate_call

class Bed:
    def __enter__(self): return self
    def weed(self) -> t.Self: ...
    @validate_call
    def water(self, liters): ...
    def copy(self) -> Bed: ...

class Shed(Bed): ...
class Plan(ABC): ...

class Nursery:
    async def __aenter__(self):
        return self
    @cached_property
    def tools(self) -> "Tools": ...
    @classmethod
    def of(cls, name) -> t.Self: ...
    def bed(self) -> Bed: ...
    def shed(self) -> Shed[int]: ...
    def plan(self) -> Plan: ...
    def sheds(self) -> list[Shed]: ...
    def maybe(self) -> Shed | None: ...
    async def late(self) -> Shed: ...
    @contextmanager
    def opened(self) -> Shed: ...

class Tools:
    def sharpen(self): ...

def nursery() -> Nursery: ...
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("nursery().fall()", ["fall MissingAttribute"]),
        ("Nursery.of('a').bed(1)", ["bed WrongCall"]),
        ("nursery().tools.sharpen(1)\nnursery().tools.sharpen()", ["sharpen WrongCall"]),
        ("nursery().shed().fall()", ["fall MissingAttribute"]),
        ("Shed().weed().weed().fall()", ["fall MissingAttribute"]),
        ("Bed().water(2, 3)", ["water WrongCall"]),
        ("with Shed() as shed:\n    shed.fall()", ["fall MissingAttribute"]),
        ("async with Nursery() as one:\n    one.fall()", ["fall MissingAttribute"]),
        ("with Nursery() as one:\n    one.fall()", []),
        ("nursery().bed().fall()", []),  # it may be a shed
        ("Shed().copy().fall()", []),
        ("nursery().plan().fall(), nursery().sheds().fall(), nursery().maybe().fall()", []),
        ("nursery().late().fall(), nursery().opened().fall()", []),
        ("Nursery.tools.fall()", []),
    ],
)
def test_results_of_functions(code: str, found: list[str]) -> None:
    text = f"```python\nfrom orchard.nursery import Bed, Nursery, Shed, nursery\n{code}\n```\n"
    assert check(text, **{"orchard/nursery.py": NURSERY}) == found


def test_names_of_earlier_examples() -> None:
    first = example("tree = Tree('pear')")
    assert check(f"{first}\n```pycon\n>>> tree.fall()\n```\n") == ["fall MissingAttribute"]
    assert check(f"{first}\n```python\ntree = other()\n```\n\n```python\ntree.fall()\n```\n") == []
    assert check(f"{first}\n```python\nfrom other import orchard\n```\n\n```python\norchard.leaf\n```\n") == []
    assert check(f"```python\ntree = other()\n```\n\n{first}\n```python\ntree.fall()\n```\n") == []
    assert check(f'{first}\n```python\n--8<-- "a.py"\n```\n\n```python\ntree.fall()\n```\n') == []


def test_instances_belong_to_sections() -> None:
    text = (
        "# A\n\n## Trees\n\n" + example("tree = Tree('pear')") + "\n{}\n\n```python\ntree.fall(), orchard.leaf\n```\n"
    )
    assert check(text.replace("{}", "### More")) == ["fall MissingAttribute", "leaf MissingAttribute"]
    assert check(text.replace("{}", "## Bushes")) == ["leaf MissingAttribute"]


def test_package_that_no_example_imports() -> None:
    missing = ["fall MissingAttribute"]
    assert check("```python\norchard.Tree('pear').fall()\n```\n") == missing
    assert check("```python\norchard.Tree\n```\n\n```python\norchard.Tree('pear').fall()\n```\n") == missing
    assert check("```python\ndef walk(orchard):\n    orchard.Tree('pear').fall()\n```\n") == []
    assert check("```python\norchard = other()\norchard.Tree('pear').fall()\n```\n") == []
    assert check("```python\norchard.Leaf(), orchard.fall(), orchard.Tree('pear').fall()\n```\n") == []
    assert check("```\norchard.Tree('pear').fall()\n```\n") == []


def test_folder_that_no_project_names() -> None:
    files = {"tool/run.py": "def start(): ...\n"}
    assert check("```python\nfrom tool.run import stop\n```\n", **files) == ["stop MissingImport"]
    assert check("```python\nfrom tool.other import stop\nimport tool.stop\n```\n", **files) == []


def test_sessions_without_a_language() -> None:
    assert check("```\n>>> import orchard\n>>> orchard.leaf\n```\n") == ["leaf MissingAttribute"]
    assert check("```\nimport orchard\norchard.leaf\n```\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "Deprecated, it was:\n\n{}",
        "Instead of the old API:\n\n{}",
        "{}\n\nThis raises `ImportError`.\n",
        "{}\n\n```\nImportError: cannot import name 'Leaf'\n```\n",
        "Create `orchard/leaf.py` first.\n\n```python\nimport orchard.leaf\n```\n",
        '```python title="orchard/tree.py"\nclass Leaf: ...\n```\n\n{}',
    ],
)
def test_what_a_page_shows_on_purpose(text: str) -> None:
    assert check(text.replace("{}", "```python\nfrom orchard import Leaf\n```\n")) == []


def test_names_are_those_of_the_repository() -> None:
    text = "```python\nimport forest\n\nforest.leaf()\n```\n"
    assert check(text) == []
    assert check(text, **{"forest/__init__.py": ""}) in ([], ["leaf MissingAttribute"])


def undefined(code: str, *more: str) -> list[tuple[str, str, bool]]:
    text = "\n".join(f"```python\n{one}\n```\n" for one in (code, *more))
    page = Page("a.md", Source.from_text(text), repository=Memory(SOURCES | {"a.md": text}))
    return [(one.name, one.statement or one.constant, one.is_sketch) for one in undefined_names(page)]


def test_undefined_names() -> None:
    assert undefined("import orchard\nplant.height") == []
    assert undefined("import orchard\nos.environ, time, path") == [("os", "import os", True)]
    assert undefined("import orchard\nPath('a'), true") == [
        ("Path", "from pathlib import Path", True),
        ("true", "True", True),
    ]
    assert undefined("from orchard import plant\nplant(Tree('pear'))") == [("Tree", "from orchard import Tree", False)]


@pytest.mark.parametrize(
    "code",
    [
        "Tree('pear')  # orchard",
        "from orchard import *\nTree('pear')",
        "import orchard\nopen(os)",
        "import orchard\ntry:\n    Tree\nexcept NameError:\n    pass",
    ],
)
def test_names_that_may_be_defined(code: str) -> None:
    assert undefined(code) == []


def test_names_that_another_example_defines() -> None:
    assert undefined("import orchard\nTree('pear')", "from orchard import Tree") == []
