from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation, kit
from doclint.kit import expression

from ._pages import format_in

_FORMAT = format_in("builder_path")
_INSTALLED = frozenset({"node_modules", "site-packages", "dist-packages", ".venv", ".tox", ".pnpm"})
_ABSOLUTE = expression(r"(?:file://)?/(?:home|Users|root|tmp|private|builds|github)/|[A-Za-z]:[\\/]")


def _page(path: str) -> str:
    return f"# Function fill\n\nDefined in: {path}\n"


class BuilderPath(Rule):
    """A page says that a symbol is defined in a file that exists only on the computer that built the page.

    Such paths lead into installed packages (`node_modules`) or begin with the home of a user. Readers cannot open them,
    and they change with each build. Mostly, the symbol belongs to another package and should not be documented here.

    The rule reports the first such path of a page, with the number of the others. Paths with a link are not checked.
    """

    family = "members"
    severity = "warning"
    reads = {"{source.path} of symbol"}
    covers = ("K17",)
    remedy = (
        "Leave symbols of other packages out of the reference, or leave out where they are defined; write all other "
        "paths from the root of the repository."
    )
    messages = {
        "builder": Message(
            "`{path}` is a path of the computer that built the page[; so are {others} more paths of the page]",
            key=("path",),
        )
    }
    examples = (
        Invalid(_page(r"node\_modules/.pnpm/box@1.0/dist/box.d.ts"), "docs/a.md", format=_FORMAT, lines=(3,)),
        Invalid(_page("/home/ann/shop/src/box.ts"), "docs/a.md", format=_FORMAT, lines=(3,)),
        Valid(_page("src/home/box.ts"), "docs/a.md", format=_FORMAT),
        Valid(_page(r"[node\_modules/a.js](https://example.org/a.js)"), "docs/a.md", format=_FORMAT),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.documented:
            return
        stated = ((symbol, symbol.says("source.path")) for symbol in kit.every_symbol(page))
        paths = (path for symbol, path in stated if path and symbol.says("source.link") is None)
        found = [one for one in paths if not _INSTALLED.isdisjoint(one.text.split("/")) or _ABSOLUTE.match(one.text)]
        if found:
            yield Violation(found[0].span, "builder", path=found[0].text, others=len(found) - 1 or None)
