"""Fences that end elsewhere than their generator meant.

A generator puts a fence of three backticks around any file, and so a fence in the file closes it early. What CommonMark
makes of such a page is the rendered view. The template view is what the generator meant: the quoted source runs to the
closing fence that the rest of the page follows, and no fence contains a section of the format.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.formats.kinds import Identity
from doclint.formats.patterns.pattern import Pattern, first_match
from doclint.formats.reading.headings import find_footer, heading_match, named_by
from doclint.markdown.document import Document, Mask, blanks
from doclint.markdown.html import elements
from doclint.markdown.nodes import CodeBlock, Heading, Paragraph
from doclint.markdown.parser import parse
from doclint.markdown.source import Span

if TYPE_CHECKING:
    from doclint.formats.schema.format import Kind
    from doclint.formats.schema.sections import SectionPlace

_MARGIN = 2  # sections by which an end of a weaker kind must score higher than one of a stronger kind
_DIRECTIVES = r"(?:\s*<!--\s*doclint\b[^\r\n]*-->[ \t]*(?![^\r\n]))*+"
_NEXT_LINE = expression(_DIRECTIVES + r"\s*(?<![^\r\n])([^\r\n]*[^\s][^\r\n]*)")
_LINE = expression(r"(?<![^\r\n])[^\r\n]*[^\s][^\r\n]*")
_BLOCKS = 2  # lines for each block of a footer, one of them blank
_TAG_LINE = expression(r"[\r\n] {0,3}(?P<tag></(?P<name>[a-z][\w+#.-]*+)>)[ \t]*+(?=[\r\n]|\Z)")
_INFO_LINE = expression(r"(?<![^\r\n])[ \t]*(?P<fence>```+|~~~+)[ \t]*(?P<info>[\w+#.-]+)[ \t]*(?![^\r\n])")
_MARKDOWN = ("markdown", "md", "mdx")
_NOTHING_BELOW = expression(r"(?:\r\n?+|\n|\Z)[ \t]*(?![^\r\n])")
_OPENING_OR_HEADING = expression(r"[\r\n] {0,3}(?:#{1,6}[ \t]|(?:```|~~~)[`~]*\w)")
_HEADING_LINE = expression(r"(?<![^\r\n]) {0,3}#{1,6}[ \t][^\r\n]*")


class Fence(Struct, frozen=True):
    """A fence: the block as it is rendered, and the characters that it was meant to contain.

    `end` states what ends it: "fence" is a closing fence, "glued" one that is glued to the last line of the content,
    "tag" an end tag that a model wrote in place of one, "info" one with a word after its marks, and with "none" it ends
    where the next section begins. `tag` is the span of that tag. `infos` are the spans of these words, also in closing
    fences of what else the rendered block contains.
    """

    rendered: CodeBlock
    content: Span
    end: Literal["fence", "glued", "tag", "info", "none"]
    tag: Span | None = None
    infos: tuple[Span, ...] = ()

    @property
    def is_as_rendered(self) -> bool:
        """Whether the rendered block contains what the fence was meant to contain."""
        return self.rendered.closed and self.rendered.content == self.content


def find_copy(rendered: Document, kind: "Kind") -> Fence | None:
    """Return the quoted source of a page of a kind; None if pages of the kind have none, or this page has none."""
    home = kind.quoting_section
    opener = _opener(rendered, kind, home) if home else None
    if home is None or opener is None:
        return None
    search = _EndSearch(rendered, kind, home, opener)
    return search.best() or Fence(opener, opener.content, "fence" if opener.closed else "none")


class View(Struct, frozen=True):
    """A page as its generator meant it.

    `broken` are the fences that end elsewhere than in the rendered document; if there are none, `document` is that one.
    `uncorrected` is the first fence beyond the number of fences that are corrected.
    """

    document: Document
    broken: list[Fence]
    uncorrected: Span | None = None


def template_view(rendered: Document, identity: Identity | None, copy: Fence | None, most: int) -> View:
    """Return a page as its generator meant it, with at most `most` fences corrected."""
    broken: list[Fence] = []
    document = rendered
    if copy is not None and not copy.is_as_rendered:
        broken.append(copy)
        document = _with_corrected_fence(document, copy)
    others = (block for block in document.code_blocks if copy is None or block.start != copy.rendered.start)
    tags = _tags(document.source.text) if any("</" in block.text for block in others) else {}
    while fence := (
        next(_beyond_infos(document, copy, broken), None)
        or next(_beyond_tags(document, copy, tags), None)
        or next(_swallowing(document, identity, copy), None)
    ):
        if len(broken) >= most:
            return View(document, broken, fence.rendered.span)
        broken.append(fence)
        document = _with_corrected_fence(document, fence)
    return View(document, broken)


def _with_corrected_fence(document: Document, fence: Fence) -> Document:
    if fence.infos:
        mask = blanks(document.source.text, fence.infos)
    else:
        hidden = Span(fence.content.start, fence.tag.end if fence.tag else fence.content.end)
        size = hidden.end - hidden.start
        closer = {"none": f"\n{fence.rendered.fence}\n", "tag": f"\n{fence.rendered.fence}"}.get(fence.end, "\n")
        mask = Mask(hidden, " " * (size - len(closer)) + closer)
        if size < len(closer):  # nothing is meant to be in the fence: its line ends another one
            mask = blanks(document.source.text, [Span(fence.rendered.start, fence.rendered.content.start)])
    corrected = document.masked(mask)
    for block in corrected.code_blocks:
        original = next((old for old in document.code_blocks if old.start == block.start), None)
        if block.start == fence.rendered.start:
            block.content, block.closed = fence.content, fence.rendered.closed
            block.text = document.source.text[slice(*fence.content)]
        elif original is not None and original.content == block.content:
            block.text = original.text
    return corrected


def _beyond_infos(document: Document, copy: Fence | None, broken: Sequence[Fence]) -> Iterator[Fence]:
    """Yield the fences that should end at a fence with a word after its marks, as in "```text".

    Models write such a word, and so do scripts that name a language for each fence without one. It is the same on the
    whole page. What follows shows that the fence was meant to close: a blank line, and in a block that is closed also
    what opens another fence.
    """
    text = document.source.text
    word = next((text[slice(*fence.infos[0])] for fence in broken if fence.infos), None)
    for block in document.code_blocks:
        if not block.fence or (copy and block.start == copy.rendered.start):
            continue
        lines = _info_lines(text, block)
        # Every other line opens the next fence. Of a block that is closed, the last one does.
        closing = lines[::2] if not block.closed or len(lines) % 2 == 0 else []
        meant = word or (closing[0]["info"] if closing else "")
        spans: list[Span] = []
        for line in closing:
            if line["info"] != meant or not _NOTHING_BELOW.match(text, line.end()):
                break
            spans.append(Span(*line.span("info")))
        if spans:
            yield Fence(block, Span(block.content.start, closing[0].start()), "info", infos=tuple(spans))


def _info_lines(text: str, block: CodeBlock) -> list[re.Match[str]]:
    """Return the lines of a block that would be fences with an info string, but for repetitions of an opening fence.

    An example in Markdown may show several of them.
    """
    if block.fence not in block.text:
        return []
    found: list[re.Match[str]] = []
    for line in _INFO_LINE.finditer(text, *block.content):
        is_closing = len(found) % 2 == 0
        before = text[found[-1].end() if found else block.content.start : line.start()]
        if line["fence"].startswith(block.fence) and (before.strip() or not is_closing):
            found.append(line)
    return found if len(found) < 2 or block.language not in _MARKDOWN else []


def _tags(text: str) -> dict[str, list[Span]]:
    """Return the end tags on lines of their own that are not HTML, by their names."""
    found = by_key((line["name"], Span(*line.span("tag"))) for line in _TAG_LINE.finditer(text))
    return {name: tags for name, tags in found.items() if name not in elements(found)}


def _beyond_tags(document: Document, copy: Fence | None, tags: Mapping[str, Sequence[Span]]) -> Iterator[Fence]:
    """Yield the fences that should end at a tag of their language, as models write: `</mermaid>`.

    The tag belongs to the content if that has a tag that begins with its name, or if nothing but the content follows.
    """
    text = document.source.text
    for block in document.blocks if tags else ():
        if type(block) is not CodeBlock or not block.fence or (copy and block.start == copy.rendered.start):
            continue
        content, places = block.content, tags.get(block.language, ())
        index = bisect_left(places, content.start, key=lambda place: place.start)
        tag = places[index] if index < len(places) else content
        has_room = content.start + len(block.fence) < tag.end <= content.end
        if tag is content or not has_room or text.find(f"<{block.language}", content.start, tag.start) >= 0:
            continue
        if not block.closed or _OPENING_OR_HEADING.search(text, tag.end, content.end):
            start = max(text.rfind("\n", 0, tag.start), text.rfind("\r", 0, tag.start)) + 1
            yield Fence(block, Span(content.start, start), "tag", tag)


def _swallowing(document: Document, identity: Identity | None, copy: Fence | None) -> Iterator[Fence]:
    """Yield the fences that contain what should follow them, with an end before that.

    A fence that is never closed contains all sections after it, and the footer. A fence that is closed, by one that
    was meant to close another, contains a section that the page should have and has nowhere else, or any section in
    front of what opens the other fence.
    """
    if identity is None:
        return
    text, sections = document.source.text, identity.kind.all_sections
    # Generators write separators, and anchors in HTML, in front of headings.
    lead = (*(["---"] if identity.format.separators else []), *(["<a "] if identity.kind.has_blocks_before else []))
    absent: list[SectionPlace] | None = None  # searched once, if a fence that is closed has what looks like a heading
    for block in document.blocks:
        if type(block) is not CodeBlock or not block.fence or (copy and block.start == copy.rendered.start):
            continue
        end = None
        if _HEADING_LINE.search(text, block.content.start, block.content.end):
            if block.closed and absent is None:
                absent = _absent(document, identity.kind)
            places = absent if block.closed and absent is not None else sections
            end = _first_section(text, block.content, places)
            if end is None and block.closed:
                end = _first_section(text, _before_opening(text, block), sections)
            if end is not None:
                end = _behind(text, block.content.start, end, lead)
        if end is None and not block.closed:
            end = _last_footer(text, block.content, identity.format.footer_of(identity.kind))
        if end is not None:
            yield _glued(text, block, end) or Fence(block, Span(block.content.start, end), "none")


def _behind(text: str, first: int, end: int, lead: tuple[str, ...]) -> int:
    """Return where the last line after `first` ends that is neither blank nor begins with what leads to a heading."""
    while lead and end > first:
        start = text.rfind("\n", first, end - 1) + 1 or first
        line = text[start:end].strip()
        if line and not line.startswith(lead):
            break
        end = start
    return end


def _before_opening(text: str, block: CodeBlock) -> Span:
    """Return what a fence has in front of the last line that opens another one; nothing if no line does."""
    mark, length = re.escape(block.fence[0]), len(block.fence)
    opening = re.compile(rf"(?<![^\r\n]) {{0,3}}{mark}{{{length},}}+[ \t]*+[^\s{mark}][^\r\n{mark}]*+(?![^\r\n])")
    lines = [line.start() for line in opening.finditer(text, block.content.start, block.content.end)]
    return Span(block.content.start, max(lines, default=block.content.start))


def _absent(document: Document, kind: "Kind") -> "list[SectionPlace]":
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    required = [place for place in kind.all_sections if place.spec.required]
    return [place for place in required if all(heading_match(place, heading) is None for heading in headings)]


def _first_section(text: str, content: Span, places: "Sequence[SectionPlace]") -> int | None:
    for line in _HEADING_LINE.finditer(text, content.start, content.end) if places else ():
        heading = _heading_of(line.group())
        if heading is not None and any(heading_match(place, heading) is not None for place in places):
            return line.start()
    return None


@lru_cache(maxsize=128)  # a page is read as one of each format that it may be of, and examples repeat comments
def _heading_of(line: str) -> Heading | None:
    match parse(line).blocks:
        case [Heading() as heading]:
            return heading
    return None


def _last_footer(text: str, content: Span, footer: Sequence[Pattern]) -> int | None:
    # A footer is short: each of its blocks takes a line, perhaps with a blank one between.
    lines = list(_LINE.finditer(text, content.start, content.end))[-_BLOCKS * len(footer) :]
    for line in lines:
        blocks = parse(text[line.start() : content.end]).blocks
        start, _, captures = find_footer(blocks, footer)
        if captures is not None and start == 0 and len(blocks) == len(footer):
            return line.start()
    return None


def _glued(text: str, block: CodeBlock, end: int) -> Fence | None:
    before = text[block.content.start : end].rstrip()
    if before.endswith(block.fence) and not before.endswith(f"\n{block.fence}"):
        return Fence(block, Span(block.content.start, block.content.start + len(before) - len(block.fence)), "glued")
    return None


def _opener(rendered: Document, kind: "Kind", home: "SectionPlace") -> CodeBlock | None:
    """Return the first fence in the section of the source; without such a section, in one that the format lacks."""
    named = stray = None
    inside = is_foreign = False
    for block in rendered.blocks:
        if isinstance(block, Heading):
            if named or (inside and block.level <= home.level):
                break
            places = named_by(block, kind)
            inside = inside or home in places
            is_foreign = block.level > 1 and not places.keys() - {home}
        elif isinstance(block, CodeBlock) and block.fence:
            if inside:
                named = named or block
            elif is_foreign:
                stray = stray or block
    return named or (None if inside else stray)


class _Candidate(NamedTuple):
    """A possible end of the source, with its score. Of equal scores, a closing fence counts, and then the last end."""

    score: int
    is_fence: bool
    position: int
    end: Literal["fence", "glued", "none"]


class _LinePatterns(Struct, frozen=True):
    """What lines look like that the end of a source is searched by."""

    section: re.Pattern[str]
    lines: re.Pattern[str]
    glued: re.Pattern[str]


@lru_cache(maxsize=64)
def _line_patterns(fence: str, level: int, *, has_returns: bool) -> _LinePatterns:
    """Return the patterns for a source in a fence, in a section of some level."""
    mark, length = re.escape(fence[0]), len(fence)
    # Regular expressions that begin with a literal are fast, and so are those that tell most lines by one character.
    ending = r"[\r\n]" if has_returns else r"\n"
    return _LinePatterns(
        section=re.compile(rf" {{0,3}}#{{1,{level}}}[ \t]"),
        lines=re.compile(
            rf"{ending} {{0,3}}[{mark}#](?:(?<={mark})(?P<fence>{mark}{{{length - 1},}})[ \t]*(?![^\r\n])"
            rf"|(?<=#)(?P<heading>#{{0,{level - 1}}}[ \t][^\r\n]*))"
        ),
        glued=re.compile(rf"{mark * length}(?<=[^\s{mark}]{mark * length}){mark}*+[ \t]*+(?![^\r\n])"),
    )


class _EndSearch:
    """A search for the end of a quoted source: the line after which the rest of the page follows best.

    The score of an end is the number of other sections of the kind after it, less the sections that occur there more
    than once or also before the copy. Such sections occur after the end of a page that is quoted within the copy.
    Sections are recognized by headings that begin with a hash, as generators write them.
    """

    def __init__(self, rendered: Document, kind: "Kind", home: "SectionPlace", opener: CodeBlock) -> None:
        from doclint.formats.schema.contents import TextContent

        self.text = rendered.source.text
        self.opener = opener
        self.others = kind.after_source
        self.notes = [content for content in home.spec.content if isinstance(content, TextContent)]
        self.has_others = kind.has_varied_headings_after_source
        self.ranks: dict[str, int | None] = {**kind.headings_after_source}
        self.before = {
            self.rank(f"{'#' * heading.level} {heading.text}")
            for heading in takewhile(lambda heading: heading.start < opener.start, rendered.headings)
        }
        self.patterns = _line_patterns(opener.fence, home.level, has_returns="\r" in self.text)

    def best(self) -> Fence | None:
        """Return the end with the highest score; of equal ones the last.

        An end that a section follows is preferred to any other closing fence, and that to an end where nothing closes
        the fence, unless the score of the weaker one is higher by a margin.
        """
        best: _Candidate | None = None
        for candidates in self.candidates():
            other = max(candidates, default=None)
            if other and (best is None or other.score >= best.score + _MARGIN):
                best = other
        return Fence(self.opener, Span(self.opener.content.start, best.position), best.end) if best else None

    def candidates(self) -> tuple[list[_Candidate], ...]:
        """Return all possible ends by the evidence for them, the strongest first: a section follows, it is a closing
        fence, the next section begins there.
        """
        followed: list[_Candidate] = []
        closers: list[_Candidate] = []
        headings: list[_Candidate] = []
        score = 0
        seen = set(self.before)
        for line in reversed(self.heading_and_fence_lines()):
            start, is_fence = line.start() + 1, line.lastgroup == "fence"
            if line.lastgroup == "heading":
                rank = self.rank(line.group().lstrip())
                if rank is not None:
                    score += -1 if rank in seen else 1
                    seen.add(rank)
                    headings.append(_Candidate(score, is_fence, start, "none"))
            elif is_fence:
                fences = followed if self.is_followed(line.end()) else closers
                fences.append(_Candidate(score, is_fence, start, "fence"))
            elif self.rank(self.next_line(line.end())) is not None:
                followed.append(_Candidate(score, is_fence, line.start(), "glued"))
        return followed, closers, headings

    def heading_and_fence_lines(self) -> list[re.Match[str]]:
        """Return the headings and fences after the opening fence, and fences that are glued to any other line."""
        first = self.opener.content.start - 1
        patterns = self.patterns
        fence = max(self.text.find(self.opener.fence, first + 1), first)  # to find fixed characters costs least
        lines = [*patterns.lines.finditer(self.text, first), *patterns.glued.finditer(self.text, fence)]
        found: list[re.Match[str]] = []
        for line in sorted(lines, key=re.Match.start):
            if not found or line.start() >= found[-1].end():
                found.append(line)
        return found

    def rank(self, line: str) -> int | None:
        """Return which of the other sections has the heading on a line, with its level; None if none has."""
        plain = " ".join(line.split(maxsplit=1)).rstrip()
        if plain not in self.ranks:
            self.ranks[plain] = self.rank_of_unusual(line) if self.has_others else None
        return self.ranks[plain]

    def rank_of_unusual(self, line: str) -> int | None:
        match parse(line).blocks:
            case [Heading() as heading]:
                for rank, place in enumerate(self.others):
                    if heading.level in place.levels and heading_match(place, heading) is not None:
                        return rank
        return None

    def is_followed(self, end: int) -> bool:
        """Whether a fence is followed by a section, perhaps with a note on the copy between, or by nothing at all."""
        line = self.next_line(end)
        if line and self.patterns.section.match(line) is None and self.is_note(line):
            line = self.next_line(self.text.index(line, end) + len(line))
        return not line or self.patterns.section.match(line) is not None

    def next_line(self, end: int) -> str:
        """Return the next line that is neither blank nor a comment to doclint; empty at the end of the page."""
        match = _NEXT_LINE.match(self.text, end)
        return match[1] if match else ""

    def is_note(self, line: str) -> bool:
        if not self.notes:
            return False
        match parse(line).blocks:
            case [Paragraph(children=children)]:
                return any(first_match(note.text, children) is not None for note in self.notes)
        return False
