"""URLs within a site: paths with a slash in front, from the root of the site."""

from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

from doclint.repository.paths import below


def resolved(url: str, path: str) -> str:
    """Return the URL that a path leads to from the page at a URL, as RFC 3986, section 5.2, has it.

    >>> resolved("/docs/api", "cli"), resolved("/docs/api/", "./cli/"), resolved("/docs/api", "../../..")
    ('/docs/cli', '/docs/api/cli/', '/')
    """
    whole = join(dirname(url), path)
    normal = "/" + normpath(whole).lstrip("/")
    return f"{normal}/" if whole.endswith(("/", "/.", "/..")) and normal != "/" else normal


def without_base(url: str, base: str) -> str:
    """Return a URL without the base URL of its site, which it need not begin with.

    >>> without_base("/site/docs/a", "/site/"), without_base("/other/", "/site/")
    ('/docs/a', '/other/')
    """
    rest = below(url, base)
    return url if rest is None else f"/{rest}"


def with_base(url: str, base: str) -> str:
    """Return a URL of a site as it is on the host, with the base URL of the site in front.

    >>> with_base("/docs/a/", "/site/"), with_base("/docs/a/", "/")
    ('/site/docs/a/', '/docs/a/')
    """
    return f"/{base.strip('/')}".rstrip("/") + url


def path_of(url: str) -> str:
    """Return the path of a URL without a slash in front; empty if the URL cannot be read.

    >>> path_of("https://example.org/docs/"), path_of("/docs/"), path_of("http://[x")
    ('docs/', 'docs/', '')
    """
    try:
        return urlsplit(url).path.lstrip("/")
    except ValueError:
        return ""
