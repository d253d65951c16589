from collections.abc import Iterator

from doclint import Message, Page, Violation, kit
from doclint.kit import MemberRule, schema

from ._member_pages import SHOP, SOURCE, invalid_shop, shop_page, valid_shop
from ._remedies import INSPECT

_CONTEXT = "asynccontextmanager"
_EMPTY = "async def empty(basket: Basket, at_once: bool = False) -> None:"
_PLAIN = shop_page(empty="def empty(basket, at_once=False)")


def _shop(empty: str) -> dict[str, str]:
    """Return the module with another head of the function."""
    return {**SHOP, "shop.py": SOURCE.replace(_EMPTY, empty)}


class WrongAsync(MemberRule):
    """A signature shows an asynchronous function as a plain one, or the reverse.

    Readers get a coroutine that never runs, or await something that is not a coroutine.

    The rule checks signatures whose format has the hole `async`. In TypeScript and JavaScript, only the type that a
    function returns counts, so there the rule checks nothing. Overloads may differ from their implementation, and are
    not checked. Decorators may make a plain function of an asynchronous one, so pages may show either.
    """

    family = "members"
    severity = "error"
    claims = "signature"
    reads = {"{async} of signature"}
    covers = ("K09",)
    remedy = INSPECT
    messages = {
        "plain": Message("`{name}` is asynchronous, but its signature lacks `async` ({place})", key=("name",)),
        "async": Message("`{name}` is not asynchronous, but its signature has `async` ({place})", key=("name",)),
    }
    examples = (
        invalid_shop(_PLAIN, lines={25: "plain"}),
        invalid_shop(shop_page(fill="async def fill(fruit, count=1)"), lines={15: "async"}),
        valid_shop(shop_page()),
        valid_shop(_PLAIN, files=_shop(f"@overload\n{_EMPTY[6:]} ...\n\n\n{_EMPTY}")),
        valid_shop(_PLAIN, files=_shop(f"@asynccontextmanager\n{_EMPTY}")),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        for one in kit.compared(page):
            is_function = one.declaration.kind in ("function", "method") and one.types.language in ("python", "rust")
            if is_function and len(one.declaration.signatures) < 2 and _may_say(page, one):
                yield from _check(page, one)


def _check(page: Page, one: "kit.Compared") -> Iterator[Violation]:
    is_async = one.declaration.is_async
    for signature in one.symbol.signatures:
        shape = signature.shape
        if kit.documented.other_name(one, signature) or (is_async and "async" in shape.hides):
            continue
        name = shape.captures.get("symbol")
        span = shape.span if name is None else name.span
        if ("async" in shape.captures) == is_async:
            page.claim("signature", span, related=(one.lines,))
            continue
        yield one.violation(span, "plain" if is_async else "async", name=one.symbol.qualified)
        return


def _may_say(page: Page, one: "kit.Compared") -> bool:
    """Whether the signatures of a section, or those in a list, can say that a function is asynchronous."""
    section = one.symbol.section
    signatures = page.kind.contents(schema.SignatureContent) if page.kind else {}
    listed = [signature.shape.element for signature in one.symbol.signatures if section is None]
    contents = signatures.get(section.place if section else None) or listed
    is_shown = any("heading" in getattr(each, "layout", "") for each in contents)  # what decorators return
    is_replaced = is_shown and kit.documented.may_be_replaced(one.declaration)
    is_kept = _CONTEXT not in one.declaration.decorator_names and not is_replaced
    return bool(contents) and is_kept and all(kit.can_say(page, content, "async") for content in contents)
