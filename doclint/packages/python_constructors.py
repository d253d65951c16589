"""How to call the functions, methods and classes of a repository.

Those of models of Pydantic and of enumerations come from elsewhere; the facts are those of Pydantic 1 and 2 ("Models",
"Fields"), and of `EnumType.__call__` in Python's `enum`.
"""

import ast
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from doclint.packages.answers import Resolved
from doclint.packages.python_classes import NAMED_TUPLE, PLAIN_BASES, Outside, PythonClasses
from doclint.source.answer import Found, Unknown
from doclint.source.languages.enums import fields_of
from doclint.source.languages.python_functions import dotted_name
from doclint.source.languages.python_standard import ENUMS
from doclint.source.model import OMITTED, Declaration, DeclaredParameter, DeclaredSignature

_MODEL = "pydantic.BaseModel"
_FIELD = "pydantic.Field"
_ALIASES = frozenset({"alias", "validation_alias"})
_GENERATING = ("alias_generator", "fields")  # words of a configuration that gives the fields other names
_MAKERS = ("__init__", "__new__")
_CONFIG = "Config"
# Validators that may give a model values before it asks for those of its fields.
_VALIDATORS = ("model_validator", "root_validator")
_REST = DeclaredParameter("data", "var-keyword", is_required=False)
_MORE = DeclaredParameter("args", "var-positional", is_required=False)


class PythonModels:
    """The constructors of models and enumerations, as far as they are certain."""

    def __init__(self, classes: PythonClasses) -> None:
        self._classes = classes

    def signatures(self, found: Resolved) -> tuple[DeclaredSignature, ...] | None:
        """Return what a model or an enumeration certainly requires; None if that is not known.

        The signatures take anything besides what they require.
        """
        member = found.member
        if member is None or not member.is_class:
            return None
        lineage = self._classes.lineage(found)
        if any(isinstance(one, Outside) and one.name in ENUMS for one in lineage):
            return self._of_enumeration(found, lineage)
        classes = self._models(found)
        required = None if classes is None else self._required(classes)
        return None if required is None else (DeclaredSignature((*required, _REST), line=member.line, end=member.line),)

    def _of_enumeration(
        self, found: Resolved, lineage: Sequence[Resolved | Outside]
    ) -> tuple[DeclaredSignature, ...] | None:
        assert found.member is not None, "it is a class"
        members = [
            member for one in lineage if isinstance(one, Resolved) and one.member for member in one.member.members
        ]
        changes = any(isinstance(one, Outside) and one.is_metaclass for one in lineage)
        variables = (one for one in members if not (one.is_class or one.is_function or one.is_assigned))
        if changes or not any(variables) or self._classes.changing_decorator(found):
            return None
        value = DeclaredParameter("value", "positional-or-keyword")
        return (DeclaredSignature((value, _MORE, _REST), line=found.member.line, end=found.member.line),)

    def _models(self, found: Resolved) -> Sequence[Resolved] | None:
        """Return a model and its bases, in the order of look-up, without Pydantic's; None if it is not a model only."""
        lineage = self._classes.lineage(found)
        outside = {one.name for one in lineage if isinstance(one, Outside)}
        if _MODEL not in outside or not outside <= PLAIN_BASES | {_MODEL}:
            return None
        return [one for one in lineage if isinstance(one, Resolved)]

    def _required(self, classes: Sequence[Resolved]) -> list[DeclaredParameter] | None:
        """Return the fields that need a value, given a model and its bases; None if something else may decide."""
        required: dict[str, DeclaredParameter | None] = {}
        for one in reversed(classes):
            # The fields decide what the constructor takes, under their own names.
            if one.member is None or one.member.decorators or not all(map(_is_plain_member, one.member.members)):
                return None
            required |= {field.name: self._required_field(one, field) for field in fields_of(one.member)}
        return [parameter for parameter in required.values() if parameter is not None]

    def _required_field(self, owner: Resolved, field: Declaration) -> DeclaredParameter | None:
        """Return a field of a model that certainly needs a value, with its aliases; None for any other."""
        # Pydantic 1 takes `Optional[str]` without a value for optional, and an `Annotated` type may have a default.
        words = ("ClassVar", "Optional", "None", "default", "alias")
        if not _is_field(field) or field.is_conditional or any(word in field.type for word in words):
            return None
        options = self._options(owner, field)
        if options is None or options.default is not None:
            return None
        if not all(text.startswith(("'", '"')) for text in options.aliases):
            return None
        aliases = tuple(text.strip("'\"") for text in options.aliases)
        return DeclaredParameter(field.name, "keyword-only", is_required=True, aliases=aliases)

    def _options(self, owner: Resolved, field: Declaration) -> "_Options | None":
        """Return what the value of a field says of it; None if it computes that."""
        call = written_call(field.value or "")
        if call is None or self._classes.outside(owner, call.function) != _FIELD:
            return _Options(None if field.value == "..." else field.value, ())
        if call.is_computed:
            return None
        given = call.keywords.get("default", next(iter(call.arguments), None))
        default = OMITTED if given is None and "default_factory" in call.keywords else given
        aliases = tuple(text for name, text in call.keywords.items() if name in _ALIASES)
        return _Options(None if default == "..." else default, aliases)


class _Options(Struct, frozen=True):
    """The default of a field, None if it needs a value, and its aliases, both as the source has them."""

    default: str | None
    aliases: tuple[str, ...]


def _is_field(declared: Declaration) -> bool:
    is_other = declared.name.startswith("_") or declared.name == "model_config" or "ClassVar" in declared.type
    return bool(declared.type and declared.line) and not is_other


def _is_plain_member(member: Declaration) -> bool:
    if member.name in _MAKERS or any(word in " ".join(member.decorators) for word in _VALIDATORS):
        return False
    if member.name == _CONFIG:  # that of Pydantic 1
        return not any(word in one.name for one in member.members for word in _GENERATING)
    is_config = member.name == "model_config"
    return not (is_config and (member.value == OMITTED or any(word in (member.value or "") for word in _GENERATING)))


_MOST_PARAMETERS = 2_000  # of all overloads of a function
_DATACLASS = "dataclasses.dataclass"
_ATTRS = frozenset(f"{module}.{name}" for module in ("attr", "attrs") for name in ("define", "frozen", "mutable"))
# What gives a field of a class options when its value calls it.
_FIELD_CALLS = frozenset({"dataclasses.field", "attr.field", "attrs.field", "attr.ib", "attr.attrib"})
_DEFAULTS = frozenset({"default", "default_factory", "factory"})
_PROTOCOL = "typing.Protocol"
_KEYWORD_ONLY = "dataclasses.KW_ONLY"
_CLASS_VARIABLE = "typing.ClassVar"
_BOOLEANS = frozenset({"True", "False"})


Signatures: TypeAlias = tuple[DeclaredSignature, ...] | Unknown
"""The ways to call something, or why they are not known."""


class PythonConstructors:
    """The signatures of what can be called in the modules of a repository."""

    def __init__(self, classes: PythonClasses) -> None:
        self._classes = classes

    def signatures(self, found: Resolved) -> Signatures:
        """Return the ways to call a function, a method on what it is bound to, or a class."""
        member = found.member
        if member is None:
            return Unknown("a module cannot be called")
        if member.is_class:
            return self._of_class(found, member)
        if not member.is_function:
            return Unknown(f"`{found.name}` is a variable")
        is_bound = bool(found.owner) and self._classes.kind_of_method(found) != "static"
        return self._of_function(found, member, is_bound=is_bound)

    def _of_function(self, found: Resolved, member: Declaration, *, is_bound: bool) -> Signatures:
        decorator = self._classes.changing_decorator(found)
        if decorator is not None:
            return Unknown(f"`{found.name}` has the decorator `{decorator}`")
        if not member.signatures:
            return Unknown(f"`{found.name}` has a syntax error")
        if sum(1 + len(one.parameters) for one in member.signatures) > _MOST_PARAMETERS:
            return Unknown(f"`{found.name}` has too many parameters")
        signatures = tuple(one._replace(path=found.path) for one in member.signatures)
        return _bound(signatures) if is_bound else signatures

    def _of_class(self, found: Resolved, member: Declaration) -> Signatures:
        """Return the ways to call a class: by the first of its bases that has or generates a constructor."""
        lineage = self._classes.lineage(found)
        outside = [one for one in lineage if isinstance(one, Outside)]
        if len(lineage) == 2 and outside and outside[0].name == NAMED_TUPLE:
            return self._of_fields(member, [found], NAMED_TUPLE)
        makers = [at for at, one in enumerate(lineage) if isinstance(one, Resolved) and self._makers(one)]
        relevant = lineage[: makers[0] + 1] if makers else lineage
        metaclasses = [one for one in outside if one.is_metaclass]
        doubt = next(filter(None, map(self._doubt, [*metaclasses, *relevant])), None)
        if doubt is None and not makers and any(one.name == _PROTOCOL for one in outside):
            doubt = Unknown(f"`{found.name}` is a protocol")
        if doubt is not None or not makers:
            return doubt or (_signature_at(member, ()),)
        return self._made(member, lineage[makers[0] :])

    def _makers(self, found: Resolved) -> set[str]:
        """Return what makes instances in a class itself: methods, and decorators that generate one."""
        own = {method.name for method in (*found.member.members, *found.member.further)} if found.member else set()
        return own & {"__init__", "__new__"} | self._generators(found)

    def _made(self, member: Declaration, lineage: Sequence[Resolved | Outside]) -> Signatures:
        """Return how to call a class, from the first class in its lineage that makes instances on."""
        classes = [one for one in lineage if isinstance(one, Resolved)]
        makers = self._makers(classes[0])
        if "__new__" in makers:
            rest = {name for one in classes for name in self._makers(one)} - {"__new__"}
            # It may return something else, or take what `__init__` does not.
            return Unknown(f"`{classes[0].name}` defines `__new__`") if rest else self._of_method(classes[0], "__new__")
        if "__init__" in makers:
            return self._of_method(classes[0], "__init__")
        doubt = next(filter(None, (self._doubt(one) for one in lineage if isinstance(one, Outside))), None)
        return doubt or self._of_fields(member, classes, next(iter(makers)))

    def _doubt(self, base: Resolved | Outside) -> Unknown | None:
        """Return why a class may be called in another way than its bases after this one say."""
        if isinstance(base, Outside):
            return None if base.name in PLAIN_BASES else Unknown(base.doubt)
        decorator = self._classes.changing_decorator(base)
        return Unknown(f"`{base.name}` has the decorator `{decorator}`") if decorator is not None else None

    def _generators(self, found: Resolved) -> set[str]:
        """Return the decorators of a class that generate a constructor."""
        return self._classes.outside_decorators(found) & ({_DATACLASS} | _ATTRS)

    def _of_method(self, found: Resolved, name: str) -> Signatures:
        answer = self._classes.own(found, name)
        if not isinstance(answer, Found) or answer.value.member is None or not answer.value.member.is_function:
            return Unknown(f"`{found.name}.{name}` is not a plain method")
        return self._of_function(answer.value, answer.value.member, is_bound=True)

    def _of_fields(self, member: Declaration, classes: Sequence[Resolved], kind: str) -> Signatures:
        fields: dict[str, DeclaredParameter] = {}
        for one in reversed(classes):
            generators = self._generators(one)
            keywords = one.member.keywords if one.member else ()
            if not generators and kind != NAMED_TUPLE:
                continue
            if generators - {kind} or not {"init=False", "**"}.isdisjoint(keywords):
                return Unknown(f"`{one.name}` does not generate a plain constructor")
            for name, field in self._fields(one, kind):
                if isinstance(field, Unknown):
                    return field
                fields.pop(name, None) if field is None else fields.update({name: field})
        ordered = sorted(fields.values(), key=lambda one: one.kind == "keyword-only")
        return (_signature_at(member, tuple(ordered)),)

    def _fields(self, found: Resolved, kind: str) -> Iterable[tuple[str, DeclaredParameter | Unknown | None]]:
        """Yield the fields of one class by name; None for one that is no longer a parameter."""
        member = found.member
        assert member is not None, "it is a class"
        is_keyword_only = "kw_only=True" in member.keywords
        # attrs: a method with the decorator `x.default` gives the field `x` a default.
        named = {dotted_name(decorator) for method in member.members for decorator in method.decorators}
        for one in member.members:
            field = self._field(found, one, kind)
            if isinstance(field, Unknown):
                yield one.name, field
            elif field is not None and field.type == _KEYWORD_ONLY:
                is_keyword_only = True
            elif field is not None and field.options.get("init") == "False":
                yield one.name, None
            elif field is not None:
                own = field.options.get("alias", "").strip("'\"")
                is_own = field.options.get("kw_only", str(is_keyword_only)) == "True"
                default = OMITTED if f"{one.name}.default" in named else field.default
                yield (
                    one.name,
                    DeclaredParameter(
                        own or (one.name.lstrip("_") if kind in _ATTRS else one.name),
                        "keyword-only" if is_own else "positional-or-keyword",
                        one.type,
                        default,
                        is_required=default is None,
                    ),
                )

    def _field(self, found: Resolved, member: Declaration, kind: str) -> "_Field | Unknown | None":
        """Return what a variable of a class is as a field; None if it is not one."""
        call = written_call(member.value or "")
        is_made = call is not None and self._classes.outside(found, call.function) in _FIELD_CALLS
        if member.is_function or member.is_class or member.is_assigned or not member.type:
            return Unknown(f"`{found.name}` has a field without a type") if is_made and kind in _ATTRS else None
        written = member.type.strip("'\"").partition("[")[0]
        type_ = self._classes.outside(found, written) or written
        if type_ == _CLASS_VARIABLE:
            return None
        options = call.keywords if call and is_made else {}
        values = {options.get("init", "True"), options.get("kw_only", "True")}
        is_computed = member.value == OMITTED or (call is not None and is_made and call.is_computed)
        if member.is_conditional or is_computed or not values <= _BOOLEANS:
            return Unknown(f"`{found.name}.{member.name}` depends on what happens at run time")
        if not is_made:
            return _Field(type_, {}, member.value)
        return _Field(type_, options, None if _DEFAULTS.isdisjoint(options) else options.get("default", OMITTED))


class _Field(Struct, frozen=True):
    """A field of a class: the type as far as it matters, the options that `field(...)` gives it, and its default,
    OMITTED if a function makes it.
    """

    type: str
    options: Mapping[str, str]
    default: str | None


def _signature_at(member: Declaration, parameters: tuple[DeclaredParameter, ...]) -> DeclaredSignature:
    return DeclaredSignature(parameters, line=member.line, end=member.line)


def _bound(signatures: Sequence[DeclaredSignature]) -> Signatures:
    """Return signatures without the parameter that binding fills."""
    found = []
    for signature in signatures:
        first = signature.parameters[0] if signature.parameters else None
        if first is None or first.kind in ("keyword-only", "var-keyword"):
            return Unknown("it takes no first parameter")
        rest = signature.parameters if first.kind == "var-positional" else signature.parameters[1:]
        found.append(signature._replace(parameters=rest))
    return tuple(found)


class WrittenCall(Struct, frozen=True):
    """A call as it is written, such as `field(default=3)`; some of its arguments may be computed (`*a`, `**b`)."""

    function: str
    arguments: tuple[str, ...]
    keywords: dict[str, str]
    is_computed: bool


def expression_of(text: str) -> ast.expr | None:
    """Return the expression that a text is; None if it is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown escape, which is the source's affair
        try:
            return ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def written_call(text: str) -> WrittenCall | None:
    """Return the call that an expression is; None if it is none."""
    node = expression_of(text) if text.endswith(")") else None
    if not isinstance(node, ast.Call):
        return None
    data = text.strip().encode()

    def written(part: ast.expr) -> str:
        return data[part.col_offset : part.end_col_offset].decode()

    keywords = {one.arg: written(one.value) for one in node.keywords if one.arg}
    is_computed = len(keywords) < len(node.keywords) or any(isinstance(one, ast.Starred) for one in node.args)
    return WrittenCall(written(node.func), tuple(map(written, node.args)), keywords, is_computed)
