from collections.abc import Iterator, Sequence

from doclint import Invalid, Message, Page, SourceFile, SourceRule, Symbol, Valid, Violation
from doclint.kit import lines_of, removal

from ._names import with_article
from ._pages import keyword_page, keywords_of
from ._remedies import PARSE

_WITH_HEAD = frozenset({"class", "struct", "namespace"})
_MANY = 200  # places of a macro that are looked at

_HEADER = """\
#define LIMIT 3
#define SQUARE(x) ((x) * (x))
enum class Fruit { apple };
struct Basket { void fill(); };
typedef struct { int x; } Point;
void empty();
"""


class WrongSymbolKind(SourceRule):
    """A page lists a symbol of the source as something that it is not: a function among the classes.

    Readers look for a class and find a function. The generator matched a pattern where it should have parsed the
    source, as doclint does. If the source uses one name for several things, one of the right kind is enough.

    doclint does not distinguish kinds that people mix up: structs, unions and classes; functions and methods; constants
    and macros. A macro with parameters may be listed as a function.
    """

    family = "symbols"
    severity = "error"
    claims = "symbol"
    covers = ("C08", "C09")
    in_quotes = True
    reads = {"{symbol} of symbols"}
    yields_to = ("reserved-word-as-symbol", "unknown-symbol")
    remedy = PARSE
    messages = {
        "kind": Message(
            "The page lists `{name}` as {listed}, but in `{source}` it is {what} (line {line})", key=("name", "kind")
        ),
    }
    examples = (
        Invalid(
            *keywords_of("basket.h", _HEADER, Class__Structs=["Basket", "Fruit", "Point", "empty", "LIMIT"]),
            lines=(8, 10, 11),
            fixed=keyword_page("basket.h", "Class/Structs", ["Basket", "Point"]),
        ),
        Invalid(*keywords_of("basket.h", _HEADER, Functions=["fill", "SQUARE", "LIMIT"]), lines=(9,)),
        Invalid(*keywords_of("a.py", "class Run:\n    def run(self): ...\n", Functions=["run", "Run"]), lines=(8,)),
        Valid(*keywords_of("a.py", "def run(): ...\nclass run: ...\n", Classes=["run"])),
        Valid(
            *keywords_of(
                "a.h",
                "class Basket;\nBasket Basket();\nclass Fruit VISIBLE(1) : Food { Fruit(); };\n",
                Class__Structs=["Basket", "Fruit"],
            )
        ),
        Valid(*keywords_of("a.py", "def run(): ...\n", Classes=["Gone"])),
        Valid(*keywords_of("a.sh", "run() { :; }\n", Identifiers=["run"])),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        for group in page.symbol_lists:
            if not {"identifier", "definition"}.isdisjoint(group.kinds):
                continue
            others = {name: _other(source, name, group.kinds) for name in {item["symbol"].text for item in group.items}}
            wrong = [(item, other) for item in group.items if (other := others[item["symbol"].text])]
            for item, other in wrong:
                yield Violation(
                    item["symbol"].span,
                    "kind",
                    reason=other.kind,
                    fix=removal(page, group, item, len(wrong)),
                    related=lines_of(source, other.line),
                    name=item["symbol"].text,
                    kind=group.kinds[0],
                    listed=with_article(group.kinds[0]),
                    what=with_article(other.kind),
                    line=other.line,
                    source=source.path,
                )


def _other(source: SourceFile, name: str, kinds: Sequence[str]) -> Symbol | None:
    """Return what has a name in the source if nothing of some kinds has it."""
    found = source.definitions.find(name)
    if not found or source.definitions.defines(name, kinds):
        return None
    is_callable = not {"function", "method"}.isdisjoint(kinds)
    if is_callable and any(symbol.kind == "macro" and _has_parameters(source, symbol.name) for symbol in found):
        return None
    # The grammar may have missed a class or namespace of the same name.
    may_be_missed = source.definitions.has_macros and not _WITH_HEAD.isdisjoint(kinds) and found[0].kind != "enum"
    return None if may_be_missed and source.declares_scope(found[0].name) else found[0]


def _has_parameters(source: SourceFile, macro: str) -> bool:
    size = len(macro.encode())
    starts = source.vocabulary.starts(macro)[:_MANY]
    return any(source.data[start + size : start + size + 1] == b"(" for start in starts)
