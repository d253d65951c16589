"""From a dotted name of a Python package to its declaration, and to how to make an instance of a class."""

import textwrap
from collections.abc import Mapping

import pytest

from doclint.packages.answers import Resolved
from doclint.packages.python_packages import PythonPackages, python_packages
from doclint.repository.dependencies import Dependencies, digest
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Unknown
from doclint.source.model import OMITTED, Declaration, DeclaredSignature


def orchard(files: Mapping[str, str], *, most: int | None = None) -> PythonPackages:
    return python_packages(Memory({f"orchard/{path}": textwrap.dedent(text) for path, text in files.items()}, most))


def found(packages: PythonPackages, name: str) -> Resolved:
    answer = packages.find(f"orchard.{name}")
    assert isinstance(answer, Found), answer
    return answer.value


def declared(text: str, name: str) -> Declaration:
    packages = orchard({"__init__.py": text})
    declaration = packages.declaration(found(packages, name))
    assert declaration is not None
    return declaration


def constructor(text: str, name: str = "A") -> str:
    """Return the ways to make an instance of a class as Python writes them, or why they are not known."""
    packages = orchard({"__init__.py": text})
    signatures = packages.signatures(found(packages, name))
    return signatures.because if isinstance(signatures, Unknown) else " | ".join(map(shown, signatures))


def shown(signature: DeclaredSignature) -> str:
    marks = {"var-positional": "*", "var-keyword": "**", "keyword-only": "kw "}
    return ", ".join(
        marks.get(one.kind, "")
        + one.name
        + (f": {one.type}" if one.type else "")
        + (f" = {one.default}" if one.default is not None else "")
        for one in signature.parameters
    )


def test_names_are_followed_to_their_declarations() -> None:
    packages = orchard(
        {
            "__init__.py": "from .tree import *\nfrom .tree import Tree as Plant, SIZE\n",
            "tree.py": """
                __all__ = ["Tree", "grow"]
                SIZE = 3
                class Tree:
                    "A tree."
                    class Leaf:
                        area: float = 1.5
                    def __init__(self): self.age: int = 0
                    @property
                    def height(self) -> float: ...
                def grow(tree: Tree, *, by=1) -> None: ...
            """,
        }
    )
    names = ["Tree", "Plant", "Tree.Leaf", "Tree.Leaf.area", "grow", "SIZE", "Plant.__init__", "Tree.height"]
    answers = [packages.declaration(found(packages, name)) for name in names]
    assert [(one.kind, one.name, one.line) for one in answers if one] == [
        ("class", "Tree", 4),
        ("class", "Tree", 4),
        ("class", "Leaf", 6),
        ("field", "area", 7),
        ("function", "grow", 11),
        ("constant", "SIZE", 3),
        ("method", "__init__", 8),
        ("property", "height", 10),
    ]
    tree = found(packages, "Tree")
    age = packages.instance_attribute(tree, "age")
    assert isinstance(age, Found)
    declaration = packages.declaration(age.value)
    assert declaration is not None
    assert (declaration.type, declaration.value) == ("int", "0")
    assert packages.declaration(found(packages, "tree")) is None


def test_of_several_definitions_the_one_that_was_found_counts() -> None:
    text = """
        def f(a): "One."
        def f(a, b): "Two."
        if x:
            def g(a): ...
        else:
            def g(a, b): ...
    """
    assert declared(text, "f").docstring == "Two."
    assert [len(one.parameters) for one in declared(text, "g").signatures] == [1, 2]


def test_enumerations_whose_base_is_in_another_module() -> None:
    packages = orchard(
        {
            "__init__.py": "from .base import Names\nclass A(Names):\n    B = 'b'\n    def f(self): self.c = 1\n",
            "base.py": "import enum\nclass Names(str, enum.Enum): ...\n",
        }
    )
    declaration = packages.declaration(found(packages, "A"))
    assert declaration is not None
    assert declaration.kind == "enum"
    assert [(one.name, one.kind) for one in declaration.members] == [
        ("B", "enum-member"),
        ("f", "method"),
        ("c", "field"),
    ]
    member = packages.declaration(found(packages, "A.B"))
    assert member is not None
    assert member.kind == "enum-member"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A: ...", ""),
        ("class A:\n    def __init__(self, a: int, *b, c='d  e', **f): ...", "a: int, *b, kw c = 'd  e', **f"),
        ("class B:\n    def __init__(self, a: int = 1): ...\nclass A(B): ...", "a: int = 1"),
        (
            "from typing import overload\nclass A:\n"
            + "".join(f"    @overload\n    def __init__(self, a: {one}): ...\n" for one in ("int", "str")),
            "a: int | a: str",
        ),
        (
            "class A:\n    @overload\n    def __init__(self, a: int): ...\n    def __init__(self, a): ...",
            "a: int | a",
        ),
        ("class A:\n    def __new__(cls, a: int): ...", "a: int"),
        ("class A(elsewhere.B): ...", "its base `elsewhere.B` is not known"),
        ("@elsewhere.add\nclass A: ...", "`orchard.A` has the decorator `elsewhere.add`"),
        ("A = 1", "`orchard.A` is a variable"),
    ],
)
def test_constructors_that_are_written(text: str, expected: str) -> None:
    assert constructor(text) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("a: int\n    b: str = 'c'", "a: int, b: str = 'c'"),
        ("a: list[int] = field(default_factory=list)", f"a: list[int] = {OMITTED}"),
        ("a: int = field(\n        repr=False, default=f(1, ')')\n    )", "a: int = f(1, ')')"),
        ("a: int = make(1)", "a: int = make(1)"),
        ("a: int = field(kw_only=True)\n    b: int = 1", "b: int = 1, kw a: int"),
        ("a: InitVar[int]\n    b: int = field(init=False)\n    c: ClassVar[int] = 1", "a: InitVar[int]"),
        ("a: int\n    def f(self):\n        self.a: str = ''", "a: int"),
    ],
)
def test_constructors_of_data_classes(fields: str, expected: str) -> None:
    imports = "from dataclasses import InitVar, dataclass, field\nfrom typing import ClassVar\n"
    assert constructor(f"{imports}@dataclass\nclass A:\n    {fields}") == expected


def test_constructors_with_the_fields_of_bases() -> None:
    text = """
        from dataclasses import dataclass
        @dataclass
        class B:
            a: int
            b: str = "x"
        @dataclass
        class A(B):
            c: float = 1.0
            b: bytes = b""
    """
    assert constructor(text) == 'a: int, b: bytes = b"", c: float = 1.0'


def test_constructors_of_attrs_and_named_tuples() -> None:
    assert constructor("import attrs\n@attrs.define\nclass A:\n    _a: int = 1") == "a: int = 1"
    assert constructor("from typing import NamedTuple\nclass A(NamedTuple):\n    a: int\n    b: int = 1") == (
        "a: int, b: int = 1"
    )
    aliased = "import attrs\n@attrs.define\nclass A:\n    a: int = attrs.field(alias='b')"
    assert constructor(aliased) == "b: int"
    made = "import attrs\n@attrs.define\nclass A:\n    a: int = attrs.field()\n    @a.default\n    def f(self): ..."
    assert constructor(made) == f"a: int = {OMITTED}"


def test_answers_depend_on_all_sources_that_they_come_from() -> None:
    files = {"orchard/__init__.py": "from .base import B\nclass A(B): ...", "orchard/base.py": "class B:\n    a: int"}
    repository = Memory(files)
    packages = python_packages(repository)
    for ask in (packages.signatures, packages.declaration, packages.lineage):
        with repository.recording() as dependencies:
            ask(found(packages, "A"))
        assert contents(dependencies)["orchard/base.py"] == digest(files["orchard/base.py"].encode())


def contents(dependencies: Dependencies) -> dict[str, str | None]:
    found_ = dict(dependencies.contents)
    for part in dependencies.parts.values():
        found_ |= contents(part)
    return found_
