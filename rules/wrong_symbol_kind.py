from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from doclint.code.symbols import Symbol
from doclint.formats.shapes import Symbols
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._entries import without
from ._names import Names, fitting, names_of, with_article
from ._origins import is_headed
from ._pages import keyword_page
from ._remedies import PARSE

_HEADED = frozenset({"class", "struct", "namespace"})

_HEADER = """\
#define LIMIT 3
#define SQUARE(x) ((x) * (x))
enum class Fruit { apple };
struct Basket { void fill(); };
typedef struct { int x; } Point;
void empty();
"""


class WrongSymbolKind(Rule):
    """A page lists a symbol of the source as something that it is not: a function among the classes.

    The source is parsed, so it is known what a name stands for. Where a name stands for several things, one that fits
    is enough.

    Kinds that people do not tell apart are one here: structs, unions and classes, functions and methods, constants and
    macros. A macro with parameters passes for a function, and so does a class that can be called like one.
    """

    id = "wrong-symbol-kind"
    family = "symbols"
    severity = "error"
    covers = ("C08", "C09")
    in_quotes = True
    needs = frozenset({"source"})
    yields_to = ("reserved-word-as-symbol", "unknown-symbol")
    remedy = PARSE
    messages = {
        "kind": Message(
            "`{name}` is {what} of `{source}`, on line {line}, and no {kind}[ (as copied in `{copy}`)]",
            key=("name", "kind"),
        ),
    }
    examples = (
        Invalid(
            keyword_page("basket.h", "Class/Structs", ["Basket", "Fruit", "Point", "empty", "LIMIT"]),
            "docs/basket.h_kw.md",
            files={"basket.h": _HEADER},
            lines=(8, 10, 11),
            fixed=keyword_page("basket.h", "Class/Structs", ["Basket", "Point"]),
        ),
        Invalid(
            keyword_page("basket.h", "Functions", ["fill", "SQUARE", "LIMIT"]),
            "docs/basket.h_kw.md",
            files={"basket.h": _HEADER},
            lines=(9,),
        ),
        Invalid(
            keyword_page("a.py", "Functions", ["run", "Run"]),
            "docs/a.py_kw.md",
            files={"a.py": "class Run:\n    def run(self): ...\n"},
            lines=(8,),
        ),
        Valid(
            keyword_page("a.py", "Classes", ["run"]),
            "docs/a.py_kw.md",
            files={"a.py": "def run(): ...\nclass run: ...\n"},
        ),
        Valid(
            keyword_page("a.h", "Class/Structs", ["Basket", "Fruit"]),
            "docs/a.h_kw.md",
            files={"a.h": "class Basket;\nBasket Basket();\nclass Fruit VISIBLE(1) : Food { Fruit(); };\n"},
        ),
        Valid(keyword_page("a.py", "Classes", ["Gone"]), "docs/a.py_kw.md", files={"a.py": "def run(): ...\n"}),
        Valid(keyword_page("a.sh", "Identifiers", ["run"]), "docs/a.sh_kw.md", files={"a.sh": "run() { :; }\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None:
            return
        names = names_of(source_file)
        others: dict[tuple[Sequence[str], str], Symbol | None] = {}  # a list may say one name all over again
        is_missed = cache(partial(_is_missed, source_file))
        for group in page.all(Symbols):
            if {"identifier", "definition"} & set(group.kinds):
                continue
            for name in {item["symbol"].text for item in group.items}:
                if (group.kinds, name) not in others:
                    others[group.kinds, name] = _other(names, name, group.kinds, is_missed)
            found = ((item, others[group.kinds, item["symbol"].text]) for item in group.items)
            wrong = [(item, symbol) for item, symbol in found if symbol]
            for item, symbol in wrong:
                # A list that nothing else stands in is another defect.
                fix = without(page, [item.span]) if len(wrong) < len(group.items) else None
                yield Violation(
                    item["symbol"].span,
                    "kind",
                    reason=symbol.kind,
                    fix=fix,
                    name=item["symbol"].text,
                    what=with_article(symbol.kind),
                    kind=group.kinds[0],
                    line=symbol.line,
                    source=source_file.path,
                    copy=source_file.copy,
                )


def _is_missed(source_file: SourceFile, symbol: Symbol) -> bool:
    """Whether the source has a class or namespace of that name as well, which the grammar has missed."""
    passages = source_file.passages
    return symbol.kind != "enum" and passages is not None and is_headed(passages, symbol.name)


def _other(names: Names, name: str, kinds: Sequence[str], is_missed: Callable[[Symbol], bool]) -> Symbol | None:
    """What a name stands for that stands for nothing that fits some kinds."""
    found, fits = names.find(name), fitting(kinds)
    if any(
        symbol.kind in fits or (symbol.kind == "macro" and "function" in fits and names.takes_arguments(symbol))
        for symbol in found
    ):
        return None
    may_be_missed = bool(found) and names.has_macros and not _HEADED.isdisjoint(kinds)
    return found[0] if found and not (may_be_missed and is_missed(found[0])) else None
