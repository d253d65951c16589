"""Formulas in TeX, which hosts and sites show between dollar signs: nothing in them is Markdown.

The delimiters are those of GitHub ("Writing mathematical expressions"). Those of remark-math, of kramdown and of
`pymdownx.arithmatex` are the same, but that some of these allow blanks within `$`.
"""

import re
from collections.abc import Iterable, Iterator

from doclint.errors.expressions import expression
from doclint.markdown.nodes import Tree
from doclint.markdown.source import Places, Span

_PUNCTUATION = "!\"#%&'()*+,-./:;<=>?@[\\]^_`{}~"
_HIDDEN = {ord(character): chr(0xE000 + ord(character)) for character in _PUNCTUATION}
_HIDDEN_IN_BLOCKS = {**_HIDDEN, ord("|"): chr(0xE000 + ord("|"))}
_SHOWN = {ord(hidden): chr(character) for character, hidden in _HIDDEN_IN_BLOCKS.items()}

_BLOCK = expression(
    r"^[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?(?P<all>\$\$(?P<body>(?:[^$\\]|\\.|\$(?!\$))++)\$\$)[ \t]*+$",
    re.MULTILINE | re.DOTALL,
)
# It begins with what is rare: with the condition on what is before it, the search would take ten times as long.
_INLINE = expression(r"(\$(?<![\\$\w]\$)\$?)(?![\s$])(?:[^\\$\r\n]|\\[^\r\n])++(?<!\s)\1(?![\w$])")
_BLANK_LINE = expression(r"\n[ \t>]*+\r?\n")
_HEADING = expression(r"^[ \t>]*+#{1,6}+[ \t]", re.MULTILINE)


def formulas(text: str, tree: Tree) -> list[Span]:
    """Return the formulas of a page, with their delimiters, in document order."""
    blocks, inlines = [*_blocks(text)] if "$$" in text else [], [*_INLINE.finditer(text)]
    if not blocks and not inlines:
        return []
    shown = Places(node.span for node in tree.texts)
    code = Places(node.span for node in (*tree.code_spans, *(block for block in tree.code_blocks if block.fence)))
    found: list[Span] = []
    for span in sorted({*blocks, *_inlines(inlines, tree)}):
        begins = shown.meet(Span(span.start, span.start + 1)) and not (found and span.start < found[-1].end)
        if begins and not code.meet(span):
            found.append(span)
    return found


def _blocks(text: str) -> Iterator[Span]:
    for match in _BLOCK.finditer(text):
        body = match["body"]
        # A blank line ends a paragraph, and so what begins in it.
        is_apart = body.lstrip(" \t\r").startswith("\n") or not _BLANK_LINE.search(body)
        if is_apart and not _HEADING.search(body):
            yield Span(*match.span("all"))


def _inlines(matches: Iterable[re.Match[str]], tree: Tree) -> Iterator[Span]:
    tables = Places(table.span for table in tree.tables)
    html = Places(node.span for node in tree.html)  # a tag may be in a formula, but a formula not in a tag
    for match in matches:
        span = Span(*match.span())
        is_in_cells = "|" in match[0] and tables.meet(span)
        if "](" not in match[0] and not is_in_cells and not html.meet(Span(span.end - 1, span.end)):
            yield span


def hidden(text: str, spans: list[Span]) -> str:
    """Return a text of the same length in which the formulas have nothing that means something in Markdown."""
    pieces, done = [], 0
    for start, end in spans:
        table = _HIDDEN_IN_BLOCKS if text.startswith("$$", start) else _HIDDEN
        pieces += [text[done:start], text[start:end].translate(table)]
        done = end
    return "".join([*pieces, text[done:]])


def show(tree: Tree) -> None:
    """Give the texts of a tree the characters that are hidden."""
    for node in tree.texts:
        node.text = node.text.translate(_SHOWN)
    for link in tree.links:
        link.label = link.label.translate(_SHOWN)
    for reference in tree.missing_references:
        reference.label = reference.label.translate(_SHOWN)
