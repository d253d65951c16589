from collections.abc import Iterator

from doclint import Invalid, Message, Page, Valid, Violation

from ._member_pages import MEMBERS, PATH, SHOP, shop_page
from ._member_rule import MemberRule
from ._remedies import INSPECT


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
        from ._documented import compared, other_name

        for one in compared(page):
            for signature in one.symbol.signatures:
                if other := other_name(page, one, signature):
                    span = signature.shape.captures["symbol"].span
                    yield Violation(span, "other", related=[one.lines], name=one.symbol.qualified, other=other)
