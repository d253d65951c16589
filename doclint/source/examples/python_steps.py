"""The steps of an example in Python: what it imports, binds, looks up and calls."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import Span

_DOCTEST = expression(r"(?P<indent>[ \t]*+)>>>(?: |\Z)")
_CONTINUED = expression(r"(?P<indent>[ \t]*+)\.\.\.(?: |\Z)")
_IPYTHON = expression(r"[ \t]*+In ?\[\d*+\]:(?: |\Z)")
_IPYTHON_CONTINUED = expression(r"[ \t]*+\.{3,}+:(?: |\Z)")
_BLANKS = expression(r"[ \t]*+")
_FAILS = expression(r"Traceback \(most recent|[ \t]*+(?:\w++\.)*+\w*(?:Error|Exception)\b")
# Magics and shell commands of IPython, requests for help, and shell prompts.
_COMMAND = expression(r"[ \t]*+(?:%{1,2}[a-zA-Z]|![\w ./]|\?{1,2}\w|\$ |[\w.]++\?{1,2}[ \t]*+\Z)")
_CELL_MAGIC = expression(r"%%(?!(?:time|timeit|capture|prun|memit)\b)\w")
_REMOVED = expression(r"\[!code --\]")  # a line that VitePress shows as removed


def is_session(lines: Sequence[str]) -> bool:
    """Whether the first line with text begins with the prompt of Python or IPython."""
    first = next((line for line in lines if line.strip()), "")
    return _DOCTEST.match(first) is not None or _IPYTHON.match(first) is not None


def code_lines(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the lines that are code: the index of each line, and the column at which its code begins.

    Statements whose output is an exception are left out.

    >>> code_lines([">>> basket.empty", "True", ">>> basket.add(", "...     3)"])
    [(0, 4), (2, 4), (3, 4)]
    """
    if any(map(_DOCTEST.match, lines)):
        return list(_prompted(lines, _DOCTEST, _CONTINUED))
    if any(map(_IPYTHON.match, lines)):
        return list(_prompted(lines, _IPYTHON, _IPYTHON_CONTINUED))
    first = next((line for line in lines if line.strip()), "")
    if _CELL_MAGIC.match(first):
        return []
    found = [index for index, line in enumerate(lines) if not _COMMAND.match(line) and not _REMOVED.search(line)]
    indents = [match.end() for index in found if lines[index].strip() and (match := _BLANKS.match(lines[index]))]
    indent = min(indents, default=0)
    return [(index, min(indent, len(lines[index]))) for index in found]


def _prompted(lines: Sequence[str], first: re.Pattern[str], continued: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the lines behind prompts. Each prompt begins a statement, to which the output below it belongs."""
    starts = [index for index, line in enumerate(lines) if first.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        code = []
        last = start
        while last < end and (match := (continued if last > start else first).match(lines[last])):
            code.append((last, match.end()))
            last += 1
        if not any(map(_FAILS.match, lines[last:end])):
            yield from (one for one in code if not _COMMAND.match(lines[one[0]], one[1]))


How: TypeAlias = Literal["assigned", "defined", "entered", "entered-async"]


class Surroundings(Struct, frozen=True):
    """What is around a step.

    `scope` is the number of the function or class that has the step, 0 outside of all. A `repeated` step is part of a
    loop, a comprehension or such a scope, so that what is behind it may run before it. A `conditional` one may not run.
    A `guarded` one is expected to fail, or runs only where a name is there.
    """

    scope: int = 0
    repeated: bool = False
    conditional: bool = False
    guarded: bool = False


class ImportStep(Struct, frozen=True):
    """The import of a module as a whole, with an empty `name`, or of a name from it. The name `*` is all of them.

    `bound` is the variable, and `place` the name in the text, or that of the module if there is none.
    """

    place: Span
    around: Surroundings
    module: str
    module_place: Span
    name: str
    bound: str


class LoadStep(Struct, frozen=True):
    """A variable whose value is used."""

    place: Span
    around: Surroundings
    name: str


class AttributeStep(Struct, frozen=True):
    """An attribute of the value of another step, if that is known; `place` is its name. One may be set or deleted."""

    place: Span
    around: Surroundings
    owner: int | None
    name: str
    is_set: bool


class CallStep(Struct, frozen=True):
    """A call of the value of another step, if that is known; `place` is the name of what is called.

    If the call is `open`, it may have further arguments: `*args`, `**options` or an ellipsis.
    """

    place: Span
    around: Surroundings
    function: int | None
    positional: int
    keywords: tuple[tuple[str, Span], ...]
    is_open: bool


class BindStep(Struct, frozen=True):
    """A variable that gets the value of another step, if that is known, or what that yields as a context (`with`).

    One that is `defined` is a function or a class.
    """

    place: Span
    around: Surroundings
    name: str
    value: int | None = None
    how: How = "assigned"


Step: TypeAlias = ImportStep | LoadStep | AttributeStep | CallStep | BindStep


class PythonExample(Struct, frozen=True):
    """The steps of an example, and the names in those parts of it that are not Python. Spans count characters."""

    steps: tuple[Step, ...]
    uncertain: frozenset[str]
