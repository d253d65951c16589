import re
from collections.abc import Iterator
from urllib.parse import unquote

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import plain_text

_BEGIN = expression(r"<!--\s*(?:START doctoc|(?:mdformat-)?toc|ts)\b(?!\s*end\b)", re.IGNORECASE)
_END = expression(r"<!--\s*(?:END doctoc|tocstop|/?toc|te|mdformat-toc end)\b", re.IGNORECASE)
_LEAST = 2  # entries of a table that say which levels of headings it has
_OMITTED = "omit in toc"

_DOCTOC = "<!-- START doctoc generated TOC -->\n{}<!-- END doctoc generated TOC -->\n"
_TABLE = "\n- [Oats](#oats)\n  - [Rolled](#rolled)\n\n"
_INNER = "\n- [Rolled](#rolled)\n- [Cut](#cut)\n\n"
_REST = "\n## Oats\n\nA.\n\n### Rolled\n\nB.\n\n#### How\n\nC.\n\n## Rye\n\nD.\n"


class IncompleteContents(Rule):
    """A table of contents that a program writes lacks a heading of the page.

    Programs such as doctoc write the table between two comments, and have to run again whenever a heading is added. The
    rule reads the tables of doctoc, markdown-toc, mdtoc, mdformat-toc and gh-md-toc, and expects the headings below the
    table that begin a line and have the levels of its entries. It says nothing of tables with entries that lead
    nowhere, which `broken-anchor` reports, of pages with several tables, or of headings with the comment
    `<!-- omit in toc -->`.
    """

    family = "links"
    severity = "warning"
    covers = ("D12",)
    remedy = "Write the tables of contents in the step that writes the pages, or check in CI that they are up to date."
    advice = "Run the program that writes the table of contents again."
    messages = {"missing": Message("The table of contents leaves out {names}", key=("names",))}
    examples = (
        Invalid(f"# Map\n\n{_DOCTOC.format(_TABLE)}{_REST}", lines=(3,)),
        Invalid(f"# Map\n\n<!-- toc -->\n{_TABLE}<!-- tocstop -->\n{_REST}", lines=(3,)),
        Invalid(f"# Map\n\n<!-- TOC -->\n{_TABLE}<!-- /TOC -->\n{_REST}", lines=(3,)),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}{_REST}"),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}- [Rice](#rice)\n<!-- tocstop -->\n{_REST}"),
        Valid(f"# Map\n\n<!-- toc -->\n{_INNER}<!-- tocstop -->\n{_REST}\n### Cut\n"),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}- [Rye](#rye)\n<!-- tocstop -->\n{_REST}\n## Rye\n"),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}- [Rye](#rye)\n<!-- tocstop -->\n{_REST}"),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}<!-- tocstop -->\n{_REST.replace('Rye', 'Rye <!-- omit in toc -->')}"),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}<!-- tocstop -->\n{_REST.replace('## Rye', '- ## Rye')}"),
        Valid(f"# Map\n\n<!-- toc -->\n{_TABLE}<!-- tocstop -->\n{_REST}\n<!-- toc -->\n<!-- tocstop -->\n"),
        Valid(f"# Map\n\n## Rice\n\n<!-- ts -->\n{_TABLE}- [Rye](#rye)\n<!-- te -->\n{_REST}"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        begin, end = _table(page) or (None, 0)
        if not begin:
            return
        links = [one for one in page.document.links if begin.end <= one.start < end and one.destination[:1] == "#"]
        entries = {unquote(link.fragment) for link in links}
        if len(entries) < _LEAST or not entries <= page.document.anchors:
            return
        texts = {"", *(plain_text(link.children).strip() for link in links)}
        below = [
            (heading, name)
            for heading, name in page.document.slugged_headings
            if heading.start > end and page.source.position(heading.start).column == 1  # not all programs read others
        ]
        levels = [heading.level for heading, name in below if name in entries]
        missing = tuple(
            heading.text.strip()
            for heading, name in below
            if levels and min(levels) <= heading.level <= max(levels)
            if name not in entries and heading.text.strip() not in texts
            if _OMITTED not in page.text(heading.span)
        )
        if missing:
            yield Violation(begin, "missing", names=missing)


def _table(page: Page) -> tuple[Span, int] | None:
    """Return the first comment of the table of contents of a page, and where its last one begins.

    A page with several tables has one for each of its parts.
    """
    begin, found = None, list[tuple[Span, int]]()
    for comment in page.document.comments:
        text = page.text(comment)
        if begin and _END.match(text):
            found.append((begin, comment.start))
            begin = None
        elif _BEGIN.match(text):
            begin = comment
    return found[0] if len(found) == 1 else None
