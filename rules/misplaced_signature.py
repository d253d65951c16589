import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Valid, Violation

from ._member_pages import MEMBERS, PATH, SHOP, shop_page
from ._member_rule import MemberRule
from ._remedies import INSPECT

_NAME = re.compile(r"[^\W\d][\w$]*")


class MisplacedSignature(MemberRule):
    """The signature below a heading is that of another symbol.

    Readers take the parameters of one function for those of another.

    The rule reports a signature whose name is not that of the heading. The name of the class around it is right, as
    constructors have it, and so is the name of the constructor of a class.
    """

    id = "misplaced-signature"
    family = "members"
    severity = "error"
    covers = ("K12",)
    remedy = INSPECT
    messages = {
        "other": Message("The signature of `{name}` is that of `{other}`", key=("name", "other")),
        "name": Message("The signature of `{name}` has the name `{other}`", key=("name", "other")),
    }
    examples = (
        Invalid(shop_page(empty="async def fill(fruit, count)"), PATH, files=SHOP, format=MEMBERS, lines=(25,)),
        Invalid(
            shop_page(empty="async def clear(basket, at_once=False)"),
            PATH,
            files=SHOP,
            format=MEMBERS,
            lines=(25,),
            messages=("name",),
        ),
        Valid(shop_page(), PATH, files=SHOP, format=MEMBERS),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from ._documented import compared, every_symbol
        from ._parameters import CONSTRUCTORS

        found = compared(page)
        names = {_last(symbol.name.text) for symbol in every_symbol(page)} if found else set()
        for one in found:
            own = {_last(one.symbol.name.text), one.declaration.name, *(outer.name for outer in one.outer)}
            for signature in one.symbol.signatures:
                name = signature.shape.captures.get("symbol")
                other = _last(name.text) if name else ""
                if name and other not in own and other not in CONSTRUCTORS:
                    yield Violation(
                        name.span,
                        "other" if other in names else "name",
                        related=[one.lines],
                        name=one.symbol.qualified,
                        other=other,
                    )


def _last(name: str) -> str:
    """Return the last part of a qualified name."""
    parts = _NAME.findall(name)
    return parts[-1] if parts else name
