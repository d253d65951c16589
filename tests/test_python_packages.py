"""Which Python packages a repository has, and what their names stand for."""

import textwrap
from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from doclint.packages.answers import NameAnswer, Resolved
from doclint.packages.python_packages import PythonPackages, python_packages
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.model import DeclaredSignature

PROJECT = {"pyproject.toml": "[project]\nname = 'orchard'\n"}


def packages(files: Mapping[str, str], *, most: int | None = None) -> PythonPackages:
    return python_packages(Memory({path: textwrap.dedent(text) for path, text in files.items()}, most))


def orchard(files: Mapping[str, str]) -> PythonPackages:
    """Return the packages of a repository with the package `orchard`, given by paths in it."""
    return packages(PROJECT | {f"orchard/{path}": text for path, text in {"__init__.py": "", **files}.items()})


def found(answer: NameAnswer) -> Resolved:
    assert isinstance(answer, Found), answer
    return answer.value


def shown(answer: NameAnswer) -> str:
    """Return the place of what was found, `- name` for a missing name, and `?` for no answer."""
    match answer:
        case Found():
            found = answer.value
            return f"{found.path}:{found.line}" if found.line else found.path
        case Missing():
            return f"- {answer.what.name}"
        case Unknown():
            return "?"


# Where packages are.


def test_module_that_only_the_folder_at_the_root_has() -> None:
    """What runs at the root finds it there, though the build installs another package of the name."""
    files = PROJECT | {"src/tools/__init__.py": "", "src/tools/a.py": "", "tools/__init__.py": "", "tools/b.py": ""}
    there = packages(files)
    assert [shown(there.find(f"tools.{name}")) for name in ("a", "b", "c")] == ["src/tools/a.py", "?", "- c"]


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (PROJECT | {"orchard/__init__.py": "", "tests/__init__.py": "", "docs/conf.py": ""}, {"orchard"}),
        (PROJECT | {"src/orchard/__init__.py": "", "src/tree/__init__.py": "", "lib/x.py": ""}, {"orchard", "tree"}),
        (PROJECT | {"src/orchard/deep/a.py": ""}, {"orchard"}),
        (PROJECT | {"orchard.py": "", "other.py": ""}, {"orchard"}),
        (PROJECT | {"python/orchard/__init__.py": "", "src/lib.rs": ""}, {"orchard"}),
        (PROJECT | {"Apple_Tree/__init__.py": "", "examples/__init__.py": ""}, {"Apple_Tree"}),
        ({"pyproject.toml": "[project]\nname='or-chard.x'", "Or_Chard_X/a.py": ""}, {"Or_Chard_X"}),
        ({"pyproject.toml": "[project]\nname='green-apple'", "src/green/apple/__init__.py": ""}, {"green"}),
        (
            {"pyproject.toml": "[tool.setuptools]\npackages=['a', 'a.b']", "a/__init__.py": "", "c/__init__.py": ""},
            {"a", "c"},
        ),
        ({"pyproject.toml": "[tool.setuptools]\npackage-dir={a='b'}\npackages=['a']", "b/__init__.py": ""}, {"a"}),
        ({"pyproject.toml": "[tool.setuptools]\npy-modules=['a']\npackage-dir={''='x'}", "x/a.py": ""}, {"a"}),
        (
            {
                "pyproject.toml": "[tool.setuptools.packages.find]\nwhere=['lib']\ninclude=['a*']\nexclude=['ac']",
                "lib/ab/__init__.py": "",
                "lib/ac/__init__.py": "",
                "lib/b/__init__.py": "",
            },
            {"ab"},
        ),
        ({"setup.cfg": "[options]\npackages = find:\npackage_dir =\n    = lib", "lib/a/__init__.py": ""}, {"a"}),
        (
            {"setup.cfg": "[options]\npackages = find_namespace:\n[options.packages.find]\nwhere = x", "x/a/b.py": ""},
            {"a"},
        ),
        ({"setup.cfg": "[options]\npy_modules = a, b", "a.py": "", "b.py": "", "c.py": ""}, {"a", "b"}),
        (
            {"setup.py": "setup(packages=find_packages('lib'))", "lib/a/__init__.py": "", "b/__init__.py": ""},
            {"a", "b"},
        ),
        ({"setup.py": "x = ['a']\nsetup(packages=x, package_dir={'a': 'y'})", "y/__init__.py": ""}, {"a"}),
        ({"setup.py": "setup(name='a', packages=found())", "a/__init__.py": "", "b/__init__.py": ""}, {"a", "b"}),
        ({"setup.py": "setup(packages=find_packages(where()))", "a/__init__.py": ""}, {"a"}),
        ({"pyproject.toml": "[tool.hatch.build.targets.wheel]\npackages=['x/a']\n[project]", "x/a/b.py": ""}, {"a"}),
        (
            {
                "pyproject.toml": "[project]\n[tool.hatch.build.targets.wheel]\nonly-include=['src']\nsources=['src']",
                "src/a/__init__.py": "",
                "src/b.py": "",
            },
            {"a", "b"},
        ),
        ({"pyproject.toml": "[tool.hatch.build]\nsources={'x/y'='a'}\n[project]\nname='z'", "x/y/b.py": ""}, {"a"}),
        ({"pyproject.toml": "[[tool.poetry.packages]]\ninclude='a'\nfrom='x'", "x/a/__init__.py": ""}, {"a"}),
        ({"pyproject.toml": "[tool.poetry]\nname='a'", "a/__init__.py": "", "b/__init__.py": ""}, {"a", "b"}),
        ({"pyproject.toml": "[tool.flit.module]\nname='a'", "src/a.py": ""}, {"a"}),
        ({"pyproject.toml": "[project]\nname='b'\n[tool.pdm.build]\npackage-dir='x'", "x/a/__init__.py": ""}, {"a"}),
        (
            {
                "pyproject.toml": "[project]\nname='b'\n[tool.uv.build-backend]\nmodule-name='a'\nmodule-root=''",
                "a/__init__.py": "",
            },
            {"a"},
        ),
        ({"pyproject.toml": "[project]\nname='b'\n[tool.maturin]\npython-source='x'", "x/a/__init__.py": ""}, {"a"}),
        (
            {"pyproject.toml": "[project]\nname='b'\n[tool.scikit-build.wheel]\npackages=['x/a']", "x/a/b.py": ""},
            {"a"},
        ),
        (
            {
                "libs/a/pyproject.toml": "[project]\nname='a'",
                "libs/a/src/a/__init__.py": "",
                "libs/b/b/__init__.py": "",
            },
            {"a"},
        ),
        ({"pyproject.toml": "[tool.ruff]", "orchard/__init__.py": "", "app/__init__.py": ""}, {"orchard"}),
        ({"orchard/__init__.py": "", "utils/__init__.py": "", "script.py": ""}, {"orchard"}),
        ({"tests/a/pyproject.toml": "[project]\nname='a'", "tests/a/a/__init__.py": ""}, set()),
        (
            {"pyproject.toml": "= broken", "setup.cfg": "broken", "setup.py": "setup(", "orchard/__init__.py": ""},
            {"orchard"},
        ),
        ({"pyproject.toml": "[tool.setuptools]\npackages=['../a', 1]\npackage-dir={''='..'}\n[project]"}, set()),
        ({"README.md": "", "src/main.c": ""}, set()),
    ],
)
def test_names(files: dict[str, str], names: set[str]) -> None:
    assert packages(files).names == names


@pytest.mark.parametrize(
    ("files", "name", "answer"),
    [
        ({"orchard/__init__.py": ""}, "orchard", "orchard/__init__.py"),
        ({"orchard/tree.py": ""}, "orchard", "orchard/"),
        ({"orchard/__init__.py": "", "orchard/a/b.py": ""}, "orchard.a", "orchard/a/"),
        ({"orchard/__init__.py": "", "orchard/a/b.py": ""}, "orchard.a.b", "orchard/a/b.py"),
        ({"orchard/__init__.py": ""}, "orchard.a.b", "- a"),
        ({"orchard/__init__.py": "", "orchard/a/b.py": ""}, "orchard.a.c", "- c"),
        ({"orchard/a.py": ""}, "orchard.b", "?"),  # another distribution may have it
        ({"orchard/__init__.py": "", "orchard/a.pyi": "x: int"}, "orchard.a.x", "orchard/a.pyi:1"),
        ({"orchard/__init__.py": "", "orchard/a.pyi": "x: int"}, "orchard.a.y", "?"),
        ({"orchard/__init__.py": "", "orchard/a.py": "", "orchard/a.pyi": "x: int"}, "orchard.a.x", "orchard/a.pyi:1"),
        ({"orchard/__init__.py": "", "orchard/a.py": "", "orchard/a.pyi": "x: int"}, "orchard.a.y", "- y"),
        ({"orchard/__init__.py": "", "orchard/a.pyx": ""}, "orchard.a.x", "?"),
        ({"orchard/__init__.py": "", "orchard/a.cpython-312-darwin.so": ""}, "orchard.a", "?"),
        ({"orchard/__init__.py": "", ".gitignore": "orchard/made.py"}, "orchard.made", "?"),
        ({"orchard/__init__.py": "", ".gitignore": "made/"}, "orchard.made", "?"),
        ({"orchard/__init__.py": ""}, "orchard.tree_pb2", "?"),
        ({"orchard/__init__.py": ""}, "orchard._version", "?"),
        ({"orchard/__init__.py": "", "setup.py": "setup(ext_modules=[])"}, "orchard._fast", "?"),
        (
            {"pyproject.toml": "[project]\nname='orchard'\n[tool.hatch.build.hooks.vcs]\nversion-file='orchard/v.py'"}
            | {"orchard/__init__.py": ""},
            "orchard.v",
            "?",
        ),
        ({"orchard/__init__.py": "__path__ = extend(__path__)"}, "orchard.a.b", "?"),
        ({"orchard/__init__.py": "def __getattr__(name): ..."}, "orchard.a", "?"),
        ({"pears/__init__.py": "", "orchard/__init__.py": ""}, "pears", "pears/__init__.py"),
        ({"pears/__init__.py": "", "orchard/__init__.py": ""}, "pears.tree", "?"),
        ({"pears/tree.py": "", "orchard/__init__.py": ""}, "pears.tree.Tree", "- Tree"),
        ({"utils/tree.py": "", "orchard/__init__.py": ""}, "utils.tree", "?"),
        (
            {"orchard/__init__.py": "", "x/pyproject.toml": "[project]\nname='orchard'", "x/orchard/__init__.py": ""},
            "orchard",
            "?",
        ),
    ],
)
def test_modules(files: dict[str, str], name: str, answer: str) -> None:
    assert shown(packages(PROJECT | files).find(name)) == answer


def test_parts_of_a_namespace_package_in_several_projects() -> None:
    parts = {
        f"libs/{name}/{path}": text
        for name in ("one", "two")
        for path, text in (
            (f"src/garden/{name}/__init__.py", ""),
            ("pyproject.toml", f"[project]\nname='garden-{name}'"),
        )
    }
    answers = [shown(packages(parts).find(f"garden.{name}")) for name in ("one", "two", "three")]
    assert answers == ["libs/one/src/garden/one/__init__.py", "libs/two/src/garden/two/__init__.py", "?"]


# What names stand for.


@pytest.mark.parametrize(
    ("files", "name", "answer"),
    [
        ({"__init__.py": "from .a import X as Y", "a.py": "class X: ..."}, "Y", "orchard/a.py:1"),
        (
            {"__init__.py": "from orchard.a import X", "a.py": "from .b import X", "b.py": "X = 1"},
            "X",
            "orchard/b.py:1",
        ),
        ({"__init__.py": "import orchard.a as c", "a.py": ""}, "c", "orchard/a.py"),
        ({"__init__.py": "from . import a", "a.py": ""}, "a", "orchard/a.py"),
        ({"__init__.py": "", "a.py": ""}, "a", "orchard/a.py"),
        ({"__init__.py": "from .a import f", "a.py": "def f(): ..."}, "a", "orchard/a.py"),
        ({"__init__.py": "from .f import f", "f.py": "def f(): ..."}, "f", "orchard/f.py:1"),
        ({"__init__.py": "from .f import f", "f.py": "def f(): ...\nx = 1"}, "f.x", "orchard/f.py:2"),
        ({"__init__.py": "from .a import *", "a.py": "X = 1"}, "X", "orchard/a.py:1"),
        ({"__init__.py": "from .a import *", "a.py": "__all__ = ['Y']\nX = Y = 1"}, "X", "- X"),
        ({"__init__.py": "from .a import *", "a.py": "__all__ = ['Y'] + z\nX = Y = 1"}, "X", "orchard/a.py:2"),
        ({"__init__.py": "from .a import *", "a.py": "from .b import *", "b.py": "X = 1"}, "X", "orchard/b.py:1"),
        ({"__init__.py": "from .a import *", "a.py": "from . import *"}, "X", "- X"),
        ({"__init__.py": "from pears import *"}, "X", "?"),
        ({"__init__.py": "from .gone import *"}, "X", "?"),
        ({"__init__.py": "from pears import X"}, "X", "?"),
        ({"__init__.py": "from .a import X", "a.py": "from . import X"}, "X", "?"),
        ({"__init__.py": "from .a import X", "a.py": ""}, "X", "?"),
        ({"__init__.py": "X = Y\nclass Y: ..."}, "X", "orchard/__init__.py:2"),
        ({"__init__.py": "X = Y\nY = X"}, "X", "orchard/__init__.py:1"),
        ({"__init__.py": "if a:\n    X = 1\nelse:\n    X = 2"}, "X", "?"),
        ({"__init__.py": "X = 1\nclass X: ..."}, "X", "orchard/__init__.py:2"),
        ({"__init__.py": "try:\n    from pears import X\nexcept ImportError:\n    class X: ..."}, "X", "?"),
        ({"__init__.py": "if TYPE_CHECKING:\n    from .a import X", "a.py": "X = 1"}, "X", "orchard/a.py:1"),
        ({"__init__.py": "def __getattr__(name): ..."}, "X", "?"),
        ({"__init__.py": "def f(:"}, "X", "?"),
        ({"__init__.py": ""}, "__file__", "?"),
        ({"__init__.py": ""}, "X", "- X"),
        (
            {"__init__.py": "import sys\nt = {'a': ['X']}\nsys.modules[__name__] = Lazy(t)", "a.py": "X = 1"},
            "X",
            "orchard/a.py:1",
        ),
        ({"__init__.py": "import sys\nt = {'a': ['X']}\nsys.modules[__name__] = Lazy(t)", "a.py": "X = 1"}, "Y", "- Y"),
    ],
)
def test_members(files: dict[str, str], name: str, answer: str) -> None:
    assert shown(orchard(files).find(f"orchard.{name}")) == answer
    module, _, last = f"orchard.{name}".rpartition(".")
    assert shown(orchard(files).imported(module, last)) == answer


def test_a_file_that_is_too_large_is_unknown() -> None:
    files = PROJECT | {"orchard/__init__.py": f"X = 1{' ' * 1_000}"}
    assert shown(packages(files, most=500).find("orchard.X")) == "?"


def test_suggestions() -> None:
    found = orchard(
        {
            "__init__.py": "class Orchard: ...",
            "trees/__init__.py": "from .apple import Apple",
            "trees/apple.py": "class Apple:\n    def pick(self): ...",
            "_trees.py": "Apple = 1",
        }
    )
    missing = found.find("orchard.Apple")
    assert isinstance(missing, Missing)
    assert missing.what.elsewhere == ("orchard.trees", "orchard.trees.apple", "orchard._trees")
    assert missing.what.suggestion == "orchard.trees"
    assert missing.what.where.module == "orchard"
    names = ["orchard.Orchrad", "orchard.treees", "orchard.trees.Apple.picks", "orchard.gone.Apple"]
    suggestions = [answer.what.suggestion for name in names if isinstance(answer := found.find(name), Missing)]
    assert suggestions == ["Orchard", "trees", "pick", "orchard.trees"]


# Classes.

TREE = """
    import enum
    from abc import ABC, abstractmethod
    from dataclasses import dataclass, field
    from functools import cached_property
    from typing import ClassVar, Generic, NamedTuple, overload
    import pears

    class Base(ABC):
        kind = "tree"
        def __init__(self, height, *, age=0):
            self.height = height
        @abstractmethod
        def grow(self, by): ...
        @classmethod
        def seed(cls, name): ...
        @staticmethod
        def count(names): ...
        @property
        def size(self): ...
        @cached_property
        def crown(self): ...
        @pears.sweet
        def sweet(self, x): ...
        ripen = grow

    class Apple(Base, Generic[T]):
        pass

    class Foreign(pears.Pear):
        def own(self): ...

    class Dynamic:
        def __getattr__(self, name): ...

    class Meta(type): ...
    class Made(metaclass=Meta): ...
    @pears.register
    class Decorated:
        def __init__(self, x): ...

    class Color(enum.Enum):
        RED = 1

    class Failure(Exception):
        code = 1

    class Left(Base):
        def grow(self): ...
    class Right(Base):
        def grow(self, by, fast): ...
        kind = "right"
    class Both(Left, Right): ...

    class Computed(make()): ...
    class Itself(Itself): ...
"""


@pytest.mark.parametrize(
    ("name", "of_class", "of_instance"),
    [
        ("Apple.grow", "Base.grow", "Base.grow"),
        ("Apple.ripen", "Base.grow", "Base.grow"),
        ("Apple.kind", "Base.kind", "Base.kind"),
        ("Apple.height", "-", "Base.height"),
        ("Apple.size", "Base.size", "Base.size"),
        ("Apple.none", "-", "-"),
        ("Apple.__doc__", "?", "?"),
        ("Apple.mro", "?", "-"),
        ("Both.grow", "Left.grow", "Left.grow"),
        ("Both.kind", "Right.kind", "Right.kind"),
        ("Foreign.own", "Foreign.own", "Foreign.own"),
        ("Foreign.none", "?", "?"),
        ("Dynamic.none", "-", "?"),
        ("Made.none", "?", "?"),
        ("Decorated.none", "?", "?"),
        ("Color.RED", "Color.RED", "Color.RED"),
        ("Color.BLUE", "-", "-"),
        ("Color.name", "?", "?"),
        ("Failure.args", "?", "?"),
        ("Failure.cod", "-", "-"),
        ("Computed.none", "?", "?"),
        ("Itself.none", "?", "?"),
    ],
)
def test_attributes(name: str, of_class: str, of_instance: str) -> None:
    tree = orchard({"tree.py": TREE})
    owner, _, attribute = name.partition(".")
    one = found(tree.imported("orchard.tree", owner))
    for answer, expected in (
        (tree.attribute(one, attribute), of_class),
        (tree.instance_attribute(one, attribute), of_instance),
    ):
        member = answer.value.member if isinstance(answer, Found) else None
        is_found = isinstance(answer, Found) and member is not None
        assert (f"{answer.value.owner}.{member.name}" if is_found else shown(answer)[0]) == expected  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("grow", "instance"),
        ("seed", "class"),
        ("count", "static"),
        ("size", "property"),
        ("crown", "property"),
        ("sweet", "unknown"),
        ("kind", "unknown"),
    ],
)
def test_kinds_of_methods(name: str, kind: str) -> None:
    tree = orchard({"tree.py": TREE})
    assert tree.kind_of_method(found(tree.find(f"orchard.tree.Apple.{name}"))) == kind


def test_methods_of_models_are_known() -> None:
    tree = orchard({"a.py": "from pydantic import BaseModel\nclass Plan(BaseModel):\n    def to_json(self): ..."})
    method = found(tree.find("orchard.a.Plan.to_json"))
    assert tree.kind_of_method(method) == "instance"
    assert shown(tree.find("orchard.a.Plan.model_dump")) == "?"


def written(signature: DeclaredSignature) -> str:
    """Return a signature in the words of Python, optional parameters with `=`."""
    signs = {"var-positional": "*", "var-keyword": "**", "keyword-only": "!", "positional-only": "/"}
    return ", ".join(
        signs.get(one.kind, "") + one.name + ("" if one.is_required or one.kind.startswith("var") else "=")
        for one in signature.parameters
    )


def ways(text: str, name: str = "X") -> list[str]:
    tree = orchard({"a.py": textwrap.dedent(text)})
    signatures = tree.signatures(found(tree.find(f"orchard.a.{name}")))
    return ["?"] if isinstance(signatures, Unknown) else [written(one) for one in signatures]


@pytest.mark.parametrize(
    ("text", "signatures"),
    [
        ("def X(a, b=1, *, c): ...", ["a, b=, !c"]),
        ("@pears.dip\ndef X(a): ...", ["?"]),
        ("from functools import cache\n@cache\ndef X(a): ...", ["a"]),
        ("cache = pears\n@cache\ndef X(a): ...", ["?"]),
        ("from typing import overload\n@overload\ndef X(a): ...\n@overload\ndef X(b): ...", ["a", "b"]),
        ("if a:\n    def X(a): ...\nelse:\n    def X(b): ...", ["a", "b"]),
        ("X = 1", ["?"]),
        ("class X: ...", [""]),
        ("class X:\n    def __init__(self, a): ...", ["a"]),
        ("class X:\n    def __init__(*args): ...", ["*args"]),
        ("class X:\n    def __new__(cls, a): ...", ["a"]),
        ("class X:\n    def __new__(cls, a): ...\n    def __init__(self, b): ...", ["?"]),
        ("class Y:\n    def __init__(self, a): ...\nclass X(Y): ...", ["a"]),
        ("import pears\nclass X(pears.Pear):\n    def __init__(self, a): ...", ["a"]),
        ("import pears\nclass X(pears.Pear): ...", ["?"]),
        ("class X(Exception): ...", ["?"]),
        ("class M(type): ...\nclass X(metaclass=M):\n    def __init__(self, a): ...", ["?"]),
        ("from abc import ABCMeta\nclass X(metaclass=ABCMeta):\n    def __init__(self, a): ...", ["a"]),
        ("@pears.dip\nclass X:\n    def __init__(self, a): ...", ["?"]),
        ("from typing import Protocol\nclass X(Protocol): ...", ["?"]),
        ("from typing import NamedTuple\nclass X(NamedTuple):\n    a: int\n    b: int = 1", ["a, b="]),
        ("from typing import TypedDict\nclass X(TypedDict):\n    a: int", ["?"]),
        ("from enum import Enum\nclass X(Enum):\n    A = 1", ["value, *args, **data"]),
        ("from pydantic import BaseModel\nclass X(BaseModel):\n    a: int", ["!a, **data"]),
    ],
)
def test_signatures(text: str, signatures: list[str]) -> None:
    assert ways(text) == signatures


@pytest.mark.parametrize(
    ("text", "signatures"),
    [
        ("@dataclass\nclass X:\n    a: int\n    b: int = 1\n    c = 2", ["a, b="]),
        ("@dataclass(frozen=True)\nclass X:\n    a: ClassVar[int] = 1\n    b: 'InitVar[int]'", ["b"]),
        ("@dataclass\nclass X:\n    a: int = field()\n    b: int = field(default_factory=list)", ["a, b="]),
        ("@dataclass\nclass X:\n    a: int = field(init=False)\n    b: int = field(kw_only=True)", ["!b"]),
        ("@dataclass(kw_only=True)\nclass X:\n    a: int\n    b: int = field(kw_only=False)", ["b, !a"]),
        ("@dataclass\nclass X:\n    a: int\n    _: KW_ONLY\n    b: int = 1", ["a, !b="]),
        ("@dataclass(init=False)\nclass X:\n    a: int", ["?"]),
        ("@dataclass\nclass X:\n    a: int\n    def __init__(self, b): ...", ["b"]),
        (
            "@dataclass\nclass Y:\n    a: int\n    b: int = 1\n@dataclass\nclass X(Y):\n    b: str\n    c: int",
            ["a, b, c"],
        ),
        ("class Y:\n    a: int\n@dataclass\nclass X(Y):\n    b: int", ["b"]),
        ("@dataclass\nclass Y:\n    a: int\nclass X(Y): ...", ["a"]),
        ("@dataclass\nclass X(pears.Pear):\n    a: int", ["?"]),
        ("@dataclass(**options)\nclass X:\n    a: int", ["?"]),
        ("@dataclass\nclass X:\n    a: int = field(init=flag)", ["?"]),
        (
            "@attrs.define\nclass X:\n  _a: int\n  b: int = attrs.field(alias='c')\n  d: int = attrs.field(factory=x)",
            ["a, c, d="],
        ),
        ("@attrs.define\nclass X:\n    a: int = attrs.field()\n    @a.default\n    def f(self): ...", ["a="]),
        ("@attrs.define\nclass X:\n    a = attrs.field()", ["?"]),
    ],
)
def test_fields(text: str, signatures: list[str]) -> None:
    imports = "import attrs\nfrom dataclasses import KW_ONLY, InitVar, dataclass, field\nfrom typing import ClassVar\n"
    assert ways(imports + text) == signatures


def test_methods_take_what_binding_leaves() -> None:
    assert [ways(TREE, f"Apple.{name}") for name in ("grow", "seed", "count", "sweet")] == [
        ["by"],
        ["name"],
        ["names"],
        ["?"],
    ]


# Whoever wrote the repository.


@pytest.mark.parametrize(
    "files",
    [
        {"__init__.py": "".join(f"from .m{n} import *\n" for n in range(1_000))}
        | {f"m{n}.py": "" for n in range(1_000)},
        {"__init__.py": "from .m0 import *"}
        | {f"{a}{n}.py": f"from .m{n + 1} import *\nfrom .n{n + 1} import *" for n in range(60) for a in "mn"},
        {"__init__.py": "from .m0 import X"} | {f"m{n}.py": f"from .m{n + 1} import X" for n in range(300)},
        {
            "__init__.py": "class A0: ...\nclass B0: ...\n"
            + "".join(f"class {a}{n}(A{n - 1}, B{n - 1}): ...\n" for n in range(1, 200) for a in "AB")
            + "class X(A199, B199): ..."
        },
        {"__init__.py": "class X(X0): ...\n" + "".join(f"class X{n}(X{n + 1}): ...\n" for n in range(5_000))},
        {"__init__.py": "X = X0\n" + "".join(f"X{n} = X{n + 1}\n" for n in range(5_000))},
        {"__init__.py": "if a:\n" + "    class X: ...\n" * 5_000},
    ],
    ids=["stars", "star diamonds", "re-exports", "base diamonds", "bases", "aliases", "definitions"],
)
def test_hostile_packages_end(files: dict[str, str]) -> None:
    tree = orchard(files)
    for name in ("X", "Y", "X.x", "X.__init__"):
        answer = tree.find(f"orchard.{name}")
        if isinstance(answer, Found):
            tree.signatures(answer.value)
            tree.instance_attribute(answer.value, "y")


@pytest.mark.parametrize(
    "files",
    [
        {"setup.py": f"setup(packages={'[' * 10_000}{']' * 10_000})"},
        {"setup.py": "a = 'b'\n" * 2_000 + f"setup({'a=a, ' * 2_000})"},
        {"pyproject.toml": "[tool.setuptools]\npackages = [" + "'a', " * 50_000 + "]"},
        {
            "pyproject.toml": f"[tool.setuptools.packages.find]\ninclude = ['{'*a' * 500}*b']",
            f"{'a' * 200}/__init__.py": "",
        },
        {"setup.cfg": "[options]\n" + "packages = find:\n" * 5_000},
        {f"{a}/{b}/pyproject.toml": "[project]\nname = 'x'" for a in range(40) for b in range(40)},
    ],
    ids=["deep", "names", "long", "patterns", "sections", "many"],
)
def test_hostile_configurations_end(files: dict[str, str]) -> None:
    assert packages(files | {"orchard/__init__.py": ""}).find("orchard.X") is not None


def test_long_names_are_unknown() -> None:
    assert shown(orchard({}).find("orchard" + ".x" * 100_000)) == "?"


_PARTS = st.sampled_from(["orchard", "a", "X", "Y", "", "__init__", "..", "/"])
_TEXTS = [
    "",
    "from .a import *",
    "from . import X",
    "class X(Y): ...",
    "Y = X",
    "class Y(X): ...",
    "import orchard.a as X",
]


@given(
    st.dictionaries(
        st.sampled_from(["__init__.py", "a.py", "X/__init__.py", "X/Y.py", "Y.pyi"]),
        st.lists(st.sampled_from(_TEXTS)).map("\n".join),
    ),
    st.lists(_PARTS, min_size=1, max_size=4).map(".".join),
)
def test_any_package_gives_an_answer(files: dict[str, str], name: str) -> None:
    tree = orchard(files)
    answer = tree.find(name)
    if isinstance(answer, Found):
        tree.signatures(answer.value)
        tree.kind_of_method(answer.value)
        tree.attribute(answer.value, "X")
        tree.instance_attribute(answer.value, "X")


@given(st.binary(), st.binary(), st.binary())
def test_any_configuration_gives_an_answer(project: bytes, script: bytes, settings: bytes) -> None:
    files = {"pyproject.toml": project, "setup.py": script, "setup.cfg": settings, "orchard/__init__.py": b""}
    python_packages(Memory(files)).find("orchard.X")
