from collections.abc import Iterator

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression, is_about_history
from doclint.packages.routes import ANY, REST, STATED, Route, Routes, routes, segments

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
    r"legacy|formerly|used to|405|wrong|incorrect|upcoming|consider)"
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
_LEAST = 2  # segments that agree, one of them a word that says what the endpoint is about
_SERVERS = {"packages/api/users.ts": "import express from 'express'\nconst router = express.Router()\n"}
_ROUTER = "".join(
    f"router.{verb}('{path}', handle)\n"
    for verb, path in (("get", "/users"), ("get", "/users/:id"), ("put", "/users/:id"))
)


class WrongHttpMethod(RepositoryRule):
    """A page names an endpoint that exists, but that answers other methods of HTTP only: `POST /api/users/:id`.

    doclint reads the routes that sources declare for FastAPI, Flask, Express and its like, NestJS, Next.js, Spring,
    ASP.NET, Gin, chi and Laravel, and those of OpenAPI files. Where a router is mounted is often computed, so the
    segments of a route are compared from the end: at least two have to agree, parameters only with parameters. If any
    route of the repository may answer the method, because it has all or unknown methods, a computed path, or an end of
    the path only, nothing is reported, and neither is what a page plans, recommends or says of old versions.
    """

    id = "wrong-http-method"
    family = "claims"
    severity = "error"
    covers = ("J21",)
    claims = "endpoint"
    remedy = "Take the methods of endpoints from the code that declares the routes."
    advice = "Write a method that the route answers."
    messages = {
        "method": Message("`{path}` does not answer {method}; `{place}` answers {methods}", key=("method", "path"))
    }
    examples = (
        Invalid(
            "`POST /api/users/:id` changes a user.\n",
            files={path: text + _ROUTER for path, text in _SERVERS.items()},
            lines=(1,),
        ),
        Invalid(
            "| method | path |\n| --- | --- |\n| DELETE | `/v1/pears/{id}` |\n| GET | `/v1/pears/{id}` |\n",
            files={
                "app.py": "from fastapi import APIRouter\n\nrouter = APIRouter(prefix='/v1/pears')\n\n\n"
                "@router.get('/{id}')\ndef get(id): ...\n"
            },
            lines=(3,),
        ),
        Valid(
            "`GET /api/users/7`, `POST /api/pears`, `GET/PUT /users/:id`. `POST /users/:id` is planned.\n",
            files={path: text + _ROUTER for path, text in _SERVERS.items()},
        ),
        Valid(
            "`POST /api/users/:id`\n",
            files={path: f"{text}{_ROUTER}router.post(path, handle)\n" for path, text in _SERVERS.items()},
        ),
        Valid(
            "`POST /api/users/pears`\n",
            files={
                path: f"import express from 'express'\nconst router = express.Router()\nrouter.{route}, handle)\n"
                for path, route in (("api/users.ts", "get('/users/pears'"), ("api/pear.ts", "post('/'"))
            },
        ),
        Valid(
            "`POST /api/users/:id`\n",
            files={path: text + _ROUTER for path, text in _SERVERS.items()}
            | {"other.py": "import flask\n\n\n@app.route('/<int:id>', methods=['GET', 'POST'])\ndef run(id): ...\n"},
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        text = page.own_text
        if not any(one in text for one in STATED) or not _ENDPOINT.search(text) or _PLANS.search(page.path):
            return
        known = repository.remembered(routes)
        if not known.is_complete or not known.found:
            return
        for match in _ENDPOINT.finditer(page.source.text):
            method, path = match["method"], match["path"].rstrip(".:)")
            if path.endswith("/"):  # as in `/users/` and the name of a parameter behind it
                continue
            refuting = _refuting(method, segments(path), known)
            if not refuting and page.claims is None:
                continue
            if is_about_history(page, match.start()) or _is_another(page.source.text, match.start()):
                continue
            span = Span(match.start(), match.start("path") + len(path))
            if not refuting:
                _note(page, span, method, segments(path), known)
                continue
            methods = sorted({one for route in refuting for one in route.methods})
            place = RelatedLines(refuting[0].path, refuting[0].line, refuting[0].line)
            yield Violation(
                span,
                "method",
                reason=f"{method} {path}",
                related=[place],
                path=path,
                method=method,
                place=str(place),
                methods=" and ".join(methods) if len(methods) < 3 else f"{', '.join(methods[:-1])} and {methods[-1]}",
            )


def _note(page: Page, span: Span, method: str, wanted: tuple[str, ...], known: Routes) -> None:
    """Note whether a route surely answers the method of an endpoint."""
    found = (one for one in known.found if one.is_real and method in one.methods and _is_same(one.segments, wanted))
    route = next(found, None)
    if route is not None:
        page.claim("endpoint", span, related=(RelatedLines(route.path, route.line, route.line),))
    else:
        page.claim("endpoint", span, "may be that of another server, or computed")


def _is_another(text: str, start: int) -> bool:
    """Whether the line of an endpoint speaks of what is planned or was, or names several methods for it."""
    first = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    return bool(_BOTH.search(text[first:start])) or bool(_NOT_NOW.search(text[first : end if end >= 0 else len(text)]))


def _refuting(method: str, wanted: tuple[str, ...], known: Routes) -> list[Route]:
    """Return the routes with the path of an endpoint that answer other methods; none if any may answer its method."""
    if method in known.computed or len(wanted) < _LEAST:
        return []
    found = []
    for route in known.found:
        answers = not route.methods or method in route.methods
        if answers and (_may_be(route.segments, wanted) if route.segments else _may_be_at(route.path, wanted[-1])):
            return []
        if not answers and route.is_real and _is_same(route.segments, wanted):
            found.append(route)
    longest = max((len(route.segments) for route in found), default=0)
    return [route for route in found if len(route.segments) == longest]


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


def _is_same(segments: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a route has the end of a path, and the rest of the longer one is no more than a prefix for all routes."""
    count = min(len(segments), len(wanted))
    if count < _LEAST or segments[-count:] != wanted[-count:] or REST in segments:
        return False
    said = [one for one in segments[-count:] if one != ANY and not _VERSION.fullmatch(one)]
    return bool(said) and all(_VERSION.fullmatch(one) for one in (*segments[:-count],))
