"""From texts to the parts of one pattern: what is constant, what varies, and what is only in some of them."""

from collections.abc import Mapping, Sequence

from doclint.errors.expressions import expression
from doclint.formats.inference.texts.alignment import (
    KNOWN,
    TEXT,
    Key,
    Piece,
    Row,
    align,
    common,
    pieces,
    pieces_of_text,
)
from doclint.formats.inference.texts.pattern_parts import (
    SHORT,
    FixedPart,
    HolePart,
    MarkupPart,
    OptionalPart,
    PatternPart,
    holes,
    walk,
)
from doclint.markdown.nodes import Break, Code, Emphasis, Html, Link, Strikethrough, Strong

_STRUCTURE = expression(r"[()\[\]{}<>:=|/@#→—–\n]|\s-+\s")
_WORD = expression(r"[^\W_]{2,}")
_RARE = 0.05  # the share of texts that may have more than the others
_BY_CHANCE = 2  # words
_DISTINCT = 10  # texts from which on a word that all of them have is no chance


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
    is_short = words <= SHORT * len(rows)
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
        if not _is_plain(destination) and not _is_line(destination):
            # Where a link leads is a hole as a whole, unless it says something.
            destination = [HolePart([one.destination for one in nodes if isinstance(one, Link)])]
        for hole in holes(destination):
            hole.in_destination = True
    children = [one.children for one in nodes if isinstance(one, Link | Strong | Emphasis | Strikethrough)]
    if not children:  # no pattern can have a reference to a footnote
        return [HolePart([one.text for one in anchors], is_rich=True)]
    rows = [pieces(one, known) for one, known in zip(children, knowns, strict=True)]
    return [MarkupPart(first, _of_rows(rows, knowns), destination)]


def _is_plain(destination: Sequence[PatternPart]) -> bool:
    """Whether a person sees at once what a destination says: it has at most one hole without a name."""
    unnamed = [hole for hole in holes(destination) if hole.name == "_"]
    is_optional = any(isinstance(part, OptionalPart) for part in destination)
    return len(unnamed) <= 1 and not is_optional and not any(hole.is_empty for hole in unnamed)


def _is_line(destination: Sequence[PatternPart]) -> bool:
    """Whether a destination is a line of a file at a host of repositories."""
    match destination:
        case [FixedPart(), *_, FixedPart(text=mark), HolePart()]:
            return mark.endswith("#L")
    return False


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
