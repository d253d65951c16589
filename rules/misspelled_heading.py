from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from pydantic import Field

from doclint.markdown.nodes import Code, Heading, Text
from doclint.markdown.slugs import slug
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import keyword_page

_LONGEST = 100  # characters at the end of a heading that are looked at
# Nouns that generators make headings of and whose plural is not the noun with an `s`.
_NOUNS = (
    "address alias analysis batch box branch bus bypass category class dependency dictionary directory entity entry "
    "factory hash history index library match matrix patch policy prefix process property proxy "
    "query registry repository search status strategy suffix summary switch utility vertex"
).split()


class MisspelledHeading(Rule):
    """A heading is misspelled by its generator: `Classs`, a plural that is only the singular with an `s`.

    Generators that write `f"{kind}s"` make `Classs` of `class` and `Class/Structs` of `class/struct`, on every page
    with such a group. The page looks broken, and tools that look for the heading do not find it. To fix it, give the
    generator a table of plurals.

    Two things are reported: a heading that the format of the page knows as what its generator writes instead of the
    right one, and on any page a heading that ends with such a plural of a common noun.
    """

    id = "misspelled-heading"
    family = "structure"
    severity = "warning"
    covers = ("A08",)
    yields_to = ("unfenced-source",)
    in_quotes = True
    remedy = (
        "Give the generator a table of plurals (`Class`: `Classes`, `Class/Struct`: `Classes/Structs`) instead "
        "of adding an `s` to the kind."
    )
    messages = {"misspelled": Message("The heading says `{found}`; it should say `{right}`", key=("found",))}
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
        Valid(keyword_page("src/app.py", "Classes", ["App"]), "docs/src/app.py_kw.md"),
        Invalid("# Three mouses\n", options={"plurals": {"mouses": "mice"}}, lines=(1,), fixed="# Three mice\n"),
        Valid("# Classes and processes\n\nA `Classs` in the text.\n\n## `Classs`\n"),
        Valid("```\n# Classs\n```\n"),
    )

    plurals: dict[str, str] = Field(
        default={}, description="More wrong plurals in lower case, each with the right one."
    )

    def check(self, page: Page) -> Iterator[Violation]:
        linked = {link.destination for link in page.document.links}
        emitted = set()
        for section in page.sections:
            spec = section.place.spec if section.place else None
            if spec and spec.emits and spec.emits.match(section.heading.children) is not None:
                emitted.add(section.heading.start)
                span = None if spec.heading.names else _shown(section.heading)
                yield _violation(linked, section.heading, section.heading.text, page.fill(spec.heading), span)
        for heading in page.document.headings:
            found = _ending(heading.text[-_LONGEST:])
            wrong = found.lower()
            plural = self.plurals.get(wrong) or _PLURALS.get(wrong)
            # In code, it is the name of something that is called so.
            if plural and heading.start not in emitted and not isinstance(heading.children[-1], Code):
                right = _in_case_of(found, plural)
                yield _violation(linked, heading, found, right, _last_word(page, heading, found))


@lru_cache(maxsize=1024)  # generated pages have the same headings
def _ending(heading: str) -> str:
    """The last word of a heading."""
    words = heading.split()
    return words[-1] if words else ""


def _violation(linked: AbstractSet[str], heading: Heading, found: str, right: str, span: Span | None) -> Violation:
    """The finding, which is mended by writing what is right in the span.

    Links of the page to the heading would be broken by that; where there are some, somebody has to look at it.
    """
    fix = Fix((Edit(span, right),), safe=f"#{slug(heading.text)}" not in linked) if span else None
    return Violation(heading.span, "misspelled", fix=fix, found=found, right=right)


def _shown(heading: Heading) -> Span:
    """All that the heading says."""
    return Span(heading.children[0].start, heading.children[-1].end)


def _last_word(page: Page, heading: Heading, word: str) -> Span | None:
    """Where the last word stands; None if it is not written as it is shown."""
    last = heading.children[-1]
    if isinstance(last, Text) and last.text.endswith(word) and page.source.text.endswith(word, last.start, last.end):
        return Span(last.end - len(word), last.end)
    return None


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es"


def _in_case_of(word: str, plural: str) -> str:
    if word.isupper():
        return plural.upper()
    return plural.capitalize() if word[0].isupper() else plural


_IRREGULAR = {"analysis": "analyses", "matrix": "matrices", "vertex": "vertices"}
_PLURALS = {f"{noun}s": _IRREGULAR.get(noun) or _plural(noun) for noun in _NOUNS}
