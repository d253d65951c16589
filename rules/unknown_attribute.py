from collections.abc import Iterator

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation, kit
from doclint.kit import MissingAttribute
from doclint.kit.examples import INCLUDED, definition_of, misuses, note_uses, reported

_SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": (
        "class Basket:\n"
        "    size = 0\n\n"
        "    def __init__(self):\n"
        "        self.fruits = []\n\n"
        "    def add_fruit(self, fruit):\n"
        "        pass\n"
    ),
}
_PAGE = "```python\nimport shop\n\nbasket = shop.Basket()\n{}\n```\n"

_EITHER = {
    "pyproject.toml": _SHOP["pyproject.toml"],
    "shop/__init__.py": (
        "try:\n    from shop.fast import Basket\nexcept ImportError:\n    from shop.slow import Basket\n"
    ),
    "shop/fast.py": "class Basket:\n    def weigh(self): ...\n",
    "shop/slow.py": "class Basket:\n    def count(self): ...\n",
}


class UnknownAttribute(RepositoryRule):
    """A Python example uses an attribute that a module, a class or its instances do not have.

    Whoever copies the example gets an `AttributeError`.

    The rule follows what names stand for: modules, classes, and variables that get an instance of a class
    (`basket = shop.Basket()`), also from one example to the next. Functions and properties give what their annotations
    say, if no class of the repository derives from that. An attribute can be defined in the class, in its bases, or by
    an assignment in its methods. If a base is in another package, or the class defines `__getattr__`, the rule reports
    nothing. `broken-import` says what else it ignores.
    """

    family = "examples"
    severity = "error"
    claims = "attribute"
    covers = ("J02",)
    yields_to = ("unknown-member",)
    remedy = "Take the names in examples from what the packages define, and run the examples when a page is generated."
    advice = "Find out whether the attribute was renamed or removed, and change the example."
    messages = {
        "module": Message(
            "The module `{owner}` has no `{name}` ({place})[; it is in `{elsewhere}`][; did you mean `{suggestion}`?]"
            + INCLUDED,
            key=("owner", "name"),
        ),
        "class": Message(
            "`{owner}` has no attribute `{name}` ({place})[; did you mean `{suggestion}`?]" + INCLUDED,
            key=("owner", "name"),
        ),
    }
    examples = (
        Invalid(
            _PAGE.format("basket.add_friut('pear')\nshop.checkout()"),
            files=_SHOP,
            lines={5: "class", 6: "module"},
            fixed=_PAGE.format("basket.add_fruit('pear')\nshop.checkout()"),
        ),
        Invalid(_PAGE.format("") + "\n```python\nbasket.weigh()\nshop.Basket.color\n```\n", files=_SHOP, lines=(9, 10)),
        Valid(_PAGE.format("basket.add_fruit('pear')\nbasket.fruits, shop.Basket.size, basket.size"), files=_SHOP),
        Valid(
            "```python\nfrom shop import json, prices\nimport shop.prices\n\n"
            "json.dumps({}), prices.lowest, shop.prices.lowest\n```\n",
            files={
                "pyproject.toml": _SHOP["pyproject.toml"],
                "shop/__init__.py": "from shop.json import json\nfrom shop.prices import prices\n",
                "shop/json/__init__.py": "from shop.json.fast import Fast\n\njson = Fast()\n",
                "shop/json/fast.py": "class Fast:\n    def dumps(self, value): ...\n",
                "shop/prices.py": "import prices\n",
            },
        ),
        Valid(_PAGE.format("basket.color = 'red'\nprint(basket.color)\nbasket = other()\nbasket.weigh()"), files=_SHOP),
        Valid(_PAGE.format("def basket(): ...\n\nbasket.weigh()\nclass shop: ...\n\nshop.checkout()"), files=_SHOP),
        Valid(_PAGE.format("shop.<function>()\nbasket.<method>()"), files=_SHOP),
        Valid(_PAGE.format("basket.weigh()\nbasket.count()"), files=_EITHER),
        Valid(
            _PAGE.format("if hasattr(basket, 'weigh'):\n    basket.weigh()\nbasket.pay()  # AttributeError"),
            files=_SHOP,
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        note_uses(page, "attribute")
        for found in misuses(page, MissingAttribute):
            where, missing = found.missing.where, found.missing
            name = missing.name.rpartition(".")[2]
            is_moved = missing.suggestion in missing.elsewhere
            suggestion = "" if is_moved else missing.suggestion
            lines = definition_of(where)
            violation = Violation(
                found.span,
                "class" if where.member else "module",
                reason=f"{where.name}.{name}",
                fix=page.replace(found.span, suggestion, safe=False) if suggestion else None,
                related=[lines],
                owner=where.member.name if where.member else where.name,
                name=name,
                place=str(lines),
                suggestion=suggestion,
                elsewhere=missing.suggestion if is_moved else "",
            )
            yield reported(found, violation.following_from(kit.documented.place_of_symbol(page, name)))
