from collections.abc import Iterator

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.errors.grouping import by_key
from doclint.packages.routes import LEAST, Route, may_answer, words
from doclint.page.endpoints import Endpoint, endpoints
from doclint.page.links import linked_paths

from ._citations import current_citations
from ._endpoints import is_about_another, is_in_plans, known_routes, refuted

_SHOP = """\
from fastapi import APIRouter

router = APIRouter(prefix="/pears")


@router.get("/ripe")
def ripe(): ...


@router.post("/ripe")
def ripen(): ...
"""
_FILES = {"shop/pears.py": _SHOP}
_ROTTEN = "See [the routes](../shop/pears.py): `GET /pears/ripe`, `GET /pears/rotten`\n"


class MissingEndpoint(RepositoryRule):
    """A page names an endpoint that no route of the repository may answer: `GET /pears/rotten`.

    doclint reads [the same routes](wrong-http-method.md) as `wrong-http-method`. It reports an endpoint only on a page
    that cites or links to a source with routes, one of which answers another endpoint of the page, and one of which
    begins with the same word. If any route of the repository may have the path, with whatever method, because of a
    parameter, a computed path or a prefix that is not known, nothing is reported, and neither is what a page plans,
    recommends or says of old versions.
    """

    family = "claims"
    severity = "warning"
    covers = ("J24",)
    yields_to = ("wrong-http-method", "wrong-value")
    claims = "endpoint"
    remedy = "Take the endpoints from the code that declares the routes."
    advice = "Write the path of a route that there is, or remove what the page says about it."
    messages = {
        "missing": Message("No route answers {method} `{path}`; `{place}` is the nearest", key=("method", "path"))
    }
    examples = (
        Invalid(
            "See [the routes](../shop/pears.py).\n\n- `GET /pears/ripe`\n- `GET /pears/rotten`\n"
            "- `PUT /api/pears/{id}/photos<br/>A photo`\n",
            files=_FILES,
            lines=(4, 5),
        ),
        Valid("See [the routes](../shop/pears.py): `POST /pears/eat`, `GET /pears/rotten`\n", files=_FILES),
        Valid(
            "See [the routes](../shop/pears.php): `GET /pears/ripe`, `GET /pears/{id}/photos`\n",
            files={
                "shop/pears.php": "<?php\nRoute::get('/pears/ripe', [Pears::class, 'ripe']);\n"
                "Route::resource('/pears', Pears::class);\n"
            },
        ),
        Valid(
            "See [the routes](../shop/pears.py): `GET /pears/ripe`, `GET /apples/rotten`. "
            "Add `GET /pears/rotten` in the future.\n",
            files=_FILES,
        ),
        Valid(
            "See [the routes](../shop/pears.py): `GET /pears/ripe`\n\n## 我们建议新增\n\n- `GET /pears/rotten`\n",
            files=_FILES,
        ),
        Valid("`GET /pears/ripe`, `GET /pears/rotten`\n", files=_FILES),
        Valid(_ROTTEN, files={"shop/pears.py": _SHOP.replace('post("/ripe")', 'post("/{state}")')}),
        Valid(_ROTTEN, files={**_FILES, "shop/app.py": "import flask\n\n\n@app.route(path())\ndef run(): ...\n"}),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        known = known_routes(page, repository)
        if known is None:
            return
        stated = list(endpoints(page))
        cited = {citation.path for citation, _ in current_citations(page)} | set(linked_paths(page))
        beside = _by_word(stated, [route for route in known.found if route.path in cited])
        for endpoint in stated:
            near = _nearest(endpoint, beside)
            if near is None or endpoint.method in known.computed:
                continue
            if any(may_answer(route, endpoint.segments) for route in known.found):
                continue
            if is_about_another(page, endpoint.span) or is_in_plans(page, endpoint):
                continue
            yield refuted(endpoint, "missing", near)


def _by_word(stated: list[Endpoint], cited: list[Route]) -> dict[str, list[Route]]:
    """Return the routes of cited sources by the first word of their paths; none unless they answer one endpoint of the
    page: otherwise it may be about another server.
    """
    own = {(method, words(route.segments)) for route in cited for method in route.methods if words(route.segments)}
    if not any((endpoint.method, words(endpoint.segments)) in own for endpoint in stated):
        return {}
    return by_key((words(one.segments)[0], one) for one in cited if one.is_real and words(one.segments))


def _nearest(endpoint: Endpoint, beside: dict[str, list[Route]]) -> Route | None:
    """Return the route with the most words in common with an endpoint, its first word among them; None if none has."""
    wanted = words(endpoint.segments)
    several = beside.get(wanted[0], ()) if wanted and len(endpoint.segments) >= LEAST else ()
    return max(several, key=lambda route: len({*wanted} & {*words(route.segments)}), default=None)
