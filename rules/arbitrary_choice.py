from collections.abc import Iterable, Iterator

from doclint.formats.shapes import Listing
from doclint.page.folder import described_beside
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import name_of

_FIRST = ("__init__", "readme")
_SEVERAL = 3


def _page(*names: str) -> str:
    items = "".join(f"- [`{name}_docs.md`](./{name}_docs.md)\n" for name in names)
    return f"# Documentation: `src/`\n\n## Important Files\n\n### Key Files\n\n{items}"


_FILES = {f"docs/src/{name}.py_docs.md": "" for name in ("bread", "crumb", "dough", "oven", "rye")}


class ArbitraryChoice(Rule):
    """The "key files" of a folder are the first ones by name.

    A list of important files is read as advice where to begin. The first names of the alphabet are none. To fix it, the
    generator ranks the files, by how many others import them or by their size, or leaves the list out.

    That a README or the file of a package stands first is no sign of chance. A list of all files is no choice. Which
    lists are one is told by the format.
    """

    id = "arbitrary-choice"
    family = "lists"
    severity = "info"
    profile = "strict"
    covers = ("F22",)
    needs = frozenset({"repository"})
    remedy = "Choose by what matters (size, references, changes), or do not call the first names important."
    messages = {"first": Message("These are not the important files of the folder, but the first ones by name")}
    examples = (
        Invalid(_page("bread.py", "crumb.py", "dough.py"), "docs/src/doc.md", files=_FILES, lines=(7,)),
        Valid(_page("bread.py", "oven.py", "rye.py"), "docs/src/doc.md", files=_FILES),
        Valid(_page("bread.py", "crumb.py", "dough.py", "oven.py", "rye.py"), "docs/src/doc.md", files=_FILES),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        choices = [listing for listing in page.all(Listing) if listing.is_choice]
        there = sorted(_ordinary(described_beside(page))) if choices else []
        for listing in choices:
            chosen = _ordinary(name_of(item).text for item in listing.items if item.captures)
            if _SEVERAL <= len(chosen) < len(there) and chosen == there[: len(chosen)]:
                yield Violation(listing.span, "first")


def _ordinary(names: Iterable[str]) -> list[str]:
    """Some names without those that stand first for a reason."""
    return [name for name in names if not name.casefold().startswith(_FIRST)]
