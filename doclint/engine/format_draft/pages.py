"""The pages that a format is drafted from, read."""

from collections.abc import Mapping, Sequence
from itertools import islice

from msgspec import Struct

from doclint.engine.format_draft.sequences import evenly
from doclint.formats.reading.front_matter import data_of, text_of
from doclint.markdown.document import Document
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Source, printable
from doclint.repository.repository import Repository
from doclint.source.language import is_mdx

MOST_PAGES = 300
"""How many pages a draft is made from at most."""
_LARGEST = 1_000_000  # size of such a page
_ALL = 4_000_000  # size of all of them together
_LINE = 40  # bytes that a line counts as at least: short lines take as long
_STEPS = 10  # in which the pages are read, each from the first to the last ones
_MOST_KEYS = 50  # of a front matter


class SamplePage(Struct, frozen=True, eq=False):
    """A page that a format is drafted from.

    `path` is its path from the root of the repository. `front_matter` has the texts and numbers of its front matter by
    key.
    """

    path: str
    document: Document
    front_matter: Mapping[str, str] = {}

    @property
    def headings(self) -> list[Heading]:
        """The headings that are in no other block."""
        return [block for block in self.document.blocks if isinstance(block, Heading)]


def sample_pages(paths: Sequence[str], repository: Repository) -> list[SamplePage]:
    """Read pages of a repository, given by their paths from its root: all of them, or `MOST_PAGES` taken evenly.

    Pages that are too large, empty, or cannot be read are left out, as are those with names that are not text, which no
    format can have.
    """
    chosen = evenly(sorted(path for path in paths if printable(path) == path), MOST_PAGES)
    found = []
    room = _ALL
    for path in (one for start in range(_STEPS) for one in chosen[start::_STEPS]):
        data = repository.page(path)
        size = 0 if data is None else max(len(data), _LINE * (data.count(b"\n") + data.count(b"\r")))
        if data is not None and size <= min(_LARGEST, room) and data.strip():
            room -= size
            document = Document(Source.from_bytes(data), is_mdx=is_mdx(path))
            found.append(SamplePage(path, document, _front_matter(document)))
    return sorted(found, key=lambda page: page.path)


def _front_matter(document: Document) -> dict[str, str]:
    data = data_of(document.front_matter)
    items = data.items() if isinstance(data, dict) else ()
    texts = ((key, text_of(value)) for key, value in items if isinstance(key, str) and "." not in key)
    return dict(islice(((key, text) for key, text in texts if text is not None), _MOST_KEYS))
