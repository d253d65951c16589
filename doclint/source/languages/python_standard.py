"""Names of Python's standard library, and of libraries that nearly all use, whose effect on a declaration is known.

All are full names (`functools.cache`); a builtin begins with `builtins`.
"""

BACKPORTS = {"typing_extensions": "typing"}
"""The modules that offer what a module of newer versions of Python has, by name."""

HOOKS = ("__getattr__", "__getattribute__", "__init_subclass__")
"""Methods that may add attributes to a class or its instances."""
PLAIN_METACLASSES = frozenset({"abc.ABCMeta", "builtins.type", "enum.EnumMeta", "enum.EnumType"})
"""Metaclasses that add nothing to a class."""
ENUMS = frozenset(f"enum.{name}" for name in "Enum IntEnum StrEnum Flag IntFlag ReprEnum".split())
"""The classes of enumerations."""

STATIC = frozenset({"builtins.staticmethod", "abc.abstractstaticmethod"})
"""Decorators of static methods."""
CLASS = frozenset({"builtins.classmethod", "abc.abstractclassmethod"})
"""Decorators of class methods."""
PROPERTIES = frozenset({"builtins.property", "functools.cached_property", "abc.abstractproperty"})
"""Decorators that make a property of a method."""
CONTEXTS = frozenset({"contextlib.contextmanager", "contextlib.asynccontextmanager"})
"""Decorators that make a context manager of a generator."""

PLAIN_DECORATORS = frozenset(
    "abc.abstractmethod attr.define attr.frozen attr.mutable attrs.define attrs.frozen attrs.mutable "
    "dataclasses.dataclass enum.unique functools.cache functools.lru_cache functools.total_ordering "
    "pydantic.validate_arguments pydantic.validate_call typing.deprecated typing.final typing.no_type_check "
    "typing.overload typing.override typing.runtime typing.runtime_checkable warnings.deprecated".split()
).union(STATIC, CLASS, CONTEXTS)
"""Decorators that leave how to call a function, or the attributes of a class, as they are or as their fields say."""
KEEPING = frozenset(name.rpartition(".")[2] for name in (*PLAIN_DECORATORS, *PROPERTIES, "functools.wraps"))
"""The last names of decorators behind which a function keeps its docstring."""
