"""How to make instances of the classes of a repository, with types and defaults."""

from collections.abc import Iterator, Sequence

from doclint.packages.answers import Found, Unknown
from doclint.packages.python_classes import PythonClasses
from doclint.packages.python_constructors import FIELD_CALLS, PythonConstructors
from doclint.packages.python_declarations import PythonDeclarations
from doclint.packages.python_models import PythonModels
from doclint.packages.python_written_calls import written_call
from doclint.source.languages.python_enums import fields_of
from doclint.source.members import Parameter, Signature
from doclint.source.model import OMITTED, Declaration, DeclaredParameter, DeclaredSignature

_MAKERS = ("__init__", "__new__")


class DeclaredConstructors:
    """The constructors of classes, as the sources declare them or their fields give them."""

    def __init__(
        self, classes: PythonClasses, constructors: PythonConstructors, declarations: PythonDeclarations
    ) -> None:
        self._classes = classes
        self._constructors = constructors
        self._declarations = declarations
        self._models = PythonModels(classes, declarations)

    def of(self, found: Found) -> tuple[DeclaredSignature, ...] | Unknown:
        """Return the ways to make an instance of a class, or why they are not known.

        The parameter that binding fills is left out. A default is OMITTED if the field has a factory.
        """
        if found.member is None or found.member.kind != "class":
            return Unknown(f"`{found.name}` is not a class")
        signatures = self._constructors.signatures(found)
        if isinstance(signatures, Unknown):
            return self._models.declared(found) or signatures
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
        call = written_call(field.value or "")
        if call is None or self._classes.outside(owner, call.function) not in FIELD_CALLS:
            return field.value or OMITTED
        return call.keywords.get("default", OMITTED)


def _agreeing(method: Declaration, signatures: Sequence[Signature]) -> tuple[DeclaredSignature, ...]:
    """Return the signatures of a method without the parameter that binding fills, if they are those given."""
    own = tuple(
        one._replace(parameters=tuple(parameter for parameter in one.parameters if not parameter.is_bound))
        for one in method.signatures
    )
    names = [[parameter.name for parameter in one.parameters] for one in own]
    return own if names == [[parameter.name for parameter in one.parameters] for one in signatures] else ()
