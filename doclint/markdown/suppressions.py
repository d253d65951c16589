"""Suppressions: comments on a page that allow findings.

    <!-- doclint: allow-next-line broken-link, mojibake -- why -->
    <!-- doclint: allow broken-link -- why --> ... <!-- doclint: end-allow -->
    <!-- doclint: allow-file broken-link -- why -->

A directive is a comment in the page's own text, in MDX also one of JSX (`{/* doclint: ... */}`). It names rules by id
or family. The reason is for readers.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.wording import SLIP
from doclint.markdown.document import Document
from doclint.markdown.nodes import Block, HtmlBlock
from doclint.markdown.source import Source, Span

VERBS = ("allow-next-line", "allow", "end-allow", "allow-file")
"""The words that a directive can begin with."""

_MARK = expression(r"\s*doclint(?P<colon>\s*:)?", re.IGNORECASE)
_VERB_WITHOUT_COLON = expression(
    rf"[\s-]+(?:(?P<verb>{'|'.join(VERBS)})|(?P<off>disable|ignore|enable)(?P<what>-(?:next-)?line|-file)?)(?![\w-])",
    re.IGNORECASE,
)
_MISSPELLED = expression(rf"\s*{SLIP}\s*:?[\s-]*(?P<verb>{'|'.join(VERBS)})(?![\w-])", re.IGNORECASE)
_VERB = expression(r"[^\s,]+")
_REASON = expression(r"(?<!\S)--(?!\S)")
_ENTRY = expression(r"[^,]+")
_BLANKS = expression(r"[ \t>]*+")
_QUOTE_MARKS = expression(r"(?<=[\r\n])[ \t]*>[> \t]*")

_ONLY_COMMENTS = expression(
    r"(?:\s*(?:<!--\s*doclint\b(?:(?!-->).)*+-->|\{\s*/\*\s*doclint\b(?:(?!\*/).)*+\*/\s*\}))++\s*",
    re.IGNORECASE | re.DOTALL,
)
_OPENING = expression(r"<!--|\{\s*/\*")
_CLOSING = expression(r"-->\Z|\*/\s*\}\Z")

MistakeKind: TypeAlias = Literal[
    "no-colon",
    "unclosed-comment",
    "unknown-verb",
    "no-name",
    "no-separator",
    "never-ended",
    "nothing-to-end",
    "other-end",
]


class Name(Struct, frozen=True):
    """The id of a rule, or a family, in a directive, and its place."""

    text: str
    span: Span


class DirectiveMistake(NamedTuple):
    """A mistake in a directive that does not depend on the installed rules.

    `text` is the wrong text, `expected` what is valid in its place.
    """

    kind: MistakeKind
    span: Span
    text: str
    expected: tuple[str, ...] = ()


class Directive(Struct, frozen=True):
    """A directive, which allows findings of the named rules on the lines `first` to `last` (1-based, inclusive)."""

    verb: str
    names: tuple[Name, ...]
    span: Span
    first: int
    last: int


class Directives(Struct, frozen=True):
    """The directives of a page in document order, and the mistakes in them."""

    found: tuple[Directive, ...] = ()
    mistakes: tuple[DirectiveMistake, ...] = ()


_NO_DIRECTIVES = Directives()


class Suppressions(Struct, frozen=True):
    """The directives of a page, and their effect.

    `members` maps each name to the ids of the rules that it means. Directives have no effect on rules in `immune`.
    `ran` are the rules that read the whole page. Unless `is_complete`, there may be rules with other names. `used` are
    the names that suppressed a finding, each with the offset of its directive.
    """

    directives: Directives = _NO_DIRECTIVES
    members: Mapping[str, frozenset[str]] = {}
    immune: frozenset[str] = frozenset()
    ran: frozenset[str] = frozenset()
    used: frozenset[tuple[int, str]] = frozenset()
    is_complete: bool = True

    def is_immune(self, name: str) -> bool:
        """Whether none of the rules that a name means can be suppressed."""
        return self.members[name] <= self.immune

    def unused(self) -> Iterator[tuple[Directive, Name]]:
        """Yield the names that suppressed nothing although all of their rules ran, each once for a directive."""
        for directive in self.directives.found:
            for name in {name.text: name for name in reversed(directive.names)}.values():
                if name.text in self.members and not self.is_immune(name.text):
                    could = self.members[name.text] - self.immune <= self.ran
                    if could and (directive.span.start, name.text) not in self.used:
                        yield directive, name


def is_silent(block: Block) -> bool:
    """Whether a block consists only of comments to doclint, which are not part of the page's content."""
    return type(block) is HtmlBlock and _ONLY_COMMENTS.fullmatch(block.text) is not None


def read(document: Document) -> Directives:
    """Parse the directives among the comments of a document."""
    parsed = (_Comment.read(document.source, span) for span in document.comments)
    comments = [comment for comment in parsed if comment is not None]
    return _DirectiveParser(document.source, comments).directives() if comments else _NO_DIRECTIVES


class _Comment(Struct, frozen=True):
    """A comment that is meant as a directive."""

    span: Span
    verb: str
    names: tuple[Name, ...]
    mistakes: tuple[DirectiveMistake, ...]

    @classmethod
    def read(cls, source: Source, span: Span) -> "_Comment | None":
        text = source.text[slice(*span)]
        opening, closing = _OPENING.match(text), _CLOSING.search(text)
        assert opening is not None, "a document finds comments by their delimiters"
        body = text[opening.end() : closing.start() if closing else None]
        # The markers of a block quote at the beginning of each line are not part of the comment.
        body = _QUOTE_MARKS.sub(lambda match: " " * len(match.group()), body)
        mark = _MARK.match(body)
        if mark is None:
            slip = _MISSPELLED.match(body)
            return cls(span, "", (), (DirectiveMistake("no-colon", span, slip["verb"].lower()),)) if slip else None
        if not mark["colon"]:
            bare = _VERB_WITHOUT_COLON.match(body, mark.end())
            return cls(span, "", (), (DirectiveMistake("no-colon", span, _meant_verb(bare)),)) if bare else None
        if closing is None:
            return cls(span, "", (), (DirectiveMistake("unclosed-comment", span, ""),))
        reason = _REASON.search(body, mark.end())
        end = reason.start() if reason else len(body)
        verb = _VERB.search(body, mark.end(), end)
        if verb is None or verb.group() not in VERBS:
            written = verb.group() if verb else ""
            return cls(span, "", (), (DirectiveMistake("unknown-verb", span, written, VERBS),))
        return cls(span, verb.group(), *_names(body, verb.end(), end, span.start + opening.end()))


def _meant_verb(words: re.Match[str]) -> str:
    """Return the word to write in place of another one, such as `disable-line`, which other linters have."""
    if words["verb"]:
        return words["verb"].lower()
    if words["off"].lower() == "enable":
        return "end-allow"
    what = (words["what"] or "").lower()
    return "allow-next-line" if what.endswith("line") else f"allow{what}"


def _names(body: str, start: int, end: int, begin: int) -> tuple[tuple[Name, ...], tuple[DirectiveMistake, ...]]:
    names: list[Name] = []
    mistakes: list[DirectiveMistake] = []
    for entry in _ENTRY.finditer(body, start, end):
        text = entry.group().strip()
        offset = begin + entry.start() + len(entry.group()) - len(entry.group().lstrip())
        span = Span(offset, offset + len(text))
        if len(text.split()) > 1:
            mistakes.append(DirectiveMistake("no-separator", span, " ".join(text.split())))
        elif text:
            names.append(Name(text, span))
    return tuple(names), tuple(mistakes)


class _DirectiveParser:
    """Finds the lines that each directive of a page applies to."""

    def __init__(self, source: Source, comments: list[_Comment]) -> None:
        self.source = source
        self.comments = comments
        self.found: list[Directive] = []
        self.mistakes: list[DirectiveMistake] = []
        self.open: list[_Comment] = []

    def directives(self) -> Directives:
        following = self.following_lines() if any(one.verb == "allow-next-line" for one in self.comments) else []
        for comment in self.comments:
            self.mistakes += comment.mistakes
            if comment.verb.startswith("allow") and not (comment.names or comment.mistakes):
                self.mistakes.append(DirectiveMistake("no-name", comment.span, comment.verb))
            match comment.verb:
                case "allow-next-line":
                    line = following[self.last_line(comment.span) + 1]
                    self.add(comment, line, line)
                case "allow-file":
                    self.add(comment, 1, len(self.source.line_starts))
                case "allow":
                    self.open.append(comment)
                case "end-allow":
                    self.end(comment)
        self.mistakes += [DirectiveMistake("never-ended", comment.span, "") for comment in self.open]
        return Directives(tuple(sorted(self.found, key=lambda one: one.span)), tuple(self.mistakes))

    def end(self, comment: _Comment) -> None:
        if not self.open:
            self.mistakes.append(DirectiveMistake("nothing-to-end", comment.span, ""))
            return
        begin = self.open.pop()
        named, allowed = ({name.text for name in one.names} for one in (comment, begin))
        if named and named != allowed:
            expected = tuple(name.text for name in begin.names)
            self.mistakes.append(DirectiveMistake("other-end", comment.span, ", ".join(sorted(named)), expected))
        self.add(begin, self.source.position(begin.span.start).line, self.last_line(comment.span))

    def add(self, comment: _Comment, first: int, last: int) -> None:
        self.found.append(Directive(comment.verb, comment.names, comment.span, first, last))

    def last_line(self, span: Span) -> int:
        return self.source.position(span.end - 1).line

    def following_lines(self) -> list[int]:
        """Return, by line, the next line from it on that is neither blank nor only directives; 0 if there is none."""
        count = len(self.source.line_starts)
        following = [0] * (count + 2)
        skipped = self.lines_of_directives()
        for line in range(count, 0, -1):
            is_blank = line in skipped or not self.source.line(line).strip(" \t>")
            following[line] = following[line + 1] if is_blank else line
        return following

    def lines_of_directives(self) -> set[int]:
        """Return the lines (1-based) that have only directives."""
        lines: set[int] = set()
        begins: dict[int, int] = {}
        for comment in self.comments:
            first, last = self.source.position(comment.span.start).line, self.last_line(comment.span)
            if first not in begins:
                begins[first] = self.behind_blanks(self.source.line_starts[first - 1])
            if begins[first] >= comment.span.start:
                end = self.source.line_span(last).end
                if self.behind_blanks(comment.span.end) >= end:
                    lines.update(range(first, last + 1))
        return lines

    def behind_blanks(self, start: int) -> int:
        """Return the first offset from one on whose character is neither blank nor the marker of a quote."""
        return _BLANKS.match(self.source.text, start).end()  # type: ignore[union-attr]


class SuppressionIndex:
    """The directives of a page, by the findings that they allow. Ask for findings in the order of their lines.

    Of several directives, the one for the fewest lines is used, and of its names the id before the family. So users can
    remove all unused directives and no finding comes back.
    """

    def __init__(self, directives: Directives) -> None:
        self.is_empty = not directives.found
        self.lines: dict[tuple[int, str], Directive] = {}
        self.file: dict[str, Directive] = {}
        allowing = [one for one in directives.found if one.verb == "allow"]
        self.waiting = sorted(allowing, key=lambda one: one.span, reverse=True)
        self.open: dict[str, list[Directive]] = {}
        for directive in directives.found:
            for name in directive.names:
                if directive.verb == "allow-next-line":
                    self.lines.setdefault((directive.first, name.text), directive)
                elif directive.verb == "allow-file":
                    self.file.setdefault(name.text, directive)

    def find(self, line: int, names: tuple[str, ...]) -> tuple[int, str] | None:
        """Return the offset of the directive that allows a finding on a line, and the name in it; None if none does.

        `names` are the id and the family of the finding's rule. Lines must not decrease from call to call.
        """
        if self.is_empty:
            return None
        while self.waiting and self.waiting[-1].first <= line:
            directive = self.waiting.pop()
            for name in directive.names:
                self.open.setdefault(name.text, []).append(directive)
        candidates = (
            *((self.lines.get((line, name)), name) for name in names),
            *((self.block(line, name), name) for name in names),
            *((self.file.get(name), name) for name in names),
        )
        return next(((found.span.start, name) for found, name in candidates if found is not None), None)

    def block(self, line: int, name: str) -> Directive | None:
        """Return the innermost `allow` block around a line that allows a name."""
        blocks = self.open.get(name, [])
        while blocks and blocks[-1].last < line:
            blocks.pop()
        return blocks[-1] if blocks else None
