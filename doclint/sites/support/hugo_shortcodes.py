"""Shortcodes of Hugo: which ones a page calls, and whether what they bring may have ids or text of other pages."""

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.repository.repository import Repository
from doclint.sites.support.hugo_files import Mount
from doclint.sites.support.pages import page_text

_CALL = expression(r"\{\{[<%]\s*+(?P<name>\w[\w./-]*+)(?P<arguments>(?:[^{}>%]|[>%](?!\}\})){0,400})")
_ARGUMENT = expression(r"(?:[\w-]++\s*=\s*)?(?:\"(?P<quoted>[^\"]*+)\"|`(?P<raw>[^`]*+)`|(?P<bare>[^\s\"`=]++))")
# Shortcodes that Hugo has itself (`tpl/tplimpl/embedded/templates/_shortcodes`); none gives an id that a link can name.
_OWN = frozenset(
    "comment details figure gist highlight instagram param qr ref relref tweet twitter vimeo x youtube".split()
)
_COMMENT = expression(r"\{\{-?\s*/\*(?:[^*]|\*(?!/))*+(?:\*/\s*-?\}\})?+|<!--(?:[^-]|-(?!->))*+")
_TEXT_OF_PAGE = expression(r"\.(?:RenderShortcodes|RawContent|Content|Plain)\b|\breadFile\b|\bos\.ReadFile\b")
_PLACE = expression(
    r"<h[1-6]\b|\bid\s*=|<a\b[^<>]*\bname\s*=|(?:^|[\"'`])[ \t]*#{1,6}[ \t]"
    r"|\b(?:site|hugo)\.Data\b|\bRenderString\b(?![^{}]{0,200}\.Inner)|^[ \t]*:[ \t]",
    re.IGNORECASE | re.MULTILINE,
)
_PARTIAL = expression(r"\b(?:partial|partialCached|template)\s+\"(?P<name>[^\"]+)\"")
_DEPTH = 5  # of partials in partials


class Call(NamedTuple):
    """A call of a shortcode: its name, and the values of its arguments."""

    name: str
    arguments: tuple[str, ...]


def calls(text: str) -> Iterator[Call]:
    r"""Yield the calls of shortcodes on a page, without those that are only shown (`{{</* x */>}}`).

    >>> list(calls('{{% include "a.md" %}} {{< /x >}} {{</* y */>}} {{< z k=v >}}'))
    [Call(name='include', arguments=('a.md',)), Call(name='z', arguments=('v',))]
    """
    for match in _CALL.finditer(text):
        found = (one[one.lastgroup or 0] for one in _ARGUMENT.finditer(match["arguments"]))
        yield Call(match["name"], tuple(found))


class Effect(NamedTuple):
    """What a shortcode may do to a page: give further ids, or bring the text of other pages."""

    has_ids: bool = False
    has_pages: bool = False


NO_EFFECT = Effect()
_UNKNOWN = Effect(has_ids=True)


def effect(repository: Repository, layouts: tuple[Mount, ...], name: str) -> Effect:
    """Return what a shortcode may do, by its template; one that the repository does not have may do anything."""
    find = partial(_effect, repository, layouts, (f"_shortcodes/{name}.html", f"shortcodes/{name}.html"), 0)
    return NO_EFFECT if _is_own(repository, layouts, name) else repository.answered(("shortcode", layouts, name), find)


def _is_own(repository: Repository, layouts: tuple[Mount, ...], name: str) -> bool:
    return name in _OWN and not any(
        repository.exists(f"{mount.source}/{folder}/{name}.html")
        for mount in layouts
        for folder in ("_shortcodes", "shortcodes")
    )


def _effect(repository: Repository, layouts: tuple[Mount, ...], names: tuple[str, ...], depth: int) -> Effect:
    paths = (f"{mount.source}/{name}" for name in names for mount in layouts)
    path = next(filter(repository.is_file, paths), None)
    if path is None or depth > _DEPTH:
        return _UNKNOWN
    template = _COMMENT.sub("", page_text(repository, path))
    has_ids, has_pages = _PLACE.search(template) is not None, _TEXT_OF_PAGE.search(template) is not None
    for name in {match["name"] for match in _PARTIAL.finditer(template)}:
        if has_ids or f'define "{name}"' in template or f'define "_partials/{name}"' in template:
            continue
        stem = name.removesuffix(".html").removeprefix("_partials/").removeprefix("partials/")
        files = (f"_partials/{stem}.html", f"partials/{stem}.html")
        find = partial(_effect, repository, layouts, files, depth + 1)
        inner = repository.answered(("partial", layouts, stem), find)
        has_ids, has_pages = has_ids or inner.has_ids, has_pages or inner.has_pages
    return Effect(has_ids, has_pages)
