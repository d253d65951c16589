"""Where the fences of a page really end.

A generator puts a fence of three backticks around any file, and so the file's own fences close it early. What
CommonMark makes of such a page is the rendered view. The template view is what the generator meant: the quoted source
runs to the closing fence that the rest of the page follows, and no fence swallows a section of the format.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Literal, NamedTuple

from doclint.formats.kinds import Identity
from doclint.formats.outline import find_footer, heading_match, named_by
from doclint.formats.schema import Format, Kind, SectionPlace, SourceContent, TextContent
from doclint.markdown.document import Document, Mask
from doclint.markdown.nodes import CodeBlock, Heading, Paragraph
from doclint.markdown.parser import parse
from doclint.markdown.source import Span

_MARGIN = 2  # sections by which an end that less speaks for must be the better one
_DIRECTIVES = r"(?:\s*<!--\s*doclint\b[^\r\n]*-->[ \t]*(?![^\r\n]))*+"
_NEXT_LINE = re.compile(_DIRECTIVES + r"\s*(?<![^\r\n])([^\r\n]*[^\s][^\r\n]*)")
_LINE = re.compile(r"(?<![^\r\n])[^\r\n]*[^\s][^\r\n]*")
_BLOCKS = 2  # lines for each block of a footer
_HEADING_LINE = re.compile(r"(?<![^\r\n]) {0,3}#{1,6}[ \t][^\r\n]*")


class Fence(NamedTuple):
    """A fence: the block as it is rendered, and the characters that it was meant to hold.

    `end` says what ends it: a closing fence, one glued to the last line of the content, or none, so that it ends
    where the next section begins.
    """

    rendered: CodeBlock
    content: Span
    end: Literal["fence", "glued", "none"]

    @property
    def is_as_rendered(self) -> bool:
        return self.rendered.closed and self.rendered.content == self.content


def find_copy(rendered: Document, kind: Kind) -> Fence | None:
    """The quoted source of a page of that kind, if such pages have one and this one does."""
    places = kind.all_sections
    home = next((place for place in places if _has_source(place)), None)
    opener = _opener(rendered, kind, home) if home else None
    if home is None or opener is None:
        return None
    others = [place for place in places if place is not home and place.level <= home.level]
    scan = _Scan(rendered, home, others, opener)
    return scan.best() or Fence(opener, opener.content, "fence" if opener.closed else "none")


class View(NamedTuple):
    """A page as its generator meant it, and the fences that end otherwise there; the same document if none does.

    `unmended` is the first of those that are too many.
    """

    document: Document
    broken: list[Fence]
    unmended: Span | None = None


def template_view(rendered: Document, identity: Identity | None, copy: Fence | None, most: int) -> View:
    """The page as its generator meant it; of the fences that hold sections, so many are mended."""
    broken: list[Fence] = []
    if identity is None:
        return View(rendered, broken)
    document = rendered
    if copy is not None and not copy.is_as_rendered:
        broken.append(copy)
        document = _mended(document, copy)
    while fence := next(_swallowing(document, identity, copy), None):
        if len(broken) >= most:
            return View(document, broken, fence.rendered.span)
        broken.append(fence)
        document = _mended(document, fence)
    return View(document, broken)


def _mended(document: Document, fence: Fence) -> Document:
    """The document in which a fence ends where it should."""
    size = fence.content.end - fence.content.start
    closer = f"\n{fence.rendered.fence}\n" if fence.end == "none" else "\n"
    if size < len(closer):
        return document
    mended = document.masked(Mask(fence.content, " " * (size - len(closer)) + closer))
    for block in mended.code_blocks:
        original = next((old for old in document.code_blocks if old.start == block.start), None)
        if block.start == fence.rendered.start:
            block.content, block.closed = fence.content, fence.rendered.closed
            block.text = document.source.text[slice(*fence.content)]
        elif original is not None and original.content == block.content:
            block.text = original.text
    return mended


def _swallowing(document: Document, identity: Identity, copy: Fence | None) -> Iterator[Fence]:
    """The fences that hold what follows them on pages of the kind, each ended before that.

    One that is never closed holds every section in it, and the footer. One that is closed, by a fence that was meant to
    close another, is known by a section in it that the page should have and has nowhere else.
    """
    text = document.source.text
    for block in document.blocks:
        if not isinstance(block, CodeBlock) or not block.fence or (copy and block.start == copy.rendered.start):
            continue
        end = _first_section(text, block.content, identity.kind.all_sections)
        if end is not None and block.closed:
            end = _first_section(text, block.content, _absent(document, identity.kind))
        elif end is None and not block.closed:
            end = _last_footer(text, block.content, identity.format)
        if end is not None:
            yield _glued(text, block, end) or Fence(block, Span(block.content.start, end), "none")


def _absent(document: Document, kind: Kind) -> list[SectionPlace]:
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    required = [place for place in kind.all_sections if place.spec.required]
    return [place for place in required if all(heading_match(place, heading) is None for heading in headings)]


def _first_section(text: str, content: Span, places: Sequence[SectionPlace]) -> int | None:
    for line in _HEADING_LINE.finditer(text, content.start, content.end):
        match parse(line.group()).blocks:
            case [Heading() as heading] if any(heading_match(place, heading) is not None for place in places):
                return line.start()
    return None


def _last_footer(text: str, content: Span, format_: Format) -> int | None:
    # A footer is short: each of its blocks takes a line, and blank ones may stand between.
    lines = list(_LINE.finditer(text, content.start, content.end))[-_BLOCKS * len(format_.footer) :]
    for line in lines:
        blocks = parse(text[line.start() : content.end]).blocks
        start, _, captures = find_footer(blocks, format_)
        if captures is not None and start == 0 and len(blocks) == len(format_.footer):
            return line.start()
    return None


def _glued(text: str, block: CodeBlock, end: int) -> Fence | None:
    before = text[block.content.start : end].rstrip()
    if before.endswith(block.fence) and not before.endswith(f"\n{block.fence}"):
        return Fence(block, Span(block.content.start, block.content.start + len(before) - len(block.fence)), "glued")
    return None


def _has_source(place: SectionPlace) -> bool:
    return any(isinstance(content, SourceContent) for content in place.spec.content)


def _opener(rendered: Document, kind: Kind, home: SectionPlace) -> CodeBlock | None:
    """The fence in the section of the source, or where none has that name in one that the format does not have."""
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


class _Trust(Enum):
    """What speaks for an end, in the order in which it is believed."""

    SECTION = "a section follows it"
    CLOSER = "it is a closing fence"
    NO_MEMO = "the next section begins there"


class _Candidate(NamedTuple):
    trust: _Trust
    score: int
    position: int
    fence: Fence


class _Scan:
    """Looks at each line behind the opening fence for how well what follows it is the rest of the page.

    The measure of an end is how many other sections of the kind stand behind it, less those that stand there more than
    once, or before the copy as well: behind the end of a page that is quoted inside the copy they do. Sections are
    told by the headings that generators write, which begin with a hash.
    """

    def __init__(
        self, rendered: Document, home: SectionPlace, others: Sequence[SectionPlace], opener: CodeBlock
    ) -> None:
        self.text = rendered.source.text
        self.opener = opener
        self.others = others
        self.notes = [
            pattern for content in home.spec.content if isinstance(content, TextContent) for pattern in content.text
        ]
        self.ranks: dict[str, int | None] = {
            f"{'#' * place.level} {place.spec.heading.text}": rank for rank, place in enumerate(others)
        }
        self.has_holes = any(place.spec.heading.names or place.spec.emits for place in others)
        self.before = {
            self.rank(f"{'#' * heading.level} {heading.text}")
            for heading in rendered.headings
            if heading.start < opener.start
        }
        mark, length = re.escape(opener.fence[0]), len(opener.fence)
        self.section = re.compile(rf" {{0,3}}#{{1,{home.level}}}[ \t]")
        # What begins with one character, or a few that are the same, is found fast.
        ending = r"[\r\n]" if "\r" in self.text else r"\n"
        self.lines = re.compile(
            rf"{ending} {{0,3}}(?:(?P<fence>{mark}{{{length},}})[ \t]*(?![^\r\n])"
            rf"|(?P<heading>#{{1,{home.level}}}[ \t][^\r\n]*))"
        )
        self.glued = re.compile(rf"{mark * length}(?<=[^\s{mark}]{mark * length}){mark}*+[ \t]*+(?![^\r\n])")

    def best(self) -> Fence | None:
        """The end with the highest measure, of equal ones the last.

        An end that a section follows is taken before a closing fence in the midst of something, and that before an end
        where nothing closes the fence, unless the measure tells them well apart.
        """
        best: _Candidate | None = None
        candidates = list(self.candidates())
        for kind in _Trust:
            found = [candidate for candidate in candidates if candidate.trust is kind]
            other = max(
                found, key=lambda found: (found.score, found.fence.end == "fence", found.position), default=None
            )
            if other and (best is None or other.score >= best.score + _MARGIN):
                best = other
        return best.fence if best else None

    def candidates(self) -> Iterator[_Candidate]:
        score = 0
        seen = set(self.before)
        for line in reversed(self.telling_lines()):
            start = line.start() + 1
            if line.lastgroup == "heading":
                rank = self.rank(line["heading"])
                if rank is not None:
                    score += -1 if rank in seen else 1
                    seen.add(rank)
                    yield self.candidate(_Trust.NO_MEMO, score, start, "none")
            elif line.lastgroup == "fence":
                trust = _Trust.SECTION if self.is_followed(line.end()) else _Trust.CLOSER
                yield self.candidate(trust, score, start, "fence")
            elif self.rank(self.next_line(line.end())) is not None:
                yield self.candidate(_Trust.SECTION, score, line.start(), "glued")

    def telling_lines(self) -> list[re.Match[str]]:
        """The headings and the fences behind the opening one, and the fences that are glued to a line but to these."""
        first = self.opener.content.start - 1
        lines = [*self.lines.finditer(self.text, first), *self.glued.finditer(self.text, first)]
        found: list[re.Match[str]] = []
        for line in sorted(lines, key=re.Match.start):
            if not found or line.start() >= found[-1].end():
                found.append(line)
        return found

    def candidate(
        self, trust: "_Trust", score: int, position: int, end: Literal["fence", "glued", "none"]
    ) -> "_Candidate":
        return _Candidate(trust, score, position, Fence(self.opener, Span(self.opener.content.start, position), end))

    def rank(self, line: str) -> int | None:
        """Which of the other sections the heading on the line belongs to; it is on the level of that section."""
        plain = " ".join(line.split(maxsplit=1)).rstrip()
        if plain not in self.ranks:
            self.ranks[plain] = self.rank_of_unusual(line) if self.has_holes else None
        return self.ranks[plain]

    def rank_of_unusual(self, line: str) -> int | None:
        match parse(line).blocks:
            case [Heading() as heading]:
                for rank, place in enumerate(self.others):
                    if place.level == heading.level and heading_match(place, heading) is not None:
                        return rank
        return None

    def is_followed(self, end: int) -> bool:
        """Whether behind a fence comes a section, with or without a note on the copy before it, or nothing at all."""
        line = self.next_line(end)
        if line and self.section.match(line) is None and self.is_note(line):
            line = self.next_line(self.text.index(line, end) + len(line))
        return not line or self.section.match(line) is not None

    def next_line(self, end: int) -> str:
        """The next line that is neither blank nor a comment to doclint, empty at the end of the page."""
        match = _NEXT_LINE.match(self.text, end)
        return match[1] if match else ""

    def is_note(self, line: str) -> bool:
        if not self.notes:
            return False
        match parse(line).blocks:
            case [Paragraph(children=children)]:
                return any(note.match(children) is not None for note in self.notes)
        return False
