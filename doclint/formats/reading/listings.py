"""Matching lists, and paragraphs with a label, with the listings of a format."""

import re
from collections.abc import Sequence

from doclint.errors.expressions import expression
from doclint.formats.patterns.inlines import joined, split
from doclint.formats.patterns.pattern import first_match
from doclint.formats.reading import shapes
from doclint.formats.schema.contents import EntriesContent, ImportsContent, LinksContent, ListingContent, SymbolsContent
from doclint.markdown.html import unescaped
from doclint.markdown.nodes import Block, CodeBlock, HtmlBlock, Inline, Link, List, Paragraph, Strong, Text, plain_text
from doclint.markdown.source import Span

_COMMA = expression(r", ")
_LINE = expression(r"(?m)\S(?:.*\S)?")
_TERM = expression(
    r"<dt>(?P<link><a href=\"(?P<target>[^\"<>]*+)\">(?:<code>)?(?P<name>[^<>]*+)(?:</code>)?</a>)"
    r"(?P<rest>(?:[^<]++|<(?!/?dt>))*+)</dt>"
)


def take_listing(element: ListingContent, block: Block) -> list[shapes.Shape] | None:
    """Return what a block has of a listing, and the entries that do not match; None if it is another block."""
    found: list[shapes.Item] = []
    prose: list[shapes.Shape] = []
    if element.under:
        _add_labelled(element, block, found, prose)
    elif element.nested and isinstance(block, List):
        _add_nested(element, block, None, found, prose)
    else:
        entries = _lines(element, block) if element.layout == "fence" else _entries(element.label, block)
        for start, end, inlines in entries:
            captures = first_match(element.item, inlines) if inlines else None
            if captures is None:
                prose.append(shapes.Prose(start=start, end=end))
            else:
                found.append(shapes.Item(start, end, captures))
    return [_listing(element, block, found), *prose] if found else None


def take_paragraphs(element: ListingContent, blocks: Sequence[Block]) -> list[shapes.Shape] | None:
    """Return the listing whose items begin with paragraphs; None if the first block is none of them."""
    found: list[shapes.Item] = []
    is_below = False
    for block in blocks:
        inlines = block.children if isinstance(block, Paragraph) else []
        captures = first_match(element.item, inlines) if inlines else None
        if captures is not None:
            found.append(shapes.Item(block.start, block.end, captures))
        elif not found:
            return None
        elif is_below:
            found[-1].captures = {**found[-1].captures, **(first_match(element.below, inlines) or {})}
        is_below = captures is not None
        found[-1].end = block.end
    return [_listing(element, Span(found[0].start, found[-1].end), found)] if found else None


def take_terms(element: ListingContent, blocks: Sequence[Block], index: int) -> tuple[list[shapes.Shape] | None, int]:
    """Return the listing of the links that are terms of a `<dl>`, and the index of the block after it; None if a block
    begins none, or if it does not end. Descriptions may have blocks of their own.
    """
    found: list[shapes.Item] = []
    for number in range(index, len(blocks)):
        block = blocks[number]
        if isinstance(block, HtmlBlock):
            # People may have cut off the `<dl>`.
            if block.text.startswith(("<dl>", "<dt>")) != (number == index):
                break
            for term in _TERM.finditer(block.text):
                captures = first_match(element.item, _linked(term, block.start))
                if captures is not None:
                    found.append(shapes.Item(block.start + term.start(), block.start + term.end(), captures))
            if "</dl>" in block.text and found:
                return [_listing(element, Span(blocks[index].start, block.end), found)], number + 1
    return None, index


def _linked(term: re.Match[str], start: int) -> list[Inline]:
    """Return a term as Markdown has it: a link, and what follows it as a text."""
    parts = ((term.span(one), term[one]) for one in ("name", "rest"))
    name, rest = (Text(start + first, start + last, unescaped(text)) for (first, last), text in parts)
    link = Link(start + term.start("link"), rest.start, "inline", unescaped(term["target"]), children=[name])
    return [link, rest] if rest.text else [link]


def label_of(inlines: Sequence[Inline]) -> tuple[str, list[Inline]] | None:
    """Return the label and the inlines of the value of ``**Label**: value``; None for inlines of another form."""
    if len(inlines) < 2 or type(inlines[0]) is not Strong:
        return None
    colon = inlines[1]
    if type(colon) is not Text or not colon.text.startswith(":"):
        return None
    rest = colon.text[1:].lstrip(" ")
    value = [Text(colon.end - len(rest), colon.end, rest)] if rest else []
    return plain_text(inlines[0].children), [*value, *joined(inlines[2:])]


def _listing(element: ListingContent, block: Block | Span, items: list[shapes.Item]) -> shapes.Listing:
    listing: shapes.Listing
    start, end, cap = block.start, block.end, element.cap
    match element:
        case SymbolsContent(defines=kinds):
            listing = shapes.Symbols(start=start, end=end, items=items, cap=cap, kinds=tuple(kinds))
        case ImportsContent():
            listing = shapes.Imports(start=start, end=end, items=items, cap=cap)
        case LinksContent():
            listing = shapes.Links(start=start, end=end, items=items, cap=cap)
        case EntriesContent(of=of):
            listing = shapes.Entries(start=start, end=end, items=items, cap=cap, of=of)
        case _:
            raise AssertionError(f"no listing: {element}")
    listing.is_sorted, listing.is_important = element.sorted_by is not None, element.important
    listing.lists, listing.of_kinds = element.lists, tuple(element.of_kinds)
    listing.spec = element if isinstance(element, SymbolsContent) else None
    return listing


def _entries(label: str, block: Block) -> list[tuple[int, int, Sequence[Inline]]]:
    """Return the entries of a listing: the items of a list, or the parts of a paragraph after its label."""
    if not label:
        return [(item.start, item.end, item.inlines) for item in block.items] if isinstance(block, List) else []
    labelled = label_of(block.children) if isinstance(block, Paragraph) else None
    if labelled is None or labelled[0] != label:
        return []
    return [(part[0].start, part[-1].end, part) for part in split(labelled[1], _COMMA) if part]


def _lines(element: ListingContent, block: Block) -> list[tuple[int, int, Sequence[Inline]]]:
    """Return the lines of a fence, each with the further ones that belong to it."""
    found: list[Text] = []
    if not isinstance(block, CodeBlock) or not block.fence:
        return []
    start, end = block.content
    text = block.text
    further = end - start - len(text)
    # Each line of the page may end in one more character; within a quote, the text has gaps.
    has_gaps = further not in (0, text.count("\n"))
    seen = newlines = 0
    for match in _LINE.finditer(text):
        newlines += text.count("\n", seen, match.start()) if further else 0
        seen = match.start()
        first = start + newlines
        place = (start, end) if has_gaps else (first + match.start(), first + match.end())
        line = Text(*place, match[0])
        if not found or first_match(element.item, [line]) is not None:
            found.append(line)
        else:
            found[-1] = Text(found[-1].start, line.end, f"{found[-1].text} {line.text}")
    return [(one.start, one.end, [one]) for one in found]


def _add_labelled(element: ListingContent, block: Block, found: list[shapes.Item], prose: list[shapes.Shape]) -> None:
    """Add the items of a list that have a label, and those in the lists below it."""
    for item in block.items if isinstance(block, List) else ():
        captures = first_match(element.labelled, item.inlines)
        if captures is not None:
            found.append(shapes.Item(item.start, item.end, captures))
        elif first_match(element.under, item.inlines) is not None:
            for child in item.children:
                if isinstance(child, List):
                    _add_nested(element, child, None, found, prose)
        else:
            prose.append(shapes.Prose(start=item.start, end=item.end))


def _add_nested(
    element: ListingContent, block: List, outer: shapes.Item | None, found: list[shapes.Item], prose: list[shapes.Shape]
) -> None:
    """Add the items of a list and of all lists in it, each with the next one around it that names something."""
    for item in block.items:
        captures, own = first_match(element.item, item.inlines), outer
        if captures is None:
            # The lists in it are not a part of the text that does not match.
            prose.append(shapes.Prose(start=item.start, end=item.inlines[-1].end if item.inlines else item.end))
        elif not element.names or element.names in captures:
            own = shapes.Item(item.start, item.end, captures, outer)
            found.append(own)
        for child in item.children if element.nested else ():
            if isinstance(child, List):
                _add_nested(element, child, own, found, prose)
