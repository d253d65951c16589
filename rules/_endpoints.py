"""Endpoints that pages state, `GET /users/:id`, and the routes that may answer them."""

from collections.abc import Iterator
from typing import NamedTuple

from doclint import Page, Span
from doclint.kit import expression, is_about_history
from doclint.packages.routes import ANY, REST, STATED, Route, Routes, segments

_METHOD = "|".join(STATED)
_ENDPOINT = expression(
    rf"(?<![\w/.-])(?P<method>{_METHOD})(?P<gap>[`*_]{{0,3}}[ \t|:]{{1,40}}[`*_]{{0,3}})"
    r"(?:https?://[\w.:-]++|\{\{?\w++\}\}?|\$\{?\w++\}?)?+(?P<path>/[\w\-./{}:<>\[\]$~@()]*+)"
)
# What another endpoint may follow: `GET /a, POST /b`. `GET/POST /a` is about both.
_BOTH = expression(rf"(?:{_METHOD})[`*_]{{0,3}}[ \t]*+(?:[/,|+&]|or|and)[ \t]*+[`*_]{{0,3}}\Z")
_NOT_NOW = expression(
    r"(?i)\b(?:recommend|propos|plan(?:ned|s)?\b|would|should (?:be|have|use)|could\b|instead of|future|todo\b|missing|"
    r"not (?:yet )?(?:implement|support|exist|allow)|unsupported|n't (?:exist|support)|introduc|deprecat|removed?\b|"
    r"legacy|formerly|used to|405|wrong|incorrect|upcoming|consider|extend|extension|(?<!\.)example(?!\.))"
    "|建议|新增|扩展|规划|计划|未来|示例|例如|改进"
)
_VERSION = expression(r"api|rest|v\d+(?:\.\d+)*+")
# Pages about what is to be built.
_PLANS = expression(
    r"(?i)prompt|(?<![a-z])(?:prd|specs?|specifications?|requirements?|quests?|tasks?|stor(?:y|ies))(?![a-z])"
)
_GENERAL = expression(
    r"__init__|api|app|controllers?|endpoints?|handlers?|index|main|mod|routers?|routes?|server|urls|views?|web"
)
_WORD = expression(r"[\W_\d]++")
_BEGINNING = 4  # letters of a segment that the name of its source has
_LEAD = 300  # characters before an endpoint, which may say that it is planned
LEAST = 2  # segments that agree, one of them a word that says what the endpoint is about


class Endpoint(NamedTuple):
    """A method and a path that a page states, with its place and the segments of the path."""

    method: str
    path: str
    span: Span
    segments: tuple[str, ...]


def states_endpoints(page: Page) -> bool:
    """Whether a page states endpoints, and is not about what is to be built."""
    text = page.own_text
    return any(one in text for one in STATED) and not _PLANS.search(page.path) and _ENDPOINT.search(text) is not None


def endpoints(page: Page) -> Iterator[Endpoint]:
    """Yield the endpoints that a page states."""
    for match in _ENDPOINT.finditer(page.source.text):
        path = match["path"].partition("(")[0].rstrip(".:)")  # `/users(JSON)` says what the body is
        path = path if "[" in path else path.rstrip("]")  # the label of a node ends there
        if not path.endswith("/"):  # as in `/users/` and the name of a parameter behind it
            span = Span(match.start(), match.start("path") + len(path))
            yield Endpoint(match["method"], path, span, segments(path))


def is_about_another(page: Page, endpoint: Endpoint) -> bool:
    """Whether the line of an endpoint speaks of what is planned or was, or names several methods for it."""
    text, start = page.source.text, endpoint.span.start
    first, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    is_one_of_several = _BOTH.search(text[first:start]) is not None
    is_not_now = _NOT_NOW.search(text[first : end if end >= 0 else len(text)]) is not None
    return is_one_of_several or is_not_now or is_about_history(page, start)


def is_in_plans(page: Page, endpoint: Endpoint) -> bool:
    """Whether the text before an endpoint, or its heading, speaks of what is planned or was, or of examples."""
    start = endpoint.span.start
    headings = [one for one in page.document.headings if one.start < start]
    first = max(start - _LEAD, headings[-1].start if headings else 0)
    return any(map(_NOT_NOW.search, (page.source.text[first:start], headings[-1].text if headings else "")))


def says_what(path: tuple[str, ...]) -> bool:
    """Whether the segments of a path say what it is about: `/api/v1` does not."""
    return any(one != ANY and not _VERSION.fullmatch(one) for one in path)


def may_answer(route: Route, wanted: tuple[str, ...]) -> bool:
    """Whether a route may have the path of an endpoint, whatever is put before either."""
    return _may_be(route.segments, wanted) if route.segments else _may_be_at(route.path, wanted[-1])


def answering(endpoint: Endpoint, known: Routes) -> Route | None:
    """Return a route that surely answers an endpoint; None if none does."""
    of_method = (one for one in known.found if one.is_real and endpoint.method in one.methods)
    return next((one for one in of_method if is_same(one.segments, endpoint.segments)), None)


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
    return all(a == b or ANY in (a, b) or REST in (a, b) for a, b in zip(one, other, strict=True))


def is_same(segments: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a route has the end of a path, and the rest of the longer one is no more than a prefix for all routes."""
    count = min(len(segments), len(wanted))
    if count < LEAST or segments[-count:] != wanted[-count:] or REST in segments:
        return False
    return says_what(segments[-count:]) and all(_VERSION.fullmatch(one) for one in (*segments[:-count],))
