from collections.abc import Iterator

from doclint import Capture, Invalid, Message, Page, Valid, Violation, kit
from doclint.kit import MemberRule, expression

from ._member_pages import CRATE, CRATE_FILES, FIELDS, PATH, TYPED_MEMBERS, invalid_shop, shop_page, valid_shop
from ._pages import format_in
from ._places import gone
from ._reasons import OTHERWISE
from ._remedies import INSPECT

_NAME = expression(r"\w+")
_FUNCTIONS = frozenset({"function", "method", "type"})
_FACTS = format_in("wrong_type")
_TYPES = "# Class Basket\n\n## size\n\n- *Type:* string\n\n```ts\nsize: {};\n```\n"
_CALLS = format_in("wrong_type_results")
_PAGE = "# `shop.js`\n\n## pay\n\n> number pay(sum)\n\nReturns **{}**\n"
_METHOD = f"{CRATE}\n##### Methods\n\n- ```rust\n  pub fn fill({{}}) {{{{ /* ... */ }}}}\n  ```\n"
_SHOP = {"shop.js": "export function pay(sum) {}\n"}


class WrongType(MemberRule):
    """The type of a parameter, a field or a result is not the one in the source.

    Readers pass the wrong things, or expect them.

    Types are compared, not their texts: `Optional[X]` is `X | None`, `List[X]` is `list[X]`, `T[]` is `Array<T>`, and
    modules, quotes, comments and the order of a union do not matter. The table `types` of a format lists types that its
    pages write differently. Types that are cut, aliases, type variables and functions are unknown, and so is what
    differs only in None or undefined where something is optional. All overloads count. If the source is not known, the
    page itself may give a member two types.
    """

    family = "members"
    severity = "error"
    reads = {"{parameters} of signature", "{returns} of symbol", "{type} of symbol", "{type} of entries"}
    covers = ("K04",)
    claims = "type"
    remedy = INSPECT
    messages = {
        "type": Message("The page says that {what} is `{stated}`; it is `{right}` ({place})", key=("name",)),
        "returns": Message(
            "The page says that `{name}` returns `{stated}`; it returns `{right}` ({place})", key=("name",)
        ),
        "receiver": Message("The page says that `{name}` takes {stated}; it takes {right} ({place})", key=("name",)),
        "differing": Message("The page says that `{name}` is `{stated}`, and elsewhere `{other}`", key=("name",)),
        "signature": Message(
            "The page says that `{name}` returns `{stated}`; its signature returns `{right}`", key=("name",)
        ),
    }
    examples = (
        invalid_shop(
            shop_page(fill="def fill(fruit: bytes, count: int = 1)", fields=("`size` (str): How many.", FIELDS[1])),
            lines={9: "type", 15: "type"},
        ),
        invalid_shop(shop_page(fill="def fill(fruit, count=1) -> str"), lines={15: "returns"}),
        Invalid(_PAGE.format("string"), "docs/shop.js.md", files=_SHOP, format=_CALLS, lines={7: "signature"}),
        Valid(_PAGE.format("number"), "docs/shop.js.md", files=_SHOP, format=_CALLS),
        valid_shop(shop_page(fill="def fill(fruit: 'str', count: typing.Optional[int] = 1) -> bool")),
        Invalid(_METHOD.format("self: &Self"), "docs/api.md", files=CRATE_FILES, lines={14: "receiver"}),
        Valid(_METHOD.format("self: &mut Self"), "docs/api.md", files=CRATE_FILES),
        Invalid(_TYPES.format("number"), PATH, format=_FACTS, lines={8: "differing"}),
        Valid(_TYPES.format("string"), PATH, format=_FACTS),
        # What another declaration of the source is an alias of.
        Invalid(
            "# Class Basket\n\n## size\n\n```ts\nsize: number\n```\n",
            "docs/Basket.md",
            files={"shop.ts": "type Size = 'low' | 'high';\nexport class Basket {\n  size: Size;\n}\n"},
            format=TYPED_MEMBERS,
            lines={6: "type"},
        ),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from doclint.kit.stated_types import differing_types

        seen: set[tuple[str, ...]] = set()
        found = kit.stated_types_of(page)
        optional = {one.key for one in found if one.is_required is False}
        for one in found:
            if one.type and _has_gone(page, one.type.text):
                continue
            is_open = one.is_required is not None or one.needs is not True or one.key in optional
            # Docstrings of Python often leave out that something may be `None`.
            ignores_none = is_open or (one.source.types.dialect == "python" and not one.is_signature)
            is_made_up = one.type is not None and _is_made_up(one.type.text, one)
            is_wrong = is_made_up or (one.type and _is_wrong(one.type.text, one, ignores_none=ignores_none))
            if one.type and one.key not in seen and is_wrong:
                seen.add(one.key)
                name, stated, right = ".".join(one.key), one.type, one.described if is_made_up else one.types[0]
                yield one.source.violation(
                    stated.span, "type", name=name, what=one.what, stated=stated.text, right=right
                )
            elif one.type and one.key not in seen:
                because = "" if one.type.text in one.types else OTHERWISE
                page.claim("type", one.type.span, because, related=(one.source.lines,))
        for symbol, second, other in differing_types(page):
            yield Violation(second.span, "differing", name=symbol.qualified, stated=second.text, other=other.text)
        yield from _wrong_results(page)


def _wrong_results(page: Page) -> Iterator[Violation]:
    assumption = kit.format_assumption(page, "results")
    right = 0
    for function in kit.compared(page):
        yield from _left_out(function)
        if not _has_results(function):
            yield from _contradictions(function)
            continue
        stated = list(_stated_results(function))
        wrong = next((one for one in stated if _is_wrong_result(page, one, function)), None)
        if wrong is not None:
            name, right_type = function.symbol.qualified, function.declaration.signatures[0].returns
            violation = function.violation(wrong.span, "returns", name=name, stated=wrong.text, right=right_type)
            yield violation.resting_on(assumption)
        elif stated:
            right += 1
            for result in stated if page.claims is not None else ():
                is_same = any(result.text == signature.returns for signature in function.declaration.signatures)
                page.claim("type", result.span, "" if is_same else OTHERWISE, related=(function.lines,))
    if assumption and right:
        page.count(assumption, "holds", right)


def _left_out(function: "kit.Compared") -> Iterator[Violation]:
    """Yield the signatures of Rust in fences, and of Go below headings, that leave out what a function returns, or that
    it returns nothing; and those of Rust with another `self`.
    """
    name, signatures = function.symbol.qualified, function.declaration.signatures
    is_known = function.types.language in ("go", "rust") and len(signatures) == 1
    for one in function.symbol.signatures if is_known else ():
        stated, parameters = one.shape.captures.get("returns"), one.shape.captures.get("parameters")
        is_whole = function.symbol.section if function.types.language == "go" else one.shape.language == "rust"
        if parameters is None or not is_whole or kit.documented.other_name(function, one):
            continue
        right, place = signatures[0].returns, (stated or parameters).span
        if right != "()" and bool(stated) != bool(right):
            shown = stated.text if stated else "nothing"
            yield function.violation(place, "returns", name=name, stated=shown, right=right or "nothing")
        own = next((each.type for each in one.parameters or () if each.name.text == "self"), None)
        text = own.text if own else ""
        right = next((each.type for each in signatures[0].parameters if each.is_bound), "")
        is_read = function.types.language == "rust" and one.parameters is not None
        if is_read and (bool(own) != bool(right) or kit.contradicts(text, right, function.types)):
            shown, right = (f"`self: {type_}`" if type_ else "no `self`" for type_ in (text, right))
            yield function.violation(own.span if own else place, "receiver", name=name, stated=shown, right=right)


def _has_gone(page: Page, type_: str) -> bool:
    """Whether a type has the name of something that `unknown-member` reports."""
    return not page.remembered(gone).isdisjoint(_NAME.findall(type_))


def _is_wrong(stated: str, one: "kit.StatedType", *, ignores_none: bool) -> bool:
    return all(kit.contradicts(stated, right, one.source.types, ignores_none=ignores_none) for right in one.types)


def _is_made_up(stated: str, one: "kit.StatedType") -> bool:
    """Whether a type has no word of those in a docstring, which generators repeat, and of an annotation."""
    known, words = (_NAME.findall(text.casefold()) for text in (" ".join((one.described, *one.types)), stated))
    # An editor writes `_type_` into docstrings, which is emphasis in Markdown.
    return bool(one.described and words) and {each.strip("_") for each in known}.isdisjoint(
        each.strip("_") for each in words
    )


def _has_results(function: "kit.Compared") -> bool:
    """Whether all signatures say what a function returns. A field of an interface may be a function."""
    signatures = function.declaration.signatures
    if not signatures or not all(signature.returns for signature in signatures):
        return False
    return not _FUNCTIONS.isdisjoint((function.declaration.kind, *function.symbol.kinds))


def _is_wrong_result(page: Page, stated: Capture, function: "kit.Compared") -> bool:
    """Whether no signature of a function returns what the page says."""
    text, signatures = _awaited(stated.text, function), function.declaration.signatures
    if _has_gone(page, text):
        return False
    return all(kit.contradicts(text, signature.returns, function.types) for signature in signatures)


def _contradictions(function: "kit.Compared") -> Iterator[Violation]:
    """Yield that a page states another result than its signature, where the source declares none."""
    stated, declaration = function.symbol.says("returns"), function.declaration
    own = [one.shape.captures["returns"].text for one in function.symbol.signatures if "returns" in one.shape.captures]
    is_open = any(signature.returns for signature in declaration.signatures) or not own
    if stated and not is_open and all(kit.contradicts(stated.text, one, function.types) for one in own):
        yield Violation(stated.span, "signature", name=function.symbol.qualified, stated=stated.text, right=own[0])


def _stated_results(function: "kit.Compared") -> Iterator[Capture]:
    if function.types.dialect == "python" and kit.documented.may_be_replaced(function.declaration):
        return
    if stated := function.symbol.says("returns"):
        yield stated
    yield from (captures["returns"] for captures in function.symbol.restated if "returns" in captures)
    for signature in function.symbol.signatures:
        if "returns" in signature.shape.captures and not kit.documented.other_name(function, signature):
            yield signature.shape.captures["returns"]


def _awaited(stated: str, function: "kit.Compared") -> str:
    """Return a result as an asynchronous function of Python declares it: pages may have the awaitable instead."""
    is_python = function.types.dialect == "python"
    inner = stated.partition("[")[2].removesuffix("]")
    return inner if is_python and stated.startswith(("Awaitable[", "Coroutine[")) else stated
