"""How to make instances of the classes of a repository, with types and defaults."""

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from doclint.code.declarations.declaration import OMITTED, Declaration, DeclaredParameter, DeclaredSignature
from doclint.code.declarations.python_enums import fields_of
from doclint.code.members import Parameter, Signature
from doclint.packages.answers import Found, Unknown
from doclint.packages.python_classes import PLAIN_BASES, Outside, PythonClasses
from doclint.packages.python_constructors import FIELD_CALLS, PythonConstructors
from doclint.packages.python_declarations import PythonDeclarations

_MODEL = "pydantic.BaseModel"
_MODEL_FIELD = "pydantic.Field"
_ALIASES = frozenset({"alias", "validation_alias"})
_RENAMING = ("alias", "extra", "populate")  # words of a configuration that changes what a model takes
_MAKERS = ("__init__", "__new__")


class DeclaredConstructors:
    """The constructors of classes, as the sources declare them or their fields give them."""

    def __init__(
        self, classes: PythonClasses, constructors: PythonConstructors, declarations: PythonDeclarations
    ) -> None:
        self._classes = classes
        self._constructors = constructors
        self._declarations = declarations

    def of(self, found: Found) -> tuple[DeclaredSignature, ...] | Unknown:
        """Return the ways to make an instance of a class, or why they are not known.

        The parameter that binding fills is left out. A default is OMITTED if the field has a factory.
        """
        if found.member is None or found.member.kind != "class":
            return Unknown(f"`{found.name}` is not a class")
        signatures = self._constructors.signatures(found)
        if isinstance(signatures, Unknown):
            return self._of_model(found) or signatures
        classes = [one for one in self._classes.lineage(found) if isinstance(one, Found)]
        if not any(one.path for one in signatures):
            return self._generated(found, classes, signatures)
        for one in classes:
            declared = self._declarations.of(one)
            for member in declared.members if declared else ():
                if member.name in _MAKERS and (own := _agreeing(member, signatures)):
                    return own
        return Unknown(f"the constructor of `{found.name}` cannot be read")

    def _generated(
        self, found: Found, classes: Sequence[Found], signatures: Sequence[Signature]
    ) -> tuple[DeclaredSignature, ...] | Unknown:
        fields = {field.name: (one, field) for one in reversed(classes) for field in self._fields(one)}
        private = {name.lstrip("_"): field for name, field in fields.items()}
        found_ = []
        for signature in signatures:
            parameters = []
            for parameter in signature.parameters:
                owned = fields.get(parameter.name) or private.get(parameter.name)
                if owned is None:
                    return Unknown(f"`{found.name}` takes `{parameter.name}` for a field of another name")
                parameters.append(self._parameter(*owned, parameter))
            found_.append(DeclaredSignature(tuple(parameters)))
        return tuple(found_)

    def _fields(self, found: Found) -> Iterator[Declaration]:
        """Yield the fields with a type that a class declares."""
        declared = self._declarations.of(found)
        yield from (one for one in (fields_of(declared) if declared else ()) if one.type)

    def _parameter(self, owner: Found, field: Declaration, parameter: Parameter) -> DeclaredParameter:
        default = None if parameter.is_required else self._default(owner, field)
        return DeclaredParameter(parameter.name, parameter.kind, field.type, default, is_required=parameter.is_required)

    def _default(self, owner: Found, field: Declaration) -> str:
        """Return the default that a field has in the constructor."""
        call = _call(field.value or "")
        if call is None or self._classes.outside(owner, call.function) not in FIELD_CALLS:
            return field.value or OMITTED
        return call.keywords.get("default", OMITTED)

    def _of_model(self, found: Found) -> tuple[DeclaredSignature, ...] | Unknown | None:
        """Return how to make an instance of a model of Pydantic 2; None if the class is none that is plain."""
        lineage = self._classes.lineage(found)
        outside = {one.name for one in lineage if isinstance(one, Outside)}
        classes = [one for one in lineage if isinstance(one, Found)]
        if _MODEL not in outside or not outside <= PLAIN_BASES | {_MODEL}:
            return None
        fields: dict[str, DeclaredParameter] = {}
        for one in reversed(classes):
            declared = self._declarations.of(one)
            if declared is None or declared.decorators or not all(map(_is_plain_in_model, declared.members)):
                return None
            for field in self._fields(one):
                parameter = self._of_model_field(one, field)
                if isinstance(parameter, Unknown):
                    return parameter
                if parameter is not None:
                    fields[parameter.name] = parameter
        return (DeclaredSignature(tuple(fields.values())),)

    def _of_model_field(self, owner: Found, field: Declaration) -> DeclaredParameter | Unknown | None:
        if field.name.startswith("_") or field.name == "model_config" or "ClassVar" in field.type or not field.line:
            return None
        default, call = field.value, _call(field.value or "")
        if "Annotated" in field.type or field.is_conditional or default == OMITTED:
            return Unknown(f"`{owner.name}.{field.name}` may have options that change what it takes")
        if call is not None and self._classes.outside(owner, call.function) == _MODEL_FIELD:
            if call.is_computed or not _ALIASES.isdisjoint(call.keywords):
                return Unknown(f"`{owner.name}.{field.name}` has an alias")
            given = call.keywords.get("default", next(iter(call.arguments), None))
            default = OMITTED if given is None and "default_factory" in call.keywords else given
        if default == "...":
            default = None
        return DeclaredParameter(field.name, "keyword-only", field.type, default, is_required=default is None)


class _Call(NamedTuple):
    """A call as it is written, such as `field(default=3)`; some of its arguments may be computed (`*a`, `**b`)."""

    function: str
    arguments: tuple[str, ...]
    keywords: dict[str, str]
    is_computed: bool


def _call(text: str) -> _Call | None:
    """Return the call that an expression is; None if it is none."""
    if not text.endswith(")"):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown escape, which is the source's affair
        try:
            node = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    if not isinstance(node, ast.Call):
        return None
    data = text.encode()

    def written(part: ast.expr) -> str:
        return data[part.col_offset : part.end_col_offset].decode()

    keywords = {one.arg: written(one.value) for one in node.keywords if one.arg}
    is_computed = len(keywords) < len(node.keywords) or any(isinstance(one, ast.Starred) for one in node.args)
    return _Call(written(node.func), tuple(map(written, node.args)), keywords, is_computed)


def _agreeing(method: Declaration, signatures: Sequence[Signature]) -> tuple[DeclaredSignature, ...]:
    """Return the signatures of a method without the parameter that binding fills, if they are those given."""
    own = tuple(
        one._replace(parameters=tuple(parameter for parameter in one.parameters if not parameter.is_bound))
        for one in method.signatures
    )
    names = [[parameter.name for parameter in one.parameters] for one in own]
    return own if names == [[parameter.name for parameter in one.parameters] for one in signatures] else ()


def _is_plain_in_model(member: Declaration) -> bool:
    """Whether a member of a model leaves it to the fields what the constructor takes."""
    if member.name in (*_MAKERS, "Config") or "model_validator" in " ".join(member.decorators):
        return False
    is_config = member.name == "model_config"
    return not (is_config and (member.value == OMITTED or any(word in (member.value or "") for word in _RENAMING)))
