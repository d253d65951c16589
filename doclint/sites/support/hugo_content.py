"""The content of a Hugo project: which file is at a path, where Hugo sees a file, and what shortcodes bring to a page.

The facts are those of Hugo 0.168: "Multilingual mode", "Page bundles" and "GetPage" in its documentation, and what it
builds.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from posixpath import basename, dirname, join, splitext
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository
from doclint.sites.support.hugo_files import Mount
from doclint.sites.support.pages import page_text

PAGES = (".md", ".markdown", ".mdown", ".html", ".htm", ".adoc", ".asciidoc", ".ad", ".org", ".rst", ".pdc", ".pandoc")
INDEX = ("_index", "index")
_DROPPED = expression(r"[^\w./~+@%#-]+")
_HYPHENS = expression(r"[\s-]+")
_CALL = expression(r"\{\{[<%]\s*+(?P<name>\w[\w./-]*+)(?P<arguments>(?:[^{}>%]|[>%](?!\}\})){0,400})")
_ARGUMENT = expression(r"(?:[\w-]++\s*=\s*)?(?:\"(?P<quoted>[^\"]*+)\"|`(?P<raw>[^`]*+)`|(?P<bare>[^\s\"`=]++))")
_OWN = names("doclint.sites", "hugo-shortcodes")
_COMMENT = expression(r"\{\{-?\s*/\*(?:[^*]|\*(?!/))*+(?:\*/\s*-?\}\})?+|<!--(?:[^-]|-(?!->))*+")
_TEXT_OF_PAGE = expression(r"\.(?:RenderShortcodes|RawContent|Content|Plain)\b|\breadFile\b|\bos\.ReadFile\b")
_PLACE = expression(
    r"<h[1-6]\b|\bid\s*=|<a\b[^<>]*\bname\s*=|(?:^|[\"'`])[ \t]*#{1,6}[ \t]"
    r"|\b(?:site|hugo)\.Data\b|\bRenderString\b(?![^{}]{0,200}\.Inner)|^[ \t]*:[ \t]",
    re.IGNORECASE | re.MULTILINE,
)
_PARTIAL = expression(r"\b(?:partial|partialCached|template)\s+\"(?P<name>[^\"]+)\"")
_DEPTH = 5  # of partials in partials


class Seen(NamedTuple):
    """Where Hugo sees a page: its language, or None if it does not say, and its path below `content` without suffix."""

    language: str | None
    path: str


class ContentFolder(Struct, frozen=True):
    """The names in a folder of content as they are in URLs, with the paths that they lead to."""

    folders: dict[str, str]
    pages: dict[str, list[str]]
    files: dict[str, str]


class HugoContent:
    """The content of a project, from its mounts. `languages` are those of the site, in lower case."""

    def __init__(self, repository: Repository, mounts: Sequence[Mount], languages: Collection[str]) -> None:
        self.mounts = mounts
        self._repository = repository
        self._languages = languages

    def split(self, url: str) -> tuple[str | None, str]:
        """Return the language that a URL begins with, if it does, and the rest."""
        first, _, rest = url.partition("/")
        return (first.lower(), rest) if first.lower() in self._languages else (None, url)

    def seen(self, page: str) -> Seen | None:
        """Return where Hugo sees a page; None if the page is not part of the content."""
        for mount in sorted(self.mounts, key=lambda mount: -len(mount.source)):
            path = mount.seen(page)
            if path is not None:
                stem = splitext(path)[0]
                without, language = self._without_language(stem)
                return Seen(language, without) if language else Seen(mount.language, stem)
        return None

    def _without_language(self, stem: str) -> tuple[str, str]:
        """Return a path and the language that it ends in, which is empty if it ends in none: `guide.de`."""
        without, suffix = splitext(stem)
        language = suffix[1:].lower()
        return (without, language) if language in self._languages else (stem, "")

    def at(self, path: str, languages: Sequence[str]) -> Iterator[str]:
        """Yield the pages, the folder and the file at a path, those in some languages first.

        The names of the path are in the form that they have in URLs.
        """
        for mount in self._by_mount_language(languages):
            yield from self._below(mount, path, languages)

    def files(self, path: str, languages: Sequence[str]) -> Iterator[str]:
        """Yield the files, which need not exist, that would be at a path, those of mounts in some languages first."""
        return (file for mount in self._by_mount_language(languages) if (file := mount.file(path)))

    def got(self, name: str, page: str) -> Iterator[str]:
        """Yield the pages that Hugo's method `GetPage` finds from a page: below its folder, and then from the root.

        For a bundle, that is also the folder above.
        """
        language, path = self.seen(page) or Seen(None, "")
        folders = [dirname(path), dirname(dirname(path)) if basename(path) == "index" else path, ""]
        stem = name.removesuffix(".md").removesuffix(".html").strip("/")
        for one in dict.fromkeys(shortest(join(folder, stem)) for folder in folders):
            yield from self.at(one, [language] if language else [])

    def _by_mount_language(self, languages: Sequence[str]) -> list[Mount]:
        return sorted(self.mounts, key=lambda mount: mount.language is not None and mount.language not in languages)

    def _below(self, mount: Mount, path: str, languages: Sequence[str]) -> Iterator[str]:
        rest = mount.rest(path)
        if rest is None:
            return
        place = mount.source
        *above, last = rest.split("/")
        for part in above:
            inner = self._folder(place).folders.get(in_url(part))
            if inner is None:
                return
            place = inner
        here = self._folder(place)
        yield from _by_language(here.pages.get(in_url(last), ()), languages) if last else ()
        folder = here.folders.get(in_url(last)) if last else place
        if folder:
            pages = self._folder(folder).pages
            yield from (one for index in INDEX for one in _by_language(pages.get(index, ()), languages))
            yield folder
        if last in here.files:
            yield here.files[last]

    def _folder(self, path: str) -> ContentFolder:
        return self._repository.answered(("hugo folder", path), lambda: self._listed(path))

    def _listed(self, path: str) -> ContentFolder:
        found = ContentFolder({}, {}, {})
        for name, is_folder in sorted((self._repository.listing(path) or {}).items()):
            file = f"{path}/{name}".lstrip("/")
            if is_folder:
                found.folders.setdefault(in_url(name), file)
                continue
            found.files[name] = file
            stem, suffix = splitext(name)
            if suffix.lower() in PAGES:
                for one in {stem, self._without_language(stem)[0]}:
                    found.pages.setdefault(in_url(one), []).append(file)
        return found


def _by_language(paths: Sequence[str], languages: Sequence[str]) -> list[str]:
    """Return the pages of one path with those in some languages first, and then those without a language."""

    def rank(path: str) -> int:
        language = splitext(splitext(path)[0])[1][1:].lower()
        return languages.index(language) if language in languages else len(languages) + bool(language)

    return sorted(paths, key=rank)


def in_url(path: str) -> str:
    """Return a path as Hugo writes it in URLs: lower case, hyphens for spaces, without most punctuation.

    >>> in_url("My Section/A Page.v2"), in_url("guide/c++&d'e(f)")
    ('my-section/a-page.v2', 'guide/c++def')
    """
    if path.isascii() and path.islower() and path.isalnum():
        return path
    return _DROPPED.sub("", _HYPHENS.sub("-", path.strip().lower()))


class Call(Struct, frozen=True):
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


class Effect(Struct, frozen=True):
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
