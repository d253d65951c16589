import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from doclint.code.symbols import Symbol
from doclint.formats.pattern import Capture
from doclint.formats.shapes import Imports, Item
from doclint.markdown.source import Edit, Fix
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Severity, Valid, Violation

from ._entries import without
from ._lists import outer_modules
from ._names import WITH_MACROS
from ._origins import before
from ._pages import file_page, keyword_page
from ._remedies import REWRITE

_ALIAS = re.compile(r"(?P<name>\.*[^\W\d]\w*(?:\.[^\W\d]\w*)*) +as +[^\W\d]\w* *")
_NAME = re.compile(r"\.+|\.*[^\W\d]\w*(?:\.[^\W\d]\w*)*(?:\.\*)?|\*")
_IMPORTED = re.compile(rb"\b(?:import|from|as)\s+\Z")
_INCLUDE = re.compile(rb"#\s*(?:include|include_next|import)\s*[<\"]\Z")
_LONGEST = 1_000  # characters of an entry that can be told apart

_PYTHON = '''\
"""Baskets.

To import apples, call `fill`.
"""
import os.path, json
import numpy as np  # see the manual
from .shop import (
    Apple,
    Pear as P,
)
run(__import__("plugin"))
'''
_HEADER = """\
#include <vector>
#include "shop/apple.h"
// #include <map>
"""


def _message(text: str, severity: Severity | None = None, remedy: str = "") -> Message:
    return Message(f"{text}[ (as copied in `{{copy}}`)]", key=("name",), severity=severity, remedy=remedy)


def _page(path: str, verb: str, *entries: str) -> str:
    items = "".join(f"- {entry}\n" for entry in entries)
    return file_page(path, f"## Dependencies\n\n### Import Dependencies\n\nThis file {verb}:\n\n{items}")


class WrongImport(Rule):
    """A page lists an import that the source does not have, or that is no name of a module.

    Imports that are looked for with a regular expression come from comments and docstrings ("to import apples"), and
    carry what stands behind them: an alias, a comment, a comma. The source is parsed, so what it imports or includes is
    known: modules, the packages that they lie in, and the names that are taken from them.

    What a source imports is judged for Python, C, C++ and CUDA; names that only a macro or a call of `__import__` can
    tell are not.
    """

    id = "wrong-import"
    family = "symbols"
    severity = "error"
    covers = ("F12",)
    in_quotes = True
    needs = frozenset({"source"})
    yields_to = ("reserved-word-as-symbol",)
    remedy = (
        r"Parse imports and includes instead of matching `import\s+(.+)` in the text: comments and strings hold the "
        "word too, and an alias or a comma is no part of the name."
    )
    messages = {
        "alias": _message("`{name}` is written with its alias; what is imported is `{module}`", "warning"),
        "comma": _message("`{name}` ends in a comma, as if there were more", "warning"),
        "text": _message("`{name}` is no name of a module or of something in it"),
        "comment": _message("`{name}` is not {imported}: it stands in a comment, on line {line} of `{source}`"),
        "docstring": _message("`{name}` is not {imported}: it stands in a docstring, on line {line} of `{source}`"),
        "string": _message("`{name}` is not {imported}: it stands in a string, on line {line} of `{source}`"),
        "used": _message("`{name}` is not imported by `{source}`, which only uses the name, on line {line}"),
        "absent": _message("`{name}` is not {imported} by `{source}`", remedy=REWRITE),
    }
    examples = (
        Invalid(
            keyword_page("a.py", "Imports", ["os", "apples", "plugin", "run", "gone", "numpy as np"]),
            "docs/a.py_kw.md",
            files={"a.py": _PYTHON},
            lines=(8, 9, 10, 11, 12),
            messages=("docstring", "string", "used", "absent", "alias"),
            fixed=keyword_page("a.py", "Imports", ["os", "numpy"]),
        ),
        Invalid(
            _page("a.py", "imports", "`json`", "`see the manual`", "`.shop`: Apple, after patches", "`json ,`"),
            "docs/a.py_docs.md",
            files={"a.py": _PYTHON},
            lines=(10, 11, 12),
            messages=("text", "comma"),
        ),
        Invalid(
            _page("a.h", "includes", "`vector`", "`map`"),
            "docs/a.h_docs.md",
            files={"a.h": _HEADER},
            lines=(10,),
            messages=("comment",),
        ),
        Valid(
            keyword_page("a.py", "Imports", [".shop", "Apple", "P", "Pear", "json", "numpy", "os", "os.path"]),
            "docs/a.py_kw.md",
            files={"a.py": _PYTHON},
        ),
        Valid(
            _page("a.py", "imports", "`os.path, json`", "`.shop`: Apple, Pear as P", "`numpy`"),
            "docs/a.py_docs.md",
            files={"a.py": _PYTHON},
        ),
        Valid(_page("a.h", "includes", "`vector`", "`shop/apple.h`"), "docs/a.h_docs.md", files={"a.h": _HEADER}),
        Valid(
            _page("a.h", "includes", "`fruits.def`"),
            "docs/a.h_docs.md",
            files={"a.h": 'enum Fruit {\n  first,\n#include "fruits.def"\n};\n'},
        ),
        Valid(_page("a.cu", "includes", "`CONFIG`"), "docs/a.cu_docs.md", files={"a.cu": "#include CONFIG\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or source_file.symbols is None or source_file.language is None:
            return
        compare = {"python": _of_python}.get(
            source_file.language.id, _of_c if source_file.language.id in WITH_MACROS else None
        )
        known = _imports_of(source_file)
        imported = "included" if compare is _of_c else "imported"
        for listing in page.all(Imports) if compare else ():
            for item in listing.items:
                for violation in compare(item, known) if compare else ():
                    if violation.fix is None and len(listing.items) > 1:
                        violation.fix = without(page, [item.span])
                    violation.arguments |= {"imported": imported, "source": source_file.path, "copy": source_file.copy}
                    yield violation


class _Imported:
    """What a source imports, and where else it has the names that it does not import."""

    def __init__(self, source_file: SourceFile) -> None:
        self.passages = source_file.passages
        self.names = _imported(source_file.symbols.found if source_file.symbols else ())
        # A list may say one name all over again.
        self.mention_as_import = cache(self._mention_as_import)
        self.mention_as_include = cache(self._mention_as_include)

    def _mention_as_import(self, name: str) -> tuple[str, int | None] | None:
        """The reason why a name is there that Python does not import, and the line; None if it may be imported."""
        mentions = self.passages.mentions(name) if self.passages else []
        imported = [
            one for one in mentions if self.passages and _IMPORTED.search(before(self.passages.data, one.start))
        ]
        if any(mention.place == "code" for mention in imported):
            return None
        mention = next(iter(imported or mentions), None)
        reason = "absent" if mention is None else "used" if mention.place == "code" else mention.place
        return reason, mention.line if mention else None

    def _mention_as_include(self, name: str) -> tuple[str, int | None] | None:
        """The same for the family of C."""
        passages = self.passages
        if passages is None:
            return None
        # A name in quotes is a string: the directive tells where it stands.
        included = ((one, _INCLUDE.search(before(passages.data, one.start))) for one in passages.mentions(name))
        mentions = [passages.mention(one.start - len(found[0])) for one, found in included if found]
        if any(mention.place in ("code", "directive") for mention in mentions):
            return None
        return (mentions[0].place, mentions[0].line) if mentions else ("absent", None)


@lru_cache(maxsize=2)
def _imports_of(source_file: SourceFile) -> _Imported:
    return _Imported(source_file)


def _imported(symbols: Iterable[Symbol]) -> frozenset[str]:
    """Everything that may be called an import: modules, the packages they lie in, and what is taken from them."""
    known: set[str] = set()
    for symbol in symbols:
        if symbol.kind in ("import", "include"):
            known |= {symbol.name, symbol.qualified}
            known.update(outer_modules(symbol.qualified) if symbol.kind == "import" else ())
            dots = len(symbol.qualified) - len(symbol.qualified.lstrip("."))
            known.add("." * dots)
    return frozenset(known)


def _of_python(item: Item, known: _Imported) -> Iterator[Violation]:
    """What is wrong with an import and with the names that are said to be taken from it."""
    module = item["module"]
    if " as " in module.text and (alias := _ALIAS.fullmatch(module.text[:_LONGEST])):
        is_exact = module.end - module.start == len(module.text)
        fix = Fix((Edit(module.span, alias["name"]),), safe=False) if is_exact else None
        yield Violation(module.span, "alias", fix=fix, name=module.text, module=alias["name"])
        return
    names = [capture for capture in (module, item.captures.get("names")) if capture]
    for capture in names:
        parts = _parts(capture)
        violation = _text(capture, parts) or _unknown(capture, parts, known)
        if violation is not None:
            yield violation
            return


def _text(capture: Capture, parts: Sequence[str]) -> Violation | None:
    if all(map(_NAME.fullmatch, parts)):
        is_cut = capture.text.rstrip().endswith(",")
        return Violation(capture.span, "comma", name=capture.text) if is_cut else None
    return Violation(capture.span, "text", name=capture.text)


def _parts(capture: Capture) -> list[str]:
    """The names in a list that commas part, without aliases and parentheses."""
    listed = capture.text[:_LONGEST].strip().removeprefix("(").removesuffix(")").rstrip(", ")
    return [name.strip().partition(" as ")[0].rstrip() for name in listed.split(",")]


def _unknown(capture: Capture, parts: Sequence[str], known: _Imported) -> Violation | None:
    """The first name that the source does not import."""
    for name in parts:
        origin = known.mention_as_import(name) if name not in known.names and known.passages else None
        if origin is not None:
            return Violation(capture.span, origin[0], name=name, line=origin[1])
    return None


def _of_c(item: Item, known: _Imported) -> Iterator[Violation]:
    """What is wrong with an included file."""
    name = item["module"].text.strip("<>\"' ")
    origin = known.mention_as_include(name) if name not in known.names else None
    if origin is not None:
        yield Violation(item["module"].span, origin[0], name=name, line=origin[1])
