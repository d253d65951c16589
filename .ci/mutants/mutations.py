"""The mutants of a file: mutmut's changes, and halves of conditions, in all functions.

Mutmut as a program leaves out functions that have a decorator, and takes `rules/` for a package of that name.
"""

import difflib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count

import libcst
from copies import COPY, text_of
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import deep_replace
from mutmut.mutation.mutators import OPERATORS_TYPE, mutation_operators

_MOMENTS = count(2, 2)


def halves(node: libcst.BooleanOperation) -> list[libcst.BaseExpression]:
    return [node.left, node.right]


OPERATORS: OPERATORS_TYPE = [*mutation_operators, (libcst.BooleanOperation, halves)]
# Types are for checkers, and what is wrong with the argument of these is an exception right there.
LEFT_OUT = {"cast", "isinstance", "len"}


@dataclass
class Mutant:
    """A file with one change, which is in a line of a function."""

    name: str
    line: int
    function: range
    text: Callable[[], str]

    def difference(self) -> list[str]:
        lines = difflib.unified_diff(text_of(self.name).splitlines(), self.text().splitlines(), n=0, lineterm="")
        return [f"{line[0]} {line[1:].strip()}" for line in list(lines)[3:]]

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Write the file into the copy, with a time that no other has: Python compiles it again."""
        path = COPY / self.name
        text, times = path.read_bytes(), path.stat()
        path.write_text(self.text(), encoding="utf-8")
        os.utime(path, (times.st_atime, times.st_mtime + next(_MOMENTS)))
        try:
            yield
        finally:
            path.write_bytes(text)
            os.utime(path, (times.st_atime, times.st_mtime))


def mutants_of(name: str) -> list[Mutant]:
    wrapper = MetadataWrapper(libcst.parse_module(text_of(name)))
    visitor = _Visitor()
    wrapper.visit(visitor)

    def text(old: libcst.CSTNode, new: libcst.CSTNode) -> str:
        changed = deep_replace(wrapper.module, old, new)
        assert isinstance(changed, libcst.Module)
        return changed.code

    return [Mutant(name, line, function, partial(text, old, new)) for line, function, old, new in visitor.changes]


class _Visitor(libcst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[tuple[int, range, libcst.CSTNode, libcst.CSTNode]] = []
        self._functions: list[range] = []

    def on_visit(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef):
            self._functions.append(self._lines(node))
        if isinstance(node, libcst.Annotation | libcst.Decorator) or (
            isinstance(node, libcst.Call) and getattr(node.func, "value", "") in LEFT_OUT
        ):
            return False
        if self._functions:
            changed = [new for kind, operator in OPERATORS if isinstance(node, kind) for new in operator(node)]
            self.changes += [(self._lines(node).start, self._functions[-1], node, new) for new in changed]
        return True

    def on_leave(self, original_node: libcst.CSTNode) -> None:
        if isinstance(original_node, libcst.FunctionDef):
            self._functions.pop()

    def _lines(self, node: libcst.CSTNode) -> range:
        place = self.get_metadata(PositionProvider, node)
        return range(place.start.line, place.end.line + 1)
