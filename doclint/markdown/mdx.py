"""MDX: what a page has besides Markdown, and its text with that replaced, so that an engine reads only Markdown.

The syntax is that of MDX 3 ("What is MDX?"), in the words of the extensions of micromark that read it: mdxjs-esm (3)
for imports and exports, mdx-expression (3) for expressions in braces, and mdx-jsx (3) for tags. Each of them is
`flow`, lines of its own, or part of a text. MDX has no indented code. What is not valid MDX is left to the engine;
that includes comments of HTML and autolinks, which Docusaurus and others allow. As in Docusaurus, the name in braces
after a heading (`{#name}`) is not an expression.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.markdown.html import Attribute
from doclint.markdown.javascript import (
    Import,
    Tag,
    end_of_braces,
    end_of_module,
    end_of_paragraph,
    imports,
    is_component,
    tag_at,
)
from doclint.markdown.source import Edit, Span, edited

_LINE_IN_BLOCK = expression(r"(?<![^\r\n])[ \t]++")
_TAB = 4


def without_indentation(text: str, blocks: Iterable[Span], fences: Iterable[Span] = ()) -> str:
    r"""Return a text in which some blocks that an engine reads as indented code are not indented, of the same length.

    The blanks before each line move to the end of the line above, except those that keep it in its list. A fence that
    begins in a block is part of it.

    >>> without_indentation("- a\n\n       b\n       c\n", [Span(11, 22)])
    '- a\n     \n  b     \n  c\n'
    """
    pieces = []
    done = 0
    ends = {fence.start: fence.end for fence in fences}
    for block in blocks:
        if block.start < done:
            continue
        start = max(text.rfind("\n", 0, block.start), text.rfind("\r", 0, block.start)) + 1
        if text[start : block.start].strip(" \t"):
            continue
        columns = _TAB + len(_BLANKS.match(text, block.start).group().expandtabs(_TAB))  # type: ignore[union-attr]
        end = block.end
        for line in _LINE_IN_BLOCK.finditer(text, start):
            if line.start() > end:
                break
            end = max(end, ends.get(line.end(), 0))
            ending = "\r\n" if text.endswith("\r\n", 0, line.start()) else text[line.start() - 1 : line.start()]
            moved = _leading(line.group(), columns)
            pieces += [text[done : line.start() - len(ending)], " " * len(moved), ending or "\n"]
            done = line.start() + len(moved) + (not ending)
    return "".join([*pieces, text[done:]])


def _leading(blanks: str, columns: int) -> str:
    """Return the first of some blanks, as many as have room in some columns."""
    width = 0
    for count, blank in enumerate(blanks):
        width += _TAB - width % _TAB if blank == "\t" else 1
        if width > columns:
            return blanks[:count]
    return blanks


_MARKERS = expression(r"(?:[ \t]*+(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*+[ \t]*+")
_LINE = expression(r"[^\r\n]*+(?:\r\n?+|\n|\Z)")
_LINE_ENDING_OR_END = expression(r"[\r\n]|\Z")
_REST_OF_LINE = expression(r"[ \t]*+(?=[\r\n]|\Z)")
_BLANKS = expression(r"[ \t]*+")
_MODULE = expression(
    r"""import\ (?:\s*+["'{*]|\s*+[\w$]++(?:\s*+,\s*+[{*]|\s++from\b))
    |export\ (?:\s*+[{*]|\s*+(?:default|const|let|var|function|async|class)\b)""",
    re.VERBOSE,
)
_FENCE = expression(r"(?P<fence>`{3,}+)[^`\r\n]*+(?=[\r\n]|\Z)|(?P<tildes>~{3,}+)")
_DEFINITION = expression(r"\[(?:[^\[\]\\\r\n]|\\.)++\]:[ \t]*+(?:<[^<>\r\n]*+>|[^\s<]\S*+)")
_SPECIAL = expression(
    r"""\\[!-/:-@\[-`{-~]?|`++|https?://[^\s<]*+
    |\]\((?:[ \t]*+(?:<[^<>\r\n]*+>|(?!<)(?:[^\s()]|\([^\s()]*+\))++)(?=[ \t]*+[)"'(\r\n]|\Z))?
    |<!--|[<{\r\n]""",
    re.VERBOSE,
)
_OWN_LINE = expression(r"(?:(?<![ \t])[ \t]++)?(?P<own>[^\s][^\r\n]*+)")
_QUOTED_LINE = expression(r"(?:(?<=[\r\n])[ \t>]*+|(?<![ \t])[ \t]++)?(?P<own>[^\s][^\r\n]*+)")
_TICKS = expression("`++")
_END_OF_TEXT = expression(
    r"(?:\r\n?+|\n)(?=[ \t>]*+(?:[\r\n]|\Z|#{1,6}[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|(?P<row>\|)))|\Z"
)
_DELIMITERS = expression(r"\|[ \t]*+:?-|-:?[ \t]*+\|")
_COMMENT = expression(r"\{\s*+/\*(?:[^*]|\*(?!/))*+\*/\s*+\}")
_SHORTEST = 3  # characters of a tag of HTML


class Construct(NamedTuple):
    """A piece of a page that is not Markdown: tags, expressions or a module, as flow or in a text."""

    span: Span
    is_flow: bool


class Mdx(Struct, frozen=True):
    """A page of MDX.

    `text` is the page with raw HTML in place of all constructs, and of the same length as the page as it is, `source`.
    `modules` are its imports and exports, `fences` its fenced blocks.
    """

    text: str
    constructs: list[Construct]
    tags: list[Tag]
    expressions: list[Span]
    modules: list[Span]
    fences: list[Span]
    source: str

    @property
    def comments(self) -> list[Span]:
        """The spans of all comments, which are expressions with nothing else in them (`{/* note */}`)."""
        return [span for span in self.expressions if _COMMENT.fullmatch(self.source, *span)]

    @property
    def code(self) -> list[Span]:
        """The spans of all expressions that are not comments."""
        return sorted(set(self.expressions).difference(self.comments))

    @property
    def attributes(self) -> list[Attribute]:
        """The attributes that mean what they mean in HTML: those of elements, and the `id` of any component."""
        return [one for tag in self.tags for one in tag.attributes if one.name == "id" or not is_component(tag.name)]

    @property
    def imports(self) -> list[Import]:
        """The imports that bind names."""
        return [one for span in self.modules for one in imports(self.source[slice(*span)])]

    @property
    def includes(self) -> list[str]:
        """The Markdown that the page includes: the modules, as they are written, that it imports and shows as tags."""
        shown = {tag.name for tag in self.tags}
        found = [one.module for one in self.imports if _is_page(one) and not shown.isdisjoint(one.names[:1])]
        return list(dict.fromkeys(found))

    @property
    def is_open(self) -> bool:
        """Whether the page may show headings and elements that are not on it.

        They can come from a component that has no content on the page, unless that is Markdown that the page includes,
        and from an expression with tags in it. Components around Markdown, such as tabs, are taken to show just that.
        """
        pages = {one.names[0] for one in self.imports if _is_page(one)}
        has_tags = any(self.source.find("<", *span) >= 0 for span in self.code)
        return has_tags or any(name not in pages for name in self._empty_components())

    def _empty_components(self) -> list[str]:
        empty = [tag.name for tag in self.tags if tag.form == "empty"]
        for tag, following in pairwise(self.tags):
            between = self.source[tag.span.end : following.span.start]
            if tag.form == "opening" and following.form == "closing" and not between.strip():
                empty.append(tag.name)
        return [name for name in empty if is_component(name)]


def read(text: str, start: int = 0) -> Mdx:
    r"""Read MDX from an offset on, which is that after the front matter. Any text can be read.

    >>> page = read("import A from './_a.mdx'\n\n<A/>\n\nSee {a} <b>c</b>.\n")
    >>> page.text
    '<?                    ?>\n\n<??>\n\nSee <x> <x>c<xx>.\n'
    >>> page.includes, page.is_open
    (['./_a.mdx'], False)
    """
    return _Reader(text, start).read()


def _is_page(imported: Import) -> bool:
    return bool(imported.names) and imported.module.lower().endswith((".md", ".mdx"))


class _Reader:
    """Reads a page line by line.

    No character is read more than a few times, whatever is on the page: what was tried up to an offset in vain is not
    tried again before it (`no_flow`, `no_tag`, `no_braces`), nor does what is never closed open anything twice.
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.edits: list[Edit] = []
        self.constructs: list[Construct] = []
        self.tags: list[Tag] = []
        self.expressions: list[Span] = []
        self.modules: list[Span] = []
        self.fences: list[Span] = []
        self.is_paragraph = False
        self.is_module_unclosed = False
        self.is_comment_unclosed = False
        self.no_flow = self.no_tag = self.no_braces = 0
        self.is_quoted = self.is_heading = False

    def read(self) -> Mdx:
        position = self.start
        while position < len(self.text):
            position = self.line(position)
        masked = edited(self.text, Span(0, len(self.text)), self.edits)
        return Mdx(masked, self.constructs, self.tags, self.expressions, self.modules, self.fences, self.text)

    # Lines

    def line(self, start: int) -> int:
        """Read what begins on a line. Return the offset at which the next line to read begins."""
        text = self.text
        at = _MARKERS.match(text, start).end()  # type: ignore[union-attr]
        if _REST_OF_LINE.match(text, at):
            self.is_paragraph = False
            return self.next_line(at)
        self.is_quoted = ">" in text[start:at]
        if at == start and not self.is_paragraph and _MODULE.match(text, at):
            return self.module(at)
        if text[at] in "<{" and (end := self.flow(at)):
            self.is_paragraph = False
            return self.next_line(end)
        if text[at] in "`~" and (fence := _FENCE.match(text, at)):
            self.is_paragraph = False
            return self.fence(at, fence)
        self.is_heading = text[at] == "#"
        self.is_paragraph = not (self.is_heading or text.startswith("<!--", at))
        definition = _DEFINITION.match(text, at) if text[at] == "[" else None
        return self.words(definition.end() if definition else at)

    def next_line(self, at: int) -> int:
        return _LINE.match(self.text, at).end()  # type: ignore[union-attr]

    def module(self, at: int) -> int:
        end = 0 if self.is_module_unclosed else end_of_module(self.text, at)
        if not end:
            self.is_module_unclosed = True
            end = end_of_paragraph(self.text, at)
        self.modules.append(Span(at, end))
        self.replace(Span(at, end), is_flow=True)
        return self.next_line(end)

    def fence(self, at: int, fence: re.Match[str]) -> int:
        """Pass over a fenced block, however far its fences are indented. It ends with the quote that it is in."""
        text, marks = self.text, fence["fence"] or fence["tildes"]
        before = "[ \t>]" if self.is_quoted else "[ \t]"
        closer = re.compile(rf"{before}*+{marks[0]}{{{len(marks)},}}[ \t]*+(?=[\r\n]|\Z)")
        position = self.next_line(at)
        while position < len(text):
            if self.is_quoted and not text.startswith(">", _BLANKS.match(text, position).end()):  # type: ignore[union-attr]
                break
            is_end = closer.match(text, position)
            position = self.next_line(position)
            if is_end:
                break
        self.fences.append(Span(at, position))
        return position

    def flow(self, at: int) -> int:
        """Read the tags and expressions that fill the rest of a line. Return their end; 0 if there is other text."""
        if at < self.no_flow:
            return 0
        text, position = self.text, at
        tags: list[Tag] = []
        expressions: list[Span] = []
        while text.startswith(("<", "{"), position):
            reached, is_sound = self.construct(position, len(text), tags, expressions)
            if not is_sound:
                self.no_flow = reached
                return 0
            position = _BLANKS.match(text, reached).end()  # type: ignore[union-attr]
        if not _REST_OF_LINE.match(text, position):
            self.no_flow = reached
            return 0
        self.tags += tags
        self.expressions += expressions
        self.replace(Span(at, reached), is_flow=True)
        return reached

    def construct(self, at: int, limit: int, tags: list[Tag], expressions: list[Span]) -> tuple[int, bool]:
        """Read a tag or an expression. Return the offset up to which it was read, and whether it is sound."""
        if self.text[at] == "<":
            tag, reached = tag_at(self.text, at, limit)
            tags += [tag] if tag else []
            return reached, tag is not None
        if self.text.startswith("{#", at):
            return at + 1, False
        end = end_of_braces(self.text, at, limit)
        expressions += [Span(at, end)] if end else []
        return end or limit, end > 0

    # Texts

    def words(self, at: int) -> int:
        """Read a text up to the end of its line, or of the line on which what began in it ends."""
        text, position = self.text, at
        while match := _SPECIAL.search(text, position):
            found, position = match.group(), match.end()
            if found in "\r\n":
                return match.end() + (found == "\r" and text.startswith("\n", match.end()))
            if found == "<!--":
                position = self.after_comment(position)
            elif found[0] == "`":
                position = self.after_code(match)
            elif found[0] in "<{":
                position = self.in_text(match.start()) or position
        return len(text)

    def in_text(self, at: int) -> int:
        """Read a tag or an expression in a text. Return its end; 0 if there is none."""
        if at < (self.no_tag if self.text[at] == "<" else self.no_braces):
            return 0
        reached, is_sound = self.construct(at, self.end_of_text(at), self.tags, self.expressions)
        if is_sound:
            self.replace(Span(at, reached), is_flow=False)
            return reached
        if self.text[at] == "<":
            self.no_tag = reached
        else:
            self.no_braces = reached
        return 0

    def after_comment(self, start: int) -> int:
        end = -1 if self.is_comment_unclosed else self.text.find("-->", start - 2)
        self.is_comment_unclosed = end < 0
        return start if end < 0 else end

    def after_code(self, opening: re.Match[str]) -> int:
        """Return the offset after the code span that some backticks open, or after them if they open none."""
        starts = self.ticks.get(len(opening.group()), [])
        index = bisect_left(starts, opening.end())
        if index == len(starts) or starts[index] >= self.end_of_text(opening.end()):
            return opening.end()
        return starts[index] + len(opening.group())

    def end_of_text(self, at: int) -> int:
        """Return where the text that an offset is in ends, as far as lines tell."""
        if self.is_heading:
            return _LINE_ENDING_OR_END.search(self.text, at).start()  # type: ignore[union-attr]
        return self.ends_of_texts[bisect_left(self.ends_of_texts, at)]

    @cached_property
    def ends_of_texts(self) -> list[int]:
        """The offsets at which a paragraph, an item, a heading or, if the page may have a table, a row can end."""
        has_rows = _DELIMITERS.search(self.text)
        return [match.start() for match in _END_OF_TEXT.finditer(self.text) if has_rows or not match["row"]]

    @cached_property
    def ticks(self) -> dict[int, list[int]]:
        """The offsets of all runs of backticks, by their length."""
        return by_key((len(run.group()), run.start()) for run in _TICKS.finditer(self.text, self.start))

    # Replacing

    def replace(self, span: Span, *, is_flow: bool) -> None:
        """Put raw HTML in place of a construct: in a text a tag, as flow what is a block by itself."""
        self.constructs.append(Construct(span, is_flow))
        lines = self.lines(span)
        self.edits.append(Edit(lines[0], (_block if is_flow else _tag)(lines[0])))
        self.edits += [Edit(line, _blank(line) if is_flow else _tag(line)) for line in lines[1:]]

    def lines(self, span: Span) -> list[Span]:
        """Return the lines of a span without what is before their first character that is not blank or of a quote."""
        lines = (_QUOTED_LINE if self.is_quoted else _OWN_LINE).finditer(self.text, *span)
        return [Span(*line.span("own")) for line in lines]


def _block(span: Span) -> str:
    """Return a block of HTML on one line, a processing instruction, which interrupts paragraphs and ends at once."""
    size = span.end - span.start
    return f"<?{'?>':>{size - 2}}" if size > _SHORTEST else "<?>" if size == _SHORTEST else _blank(span)


def _tag(span: Span) -> str:
    size = span.end - span.start
    return f"<{'x' * (size - 2)}>" if size >= _SHORTEST else _blank(span)


def _blank(span: Span) -> str:
    return " " * (span.end - span.start)
