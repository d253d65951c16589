from collections.abc import Iterator

from pydantic import Field

from doclint.nodes import Code, Heading
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import keyword_page

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
    in_quotes = True
    messages = {"misspelled": Message("The heading says `{found}`; it should say `{right}`", key=("found",))}
    examples = (
        Invalid(keyword_page("src/app.py", "Classs", ["App"]), "docs/src/app.py_kw.md", lines=(5,)),
        Invalid(keyword_page("src/app.h", "Class/Structs", ["App"]), "docs/src/app.h_kw.md", lines=(5,)),
        Invalid("# Guide\n\n## Third-party librarys\n\nNone yet.\n", lines=(3,)),
        Valid(keyword_page("src/app.py", "Classes", ["App"]), "docs/src/app.py_kw.md"),
        Invalid("# Three mouses\n", options={"plurals": {"mouses": "mice"}}, lines=(1,)),
        Valid("# Classes and processes\n\nA `Classs` in the text.\n\n## `Classs`\n"),
        Valid("```\n# Classs\n```\n"),
    )

    plurals: dict[str, str] = Field(
        default={}, description="More wrong plurals in lower case, each with the right one."
    )

    def check(self, page: Page) -> Iterator[Finding]:
        emitted = set()
        for section in page.sections:
            spec = section.place.spec if section.place else None
            if spec and spec.emits and spec.emits.match(section.heading.children) is not None:
                emitted.add(section.heading.start)
                yield _finding(section.heading, section.heading.text, page.fill(spec.heading))
        for heading in page.document.headings:
            words = heading.text.split()
            # In code, it is the name of something that is called so.
            if words and heading.start not in emitted and not isinstance(heading.children[-1], Code):
                wrong = words[-1].lower()
                plural = self.plurals.get(wrong) or _PLURALS.get(wrong)
                if plural:
                    yield _finding(heading, words[-1], _in_case_of(words[-1], plural))


def _finding(heading: Heading, found: str, right: str) -> Finding:
    return Finding(heading.span, "misspelled", found=found, right=right)


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es"


def _in_case_of(word: str, plural: str) -> str:
    if word.isupper():
        return plural.upper()
    return plural.capitalize() if word[0].isupper() else plural


_IRREGULAR = {"analysis": "analyses", "matrix": "matrices", "vertex": "vertices"}
_PLURALS = {f"{noun}s": _IRREGULAR.get(noun) or _plural(noun) for noun in _NOUNS}
