from collections.abc import Iterator

from doclint import Fix, Invalid, Message, Page, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression, is_about_history
from doclint.page.removed_uses import RemovedUse, removed_uses

from ._developers import is_about_this_repository, is_for_developers
from ._endpoints import is_about_another
from ._stale import is_about_another_time

# Pages that record what was done, with the names of that time, and plans, which may say that a name has to go.
_RECORD = expression(
    r"(?i)(?<![a-z])(?:announcements?|audits?|bugs?|diary|handoff|implementation-artifacts|issues?|journal|logs?|plans?|"
    r"prd|progress|requirements?|specs?|stor(?:y|ies)|tasks?|tracker|worklog)(?![a-z])"
)
_TEST = expression(r"(?:\A|/)(?:tests?|__tests__|spec)/|(?:\A|/)test_|[._]test\.")
_NOW = {"shop/basket.py": "class Basket:\n    def iter_fruits(self): ...\n\n    def add(self): ...\n"}
_BEFORE = {"shop/basket.py": _NOW["shop/basket.py"].replace("iter_fruits", "iter_items") + "\n    def get(self): ...\n"}
_EXTRAS = '[project]\nname = "shop"\n[project.optional-dependencies]\ndev = []\ntests = []\n'
_ROUTES = (
    "from fastapi import APIRouter\nrouter = APIRouter(prefix='/shop')\n"
    "@router.get('/pears')\ndef pears(): ...\n@router.get('/plums')\ndef plums(): ...\n"
)
_SHOP = "def open_shop(): ...\n\n\ndef close_shop(): ...\n"


class RemovedName(RepositoryRule):
    """A page uses a function, a class, a method, an extra or an endpoint that a change removes.

    Only a run that knows the change can say so: `doclint check --changed-since main`, or the hook `doclint-changes`.
    It compares what each changed source declares with what it declared at the commit before, and reports the names
    that no source of the repository defines any more.

    doclint looks for them in code spans (`` `basket.iter_items()` ``), headings, directives (`::: shop.Basket.get`) and
    fences in the language of the source. A common name (`get`, `run`) counts only after its class, its module or an
    instance named after the class (`basket.get()`), or below a heading about these. A name that any other source
    defines, sets or has in a string is not reported, nor is a method that a class may inherit from outside of the
    repository. Lines that the change itself has written, pages and sections about old versions, and sentences about
    other times ("was renamed") are ignored.

    An extra (`pip install shop[tests]`) counts if `pyproject.toml` had it, and an endpoint (`GET /shop/pears`) if a
    route answered it that [doclint reads](wrong-http-method.md), and none that there is now may answer it.
    """

    family = "examples"
    severity = "error"
    covers = ("J20",)
    yields_to = (
        *("broken-import", "missing-export", "unbound-method", "undefined-name", "unknown-attribute", "unknown-member"),
        *("unknown-extra", "unknown-symbol", "wrong-http-method", "wrong-import"),
    )
    remedy = "Change the pages that use a name together with the sources that define it."
    advice = "Write the name that has replaced it, or remove what the page says about it."
    messages = {
        "removed": Message(
            "`{name}` is no longer defined; at {commit}, `{path}:{line}` defined it[; did you mean `{suggestion}`?]",
            key=("name",),
        )
    }
    examples = (
        Invalid(
            "# Basket\n\nCall `basket.iter_items()`, then `Basket.get`.\n\n"
            "```python\nfor item in b.iter_items():\n    print(item)\n```\n",
            files=_NOW,
            before=_BEFORE,
            lines=(3, 3, 6),
            fixed="# Basket\n\nCall `basket.iter_fruits()`, then `Basket.get`.\n\n"
            "```python\nfor item in b.iter_fruits():\n    print(item)\n```\n",
        ),
        Invalid(
            "# `shop`\n\n::: shop.basket.Basket.get\n\n## close_shop()\n",
            files={**_NOW, "shop/__init__.py": ""},
            before={**_BEFORE, "shop/__init__.py": _SHOP},
            lines=(3, 5),
        ),
        Invalid(
            "`pip install shop[tests,dev]`, `GET /v1/shop/pears`, `GET /shop/plums`, `GET /shop/7`\n",
            files={"pyproject.toml": _EXTRAS.replace("tests", "test"), "app.py": _ROUTES.replace("get", "post", 1)},
            before={"pyproject.toml": _EXTRAS, "app.py": _ROUTES},
            lines=(1, 1),
        ),
        Valid(
            "`pip install .[tests]`, `GET /shop/pears`. `GET /shop/plums` was removed.\n",
            files={"pyproject.toml": _EXTRAS.replace("tests", "test"), "app.py": _ROUTES.replace("/pears", "/{id}")},
            before={"pyproject.toml": _EXTRAS, "app.py": _ROUTES},
        ),
        Valid("Call `get`, `d.get()` and `basket.add()`.\n\n`add` is in `Basket`.\n", files=_NOW, before=_BEFORE),
        Valid("`open_shop()` of `shop`\n", files={"shop/door.py": _SHOP}, before={"shop/__init__.py": _SHOP}),
        Valid(
            "`Basket.get`\n",
            files={"shop/basket.py": "from other import Base\n\nclass Basket(Base): ...\n"},
            before=_BEFORE,
        ),
        Valid("`Basket.get`\n", "docs/project-tracker.md", files=_NOW, before=_BEFORE),
        Valid("`iter_items`\n\n```python\nfrom tools import iter_items\n```\n", files=_NOW, before=_BEFORE),
        Valid(
            "`shop.close_shop()`\n\n```python\nshop = Shop()\n```\n",
            files={"shop.py": "def open_shop(): ...\n"},
            before={"shop.py": _SHOP},
        ),
        Valid("`Basket.get`\n", files={"tests/basket.py": ""}, before={"tests/basket.py": _BEFORE["shop/basket.py"]}),
        Valid("# Shop\n\nWe renamed `Basket.get`.\n\n## Migration\n\n`Basket.get`\n", files=_NOW, before=_BEFORE),
        Valid(
            "```python\ndef close_shop(): ...\n\nclose_shop()\n```\n\n```js\nclose_shop() // shop\n```\n",
            files={"shop/__init__.py": "def open_shop(): ...\n"},
            before={"shop/__init__.py": _SHOP},
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        for use in removed_uses(page) if repository.removed and not _RECORD.search(page.path) else ():
            name = use.name
            if is_about_history(page, use.span.start) or is_about_another_time(page, use.span):
                continue
            if _is_new(page, repository, use) or (_TEST.search(name.path) and not is_for_developers(page)):
                continue
            if name.kind == "extra" and use.of == "." and not is_about_this_repository(page):
                continue
            if name.kind == "endpoint" and is_about_another(page, use.span):
                continue
            yield Violation(
                use.span,
                "removed",
                reason=f"{name.path} {use.written}",
                fix=_fix(page, use),
                name=use.written,
                path=name.path,
                line=name.line,
                commit=name.commit[:10],
                suggestion=name.suggestion or None,
            )


def _is_new(page: Page, repository: Repository, use: RemovedUse) -> bool:
    """Whether the change wrote the line of a use: its author knows what the change removes, and may say so."""
    there = repository.at(use.name.commit)
    line = page.text(page.source.line_at(use.span.start)).strip()
    return there is not None and line.encode(errors="replace") not in (there.page(page.path) or b"")


def _fix(page: Page, use: RemovedUse) -> Fix | None:
    """Return the fix, which is not safe, that writes the name that may have replaced it."""
    start = page.text(use.span).rfind(use.name.name)
    if not use.name.suggestion or start < 0:
        return None
    place = use.span.start + start
    return page.replace(Span(place, place + len(use.name.name)), use.name.suggestion, safe=False)
