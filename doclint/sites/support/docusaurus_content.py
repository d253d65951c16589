"""What Docusaurus makes pages of: documents in versions, blogs, and pages of their own; and their URLs.

The facts are those of Docusaurus 3.10: the options, `versions/`, `slug.js`, `numberPrefix.js` and `docs.js` of
`@docusaurus/plugin-content-docs`, `blogUtils.js` of `@docusaurus/plugin-content-blog`, `content.js` of
`@docusaurus/plugin-content-pages`, and `GlobExcludeDefault` of `@docusaurus/utils`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from posixpath import basename, dirname, join, splitext
from typing import Any, NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository, remembered
from doclint.sites.support.front_matter import texts_in_front_matter
from doclint.sites.support.pages import files_below, page_text
from doclint.sites.support.script_settings import items_of, table_of, text_of
from doclint.sites.support.urls import resolved
from doclint.source.answer import UNKNOWN
from doclint.source.languages.javascript_literals import ObjectLiteral

MARKDOWN = (".md", ".mdx")
_SCRIPTS = (".js", ".jsx", ".ts", ".tsx")
_KINDS = ("docs", "blog", "pages")
_FOLDERS = {"docs": "docs", "blog": "blog", "pages": "src/pages"}
_ROUTES = {"docs": "docs", "blog": "blog", "pages": "/"}
_CURRENT = "current"
_CONTENT_PLUGIN = expression(r"(?:^|[/-])content-(docs|blog|pages)\Z")
_CLASSIC = expression(r"(?:^|[/-])classic\Z")
_NO_PAGES = tuple(names("doclint.sites", "docusaurus-plugins"))
_HOOKS_FOR_PAGES = {"loadContent", "contentLoaded", "allContentLoaded"}
_DATED = expression(r"(?P<folder>.*)(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?P<text>.*?)(?:/index)?\Z", re.DOTALL)
_NO_NUMBER = expression(r"\d+[-_.]\d+")
_NUMBER = expression(r"\d+\s*[-_.]+\s*(?P<suffix>[^-_.\s].*)\Z", re.DOTALL)
_SLUG = expression(r"""["']?slug["']?\s*+:\s*+["']?(?P<slug>[^"',\s}]++)""")
_CATEGORIES = ("_category_.json", "_category_.yml", "_category_.yaml")
_MOST_PAGES = 5_000  # of one collection, whose front matter is read
_MOST_COLLECTIONS = 500  # of a site in one language


class Collection(NamedTuple):
    """Files that become pages below a route.

    `kind` is "docs", "blog" or "pages". A file in one of the `folders` takes the place of a file with the same path in
    those after it: translations come first. `route` is None if it is not known. `is_numbered` says whether URLs leave
    out numbers in front of names; None if that is not known. `sidebar` is the file that arranges documents, and
    `is_rewritten` says whether a plugin may change links before Docusaurus resolves them.
    """

    kind: str
    folders: tuple[str, ...]
    route: str | None
    is_numbered: bool | None = True
    sidebar: str = ""
    is_rewritten: bool = False


class SiteContent(Struct, frozen=True):
    """The collections of a site, and whether it has no other pages."""

    collections: tuple[Collection, ...]
    is_complete: bool


def content_of_site(settings: ObjectLiteral, folder: str, locale: str, repository: Repository) -> SiteContent:
    """Return the content of a site in a language; the empty `locale` is the default one."""
    found: list[Collection] = []
    is_complete = not settings.is_open
    for kind, options in _plugins(settings):
        if kind not in _KINDS:
            is_complete = is_complete and kind == ""
            continue
        collections = [*islice(_collections(kind, options, folder, repository), _MOST_COLLECTIONS - len(found))]
        is_complete = is_complete and bool(collections) and all(one.route is not None for one in collections)
        found += (_localized(one, options, folder, locale) for one in collections) if locale else collections
    return SiteContent(tuple(found), is_complete)


def _plugins(settings: ObjectLiteral) -> Iterator[tuple[str, ObjectLiteral]]:
    """Yield the kinds of content with their options; an empty kind for what adds no pages, "unknown" for other plugins.

    Presets are read as the classic one if they have its options.
    """
    presets = items_of(settings.at("presets"))
    for name, options in map(_named, presets):
        is_classic = name is not None and _CLASSIC.search(name) is not None
        yield "" if is_classic else "unknown", options
        if is_classic or options.keys() & set(_KINDS):
            for kind in _KINDS:
                if options.at(kind) is not False:
                    yield kind, table_of(options.at(kind))
    if UNKNOWN in presets:
        for kind in _KINDS:
            yield kind, table_of(UNKNOWN)
    for item in (*items_of(settings.at("plugins")), *items_of(settings.at("themes"))):
        name, options = _named(item)
        content = _CONTENT_PLUGIN.search(name) if name is not None else None
        if content:
            yield content[1], options
        else:
            yield "" if _adds_no_pages(item, name) else "unknown", options


def _named(item: Any) -> tuple[str | None, ObjectLiteral]:
    """Return the name and the options of a plugin or preset: `"name"` or `["name", {...}]`."""
    parts = item if isinstance(item, list) else [item]
    name = parts[0] if parts and isinstance(parts[0], str) else None
    return name, table_of(parts[1] if len(parts) > 1 else None)


def _adds_no_pages(item: Any, name: str | None) -> bool:
    if name is not None:
        return name.endswith(_NO_PAGES)
    if item in (None, False):  # a plugin that is switched off
        return True
    return isinstance(item, ObjectLiteral) and not item.is_open and not item.keys() & _HOOKS_FOR_PAGES


def _collections(kind: str, options: ObjectLiteral, folder: str, repository: Repository) -> Iterator[Collection]:
    path = text_of(options, "path", default=_FOLDERS[kind]) or _FOLDERS[kind]
    route = text_of(options, "routeBasePath", default=_ROUTES[kind])
    if kind != "docs":
        yield Collection(kind, (shortest(join(folder, path)),), route and _route(route))
        return
    id_ = text_of(options, "id", default="default") or "default"
    parser = options.at("numberPrefixParser")
    is_numbered = parser if isinstance(parser, bool) else True if parser is None else None
    for version, place in _versions(options, id_, folder, repository):
        is_current = version == _CURRENT
        content = path if is_current else join(_with_id(id_, "versioned_docs"), f"version-{version}")
        sidebar = text_of(options, "sidebarPath", default="sidebars.js") if is_current else None
        own = join(_with_id(id_, "versioned_sidebars"), f"version-{version}-sidebars.json")
        built = shortest(join(folder, content))
        source = _source_of(built, folder, repository)
        yield Collection(
            kind,
            (source,),
            None if route is None or place is None else _route(route, place),
            is_numbered,
            shortest(join(folder, sidebar or own)),
            options.get("beforeDefaultRemarkPlugins") not in (None, []) or basename(source) != basename(built),
        )


def _source_of(content: str, folder: str, repository: Repository) -> str:
    """Return the folder that a build copies to a folder of documents, if git ignores the copy.

    It is the one of the same name beside the site, or the one in the site that documents are in by default.
    """
    if not repository.is_ignored(join(content, "any")):
        return content
    beside = [shortest(join(folder, "..", basename(content)))] if folder else []
    for source in (*beside, join(folder, _FOLDERS["docs"])):
        is_source = repository.is_folder(source) and not repository.is_ignored(join(source, "any"))
        if is_source and not is_below(folder, source):
            return source
    return content


def _route(*parts: str) -> str:
    return "/" + "/".join(part.strip("/") for part in parts if part.strip("/"))


def _with_id(id_: str, name: str) -> str:
    return name if id_ == "default" else f"{id_}_{name}"


def _versions(
    options: ObjectLiteral, id_: str, folder: str, repository: Repository
) -> Iterator[tuple[str, str | None]]:
    """Yield the versions of documents, each with its part of the route; None if that is not known."""
    file = join(folder, _with_id(id_, "versions.json"))
    names = _version_names(repository.page(file))
    if options.at("disableVersioning") is True:
        names = []
    if options.at("includeCurrentVersion") is not False and _CURRENT not in names:
        names = [_CURRENT, *names]
    only = options.at("onlyIncludeVersions")
    if isinstance(only, list) and UNKNOWN not in only:
        included = {name for name in only if isinstance(name, str)}
        names = [name for name in names if name in included]
    first = next((name for name in names if name != _CURRENT), _CURRENT)
    last = text_of(options, "lastVersion", default=first)
    for name in names:
        own = table_of(options.at("versions"))
        default = "" if name == last else "next" if name == _CURRENT else name
        place = text_of(own, name, "path", default=default)
        yield name, None if last is None and own.at(name, "path") is None else place
    if last is not None and last not in names:
        yield last, ""
    if not repository.exists(file):  # a build may write it
        known = {*names, last}
        for version in repository.listing(join(folder, _with_id(id_, "versioned_docs"))) or ():
            if version.startswith("version-") and version.removeprefix("version-") not in known:
                yield version.removeprefix("version-"), None


def _version_names(data: bytes | None) -> list[str]:
    try:
        names = json.loads(data) if data else []
    except (ValueError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _localized(collection: Collection, options: ObjectLiteral, folder: str, locale: str) -> Collection:
    """Return a collection with the folder of its translations to a language, below `i18n/<locale>` of the site."""
    id_ = text_of(options, "id", default="default")
    plugin = f"docusaurus-plugin-content-{collection.kind}" + ("" if id_ in (None, "default") else f"-{id_}")
    name = basename(collection.folders[0])
    version = [name if name.startswith("version-") else _CURRENT] if collection.kind == "docs" else []
    return collection._replace(folders=(join(folder, "i18n", locale, plugin, *version), *collection.folders))


def url_of(collection: Collection, path: str, repository: Repository) -> str | None:
    """Return the URL of a file of a collection from the root of the site; None if it has none that is known.

    The URL of a document that is the index of its folder ends in a slash.
    """
    folder = next((one for one in collection.folders if is_below(path, one)), None)
    if folder is None or collection.route is None or collection.is_numbered is None:
        return None
    relative = below(path, folder) or ""
    if any(part.startswith("_") or part == "__tests__" for part in relative.split("/")):
        return None
    keys = ("id", "slug") if collection.kind == "docs" else ("slug",)
    front = texts_in_front_matter(repository, path, keys) if path.endswith(MARKDOWN) else {}
    source = splitext(relative)[0]
    if collection.kind == "docs":
        slug = _document_slug(source, front, is_numbered=collection.is_numbered)
    else:
        own = source.removesuffix("index") if basename(source) == "index" else source
        slug = front.get("slug") or (_post_slug(source) if collection.kind == "blog" else own)
    return resolved("/", "./" + f"{collection.route}/{slug}".lstrip("/"))


def _document_slug(source: str, front: Mapping[str, str], *, is_numbered: bool) -> str:
    own, name = front.get("slug", ""), basename(source)
    if own.startswith("/"):
        return own
    folder = dirname(source)
    place = "/".join(map(_without_number, folder.split("/"))) if is_numbered else folder
    place = f"/{place}/".replace("//", "/")
    if not own and name.lower() in ("index", "readme", basename(folder).lower()):
        return place
    return resolved(place, own or front.get("id") or (_without_number(name) if is_numbered else name))


def _without_number(name: str) -> str:
    found = None if _NO_NUMBER.match(name) else _NUMBER.match(name)
    return found["suffix"] if found else name


def _post_slug(source: str) -> str:
    dated = _DATED.match(source)
    if dated:
        return f"{dated['date'].replace('-', '/')}/{dated['folder']}{dated['text']}"
    return source.removesuffix("/index")


def page_at(collection: Collection, url: str, repository: Repository) -> str | None:
    """Return the file of a collection that has a URL; None if there is none.

    Files whose names match the URL are looked at first, because front matter rarely has another URL than the name.
    """
    rest = None if collection.route is None else below(url, collection.route)
    if rest is None:
        return None
    suffixes = MARKDOWN + (_SCRIPTS if collection.kind == "pages" else ())
    stems = (rest, join(rest, "index"), join(rest, "README"), join(rest, basename(rest)))
    for path in (join(folder, stem) + suffix for folder in collection.folders for stem in stems for suffix in suffixes):
        own = url_of(collection, path, repository) if repository.is_file(path) else None
        if own is not None and own.rstrip("/") == url.rstrip("/"):
            return path
    if collection.kind == "pages" and not any(map(repository.is_folder, collection.folders)):
        return None
    return (urls_of(repository, collection) or {}).get(url.rstrip("/"))


@remembered
def urls_of(repository: Repository, collection: Collection) -> Mapping[str, str] | None:
    """Return the files of a collection by URL without a slash at the end; None if there are too many."""
    files: dict[str, str] = {}
    for folder in reversed(collection.folders):
        for path in files_below(repository, folder, MARKDOWN):
            files[path.removeprefix(folder)] = path
            if len(files) > _MOST_PAGES:
                return None
    urls = ((url_of(collection, path, repository), path) for path in sorted(files.values()))
    return {url.rstrip("/"): path for url, path in urls if url is not None}


@remembered
def generated_slugs(repository: Repository, collection: Collection) -> frozenset[str]:
    """Return the slugs that sidebars and categories of documents give to pages that no file has."""
    paths = [collection.sidebar, splitext(collection.sidebar)[0] + ".ts"]
    for folder in collection.folders:
        paths += files_below(repository, folder, _CATEGORIES)
    texts = (page_text(repository, path) for path in paths)
    return frozenset(match["slug"].strip("/") for text in texts for match in _SLUG.finditer(text))
