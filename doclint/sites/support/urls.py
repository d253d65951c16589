"""URLs within a site: paths with a slash in front, from the root of the site, and redirects from one to another."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.repository.configuration import configuration, tables, text
from doclint.repository.repository import Repository
from doclint.sites.site import Site
from doclint.sites.support.pages import page_text


def resolved(url: str, path: str) -> str:
    """Return the URL that a path leads to from the page at a URL, as RFC 3986, section 5.2, has it.

    >>> resolved("/docs/api", "cli"), resolved("/docs/api/", "./cli/"), resolved("/docs/api", "../../..")
    ('/docs/cli', '/docs/api/cli/', '/')
    """
    whole = join(dirname(url), path)
    normal = "/" + normpath(whole).lstrip("/")
    return f"{normal}/" if whole.endswith(("/", "/.", "/..")) and normal != "/" else normal


def path_of(url: str) -> str:
    """Return the path of a URL without a slash in front; empty if the URL cannot be read.

    >>> path_of("https://example.org/docs/"), path_of("/docs/"), path_of("http://[x")
    ('docs/', 'docs/', '')
    """
    try:
        return urlsplit(url).path.lstrip("/")
    except ValueError:
        return ""


_RULE = expression(r"^[ \t]*(?:from[ \t]*=[ \t]*[\"'])?(/[^\s\"']*+)(?![^\n]*\s404!?[ \t]*$)", re.MULTILINE)
_PATTERN = expression(r"[*:(]")  # begins what stands for more than one path
_MOST_PREFIXES = 1_000


class Redirects(Struct, frozen=True):
    """The URLs that rules redirect, without slashes around them, and the beginnings of others that they redirect."""

    urls: frozenset[str]
    prefixes: tuple[str, ...]

    def have(self, url: str) -> bool:
        """Whether a rule redirects a URL, which has a slash in front."""
        return url.strip("/") in self.urls or url.startswith(self.prefixes)


def redirects_in(repository: Repository, folders: Collection[str]) -> Redirects:
    """Return what the rules in some folders redirect: those of `_redirects`, `netlify.toml` and `vercel.json`."""
    rules = list(_rules(repository, folders))
    prefixes = {rule[: found.start()] for rule in rules if (found := _PATTERN.search(rule))} - {"/"}  # `/* /404 404`
    return Redirects(frozenset(rule.strip("/") for rule in rules), tuple(sorted(prefixes)[:_MOST_PREFIXES]))


def is_redirected(site: Site, url: str, public: Iterable[str]) -> bool:
    """Whether the host redirects a URL, by rules beside a configuration, in the root, or in folders of public files."""
    find = partial(redirects_in, site.repository, (site.folder, "", *public))
    return site.repository.answered(("redirects", site.folder, site.id), find).have(url)


def _rules(repository: Repository, folders: Collection[str]) -> Iterator[str]:
    for path in dict.fromkeys(join(folder, name) for folder in folders for name in ("_redirects", "netlify.toml")):
        if repository.is_file(path):
            yield from _RULE.findall(page_text(repository, path))
    for path in dict.fromkeys(join(folder, "vercel.json") for folder in folders):
        found = configuration(repository, path) or {}
        yield from (text(one.get("source")) for key in ("redirects", "rewrites") for one in tables(found.get(key)))
