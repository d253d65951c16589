"""The source folder of a site that Jekyll builds, and which of its files become pages.

The facts are those of Jekyll 4.3 (`entry_filter.rb`, `reader.rb`) and of jekyll-optional-front-matter 0.3.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from posixpath import basename, join, splitext
from typing import Any

from doclint.repository.configuration import strings
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.support.jekyll_urls import Urls
from doclint.sites.support.pages import page_text

_EXCLUDED = ("Gemfile", "gemfiles", "node_modules", "vendor/bundle", "vendor/cache", "vendor/gems", "vendor/ruby")
# Pages that jekyll-optional-front-matter does not add (`FILENAME_BLACKLIST`).
_FOR_GITHUB = frozenset(
    "README LICENSE LICENCE COPYING CODE_OF_CONDUCT CONTRIBUTING ISSUE_TEMPLATE PULL_REQUEST_TEMPLATE".split()
)
_OPTIONAL = "jekyll-optional-front-matter"


class JekyllSource:
    """The source of a site with some settings. Paths in it are from its own folder."""

    def __init__(self, repository: Repository, folder: str, settings: Mapping[str, Any], urls: Urls) -> None:
        source = settings.get("source")
        self.folder = shortest(join(folder, source)) if isinstance(source, str) else folder
        includes = settings.get("includes_dir")
        self._includes = includes.strip("/") if isinstance(includes, str) else "_includes"
        self._repository = repository
        self._site = folder
        self._settings = settings
        self._urls = urls

    @property
    def includes_folder(self) -> str:
        """The folder of the files that pages include by name."""
        return join(self.folder, self._includes)

    def inner(self, path: str) -> str:
        """Return the path of a file from the source folder; empty if it is not below that."""
        return below(path, self.folder) or ""

    def is_part(self, path: str) -> bool:
        """Whether a file is only part of pages: an include or a layout."""
        return self.inner(path).startswith((f"{self._includes}/", "_layouts/"))

    def has(self, page: str) -> bool:
        """Whether Jekyll processes a page: it copies pages without front matter, unless a plug-in says otherwise."""
        if not is_below(page, self.folder) or self._is_excluded(self.inner(page), is_part=self.is_part(page)):
            return False
        data = self._repository.page(page)
        if data is None or data.startswith(b"---"):
            return True
        return self._has_optional_front_matter and splitext(basename(page))[0].upper() not in _FOR_GITHUB

    def _is_excluded(self, path: str, *, is_part: bool) -> bool:
        """Whether Jekyll leaves out a file: by its settings, or because a folder above it is special."""
        if any(_is_match(path, pattern) for pattern in strings(self._settings.get("include"))):
            return False
        parts = path.split("/")
        is_special = any(part.startswith((".", "#", "~")) for part in parts) or parts[-1].startswith("_")
        if is_special or (path.startswith("_") and not is_part and not self._urls.collection_of(path)):
            return True
        return any(_is_match(path, pattern) for pattern in (*_EXCLUDED, *strings(self._settings.get("exclude"))))

    @cached_property
    def _has_optional_front_matter(self) -> bool:
        """Whether Jekyll also processes pages without front matter: GitHub Pages does, which needs no `Gemfile`."""
        option = self._settings.get("optional_front_matter")
        if isinstance(option, dict) and option.get("enabled") is False:
            return False
        if _OPTIONAL in self.plugins:
            return True
        gemfiles = [path for path in (join(self._site, "Gemfile"), "Gemfile") if self._repository.is_file(path)]
        texts = [page_text(self._repository, path) for path in gemfiles[:1]]
        return not texts or any(_OPTIONAL in one or "github-pages" in one for one in texts)

    @property
    def plugins(self) -> list[str]:
        """The names of the plug-ins that the settings enable."""
        return [*strings(self._settings.get("plugins")), *strings(self._settings.get("gems"))]


def _is_match(path: str, pattern: str) -> bool:
    """Whether a setting names a file or a folder above it (`EntryFilter#glob_include?`)."""
    pattern = pattern.strip("/")
    return bool(pattern) and (
        path.startswith(pattern)
        or fnmatchcase(path, pattern)
        or any(fnmatchcase(part, pattern) for part in path.split("/"))
    )
