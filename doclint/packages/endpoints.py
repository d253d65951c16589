"""Which routes of a repository may answer an endpoint, and which endpoints a change removes."""

from collections.abc import Collection, Iterator

from doclint.errors.expressions import expression
from doclint.packages.routes import ANY, REST, STATED, Route, declared_in, routes
from doclint.repository.history import RemovedName
from doclint.repository.repository import Repository

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
    old, new = ({one._replace(line=0) for one in known.found} for known in (had, has))
    for gone in had.found:
        if gone._replace(line=0) in new or not gone.is_real or not words(gone.segments):
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
