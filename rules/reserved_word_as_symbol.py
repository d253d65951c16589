from collections.abc import Iterator

from doclint.formats.shapes import Imports, Symbols
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import keyword_page


class ReservedWordAsSymbol(Rule):
    """A reserved word of the language is listed as one of the symbols of a source: `def` as a class.

    No program can define such a name, so the entry is wrong whatever the source says. It comes of looking for symbols
    with a regular expression: in `class` at the end of a comment line, followed by `def` on the next one, or in `else
    if (...) {`.

    Only words that can never be a name count. Soft keywords such as `match`, `type` and `print` are legal names.
    Imports are judged where a language writes them as names: no Python module is called `import`, but a C++ header is
    called `new`.
    """

    id = "reserved-word-as-symbol"
    family = "symbols"
    severity = "error"
    covers = ("C01",)
    reads = frozenset({"template", "quoted"})
    messages = {
        "reserved": Message("`{name}` is a reserved word of {language}, not {kind}", key=("name", "kind")),
    }
    examples = (
        Invalid(keyword_page("src/app.py", "Classs", ["App", "def"]), "docs/src/app.py_kw.md", lines=(8,)),
        Invalid(keyword_page("src/app.h", "Functions", ["if", "run", "while"]), "docs/src/app.h_kw.md", lines=(7, 9)),
        Invalid(keyword_page("src/app.py", "Imports", ["import", "os"]), "docs/src/app.py_kw.md", lines=(7,)),
        Valid(keyword_page("src/app.h", "Includes", ["new", "string"]), "docs/src/app.h_kw.md"),
        Valid(keyword_page("src/app.py", "Functions", ["match", "type", "print"]), "docs/src/app.py_kw.md"),
        Valid(keyword_page("src/app.py", "Classs", ["struct", "delete"]), "docs/src/app.py_kw.md"),
        Valid(keyword_page("notes.md", "Identifiers", ["None", "True"]), "docs/notes.md_kw.md"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        language = page.language
        if language is None:
            return
        names = [(item["symbol"], _with_article(group.kind)) for group in page.all(Symbols) for item in group.items]
        if language.imports_names:
            names += [(item["module"], "a module") for group in page.all(Imports) for item in group.items]
        for name, kind in names:
            if name.text in language.reserved:
                yield Finding(name.span, "reserved", name=name.text, kind=kind, language=language.name)


def _with_article(kind: str) -> str:
    return f"an {kind}" if kind[:1] in "aeiou" else f"a {kind}"
