"""The ids that generators give to places on a page: to headings, and to what else links can lead to."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.nodes import Break, Code, Heading, Inline, Link, Text, plain_text
from doclint.markdown.slugs import slug
from doclint.repository.configuration import text as as_text

_ATTRIBUTE = expression(r"\.[^\s\"'{}]++|[\w:-]++=(?:\"[^\"]*+\"|'[^']*+'|[^\s\"']++)")
_HYPHENS = expression(r"-{2,}")
_ID = expression(r"(?:#|id=[\"']?)(?P<id>[^\s\"'}]++)")


class Title(Struct, frozen=True):
    """The text of a heading without its attributes, and the id that these give it; None if they give none."""

    text: str
    id: str | None


def title_of(heading: str) -> Title:
    """Return the parts of a heading that may end in attributes: the syntax of Pandoc, kramdown and Python-Markdown.

    >>> title_of("Use it {#use .wide}"), title_of("Use {name}"), title_of("Use {.wide b='c d'}")
    (Title(text='Use it', id='use'), Title(text='Use {name}', id=None), Title(text='Use', id=None))
    """
    if not heading.endswith("}"):
        return Title(heading, None)
    before, _, attributes = heading[:-1].rpartition("{")
    attributes = attributes.removeprefix(":")
    found = next(filter(None, map(_ID.match, attributes.split())), None)
    if found:
        return Title(before.rstrip(), found["id"])
    has_attributes = attributes.strip() and not _ATTRIBUTE.sub("", attributes).strip()
    return Title(before.rstrip() if has_attributes else heading, None)


def typeset(inlines: Iterable[Inline], *, has_alternatives: bool = False) -> str:
    """Return the text of inlines without hyphens in a row, which a typographer makes dashes of, except in code.

    `has_alternatives` says that the text has the descriptions of images.
    """
    parts = []
    for one in inlines:
        if isinstance(one, Code):
            parts.append(one.text)
        elif isinstance(one, Break):
            parts.append("\n")
        elif isinstance(one, Text):
            parts.append(_HYPHENS.sub("", one.text))
        elif not (isinstance(one, Link) and one.image) or has_alternatives:
            parts.append(typeset(getattr(one, "children", ()), has_alternatives=has_alternatives))
    return "".join(parts)


def text_with_images(heading: Heading) -> str:
    """Return the plain text of a heading with the texts that stand for its images."""
    return "".join(map(_with_images, heading.children))


def _with_images(inline: Inline) -> str:
    if isinstance(inline, Link) or hasattr(inline, "children"):
        return "".join(map(_with_images, inline.children))
    return plain_text([inline])


def heading_ids(
    document: Document,
    slug: Callable[[str], str],
    numbered: Callable[[Iterable[str]], Iterable[str]],
    text: Callable[[Heading], str] = attrgetter("text"),
) -> Iterator[str]:
    """Yield the ids of all headings: those that their attributes give, and for the others those made of their texts.

    `slug` makes an id of a text, and `numbered` makes repeated ids unique, as `doclint.markdown.slugs` does for GitHub.
    """
    titles = [title_of(text(heading)) for heading in document.headings]
    yield from (title.id for title in titles if title.id is not None)
    yield from numbered(slug(title.text) for title in titles if title.id is None)


_GOLDMARK_ATTRIBUTES = expression(r"^[ \t>]*+\{(?P<list>[^{}\n]*+)\}[ \t]*+$", re.MULTILINE)
_GOLDMARK_ID = expression(r"#(?P<id>[^\s\"'}#]++)")
_DEFINITION = expression(r"[ \t>]*+:[ \t]")
_DEFINED_BELOW = expression(r"[ \t>]*+\n?[ \t>]*+\n[ \t>]*+:[ \t]")
_DESTINATION = expression(r"\]\([^()\n]*+\)|\]\[[^\[\]\n]*+\]")


class IdSettings(Struct, frozen=True):
    """The settings of Hugo that decide about ids, below `markup.goldmark`; with `dashes`, the typographer is on."""

    kind: str = "github"
    headings: bool = True
    terms: bool = False
    dashes: bool = True


def goldmark_ids(document: Document, rules: IdSettings) -> Iterator[str]:
    """Yield the ids of headings and, if the rules say so, of terms that the page defines, and those in attributes."""
    known: set[str] = set()
    last: Counter[str] = Counter()
    read = partial(typeset, has_alternatives=True) if rules.dashes else plain_text
    places = [(heading.start, read(heading.children), "heading") for heading in document.headings]
    if rules.terms:
        places += [(start, term, "id") for start, term in _terms(document)]
    for _, text, default in sorted(places):
        title = title_of(text)
        if title.id is not None:
            known.add(title.id)
        elif rules.headings or default == "id":
            known.add(_unique(anchor(title.text.rpartition("\n")[2], rules.kind) or default, known, last))
    yield from known
    for attributes in _GOLDMARK_ATTRIBUTES.finditer(document.source.text):
        yield from (match["id"] for match in _GOLDMARK_ID.finditer(attributes["list"]))


def _unique(name: str, known: set[str], last: Counter[str]) -> str:
    """Return a name with the first number that makes it new; `last` has the last number that each name got."""
    if name not in known:
        return name
    last[name] += 1
    while f"{name}-{last[name]}" in known:
        last[name] += 1
    return f"{name}-{last[name]}"


def anchor(text: str, kind: str = "github") -> str:
    """Return the id that Hugo makes of a text, by the setting `autoIDType` (earlier `autoHeadingIDType`).

    >>> anchor("Détails: `x_y` & C++"), anchor("Détails ½", "github-ascii"), anchor("1. Use -- it!", "blackfriday")
    ('détails-x_y--c', 'details-', '1-use-it')
    """
    if kind == "blackfriday":
        parts = "".join(one.lower() if unicodedata.category(one)[0] in "LN" else " " for one in text)
        return "-".join(parts.split())
    if kind == "github-ascii":
        decomposed = unicodedata.normalize("NFD", text)
        text = "".join(one for one in decomposed if unicodedata.category(one) != "Mn" and one.isascii())
    return "".join(map(_of_character, text))


def _of_character(one: str) -> str:
    if one in "- ":
        return "-"
    is_kept = one == "_" or unicodedata.category(one) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")
    return one.lower()[:1] if is_kept else ""


def _terms(document: Document) -> Iterator[tuple[int, str]]:
    r"""Yield the start and the text of each term of the definition lists on a page, which CommonMark does not know.

    The terms are the lines before one that begins with a colon; a single blank line may be between them.
    """
    text = document.source.text
    if "\n:" not in text and "\n " not in text and ">" not in text:
        return
    for paragraph in document.paragraphs:
        lines = text[paragraph.start : paragraph.end].splitlines()
        is_defined = [_DEFINITION.match(line) is not None for line in lines]
        if _DEFINED_BELOW.match(text, paragraph.end) or (len(lines) > 1 and any(is_defined)):
            terms = zip(lines, is_defined, strict=True)
            found = [_DESTINATION.sub("]", line).strip() for line, defines in terms if not defines]
            yield from ((paragraph.start + number, term) for number, term in enumerate(found))


_KRAMDOWN_ATTRIBUTES = expression(r"\{:(?![:/])(?P<list>[^{}\n]*+)\}")
_KRAMDOWN_ID = expression(r"(?:^|[\s.\w:-])#(?P<id>[A-Za-z][\w:-]*+)|\bid=[\"'](?P<value>[^\"'{}]++)")
_OWN = expression(r"[ \t]\{#(?P<id>[A-Za-z_:][\w:.-]*+)\}\Z")
_NEXT = expression(r"[ \t]*+\n?[ \t]{0,3}+\{:(?![:/])[^{}\n]*?(?:#|\bid=)")
# A closing tag ends a block of HTML, and a line break begins none. In CommonMark only a blank line ends a block: there
# the fence after a line break opens no code, and all that follows looks like code.
_AFTER_HTML = expression(r"(?:</\w++>|<br[ \t]*+/?>)[ \t]*+\n(?P<heading>\#{1,6}[ \t][^\n]++)$", re.MULTILINE)
_ANCHOR = expression(r"<a[ \t]++(?:id|name)=(?P<quote>[\"'])(?P<name>[^\"'<>\n]++)(?P=quote)")
_BEFORE_LETTER = expression(r"^[^a-zA-Z]+", re.MULTILINE)
_NOT_IN_ID = expression(r"[^a-zA-Z0-9 -]+")
_MARKS = expression(r"^[ \t]*#{1,6}[ \t]*|(?<![ \t])[ \t]++#++[ \t]*+$|\n[ \t]*+[=-]++[ \t]*+$")


def kramdown_ids(document: Document, options: Any) -> Iterator[str]:
    """Yield the ids of headings and those in attributes; the options are those of kramdown, as Jekyll sets them."""
    text = document.source.text
    get = options.get if isinstance(options, dict) else {}.get
    prefix = as_text(get("auto_id_prefix"))
    is_github = as_text(get("input"), "GFM").lower() == "gfm"
    made = []
    for heading in document.headings:
        shown = typeset(heading.children) if is_github else _MARKS.sub("", text[heading.start : heading.end].strip())
        own = _OWN.search(shown)
        if own is not None:
            yield own["id"]
        elif _NEXT.match(text, heading.end) is None:
            made.append(shown)
    made += [_MARKS.sub("", heading["heading"]) for heading in _AFTER_HTML.finditer(text)] if "<" in text else []
    if get("auto_ids") is not False:
        # The parser for GitHub's Markdown has ids of its own (`generate_gfm_header_id`).
        ids = (slug(one.replace("\t", " ")) if is_github else kramdown_id(one) or "section" for one in made)
        yield from (prefix + one for one in _numbered(ids))
    yield from (anchor["name"] for anchor in _ANCHOR.finditer(text)) if "<br" in text else ()
    for attributes in _KRAMDOWN_ATTRIBUTES.finditer(text) if "{:" in text else ():
        yield from (match["id"] or match["value"] for match in _KRAMDOWN_ID.finditer(f" {attributes['list']}"))


def kramdown_id(text: str) -> str:
    """Return the id that kramdown makes of the source of a heading (`Converter::Base#basic_generate_id`).

    >>> kramdown_id("1. Use `x_y` -- fast!"), kramdown_id("42")
    ('use-xy----fast', '')
    """
    return _NOT_IN_ID.sub("", _BEFORE_LETTER.sub("", text)).replace(" ", "-").lower()


def _numbered(ids: Iterable[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for one in ids:
        yield f"{one}-{counts[one]}" if counts[one] else one
        counts[one] += 1


_DROPPED = expression(r"[^\w\s-]")
_DROPPED_BY_PYMDOWN = expression(r"[^\w\- ]")
_CASES: Mapping[str, Callable[[str], str]] = {"lower": str.lower, "lower-ascii": str.lower, "fold": str.casefold}
_FORMS = ("NFC", "NFD", "NFKC", "NFKD")

# Text in an admonition or a tab is indented, which CommonMark reads as code, and a heading needs no space.
_HEADING = expression(r"^[ \t>]*+\#{1,6}+[ \t]*+(?P<text>[^\n]++)$", re.MULTILINE)
_LINK = expression(r"\[(?P<text>[^\[\]]*+)\][(\[][^()\[\]]*+[)\]]")
_ICON = expression(r":[a-z0-9_+-]++:")
_TAB = expression(r'^[ \t]*+===[!+]*+[ \t]++"(?P<text>[^"\n]++)"', re.MULTILINE)
_MARKDOWN_ATTRIBUTES = expression(r"\{(?P<text>[^{}\n]*+)\}")
_MARKDOWN_ID = expression(r"""(?:(?<=[\s:])|^)\#(?P<short>[^\s"']++)|\bid(?:=|:[ ]?)["']?(?P<long>[^\s"',]++)""")
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
    for match in _MARKDOWN_ATTRIBUTES.finditer(text):
        yield from (found[found.lastgroup or 0] for found in _MARKDOWN_ID.finditer(match["text"]))
    yield from (match["id"] for match in _IN_HTML.finditer(text))


def _shown(title: str) -> str:
    """Return a title as it is shown: icons such as `:smile:` are pictures."""
    return " ".join((_ICON.sub("", title) if ":" in title else title).split())
