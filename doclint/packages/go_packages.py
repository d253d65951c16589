"""The Go packages of a repository: their functions, methods and variables, and what a value stands for.

Only what is asked for is parsed: a declaration begins at the start of a line and ends with a bracket at the start of a
line, as gofmt writes it ("Command gofmt"). A value that depends on anything but literals is unknown.
"""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.other_files import files_of_package
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.languages.go_values import GoBody, GoCall, GoName, GoText, GoUnknown, GoValue, GoWord, body_of
from doclint.source.parsing import HopelessError

_DEEPEST = 12  # names and calls that are followed one behind another
_MOST_STEPS = 50_000  # names, calls and other values that are followed in all
_STEP_BYTES = 10_000  # of a source, which is read again for each of its declarations: so many count as one step
_MOST_PARAMETERS = 100
_LARGEST = 1_000_000  # bytes of a declaration
_FUNCTION = expression(rb"(?m)^func (?:\((?:\w+[ \t]+)?\*?(\w+)[^)\n]{0,200}\)[ \t]*)?(\w+)[ \t]*[(\[]")
_VARIABLE = expression(rb"(?m)^(?:var|const)[ \t]++(?:(\w++)|\([ \t]*+$)")
_IN_BLOCK = expression(rb"(?m)^\t(\w++)[^=\n:(){}]*+=[ \t]")
_CHANGED = expression(rb"(?m)^\t+((?:delete|maps\.Copy)\()?(\w++)(?:\.\w++)*+(?(1),|\[[^\]\n]*+\](?:\.\w++)*+ = )")
_INIT = expression(rb"(?m)^func init\(\) \{\n((?:\t[^\n]*\n|\n)*+)")
_ASSIGNED = expression(rb"(?m)^\t+(\w++) \+?= ")
_IMPORT = expression(rb'(?m)^(?:import)?[ \t]*(?:([\w.]+)[ \t]+)?"([\w./~-]+)"[ \t]*(?://[^\n]*)?$')
_MODULE = expression(rb"(?m)^module[ \t]+\"?([\w./~-]+)")
_SKIPPED = expression(r"(?:^|/)(?:vendor|testdata|node_modules)/")
_HOST = 3  # parts of an address: `github.com`, the owner and the repository
_HEAD = 20_000  # bytes at the start of a source that have its imports


class GoScope(Struct, frozen=True):
    """Where a value is written: a source, the function around it, and the values of the parameters of that function."""

    path: str
    body: GoBody | None = None
    arguments: Mapping[str, GoValue] = {}

    @property
    def folder(self) -> str:
        """The folder of the package."""
        return dirname(self.path)


class GoFound(NamedTuple):
    """A value, and where it is written."""

    value: GoValue
    scope: GoScope


class GoDeclaration(Struct, frozen=True):
    """A function, method or variable of a package, and the source that declares it."""

    path: str
    body: GoBody


class _DeclarationText(Struct, frozen=True):
    """Where the text of a declaration is in a source of some size, in bytes; the line is 1-based."""

    path: str
    size: int
    start: int
    end: int
    line: int


class GoPackages:
    """The Go packages of a repository, for reading one schema. A package is given by its folder."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.steps = 0
        """The work of all that was asked, in names, calls and other values that were followed."""

    def declaration(self, folder: str, name: str) -> GoDeclaration | None:
        """Return the only declaration of a name in a package; None if there is none or several, or it is unreadable.

        The name of a method begins with that of its type: `Basket.Weigh`.
        """
        places = _places(self._repository, folder).get(name, ())
        if len(places) != 1:
            return None
        [place] = places
        self.steps += place.size // _STEP_BYTES
        return _read(self._repository, place)

    def resolved(self, found: GoFound, depth: int = 0) -> GoFound:
        """Return what a value stands for: a literal, a string, or what is not known."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return found._replace(value=GoUnknown("it takes too long to read"))
        match found.value:
            case GoName(name=name) if depth < _DEEPEST:
                return self._named(found, name, depth + 1)
            case GoCall(on=GoName()) as call if depth < _DEEPEST:
                return self._called(found, call.function, call.arguments, depth + 1)
            case GoName() | GoCall(on=GoName()):
                return found._replace(value=GoUnknown("it leads through too many names"))
        return found

    def imported(self, path: str, name: str) -> str | None:
        """Return the folder of the package that a source imports by a name; None if it is not in the repository."""
        return _imports(self._repository, path).get(name)

    def _named(self, found: GoFound, name: str, depth: int) -> GoFound:
        scope = found.scope
        if name in scope.arguments:
            return found._replace(value=scope.arguments[name])
        if scope.body is not None and (value := scope.body.only_value(name, 2)) is not None:
            return self.resolved(GoFound(value, scope), depth)
        declared = self._global(scope, name)
        if declared is None:
            return found._replace(value=GoUnknown(f"`{name}` is not known"))
        value = declared.body.only_value(name.rpartition(".")[2], 1) or GoUnknown()
        return self.resolved(GoFound(value, GoScope(declared.path)), depth)

    def _called(self, found: GoFound, function: str, arguments: tuple[GoValue, ...], depth: int) -> GoFound:
        declared = self._global(found.scope, function)
        if declared is None:
            return found._replace(value=GoUnknown(f"`{function}` is not known"))
        body = declared.body
        if len(body.returns) != 1:
            return found._replace(value=GoUnknown(f"`{function}` has several results"))
        if len(body.parameters) > _MOST_PARAMETERS:
            return found._replace(value=GoUnknown(f"`{function}` has too many parameters"))
        known = [self.resolved(GoFound(one, found.scope), depth).value for one in arguments]
        given = [one if isinstance(one, GoText | GoWord) else GoUnknown() for one in known]
        by_name: dict[str, GoValue] = dict.fromkeys(body.parameters, GoUnknown())
        if len(given) == len(body.parameters):
            by_name = dict(zip(body.parameters, given, strict=True))
        return self.resolved(GoFound(body.returns[0], GoScope(declared.path, body, by_name)), depth)

    def _global(self, scope: GoScope, name: str) -> GoDeclaration | None:
        package, dot, own = name.rpartition(".")
        folder = self.imported(scope.path, package) if dot else scope.folder
        return None if folder is None else self.declaration(folder, own)


@remembered
def _read(repository: Repository, place: _DeclarationText) -> GoDeclaration | None:
    if place.end - place.start > _LARGEST:
        return None
    data = repository.page(place.path) or b""
    try:
        body = body_of(data[place.start : place.end], place.line)
    except HopelessError:
        return None
    return GoDeclaration(place.path, body) if body else None


@remembered
def _places(repository: Repository, folder: str) -> Mapping[str, list[_DeclarationText]]:
    found: dict[str, list[_DeclarationText]] = {}
    changed: set[bytes] = set()  # such as `labels["weight"] = ...` in a function `init`
    for path in files_of_package(repository, folder):
        data = repository.page(path) or b""
        changed.update(match[2] for match in _CHANGED.finditer(data))
        changed.update(name for body in _INIT.findall(data) for name in _ASSIGNED.findall(body))
        for name, place in _declared_in(path, data):
            found.setdefault(name, []).append(place)
    return {name: places for name, places in found.items() if name.encode() not in changed}


@remembered
def _imports(repository: Repository, path: str) -> Mapping[str, str]:
    data = (repository.page(path) or b"")[:_HEAD]
    modules = _modules(repository)
    found: dict[str, str] = {}
    for match in _IMPORT.finditer(data):
        name, address = (one.decode() if one else "" for one in match.groups())
        module = next((one for one in modules if f"{address}/".startswith(f"{one[0]}/")), None)
        if module:
            found[name or address.rpartition("/")[2]] = join(module[1], address[len(module[0]) + 1 :])
        elif not modules and (rest := "/".join(address.split("/")[_HOST:])) and repository.listing(rest):
            found[name or address.rpartition("/")[2]] = rest  # as before there were modules
    return found


@remembered
def _modules(repository: Repository) -> list[tuple[str, str]]:
    """Return the paths and the folders of the modules of a repository, the longest path first ("Go Modules
    Reference"); of several with one path, the one in the fewest folders.
    """
    files = [path for path in files_matching(repository, "**/go.mod").files if not _SKIPPED.search(path)]
    read = ((_MODULE.search(repository.page(path) or b""), dirname(path)) for path in sorted(files, key=len))
    found: dict[str, str] = {}
    for match, folder in read:
        if match:
            found.setdefault(match[1].decode(), folder)
    return sorted(found.items(), key=lambda one: -len(one[0]))


def _declared_in(path: str, data: bytes) -> Iterator[tuple[str, _DeclarationText]]:
    """Yield the names that a source declares, each with the text of its declaration.

    What looks like a declaration within another one is in a string or a comment there.
    """
    end, line, counted = 0, 1, 0
    for match in sorted((*_FUNCTION.finditer(data), *_VARIABLE.finditer(data)), key=re.Match.start):
        start = match.start()
        if start < end:
            continue
        is_function = match.re.pattern == _FUNCTION.pattern
        end = _end(data, start, b"}" if is_function else b")")
        line, counted = line + data.count(b"\n", counted, start), start
        place = _DeclarationText(path, len(data), start, end, line)
        if is_function:
            yield ".".join(one.decode() for one in match.groups() if one), place
        elif match[1] is not None:
            yield match[1].decode(), place
        else:
            yield from ((name.decode(), place) for name in dict.fromkeys(_IN_BLOCK.findall(data, start, end)))


def _end(data: bytes, start: int, bracket: bytes) -> int:
    """Return where a declaration ends: with its first line, or with the line that begins with a closing bracket.

    If the first line opens a parenthesis, the closing one is `bracket`; a function has its parameters there.
    """
    end = data.find(b"\n", start)
    line = data[start:end].rstrip() if end >= 0 else data[start:]
    if end < 0 or not line.endswith((b"{", b"(")):
        return len(data) if end < 0 else end
    closing = data.find(b"\n" + (bracket if line.endswith(b"(") else b"}"), end)
    last = data.find(b"\n", closing + 1) if closing >= 0 else -1
    return len(data) if last < 0 else last
