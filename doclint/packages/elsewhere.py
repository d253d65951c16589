"""Where a name comes from that a source or a class does not declare itself: re-exports and inherited members."""

from collections.abc import Iterator, Sequence
from posixpath import basename, splitext
from typing import NamedTuple

from doclint.code.languages import language_of
from doclint.packages.answers import Answer, Found, Missing, Unknown
from doclint.packages.python_classes import Outside
from doclint.packages.python_layout import ModuleFile, python_layout
from doclint.packages.python_modules import PythonModules
from doclint.packages.python_packages import PythonPackages, python_packages
from doclint.repository.repository import Repository

_COMPLETE = frozenset({"go", "java"})  # languages in which nothing but a declaration gives a source a name
_MODELS = frozenset({"pydantic.BaseModel", "pydantic.main.BaseModel", "pydantic.RootModel"})
_RESERVED = "model_"  # what the names begin with that pydantic adds to its models
_ADDING = frozenset({"__getattr__", "__getattribute__", "__init_subclass__"})  # methods that may add attributes


class Elsewhere(NamedTuple):
    """Where the declaration is: the path of a source, and the names that lead to it there, from the outermost on.

    Without a path, the name is certainly missing, or nothing is known `because` of this.
    """

    path: str = ""
    names: tuple[str, ...] = ()
    because: str = ""


def reexported(repository: Repository, path: str, name: str) -> Elsewhere:
    """Return where a name comes from that a source offers, but does not declare."""
    language = language_of(path)
    if language is None or language.id != "python":
        is_certain = language is not None and language.id in _COMPLETE
        return Elsewhere() if is_certain else Elsewhere(because=f"`{path}` may have `{name}` from another file")
    module = _module_at(repository, path)
    if module is not None:
        return _place(python_packages(repository).imported(module.name, name))
    index = PythonModules(repository, python_layout(repository)).index(path)
    if index is None:
        return Elsewhere(because=f"`{path}` cannot be read")
    if name in index.by_name or index.module.stars or index.module.is_open:
        return Elsewhere(because=f"`{path}` may have `{name}` from another module")
    return Elsewhere()


def inherited(repository: Repository, path: str, scopes: Sequence[str], name: str, *, is_stored: bool) -> Elsewhere:
    """Return where a class has a member from that it does not declare itself: which of its bases declares it.

    `scopes` are the names that lead to the class in its source. What `is_stored` is a field, and no method.
    """
    packages = python_packages(repository)
    found = _class_at(repository, path, scopes)
    if isinstance(found, Unknown):
        return Elsewhere(because=found.because)
    answer = packages.instance_attribute(found, name)
    if isinstance(answer, Unknown) and is_stored and _is_no_field(packages, found, name):
        return Elsewhere()
    return _place(answer)


def _place(answer: Answer) -> Elsewhere:
    match answer:
        case Found(member=None):
            return Elsewhere(because=f"`{answer.name}` is a module")
        case Found(path=path, member=member, owner=owner) if member is not None:
            return Elsewhere(path, tuple(filter(None, (*owner.split("."), member.name))))
        case Unknown(because=because):
            return Elsewhere(because=because)
    return Elsewhere()


def _class_at(repository: Repository, path: str, scopes: Sequence[str]) -> Found | Unknown:
    language = language_of(path)
    module = _module_at(repository, path) if language and language.id == "python" else None
    if module is None:
        return Unknown(f"doclint does not know the bases of `{scopes[-1]}`")
    answer: Answer = Found(module.name, module.path, None)
    for name in scopes:
        answer = python_packages(repository).attribute(answer, name) if isinstance(answer, Found) else answer
    if isinstance(answer, Missing):
        return Unknown(f"`{module.name}` lacks `{scopes[0]}`")
    return answer


def _is_no_field(packages: PythonPackages, found: Found, name: str) -> bool:
    """Whether a model of pydantic certainly has no field of a name, although all else about it is not known."""
    from pydantic import BaseModel

    lineage = packages.lineage(found)
    outside = {one.name for one in lineage if isinstance(one, Outside)} - {"abc.ABC", "typing.Generic"}
    classes = [one for one in lineage if isinstance(one, Found)]
    if not outside or not outside <= _MODELS or name.startswith(_RESERVED) or name in dir(BaseModel):
        return False
    members = {member.name for one in classes if one.member for member in one.member.members}
    return name not in members and _ADDING.isdisjoint(members) and not any(map(packages.changes, classes))


def _module_at(repository: Repository, path: str) -> ModuleFile | None:
    """Return the module that a source is, if it belongs to a package of the repository."""
    layout = python_layout(repository)
    for name in _possible_names(path):
        module = layout.module(name) if name.partition(".")[0] in layout.names else None
        if isinstance(module, ModuleFile) and module.path == path:
            return module
    return None


def _possible_names(path: str) -> Iterator[str]:
    """Yield the dotted names that a source can have as a module, the longest first."""
    parts = splitext(path)[0].split("/")
    if basename(path).startswith("__init__."):
        parts.pop()
    yield from (".".join(parts[start:]) for start in range(len(parts)))
