"""Declarations of JavaScript and TypeScript over modules: from a name to what declares it, and members with bases.

Names are followed through imports, lists of exports, `export *` and `export * as`, as far as the modules are in the
repository. An answer that needs anything else is unknown.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.packages.answers import DeclarationAnswer, DeclaredAt
from doclint.packages.javascript_packages import code_at, exports_at, javascript_packages, language_at
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import NOT_THERE, Found, Missing, Unknown
from doclint.source.languages.javascript_exports import javascript_imports
from doclint.source.languages.javascript_scope import Export
from doclint.source.languages.joining import MERGED, MERGING
from doclint.source.model import Declaration, SourceDeclarations
from doclint.source.read import read

_MOST_MODULES = 2_000  # on the way to a declaration
_MOST_BASES = 300  # of a class, with theirs
_BASE = expression(r"(?P<name>[\w$.]++)\s*+(?:<.*+)?", re.DOTALL)
_REQUIRED = expression(r"require\([\"'](?P<module>[^\"']+)[\"']\)(?:\.(?P<name>[\w$]++))?")
_WHOLE = "*"
_DECLARED = (".d.ts", ".d.mts", ".d.cts")
_INHERITING = ("class", "interface")
_STORED = ("constant", "variable")


def declaration_of(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    """Return what a name stands for in the module at a path: what it declares, imports or exports by that name.

    The name may have dots: `Basket.weigh` is a member, which may be inherited, and `fruit.Basket` one of a namespace or
    of a module. The default export is `default`. Declarations of one name that TypeScript merges are one.
    """
    found = _declared_by(repository, path, name)
    owner, _, member = name.rpartition(".")
    if not isinstance(found, Missing) or not owner:
        return found
    scope = _declared_by(repository, path, owner)
    if not isinstance(scope, Found) or scope.value.declaration.kind not in _INHERITING:
        return NOT_THERE
    find = partial(_members_by_name, repository, scope.value)
    members, doubt = repository.answered((_members_by_name, scope.value.path, owner), find)
    return Found(members[member]) if member in members else doubt or NOT_THERE


def _members_by_name(repository: Repository, found: DeclaredAt) -> tuple[Mapping[str, DeclaredAt], Unknown | None]:
    """Return the members of a declaration by name, those that it inherits from its bases included, the nearest of each
    name, up to a class whose members or bases are not known, and why they are not.
    """
    members: dict[str, DeclaredAt] = {}
    waiting = deque([found])
    seen: set[tuple[str, str]] = set()
    while waiting:
        path, declaration, outer, *_ = waiting.popleft()
        for member in declaration.members:
            members.setdefault(member.name, DeclaredAt(path, member))
        if declaration.is_open:
            return members, Unknown(f"`{declaration.name}` may have other members: {declaration.is_open}")
        for base in _inherited(repository, path, declaration, [one.name for one in outer]):
            if isinstance(base, Unknown):
                return members, base
            if (base.path, base.declaration.name) not in seen:
                seen.add((base.path, base.declaration.name))
                waiting.append(base)
        if len(seen) > _MOST_BASES:
            return members, Unknown(f"`{found.declaration.name}` has too many bases")
    return members, None


def _inherited(
    repository: Repository, path: str, declaration: Declaration, spaces: Sequence[str]
) -> Iterator[DeclaredAt | Unknown]:
    """Yield the bases whose members a declaration in some namespaces has. An interface that it implements adds none."""
    for base in declaration.bases:
        if base in declaration.implements:
            continue
        match = _BASE.fullmatch(base)
        names = [".".join([*spaces[:end], match["name"]]) for end in range(len(spaces), -1, -1)] if match else []
        answers = (_declared_by(repository, path, name) for name in names)
        found = next((one for one in answers if not isinstance(one, Missing)), None)
        if isinstance(found, Found) and found.value.declaration.kind not in _STORED:
            yield found.value
        else:
            yield Unknown(f"`{declaration.name}` has the base `{base}`, which is not known")


@remembered
def _declared_by(repository: Repository, path: str, name: str) -> DeclarationAnswer:
    """Return what a name stands for in the module at a path, without inherited members."""
    return _Search(repository).find(path, name)


class _ExportedName(NamedTuple):
    """A dotted name in the module at a path: as the module itself has it, or only if the module exports it."""

    path: str
    parts: tuple[str, ...]
    is_export: bool


class _Search:
    """A search for what a name stands for."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._doubt = ""

    def find(self, path: str, name: str) -> DeclarationAnswer:
        """Return what a name stands for in the module at a path, without inherited members."""
        waiting = [_ExportedName(path, tuple(name.split(".")), is_export=False)]
        seen: set[_ExportedName] = set()
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            if len(seen) > _MOST_MODULES:
                return Unknown(f"`{name}` is exported through too many modules")
            found = self._declared(place)
            if found is not None:
                return _member(self._repository, DeclaredAt(place.path, found[0]), found[1])
            waiting += reversed([*self._targets(place)])
        return Unknown(self._doubt) if self._doubt else NOT_THERE

    def _doubts(self, why: str) -> None:
        """Record why the name may be there; the first reason is kept."""
        self._doubt = self._doubt or why

    def _declared(self, place: _ExportedName) -> tuple[Declaration, Sequence[str]] | None:
        """Return what a module declares by a name, and what of the dotted name is left."""
        first, *rest = place.parts
        export = _exports(self._repository, place.path).get(first)
        own = export.origin or first if export is not None and not export.module else ""
        names = [own] if place.is_export else [first, own]
        declared = _declarations(self._repository, place.path) if any(names) else {}
        if declared is None:
            self._doubts(f"`{place.path}` cannot be read without errors")
            return None
        for name in filter(None, names):
            for length in range(len(rest), -1, -1):  # a namespace may be called `fruit.trees`
                found = declared.get(".".join([name, *rest[:length]]))
                if found is not None and required(found) is None:
                    return found, rest[length:]
        return None

    def _targets(self, place: _ExportedName) -> Iterator[_ExportedName]:
        """Yield where a module has a name from that it does not declare."""
        path, (name, *rest), _ = place
        sources = [*self._sources(place)]
        if sources:
            yield from (one for module, origin in sources for one in self._places(path, module, (origin, *rest)))
            return
        found = exports_at(self._repository, path)
        if found.is_open:
            self._doubts(f"`{path}`: {found.is_open}")
        for star in found.stars if name != "default" else ():
            yield from self._places(path, star, place.parts)

    def _sources(self, place: _ExportedName) -> Iterator[tuple[str, str]]:
        """Yield the modules from which a module has a name, each with the name there."""
        name, *rest = place.parts
        export = _exports(self._repository, place.path).get(name)
        if export is not None and export.module:
            yield export.module, export.origin
            return
        if export is not None or not place.is_export:
            local = export.origin or name if export is not None else name
            imported = _imports(self._repository, place.path).get(local)
            own = (_declarations(self._repository, place.path) or {}).get(local)
            found = required(own) if own is not None else None
            if imported is not None:
                yield imported
            elif found is not None:
                yield found["module"], found["name"] or (_WHOLE if rest else "default")
            elif export is not None:
                self._doubts(f"`{place.path}` exports `{name}`, but nothing there declares it")

    def _places(self, path: str, module: str, parts: tuple[str, ...]) -> Iterator[_ExportedName]:
        """Yield the places of a dotted name in the modules that a specifier means."""
        files = javascript_packages(self._repository).follow(path, module)
        if not files:
            self._doubts(f"`{path}` refers to `{module}`, which is not known here")
        if path.endswith(_DECLARED):  # compiled code beside declarations has lost its types
            files = tuple(sorted(files, key=lambda file: not file.endswith(_DECLARED)))
        if parts[0] == _WHOLE:
            parts = parts[1:]
        if not parts:
            self._doubts(f"`{path}` has all of `{module}` by that name")
            return
        yield from (_ExportedName(file, parts, is_export=True) for file in files)


def required(declaration: Declaration) -> re.Match[str] | None:
    """Return the module that a variable has by `require`, and which of its exports."""
    is_stored = declaration.kind in _STORED and declaration.value is not None
    return _REQUIRED.fullmatch(declaration.value) if is_stored else None  # type: ignore[arg-type]


def _member(repository: Repository, found: DeclaredAt, names: Sequence[str]) -> DeclarationAnswer:
    """Return a member of a member of a declaration, and so on, by their names."""
    for name in names:
        member = _own_members(repository, found).get(name)
        if member is None:
            why = found.declaration.is_open
            return Unknown(f"`{found.declaration.name}` may have other members: {why}") if why else NOT_THERE
        found = DeclaredAt(found.path, member, (*found.outer, found.declaration))
    return Found(found)


def _own_members(repository: Repository, found: DeclaredAt) -> Mapping[str, Declaration]:
    """Return the members of a declaration by name; of several with one name, the first."""
    known: dict[int, tuple[Declaration, Mapping[str, Declaration]]]
    known = repository.answered((_own_members, found.path), dict)
    own = found.declaration
    if id(own) not in known:
        # The declaration is kept beside its members: its id holds only as long as it does.
        known[id(own)] = own, {one.name: one for one in reversed(own.members)}
    return known[id(own)][1]


@remembered
def _exports(repository: Repository, path: str) -> Mapping[str, Export]:
    """Return what a module exports, without what it exports of all of another module, by name."""
    found: dict[str, Export] = {}
    for export in exports_at(repository, path).names:
        if export.origin or export.name not in found:
            found[export.name] = export
    return found


@remembered
def _imports(repository: Repository, path: str) -> Mapping[str, tuple[str, str]]:
    data = code_at(repository, path)
    return javascript_imports(data, language_at(path)) if data is not None else {}


@remembered
def _declarations(repository: Repository, path: str) -> Mapping[str, Declaration] | None:
    """Return what a module declares at its top level, by name; None if that is not wholly known."""
    data = code_at(repository, path)
    if data is None:
        return None
    id_ = language_at(path)
    find = partial(read, id_, data)
    source = repository.memo.of(data, ("declarations", id_, 1), SourceDeclarations | None, find)
    return _by_name(source.found) if source is not None and not source.is_broken else None


def _by_name(found: Sequence[Declaration]) -> Mapping[str, Declaration]:
    """Return declarations by name, those of one name merged as TypeScript does (Handbook, "Declaration Merging")."""
    named = by_key((one.name, one) for one in found)
    return {name: _merged(same) if len(same) > 1 else same[0] for name, same in named.items()}


def _merged(same: Sequence[Declaration]) -> Declaration:
    first = same[0]
    if first.kind not in MERGING:
        return first
    parts = [one for one in same if one.kind in MERGING]
    return first._replace(
        bases=tuple(dict.fromkeys(base for one in parts for base in one.bases)),
        members=tuple(member for one in parts for member in one.members),
        is_public=any(one.is_public for one in parts),
        is_open=next((one.is_open for one in parts if one.is_open not in ("", MERGED)), ""),
    )
