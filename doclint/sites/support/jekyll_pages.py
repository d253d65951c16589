"""The pages of a site that Jekyll builds: which files of its source folder become pages, and their URLs.

The facts are those of Jekyll 4.3: `page.rb`, `document.rb`, `url.rb`, `drops/url_drop.rb`, `frontmatter_defaults.rb`,
`entry_filter.rb` and `reader.rb`; and those of jekyll-optional-front-matter 0.3.
"""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from posixpath import basename, dirname, join, splitext
from typing import Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.repository.configuration import strings, tables, text
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.support.pages import page_text

NAMING = ("permalink", "redirect_from", "slug", "date", "categories", "category")
"""What in the front matter of a page decides about its URLs."""

_POST = expression(r"(?P<date>\d{2,4}-\d{1,2}-\d{1,2})-(?P<slug>.*)\Z", re.DOTALL)
_STYLES = {
    "none": "/:categories/:title:output_ext",
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
}
_DATES = {
    "year": "%Y", "month": "%m", "day": "%d", "hour": "%H", "minute": "%M", "second": "%S", "short_month": "%b",
    "long_month": "%B", "short_year": "%y", "w_year": "%G", "week": "%V", "w_day": "%u", "short_day": "%a",
    "long_day": "%A", "y_day": "%j",
}  # fmt: skip
_TOKEN = expression(r":([a-z_]+)")
_LONGEST = 1_000  # characters of a permalink, and of what stands for one of its placeholders
_PRETTY = "._~!$&'()+,;=@"


class Urls:
    """The URLs of the pages of a site with some settings. Paths are from the source folder of the site."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        style = settings.get("permalink")
        self._style = style if isinstance(style, str) else "date"
        self._defaults = list(tables(settings.get("defaults")))
        self._folder = text(settings.get("collections_dir")).strip("./")
        stated = settings.get("collections")
        self.collections: dict[str, Mapping[str, Any]] = {"posts": {}}
        if isinstance(stated, dict):
            self.collections |= {text(key): one if isinstance(one, dict) else {} for key, one in stated.items()}
        elif isinstance(stated, list):
            self.collections |= {one: {} for one in stated if isinstance(one, str)}

    def collection_of(self, path: str) -> str | None:
        """Return the collection that a page belongs to; None for an ordinary page."""
        parts = path.split("/")[:-1]
        if "_posts" in parts or "_drafts" in parts:
            return "posts"
        own = path.removeprefix(f"{self._folder}/") if self._folder else path
        label = own.partition("/")[0].removeprefix("_") if own.startswith("_") and "/" in own else None
        return label if label in self.collections else None

    def of(self, path: str, matter: Mapping[str, Any]) -> str | None:
        """Return the URL of a page with some front matter; None if it depends on what is not known."""
        label = self.collection_of(path)
        data = {**self._default_values(path, label or "pages"), **matter}
        permalink = data.get("permalink")
        stem = splitext(path)[0].rstrip(".")
        if label is None:
            is_long = isinstance(permalink, str) and len(permalink) > _LONGEST
            return None if is_long or len(stem) > _LONGEST else _sanitized(self._of_page(stem, permalink))
        own = self.collections[label].get("permalink")
        style = _STYLES.get(self._style, self._style) if label == "posts" else f"/:collection/:path{self._end()}"
        template = next((one for one in (permalink, own) if isinstance(one, str)), style)
        url = _filled(template, _values(path, stem, label, data, self._folder))
        return None if url is None else _sanitized(url)

    def _of_page(self, stem: str, permalink: Any) -> str:
        folder, _, name = stem.rpartition("/")
        if isinstance(permalink, str):
            filled = permalink.replace(":path", folder).replace(":basename", name)
            return filled.replace(":output_ext", ".html")
        return f"/{folder}/" if name == "index" else f"/{stem}{self._end()}".replace(":output_ext", ".html")

    def _end(self) -> str:
        """Return how URLs end by the style of permalinks of the site (`Utils.add_permalink_suffix`)."""
        if self._style in ("date", "ordinal", "none") or self._style.endswith(":output_ext"):
            return ":output_ext"
        return "/" if self._style == "pretty" or self._style.endswith("/") else ""

    def _default_values(self, path: str, kind: str) -> dict[str, Any]:
        """Return the front matter that the defaults of the site give a page; the longest path wins."""
        found = []
        for one in self._defaults:
            scope = one.get("scope")
            values = one.get("values")
            if not isinstance(scope, dict) or not isinstance(values, dict):
                continue
            below, type_ = text(scope.get("path")), text(scope.get("type"), kind)
            is_there = path.startswith(below) if "*" not in below else fnmatchcase(path, f"{below}*")
            if is_there and type_ in (kind, kind.removesuffix("s")):
                found.append((len(below), "type" in scope, values))
        ordered = [values for *_, values in sorted(found, key=lambda one: one[:2])]
        return {key: values[key] for values in ordered for key in NAMING if key in values}


def _values(path: str, stem: str, label: str, data: Mapping[str, Any], folder: str) -> dict[str, str]:
    """Return what the placeholders of a permalink stand for, without those of the date if that is not known."""
    name = stem.rpartition("/")[2]
    post = _POST.match(name) if label == "posts" else None
    slug = text(data.get("slug")) or (post["slug"] if post else name)
    own = stem.removeprefix(f"{folder}/") if folder else stem
    found = {
        "collection": label,
        "path": own.partition(f"_{label}")[2],
        "name": slugified(name),
        "title": slugified(slug, _PRETTY),
        "slug": slugified(slug),
        "output_ext": ".html",
    }
    categories = list(dict.fromkeys(_categories(path, label, data)))
    found["categories"] = "/".join(one.lower() for one in categories)
    found["slugified_categories"] = "/".join(map(slugified, categories))
    date = _date(data.get("date"), post["date"] if post else None)
    if date is not None:
        found |= {token: date.strftime(form) for token, form in _DATES.items()}
        found |= {"i_day": str(date.day), "i_month": str(date.month)}
    return found


def _filled(template: str, values: Mapping[str, str]) -> str | None:
    if len(template) > _LONGEST or any(len(one) > _LONGEST for one in values.values()):
        return None
    if any(token not in values and token.rstrip("_") not in values for token in _TOKEN.findall(template)):
        return None
    return _TOKEN.sub(
        lambda match: values[match[1]] if match[1] in values else values[match[1].rstrip("_")] + "_", template
    )


def _categories(path: str, label: str, data: Mapping[str, Any]) -> Iterator[str]:
    if label == "posts" and not path.startswith(("_posts/", "_drafts/")):
        yield from (part for part in re.split("/?(?:_posts|_drafts)(?:/|$)", dirname(path))[0].split("/") if part)
    stated = data.get("categories")
    yield from stated.split() if isinstance(stated, str) else map(text, stated) if isinstance(stated, list) else ()
    one = data.get("category")
    yield from [one] if isinstance(one, str) else ()


def _date(stated: Any, in_name: str | None) -> dt.date | None:
    if isinstance(stated, dt.date):
        return stated
    day = (text(stated) or in_name or "").strip()[:10]
    try:
        return dt.datetime.strptime(day, "%Y-%m-%d").date()  # noqa: DTZ007 - only the day matters
    except ValueError:
        return None


def slugified(name: str, kept: str = "") -> str:
    """Return a name with hyphens for all but letters, marks, digits and what is kept (`Utils.slugify`).

    Letters are in lower case unless something is kept, which is how Jekyll makes titles.

    >>> slugified("A b_c.d"), slugified("A b_c.d", "._")
    ('a-b-c-d', 'A-b_c.d')
    """
    parts = "".join(one if one in kept or _is_word(one) else " " for one in name)
    slug = re.sub(r"\A-|-\Z", "", re.sub(" +", "-", parts))
    return slug if kept else slug.lower()


def _is_word(one: str) -> bool:
    category = unicodedata.category(one)
    return category[0] in "LM" or category == "Nd"


def _sanitized(url: str) -> str:
    return re.sub("/+", "/", f"/{url}".replace("..", "/").replace("./", ""))


_EXCLUDED = ("Gemfile", "gemfiles", "node_modules", "vendor/bundle", "vendor/cache", "vendor/gems", "vendor/ruby")
_FOR_GITHUB = names("doclint.sites", "jekyll-pages-of-github")
_OPTIONAL = "jekyll-optional-front-matter"
_TAG = expression(r"\{%-?\s*+(?P<name>\w++)(?P<rest>(?:[^%{]|%(?!\})|\{(?!%)){0,500})%\}")
_RAW = expression(
    r"\{%-?\s*raw\s*-?%\}(?:[^{]|\{(?!%-?\s*endraw))*+|\{%-?\s*comment\s*-?%\}(?:[^{]|\{(?!%-?\s*endc))*+"
)
_FILE = expression(r"\s*+(?P<file>[\w./()+~#@-]++)")
_PLAIN_TAGS = names("doclint.sites", "jekyll-tags")
_INCLUDING = ("include", "include_cached", "include_relative")
_OUTPUT_ALONE = expression(r"^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$", re.MULTILINE)


class JekyllSource:
    """The source of a site with some settings. Paths in it are from its own folder."""

    def __init__(self, repository: Repository, folder: str, settings: Mapping[str, Any], urls: Urls) -> None:
        source = settings.get("source")
        self.folder = shortest(join(folder, source)) if isinstance(source, str) else folder
        includes = settings.get("includes_dir")
        self._includes = includes.strip("/") if isinstance(includes, str) else "_includes"
        self._repository = repository
        self._site = folder
        self._settings = settings
        self._urls = urls

    @property
    def includes_folder(self) -> str:
        """The folder of the files that pages include by name."""
        return join(self.folder, self._includes)

    def inner(self, path: str) -> str:
        """Return the path of a file from the source folder; empty if it is not below that."""
        return below(path, self.folder) or ""

    def is_part(self, path: str) -> bool:
        """Whether a file is only part of pages: an include or a layout."""
        return self.inner(path).startswith((f"{self._includes}/", "_layouts/"))

    def has(self, page: str) -> bool:
        """Whether Jekyll processes a page: it copies pages without front matter, unless a plug-in says otherwise."""
        if not is_below(page, self.folder) or self._is_excluded(self.inner(page), is_part=self.is_part(page)):
            return False
        data = self._repository.page(page)
        if data is None or data.startswith(b"---"):
            return True
        is_optional = self.has_plugin(_OPTIONAL, "optional_front_matter")
        return is_optional and splitext(basename(page))[0].upper() not in _FOR_GITHUB

    def _is_excluded(self, path: str, *, is_part: bool) -> bool:
        """Whether Jekyll leaves out a file: by its settings, or because a folder above it is special."""
        if any(_is_match(path, pattern) for pattern in strings(self._settings.get("include"))):
            return False
        parts = path.split("/")
        is_special = any(part.startswith((".", "#", "~")) for part in parts) or parts[-1].startswith("_")
        if is_special or (path.startswith("_") and not is_part and not self._urls.collection_of(path)):
            return True
        return any(_is_match(path, pattern) for pattern in (*_EXCLUDED, *strings(self._settings.get("exclude"))))

    def has_plugin(self, name: str, setting: str) -> bool:
        """Whether a plug-in of GitHub Pages, which needs no `Gemfile`, is on: a setting may turn it off."""
        option = self._settings.get(setting)
        if isinstance(option, dict) and option.get("enabled") is False:
            return False
        return name in self.plugins or self._gems is None or name in self._gems or "github-pages" in self._gems

    @cached_property
    def _gems(self) -> str | None:
        """The text of the `Gemfile`, which GitHub Pages does not need."""
        files = (path for path in (join(self._site, "Gemfile"), "Gemfile") if self._repository.is_file(path))
        return next((page_text(self._repository, path) for path in files), None)

    @property
    def plugins(self) -> list[str]:
        """The names of the plug-ins that the settings enable."""
        return [*strings(self._settings.get("plugins")), *strings(self._settings.get("gems"))]


def _is_match(path: str, pattern: str) -> bool:
    """Whether a setting names a file or a folder above it (`EntryFilter#glob_include?`)."""
    pattern = pattern.strip("/")
    return bool(pattern) and (
        path.startswith(pattern)
        or fnmatchcase(path, pattern)
        or any(fnmatchcase(part, pattern) for part in path.split("/"))
    )


class Inclusion(Struct, frozen=True):
    """A tag that brings text to a page: the file that it names, or None if only a build shows what it brings.

    A relative file is looked up from the folder of the page, another one among the includes of the site.
    """

    file: str | None
    is_relative: bool


def inclusions(text: str) -> Iterator[Inclusion]:
    """Yield what tags bring to a page.

    >>> list(inclusions("{% include a.md %} {% include_relative b.md %} {% toc %} {% raw %}{% include c.md %}"))
    [Inclusion(file='a.md', is_relative=False), Inclusion(file='b.md', is_relative=True), \
Inclusion(file=None, is_relative=False)]
    """
    for tag in _TAG.finditer(_RAW.sub("", text)) if "{%" in text else ():
        if tag["name"] not in _PLAIN_TAGS:
            file = _FILE.match(tag["rest"]) if tag["name"] in _INCLUDING and "{{" not in tag["rest"] else None
            yield Inclusion(file["file"] if file else None, tag["name"] == "include_relative")


def has_output_alone(text: str) -> bool:
    """Whether a line has nothing but the value of an expression, which may be text with headings."""
    return _OUTPUT_ALONE.search(text) is not None


def is_filled(text: str) -> bool:
    """Whether Liquid fills in parts of a text."""
    return "{{" in text or "{%" in text
