from collections.abc import Iterator
from itertools import pairwise

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression, schema
from doclint.kit.nodes import Heading

from ._pages import OPEN_FORMAT as _FORMAT

_ANCHOR = expression(r"<a (?:id|name)=[^<>]*+></a>\s*+")  # generators write it in front of their headings

_OPEN_SECTION = _FORMAT.replace("open = true\n", "").replace("key =", "open = true\nkey =")
_PAGE = "# Module shop\n\n## fill\n\nFill it.\n\n{} Usage example\n\nTwice.\n\n## empty\n\nEmpty it.\n"
_PATH = "docs/shop.md"


class StrayHeading(Rule):
    """A heading from a docstring is on the level of the symbol with that docstring, or above.

    What follows looks like a separate part of the page: outlines list the heading among functions and classes, and
    readers take what the generator writes below it, such as parameters, for a part of that text.

    The rule checks pages whose format says that headings may come from docstrings, and the sections that define
    symbols and have text. A heading on a lower level than that of its section is right, one behind an anchor or, if the
    format has them, a separator is the generator's, and one above the level of the last section may begin a footer.
    """

    family = "structure"
    severity = "warning"
    reads = {"kind.open + symbol", "section.open + symbol"}
    covers = ("A15",)
    yields_to = ("broken-fence", "unfenced-source")
    remedy = "Lower the headings of docstrings below the heading of their symbol, or write them as bold text."
    messages = {
        "stray": Message(
            "`{found}` is a heading out of the text below `{around}`, but not on a lower level; lower it",
            key=("found",),
        )
    }
    examples = (
        Invalid(_PAGE.format("##"), _PATH, format=_FORMAT, lines=(7,)),
        Invalid(_PAGE.format("#"), _PATH, format=_FORMAT, lines=(7,)),
        Invalid(_PAGE.format("#"), _PATH, format=_OPEN_SECTION, lines=(7,)),
        Invalid("# Module shop\n\n## fill\n\n## Usage example\n\nTwice.\n", _PATH, format=_OPEN_SECTION, lines=(5,)),
        Valid("# Module shop\n\n## fill\n\n# License\n\nFree.\n", _PATH, format=_OPEN_SECTION),
        Valid(_PAGE.format("###"), _PATH, format=_FORMAT),
        Valid(_PAGE.format("##"), _PATH, format=_FORMAT + 'content = [{ shape = "links", item = "[{_}]({_})" }]\n'),
        Valid(_PAGE.format('<a id="shop.usage"></a>\n\n##'), _PATH, format=_FORMAT),
        Valid("# Shop\n\n## fill\n\n## Usage example\n\nTwice.\n", _PATH, format=_FORMAT),
        Valid(_PAGE.format("---\n\n##"), _PATH, format=f"separators = true\n{_FORMAT}"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        # After a fence that is not closed, nothing tells which headings the generator wrote.
        if not page.documented or page.broken_fences:
            return
        for section in page.sections:
            # People may have written what is behind the last section and above its level, as a footer.
            levels = range(section.heading.level if section is page.sections[-1] else 1, section.heading.level + 1)
            if section.place is None or not section.place.spec.defines or not _has_text(section.place.spec):
                continue
            for before, block in pairwise((section.heading, *section.blocks)):
                if (
                    isinstance(block, Heading)
                    and block.level in levels
                    and not _ANCHOR.fullmatch(page.text(before.span))
                    and not page.text(Span(before.end, block.start)).strip()  # no separator
                ):
                    name = one.text if (one := section.captures.get("symbol")) else section.heading.markdown
                    yield Violation(block.span, "stray", found=block.markdown, around=name)


def _has_text(spec: "schema.SectionSpec") -> bool:
    """Whether a section may have a text from a docstring, with its headings."""
    return spec.open or any(isinstance(one, schema.ProseContent) for one in schema.flat(spec.content))
