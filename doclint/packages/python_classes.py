"""Classes of the repository: their bases in the order of look-up, their attributes, and how to construct them."""

import importlib
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from doclint.code.members import Member, Parameter, Signature
from doclint.packages.answers import Answer, Found, Missing, Unknown
from doclint.packages.python_layout import ModuleFile
from doclint.packages.python_modules import PythonModules, effective

MethodKind: TypeAlias = Literal["instance", "class", "static", "property", "unknown"]

_MOST_CLASSES = 300  # bases of one class, with theirs
# Modules of Python whose classes are common bases. Only those of Python itself are imported, never any of a repository.
_STANDARD = frozenset(
    "abc builtins collections collections.abc contextlib enum io json logging numbers pathlib string threading types "
    "typing".split()
)
# Bases that add nothing to `object` which matters here.
_PLAIN_BASES = frozenset({"abc.ABC", "builtins.object", "typing.Generic", "typing.Protocol"})
_PLAIN_METACLASSES = frozenset({"abc.ABCMeta", "builtins.type", "enum.EnumMeta", "enum.EnumType"})
_DATACLASS = "dataclasses.dataclass"
_NAMED_TUPLE = "typing.NamedTuple"
_ATTRS = frozenset(f"{module}.{name}" for module in ("attr", "attrs") for name in ("define", "frozen", "mutable"))
_FIELD_CALLS = frozenset({"dataclasses.field", "attr.field", "attrs.field", "attr.ib", "attr.attrib"})
# Decorators that change neither the attributes nor the call of a class.
_PLAIN_OF_CLASSES = frozenset(
    {
        "typing.final",
        "typing.runtime_checkable",
        "typing.runtime",
        "typing.deprecated",
        "warnings.deprecated",
        "functools.total_ordering",
        "enum.unique",
    }
)
# Decorators of functions that leave the way to call them as it is.
_PLAIN_OF_FUNCTIONS = frozenset(
    {
        *(f"abc.{name}" for name in ("abstractmethod", "abstractclassmethod", "abstractstaticmethod")),
        *(f"contextlib.{name}" for name in ("contextmanager", "asynccontextmanager")),
        *(f"functools.{name}" for name in ("cache", "lru_cache")),
        *(f"typing.{name}" for name in ("deprecated", "final", "no_type_check", "overload", "override")),
        *("builtins.classmethod", "builtins.staticmethod", "warnings.deprecated"),
    }
)
_PROPERTIES = frozenset({"builtins.property", "functools.cached_property", "abc.abstractproperty"})
_STATIC = frozenset({"builtins.staticmethod", "abc.abstractstaticmethod"})
_CLASS = frozenset({"builtins.classmethod", "abc.abstractclassmethod"})
_IMPLICITLY_STATIC = frozenset({"__new__"})
_IMPLICITLY_CLASS = frozenset({"__init_subclass__", "__class_getitem__"})


class Outside(NamedTuple):
    """A base from outside of the repository: its full name if it is known, or else the name in the source.

    `members` are the names of its attributes; None if they are not known.
    """

    name: str
    members: frozenset[str] | None


class PythonClasses:
    """The classes in the modules of a repository."""

    def __init__(self, modules: PythonModules) -> None:
        self._modules = modules

    def lineage(self, found: Found) -> Sequence[Found | Outside]:
        """Return a class and all its bases in the order in which Python looks attributes up.

        That is the order of a depth-first walk in which each class comes after everything that derives from it. It is
        the order of Python (C3) wherever that depends on it in practice.
        """
        finished: list[Found | Outside] = []
        seen: set[tuple[str, str]] = set()
        waiting: list[tuple[Found | Outside, bool]] = [(found, False)]
        while waiting:
            one, is_done = waiting.pop()
            if is_done or isinstance(one, Outside):
                finished.append(one)
                continue
            key = (one.path, one.name)
            if key in seen:
                continue
            if len(seen) >= _MOST_CLASSES:
                finished.append(Outside("too many classes", None))
                continue
            seen.add(key)
            waiting.append((one, True))
            waiting += [(base, False) for base in self._bases(one)]
        return finished[::-1]

    def _bases(self, found: Found) -> Iterator[Found | Outside]:
        """Yield the direct bases of a class."""
        member = found.member
        module = self._modules.layout.module(found.module)
        if member is None or not isinstance(module, ModuleFile):
            return
        for base in member.bases:
            yield self._base(found, module, base)
        if any(one.startswith("metaclass=") and not self._is_plain(module, one) for one in member.keywords):
            yield Outside(f"the metaclass of `{member.name}`", None)
        if "**" in member.keywords or member.is_open:
            yield Outside(f"`{member.name}`: {member.is_open or 'unknown keywords'}", None)

    def _is_plain(self, module: ModuleFile, keyword: str) -> bool:
        return self._modules.outside(module, keyword.partition("=")[2]) in _PLAIN_METACLASSES

    def _base(self, found: Found, module: ModuleFile, base: str) -> Found | Outside:
        outside = self._modules.outside(module, base) if base else ""
        if outside:
            return Outside(outside, _attributes_of(outside))
        answer = self.expression(module, base) if base else None
        is_class = isinstance(answer, Found) and answer.member is not None and answer.member.kind == "class"
        is_itself = is_class and isinstance(answer, Found) and answer[:2] == found[:2] and answer.name == found.name
        return answer if is_class and not is_itself else Outside(base, None)  # type: ignore[return-value]

    def expression(self, module: ModuleFile, dotted: str) -> Answer:
        """Return what a dotted name stands for in a module."""
        first, _, rest = dotted.partition(".")
        answer = self._modules.member(module, first)
        for name in rest.split(".") if rest else ():
            if not isinstance(answer, Found):
                break
            answer = self.attribute(answer, name)
        return answer

    def attribute(self, found: Found, name: str, *, of_instance: bool = False) -> Answer:
        """Return what an attribute of a module, a class, or an instance of a class stands for."""
        if found.member is None:
            module = self._modules.layout.module(found.module)
            return self._modules.member(module, name) if isinstance(module, ModuleFile) else Unknown("it is gone")
        if found.member.kind != "class":
            return Unknown(f"`{found.name}` is not a class")
        return self._of_class(found, name, of_instance=of_instance)

    def _of_class(self, found: Found, name: str, *, of_instance: bool) -> Answer:
        doubt: Unknown | None = None
        lineage = self.lineage(found)
        for one in lineage:
            if isinstance(one, Outside):
                if one.members is None or name in one.members:
                    doubt = doubt or Unknown(f"`{found.name}` may have it from its base `{one.name}`")
                continue
            answer = self._own(one, name, of_instance=of_instance)
            if answer is not None:
                return doubt or answer
            doubt = doubt or self._doubt(one, of_instance=of_instance)
        common = dir(object) if of_instance else dir(type)
        if name in common or name in ("__annotations__", "__dataclass_fields__"):
            return Unknown("every class has it")
        return doubt or Missing(name, found)

    def _own(self, found: Found, name: str, *, of_instance: bool) -> Answer | None:
        """Return what a class itself defines by a name; None if it defines nothing."""
        member = found.member
        assert member is not None, "it is a class"
        owner = ".".join(filter(None, (found.owner, member.name)))
        own = [one for one in member.members if one.name == name]
        defined = [one for one in own if one.kind != "attribute"]
        if defined:
            last = effective(defined)
            if len(last) > 1:
                return Unknown(f"`{owner}.{name}` is defined in several ways")
            if last[0].kind == "import":
                return Unknown(f"`{owner}.{name}` is imported")
            if last[0].kind == "variable" and last[0].value.isidentifier():
                alias = self._own(found, last[0].value, of_instance=False) if last[0].value != name else None
                return (
                    alias
                    if isinstance(alias, Found) and alias.member and alias.member.kind == "function"
                    else Found(found.module, found.path, last[0], owner)
                )
            return Found(found.module, found.path, last[0], owner)
        return Found(found.module, found.path, own[0], owner) if own and of_instance else None

    def _doubt(self, found: Found, *, of_instance: bool) -> Unknown | None:
        """Return why a class may have further attributes."""
        member = found.member
        assert member is not None, "it is a class"
        methods = {one.name for one in member.members if one.kind != "attribute"}
        if of_instance and methods & {"__getattr__", "__getattribute__"}:
            return Unknown(f"`{found.name}` defines `__getattr__`")
        if "__init_subclass__" in methods:
            return Unknown(f"`{found.name}` defines `__init_subclass__`")
        module = self._modules.layout.module(found.module)
        known = _PLAIN_OF_CLASSES | _ATTRS | {_DATACLASS}
        for decorator in member.decorators:
            name = self._modules.outside(module, decorator) if isinstance(module, ModuleFile) and decorator else ""
            if name not in known:
                return Unknown(f"`{found.name}` has the decorator `{decorator}`")
        return None

    def kind_of_method(self, found: Found) -> MethodKind:
        """Return how a method of a class is bound."""
        member = found.member
        if member is None or member.kind != "function" or not found.owner:
            return "unknown"
        if member.name in _IMPLICITLY_STATIC:
            return "static"
        if member.name in _IMPLICITLY_CLASS:
            return "class"
        names = self._decorators(found)
        if names & _PROPERTIES:
            return "property"
        if names - _PLAIN_OF_FUNCTIONS:
            return "unknown"
        return "static" if names & _STATIC else "class" if names & _CLASS else "instance"

    def _decorators(self, found: Found) -> set[str]:
        """Return the full names of decorators; an empty name for one that is not known."""
        module = self._modules.layout.module(found.module)
        decorators = found.member.decorators if found.member else ()
        if not isinstance(module, ModuleFile):
            return {"" for _ in decorators}
        return {self._modules.outside(module, one) if one else "" for one in decorators}

    def signatures(self, found: Found) -> tuple[Signature, ...] | Unknown:
        """Return the ways to call a function, a method on what it is bound to, or a class."""
        member = found.member
        if member is None:
            return Unknown("a module cannot be called")
        if member.kind == "class":
            return self._of_constructor(found)
        if member.kind != "function":
            return Unknown(f"`{found.name}` is a variable")
        unknown = self._decorators(found) - _PLAIN_OF_FUNCTIONS
        if unknown or not member.signatures:
            return Unknown(f"`{found.name}` has a decorator that may change how to call it")
        if not found.owner or self.kind_of_method(found) == "static":
            return member.signatures
        return _bound(member.signatures)

    def _of_constructor(self, found: Found) -> tuple[Signature, ...] | Unknown:
        assert found.member is not None, "it is a class"
        makers: list[Found] = []
        lineage = self.lineage(found)
        for one in lineage:
            if isinstance(one, Outside):
                if one.name in _PLAIN_BASES:
                    continue
                if one.name == _NAMED_TUPLE and len(lineage) == 2 and not makers:
                    return self._of_fields(found, [found], kind=_NAMED_TUPLE)
                return Unknown(f"its base `{one.name}` is in another package")
            doubt = self._doubt(one, of_instance=False)
            if doubt is not None and not doubt.because.endswith("`__init_subclass__`"):
                return doubt
            own = [name for name in ("__new__", "__init__") if any(m.name == name for m in one.member.members)]  # type: ignore[union-attr]
            if own == ["__new__"]:
                makers.append(one)
                continue
            decorators = self._decorators(one)
            generated = next((name for name in (_DATACLASS, *sorted(_ATTRS)) if name in decorators), "")
            if own or generated:
                return self._from(one, own, generated, makers, lineage)
        if makers:
            return self._method(makers[0], "__new__")
        return (Signature((), found.member.line),)

    def _from(
        self, found: Found, own: list[str], generated: str, makers: list[Found], lineage: Sequence[Found | Outside]
    ) -> tuple[Signature, ...] | Unknown:
        """Return how to call the constructor that a class has or a decorator generates."""
        if makers or "__new__" in own:
            new = self._method(makers[0] if makers else found, "__new__")
            if isinstance(new, Unknown) or not all(map(_takes_anything, new)):
                return Unknown(f"`{found.name}` defines `__new__` and `__init__`")
        if own:
            return self._method(found, "__init__")
        bases = lineage[lineage.index(found) :]
        unknown = next((one for one in bases if isinstance(one, Outside) and one.name not in _PLAIN_BASES), None)
        if unknown is not None:
            return Unknown(f"its base `{unknown.name}` is in another package")
        return self._of_fields(found, [one for one in bases if isinstance(one, Found)], kind=generated)

    def _method(self, found: Found, name: str) -> tuple[Signature, ...] | Unknown:
        answer = self._own(found, name, of_instance=False)
        if not isinstance(answer, Found) or answer.member is None or answer.member.kind != "function":
            return Unknown(f"`{found.name}.{name}` is not a plain method")
        if self._decorators(answer) - _PLAIN_OF_FUNCTIONS or not answer.member.signatures:
            return Unknown(f"`{found.name}.{name}` has a decorator that may change how to call it")
        return _bound(answer.member.signatures)

    def _of_fields(self, found: Found, classes: Sequence[Found], *, kind: str) -> tuple[Signature, ...] | Unknown:
        """Return the constructor that the fields of a class and its bases give."""
        assert found.member is not None, "it is a class"
        fields: dict[str, Parameter] = {}
        for one in reversed(classes):
            member = one.member
            assert member is not None, "it is a class"
            names = self._decorators(one)
            if kind != _NAMED_TUPLE and not names & ({_DATACLASS} | _ATTRS):
                continue
            if (
                "init=False" in member.keywords
                or "**" in member.keywords
                or (kind not in names and kind != _NAMED_TUPLE)
            ):
                return Unknown(f"`{one.name}` does not generate a plain constructor")
            unknown = self._take_fields(one, fields, kind=kind)
            if unknown is not None:
                return unknown
        ordered = sorted(fields.values(), key=lambda one: one.kind == "keyword-only")
        return (Signature(tuple(ordered), found.member.line),)

    def _take_fields(self, found: Found, fields: dict[str, Parameter], *, kind: str) -> Unknown | None:
        """Add the fields of one class to those of its bases."""
        member = found.member
        module = self._modules.layout.module(found.module)
        assert member is not None, "it is a class"
        if not isinstance(module, ModuleFile):
            return Unknown(f"`{found.module}` is gone")
        is_keyword_only = "kw_only=True" in member.keywords
        defaults = {
            one.partition(".")[0] for method in member.members for one in method.decorators if one.endswith(".default")
        }
        for one in member.members:
            if one.kind != "variable":
                continue
            called = one.value.removesuffix("()") if one.value.endswith("()") else ""
            is_field = bool(called) and self._modules.outside(module, called) in _FIELD_CALLS
            if not one.annotation:
                if is_field and kind in _ATTRS:
                    return Unknown(f"`{found.name}` has a field without a type")
                continue
            first = one.annotation.strip("'\"").partition("[")[0]
            type_ = self._modules.outside(module, first) or first
            if type_ == "typing.ClassVar":
                continue
            if type_ == "dataclasses.KW_ONLY":
                is_keyword_only = True
                continue
            if one.is_conditional or "**" in one.keywords:
                return Unknown(f"`{found.name}.{one.name}` is conditional")
            options = dict(word.partition("=")[::2] for word in one.keywords) if is_field else {}
            if options.get("init") == "False":
                fields.pop(one.name, None)
                continue
            if not {options.get("init", "True"), options.get("kw_only", "True")} <= {"True", "False"}:
                return Unknown(f"`{found.name}.{one.name}` has options that are not literals")
            name = options["alias"].strip("'\"") if "alias" in options else one.name
            if kind in _ATTRS and "alias" not in options:
                name = one.name.lstrip("_")
            has_default = bool(one.value) and not (
                is_field and not options.keys() & {"default", "default_factory", "factory"}
            )
            fields[one.name] = Parameter(
                name,
                "keyword-only" if options.get("kw_only", str(is_keyword_only)) == "True" else "positional-or-keyword",
                is_required=not has_default and one.name not in defaults,
            )
        return None


def _attributes_of(name: str) -> frozenset[str] | None:
    """Return the attributes of a class of the standard library; None if they are not known."""
    module, _, own = name.rpartition(".")
    if name in _PLAIN_BASES:
        return frozenset(dir(object))
    if name == _NAMED_TUPLE:
        return frozenset([*dir(tuple), "_asdict", "_fields", "_field_defaults", "_make", "_replace"])
    if name == "typing.TypedDict":
        return frozenset([*dir(dict), "__total__", "__required_keys__", "__optional_keys__"])
    if module not in _STANDARD:
        return None
    found = getattr(importlib.import_module(module), own, None)
    if not isinstance(found, type):
        return None
    # What a metaclass has is an attribute of the class, too; members of an enumeration have a few in the dictionary.
    return frozenset([*dir(found), *dir(type(found)), *vars(found), "name", "value", "args"])


def _bound(signatures: Sequence[Signature]) -> tuple[Signature, ...] | Unknown:
    """Return signatures without the parameter that binding fills."""
    found = []
    for signature in signatures:
        first = signature.parameters[0] if signature.parameters else None
        if first is None or first.kind in ("keyword-only", "var-keyword"):
            return Unknown("it takes no first parameter")
        rest = signature.parameters if first.kind == "var-positional" else signature.parameters[1:]
        found.append(signature._replace(parameters=rest))
    return tuple(found)


def _takes_anything(signature: Signature) -> bool:
    kinds = {one.kind for one in signature.parameters}
    return {"var-positional", "var-keyword"} <= kinds and not any(one.is_required for one in signature.parameters)


def names_of(member: Member) -> list[str]:
    """Return the names of the members of a class."""
    return list(dict.fromkeys(one.name for one in member.members))
