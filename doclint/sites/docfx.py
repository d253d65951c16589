"""Docfx and Microsoft Learn, which is built from repositories with the same configuration.

The facts are those of the guides of docfx 2.78 ("Config", "Links and Cross References", "Markdown") and of the
contributor guide of Microsoft Learn ("Add links to articles", "Redirect an article").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, splitext
from typing import Any

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.slugs import slug, unique
from doclint.repository.configuration import configuration, strings, table, tables, text
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import FILE_SUFFIXES, Address, Includes, Site, from_page

_PUBLISHING = ".openpublishing.publish.config.json"
_REDIRECTIONS = ".openpublishing.redirection"
_INCLUDE = expression(r"\[!INCLUDE[ \t]*+(?:\[[^\[\]\n]*+\])?[ \t]*+\((?P<path>[^()\s]++)", re.IGNORECASE)
_TAB = "tab/"
_SECTION = "section"  # the id of a heading without a letter
_MOST_REDIRECTIONS = 100_000
_MOST_FILES = 100  # with redirections
_BUILT = (".html", ".yml", ".json")


class Docfx(Site):
    """A documentation set that docfx builds from the folder of `docfx.json`, for Microsoft Learn or any other site."""

    id = "docfx"
    name = "docfx"
    dialect = "markdig"
    evidence = ("docfx.json", _PUBLISHING)

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        settings = (configuration(repository, config) if config else None) or {}
        is_publishing = bool(config) and basename(config or "") == _PUBLISHING
        self._sets = [text(one.get("build_source_folder")) for one in tables(settings.get("docsets_to_publish"))]
        # What Learn takes from other repositories, and what docfx makes of sources, is not there before the build.
        others = [text(one.get("path_to_root")) for one in tables(settings.get("dependent_repositories"))]
        made = [text(one.get("dest")) for one in tables(settings.get("metadata")) if not self._has_pages(one)]
        self._absent = [shortest(join(folder, one)) for one in (*others, *made) if one]
        self._mappings = list(_mappings(table(settings, "build")))
        sources = self._sets if is_publishing else [source for source, _ in self._mappings]
        self.content = tuple(sorted({shortest(join(folder, one)) for one in sources})) or (folder,)
        if not is_publishing:
            self.content = tuple({*self.content, folder})

    def _has_pages(self, metadata: Mapping[str, Any]) -> bool:
        """Whether the pages that docfx makes of sources are in the repository: `Shop.Basket.md`."""
        names = self.repository.listing(shortest(join(self.folder, text(metadata.get("dest"))))) or ()
        return metadata.get("outputFormat") == "markdown" and any(
            one.endswith(".md") and one.count(".") > 1 for one in names
        )

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean; None for what is made or brought by the build, and for other sites."""
        suffix = splitext(address.path)[1]
        if address.path.startswith("/") or suffix.lower() not in FILE_SUFFIXES:
            return None
        path = shortest(join(self.folder, address.path[2:])) if address.path.startswith("~/") else from_page(address)
        if self.repository.exists(path):
            return [path]
        if any(is_below(path, one) for one in self._absent) or self._is_redirected(path):
            return None
        if suffix in _BUILT:
            stem = splitext(path)[0]
            found = [one + source for one in (stem, *self._sources(stem)) for source in (".md", ".yml")]
            return next(([one] for one in found if self.repository.exists(one)), None)
        other_case = None if path.startswith("../") else self.repository.other_case(path)  # Learn ignores case
        return [path, *([other_case] if other_case else []), *self._sources(path)]

    def _sources(self, path: str) -> Iterator[str]:
        """Yield the files that the configuration maps to a path: those of a folder, built into another one."""
        for source, destination in self._mappings:
            inner = below(path, shortest(join(self.folder, destination)))
            if inner is not None:
                yield shortest(join(self.folder, source, inner))

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of a page: headings without a letter are numbered sections."""
        bare = (heading for heading in document.headings if not slug(heading.text).strip("-_0123456789"))
        return document.anchors.union([_SECTION], unique(_SECTION for _ in bare))

    def includes(self, page: str, text: str) -> Includes:
        """Return what a page includes with `[!INCLUDE]`. What another repository has is not known."""
        found = [match["path"] for match in _INCLUDE.finditer(text)] if "[!" in text else []
        paths = [shortest(join(self.folder, one[2:]) if one[:2] == "~/" else join(dirname(page), one)) for one in found]
        there = tuple(one for one in paths if self.repository.is_file(one))
        return Includes(there, len(there) == len(paths))

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is a tab: `# [Linux](#tab/linux)`."""
        return fragment.startswith(_TAB)

    def _is_redirected(self, path: str) -> bool:
        """Whether Learn, which ignores case, redirects a page, or may do so by a file that is too large to be read."""
        redirected = self.repository.remembered(_redirections, self.folder)
        return redirected is None or path.casefold() in redirected


def _redirections(repository: Repository, folder: str) -> frozenset[str] | None:
    """Return what the files for redirections of a docset name as the source of one, in lower case.

    Paths are relative to the file. Return None if a file cannot be read.
    """
    found: set[str] = set()
    for file in {shortest(one) for place in {folder, ""} for one in _redirection_files(repository, place)}:
        stated = configuration(repository, file)
        if stated is None and repository.is_file(file):
            return None
        for one in tables((stated or {}).get("redirections"), _MOST_REDIRECTIONS):
            path, from_root = text(one.get("source_path")), text(one.get("source_path_from_root"))
            found.add((shortest(join(dirname(file), path)) if path else from_root.lstrip("/")).casefold())
    return frozenset(found)


def _redirection_files(repository: Repository, folder: str) -> Iterator[str]:
    """Yield the files for redirections in a folder, and those that the configuration for publishing there names."""
    for name in repository.listing(folder) or ():
        if name.startswith(_REDIRECTIONS) and name.endswith(".json"):
            yield join(folder, name)
    publishing = configuration(repository, join(folder, _PUBLISHING)) or {}
    yield from (join(folder, one) for one in strings(publishing.get("redirection_files"))[:_MOST_FILES])


def _mappings(build: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the folder and the folder of the site of each group of files that is built."""
    for key in ("content", "resource"):
        for one in tables(build.get(key)):
            yield text(one.get("src")) or text(one.get("cwd")), text(one.get("dest"))
