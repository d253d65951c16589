"""How to make instances of models of Pydantic, and of enumerations, whose constructors come from elsewhere.

The facts are those of Pydantic 1 and 2 ("Models", "Fields"), and of `EnumType.__call__` in Python's `enum`.
"""

from collections.abc import Sequence

from msgspec import Struct

from doclint.packages.answers import Resolved
from doclint.packages.python_classes import PLAIN_BASES, Outside, PythonClasses
from doclint.packages.python_constructors import written_call
from doclint.source.languages.enums import fields_of
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
        if changes or not any(_is_variable(one) for one in members) or self._classes.changing_decorator(found):
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
            if one.member is None or not _is_plain(one.member):
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


def _is_variable(declared: Declaration) -> bool:
    return not (declared.is_class or declared.is_function or declared.is_assigned)


def _is_plain(model: Declaration) -> bool:
    """Whether a model leaves it to the fields what the constructor takes, under their own names."""
    return not model.decorators and all(map(_is_plain_member, model.members))


def _is_plain_member(member: Declaration) -> bool:
    if member.name in _MAKERS or any(word in " ".join(member.decorators) for word in _VALIDATORS):
        return False
    if member.name == _CONFIG:  # that of Pydantic 1
        return not any(word in one.name for one in member.members for word in _GENERATING)
    is_config = member.name == "model_config"
    return not (is_config and (member.value == OMITTED or any(word in (member.value or "") for word in _GENERATING)))
