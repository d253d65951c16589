from collections.abc import Iterator

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.packages.endpoints import may_answer, says_what
from doclint.packages.routes import Route, Routes, routes
from doclint.page.endpoints import Endpoint, endpoints
from doclint.page.links import linked_paths

from ._citations import current_citations
from ._endpoints import answering, is_about_another, is_in_plans, states_endpoints

_SHOP = """\
from fastapi import APIRouter

router = APIRouter(prefix="/pears")


@router.get("/ripe")
def ripe(): ...


@router.post("/ripe")
def ripen(): ...
"""


class MissingEndpoint(RepositoryRule):
    """A page names an endpoint that no route of the repository may answer: `GET /pears/rotten`.

    doclint reads [the same routes](wrong-http-method.md) as `wrong-http-method`. It reports an endpoint only on a page
    that cites or links to a source with routes, one of which answers another endpoint of the page with the same path up
    to the last segment. If any route of the repository may have the path, with whatever method, because of a parameter,
    a computed path or a prefix that is not known, nothing is reported, and neither is what a page plans, recommends or
    says of old versions.
    """

    id = "missing-endpoint"
    family = "claims"
    severity = "warning"
    covers = ("J24",)
    yields_to = ("wrong-http-method",)
    claims = "endpoint"
    remedy = "Take the endpoints from the code that declares the routes."
    advice = "Write the path of a route that there is, or remove what the page says about it."
    messages = {
        "missing": Message("No route answers {method} `{path}`; `{place}` is the nearest", key=("method", "path"))
    }
    examples = (
        Invalid(
            "See [the routes](../shop/pears.py).\n\n- `GET /pears/ripe`\n- `GET /pears/rotten`\n",
            files={"shop/pears.py": _SHOP},
            lines=(4,),
        ),
        Valid(
            "See [the routes](../shop/pears.py): `GET /pears/ripe`, `GET /apples/rotten`. "
            "Add `GET /pears/rotten` in the future.\n",
            files={"shop/pears.py": _SHOP},
        ),
        Valid(
            "See [the routes](../shop/pears.py): `GET /pears/ripe`\n\n## 我们建议新增\n\n- `GET /pears/rotten`\n",
            files={"shop/pears.py": _SHOP},
        ),
        Valid("`GET /pears/ripe`, `GET /pears/rotten`\n", files={"shop/pears.py": _SHOP}),
        Valid(
            "See [the routes](../shop/pears.py): `GET /pears/ripe`, `GET /pears/rotten`\n",
            files={"shop/pears.py": _SHOP.replace('post("/ripe")', 'post("/{state}")')},
        ),
        Valid(
            "See [the routes](../shop/pears.py): `GET /pears/ripe`, `GET /pears/rotten`\n",
            files={"shop/pears.py": _SHOP, "shop/app.py": "import flask\n\n\n@app.route(path())\ndef run(): ...\n"},
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not states_endpoints(page):
            return
        known = repository.remembered(routes)
        if not known.is_complete or not known.found or known.computed:
            return
        stated = list(endpoints(page))
        cited = {citation.path for citation, _ in current_citations(page)} | set(linked_paths(page))
        beside = _by_folder(stated, [route for route in known.found if route.path in cited], known)
        for endpoint in stated:
            near = beside.get(endpoint.segments[:-1])
            if near is None or any(may_answer(route, endpoint.segments) for route in known.found):
                continue
            if is_about_another(page, endpoint.span) or is_in_plans(page, endpoint):
                continue
            place = RelatedLines(near.path, near.line, near.line)
            yield Violation(
                endpoint.span,
                "missing",
                reason=f"{endpoint.method} {endpoint.path}",
                related=[place],
                path=endpoint.path,
                method=endpoint.method,
                place=str(place),
            )


def _by_folder(stated: list[Endpoint], cited: list[Route], known: Routes) -> dict[tuple[str, ...], Route]:
    """Return a route of a cited source for each path, without its last segment, of the endpoints that it answers."""
    found: dict[tuple[str, ...], Route] = {}
    of_cited = known._replace(found=cited)
    for endpoint in stated if cited else ():
        route = answering(endpoint, of_cited)
        if route is not None and says_what(endpoint.segments[:-1]):
            found.setdefault(endpoint.segments[:-1], route)
    return found
