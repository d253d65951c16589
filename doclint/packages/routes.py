"""The routes that the sources of a repository declare, and which of them may answer an endpoint.

`routes.toml` says how each framework declares them. Sources are searched and not parsed: a route that is computed is
unknown, and so is the prefix under which other code mounts a router, unless one statement says so.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from posixpath import basename, splitext
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors import tables
from doclint.errors.expressions import expression
from doclint.repository.configuration import configuration, table
from doclint.repository.history import RemovedName
from doclint.repository.names import names_of
from doclint.repository.repository import Repository, remembered

STATED = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""The methods that pages state."""
METHODS = frozenset({*STATED, "HEAD", "OPTIONS"})
ANY, REST = "*", "**"
"""What stands for a parameter in the segments of a path, and for any number of segments at its end."""

COMMENT = expression(r"^[ \t]*+(?:#(?!\[)|//|\*(?!\w)).*", re.MULTILINE)
"""A line that is a comment in most languages."""
_PARAMETER = expression(r"[:{<\[$(].*|\d++|[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z][A-Z\d_]{2,}")
_REST = expression(r"\*\w*|\{\*.*\}|\{\w+:path\}|<path:\w+>|\[\[?\.{3}.*|:\w+[*+]|\{\w+\.{3}\}|\.\*.*|\(.*")
_LIST = expression(r"methods\s*=\s*[\[({](?P<methods>[^\])}]*)")
_ROUTER = expression(r"(?i)(?:\w*(?:router|routes|group|app|engine|mux)|r|e|g|api|v\d+|fastify|server)\Z")
_NEXT_ROUTE = expression(r"(?:\A|/)app/(?P<path>.+/)?route\.[cm]?[jt]sx?\Z")
_NEXT_PAGE = expression(r"(?:\A|/)pages/(?P<path>api/.+)\.[cm]?[jt]sx?\Z")
_NEXT_METHOD = expression(
    rf"\bexport\b[^;\n]{{0,200}}?\b({'|'.join(sorted(METHODS))})\b(?=\s*[(=:,}}])|\bas ({'|'.join(STATED)})\b"
)
_GROUP = expression(r"\((?!\.).*\)|@.*")
_SPECIFICATION = expression(r"(?i)(?:open-?api|swagger)[\w.-]*\.(?:json|ya?ml)\Z")
_OTHER = expression(
    r"(?i)(?:\A|/|_|\.)(?:tests?|specs?|__tests__|examples?|samples?|fixtures?|mocks?|stubs?|e2e)(?:/|\.|_|\Z)"
)
_IMPORTED = (
    r"\bfrom\s+([\w.]+)\s+import\b[^\n]{{0,500}}?\b{0}\b(?!\s+as\b)|\b{0}\b[^;\n]{{0,500}}?\bfrom\s*['\"]([^'\"\n]+)"
    r"|\b{0}\s*=\s*require\(\s*['\"]([^'\"\n]+)"
)
_PARTS, _SUFFIX = expression(r"[/.]"), expression(r"\.[cm]?[jt]sx?\Z")
_PLACE = 2  # parts of the path of a module that say which one is meant
_MOST_BYTES, _MOST_FILES = 100_000_000, 20_000  # of all sources
_LARGEST = 1_000_000  # bytes of a source with routes


class Route(Struct, frozen=True):
    """A route: the segments of its path, in lower case, and the methods that it answers, none for all or unknown ones.

    `path` and `line` say where it is declared. Code elsewhere may put a prefix before the segments.
    """

    methods: frozenset[str]
    segments: tuple[str, ...]
    path: str
    line: int

    @property
    def is_real(self) -> bool:
        """Whether the route is that of a server, and not of a test or an example."""
        return not _OTHER.search(self.path)


class RouterMount(NamedTuple):
    """The prefix of the routes of a module, by the end of its path; empty if there is none, or if it is computed."""

    module: tuple[str, ...]
    prefix: str


class Routes(Struct, frozen=True):
    """The routes of a repository, and the methods of those whose path is computed; `is_complete` if all were read."""

    found: Sequence[Route]
    computed: frozenset[str]
    is_complete: bool = True


class _Framework:
    """How a framework declares routes, as `routes.toml` describes it."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.suffixes = frozenset(entry["suffixes"])
        self.marker = re.compile(entry["marker"].encode())
        self.on = re.compile(entry.get("on", ".*"))
        self.route, self.base, self.any, self.mount = (
            re.compile(entry[key]) if key in entry else None for key in ("route", "base", "any", "mount")
        )


class _Base(Struct, frozen=True):
    start: int
    on: str
    path: str


def segments(path: str) -> tuple[str, ...]:
    """Return the segments of a path, parameters as `ANY`.

    >>> segments("/api/Users/{id}?all=1"), segments("/files/*"), segments("/users/:id/")
    (('api', 'users', '*'), ('files', '**'), ('users', '*'))
    """
    parts = [one for one in path.partition("?")[0].strip().split("/") if one not in ("", "~")]
    return tuple(REST if _REST.fullmatch(one) else ANY if _PARAMETER.fullmatch(one) else one.lower() for one in parts)


@cache
def _frameworks() -> list[_Framework]:
    return [_Framework(entry) for entry in tables.table("doclint.packages", "routes").values()]


def _suffixes() -> frozenset[str]:
    return frozenset().union(*(one.suffixes for one in _frameworks()))


@remembered
def routes(repository: Repository) -> Routes:
    """Return the routes that the sources of a repository declare, and those of its OpenAPI files."""
    names = names_of(repository)
    suffixes = _suffixes()
    found: list[Route] = []
    computed: set[str] = set()
    mounts: list[RouterMount] = []
    size = number = 0
    for name in names.holders:
        is_specification = _SPECIFICATION.search(name) is not None
        if splitext(name)[1] not in suffixes and not is_specification:
            continue
        for path in names.paths(name):
            if is_specification:
                found += _specified(repository, path)
                continue
            data = repository.page(path) or b""
            size, number = size + len(data), number + 1
            if size > _MOST_BYTES or number > _MOST_FILES:
                return Routes((), METHODS, is_complete=False)
            _read(path, data, found, computed, mounts)
    return Routes(list(_mounted(found, mounts)), frozenset(computed), names.is_complete)


def declared_in(repository: Repository, path: str) -> tuple[set[Route], list[RouterMount]]:
    """Return the routes that a file declares, whatever their lines, and where it mounts those of others."""
    found: list[Route] = []
    mounts: list[RouterMount] = []
    if _SPECIFICATION.search(basename(path)):
        found += _specified(repository, path)
    elif splitext(path)[1] in _suffixes():
        _read(path, repository.page(path) or b"", found, set(), mounts)
    return {replace(one, line=0) for one in found}, mounts


def _read(path: str, data: bytes, found: list[Route], computed: set[str], mounts: list[RouterMount]) -> None:
    by_file = _NEXT_ROUTE.search(path) or _NEXT_PAGE.search(path)
    text = ""
    for framework in _frameworks():
        if splitext(path)[1] in framework.suffixes and len(data) <= _LARGEST and framework.marker.search(data):
            text = text or COMMENT.sub("", data.decode(errors="replace"))
            found += _declared(path, text, framework, computed)
            mounts += _mounts(text, framework) if not _OTHER.search(path) else ()
    if by_file:
        parts = [one for one in (by_file["path"] or "").removesuffix("/index").split("/") if not _GROUP.fullmatch(one)]
        methods = {one for match in _NEXT_METHOD.findall(data.decode(errors="replace")) for one in match if one}
        found.append(Route(frozenset(methods), segments("/".join(parts)), path, 1))


def _declared(path: str, text: str, framework: _Framework, computed: set[str]) -> Iterator[Route]:
    bases = [_base(match) for match in framework.base.finditer(text)] if framework.base else []
    for match in framework.any.finditer(text) if framework.any else ():
        given = match.groupdict()
        below = (REST,) if given.get("below") or given.get("included") else ()
        yield Route(
            frozenset(), (*segments(given["path"] or given.get("other") or ""), *below), path, _line(text, match)
        )
    for match in framework.route.finditer(text) if framework.route else ():
        given = match.groupdict()
        verb, on, place = given["verb"].upper(), given.get("on") or "", given["path"]
        if not framework.on.fullmatch(on):
            continue
        methods = _methods(verb, given.get("rest") or "")
        if place is None and given.get("bare") is None:
            end = match.start("rest") if "rest" in given else match.end()
            if not on or (_ROUTER.match(on) and text[end : end + 1] not in "'\"`)"):
                computed |= methods or METHODS
            continue
        if place and "://" in place:
            continue
        above = _path_of(bases, on, match.start())
        whole = segments(place or "") if (place or "").startswith("~") else segments(f"{above}/{place or ''}")
        if not whole and on == "app":  # the root of the server
            continue
        yield Route(methods, whole, path, _line(text, match))


def _methods(verb: str, rest: str) -> frozenset[str]:
    """Return the methods that a route answers; none if it answers all, or if they are unknown."""
    if verb in METHODS:
        return frozenset({verb})
    given = _LIST.search(rest)
    if verb in ("ROUTE", "API_ROUTE"):
        named = frozenset(re.findall(r"['\"]([A-Za-z]+)['\"]", given["methods"].upper())) if given else frozenset()
        return named if given else frozenset({"GET"}) if "methods" not in rest and verb == "ROUTE" else frozenset()
    return frozenset()


def _base(match: re.Match[str]) -> _Base:
    given = match.groupdict()
    path = given.get("path") or given.get("other") or ""
    if given.get("class"):
        path = path.replace("[controller]", given["class"])
    outer = given.get("outer")
    return _Base(match.start(), given.get("on") or "", f"{outer}\0{path}" if outer else path)


def _path_of(bases: list[_Base], on: str, place: int) -> str:
    """Return what is put before the path of a route: of the variable that it is declared on, or of the class around."""
    path, seen = "", set()
    while on not in seen:
        seen.add(on)
        base = next((one for one in reversed(bases) if one.on == on and one.start < place), None)
        if base is None:
            break
        on, _, inner = base.path.rpartition("\0")
        path = f"{inner}/{path}"
    return path


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


def _mounts(text: str, framework: _Framework) -> Iterator[RouterMount]:
    """Yield where a source mounts routers."""
    for match in framework.mount.finditer(text) if framework.mount else ():
        given = match.groupdict()
        module, target = given.get("module") or "", given.get("target") or ""
        name = target.partition(".")[0]
        imported = re.search(_IMPORTED.format(re.escape(name)), text) if name else None
        module = module or next(filter(None, imported.groups() if imported else ()), "")
        inner = target.split(".")[:-1]  # `users.router` is the router of a module
        parts = [*_PARTS.split(_SUFFIX.sub("", module)), *inner]
        several = tuple(one for one in parts if one and one[0] not in "@~#")[-_PLACE:]
        if several:
            yield RouterMount(several, given["prefix"] or "")


def _mounted(found: Iterable[Route], mounts: Iterable[RouterMount]) -> Iterator[Route]:
    """Yield routes with the prefixes under which their sources are mounted, as they are if none is known."""
    prefixes: dict[tuple[str, ...], set[str]] = {}
    for module, prefix in mounts:
        prefixes.setdefault(module, set()).add(prefix)
    for route in found:
        parts = splitext(route.path)[0].split("/")
        parts = parts[:-1] if parts[-1] in ("index", "__init__") else parts
        several = {one for count in range(1, _PLACE + 1) for one in prefixes.get(tuple(parts[-count:]), ())}
        for prefix in several or {""}:
            yield replace(route, segments=(*segments(prefix), *route.segments))


def _specified(repository: Repository, path: str) -> Iterator[Route]:
    for place, operations in table(configuration(repository, path), "paths").items():
        methods = frozenset(str(one).upper() for one in table(operations)) & METHODS
        yield Route(methods, segments(str(place)), path, 1)


LEAST = 2
"""How many segments have to agree, one of them a word that says what the endpoint is about."""

_VERSION = expression(r"api|rest|v\d+(?:\.\d+)*+")
_GENERAL = expression(
    r"__init__|api|app|controllers?|endpoints?|handlers?|index|main|mod|routers?|routes?|server|urls|views?|web"
)
_WORD = expression(r"[\W_\d]++")
_BEGINNING = 4  # letters of a segment that the name of its source has


def words(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the segments of a path that say what it is about: none of `/api/v1/{id}`."""
    return tuple(one for one in path if one not in (ANY, REST) and not _VERSION.fullmatch(one))


def may_answer(route: Route, wanted: tuple[str, ...]) -> bool:
    """Whether a route may have the path of an endpoint, whatever is put before either, and in whatever version."""
    if not route.segments:
        return _may_be_at(route.path, wanted[-1])
    one, other = (tuple(part for part in path if not _VERSION.fullmatch(part)) for path in (route.segments, wanted))
    return _may_be(route.segments, wanted) or (len(one) == len(other) > 0 and _agree(one, other))


def _may_be(segments: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a route may have a path, whatever is put before either."""
    if segments[-1:] == (REST,):
        inner = segments[:-1]
        return any(_agree(inner, wanted[start : start + len(inner)]) for start in range(len(wanted) - len(inner) + 1))
    count = min(len(segments), len(wanted))
    return _agree(segments[-count:], wanted[-count:])


def _may_be_at(path: str, last: str) -> bool:
    """Whether the router in a source may be mounted at a path with some last segment: its name says for what it is."""
    name = path.lower().rpartition("/")[2].partition(".")[0]
    is_general = not _WORD.sub("", _GENERAL.sub("", name))
    return last != ANY and (is_general or last[:_BEGINNING] in path.lower())


def _agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether segments of a route agree with those of an endpoint; if the route has words there, in one of them."""
    pairs = list(zip(one, other, strict=True))
    has_word = all(a in (ANY, REST) for a in one) or any(a == b != ANY for a, b in pairs)
    return has_word and all(a == b or ANY in (a, b) or REST in (a, b) for a, b in pairs)


def is_same(segments: tuple[str, ...], wanted: tuple[str, ...], path: str) -> bool:
    """Whether a route that a source declares has the end of an endpoint's path.

    The rest of the longer path has to be a prefix for all routes, or what the path of the source names: where a router
    is mounted may not be known.
    """
    count = min(len(segments), len(wanted))
    if count < LEAST or segments[-count:] != wanted[-count:] or REST in segments or not words(segments[-count:]):
        return False
    return not words(segments[:-count]) and all(one in path.lower() for one in words(wanted[:-count]))


def removed_endpoints(
    before: Repository, now: Repository, paths: Collection[str], commit: str
) -> Iterator[RemovedName]:
    """Yield the endpoints that routes answered before, at a commit, and that no route may answer after some files have
    changed.

    Each has the segments of its path as its name, and its methods as its owner. A route elsewhere that was there before
    answered other endpoints then, unless it shares a word with this one.
    """
    if all(declared_in(before, path) == declared_in(now, path) for path in paths):
        return
    had, has = routes(before), routes(now)
    if not had.is_complete or not has.is_complete or not has.computed <= had.computed:
        return
    old, new = ({replace(one, line=0) for one in known.found} for known in (had, has))
    for gone in had.found:
        if replace(gone, line=0) in new or not gone.is_real or not words(gone.segments):
            continue
        others = [
            one
            for one in new
            if (one not in old or one.path == gone.path or not {*words(gone.segments)}.isdisjoint(one.segments))
            and may_answer(one, gone.segments)
        ]
        answered = [one.methods or gone.methods or frozenset(STATED) for one in others]
        left = (gone.methods or frozenset(STATED)).difference(*answered)
        if left:
            name = "/".join(gone.segments)
            yield RemovedName(name, " ".join(sorted(left)), gone.path, gone.line, commit, kind="endpoint")
