from collections.abc import Iterator
from typing import Annotated, NamedTuple

from msgspec import Meta

from doclint import Corpus, CorpusRule, Fact, Message, Note, Page, Violation, kit
from doclint.kit import plural

from ._member_pages import FIELDS, invalid_shop, shop_page, valid_shop
from ._places import title_of

_WORST = 3  # pages in a message


class _Described(NamedTuple):
    """How many symbols of a sort a page of a format has with a place for a description, and how many have none."""

    format: str
    sort: str
    symbols: int
    without: int


class MissingDescription(CorpusRule):
    """Many symbols have no description, although their tables, lists or headings have a place for it.

    Such a page says what the signature says already. The sources lack the documentation that the generator shows.

    The rule reports one finding for each kind of page of a format and sort of symbol, such as properties, at the page
    with most of them without a description, if more than a share of all of them on such pages have none. Of few
    symbols, a share says nothing. A description is the hole `description` of the format.
    """

    family = "members"
    severity = "info"
    profile = "strict"
    covers = ("K15",)
    remedy = "Document the parameters and fields in the sources, or leave out columns that are empty."
    messages = {
        "share": Message(
            "{percent}% of the {symbols} {sorts} on pages of the kind `{kind}` have no description; most on {pages}",
            key=("kind", "sorts"),
        )
    }
    data = _Described
    reads = {"{description} of symbol"}
    examples = (
        invalid_shop(shop_page(fields=("`size` (int)", FIELDS[1])), options={"least": 2}, lines=(1,)),
        valid_shop(shop_page(fields=("`size` (int)", FIELDS[1]))),
        valid_shop(shop_page(), options={"least": 2}),
    )

    share: Annotated[float, Meta(description="The share of symbols that may lack a description.")] = 0.2
    least: Annotated[int, Meta(ge=1, description="Symbols of a sort below which a share says nothing.")] = 5

    def facts(self, page: Page) -> Iterator[Fact]:
        if page.kind is None or page.format is None or not page.documented:
            return
        spoken = [
            symbol for symbol in kit.every_symbol(page) if kit.can_say(page, kit.spec_of(page, symbol), "description")
        ]
        for sort in dict.fromkeys(symbol.kinds[0] for symbol in spoken):
            own = [symbol for symbol in spoken if symbol.kinds[0] == sort]
            without = sum(symbol.says("description") is None for symbol in own)
            yield Fact(title_of(page), _Described(page.format.name, sort, len(own), without))

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        by_kind = corpus.by(lambda note: (note.data.format, note.where.kind, note.data.sort))
        for (_, kind, sort), notes in by_kind.items():
            symbols = sum(note.data.symbols for note in notes)
            without = sum(note.data.without for note in notes)
            if symbols >= self.least and without > self.share * symbols:
                worst = sorted((note for note in notes if note.data.without), key=lambda one: -one.data.without)
                yield worst[0].violation(
                    "share",
                    percent=100 * without // symbols,
                    symbols=symbols,
                    sorts=plural(sort.replace("-", " ")),
                    kind=kind,
                    pages=tuple(note.where.path for note in worst[:_WORST]),
                )
