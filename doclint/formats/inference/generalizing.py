"""From texts to the parts of one pattern: what is constant, what varies, and what is only in some of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, Union

from doclint.formats.inference.alignment import KNOWN, TEXT, Key, Piece, Row, align, common, pieces, pieces_of_text
from doclint.markdown.nodes import Break, Code, Emphasis, Html, Inline, Link, Strikethrough, Strong

_INT = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_FLOAT = re.compile(rf"(?:{_INT.pattern})\.\d+")
_STRUCTURE = re.compile(r"[()\[\]{}<>:=|/@#→—–\n]|\s-+\s")
_WORD = re.compile(r"[^\W_]{2,}")
_SHORT = 7  # words
_RARE = 0.05  # the share of texts that may have more than the others
_BY_CHANCE = 2  # words
_DISTINCT = 10  # texts from which on a word that all of them have is no chance
_MARKS = {Strong: "**", Emphasis: "*", Strikethrough: "~~"}


@dataclass(slots=True)
class FixedPart:
    """Text that is the same in all samples."""

    text: str


@dataclass(slots=True)
class HolePart:
    """Text that varies, or one that is `fixed` and has a name all the same.

    `values` are the texts in it; `is_rich` says whether some have markup, and `is_empty` whether some have no text.
    """

    values: list[str]
    name: str = "_"
    is_rich: bool = False
    is_empty: bool = False
    in_destination: bool = False  # or in a tag: readers do not see its text
    fixed: str = ""

    @property
    def is_free(self) -> bool:
        """Whether the hole has sentences rather than names and values."""
        words = sum(len(value.split()) for value in self.values)
        return words > _SHORT * max(sum(map(bool, self.values)), 1)

    @property
    def type(self) -> str:
        """The type of the hole in a pattern; empty for any text."""
        if self.is_rich:
            return "markup"
        if self.is_empty:
            return "any"
        numbers = (("int", _INT), ("float", _FLOAT))
        return next((name for name, number in numbers if all(map(number.fullmatch, self.values))), "")


@dataclass(slots=True)
class MarkupPart:
    """A node: `before` and `after` are its marks."""

    node: Inline
    children: list["PatternPart"] = field(default_factory=list)
    destination: list["PatternPart"] = field(default_factory=list)


@dataclass(slots=True)
class OptionalPart:
    """Parts that only some samples have."""

    parts: list["PatternPart"]


PatternPart: TypeAlias = Union[FixedPart, HolePart, MarkupPart, OptionalPart]  # noqa: UP007


def walk(parts: Sequence[PatternPart]) -> Iterator[PatternPart]:
    """Yield some parts and all parts in them, in the order of the text."""
    for part in parts:
        yield part
        match part:
            case MarkupPart(children=children, destination=destination):
                yield from walk(children)
                yield from walk(destination)
            case OptionalPart(parts=inner):
                yield from walk(inner)


def holes(parts: Sequence[PatternPart]) -> list[HolePart]:
    """Return the holes of some parts, in the order of the text."""
    return [part for part in walk(parts) if isinstance(part, HolePart)]


def generalize(rows: Sequence[Row], knowns: Sequence[Mapping[str, str]]) -> tuple[list[PatternPart], list[int]]:
    """Return the parts of a pattern for most of some rows, and the indices of these. `knowns` has the known values of
    each row.
    """
    keys, taken = common(rows)
    taken = _without_rare_additions(rows, keys, taken)
    rows = [rows[index] for index in taken]
    return _merged(_parts(rows, [knowns[index] for index in taken], keys)), taken


def _without_rare_additions(rows: Sequence[Row], keys: Sequence[Key], taken: list[int]) -> list[int]:
    """Return the indices of rows without those that have something where nearly all others have nothing."""
    few = _RARE * len(taken)
    rare: set[int] = set()
    for gap in align([rows[index] for index in taken], keys).gaps:
        having = {index for index, row in zip(taken, gap, strict=True) if row}
        if len(rare) + len(having) <= few:
            rare |= having
    return [index for index in taken if index not in rare]


def _parts(rows: Sequence[Row], knowns: Sequence[Mapping[str, str]], keys: Sequence[Key]) -> list[PatternPart]:
    alignment = align(rows, keys)
    while (kept := _structural(alignment.gaps, rows, keys)) != list(keys):
        keys = kept
        alignment = align(rows, keys)
    found: list[PatternPart] = []
    for number, gap in enumerate(alignment.gaps):
        found += _gap(gap, knowns)
        if number < len(keys):
            found += _anchor(alignment.anchors[number], knowns)
    return found


def _structural(gaps: Sequence[Sequence[Row]], rows: Sequence[Row], keys: Sequence[Key]) -> list[Key]:
    """Return the keys without those that the rows have in common by chance, as free texts do."""
    distinct = len({tuple(piece.key for piece in row) for row in rows})
    words = sum(sum(map(_is_word, row)) for row in rows)
    is_short = words <= _SHORT * len(rows)
    is_name = not any(piece.text.isspace() for row in rows for piece in row)
    kept: list[Key] = []
    start = 0
    while start < len(keys):
        end = start + 1
        while end < len(keys) and not any(gaps[end]):
            end += 1
        at_start, at_end = not any(gaps[start]), not any(gaps[end])
        run = keys[start:end]
        text = "".join(key[1] for key in run if key[0] == TEXT)
        is_edge = at_start or at_end
        count = len(_WORD.findall(text))
        has_node = any(key[0] not in (TEXT, KNOWN) for key in run)
        is_kept = (
            (at_start and at_end)
            or (has_node and (is_edge or distinct >= _DISTINCT or is_short))
            or _STRUCTURE.search(text) is not None
            or (is_name and bool(text))
            or (is_edge and count > 0 and (is_short or distinct >= _DISTINCT or count > 1))
            or (count > 1 and (distinct >= _DISTINCT or (is_short and distinct > 3)))
            or (any(key[0] == KNOWN for key in run) and (is_edge or len(run) > 1 or is_short))
        )
        if is_kept:
            if not at_end and distinct < _DISTINCT:
                run = _without_words(run)
            # Nothing says where a hole ends that is right beside of another one.
            if not at_start and run[0][0] == KNOWN:
                run = run[1:]
            if run and run[-1][0] == KNOWN and not _begins_alike(gaps[end]):
                run = run[:-1]
            kept += run
        start = end
    return kept


def _without_words(run: Sequence[Key]) -> list[Key]:
    """Return keys without a word or two that a text behind a bracket, a colon or a dash begins with by chance."""
    end = len(run)
    while end and run[end - 1][0] == TEXT and (run[end - 1][1].isspace() or _WORD.fullmatch(run[end - 1][1])):
        end -= 1
    is_text = end > 0 and run[end - 1][0] == TEXT and run[end - 1][1] in "):–—-"
    is_short = sum(not key[1].isspace() for key in run[end:]) <= _BY_CHANCE
    return [*run[:end], *run[end : end + 1]] if is_text and is_short and run[end:][:1] else list(run)


def _begins_alike(gap: Sequence[Row]) -> bool:
    """Whether all texts in a gap begin with the same piece of text, so that they may be an optional part."""
    beginnings = {row[0].key for row in gap if row}
    return not beginnings or (len(beginnings) == 1 and beginnings.pop()[0] == TEXT)


def _is_word(piece: Piece) -> bool:
    return not piece.is_node and _WORD.search(piece.text) is not None


def _anchor(anchors: Sequence[Piece], knowns: Sequence[Mapping[str, str]]) -> list[PatternPart]:
    kind, *rest = anchors[0].key
    if kind == TEXT:
        return [FixedPart(anchors[0].text)]
    if kind == KNOWN:
        return [HolePart([one.text for one in anchors], rest[0])]
    nodes = [one.node for one in anchors if one.node is not None]
    match first := nodes[0]:
        case Code() | Html():
            texts = [one.text for one in nodes if isinstance(one, Code | Html)]
            inner = _of_texts(texts, knowns)
            for hole in holes(inner) if isinstance(first, Html) else ():
                hole.in_destination = True
            return [MarkupPart(first, inner)]
        case Break():
            return [MarkupPart(first)]
    destination: list[PatternPart] = []
    if isinstance(first, Link):
        destination = _of_texts([one.destination for one in nodes if isinstance(one, Link)], knowns)
        if sum(hole.name == "_" for hole in holes(destination)) > 1 and not _is_line(destination):
            # Where a link leads is a hole as a whole, unless it says something.
            destination = [HolePart([one.destination for one in nodes if isinstance(one, Link)])]
        for hole in holes(destination):
            hole.in_destination = True
    children = [one.children for one in nodes if isinstance(one, Link | Strong | Emphasis | Strikethrough)]
    if not children:  # no pattern can have a reference to a footnote
        return [HolePart([one.text for one in anchors], is_rich=True)]
    return [MarkupPart(first, _of_inlines(children, knowns), destination)]


def _is_line(destination: Sequence[PatternPart]) -> bool:
    """Whether a destination is a line of a file at a host of repositories."""
    match destination:
        case [FixedPart(), *_, FixedPart(text=mark), HolePart()]:
            return mark.endswith("#L")
    return False


def _of_inlines(inlines: Sequence[Sequence[Inline]], knowns: Sequence[Mapping[str, str]]) -> list[PatternPart]:
    return _of_rows([pieces(one, known) for one, known in zip(inlines, knowns, strict=True)], knowns)


def _of_texts(texts: Sequence[str], knowns: Sequence[Mapping[str, str]]) -> list[PatternPart]:
    return _of_rows([pieces_of_text(one, known) for one, known in zip(texts, knowns, strict=True)], knowns)


def _of_rows(rows: Sequence[Row], knowns: Sequence[Mapping[str, str]]) -> list[PatternPart]:
    keys, taken = common(rows)
    if len(taken) < len(rows):
        # What is in a node must match with the node: a single hole does.
        return _gap(rows, knowns)
    return _merged(_parts(rows, knowns, keys))


def _gap(gap: Sequence[Row], knowns: Sequence[Mapping[str, str]]) -> list[PatternPart]:
    """Return what stands for the texts between two anchors."""
    filled = [(row, known) for row, known in zip(gap, knowns, strict=True) if row]
    if not filled:
        return []
    values = ["".join(piece.text for piece in row) for row, _ in filled]
    is_rich = any(piece.is_node for row, _ in filled for piece in row)
    if len(filled) < len(gap):
        optional = _optional([row for row, _ in filled], [known for _, known in filled])
        if optional is not None:
            return [optional]
    return [HolePart(values, is_rich=is_rich, is_empty=len(filled) < len(gap))]


def _optional(rows: Sequence[Row], knowns: Sequence[Mapping[str, str]]) -> OptionalPart | None:
    """Return an optional part for texts that begin in the same way; None if they vary too much."""
    if len({row[0].key for row in rows}) > 1 or rows[0][0].key[0] != TEXT:
        return None
    keys, taken = common(rows)
    if len(taken) < len(rows):
        return None
    parts = _merged(_parts(rows, knowns, keys))
    inner = list(walk(parts))
    if not isinstance(parts[0], FixedPart) or any(isinstance(part, OptionalPart | MarkupPart) for part in inner):
        return None
    if any(isinstance(part, HolePart) and (part.is_rich or part.is_empty or part.is_free) for part in inner):
        return None
    return OptionalPart(parts)


def _merged(parts: Sequence[PatternPart]) -> list[PatternPart]:
    """Return parts with fixed texts that follow each other as one."""
    found: list[PatternPart] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, FixedPart) and isinstance(last, FixedPart):
            found[-1] = FixedPart(last.text + part.text)
        else:
            found.append(part)
    return found


def written_plain(parts: Sequence[PatternPart]) -> str:
    """Return parts without nodes as a template, or as the pattern of a block of HTML."""
    return "".join(_written(parts, set(), is_careful=False, is_text=False))


def written(parts: Sequence[PatternPart], *, is_careful: bool = False) -> str:
    """Return parts as a pattern. A careful one has escapes for all characters that Markdown may read as markup."""
    return "".join(_written(parts, set(), is_careful=is_careful, is_text=True))


def _written(parts: Sequence[PatternPart], used: set[str], *, is_careful: bool, is_text: bool) -> Iterator[str]:
    for part in parts:
        match part:
            case FixedPart(text=text):
                text = re.sub(r"([\[\]{}])", r"\1\1", text)
                yield _escaped(text, is_careful=is_careful) if is_text else text
            case HolePart(name=name, fixed=text) if text:
                quoted = text.replace("'", "''")
                yield f"{{{name}='{quoted}'}}"
            case HolePart(name=name, type=type_):
                # A pattern has no two holes of one name.
                name = "_" if name in used else name
                used.add(name)
                yield f"{{{name}:{type_}}}" if type_ else f"{{{name}}}"
            case OptionalPart(parts=inner):
                yield "["
                yield from _written(inner, used, is_careful=is_careful, is_text=is_text)
                yield "]"
            case MarkupPart():
                yield from _written_node(part, used, is_careful=is_careful)


def _written_node(part: MarkupPart, used: set[str], *, is_careful: bool) -> Iterator[str]:
    is_text = not isinstance(part.node, Code | Html)
    text = "".join(_written(part.children, used, is_careful=is_careful, is_text=is_text))
    match part.node:
        case Code():
            ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
            blank = " " if text[:1] == "`" or text[-1:] == "`" else ""
            yield f"{ticks}{blank}{text}{blank}{ticks}"
        case Html():
            yield text
        case Link(image=image):
            destination = "".join(_written(part.destination, used, is_careful=False, is_text=False))
            if re.search(r"[\s()<>]", destination):
                destination = f"<{destination}>"
            yield f"{'!' * image}[{text}]({destination})"
        case Break():
            yield "\\\n"
        case _:
            mark = _MARKS[type(part.node)]
            yield f"{mark}{text}{mark}"


_PLAIN_ESCAPES = re.compile(r"([\\`*~<])")
_ALL_ESCAPES = re.compile(r"([\\`*_~<&#!|>+-])")


def _escaped(text: str, *, is_careful: bool) -> str:
    return (_ALL_ESCAPES if is_careful else _PLAIN_ESCAPES).sub(r"\\\1", text)
