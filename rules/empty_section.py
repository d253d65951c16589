from collections.abc import Iterator

import doclint
from doclint import Invalid, Message, Page, Rule, Section, Span, Valid, Violation, kit

from ._pages import INDEX_PAGE, index_page
from ._places import lists_below, undeclared

_LOWEST = 6  # level of headings


class EmptySection(Rule):
    """A section of the format has a heading and nothing below it.

    The heading promises content, and the reader finds none. If there is nothing to say, say so or leave the section
    out. A section may be empty if the format has some content for it, and says that all of it is optional.

    Headings have six levels. A generator that needs a seventh one writes the sixth, so that what belongs below a
    heading follows on the same level: the rule leaves headings of that level alone.
    """

    family = "structure"
    severity = "warning"
    reads = {"section"}
    covers = ("A06",)
    yields_to = (
        *("unfenced-source", "missing-member", "missing-parameter", "unknown-member", "wrong-optionality"),
        "incomplete-index",
    )
    remedy = (
        "Write a heading only if there is something to write below it; otherwise leave it out, or say in a sentence "
        "that there is nothing."
    )
    messages = {
        "empty": Message("`{found}` has nothing below it[; its format has {children} there]", key=("found",)),
    }
    examples = (
        Invalid(index_page().replace("*No subfolders.*\n\n", ""), INDEX_PAGE, lines=(9,)),
        Valid(index_page(), INDEX_PAGE),
        Valid("# Changes\n\n## Unreleased\n\n## 1.0\n\nFirst.\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        astray = {section.place for section in page.sections if section.astray}
        for section in page.sections:
            place = section.place
            if place is None or not section.is_empty or place.may_be_empty or astray.intersection(place.children):
                continue
            if section.heading.level == _LOWEST:
                continue
            if place.spec.content or place.spec.child:
                children = tuple(page.fill(child.heading) for child in place.children if child.spec.required)
                violation = Violation(section.heading.span, "empty", found=section.heading.markdown, children=children)
                yield violation.following_from(next(_causes(page, section), None))


def _causes(page: Page, section: Section) -> Iterator[Span]:
    """Yield where the page has what belongs below an empty heading, or lacks it, too: other rules compare that."""
    lists = lists_below(section)
    owner = page.remembered(_owners).get(id(section)) if lists else None
    kinds = [kind for one in lists for kind in one.defines]
    if owner and "parameter" in kinds:
        shown = (one.shape for one in owner.signatures if "parameters" in one.shape.captures)
        yield from (one.span for one in shown if not one.captures["parameters"].text.strip())
    moved = page.remembered(_moved) if lists else {}
    yield from (moved[owner, kind] for kind in kinds if (owner, kind) in moved)
    states = {one.states == "required" for one in lists if one.states in ("required", "optional")}
    for stated in kit.stated_types_of(page) if states else ():
        if stated.needs in states and stated.is_required is not stated.needs and _scope(stated.source.symbol) is owner:
            yield stated.name.span


def _owners(page: Page) -> "dict[int, doclint.DocumentedSymbol]":
    """Return the innermost symbols around sections, by the identity of these."""
    around = [(one, child) for one in kit.every_symbol(page) if one.section for child in one.section.children]
    return {id(section): symbol for symbol, child in around for section in child.walk()}


def _moved(page: Page) -> "dict[tuple[doclint.DocumentedSymbol | None, str], Span]":
    """Return where the page has what the source declares as something else, by its scope and by what that is."""
    others = reversed(page.remembered(undeclared))
    return {(_scope(one), other.kind): one.name.span for one, other in others if other}


def _scope(symbol: "doclint.DocumentedSymbol") -> "doclint.DocumentedSymbol | None":
    """Return the symbol whose section has the one of a symbol; None for a symbol of the page itself."""
    return symbol.scope if symbol.scope and symbol.scope.section else None
