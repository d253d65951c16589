import re
from collections.abc import Iterator

from doclint.markdown.source import Edit, Fix, Span
from doclint.page.links import link_targets, target_of
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._destinations import place_of

_SLASHES = re.compile(r"(?<=[^/:])//+")


class DoubleSlashLink(Rule):
    """A relative link has an empty part in its path: `.//AGENTS.md`.

    It works where the path is looked up on a disk, and breaks in site generators, caches and tools that compare paths.
    A folder was empty where the generator put the path together. One slash is enough.

    Web addresses and what stands behind `?` or `#` are left alone.
    """

    id = "double-slash-link"
    family = "links"
    severity = "warning"
    covers = ("D03",)
    yields_to = ("unfenced-source",)
    remedy = "Join the parts of a path with a function that knows of empty ones, such as `posixpath.join`."
    messages = {"slashes": Message("`{target}` has an empty part in its path; one slash is enough", key=("target",))}
    examples = (
        Invalid(
            "[a](.//a.md), ![b](img///b.png#c//d)\n\n[c]: ..//c.md\n",
            lines=(1, 1, 3),
            fixed="[a](./a.md), ![b](img/b.png#c//d)\n\n[c]: ../c.md\n",
        ),
        Valid("[a](./a.md), [b](https://example.org//b), [c](//example.org/c), [d](d.md?x=//)\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for link in link_targets(page):
            path = link.destination.partition("#")[0].partition("?")[0]
            if "//" not in path or target_of(page, link.destination) is None or not _SLASHES.search(path):
                continue
            place = place_of(page, link)
            fix = None
            if place is not None:
                found = _SLASHES.finditer(path)
                edits = (Edit(Span(place.start + one.start(), place.start + one.end()), "/") for one in found)
                fix = Fix(tuple(edits), safe=True)
            yield Violation(link.span, "slashes", fix=fix, target=link.destination)
