"""Where the manuals mention something: the sections with a code span of its name."""

from collections.abc import Callable, Iterable

from site_page import SitePage

from doclint.markdown.document import Document
from doclint.markdown.slugs import slug
from doclint.markdown.source import Source

_MOST = 8


def mentions(manuals: Iterable[SitePage], is_meant: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Return the titles and links, from a folder of the site, of the manuals with a code span that is meant.

    A link leads to the section of the first such code span.
    """
    found = []
    for page in manuals:
        document = _document(page)
        first = next((span.start for span in document.code_spans if is_meant(span.text)), None)
        if first is not None and len(found) < _MOST:
            above = [heading for heading in document.headings if heading.start < first]
            fragment = f"#{slug(above[-1].text)}" if len(above) > 1 else ""
            title = above[-1].text if len(above) > 1 else ""
            found.append((": ".join(filter(None, [document.headings[0].text, title])), f"../{page.path}{fragment}"))
    return found


_documents: dict[str, Document] = {}


def _document(page: SitePage) -> Document:
    if page.path not in _documents:
        _documents[page.path] = Document(Source.from_text(page.text))
    return _documents[page.path]
