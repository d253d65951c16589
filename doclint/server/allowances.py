"""Suppression comments that allow a finding: where they can be on a page (`docs/suppressions.md`)."""

from collections.abc import Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.nodes import Block
from doclint.markdown.source import Edit, Source, Span
from doclint.page.page import Page
from doclint.rule.finding import Finding
from doclint.source.language import is_mdx

_MARGIN = expression(r"[ \t>]*+")


class Allowance(NamedTuple):
    """Comments that allow a finding: what they apply to, and the edits that write them."""

    scope: str
    edits: list[Edit]


def around(page: Page, finding: Finding) -> Iterator[Allowance]:
    """Yield the comments that may allow a finding and little else, those for the fewest lines first.

    The page may read differently with them, for example because a list falls apart.
    """
    line = finding.start.line
    yield Allowance("on this line", [_before(page, line, f"allow-next-line {finding.rule}", gap=False)])
    block = _block_at(page, line)
    if block is not None:
        first, last = page.source.position(block.start).line, _last_line(page.source, block)
        begin = _before(page, first, f"allow {finding.rule}", gap=True)
        yield Allowance("in this block", [begin, _behind(page, last, "end-allow")])


def on_page(page: Page, finding: Finding) -> Iterator[Allowance]:
    """Yield comments that allow all findings of a rule on a page: at its end, or if that is code, at its beginning."""
    directive = f"allow-file {finding.rule}"
    yield Allowance("on this page", [_behind(page, len(page.source.line_starts), directive)])
    front_matter = page.document.front_matter
    before = page.source.text[: front_matter.span.end].rstrip() if front_matter else ""
    first = page.source.position(len(before)).line + 1 if before else 1
    if first <= len(page.source.line_starts):
        yield Allowance("on this page", [_before(page, first, directive, gap=True)])


def _comment(page: Page, directive: str) -> str:
    return f"{{/* doclint: {directive} */}}" if is_mdx(page.path) else f"<!-- doclint: {directive} -->"


def _before(page: Page, line: int, directive: str, *, gap: bool) -> Edit:
    """Return the edit that writes a comment before a line, in the same list or quote, and an empty line behind it."""
    start = page.source.line_starts[line - 1]
    margin = _MARGIN.match(page.source.text, start)
    indentation = margin.group() if margin else ""
    empty = f"{indentation.rstrip()}\n" if gap else ""
    return Edit(Span(start, start), f"{indentation}{_comment(page, directive)}\n{empty}")


def _behind(page: Page, line: int, directive: str) -> Edit:
    """Return the edit that writes a comment behind a line, and an empty line before it."""
    text, end = page.source.text, page.source.line_span(line).end
    is_last_empty = line == len(page.source.line_starts) and (end == 0 or text[end - 1] in "\r\n")
    lead = "\n" if is_last_empty else "\n\n"
    return Edit(Span(end, end), f"{lead}{_comment(page, directive)}" + ("\n" if is_last_empty else ""))


def _block_at(page: Page, line: int) -> Block | None:
    """Return the block that a line is in and that no other block contains."""
    start = page.source.line_starts[line - 1]
    end = page.source.line_span(line).end
    return next((block for block in page.document.blocks if block.start <= end and start < max(block.end, 1)), None)


def _last_line(source: Source, block: Block) -> int:
    """Return the last line of a block that is not empty."""
    text = source.text[block.start : block.end].rstrip()
    return source.position(block.start + max(len(text) - 1, 0)).line
