from collections.abc import Iterator

from doclint import Invalid, Message, Page, Violation
from doclint.kit import MemberRule

from ._member_pages import MEMBERS, PATH, invalid_shop, shop_page, valid_shop
from ._remedies import INSPECT


class MisplacedSignature(MemberRule):
    """The signature below a heading is that of another symbol.

    Readers take the parameters of one function for those of another.

    The rule reports a signature whose name is not that of the heading. The name of the class around it is right, as
    constructors have it, and so is the name of the constructor of a class. If the source is not known, the page itself
    gives the function two names.
    """

    id = "misplaced-signature"
    family = "members"
    severity = "error"
    claims = "signature"
    reads = frozenset({"{symbol} of signature"})
    covers = ("K12",)
    remedy = INSPECT
    messages = {
        "other": Message("The signature of `{name}` is that of `{other}`", key=("name", "other")),
        "name": Message("The signature of `{name}` has the name `{other}`", key=("name", "other")),
    }
    examples = (
        invalid_shop(shop_page(empty="async def fill(fruit, count)"), lines=(25,)),
        invalid_shop(shop_page(empty="async def clear(basket, at_once=False)"), lines=(25,), messages=("name",)),
        Invalid(shop_page(empty="async def fill(fruit, count)"), PATH, format=MEMBERS, lines=(25,)),
        valid_shop(shop_page()),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from doclint.kit import compared
        from doclint.kit.documented import is_name_of_symbol, other_name, unlike_names

        for one in compared(page):
            for signature in one.symbol.signatures:
                name, other = signature.shape.captures.get("symbol"), other_name(one, signature)
                if name and not other:
                    page.claim("signature", name.span, related=(one.lines,))
                elif name:
                    yield Violation(
                        name.span,
                        "other" if is_name_of_symbol(page, other) else "name",
                        related=[one.lines],
                        name=one.symbol.qualified,
                        other=other,
                    )
        for symbol, name in unlike_names(page):
            yield Violation(
                name.span,
                "other" if is_name_of_symbol(page, name.text) else "name",
                name=symbol.qualified,
                other=name.text,
            )
