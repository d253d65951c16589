from collections.abc import Iterator

from doclint.code.languages import Language, language
from doclint.formats.shapes import Imports, Listing, Symbols
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._entries import without
from ._pages import keyword_page
from ._remedies import PARSE


class ReservedWordAsSymbol(Rule):
    """A reserved word of the language is listed as one of the symbols of a source: `def` as a class.

    No program can define such a name, so the entry is wrong whatever the source says. It comes from looking for symbols
    with a regular expression: in `class` at the end of a comment line, followed by `def` on the next one, or in `else
    if (...) {`.

    Only words that can never be a name count. Soft keywords such as `match`, `type` and `print` are legal names, and
    methods of JavaScript may be called anything. Imports are judged where a language writes them as names: no Python
    module is called `import`, but a C++ header is called `new`. A header is held to the words that C and C++ have in
    common, unless the page shows that it is C++.
    """

    id = "reserved-word-as-symbol"
    family = "symbols"
    severity = "error"
    covers = ("C01",)
    in_quotes = True
    remedy = PARSE
    messages = {
        "reserved": Message("`{name}` is a reserved word of {language} and names no {kind}", key=("name", "kind")),
    }
    examples = (
        Invalid(
            keyword_page("src/app.py", "Classs", ["App", "def"]),
            "docs/src/app.py_kw.md",
            lines=(8,),
            fixed=keyword_page("src/app.py", "Classs", ["App"]),
        ),
        Invalid(
            keyword_page("src/app.h", "Functions", ["if", "run", "while"]),
            "docs/src/app.h_kw.md",
            lines=(7, 9),
            fixed=keyword_page("src/app.h", "Functions", ["run"]),
        ),
        Invalid(keyword_page("src/app.py", "Imports", ["import", "os"]), "docs/src/app.py_kw.md", lines=(7,)),
        Invalid(
            keyword_page("src/app.h", "Functions", ["new"])
            + keyword_page("", "Includes", ["vector"]).partition("\n\n")[2],
            "docs/src/app.h_kw.md",
            lines=(7,),
        ),
        Valid(keyword_page("src/app.h", "Functions", ["new", "delete", "this"]), "docs/src/app.h_kw.md"),
        Valid(keyword_page("src/app.js", "Functions", ["delete", "catch"]), "docs/src/app.js_kw.md"),
        Valid(keyword_page("src/app.h", "Includes", ["new", "string"]), "docs/src/app.h_kw.md"),
        Valid(keyword_page("src/app.py", "Functions", ["match", "type", "print"]), "docs/src/app.py_kw.md"),
        Valid(keyword_page("src/app.py", "Classs", ["struct", "delete"]), "docs/src/app.py_kw.md"),
        Valid(keyword_page("notes.md", "Identifiers", ["None", "True"]), "docs/notes.md_kw.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        language = _language(page)
        if language is None:
            return
        for group in page.all(Symbols):
            if language.any_member and "function" in group.kinds:
                continue
            yield from _linter(page, group, "symbol", group.kinds[0], language)
        for imports in page.all(Imports) if language.imports_names else ():
            yield from _linter(page, imports, "module", "module", language)


def _linter(page: Page, listing: Listing, hole: str, kind: str, language: Language) -> Iterator[Violation]:
    wrong = [item for item in listing.items if item[hole].text in language.reserved]
    for item in wrong:
        name = item[hole]
        # A list that nothing else stands in is another defect.
        fix = without(page, [item.span]) if len(wrong) < len(listing.items) else None
        yield Violation(name.span, "reserved", fix=fix, name=name.text, kind=kind, language=language.name)


def _language(page: Page) -> Language | None:
    """The language of the source; C++ for a header that shows itself to be that by a namespace or what it includes."""
    if page.language is None or page.language.id != "header":
        return page.language
    has_namespace = any("namespace" in group.kinds for group in page.all(Symbols))
    headers = [item["module"].text for group in page.all(Imports) for item in group.items]
    return language("cpp") if has_namespace or any("." not in header for header in headers) else page.language
