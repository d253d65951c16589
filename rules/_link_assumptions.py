"""What doclint assumes of the links on sites, and the other ways to read a dead link by which it would lead somewhere.

Of a site that is misread, most links of one form are dead, and most of them lead somewhere from another folder.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from posixpath import basename, commonpath, dirname, join, normpath, splitext

from msgspec import Struct

from doclint import Page, Repository
from doclint.kit import expression, is_below
from doclint.page.claims import Assumption, AssumptionKind, Reading
from doclint.repository.names import names_of
from doclint.sites.site import FILE_SUFFIXES, Address, Site

_FROM_SOURCE = "x.md"
_FORMS = {
    "/x": "starts at the root of the site",
    "x/": "leads to a page of the site",
    "x.html": "leads to a page of the site",
    "a/x": "leads to a page of the site",
    "x": "leads to a page of the site",
    _FROM_SOURCE: "starts at the folder of the page",
}
_ON_HOST = {"/x": "starts at the root of the repository"}
# What GitHub shows to readers, whatever is built of the folder: there, links are those of a repository.
_FOR_HOST = tuple(
    "README Readme readme. CHANGELOG CODE_OF_CONDUCT CONTRIBUTING GOVERNANCE HISTORY LICENSE LICENCE MAINTAINERS "
    "SECURITY SUPPORT".split()
)
_FOR_SITE = ".mdx"  # a suffix that only sites give a meaning to
_PUBLISHED = ("static", "public")  # folders that sites are published with
_PAGE_BESIDE = expression(r"(?:\./)?[^/]+\.mdx?\Z")
_CLIMB = expression(r"(?:\.{0,2}/)+")
_LOCALE = expression(r"[a-z]{2}(?:[-_](?:[A-Za-z]{2}|[A-Z]?[a-z]{3}|419))?\Z")
_PAGE = expression(r"\.(?:md|mdx|html)\Z|/+\Z")
_SUFFIXES = ("", ".md", ".mdx", "/index.md", "/index.mdx", "/_index.md", "/README.md", ".html", ".rst", ".ipynb")
_MOST_HOLDERS = 200  # folders that have a name; a name of more of them says nothing
_MOST_ROOTS = 8  # of one link
_MOST_LOCALES = 40


def assumption_of(assumptions: Mapping[str, Assumption], path: str) -> Assumption | None:
    """Return what the target of a link with a path rests on, of the assumptions of its page; None for an empty path.

    Without a site, links to pages of the folder with a suffix count beside those without one.
    """
    if not path:
        return None
    form = _form(path)
    is_beside = form == _FROM_SOURCE and form not in assumptions and _PAGE_BESIDE.match(path) is not None
    return assumptions.get("x" if is_beside else form)


def reference_assumption(page: Page) -> Assumption | None:
    """Return what an undefined reference rests on; None if no site plays a part, which could resolve it."""
    link = page.remembered(link_assumptions).get(_FROM_SOURCE)
    if link is None:
        return None
    statement = link.statement.partition(", so a link")[0] + ", so a reference has to be defined on its page"
    return link._replace(kind="references", form="[text][label]", statement=statement)


def _form(path: str) -> str:
    if path.startswith("/"):
        return "/x"
    if path.endswith("/"):
        return "x/"
    suffix = splitext(path)[1].lower()
    if suffix == ".html":
        return "x.html"
    if suffix in FILE_SUFFIXES:
        return _FROM_SOURCE
    return "a/x" if "/" in path else "x"


def link_assumptions(page: Page) -> Mapping[str, Assumption]:
    """Return the assumption that links of each form on a page rest on; none if links mean what they mean on GitHub.

    Where no site has the page, the configuration of a site around it makes doubtful what its links mean. Without one,
    only links from a root are doubtful, which hardly anyone writes for GitHub, and links to pages in the folder without
    a suffix, unless a generator writes them.
    """
    site = page.remembered(_involved)
    if site is None or page.repository is None:
        return {}
    if site.is_host:
        may_be_of_site = page.format is None and not _is_of_host(page.path)
        top, folder = page.path.partition("/")[0], dirname(page.path) if may_be_of_site else ""
        return page.repository.answered((_without_site, top, folder), lambda: dict(_without_site(top, folder)))
    find = _on if page.site is site else _beside
    key = find, site.id, site.config, site.folder
    return page.repository.answered(key, lambda: dict(find(site)))


def _involved(page: Page) -> Site | None:
    """Return the site that has a page or, if none has it, one whose configuration is around it.

    If there is none either, that is the host, for pages that may belong to a site which a build makes of copies.
    """
    site, repository = page.site, page.repository
    if repository is None or site is None or page.is_for_host or _is_hidden(page.path):
        return None
    is_of_host = _is_of_host(page.path)
    if not site.is_host:
        return None if is_of_host else site
    if page.convention is not None or page.sites.is_given(page.path):
        return None
    if around := _around(page, repository):
        return None if is_of_host else around[0]
    return site if "/" in page.path else None


def _below(page: Page, repository: Repository) -> list[Site]:
    """Return the sites around a page whose folders are below that of the page."""
    folder = dirname(page.path)
    return [one for one in _around(page, repository) if one.folder != folder and is_below(one.folder, folder)]


def _around(page: Page, repository: Repository) -> list[Site]:
    return [one for one in page.sites.around(page.path, repository) if not _is_hidden(one.folder)]


def _is_of_host(path: str) -> bool:
    return basename(path).startswith(_FOR_HOST) and not path.endswith(_FOR_SITE)


def _is_hidden(path: str) -> bool:
    """Whether a folder of a path is hidden, or the last part of it."""
    return path.startswith(".") or "/." in path


def _on(site: Site) -> Iterator[tuple[str, Assumption]]:
    root = site.content[0] if site.content else site.folder
    what = f"the pages in `{root}/` are" if root else "the pages are"
    return _each(site, f"{what} built by {site.description}", _FORMS, _setting(root, Site.id))


def _beside(near: Site) -> Iterator[tuple[str, Assumption]]:
    leads = dict.fromkeys(_FORMS, "leads to a file with exactly that path") | _ON_HOST
    what = f"the site that `{near.config}` configures does not have these pages"
    return _each(near, what, leads, _setting(near.folder, near.id), "not on ")


def _without_site(top: str, folder: str) -> Iterator[tuple[str, Assumption]]:
    statement = f"no site has the pages in `{top}/`, so a link like `/x` {_ON_HOST['/x']}"
    yield "/x", Assumption("root-links", f"none {top}", "/x", statement, _setting(top, "other"))
    if folder:
        statement = f"no site has the pages in `{folder}/`, so a link to one of them has its suffix"
        yield "x", Assumption("page-links", f"none {folder}", "x", statement, _setting(folder, "other"))


def _each(
    site: Site, what: str, leads: Mapping[str, str], setting: str, prefix: str = ""
) -> Iterator[tuple[str, Assumption]]:
    subject = f"{prefix}{site.id} {site.config or site.folder}"
    for form, lead in leads.items():
        kind: AssumptionKind = "relative-links" if form == _FROM_SOURCE else "links"
        yield form, Assumption(kind, subject, form, f"{what}, so a link like `{form}` {lead}", setting)


def _setting(folder: str, id_: str) -> str:
    import json

    value = json.dumps(id_)
    return f"site = {{ {json.dumps(folder, ensure_ascii=False)} = {value} }}" if folder else f"site = {value}"


def readings(page: Page, repository: Repository, link: str, path: str) -> Iterable[Reading]:
    """Yield the other ways to read a link, as it is written without quotes, that leads to a path where nothing is."""
    site = page.remembered(_involved)
    if page.site is None or site is None:
        return
    yield from _depths(page, repository, page.site, link)
    rest = normpath(_CLIMB.sub("", link, count=1)) if _CLIMB.match(link) else normpath(link)
    if rest.startswith("."):
        return
    if site.is_host and not link.startswith("/"):  # no other root, so the names of all files do not matter
        yield from (Reading("suffix", suffix) for suffix in _suffixes(path, repository.exists))
        return
    names = repository.remembered(_named)
    if site.is_host:
        yield from (Reading("suffix", suffix) for suffix in names.suffixes(path))
        yield from _nearest((root for root in names.roots(rest) if basename(root) in _PUBLISHED), page)
        return
    assumed = _in_front(path, rest)
    roots = (root for root in names.roots(rest) if root != assumed)
    if not link.startswith("/"):
        # A link in another book or site is not relative to this one's pages, and those of this one are not to that. But
        # a build may copy a page to a site that is further down.
        inner = [one for near in _below(page, repository) for one in near.content or [near.folder]]
        folders = [*site.content, *inner]
        roots = (root for root in roots if any(is_below(root, folder) for folder in folders))
        if _form(link) == _FROM_SOURCE:
            # What is below the folder of the page lacks a folder in front, which is a slip of whoever wrote it.
            def is_slip(root: str) -> bool:
                return is_below(root, dirname(page.path)) and not any(is_below(root, folder) for folder in inner)

            roots = (root for root in roots if not is_slip(root))
    if _form(link) == _FROM_SOURCE:
        yield from _nearest(roots, page)
        return
    yield from _nearest(roots, page)
    yield from (Reading("suffix", suffix) for suffix in names.suffixes(path))
    yield from _prefixes(page, site, names, assumed, rest)
    yield from (Reading("locale", name) for name in _locales(repository, names, assumed, path))


def _in_front(path: str, rest: str) -> str:
    """Return the folder from which the end of a path is the rest, whatever their suffixes are; else the root."""
    stem, end = f"/{_PAGE.sub('', path)}", f"/{_PAGE.sub('', rest)}"
    return stem.removesuffix(end)[1:] if stem.endswith(end) else ""


def _depths(page: Page, repository: Repository, site: Site, link: str) -> Iterator[Reading]:
    """Yield the depths at which a link to a file, or to a page of the site, would lead somewhere."""
    path = link.removeprefix("./")
    attempts = [] if link.startswith("/") else [("+1", f"../{path}")]
    if path.startswith("../"):
        attempts.append(("-1", path.removeprefix("../")))
    for value, attempt in attempts:
        found = site.candidates(Address(page.path, attempt)) or ()
        if any(one not in ("", page.path) and repository.exists(one) for one in found):
            yield Reading("depth", value)


def _nearest(roots: Iterable[str], page: Page) -> Iterator[Reading]:
    """Yield the roots that share most with the path of the page."""

    def distance(root: str) -> tuple[int, int, str]:
        return -len(commonpath([root, page.path])), len(root), root

    yield from (Reading("root", root) for root in sorted(set(roots), key=distance)[:_MOST_ROOTS])


def _prefixes(page: Page, site: Site, names: "_Named", assumed: str, rest: str) -> Iterator[Reading]:
    """Yield what is in front of a path that exists without it: a version, the base of the published site."""
    first, _, inner = rest.partition("/")
    if not inner:
        return
    is_page = any(names.suffixes(join(root, inner), 0) for root in dict.fromkeys((assumed, *site.content)))
    if is_page or any(map(names.has, site.candidates(Address(page.path, f"/{inner}")) or ())):
        yield Reading("prefix", first)


def _locales(repository: Repository, names: "_Named", assumed: str, path: str) -> Iterator[str]:
    """Yield the languages in which a path exists; the empty one is that of the folder around all languages."""
    parts = path.split("/")
    at = next((number for number, part in enumerate(parts[:-1]) if _LOCALE.match(part)), None)
    if at is None:
        root, rest = assumed, path[len(assumed) :].strip("/")
    else:
        root, rest = "/".join(parts[:at]), "/".join(parts[at + 1 :])
    for name in ("", *repository.remembered(_languages, root)):
        if (name or at is not None) and names.suffixes(join(root, name, rest), 0):
            yield name


def _languages(repository: Repository, folder: str) -> list[str]:
    return [name for name in repository.folders(folder) if _LOCALE.match(name)][:_MOST_LOCALES]


def _suffixes(path: str, has: Callable[[str], bool], start: int = 1) -> list[str]:
    """Return the suffixes with which a path exists; from a `start` of 1 without the path as it is."""
    stem = _PAGE.sub("", path)
    if stem == path and splitext(path)[1] in FILE_SUFFIXES:
        return [""] if not start and has(path) else []
    return [one for one in _SUFFIXES if (not start or stem + one != path) and has(stem + one)]


class _Named(Struct, frozen=True):
    """The folders that have each name, to look up many paths without depending on each of them."""

    holders: Mapping[str, frozenset[str]]

    def has(self, path: str) -> bool:
        return dirname(path) in self.holders.get(basename(path), ())

    def suffixes(self, path: str, start: int = 1) -> list[str]:
        return _suffixes(path, self.has, start)

    def roots(self, path: str) -> Iterator[str]:
        """Yield the folders that have a path, as it is or with another suffix."""
        stem = _PAGE.sub("", path)
        is_file = stem == path and splitext(path)[1] in FILE_SUFFIXES
        for variant in [path] if is_file else [stem + one for one in _SUFFIXES]:
            yield from self._in_front_of(variant)

    def _in_front_of(self, path: str) -> Iterator[str]:
        parts = path.split("/")
        held = [self.holders.get(part, frozenset[str]()) for part in parts]
        at = min(range(len(parts)), key=lambda one: len(held[one]))
        if len(held[at]) > _MOST_HOLDERS:
            return
        above = "/".join(parts[:at])
        for folder in held[at]:
            if f"/{folder}".endswith(f"/{above}") or not above:
                root = folder.removesuffix(above).rstrip("/")
                if not _is_hidden(root) and self.has(join(root, path)):
                    yield root


def _named(repository: Repository) -> _Named:
    return _Named({name: frozenset(folders) for name, folders in names_of(repository).holders.items()})
