"""Local rules, which a repository has in files that its configuration names."""

import ast
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from doclint.errors.exceptions import PluginError
from doclint.repository.paths import read_settings
from doclint.rule.registry import candidates, check
from doclint.rule.rule import Rule


def load(paths: Iterable[str], root: Path) -> list[type[Rule]]:
    """Return the rules in files below a root: Python modules, which it executes, and word lists in TOML.

    `paths` count from the root. Raises PluginError if a file is missing or broken; the message names the file, and the
    line of a Python file.
    """
    return [rule for path in paths for rule in _load(path, root)]


def _load(path: str, root: Path) -> Iterator[type[Rule]]:
    try:
        data = read_settings(root / path, root)
    except OSError as error:
        raise PluginError(f"{path}: {error.strerror}") from error
    if data is None:
        raise PluginError(f"{path}: no such file of local rules below the root, `{root}`")
    if path.endswith(".toml"):
        from doclint.rule.wordlist import parse

        for rule in parse(data, path):
            check(rule)
            yield rule
    elif path.endswith(".py"):
        found = list(candidates(_execute(data, path)))
        if not found:
            raise PluginError(f"{path}: the file does not define a rule")
        for rule in found:
            try:
                check(rule)
            except PluginError as error:
                raise PluginError(f"{path}:{_line_of(rule, data)}: {error}") from error
            yield rule
    else:
        raise PluginError(f"{path}: local rules are Python files (.py) or word lists (.toml)")


def _execute(data: bytes, path: str) -> ModuleType:
    """Return a module made of the content of a file. Raises PluginError if it fails."""
    module = ModuleType("doclint_local_" + re.sub(r"\W", "_", path))
    module.__file__ = path
    # Python looks up the module of a class by its name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(data, path, "exec"), vars(module))  # noqa: S102 - the configuration asks for it
    except SyntaxError as error:
        raise PluginError(f"{path}:{error.lineno or 1}: SyntaxError: {error.msg}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever it raises, the file is broken, not doclint
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
        place = f"{path}:{lines[-1]}" if lines else path
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    return module


def _line_of(rule: type[Rule], data: bytes) -> int:
    """Return the line, counted from 1, on which the class of a rule begins."""
    tree = ast.parse(data)
    lines = (node.lineno for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == rule.__name__)
    return next(lines, 1)
