"""What a Python module offers, read from its text and compared with what Python says of it."""

import argparse
import ast
import contextlib
import dataclasses
import inspect
import json
import json.decoder
import pathlib
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from doclint.source.model import Declaration, SourceDeclarations
from doclint.source.read import read

_KINDS = ("positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword")


def declared(text: str) -> SourceDeclarations:
    found = read("python", textwrap.dedent(text).encode())
    assert found is not None
    return found


def members(text: str) -> list[Declaration]:
    found = declared(text)
    return sorted((*found.found, *found.further), key=lambda one: one.line)


def named(text: str, name: str) -> Declaration:
    [member] = [one for one in members(text) if one.name == name]
    return member


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a.b", [("import", "a", "a", "")]),
        ("import a.b as c", [("import", "c", "a.b", "")]),
        ("from . import a, b as c", [("import", "a", ".", "a"), ("import", "c", ".", "b")]),
        ("from ..a.b import (c,\n d)", [("import", "c", "..a.b", "c"), ("import", "d", "..a.b", "d")]),
        ("from __future__ import annotations", [("import", "annotations", "__future__", "annotations")]),
        ("a = b, *c = f()", [("variable", name, "", "") for name in "abc"]),
        ("a: int", [("variable", "a", "", "")]),
        ("type A[T] = list[T]", [("type", "A", "", "")]),
        ("with f() as a, g() as (b, c): d = 1", [("variable", name, "", "") for name in "abcd"]),
        ("with \\\n  f() as a, \\\n  g() as b: ...", [("variable", name, "", "") for name in "ab"]),
        ("with a, (b): ...", []),
        ("for a, b in c: pass", [("variable", "a", "", ""), ("variable", "b", "", "")]),
        ("if (a := b()): pass", [("variable", "a", "", "")]),
        (
            "def f():\n    global a, b",
            [("function", "f", "", ""), ("variable", "a", "", ""), ("variable", "b", "", "")],
        ),
        ("async def f(): ...", [("function", "f", "", "")]),
        ("print 'Python 2'\na = 1", [("variable", "a", "", "")]),
    ],
)
def test_names(text: str, found: list[tuple[str, ...]]) -> None:
    assert [(one.kind, one.name, one.module, one.origin) for one in members(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "if x:\n    a = 1",
        "if x:\n    pass\nelif y:\n    pass\nelse:\n    a = 1",
        "try:\n    a = 1\nexcept E:\n    pass",
        "try:\n    pass\nexcept* E:\n    a = 1",
        "try:\n    pass\nfinally:\n    a = 1",
        "while x:\n    a = 1",
        "match x:\n    case 1:\n        a = 1",
        "with x:\n    if y:\n        a = 1",
    ],
)
def test_conditional_names(text: str) -> None:
    assert named(text, "a").is_conditional


def test_names_that_type_checkers_do_not_see() -> None:
    text = "if typing.TYPE_CHECKING:\n    a = b = 1\nelse:\n    a = 2"
    assert [(one.name, one.is_conditional) for one in members(text)] == [("a", True), ("b", True), ("a", False)]
    assert named("if TYPE_CHECKING:\n    b = 1\nelif x:\n    pass\nelse:\n    a = 2", "a").is_conditional


@pytest.mark.parametrize(
    ("method", "returns_itself"),
    [
        ("def f(self):\n        self.a = 1\n        return self", True),
        ("async def f(me): return me", True),
        ("def f(self):\n        return self\n        # with that", True),
        ("def f(self) -> int: return self", False),
        ("def f(self):\n        if self.a: return None\n        return self", False),
        ("def f(self):\n        return self.a", False),
        ("def f(self, other):\n        return other", False),
        ("@classmethod\n    def f(cls): return cls", False),
    ],
)
def test_methods_that_return_their_object(method: str, *, returns_itself: bool) -> None:
    [found] = named(f"class C:\n    {method}", "C").members[:1]
    assert (found.returns_itself, found.is_async) == (returns_itself, method.startswith("async"))


@pytest.mark.parametrize(
    ("text", "exported"),
    [
        ("__all__ = ['a', 'b']", ("a", "b")),
        ("__all__ = ('a',)\n", ("a",)),
        ("__all__ = ['a']\n__all__ += ['b']\n__all__.extend(('c',))\n__all__.append('d')", ("a", "b", "c", "d")),
        ("__all__ = ['a'] + other.__all__", None),
        ("__all__ = ['a']\nif x:\n    __all__ += ['b']", None),
        ("a = 1", None),
    ],
)
def test_exports(text: str, exported: tuple[str, ...] | None) -> None:
    assert declared(text).exported == exported


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def __getattr__(name): ...", "it defines `__getattr__`"),
        ("__getattr__, __dir__, __all__ = lazy_loader.attach(__name__)", "it defines `__getattr__`"),
        ("globals()['a'] = 1", "it changes `globals()`"),
        ("for a in b:\n    globals().update(a)", "it changes `globals()`"),
        ("install(globals())", "it changes `globals()`"),
        ("sys.modules[__name__] = Proxy()", "it changes `sys.modules`"),
        ("setattr(sys.modules[__name__], a, b)", "it changes `sys.modules`"),
        ("__path__ = extend_path(__path__, __name__)", "it sets `__path__`"),
        ("exec(code)", "it calls `exec()`"),
        ("def f(:\n", "it has a syntax error"),
        ("globals()['__file__']\nglobals().get('a')\nif 'a' in globals(): pass", ""),
        ("sys.modules['a']", ""),
    ],
)
def test_names_made_at_run_time(text: str, reason: str) -> None:
    assert declared(text).is_open == reason


def test_what_may_have_submodules_elsewhere() -> None:
    assert declared("sys.modules['a.b'] = c").has_open_path
    assert not declared("def __getattr__(name): ...").has_open_path


LAZY = """
    import sys
    _table = {"one": ["A", "B"], "two.three": ["C"]}
    if TYPE_CHECKING:
        from .one import A
    else:
        sys.modules[__name__] = LazyImporter(name=__name__, import_structure=_table)
    """


def test_tables_of_lazy_modules() -> None:
    found = declared(LAZY)
    assert found.is_open == ""
    assert [(one.name, one.module) for one in found.further if one.origin and one.module.startswith(".")] == [
        ("A", ".one"),
        ("A", ".one"),
        ("B", ".one"),
        ("C", ".two.three"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"two.three"', "**more, 'two'"),
        ('["C"]', "names()"),
        ("if TYPE", "_table['four'] = ['D']\n    if TYPE"),
        ("=_table", "=_table, extra_objects={}"),
        ("LazyImporter", "Proxy"),
    ],
)
def test_tables_that_cannot_be_read(old: str, new: str) -> None:
    assert declared(LAZY.replace(old, new)).is_open == "it changes `sys.modules`"


def test_signature_of_every_kind() -> None:
    found = named("def f(a, /, b: int, c=1, *d: int, e, f: int = 1, **g): ...", "f")
    kinds = [0, 1, 1, 2, 3, 3, 4]
    assert [(one.name, one.kind) for one in found.signatures[0].parameters] == [
        (name, _KINDS[kind]) for name, kind in zip("abcdefg", kinds, strict=True)
    ]
    assert [one.name for one in found.signatures[0].parameters if one.is_required] == ["a", "b", "e"]


def test_line_continuations_are_no_parameters() -> None:
    found = named("class A(B, \\\n    C):\n    def f(a, \\\n    b=1): ...", "A")
    assert found.bases == ("B", "C")
    assert [one.name for one in found.members[0].signatures[0].parameters] == ["a", "b"]


def test_class() -> None:
    found = named(
        """
        @dataclass(frozen=True)
        @registry.add
        class A(B[int], c.D, make(), metaclass=M):
            __slots__ = ("s",)
            x: int = field(default=1)
            if y:
                from z import w
            @property
            def p(self): ...
            @p.setter
            def p(self, value): self.q: int = value
            @classmethod
            def m(cls): cls.n = 1
            def __init__(self, a):
                self.r, self.t = a
                with a as self.u: ...
                object.__setattr__(self, "v", 1)
            class Inner:
                class Deeper: ...
        """,
        "A",
    )
    assert (found.decorators, found.bases) == (("dataclass(frozen=True)", "registry.add"), ("B[int]", "c.D", "make()"))
    assert found.keywords == ("frozen=True", "metaclass=M")
    assert [(one.kind, one.name) for one in found.members if not one.is_assigned] == [
        ("field", "__slots__"),
        ("field", "x"),
        ("property", "p"),
        ("method", "m"),
        ("method", "__init__"),
        ("class", "Inner"),
        ("field", "s"),
    ]
    assert [one.name for one in found.members if one.is_assigned] == ["q", "n", "r", "t", "u"]
    assert [(one.kind, one.name, one.is_assigned) for one in found.further] == [
        ("import", "w", False),
        ("field", "n", False),  # the class has it as well
        ("field", "v", True),
    ]
    [field] = [one for one in found.members if one.name == "x"]
    assert (field.type, field.value) == ("int", "field(default=1)")


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def f(self): setattr(self, name, 1)",
        "class A:\n    def f(self): self.__dict__.update(x)",
        "class A:\n    locals().update(x)",
        "class A:\n    __slots__ = names()",
        "class A: ...\nA.b = 1",
        "class A: ...\nsetattr(A, 'b', 1)",
        "class A: ...\ndefine(A, 'b')",
    ],
)
def test_classes_with_further_attributes(text: str) -> None:
    assert named(text, "A").changes


@pytest.mark.parametrize(
    "text",
    [
        f"{'x' * 1_000_000} = 1",
        "def f():\n" + "  global a, b\n" * 10_000,
        "".join(f"t{n} = {{}}\n" for n in range(3_000))
        + f"sys.modules[__name__] = Lazy({', '.join(f't{n}' for n in range(3_000))})",
        f"class A:\n  def f(self):\n    setattr({' ' * 200_000}",
        "sys.modules[" * 10_000,
    ],
    ids=["long", "globals", "lazy", "blanks", "modules"],
)
def test_hostile_modules_end(text: str) -> None:
    read("python", text.encode())


def source(module: ModuleType) -> bytes:
    return Path(str(module.__file__)).read_bytes()


MODULES = [argparse, ast, contextlib, dataclasses, json, json.decoder, pathlib, textwrap]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_names_of_real_modules(module: ModuleType) -> None:
    found = read("python", source(module))
    assert found is not None
    names = {one.name for one in (*found.found, *found.further)}
    offered = {
        name for name, value in vars(module).items() if not name.startswith("__") and not inspect.ismodule(value)
    }
    assert offered <= names or found.stars or found.is_open
