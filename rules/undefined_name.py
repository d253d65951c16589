from collections.abc import Iterator

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation, kit
from doclint.kit import is_about_history, python_uses
from doclint.kit.examples import in_example_of_symbol

_SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "class Basket:\n    pass\n",
    "shop/fruits.py": "class Pear:\n    pass\n",
}


class UndefinedName(RepositoryRule):
    """A Python example uses a name that no example of the page imports or defines.

    Whoever copies the example gets a `NameError`. Most examples leave something to the reader; the rule reports only
    names that leave no doubt, in examples with an import: modules of the standard library (`os.environ`), what the
    imported package of the repository offers, names of `typing` and `pathlib`, and `true`, `false` and `null`. Where an
    example uses further names that nothing defines, it is a sketch, and the finding an information.
    `incomplete-example` reports such names in the examples that a generator writes for symbols.
    """

    family = "examples"
    severity = "warning"
    profile = "strict"
    covers = ("J05",)
    remedy = "Add the missing import to the example, and run the examples when a page is generated."
    advice = "Add the missing import to the example."
    messages = {
        "import": Message("The example uses `{name}` without an import[: `{statement}`]", key=("name",)),
        "sketch": Message(
            "The example uses `{name}` without an import[: `{statement}`]", key=("name",), severity="info"
        ),
        "constant": Message(
            "`{name}` is not Python: the constant is `{constant}`",
            key=("name",),
            remedy="Write the constants of Python in examples: `True`, `False`, `None`.",
        ),
    }
    examples = (
        Invalid("```python\nfrom shop import Basket\n\nBasket(Pear())\n```\n", files=_SHOP, lines={4: "import"}),
        Invalid(
            "```python\nfrom shop import Basket\n\nbasket = Basket()\nPear(os.environ)\nlist(true)\n```\n",
            files=_SHOP,
            lines=(5, 5, 6),
            fixed="```python\nfrom shop import Basket\n\nbasket = Basket()\nPear(os.environ)\nlist(True)\n```\n",
        ),
        Valid(
            "```python\nimport os\nfrom shop.fruits import Pear\n```\n\n```python\nimport shop\n\nPear(os.name)\n```\n",
            files=_SHOP,
        ),
        Valid("```python\nfrom shop import Basket\n\nBasket(client, time, key)\n```\n", files=_SHOP),
        Valid("```python\n%run fruits.py\nfrom shop import Basket\n\nBasket(Pear())\n```\n", files=_SHOP),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        if not page.remembered(python_uses).texts:
            return
        for found in page.remembered(kit.undefined_names):
            span, name = found.span, found.name
            if in_example_of_symbol(page, span) or is_about_history(page, span.start):
                continue
            if found.constant:
                fix = page.replace(span, found.constant, safe=False)
                yield Violation(span, "constant", reason=name, fix=fix, name=name, constant=found.constant)
            else:
                message = "sketch" if found.is_sketch else "import"
                yield Violation(span, message, reason=name, name=name, statement=found.statement)
