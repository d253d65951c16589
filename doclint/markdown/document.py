"""A document: a source and its nodes, parsed once and asked many times."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from doclint.markdown.html import Attribute, attributes, comments, headings
from doclint.markdown.mojibake import Mojibake, mojibake, repaired
from doclint.markdown.nodes import (
    DEFAULT_DEPTH,
    Block,
    Code,
    CodeBlock,
    Definition,
    Emphasis,
    Heading,
    Html,
    HtmlBlock,
    Link,
    List,
    ListItem,
    MissingReference,
    Paragraph,
    Strong,
    Table,
    Text,
    Tree,
)
from doclint.markdown.parser import parse
from doclint.markdown.slugs import slug, unique
from doclint.markdown.source import Source, Span

_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*(?:\r\n?|\n)(?=\S)(?P<yaml>.*?)(?<=[\r\n])(?:---|\.\.\.)"
    r"|\+\+\+[ \t]*(?:\r\n?|\n)(?P<toml>.*?)(?<=[\r\n])\+\+\+)[ \t]*(?=[\r\n]|\Z)",
    re.DOTALL,
)
_BRACES = re.compile(r"\{:? ?#([\w.:-]++)[^{}]*+\}\s*+\Z")
_LINKING = {"href", "src"}
_NAMING = {"id", "name"}


class FrontMatter(NamedTuple):
    """Metadata before the first line of Markdown: its syntax, the text between the marks, and the span with them."""

    syntax: str
    text: str
    span: Span

    def load(self) -> Any:
        """The data. Raises ValueError where the text is no YAML or TOML."""
        if self.syntax == "toml":
            import tomllib

            try:
                return tomllib.loads(self.text)
            except RecursionError as error:
                raise ValueError("the data is nested too deeply") from error
        import yaml

        try:
            return yaml.safe_load(self.text)
        except (yaml.YAMLError, RecursionError, AttributeError, IndexError) as error:
            # The last two are what PyYAML lets through for tagged values that it cannot read.
            raise ValueError(str(error)) from error


class Mask(NamedTuple):
    """Characters that the parser sees in place of a span, as many as there are in it."""

    span: Span
    text: str


class Document:
    r"""The nodes of a source under the names of CommonMark.

    Texts and destinations of links have mojibake repaired, so that nothing is reported twice; their spans point at the
    page as it is. `masks` hide text from the parser: the nodes are then those of a page with other
    characters there. Nodes lie in at most `depth` others.

    >>> document = Document(Source.from_text("# One\n\nSee [two](two.md).\n"))
    >>> [heading.text for heading in document.headings], [link.destination for link in document.links]
    (['One'], ['two.md'])
    """

    def __init__(self, source: Source, masks: tuple[Mask, ...] = (), depth: int = DEFAULT_DEPTH) -> None:
        self.source = source
        self.masks = masks
        self.depth = depth

    def masked(self, mask: Mask) -> "Document":
        """The same source with something hidden."""
        document = Document(self.source, (*self.masks, mask), self.depth)
        document.mojibake = self.mojibake
        return document

    @cached_property
    def front_matter(self) -> FrontMatter | None:
        """YAML between `---` or TOML between `+++`, at the very start of the page."""
        if not self.source.text.startswith(("---", "+++")):
            return None
        match = _FRONT_MATTER.match(self.source.text)
        if match is None:
            return None
        syntax = match.lastgroup or "yaml"
        return FrontMatter(syntax, match[syntax], Span(*match.span()))

    @cached_property
    def tree(self) -> Tree:
        """All nodes, as the Markdown engine gives them."""
        masks = self.masks
        if self.front_matter:
            span = self.front_matter.span
            masks = (Mask(span, "\n" * (span.end - span.start)), *masks)
        tree = parse(_masked(self.source.text, masks), self.depth)
        if self.mojibake:
            _repair_texts([*tree.blocks, *tree.definitions], {one.text: one.repaired for one in self.mojibake})
        return tree

    @cached_property
    def mojibake(self) -> list[Mojibake]:
        """All encoding damage on the page, wherever it stands."""
        return mojibake(self.source.text)

    @property
    def blocks(self) -> list[Block]:
        """The blocks that lie in no other block."""
        return self.tree.blocks

    def texts(self) -> list[Text]:
        """All plain text."""
        return self.tree.texts

    def emphases(self) -> list[Emphasis | Strong]:
        """All that is emphasised, strongly or not, in no particular order."""
        return [*self.tree.strong, *self.tree.emphasis]

    def lists(self) -> list[List]:
        """All lists, also those in others."""
        return self.tree.lists

    @property
    def headings(self) -> list[Heading]:
        """All headings, also those in quotes and lists."""
        return self.tree.headings

    @property
    def paragraphs(self) -> list[Paragraph]:
        return self.tree.paragraphs

    @property
    def code_blocks(self) -> list[CodeBlock]:
        return self.tree.code_blocks

    @property
    def code_spans(self) -> list[Code]:
        return self.tree.code_spans

    @property
    def list_items(self) -> list[ListItem]:
        return self.tree.list_items

    @property
    def tables(self) -> list[Table]:
        return self.tree.tables

    @property
    def strong(self) -> list[Strong]:
        return self.tree.strong

    @property
    def html(self) -> list[Html | HtmlBlock]:
        return self.tree.html

    @property
    def definitions(self) -> list[Definition]:
        return self.tree.definitions

    @property
    def missing_references(self) -> list[MissingReference]:
        return self.tree.missing_references

    @cached_property
    def links(self) -> list[Link]:
        """All links and images: those of Markdown, and `href` and `src` of raw HTML."""
        found = [
            Link(*attribute.span, "html", attribute.value.strip(), image=attribute.name == "src")
            for attribute in self._attributes
            if attribute.name in _LINKING and attribute.tag != "base"
        ]
        return sorted([*self.tree.links, *found], key=lambda link: link.start) if found else self.tree.links

    @property
    def comments(self) -> list[Span]:
        """All comments in raw HTML, with their marks."""
        text = self.source.text
        return [comment for html in self.html for comment in comments(text, html.start, html.end)]

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Every fragment a link to this page can have: slugs of headings, and names given in raw HTML.

        A name in braces behind a heading (`{#name}`, as Pandoc, kramdown and MkDocs read it) counts as well.
        """
        titles = [(heading.start, heading.text) for heading in self.headings]
        titles += [title for html in self.html for title in headings(self.source.text, html.start, html.end)]
        slugs = [*unique(slug(text) for _, text in sorted(titles)), *self._names_in_braces()]
        names = (attribute.value for attribute in self._attributes if attribute.name in _NAMING)
        return frozenset(slugs).union(names)

    def _names_in_braces(self) -> Iterator[str]:
        for heading in self.headings:
            match = _BRACES.search(heading.text)
            if match:
                yield match[1]
                yield slug(heading.text[: match.start()].rstrip())

    @cached_property
    def _attributes(self) -> list[Attribute]:
        text = self.source.text
        return [attribute for html in self.html for attribute in attributes(text, html.start, html.end)]


def _masked(text: str, masks: tuple[Mask, ...]) -> str:
    for mask in masks:
        text = text[: mask.span.start] + mask.text + text[mask.span.end :]
    return text


def _repair_texts(nodes: list[Any], repairs: dict[str, str]) -> None:
    for node in _walk(nodes):
        if isinstance(node, Text | Code):
            node.text = repaired(node.text, repairs)
        elif isinstance(node, Link | Definition):
            node.destination = repaired(node.destination, repairs)


def _walk(nodes: Iterable[Any]) -> Iterator[Any]:
    """Some nodes and all below them, in no particular order."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        for name in ("children", "items", "rows", "cells"):
            stack += getattr(node, name, ())
