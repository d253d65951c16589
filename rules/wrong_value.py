from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint import Capture, Fix, Message, Page, Violation
from doclint.kit import MemberRule

from ._member_pages import invalid_shop, shop_page, valid_shop
from ._reasons import OTHERWISE
from ._remedies import INSPECT

if TYPE_CHECKING:
    from doclint.kit import Compared


class WrongValue(MemberRule):
    """The value of a constant, or of a member of an enumeration, is not the one in the source.

    Whoever writes the value out sends or compares the wrong one.

    Only literals and names with a scope are compared. The values of macros are for `wrong-macro-value`.
    """

    id = "wrong-value"
    family = "members"
    severity = "error"
    claims = "value"
    reads = frozenset({"{value} of symbol"})
    covers = ("K07",)
    remedy = INSPECT
    messages = {
        "value": Message(
            "The page says that the value of `{name}` is `{stated}`; it is `{right}` ({place})", key=("name",)
        )
    }
    examples = (
        invalid_shop(shop_page(value="'green'"), lines=(20,), fixed=shop_page(value='"red"')),
        valid_shop(shop_page(value="red")),
        valid_shop(shop_page(value='"red"')),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from doclint.kit import compared, contradicts_value

        for one in compared(page):
            stated, right = _stated(one), one.declaration.value
            if stated is None or right is None:
                continue
            if contradicts_value(stated.text, right):
                edit = page.correct(stated, right)
                yield Violation(
                    stated.span,
                    "value",
                    fix=Fix((edit,), safe=False) if edit else None,
                    related=[one.lines],
                    name=one.symbol.qualified,
                    stated=stated.text,
                    right=right,
                    place=one.place,
                )
            else:
                page.claim("value", stated.span, "" if stated.text == right else OTHERWISE, related=(one.lines,))


def _stated(one: "Compared") -> Capture | None:
    """Return the value that a page says something has."""
    from doclint.kit import FIELD_KINDS

    if one.declaration.kind not in FIELD_KINDS:
        return None
    return one.symbol.said("value")
