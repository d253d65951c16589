"""The links of a page: which path of the repository each leads to, and fixes that make it lead elsewhere."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from posixpath import dirname, relpath, splitext
from urllib.parse import quote, unquote

from doclint.errors.expressions import expression
from doclint.markdown.nodes import Definition, Link
from doclint.markdown.source import Fix, Span
from doclint.page.claims import ClaimKind, RelatedLines
from doclint.page.page import Page
from doclint.repository.repository import remembered
from doclint.sites.site import Address, Site, Target, first_existing, from_page
from doclint.source.language import language_of

# A scheme has no dot here and more than a letter: `app.md:3` and `C:/x` are paths.
_ELSEWHERE = expression(r"[a-z][a-z0-9+-]+:|//|\\\\", re.IGNORECASE)
_ADDRESS = expression(r"[^\s/@]+@[^\s/@]+\.[a-z]{2,}\Z", re.IGNORECASE)
# An ellipsis or a word in capitals in place of a destination; functions, modules and tasks in backticks, as in ExDoc.
_NO_PATH = expression(
    r"(?:(?:\.{3}|\u2026)(?:/.*)?|(?:[A-Z]++_)++(?:LINK|PATH|URL)"
    r"|`(?:[^\s`]++(?<=/\d)|(?:[a-z]:)?[A-Z]\w*+(?:\.[A-Z]\w*+)*+(?:\#[\w-]++)?|:\w++|mix [\w.]++)`)\Z"
)
# Of Jinja and its like, of shells, of forms, and at the beginning of Python's format strings and of Java's properties.
_TEMPLATED = expression(r"\{\{|\{%|\$\{|<[^<>]*+>|\A(?:\{\w+\}|%[a-z]+(?:\.[a-z]+)+%)")
_ON_PAGE = ("", "#", "?")  # how destinations begin that have no path
_BEFORE_DESTINATION = expression(r"\]\(\s*+(?P<angle><?)")
_BEFORE_DEFINED_DESTINATION = expression(r"\[(?:[^\[\]\\]|\\.)++\]:\s*+(?P<angle><?)")
_UNSAFE = expression(r"[^\w./~+@=,;:!-]+")  # in a destination without angle brackets


@remembered
def links_and_definitions(page: Page) -> list[Link | Definition]:
    """Return every node of a page that states a destination: inline links, HTML attributes, reference definitions, and
    links of diagrams, as attributes.

    References (`[text][label]`), autolinks, and definitions that nothing refers to are not among them.
    """
    links = [link for link in page.document.links if link.kind in ("inline", "html")]
    return [*links, *page.document.used_definitions, *diagram_links(page)]


def diagram_links(page: Page) -> list[Link]:
    """Return where clicks on the nodes of diagrams lead, and links in their labels."""
    diagrams = (one for one in page.diagrams if "click" in one.text.text or "href" in one.text.text)
    links = (link for diagram in diagrams for link in diagram.contents.links)
    return [Link(*link.span, kind="html", destination=link.destination) for link in links]


def linked_paths(page: Page) -> Iterator[str]:
    """Yield the path from the repository root that each inline link, HTML attribute and definition leads to."""
    for link in links_and_definitions(page):
        target = target_of(page, link.destination, is_html=link.is_html)
        if target is not None:
            yield target.path


def target_of(page: Page, destination: str, *, is_html: bool = False) -> Target | None:
    """Return the place that a destination on a page leads to: of the files that it can mean, the first that exists.

    If none exists, that is the place which the site of the page looks at first. Return None for a destination that is
    not a path (a web or mail address, a template that was not filled), and if only the generator of the site knows
    where it leads. `is_html` says that the destination is an attribute of raw HTML.
    """
    site = page.site
    if site is None or site.is_host:
        # Pages of one folder share most destinations, except places on the page itself.
        own = page.path if destination[:1] in _ON_PAGE else page.path[: page.path.rfind("/") + 1]
        return _on_host(own, destination)
    key = destination, is_html
    if key not in page.targets:
        page.targets[key] = _on_site(page.path, destination, site, is_html=is_html)
    return page.targets[key]


def note_link(page: Page, kind: ClaimKind, link: Link | Definition, because: str) -> None:
    """Note a claim of a link that holds, with the file that it leads to, or that doclint cannot check."""
    target = None if because else target_of(page, link.destination, is_html=link.is_html)
    page.claim(kind, link.span, because, related=(RelatedLines(target.path),) if target else ())


def candidates_of(page: Page, link: Link | Definition) -> Sequence[str]:
    """Return the paths from the root of all files that a link can mean."""
    address = _address(page.path, link.destination, is_html=link.is_html)
    if address is None or not address.path:
        return ()
    return ([from_page(address)] if page.site is None else page.site.candidates(address)) or ()


def _on_site(own: str, destination: str, site: Site, *, is_html: bool) -> Target | None:
    address = _address(own, destination, is_html=is_html)
    if address is None or not address.path:
        return address and Target(own, address.fragment)
    paths = site.candidates(address)
    return Target(first_existing(site.repository, paths) or paths[0], address.fragment) if paths else None


@lru_cache(maxsize=1024)
def _on_host(own: str, destination: str) -> Target | None:
    """Return where a destination leads on a page, given by its path, or on all in a folder, whose path ends in `/`."""
    address = _address(own, destination)
    return address and Target(from_page(address) if address.path else own, address.fragment)


def _address(own: str, destination: str, *, is_html: bool = False) -> Address | None:
    """Return the parts of a destination on a page, whose path is empty for a place on the page; None for no path."""
    if _ELSEWHERE.match(destination) or _is_templated(destination) or _is_mail_address(destination):
        return None
    if _NO_PATH.match(destination):
        return None
    path, _, fragment = destination.partition("#")
    path, fragment = path.partition("?")[0], unquote(fragment) if "%" in fragment else fragment
    if "%" in path:
        path = unquote(path, errors="surrogateescape")  # file names need not be valid UTF-8
    return Address(own, path, fragment, is_html)


def _is_templated(destination: str) -> bool:
    may_be = "{" in destination or "<" in destination or destination.startswith("%")
    return may_be and _TEMPLATED.search(destination) is not None


def _is_mail_address(destination: str) -> bool:
    """Whether a destination looks like `me@example.org`, and not like a file such as `logo@2x.png`."""
    if "@" not in destination:
        return False
    address = destination.partition("?")[0]
    return _ADDRESS.match(address) is not None and language_of(address) is None


def destination_to(page: Page, path: str) -> str:
    """Return the relative destination that leads from a page to a path from the root: `./app.md` or `../index.md`."""
    relative = relpath(path, dirname(page.path) or ".")
    return relative if relative.startswith("../") else f"./{relative}"


def destination_like(page: Page, link: Link | Definition, path: str) -> str | None:
    """Return the destination that leads a link of a page to a path from the root; None if the site has no such link.

    Where the site makes URLs of the paths of files, that is `destination_to`. A link to a page that needs its URL keeps
    its form: it starts at the root, or at the page, and ends in a slash or not.
    """
    address = _address(page.path, link.path, is_html=link.is_html)
    if page.site is None or page.site.is_host or address is None or page.site.rewrites(address):
        return destination_to(page, path)
    options = [*_urls(page.site, address, path), destination_to(page, path)]
    candidates = ((one, page.site.candidates(address._replace(path=one)) or ()) for one in options)
    found = (one for one, paths in candidates if first_existing(page.site.repository, paths) == path)
    return next(found, None)


def _urls(site: Site, address: Address, path: str) -> Iterator[str]:
    """Yield the URLs by which a link can lead to a page, best first."""
    own, url = site.url(address.page), site.url(path)
    if url is None:
        return
    suffix = splitext(address.path)[1]
    if not suffix and not address.path.endswith("/"):
        url = url.rstrip("/") or "/"
    for form in (f"{url}.html", url) if suffix and not url.endswith(("/", ".html")) else (url,):
        if address.path.startswith("/"):
            yield site.root_link(form, address.path)
        elif own is not None:
            relative = relpath(form, dirname(own)) + "/" * form.endswith("/")
            yield f"./{relative}" if address.path.startswith("./") and not relative.startswith(".") else relative


def destination_span(page: Page, link: Link | Definition) -> Span | None:
    """Return the characters of the page that are the destination of a link, without angle brackets.

    Return None if the page does not have the destination literally: it is empty, written with escapes or entities, or
    part of a definition elsewhere.
    """
    text, destination = page.source.text, link.destination
    if not destination:
        return None
    if link.is_html:
        start = text.find(destination, link.start, link.end)
        return Span(start, start + len(destination)) if page.text(link.span).strip() == destination else None
    if isinstance(link, Definition):
        opening = _BEFORE_DEFINED_DESTINATION.match(text, link.start, link.end)
    else:
        end_of_label = link.children[-1].end if link.children else link.start + (2 if link.image else 1)
        opening = _BEFORE_DESTINATION.match(text, end_of_label, link.end)
    if opening is None or not text.startswith(destination, opening.end(), link.end):
        return None
    span = Span(opening.end(), opening.end() + len(destination))
    following = text[span.end : span.end + 1]
    is_whole = following == ">" if opening["angle"] else (following in ("", ")") or following.isspace())
    return span if is_whole else None


def with_path(page: Page, link: Link | Definition, path: str, *, safe: bool) -> Fix | None:
    """Return the fix that gives a link another path; its query and fragment stay.

    `path` is unquoted, as a file is named. Return None if the destination cannot be found on the page.
    """
    span = destination_span(page, link)
    return span and page.replace(Span(span.start, span.start + len(link.path)), _quoted(path), safe=safe)


def with_scheme(page: Page, link: Link | Definition) -> Fix | None:
    """Return the fix, which is not safe, that makes a web address of `example.org/x`; None as for `with_path`."""
    span = destination_span(page, link)
    return span and page.replace(Span(span.start, span.start), "https://", safe=False)


def with_fragment(page: Page, link: Link | Definition, fragment: str) -> Fix | None:
    """Return the fix, which is not safe, that gives a link another fragment; None as for `with_path`.

    The link must have a fragment; the new one is given unquoted.
    """
    span = destination_span(page, link)
    return span and page.replace(Span(span.end - len(link.fragment), span.end), _quoted(fragment), safe=False)


def _quoted(part: str) -> str:
    """Return part of a destination with everything percent-encoded that has a meaning in Markdown or in an address."""
    return _UNSAFE.sub(lambda match: quote(match.group(), safe="", errors="surrogateescape"), part)
