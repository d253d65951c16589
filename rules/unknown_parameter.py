from collections.abc import Iterator

from doclint import Fix, Message, Page, Violation, kit
from doclint.kit import MemberRule, misspelled_word

from ._member_pages import invalid_shop, invalid_typed, shop_page, typed_page, typed_signature, valid_typed
from ._remedies import INSPECT

_RIGHT = shop_page(fill="def fill(fruit, count=1)")


class UnknownParameter(MemberRule):
    """A page lists a parameter that the function does not have.

    Whoever passes it gets an error. Most often the parameter was renamed or removed after the page was written.

    The rule compares signatures, the calls of builders in them, tables and lists with the declaration in the source, in
    any format that says where they are. All overloads count. A table may list the keywords that `**options` takes.
    Functions with decorators that may change the signature are unknown if the page and the source have no parameter in
    common. A parameter that a signature and a table have is reported once. Type parameters of TypeScript count, too.
    """

    family = "members"
    severity = "error"
    reads = {
        "{builder} of signature",
        "{parameters} of signature",
        "symbol of parameter",
        "symbol of type-parameter",
        "{type-parameters} of signature",
    }
    covers = ("K01",)
    claims = "parameter"
    remedy = INSPECT
    messages = {
        "renamed": Message(
            "`{function}` has no parameter `{name}`; the one in its place is `{right}` ({place})",
            key=("function", "name"),
        ),
        "unknown": Message(
            "`{function}` has no parameter `{name}` ({place})[; did you mean `{suggestion}`?]", key=("function", "name")
        ),
        "type": Message(
            "`{function}` has no type parameter `{name}`[; the one in its place is `{right}`] ({place})",
            key=("function", "name"),
        ),
    }
    examples = (
        invalid_shop(shop_page(fill="def fill(fruits, count=1)"), lines={15: "renamed"}, fixed=_RIGHT),
        invalid_shop(shop_page(fill="def fill(fruit, count=1, weight=2)"), lines={15: "unknown"}),
        invalid_typed(typed_page("Fruit", "Price"), lines={4: "type"}),
        invalid_typed(typed_signature("Fruit", "Price"), lines={4: "type"}),
        invalid_typed(typed_signature("Fruit", "Price") + "\n- `Price`\n", lines={7: "type"}),
        valid_typed(typed_page("Fruit", "const Size")),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        yield from _type_parameters(page)
        assumption = kit.format_assumption(page, "parameters")
        known = 0
        for function in kit.parameters.signatures(page):
            seen: set[str] = set()
            for stated in function.lists:
                found = kit.parameters.difference(function, stated)
                is_certain = len(found.renamed) == 1
                for one, right in found.renamed:
                    if one.name not in seen:
                        text = one.symbol.text.replace(one.name, right.name)
                        fix = page.correct(one.symbol, text, safe=False) if is_certain else None
                        violation = _violation(function, one, "renamed", fix, right=right.name)
                        yield violation.resting_on(assumption, kit.as_word(page, function.symbol.path, one.name))
                for one in found.unknown:
                    if one.name not in seen:
                        names = [each.name for signature in function.declared for each in signature.parameters]
                        violation = _violation(function, one, "unknown", suggestion=misspelled_word(one.name, names))
                        yield violation.resting_on(assumption, kit.as_word(page, function.symbol.path, one.name))
                wrong = {id(one) for one in (*(one for one, _ in found.renamed), *found.unknown)}
                for one in stated.stated if page.claims is not None else ():
                    if id(one) not in wrong:
                        page.claim("parameter", one.span, related=(function.symbol.lines,))
                seen.update(one.name for one in (*(one for one, _ in found.renamed), *found.unknown))
                known += len(stated.stated) - len(found.renamed) - len(found.unknown)
        if assumption and known:
            page.count(assumption, "holds", known)


def _violation(
    function: "kit.parameters.Signatures",
    one: "kit.parameters.StatedParameter",
    message: str,
    fix: Fix | None = None,
    **arguments: str | None,
) -> Violation:
    violation = Violation(one.span, message, fix=fix, related=[function.symbol.lines])
    violation.arguments = {
        "function": function.symbol.symbol.qualified,
        "name": one.name,
        "place": function.symbol.place,
        **arguments,
    }
    return violation


def _type_parameters(page: Page) -> Iterator[Violation]:
    for each in kit.parameters.type_parameters(page):
        is_renamed = len(each.unknown) == len(each.missing) == 1
        for one in each.unknown:
            yield each.symbol.violation(
                one.span,
                "type",
                function=each.symbol.symbol.qualified,
                name=one.text,
                right=each.missing[0] if is_renamed else "",
            )
