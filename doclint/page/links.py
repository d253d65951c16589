"""Where the links of a page lead."""

import re
from functools import lru_cache
from posixpath import dirname, join, normpath
from typing import NamedTuple
from urllib.parse import unquote

from doclint.code.languages import language_of
from doclint.markdown.nodes import Definition, Link
from doclint.page.page import Page

# A scheme has no dot here and more than a letter: `app.md:3` and `C:/x` are paths.
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+-]+:|//|\\\\", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s/@]+@[^\s/@]+\.[a-z]{2,}\Z", re.IGNORECASE)
_TEMPLATED = re.compile(r"\{\{|\{%|\$\{|<[^<>]*+>")
_SITE_SUFFIXES = (".md", ".rst", ".ipynb", "/index.md", "/README.md")


class Target(NamedTuple):
    """A place in the repository: the path from its root, empty for the root itself, and the fragment.

    A path that begins with `../` lies outside the repository.
    """

    path: str
    fragment: str


def target_of(page: Page, destination: str) -> Target | None:
    """The target of a relative link; None for what is no path: other addresses, mail addresses, unfilled templates."""
    return _target(page.path, destination, page.kind is not None)


@lru_cache(maxsize=1024)  # several rules ask for the same links of a page
def _target(own: str, destination: str, is_generated: bool) -> Target | None:  # noqa: FBT001
    if _ELSEWHERE.match(destination) or _is_templated(destination) or _is_mail_address(destination):
        return None
    path, _, fragment = destination.partition("#")
    path, fragment = path.partition("?")[0], unquote(fragment) if "%" in fragment else fragment
    if "%" in path:
        path = unquote(path, errors="surrogateescape")  # names of files need be no text
    if not path:
        return Target(own, fragment)
    if path.startswith("/"):
        # GitHub takes the root of the repository, other renderers that of a site: known only for pages that a generator
        # wrote for the repository.
        return Target(_normal(path.lstrip("/")), fragment) if is_generated else None
    return Target(_beside(dirname(own), path), fragment)


def _beside(folder: str, path: str) -> str:
    """A path from a folder as one from the root."""
    name = path.removeprefix("./")
    # Most links are to what lies in the same folder, which is told fast.
    if "/" in name or name in ("", ".", "..") or not folder or folder.startswith((".", "/")):
        return _normal(join(folder, path))
    return f"{folder}/{name}"


def _is_templated(destination: str) -> bool:
    return ("{" in destination or "<" in destination) and _TEMPLATED.search(destination) is not None


def _is_mail_address(destination: str) -> bool:
    """Whether it looks like one and not like a file: `me@example.org`, but not `logo@2x.png`."""
    if "@" not in destination:
        return False
    address = destination.partition("?")[0]
    return _ADDRESS.match(address) is not None and language_of(address) is None


def _normal(path: str) -> str:
    normal = normpath(path)
    return "" if normal == "." else normal


def link_targets(page: Page) -> list[Link | Definition]:
    """Everything that names a target: links that hold it themselves, and the definitions that references use."""
    links = [link for link in page.document.links if link.kind in ("inline", "html")]
    return [*links, *page.document.definitions]


def site_sources(path: str) -> list[str]:
    """The files of which a site generator would make the page that a link without their suffix names.

    >>> site_sources("guide.html")
    ['guide.md', 'guide.rst', 'guide.ipynb', 'guide/index.md', 'guide/README.md']
    """
    stem = path.removesuffix(".html")
    return [stem + suffix for suffix in _SITE_SUFFIXES]
