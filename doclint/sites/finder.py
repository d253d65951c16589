"""The search for the site of each page: by what the settings say, or else by the configuration of a generator.

The configuration lies in a folder that contains the page, or in a folder beside one of these: pages in `docs/` are
often built from `website/`. Of several sites that have a page, the one with the innermost folder of pages wins.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from posixpath import basename, dirname, join

from doclint.repository.paths import above, below, is_below
from doclint.repository.repository import Repository
from doclint.sites.registry import by_evidence, by_pattern, installed, sites_shown_by
from doclint.sites.site import Site
from doclint.sites.support.pages import LOCALE

# Folders with such names beside the pages may have the configuration of their site.
_BESIDE = ("website", "site", "docs", "doc", "documentation", "www", "web", "docsite", "docs-site")
# Folders at the root may have the configuration of a site whose pages are elsewhere: `.ci/mkdocs/mkdocs.yml`.
_HIDDEN = (".ci", ".config", ".docs", ".github", ".mkdocs")
_OF_COPIES = "docs-site"  # it shows nothing about pages beside it, unless a build copies these to it
_MOST_HIDDEN = 20  # folders in one of these
_MOST_VARIANTS = 20  # of a configuration, in a folder
_MOST_LANGUAGES = 100


class Sites:
    """Finds the site of each page.

    `given` has the ids of sites by folder, as the settings state them. It decides for all pages below these folders,
    whatever configuration is there; the site `none` is that of pages that no generator builds.
    """

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self.given = {folder.strip("/"): id_ for folder, id_ in (given or {}).items()}

    def of(self, page: str, repository: Repository) -> Site:
        """Return the site that a page is on, which is `Site` itself if no generator builds one."""
        place = self._given_folder(page)
        if place is not None:
            return self._given_site(place, repository)
        sites = self.around(page, repository)
        there = [(content, site) for site in sites if (content := site.content_of(page)) is not None]
        return max(there, key=lambda one: (len(one[0]), one[1].is_certain))[1] if there else host(repository)

    def around(self, page: str, repository: Repository) -> list[Site]:
        """Return the sites that are configured around a page, whether or not they have the page."""
        folder = dirname(page)
        return repository.answered(_key("sites", folder), lambda: list(_sites(folder, repository)))

    def is_given(self, page: str) -> bool:
        """Whether the settings say which site a page is on."""
        return self._given_folder(page) is not None

    def _given_folder(self, page: str) -> str | None:
        """Return the innermost folder of a page for which the settings state a site; None if they state none."""
        return next((folder for folder in (*above(dirname(page)), "") if folder in self.given), None)

    def _given_site(self, folder: str, repository: Repository) -> Site:
        id_ = self.given[folder]
        if id_ == Site.id:
            return host(repository)
        class_ = installed()[id_]
        config = next((join(folder, name) for name in class_.evidence if repository.exists(join(folder, name))), None)

        def make() -> Site:
            return class_.at(repository, folder, config) or class_(repository, folder)

        return repository.answered(_key("given site", folder, id_), make)


NO_SETTINGS = Sites()


def host(repository: Repository) -> Site:
    """Return the view of the host, where links mean what they mean in the repository."""
    return repository.answered(_key("host"), lambda: Site(repository))


def may_configure(path: str, repository: Repository) -> bool:
    """Whether a file configures a site, or did so if it is gone: the file or a folder that it is in is evidence."""
    parts = path.split("/")
    places = [("/".join(parts[:index]), name) for index, name in enumerate(parts) if sites_shown_by(name)]
    return any(not repository.exists(join(*one)) or _sites_at(*one, repository) for one in places)


def configured_elsewhere(repository: Repository, *, is_served: bool = False) -> Site:
    """Return the site of pages that a generator builds whose configuration is in another repository.

    They have front matter, or else the page `is_served` as it is, under a name that sites have.
    """
    from doclint.sites.other import Elsewhere

    if is_served:
        return repository.answered(_key("served"), lambda: Elsewhere(repository, "sites serve a file of this name"))
    return repository.answered(_key("elsewhere"), lambda: Elsewhere(repository))


def _key(*parts: str) -> tuple[object, ...]:
    """Return a key that is not about one path: a site keeps its repository, so no other repository may remember it."""
    return ("site", parts)


def _sites(folder: str, repository: Repository) -> Iterator[Site]:
    """Yield the sites that may have the pages in a folder, those with the innermost configuration first."""
    for place, name in _evidence(folder, repository):
        sites = repository.answered(_key("sites at", place, name), partial(_sites_at, place, name, repository))
        is_apart = basename(place) == _OF_COPIES or place.partition("/")[0] in _HIDDEN
        is_apart = is_apart and not is_below(folder, place)
        for site in sites:
            if not (is_apart or site.is_apart) or site.content_of(join(folder, "page")) is not None:
                yield site


def _sites_at(folder: str, name: str, repository: Repository) -> list[Site]:
    found = (class_.at(repository, folder, join(folder, name)) for class_ in sites_shown_by(name))
    return [site for site in found if site is not None]


def _evidence(folder: str, repository: Repository) -> Iterator[tuple[str, str]]:
    """Yield the evidence for sites that may have the pages in a folder: the folder and the name of each."""
    for place in (*above(folder), ""):
        for one in _around(place, folder, repository):
            yield from ((one, name) for name in _names(one, repository))


def _around(place: str, folder: str, repository: Repository) -> Iterator[str]:
    """Yield a folder above the pages and the folders in it that may have the configuration of their site.

    If the pages are in the folder of a language, that may be in the folder of another one.
    """
    yield place
    inner = (below(folder, place) or "").partition("/")[0]
    others = repository.folders(place) if LOCALE.match(inner) else ()
    languages = [name for name in others if LOCALE.match(name) and name != inner]
    for beside in (join(place, name) for name in (*_BESIDE, *languages[:_MOST_LANGUAGES])):
        if repository.is_folder(beside) and not is_below(folder, beside):
            yield beside
    for hidden in filter(repository.is_folder, _HIDDEN if not place else ()):
        yield from (hidden, *(join(hidden, name) for name in repository.folders(hidden)[:_MOST_HIDDEN]))


def _names(folder: str, repository: Repository) -> list[str]:
    def find() -> list[str]:
        beginnings = {pattern.partition("*")[0] for pattern in by_pattern()}
        further = [name for start in beginnings for name in repository.names_beginning(start, folder)]
        names = [name for name in further if name not in by_evidence() and sites_shown_by(name)]
        return [*repository.names_among(by_evidence(), folder), *names[:_MOST_VARIANTS]]

    return repository.answered(_key("evidence", folder), find)
