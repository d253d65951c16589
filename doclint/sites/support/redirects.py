"""Redirects that a host of sites makes: the rules of Netlify, whose syntax other hosts have as well."""

import re
from collections.abc import Iterable, Iterator
from posixpath import join
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.repository.repository import Repository
from doclint.sites.support.pages import page_text

_RULE = expression(r"^[ \t]*(?:from[ \t]*=[ \t]*[\"'])?(/[^\s\"']*)", re.MULTILINE)
_MOST_PREFIXES = 1_000


class Redirects(NamedTuple):
    """The URLs that rules redirect, without slashes around them, and the beginnings of others that they redirect."""

    urls: frozenset[str]
    prefixes: tuple[str, ...]

    def have(self, url: str) -> bool:
        """Whether a rule redirects a URL, which has a slash in front."""
        return url.strip("/") in self.urls or url.startswith(self.prefixes)


def redirects_in(repository: Repository, folders: Iterable[str]) -> Redirects:
    """Return what the rules in some folders redirect: those of `_redirects` and of `netlify.toml`."""
    rules = list(_rules(repository, folders))
    prefixes = {rule.partition("*")[0].partition(":")[0] for rule in rules if "*" in rule or ":" in rule}
    return Redirects(frozenset(rule.strip("/") for rule in rules), tuple(sorted(prefixes)[:_MOST_PREFIXES]))


def _rules(repository: Repository, folders: Iterable[str]) -> Iterator[str]:
    for path in dict.fromkeys(join(folder, name) for folder in folders for name in ("_redirects", "netlify.toml")):
        if repository.is_file(path):
            yield from _RULE.findall(page_text(repository, path))
