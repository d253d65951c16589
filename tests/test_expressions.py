"""Regular expressions of modules are compiled when they are first used, and all of them are valid."""

import ast
import copy
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from doclint.errors.expressions import expression

HOUSE = Path(__file__).parents[1]
PATHS = sorted(path for folder in ("doclint", "rules") for path in (HOUSE / folder).rglob("*.py"))


def calls(path: Path) -> Iterator[ast.Call]:
    """Yield the calls of a module that run when it is loaded."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def test_no_module_compiles_expressions_when_it_is_loaded() -> None:
    compiling = {path.name for path in PATHS for call in calls(path) if named(call) == "re.compile"}
    assert compiling == set(), "use `expression` of `doclint.errors.expressions`"


def test_no_module_compares_the_expression_of_a_match_itself() -> None:
    comparing = [path.name for path in PATHS if re.search(r"\.re (?:is|==|!=|in)\b", path.read_text(encoding="utf-8"))]
    assert comparing == [], "compare `match.re.pattern`"


def named(call: ast.Call) -> str:
    return ast.unparse(call.func)


def test_all_expressions_are_valid() -> None:
    sources = [
        (ast.literal_eval(call.args[0]), call)
        for path in PATHS
        for call in calls(path)
        if named(call) == "expression" and isinstance(call.args[0], ast.Constant)
    ]
    assert len(sources) > 400
    for source, call in sources:
        flags = eval(ast.unparse(call.args[1])) if len(call.args) > 1 else 0  # noqa: S307 - it is our own code
        re.compile(source, flags)


def test_expression_has_all_that_a_compiled_one_has() -> None:
    found = expression(r"(?P<word>\w+)", re.IGNORECASE)
    same = re.compile(r"(?P<word>\w+)", re.IGNORECASE)
    assert found.findall("a b") == same.findall("a b")
    assert (found.pattern, found.flags, found.groups, found.groupindex) == (
        same.pattern,
        same.flags,
        same.groups,
        same.groupindex,
    )
    assert copy.copy(found).match("a")
    assert pickle.loads(pickle.dumps(expression("b"))).match("b")  # noqa: S301 - it is our own
    with pytest.raises(AttributeError):
        found.nothing  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(re.error):
        expression("(").match("a")
