"""Front matter of pages, where it decides about their URLs."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.source import Source
from doclint.repository.configuration import text
from doclint.repository.repository import Repository, remembered

_LONGEST = 20_000  # characters of front matter that are read
_KEY = expression(r"^(?P<key>[\w.-]++)[ \t]*+:(?!\S)", re.MULTILINE)


def texts_in_front_matter(repository: Repository, path: str, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return the texts and numbers that the front matter of a page has for some keys, as text."""
    found = front_matter(repository, path, keys)
    return {key: text(value) for key, value in found.items() if isinstance(value, str | int | float)}


@remembered
def front_matter(repository: Repository, path: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the values that the front matter of a page has for some keys, of whatever type.

    Front matter without any of the keys is not parsed, and what cannot be parsed has none.
    """
    data = repository.page(path)
    if data is None or not data.startswith((b"---", b"+++", b"\xef\xbb\xbf---")):
        return {}
    matter = Document(Source.from_bytes(data)).front_matter
    if matter is None or len(matter.text) > _LONGEST or not any(f"\n{key}" in f"\n{matter.text}" for key in keys):
        return {}
    if matter.syntax == "yaml":
        matter = replace(matter, text=_about(keys, matter.text))
    try:
        values = matter.load()
    except ValueError:
        return {}
    if not isinstance(values, dict):
        return {}
    return {key: values[key] for key in keys if key in values}


def _about(keys: tuple[str, ...], text: str) -> str:
    r"""Return the part of some YAML that states some keys: to parse all of it takes several times as long.

    >>> _about(("slug",), "title: A\nslug: >\n  a\n  b\ntags: [c]\n")
    'slug: >\n  a\n  b\n'
    """
    stated = list(_KEY.finditer(text))
    ends = [*(match.start() for match in stated[1:]), len(text)]
    return "".join(text[one.start() : end] for one, end in zip(stated, ends, strict=True) if one["key"] in keys)
