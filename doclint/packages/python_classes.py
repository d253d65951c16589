"""Classes of the repository: their bases in the order of look-up, and their attributes."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.errors.tables import names
from doclint.packages.answers import MissingName, NameAnswer, Resolved, Result
from doclint.packages.python_layout import ModuleFile
from doclint.packages.python_modules import PythonModules, effective
from doclint.repository.repository import Remembering, Repository, remembered
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.languages.enums import as_enum, is_enum_member
from doclint.source.languages.python_functions import dotted_name
from doclint.source.languages.python_standard import (
    CLASS,
    CONTEXTS,
    ENUMS,
    HOOKS,
    PLAIN_DECORATORS,
    PLAIN_METACLASSES,
    PROPERTIES,
    STATIC,
)
from doclint.source.model import Declaration

MethodKind: TypeAlias = Literal["instance", "class", "static", "property", "unknown"]

PLAIN_BASES = frozenset({"abc.ABC", "builtins.object", "typing.Generic", "typing.Protocol"})
"""Bases that add nothing to `object` which matters here."""
NAMED_TUPLE = "typing.NamedTuple"
_MODEL = "pydantic.BaseModel"
_OF_OLDER_MODELS = ("Config", "__config__", "__fields__", "__validators__", "fields")  # those of Pydantic 1

_MOST_CLASSES = 300  # bases of one class, with theirs
_STANDARD = names("doclint.packages", "standard-modules")
_ABSTRACT = frozenset({"abc.ABC", "typing.Protocol"})
_IMPLICITLY_STATIC = frozenset({"__new__"})
_IMPLICITLY_CLASS = frozenset({"__init_subclass__", "__class_getitem__"})
# Names that Python, a decorator or a metaclass adds; private names have the name of their class before them.
_ADDED = expression(r"__\w*__\Z|_[^\W_]\w*?__\w|(?:_abc_impl|_is_protocol|_is_runtime_protocol)\Z")
# What exceptions and the members of an enumeration have besides what `dir` shows.
_OF_MEMBERS = frozenset("name value args _name_ _value_".split())


class Outside(Struct, frozen=True):
    """A base from outside of the repository: its full name if it is known, or else what the source says.

    `members` are the names of its attributes; None if they are not known. `doubt` says why the class is uncertain. What
    else may add attributes to a class counts as a base of it, such as a metaclass, which may also change how to call
    the class.
    """

    name: str
    doubt: str
    members: frozenset[str] | None = None
    is_metaclass: bool = False


class PythonClasses(Remembering):
    """The classes in the modules of a repository."""

    def __init__(self, repository: Repository, modules: PythonModules) -> None:
        super().__init__(repository)
        self._modules = modules

    @remembered
    def lineage(self, found: Resolved) -> Sequence[Resolved | Outside]:
        """Return a class and all its bases in the order in which Python looks attributes up.

        Each class comes after everything that derives from it, as in the order of Python (C3). What makes a class
        uncertain, such as a metaclass, comes as a further base of it.
        """
        finished: list[Resolved | Outside] = []
        seen: set[tuple[str, str]] = set()
        waiting: list[tuple[Resolved | Outside, bool]] = [(found, False)]
        while waiting:
            one, is_done = waiting.pop()
            if is_done or isinstance(one, Outside):
                finished.append(one)
            elif len(seen) >= _MOST_CLASSES:
                finished.append(Outside("", f"`{found.name}` has too many bases"))
            elif (one.path, one.name) not in seen:
                seen.add((one.path, one.name))
                waiting.append((one, True))
                waiting += [(base, False) for base in self._bases(one)]
        return finished[::-1]

    def _bases(self, found: Resolved) -> Iterator[Resolved | Outside]:
        member = _member(found)
        for base in member.bases:
            yield self._base(found, "" if base.endswith(")") else dotted_name(base))
        metaclasses = (one.partition("=")[2] for one in member.keywords if one.startswith("metaclass="))
        if any(self.outside(found, one) not in PLAIN_METACLASSES for one in metaclasses):
            yield Outside("", f"`{found.name}` has a metaclass", is_metaclass=True)
        if "**" in member.keywords or member.changes:
            reason = member.changes or "its keywords are computed"
            yield Outside("", f"`{found.name}` may have further attributes: {reason}")

    def _base(self, found: Resolved, base: str) -> Resolved | Outside:
        outside = self.outside(found, base) if base else ""
        if outside:
            return Outside(outside, f"its base `{outside}` is not in this repository", _attributes_of(outside))
        answer = self.expression(found, base) if base else None
        if isinstance(answer, Found) and is_class(answer.value) and answer.value.name != found.name:
            return answer.value
        return Outside(base, f"its base `{base}` is not known" if base else "one of its bases is computed")

    def expression(self, found: Resolved, dotted: str) -> NameAnswer:
        """Return what a dotted name stands for at the top of the module in which something was found."""
        first, _, rest = dotted.partition(".")
        answer = self.attribute(Resolved(found.module, found.path, None), first)
        for name in rest.split(".") if rest else ():
            if not isinstance(answer, Found):
                break
            answer = self.attribute(answer.value, name)
        return answer

    def outside(self, found: Resolved, dotted: str) -> str:
        """Return the full name of something from outside of the repository that a name stands for in the module in
        which something was found; empty if it is not that, or not known.
        """
        module = self._modules.layout.module(found.module)
        return self._modules.outside(module, dotted) if isinstance(module, ModuleFile) and dotted else ""

    def attribute(self, found: Resolved, name: str, *, of_instance: bool = False) -> NameAnswer:
        """Return what an attribute of a module, a class, or an instance of a class stands for."""
        if found.member is None:
            module = self._modules.layout.module(found.module)
            return self._modules.member(module, name) if isinstance(module, ModuleFile) else Unknown("it is gone")
        if not found.member.is_class:
            return Unknown(f"`{found.name}` is not a class")
        return self._of_class(found, name, of_instance=of_instance)

    def _of_class(self, found: Resolved, name: str, *, of_instance: bool) -> NameAnswer:
        doubt: Unknown | None = None
        for one in self.lineage(found):
            if isinstance(one, Outside):
                if one.members is None or name in one.members:
                    doubt = doubt or Unknown(one.doubt)
                continue
            answer = self.own(one, name, of_instance=of_instance)
            if answer is not None:
                return doubt or answer
            doubt = doubt or self.doubt(one, of_instance=of_instance)
        if name in dir(object if of_instance else type) or _ADDED.match(name):
            return Unknown("Python may have added it")
        return doubt or Missing(MissingName(name, found))

    def own(self, found: Resolved, name: str, *, of_instance: bool = False) -> NameAnswer | None:
        """Return what a class itself, without its bases, defines by a name; None if it defines nothing."""
        own = self._by_name(found).get(name, ())
        defined = [one for one in own if not one.is_assigned]
        owner = ".".join(filter(None, (found.owner, _member(found).name)))
        if not defined:
            return Found(Resolved(found.module, found.path, own[0], owner)) if own and of_instance else None
        last = effective(defined)
        if len(last) > 1 or last[0].kind == "import":
            return Unknown(f"`{found.name}.{name}` is imported, or defined in several ways")
        value = last[0].value or ""
        if value.isidentifier() and value != name:
            last = [one for one in self._by_name(found).get(value, ()) if one.is_function][-1:] or last
        return Found(Resolved(found.module, found.path, last[0], owner))

    @remembered
    def _by_name(self, found: Resolved) -> Mapping[str, Sequence[Declaration]]:
        return by_key((one.name, one) for one in (*_member(found).members, *_member(found).further))

    def doubt(self, found: Resolved, *, of_instance: bool) -> Unknown | None:
        """Return why a class itself may have further attributes, or its instances."""
        by_name = self._by_name(found)
        methods = {name for name in HOOKS if any(not one.is_assigned for one in by_name.get(name, ()))}
        if of_instance and methods & {"__getattr__", "__getattribute__"}:
            return Unknown(f"`{found.name}` defines `__getattr__`")
        if "__init_subclass__" in methods:
            return Unknown(f"`{found.name}` defines `__init_subclass__`")
        decorator = self.changing_decorator(found)
        return Unknown(f"`{found.name}` has the decorator `{decorator}`") if decorator is not None else None

    def outside_decorators(self, found: Resolved) -> set[str]:
        """Return the full names of the decorators that come from outside of the repository."""
        return {self.outside(found, dotted_name(one)) for one in _member(found).decorators} - {""}

    def changing_decorator(self, found: Resolved) -> str | None:
        """Return the first decorator that may change what it decorates; None if none does."""
        decorators = map(dotted_name, _member(found).decorators)
        return next((one for one in decorators if self.outside(found, one) not in PLAIN_DECORATORS), None)

    def kind_of_method(self, found: Resolved) -> MethodKind:
        """Return how a method of a class is bound."""
        member = found.member
        if member is None or not member.is_function or not found.owner:
            return "unknown"
        if member.name in _IMPLICITLY_STATIC:
            return "static"
        if member.name in _IMPLICITLY_CLASS:
            return "class"
        names = self.outside_decorators(found)
        if names & PROPERTIES:
            return "property"
        if self.changing_decorator(found) is not None:
            return "unknown"
        return "static" if names & STATIC else "class" if names & CLASS else "instance"

    def result(self, found: Resolved, owner: Resolved | None, *, awaited: bool) -> Result | None:
        """Return what a function returns, or a property is, by its annotation; None if that is not known.

        `owner` is the class on which a method was found. What has the type of a protocol or of an abstract class is
        always an instance of another one.
        """
        member = found.member
        if member is None or not member.is_function or len(member.signatures) > 1:
            return None
        decorators = {self.outside(found, dotted_name(one)) for one in member.decorators}
        type_ = "Self" if member.returns_itself else member.signatures[0].returns if member.signatures else member.type
        written = type_.strip("'\"").partition("[")[0]
        is_plain = decorators <= (PLAIN_DECORATORS | PROPERTIES) - CONTEXTS and member.is_async <= awaited
        if not is_plain or not all(part.isidentifier() for part in written.split(".")):
            return None
        if written == "Self" or self.outside(found, written) == "typing.Self":
            return Result(owner, is_exact=True) if owner else None
        answer = self.expression(found, written)
        if not isinstance(answer, Found) or not is_class(answer.value):
            return None
        bases = {one.name for one in self.lineage(answer.value) if isinstance(one, Outside)}
        return Result(answer.value, is_exact=False) if _ABSTRACT.isdisjoint(bases) else None

    def names_in(self, found: Resolved) -> list[str]:
        """Return the names of the attributes of a class and its bases, as far as they are in the repository."""
        classes = (one for one in self.lineage(found) if isinstance(one, Resolved))
        members = (member for one in classes for member in (*_member(one).members, *_member(one).further))
        return list(dict.fromkeys(member.name for member in members))

    def declaration(self, found: Resolved) -> Declaration | None:
        """Return the declaration of what was found, of a class in an enumeration as one, wherever its base is.

        None for a module, and for what no statement at the top of a module or a class declares.
        """
        own = found.member
        if own is None or not own.start:
            return None
        if own.kind == "class":
            return as_enum(own) if self._is_enum(found) else own
        if own.kind == "field" and not own.is_assigned and is_enum_member(own.name, own.value):
            owner = self.expression(found, found.owner)
            return own._replace(kind="enum-member") if isinstance(owner, Found) and self._is_enum(owner.value) else own
        return own

    def _is_enum(self, found: Resolved) -> bool:
        return is_class(found) and any(isinstance(one, Outside) and one.name in ENUMS for one in self.lineage(found))


def _member(found: Resolved) -> Declaration:
    assert found.member is not None, "it is not a module"
    return found.member


def is_class(found: Resolved) -> bool:
    return found.member is not None and found.member.is_class


def _attributes_of(name: str) -> frozenset[str] | None:
    """Return the attributes of a class of the standard library or of Pydantic; None if they are not known."""
    module, _, own = name.rpartition(".")
    if name in PLAIN_BASES:
        return frozenset(dir(object))
    if name == NAMED_TUPLE:
        return frozenset([*dir(tuple), "_asdict", "_fields", "_field_defaults", "_make", "_replace"])
    if name == "typing.TypedDict":
        return frozenset([*dir(dict), "__total__", "__required_keys__", "__optional_keys__"])
    if name == _MODEL:
        from pydantic import BaseModel

        return frozenset([*dir(BaseModel), *_OF_OLDER_MODELS])
    found = getattr(importlib.import_module(module), own, None) if module in _STANDARD else None
    # What a metaclass has is an attribute of the class, too. `dir` of an enumeration leaves some out.
    return frozenset([*dir(found), *dir(type(found)), *vars(found), *_OF_MEMBERS]) if isinstance(found, type) else None
