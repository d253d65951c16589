from collections.abc import Iterator
from posixpath import basename, splitext

from doclint import Edit, Fix, Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation, kit
from doclint.kit import MissingImport, python_uses
from doclint.kit.examples import INCLUDED, misuses, note_uses, reported
from doclint.kit.format_assumptions import import_assumption

from ._places import title_of

_SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "from shop.basket import Basket\n",
    "shop/basket.py": "class Basket:\n    pass\n\nclass Pear:\n    pass\n",
}


class BrokenImport(RepositoryRule):
    """A Python example imports a module or a name that the packages of the repository do not have.

    Whoever copies the example gets an `ImportError`. Most often the name was renamed or moved, or a model that wrote
    the page guessed it.

    The rule reads the examples of a page (fences in Python, sessions with `>>>` or `In [1]:`, tabs of MkDocs), the
    files that they include on sites of MkDocs, mdBook, Sphinx and MyST, and the sources of the packages; it runs none
    of them. It follows names through all re-exports, and reports nothing where a part of the way is unknown:
    `__getattr__`, an import of `*` from another package, code that runs only under a condition. It ignores pages and
    sections about old versions, examples that fail on purpose (an `except ImportError`, a comment or an output that
    says so), names that stand for the reader's own (`your_package`), and names that the page itself adds.
    """

    family = "examples"
    severity = "error"
    claims = "import"
    covers = ("J01",)
    yields_to = ("unknown-member", "orphan-page")
    remedy = "Take the names in examples from what the packages export, and run the examples when a page is generated."
    advice = "Find out whether the name was renamed, moved or removed, and change the example."
    messages = {
        "module": Message(
            "There is no module `{module}`: `{where}` has no `{name}`[; did you mean `{suggestion}`?]" + INCLUDED,
            key=("module",),
        ),
        "moved": Message(
            "`{module}` ({place}) has no `{name}`; it is in `{suggestion}`" + INCLUDED, key=("module", "name")
        ),
        "name": Message(
            "`{module}` ({place}) has no `{name}`[; did you mean `{suggestion}`?]" + INCLUDED, key=("module", "name")
        ),
    }
    examples = (
        Invalid(
            "```python\nfrom shop import Cart\n\nimport shop.checkout\n```\n",
            files=_SHOP,
            lines={2: "name", 4: "module"},
        ),
        Valid(
            "```python\nfrom shop import Cart\n```\n",
            "demo/one/README.md",
            files={**_SHOP, "demo/one/shop.py": "Cart = 1\n"},
        ),
        Invalid(
            "```python\nimport shop\nfrom shop import Pear\n```\n",
            files=_SHOP,
            lines={3: "moved"},
            fixed="```python\nimport shop\nfrom shop.basket import Pear\n```\n",
        ),
        Invalid(
            "```pycon\n>>> from shop.checkout import pay\n>>> from shop import Baskett\n```\n",
            files=_SHOP,
            lines=(2, 3),
            fixed="```pycon\n>>> from shop.checkout import pay\n>>> from shop import Basket\n```\n",
        ),
        Valid("```python\nfrom shop import Basket\nfrom shop.basket import Basket as B\nimport os\n```\n", files=_SHOP),
        Valid(
            "```python\nimport shop.your_basket\n\ntry:\n    import shop.fast\nexcept ImportError:\n    pass\n```\n",
            files=_SHOP,
        ),
        Valid("```python\nfrom shop import Cart  # no longer works\n```\n", files=_SHOP),
        Valid("```python\nfrom shop import something\n\n# FORBIDDEN:\nfrom shop import Cart\n```\n", files=_SHOP),
        Invalid(
            "```python\n# FORBIDDEN:\nimport shop.basket\n\n# ALLOWED:\nfrom shop import Cart\n```\n",
            files=_SHOP,
            lines=(6,),
        ),
        Valid("```python\nfrom shop import Cart\n```\n", "docs/migration.md", files=_SHOP),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        for package, number in page.remembered(python_uses).working.items():
            page.count(import_assumption(package), "holds", number)
        note_uses(page, "import")
        for found in misuses(page, MissingImport):
            from doclint.page.page_source import absent_source

            assumption = import_assumption(found.module)
            where, missing = found.missing.where, found.missing
            suggestion = missing.suggestion
            module = RelatedLines(where.path)
            if not found.name:
                name = missing.name.rpartition(".")[2]
                absent = splitext(basename(absent_source(page.parsed, repository) or ""))[0]
                violation = Violation(
                    found.span,
                    "module",
                    reason=found.module,
                    related=[module],
                    module=found.module,
                    where=where.name,
                    name=name,
                    suggestion=suggestion,
                ).following_from(title_of(page) if name == absent else None)
                yield reported(found, violation.resting_on(assumption))
                continue
            is_moved = suggestion in missing.elsewhere
            fix = _fix(page, found, suggestion, is_moved=is_moved)
            violation = Violation(
                found.span,
                "moved" if is_moved else "name",
                reason=f"{found.module}.{found.name}",
                fix=fix,
                related=[module],
                module=found.module,
                place=str(module),
                name=found.name,
                suggestion=suggestion,
            ).following_from(kit.documented.place_of_symbol(page, found.name))
            yield reported(found, violation.resting_on(assumption))


def _fix(page: Page, found: MissingImport, suggestion: str, *, is_moved: bool) -> Fix | None:
    """Return the fix that imports the nearest name, or the name from the module that has it now."""
    if not suggestion:
        return None
    if not is_moved:
        return page.replace(found.span, suggestion, safe=False)
    return Fix((Edit(found.module_span, suggestion),), safe=False) if found.is_alone else None
