import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Valid, Violation

from ._member_pages import MEMBERS, PATH, SHOP, shop_page
from ._member_rule import MemberRule
from ._remedies import INSPECT

_NAME = re.compile(r"[^\W\d][\w$]*")


class MisplacedSignature(MemberRule):
    """The signature below a heading is that of another symbol of the page.

    Readers take the parameters of one function for those of another.

    The rule reports a signature whose name is another symbol's on this page, unless it is that of the class around it,
    as constructors have it.
    """

    id = "misplaced-signature"
    family = "members"
    severity = "error"
    covers = ("K12",)
    remedy = INSPECT
    messages = {
        "other": Message("The signature of `{name}` is that of `{other}`", key=("name", "other")),
    }
    examples = (
        Invalid(shop_page(empty="async def fill(fruit, count)"), PATH, files=SHOP, format=MEMBERS, lines=(25,)),
        Valid(shop_page(), PATH, files=SHOP, format=MEMBERS),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from ._documented import compared, every_symbol

        found = compared(page)
        names = {_last(symbol.name.text) for symbol in every_symbol(page)} if found else set()
        for one in found:
            own = {_last(one.symbol.name.text), one.declaration.name, *(outer.name for outer in one.outer)}
            for signature in one.symbol.signatures:
                name = signature.shape.captures.get("symbol")
                if name and _last(name.text) in names - own:
                    yield Violation(
                        name.span, "other", related=[one.lines], name=one.symbol.qualified, other=_last(name.text)
                    )


def _last(name: str) -> str:
    """Return the last part of a qualified name."""
    parts = _NAME.findall(name)
    return parts[-1] if parts else name
