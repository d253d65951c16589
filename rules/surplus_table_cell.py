from collections.abc import Iterator
from itertools import pairwise

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import cells, expression
from doclint.kit.nodes import Table, TableRow

from ._dialects import bars_in_code
from ._templates import TEMPLATE

_DASHES = expression(r"[ \t]*+:?-++:?[ \t]*+")
_FORMULA = expression(r"\$[^$|\r\n]*+\|[^$\r\n]*+\$")
_COMMENT = expression(r"<!--[^\r\n]*?-->")
# Dialects in which a row may have more cells than the header, or in which all rows get as many.
_KEEPS_CELLS = frozenset({"kramdown", "markdig"})


class SurplusTableCell(Rule):
    r"""A row of a table has more cells than the header, so Markdown leaves the last ones out.

    The reader misses what is in them and never learns that it was there. Most often a cell has a bar in it, as in
    `` `string | null` ``, which ends the cell in code, too. Write `\|` for it, as the fix does.

    The rule reads rows as GFM does (0.29, section 4.10). Where the parser of a site ignores bars in code, as
    Python-Markdown does, so does the rule; Pandoc ignores bars in formulas, too. Where it shows all cells, as kramdown
    does, the rule does not run. It ignores cells that are empty or only have a comment, rows with a template (`{{ a | b
    }}`), tables without text in their header, which only arrange what is in them, and tables with a second delimiter
    row.
    """

    family = "structure"
    severity = "error"
    needs = {"rendering"}
    covers = ("J07",)
    consults = {"repository"}
    yields_to = ("unfenced-source",)
    remedy = r"Escape bars in the text of cells (`\|`), also in code, and write as many cells as the header has."
    advice = r"Write `\|` for a bar in a cell, also in code, and give the header a cell for each cell of the row."
    messages = {
        "bar": Message(
            r"The bar in `{code}` ends a cell, so the table does not show `{lost}`; write `\|`", key=("lost",)
        ),
        "surplus": Message(
            "The row has {count} cells and the header {columns}, so the table does not show `{lost}`", key=("lost",)
        ),
    }
    examples = (
        Invalid(
            "| Name | Type | Note |\n|------|------|------|\n| `a` | `int | None` | The first |\n",
            lines={3: "bar"},
            fixed="| Name | Type | Note |\n|------|------|------|\n| `a` | `int \\| None` | The first |\n",
        ),
        Invalid("> a | b\n> --|--\n> 1 | 2 | *3* | 4\n> 5 | 6 |\n", lines={3: "surplus"}),
        Invalid("|a|b|\n|-|-|\n|`x|y`|2|3|\n|``x`|`y``|2|\n", lines={3: "surplus", 4: "bar"}),
        Valid("| Name | Type |\n|------|------|\n| `a` | `int \\| None` |\n| b | c | |\n| d | e | <!-- f --> |\n| g\n"),
        Valid("| a | b |\n|---|---|\n| 1 | {{ c | upper }} | 2 |\n"),
        Valid("| | |\n|-|-|\n| a | b | c |\n"),
        Valid("| a | b |\n|---|---|\n| 1 | 2 |\n| c | d | e |\n|---|---|---|\n| 1 | 2 | 3 |\n"),
        Valid("|a|b|\n|-|-|\n|`x|y`|2|\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Invalid("|a|b|\n|-|-|\n|`x|y`|2|3|\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}, lines=(3,)),
        Valid("|a|b|\n|-|-|\n|1|2|3|\n", "docs/a.md", files={"docs/_config.yml": "title: A\n"}),
        Valid("|a|b|\n|-|-|\n|1|$P(x|y)$|\n", "docs/a.qmd", files={"docs/_quarto.yml": "project: {}\n"}),
        Invalid("|a|b|\n|-|-|\n|1|2|3|\n", "docs/a.qmd", files={"docs/_quarto.yml": "project: {}\n"}, lines=(3,)),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for table in page.document.tables:
            columns = len(table.rows[0].cells)
            violations = [
                violation
                for row in table.rows[1:]
                if _may_have_more(page.source.text, row, columns)
                and (violation := _check_row(page, row, columns, table.rows[0]))
            ]
            dialect = page.site.dialect if violations and page.site else "gfm"
            if violations and dialect not in _KEEPS_CELLS and _is_for_facts(page, table):
                yield from (one for one in violations if dialect == "gfm" or _is_certain(page, one))


def _is_certain(page: Page, violation: Violation) -> bool:
    """Whether a row has more cells in any dialect: bars in code and in formulas end none in that of Pandoc."""
    text, start = page.source.text, violation.span.start
    line = text[text.rfind("\n", 0, start) + 1 : violation.span.end]
    return violation.message == "surplus" and not _FORMULA.search(line)


def _may_have_more(text: str, row: TableRow, columns: int) -> bool:
    """Whether the bars of a row are enough for more cells than columns; escaped ones count, too."""
    edges = text.startswith("|", row.start) + text.endswith("|", row.start, row.end)
    return text.count("|", row.start, row.end) + 1 - edges > columns


def _check_row(page: Page, row: TableRow, columns: int, header: TableRow) -> Violation | None:
    found = cells(page.source.text, row.start, row.end)
    lost = [cell for cell in found[columns:] if _COMMENT.sub("", page.text(cell)).strip()]
    has_code = TEMPLATE.search(page.source.text, *row.span) or (page.document.is_mdx and "{" in page.text(row.span))
    if not lost or has_code:
        return None
    span = Span(lost[0].start, lost[-1].end)
    shown, reason = page.text(span).strip(), page.text(header.span)
    in_code = list(bars_in_code(page.source.text, row))
    if len(found) - len(in_code) > columns:
        return Violation(span, "surplus", reason=reason, count=len(found), columns=columns, lost=shown)
    code = in_code[0][0]
    # The bars after the code end other cells, so all of the row reads differently.
    changed = Span(code.start, row.end)
    bars = [bar - code.start for _, bar in in_code]
    pieces = [page.text(changed)[start:end] for start, end in pairwise([0, *bars, changed.end - changed.start])]
    fix = page.replace(changed, "\\".join(pieces), safe=len(found) - len(in_code) == columns)
    return Violation(span, "bar", reason=reason, fix=fix, code=page.text(code), lost=shown)


def _is_for_facts(page: Page, table: Table) -> bool:
    """Whether a table has a header with text, and one delimiter row."""
    if not any(cell.children for cell in table.rows[0].cells):
        return False
    rows = (cells(page.source.text, row.start, row.end) for row in table.rows[1:])
    return not any(row and all(_DASHES.fullmatch(page.source.text, *cell) for cell in row) for row in rows)
