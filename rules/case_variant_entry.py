import re
from collections.abc import Iterator, Sequence
from posixpath import basename

from pydantic import Field

from doclint.formats.pattern import Capture
from doclint.formats.shapes import Symbols
from doclint.markdown.document import Document
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import keyword_page

_MOST = 50  # forms of a word that are told
_WORD = re.compile(r"\w+")
# What people write and give no extension.
_TEXT = re.compile(
    r"(?:authors|changelog|changes|contributing|contributors|copying|install|licen[cs]e|maintainers|news|notice|readme"
    r"|thanks|todo)(?![A-Za-z])[^.]*",
    re.IGNORECASE,
)
# Abbreviations, methods and variables that are another word in lower case, and names that are one.
_ABBREVIATIONS = frozenset(
    """
    acid aids am basic can cat delete dom gem get go had head home ice it jar lan less mac mit nat net nice or pal patch
    path pet pin post put raid ram rest rip rom safe san sap sim smart snap soap solid span star stem swift tar us vat
    war who wine
    """.split()
)
_NAMES = frozenset(
    """
    apple april august basic chrome click dart delta edge elm fish flask flow go june less make march may mercury nice
    oracle pages pascal polish react ruby rust safari salt shell signal slack spark spring swift teams turkey unity
    windows word
    """.split()
)


class CaseVariantEntry(Rule):
    """A list of identifiers has one word several times, in capitals and without: `Python`, `PYTHON`, `python`.

    Readers of prose do not tell them apart, and each entry has only a part of what belongs to the word. It comes from
    collecting words without regard to how they are written at the beginning of a sentence or in a heading.

    Only pages about prose are judged: in code, `Basket` and `basket` are two names. Where the prose is Markdown and at
    hand, names that it has only in code are left alone. Abbreviations and proper names that are other words in lower
    case (`US`, `May`) are not the same. Each word is reported once, at its second form.
    """

    id = "case-variant-entry"
    family = "symbols"
    severity = "info"
    covers = ("C14",)
    in_quotes = True
    consults = frozenset({"source", "repository"})
    yields_to = ("function-word-as-identifier",)
    remedy = "Collect the words of prose by their form in lower case, and show the one form that is the most frequent."
    messages = {
        "variants": Message("{variants} are one word of this text and differ only in case", key=("word",)),
    }
    examples = (
        Invalid(
            keyword_page("notes.md", "Identifiers", ["Python", "Basket", "PYTHON", "python"]),
            "docs/notes.md_kw.md",
            lines=(9, 10),
        ),
        Invalid(keyword_page("LICENSE", "Identifiers", ["COPYRIGHT", "Copyright"]), "docs/LICENSE_kw.md", lines=(8,)),
        Invalid(
            keyword_page("notes.md", "Identifiers", ["Basket", "BASKET", "BREAD", "Bread"]),
            "docs/notes.md_kw.md",
            lines=(8,),
            files={"notes.md": "# BASKET\n\nA Basket of Bread.\n\n```\nBREAD = 1\n```\n"},
        ),
        Valid(keyword_page("src/app.py", "Identifiers", ["Basket", "basket"]), "docs/src/app.py_kw.md"),
        Valid(keyword_page("app.proto", "Identifiers", ["Basket", "basket"]), "docs/app.proto_kw.md"),
        Valid(keyword_page("notes.md", "Functions", ["Run", "run"]), "docs/notes.md_kw.md"),
        Valid(keyword_page("notes.md", "Identifiers", ["US", "us", "May", "may"]), "docs/notes.md_kw.md"),
        Valid(keyword_page("notes.md", "Identifiers", ["Apt", "apt"]), "docs/notes.md_kw.md", {"distinct": ["apt"]}),
    )

    distinct: list[str] = Field(
        default=[], description="Words that mean something else in another case, in lower case: these are left alone."
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not _is_about_prose(page):
            return
        only_code = None
        for group in page.all(Symbols):
            forms: dict[str, dict[str, Capture]] = {}
            for item in group.items if "identifier" in group.kinds else ():
                name = item["symbol"]
                forms.setdefault(_word(name.text), {}).setdefault(name.text, name)
            several = [(word, list(found.values())) for word, found in forms.items() if len(found) > 1]
            if several and only_code is None:
                only_code = _only_in_code(page.source_file)
            for word, names in several:
                if word not in self.distinct:
                    yield from _linter(word, [name for name in names if name.text not in (only_code or ())])


def _linter(word: str, names: Sequence[Capture]) -> Iterator[Violation]:
    variants = tuple(one.text for one in names[:_MOST])
    for name in names[1:]:
        yield Violation(name.span, "variants", name=name.text, word=word, variants=variants)


def _is_about_prose(page: Page) -> bool:
    if page.language is not None:
        return page.language.prose
    subject = page.subject
    return subject is not None and subject.path is not None and bool(_TEXT.fullmatch(basename(subject.path)))


def _word(name: str) -> str:
    """What a name is when case does not matter; what is another word in lower case stays what it is."""
    folded = name.casefold()
    is_other = (name.isupper() and folded in _ABBREVIATIONS) or (name.istitle() and folded in _NAMES)
    return name if is_other else folded


def _only_in_code(source_file: SourceFile | None) -> frozenset[str]:
    """The words that a text in Markdown has in code and nowhere else; none where nobody can tell."""
    if (
        source_file is None
        or not source_file.complete
        or source_file.language is None
        or source_file.language.id != "markdown"
    ):
        return frozenset()
    source = Source.from_bytes(source_file.data)
    written = {word for text in Document(source).texts() for word in _WORD.findall(text.text)}
    return frozenset(_WORD.findall(source.text)) - written
