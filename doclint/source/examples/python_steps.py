"""The steps of an example in Python: what it imports, binds, looks up and calls."""

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from doclint.markdown.source import Span

How: TypeAlias = Literal["assigned", "defined", "entered", "entered-async"]


class Surroundings(NamedTuple):
    """What is around a step.

    `scope` is the number of the function or class that has the step, 0 outside of all. A `repeated` step is part of a
    loop, a comprehension or such a scope, so that what is behind it may run before it. A `conditional` one may not run.
    A `guarded` one is expected to fail, or runs only where a name is there.
    """

    scope: int = 0
    repeated: bool = False
    conditional: bool = False
    guarded: bool = False


class ImportStep(NamedTuple):
    """The import of a module as a whole, with an empty `name`, or of a name from it. The name `*` is all of them.

    `bound` is the variable, and `place` the name in the text, or that of the module if there is none.
    """

    place: Span
    around: Surroundings
    module: str
    module_place: Span
    name: str
    bound: str


class LoadStep(NamedTuple):
    """A variable whose value is used."""

    place: Span
    around: Surroundings
    name: str


class AttributeStep(NamedTuple):
    """An attribute of the value of another step, if that is known; `place` is its name. One may be set or deleted."""

    place: Span
    around: Surroundings
    owner: int | None
    name: str
    is_set: bool


class CallStep(NamedTuple):
    """A call of the value of another step, if that is known; `place` is the name of what is called.

    If the call is `open`, it may have further arguments: `*args`, `**options` or an ellipsis.
    """

    place: Span
    around: Surroundings
    function: int | None
    positional: int
    keywords: tuple[tuple[str, Span], ...]
    is_open: bool


class BindStep(NamedTuple):
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
