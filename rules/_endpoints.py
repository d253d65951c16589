"""Endpoints that pages state, `GET /users/:id`, and the routes that may answer them."""

from doclint import Page, RelatedLines, Repository, Span, Violation
from doclint.kit import expression, is_about_history
from doclint.packages.routes import STATED, Route, Routes, is_same, routes
from doclint.page.endpoints import Endpoint, has_endpoints

_METHOD = "|".join(STATED)
# What another endpoint may follow: `GET /a, POST /b`. `GET/POST /a` is about both.
_BOTH = expression(rf"(?:{_METHOD})[`*_]{{0,3}}[ \t]*+(?:[/,|+&]|or|and)[ \t]*+[`*_]{{0,3}}\Z")
_NOT_NOW = expression(
    r"(?i)\b(?:recommend|propos|plan(?:ned|s)?\b|would|should (?:be|have|use)|could\b|instead of|future|todo\b|missing|"
    r"not (?:yet )?(?:implement|support|exist|allow)|unsupported|n't (?:exist|support)|introduc|deprecat|removed?\b|"
    r"legacy|formerly|used to|405|wrong|incorrect|upcoming|consider|extend|extension|(?<!\.)example(?!\.))"
    "|建议|新增|扩展|规划|计划|未来|示例|例如|改进"
)
# Pages about what is to be built.
_PLANS = expression(
    r"(?i)prompt|(?<![a-z])(?:prd|specs?|specifications?|requirements?|quests?|tasks?|stor(?:y|ies))(?![a-z])"
)
_LEAD = 300  # characters before an endpoint, which may say that it is planned


def known_routes(page: Page, repository: Repository) -> Routes | None:
    """Return the routes of a repository if all are known, and the page states endpoints that are not yet to come."""
    known = repository.remembered(routes) if has_endpoints(page) and not _PLANS.search(page.path) else None
    return known if known and known.is_complete and known.found else None


def refuted(endpoint: Endpoint, message: str, route: Route, **arguments: str) -> Violation:
    """Return the violation of an endpoint that a route shows to be wrong."""
    place, reason = RelatedLines(route.path, route.line, route.line), f"{endpoint.method} {endpoint.path}"
    violation = Violation(endpoint.span, message, reason=reason, related=[place])
    violation.arguments |= {"path": endpoint.path, "method": endpoint.method, "place": str(place), **arguments}
    return violation


def is_about_another(page: Page, span: Span) -> bool:
    """Whether the line of an endpoint speaks of what is planned or was, or names several methods for it."""
    text, start = page.source.text, span.start
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


def answering(endpoint: Endpoint, known: Routes) -> Route | None:
    """Return a route that surely answers an endpoint; None if none does."""
    of_method = (one for one in known.found if one.is_real and endpoint.method in one.methods)
    return next((one for one in of_method if is_same(one.segments, endpoint.segments, one.path)), None)
