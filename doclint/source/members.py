"""Members: what a module defines, imports and exports, with the parameters, bases and decorators of each."""

from typing import Literal, NamedTuple, TypeAlias

ParameterKind: TypeAlias = Literal[
    "positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword"
]
MemberKind: TypeAlias = Literal["class", "function", "variable", "attribute", "import"]


class Parameter(NamedTuple):
    """A parameter of a function; the kinds are those of Python's `inspect.Parameter`.

    The fields of a model may have `aliases`, other names under which its constructor takes them.
    """

    name: str
    kind: ParameterKind
    is_required: bool
    aliases: tuple[str, ...] = ()


class Signature(NamedTuple):
    """One way to call a function.

    `line` is the line of its name, 1-based, and `end` that of the last parameter, or of the type that it returns.
    `path` is the file, where it is known: a class may inherit its constructor from another file.
    """

    parameters: tuple[Parameter, ...]
    line: int
    end: int
    path: str = ""


class Member(NamedTuple):
    """What a name stands for in a module or a class.

    `line` is the line of the name, 1-based. A function has one signature, or one for each overload. `decorators` and
    `bases` are as written, without arguments; one that is not a dotted name is empty. A class has `members`; those of
    the kind "attribute" are what its methods assign to their first parameter. The `annotation` is that of a variable,
    or what a function returns; "Self" for a method without one that returns its first parameter. The `value` of a
    variable is as written, without the arguments of a call (`field()`), and "..." if it is long. `keywords` are the
    keyword arguments of the decorators and bases, or of a call that is the value, as written (`frozen=True`). An
    imported name is `origin` in the module `module`, or that module itself if `origin` is empty; a relative module
    begins with dots. `is_conditional` is true below `if`, `try` and the like. If a class may have further members,
    `is_open` says why. What a function that `is_async` returns must be awaited.
    """

    kind: MemberKind
    name: str
    line: int
    signatures: tuple[Signature, ...] = ()
    decorators: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    members: tuple["Member", ...] = ()
    annotation: str = ""
    module: str = ""
    origin: str = ""
    is_conditional: bool = False
    value: str = ""
    keywords: tuple[str, ...] = ()
    is_open: str = ""
    is_async: bool = False


class ModuleMembers(NamedTuple):
    """What a module offers.

    Several members may have one name; at run time the last one holds that is not conditional. `stars` are the modules
    all of whose names it imports. `exported` is `__all__`; None if there is none, or if it is not a plain list. If the
    module may have further names, `is_open` says why ("it defines `__getattr__`"). `has_open_path` is true if it may
    have submodules that are elsewhere: it sets `__path__`, for example.
    """

    members: tuple[Member, ...]
    stars: tuple[str, ...] = ()
    exported: tuple[str, ...] | None = None
    is_open: str = ""
    has_open_path: bool = False
