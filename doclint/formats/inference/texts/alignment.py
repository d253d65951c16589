"""What several texts have in common: the same pieces in the same order, and the gaps between them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.patterns.inlines import joined
from doclint.markdown.nodes import Break, FootnoteReference, Html, Inline, Link, Text, plain_text

# Hosts of repositories name a line of a file by `#L24`.
_PIECE = expression(r"(?<=#)L(?=\d)|[^\W_](?:\w*[^\W_])?|\s+|_+|[^\w\s]")
_TAG = expression(r"<[/!]?[\w-]*")
_MOST_PIECES = 60  # of a text; what is behind them counts as its end
_MOST_ROWS = 40  # texts that differ
_MOST_ODD = 0.1  # the share of texts that may be unlike the others
_MOST_CHARACTERS = 1_200  # of a run of text
_MOST_VALUES = 20  # known values of a text

Key = tuple[str, ...]

TEXT, KNOWN, END = "text", "known", "end"


class Piece(NamedTuple):
    """A word, a known value or a node. Pieces with the same key are alike, whatever a node contains."""

    key: Key
    text: str
    node: Inline | None = None

    @property
    def is_node(self) -> bool:
        """Whether the piece has markup."""
        return self.key[0] not in (TEXT, KNOWN)


Row = Sequence[Piece]


class Alignment(NamedTuple):
    """Pieces that all rows have in the same order: by row, and what each row has before each of them and at its end."""

    anchors: list[list[Piece]]
    gaps: list[list[Row]]


def pieces(inlines: Sequence[Inline], known: Mapping[str, str], most: int = _MOST_PIECES) -> list[Piece]:
    """Return the pieces of some inlines: what is behind the first ones counts as one."""
    found: list[Piece] = []
    for inline in joined(inlines):
        if isinstance(inline, Text):
            found += pieces_of_text(inline.text, known)
        else:
            found.append(Piece(_key(inline), plain_text([inline]), inline))
        if len(found) > most:
            # Not a node that a pattern could have: it is only in gaps.
            return [*found[:most], Piece((END, str(id(inline))), "...", inline)]
    return found


def pieces_of_text(text: str, known: Mapping[str, str]) -> list[Piece]:
    """Return the words, blanks and other characters of a text, with known values in place of their words.

    >>> [piece.key for piece in pieces_of_text("Pet (class)", {"symbol": "Pet"})][:3]
    [('known', 'symbol'), ('text', ' '), ('text', '(')]
    """
    text = text[:_MOST_CHARACTERS]
    words = _PIECE.findall(text)
    values = _values_in(text, known)
    if not values:
        return [Piece((TEXT, word), word) for word in words]
    found: list[Piece] = []
    index = 0
    while index < len(words):
        for name, value in values:
            if words[index : index + len(value)] == value:
                found.append(Piece((KNOWN, name), "".join(value)))
                index += len(value)
                break
        else:
            found.append(Piece((TEXT, words[index]), words[index]))
            index += 1
    return found


def _values_in(text: str, known: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Return the known values that a text has, other than by chance, in pieces; the longest ones first."""
    values = [pair for pair in known.items() if pair[1] in text and len(pair[1]) > 1 and not pair[1].isdigit()]
    longest = sorted(values, key=lambda pair: -len(pair[1]))[:_MOST_VALUES]
    return [(name, _PIECE.findall(value)) for name, value in longest]


def _key(inline: Inline) -> Key:
    match inline:
        case Html(text=text):
            tag = _TAG.match(text)
            return ("html", tag.group() if tag else text)
        case Link(image=image):
            return ("image" if image else "link",)
        case FootnoteReference():
            return (END, str(id(inline)))
        case Break():
            return ("break",)
    return (type(inline).__name__.lower(),)


def common(rows: Sequence[Row]) -> tuple[list[Key], list[int]]:
    """Return the keys that most rows have in common, in their order, and the indices of these rows."""
    counts = Counter(tuple(piece.key for piece in row) for row in rows)
    beginnings = Counter(_beginning(keys) for keys in counts)
    # Rows that begin like most others come first, because the first one says what may be in common at all.
    several = sorted(counts.items(), key=lambda pair: (-beginnings[_beginning(pair[0])], -pair[1]))
    several = several[:: -(-len(several) // _MOST_ROWS)]
    shared = list(several[0][0])
    odd: set[tuple[Key, ...]] = set()
    spared = int(_MOST_ODD * sum(count for _, count in several))
    for other, count in several[1:]:
        smaller = _longest_common(shared, other)
        if count <= spared and _weight(smaller) * 2 < _weight(shared):
            odd.add(other)
            spared -= count
        else:
            shared = smaller
    taken = [index for index, row in enumerate(rows) if _has(row, shared)]
    if odd:
        taken = [index for index in taken if tuple(piece.key for piece in rows[index]) not in odd]
    return shared, taken


def _beginning(keys: tuple[Key, ...]) -> tuple[str, ...]:
    """Return the kinds of the first pieces of a text, and what characters they are if they are not words."""
    return tuple("" if kind == TEXT and rest[0].isalnum() else f"{kind} {rest}" for kind, *rest in keys[:3])


def _weight(keys: Sequence[Key]) -> int:
    return sum(map(_weight_of, keys))


def _weight_of(key: Key) -> int:
    """Return how much a key says if texts have it in common: blanks and commas are everywhere."""
    if key[0] != TEXT:
        return 30
    return 1 if key[1].isspace() else 2 if key[1] in ".,'" else 20 if key[1] in "()[]{}:=" else 10


def _has(row: Row, keys: Sequence[Key]) -> bool:
    left = iter(piece.key for piece in row)
    return all(key in left for key in keys)


def _longest_common(first: Sequence[Key], second: Sequence[Key]) -> list[Key]:
    """Return the sequence of keys that says the most of those that are in both others, perhaps with gaps."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    ahead, behind = list(first[:start]), list(first[len(first) - end :])
    one, other = first[start : len(first) - end], second[start : len(second) - end]
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) - 1, -1, -1):
        row, below, weight = best[i], best[i + 1], _weight_of(one[i])
        for j in range(len(other) - 1, -1, -1):
            row[j] = max(below[j], row[j + 1], below[j + 1] + weight if one[i] == other[j] else 0)
    i = j = 0
    while i < len(one) and j < len(other):
        if one[i] == other[j] and best[i][j] == best[i + 1][j + 1] + _weight_of(one[i]):
            ahead.append(one[i])
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return ahead + behind


def align(rows: Sequence[Row], keys: Sequence[Key]) -> Alignment:
    """Return where the rows have some keys, each at the first place behind the one before.

    Keys that all rows end with are at their ends, because the last hole of a template reaches as far as it can.
    """
    anchors: list[list[Piece]] = [[] for _ in keys]
    gaps: list[list[Row]] = [[] for _ in range(len(keys) + 1)]
    behind = _shared_end(rows, keys)
    for row in rows:
        start = 0
        ahead = len(row) - behind
        places = [*_places(row, keys[: len(keys) - behind]), *range(ahead, len(row))]
        for number, place in enumerate(places):
            gaps[number].append(row[start:place])
            anchors[number].append(row[place])
            start = place + 1
        gaps[-1].append(row[start:])
    return Alignment(anchors, gaps)


def _shared_end(rows: Sequence[Row], keys: Sequence[Key]) -> int:
    """Return how many of the last keys all rows end with, and have the others in front of."""
    most = min([len(keys), *map(len, rows)])
    count = 0
    while count < most and all(row[-1 - count].key == keys[-1 - count] for row in rows):
        count += 1
    while count and not all(_has(row[: len(row) - count], keys[: len(keys) - count]) for row in rows):
        count -= 1
    return count


def _places(row: Row, keys: Sequence[Key]) -> Iterator[int]:
    start = 0
    for key in keys:
        while row[start].key != key:
            start += 1
        yield start
        start += 1
