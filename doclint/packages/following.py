"""Where a name comes from that a source or a class does not declare itself: re-exports and inherited members."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from posixpath import basename, dirname, join, splitext

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.answers import DeclarationAnswer, DeclaredAt, NameAnswer, Resolved
from doclint.packages.other_files import in_package
from doclint.packages.python_classes import Outside
from doclint.packages.python_layout import ModuleFile, python_layout
from doclint.packages.python_modules import module_index
from doclint.packages.python_packages import PythonPackages, python_packages
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import NOT_THERE, Found, Unknown
from doclint.source.language import ECMASCRIPT, is_api_report, language_of_declarations
from doclint.source.model import Declaration
from doclint.source.read import read
from doclint.source.trees import grammars

_ENTRIES = ("index", "main", "mod", "src/index", "src/main")
_EXTENSIONS = (".ts", ".tsx", ".mts", ".js", ".mjs")
_RENAMING = expression(rb"\bexport\s*+(?:type\s*+)?\{[^{}]*?\sas\s")
_MOST_MODULES = 100  # of a folder that are looked through for exports by other names
_FIELDS = frozenset({"constant", "field", "property", "variable"})
_COMPLETE = frozenset({"java", "proto"})  # languages in which nothing but a declaration gives a source a name
# What gives a module of Rust names that it does not mention.
_HIDING = expression(
    rb"(?m)\bpub\s++use\b[^;*]{0,2000}+\*|^[ \t]*+(?:\w++::)*+(?!macro_rules)\w++![ \t]*+[({\[]|\binclude!"
)
_MODELS = frozenset({"pydantic.BaseModel", "pydantic.main.BaseModel", "pydantic.RootModel"})
_RESERVED = "model_"  # what the names begin with that pydantic adds to its models
_WORD = expression(rb"[\w$\x80-\xff]++")
_ADDING = frozenset({"__getattr__", "__getattribute__", "__init_subclass__"})  # methods that may add attributes
_SIMPLE = expression(r"(?P<name>\w+)\s*+(?:<.*)?", re.DOTALL)
# Interfaces of the Java platform, by their simple names, that have no fields.
_WITHOUT_FIELDS = frozenset({"Cloneable", "Comparable", "Serializable"})
# "Framework Design Guidelines" of .NET: the names of interfaces, which give classes no members, begin with `I`.
_INTERFACE = expression(r"(?:\w+\.)*+I[A-Z][a-z]")
_IMPORTED = expression(rb"(?m)^[ \t]*+import[ \t]++(?:[A-Za-z_]\w*+\.)++(\w++)[ \t]*+;")
_MOST = 20  # classes above one


def reexported(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    """Return what a name stands for that a source offers, but does not declare."""
    match language_of_declarations(path):
        case "python":
            return _reexported(repository, path, name)
        case id_ if id_ in ECMASCRIPT:
            found = _declared_in(repository, path, name)
            if is_api_report(path):
                return _unless_used(repository, path, name) if found == NOT_THERE else found
            return _renamed(repository, path, name) if found == NOT_THERE else found
        case "go":
            return in_package(repository, path, name)
        case "rust" if not _may_have(repository.page(path) or b"", name):
            return NOT_THERE
        case id_:
            return NOT_THERE if id_ in _COMPLETE else Unknown(f"`{path}` may have `{name}` from elsewhere")


def _may_have(data: bytes, name: str) -> bool:
    """Whether a module of Rust mentions a name, or macros or other modules may give it some."""
    return name.encode() in _WORD.findall(data) or _HIDING.search(data) is not None


def inherited(
    repository: Repository, path: str, scopes: Sequence[Declaration], name: str, kinds: Sequence[str]
) -> DeclarationAnswer:
    """Return what a class has by a name that it does not declare itself: what one of its bases declares.

    `scopes` are the declarations that lead to the class in its source, and the class. `kinds` are what the member may
    be according to the page.
    """
    match language_of_declarations(path):
        case "python":
            found: DeclarationAnswer = NOT_THERE
            if scopes[-1].bases:
                found = _inherited(repository, path, [one.name for one in scopes], name, kinds)
            if found == NOT_THERE and name.startswith("__") and name.endswith("__"):
                # All classes have `__init__` from `object`, and `dataclass` writes such methods.
                return Unknown(f"Python may provide `{name}`")
            return found
        case id_ if id_ in ECMASCRIPT:
            return _declared_in(repository, path, ".".join([*(one.name for one in scopes), name]))
        case "java":
            return inherited_in_java(repository, path, scopes[-1], name)
        case id_ if re.fullmatch(grammars().get(id_, {}).get("given", r"(?!)"), name):
            return Unknown(f"the language may give `{name}` to `{scopes[-1].name}`")
    is_csharp = language_of_declarations(path) == "csharp"
    bases = [one for one in scopes[-1].bases if not (is_csharp and _INTERFACE.match(one))]
    return not_followed(bases[0]) if bases else NOT_THERE


def _unless_used(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    """Return that a name is missing in an API report, unless declarations use it: then the report has not all. Of one
    with dots, this is about the first part.
    """
    first = name.partition(".")[0]
    is_used = first.encode(errors="replace") in _words(repository, path)
    return Unknown(f"`{path}` uses `{first}` without its declaration") if is_used else NOT_THERE


@remembered
def _words(repository: Repository, path: str) -> frozenset[bytes]:
    return frozenset(_WORD.findall(repository.page(path) or b""))


def _renamed(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    """Return what an entry point around a module of JavaScript or TypeScript exports from it by a name."""
    for entry in repository.answered((_entries_above, path), lambda: list(_entries_above(repository, path))):
        found = _declared_in(repository, entry, name)
        if isinstance(found, Found) and found.value.path == path:
            return found
    return NOT_THERE


def _entries_above(repository: Repository, path: str) -> Iterator[str]:
    folder = path
    while folder:
        folder = dirname(folder)
        every = [join(folder, f"{stem}{extension}") for stem in _ENTRIES for extension in _EXTENSIONS]
        yield from filter(repository.is_file, every)
        yield from (entry for entry in _renaming_modules(repository, folder) if entry not in every)


@remembered
def _renaming_modules(repository: Repository, folder: str) -> list[str]:
    """Return the modules in a folder that export something by another name: the entry point may have any name."""
    names = sorted(name for name in repository.listing(folder) or () if name.endswith(_EXTENSIONS))
    paths = (join(folder, name) for name in names[:_MOST_MODULES])
    return [path for path in paths if repository.is_file(path) and _RENAMING.search(repository.page(path) or b"")]


def _declared_in(repository: Repository, path: str, dotted: str) -> DeclarationAnswer:
    """Return what a dotted name stands for in a module of JavaScript or TypeScript.

    It may begin with the name that the default export has where it is declared, which generators show.
    """
    from doclint.packages.javascript_declarations import declaration_of

    found = declaration_of(repository, path, dotted)
    if found != NOT_THERE or b"export" not in (repository.page(path) or b""):
        return found
    default = declaration_of(repository, path, "default")
    if not isinstance(default, Found):
        return default
    first, *rest = dotted.split(".")
    is_meant = default.value.declaration.name == first
    return declaration_of(repository, path, ".".join(["default", *rest])) if is_meant else found


def _reexported(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    module = module_at(repository, path)
    if module is not None:
        packages = python_packages(repository)
        return _place(packages, packages.imported(module.name, name))
    index = module_index(repository, path)
    if index is None:
        return Unknown(f"`{path}` cannot be read")
    if name in index.by_name or index.module.stars or index.module.is_open:
        return Unknown(f"`{path}` may have `{name}` from another module")
    return NOT_THERE


def _inherited(
    repository: Repository, path: str, scopes: Sequence[str], name: str, kinds: Sequence[str]
) -> DeclarationAnswer:
    packages = python_packages(repository)
    found = _class_at(repository, path, scopes)
    if isinstance(found, Unknown):
        return found
    answer = packages.instance_attribute(found, name)
    is_field = bool(kinds) and _FIELDS.issuperset(kinds)
    if is_field and _is_uncertain(answer) and _is_no_field(repository, found, name):
        return NOT_THERE
    return _place(packages, answer)


def _place(packages: PythonPackages, answer: NameAnswer) -> DeclarationAnswer:
    if not isinstance(answer, Found):
        return answer if isinstance(answer, Unknown) else NOT_THERE
    declaration = packages.declaration(answer.value)
    if declaration is None:
        return Unknown(f"the declaration of `{answer.value.name}` is not known")
    return Found(DeclaredAt(answer.value.path, declaration))


def _class_at(repository: Repository, path: str, scopes: Sequence[str]) -> Resolved | Unknown:
    module = module_at(repository, path)
    if module is None:
        return Unknown(f"`{path}` is in no package of the repository, so that the bases of `{scopes[-1]}` are unknown")
    found = module.resolved
    for name in scopes:
        answer = python_packages(repository).attribute(found, name)
        if not isinstance(answer, Found):
            return answer if isinstance(answer, Unknown) else Unknown(f"`{module.name}` lacks `{scopes[0]}`")
        found = answer.value
    return found


def is_constructor(repository: Repository, around: DeclaredAt, maker: Declaration) -> bool:
    """Whether a method makes the objects of a class, also of one that inherits it: no decorator writes another."""
    own = around.declaration
    if not around.path.endswith(".py") or any(one.name == maker.name for one in own.members):
        return True
    found = _class_at(repository, around.path, [one.name for one in (*around.outer, own)])
    known = found if isinstance(found, Unknown) else python_packages(repository).signatures(found)
    return not isinstance(known, Unknown) and maker.line in {one.line for one in known}


def _is_uncertain(answer: NameAnswer) -> bool:
    """Whether something may not be there: it is unknown, or what looks as if a method assigned it."""
    member = answer.value.member if isinstance(answer, Found) else None
    return isinstance(answer, Unknown) or (member is not None and member.is_assigned)


def _is_no_field(repository: Repository, found: Resolved, name: str) -> bool:
    """Whether a model of pydantic certainly has no field of a name, although all else about it is not known."""
    from pydantic import BaseModel

    if name.startswith(_RESERVED) or name in dir(BaseModel):
        return False
    names = _names_of_model(repository, found)
    return names is not None and name not in names


@remembered
def _names_of_model(repository: Repository, found: Resolved) -> frozenset[str] | None:
    """Return the names of the fields and methods of a model; None if it may have other ones, or is not a model."""
    packages = python_packages(repository)
    lineage = packages.lineage(found)
    outside = {one.name for one in lineage if isinstance(one, Outside)} - {"abc.ABC", "typing.Generic"}
    classes = [one for one in lineage if isinstance(one, Resolved)]
    if not outside or not outside <= _MODELS or any(map(packages.changes, classes)):
        return None
    every = (member for one in classes if one.member for member in (*one.member.members, *one.member.further))
    # What methods assign is not a field.
    names = frozenset(member.name for member in every if not member.is_assigned)
    return names if _ADDING.isdisjoint(names) else None


def module_at(repository: Repository, path: str) -> ModuleFile | None:
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


def inherited_in_java(repository: Repository, path: str, class_: Declaration, name: str) -> DeclarationAnswer:
    """Return the declaration of a member that a class inherits."""
    waiting = [(path, base) for base in islice(class_.bases, _MOST + 1)]
    for number, (at, base) in enumerate(waiting):
        match = _SIMPLE.fullmatch(base)
        if match is None or number >= _MOST:
            return not_followed(base)
        if match["name"] in _WITHOUT_FIELDS:
            continue
        found = _neighbor(repository, at, match["name"])
        if found is None or found.class_.is_open:
            return not_followed(base)
        if name in found.members:
            return Found(DeclaredAt(found.path, found.members[name]))
        waiting += ((found.path, one) for one in islice(found.class_.bases, _MOST + 1))
    return NOT_THERE


def not_followed(base: str) -> Unknown:
    """Return that a member may come from a base of a class."""
    return Unknown(f"doclint does not follow the base `{base}`")


class _JavaClass(Struct, frozen=True):
    """A class in the source at a path, and its members by name; the first one of several."""

    path: str
    class_: Declaration
    members: Mapping[str, Declaration]


class _JavaSource(Struct, frozen=True):
    """The classes of a source by name, and the names that mean others there: what it imports, and classes in these."""

    classes: Mapping[str, _JavaClass]
    others: frozenset[str]


def _neighbor(repository: Repository, path: str, name: str) -> _JavaClass | None:
    """Return the class of a name in the package of a source; None if the name may mean another one."""
    source = _source(repository, path)
    if source is None or name in source.others:
        return None
    beside = _source(repository, join(dirname(path), f"{name}.java"))
    return beside.classes.get(name) if beside else None


@remembered
def _source(repository: Repository, path: str) -> _JavaSource | None:
    data = repository.page(path)
    if data is None:
        return None
    found = read("java", data)
    declared = () if found is None or found.is_broken else found.found
    classes: dict[str, _JavaClass] = {}
    for one in declared:
        members = {member.name: member for member in reversed(one.members)}
        classes.setdefault(one.name, _JavaClass(path, one, members))
    imported = {name.decode() for name in _IMPORTED.findall(data)}
    return _JavaSource(classes, frozenset(imported.union(*(one.members for one in classes.values()))))
