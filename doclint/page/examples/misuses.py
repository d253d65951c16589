"""What Python examples do that cannot work, by kind."""

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from doclint.markdown.source import Span
from doclint.packages.answers import MissingName, Resolved
from doclint.page.examples.python_calls import Misfit

if TYPE_CHECKING:
    from doclint.page.examples.code_examples import CodeExample, Excerpt
    from doclint.page.examples.included_files import IncludedFile
    from doclint.source.examples.python_steps import PythonExample


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


class FileLine(NamedTuple):
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


class PythonUses(NamedTuple):
    """The examples in Python of a page, and what in them cannot work, in the order of the page."""

    texts: tuple[PythonText, ...]
    misuses: tuple[Misuse, ...]
