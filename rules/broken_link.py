import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join, normpath, splitext
from typing import Annotated, TypeAlias
from urllib.parse import unquote

from msgspec import Meta

from doclint import Fix, Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.errors.wording import misspelled_file
from doclint.kit import expression, links_and_definitions, target_of, with_path
from doclint.kit.nodes import Definition, Link
from doclint.page.claims import Assumption, Outcome
from doclint.page.links import destination_like, destination_to, note_link, with_scheme
from doclint.repository.paths import above
from doclint.sites.site import first_existing
from doclint.sites.support.workflows import is_copied

from ._elsewhere import Place, elsewhere, missing_part
from ._link_assumptions import assumption_of, link_assumptions, readings
from ._moved import is_fetched, is_part, leads_from_copy

# Parts of a repository's site that pages link to as `../../issues`, relative to where the host shows files. Two levels
# above the root is the front page of the site.
_HOST_ROUTE = expression(
    r"\.\./\.\.\Z|(?:\.\./)+(?:actions|blob|commits?|compare|discussions|fork|graphs|issues|labels|milestones?|network|packages|"
    r"projects|pulls?|releases|security|stargazers|tags|tree|wiki)(?:/|\Z)"
)
_NO_DESTINATION = expression(r"\A\w++\Z|[{}]")
_ATTEMPTS = 8
# Paths on a disk. Those in a home folder may also be paths on a site, as may paths from the root in small letters.
_ON_DISK = expression(r"file:///|/?[A-Za-z]:[\\/](?!/)|(?P<home>(?:/mnt/[a-z])?/(?:Users|home)/[^/]+/[^/])")
_PLACEHOLDER = expression(r"(?i)\b(?:path/to|absolute|your|my[-_ ]|user(?:name)?/|x{3,})|[<>{}$\[\]*]|\.{3}|\u2026")
_DEEPEST = 30  # folders of a path on a disk that are looked at
_DOMAIN = expression(r"(?:[a-z0-9-]+\.)+(?:com|dev|io|net|org|edu|gov)(?=[/:?#]|\Z)", re.IGNORECASE)
# A page on the site of the service that wrote a wiki, as it numbers pages: `/owner/project/2.1-title`.
_ON_SERVICE = expression(r"/(?P<project>[\w.-]+/[\w.-]+)/(?P<name>\d+(?:\.\d+)*-[^/]+)")
_NUMBER = expression(r"\A[\d.]+-")
# What a program that links words wrote into an address, and lines of a file whose name is missing.
_NESTED = expression(r"\[(?P<text>[^\[\]()]*+)\]\([^()]*+\)")
_LINES = expression(r"/blob/[^/?#]++/(?P<lines>L\d+|L?\d+-L?\d+)\Z")
_TEMPLATES = (".in", ".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".template", ".mustache", ".hbs", ".erb", ".b64")
_SAVED_IN = expression(r"(?i)\b(?:sav|stor|creat|plac)(?:e|ed|es|ing) (?:it |them )?(?:in|to|under) (?:the )?\Z")
_BEFORE = 40  # characters
_ANY = frozenset({"link", "url"})
_SAMPLE = expression(r"(?i)\be\.g\.|\bfor example\b|\bsuch as\b|\bformat\b|\bsyntax\b")
_BEFORE_SAMPLE = 120  # characters
_TO_BE_WRITTEN = expression(r"(?:[^\w\n]|_)*+(?:to be (?:add|creat|generat|writ)|coming soon|planned\b)", re.IGNORECASE)
_SOURCES = (".md", ".mdx", "/index.md", "/README.md")  # what a generator builds a page without a suffix of
_SOURCE = "page of a site"
_BESIDE = "beside, in "
_UNKNOWN = "may lead to what a build makes"
_MOST_BESIDE = 50  # folders

_BOOK = {
    "book.toml": '[book]\nsrc = "docs"\n',
    "docs/SUMMARY.md": "",
    ".github/workflows/docs.yml": "jobs:\n  a:\n    steps:\n      - run: |\n          cp -R target/doc book/api\n",
}


class BrokenLink(RepositoryRule):
    r"""A relative link leads to a file, an image or a folder that does not exist.

    The reader gets an error page. Most often the generator uses the same number of `../` on pages of any depth, or
    links to pages that it has not written.

    The rule follows inline links, images, reference definitions, and `href` and `src` in raw HTML, relative to the
    page. It compares names exactly on every system, because a link that works on a disk that ignores case is dead on
    GitHub; the message gives the right case. It also reports links that lead out of the repository: what is there does
    not exist in other checkouts. If a name is misspelled, or the path has a `../` too many or too few, the message
    suggests the right target. On pages of no format with a `docs-root`, it also says whether the path exists below
    another folder. Paths on somebody's computer (`file:///Users/me/a.md`, `C:\a.md`) lead nowhere for everybody else.

    Exporters of wikis leave links that work only on the site of the service (`/owner/project/2.1-title`); the message
    names the page that has that title. Some write a link into the address of another, or lines in place of a path.

    Starlight adds no `base` to links: one from the root without it leads out of the site, although its page exists.
    MkDocs publishes only what is in its `docs_dir`.

    Other web addresses, mail addresses, unfilled templates (`{{ url }}`, `PAGE_URL`), an ellipsis and names of
    functions in backticks are not paths. Other pages that a generator builds a site of lead where that site says
    (`doclint config` shows which one it is): `guide.html` may mean `guide.md`. On these pages, the rule ignores what a
    build makes, because `.gitignore` names it or a template of it is there (`guide.md.in`), and links to parts of the
    host (`../../issues`). It also ignores links of pages that others include, by their name (`_options.md`) or folder
    (`includes/`), links that lead to a file from a copy of the page on a site, those of pages that say which site they
    were copied from, and names of items on pages that a crate has in its documentation. In instructions for models, a
    single word (`[text](url)`) and what has braces are not paths.
    """

    family = "links"
    severity = "error"
    covers = ("D01",)
    claims = "link"
    yields_to = ("file-shown-as-folder", "unfenced-source", "dead-citation", "unknown-member")
    remedy = (
        "Compute each link with `posixpath.relpath` from the folder of the page, the docs folder included, "
        "instead of a fixed number of `../`. Link only to what exists."
    )
    advice = (
        "If the target was renamed or moved, update the link; if it is gone, remove the link. If a build creates "
        "it, add it to `.gitignore` or to the option `allow` of `broken-link`."
    )
    messages = {
        "missing": Message(
            "The link `{target}` leads to `{path}`, which does not exist[; did you mean `{suggestion}`?]", key=("path",)
        ),
        "wrong-case": Message(
            "The link `{target}` leads to `{path}`, but the repository has `{suggestion}`; case matters",
            key=("path",),
            remedy="Write the names of files in links exactly as they are, in upper and lower case.",
        ),
        "outside": Message(
            "The link `{target}` leads out of the repository[; did you mean `{suggestion}`?]",
            key=("path",),
            advice="Copy the target into the repository, or link to its web address.",
        ),
        "elsewhere": Message(
            "The link `{target}` leads to `{path}`, which does not exist; the same path exists "
            "[below `{folder}`][from the {root}]: `{suggestion}`",
            key=("path",),
            remedy="Make links relative to the folder of the page: the files that they mean are below another folder.",
        ),
        "service": Message(
            "The link `{target}` works only on the site of the service that wrote the page[; did you mean "
            "`{suggestion}`?]",
            key=("target",),
            remedy="When you export pages, link each to the file that the other page is exported to.",
        ),
        "nested": Message(
            "The address of the link has another link in it: `{nested}`[; did you mean `{suggestion}`?]",
            key=("target",),
            remedy="Link names only in texts of the page, never within the address of another link.",
        ),
        "lines": Message(
            "The link `{target}` has lines where the path of a file should be",
            key=("target",),
            remedy="Write the path of the file into the address, and its lines after `#`.",
        ),
        "unpublished": Message(
            "The link `{target}` leads to `{path}`, which is not part of the site",
            key=("path",),
            remedy="Link to the file on its host, or copy it into the folder of the site.",
        ),
        "without-base": Message(
            "The link `{target}` leads out of the site, which has a base; did you mean `{suggestion}`?",
            key=("target",),
            remedy="Write the base of the site into links that begin with a slash: Astro does not add it.",
        ),
        "on-disk": Message(
            "The link `{target}` leads to a file on somebody's computer[; did you mean `{suggestion}`?]",
            key=("target",),
            remedy="Make links relative to the folder of the page: other computers do not have these folders.",
            advice="Link to the file in the repository, or copy it there.",
        ),
    }
    examples = (
        Invalid("[a](b.md), ![i](img/x.png), [r]\n\n[r]: c.md\n[unused]: d.md\n", lines=(1, 1, 3)),
        Invalid("<a href='b.md'>b</a>\n\n<img src=x.png>\n", lines=(1, 3)),
        Invalid(
            "[a](A.md), [b](<./IMG/b (1).png#x> 'B')\n\n<a href=A.md>a</a> [c][]\n\n[c]: ../DOCS/a.md\n",
            files={"docs/a.md": "", "docs/img/b (1).png": ""},
            lines={1: ("wrong-case", "wrong-case"), 3: "wrong-case", 5: "wrong-case"},
            fixed="[a](a.md), [b](<./img/b%20%281%29.png#x> 'B')\n\n<a href=a.md>a</a> [c][]\n\n[c]: a.md\n",
        ),
        Invalid(
            "[a](../guide.md#use), [b](manaul.md)\n",
            files={"docs/guide.md": "", "docs/manual.md": ""},
            lines=(1, 1),
            fixed="[a](./guide.md#use), [b](./manual.md)\n",
        ),
        Invalid("[a](../../../etc/passwd)\n", lines={1: "outside"}),
        Invalid(
            "[a](b/c.md), [d](../www/e/f.md#g)\n",
            "docs/x/y/page.md",
            files={"docs/b/c.md": "", "docs/x/www/a.com/e/f.md": ""},
            lines={1: ("elsewhere", "elsewhere")},
            fixed="[a](../../b/c.md), [d](../www/a.com/e/f.md#g)\n",
        ),
        Invalid(
            "[a](file:///Users/me/shop/docs/a.md#use), ![p](<c:\\Users\\me\\p.png>), [b](/home/me/shop/b.md:3)\n",
            files={"docs/a.md": ""},
            lines={1: ("on-disk", "on-disk", "on-disk")},
            fixed="[a](./a.md#use), ![p](<c:\\Users\\me\\p.png>), [b](/home/me/shop/b.md:3)\n",
        ),
        Valid("[a](file://src/a.py#L3), [b](file:///path/to/b.md), [c](/Users/c/d.md)\n", files={"Users/c/d.md": ""}),
        Invalid("[5-6](https://github.com/a/b/blob/932fc61c/5-6), [3](../blob/main/L3)\n", lines=(1, 1)),
        Invalid(
            "---\ntitle: A\n---\n\n[a](../../src/shop), [b](../../src/pages), [c](../guide), [d](/src/shop)\n",
            files={"src/shop/a.py": "", "src/pages/a.md": ""},
            lines={5: "outside"},
            fixed="---\ntitle: A\n---\n\n[a](../src/shop), [b](../../src/pages), [c](../guide), [d](/src/shop)\n",
        ),
        Valid("[a](a.md#top), [f](./img), ![p](img/p%20q.png)\n", files={"docs/a.md": "", "docs/img/p q.png": ""}),
        Invalid("[w](example.org/a%20b?c#d)\n", lines=(1,), fixed="[w](https://example.org/a%20b?c#d)\n"),
        Valid("[w](https://example.org/x.md), [m](me@example.org), <me@example.org>, [t]({{ url }})\n"),
        Valid("It should be saved in the [/spec/](/spec/) folder.\n", ".github/prompts/spec.prompt.md"),
        Valid("[r]({rel}a.md#b), [p](%app.url%/a)\n"),
        Valid("[api](api/shop/index.html)\n", files=_BOOK),
        Invalid("[api](api/shop.md), [b](apis/index.html)\n", files=_BOOK, lines=(1, 1)),
        Invalid(
            "[a](/use/), [b](/shop/use/#a), [c](../use/), [d](/)\n",
            "src/content/docs/index.md",
            files={
                "astro.config.mjs": "export default {base: '/shop', integrations: [starlight({title: 'Shop'})]};\n",
                "src/content/docs/use.md": "# Use\n\n## A\n",
            },
            lines={1: "without-base"},
            fixed="[a](/shop/use/), [b](/shop/use/#a), [c](../use/), [d](/)\n",
        ),
        Invalid(
            "[till](../till/README.md), [use](use.md)\n",
            files={"mkdocs.yml": "site_name: Shop\n", "till/README.md": "", "docs/use.md": ""},
            lines={1: "unpublished"},
        ),
        Invalid(
            "[a](/me/shop/2.1-apples-and-pears-(red)), [b](/me/shop/3-trees), [c](/me/shop/4-d:-trees)\n",
            files={"docs/Apples-&-Pears-(red).md": "", "docs/9-d-trees.md": ""},
            lines={1: ("service", "service", "service")},
            fixed="[a](./Apples-%26-Pears-%28red%29.md), [b](/me/shop/3-trees), [c](./9-d-trees.md)\n",
        ),
        Invalid(
            "[a](/shop/it/2-trees), [b](/me/2-trees)\n", files={"shop/a.py": ""}, lines={1: ("missing", "missing")}
        ),
        Invalid(
            "<a href='https://x.org/a/b/blob/[main](a.md)/a.py#L3'>a</a>, [b](https://x.org/a/b/blob/[main](../c.md)/b)\n",
            lines={1: ("nested", "nested")},
            fixed="<a href='https://x.org/a/b/blob/main/a.py#L3'>a</a>, [b](https://x.org/a/b/blob/main/b)\n",
        ),
    )

    allow: Annotated[
        list[str], Meta(description="Destinations that may not exist, as shell patterns: `api/*.html`.")
    ] = []

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        assumptions = page.remembered(link_assumptions)
        outcomes: dict[tuple[str, bool], tuple[Violation | Outcome, Assumption | None] | None] = {}
        for link in links_and_definitions(page):
            key = destination, _ = link.destination, link.is_html
            if key not in outcomes:
                is_allowed = self.allow and any(fnmatchcase(destination, pattern) for pattern in self.allow)
                result = ("unknown", None) if is_allowed else _outcome(page, repository, link, assumptions)
                is_needed = result[1] or isinstance(result[0], Violation) or page.claims is not None
                outcomes[key] = result if is_needed else None
            counted = outcomes[key]
            if counted is None:  # as of most links, which rest on nothing
                continue
            outcome, assumption = counted
            if isinstance(outcome, Violation):
                yield outcome.at(link.span, _fix(page, link, outcome))
                continue
            if assumption is not None:
                page.count(assumption, outcome)
            if page.claims is not None and link.path and ":" not in link.path:
                note_link(page, "link", link, _UNKNOWN if outcome == "unknown" else "")


def _outcome(
    page: Page, repository: Repository, link: Link | Definition, assumptions: Mapping[str, Assumption]
) -> tuple[Violation | Outcome, Assumption | None]:
    """Return whether a link holds, or what is wrong with it, and what that rests on."""
    if misplaced := _misplaced(repository, link):
        return misplaced, None
    # Few destinations have a character that a path on a disk needs.
    may_be = ":" in link.destination or link.destination.startswith("/")
    on_disk = _ON_DISK.match(link.destination) if may_be else None
    if on_disk is not None and (not on_disk["home"] or _is_dead_on_host(page, repository, link)):
        return _on_disk(page, repository, link) or "unknown", None
    target, path = target_of(page, link.destination, is_html=link.is_html), link.path
    if target is None or not path:
        return "unknown", assumption_of(assumptions, path) if assumptions and ":" not in path else None
    is_there = repository.exists(target.path)
    found = _on_site(page, link, target.path) if is_there else _violation(page, repository, link, target.path)
    assumption = assumption_of(assumptions, path) if assumptions else None
    if assumption is None or not isinstance(found, Violation) or _is_wrong_anywhere(link, found):
        return found, assumption
    return found.resting_on(assumption, readings(page, repository, unquote(path), target.path)), assumption


def _on_site(page: Page, link: Link | Definition, path: str) -> Violation | Outcome:
    """Return whether a link to a file that exists leads to it on the site, too."""
    if page.site is None or link.is_html:
        return "holds"
    if page.site.leaves_out(page.path, path):
        return Violation(
            link.span, "unpublished", reason="unpublished", target=link.destination, path=path, suggestion=None
        )
    if not link.path.startswith("/"):
        return "holds"
    suggestion = page.site.with_lost_base(link.path)
    if suggestion is None:
        return "holds"
    return Violation(link.span, "without-base", reason="base", target=link.destination, suggestion=suggestion)


def _is_wrong_anywhere(link: Link | Definition, violation: Violation) -> bool:
    """Whether a link is wrong wherever it may lead: its file has another case, or it is an address on the web."""
    return violation.message in ("service", "wrong-case") or _DOMAIN.match(link.destination) is not None


def _violation(page: Page, repository: Repository, link: Link | Definition, path: str) -> Violation | Outcome:
    """Return what is wrong with a link to a path that does not exist; a build may make what is there."""
    if not page.is_for_host and (
        _HOST_ROUTE.match(path) or _is_built(page, repository, path) or _is_copied(page, link, path)
    ):
        return "unknown"
    if is_part(page) or _leads_elsewhere(page, repository, unquote(link.path)) or _is_to_be_written(page, link):
        return "unknown"
    actual = None if _is_outside(path) else repository.other_case(path)
    if actual is not None:
        reason = "" if page.format is not None else path
        return Violation(link.span, "wrong-case", reason=reason, target=link.destination, path=path, suggestion=actual)
    service = _ON_SERVICE.fullmatch(link.path) if page.site is None or page.site.is_host else None
    if service and not repository.exists(service["project"].partition("/")[0]):
        reason, named = service["project"], _titled(page, repository, service["name"])
        return Violation(link.span, "service", reason=reason, target=link.destination, suggestion=named)
    reason, suggestion = _guess(page, repository, link, path) or ("", None)
    if not page.is_for_host:
        place = None if suggestion else elsewhere(page, repository, link.path, path)
        destination = place and destination_like(page, link, join(*place))
        if place is not None and destination is not None:
            return _in_another_folder(link, path, place, destination)
        if page.format is None and reason != _SOURCE and not reason.startswith(_BESIDE):
            reason = path if _is_outside(path) else missing_part(repository, path)
    message = "outside" if _is_outside(path) else "missing"
    return Violation(link.span, message, reason=reason, target=link.destination, path=path, suggestion=suggestion)


def _misplaced(repository: Repository, link: Link | Definition) -> Violation | None:
    """Return what is wrong with an address that has something else in it: a link, or lines in place of a path."""
    target, path = link.destination, link.path
    nested = _NESTED.search(path) if "/blob/[" in path else None
    if nested is not None:
        path = f"{path[: nested.start()]}{nested['text']}{path[nested.end() :]}"
        reason, found = nested["text"], nested.group()
        return Violation(link.span, "nested", reason=reason, target=target, nested=found, suggestion=path)
    lines = _LINES.search(target) if "/blob/" in path else None
    if lines is not None and not repository.exists(lines["lines"]):
        return Violation(link.span, "lines", reason="lines", target=target, suggestion=None)
    return None


def _titled(page: Page, repository: Repository, name: str) -> str | None:
    """Return the destination of the page in the folder of another one whose name has the words of a title."""
    folder = dirname(page.path)
    pages = repository.remembered(_titles, folder)
    found = pages.get(_words(unquote(name)))
    return found and destination_to(page, join(folder, found))


def _titles(repository: Repository, folder: str) -> dict[str, str]:
    """Return the names of pages in a folder, by their words."""
    names = (name for name in repository.listing(folder) or () if name.endswith(".md"))
    return {_words(name.removesuffix(".md")): name for name in names}


def _words(name: str) -> str:
    """Return the words of a name without its number, signs and `and`, which exporters write differently."""
    words = re.findall(r"[^\W_]+", _NUMBER.sub("", name.lower()))
    return " ".join(word for word in words if word != "and")


def _is_to_be_written(page: Page, link: Link | Definition) -> bool:
    """Whether a target is yet to be written: `[name](name.md) _(To be generated)_`.

    Instructions for models may only say that there should be a link: `[name](url)`, `[name](docs/{name}.md)`, how to
    write one on a site: `<Card href="/guide">`, or where to save what a model makes: `save it in the [spec](/spec/)`.
    Any page may show how to write a link: `e.g. [name](link)`.
    """
    if page.convention is not None:
        is_of_component = link.is_html and link.destination.startswith("/")
        if is_of_component or _NO_DESTINATION.search(link.destination) is not None:
            return True
        if _SAVED_IN.search(page.source.text, max(0, link.start - _BEFORE), link.start):
            return True
    if link.destination in _ANY and _SAMPLE.search(page.source.text, max(0, link.start - _BEFORE_SAMPLE), link.start):
        return True
    return _TO_BE_WRITTEN.match(page.source.text, link.end) is not None


def _leads_elsewhere(page: Page, repository: Repository, path: str) -> bool:
    """Whether a link leads somewhere from another place of its page: a copy on a site, its first site, or rustdoc.

    A workflow may push a folder `wiki/` to the wiki of the host, where names of pages have no suffix.
    """
    if is_fetched(page) or leads_from_copy(page, repository, path):
        return True
    folder = dirname(page.path)
    if basename(folder).lower() == "wiki" and repository.is_file(f"{normpath(join(folder, path))}.md"):
        return True
    if page.is_for_host:
        return False
    from doclint.sites.support.code_docs import may_be_item

    return may_be_item(repository, page.path, path)


def _is_dead_on_host(page: Page, repository: Repository, link: Link | Definition) -> bool:
    target = target_of(page, link.destination) if page.site is None or page.site.is_host else None
    return target is not None and not repository.exists(target.path)


def _on_disk(page: Page, repository: Repository, link: Link | Definition) -> Violation | None:
    """Return the violation of a path on a disk, which may end with a path of the repository; None if it is made up."""
    path = unquote(link.path, errors="surrogateescape").replace("\\", "/")
    if _PLACEHOLDER.search(path):
        return None
    parts = path.split("/")[-_DEEPEST:]
    ends = ("/".join(parts[start:]) for start in range(1, len(parts)))
    end = first_existing(repository, (one for one in ends if one and not one.startswith(("/", "."))))
    suggestion = end and destination_like(page, link, end)
    return Violation(link.span, "on-disk", reason="on a disk", target=link.destination, suggestion=suggestion)


def _is_outside(path: str) -> bool:
    return path == ".." or path.startswith("../")


def _is_built(page: Page, repository: Repository, path: str) -> bool:
    """Whether a build makes a path: its template is there, or `.gitignore` has it, but not the page as well."""
    if _is_outside(path):
        return False
    if first_existing(repository, (path + suffix for suffix in _TEMPLATES)) is not None:
        return True
    return repository.is_ignored(path) and not repository.is_ignored(page.path)


def _is_copied(page: Page, link: Link | Definition, path: str) -> bool:
    """Whether a workflow copies what is at a path into the site of a page, such as the documentation of the code."""
    site = page.site
    return bool(site and not site.is_host and link.path.endswith((".html", "/")) and is_copied(site, page.path, path))


def _in_another_folder(link: Link | Definition, path: str, place: Place, destination: str) -> Violation:
    """Return the violation of a link whose path exists below another folder. All of one folder have one cause."""
    folder = f"{place.folder}/" if place.folder else None
    return Violation(
        link.span,
        "elsewhere",
        reason=folder or "./",
        target=link.destination,
        path=path,
        folder=folder,
        root=None if folder else "root",
        suggestion=destination,
    )


_Guess: TypeAlias = tuple[str, str]
"""In which way a link is wrong, and the destination that is most likely meant."""


def _guess(page: Page, repository: Repository, link: Link | Definition, path: str) -> _Guess | None:
    """Return what is most likely wrong with a link to a path that does not exist."""
    if _is_outside(path):
        return _at_other_depth(page, repository, link)
    if _DOMAIN.match(link.destination):
        return "no scheme", f"https://{link.destination}"
    found = _at_other_depth(page, repository, link) or _without_suffix(page, repository, link, path)
    return found or _beside(page, repository, link, path) or _misspelled(page, repository, link, path)


def _to(page: Page, link: Link | Definition, path: str, reason: str) -> _Guess | None:
    """Return the guess that a path is meant; None if the site has no link to it."""
    destination = destination_like(page, link, path)
    return None if destination is None else (reason, destination)


def _at_other_depth(page: Page, repository: Repository, link: Link | Definition) -> _Guess | None:
    """Return the guess that a link has a `../` too few or too many, if it leads to something with more or fewer."""
    path = link.path.removeprefix("./")
    attempts = [("one level short", f"../{path}")]
    while path.startswith("../") and len(attempts) < _ATTEMPTS:
        path = path.removeprefix("../")
        attempts.append(("too many levels up", path))
    for reason, attempt in attempts:
        found = normpath(join(dirname(page.path), attempt))
        if found not in (".", page.path) and not _is_outside(found) and repository.exists(found):
            return _to(page, link, found, reason)
    return None


def _without_suffix(page: Page, repository: Repository, link: Link | Definition, path: str) -> _Guess | None:
    """Return the guess that a link names a page as its site does (`guide` or `guide.html`), or with `.md.md`.

    On a page that no site has, `/guide` may mean a page in its own folder, or else in the nearest one above.
    """
    plain, suffix = splitext(path)
    if suffix and plain.endswith(suffix) and repository.exists(plain):
        return _to(page, link, plain, "suffix twice")
    if suffix not in ("", ".html"):
        return None
    is_on_host = page.site is None or page.site.is_host
    folders = above(dirname(page.path)) if link.path.startswith("/") and is_on_host else ()
    stems = (join(folder, path).removesuffix(".html") for folder in (*folders, ""))
    source = first_existing(repository, (stem + suffix for stem in stems for suffix in _SOURCES))
    return None if source is None else _to(page, link, source, _SOURCE)


def _beside(page: Page, repository: Repository, link: Link | Definition, path: str) -> _Guess | None:
    """Return the guess that a generated page links one of a folder beside its own as if it were in the same folder."""
    own = dirname(page.path)
    if page.kind is None or dirname(path) != own:
        return None
    above = dirname(own)
    folders = [join(above, name) for name in repository.folders(above)]
    found = [one for one in folders[:_MOST_BESIDE] if repository.is_file(join(one, basename(path)))]
    if len(found) != 1:
        return None
    return _to(page, link, join(found[0], basename(path)), f"{_BESIDE}{basename(found[0])}/")


def _misspelled(page: Page, repository: Repository, link: Link | Definition, path: str) -> _Guess | None:
    folder = dirname(path)
    name = misspelled_file(basename(path), repository.listing(folder) or ())
    if name is None or join(folder, name) == page.path:
        return None
    return _to(page, link, join(folder, name), "misspelled")


def _fix(page: Page, link: Link | Definition, violation: Violation) -> Fix | None:
    """Return the fix that writes the suggestion; it is safe if only the case of a name is wrong."""
    suggestion = violation.arguments["suggestion"]
    if not isinstance(suggestion, str):
        return None
    if suggestion == f"https://{link.destination}":
        return with_scheme(page, link)
    if violation.message != "wrong-case":
        return with_path(page, link, suggestion, safe=False)
    path = destination_like(page, link, suggestion)
    if link.destination.startswith("/") and (page.site is None or page.site.is_host):
        path = f"/{suggestion}"
    if path is None or path.startswith("/") != link.destination.startswith("/"):
        return None
    return with_path(page, link, path if link.destination.startswith("./") else path.removeprefix("./"), safe=True)
