"""A parsed page: what a page contains, whatever else is in its repository."""

import threading
from collections import deque
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from doclint.errors.grouping import by_key
from doclint.formats.format_set import FormatSet
from doclint.formats.holes import BYTES, LINES
from doclint.formats.kinds import Identity
from doclint.formats.patterns.pattern import Capture
from doclint.formats.reading.fences import Fence, View, find_copy, template_view
from doclint.formats.reading.outline import Outline, Section
from doclint.formats.reading.shapes import Absent, Shape, SourceCopy, captures_in
from doclint.markdown.document import Document
from doclint.markdown.nodes import Block
from doclint.markdown.source import Source, Span, with_lf
from doclint.markdown.suppressions import Directives, read as read_directives
from doclint.page.limits import LIMITS, Breach, Limits
from doclint.source.language import is_mdx

if TYPE_CHECKING:
    from doclint.formats.documented.symbols import Members
    from doclint.formats.fit import Fit
    from doclint.formats.schema.format import Format


class Quotation(NamedTuple):
    """A source file as a page quotes it: its path, its bytes, and whether they are all of it."""

    path: str
    data: bytes
    is_complete: bool


class ParsedPage:
    """A page at a path, parsed as far as anybody has asked; `Page` documents the attributes."""

    def __init__(
        self, path: str, source: Source, formats: "FormatSet | Iterable[Format]", limits: Limits = LIMITS
    ) -> None:
        self.path = path
        self.source = source
        self.formats = FormatSet.of(formats)
        self.limits = limits

    def is_of(self, path: str, source: Source, formats: FormatSet, limits: Limits) -> bool:
        """Whether this is the page with that path and text, in those formats and limits."""
        own = self.source
        if path != self.path or formats is not self.formats or limits != self.limits:
            return False
        return (own.text, own.damage, own.encoding) == (source.text, source.damage, source.encoding)

    def within(self, formats: FormatSet) -> "ParsedPage":
        """Return the page as one of other formats."""
        found = ParsedPage(self.path, self.source, formats, self.limits)
        found.rendered = self.rendered
        return found

    @cached_property
    def rendered(self) -> Document:
        return Document(self.source, depth=self.limits.depth, is_mdx=is_mdx(self.path))

    @cached_property
    def possible_formats(self) -> "tuple[Format, ...]":
        """The formats that the page can be of, as far as its title, their folders and their marks tell."""
        if self._told_in_folder is not None:
            return (self._told_in_folder.format,)
        return tuple(self.formats.of_page(self.path, self.source.text))

    @cached_property
    def _told_in_folder(self) -> Identity | None:
        """The kind that the title tells, if it is one of a format whose folder the page is in.

        It decides before marks of other formats are searched for, which takes as long as all that tells the kind.
        """
        possible = [one for one in self.formats.at(self.path) if one.is_marked_on(self.source.text)]
        if not possible:
            return None
        from doclint.formats.fit import told

        return told(self.path, self.rendered, possible)

    @cached_property
    def is_weakly_marked(self) -> bool:
        """Whether the page has no marks but weak ones of a format that it can be of."""
        return any(map(self.needs_source, self.possible_formats))

    def needs_source(self, format_: "Format") -> bool:
        """Whether the page can be of a format only if its source is there."""
        text = with_lf(self.source.text)
        return bool(format_.weak_marks) and not any(mark in text for mark in format_.marks)

    @cached_property
    def identity(self) -> Identity | None:
        found = self.recognized
        return None if found is None or found.kind.free else found

    @cached_property
    def recognized(self) -> Identity | None:
        """The format, kind and subject of the page, even if the kind is free, so that the page is checked as one of no
        format.
        """
        if not self.possible_formats:
            return None
        from doclint.formats.fit import best, told

        found = self._told_in_folder or told(self.path, self.rendered, self.possible_formats)
        if found is not None:
            return found
        best_ones = best(self.fits)
        if len(best_ones) > 1:
            best_ones = [fit for fit in best_ones if not self.needs_source(fit.identity.format)]
        return best_ones[0].identity if len(best_ones) == 1 else None

    @cached_property
    def fits(self) -> "list[Fit]":
        """How well the page fits each kind that can lie at its path, the best ones first."""
        from doclint.formats.fit import fits

        return fits(self.path, self.rendered, self.possible_formats)

    @cached_property
    def copy(self) -> Fence | None:
        return find_copy(self.rendered, self.identity.kind) if self.identity else None

    @cached_property
    def template(self) -> View:
        """The page as its generator meant it."""
        return template_view(self.rendered, self.identity, self.copy, self.limits.fences)

    @property
    def document(self) -> Document:
        return self.template.document

    @cached_property
    def dotted_modules(self) -> list[str]:
        """The names with dots of the modules that the page documents."""
        symbols = (one for members in self.documentation for one in members.symbols if "module" in one.kinds)
        return [one.name.text for one in symbols if "." in one.name.text]

    @cached_property
    def directives(self) -> Directives:
        return read_directives(self.document)

    @cached_property
    def outline(self) -> Outline | None:
        identity = self.identity
        if identity is None:
            return None
        from doclint.formats.reading.outline_reading import outline_of

        outline = outline_of(self.own_blocks, identity.kind, identity.format, identity.subject)
        if identity.kind.front_matter:
            from doclint.formats.reading.front_matter import captures_of

            outline.front_matter_captures = captures_of(self.document, identity.kind.front_matter)
        return outline

    @cached_property
    def own_blocks(self) -> list[Block]:
        """The blocks that are of the format of the page: all, unless its generator owns a part only."""
        if self.identity is None:
            return []
        from doclint.formats.reading.own_part import own_blocks

        return own_blocks(self.document.blocks, self.identity.format)

    @cached_property
    def sections(self) -> list[Section]:
        return list(self.outline.walk()) if self.outline else []

    @cached_property
    def matched(self) -> tuple[list[Shape], list[Absent]]:
        """The contents of the page, and what the format expects in its sections but the page lacks."""
        if self.identity is None or self.outline is None:
            return [], []
        from doclint.formats.reading.matching import Matcher

        matcher = Matcher(self.identity.format, self.identity.subject)
        outline, kind = self.outline, self.identity.kind
        found, _ = matcher.contents(outline.preamble, kind.content, "", outline.title)
        absent: list[Absent] = []
        for section in self.sections:
            content = section.place.spec.content if section.place else ()
            there, not_there = matcher.contents(section.blocks, content, section.key, section.heading)
            found += there
            absent += [Absent(heading=section.heading, content=one) for one in not_there]
        there, _ = matcher.contents(outline.epilogue, kind.epilogue, "")
        return found + there, absent

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The paths that the kind of the page promises for its source, as `candidates_of_page` finds them."""
        if self.identity is None:
            return ()
        from doclint.formats.documented.documentation import candidates_of_page

        return candidates_of_page(self.identity, self.outline)

    @cached_property
    def documentation(self) -> "list[Members]":
        """The symbols at the top of the page, list by list, with all that the page says of them."""
        if self.identity is None or self.outline is None or not self.identity.kind.documents:
            return []
        from doclint.formats.documented.documentation import documentation

        return documentation(self.identity, self.outline, self.matched[0], self.candidates)

    @cached_property
    def captures(self) -> dict[str, list[Capture]]:
        """What was captured by each hole of the format, by the name of the hole."""
        outline = self.outline
        if outline is None:
            return {}
        every = [outline.front_matter_captures, outline.title_captures or {}]
        every += [section.captures for section in self.sections]
        for shape in self.matched[0]:
            every += captures_in(shape)
        every.append(outline.footer_captures)
        return by_key(item for captures in every if captures for item in captures.items())

    @cached_property
    def anchors(self) -> frozenset[str] | None:
        """The fragments that a link to the page can have on the host; None if the page shows what is not on it."""
        rendered = self.rendered
        if rendered.is_open or (rendered.mdx and rendered.mdx.includes):
            return None
        return rendered.anchors | self.document.anchors

    @cached_property
    def quotation(self) -> Quotation | None:
        """The copy of its source file that the page quotes; None if it quotes none, or a placeholder."""
        copy = next((shape for shape in self.matched[0] if isinstance(shape, SourceCopy)), None)
        subject = self.identity.subject if self.identity else None
        if copy is None or copy.placeholder or subject is None or subject.path is None:
            return None
        # The generator ends the copy with a line ending of its own.
        text = self.source.text[slice(*copy.content)].removesuffix("\n").removesuffix("\r")
        complete = not copy.is_cut_at(len(text)) and not self.states_more_than(text)
        return Quotation(subject.path, text.encode(), complete)

    @cached_property
    def breaches(self) -> list[Breach]:
        """The limits that the page exceeds, without regard to its source file."""
        found = []
        deep, fence = self.document.tree.too_deep, self.template.uncorrected
        if deep is not None:
            found.append(
                Breach("depth", Span(deep, deep), "doclint reads what is nested more deeply as if it were not nested")
            )
        if fence is not None:
            found.append(
                Breach("fences", fence, "doclint does not read the sections in this fence and the following ones")
            )
        return found

    def states_more_than(self, text: str) -> bool:
        size, lines = self._stated(BYTES) - len(text.encode()), self._stated(LINES)
        if size <= 0 and lines <= 1:
            return False
        there = len(text.splitlines()) + 1
        return size > there or lines > there

    def _stated(self, hole: str) -> int:
        """Return the largest figure that holes of that name captured; 0 if there is none."""
        return max((capture.number or 0 for capture in self.captures.get(hole, ())), default=0)


class _Recent(threading.local):
    """The last two pages that each thread checked, as the next page is most often about the same file as they are, and
    the last two others that it asked for: rules ask several times for the page that a link leads to.
    """

    def __init__(self) -> None:
        self.pages: deque[ParsedPage] = deque(maxlen=2)
        self.others: deque[ParsedPage] = deque(maxlen=2)


_recent = _Recent()


def keep(parsed: ParsedPage) -> None:
    """Keep a parsed page for a while: the next pages may need it."""
    _recent.pages.append(parsed)


def parsed_page(path: str, source: Source, formats: FormatSet, limits: Limits) -> ParsedPage:
    """Return a page parsed, or to be parsed; one that this thread parsed lately is used again."""
    for parsed in (*_recent.pages, *_recent.others):
        if parsed.is_of(path, source, formats, limits):
            return parsed
    _recent.others.append(ParsedPage(path, source, formats, limits))
    return _recent.others[-1]
