from collections.abc import Iterator

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation, kit
from doclint.kit import MissingImport, is_about_history, python_uses
from doclint.kit.examples import in_example_of_symbol, misuses
from doclint.kit.shapes import SymbolExample

from ._pages import format_in

_SHOP = {"pyproject.toml": '[project]\nname = "shop"\n', "shop/__init__.py": "class Basket:\n    pass\n"}
_FORMAT = format_in("incomplete_example")
_PAGE = "# Model Basket\n\n```python\n{}from shop import Basket\n\nBasket(os.environ)\n```\n"


class IncompleteExample(RepositoryRule):
    """The Python example that a generator writes for a symbol uses a name that no example of the page defines.

    Whoever copies the example gets a `NameError`. The generator writes such examples to be run, and the mistake is in
    its template: it is on all pages.

    The rule checks examples that belong to a symbol according to the format of the page, and reports the names that
    `undefined-name` reports in all others.
    """

    family = "examples"
    severity = "warning"
    reads = {"example"}
    covers = ("J05",)
    yields_to = ("broken-import",)
    remedy = (
        "Write the imports of an example with the code that needs them, and run the examples when a page is generated."
    )
    messages = {
        "import": Message("The example uses `{name}` without an import[: `{statement}`]", key=("name",)),
        "constant": Message("`{name}` is not Python: the constant is `{constant}`", key=("name",)),
    }
    examples = (
        Invalid(_PAGE.format(""), "docs/Basket.md", files=_SHOP, format=_FORMAT, lines={6: "import"}),
        Invalid(
            _PAGE.format("").replace("os.environ", "true"),
            "docs/Basket.md",
            files=_SHOP,
            format=_FORMAT,
            lines={6: "constant"},
        ),
        Valid(_PAGE.format("import os\n"), "docs/Basket.md", files=_SHOP, format=_FORMAT),
        Valid(_PAGE.format(""), "docs/Basket.md", files=_SHOP),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        if not page.all(SymbolExample) or not page.remembered(python_uses).texts:
            return
        meant = {one.missing.suggestion: one.span for one in misuses(page, MissingImport)}
        for found in page.remembered(kit.undefined_names):
            if not in_example_of_symbol(page, found.span) or is_about_history(page, found.span.start):
                continue
            if found.constant:
                yield Violation(found.span, "constant", reason=found.name, name=found.name, constant=found.constant)
            else:
                yield Violation(
                    found.span, "import", reason=found.name, name=found.name, statement=found.statement
                ).following_from(meant.get(found.name))
