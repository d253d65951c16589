"""The source folder of a site that Jekyll builds, which of its files become pages, and what Liquid brings to these.

The facts are those of Jekyll 4.3 (`entry_filter.rb`, `reader.rb`) and of jekyll-optional-front-matter 0.3.
"""

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from posixpath import basename, join, splitext
from typing import Any, NamedTuple

from doclint.errors.expressions import expression
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
_TAG = expression(r"\{%-?\s*+(?P<name>\w++)(?P<rest>(?:[^%{]|%(?!\})|\{(?!%)){0,500})%\}")
_RAW = expression(
    r"\{%-?\s*raw\s*-?%\}(?:[^{]|\{(?!%-?\s*endraw))*+|\{%-?\s*comment\s*-?%\}(?:[^{]|\{(?!%-?\s*endc))*+"
)
_FILE = expression(r"\s*+(?P<file>[\w./()+~#@-]++)")
# Tags of Liquid and Jekyll, and of plug-ins of GitHub Pages, that bring no text with ids.
_PLAIN_TAGS = frozenset(
    "assign break capture case comment continue cycle decrement else elsif endcapture endcase endcomment endfor "
    "endhighlight endif endraw endtablerow endunless for highlight if increment link post_url raw tablerow unless when "
    "feed_meta gist seo octicon avatar github_edit_link".split()
)
_INCLUDING = ("include", "include_cached", "include_relative")
_OUTPUT_ALONE = expression(r"^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$", re.MULTILINE)


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
        is_optional = self.has_plugin(_OPTIONAL, "optional_front_matter")
        return is_optional and splitext(basename(page))[0].upper() not in _FOR_GITHUB

    def _is_excluded(self, path: str, *, is_part: bool) -> bool:
        """Whether Jekyll leaves out a file: by its settings, or because a folder above it is special."""
        if any(_is_match(path, pattern) for pattern in strings(self._settings.get("include"))):
            return False
        parts = path.split("/")
        is_special = any(part.startswith((".", "#", "~")) for part in parts) or parts[-1].startswith("_")
        if is_special or (path.startswith("_") and not is_part and not self._urls.collection_of(path)):
            return True
        return any(_is_match(path, pattern) for pattern in (*_EXCLUDED, *strings(self._settings.get("exclude"))))

    def has_plugin(self, name: str, setting: str) -> bool:
        """Whether a plug-in of GitHub Pages, which needs no `Gemfile`, is on: a setting may turn it off."""
        option = self._settings.get(setting)
        if isinstance(option, dict) and option.get("enabled") is False:
            return False
        return name in self.plugins or self._gems is None or name in self._gems or "github-pages" in self._gems

    @cached_property
    def _gems(self) -> str | None:
        """The text of the `Gemfile`, which GitHub Pages does not need."""
        files = (path for path in (join(self._site, "Gemfile"), "Gemfile") if self._repository.is_file(path))
        return next((page_text(self._repository, path) for path in files), None)

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


class Inclusion(NamedTuple):
    """A tag that brings text to a page: the file that it names, or None if only a build shows what it brings.

    A relative file is looked up from the folder of the page, another one among the includes of the site.
    """

    file: str | None
    is_relative: bool


def inclusions(text: str) -> Iterator[Inclusion]:
    """Yield what tags bring to a page.

    >>> list(inclusions("{% include a.md %} {% include_relative b.md %} {% toc %} {% raw %}{% include c.md %}"))
    [Inclusion(file='a.md', is_relative=False), Inclusion(file='b.md', is_relative=True), \
Inclusion(file=None, is_relative=False)]
    """
    for tag in _TAG.finditer(_RAW.sub("", text)) if "{%" in text else ():
        if tag["name"] not in _PLAIN_TAGS:
            file = _FILE.match(tag["rest"]) if tag["name"] in _INCLUDING and "{{" not in tag["rest"] else None
            yield Inclusion(file["file"] if file else None, tag["name"] == "include_relative")


def has_output_alone(text: str) -> bool:
    """Whether a line has nothing but the value of an expression, which may be text with headings."""
    return _OUTPUT_ALONE.search(text) is not None


def is_filled(text: str) -> bool:
    """Whether Liquid fills in parts of a text."""
    return "{{" in text or "{%" in text
