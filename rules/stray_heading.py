from collections.abc import Iterator
from itertools import pairwise

import doclint
from doclint import Invalid, Message, Page, Rule, Section, Span, Valid, Violation, kit
from doclint.kit import expression, schema
from doclint.kit.nodes import Heading

from ._pages import OPEN_FORMAT as _FORMAT

_ANCHOR = expression(r"<a (?:id|name)=[^<>]*+></a>\s*+")  # generators write it in front of their headings

_OPEN_SECTION = _FORMAT.replace("open = true\n", "").replace("key =", "open = true\nkey =")
_OF_SOURCE = _FORMAT.replace("open = true\n", 'open = true\nsource = "{module}.py"\n')
_PAGE = "# Module shop\n\n## fill\n\nFill it.\n\n{} Usage example\n\nTwice.\n\n## empty\n\nEmpty it.\n"
_SOURCE = 'def fill():\n    """Fill.\n\n    ## Part one\n\n    {}\n    """\n\n\ndef empty(): ...\n'
_TWO = "# Module shop\n\n## fill\n\n## Part one\n\n## Part two\n\n## empty\n"
_PATH = "docs/shop.md"


class StrayHeading(Rule):
    """A heading from a docstring is on the level of the symbol with that docstring, or above.

    What follows looks like a separate part of the page: outlines list the heading among functions and classes, and
    readers take what the generator writes below it, such as parameters, for a part of that text.

    The rule checks pages whose format says that headings may come from docstrings, and the sections that define
    symbols and have text. A heading on a lower level than that of its section is right, one behind an anchor or, if the
    format has them, a separator is the generator's, and one above the level of the last section may begin a footer.
    If no docstring has several headings of a page, or one in its last section, they belong to a template.
    """

    family = "structure"
    severity = "warning"
    reads = {"kind.open + symbol", "section.open + symbol"}
    covers = ("A15",)
    consults = {"repository"}
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
        Invalid(_TWO, _PATH, format=_OF_SOURCE, files={"shop.py": _SOURCE.format("Part three")}, lines=(5, 7)),
        Valid(_TWO, _PATH, format=_OF_SOURCE, files={"shop.py": "def fill(): ...\n\n\ndef empty(): ...\n"}),
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
        strays = [(section, heading) for section in page.sections for heading in _strays(page, section)]
        symbols = {id(one.section): one for one in kit.every_symbol(page) if one.section} if strays else {}
        written = (
            (section, one, page.remembered(_letters_of_docstrings, symbols.get(id(section)))) for section, one in strays
        )
        unknown = {id(one): at for at, one, known in written if known is not None and _letters(one.text) not in known}
        # Templates have headings, too: several of them, or one in the footer.
        is_of_template = len(unknown) > 1 or any(one is page.sections[-1] for one in unknown.values())
        for section, heading in strays:
            if not is_of_template or id(heading) not in unknown:
                name = one.text if (one := section.captures.get("symbol")) else section.heading.markdown
                yield Violation(heading.span, "stray", found=heading.markdown, around=name)


def _strays(page: Page, section: Section) -> Iterator[Heading]:
    """Yield the headings in the text of a section that defines symbols which are not below its own."""
    if section.place is None or not section.place.spec.defines or not _has_text(section.place.spec):
        return
    # People may have written what follows the last section above its level, as a footer, or the rest of a page.
    own, is_last = section.heading.level, section is page.sections[-1]
    is_part = is_last and page.format is not None and page.format.handwritten
    levels = range(own if is_last else 1, own + (not is_part))
    for before, block in pairwise((section.heading, *section.blocks)):
        if (
            isinstance(block, Heading)
            and block.level in levels
            and not _ANCHOR.fullmatch(page.text(before.span))
            and not page.text(Span(before.end, block.start)).strip()  # no separator
        ):
            yield block


def _letters_of_docstrings(page: Page, symbol: "doclint.DocumentedSymbol | None") -> str | None:
    """Return the letters of what documents a symbol and its members; None if its source is not known."""
    found = kit.declared(page, symbol) if symbol else None
    if not isinstance(found, kit.Found):
        return None
    own = found.value.declaration
    return " ".join(_letters(one.docstring) for one in (own, *own.members, *found.value.others))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _has_text(spec: "schema.SectionSpec") -> bool:
    """Whether a section may have a text from a docstring, with its headings."""
    return spec.open or any(isinstance(one, schema.ProseContent) for one in schema.flat(spec.content))
