from collections.abc import Iterator

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.kit import UnboundCall
from doclint.kit.examples import INCLUDED, definition_of, misuses, reported

_SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": (
        "class Basket:\n    def weigh(self):\n        pass\n\n    @classmethod\n    def empty(cls):\n        pass\n"
    ),
}


class UnboundMethod(RepositoryRule):
    """A Python example calls a method of instances on the class itself: `Basket.weigh()`.

    Whoever copies the example gets a `TypeError`: the method needs an instance. Templates of generated documentation
    write the name of the class where they mean the variable.

    The rule reports calls without a positional argument of plain methods; `Basket.weigh(basket)` is right.
    `broken-import` says what else it ignores.
    """

    family = "examples"
    severity = "error"
    claims = "call"
    covers = ("J04",)
    remedy = "Write the variable with the instance in front of the method, not the name of the class."
    messages = {
        "unbound": Message(
            "`{owner}.{name}()` calls a method of instances on the class ({place}); call it on an instance" + INCLUDED,
            key=("owner", "name"),
        )
    }
    examples = (
        Invalid("```python\nfrom shop import Basket\n\nprint(Basket.weigh())\n```\n", files=_SHOP, lines=(4,)),
        Valid(
            "```python\nfrom shop import Basket\n\nBasket.empty()\nBasket().weigh()\nBasket.weigh(b)\n```\n",
            files=_SHOP,
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        for found in misuses(page, UnboundCall):
            method = found.method
            name = method.member.name if method.member else ""
            owner = method.owner.rpartition(".")[2]
            lines = definition_of(method)
            violation = Violation(
                found.span, "unbound", reason=name, related=[lines], owner=owner, name=name, place=str(lines)
            )
            yield reported(found, violation)
