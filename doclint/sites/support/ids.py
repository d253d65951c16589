"""The ids that generators give to headings."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.document import Document
from doclint.markdown.nodes import Break, Code, Heading, Inline, Link, Text, plain_text

_ATTRIBUTE = expression(r"\.[^\s\"'{}]++|[\w:-]++=(?:\"[^\"]*+\"|'[^']*+'|[^\s\"']++)")
_HYPHENS = expression(r"-{2,}")
_ID = expression(r"(?:#|id=[\"']?)(?P<id>[^\s\"'}]++)")


class Title(NamedTuple):
    """The text of a heading without its attributes, and the id that these give it; None if they give none."""

    text: str
    id: str | None


def title_of(heading: str) -> Title:
    """Return the parts of a heading that may end in attributes: the syntax of Pandoc, kramdown and Python-Markdown.

    >>> title_of("Use it {#use .wide}"), title_of("Use {name}"), title_of("Use {.wide}")
    (Title(text='Use it', id='use'), Title(text='Use {name}', id=None), Title(text='Use', id=None))
    """
    if not heading.endswith("}"):
        return Title(heading, None)
    before, _, attributes = heading[:-1].rpartition("{")
    parts = attributes.removeprefix(":").split()
    found = next(filter(None, map(_ID.match, parts)), None)
    if found:
        return Title(before.rstrip(), found["id"])
    has_attributes = bool(parts) and all(map(_ATTRIBUTE.fullmatch, parts))
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


def text_of(heading: Heading) -> str:
    """Return the plain text of a heading, as a reader sees it."""
    return heading.text


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
    text: Callable[[Heading], str] = text_of,
) -> Iterator[str]:
    """Yield the ids of all headings: those that their attributes give, and for the others those made of their texts.

    `slug` makes an id of a text, and `numbered` makes repeated ids unique, as `doclint.markdown.slugs` does for GitHub.
    """
    titles = [title_of(text(heading)) for heading in document.headings]
    yield from (title.id for title in titles if title.id is not None)
    yield from numbered(slug(title.text) for title in titles if title.id is None)
