from collections.abc import Iterator
from posixpath import dirname, relpath

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import links_and_definitions, target_of, with_path


class RoundaboutLink(Rule):
    """A link leaves a folder and enters it again: `../../src/app/x.md` on a page in `src/app`.

    The link works, but it is long, and it breaks when the folder is renamed. Generators write such links when they
    start every path at the root. The shortest path to the same file is robust.
    """

    family = "style"
    severity = "info"
    profile = "strict"
    covers = ("D11",)
    remedy = "Compute links with `posixpath.relpath` from the folder of the page."
    advice = "Write the shortest path from the folder of the page."
    messages = {
        "detour": Message("The link `{target}` leaves a folder and enters it again; write `{right}`", key=("target",))
    }
    examples = (
        Invalid("[x](../docs/x.md#y), [z](a/../z.md)\n", lines=(1, 1), fixed="[x](x.md#y), [z](z.md)\n"),
        Valid("[x](../src/x.md), [y](./y.md), [z](../), [w](https://example.org/a/../b), [v](.//v.md)\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        here = dirname(page.path) or "."
        for link in links_and_definitions(page):
            if ".." not in link.path or link.path.startswith("/"):
                continue
            target = target_of(page, link.destination)
            if target is None or target.path.startswith("../") or not target.path:
                continue
            right = relpath(target.path, here)
            parts = [part for part in link.path.removeprefix("./").split("/") if part]
            if len(parts) > right.count("/") + 1 and right != ".":
                fix = with_path(page, link, right + "/" * link.path.endswith("/"), safe=True)
                yield Violation(link.span, "detour", fix=fix, target=link.destination, right=right)
