"""Definitions, imports, docstrings and passages of Python, found without a tree, as Python's own parser has them."""

import ast
import sysconfig
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from doclint.source import extract, passages
from doclint.source.languages import python_names, python_text

_STANDARD = Path(sysconfig.get_path("stdlib"))
_NAMES = [*(path.name for path in sorted(_STANDARD.glob("[a-f]*.py"))), "typing.py", "turtle.py", "uuid.py"]
Listed = list[tuple[int, str, str]]


def listed(data: bytes) -> Listed:
    found = extract.read("python", data)
    assert found is not None
    return [(one.line, one.kind, one.qualified) for one in found.found]


def by_ast(tree: ast.Module) -> Listed:
    return sorted(_symbols(tree.body, "", "module"))


def _symbols(body: list[ast.stmt], prefix: str, around: str) -> Iterator[tuple[int, str, str]]:
    """Yield the symbols in the body of a module or a class, or in a block of neither."""
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield node.lineno, "class", prefix + name
                yield from _symbols(node.body, f"{prefix}{name}.", "class")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, "method" if around.endswith("class") else "function", prefix + name
                yield from _symbols(node.body, f"{prefix}{name}.", "function")
            case ast.Import() | ast.ImportFrom():
                yield from _imports(node)
            case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name.isupper() and name.isascii() and around in ("module", "class"):
                    yield node.lineno, "constant", prefix + name
            case _ if isinstance(node, getattr(ast, "TypeAlias", ())):  # Python 3.12 and later
                yield node.lineno, "type", prefix + ast.unparse(node).split()[1].partition("[")[0]
            case _:
                yield from _symbols(_block(node), prefix, around if " " in around else f"block of {around}")


def _block(node: ast.stmt) -> list[ast.stmt]:
    """Return the statements in a compound statement."""
    found: list[ast.stmt] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ExceptHandler | ast.match_case):
            found += child.body
        elif isinstance(child, ast.stmt):
            found.append(child)
    return found


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[int, str, str]]:
    start = "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    separator = "" if not start or start.endswith(".") else "."
    yield from ((one.lineno, "import", start + separator + one.name) for one in node.names)


@pytest.mark.parametrize("name", _NAMES)
def test_symbols_are_those_of_the_parser(name: str) -> None:
    data = (_STANDARD / name).read_bytes()
    assert listed(data) == by_ast(ast.parse(data))


@pytest.mark.parametrize("name", _NAMES)
def test_docstrings_are_those_of_the_parser(name: str) -> None:
    data = (_STANDARD / name).read_bytes()
    found = extract.read_docstrings("python", data)
    assert found is not None
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    nodes = [node for node in ast.walk(ast.parse(data)) if isinstance(node, kinds)]
    texts = [(getattr(node, "name", ""), ast.get_docstring(node, clean=False)) for node in nodes]
    assert sorted((one.name, one.text) for one in found) == sorted((name, text) for name, text in texts if text)


NESTED = '''
class A:
    """Text.

class Fake: ..."""
    if x:
        def f(self): ...
        B = 1
    C = [
1,
"""
""",
    ]
    def g(self,
b=1): ...
    D = E = f"""
{x} and {"def h(): ..."}
"""
if x:
    def i(): ...
    F = 1
    class G: H = 1
def j():
    K = 1
    def l(): "One."; import m, n.o as p
    \'\'\'No.\'\'\'
L: int
call(
    M=1,
    N=2,
)
x = 1 + \\
N
from . import (q,  # def r():
    s as t)
from\\
    u import v; w = "\\
def y(): ..."
if x: import z
class É: ...
'''


def test_nesting_follows_the_statements() -> None:
    assert [f"{line} {kind} {name}" for line, kind, name in listed(NESTED.encode())] == [
        "2 class A",
        "7 method A.f",
        "9 constant A.C",
        "14 method A.g",
        "16 constant A.D",
        "20 function i",
        "22 class G",
        "23 function j",
        "25 function j.l",
        "25 import m",
        "25 import n.o",
        "27 constant L",
        "34 import .q",
        "35 import .s",
        "37 import u.v",
        "39 import z",
        "40 class É",
    ]


def test_strings_with_fields_have_their_text() -> None:
    data = rb"""a = f"b {c['d']} e {{f}} {g:>{h}} \N{DASH}" + rf'{i}' + f'''{j} "k" {f"l {m}"}'''  # n"""
    found = passages.read("python", data)
    assert found is not None
    assert [data[one.start : one.end] for one in found] == [
        *(b"b ", b"d", b" e {{f}} ", rb" \N{DASH}", b' "k" ', b"l ", b"# n"),
    ]


def test_strings_that_are_statements_are_docstrings() -> None:
    data = b"""'a'\nb = ['c',\n'd'\n]\n'e' + f; 'g'\ndef h(): 'i'\nj: 'k'\nl = m \\\n  'n'\n'o', 'p'\n"""
    found = passages.read("python", data)
    assert found is not None
    assert [data[one.start : one.end] for one in found if one.place == "docstring"] == [b"a", b"g", b"i"]


@given(st.binary())
def test_any_bytes_give_an_answer(data: bytes) -> None:
    assert extract.read("python", data) is not None


@given(st.lists(st.sampled_from(["'", '"', '"""', "f", "{", "}", "a", "#", "\n", "\\", "(", ")", "r", " "])))
def test_strings_and_comments_are_those_of_the_parser(parts: list[str]) -> None:
    text = f"x = [{''.join(parts)}\n]\nlast = 1\n"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError):
        return
    code = python_text.scan(text.encode()).code.decode()
    assert code.count("\n") == text.count("\n")
    assert code.endswith("\n]\nlast = 1\n")


@pytest.mark.parametrize(
    "bomb",
    [
        *('"""\\', "def a(\n", "def a:\n 'x'\n", 'f"{', "f'''{", "import a\\\n", "from .", "\nA = (\n", "type A[\n"),
        *('\'"import a\\\n"""\\', "\nclass A:\n", "\n  def f(\n", "\\N{", "f'{\"", "\\\n", "class A:\n (\n1\n"),
    ],
)
def test_twice_as_much_is_twice_the_work(bomb: str) -> None:
    def seconds(times: int) -> float:
        data = b"\n" + bomb.encode() * times
        start = time.process_time()
        python_names.names_of(data, 1)
        return time.process_time() - start

    few, many = seconds(5_000), seconds(20_000)
    assert many < 10 * few + 0.2
