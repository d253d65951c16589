from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from pydantic import Field

from doclint.code.languages import Language
from doclint.formats.shapes import Symbols
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._entries import without
from ._names import names_of
from ._pages import keyword_page
from ._remedies import PARSE

# Words of English that hold sentences together and name nothing. Left out: those that are names as well (any, none,
# may, will, like).
_WORDS = frozenset(
    """
    an the this that these those
    he she it we they you me him her us them my your his its our their mine yours ours theirs
    myself yourself itself themselves who whom whose which what
    about above across after against along among around as at before behind below between beyond by despite during
    except for from in inside into of off on onto out over per since through throughout till to toward towards under
    until upon via with within without
    and but or nor so yet although because if unless whereas whether while though than
    am is are was were be been being do does did have has had having can could might must shall should would cannot
    here there then thus hence however therefore moreover also too very just only not no never always often sometimes
    all both each every few many more most much neither other another some such several either instead
    how when where why
    """.split()
)
# The ones among them that nobody calls a type or a namespace, and those that nobody calls anything.
_NEVER_A_NAME = frozenset(
    """
    the this that these those he she they your our their its them whose which whom although because unless whereas
    whether is are was were been being does did has had having could might must shall should would cannot thus hence
    however therefore moreover very just instead for and but nor so of if while
    """.split()
)
_NEVER_ANYTHING = frozenset("the these those their your our whose although because whereas whether were".split())
_SHORT = 2


class FunctionWordAsIdentifier(Rule):
    """A function word of English is listed as an identifier: `The`, `When`, `This`.

    Generators that take every capitalised word of a text for an identifier, or every word behind `class` for a class,
    fill indexes with the words that hold sentences together. Nobody looks them up, and they crowd out the names that
    matter.

    Only words that name nothing count: articles, pronouns, prepositions, conjunctions, auxiliaries and the like, never
    a noun or a verb such as `Index` or `Run`. Among the classes and functions of a source, where names in lower case
    are common, only the ones that no program uses as a name are reported; abbreviations of two capitals (`IT`, `US`)
    never are, nor words in capitals outside of prose: `AND` and `FROM` are words of CMake and of a Dockerfile.
    """

    id = "function-word-as-identifier"
    family = "symbols"
    severity = "warning"
    covers = ("C03",)
    in_quotes = True
    consults = frozenset({"source", "repository"})
    yields_to = ("reserved-word-as-symbol", "unknown-symbol")
    remedy = (
        "Do not take every capitalised word for an identifier: leave out the function words of the language, "
        "or take only what prose has in code spans."
    )
    messages = {
        "identifier": Message("`{name}` is a function word of English; it identifies nothing", key=("name", "kind")),
        "symbol": Message(
            "`{name}` is a function word of English; it stands in a sentence, not for a {kind}",
            key=("name", "kind"),
            remedy=PARSE,
        ),
    }
    examples = (
        Invalid(
            keyword_page("notes.md", "Identifiers", ["Index", "The", "When"]),
            "docs/notes.md_kw.md",
            lines=(8, 9),
            fixed=keyword_page("notes.md", "Identifiers", ["Index"]),
        ),
        Invalid(keyword_page("src/app.h", "Class/Structs", ["is", "App"]), "docs/src/app.h_kw.md", lines=(7,)),
        Invalid(
            keyword_page("notes.md", "Identifiers", ["Basically", "The"]),
            "docs/notes.md_kw.md",
            {"words": ["basically"], "names": ["the"]},
            lines=(7,),
        ),
        Valid(keyword_page("notes.md", "Identifiers", ["Index", "Module", "Any", "IT"]), "docs/notes.md_kw.md"),
        Valid(keyword_page("src/app.py", "Functions", ["all", "is", "which", "at"]), "docs/src/app.py_kw.md"),
        Valid(
            keyword_page("src/app.py", "Classs", ["For"]),
            "docs/src/app.py_kw.md",
            files={"src/app.py": "class For: ...\n"},
        ),
        Valid(keyword_page("src/app.ts", "Identifiers", ["At", "If", "When"]), "docs/src/app.ts_kw.md"),
        Invalid(
            keyword_page("a.cmake", "Identifiers", ["AND", "NOT", "The"]),
            "docs/a.cmake_kw.md",
            lines=(9,),
            fixed=keyword_page("a.cmake", "Identifiers", ["AND", "NOT"]),
        ),
        Invalid(keyword_page("LICENSE", "Identifiers", ["AND", "Copyright"]), "docs/LICENSE_kw.md", lines=(7,)),
    )

    words: list[str] = Field(default=[], description="More words that identify nothing, in lower case.")
    names: list[str] = Field(default=[], description="Words that are names here, in lower case.")

    def check(self, page: Page) -> Iterator[Violation]:
        for group in page.all(Symbols):
            kind = group.kinds[0]
            words = (_words_for(kind, page.language) | set(self.words)) - set(self.names)
            message = "identifier" if kind == "identifier" else "symbol"
            wrong = [item for item in group.items if _is_one_of(words, item["symbol"].text)]
            if page.language is not None and not page.language.prose:
                wrong = [item for item in wrong if not item["symbol"].text.isupper()]
            if wrong and page.source_file is not None:
                names = names_of(page.source_file)
                wrong = [item for item in wrong if not names.find(item["symbol"].text)]
            for item in wrong:
                name = item["symbol"]
                # A list that nothing else stands in is another defect.
                fix = without(page, [item.span]) if len(wrong) < len(group.items) else None
                yield Violation(name.span, message, fix=fix, name=name.text, kind=kind)


def _words_for(kind: str, language: Language | None) -> frozenset[str]:
    is_code = language is not None and language.code
    if kind == "function" or (kind == "identifier" and is_code):
        return _NEVER_ANYTHING
    return _NEVER_A_NAME if is_code else _WORDS


def _is_one_of(words: AbstractSet[str], name: str) -> bool:
    is_abbreviation = len(name) <= _SHORT and name.isupper()
    return name.lower() in words and not is_abbreviation
