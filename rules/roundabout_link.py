from collections.abc import Iterator
from posixpath import dirname, relpath

from doclint.page.links import link_targets, target_of
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._destinations import new_path


class RoundaboutLink(Rule):
    """A link climbs out of a folder and comes down into it again: `../../src/app/x.md` on a page in `src/app`.

    It works, but it is long, and it breaks when the folder gets another name. The shortest path is the safe one.
    """

    id = "roundabout-link"
    family = "style"
    severity = "info"
    profile = "strict"
    covers = ("D11",)
    remedy = "Compute links with `posixpath.relpath` from the folder of the page."
    messages = {"detour": Message("`{target}` leaves a folder and comes back; `{right}` is the same", key=("target",))}
    examples = (
        Invalid("[x](../docs/x.md#y), [z](a/../z.md)\n", lines=(1, 1), fixed="[x](x.md#y), [z](z.md)\n"),
        Valid("[x](../src/x.md), [y](./y.md), [z](../), [w](https://example.org/a/../b), [v](.//v.md)\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        here = dirname(page.path)
        for link in link_targets(page):
            written = link.destination.partition("#")[0].partition("?")[0]
            if ".." not in written or written.startswith("/"):
                continue
            target = target_of(page, link.destination)
            if target is None or target.path.startswith("../") or not target.path:
                continue
            right = relpath(target.path, here or ".")
            parts = [part for part in written.removeprefix("./").split("/") if part]
            if len(parts) > right.count("/") + 1 and right != ".":
                fix = new_path(page, link, right + "/" * written.endswith("/"), safe=True)
                yield Violation(link.span, "detour", fix=fix, target=link.destination, right=right)
