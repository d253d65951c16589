"""The ids that generators give to headings."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from doclint.markdown.document import Document
from doclint.markdown.nodes import Heading, Inline, Link, plain_text

_ID = re.compile(r"(?:#|id=[\"']?)(?P<id>[^\s\"'}]++)")


class Title(NamedTuple):
    """The text of a heading without its attributes, and the id that these give it; None if they give none."""

    text: str
    id: str | None


def title_of(heading: str) -> Title:
    """Return the parts of a heading that may end in attributes: the syntax of Pandoc, kramdown and Python-Markdown.

    >>> title_of("Use it {#use .wide}"), title_of("Use {name}")
    (Title(text='Use it', id='use'), Title(text='Use {name}', id=None))
    """
    if not heading.endswith("}"):
        return Title(heading, None)
    before, _, attributes = heading[:-1].rpartition("{")
    found = next(filter(None, map(_ID.match, attributes.removeprefix(":").split())), None)
    return Title(before.rstrip(), found["id"]) if found else Title(heading, None)


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
