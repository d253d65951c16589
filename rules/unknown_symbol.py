from collections.abc import Iterator

from doclint import Invalid, Message, Page, RelatedLines, SourceFile, SourceRule, Valid, Violation
from doclint.kit import Argument, Severity, lines_of, lines_of_symbols, removal
from doclint.kit.shapes import Item, Symbols

from ._names import plural, with_article
from ._pages import Start, keyword_page, keywords_of
from ._reasons import UNREAD
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
_DECLARED = "class Later;\nstruct A { friend class Friend; };\nDEFINE_CLASS(Made)\n"
_MARKED = (
    "// A class to be.\nstruct _OLD A\n{\n  int one;\n};\nclass API(1) [[nodiscard]] B { };\n"
    "struct C\n#if FAST\n  : Base\n#endif\n{\n"
)
_NOTES = "Baskets of the 3rdparty shop, in UTF-8.  # noqa: B950\n\nSee https://shop.example/API for more.\n"

_UNDEFINED = "`{source}` defines no such {kind}; "


def _structs(names: str, source: str) -> Start:
    return keywords_of("a.h", source, Class__Structs=names.split())


def _message(fact: str, severity: Severity | None = None, remedy: str = "") -> Message:
    text = f"The page lists `{{name}}` as {{what}}, but {fact}"
    return Message(text, key=("name", "kind"), severity=severity, remedy=remedy)


class UnknownSymbol(SourceRule):
    """A page lists a symbol that its source does not define.

    Readers look for something that is not there. Most often the name comes from a regular expression that does not
    recognize comments: doclint parses the source, so it knows what the source defines, and what is only a word of a
    comment, a docstring or a string, or a name that the source calls or imports. The finding says where the name comes
    from.

    If the source file does not exist, doclint reads the copy of it that a page quotes, unless the copy is cut. doclint
    gives names in code the benefit of the doubt if a parser may have missed the definition: names that are assigned,
    forward declared, made by a macro, or in something that looks like a declaration.

    In a list of mere identifiers, any word of the file is right. doclint reports pieces of longer words (`rdparty` of
    `3rdparty`), codes of linters, and parts of web addresses, because they identify nothing in the file.
    """

    family = "symbols"
    severity = "error"
    covers = ("C02", "C05", "C06", "C07", "C08", "C10", "C11")
    claims = "symbol"
    in_quotes = True
    reads = {"{symbol} of symbols"}
    yields_to = ("reserved-word-as-symbol", "unknown-member")
    remedy = PARSE
    messages = {
        **{
            place: _message(f"{_UNDEFINED}the word is in a {place} (line {{line}})")
            for place in ("comment", "docstring", "string")
        },
        "directive": _message(
            f"{_UNDEFINED}the word is in a preprocessor directive (line {{line}})",
            remedy=r"Match whole keywords (`\bdef\s+`), or parse the source: `def\s+` also matches in `#ifdef X`.",
        ),
        "macro": _message(f"{_UNDEFINED}it is a macro before the name of `{{other}}` (line {{line}})"),
        "parameter": _message(f"{_UNDEFINED}it is a template parameter (line {{line}})"),
        "cut": _message(
            "it is only a part of the name `{other}` in `{source}`",
            "warning",
            remedy=r"Match qualified names to their end, as in `namespace\s+([\w:]+)`, not only their first part.",
        ),
        "imported": _message("`{source}` only imports it (line {line})"),
        "used": _message("`{source}` only uses it (line {line})"),
        "absent": _message("`{source}` does not contain that word", remedy=REWRITE),
        "fragment": _message(
            "it is only a piece of `{other}` in `{source}`",
            "warning",
            remedy=r"Take whole words (`\b[A-Za-z_]\w*\b`): without `\b`, a pattern begins after the digits of a word.",
        ),
        "lint-code": _message(
            "it is the code of a linter in `{source}` (line {line})",
            "warning",
            remedy="Remove comments for other tools (`# noqa: E501`) from the text before you collect words from it.",
        ),
        "address": _message(
            "it is part of a web address in `{source}` (line {line})",
            "warning",
            remedy="Remove web addresses from the text before you collect words from it.",
        ),
        "binary": Message(
            "The page lists `{name}` and others as {kinds}, but `{source}` is a binary file",
            key=("kind",),
            remedy=BINARY,
        ),
    }
    examples = (
        Invalid(
            *keywords_of(
                "basket.py", _PYTHON, Classes=["Basket", "The", "of", "to", "run", "deque", "defaultdict", "rdparty"]
            ),
            lines={
                8: "docstring",
                9: "docstring",
                10: "comment",
                11: "used",
                12: "imported",
                13: "absent",
                14: "fragment",
            },
            fixed=keyword_page("basket.py", "Classes", ["Basket"]),
        ),
        Invalid(
            *keywords_of(
                "basket.h", _HEADER, Class__Structs=["Basket", "EXPORT", "Fruit", "FAST"], Namespaces=["fruit", "shop"]
            ),
            lines={8: "macro", 9: "parameter", 10: "directive", 16: "cut"},
        ),
        Invalid(
            *keywords_of("notes.md", _NOTES, Identifiers=["Baskets", "rdparty", "API", "https", "B950", "UTF"]),
            lines={8: "fragment", 9: "address", 10: "address", 11: "lint-code", 12: "fragment"},
        ),
        Invalid(
            *keywords_of("a.py", "class A: ...  # noqa: B950\n\nx = 'wrong'\n", Classes=["A", "B950", "wrong"]),
            lines={8: "lint-code", 9: "string"},
        ),
        Invalid(*keywords_of("a.ppm", "P6\0AbCce UuD", Identifiers=["AbCce", "UuD"]), lines={7: "binary"}),
        Invalid(
            *keywords_of("a.py", "'A function of mine.'\n\n# a class of its own\nclass A: ...\n", Classes=["A", "of"]),
            lines={8: "comment"},
        ),
        Invalid(
            *_structs(
                "A Core",
                "template <class Core> struct A {\n  static_assert(IS_SMALL(const Core));\n  Core (*core)();\n};\n",
            ),
            lines={8: "parameter"},
        ),
        Invalid(
            *_structs("A shop", "struct A {\n  friend class shop::Basket;\n};\nFILL(shop::Apple)\n"), lines={8: "used"}
        ),
        Invalid(
            *keywords_of("a.cpp", "void run() {\n  std::printf(1);\n}\n", Functions=["printf", "run"]),
            lines={7: "used"},
        ),
        Invalid(
            *keywords_of("a.js", "async function run() {\n  await weigh(1);\n}\n", Functions=["weigh", "run"]),
            lines={7: "used"},
        ),
        Valid(*keywords_of("a.h", "namespace shop::inline fruit { void run(); }\n", Namespaces=["shop::fruit"])),
        Valid(
            *_structs(
                "A Core Shade",
                "template <class Core> struct A {};\nclass Core;\nDECLARE(Shade)\nstruct B { enum Shade s : 4; };\n",
            )
        ),
        Valid(*keywords_of("basket.py", _PYTHON, Functions=["empty", "fill"])),
        Valid(*keywords_of("basket.h", _HEADER, Functions=["Basket", "fill"])),
        Valid(*keywords_of("a.py", _MADE, Classes=["Point", "Shape", "Handle"])),
        Valid(*_structs("Later Friend Made", _DECLARED)),
        Valid(*_structs("A B C", _MARKED)),
        Valid(*keywords_of("a.py", "# is a class\n", Classes=["is"]), beside=("reserved-word-as-symbol",)),
        Valid(*keywords_of("src/gone.py", Classes=["Basket"])),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        for group in page.symbol_lists if source.complete else ():
            if source.is_binary:
                yield _violation("binary", group.items[0], group, source, kinds=plural(group.kinds[0]))
                continue
            found = [(item, source.origin(item["symbol"].text, group.kinds)) for item in group.items]
            wrong = [(item, origin) for item, origin in found if origin]
            for item, origin in found if page.claims is not None else ():
                if not origin:
                    defining = source.definitions.find(item["symbol"].text)
                    because = "" if defining or "identifier" in group.kinds else UNREAD
                    related = (*lines_of_symbols(source, defining), *lines_of(source))
                    page.claim("symbol", item["symbol"].span, because, related=related)
            for item, origin in wrong:
                related = lines_of(source, origin.line)
                violation = _violation(
                    origin.reason, item, group, source, related, line=origin.line, other=origin.other
                )
                violation.fix = removal(page, group, item, len(wrong))
                yield violation


def _violation(
    message: str,
    item: Item,
    group: Symbols,
    source: SourceFile,
    related: tuple[RelatedLines, ...] = (),
    **arguments: Argument,
) -> Violation:
    name, kind = item["symbol"], group.kinds[0]
    arguments |= {"name": name.text, "kind": kind, "what": with_article(kind), "source": source.path}
    violation = Violation(name.span, message, related=related)
    violation.arguments = arguments
    return violation
