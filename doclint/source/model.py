"""Declarations: what a source defines, with parameters, types, values, docstrings and members."""

from typing import Literal, NamedTuple, TypeAlias

from doclint.source.members import ParameterKind
from doclint.source.provided_kinds import ProvidedKind

DeclarationKind: TypeAlias = Literal[
    ProvidedKind,
    "class",
    "struct",
    "union",
    "enum",
    "interface",
    "trait",
    "type",
    "function",
    "method",
    "property",
    "field",
    "enum-member",
    "variable",
    "constant",
    "namespace",
    "argument",
    "attribute",
]
"""What a declaration is. A `property` is read by a function (`@property`, `get x()`), a `field` is stored.

The types of Terraform providers have what users set as an `argument`, and what they only read as an `attribute`.
"""

OMITTED = "…"
"""What stands for a type, a default or a value that is there, but not kept: nothing plain, or too long to compare."""
LONGEST_TEXT = 1_000
"""The most characters of a type, a default or a value that are kept."""


class DeclaredParameter(NamedTuple):
    """A parameter of a function.

    `type` and `default` are as written, with each run of white space as one blank; a parameter without a type has an
    empty one, and without a default None. A parameter may be optional without a default (`x?: number`). One that
    `is_bound` is filled by binding, so that no caller names it (`self`).
    """

    name: str
    kind: ParameterKind
    type: str = ""
    default: str | None = None
    is_required: bool = True
    is_bound: bool = False


class DeclaredSignature(NamedTuple):
    """One way to call a function.

    The parameter that binding fills (`self`, `cls`) is among the parameters of Python, and only there. `returns` is the
    type that it returns, as written; empty without one. `type_parameters` are their names.
    """

    parameters: tuple[DeclaredParameter, ...]
    returns: str = ""
    type_parameters: tuple[str, ...] = ()


class Declaration(NamedTuple):
    """One thing that a source defines.

    `line` is the line of its name, `start` the first and `end` the last line, all 1-based and inclusive; decorators and
    modifiers belong to it, comments do not. A function has one signature, or one for each overload. `bases` and
    `decorators` are as written, with arguments and without `@`. `type` and `value` are those of a variable, a field, an
    enum member or a type alias, as written, with each run of white space as one blank; the value is None without one.
    `docstring` is the text of its documentation without the marks of comments and the common indentation. `is_public`
    is true if it can be used from outside its source or class, by the rules of the language. `is_conditional` is true
    below `if`, `try` and the like: another declaration may hold in its place. If it may have members that the source
    does not show, `is_open` says why ("it has the decorator `dataclass`"); it `has_all_fields` if those can only be
    methods, as other files may add some to a type of Go or Rust. A field `is_assigned` if methods give it its value, as
    `self.size = size` does. `implements` are those of the bases of a class of TypeScript that give it no members. The
    `decorators` of an argument are the conditions under which it must be given although it `is_optional`.
    """

    kind: DeclarationKind
    name: str
    line: int
    start: int
    end: int
    signatures: tuple[DeclaredSignature, ...] = ()
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    type: str = ""
    value: str | None = None
    docstring: str = ""
    members: tuple["Declaration", ...] = ()
    is_public: bool = True
    is_async: bool = False
    is_static: bool = False
    is_optional: bool = False
    is_conditional: bool = False
    is_open: str = ""
    type_parameters: tuple[str, ...] = ()
    has_all_fields: bool = False
    is_assigned: bool = False
    implements: tuple[str, ...] = ()

    @property
    def decorator_names(self) -> list[str]:
        """The names of its decorators, without modules and arguments."""
        return [one.partition("(")[0].rpartition(".")[2] for one in self.decorators]


class SourceDeclarations(NamedTuple):
    """What a source declares at its top level, in the order of the source.

    If the source `is_broken`, it has a syntax error, and declarations may be missing. The `docstring` is that of the
    module.
    """

    found: tuple[Declaration, ...]
    docstring: str = ""
    is_broken: bool = False
