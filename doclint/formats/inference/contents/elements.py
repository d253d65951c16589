"""Elements for tables, lists and paragraphs."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.inference.contents.labels import are_names, defined_by, hole_of_column
from doclint.formats.inference.samples import DraftPlace
from doclint.formats.inference.sequences import one_or_more
from doclint.formats.inference.texts.alignment import pieces
from doclint.formats.inference.texts.pattern_parts import (
    FixedPart,
    HolePart,
    MarkupPart,
    OptionalPart,
    PatternPart,
    holes,
    walk,
)
from doclint.formats.inference.texts.text_patterns import Generalization, alternatives, compiled
from doclint.formats.patterns.pattern import first_match
from doclint.formats.reading.listings import label_of
from doclint.formats.schema.contents import SYMBOL
from doclint.markdown.nodes import Code, Html, Inline, Link, List, ListItem, Table, Text, plain_text

_MOST_PATTERNS = 3
_MOST_FIELDS = 25
_GUESS = "A guess: what it defines."
_OFTEN_ITEMS = 0.1  # the share of items from which on an alternative is worth its line
_MOST_ITEMS = 0.8  # the share of items that alternatives must match if there is none for the others
_OFTEN = 0.2  # the share of marks from which on one of them is an alternative
_MARK = expression(
    r"[\[(](?:(?P<name>optional|required)|default(?: to| is|:| =)? (?P<default>[^\[\]()]+))[\])]", re.IGNORECASE
)
_YES = frozenset({"✅", "✓", "✔", "required", "true", "x", "yes"})

Known = Mapping[str, str]
Inlines = tuple[Sequence[Inline], Known]


class BlockElement(NamedTuple):
    """An element as a table of the format, and what a person should know of it."""

    table: dict[str, Any]
    comment: str = ""


def without_symbol(known: Known) -> Known:
    """Return known values without that of the symbol, whose hole has another meaning in lists and tables of symbols."""
    return {name: value for name, value in known.items() if name != SYMBOL}


def header_of(table: Table) -> tuple[str, ...]:
    """Return the texts of the header of a table."""
    return tuple(plain_text(cell.children) for cell in table.rows[0].cells) if table.rows else ()


def table_element(tables: Sequence[tuple[Table, Known]], place: DraftPlace, label: str) -> BlockElement:
    """Return the element of some tables with the same header."""
    header = header_of(tables[0][0])
    rows = [(row, without_symbol(known)) for table, known in tables for row in table.rows[1:]]
    columns = [[(row.cells[index].children, known) for row, known in rows if index < len(row.cells)]
               for index in range(len(header))]  # fmt: skip
    found = [alternatives(column, _MOST_PATTERNS, by_label=False) for column in columns]
    table: dict[str, Any] = {"shape": "table", "header": list(header)}
    comment = ""
    kind = defined_by([label, *place.headings[-1:]], place.scopes) or defined_by(header[:1], place.scopes)
    if kind and found[0] and _name_symbol(found[0]):
        table["defines"] = kind
        comment = _GUESS
        for text, patterns in zip(header[1:], found[1:], strict=True):
            _name_column(hole_of_column(text), patterns)
    table["row"] = [_cell(column, patterns) for column, patterns in zip(columns, found, strict=True)]
    for index, text in enumerate(header):
        if hole_of_column(text) == "description":
            # Descriptions are free text even if those at hand are alike.
            table["row"][index] = "{description:markup}" if "defines" in table else "{_:markup}"
    return BlockElement(table, comment)


def _name_symbol(patterns: Sequence[Generalization]) -> bool:
    """Name the hole for the symbol in some patterns; return whether all have one."""
    firsts = [next((hole for hole in holes(one.parts) if not hole.in_destination), None) for one in patterns]
    values = [value for hole in firsts if hole is not None for value in hole.values]
    if None in firsts or not are_names(values) or any(hole is None or hole.is_rich for hole in firsts):
        return False
    for hole in firsts:
        assert hole is not None
        hole.name = SYMBOL
    return True


def _name_column(name: str, patterns: list[Generalization]) -> None:
    """Name what a column says in its patterns."""
    if not name:
        for one in patterns[:]:
            _name_mark(one, patterns)
        return
    if name in ("required", "optional"):
        for one in patterns:
            _name_yes(name, one)
        return
    for one in patterns:
        hole = next((hole for hole in holes(one.parts) if not hole.in_destination), None)
        if hole is not None and hole.name == "_":
            hole.name = name
            one.parts[:] = _widened(one.parts, hole)


def _name_mark(pattern: Generalization, patterns: list[Generalization]) -> None:
    """Put holes in place of marks such as `[optional]` and `[default to 3]`, and so if many texts are such marks."""
    match pattern.parts:
        case [FixedPart(text=text)]:
            pattern.parts[:] = list(_marks(text))
        case [FixedPart(text="[" | "(" as opening), HolePart(values=values), FixedPart(text="]" | ")" as closing)]:
            _add_marks([f"{opening}{value}{closing}" for value in values], patterns)
        case [HolePart(values=values)]:
            _add_marks(values, patterns)


def _add_marks(values: Sequence[str], patterns: list[Generalization]) -> None:
    """Add a pattern for the marks that many texts consist of."""
    told = [value for value in values if value and not _MARK.sub("", value).strip()]
    if len(told) <= _OFTEN * len(values):
        return
    parts = list(_marks(max(told, key=lambda value: len(_MARK.findall(value)))))
    match parts:
        case [HolePart(fixed=mark) as first, FixedPart(), *_] if mark in told:
            parts = [first, OptionalPart(parts[1:])]
    patterns.insert(0, Generalization(parts, is_careful=False, matched=[]))


def _marks(text: str) -> Iterator[PatternPart]:
    """Yield the parts of a text with marks."""
    end = 0
    for mark in _MARK.finditer(text):
        if mark["default"]:
            yield FixedPart(text[end : mark.start("default")])
            yield HolePart(["any text"], "default")
            end = mark.end("default")
        else:
            yield from [FixedPart(text[end : mark.start()])] if mark.start() > end else []
            yield HolePart([mark.group()], mark["name"].lower(), fixed=mark.group())
            end = mark.end()
    if end < len(text):
        yield FixedPart(text[end:])


def _name_yes(name: str, pattern: Generalization) -> None:
    """Put a hole for a fixed text in place of a word that says yes."""
    for index, part in enumerate(pattern.parts):
        if isinstance(part, FixedPart) and part.text.strip().lower() in _YES:
            pattern.parts[index] = HolePart([part.text], name, fixed=part.text)


def _cell(column: Sequence[Inlines], patterns: Sequence[Generalization]) -> str | list[str]:
    """Return the patterns of a column or a field; the last one matches all that the others do not."""
    texts = list(dict.fromkeys(one.text for one in patterns))
    all_of_them = [pattern for text in texts for pattern in compiled(text)]
    left = [inlines for inlines, _ in column if first_match(all_of_them, inlines) is None]
    if left or not texts:
        if not any("{" in text.replace("{_", "") for text in texts):
            # Without the names of holes, the alternatives say nothing that a rule reads.
            texts, left = [], [inlines for inlines, _ in column]
        is_plain = all(len(inlines) == 1 and isinstance(inlines[0], Text) for inlines in left)
        texts = [*texts[: _MOST_PATTERNS - 1], "{_}" if is_plain and left else "{_:markup}"]
    return one_or_more(texts)


def fields_element(items: Sequence[tuple[int, ListItem, Known]], count: int) -> BlockElement:
    """Return the element of lists of fields. Items come with the number of their sample, of which there are `count`."""
    values: dict[str, list[Inlines]] = {}
    having: dict[str, set[int]] = {}
    for sample, item, known in items:
        labelled = label_of(item.inlines)
        if labelled is not None:
            values.setdefault(labelled[0], []).append((labelled[1], without_symbol(known)))
            having.setdefault(labelled[0], set()).add(sample)
    few = max(1, int(0.02 * count))
    found: list[dict[str, Any]] = []
    for key, texts in values.items():
        if len(having[key]) < few or len(found) == _MOST_FIELDS:
            continue
        patterns = alternatives(texts, _MOST_PATTERNS, by_label=False)
        field: dict[str, Any] = {"key": key, "value": _cell(texts, patterns)}
        if len(having[key]) < count:
            field["optional"] = True
        found.append(field)
    return BlockElement({"shape": "fields", "items": found})


def list_element(lists: Sequence[tuple[List, Known]], place: DraftPlace, label: str) -> BlockElement | None:
    """Return the element of some lists that are alike; None if they are free text."""
    texts = [(item.inlines, without_symbol(known)) for block, known in lists for item in block.items if item.inlines]
    patterns = alternatives(texts, _MOST_PATTERNS, by_label=False)
    patterns = _frequent(patterns)
    if not patterns or (not label and all(_is_free(one) or not holes(one.parts) for one in patterns)):
        return None
    kind = defined_by([label, *place.headings[-1:]], place.scopes)
    named = [one for one in patterns if not _is_free(one) and _mark_of(one) == _mark_of(patterns[0])]
    if kind and named and _name_symbol(named):
        for one in named:
            _name_item(one, has_scope=bool(place.scopes))
        table = {"shape": "symbols", "defines": kind, "item": one_or_more(_texts(named))}
        return BlockElement(table, _GUESS)
    if all(_begins_with_link(one) for one in patterns):
        return BlockElement({"shape": "links", "item": one_or_more(_texts(patterns))})
    for one in patterns:
        last = next(reversed(holes(one.parts)), None)
        is_last = last is not None and last is one.parts[-1] and last.name == "_" and len(one.parts) > 1
        if last is not None and is_last and (last.is_rich or last.is_free or _is_behind_mark(one)):
            last.name = "description"
    of = " ".join((label or (place.headings[-1] if place.headings else "")).lower().rstrip(":").split()) or "items"
    return BlockElement({"shape": "entries", "of": of, "item": one_or_more(_texts(patterns))})


def _frequent(patterns: Sequence[Generalization]) -> list[Generalization]:
    """Return the patterns that many items match; those that say nothing only if the others leave much."""
    items = sum(len(one.matched) for one in patterns)
    told = [one for one in patterns if not _is_free(one) and len(one.matched) >= _OFTEN_ITEMS * items]
    covered = sum(len(one.matched) for one in told)
    return told if told and covered >= _MOST_ITEMS * items else list(patterns)


def _mark_of(one: Generalization) -> type[Inline] | None:
    """Return the kind of the node that a pattern begins with; None for text."""
    first = next(iter(one.parts), None)
    return type(first.node) if isinstance(first, MarkupPart) else None


def _texts(patterns: Sequence[Generalization]) -> list[str]:
    return list(dict.fromkeys(one.text for one in patterns))


def _is_free(one: Generalization) -> bool:
    """Whether a pattern says nothing: it is a single hole for sentences."""
    return len(one.parts) <= 1 and not any(isinstance(part, FixedPart | MarkupPart) for part in walk(one.parts))


def _begins_with_link(one: Generalization) -> bool:
    return any(isinstance(part, MarkupPart) and bool(part.destination) for part in one.parts[:1])


def _name_item(one: Generalization, *, has_scope: bool) -> None:
    """Name what an item says of its symbol: the type in brackets or markup, and the description at the end."""
    others = [hole for hole in holes(one.parts) if not hole.in_destination and hole.name == "_"]
    pieces_of_links = [
        hole
        for part in walk(one.parts)
        if isinstance(part, MarkupPart) and part.destination and len(part.children) > 1
        for hole in holes(part.children)
    ]
    others = [hole for hole in others if not any(hole is piece for piece in pieces_of_links)]
    if others and others[-1] is one.parts[-1] and (others[-1].is_rich or others[-1].is_free or _is_behind_mark(one)):
        others.pop().name = "description"
    if has_scope and len(others) == 1 and not others[0].is_free and not others[0].type:
        others[0].name = _said_by(one.text.partition("{_")[0])
        one.parts[:] = _widened(one.parts, others[0])


def _said_by(before: str) -> str:
    """Return the hole for what follows a text in an item that defines a symbol."""
    word = next(iter(re.findall(r"[a-z]+|=", before.rpartition("{symbol}")[2].lower())[::-1]), "")
    return {"=": "value", "value": "value", "default": "default", "defaults": "default"}.get(word, "type")


def _widened(parts: Sequence[PatternPart], hole: HolePart) -> list[PatternPart]:
    """Return parts where a hole has all of the code that it is in: `dict[str, {type}]` is a type as a whole."""
    found: list[PatternPart] = []
    start = 0
    for index, part in enumerate(parts):
        if part is hole or (isinstance(part, OptionalPart) and hole in part.parts):
            end = index + 1
            while end < len(parts) and not isinstance(parts[end], MarkupPart):
                end += 1
            if start > 0 and end < len(parts) and _are_tags(parts[start - 1], parts[end]):
                return [*parts[:start], hole, *parts[end:]]
            return list(parts)
        if isinstance(part, MarkupPart):
            start = index + 1
            if isinstance(part.node, Code) and hole in walk(part.children):
                part.children[:] = [hole]
        found.append(part)
    return found


def _are_tags(first: PatternPart, second: PatternPart) -> bool:
    return all(isinstance(part, MarkupPart) and isinstance(part.node, Html) for part in (first, second))


def name_location(pattern: Generalization, *, is_read: bool) -> str:
    """Name the holes of a link to a line of a source if that `is_read`, and return a comment on it; empty if there is
    no such link.
    """
    for part in pattern.parts:
        if isinstance(part, MarkupPart) and isinstance(part.node, Link) and not part.node.image:
            match part.destination:
                case [FixedPart(text=host), *_, FixedPart(text=mark), HolePart(type="int")] if _is_line(host, mark):
                    name = "source.link" if is_read else "_"
                    part.destination[:] = [HolePart(["#"], name, in_destination=True)]
                    if is_read:
                        _name_place(part.children)
                        return "A guess: `source.link`."
    return ""


def _is_line(host: str, mark: str) -> bool:
    return host.startswith(("http://", "https://")) and mark.endswith("#L")


def _name_place(parts: list[PatternPart]) -> None:
    """Put the holes for a path and a line in place of `src/app.py:24`."""
    match parts:
        case [*_, FixedPart(text=mark), HolePart(type="int") as line] if mark.endswith(":"):
            line.name = "source.line"
            parts[:] = [HolePart(["path"], "source.path"), FixedPart(":"), line]


def _is_behind_mark(one: Generalization) -> bool:
    """Whether a dash or a colon is in front of the last part of a pattern."""
    before = one.parts[-2] if len(one.parts) > 1 else None
    return isinstance(before, FixedPart) and any(mark in before.text for mark in ("–", "—", " - ", ": "))


def head_of(item: ListItem) -> str:
    """Return what an item begins with: the kind of a node, or `text`."""
    first = next(iter(pieces(item.inlines, {})), None)
    return "" if first is None else " ".join(first.key) if first.is_node else "text"


def are_fields(lists: Sequence[tuple[int, List]], count: int) -> bool:
    """Whether lists have fields: most items have a label, and the same labels come again in other samples."""
    labels: list[str] = []
    items = 0
    having: dict[str, set[int]] = {}
    for sample, block in lists:
        for item in block.items:
            items += 1
            labelled = label_of(item.inlines)
            if labelled is not None:
                labels.append(labelled[0])
                having.setdefault(labelled[0], set()).add(sample)
    keys = Counter(labels)
    if not items or len(labels) < 0.6 * items or len(keys) > _MOST_FIELDS:
        return False
    recurring = sum(number for key, number in keys.items() if len(having[key]) > 1)
    return recurring >= 0.8 * len(labels) and max(map(len, having.values())) >= 0.3 * min(count, len(lists))


def list_items(lists: Sequence[tuple[int, List, Known]]) -> Iterator[tuple[int, ListItem, Known]]:
    """Yield the items of lists with the numbers of their samples."""
    for sample, block, known in lists:
        for item in block.items:
            yield sample, item, known
