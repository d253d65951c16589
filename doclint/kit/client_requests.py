"""The requests that the source of a client of HTTP sends: the paths, each with its methods."""

from collections.abc import Mapping
from itertools import pairwise

from doclint.errors.expressions import expression
from doclint.packages.routes import COMMENT, segments
from doclint.repository.repository import Repository, remembered

_METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
# A path as a whole literal, or behind a placeholder for the server; a method as a text or a constant (`http.MethodGet`,
# `Method::GET`), or one that is named like it (`client.Get<Basket>`, `client.GetAsync<Basket>`).
_PART = expression(
    rf"""["'`}}](?P<path>/[^"'`\s]{{0,300}}+)["'`]|["'](?P<text>{_METHODS})["']"""
    rf"|\bMethod(?:\.|::)?(?P<constant>(?i:{_METHODS}))\b|\.(?P<call>(?i:{_METHODS}))(?:Async)?<"
    rf"""|\.(?P<sent>(?i:{_METHODS}))\((?=\s*+[frb]?["'`][/{{$])"""
)
_LITERAL = expression(r"""(?P<quote>["'])(?P<text>[^"'\s]{1,300}+)(?=(?P=quote))""")


def request_methods(repository: Repository, path: str, stated: str) -> frozenset[str] | None:
    """Return the methods of the requests that a source sends to a path; an empty set if they are not known.

    Return None if the source has paths, and none of them can be, begin or end that one.
    """
    known, wanted = client_requests(repository, path), segments(stated)
    if known and wanted and not any(_may_be(wanted, own) for own in known):
        # Retrofit takes paths without a slash in front.
        return frozenset() if stated.strip("/") in repository.remembered(_literals, path) else None
    return known.get(wanted, frozenset())


def _literals(repository: Repository, path: str) -> frozenset[str]:
    """Return the texts in quotes that have no blank."""
    text = (repository.page(path) or b"").decode(errors="replace")
    return frozenset(match["text"] for match in _LITERAL.finditer(text))


def _may_be(path: tuple[str, ...], literal: tuple[str, ...]) -> bool:
    """Whether a literal of a source may be of a path: either is the end of the other, or the literal its beginning."""
    is_end = path[-len(literal) :] == literal or literal[-len(path) :] == path
    return is_end or path[: len(literal)] == literal or any("%" in one for one in literal)


@remembered
def client_requests(repository: Repository, path: str) -> Mapping[tuple[str, ...], frozenset[str]]:
    """Return the paths in a source, as segments, with their methods in upper case.

    The methods are empty unless paths and methods alternate, so that each path has the one beside it. If the source has
    more methods than paths, some of the paths are in other files, and the result is empty.
    """
    text = COMMENT.sub("", (repository.page(path) or b"").decode(errors="replace"))
    parts = [(match.lastgroup == "path", match[match.lastgroup or 0]) for match in _PART.finditer(text)]
    paths = [segments(part) for is_path, part in parts if is_path]
    if len(paths) * 2 < len(parts):
        return {}
    found: dict[tuple[str, ...], frozenset[str]] = {one: frozenset() for one in paths if one}
    if len(parts) % 2 or any(one[0] == other[0] for one, other in pairwise(parts)):
        return found
    for one, other in zip(parts[::2], parts[1::2], strict=True):
        (_, where), (_, method) = (one, other) if one[0] else (other, one)
        found[segments(where)] = found.get(segments(where), frozenset()) | {method.upper()}
    return found
