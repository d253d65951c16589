import re
from collections.abc import Iterator, Sequence
from posixpath import basename
from typing import Annotated

from msgspec import Meta

from doclint import Capture, Document, Invalid, Message, Page, Rule, Source, SourceFile, Valid, Violation
from doclint.kit import expression
from doclint.kit.tables import names

from ._pages import keyword_page, keywords_of

_MOST = 50  # forms of a word in a message
_WORD = expression(r"\w+")
# Prose that has no extension.
_TEXT = expression(
    r"(?:authors|changelog|changes|contributing|contributors|copying|install|licen[cs]e|maintainers|news|notice|readme"
    r"|thanks|todo)(?![A-Za-z])[^.]*",
    re.IGNORECASE,
)
_ABBREVIATIONS = names("doclint_rules", "abbreviations")
_NAMES = names("doclint_rules", "proper-names")


class CaseVariantEntry(Rule):
    """A list of identifiers has one word in several cases: `Python`, `PYTHON`, `python`.

    Readers of prose take them for one word, and each entry has only a part of what belongs to it. The generator
    collects words without regard to how they are written at the beginning of a sentence or in a heading.

    doclint checks only pages about prose: in code, `Basket` and `basket` are two names. In the source of a page about
    Markdown, it ignores names that are only in code. It distinguishes abbreviations and proper names from other words
    in lower case (`US`, `May`). It reports each form of a word from the second one on.
    """

    family = "symbols"
    severity = "info"
    covers = ("C14",)
    in_quotes = True
    consults = {"source", "repository"}
    reads = {"{symbol} of symbols of identifier"}
    yields_to = ("function-word-as-identifier",)
    remedy = "Collect the words of prose by their form in lower case, and list only the most frequent form."
    messages = {"variants": Message("The list has one word in several cases: {variants}; keep one", key=("word",))}
    examples = (
        Invalid(*keywords_of("notes.md", Identifiers=["Python", "Basket", "PYTHON", "python"]), lines=(9, 10)),
        Invalid(*keywords_of("LICENSE", Identifiers=["COPYRIGHT", "Copyright"]), lines=(8,)),
        Invalid(
            *keywords_of(
                "notes.md",
                "# BASKET\n\nA Basket of Bread.\n\n```\nBREAD = 1\n```\n",
                Identifiers=["Basket", "BASKET", "BREAD", "Bread"],
            ),
            lines=(8,),
        ),
        Valid(*keywords_of("src/app.py", Identifiers=["Basket", "basket"])),
        Valid(*keywords_of("app.proto", Identifiers=["Basket", "basket"])),
        Valid(*keywords_of("notes.md", Functions=["Run", "run"])),
        Valid(*keywords_of("notes.md", Identifiers=["US", "us", "May", "may"])),
        Valid(keyword_page("notes.md", "Identifiers", ["Apt", "apt"]), "docs/notes.md_kw.md", {"distinct": ["apt"]}),
    )

    distinct: Annotated[
        list[str], Meta(description="Words in lower case that mean something else in another case.")
    ] = []

    def check(self, page: Page) -> Iterator[Violation]:
        if not _is_about_prose(page):
            return
        for group in page.symbol_lists:
            forms: dict[str, dict[str, Capture]] = {}
            for item in group.items if "identifier" in group.kinds else ():
                name = item["symbol"]
                forms.setdefault(_word(name.text), {}).setdefault(name.text, name)
            for word, found in forms.items():
                if len(found) > 1 and word not in self.distinct:
                    only_code = page.source_file.remembered(_only_in_code) if page.source_file else frozenset()
                    yield from _violations(word, [name for name in found.values() if name.text not in only_code])


def _violations(word: str, names: Sequence[Capture]) -> Iterator[Violation]:
    variants = tuple(one.text for one in names[:_MOST])
    for name in names[1:]:
        yield Violation(name.span, "variants", name=name.text, word=word, variants=variants)


def _is_about_prose(page: Page) -> bool:
    if page.language is not None:
        return page.language.prose
    subject = page.subject
    return subject is not None and subject.path is not None and bool(_TEXT.fullmatch(basename(subject.path)))


def _word(name: str) -> str:
    """Return a name without regard to case, unless it is another word in lower case."""
    folded = name.casefold()
    is_other = (name.isupper() and folded in _ABBREVIATIONS) or (name.istitle() and folded in _NAMES)
    return name if is_other else folded


def _only_in_code(source: SourceFile) -> frozenset[str]:
    """Return the words that a Markdown text has only in code; none for other sources."""
    if not source.complete or source.language is None or source.language.id != "markdown":
        return frozenset()
    markdown = Source.from_bytes(source.data)
    written = {word for text in Document(markdown).texts() for word in _WORD.findall(text.text)}
    return frozenset(_WORD.findall(markdown.text)) - written
