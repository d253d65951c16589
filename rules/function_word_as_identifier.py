from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Language, Message, Page, Rule, Valid, Violation
from doclint.kit import removal
from doclint.kit.tables import names

from ._names import with_article
from ._pages import keyword_page, keywords_of
from ._remedies import PARSE

_WORDS = names("doclint_rules", "function-words")
_NEVER_A_NAME = names("doclint_rules", "never-a-type")
# Those of them that no program uses as a name.
_NEVER_ANYTHING = frozenset("the these those their your our whose although because whereas whether were".split())
_ABBREVIATION = 2  # capitals
_TEXT = ("comment", "docstring", "string")


class FunctionWordAsIdentifier(Rule):
    """A list of identifiers has a function word of English: `The`, `When`, `This`.

    Nothing is called that, and such words hide the names that matter. They come from generators that take every
    capitalized word of a text for an identifier, or every word after `class` for a class.

    Only words that name nothing count: articles, pronouns, prepositions, conjunctions, auxiliaries and the like, never
    a noun or a verb such as `Index` or `Run`; the one exception is `Use`. In lists of classes and functions, where
    names in lower case are common, doclint reports only words that no program uses as a name. In a list of identifiers
    of code, it also reports the other words if the source has them only in comments and strings. It never reports
    abbreviations of two capitals (`IT`, `US`), nor, outside of prose, words in capitals: `AND` and `FROM` are words of
    CMake and of a Dockerfile.
    """

    family = "symbols"
    severity = "warning"
    covers = ("C03",)
    in_quotes = True
    consults = {"source", "repository"}
    reads = {"{symbol} of symbols"}
    yields_to = ("reserved-word-as-symbol", "unknown-symbol")
    remedy = (
        "Do not take every capitalized word for an identifier: leave out the function words of the language, "
        "or take only the words in code spans."
    )
    messages = {
        "identifier": Message(
            "The page lists `{name}` as an identifier, but it is a function word of English", key=("name", "kind")
        ),
        "symbol": Message(
            "The page lists `{name}` as {what}, but it is a function word of English",
            key=("name", "kind"),
            remedy=PARSE,
        ),
    }
    examples = (
        Invalid(
            *keywords_of("notes.md", Identifiers=["Index", "The", "When"]),
            lines=(8, 9),
            fixed=keyword_page("notes.md", "Identifiers", ["Index"]),
        ),
        Invalid(*keywords_of("src/app.h", Class__Structs=["is", "App"]), lines=(7,)),
        Invalid(
            keyword_page("notes.md", "Identifiers", ["Basically", "The"]),
            "docs/notes.md_kw.md",
            {"words": ["basically"], "names": ["the"]},
            lines=(7,),
        ),
        Invalid(*keywords_of("notes.md", Identifiers=["A", "After", "Use", "User"]), lines=(7, 8, 9)),
        Invalid(
            *keywords_of("a.ts", "// A basket. Use it.\nconst After = 1;\n", Identifiers=["A", "After", "Fill", "Use"]),
            lines=(7, 10),
        ),
        Valid(*keywords_of("notes.md", Identifiers=["Index", "Module", "Any", "IT"])),
        Valid(*keywords_of("src/app.py", Functions=["all", "is", "which", "at"])),
        Valid(*keywords_of("src/app.py", "class For: ...\n", Classs=["For"])),
        Valid(*keywords_of("src/app.ts", Identifiers=["At", "If", "When"])),
        Invalid(
            *keywords_of("a.cmake", Identifiers=["AND", "NOT", "The"]),
            lines=(9,),
            fixed=keyword_page("a.cmake", "Identifiers", ["AND", "NOT"]),
        ),
        Invalid(*keywords_of("LICENSE", Identifiers=["AND", "Copyright"]), lines=(7,)),
    )

    words: Annotated[list[str], Meta(description="More words that identify nothing, in lower case.")] = []
    names: Annotated[list[str], Meta(description="Words that are names here, in lower case.")] = []

    def check(self, page: Page) -> Iterator[Violation]:
        for group in page.symbol_lists:
            kind = group.kinds[0]
            words = (_WORDS | set(self.words)) - set(self.names) if self.words or self.names else _WORDS
            named = [(item, item["symbol"].text) for item in group.items]
            suspects = [(item, name) for item, name in named if name.lower() in words]
            certain = (_words_for(kind, page.language) | set(self.words)) - set(self.names) if suspects else ()
            wrong = [item for item, name in suspects if _is_wrong(page, kind, name, is_certain=name.lower() in certain)]
            if wrong and page.source_file is not None:
                definitions = page.source_file.definitions
                wrong = [item for item in wrong if not definitions.find(item["symbol"].text)]
            message = "identifier" if kind == "identifier" else "symbol"
            for item in wrong:
                fix, name = removal(page, group, item, len(wrong)), item["symbol"]
                yield Violation(name.span, message, fix=fix, name=name.text, kind=kind, what=with_article(kind))


def _words_for(kind: str, language: Language | None) -> frozenset[str]:
    """Return the words that are not names of a kind, whatever a source has."""
    is_code = language is not None and language.code
    if kind == "function" or (kind == "identifier" and is_code):
        return _NEVER_ANYTHING
    return _NEVER_A_NAME if is_code else _WORDS


def _is_wrong(page: Page, kind: str, name: str, *, is_certain: bool) -> bool:
    if kind == "identifier" and _is_only_text(page, name):
        return not (name.isupper() and len(name) == _ABBREVIATION)
    is_prose = page.language is None or page.language.prose
    return is_certain and not (name.isupper() and (len(name) == _ABBREVIATION or not is_prose))


def _is_only_text(page: Page, name: str) -> bool:
    """Whether the source of a page has a word only in comments and strings."""
    source = page.source_file
    mentions = source.passages.mentions(name) if source and source.passages and source.complete else ()
    return bool(mentions) and all(mention.place in _TEXT for mention in mentions)
