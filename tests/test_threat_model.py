"""The threat model names tests and targets of the fuzzer; all of them exist."""

import ast
import re
from pathlib import Path

HOUSE = Path(__file__).parents[1]
MODEL = (HOUSE / "docs" / "threat-model.md").read_text(encoding="utf-8")
TARGET = re.compile(r"\| `([a-z]+)`(?:, `([a-z]+)`)? \|$", re.MULTILINE)


def test_named_tests_exist() -> None:
    named = re.findall(r"`(test_\w+\.py)(?:::(\w+))?`", MODEL)
    assert len(named) > 40
    missing = []
    for file, function in named:
        path = HOUSE / "tests" / file
        tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else None
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} if tree else set()
        if tree is None or (function and function not in functions):
            missing.append(f"{file}::{function}")
    assert missing == []


def test_targets_of_the_fuzzer_exist() -> None:
    text = (HOUSE / "tests" / "fuzz" / "targets.py").read_text(encoding="utf-8")
    targets = set(re.findall(r'^    "(\w+)": Target\(', text, re.MULTILINE))
    named = {name for names in TARGET.findall(MODEL) for name in names if name}
    assert named - {"all"} <= targets
    assert len(named) > 6
