"""Ids that Python-Markdown and its extensions give to places on a page."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.sites.support.ids import heading_ids, title_of

_DROPPED = expression(r"[^\w\s-]")
_DROPPED_BY_PYMDOWN = expression(r"[^\w\- ]")
_CASES: Mapping[str, Callable[[str], str]] = {"lower": str.lower, "lower-ascii": str.lower, "fold": str.casefold}
_FORMS = ("NFC", "NFD", "NFKC", "NFKD")

# Text in an admonition or a tab is indented, which CommonMark reads as code, and a heading needs no space.
_HEADING = expression(r"^[ \t>]*+\#{1,6}+[ \t]*+(?P<text>[^\n]++)$", re.MULTILINE)
_LINK = expression(r"\[(?P<text>[^\[\]]*+)\][(\[][^()\[\]]*+[)\]]")
_ICON = expression(r":[a-z0-9_+-]++:")
_TAB = expression(r'^[ \t]*+===[!+]*+[ \t]++"(?P<text>[^"\n]++)"', re.MULTILINE)
_ATTRIBUTES = expression(r"\{(?P<text>[^{}\n]*+)\}")
_ID = expression(r"""(?:(?<=[\s:])|^)\#(?P<short>[^\s"']++)|\bid(?:=|:[ ]?)["']?(?P<long>[^\s"',]++)""")
_IN_HTML = expression(r"""\b(?:id|name)=["']?(?P<id>[^\s"'<>{}]++)""")


def slugify(text: str, separator: str = "-", *, is_ascii: bool = True) -> str:
    """Return the id that Python-Markdown makes of a heading (`markdown.extensions.toc.slugify`, version 3.10).

    >>> slugify("Détails: `x_y` & C++"), slugify("中文"), slugify("Über uns", is_ascii=False)
    ('details-x_y-c', '', 'über-uns')
    """
    if is_ascii:
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    text = _DROPPED.sub("", text).strip().lower()
    return re.sub(rf"[{re.escape(separator)}\s]+", lambda _: separator, text)


def pymdown_slug(
    text: str, separator: str = "-", *, case: str = "none", form: str = "NFC", encoded: bool = False
) -> str:
    """Return the id that the extensions of PyMdown make of a heading (`pymdownx.slugs.slugify`, version 10).

    >>> pymdown_slug("Foo & Bar", case="lower"), pymdown_slug("Über", case="lower", encoded=True)
    ('foo--bar', '%C3%BCber')
    """
    text = unicodedata.normalize(form if form in _FORMS else "NFC", text).strip()  # type: ignore[arg-type]
    text = _DROPPED_BY_PYMDOWN.sub("", _CASES.get(case, str)(text)).replace(" ", separator)
    return quote(text) if encoded else text


def slug_function(name: str, arguments: Mapping[str, Any], separator: str) -> Callable[[str], str] | None:
    """Return the function that makes ids of headings, by the name in a configuration; None if doclint does not know it.

    >>> slug_function("pymdownx.slugs.uslugify", {}, "-")("Foo & Bar"), slug_function("my.slugs", {}, "-")
    ('foo--bar', None)
    """
    module, _, function = name.rpartition(".")
    if not name or (module, function) == ("markdown.extensions.toc", "slugify"):
        return partial(slugify, separator=separator)
    if (module, function) == ("markdown.extensions.toc", "slugify_unicode"):
        return partial(slugify, separator=separator, is_ascii=False)
    if module != "pymdownx.slugs":
        return None
    cased = "none" if function.endswith("cased") else "lower"  # before version 10 each case was a function
    case = str(arguments.get("case", "none")) if function == "slugify" else cased
    encoded = bool(arguments.get("percent_encode")) or function.endswith("encoded")
    return partial(
        pymdown_slug, separator=separator, case=case, form=str(arguments.get("normalize", "NFC")), encoded=encoded
    )


def numbered(ids: Iterable[str]) -> Iterator[str]:
    """Number repeated ids, and those that are empty (`markdown.extensions.toc.unique`, version 3.10).

    >>> list(numbered(["use", "use", "use_1", "", "use"]))
    ['use', 'use_1', 'use_2', '_1', 'use_3']
    """
    used: set[str] = set()
    counts: dict[str, int] = {}
    for id_ in ids:
        new = id_
        if id_ in used or not id_:
            start, _, digits = id_.rpartition("_")
            is_numbered = digits.isascii() and digits.isdigit() and len(digits) < 10 and "_" in id_
            base, number = (start, int(digits)) if is_numbered else (id_, 0)
            number = max(number, counts.get(base, 0)) + 1
            while f"{base}_{number}" in used:
                number += 1
            new, counts[base] = f"{base}_{number}", number
        used.add(new)
        yield new


def ids_of(document: Document, slug: Callable[[str], str]) -> Iterator[str]:
    """Yield the ids of headings and tabs, and those that attribute lists and HTML give to anything on a page."""
    text = document.source.text
    yield from heading_ids(document, lambda title: slug(_shown(title)), numbered)
    for match in _HEADING.finditer(text):
        yield slug(_shown(_LINK.sub(r"\g<text>", title_of(match["text"].rstrip("# ")).text)))
    if "===" in text:
        yield from (slug(match["text"]) for match in _TAB.finditer(text))
    for match in _ATTRIBUTES.finditer(text):
        yield from (found[found.lastgroup or 0] for found in _ID.finditer(match["text"]))
    yield from (match["id"] for match in _IN_HTML.finditer(text))


def _shown(title: str) -> str:
    """Return a title as it is shown: icons such as `:smile:` are pictures."""
    return " ".join((_ICON.sub("", title) if ":" in title else title).split())
