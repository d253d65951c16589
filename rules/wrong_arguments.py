from collections.abc import Iterator

from doclint import Fix, Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.kit import WrongCall, misspelled_word
from doclint.kit.examples import INCLUDED, in_example_of_symbol, misuses, note_uses, reported

_SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": (
        "class Basket:\n"
        "    def __init__(self, owner, *, size=3):\n"
        "        pass\n\n"
        "    def move(self, sender, receiver):\n"
        "        pass\n\n"
        "def open_shop():\n"
        "    pass\n"
    ),
}
_MODELS = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": (
        "from enum import Enum\n"
        "from pydantic import BaseModel, Field\n\n"
        "class Unit(str, Enum):\n"
        "    PIECE = 'piece'\n\n"
        "class Basket(BaseModel):\n"
        "    owner: str\n"
        "    opened_on: str = Field(alias='openedOn', description='A day')\n"
        "    size: int = Field(default=3)\n"
    ),
}
_PAGE = "```python\nimport shop\n\nbasket = shop.Basket('Ann')\n{}\n```\n"


class WrongArguments(RepositoryRule):
    """A call in a Python example does not fit the signature of the function: a keyword, or the number of arguments.

    Whoever copies the example gets a `TypeError`.

    The rule reports keywords that the function does not have, positional arguments that it does not take, and required
    parameters without an argument, in one finding for each call. All overloads count. Calls with `*args`, `**options`
    or an ellipsis, functions with decorators that may change the signature, and constructors of classes whose bases are
    in other packages are unknown; but models of Pydantic need their required fields, and enumerations a value.
    `broken-import` says what else the rule ignores.
    """

    family = "examples"
    severity = "error"
    claims = "call"
    covers = ("J03",)
    remedy = "Take the arguments in examples from the signatures, and run the examples when a page is generated."
    advice = "Compare the call with the signature, and change the example."
    messages = {
        "unknown": Message(
            "`{name}()` [takes {parameters}; ]the example passes {unknown}[ instead of {missing}][; did you mean "
            "`{suggestion}`?] ({place})" + INCLUDED,
            key=("function", "unknown"),
            claims="parameter",
        ),
        "missing": Message(
            "`{name}()` needs {missing}, which the example does not pass ({place})" + INCLUDED,
            key=("function", "missing"),
        ),
        "surplus": Message(
            "`{name}()` takes {most} positional arguments, but the example passes {given}[; it needs {missing}] "
            "({place})" + INCLUDED,
            key=("function",),
        ),
    }
    examples = (
        Invalid(
            _PAGE.format("basket.move(move_from=1, move_to=2)\nbasket.move(1)\nshop.open_shop(1)"),
            files=_SHOP,
            lines={5: "unknown", 6: "missing", 7: "surplus"},
        ),
        Invalid(
            _PAGE.format("shop.Basket('Ben', sizes=4)"),
            files=_SHOP,
            lines=(5,),
            fixed=_PAGE.format("shop.Basket('Ben', size=4)"),
        ),
        Invalid(
            _PAGE.format("# By default, the host is https://shop.example.org/v1\nbasket.move(1)"),
            files=_SHOP,
            lines=(6,),
        ),
        Valid("## Extensões futuras\n\n" + _PAGE.format("shop.open_shop(owner='Ben')"), files=_SHOP),
        Invalid(_PAGE.format("shop.open_shop(owner='Ben')"), files=_SHOP, lines={5: "unknown"}),
        Valid(_PAGE.format("basket.move(1, receiver=2)\nshop.open_shop()\nshop.Basket('Ben', size=4)"), files=_SHOP),
        Valid(
            _PAGE.format("basket.move(*both)\nbasket.move(...)\nbasket.move(\n    # other arguments\n)"), files=_SHOP
        ),
        Invalid(
            "```python\nimport shop\n\nshop.Basket()\nshop.Basket(owner='Ann', size=3)\nshop.Unit()\n```\n",
            files=_MODELS,
            lines={4: "missing", 5: "missing", 6: "missing"},
        ),
        Valid(
            "```python\nimport shop\n\nshop.Basket(owner='Ann', openedOn='today', more=1)\nshop.Unit('piece')\n```\n",
            files=_MODELS,
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        note_uses(page, "call", "parameter")
        for found in misuses(page, WrongCall):
            wrong, function = found.misfit, found.called.name
            taken = [one for one in wrong.signature.parameters if not one.kind.startswith("var-")]
            names = tuple(one.name for one in taken)
            fix, suggestion = _renamed(page, found, names)
            most = sum(one.kind.startswith("positional") for one in taken)
            signature = RelatedLines(
                wrong.signature.path or found.called.path, wrong.signature.line, wrong.signature.end
            )
            message = "unknown" if wrong.unknown else "surplus" if wrong.surplus else "missing"
            violation = Violation(
                dict(found.keywords)[wrong.unknown[0]] if wrong.unknown else found.span,
                message,
                reason="" if in_example_of_symbol(page, found.span) else f"{function}({', '.join(wrong.unknown)})",
                fix=fix,
                related=[signature],
                function=function,
                name=function.rpartition(".")[2],
                place=str(signature),
                missing=wrong.missing,
                parameters=names or "no arguments",
                unknown=wrong.unknown,
                suggestion=suggestion,
                most=most or "no",
                given=most + wrong.surplus,
            )
            yield reported(found, violation)


def _renamed(page: Page, found: WrongCall, names: tuple[str, ...]) -> tuple[Fix | None, str]:
    """Return the fix that renames the only wrong keyword to the parameter that it nearly is, and that parameter."""
    places = dict(found.keywords)
    wrong = found.misfit.unknown
    others = [name for name in names if name not in places]
    near = misspelled_word(wrong[0], others, by_words=True) if len(wrong) == 1 else None
    return (page.replace(places[wrong[0]], near, safe=False), near) if near else (None, "")
