from collections.abc import Iterable, Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import described_beside
from doclint.kit.indexes import name_of
from doclint.kit.shapes import Listing

_FIRST = ("__init__", "readme")
_SEVERAL = 3  # names that are not the first ones by chance


def _page(*names: str) -> str:
    items = "".join(f"- [`{name}_docs.md`](./{name}_docs.md)\n" for name in names)
    return f"# Documentation: `src/`\n\n## Important Files\n\n### Key Files\n\n{items}"


_FILES = {f"docs/src/{name}.py_docs.md": "" for name in ("bread", "crumb", "dough", "oven", "rye")}


class ArbitraryChoice(Rule):
    """The page calls the first files of a folder by name its "key files".

    Readers take a list of important files for advice on where to begin, and the alphabet gives none. Let the generator
    rank the files, by how many others import them or by their size, or leave the list out.

    doclint ignores a README or the file of a package at the top of the list, which are there for a reason, and a list
    of all files, which is not a choice. The format says which lists are choices.
    """

    family = "lists"
    severity = "info"
    profile = "strict"
    covers = ("F22",)
    needs = {"repository"}
    reads = {"listing.important"}
    remedy = "Choose by what matters (size, references, changes), or do not call the first names important."
    messages = {
        "first": Message("The list calls these files important, but they only come first by name; rank them or drop it")
    }
    examples = (
        Invalid(_page("bread.py", "crumb.py", "dough.py"), "docs/src/doc.md", files=_FILES, lines=(7,)),
        Valid(_page("bread.py", "oven.py", "rye.py"), "docs/src/doc.md", files=_FILES),
        Valid(_page("bread.py", "crumb.py", "dough.py", "oven.py", "rye.py"), "docs/src/doc.md", files=_FILES),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        choices = [listing for listing in page.all(Listing) if listing.is_important]
        names = sorted(_ordinary(described_beside(page))) if choices else []
        for listing in choices:
            chosen = _ordinary(name_of(item).text for item in listing.items if item.captures)
            if _SEVERAL <= len(chosen) < len(names) and chosen == names[: len(chosen)]:
                yield Violation(listing.span, "first")


def _ordinary(names: Iterable[str]) -> list[str]:
    """Return those names that do not come first for a reason."""
    return [name for name in names if not name.casefold().startswith(_FIRST)]
