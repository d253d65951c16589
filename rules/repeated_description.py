from collections.abc import Iterator

from doclint.formats.shapes import Item, Listing
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import name_of
from ._pages import folders_page

_MOST = 3  # entries that may be described alike


class RepeatedDescription(Rule):
    """All entries of a list are described by the same sentence.

    It doubles the list and adds nothing. It comes of a text that is fixed in the generator. Sentences that differ only
    in the name of the entry are the same.

    Lists of up to three entries are let be: three files may be of one type. Each list is reported once.
    """

    id = "repeated-description"
    family = "lists"
    severity = "info"
    profile = "strict"
    covers = ("C19",)
    yields_to = ("filler-description",)
    remedy = "Say of each entry what tells it from the others, or leave the description out."
    messages = {"same": Message("Every entry of this list has the same description: `{text}`", key=("text",))}
    examples = (
        Invalid(
            folders_page(
                bread="Contains source code",
                oven="Contains source code",
                rye="Contains source code",
                table="Contains source code",
            ),
            "docs/src/index.md",
            lines=(11,),
        ),
        Valid(
            folders_page(bread="what is baked", oven="what bakes", rye="what is cut", table="tools"),
            "docs/src/index.md",
        ),
        Valid(folders_page(bread="Tools", oven="Tools", rye="Tools"), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            items = [item for item in listing.items if "description" in item.captures]
            texts = {_text(item) for item in items}
            if len(items) > _MOST and len(texts) == 1:
                yield Violation(listing.span, "same", text=texts.pop())


def _text(item: Item) -> str:
    """The description of an entry without the entry's name."""
    name = name_of(item).text
    return item["description"].text.replace(name, "…") if name else item["description"].text
