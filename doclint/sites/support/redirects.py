"""Redirects that a host of sites makes: the rules of Netlify, whose syntax other hosts have as well, and of Vercel."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from posixpath import join
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.repository.configuration import configuration, tables, text
from doclint.repository.repository import Repository
from doclint.sites.site import Site
from doclint.sites.support.pages import page_text

_RULE = expression(r"^[ \t]*(?:from[ \t]*=[ \t]*[\"'])?(/[^\s\"']*+)(?![^\n]*\s404!?[ \t]*$)", re.MULTILINE)
_PATTERN = expression(r"[*:(]")  # begins what stands for more than one path
_MOST_PREFIXES = 1_000


class Redirects(NamedTuple):
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
