"""URLs within a site: paths with a slash in front, from the root of the site."""

from posixpath import dirname, join, normpath
from urllib.parse import urlsplit


def resolved(url: str, path: str) -> str:
    """Return the URL that a path leads to from the page at a URL, as RFC 3986, section 5.2, has it.

    >>> resolved("/docs/api", "cli"), resolved("/docs/api/", "./cli/"), resolved("/docs/api", "../../..")
    ('/docs/cli', '/docs/api/cli/', '/')
    """
    whole = join(dirname(url), path)
    normal = "/" + normpath(whole).lstrip("/")
    return f"{normal}/" if whole.endswith(("/", "/.", "/..")) and normal != "/" else normal


def below(url: str, route: str) -> str | None:
    """Return what follows a route in a URL, without slashes around it; None if the URL is not below it.

    >>> below("/docs/a/", "/docs"), below("/docs", "/docs/"), below("/docs2", "/docs"), below("/a", "/")
    ('a', '', None, 'a')
    """
    path, parent = url.strip("/"), route.strip("/")
    if not parent:
        return path
    return path[len(parent) :].strip("/") if f"{path}/".startswith(f"{parent}/") else None


def path_of(url: str) -> str:
    """Return the path of a URL without a slash in front; empty if the URL cannot be read.

    >>> path_of("https://example.org/docs/"), path_of("/docs/"), path_of("http://[x")
    ('docs/', 'docs/', '')
    """
    try:
        return urlsplit(url).path.lstrip("/")
    except ValueError:
        return ""
