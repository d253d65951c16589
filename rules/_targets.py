"""Where the link of a page leads."""

import re
from posixpath import dirname, join, normpath
from typing import NamedTuple
from urllib.parse import unquote

from doclint.nodes import Definition, Link
from doclint.page import Page

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|\\\\", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s/@]+@[^\s/@]+\.[a-z]{2,}\Z", re.IGNORECASE)
_TEMPLATED = re.compile(r"\{\{|\{%|\$\{|<[^>]*>")


class Target(NamedTuple):
    """A place in the repository: the path from its root, empty for the root itself, and the fragment.

    A path that begins with `../` lies outside the repository.
    """

    path: str
    fragment: str


def target_of(page: Page, destination: str) -> Target | None:
    """The target of a relative link; None for what is no path: other addresses, mail addresses, unfilled templates."""
    if _ELSEWHERE.match(destination) or _ADDRESS.match(destination) or _TEMPLATED.search(destination):
        return None
    path, _, fragment = destination.partition("#")
    path = unquote(path.partition("?")[0])
    if not path:
        return Target(page.path, unquote(fragment))
    if path.startswith("/"):
        # GitHub takes the root of the repository, other renderers that of a site: known only for pages that a generator
        # wrote for the repository.
        return Target(_normal(path.lstrip("/")), unquote(fragment)) if page.kind else None
    return Target(_normal(join(dirname(page.path), path)), unquote(fragment))


def _normal(path: str) -> str:
    normal = normpath(path)
    return "" if normal == "." else normal


def places(page: Page) -> list[Link | Definition]:
    """Everything that names a target: links that hold it themselves, and the definitions that references use."""
    links = [link for link in page.document.links if link.kind in ("inline", "html", "autolink")]
    return [*links, *page.document.definitions]
