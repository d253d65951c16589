from collections.abc import Iterator

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.packages.routes import LEAST, Route, Routes, is_same, may_answer
from doclint.page.endpoints import Endpoint, endpoints

from ._endpoints import answering, is_about_another, known_routes, refuted

_USERS = "packages/api/users.ts"
_EXPRESS = "import express from 'express'\nconst router = express.Router()\n"
_ROUTER = (
    f"{_EXPRESS}router.get('/users', handle)\nrouter.get('/users/:id', handle)\nrouter.put('/users/:id', handle)\n"
)


class WrongHttpMethod(RepositoryRule):
    """A page names an endpoint that exists, but that answers other methods of HTTP only: `POST /api/users/:id`.

    doclint reads the routes that sources declare for FastAPI, Flask, Express and its like, NestJS, Next.js, Spring,
    ASP.NET, Gin, chi and Laravel, and those of OpenAPI files. Where a router is mounted is often computed, so the
    segments of a route are compared from the end: at least two have to agree, parameters only with parameters, and the
    source has to be named after what the endpoint has before them, other than `/api/v1`. If any route of the
    repository may answer the method, because it has all or unknown methods, a computed path, or an end of the path
    only, nothing is reported, and neither is what a page plans, recommends or says of old versions.
    """

    family = "claims"
    severity = "error"
    covers = ("J21",)
    yields_to = ("wrong-value",)
    claims = "endpoint"
    remedy = "Take the methods of endpoints from the code that declares the routes."
    advice = "Write a method that the route answers."
    messages = {
        "method": Message("`{path}` does not answer {method}; `{place}` answers {methods}", key=("method", "path"))
    }
    examples = (
        Invalid("`POST /api/users/:id` changes a user.\n", files={_USERS: _ROUTER}, lines=(1,)),
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
            files={_USERS: _ROUTER},
        ),
        Valid("`POST /api/users/:id`\n", files={_USERS: f"{_ROUTER}router.post(path, handle)\n"}),
        Valid(
            "`POST /api/users/:id`\n",
            files={
                path: f"import express from 'express'\n{text}"
                for path, text in {
                    "logs.ts": "export const logs = () => router.get('/users/:id', handle)\n",
                    "server.ts": "import { logs } from './logs'\napp.use('/api/logs', logs())\n",
                }.items()
            },
        ),
        Valid(
            "`POST /api/users/pears`\n",
            files={
                "api/users.ts": f"{_EXPRESS}router.get('/users/pears', handle)\n",
                "api/pear.ts": f"{_EXPRESS}router.post('/', handle)\n",
            },
        ),
        Valid(
            "`POST /api/users/:id`\n",
            files={
                _USERS: _ROUTER,
                "other.py": "import flask\n\n\n@app.route('/<int:id>', methods=['GET', 'POST'])\ndef run(id): ...\n",
            },
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        known = known_routes(page, repository)
        if known is None:
            return
        for endpoint in endpoints(page):
            refuting = _refuting(endpoint, known)
            if (not refuting and page.claims is None) or is_about_another(page, endpoint.span):
                continue
            if not refuting:
                _note(page, endpoint, known)
                continue
            methods = sorted({one for route in refuting for one in route.methods})
            shown = " and ".join(methods) if len(methods) < 3 else f"{', '.join(methods[:-1])} and {methods[-1]}"
            yield refuted(endpoint, "method", refuting[0], methods=shown)


def _note(page: Page, endpoint: Endpoint, known: Routes) -> None:
    route = answering(endpoint, known)
    if route is not None:
        page.claim("endpoint", endpoint.span, related=(RelatedLines(route.path, route.line, route.line),))
    else:
        page.claim("endpoint", endpoint.span, "may be that of another server, or computed")


def _refuting(endpoint: Endpoint, known: Routes) -> list[Route]:
    """Return the routes with the path of an endpoint that answer other methods; none if any may answer its method."""
    if endpoint.method in known.computed or len(endpoint.segments) < LEAST:
        return []
    found = []
    for route in known.found:
        answers = not route.methods or endpoint.method in route.methods
        if answers and may_answer(route, endpoint.segments):
            return []
        if not answers and route.is_real and is_same(route.segments, endpoint.segments, route.path):
            found.append(route)
    longest = max((len(route.segments) for route in found), default=0)
    return [route for route in found if len(route.segments) == longest]
