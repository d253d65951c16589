from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit.indexes import name_of
from doclint.kit.shapes import Item, Listing

from ._pages import folders_page

_MOST = 3  # entries that may have the same description


class RepeatedDescription(Rule):
    """All entries of a list have the same description.

    It doubles the length of the list and adds nothing, because the generator has one fixed text. Descriptions that
    differ only in the name of the entry count as the same.

    doclint accepts up to three such entries: three files may be of one type. It reports each list once.
    """

    family = "lists"
    severity = "info"
    profile = "strict"
    reads = {"{description} of listing"}
    covers = ("C19",)
    yields_to = ("filler-description",)
    remedy = "Describe what distinguishes each entry from the others, or leave the description out."
    messages = {"same": Message('All entries of the list have the description "{text}"; drop it', key=("text",))}
    examples = (
        Invalid(
            folders_page(**dict.fromkeys(("bread", "oven", "rye", "table"), "Contains source code")),
            "docs/src/index.md",
            lines=(11,),
        ),
        Valid(
            folders_page(bread="what is baked", oven="what bakes", rye="what is cut", table="tools"),
            "docs/src/index.md",
        ),
        Valid(folders_page(bread="Tools", oven="Tools", rye="Tools"), "docs/src/index.md"),
        Valid(
            "## shop\n\n### pay\n\nPay.\n\n**Raises:**\n\n- <code>KeyError</code> – No such thing.\n"
            "- <code>ValueError</code> – A wrong price.\n- <code>TypeError</code> – A wrong type.\n"
            "- <code>OSError</code> – No money.\n",
            "docs/api.md",
            files={"shop.py": "def pay():\n    ...\n"},
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            items = [item for item in listing.items if "description" in item.captures]
            texts = {_text(item) for item in items}
            if len(items) > _MOST and len(texts) == 1:
                yield Violation(listing.span, "same", text=texts.pop())


def _text(item: Item) -> str:
    """Return the description of an entry without the entry's name."""
    name, description = name_of(item), item["description"]
    has_name = name.text and name is not description  # formats may read nothing else of an entry
    return description.text.replace(name.text, "…") if has_name else description.text
