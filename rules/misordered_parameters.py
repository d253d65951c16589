from collections.abc import Iterator, Sequence

from doclint import Message, Page, Violation, kit
from doclint.kit import MemberRule

from ._member_pages import invalid_shop, invalid_typed, shop_page, typed_page, typed_signature, valid_shop, valid_typed
from ._remedies import INSPECT


class MisorderedParameters(MemberRule):
    """The parameters of a function are in another order than in its declaration.

    Whoever passes arguments by position passes the wrong ones.

    Parameters that can only be passed by name have no order. A table or a list may be sorted by name, or have what is
    required first, unless its format says that it is `ordered`; it counts only if the format says `complete = "all"`,
    or `complete = "documented"`: then the order is that of the docstring. If there are overloads, the order of any of
    them is right. Lists of other members count if their format says that they are `ordered`.
    """

    family = "members"
    severity = "error"
    claims = "signature"
    reads = {
        "{parameters} of signature",
        "symbol + symbol.ordered",
        "symbol of parameter",
        "symbol of type-parameter",
        "{type-parameters} of signature",
    }
    covers = ("K03",)
    remedy = INSPECT
    messages = {
        "order": Message(
            "The parameters of `{function}` are in another order: {right}, not {names} ({place})", key=("function",)
        ),
        "type": Message(
            "The type parameters of `{function}` are in another order: {right}, not {names} ({place})",
            key=("function",),
        ),
        "member": Message("`{name}` of `{function}` is before `{other}` in the source ({place})", key=("name",)),
    }
    examples = (
        invalid_shop(shop_page(fill="def fill(count, fruit)"), lines=(15,)),
        valid_shop(shop_page()),
        invalid_typed(typed_page("Size", "Fruit"), lines={3: "type"}),
        invalid_typed(typed_signature("Size", "Fruit"), lines={4: "type"}),
        invalid_typed(typed_signature("Size", "Fruit") + "\n- `Size`\n- `Fruit`\n", lines={7: "type"}),
        valid_typed(typed_page("Fruit", "Size")),
        invalid_shop(shop_page(fields=("`owner` (str)", "`size` (int)")), lines={9: "member"}),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        for each in kit.parameters.type_parameters(page):
            if each.order != each.right:
                name = each.symbol.symbol.qualified
                yield each.symbol.violation(each.span, "type", function=name, names=each.order, right=each.right)
        for around in kit.compared(page):
            yield from _check_members(page, around)
        for function in kit.parameters.signatures(page):
            for stated in function.lists:
                orders = [_order(signature.parameters, stated) for signature in function.declared]
                wrong = [right for names, right in orders if names != right]
                names = orders[0][0] if orders else []
                first = next((one for one in stated.stated if one.name in names), None)
                if first is None or not stated.is_complete or _is_sorted(function.declared[0].parameters, stated):
                    continue
                if len(wrong) < len(orders):
                    page.claim("signature", first.span, related=(function.symbol.lines,))
                else:
                    name, right = function.symbol.symbol.qualified, tuple(wrong[0])
                    yield function.symbol.violation(first.span, "order", function=name, names=tuple(names), right=right)
                    break


def _check_members(page: Page, around: "kit.Compared") -> Iterator[Violation]:
    """Yield the first of the members in an ordered list that the source has in another place."""
    for members in around.symbol.members:
        is_ordered = members.spec.ordered and not around.declaration.is_unsorted
        if not is_ordered or not set(members.spec.defines).isdisjoint(kit.PARAMETER_KINDS):
            continue
        answers = ((one.name, kit.declared(page, one)) for one in members.symbols)
        listed = {found.value.declaration.name: name for name, found in answers if isinstance(found, kit.Found)}
        right = dict.fromkeys(one.name for one in around.declaration.members if one.name in listed)
        names = [name for name in listed if name in right]
        for name, other in zip(names, right, strict=True):
            if name != other:
                where, qualified = listed[name].span, around.symbol.qualified
                yield around.violation(where, "member", name=other, other=name, function=qualified)
                break


def _order(
    parameters: "Sequence[kit.DeclaredParameter]", stated: "kit.parameters.StatedParameters"
) -> tuple[list[str], list[str]]:
    """Return the names that a list and a signature share, in the order of each, without those that have no order."""
    positional = list(stated.described) or [one.name for one in parameters if one.kind.startswith("positional")]
    known = set(positional)
    # The sections of several overloads may be one list, and in Go several parameters may be `_`.
    shared = [name for name in dict.fromkeys(stated.names) if name in known]
    listed = set(shared)
    return shared, [name for name in dict.fromkeys(positional) if name in listed]


def _is_sorted(parameters: "tuple[kit.DeclaredParameter, ...]", stated: "kit.parameters.StatedParameters") -> bool:
    """Whether a list has an order of its own: that of the names, or what is required first."""
    if stated.is_ordered:
        return False
    names = stated.names
    listed = set(names)
    by_need = [one.name for one in sorted(parameters, key=lambda one: not one.is_required) if one.name in listed]
    return names in (sorted(names), sorted(names, key=str.casefold), by_need)
