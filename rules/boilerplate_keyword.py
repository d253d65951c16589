from collections.abc import Iterator

from doclint.formats.shapes import Symbols
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import heading_at, name_of
from ._pages import keyword_page

_FEWEST = 5
_MOST = 0.3  # of the keywords may be words of the template

_BOILERPLATE = ["Architecture", "Considerations", "Dependencies", "Metadata", "Overview", "Oven", "Purpose"]


class BoilerplateKeyword(Rule):
    """The keywords of a generated page are the words of its template: `Considerations`, `Overview`, `Purpose`.

    Every such index has the same entries, and none of them leads to what the file is about. It comes of a generator
    that reads its own output. The words of the template are those of the format: its headings, labels and sentences.

    Only pages about generated pages are judged; a source may well be about such words. A list of which they are more
    than three in ten is reported once, at its heading.
    """

    id = "boilerplate-keyword"
    family = "lists"
    severity = "warning"
    covers = ("C04",)
    remedy = "Do not take the words of the template for keywords: leave generated pages out of what is read."
    messages = {"template": Message("Many of these keywords are words of the template of the page: {words}")}
    examples = (
        Invalid(
            keyword_page("docs/a.py_docs.md", "Identifiers", _BOILERPLATE), "docs/docs/a.py_docs.md_kw.md", lines=(5,)
        ),
        Valid(keyword_page("a.py", "Identifiers", _BOILERPLATE), "docs/a.py_kw.md"),
        Valid(
            keyword_page("docs/a.py_docs.md", "Identifiers", ["Oven", "Bread", "Rye", "Purpose", "Table"]),
            "docs/docs/a.py_docs.md_kw.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or subject.path is None or subject.is_folder or not page.is_page(subject.path):
            return
        template = frozenset[str]().union(*(format_.words for format_ in page.formats))
        for listing in page.all(Symbols):
            names = [name_of(item).text for item in listing.items]
            words = tuple(name for name in names if name.casefold() in template)
            if len(words) >= _FEWEST and len(words) > len(names) * _MOST:
                yield Violation(heading_at(page, listing), "template", words=words)
