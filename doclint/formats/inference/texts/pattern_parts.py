"""The parts of a pattern that is being drafted, and how they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, Union

from doclint.errors.expressions import expression
from doclint.formats.patterns.template import escaped
from doclint.markdown.nodes import Break, Code, Emphasis, Html, Inline, Link, Strikethrough, Strong

_INT = expression(r"\d{1,3}(?:,\d{3})+|\d+")
_FLOAT = expression(rf"(?:{_INT.pattern})\.\d+")
SHORT = 7  # words
"""How many words a text has at most that is a name or a value."""

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
        return words > SHORT * max(sum(map(bool, self.values)), 1)

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
                text = escaped(text)
                yield _without_markup(text, is_careful=is_careful) if is_text else text
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


_PLAIN_ESCAPES = expression(r"([\\`*~<])")
_ALL_ESCAPES = expression(r"([\\`*_~<&#!|>+-])")


def _without_markup(text: str, *, is_careful: bool) -> str:
    return (_ALL_ESCAPES if is_careful else _PLAIN_ESCAPES).sub(r"\\\1", text)
