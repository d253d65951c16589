import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import Attribute, expression

from ._pages import MODELS
from ._repetitions import copied_below

_MARKUP = expression(r"<[^<>]*+>|^[ \t]*+[#>*+-]++", re.MULTILINE)
_OVERLOAD = expression(r"(?:</a>)?\s*+#++[^\n]*+\s++```python\n@(?:\w++\.)?overload\b")
_LONGEST = 500  # characters between two elements that are looked at
_PAIR = 2


class DuplicateAnchor(Rule):
    """Two places of a page have the same name, and a link of the page leads to it, so that it reaches only the first.

    Raw HTML names places with `id`, and `<a>` with `name`. A browser scrolls to the first place of a name, those with
    an `id` before those with a `name` (HTML standard, section 7.4.6.4). Whoever follows a link that is meant for the
    other place lands at the wrong one.

    The rule reports only names that a link on the page leads to, and, on pages that a generator writes for links from
    elsewhere, each `id` of two places. It ignores two names of one element, or of neighboring elements.
    """

    family = "links"
    severity = "warning"
    needs = {"rendering"}
    covers = ("J12",)
    yields_to = ("duplicate-entry", "repeated-section", "unfenced-source")
    remedy = "Make each name once on a page: number those that repeat, and let links lead to the numbered ones."
    advice = "Give the second place another name, and change the links that should lead there."
    messages = {
        "duplicate": Message(
            "The anchor `{name}` is on line {first}, too, so links reach only one of the two places", key=("name",)
        )
    }
    examples = (
        Invalid(
            'See [new](#new).\n\n<a name="new"></a>\n## New\n\nText.\n\n<a name="new"></a>\n## Newer\n', lines=(8,)
        ),
        Invalid("<a href='#a'>a</a>\n\n<p id='a'>A</p>\n\nText.\n\n<h2 id='a'>B</h2>\n", lines=(7,)),
        Invalid("[a](#a)\n\n<p id='a'>A</p>\n\n<a name='a'></a>B\n", lines=(5,)),
        Invalid("# Tree\n\n<a id='a'></a>\n\nA\n\n<a id='a'></a>\n\nB\n", "docs/Tree.md", format=MODELS, lines=(7,)),
        Valid(
            "# Tree\n\n<a name='a' id='b'></a>\n\nA\n\n<a name='a' id='c'></a>\n\nB\n", "docs/Tree.md", format=MODELS
        ),
        Valid("<a name='a' id='a'></a>\n\n<a id='a'></a>A\n\n[a](#a)\n"),
        Valid("<a name='a'></a>A\n\n<a name='a'></a>B\n\n[b](#b)\n"),
        Valid("[a](#a)\n\n<a name='a'></a>\n\n## <span id='a'></span>A\n\n<img name='a'>\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if len(page.document.naming_attributes) < _PAIR:
            return
        linked = {link.fragment for link in page.document.links if link.destination.startswith("#")}
        places: dict[str, Attribute] = {}
        for attribute in page.document.naming_attributes:
            name = attribute.value
            is_written = page.kind is not None and attribute.name == "id"
            if not (name in linked or is_written) or (attribute.name == "name" and attribute.tag != "a"):
                continue
            first = places.setdefault(name, attribute)
            if first is not attribute and _is_elsewhere(page.source.text, first, attribute):
                line = page.source.position(first.span.start).line
                below = (one.span for one in page.document.headings if one.start > attribute.span.end)
                violation = Violation(attribute.span, "duplicate", reason=name, name=name, first=line)
                yield violation.following_from(copied_below(page, attribute.span) or next(below, None))


def _is_elsewhere(text: str, first: Attribute, second: Attribute) -> bool:
    """Whether there is text between two elements, so that they are not one place, or overloads of one function."""
    between = text[first.span.end : min(second.span.start, first.span.end + _LONGEST)]
    _, end, between = between.partition(">")
    return bool(end) and not _OVERLOAD.match(between) and bool(_MARKUP.sub("", between.rpartition("<")[0]).strip())
