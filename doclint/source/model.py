"""Declarations: what a source defines, with parameters, types, values, docstrings and members."""

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from doclint.source.symbols import CommandKind, ProvidedKind, SettingKind, TypeKind

ParameterKind: TypeAlias = Literal[
    "positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword"
]
DeclarationKind: TypeAlias = Literal[
    ProvidedKind,
    SettingKind,
    TypeKind,
    CommandKind,
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
    "import",
]
"""What a declaration is. A `property` is read by a function (`@property`, `get x()`), a `field` is stored.

The types of Terraform providers have what users set as an `argument`, and what they only read as an `attribute`. The
value of a `setting` is JSON. A `command` has an `argument`, an `option` or a `flag` for what users give to it.
"""

OMITTED = "…"
"""What stands for a type, a default or a value that is there, but not kept: nothing plain, or too long to compare."""
UNSORTED = "unsorted"
"""The modifier of what may have its members in another order on pages than in its declaration."""
LONGEST_TEXT = 1_000
"""The most characters of a type, a default or a value that are kept."""


class DeclaredParameter(NamedTuple):
    """A parameter of a function; the kinds are those of Python's `inspect.Parameter`.

    `type` and `default` are as written, with each run of white space as one blank; a parameter without a type has an
    empty one, and without a default None. A parameter may be optional without a default (`x?: number`). One that
    `is_bound` is filled by binding, so that no caller names it (`self`). The fields of a model may have `aliases`,
    other names under which its constructor takes them.
    """

    name: str
    kind: ParameterKind
    type: str = ""
    default: str | None = None
    is_required: bool = True
    is_bound: bool = False
    aliases: tuple[str, ...] = ()


class DeclaredSignature(NamedTuple):
    """One way to call a function.

    The parameter that binding fills (`self`, `cls`) is among the parameters of Python and Rust, and only there.
    `returns` is the type that it returns, as written; empty without one. `type_parameters` are their names. For Python,
    `line` is that of the name of the function, 1-based, and `end` that of the last parameter, or of the type that it
    returns; `path` is the file, where it is known: a class may inherit its constructor from another file.
    """

    parameters: tuple[DeclaredParameter, ...]
    returns: str = ""
    type_parameters: tuple[str, ...] = ()
    line: int = 0
    end: int = 0
    path: str = ""


class Declaration(NamedTuple):
    """One thing that a source defines.

    `line` is the line of its name, `start` the first and `end` the last line, all 1-based and inclusive; decorators and
    modifiers belong to it, comments do not. A function has one signature, or one for each overload. `bases` and
    `decorators` are as written, with arguments and without `@`. `type` and `value` are those of a variable, a field, an
    enum member or a type alias, as written, with each run of white space as one blank; the value is None without one,
    and `OMITTED` for a field of JavaScript whose value is a function, which makes it a method.
    `docstring` is the text of its documentation without the marks of comments and the common indentation. `is_public`
    is true if it can be used from outside its source or class, by the rules of the language. `is_conditional` is true
    below `if`, `try` and the like: another declaration may hold in its place. If it may have members that the source
    does not show, `is_open` says why ("it has the decorator `dataclass`"); it `has_all_fields` if those can only be
    methods, as other files may add some to a type of Go or Rust. A field `is_assigned` if methods give it its value, as
    `self.size = size` does. `implements` are those of the bases of a class of TypeScript that give it no members. The
    `decorators` of an argument are the conditions under which it must be given although it `is_optional`. The
    `modifiers` of a member of TypeScript are `abstract`, `readonly` and who may use it.

    The rest is only known for Python. `keywords` are the keyword arguments of the bases and decorators of a class
    (`frozen=True`). `changes` says why statements may give a class members that it does not declare; then it `is_open`.
    A method `returns_itself` if it has no type, and its only `return` gives its first parameter. `further` are other
    names that a class has: what it imports, and what its methods only seem to assign. An import is the name `origin` in
    `module`, or that module itself without an origin; a relative module begins with dots.
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
    modifiers: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    changes: str = ""
    returns_itself: bool = False
    further: tuple["Declaration", ...] = ()
    module: str = ""
    origin: str = ""

    @property
    def is_class(self) -> bool:
        """Whether it is a class of Python, which an enumeration is, too."""
        return self.kind in ("class", "enum")

    @property
    def is_function(self) -> bool:
        """Whether a definition of a function declares it, as that of a method or a property does."""
        return self.kind in ("function", "method") or (self.kind == "property" and self.value is None)

    @property
    def is_unsorted(self) -> bool:
        """Whether pages may have the members in another order than the declaration."""
        return UNSORTED in self.modifiers

    @property
    def decorator_names(self) -> list[str]:
        """The names of its decorators, without modules and arguments."""
        return [one.partition("(")[0].rpartition(".")[2] for one in self.decorators]


class SourceDeclarations(Struct, frozen=True):
    """What a source declares at its top level, in the order of the source.

    If the source `is_broken`, it has a syntax error, and declarations may be missing. The `docstring` is that of the
    module.

    The rest is only known for Python. `further` are other names that the module has: what it imports, and what its
    functions make global. `stars` are the modules all of whose names it imports. `exported` is `__all__`; None if there
    is none, or if it is not a plain list. If the module may have further names, `is_open` says why ("it defines
    `__getattr__`"). It `has_open_path` if it may have submodules that are elsewhere: it sets `__path__`, for example.
    """

    found: tuple[Declaration, ...]
    docstring: str = ""
    is_broken: bool = False
    further: tuple[Declaration, ...] = ()
    stars: tuple[str, ...] = ()
    exported: tuple[str, ...] | None = None
    is_open: str = ""
    has_open_path: bool = False
