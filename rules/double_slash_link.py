from collections.abc import Iterator

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import destination_span, expression, links_and_definitions, target_of
from doclint.kit.nodes import Definition, Link

_SLASHES = expression(r"(?<=[^/:])//+")


class DoubleSlashLink(Rule):
    """A relative link has an empty part in its path: `.//AGENTS.md`.

    The link works where the path is looked up on a disk, and breaks in site generators, caches and tools that compare
    paths. The generator joined a path with an empty folder.

    The rule ignores web addresses, queries and fragments.
    """

    family = "links"
    severity = "warning"
    covers = ("D03",)
    yields_to = ("unfenced-source",)
    remedy = "Join paths with a function that skips empty parts, such as `posixpath.join`."
    advice = "Remove the empty part from the path."
    messages = {
        "slashes": Message("The link `{target}` has an empty part in its path; write one slash", key=("target",))
    }
    examples = (
        Invalid(
            "[a](.//a.md), ![b](img///b.png#c//d), [c]\n\n[c]: ..//c.md\n",
            lines=(1, 1, 3),
            fixed="[a](./a.md), ![b](img/b.png#c//d), [c]\n\n[c]: ../c.md\n",
        ),
        Valid("[a](./a.md), [b](https://example.org//b), [c](//example.org/c), [d](d.md?x=//)\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for link in links_and_definitions(page):
            if "//" in link.destination and target_of(page, link.destination) and _SLASHES.search(link.path):
                yield Violation(link.span, "slashes", fix=_fix(page, link), target=link.destination)


def _fix(page: Page, link: Link | Definition) -> Fix | None:
    span = destination_span(page, link)
    if span is None:
        return None
    runs = _SLASHES.finditer(link.path)
    return Fix(tuple(Edit(Span(span.start + run.start(), span.start + run.end()), "/") for run in runs), safe=True)
