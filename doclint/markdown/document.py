"""Documents: a source with its nodes, parsed once and used by many rules."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.conflicts import BEGIN, Conflict, conflicts
from doclint.markdown.html import Attribute, attributes, comments, headings
from doclint.markdown.labels import collapse, label_key
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
from doclint.markdown.source import Edit, Places, Source, Span, edited

if TYPE_CHECKING:
    from doclint.markdown.mdx import Mdx

_FRONT_MATTER = expression(
    r"(?:---[ \t]*(?:\r\n?|\n)(?=\S|\s++[a-z_-]++:[ \t])(?P<yaml>.*?)(?<=[\r\n])(?:---|\.\.\.)"
    r"|\+\+\+[ \t]*(?:\r\n?|\n)(?P<toml>.*?)(?<=[\r\n])\+\+\+)[ \t]*(?=[\r\n]|\Z)",
    re.DOTALL,
)
_BRACES = expression(r"\{:? ?#([\w.:-]++)[^{}]*+\}\s*+\Z")
_MOST_INDENTATIONS = 4
_COMMENTED_NAME = expression(r"\{\s*+/\*\s*+#([^\s*]++)\s*+\*/\s*+\}")
_TRAILING_BLANKS = expression(r"(?<![ \t])[ \t]++(?=\n)")
_SHOWN_AS_IS = expression(r"<pre[\s>]", re.IGNORECASE)
_LINKING = {"href", "src"}
_NOT_LINKING = ("base", "xref")  # the `href` of an `xref` is the name of a symbol, which DocFX looks up
_NAMING = {"id", "name"}


class FrontMatter(Struct, frozen=True):
    """Metadata before the Markdown: its syntax ("yaml" or "toml"), its text, and its span with the delimiters."""

    syntax: str
    text: str
    span: Span

    def load(self) -> Any:
        """Parse the text and return the data. Raises ValueError if the text is not valid YAML or TOML."""
        if self.syntax == "toml":
            from doclint.errors import toml

            return toml.parse(self.text)
        from doclint.errors import yaml

        return yaml.parse(self.text)


class Mask(Struct, frozen=True):
    """A text that the parser sees in place of a span. It must have the length of the span."""

    span: Span
    text: str


def blanks(text: str, spans: Sequence[Span]) -> Mask:
    """Return the mask that puts blanks in the place of some spans, which are in order, and leaves what is between."""
    whole = Span(spans[0].start, spans[-1].end)
    return Mask(whole, edited(text, whole, [Edit(one, " " * (one.end - one.start)) for one in spans]))


class Document:
    r"""The nodes of a source, named as in CommonMark.

    Mojibake in texts and destinations of links is repaired, so that doclint reports it only once; their spans are those
    on the page as it is. `masks` replace text before parsing. Nodes are nested at most `depth` deep. If it `is_mdx`,
    raw HTML is JSX: its nodes are the tags, expressions and modules of the page.

    >>> document = Document(Source.from_text("# One\n\nSee [two](two.md).\n"))
    >>> [heading.text for heading in document.headings], [link.destination for link in document.links]
    (['One'], ['two.md'])
    """

    def __init__(
        self, source: Source, masks: tuple[Mask, ...] = (), depth: int = DEFAULT_DEPTH, *, is_mdx: bool = False
    ) -> None:
        self.source = source
        self.masks = masks
        self.depth = depth
        self.is_mdx = is_mdx

    def masked(self, mask: Mask) -> "Document":
        """Return a document of the same source with one more mask."""
        document = Document(self.source, (*self.masks, mask), self.depth, is_mdx=self.is_mdx)
        document.mojibake = self.mojibake
        return document

    @cached_property
    def front_matter(self) -> FrontMatter | None:
        """The YAML between `---` or the TOML between `+++` at the very start of the page; None if there is none."""
        if not self.source.text.startswith(("---", "+++")):
            return None
        match = _FRONT_MATTER.match(self.source.text)
        if match is None:
            return None
        syntax = match.lastgroup or "yaml"
        return FrontMatter(syntax, match[syntax], Span(*match.span()))

    @property
    def mdx(self) -> "Mdx | None":
        """What the page has besides Markdown; None if it is not MDX."""
        return self.as_mdx if self.is_mdx else None

    @cached_property
    def as_mdx(self) -> "Mdx":
        """What the page has besides Markdown, as MDX reads it: some tools read all pages in this way."""
        from doclint.markdown.mdx import read

        return read(self.source.text, self.front_matter.span.end if self.front_matter else 0)

    @cached_property
    def tree(self) -> Tree:
        """All nodes, as the Markdown engine returns them: it does not see the markers of conflicts."""
        tree = self._parsed(_without_markers(self.source.text, self.conflicts))
        if self.mojibake:
            _repair_texts([*tree.blocks, *tree.definitions], {one.text: one.repaired for one in self.mojibake})
        return tree

    @cached_property
    def conflicts(self) -> Sequence[Conflict]:
        """The conflicts that a merge left, in document order."""
        text = self.source.text
        if BEGIN not in text:
            return ()
        tree = self._parsed()
        shown = (html for html in tree.html if _SHOWN_AS_IS.match(html.text))
        code = [node.span for node in (*tree.code_blocks, *shown)]
        return conflicts(text, Places([*code, *self.mdx.code] if self.mdx else code))

    def _parsed(self, masks: tuple[Mask, ...] = ()) -> Tree:
        if self.front_matter:
            span = self.front_matter.span
            masks += (Mask(span, "\n" * (span.end - span.start)),)
        masks += self.masks
        if self.mdx:
            return _parse_mdx(self.mdx, masks, self.depth)
        return parse(_masked(self.source.text, masks), self.depth)

    @cached_property
    def mojibake(self) -> list[Mojibake]:
        """All mojibake on the page."""
        return mojibake(self.source.text)

    @property
    def blocks(self) -> list[Block]:
        """The blocks that no other block contains."""
        return self.tree.blocks

    def texts(self) -> list[Text]:
        """Return all plain text, in document order."""
        return self.tree.texts

    @cached_property
    def visible(self) -> str:
        """All plain text as one: what is not in it is in none of `texts()`."""
        return "\n".join([text.text for text in self.tree.texts])

    def emphases(self) -> list[Emphasis | Strong]:
        """Return all strong and other emphasis, in no particular order."""
        return [*self.tree.strong, *self.tree.emphasis]

    def lists(self) -> list[List]:
        """Return all lists, nested ones included, in document order."""
        return self.tree.lists

    @property
    def headings(self) -> list[Heading]:
        """All headings, including those in quotes and lists, in document order."""
        return self.tree.headings

    @property
    def paragraphs(self) -> list[Paragraph]:
        """All paragraphs, in document order."""
        return self.tree.paragraphs

    @property
    def code_blocks(self) -> list[CodeBlock]:
        """All fenced and indented code blocks, in document order."""
        return self.tree.code_blocks

    @property
    def code_spans(self) -> list[Code]:
        """All code spans, in document order."""
        return self.tree.code_spans

    @property
    def list_items(self) -> list[ListItem]:
        """All list items, in document order."""
        return self.tree.list_items

    @property
    def tables(self) -> list[Table]:
        """All tables, in document order."""
        return self.tree.tables

    @property
    def strong(self) -> list[Strong]:
        """All strong emphasis, in document order."""
        return self.tree.strong

    @property
    def html(self) -> list[Html | HtmlBlock]:
        """All raw HTML, in document order."""
        return self.tree.html

    @property
    def definitions(self) -> list[Definition]:
        """The link reference definitions, in document order."""
        return self.tree.definitions

    @cached_property
    def used_definitions(self) -> list[Definition]:
        """The link reference definitions that a reference on the page uses, in document order.

        A definition that no reference uses is not displayed. Labels match as in CommonMark (0.31.2, section 4.7).
        """
        if not self.definitions:
            return []
        used = {label_key(link.label) for link in self.tree.links if link.label}
        return [definition for definition in self.definitions if label_key(definition.label) in used]

    @property
    def missing_references(self) -> list[MissingReference]:
        """The references whose labels are not defined, in document order."""
        return self.tree.missing_references

    @cached_property
    def links(self) -> list[Link]:
        """All links and images, in document order: those of Markdown, and `href` and `src` of raw HTML."""
        found = [
            Link(*attribute.span, "html", attribute.value.strip(), image=attribute.name == "src")
            for attribute in self._attributes
            if attribute.name in _LINKING and attribute.tag not in _NOT_LINKING
        ]
        return sorted([*self.tree.links, *found], key=lambda link: link.start) if found else self.tree.links

    @cached_property
    def comments(self) -> list[Span]:
        """The spans of all comments in raw HTML and of those in JSX (`{/* note */}`), with their delimiters."""
        text = self.source.text
        found = [comment for html in self.html for comment in comments(text, html.start, html.end)]
        return sorted({*found, *self.mdx.comments}) if self.mdx else found

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Every fragment that a link to this page can have: slugs of headings, and names given in raw HTML.

        A name in braces after a heading (`{#name}`, a syntax of Pandoc, kramdown and MkDocs) counts as well, and so
        does one in a comment there (`{/* #name */}`, a syntax of Docusaurus).
        """
        titles = [(heading.start, heading.text) for heading in self.headings]
        if not self.is_mdx:  # in which only headings of Markdown get slugs
            titles += [title for html in self.html for title in headings(self.source.text, html.start, html.end)]
        texts = [text for _, text in sorted(titles)]
        slugs = [*unique(slug(text.strip()) for text in texts), *self._names_in_braces()]
        if any(text != text.strip() for text in texts):  # GitHub keeps the space after an image or a tag
            slugs += unique(map(slug, texts))
        return self.names_in_html.union(slugs)

    @property
    def slugged_headings(self) -> list[tuple[Heading, str]]:
        """The headings in Markdown, each with the fragment that GitHub gives it."""
        slugs = unique(slug(heading.text.strip()) for heading in self.headings)
        return list(zip(self.headings, slugs, strict=True))

    @property
    def names_in_html(self) -> frozenset[str]:
        """The names that raw HTML gives to places on the page, by the attributes `id` and `name`."""
        return frozenset(attribute.value for attribute in self.naming_attributes)

    @cached_property
    def naming_attributes(self) -> list[Attribute]:
        """The attributes of raw HTML that give names to places on the page, `id` and `name`, in document order."""
        return [attribute for attribute in self._attributes if attribute.name in _NAMING]

    @cached_property
    def is_open(self) -> bool:
        """Whether the page may have anchors that cannot be read on it, apart from those of pages that it includes.

        Only a page of MDX may: see `Mdx.is_open`. An expression in a heading is part of its slug, too.
        """
        if self.mdx is None or self.mdx.is_open:
            return self.mdx is not None
        code = Places(self.mdx.code)
        return any(code.meet(heading.span) for heading in self.headings)

    def _names_in_braces(self) -> Iterator[str]:
        for heading in self.headings:
            if self.is_mdx:
                yield from _COMMENTED_NAME.findall(self.source.text, *heading.span)
            match = _BRACES.search(heading.text)
            if match:
                yield match[1]
                yield slug(heading.text[: match.start()].rstrip())

    @cached_property
    def _attributes(self) -> list[Attribute]:
        if self.mdx:
            return self.mdx.attributes
        text = self.source.text
        return [attribute for html in self.html for attribute in attributes(text, html.start, html.end)]


def _without_markers(text: str, conflicts: Sequence[Conflict]) -> tuple[Mask, ...]:
    """Return a mask of blanks for the markers: none of them tears what is above it from what is below."""
    if not conflicts:
        return ()
    spans = []
    for marker in (marker for conflict in conflicts for marker in conflict.markers):
        start = marker.start - (2 if text.endswith("\r\n", 0, marker.start) else marker.start > 0)
        spans.append(Span(start, marker.end))
    return (blanks(text, spans),)


def _masked(text: str, masks: tuple[Mask, ...]) -> str:
    for mask in masks:
        text = text[: mask.span.start] + mask.text + text[mask.span.end :]
    return text


def _parse_mdx(mdx: "Mdx", masks: tuple[Mask, ...], depth: int) -> Tree:
    """Parse MDX, which has no indented code: its fences can be indented, too, where a paragraph would go on.

    What was indented can have such code in it again.
    """
    from doclint.markdown.mdx import without_indentation

    text = _masked(mdx.text, masks)
    tree = parse(text, depth)
    for _ in range(_MOST_INDENTATIONS):
        indented = [block.span for block in tree.code_blocks if not block.fence]
        fenced = {block.start for block in tree.code_blocks if block.fence}
        indented += [fence for fence in mdx.fences if fence.start not in fenced]
        if not indented:
            break
        text = without_indentation(text, sorted(indented), mdx.fences)
        tree = parse(text, depth)
    _restore(tree, mdx, text)
    return tree


def _restore(tree: Tree, mdx: "Mdx", parsed: str) -> None:
    """Give raw HTML its text on the page, a block of JSX all of its lines, and code no blanks that were moved."""
    ends = {span.start: span.end for span, is_flow in mdx.constructs if is_flow}
    for html in tree.html:
        html.end = ends.get(html.start, html.end)
        html.text = mdx.source[slice(*html.span)]
    for block in tree.code_blocks:
        place = slice(*block.content)
        if parsed[place] != mdx.source[place]:
            block.text = _TRAILING_BLANKS.sub("", block.text)
    # A label with an expression in it may be defined with that: the engine reads definitions as they are on the page.
    missing = tree.missing_references
    tree.missing_references = [one for one in missing if collapse(one.label) in collapse(mdx.source[slice(*one.span)])]


def _repair_texts(nodes: list[Any], repairs: dict[str, str]) -> None:
    for node in _walk(nodes):
        if isinstance(node, Text | Code):
            node.text = repaired(node.text, repairs)
        elif isinstance(node, Link | Definition):
            node.destination = repaired(node.destination, repairs)


def _walk(nodes: Iterable[Any]) -> Iterator[Any]:
    """Yield some nodes and all nodes below them, in no particular order."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        for name in ("children", "items", "rows", "cells"):
            stack += getattr(node, name, ())
