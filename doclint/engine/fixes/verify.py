"""Verification of a fix: the fixed page must read as before, except where it is edited."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import Any, NamedTuple

from doclint.markdown.document import Document
from doclint.markdown.nodes import CodeBlock, Definition, Heading, Link, MissingReference, Text
from doclint.markdown.source import Edit, Span


class _NodePart(NamedTuple):
    """What is left of a node outside the edits. The offsets count unedited characters only; `end` is exclusive."""

    start: int
    end: int
    kind: str


def difference(before: Document, after: Document, edits: Sequence[Edit]) -> int | None:
    r"""Return the first offset in `before` at which `after` reads differently although nothing is edited there.

    None means that every heading, link, text and piece of code outside the edits is the same. The edits are sorted, do
    not overlap, and turn the one page into the other. Offsets count characters from 0.

    >>> from doclint.markdown.source import Source
    >>> page = Document(Source.from_text("# A\n\nb [c](d)\n"))
    >>> difference(page, Document(Source.from_text("# A\n\nb [c](e)\n")), [Edit(Span(11, 12), "e")])
    >>> difference(page, Document(Source.from_text("# A\n\nb [c]\n(d)\n")), [Edit(Span(10, 10), "\n")])
    5
    """
    old = _UneditedText(before, [span for span, _ in edits])
    new = _UneditedText(after, _places(edits))
    if old.text != new.text:
        pairs = enumerate(zip_longest(old.text, new.text))
        return old.original_offset(next(index for index, (one, other) in pairs if one != other))
    parts, others = Counter(old.parts()), Counter(new.parts())
    changed = (parts - others) + (others - parts)
    return old.original_offset(min(changed).start) if changed else None


def _places(edits: Sequence[Edit]) -> list[Span]:
    """Return the spans that the new texts of the edits have in the edited page."""
    shift = 0
    places = []
    for (start, end), text in edits:
        places.append(Span(start + shift, start + shift + len(text)))
        shift += len(text) - (end - start)
    return places


class _UneditedText:
    """The text of a document without the characters in its edits (`cuts`), and what is left of its nodes.

    Because the texts are compared as well, a node that keeps its kind and its place also keeps its text and its
    destination. Nodes inside an edit are left out, and so is white space at the edges of nodes, because readers cannot
    see which node it belongs to.
    """

    def __init__(self, document: Document, cuts: Sequence[Span]) -> None:
        self.document = document
        self.starts = [start for start, _ in cuts]
        self.ends = [end for _, end in cuts]
        self.removed = [0, *accumulate(end - start for start, end in cuts)]
        text = document.source.text
        bounds = zip([0, *self.ends], [*self.starts, len(text)], strict=True)
        self.text = "".join(text[start:end] for start, end in bounds)

    def unedited_offset(self, offset: int) -> int:
        """Return the offset in the unedited text for an offset of the document."""
        before = bisect_right(self.ends, offset)
        inside = before < len(self.starts) and self.starts[before] < offset
        return (self.starts[before] if inside else offset) - self.removed[before]

    def original_offset(self, offset: int) -> int:
        """Return the offset in the document for an offset in the unedited text."""
        for start, end in zip(self.starts, self.ends, strict=True):
            if start <= offset:
                offset += end - start
        return offset

    def parts(self) -> Iterator[_NodePart]:
        """Yield what is left of each node. Texts that touch are joined, because what was between them is edited."""
        texts: list[_NodePart] = []
        for part in self._all_parts():
            if part.kind != Text.__name__:
                yield part
            else:
                texts.append(part)
        yield from _joined(sorted(texts))

    def _all_parts(self) -> Iterator[_NodePart]:
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

    def _part(self, span: Span, kind: str) -> Iterator[_NodePart]:
        start, end = self.unedited_offset(span.start), self.unedited_offset(span.end)
        shown = self.text[start:end]
        if kind != Text.__name__:
            start, end = end - len(shown.lstrip()), start + len(shown.rstrip())
        if start < end:
            yield _NodePart(start, end, kind)


def _joined(texts: Sequence[_NodePart]) -> Iterator[_NodePart]:
    """Yield sorted texts, with those that touch joined."""
    current: _NodePart | None = None
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
    """Return the kind of a node, with those of its attributes that its text does not determine."""
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
