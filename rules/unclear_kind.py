from collections.abc import Iterator
from operator import attrgetter

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.fit import best

from ._pages import FILE_PAGE, format_in
from ._places import title_of

_FORMAT = format_in("unclear_kind")
_PAGE = "recipes/Soup.md"


class UnclearKind(Rule):
    """The page fits several kinds of page equally well, or it has the sections of a kind without fitting it.

    doclint finds the kind of a page by its title, its sections, its footer and the values that follow from its path, in
    all formats at once. It checks a page whose kind is unclear as a page of no format, so that most of its defects stay
    hidden.

    The rule reports two kinds between which nothing decides; then the formats need a title, a section or a path that
    tells them apart. And it reports a page that has two or more of the required sections of a kind, and hardly any
    other headings, but neither its title nor its footer.
    """

    family = "structure"
    severity = "info"
    remedy = "Write the title of the format on each page, and describe kinds so that their pages differ."
    advice = "`ignore-formats` in the configuration switches a built-in format off."
    messages = {
        "tie": Message(
            "The page can be a `{kind}` of the format `{format}` or a `{other}` of `{other_format}`, and nothing "
            "decides between them, so doclint checks it as neither",
            key=("kind", "other"),
        ),
        "near": Message(
            "The page has {present} of the {required} sections of a `{kind}` of the format `{format}`, but not its "
            "title, so doclint does not check it as one",
            key=("kind",),
        ),
    }
    examples = (
        Invalid("# Soup\n\n## Ingredients\n\nWater.\n", _PAGE, format=_FORMAT, lines={1: "tie"}),
        Invalid("# app\n\n## File Metadata\n\nText.\n\n## File Purpose\n\nText.\n", FILE_PAGE, lines={1: "near"}),
        Valid("# Soup\n\n## Ingredients\n\nWater.\n\n## Steps\n\nBoil.\n", _PAGE, format=_FORMAT),
        Valid("# Soup\n\nA poem about soup.\n", _PAGE, format=_FORMAT),
        Valid("# Notes\n\n## File Purpose\n\nText.\n\n## Plans\n\nText.\n\n## More\n\nText.\n", FILE_PAGE),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        fits = page.parsed.fits if page.parsed.recognized is None else []
        equal = best(fits)
        if equal:
            first, second = (fit.identity for fit in equal[:2])
            yield Violation(
                title_of(page),
                "tie",
                kind=first.kind.name,
                format=first.format.name,
                other=second.kind.name,
                other_format=second.format.name,
            )
        others = (fit for fit in fits if fit.is_near and not equal)
        near = max(others, key=attrgetter("share", "known"), default=None)
        if near is not None:
            yield Violation(
                title_of(page),
                "near",
                present=near.present,
                required=near.required,
                kind=near.identity.kind.name,
                format=near.identity.format.name,
            )
