from collections.abc import Iterator, Sequence

from doclint.formats.shapes import Item, Symbols
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Severity, Valid, Violation

from ._entries import without
from ._names import Names, fitting, names_of, plural
from ._origins import Origin, origin_in_code, origin_in_text, stand_in
from ._pages import keyword_page
from ._remedies import BINARY, PARSE, REWRITE

_PYTHON = '''\
"""Baskets.

The class of a basket is chosen later.
"""

import enum
from collections import deque

# A class to hold apples of a 3rdparty
class Basket:
    def fill(self): ...

    def empty(self):
        return run(self)
'''
_HEADER = """\
#ifndef BASKET_H
#define BASKET_H
#if defined(FAST)
#endif
namespace shop::fruit {
template <class Fruit> class EXPORT Basket {
 public:
  Basket() : weight(0) {}
  void fill(Fruit fruit) { add(fruit); }
};
}
#endif
"""
_MADE = """\
Point = namedtuple('Point', 'x y')
if True:
    class Shape: ...
try:
    from b import C as Handle
except ImportError:
    Handle = type('Handle', (), {})
"""
_NOTES = "Baskets of the 3rdparty shop, in UTF-8.  # noqa: B950\n\nSee https://shop.example/API for more.\n"


def _message(text: str, severity: Severity | None = None, remedy: str = "") -> Message:
    return Message(f"{text}[ (as copied in `{{copy}}`)]", key=("name", "kind"), severity=severity, remedy=remedy)


class UnknownSymbol(Rule):
    """A page lists a symbol that its source does not define.

    The source is parsed, and so is known what it defines: whatever only stands in a comment, a docstring or a string is
    no symbol of it, and neither is what the source merely calls, imports or asks the preprocessor for. The finding says
    where the name comes from: most often from a regular expression that knows no comments.

    Where the source is not there, the copy of it that a page quotes is read instead, unless that is cut. Names in code
    that a parser may have missed get the benefit of the doubt: what is assigned, forward declared, made by a macro, or
    looks like a declaration.

    A list of mere identifiers is compared with the words of the file: pieces of longer words (`rdparty` of `3rdparty`),
    codes of linters and parts of web addresses identify nothing in it.
    """

    id = "unknown-symbol"
    family = "symbols"
    severity = "error"
    covers = ("C02", "C05", "C06", "C07", "C08", "C10", "C11")
    in_quotes = True
    needs = frozenset({"source"})
    yields_to = ("reserved-word-as-symbol",)
    remedy = PARSE
    messages = {
        "comment": _message("`{name}` is no {kind} of `{source}`: it is a word of a comment, on line {line}"),
        "docstring": _message("`{name}` is no {kind} of `{source}`: it is a word of a docstring, on line {line}"),
        "string": _message("`{name}` is no {kind} of `{source}`: it stands in a string, on line {line}"),
        "directive": _message(
            "`{name}` is no {kind} of `{source}`: it stands in a directive of the preprocessor, on line {line}",
            remedy=(
                r"Match whole keywords, or parse the source: `def\s+(\w+)` without `\b` also matches inside "
                "`#ifdef X` and `#ifndef X`."
            ),
        ),
        "macro": _message(
            "`{name}` is no {kind} of `{source}`: it is a macro before the name of `{other}`, on line {line}",
        ),
        "parameter": _message(
            "`{name}` is no {kind} of `{source}`: it is a parameter of a template, on line {line}",
        ),
        "cut": _message(
            "`{name}` is only a part of the {kind} `{other}` of `{source}`",
            "warning",
            remedy=(
                r"Let names go on over `::` and `.`, as in `namespace\s+([\w:]+)`: the pattern takes only the "
                "first part of a qualified name."
            ),
        ),
        "imported": _message(
            "`{name}` is no {kind} of `{source}`, which only imports it, on line {line}",
        ),
        "used": _message(
            "`{name}` is no {kind} of `{source}`: it is used there, on line {line}, but not defined",
        ),
        "absent": _message("`{name}` is no {kind} of `{source}`: no such word stands there", remedy=REWRITE),
        "fragment": _message(
            "`{name}` is no {kind}: it is a piece of `{other}` in `{source}`",
            "warning",
            remedy=(
                r"Take whole words (`\b[A-Za-z_]\w*\b`): without the boundaries a pattern begins in the middle of "
                "a word, behind its digits."
            ),
        ),
        "lint-code": _message(
            "`{name}` is no {kind}: it is the code of a linter, on line {line} of `{source}`",
            "warning",
            remedy=(
                "Leave comments to other tools (`# noqa: E501`) out of the text before words are collected from it."
            ),
        ),
        "address": _message(
            "`{name}` is no {kind}: it is part of a web address, on line {line} of `{source}`",
            "warning",
            remedy="Leave web addresses out of the text before words are collected from it.",
        ),
        "binary": Message(
            "`{source}` is a binary file, and what stands in it are no {kinds}: `{name}` and all that follows"
            "[ (as copied in `{copy}`)]",
            key=("kind",),
            remedy=BINARY,
        ),
    }
    examples = (
        Invalid(
            keyword_page(
                "basket.py", "Classes", ["Basket", "The", "of", "to", "run", "deque", "defaultdict", "rdparty"]
            ),
            "docs/basket.py_kw.md",
            files={"basket.py": _PYTHON},
            lines=(8, 9, 10, 11, 12, 13, 14),
            messages=("docstring", "comment", "used", "imported", "absent", "fragment"),
            fixed=keyword_page("basket.py", "Classes", ["Basket"]),
        ),
        Invalid(
            keyword_page("basket.h", "Class/Structs", ["Basket", "EXPORT", "Fruit", "FAST"])
            + keyword_page("", "Namespaces", ["fruit", "shop"]).partition("\n\n")[2],
            "docs/basket.h_kw.md",
            files={"basket.h": _HEADER},
            lines=(8, 9, 10, 16),
            messages=("macro", "parameter", "directive", "cut"),
        ),
        Invalid(
            keyword_page("notes.md", "Identifiers", ["Baskets", "rdparty", "API", "https", "B950", "UTF"]),
            "docs/notes.md_kw.md",
            files={"notes.md": _NOTES},
            lines=(8, 9, 10, 11, 12),
            messages=("fragment", "address", "lint-code"),
        ),
        Invalid(
            keyword_page("a.py", "Classes", ["A", "B950", "wrong"]),
            "docs/a.py_kw.md",
            files={"a.py": "class A: ...  # noqa: B950\n\nx = 'wrong'\n"},
            lines=(8, 9),
            messages=("lint-code", "string"),
        ),
        Invalid(
            keyword_page("a.ppm", "Identifiers", ["AbCce", "UuD"]),
            "docs/a.ppm_kw.md",
            files={"a.ppm": "P6\0AbCce UuD"},
            lines=(7,),
            messages=("binary",),
        ),
        Invalid(
            keyword_page("a.py", "Classes", ["A", "of"]),
            "docs/a.py_kw.md",
            files={"a.py": "'A function of mine.'\n\n# a class of its own\nclass A: ...\n"},
            lines=(8,),
            messages=("comment",),
        ),
        Invalid(
            keyword_page("a.h", "Class/Structs", ["A", "Core"]),
            "docs/a.h_kw.md",
            files={
                "a.h": "template <class Core> struct A {\n  static_assert(IS_SMALL(const Core));\n"
                "  Core (*core)();\n};\n"
            },
            lines=(8,),
            messages=("parameter",),
        ),
        Invalid(
            keyword_page("a.h", "Class/Structs", ["A", "shop"]),
            "docs/a.h_kw.md",
            files={"a.h": "struct A {\n  friend class shop::Basket;\n};\nFILL(shop::Apple)\n"},
            lines=(8,),
            messages=("used",),
        ),
        Invalid(
            keyword_page("a.cpp", "Functions", ["printf", "run"]),
            "docs/a.cpp_kw.md",
            files={"a.cpp": "void run() {\n  std::printf(1);\n}\n"},
            lines=(7,),
            messages=("used",),
        ),
        Valid(
            keyword_page("a.h", "Namespaces", ["shop::fruit"]),
            "docs/a.h_kw.md",
            files={"a.h": "namespace shop::inline fruit { void run(); }\n"},
        ),
        Valid(
            keyword_page("a.h", "Class/Structs", ["A", "Core", "Shade"]),
            "docs/a.h_kw.md",
            files={
                "a.h": "template <class Core> struct A {};\nclass Core;\nDECLARE(Shade)\n"
                "struct B { enum Shade shade : 4; };\n"
            },
        ),
        Valid(
            keyword_page("basket.py", "Functions", ["empty", "fill"]),
            "docs/basket.py_kw.md",
            files={"basket.py": _PYTHON},
        ),
        Valid(
            keyword_page("basket.h", "Functions", ["Basket", "fill"]),
            "docs/basket.h_kw.md",
            files={"basket.h": _HEADER},
        ),
        Valid(
            keyword_page("a.py", "Classes", ["Point", "Shape", "Handle"]),
            "docs/a.py_kw.md",
            files={"a.py": _MADE},
        ),
        Valid(
            keyword_page("a.h", "Class/Structs", ["Later", "Friend", "Made"]),
            "docs/a.h_kw.md",
            files={"a.h": "class Later;\nstruct A { friend class Friend; };\nDEFINE_CLASS(Made)\n"},
        ),
        Valid(
            keyword_page("a.h", "Class/Structs", ["A", "B", "C"]),
            "docs/a.h_kw.md",
            files={
                "a.h": "// A class to be.\nstruct _OLD A\n{\n  int one;\n};\nclass API(1) [[nodiscard]] B { };\n"
                "struct C\n#if FAST\n  : Base\n#endif\n{\n"
            },
        ),
        Valid(
            keyword_page("a.py", "Classes", ["is"]),
            "docs/a.py_kw.md",
            files={"a.py": "# is a class\n"},
            beside=("reserved-word-as-symbol",),
        ),
        Valid(keyword_page("src/gone.py", "Classes", ["Basket"]), "docs/src/gone.py_kw.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or not source_file.complete:
            return
        names = names_of(source_file)
        origins: dict[tuple[Sequence[str], str], Origin | None] = {}  # a list may say one name all over again
        for group in page.all(Symbols):
            if source_file.is_binary:
                yield _violation(group.items[0], group, source_file, Origin("binary"))
                continue
            for name in {item["symbol"].text for item in group.items}:
                if (group.kinds, name) not in origins:
                    origins[group.kinds, name] = _origin(names, group, source_file, name)
            found = ((item, origins[group.kinds, item["symbol"].text]) for item in group.items)
            wrong = [(item, origin) for item, origin in found if origin]
            for item, origin in wrong:
                violation = _violation(item, group, source_file, origin)
                # A list that nothing else stands in is another defect.
                violation.fix = without(page, [item.span]) if len(wrong) < len(group.items) else None
                yield violation


def _origin(names: Names, group: Symbols, source_file: SourceFile, name: str) -> Origin | None:
    """Where a name comes from that the source does not have as what the group says; None if it may have it."""
    if "identifier" in group.kinds:
        return origin_in_text(source_file, name)
    if source_file.symbols is None or source_file.passages is None:
        return None
    if found := names.find(name):
        fits = fitting(group.kinds)
        is_one = "definition" in group.kinds or any(symbol.kind in fits for symbol in found)
        return None if is_one else stand_in(source_file.passages, name)
    longer = names.longer(name) if "namespace" in group.kinds else None
    if longer:
        return Origin("cut", other=longer)
    if name in names.imported:
        return Origin("imported", names.imported[name].line)
    return origin_in_code(source_file, source_file.passages, name, group.kinds[0])


def _violation(item: Item, group: Symbols, source_file: SourceFile, origin: Origin) -> Violation:
    name = item["symbol"]
    return Violation(
        name.span,
        origin.reason,
        name=name.text,
        kind=group.kinds[0],
        kinds=plural(group.kinds[0]),
        line=origin.line,
        other=origin.other,
        source=source_file.path,
        copy=source_file.copy,
    )
