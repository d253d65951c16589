"""Raw HTML in Markdown: attributes, comments, headings, and the elements that browsers know."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.source import Span

_HOMES = {"svg": names("doclint.markdown", "svg"), "math": names("doclint.markdown", "mathml")}
_ELEMENTS = names("doclint.markdown", "html")


def elements(tags: Iterable[str]) -> frozenset[str]:
    """Return the elements that a page with tags of these names can have: of SVG and MathML only if it uses them.

    >>> "path" in elements(["div"]), "path" in elements(["svg"])
    (False, True)
    """
    return _ELEMENTS.union(*(_HOMES[name] for name in _HOMES.keys() & set(tags)))


# An opening tag as in CommonMark 0.31.2, section 6.6. Possessive repetition keeps hostile input linear.
_TAG = expression(
    r"""<(?P<name>[a-z][a-z0-9-]*+)
        (?P<attributes>(?:\s++[a-z_:][a-z0-9_.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?)*+)
        \s*+/?>""",
    re.IGNORECASE | re.VERBOSE,
)
_ATTRIBUTE = expression(
    r"""(?P<name>[a-z_:][a-z0-9_.:-]*+)\s*+=\s*+(?:'(?P<single>[^']*+)'|"(?P<double>[^"]*+)"|(?P<bare>[^\s"'=<>`]++))""",
    re.IGNORECASE | re.VERBOSE,
)
_HEADING = expression(r"<h[1-6]\b[^<>]*>", re.IGNORECASE)
_ANY_TAG = expression(r"<[^<>]*>")
_RAW_TEXT = frozenset({"script", "style", "textarea", "title"})


class Attribute(Struct, frozen=True):
    """An attribute with a value. `tag` and `name` are in lower case; `span` is that of the value without its quotes."""

    tag: str
    name: str
    value: str
    span: Span


def attributes(text: str, start: int, end: int) -> Iterator[Attribute]:
    """Yield the attributes of all opening tags between two offsets, except in comments and scripts.

    >>> [attribute] = attributes('see <a href="x.md">x</a><!-- <a href="y"> -->', 0, 45)
    >>> attribute
    Attribute(tag='a', name='href', value='x.md', span=Span(start=13, end=17))
    """
    for piece in _pieces(text, start, end):
        if isinstance(piece, re.Match):
            yield from _attributes_of(piece["name"].lower(), piece)


def comments(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of all comments between two offsets, with their delimiters. An unclosed one runs to the end.

    >>> list(comments("a <!-- b --> <x y='<!-- c -->'> <!-- d", 0, 38))
    [Span(start=2, end=12), Span(start=32, end=38)]
    """
    return (piece for piece in _pieces(text, start, end) if isinstance(piece, Span))


def headings(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the offset and the text of each heading that is written as tags between two offsets.

    >>> list(headings('<h2 align="center">What <em>is</em> it?</h2>', 0, 44))
    [(0, 'What is it?')]
    """
    match = _HEADING.search(text, start, end)
    while match:
        close = text.find("</h", match.end(), end)
        if close < 0:
            return
        yield match.start(), unescaped(_ANY_TAG.sub("", text[match.end() : close]))
        match = _HEADING.search(text, close, end)


def _pieces(text: str, start: int, end: int) -> Iterator[Span | re.Match[str]]:
    """Yield the comments and the opening tags between two offsets, in order. The text of a script has none."""
    position = text.find("<", start, end)
    while position >= 0:
        if text.startswith("<!--", position):
            # The delimiters of a comment may share their hyphens: `<!-->` is a comment.
            after = _after("-->", text, position + 2, end)
            yield Span(position, after)
            position = after
        else:
            match = _TAG.match(text, position, end)
            position += 1
            if match:
                yield match
                tag = match["name"].lower()
                position = match.end() if tag not in _RAW_TEXT else _after_raw_text(tag, text, match.end(), end)
        position = text.find("<", position, end)


def _after(closing: str, text: str, start: int, end: int) -> int:
    found = text.find(closing, start, end)
    return end if found < 0 else found + len(closing)


def _after_raw_text(tag: str, text: str, start: int, end: int) -> int:
    found = re.compile(f"</{tag}", re.IGNORECASE).search(text, start, end)
    return found.end() if found else end


def _attributes_of(tag: str, match: re.Match[str]) -> Iterator[Attribute]:
    for found in _ATTRIBUTE.finditer(match.string, *match.span("attributes")):
        group = found.lastgroup or "bare"
        yield Attribute(tag, found["name"].lower(), unescaped(found[group]), Span(*found.span(group)))


def unescaped(text: str) -> str:
    """Return a text with its entities resolved."""
    from html import unescape

    return unescape(text)
