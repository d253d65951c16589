from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint import Message, Page, Rule, Violation, kit
from doclint.kit import expression
from doclint.kit.shapes import SymbolExample

from ._member_pages import fence, invalid_shop, shop_page, valid_shop

if TYPE_CHECKING:
    from doclint import DocumentedSymbol

_WORD = expression(r"[^\W\d]\w*+")
_CALL = expression(r"([^\W\d]\w*+)\s*+\(")
_NUMBER = expression(r"_\d+\Z")  # API Extractor gives a name that is taken a number: `empty_2`
_IMPORT = expression(r"(?m)^\s*(?:from\s+\S+\s+import\s+(.+)|import\s+\{([^}]*)\})")


class ForeignExample(Rule):
    """The example of a symbol uses another symbol instead.

    Readers who copy the example learn nothing about the symbol.

    The rule checks examples that belong to a symbol according to the format of the page. For a function, it reports an
    example that calls another documented function, but not the function itself; for a class, an example that imports
    other names, and has no word that contains the name of the class. Special methods and constructors have no name in
    an example.
    """

    family = "members"
    severity = "warning"
    reads = {"example + symbol"}
    covers = ("K14",)
    remedy = "Write the example from the same record as the heading above it."
    messages = {
        "function": Message("The example of `{name}` never names it, but calls `{other}`", key=("name", "other")),
        "class": Message("The example of `{name}` never names it, but imports {others}", key=("name",)),
    }
    examples = (
        invalid_shop(shop_page(behind=(fence("from shop import Box\n\nbox = Box()"), "")), lines={12: "class"}),
        invalid_shop(shop_page(behind=("", fence("fill(1)"))), lines={28: "function"}),
        valid_shop(
            shop_page(behind=(fence("from shop import Basket\n\nBasket().fill(1)"), fence("await empty(basket)")))
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.documented or not page.all(SymbolExample):
            return
        symbols = [symbol for symbol in kit.every_symbol(page) if symbol.kinds[0] not in kit.PARAMETER_KINDS]
        functions = {_last(symbol) for symbol in symbols if symbol.kinds[0] in ("function", "method")}
        for symbol in symbols:
            for example in symbol.examples:
                violation = _check(symbol, example, page.text(example.block.content), functions)
                # A name that the source lacks is what is wrong, not the example.
                if violation and not isinstance(kit.declared(page, symbol), kit.Missing):
                    yield violation


def _check(symbol: "DocumentedSymbol", example: SymbolExample, text: str, functions: set[str]) -> Violation | None:
    name = _last(symbol)
    if (
        not name.isidentifier()
        or name.startswith("__")
        or name == "constructor"
        or _folded(_NUMBER.sub("", name)) in _folded(text)
    ):
        return None
    if symbol.kinds[0] in ("function", "method"):
        other = next((call for call in _CALL.findall(text) if call in functions), None)
        return Violation(example.span, "function", name=symbol.qualified, other=other) if other else None
    imported = [word for match in _IMPORT.finditer(text) for word in _WORD.findall(match[1] or match[2])]
    others = tuple(dict.fromkeys(word for word in imported if word != "as"))
    return Violation(example.span, "class", name=symbol.qualified, others=others) if others else None


def _last(symbol: "DocumentedSymbol") -> str:
    return symbol.name.text.rpartition(".")[2].removesuffix("()")


def _folded(text: str) -> str:
    """Return a text without what differs between the styles of names."""
    return text.casefold().replace("_", "")
