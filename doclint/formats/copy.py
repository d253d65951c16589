"""Where the quoted source of a page really ends.

A generator puts a fence of three backticks around any file, and so the file's own fences close it early. What
CommonMark makes of such a page is the rendered view. The template view is what the generator meant: the copy runs to
the closing fence that the rest of the page follows.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from doclint.document import Document, Mask
from doclint.formats.schema import Kind, SectionSpec, SourceContent, TextContent
from doclint.markdown import parse
from doclint.nodes import CodeBlock, Heading, Paragraph
from doclint.source import Span

_MARGIN = 2  # sections by which an end that is no closing fence must be the better one
_SECTION = re.compile(r" {0,3}#{1,2}[ \t]")
_NEXT_LINE = re.compile(r"\s*^([^\r\n]*\S[^\r\n]*)", re.MULTILINE)


class Copy(NamedTuple):
    """The quoted source: the block as it is rendered, and the characters of the copy.

    `end` says what ends it: a closing fence, one glued to the last line of the copy, or none, so that it ends
    where the next section begins.
    """

    rendered: CodeBlock
    content: Span
    end: Literal["fence", "glued", "none"]

    @property
    def is_as_rendered(self) -> bool:
        return self.rendered.closed and self.rendered.content == self.content


class _Candidate(NamedTuple):
    score: int
    position: int
    copy: Copy


def find_copy(rendered: Document, kind: Kind) -> Copy | None:
    """The quoted source of a page of that kind, if such pages have one and this one does."""
    place = next((place for place, section in enumerate(kind.section) if _source_content(section)), None)
    if place is None:
        return None
    opener = _opener(rendered, kind, kind.section[place])
    if opener is None:
        return None
    scan = _Scan(rendered, kind.section[place], kind.section[place + 1 :], opener)
    return scan.best() or Copy(opener, opener.content, "fence" if opener.closed else "none")


def template_view(rendered: Document, copy: Copy | None) -> Document:
    """The page as the generator meant it; the same document where the copy is rendered as it was meant."""
    if copy is None or copy.is_as_rendered:
        return rendered
    size = copy.content.end - copy.content.start
    closer = {"fence": "\n", "glued": "\n", "none": f"\n{copy.rendered.fence}\n"}[copy.end]
    if size < len(closer):
        return rendered
    document = Document(rendered.source, (Mask(copy.content, " " * (size - len(closer)) + closer),))
    for block in document.code_blocks:
        if block.start == copy.rendered.start:
            block.content = copy.content
            block.text = rendered.source.text[copy.content.start : copy.content.end]
    return document


def _source_content(section: SectionSpec) -> SourceContent | None:
    return next((content for content in section.content if isinstance(content, SourceContent)), None)


def _opener(rendered: Document, kind: Kind, section: SectionSpec) -> CodeBlock | None:
    """The fence in the section of the source, or where none has that name in one that the format does not have."""
    known = [other.heading for other in kind.sections() if other is not section]
    named = stray = None
    inside = may_stray = False
    for block in rendered.blocks:
        if isinstance(block, Heading):
            if named or (inside and block.level <= 2):
                break
            inside = inside or section.heading.match(block.children) is not None
            may_stray = block.level > 1 and all(heading.match(block.children) is None for heading in known)
        elif isinstance(block, CodeBlock) and block.fence:
            if inside:
                named = named or block
            elif may_stray:
                stray = stray or block
    return named or (None if inside else stray)


class _Scan:
    """Looks at each line behind the opening fence for how well what follows it is the rest of the page.

    The measure of an end is how many of the sections to come stand behind it, less those that stand there more than
    once: behind the end of a page that is quoted inside the copy they do.
    """

    def __init__(
        self, rendered: Document, section: SectionSpec, later: Sequence[SectionSpec], opener: CodeBlock
    ) -> None:
        self.text = rendered.source.text
        self.opener = opener
        self.later = later
        self.notes = [
            pattern
            for content in section.content
            if isinstance(content, TextContent)
            for pattern in content.text.alternatives
        ]
        self.ranks: dict[str, int | None] = {spec.heading.text: rank for rank, spec in enumerate(later)}
        self.has_holes = any(spec.heading.names for spec in later)
        mark, length = re.escape(opener.fence[0]), len(opener.fence)
        self.lines = re.compile(
            rf"^ {{0,3}}(?:(?P<fence>{mark}{{{length},}})[ \t]*$|(?P<heading>#{{1,2}}[ \t][^\r\n]*))"
            rf"|(?<=[^\s{mark}])(?P<glued>{mark}{{{length},}})[ \t]*$",
            re.MULTILINE,
        )

    def best(self) -> Copy | None:
        """The end with the highest measure; of equal ones the last, and a closing fence before anything else."""
        candidates = list(self.candidates())
        fences = [candidate for candidate in candidates if candidate.copy.end == "fence"]
        best = max(fences, key=lambda found: (found.score, found.position), default=None)
        others = [candidate for candidate in candidates if candidate.copy.end != "fence"]
        other = max(others, key=lambda found: (found.score, found.copy.end == "glued", found.position), default=None)
        if other and (best is None or other.score >= best.score + _MARGIN):
            best = other
        return best.copy if best else None

    def candidates(self) -> Iterator[_Candidate]:
        score = 0
        seen: set[int] = set()
        start = self.opener.content.start
        for line in reversed(list(self.lines.finditer(self.text, start))):
            if line["heading"]:
                rank = self.rank(line["heading"])
                if rank is not None:
                    score += -1 if rank in seen else 1
                    seen.add(rank)
                    yield self.candidate(score, line.start(), "none")
            elif line["fence"] and self.is_followed(line.end()):
                yield self.candidate(score, line.start(), "fence")
            elif line["glued"] and self.rank(self.next_line(line.end())) is not None:
                yield self.candidate(score, line.start("glued"), "glued")

    def candidate(self, score: int, position: int, end: Literal["fence", "glued", "none"]) -> _Candidate:
        return _Candidate(score, position, Copy(self.opener, Span(self.opener.content.start, position), end))

    def rank(self, line: str) -> int | None:
        """Which of the sections to come the heading on the line belongs to."""
        plain = line.strip().lstrip("#").strip()
        if plain not in self.ranks:
            self.ranks[plain] = self.rank_of_unusual(line) if self.has_holes else None
        return self.ranks[plain]

    def rank_of_unusual(self, line: str) -> int | None:
        match parse(line).blocks:
            case [Heading(children=children)]:
                found = (rank for rank, spec in enumerate(self.later) if spec.heading.match(children) is not None)
                return next(found, None)
        return None

    def is_followed(self, end: int) -> bool:
        """Whether behind a fence comes a section, with or without a note on the copy before it, or nothing at all."""
        line = self.next_line(end)
        if line and self.is_note(line):
            line = self.next_line(self.text.index(line, end) + len(line))
        return not line or _SECTION.match(line) is not None

    def next_line(self, end: int) -> str:
        """The next line that is not blank, empty at the end of the page."""
        match = _NEXT_LINE.match(self.text, end)
        return match[1] if match else ""

    def is_note(self, line: str) -> bool:
        if not self.notes:
            return False
        match parse(line).blocks:
            case [Paragraph(children=children)]:
                return any(note.match(children) is not None for note in self.notes)
        return False
