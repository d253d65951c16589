from collections.abc import Iterator

from doclint import Invalid, Language, Message, Page, Rule, Valid, Violation
from doclint.kit import language_of, removal
from doclint.kit.shapes import Imports, Listing

from ._names import with_article
from ._pages import keyword_page, keywords_of
from ._remedies import PARSE


class ReservedWordAsSymbol(Rule):
    """A list of symbols has a reserved word of the language: `def` as a class.

    No program can define such a name, so the entry is wrong whatever the source contains. It comes from a regular
    expression that looks for symbols: it finds `class` at the end of a comment line, followed by `def` on the next one,
    or takes `else if (...) {` for a function.

    Only words that can never be a name count. Soft keywords such as `match`, `type` and `print` are legal names, and
    methods of JavaScript may have any name. doclint checks imports if the language writes them as names: no Python
    module is called `import`, but a C++ header is called `new`. For a header, it uses the words that C and C++ have in
    common, unless the page shows that the header is C++.
    """

    family = "symbols"
    severity = "error"
    covers = ("C01",)
    in_quotes = True
    reads = {"{module} of imports", "{symbol} of symbols"}
    remedy = PARSE
    messages = {
        "reserved": Message(
            "The page lists `{name}` as {what}, but it is a reserved word of {language}", key=("name", "kind")
        ),
    }
    examples = (
        Invalid(
            *keywords_of("src/app.py", Classs=["App", "def"]),
            lines=(8,),
            fixed=keyword_page("src/app.py", "Classs", ["App"]),
        ),
        Invalid(
            *keywords_of("src/app.h", Functions=["if", "run", "while"]),
            lines=(7, 9),
            fixed=keyword_page("src/app.h", "Functions", ["run"]),
        ),
        Invalid(*keywords_of("src/app.py", Imports=["import", "os"]), lines=(7,)),
        Invalid(*keywords_of("src/app.h", Functions=["new"], Includes=["vector"]), lines=(7,)),
        Valid(*keywords_of("src/app.h", Functions=["new", "delete", "this"])),
        Valid(*keywords_of("src/app.js", Functions=["delete", "catch"])),
        Valid(*keywords_of("src/app.h", Includes=["new", "string"])),
        Valid(*keywords_of("src/app.py", Functions=["match", "type", "print"])),
        Valid(*keywords_of("src/app.py", Classs=["struct", "delete"])),
        Valid(*keywords_of("notes.md", Identifiers=["None", "True"])),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        language = _language(page)
        if language is None:
            return
        for group in page.symbol_lists:
            if not (language.any_member and "function" in group.kinds):
                yield from _check_listing(page, group, "symbol", group.kinds[0], language)
        for imports in page.all(Imports) if language.imports_names else ():
            yield from _check_listing(page, imports, "module", "module", language)


def _check_listing(page: Page, listing: Listing, hole: str, kind: str, language: Language) -> Iterator[Violation]:
    wrong = [item for item in listing.items if item.captures[hole].text in language.reserved]
    for item in wrong:
        fix, name = removal(page, listing, item, len(wrong)), item[hole].text
        what = with_article(kind)
        yield Violation(item[hole].span, "reserved", fix=fix, name=name, kind=kind, what=what, language=language.name)


def _language(page: Page) -> Language | None:
    """Return the language of the source: C++ for a header if a namespace or the name of an included file shows it."""
    if page.language is None or page.language.id != "header":
        return page.language
    has_namespace = any("namespace" in group.kinds for group in page.symbol_lists)
    headers = [item["module"].text for group in page.all(Imports) for item in group.items]
    return language_of("a.cpp") if has_namespace or any("." not in header for header in headers) else page.language
