"""The examples of a page: its code blocks, with the place on the page of each of their characters."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from doclint.formats.shapes import SourceCopy
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.parser import parse
from doclint.markdown.source import Places, Source, Span
from doclint.page.page import Page

_PYTHON = frozenset(
    "python py python3 py3 pycon pycon3 python-repl python-console ipython ipython3 doctest testcode jupyter-execute "
    "pyodide".split()
)
_DIRECTIVES = frozenset({"code", "code-block", "code-cell", "sourcecode"})  # of MyST; their argument is the language
_TAG = re.compile(
    r"\{\s*+\.?(?P<braced>[\w+-]++)[^}]*+\}\s*+(?P<argument>[\w+-]*+)|(?P<plain>[\w+#-]*+)(?:\.[\w.]++)?", re.ASCII
)
_OPTION = re.compile(r"\s*+:[\w-]++:")
_FENCED_OPTIONS = re.compile(r"---\s*+\Z")
# What a generator replaces with text from elsewhere: snippets of MkDocs, mdBook and VitePress, and tags of templates.
_INCLUSION = re.compile(r"\s*+(?:;?-+8<-|\{\{\s*+[#<%]|\{!|\{%-?\s*+include|<<<\s)")
# Tabs, admonitions and details of Python-Markdown and PyMdown Extensions: what they contain is indented.
_CONTAINER = re.compile(r"(?P<indent>[ \t]*+)(?:===[!+]?|!!!|\?\?\?\+?)[ \t]++\S")
_MARKS_OF_CONTAINERS = ("===", "!!!", "???")
_MARKS_OF_FENCES = ("```", "~~~")
_INDENTS = ("    ", "\t")
_DEEPEST = 5  # containers inside each other

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


class CodeExample(Excerpt):
    """An example of a page.

    `language` is that of its fence in lower case, `python` for all that means Python; it is empty if the fence has
    none. `block` is the code block on the page. An example is not `complete` if a generator adds text from elsewhere.
    """

    def __init__(self, language: str, lines: Sequence[_Line], block: Span, *, complete: bool) -> None:
        super().__init__(lines)
        self.language = language
        self.block = block
        self.complete = complete


def examples_of(page: Page) -> list[CodeExample]:
    """Return the examples of a page, in the order of the page, without the copies of sources that it quotes.

    On sites of MkDocs, the examples in tabs and admonitions belong to them, which CommonMark reads as indented code.
    """
    may_have_containers = any(mark in page.source.text for mark in _MARKS_OF_CONTAINERS)
    has_containers = may_have_containers and page.site is not None and page.site.dialect == "python-markdown"
    inside = _containers(page) if has_containers else []
    copies = [copy.content for copy in page.all(SourceCopy)] if page.kind else []
    seen = Places([*copies, *(Span(lines[0][1], lines[-1][1] + 1) for lines in inside)])
    found = [_example(block, page.source) for block in page.document.code_blocks if not seen.meet(block.content)]
    for lines in inside:
        excerpt = Excerpt(lines)
        if not any(mark in excerpt.text for mark in _MARKS_OF_FENCES):
            continue
        source = Source(excerpt.text)
        found += [_example(block, source, excerpt) for block in parse(source.text).code_blocks if block.fence]
    return sorted(found, key=lambda example: example.block)


def _containers(page: Page) -> list[list[_Line]]:
    code = Places(block.span for block in page.document.code_blocks if block.fence)
    lines = [(page.source.line(number), start) for number, start in enumerate(page.source.line_starts, 1)]
    return list(_in_containers(lines, code))


def _example(block: CodeBlock, source: Source, around: Excerpt | None = None) -> CodeExample:
    """Return the example in a code block of a source, which is an excerpt of the page or the page itself."""
    language, is_directive = _language(block)
    lines = []
    for text, span in zip(block.text.split("\n"), source.lines(block.content), strict=False):
        start, end = around.place(span) if around else span
        # What precedes the text is the indentation of the block, and the marks of quotes.
        lines.append((text[: end - start], max(start, end - len(text))))
    if is_directive:
        lines = _without_options(lines)
    own = [line for line in lines if not _INCLUSION.match(line[0])]
    place = around.place(block.span) if around else block.span
    return CodeExample(language, own, place, complete=len(own) == len(lines))


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
    """Return the lines of a directive of MyST without its options."""
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
