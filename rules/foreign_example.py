from collections.abc import Iterator

import doclint
from doclint import Invalid, Message, Page, Rule, Valid, Violation, kit
from doclint.kit import expression
from doclint.kit.shapes import SymbolExample

from ._member_pages import fence, invalid_shop, shop_page, valid_shop
from ._pages import format_in

_WORD = expression(r"[^\W\d]\w*+")
_CALL = expression(r"([^\W\d]\w*+)\s*+\(")
_NUMBER = expression(r"_\d+\Z")  # API Extractor gives a name that is taken a number: `empty_2`
_IMPORT = expression(r"(?m)^\s*(?:from\s+\S+\s+import\s+(.+)|import\s+\{([^}]*)\})")
_CALLS = format_in("foreign_example")
_EXAMPLES = "# `shop.py`\n\n## fill\n\n```python\nshop.fill(1)\n```\n\n## empty\n\n```python\nshop.{}()\n```\n"
_SHOP = {"shop.py": "def fill(size): ...\ndef empty(): ...\n"}


class ForeignExample(Rule):
    """The example of a symbol uses another symbol instead.

    Readers who copy the example learn nothing about the symbol.

    The rule checks examples that belong to a symbol according to the format of the page. For a function, it reports an
    example that calls another documented function, but not the function itself; for a class, an example that imports
    other names, and has no word that contains the name of the class. Special methods and constructors have no name in
    an example. The format may say what each example has, such as a call of the function: what one of them lacks is
    reported if others on the page have it.
    """

    family = "members"
    severity = "warning"
    reads = {"example + symbol"}
    covers = ("K14",)
    remedy = "Write the example from the same record as the heading above it."
    messages = {
        "function": Message("The example of `{name}` never names it, but calls `{other}`", key=("name", "other")),
        "class": Message("The example of `{name}` never names it, but imports {others}", key=("name",)),
        "text": Message("The example of `{name}` lacks `{text}`", key=("name", "text")),
    }
    examples = (
        invalid_shop(shop_page(behind=(fence("from shop import Box\n\nbox = Box()"), "")), lines={12: "class"}),
        invalid_shop(shop_page(behind=("", fence("fill(1)"))), lines={28: "function"}),
        Invalid(_EXAMPLES.format("clear"), "docs/shop.py.md", files=_SHOP, format=_CALLS, lines={11: "text"}),
        Valid(_EXAMPLES.format("empty"), "docs/shop.py.md", files=_SHOP, format=_CALLS),
        valid_shop(
            shop_page(behind=(fence("from shop import Basket\n\nBasket().fill(1)"), fence("await empty(basket)")))
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.documented or not page.all(SymbolExample):
            return
        symbols = [symbol for symbol in kit.every_symbol(page) if symbol.kinds[0] not in kit.PARAMETER_KINDS]
        wanted = {id(one): _wanted(page, symbol, one) for symbol in symbols for one in symbol.examples}
        usual = {text for texts in wanted.values() for text, (_, has_it) in texts.items() if has_it}
        functions = {_last(symbol) for symbol in symbols if symbol.kinds[0] in ("function", "method")}
        for symbol in symbols:
            for example in symbol.examples:
                violation = _check(symbol, example, page.text(example.block.content), functions)
                lacks = (one for text, (one, has_it) in wanted[id(example)].items() if text in usual and not has_it)
                if violation is None and (text := next(lacks, "")):
                    violation = Violation(example.span, "text", name=symbol.qualified, text=text)
                # A name that the source or the signature lacks is what is wrong, not the example.
                if violation and not isinstance(kit.declared(page, symbol), kit.Missing) and not _is_unlike(symbol):
                    yield violation


def _wanted(page: Page, symbol: "doclint.DocumentedSymbol", example: SymbolExample) -> dict[str, tuple[str, bool]]:
    """Return the texts that the format wants in an example, as for this symbol, each with whether it has that."""
    code, scope = page.text(example.block.content), _last(symbol.scope) if symbol.scope else "{scope}"
    texts = {one: one.replace("{symbol}", _last(symbol)).replace("{scope}", scope) for one in example.names}
    return {one: (text, text in code) for one, text in texts.items() if "{scope}" not in text}


def _is_unlike(symbol: "doclint.DocumentedSymbol") -> bool:
    """Whether all signatures of a symbol have another name."""
    names = [one.shape.captures["symbol"].text for one in symbol.signatures if "symbol" in one.shape.captures]
    return bool(names) and all(name.rpartition(".")[2] != _last(symbol) for name in names)


def _check(
    symbol: "doclint.DocumentedSymbol", example: SymbolExample, text: str, functions: set[str]
) -> Violation | None:
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


def _last(symbol: "doclint.DocumentedSymbol") -> str:
    return symbol.name.text.rpartition(".")[2].removesuffix("()")


def _folded(text: str) -> str:
    """Return a text without what differs between the styles of names."""
    return text.casefold().replace("_", "")
