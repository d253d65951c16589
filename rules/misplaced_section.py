from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import complete_file_page, index_page, letters_page


class MisplacedSection(Rule):
    """The sections of a page are not in the order, or not on the levels, of its format.

    All that is out of order below one heading is one finding, at the first section that would have to move. A section
    whose heading has another level than in the format is a finding of its own. Of groups that the format sorts, such as
    the letters of an index, those without a letter (`_`, `0-9`) may stand anywhere.
    """

    id = "misplaced-section"
    family = "structure"
    severity = "warning"
    covers = ("A04", "C17")
    yields_to = ("unfenced-source",)
    remedy = (
        "Write the sections of all pages of a kind from one template, in the order and on the levels of the format."
    )
    messages = {
        "order": Message("`{found}` should stand after `{after}`[; out of order are also {others}]", key=("found",)),
        "first": Message("`{found}` should stand first[; out of order are also {others}]", key=("found",)),
        "elsewhere": Message("`{found}` should stand below `{parent}`", key=("found",)),
        "level": Message("`{found}` is on level {level}; the format has it on level {right}", key=("found",)),
    }
    examples = (
        Invalid(
            index_page()
            .replace("## Files", "## *")
            .replace("## Subfolders", "## Files")
            .replace("## *", "## Subfolders"),
            "docs/src/index.md",
            lines=(9,),
            messages=("order",),
        ),
        Invalid(
            index_page(sections="## Subfolders\n\nA\n\n## Files\n\nA\n\n## Navigation\n\nA\n\n## Overview\n\nA\n\n"),
            "docs/src/index.md",
            lines=(15,),
            messages=("first",),
        ),
        Invalid(index_page().replace("## Files", "### Files"), "docs/src/index.md", lines=(13,), messages=("level",)),
        Invalid(
            complete_file_page("a.py")
            .replace("### Testing\n\nText.\n\n", "")
            .replace("## Dependencies\n", "### Testing\n\nText.\n\n## Dependencies\n"),
            "docs/a.py_docs.md",
            lines=(35,),
            messages=("elsewhere",),
        ),
        Invalid(letters_page("A", "C", "N", "M"), "docs/keywords.md", lines=(15,), messages=("order",)),
        Valid(letters_page("_", "A", "C", "M", "0"), "docs/keywords.md"),
        Valid(index_page(), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for disorder in page.outline.disorder if page.outline else ():
            (first, after), *others = disorder.moved
            span, found = first.heading.span, first.heading.markdown
            rest = tuple(section.heading.markdown for section, _ in others)
            if after is None:
                yield Violation(span, "first", found=found, others=rest)
            else:
                yield Violation(span, "order", found=found, after=after.heading.markdown, others=rest)
        places = {section.place for section in page.sections}
        for section in page.sections:
            heading, place = section.heading, section.place
            if section.astray and place and page.kind:
                # Where the parent is missing too, that is what there is to say.
                parent = page.kind.parents.get(place)
                if parent and parent in places:
                    yield Violation(
                        heading.span, "elsewhere", found=heading.markdown, parent=page.fill(parent.spec.heading)
                    )
            if place is not None and heading.level != place.level:
                yield Violation(heading.span, "level", found=heading.text, level=heading.level, right=place.level)
