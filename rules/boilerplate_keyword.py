from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit.indexes import heading_at, name_of

from ._pages import keywords_of

_FEWEST = 5  # words of the template that make a finding
_SHARE = 0.3  # of the keywords that may be words of the template

_BOILERPLATE = ["Architecture", "Considerations", "Dependencies", "Metadata", "Overview", "Oven", "Purpose"]


class BoilerplateKeyword(Rule):
    """The keywords of a generated page are the words of its template: `Considerations`, `Overview`, `Purpose`.

    Every such index has the same entries, and none of them leads to the topic of the file. The generator reads its own
    output. The words of the template are those of the format: its headings, labels and sentences.

    doclint checks only pages about generated pages, since a source may well be about such words. It reports a list
    once, at its heading, if more than three in ten of its keywords are words of the template.
    """

    family = "lists"
    severity = "warning"
    reads = {"{symbol} of symbols + file"}
    covers = ("C04",)
    remedy = "Leave generated pages out of the files that you extract keywords from."
    messages = {"template": Message("Many of these keywords are only words of the page's template: {words}")}
    examples = (
        Invalid(*keywords_of("docs/a.py_docs.md", Identifiers=_BOILERPLATE), lines=(5,)),
        Valid(*keywords_of("a.py", Identifiers=_BOILERPLATE)),
        Valid(*keywords_of("docs/a.py_docs.md", Identifiers=["Oven", "Bread", "Rye", "Purpose", "Table"])),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or subject.path is None or subject.is_folder or not page.is_page(subject.path):
            return
        template = frozenset[str]().union(*(format_.words for format_ in page.parsed.possible_formats))
        for listing in page.symbol_lists:
            names = [name_of(item).text for item in listing.items]
            words = tuple(name for name in names if name.casefold() in template)
            if len(words) >= _FEWEST and len(words) > len(names) * _SHARE:
                yield Violation(heading_at(page, listing), "template", words=words)
