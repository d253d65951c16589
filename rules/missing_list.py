import re
from collections.abc import Iterator, Sequence
from posixpath import basename, splitext
from typing import NamedTuple

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import expression, indexes_of, is_silent, schema
from doclint.kit.nodes import Block, Code, Heading, Html, HtmlBlock, Inline, Link, Paragraph, ThematicBreak, plain_text

from ._pages import file_page, format_in
from ._shell import comments

_COLON = expression(r"(?<![:\s]):\Z")
# Colons in pairs: an emoji (`:bread:`), or a field of reStructuredText and MyST (`:meta private:`).
_PAIR = expression(r"(?<![^\s(]):(?=\S)[^:]*(?<=\S):\Z|:[\w+-]+:\Z")
_INVISIBLE = expression(r"<(?:/|!|br\b)", re.IGNORECASE)
_INDEXES = frozenset({"index", "_index"})
# Two lines of a form to fill in.
_FORM = expression(r":[ \t]*+(?:\r\n?|\n)[^\r\n]*+(?<=:)\Z")
_TEMPLATES = ("{{", "{%")
_PARTS = expression(r"(?:\A|/)(?:_|(?:includes|partials|snippets)/)")
_APART = 2  # ends of lines, with an empty line between them
_LONGEST = 100  # characters at the end of a text that are looked at
_MARKUP = 20  # characters at the end of a paragraph that may have its colon: `**There are**:</p>`


def _related(items: str) -> str:
    return file_page(
        "src/a.py",
        f"## Related Files\n\n### Related Files\n\nFiles in the same folder (`src`):\n\n{items}"
        "## Cross-References\n\n- **Folder Index**: `index.md`\n",
    )


_OPEN = format_in("missing_list")


class MissingList(Rule):
    """A sentence that ends in a colon announces something, and nothing follows.

    The reader looks for it and cannot tell whether it was lost or there was nothing. The generator writes the sentence
    before it knows whether the list has entries. If there is nothing to list, the page should say so.

    Anything may follow, such as a list, a text or a section of the next level, except for the end of the page and for a
    heading that ends the section. What follows may also be an image on the same line. On pages of unknown formats,
    sections of the same level may follow, and labels of a form may follow each other. Nothing needs to follow at the
    end of the index of a folder (`index.md`), where a site lists the other pages, and of a page that a site includes in
    others (`_part.md`). `broken-fence` reports the comments of a shell example that became headings.
    """

    family = "lists"
    profile = "strict"
    severity = "warning"
    needs = {"rendering"}
    reads = {"markdown"}
    covers = ("F17",)
    yields_to = ("missing-content", "empty-keyword-index")
    remedy = "Write the sentence only together with its list, and another sentence if there is nothing to list."
    advice = "Add the list that the sentence announces, or leave the sentence out."
    messages = {
        "nothing": Message('Nothing follows "{sentence}"; add the list or leave the sentence out', key=("sentence",))
    }
    examples = (
        Invalid(_related(""), "docs/src/a.py_docs.md", lines=(7,)),
        Invalid("# Food\n\n## Breads\n\nThere are:\n\n# Tools\n\nNone.\n", lines=(5,)),
        Invalid("# Breads\n\nThere are:\n", lines=(3,)),
        Valid(_related("- [`b.py_docs.md`](./b.py_docs.md)\n\n"), "docs/src/a.py_docs.md"),
        Valid("# Breads\n\nThere are:\n\n## Rye\n\nDark.\n"),
        Valid("Run this command:\n", "docs/parts/run_1.md"),
        Valid("# Breads\n\nThere are:\n\n---\n\n- rye\n"),
        Valid("# Food\n\n## Breads\n\nThere are:\n\n## Rye\n\nDark.\n"),
        Valid("# Food\n\n## Breads\n\nThere are:\n\n## Rye\n\nDark.\n", "docs/food.md", format=_OPEN),
        Valid("# Breads\n\nThere are:\n<<<<<<< a\nThese:\n=======\n- rye\n>>>>>>> b\n\n# Rolls\n"),
        Valid("# Breads\n\nThere are:\n\n$$\nn\n=\nx_1\n\n- y *\n$$\n\n# Rolls *\n"),
        Valid("# Breads\n\nThere are none.\n\n# Rolls\n"),
        Valid("# Breads\n\n**Do you bake?**\n\n**Answer:**\n## We do\n\nRye.\n\n#Bread:\n\n## Rolls\n"),
        Valid("# Breads\n\nThey look like:\n\n---\n\n# Rye\n\nDark.\n"),
        Valid("# Breads\n\nWrite:\n\n{{< code >}}\n---\nname: rye\n---\n{{< /code >}}\n\n# Rolls\n"),
        Valid("# Breads\n\nThe breads of this shop:\n", "docs/breads/index.md"),
        Valid("# Breads\n\nBaked :bread:\n\n# Rolls\n"),
        Valid("# Breads\n\n:meta private:\n\n# Rolls\n\nSet `bake:`\n"),
        Valid("# Breads\n\nThere are: ![rye and wheat](breads.png)\n\n# Rolls\n\nThese:\n<img src='a.png'>\n"),
        Invalid("# Breads\n\n![Logo](a.png) There **are**:<br>\n", lines=(3,)),
        Valid("# Food\n\n## Breads\n\n##### Since 2001\n\nThere are:\n\n### Rye\n\nDark.\n"),
        Valid("# Order\n\nName:\nAddress:\n\n# Rolls\n\nKind:\n\nNumber:\n"),
        Valid("# Breads\n\nThe breads of this shop:\n", "docs/_breads.md"),
        Valid("# Breads\n\n## Rye\n\nBake it:\n\n# heat the oven first\n\n```sh\nmake oven\n```\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        footer = page.outline.footer if page.outline else None
        end = footer.start if footer else len(page.source.text)
        blocks = [
            block
            for block in page.document.blocks
            if block.start < end and not (type(block) is HtmlBlock and is_silent(block))
        ]
        if len(blocks) == 1:  # a part of a page, which another one includes
            return
        found = list(_open_ends(page, blocks))
        if not found:
            return
        # Other rules report these missing lists.
        reported = {one.heading.start for one in page.absent if isinstance(one.content, schema.ListingContent)}
        reported |= {index.section.heading.start for index in indexes_of(page)}
        lost = {comment.heading.start for comment in comments(page)}
        for sentence, above, below in found:
            if above not in reported and below not in lost:
                yield Violation(sentence.span, "nothing", sentence=sentence.text)


class _OpenEnd(NamedTuple):
    """A paragraph that announces something, and where the headings above and below it begin, if there are any."""

    sentence: Paragraph
    above: int | None
    below: int | None


def _open_ends(page: Page, blocks: Sequence[Block]) -> Iterator[_OpenEnd]:
    """Yield the paragraphs that announce something and are the last of a section, unless there may be a reason."""
    text = page.source.text
    outer: list[Heading] = []
    for number, block in enumerate(blocks):
        if type(block) is Heading:
            while outer and outer[-1].level >= block.level:
                outer.pop()
            outer.append(block)
        elif type(block) is Paragraph and text.find(":", max(block.start, block.end - _MARKUP), block.end) >= 0:
            below = _following(blocks, number)
            is_last = below is None or (isinstance(below, Heading) and _ends_section(page, below, outer))
            if is_last and _announces(block) and not (page.kind is None and _is_unfinished(page, blocks, number)):
                yield _OpenEnd(block, outer[-1].start if outer else None, below.start if below else None)


def _announces(paragraph: Paragraph) -> bool:
    text = paragraph.text[-_LONGEST:].rstrip()
    if not text.endswith(":") or _COLON.search(text) is None or _PAIR.search(text) is not None:
        return False
    return _ends_in_text(paragraph.children)


def _ends_in_text(inlines: Sequence[Inline]) -> bool:
    """Whether the last thing that readers see of some inlines is text: no code, link or image."""
    for inline in reversed(inlines):
        if isinstance(inline, Code) or (isinstance(inline, Html) and not _INVISIBLE.match(inline.text)):
            return False
        if isinstance(inline, Link):
            return False
        if plain_text([inline]).strip():
            children: Sequence[Inline] = getattr(inline, "children", ())
            return not children or _ends_in_text(children)
    return False


def _ends_section(page: Page, heading: Heading, outer: Sequence[Heading]) -> bool:
    """Whether a heading ends the section that is below some headings: one that is free text does not."""
    if page.kind is not None and heading.start not in page.remembered(_starts_of_sections):
        return False
    return heading.level <= _lowest(page, outer)


def _starts_of_sections(page: Page) -> frozenset[int]:
    """Return where the sections of a page begin that its format knows, or would know by another heading."""
    return frozenset(section.heading.start for section in page.sections)


def _lowest(page: Page, outer: Sequence[Heading]) -> int:
    """Return the lowest level of a heading that ends the section, given the headings that the section is below."""
    if not outer or page.kind:
        return outer[-1].level if outer else 0
    return outer[-2].level if len(outer) > 1 else outer[-1].level - 1


def _following(blocks: Sequence[Block], number: int) -> Block | None:
    """Return the next block that is not a thematic break."""
    after = (blocks[index] for index in range(number + 1, len(blocks)))
    return next((block for block in after if not isinstance(block, ThematicBreak)), None)


def _is_unfinished(page: Page, blocks: Sequence[Block], number: int) -> bool:
    """Whether a site adds what a paragraph announces, people fill it in, or it is there in another form."""
    below = _following(blocks, number)
    # A site appends to the index of a folder, and to what is a part of other pages.
    if below is None and (splitext(basename(page.path))[0] in _INDEXES or _PARTS.search(page.path)):
        return True
    before, text = blocks[number - 1] if number else None, page.source.text
    line_at = page.source.position
    # A heading on the next line is the answer, and `#Licence:` was meant as one.
    is_next = below is not None and line_at(below.start).line - line_at(blocks[number].end).line < _APART
    if is_next or text.startswith("#", blocks[number].start):
        return True
    is_label = isinstance(before, Paragraph) and _announces(before)
    if is_label or _FORM.search(page.text(blocks[number].span)):
        return True
    # A line across the page sets an example apart, and what a template fills in may be read as a heading.
    is_apart = isinstance(below, Heading) and isinstance(blocks[number + 1], ThematicBreak)
    return is_apart or (below is not None and text.startswith(_TEMPLATES, below.start))
