from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation

from ._pages import INDEX_PAGE, index_page


class EmptySection(Rule):
    """A section of the format has a heading and nothing below it.

    The heading promises content, and the reader finds none. If there is nothing to say, say so or leave the section
    out. A section may be empty if the format has some content for it, and says of all of it that it is optional.
    """

    id = "empty-section"
    family = "structure"
    severity = "warning"
    reads = frozenset({"section"})
    covers = ("A06",)
    yields_to = ("unfenced-source",)
    remedy = (
        "Write a heading only if there is something to write below it; otherwise leave it out, or say in a sentence "
        "that there is nothing."
    )
    messages = {"empty": Message("`{found}` has nothing below it[; its format has {children} there]", key=("found",))}
    examples = (
        Invalid(index_page().replace("*No subfolders.*\n\n", ""), INDEX_PAGE, lines=(9,)),
        Valid(index_page(), INDEX_PAGE),
        Valid("# Changes\n\n## Unreleased\n\n## 1.0\n\nFirst.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        astray = {section.place for section in page.sections if section.astray}
        for section in page.sections:
            place = section.place
            if place is None or not section.is_empty or astray.intersection(place.children):
                continue
            if place.may_be_empty:
                continue
            if place.spec.content or place.spec.child:
                children = tuple(page.fill(child.heading) for child in place.children if child.spec.required)
                yield Violation(section.heading.span, "empty", found=section.heading.markdown, children=children)
