"""The examples of a page: its code blocks, with the place on the page of each of their characters."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from posixpath import splitext
from typing import TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.errors.tables import names
from doclint.formats.reading.shapes import SourceCopy, SymbolSignature
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.parser import parse
from doclint.markdown.source import Places, Source, Span
from doclint.page.page import Page
from doclint.sites.site import IncludedCode

_PYTHON = names("doclint.page", "python-fences")
_DIRECTIVES = frozenset({"code", "code-block", "code-cell", "sourcecode"})  # of MyST; their argument is the language
_LITERAL_INCLUDE = "literalinclude"
_TAG = expression(
    r"\{\s*+\.?(?P<braced>[\w+-]++)[^}]*+\}\s*+(?P<argument>[\w+-]*+)|(?P<plain>[\w+#-]*+)(?:\.[\w.]++)?", re.ASCII
)
_OPTION = expression(r"\s*+:[\w-]++:")
_FENCED_OPTIONS = expression(r"---\s*+\Z")
# What a generator replaces with text from elsewhere: snippets of MkDocs, mdBook and VitePress, and tags of templates.
_INCLUSION = expression(r"\s*+(?:;?-+8<-|\{\{\s*+[#<%]|\{!|\{%-?\s*+include|<<<\s)")
# Tabs, admonitions and details of Python-Markdown and PyMdown Extensions: what they contain is indented.
_CONTAINER = expression(r"(?P<indent>[ \t]*+)(?:===[!+]?|!!!|\?\?\?\+?)[ \t]++\S")
_MARKS_OF_CONTAINERS = ("===", "!!!", "???")
_MARKS_OF_FENCES = ("```", "~~~")
_INDENTS = ("    ", "\t")
_DEEPEST = 5  # containers inside each other

_MOST_STATEMENTS = 200  # of a page that include files
_LARGEST = 300_000  # bytes of the files that a page includes

_Line: TypeAlias = tuple[str, int]


class Excerpt:
    """Lines of a page, each with the place on the page at which it begins."""

    def __init__(self, lines: Sequence[_Line]) -> None:
        self.lines = lines

    @cached_property
    def text(self) -> str:
        return "\n".join(line for line, _ in self.lines)

    def place(self, span: Span) -> Span:
        """Return the place on the page of a span of the text."""
        start, end = self._place(span.start), self._place(span.end)
        return Span(start, max(start, end))

    def _place(self, offset: int) -> int:
        index = min(bisect_right(self._starts, offset), len(self.lines)) - 1
        line, start = self.lines[index]
        return start + min(offset - self._starts[index], len(line))

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line, _ in self.lines)]


class CodeInclusion(Struct, frozen=True):
    """Lines of a file that a generator puts in the place of a statement, whose place on the page is `span`."""

    lines: IncludedCode
    span: Span


class CodeExample(Excerpt):
    """An example of a page.

    `language` is that of its fence in lower case, `python` for all that means Python; it is empty if the fence has
    none. `block` is the code block on the page, and `inclusions` is what a generator adds to it from files. An example
    is not `complete` if a generator adds text from elsewhere.
    """

    def __init__(
        self,
        language: str,
        lines: Sequence[_Line],
        block: Span,
        inclusions: Sequence[CodeInclusion] = (),
        *,
        complete: bool,
    ) -> None:
        super().__init__(lines)
        self.language = language
        self.block = block
        self.inclusions = inclusions
        self.complete = complete


def examples_of(page: Page) -> list[CodeExample]:
    """Return the examples of a page, in the order of the page, without the copies of sources that it quotes.

    On sites of MkDocs, the examples in tabs and admonitions belong to them, which CommonMark reads as indented code.
    """
    may_have_containers = any(mark in page.source.text for mark in _MARKS_OF_CONTAINERS)
    reader = _InclusionReader(page)
    has_containers = may_have_containers and page.site is not None and page.site.dialect == "python-markdown"
    inside = _containers(page) if has_containers else []
    copies = [copy.content for copy in page.all(SourceCopy)] if page.kind else []
    copies += [one.span for one in page.all(SymbolSignature) if one.language == "python"] if page.kind else []
    seen = Places([*copies, *(Span(lines[0][1], lines[-1][1] + 1) for lines in inside)])
    blocks = [block for block in page.document.code_blocks if not seen.meet(block.content)]
    found = [_example(reader, block, page.source) for block in blocks]
    for lines in inside:
        excerpt = Excerpt(lines)
        if not any(mark in excerpt.text for mark in _MARKS_OF_FENCES):
            continue
        source = Source(excerpt.text)
        found += [_example(reader, block, source, excerpt) for block in parse(source.text).code_blocks if block.fence]
    return sorted(found, key=lambda example: example.block)


def _containers(page: Page) -> list[list[_Line]]:
    code = Places(block.span for block in page.document.code_blocks if block.fence)
    lines = [(page.source.line(number), start) for number, start in enumerate(page.source.line_starts, 1)]
    return list(_in_containers(lines, code))


class _InclusionReader:
    """Reads what statements of a page include, as long as that is not too much for one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.statements = 0
        self.sizes: dict[str, int] = {}

    def read(self, statement: str, span: Span, options: Mapping[str, str]) -> CodeInclusion | None:
        """Return what a statement includes; None if that is not known."""
        site, repository = self.page.site, self.page.repository
        self.statements += 1
        if site is None or repository is None or self.statements > _MOST_STATEMENTS:
            return None
        found = site.included_code(self.page.path, statement, options)
        if found is None:
            return None
        self.sizes[found.path] = len(repository.page(found.path) or b"")
        return CodeInclusion(found, span) if sum(self.sizes.values()) <= _LARGEST else None


def _example(reader: _InclusionReader, block: CodeBlock, source: Source, around: Excerpt | None = None) -> CodeExample:
    """Return the example in a code block of a source, which is an excerpt of the page or the page itself."""
    language, is_directive = _language(block)
    lines = []
    for text, span in zip(block.text.split("\n"), source.lines(block.content), strict=False):
        start, end = around.place(span) if around else span
        # What precedes the text is the indentation of the block, and the marks of quotes.
        lines.append((text[: end - start], max(start, end - len(text))))
    place = around.place(block.span) if around else block.span
    if language == _LITERAL_INCLUDE:
        return _included_literally(reader, block, lines, place)
    if is_directive:
        lines = _without_options(lines)
    own = [line for line in lines if not _INCLUSION.match(line[0])]
    if language != "python" or len(own) == len(lines):
        return CodeExample(language, own, place, complete=len(own) == len(lines))
    stated = [(text, Span(start, start + len(text))) for text, start in lines if _INCLUSION.match(text)]
    found = [reader.read(text, span, {}) for text, span in stated]
    known = [one for one in found if one is not None]
    return CodeExample(language, own, place, known, complete=len(known) == len(found))


def _included_literally(reader: _InclusionReader, block: CodeBlock, lines: Sequence[_Line], place: Span) -> CodeExample:
    """Return the example that the directive `literalinclude` makes of a file."""
    statement, options = block.info.strip(), _options(lines)
    language = options.get("language", "").lower() or splitext(statement)[1][1:]
    is_python = language in _PYTHON
    head = Span(place.start, reader.page.source.line_at(place.start).end)
    found = reader.read(statement, head, options) if is_python else None
    known = [found] if found else []
    return CodeExample("python" if is_python else language, [], place, known, complete=bool(found or not is_python))


def _options(lines: Sequence[_Line]) -> dict[str, str]:
    """Return the options of a directive of MyST; a line that is none counts as one without a name."""
    matches = [_OPTION.match(text) for text, _ in lines if text.strip()]
    stated = [text.strip() for text, _ in lines if text.strip()]
    pairs = [text[1:].partition(":") if match else ("", "", text) for text, match in zip(stated, matches, strict=True)]
    return {name: value.strip() for name, _, value in pairs}


def _language(block: CodeBlock) -> tuple[str, bool]:
    """Return the language of a block, and whether it is a directive, which may begin with options."""
    match = _TAG.match(block.info.strip())
    if match is None:
        return "", False
    language = (match["braced"] or match["plain"] or "").lower()
    if language in _DIRECTIVES:
        language = match["argument"].lower()
    return "python" if language in _PYTHON else language, match["braced"] is not None


def _without_options(lines: list[_Line]) -> list[_Line]:
    if lines and _FENCED_OPTIONS.match(lines[0][0]):
        ends = (index for index, (text, _) in enumerate(lines) if index and _FENCED_OPTIONS.match(text))
        return lines[next(ends, 0) + 1 :]
    return lines[next((index for index, (text, _) in enumerate(lines) if not _OPTION.match(text)), len(lines)) :]


def _in_containers(lines: Sequence[_Line], code: Places, depth: int = _DEEPEST) -> Iterator[list[_Line]]:
    """Yield the lines of each container without their indentation. Those of containers inside follow by themselves."""
    left = iter(lines)
    line = next(left, None)
    while line is not None:
        match = _CONTAINER.match(line[0])
        inside: list[_Line] = []
        is_container = match is not None and not code.meet(Span(line[1], line[1]))
        indent = match["indent"] if match else ""
        line = next(left, None)
        while is_container and line is not None and (cut := _indentation(line[0], indent)) is not None:
            inside.append((line[0][cut:], line[1] + min(cut, len(line[0]))))
            line = next(left, None)
        if any(text for text, _ in inside):
            yield inside
            if depth:
                yield from _in_containers(inside, code, depth - 1)


def _indentation(line: str, outer: str) -> int | None:
    """Return the width of the indentation that makes a line part of a container; None if it is not part of it."""
    if not line.strip():
        return len(line)
    return next((len(outer + indent) for indent in _INDENTS if line.startswith(outer + indent)), None)


class IncludedFile(Struct, frozen=True):
    """A file of which the examples of a page show parts, with the first of these examples.

    `code` has the lines of the file, each with its place in the file, not on the page.
    """

    path: str
    example: CodeExample
    code: Excerpt
    shown: tuple[CodeInclusion, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the page shows all of the file."""
        return any(one.lines.is_whole for one in self.shown)


def included_files(page: Page) -> list[IncludedFile]:
    """Return the Python files that the examples of a page include, each once, in the order of the page."""
    examples = (one for one in page.remembered(examples_of) if one.language == "python")
    shown = ((example, inclusion) for example in examples for inclusion in example.inclusions)
    return list(_files(page, by_key((one[1].lines.path, one) for one in shown)))


def _files(page: Page, by_path: dict[str, list[tuple[CodeExample, CodeInclusion]]]) -> Iterator[IncludedFile]:
    for path, found in by_path.items():
        data = page.repository.page(path) if page.repository else None
        text = "" if data is None else Source.from_bytes(data).text
        lines, start = [], 0
        for line in text.split("\n"):
            lines.append((line.removesuffix("\r"), start))
            start += len(line) + 1
        yield IncludedFile(path, found[0][0], Excerpt(lines), tuple(inclusion for _, inclusion in found))
