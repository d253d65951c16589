import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join, normpath, relpath

from pydantic import Field

from doclint.errors.suggestions import misspelled_file
from doclint.markdown.nodes import Definition, Link
from doclint.markdown.source import Fix
from doclint.page.links import Target, link_targets, site_sources, target_of
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._destinations import new_path, with_scheme

# Parts of a repository's site that pages reach with `../../issues` and the like, from where the host shows files; two
# levels up from the root is its front page.
_HOST_ROUTE = re.compile(
    r"\.\./\.\.\Z|(?:\.\./)+(?:actions|blob|commits?|compare|discussions|fork|graphs|issues|labels|milestones?|network|packages|"
    r"projects|pulls?|releases|security|stargazers|tags|tree|wiki)(?:/|\Z)"
)
_ATTEMPTS = 8
_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+(?:com|dev|io|net|org|edu|gov)(?=[/:?#]|\Z)", re.IGNORECASE)
_NO_SCHEME = "no scheme"


class BrokenLink(Rule):
    """A relative link leads to nothing: no file, no image, no folder.

    Inline links, images, reference definitions and `href` and `src` in raw HTML are followed, relative to the page.
    Names are compared exactly on every system: a link that works on a disk that ignores case is dead on GitHub, and is
    reported with the right case. A link that leaves the repository is reported too, because what lies there does not
    exist in other checkouts.

    A misspelled name and a path with a `../` too many or too few are recognised, and the right target is given. Web
    addresses, mail addresses and unfilled templates (`{{ url }}`) are no paths. On pages of no known format, links
    without their suffix (`guide` or `guide.html` for `guide.md`), as site generators resolve them, are left alone, and
    so are links to the parts of a repository's site (`../../issues`), which lie outside of it on purpose.
    """

    id = "broken-link"
    family = "links"
    severity = "error"
    covers = ("D01",)
    needs = frozenset({"repository"})
    yields_to = ("file-shown-as-folder", "unfenced-source")
    remedy = (
        "Compute each link with `posixpath.relpath` from the folder of the page, the docs folder included, "
        "instead of a fixed number of `../`, and write none to what is not there."
    )
    messages = {
        "missing": Message("`{target}`: the repository has no `{path}`[; did you mean `{suggestion}`?]", key=("path",)),
        "wrong-case": Message(
            "`{target}`: the repository has no `{path}`, but `{suggestion}`",
            key=("path",),
            remedy="Keep the names of files as they are when links are made of them: their case counts.",
        ),
        "outside": Message("`{target}` leads out of the repository[; did you mean `{suggestion}`?]", key=("path",)),
    }
    examples = (
        Invalid("[a](b.md), ![i](img/x.png)\n\n[r]: c.md\n", lines=(1, 1, 3)),
        Invalid("<a href='b.md'>b</a>\n\n<img src=x.png>\n", lines=(1, 3)),
        Invalid(
            "[a](A.md), [b](<./IMG/b (1).png#x> 'B')\n\n<a href=A.md>a</a> [c][]\n\n[c]: ../DOCS/a.md\n",
            files={"docs/a.md": "", "docs/img/b (1).png": ""},
            lines=(1, 1, 3, 5),
            messages=("wrong-case",),
            fixed="[a](a.md), [b](<./img/b%20%281%29.png#x> 'B')\n\n<a href=a.md>a</a> [c][]\n\n[c]: a.md\n",
        ),
        Invalid(
            "[a](../guide.md#use), [b](manaul.md)\n",
            files={"docs/guide.md": "", "docs/manual.md": ""},
            lines=(1, 1),
            fixed="[a](./guide.md#use), [b](./manual.md)\n",
        ),
        Invalid("[a](../../../etc/passwd)\n", lines=(1,), messages=("outside",)),
        Valid("[a](a.md#top), [f](./img), ![p](img/p%20q.png)\n", files={"docs/a.md": "", "docs/img/p q.png": ""}),
        Invalid("[w](example.org/a%20b?c#d)\n", lines=(1,), fixed="[w](https://example.org/a%20b?c#d)\n"),
        Valid("[w](https://example.org/x.md), [m](me@example.org), <me@example.org>, [t]({{ url }})\n"),
        Valid("[a](api/a.html)\n", options={"allow": ["api/*"]}),
        Valid("`[a](b.md)` and\n\n```\n[a](b.md)\n```\n"),
        Valid("[issues](../../issues/new), [wiki](../../wiki), [home](../../)\n", "README.md"),
        Valid("[guide](guide), [api](api.html)\n", files={"docs/guide.md": "", "docs/api.rst": ""}),
    )

    allow: list[str] = Field(
        default=[], description="Targets that are right although they are not there, as shell patterns: `api/*.html`."
    )

    def check(self, page: Page) -> Iterator[Violation]:
        repository = page.repository
        if repository is None:
            return
        linted: dict[str, Violation | None] = {}
        for place in link_targets(page):
            destination = place.destination
            if destination not in linted:
                is_allowed = bool(self.allow) and any(fnmatchcase(destination, pattern) for pattern in self.allow)
                linted[destination] = None if is_allowed else _linter(page, repository, place)
            found = linted[destination]
            if found is not None:
                yield found.at(place.span, _fix(page, place, found))


def _linter(page: Page, repository: Repository, place: Link | Definition) -> Violation | None:
    destination = place.destination
    target = target_of(page, destination)
    if target is None or not destination or destination.startswith("#") or repository.exists(target.path):
        return None
    if target.path.startswith("../") or target.path == "..":
        if page.kind is None and _HOST_ROUTE.match(target.path):
            return None
        reason, suggestion = _other_depth(page, repository, destination)
        return Violation(
            place.span, "outside", reason=reason, target=destination, path=target.path, suggestion=suggestion
        )
    if page.kind is None and _is_route(repository, target.path):
        return None
    actual = repository.other_case(target.path)
    if actual is not None:
        return Violation(place.span, "wrong-case", target=destination, path=target.path, suggestion=actual)
    reason, suggestion = _nearest(page, repository, destination, target)
    return Violation(place.span, "missing", reason=reason, target=destination, path=target.path, suggestion=suggestion)


def _fix(page: Page, place: Link | Definition, found: Violation) -> Fix | None:
    """The suggestion in place of the path; certain where only the case of a name is wrong."""
    suggestion = found.arguments["suggestion"]
    if not isinstance(suggestion, str):
        return None
    if found.reason == _NO_SCHEME:
        return with_scheme(page, place)
    if found.message != "wrong-case":
        return new_path(page, place, suggestion, safe=False)
    if place.destination.startswith("/"):
        return new_path(page, place, f"/{suggestion}", safe=True)
    path = _from(page, suggestion)
    return new_path(page, place, path if place.destination.startswith("./") else path.removeprefix("./"), safe=True)


def _is_route(repository: Repository, path: str) -> bool:
    """Whether a site generator would make the page that the link names of a file that is there."""
    return any(repository.exists(file) for file in site_sources(path))


def _nearest(page: Page, repository: Repository, destination: str, target: Target) -> tuple[str, str | None]:
    """In which way the link is wrong, and what it most likely should say."""
    if _DOMAIN.match(destination):
        return _NO_SCHEME, f"https://{destination}"
    reason, suggestion = _other_depth(page, repository, destination)
    if suggestion is None:
        folder = dirname(target.path)
        name = misspelled_file(basename(target.path), repository.listing(folder) or ())
        if name is not None and join(folder, name) != page.path:
            return "misspelled", _from(page, join(folder, name))
    return reason, suggestion


def _other_depth(page: Page, repository: Repository, destination: str) -> tuple[str, str | None]:
    """Try the path with one `../` more, and with fewer of them."""
    path = destination.partition("#")[0].partition("?")[0].removeprefix("./")
    attempts = [("one level short", f"../{path}")]
    while path.startswith("../") and len(attempts) < _ATTEMPTS:
        path = path.removeprefix("../")
        attempts.append(("too many levels up", path))
    for reason, attempt in attempts:
        found = normpath(join(dirname(page.path), attempt))
        if found not in (".", "..", page.path) and not found.startswith("../") and repository.exists(found):
            return reason, _from(page, found)
    return "", None


def _from(page: Page, path: str) -> str:
    """The path as a link of the page has it."""
    relative = relpath(path, dirname(page.path) or ".")
    return relative if relative.startswith("../") else f"./{relative}"
