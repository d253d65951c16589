from collections.abc import Iterator, Sequence

from doclint import Invalid, Message, Page, Valid, Violation, kit
from doclint.kit import MemberRule

from ._member_pages import invalid_shop, invalid_typed, shop_page, typed_page, typed_signature, valid_shop, valid_typed
from ._pages import format_in
from ._remedies import INSPECT

_LISTED = format_in("missing_parameter")

_DESCRIBED = format_in("missing_parameter_described")
_GOOGLE = "Args:\n        fruit (str): What.\n        count: How many.\n\n            Text.\n"
_NUMPY = "Parameters\n    ----------\n    fruit : str\n        What.\n    count\n        How many.\n"
_SPHINX = ":param str fruit: What.\n    :param count: How many.\n"


def _described(docstring: str) -> dict[str, str]:
    return {"shop.py": f'def fill(fruit, count, weight):\n    """Fills it.\n\n    {docstring}    """\n'}


def _listing(*items: str) -> str:
    return "# Function fill\n\n" + "".join(f"- {item}\n" for item in items)


_FRUIT, _COUNT = "`fruit` (str): What.", "`count`: How many."


class MissingParameter(MemberRule):
    """A signature, or a list of all parameters, lacks a parameter that the function has.

    Readers do not learn about the parameter and, if it is required, their calls fail.

    A signature has all parameters; a table or a list has them if its format says `complete = "all"`, and with
    `complete = "documented"` those that the docstring of Python lists. Lists need not have private parameters, `self`
    and `cls`, those that the format `omits`, and in tables `*args` and `**options`. If there are overloads, one that
    fits is enough. Functions with decorators that may change the signature are unknown, unless a signature on the page
    has some of their parameters.
    """

    family = "members"
    severity = "error"
    reads = {
        "{parameters} of signature",
        "symbol of parameter + symbol.complete = all",
        "symbol of parameter + symbol.complete = documented",
        "symbol of type-parameter",
        "{type-parameters} of signature",
    }
    covers = ("K02",)
    remedy = INSPECT
    messages = {
        "missing": Message("{where} leaves out {names} of `{function}` ({place})", key=("function", "names")),
        "required": Message(
            "{where} leaves out {names} of `{function}`, which it requires ({place})", key=("function", "names")
        ),
        "type": Message(
            "The page leaves out the type parameters {names} of `{function}` ({place})", key=("function", "names")
        ),
    }
    examples = (
        invalid_shop(shop_page(fill="def fill(fruit)"), lines={15: "missing"}),
        invalid_shop(shop_page(fill="def fill(count=1)"), lines={15: "required"}),
        valid_shop(shop_page()),
        invalid_typed(typed_page("Fruit"), lines={3: "type"}),
        invalid_typed(typed_signature("Fruit"), lines={4: "type"}),
        valid_typed(typed_page("Fruit", "Size")),
        # A paragraph with a colon may be the heading of another list, and need not be.
        Valid(
            "# Function fill\n\n- `fruit`: What.\n\n  One of:\n\n- `count`: How many.\n",
            "docs/fill.md",
            files={"shop.py": "def fill(fruit, count): ...\n"},
            format=_LISTED,
        ),
        *(
            Invalid(_listing(_FRUIT), "docs/fill.md", files=_described(one), format=_DESCRIBED, lines={3: "required"})
            for one in (_GOOGLE, _NUMPY, _SPHINX)
        ),
        *(
            Valid(_listing(_FRUIT, _COUNT), "docs/fill.md", files=_described(one), format=_DESCRIBED)
            for one in (_GOOGLE, _NUMPY, _SPHINX)
        ),
        # A line of the section begins with its name.
        Valid(_listing(_FRUIT + "\n  count: How many."), "docs/fill.md", files=_described(_GOOGLE), format=_DESCRIBED),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        for each in kit.parameters.type_parameters(page):
            if each.missing and not each.unknown:
                name = each.symbol.symbol.qualified
                yield each.symbol.violation(each.span, "type", function=name, names=each.missing)
        for function in kit.parameters.signatures(page):
            seen: set[str] = set()
            for stated in sorted(function.lists, key=lambda one: bool(one.described)):
                missing = [one for one in kit.parameters.difference(function, stated).missing if one.name not in seen]
                seen.update(one.name for one in missing)
                if missing:
                    yield function.symbol.violation(
                        stated.span,
                        "required" if all(one.is_required for one in missing) else "missing",
                        where=_where(function, stated, missing),
                        names=tuple(one.name for one in missing),
                        function=function.symbol.symbol.qualified,
                    )


def _where(
    function: "kit.parameters.Signatures",
    stated: "kit.parameters.StatedParameters",
    missing: "Sequence[kit.DeclaredParameter]",
) -> str:
    """Return what lacks parameters: a signature, if a list of the page has one of them, else the page."""
    names = {one.name for one in missing}
    has_them = any(not names.isdisjoint(one.names) for one in function.lists)
    return "The signature" if stated.is_signature and has_them else "The page"
