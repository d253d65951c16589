"""Local rules: those of the repository that is checked, out of files that its configuration names."""

import ast
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from doclint.errors.exceptions import PluginError
from doclint.repository.paths import read_inside
from doclint.rule.registry import candidates, check
from doclint.rule.rule import Rule


def load(paths: Iterable[str], root: Path) -> list[type[Rule]]:
    """The rules in some files below a root: Python modules, which are run, and word lists as TOML.

    Raises PluginError, which names the file and, of a Python file, the line.
    """
    return [rule for path in paths for rule in _load(path, root)]


def _load(path: str, root: Path) -> Iterator[type[Rule]]:
    try:
        data = read_inside(root / path, root)
    except OSError as error:
        raise PluginError(f"{path}: {error.strerror}") from error
    if data is None:
        raise PluginError(f"{path}: there is no such file of local rules below the root, `{root}`")
    if path.endswith(".toml"):
        from doclint.rule.wordlist import parse

        for rule in parse(data, path):
            check(rule)
            yield rule
    elif path.endswith(".py"):
        found = list(candidates(_module(data, path)))
        if not found:
            raise PluginError(f"{path}: there is no rule in this file")
        for rule in found:
            try:
                check(rule)
            except PluginError as error:
                raise PluginError(f"{path}:{_line_of(rule, data)}: {error}") from error
            yield rule
    else:
        raise PluginError(f"{path}: local rules are Python files (.py) or word lists (.toml)")


def _module(data: bytes, path: str) -> ModuleType:
    module = ModuleType("doclint_local_" + re.sub(r"\W", "_", path))
    module.__file__ = path
    # Classes look their module up by its name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(data, path, "exec"), vars(module))  # noqa: S102 - the configuration asks for it
    except SyntaxError as error:
        raise PluginError(f"{path}:{error.lineno or 1}: SyntaxError: {error.msg}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever it raises, it is the user's file that is broken
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
        place = f"{path}:{lines[-1]}" if lines else path
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    return module


def _line_of(rule: type[Rule], data: bytes) -> int:
    """The line on which a class of a module begins."""
    tree = ast.parse(data)
    lines = (node.lineno for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == rule.__name__)
    return next(lines, 1)
