"""Blocks of a content that are alike on several pages: what one element of a format takes."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.inference.contents.code_elements import Fenced, command, example, language, signature
from doclint.formats.inference.contents.elements import (
    BlockElement,
    Known,
    are_fields,
    fields_element,
    head_of,
    header_of,
    list_element,
    list_items,
    name_location,
    table_element,
    without_symbol,
)
from doclint.formats.inference.samples import DraftPlace
from doclint.formats.inference.texts.alignment import KNOWN, Piece, Row, pieces, pieces_of_text
from doclint.formats.inference.texts.generalizing import generalize
from doclint.formats.inference.texts.pattern_parts import FixedPart, HolePart, PatternPart, holes, written_plain
from doclint.formats.inference.texts.text_patterns import Generalization, alternatives, compiled
from doclint.formats.patterns.pattern import first_match_of_block
from doclint.formats.patterns.template import HOLE
from doclint.markdown.nodes import (
    Block,
    BlockQuote,
    CodeBlock,
    Emphasis,
    Html,
    HtmlBlock,
    Link,
    List,
    Paragraph,
    Strong,
    Table,
    ThematicBreak,
)

_MOST_TEXTS = 8  # paragraphs of a content that are elements of their own
_MOST_TABLES = 5
_LABEL = expression(r"\w[\w' -]*")
_LONGEST_LABEL = 100  # characters
_HTML_WORD = expression(r"[\w-]+")
_HTML_BEGINNING = 2  # words of a block of HTML that tell what it is
_LONGEST = 500  # characters of a text
_MOST_LABEL = 6  # pieces of a text, of which the last one ends a label
FEW = 0.05  # the share of samples from which on an element is worth its lines
_MANY = 0.3  # the share of samples that have a sentence because their generator writes it
_FEW_TEXTS = 4
_SHORT = 8  # words of a text without constant words


class Placed(NamedTuple):
    """A block, the number of its sample and its number in it, the known values there, and the text in front of it if
    this may be a label of the block.
    """

    sample: int
    number: int
    block: Block
    known: Known
    label: str = ""


class BlockGroup(NamedTuple):
    """Blocks that one element takes."""

    element: BlockElement
    blocks: list[Placed]


def placed(samples: Iterable[tuple[Sequence[Block], Known]]) -> list[Placed]:
    """Return the blocks of some samples, each with its place."""
    return [
        Placed(number, index, block, known, _label(blocks[index - 1]) if index else "")
        for number, (blocks, known) in enumerate(samples)
        for index, block in enumerate(blocks)
    ]


def _label(block: Block) -> str:
    """Return the words that a label begins with; empty for a block that introduces nothing."""
    text = block.text.strip() if isinstance(block, Paragraph) else ""
    found = _LABEL.match(text) if len(text) < _LONGEST_LABEL and text.endswith(":") else None
    return found.group().strip() if found else ""


def groups(blocks: Sequence[Placed], count: int, place: DraftPlace) -> list[BlockGroup]:
    """Return the groups of some blocks of `count` samples; blocks that are in none are free text."""
    few = max(2 if count > 1 else 1, math.ceil(FEW * count))
    return [
        *_tables(blocks, few if count > 10 else 1, place),
        *_lists(blocks, count, few, place),
        *_code(blocks, place, few if count > 10 else 1),
        *_texts(blocks, few, min(count, max(few + 1, math.ceil(_MANY * count))), place),
        *_html(blocks, few),
        *_breaks(blocks, few),
    ]


def _by(blocks: Iterable[Placed], key: Any, few: int) -> Iterator[tuple[Any, list[Placed]]]:
    """Yield groups of blocks by a key, the largest first; those in fewer samples than `few` are left out."""
    found: dict[Any, list[Placed]] = {}
    for one in blocks:
        found.setdefault(key(one), []).append(one)
    for name, members in sorted(found.items(), key=lambda pair: -len(pair[1])):
        if len({one.sample for one in members}) >= few:
            yield name, members


def _tables(blocks: Sequence[Placed], few: int, place: DraftPlace) -> Iterator[BlockGroup]:
    tables = [one for one in blocks if isinstance(one.block, Table) and one.block.rows]
    every = list(_by(tables, lambda one: header_of(one.block), 1))
    frequent = [pair for pair in every if len({one.sample for one in pair[1]}) >= few][:_MOST_TABLES]
    others = [header for header, _ in every if header not in [header for header, _ in frequent]]
    for number, (_, members) in enumerate(frequent):
        with_known = [(one.block, one.known) for one in members if isinstance(one.block, Table)]
        element = table_element(with_known, place, members[0].label)
        if others and number == len(frequent) - 1:
            shown = ", ".join(f"`{' | '.join(header)}`" for header in others[:2])
            rest = f"Other headers of tables that are rare here: {shown}{' ...' if len(others) > 2 else ''}."
            element = element._replace(comment="\n".join(filter(None, (element.comment, rest))))
        yield BlockGroup(element, members)


def _lists(blocks: Sequence[Placed], count: int, few: int, place: DraftPlace) -> Iterator[BlockGroup]:
    lists = [one for one in blocks if isinstance(one.block, List)]
    for _, members in _by(lists, _list_key, few):
        label = members[0].label
        blocks_of = [(one.sample, one.block, one.known) for one in members if isinstance(one.block, List)]
        if are_fields([(sample, block) for sample, block, _ in blocks_of], count):
            # The number of samples that have such a list, because fields are missed only where there is one.
            having = len({one.sample for one in members})
            yield BlockGroup(fields_element(list(list_items(blocks_of)), having), members)
            continue
        element = list_element([(block, known) for _, block, known in blocks_of], place, label)
        if element is not None:
            yield BlockGroup(element, members)


def _list_key(one: Placed) -> str:
    """Return the label in front of a list, or else what most of its items begin with."""
    assert isinstance(one.block, List)
    if one.label:
        return f"{one.label}:"
    heads = [head_of(item) for item in one.block.items[:20]]
    return max(heads, key=heads.count) if heads else ""


def _code(blocks: Sequence[Placed], place: DraftPlace, few: int) -> Iterator[BlockGroup]:
    """Yield the groups of signatures, commands and examples."""
    quotes = [one for one in blocks if isinstance(one.block, BlockQuote)]
    fences = [one for one in blocks if isinstance(one.block, CodeBlock)]
    examples: list[Placed] = []
    for of_kind in (quotes, fences):
        for _, members in _by(of_kind, lambda one: language(one.block), 1):
            firsts = list({one.sample: one for one in reversed(members)}.values())
            code = [Fenced(one.block, one.known) for one in firsts if isinstance(one.block, CodeBlock | BlockQuote)]
            table = signature(code, has_scope=bool(place.scopes)) if len(firsts) >= few else None
            if table is not None:
                taken = {(one.sample, one.number) for one in firsts}
                yield BlockGroup(BlockElement(table), firsts)
                examples += [one for one in members if (one.sample, one.number) not in taken]
                continue
            table = command(_fenced(members)) if len(members) >= few else None
            if table is not None:
                yield BlockGroup(BlockElement(table), members)
            else:
                examples += members
    examples = [one for one in examples if isinstance(one.block, CodeBlock)]
    if len({one.sample for one in examples}) >= few:
        yield BlockGroup(BlockElement(example(_fenced(examples))), examples)


def _fenced(blocks: Iterable[Placed]) -> list[Fenced]:
    return [Fenced(one.block, one.known) for one in blocks if isinstance(one.block, CodeBlock | BlockQuote)]


def _texts(blocks: Sequence[Placed], few: int, many: int, place: DraftPlace) -> Iterator[BlockGroup]:
    """Yield the groups of paragraphs that say the same, begin with the same label, or have the same markup.

    A sentence that is in less than `many` samples may be what an author wrote several times, unless there are hardly
    any others.
    """
    left = [(one, pieces(one.block.children, one.known)) for one in blocks if isinstance(one.block, Paragraph)]
    is_closed = len({_whole(row) for _, row in left if not _markup(row)}) <= _FEW_TEXTS
    number = 0
    whole = _whole_of_few(left)
    for key in (_introduction(left), whole, _beginning, _markup):
        keyed = [(one, found) for one, row in left if (found := key(row))]
        keys = {(one.sample, one.number): found for one, found in keyed}
        for _, members in _by([one for one, _ in keyed], lambda one: keys[one.sample, one.number], few):  # noqa: B023
            is_many = len({one.sample for one in members}) >= many
            is_enough = is_closed or is_many or _is_label(members[0].block)
            group = (
                _text_group(members, place, is_many=is_many)
                if number < _MOST_TEXTS and (is_enough or key is not whole)
                else None
            )
            if group is not None:
                number += 1
                taken = {(one.sample, one.number) for one in group.blocks}
                left = [(one, row) for one, row in left if (one.sample, one.number) not in taken]
                yield group


def _whole_of_few(rows: Sequence[tuple[Placed, Row]]) -> Callable[[Row], str]:
    """Return a key by the whole text, empty for one that is as short, and has the same markup, as many others."""
    texts: dict[str, set[str]] = {}
    for _, row in rows:
        texts.setdefault(_markup(row), set()).add(_whole(row))
    return lambda row: _whole(row) if not _markup(row) or len(texts[_markup(row)]) <= _FEW_TEXTS else ""


def _introduction(rows: Sequence[tuple[Placed, Row]]) -> Callable[[Row], str]:
    """Return a key by the words that an introduction or a label begins with; empty for one that never varies, and for
    other texts.
    """
    texts: dict[str, set[str]] = {}
    labels: dict[str, str] = {}
    for one, row in rows:
        labels[_whole(row)] = label = _label(one.block) or _beginning(row)
        texts.setdefault(label, set()).add(_whole(row))
    return lambda row: labels[_whole(row)] if len(texts[labels[_whole(row)]]) > 1 else ""


def _is_label(block: Block) -> bool:
    """Whether a paragraph only introduces what follows it: it ends with a colon, or is emphasized as a whole."""
    match block:
        case Paragraph(children=[Strong() | Emphasis()]):
            return True
    return isinstance(block, Paragraph) and block.text.rstrip().endswith(":")


def _text_group(members: Sequence[Placed], place: DraftPlace, *, is_many: bool) -> BlockGroup | None:
    # A text is about no symbol: nothing compares the names in it.
    texts = [(one.block.children, without_symbol(one.known)) for one in members if isinstance(one.block, Paragraph)]
    found = next(iter(alternatives(texts, 1, by_label=False)), None)
    if found is None or not _says_something(found, is_many=is_many):
        return None
    comment = name_location(found, is_read=bool(place.scopes))
    taken = [members[index] for index in found.matched]
    return BlockGroup(BlockElement({"shape": "text", "text": found.text}, comment), taken)


def _says_something(pattern: Generalization, *, is_many: bool) -> bool:
    """Whether a pattern is short enough for a person to read, and more than free text with a link or a name in it:
    it has words of its own or, if many samples have it, is nothing but a link or a name.
    """
    if len(pattern.text) > _LONGEST:
        return False
    has_words = any(isinstance(part, FixedPart) and any(map(str.isalpha, part.text)) for part in pattern.parts)
    is_marked = bool(pattern.parts) and not any(isinstance(part, HolePart) for part in pattern.parts)
    return has_words or (is_marked and (is_many or not holes(pattern.parts)))


def _said(piece: Piece) -> str:
    """Return what a piece says: the name of a known value, the words of all others."""
    if piece.key[0] == KNOWN:
        return f"{{{piece.key[1]}}}"
    match piece.node:
        case Link(destination=destination):
            return f"[{piece.text}]({destination})"
        case Html(text=text):
            return text
    return f"{piece.key[0]} {piece.text}"


def _whole(row: Row) -> str:
    return "\0".join(map(_said, row))


def _beginning(row: Row) -> str:
    """Return the label that a text begins with: its words up to a colon, or emphasized ones; empty without one."""
    for index, piece in enumerate(row[:_MOST_LABEL]):
        if piece.key[0] in ("strong", "emphasis") or piece.text == ":" or piece.key[-1].startswith("</"):
            return _whole(row[: index + 1])
        if piece.is_node and piece.key[0] != "html":
            break
    return ""


def _markup(row: Row) -> str:
    """Return the kinds of the nodes of a short text; empty for a text of sentences."""
    words = sum(len(piece.text.split()) for piece in row)
    if words > _SHORT or not any(piece.is_node for piece in row):
        return ""
    return " ".join(piece.key[0] if piece.is_node else piece.text for piece in row if piece.is_node or _is_mark(piece))


def _is_mark(piece: Piece) -> bool:
    return not piece.text.isalnum() and not piece.text.isspace()


def _html(blocks: Sequence[Placed], few: int) -> Iterator[BlockGroup]:
    html = [one for one in blocks if isinstance(one.block, HtmlBlock)]
    for _, members in _by(html, lambda one: _words_of_html(one.block.text), few):
        texts = [one.block.text.rstrip() for one in members if isinstance(one.block, HtmlBlock)]
        parts: list[PatternPart] = [FixedPart(texts[0])]
        if len(set(texts)) > 1:
            parts, _ = generalize([pieces_of_text(text, {}) for text in texts], [{}] * len(texts))
        found = compiled(text := written_plain(parts))
        taken = [one for one in members if first_match_of_block(found, one.block) is not None]
        if len({one.sample for one in taken}) >= few and _HTML_WORD.search(HOLE.sub("", text)):
            yield BlockGroup(BlockElement({"shape": "text", "text": text}), taken)


def _words_of_html(text: str) -> tuple[str, ...]:
    return tuple(_HTML_WORD.findall(text[:_LONGEST])[:_HTML_BEGINNING])


def _breaks(blocks: Sequence[Placed], few: int) -> Iterator[BlockGroup]:
    breaks = [one for one in blocks if isinstance(one.block, ThematicBreak)]
    if len({one.sample for one in breaks}) >= few:
        yield BlockGroup(BlockElement({"shape": "text", "text": "---"}), breaks)
