from collections.abc import Iterator

from doclint import Invalid, Message, Page, Valid, Violation
from doclint.kit import MemberRule

from ._member_pages import invalid_shop, shop_page, table, valid_shop
from ._provider_pages import ARGUMENTS, BLOCK, SCHEMA, generated_page, provider, written_page
from ._remedies import INSPECT

_WITH_BLOCK = provider("basket", schema=SCHEMA + BLOCK)
_WRITTEN = "website/docs/r/basket.html.markdown"


class WrongOptionality(MemberRule):
    """A page calls something optional that must be given, or required what may be left out.

    Calls without it fail, or readers give what they need not.

    A page says which it is if its format has a hole `optional` or `required` there, by what it has or lacks, or if the
    format says what a list `states`; a default makes something optional as well. The rule compares parameters, and
    fields and arguments whose declaration shows whether they must be given. If overloads differ, nothing is certain.
    TypeScript has no mark on a parameter with a default, and pages leave out some defaults: such a parameter may seem
    required.
    """

    id = "wrong-optionality"
    family = "members"
    severity = "error"
    reads = frozenset({"{optional} of symbol", "{parameters} of signature", "{required} of symbol", "symbol.states"})
    covers = ("K06",)
    remedy = INSPECT
    messages = {
        "required": Message("The page calls {what} optional, but it is required ({place})", key=("name",)),
        "optional": Message("The page calls {what} required, but it is optional ({place})", key=("name",)),
        "settable": Message("The page calls {what} read-only, but it can be set ({place})", key=("name",)),
    }
    examples = (
        invalid_shop(shop_page(fill="def fill(fruit='', count=1)"), lines=(15,), messages=("required",)),
        invalid_shop(
            shop_page(behind=("", table("`basket` | Basket |  ", "`at_once` | bool |  "))),
            lines=(31,),
            messages=("optional",),
        ),
        Invalid(
            generated_page(read_only="size").replace("- `size` (Number)\n\n", "", 1),
            "docs/resources/basket.md",
            files=provider("basket"),
            lines=(14,),
            messages=("settable",),
        ),
        Invalid(written_page("* `size` - (Required) How many."), _WRITTEN, files=_WITH_BLOCK, lines=(5,)),
        # People list the arguments of a block after those of the resource.
        Valid(written_page(*ARGUMENTS, "* `size` - (Required) That of an item."), _WRITTEN, files=_WITH_BLOCK),
        Valid(generated_page(), "docs/resources/basket.md", files=provider("basket")),
        valid_shop(shop_page(behind=("", table("`basket` | Basket |  ", "`at_once` | bool | optional")))),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from doclint.kit import compared, spec_of, stated_types_of

        for field in compared(page):
            spec = spec_of(page, field.symbol)
            if spec and spec.states == "read-only" and field.declaration.kind == "argument":
                yield Violation(
                    field.symbol.name.span,
                    "settable",
                    related=[field.lines],
                    name=field.symbol.qualified,
                    what=f"`{field.symbol.qualified}`",
                    place=field.place,
                )
        seen: set[tuple[str, ...]] = set()
        for one in stated_types_of(page):
            if one.is_required is None or one.needs is None or one.is_required == one.needs or one.key in seen:
                continue
            if not one.needs and one.known.dialect == "typescript" and any(one.defaults):
                continue
            seen.add(one.key)
            yield Violation(
                one.name.span,
                "required" if one.needs else "optional",
                related=[one.lines],
                name=".".join(one.key),
                what=one.what,
                place=one.place,
            )
