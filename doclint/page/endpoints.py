"""Endpoints that pages state: `GET /users/:id`."""

from collections.abc import Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import Span
from doclint.packages.routes import STATED, segments
from doclint.page.page import Page
from doclint.repository.repository import remembered

_ENDPOINT = expression(
    rf"(?<![\w/.-])(?P<method>{'|'.join(STATED)})(?P<gap>[`*_]{{0,3}}[ \t|:]{{1,40}}[`*_]{{0,3}})"
    r"(?:https?://[\w.:-]++|\{\{?\w++\}\}?|\$\{?\w++\}?)?+(?P<path>/[\w\-./{}:<>\[\]$~@()]*+)"
)
_OTHER = expression(r"\|\w")
_NEAR = 300  # characters before an endpoint that may begin a row of a table
# All methods in one pass that looks for a letter. Searches for each of them were 2 % of the work on other pages.
_STATED = expression(r"T(?:(?<=GET)|(?<=POST)|(?<=PUT)|(?<=PAT)CH|(?<=DELET)E)")
_END = expression(r"\(|</|<(?:br?|code|td)\b")


class Endpoint(Struct, frozen=True):
    """A method and a path that a page states, with its place and the segments of the path."""

    method: str
    path: str
    span: Span
    segments: tuple[str, ...]


@remembered
def has_endpoints(page: Page) -> bool:
    """Whether a page states endpoints."""
    return _STATED.search(page.own_text) is not None and _ENDPOINT.search(page.own_text) is not None


def endpoints(page: Page) -> Iterator[Endpoint]:
    """Yield the endpoints that a page states."""
    text = page.source.text
    for match in _ENDPOINT.finditer(text):
        path = _END.split(match["path"])[0].rstrip(".:)")  # `/users(JSON)` says what the body is
        path = path if "[" in path else path.rstrip("]")  # the label of a node ends there
        before = text[max(0, match.start() - _NEAR) : match.start()].rpartition("\n")[2]
        is_one = "|" in before or not _OTHER.match(text, match.end())  # `/users|groups/{id}` is not, but in a table
        if is_one and not path.endswith("/"):  # as in `/users/` and the name of a parameter behind it
            span = Span(match.start(), match.start("path") + len(path))
            yield Endpoint(match["method"], path, span, segments(path))
