from collections import Counter, defaultdict
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Section, Valid, Violation
from doclint.kit import Disorder

from ._pages import FILE_PAGE, INDEX_PAGE, OPEN_FORMAT, complete_file_page, index_page, letters_page

_FORMAT = OPEN_FORMAT.replace("key =", "level = [2, 3]\nkey =").replace("symbol:name", "symbol")
_MODULE = "# Module shop\n\n## shop.fill\n\n## shop.empty\n\n{} shop.weigh\n\n```python\ndef {}(basket)\n```\n"
_TESTING = "### Testing\n\nText.\n\n"


def _index(*headings: str) -> str:
    return index_page(sections="".join(f"## {heading}\n\nText.\n\n" for heading in headings))


class MisplacedSection(Rule):
    """The sections of a page are not in the order, or not on the levels, of its format.

    The rule reports everything that is out of order below one heading as one finding, at the first section that would
    have to move. A section whose heading has another level than in the format is a finding of its own, and so is
    one of several members of one class or module, if all others have another level. Formats sort some groups, such as
    the letters of an index; groups without a letter (`_`, `0-9`) may be anywhere among them.
    """

    family = "structure"
    severity = "warning"
    of_template = True
    reads = {"section", "section + section.sorted-by"}
    covers = ("A04", "C17")
    yields_to = ("unfenced-source", "unknown-member")
    remedy = (
        "Write the sections of all pages of a kind from one template, in the order and on the levels of the format."
    )
    messages = {
        "order": Message("`{found}` belongs after `{after}`[; {others} are out of order, too]", key=("found",)),
        "first": Message("`{found}` belongs first[; {others} are out of order, too]", key=("found",)),
        "elsewhere": Message("`{found}` belongs below `{parent}`", key=("found",)),
        "level": Message("`{found}` is a heading of level {level}; the format gives it level {right}", key=("found",)),
    }
    examples = (
        Invalid(_index("Overview", "Files", "Subfolders", "Navigation"), INDEX_PAGE, lines={7: "order"}),
        Invalid(_index("Subfolders", "Files", "Navigation", "Overview"), INDEX_PAGE, lines={15: "first"}),
        Invalid(index_page().replace("## Files", "### Files"), INDEX_PAGE, lines={13: "level"}),
        Invalid(
            complete_file_page("a.py").replace(_TESTING, "").replace("## Dependencies", f"{_TESTING}## Dependencies"),
            FILE_PAGE,
            lines={35: "elsewhere"},
        ),
        Invalid(letters_page("A", "C", "N", "M"), "docs/keywords.md", lines={15: "order"}),
        Invalid(_MODULE.format("###", "weigh"), "docs/shop.md", format=_FORMAT, lines={7: "level"}),
        Invalid(_MODULE.format("#####", "shop.weigh"), "docs/shop.md", format=_FORMAT, lines={7: "level"}),
        Valid(_MODULE.format("##", "weigh"), "docs/shop.md", format=_FORMAT),
        Valid(_MODULE.format("#####", "weigh"), "docs/shop.md", format=_FORMAT),
        Valid(letters_page("_", "A", "C", "M", "0"), "docs/keywords.md"),
        Valid(index_page(), INDEX_PAGE),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        yield from map(_check_order, page.outline.disorder if page.outline else ())
        places = {section.place for section in page.sections}
        levels = defaultdict[object, Counter[int]](Counter)
        for section in page.sections:
            levels[_siblings(section)][section.heading.level] += 1
        for section in page.sections:
            heading, place = section.heading, section.place
            if place is None:
                continue
            parent = page.kind.parents.get(place) if section.astray and page.kind else None
            # If the parent is missing, too, that is the finding.
            if parent and parent in places:
                title = page.fill(parent.heading)
                yield Violation(heading.span, "elsewhere", found=heading.markdown, parent=title)
            usual = levels[_siblings(section)].most_common(2)
            is_alone = bool(_siblings(section)[1]) and usual[0][1] > 1 and usual[1:] == [(heading.level, 1)]
            if heading.level not in place.levels or is_alone:
                right = usual[0][0] if usual[0][0] in place.levels else place.level
                yield Violation(heading.span, "level", found=heading.text, level=heading.level, right=right)


def _siblings(section: Section) -> tuple[object, str]:
    """Return what sections have in common that are on one level: their place, and the scope that they name."""
    return section.place, section.qualified.rpartition(".")[0]


def _check_order(disorder: Disorder) -> Violation:
    (first, after), *others = disorder.moved
    span, found = first.heading.span, first.heading.markdown
    rest = tuple(section.heading.markdown for section, _ in others)
    if after is None:
        return Violation(span, "first", found=found, others=rest)
    return Violation(span, "order", found=found, after=after.heading.markdown, others=rest)
