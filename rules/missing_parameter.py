from collections.abc import Iterator

from doclint import Invalid, Message, Page, Valid, Violation

from ._member_pages import MEMBERS, PATH, SHOP, shop_page
from ._member_rule import MemberRule
from ._remedies import INSPECT


class MissingParameter(MemberRule):
    """A signature, or a list of all parameters, lacks a parameter that the function has.

    Readers do not learn of it and, if it is required, their calls fail.

    A signature has all parameters; a table or a list has them if its format says `complete = "all"`. Lists need not
    have private parameters, `self` and `cls`, those that the format `omits`, and in tables `*args` and `**options`. If
    there are overloads, one that fits is enough. Functions with decorators that may change the signature are unknown,
    unless a signature on the page has some of their parameters.
    """

    id = "missing-parameter"
    family = "members"
    severity = "error"
    reads = frozenset({"{parameters} of signature", "symbol of parameter + symbol.complete = all"})
    covers = ("K02",)
    remedy = INSPECT
    messages = {
        "missing": Message("The page leaves out {names} of `{function}` ({place})", key=("function", "names")),
        "required": Message(
            "The page leaves out {names} of `{function}`, which it requires ({place})", key=("function", "names")
        ),
    }
    examples = (
        Invalid(
            shop_page(fill="def fill(fruit)"),
            PATH,
            files=SHOP,
            format=MEMBERS,
            lines=(15,),
            messages=("missing",),
        ),
        Invalid(
            shop_page(fill="def fill(count=1)"),
            PATH,
            files=SHOP,
            format=MEMBERS,
            lines=(15,),
            messages=("required",),
        ),
        Valid(shop_page(), PATH, files=SHOP, format=MEMBERS),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from ._parameters import difference, signatures

        for function in signatures(page):
            seen: set[str] = set()
            for stated in function.lists:
                missing = [one for one in difference(function, stated).missing if one.name not in seen]
                seen.update(one.name for one in missing)
                if missing:
                    yield Violation(
                        stated.span,
                        "required" if all(one.is_required for one in missing) else "missing",
                        related=[function.lines],
                        names=tuple(one.name for one in missing),
                        function=function.symbol.symbol.qualified,
                        place=function.place,
                    )
