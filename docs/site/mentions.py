"""Where the manuals mention something: the sections with a code span of its name."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice

from site_page import SitePage

from doclint.markdown.document import Document
from doclint.markdown.slugs import slug
from doclint.markdown.source import Source

_MOST = 8


def mentions(manuals: Iterable[SitePage], pattern: str) -> list[tuple[str, str]]:
    """Return the titles and links, from a folder of the site, of the manuals with a code span that matches.

    A link leads to the section of the first such code span.
    """
    is_meant = re.compile(pattern).fullmatch
    found = (_mention(page, is_meant) for page in manuals)
    return list(islice(filter(None, found), _MOST))


def _mention(page: SitePage, is_meant: Callable[[str], object]) -> tuple[str, str] | None:
    document = _document(page.text)
    place = next((span.start for span in document.code_spans if is_meant(span.text)), None)
    if place is None:
        return None
    title, *sections = [heading.text for heading in document.headings if heading.start < place]
    if not sections:
        return title, f"../{page.path}"
    return f"{title}: {sections[-1]}", f"../{page.path}#{slug(sections[-1])}"


@cache
def _document(text: str) -> Document:
    return Document(Source.from_text(text))
