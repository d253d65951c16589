"""The URLs that Jekyll gives to pages: by permalinks of pages, collections and the site, and by dates of posts.

The facts are those of Jekyll 4.3: `page.rb`, `document.rb`, `url.rb`, `drops/url_drop.rb`, `frontmatter_defaults.rb`.
"""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from posixpath import dirname, splitext
from typing import Any

from doclint.errors.expressions import expression
from doclint.repository.configuration import tables, text

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
    tokens = {token for token in _TOKEN.findall(template) if token not in values and token.rstrip("_") not in values}
    if tokens:
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
