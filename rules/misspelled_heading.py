from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import remembered
from doclint.kit.nodes import Code, Heading, Text

from ._pages import format_in, keyword_page
from ._slips import slips, whole

_FORMAT = format_in("misspelled_heading")
_LONGEST = 100  # characters at the end of a heading that are looked at
# Common nouns whose plural is not the noun with an `s`.
_NOUNS = (
    "address alias analysis batch box branch bus bypass category class dependency dictionary directory entity entry "
    "factory hash history index library match matrix patch policy prefix process property proxy "
    "query registry repository search status strategy suffix summary switch utility vertex"
).split()


_IRREGULAR = {"analysis": "analyses", "matrix": "matrices", "vertex": "vertices"}
_PLURALS = {
    f"{noun}s": _IRREGULAR.get(noun) or (f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es") for noun in _NOUNS
}


class MisspelledHeading(Rule):
    """A generator misspells a heading: it writes `Classs`, a plural made by adding an `s` to the singular.

    Generators that write `f"{kind}s"` make `Classs` of `class` and `Class/Structs` of `class/struct`, on every page
    with such a group. The page looks broken, and tools that look for the heading do not find it. Give the generator a
    table of plurals.

    The rule reports headings that the format of the page lists as misspellings of its generator, those that are one
    letter off a heading of the format (`Paramaters`), and on all pages headings that end in such a plural of a common
    noun. A letter in the other case is a matter of taste (`Example usage`). A heading that ends in code is left alone:
    it is a name.
    """

    family = "structure"
    severity = "warning"
    covers = ("A08",)
    yields_to = ("unfenced-source",)
    in_quotes = True
    reads = {"markdown", "section.misspelled"}
    remedy = (
        "Give the generator a table of plurals (`Class`: `Classes`, `Class/Struct`: `Classes/Structs`) instead "
        "of adding an `s` to the kind."
    )
    advice = "Correct the spelling of the heading."
    messages = {"misspelled": Message("The heading says `{found}`; write `{right}`", key=("found",))}
    examples = (
        Invalid(
            keyword_page("src/app.py", "Classs", ["App"]),
            "docs/src/app.py_kw.md",
            lines=(5,),
            fixed=keyword_page("src/app.py", "Classes", ["App"]),
        ),
        Invalid(
            keyword_page("src/app.h", "Class/Structs", ["App"]),
            "docs/src/app.h_kw.md",
            lines=(5,),
            fixed=keyword_page("src/app.h", "Classes/Structs", ["App"]),
        ),
        Invalid(
            "# Guide\n\n## Third-party librarys ##\n\nNone yet.\n",
            lines=(3,),
            fixed="# Guide\n\n## Third-party libraries ##\n\nNone yet.\n",
        ),
        Invalid("# Three mouses\n", options={"plurals": {"mouses": "mice"}}, lines=(1,), fixed="# Three mice\n"),
        Invalid(
            "# till\n\n## Exampel Usage\n\nOpen it.\n",
            "docs/till.md",
            format=_FORMAT,
            lines=(3,),
            fixed="# till\n\n## Example Usage\n\nOpen it.\n",
        ),
        Valid("# till\n\n## Example usage\n\nOpen it.\n", "docs/till.md", format=_FORMAT),
        Valid("# Classes and processes\n\nA `Classs` in the text.\n\n## `Classs`\n"),
    )

    plurals: Annotated[dict[str, str], Meta(description="More wrong plurals, in lower case, with the right ones.")] = {}

    def check(self, page: Page) -> Iterator[Violation]:
        emitted = set()
        for section in page.sections:
            heading, place = section.heading, section.place
            misspelled = place.spec.misspelled if place else None
            if misspelled and place and misspelled.match(heading.children) is not None:
                emitted.add(heading.start)
                is_fixed = not (place.heading.names or place.heading.has_unread)
                span = Span(heading.children[0].start, heading.children[-1].end) if is_fixed else None
                yield _violation(page, heading, heading.text, page.fill(place.heading), span)
        for heading, right in slips(page):
            if heading.text.casefold() != right.casefold():
                emitted.add(heading.start)
                yield _violation(page, heading, heading.text, right, whole(heading))
        plurals = {**_PLURALS, **self.plurals} if self.plurals else _PLURALS
        for heading in page.document.headings:
            word = _last_of(heading.text[-_LONGEST:])
            plural = plurals.get(word.lower())
            if plural and heading.start not in emitted and not isinstance(heading.children[-1], Code):
                right = _in_case_of(word, plural)
                yield _violation(page, heading, word, right, _last_word(page, heading, word))


def _violation(page: Page, heading: Heading, found: str, right: str, span: Span | None) -> Violation:
    fix = page.replace(span, right, safe=not page.links_to(heading)) if span else None
    return Violation(heading.span, "misspelled", fix=fix, found=found, right=right)


@remembered
def _last_of(text: str) -> str:
    return next(iter(text.rsplit(maxsplit=1)[-1:]), "")


def _last_word(page: Page, heading: Heading, word: str) -> Span | None:
    """Return the span of the last word of a heading; None if its Markdown is not the text that it renders as."""
    last = heading.children[-1]
    if isinstance(last, Text) and last.text.endswith(word) and page.source.text.endswith(word, last.start, last.end):
        return Span(last.end - len(word), last.end)
    return None


def _in_case_of(word: str, plural: str) -> str:
    if word.isupper():
        return plural.upper()
    return plural.capitalize() if word[0].isupper() else plural
