"""Matching tables, in Markdown or in HTML, with those of a format."""

from collections.abc import Sequence

from doclint.formats.patterns.pattern import Pattern, first_match
from doclint.formats.reading import shapes
from doclint.formats.schema.contents import TableContent
from doclint.markdown.nodes import Block, Paragraph, Table, plain_text


def take_table(element: TableContent, block: Block) -> list[shapes.Shape] | None:
    """Return a table, or what is instead of one, and its rows that do not match; None if the block is another one."""
    rows = block.rows if isinstance(block, Table) else []
    is_none = isinstance(block, Paragraph) and first_match(element.none, block.children) is not None
    patterns = _patterns_of_cells(element, [plain_text(cell.children) for row in rows[:1] for cell in row.cells])
    if patterns is None or not rows:
        if not is_none:
            return None
        patterns = []
    found: list[shapes.Item] = []
    prose: list[shapes.Shape] = []
    for row in rows[1:]:
        cells = [first_match(one, cell.children) for one, cell in zip(patterns, row.cells, strict=False)]
        is_cut = row.end > row.cells[-1].end + 1  # a bar in a cell ended it, so all may be in the wrong place
        if None in cells or len(cells) != len(patterns) or is_cut:
            prose.append(shapes.Prose(start=row.start, end=row.end))
        else:
            captures = {name: capture for cell in cells if cell for name, capture in cell.items()}
            found.append(shapes.Item(row.start, row.end, captures))
    return [
        shapes.TableListing(
            start=block.start,
            end=block.end,
            items=found,
            cap=element.cap,
            is_sorted=element.sorted_by is not None,
            lists=element.lists,
            of_kinds=tuple(element.of_kinds),
            spec=element,
        ),
        *prose,
    ]


def table_in_html(blocks: Sequence[Block], index: int) -> tuple[Table | None, int]:
    """Return the table that a block of HTML begins, and the index of the block after it; None if it begins none."""
    from doclint.formats.reading.html_tables import begins_table, table_at

    return (table_at(blocks, index) if begins_table(blocks[index]) else None) or (None, index)


def _patterns_of_cells(element: TableContent, header: Sequence[str]) -> list[list[Pattern]] | None:
    """Return the patterns of the cells of a row below a header, without those of columns that it leaves out; None if
    the header is of another table.
    """
    found: list[list[Pattern]] = []
    for column, patterns in zip(element.columns, element.row, strict=True):
        if len(found) < len(header) and header[len(found)] == column.text:
            found.append(patterns)
        elif not column.is_optional:
            return None
    return found if len(found) == len(header) else None
