"""The proof of a fix: the page reads as before, except where it was edited."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import Any, NamedTuple

from doclint.markdown.document import Document
from doclint.markdown.nodes import CodeBlock, Definition, Heading, Link, MissingReference, Text
from doclint.markdown.source import Edit, Span


class _Part(NamedTuple):
    """A node as the proof sees it. Offsets leave out the characters that are edited."""

    start: int
    end: int
    kind: str


def difference(before: Document, after: Document, edits: Sequence[Edit]) -> int | None:
    r"""Where `before` reads otherwise in `after` although nothing is edited there; None if it does so nowhere.

    Then every heading, link, text and piece of code is what it was, but for the characters in the edits, which are
    sorted and apart and make the one page of the other.

    >>> from doclint.markdown.source import Source
    >>> page = Document(Source.from_text("# A\n\nb [c](d)\n"))
    >>> difference(page, Document(Source.from_text("# A\n\nb [c](e)\n")), [Edit(Span(11, 12), "e")])
    >>> difference(page, Document(Source.from_text("# A\n\nb [c]\n(d)\n")), [Edit(Span(10, 10), "\n")])
    5
    """
    old = _Remains(before, [span for span, _ in edits])
    new = _Remains(after, _places(edits))
    if old.text != new.text:
        pairs = enumerate(zip_longest(old.text, new.text))
        return old.original(next(index for index, (one, other) in pairs if one != other))
    parts, others = Counter(old.parts()), Counter(new.parts())
    changed = (parts - others) + (others - parts)
    return old.original(min(changed).start) if changed else None


def _places(edits: Sequence[Edit]) -> list[Span]:
    """Where the texts of the edits stand in the edited page."""
    shift = 0
    places = []
    for (start, end), text in edits:
        places.append(Span(start + shift, start + shift + len(text)))
        shift += len(text) - (end - start)
    return places


class _Remains:
    """A document without the characters that are edited: `text` is what is left of its text, `parts` of its nodes.

    As the text is compared too, a node that keeps its kind and its place also keeps what it shows and where it leads.
    What lies in an edit is gone, and so is white space at the edges of nodes: whose it is no reader sees.
    """

    def __init__(self, document: Document, cuts: Sequence[Span]) -> None:
        self.document = document
        self.starts = [start for start, _ in cuts]
        self.ends = [end for _, end in cuts]
        self.removed = [0, *accumulate(end - start for start, end in cuts)]
        text = document.source.text
        bounds = zip([0, *self.ends], [*self.starts, len(text)], strict=True)
        self.text = "".join(text[start:end] for start, end in bounds)

    def place(self, offset: int) -> int:
        """An offset of the document among the remains."""
        before = bisect_right(self.ends, offset)
        inside = before < len(self.starts) and self.starts[before] < offset
        return (self.starts[before] if inside else offset) - self.removed[before]

    def original(self, place: int) -> int:
        """The offset in the document of what stands at a place among the remains."""
        for start, end in zip(self.starts, self.ends, strict=True):
            if start <= place:
                place += end - start
        return place

    def parts(self) -> Iterator[_Part]:
        """What is left of each node. Texts that touch are one: what stood between them is edited."""
        texts: list[_Part] = []
        for part in self._all_parts():
            if part.kind != Text.__name__:
                yield part
            else:
                texts.append(part)
        yield from _joined(sorted(texts))

    def _all_parts(self) -> Iterator[_Part]:
        document = self.document
        if document.front_matter:
            yield from self._part(document.front_matter.span, "FrontMatter")
        stack: list[Any] = [*document.blocks, *document.definitions, *document.missing_references]
        while stack:
            node = stack.pop()
            yield from self._part(node.span, _kind(node))
            if isinstance(node, CodeBlock):
                yield from self._part(node.content, "content")
            for name in ("children", "items", "rows", "cells"):
                stack += getattr(node, name, ())

    def _part(self, span: Span, kind: str) -> Iterator[_Part]:
        start, end = self.place(span.start), self.place(span.end)
        shown = self.text[start:end]
        if kind != Text.__name__:
            start, end = end - len(shown.lstrip()), start + len(shown.rstrip())
        if start < end:
            yield _Part(start, end, kind)


def _joined(texts: Sequence[_Part]) -> Iterator[_Part]:
    """Sorted texts, with those that touch made one."""
    current: _Part | None = None
    for text in texts:
        if current is not None and text.start <= current.end:
            current = current._replace(end=max(current.end, text.end))
            continue
        if current is not None:
            yield current
        current = text
    if current is not None:
        yield current


def _kind(node: Any) -> str:
    """What a node is, as far as that does not follow from the text of it."""
    name = type(node).__name__
    match node:
        case Heading(level=level):
            return f"{name} {level}"
        case Link(kind=kind, image=image, label=label):
            return f"{name} {kind} {image} {label}"
        case Definition(label=label) | MissingReference(label=label):
            return f"{name} {label}"
        case _:
            return name
