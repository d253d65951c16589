"""What the sources of the Python packages of a repository declare: from a name that was found to all that it has."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from doclint.packages.answers import Found
from doclint.packages.python_classes import PLAIN_BASES, Outside, PythonClasses
from doclint.repository.repository import Repository
from doclint.source.languages.python_enums import as_enum, is_enum_member
from doclint.source.languages.python_standard import ENUMS
from doclint.source.model import Declaration, SourceDeclarations
from doclint.source.read import read

_CLASSES = ("class", "enum")
_LANGUAGE = "python"


class ClassMember(NamedTuple):
    """A member of a class, and the class that declares it: itself, or one of its bases."""

    declaration: Declaration
    owner: Found


class ClassMembers(NamedTuple):
    """The members of a class, its own first, then those of its bases in the order of look-up.

    What a class that comes earlier declares hides what a later one declares by that name. `outside` are the names of
    attributes that bases from Python's standard library add. If the class may have members besides those, `is_open`
    says why ("its base `flask.Flask` is not in this repository"), and the bases after the cause are left out, because
    it may hide what they declare.
    """

    members: tuple[ClassMember, ...]
    outside: frozenset[str] = frozenset()
    is_open: str = ""


class PythonDeclarations:
    """The declarations in the modules of a repository."""

    def __init__(self, repository: Repository, classes: PythonClasses) -> None:
        self._repository = repository
        self._classes = classes

    def of(self, found: Found) -> Declaration | None:
        """Return the declaration of what was found, of a class in an enumeration as one, wherever its base is.

        None for a module, for what a function makes a global variable, and if the source cannot be read.
        """
        member = found.member
        if member is None:
            return None
        named = self._by_name(found.path).get(".".join(filter(None, (found.owner, member.name))), ())
        here = [one for one in named if one.line == member.line] or list(named if len(named) == 1 else ())
        if not here:
            return None
        own = here[-1]
        if own.kind in ("function", "method") and len(member.signatures) > len(own.signatures):
            # Conditional definitions of one function, which callers take as overloads.
            signatures = tuple(signature for one in named for signature in one.signatures)
            return own._replace(signatures=signatures) if len(signatures) == len(member.signatures) else None
        if own.kind == "class":
            return as_enum(own) if self._is_enum(found) else own
        if own.kind == "field" and member.kind == "variable" and is_enum_member(own.name, own.value):
            owner = self._classes.expression(found, found.owner)
            return own._replace(kind="enum-member") if isinstance(owner, Found) and self._is_enum(owner) else own
        return own

    def _is_enum(self, found: Found) -> bool:
        is_class = found.member is not None and found.member.kind == "class"
        return is_class and any(isinstance(one, Outside) and one.name in ENUMS for one in self._classes.lineage(found))

    def members(self, found: Found) -> ClassMembers:
        """Return the members of a class, with those of its bases as far as they are known."""
        members: list[ClassMember] = []
        names: set[str] = set()
        outside: frozenset[str] = frozenset()
        for one in self._classes.lineage(found):
            if isinstance(one, Outside):
                if one.members is None:
                    return ClassMembers(tuple(members), outside, one.doubt)
                outside |= one.members if one.name not in PLAIN_BASES else frozenset()
                continue
            declared = self.of(one)
            if declared is None or declared.kind not in _CLASSES:
                return ClassMembers(tuple(members), outside, f"`{one.name}` cannot be read")
            hidden = names | (outside - _OF_OBJECT)
            members += [ClassMember(member, one) for member in declared.members if member.name not in hidden]
            names.update(member.name for member in declared.members)
            doubt = self._classes.doubt(one, of_instance=True)
            if doubt is not None:
                return ClassMembers(tuple(members), outside, doubt.because)
        return ClassMembers(tuple(members), outside)

    def _by_name(self, path: str) -> Mapping[str, Sequence[Declaration]]:
        """Return the declarations of a source by their dotted names in it; none if it cannot be read."""
        return self._repository.remembered(("python-declarations", path), partial(self._named, path))

    def _named(self, path: str) -> Mapping[str, Sequence[Declaration]]:
        data = self._repository.page(path)
        if data is None:
            return {}
        question = ("declarations", _LANGUAGE, 1)  # as `SourceFile` asks it
        find = partial(read, _LANGUAGE, data)
        source = self._repository.memo.of(data, question, SourceDeclarations | None, find)
        found: dict[str, list[Declaration]] = {}
        waiting = [("", one) for one in reversed(source.found if source else ())]
        while waiting:
            prefix, one = waiting.pop()
            found.setdefault(prefix + one.name, []).append(one)
            waiting += ((f"{prefix}{one.name}.", member) for member in reversed(one.members))
        return found


_OF_OBJECT = frozenset(dir(object))
