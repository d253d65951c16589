"""What Python examples do that cannot work, by kind."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct

from doclint.markdown.source import Span
from doclint.packages.answers import MissingName, Resolved

if TYPE_CHECKING:
    from doclint.page.claims import NotedClaim
    from doclint.page.examples.code_examples import CodeExample, Excerpt, IncludedFile
    from doclint.source.examples.python_steps import CallStep, PythonExample
    from doclint.source.model import DeclaredSignature

_MOST_PARAMETERS = 500  # of a function whose calls are checked; each message names those that a call lacks


class Misfit(Struct, frozen=True):
    """Why a call does not fit a signature.

    `unknown` are keywords that it does not have, `missing` parameters that need an argument, and `surplus` the number
    of positional arguments that it does not take.
    """

    signature: "DeclaredSignature"
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    surplus: int = 0


def misfit(call: "CallStep", signatures: "Sequence[DeclaredSignature]") -> Misfit | None:
    """Return why a call fits none of some signatures, the nearest of them; None if it fits one, or may do so."""
    if call.is_open or any(len(one.parameters) > _MOST_PARAMETERS for one in signatures):
        return None
    found = [_misfit(call, signature) for signature in signatures]
    if not all(found):
        return None
    return min(filter(None, found), key=lambda one: len(one.unknown) + len(one.missing) + one.surplus, default=None)


def _misfit(call: "CallStep", signature: "DeclaredSignature") -> Misfit | None:
    parameters = signature.parameters
    kinds = {parameter.kind for parameter in parameters}
    ordered = [one for one in parameters if one.kind in ("positional-only", "positional-or-keyword")]
    given = {name for name, _ in call.keywords}
    by_name = {one.name for one in parameters if one.kind in ("positional-or-keyword", "keyword-only")}
    unknown = () if "var-keyword" in kinds else tuple(name for name, _ in call.keywords if name not in by_name)
    surplus = 0 if "var-positional" in kinds else max(0, call.positional - len(ordered))
    needed = [*ordered[call.positional :], *(one for one in parameters if one.kind == "keyword-only")]
    missing = tuple(one.name for one in needed if one.is_required and given.isdisjoint((one.name, *one.aliases)))
    return Misfit(signature, unknown, missing, surplus) if unknown or missing or surplus else None


class PythonText:
    """An example in Python: what the page has, and the lines of code in it.

    For a file that the example includes, `code` has the lines of that file.
    """

    def __init__(self, example: "CodeExample", code: "Excerpt", included: "IncludedFile | None" = None) -> None:
        self.example = example
        self.code = code
        self.included = included

    @cached_property
    def program(self) -> "PythonExample":
        """What the code does, read when something asks for it; nothing if that takes too much work."""
        from doclint.source.examples.python import read_example
        from doclint.source.examples.python_steps import PythonExample

        return read_example(self.code.text) or PythonExample((), frozenset())


class FileLine(Struct, frozen=True):
    """A line of a file, counted from 1, that a page includes."""

    path: str
    number: int


class MissingImport(NamedTuple):
    """An import of a module, or of the `name` from a module, that is not there.

    `module_span` is the name of the module, which the statement imports no other name from if it `is_alone`.
    """

    span: Span
    module: str
    name: str
    missing: MissingName
    module_span: Span
    is_alone: bool
    included: FileLine | None = None


class MissingAttribute(NamedTuple):
    """An attribute that a module, a class or an instance of the class does not have."""

    span: Span
    missing: MissingName
    is_instance: bool
    included: FileLine | None = None


class WrongCall(NamedTuple):
    """A call whose arguments do not fit; `keywords` are the places of its keywords."""

    span: Span
    called: Resolved
    misfit: Misfit
    keywords: tuple[tuple[str, Span], ...]
    included: FileLine | None = None


class UnboundCall(NamedTuple):
    """A call of an instance method on the class itself, without an instance."""

    span: Span
    method: Resolved
    included: FileLine | None = None


# With `included`, the misuse is on that line of a file, and its places are the one of the statement that includes it.
Misuse: TypeAlias = MissingImport | MissingAttribute | WrongCall | UnboundCall


class PythonUses(Struct, frozen=True):
    """The examples in Python of a page, what in them cannot work, in the order of the page, how many imports from each
    package work, and the claims that hold or cannot be checked, in a run that asks for them.
    """

    texts: tuple[PythonText, ...]
    misuses: tuple[Misuse, ...]
    working: "Mapping[str, int]"
    claims: "Sequence[NotedClaim]" = ()
