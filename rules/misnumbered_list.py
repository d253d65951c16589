import re
from collections.abc import Iterator

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import Places, expression
from doclint.kit.nodes import List
from doclint.kit.shapes import Prose

from ._pages import FILE_PAGE, file_page

_NUMBER = expression(r"\d{1,9}")
# `4. 3. Name`: the number of a section in a table of contents is a list in the item.
_IN_ITEM = expression(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\Z")
_SEVERAL = 2  # items that show that a handwritten number begins a list


def _steps(first: int, second: int, after: str = "") -> str:
    text = f"## Testing & Usage\n\n### Usage Examples\n\n{first}. **Review** it.\n{second}. Run it.\n{after}"
    return file_page("a.py", text)


class MisnumberedList(Rule):
    """A numbered list does not begin with 1: its first number is 2 or 4, say.

    The reader looks for the missing steps. Generators whose texts contain fixed numbers leave some of these texts out.

    The rule leaves alone lists that continue an earlier list, or another line with a number (`# 1. Start it` in code,
    `### 1. Start`, `1-3. Start it`), lists that begin with 0 or right after the number of their item, and texts that
    the page takes from docstrings. On handwritten pages a single item may be a year or some other number, so the list
    needs two.
    """

    family = "structure"
    severity = "info"
    needs = {"rendering"}
    reads = {"markdown"}
    covers = ("A10",)
    remedy = "Number the items when all of them are known, or write `1.` before each."
    advice = "Continue the number of the last item, or write `1.` before each item."
    messages = {
        "start": Message("The list begins with {first}, but no list before it ends with {before}", key=("first",))
    }
    examples = (
        Invalid(_steps(2, 4), FILE_PAGE, lines=(7,), fixed=_steps(1, 2)),
        Valid(_steps(1, 3), FILE_PAGE),
        Valid(_steps(1, 2, "\n---\n\n3. Stop.\n"), FILE_PAGE),
        Invalid("2. Second\n3. Third\n", lines=(1,), fixed="1. Second\n2. Third\n"),
        Valid("2. Second\n"),
        Valid("1. First\n\nThat is:\n\n2. Second\n3. Third\n"),
        Valid("1. First\n<<<<<<< a\n\nOne:\n\n2. Second\n=======\n\n2. Last\n>>>>>>> b\n3. Third\n"),
        Valid("1.  2. Options\n    3. Further ones\n"),
        Valid("```sh\n# 1. Start it\n./start\n```\n\n2. Open it\n3. Stop it\n"),
        Valid("#### **1. Start it**\n\n2. Open it\n3. Stop it\n"),
        Valid("**First:**\n1. Start it\n\n**Then:**\n2. Open it\n\n3. Use it\n4. Stop it\n"),
        Invalid("1. Start it\n2. Use it\n3. Stop it\n\nThen:\n\n2. Open it\n3. Stop it\n", lines=(7,)),
        Invalid("```\n2. Start it\n```\n\n3. Open it\n4. Stop it\n", lines=(5,)),
        Invalid("2. Open it\n3. Stop it\n\n```sh\n# 1. Start it\n```\n", lines=(1,)),
        Invalid("```sh\n# 10. Start it\n```\n\n2. Open it\n3. Stop it\n", lines=(5,)),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        copied = Places(shape.span for shape in page.all(Prose) if shape.of)
        ends = {-1, 0}
        for list_ in page.document.lists():
            if list_.first is None:
                continue
            before, start = list_.first - 1, list_.start
            is_list = page.kind is not None or len(list_.items) >= _SEVERAL
            is_first = is_list and before not in ends and not copied.meet(Span(start, start + 1))
            if is_first and not _continues(page, list_, before):
                fix, place = _renumbered(page, list_), page.source.rest_of_line(start)
                yield Violation(place, "start", fix=fix, first=list_.first, before=before)
            ends.add(before + len(list_.items))


def _continues(page: Page, list_: List, before: int) -> bool:
    """Whether a list is the text of an item, or follows a line with the number before that is not an item.

    That is a heading, a comment in code, a line of HTML, or one that cannot interrupt a paragraph.
    """
    text = page.source.text
    line = page.source.line_at(list_.start)
    if _IN_ITEM.match(page.text(Span(line.start, list_.start))):
        return True
    items = {item.start for other in page.document.lists() for item in other.items}
    code = Places(block.span for block in page.document.code_blocks)
    numbered = re.compile(rf"^[^\w\n]*+(?:\d{{1,9}}-)?({before})[.):]", re.MULTILINE)
    return any(
        match.start(1) not in items
        and (match[0].lstrip().startswith(("#", "//")) or not code.meet(Span(*match.span())))
        for match in numbered.finditer(text, 0, list_.start)
    )


def _renumbered(page: Page, list_: List) -> Fix | None:
    """Return the fix that numbers the items from 1. Safe only on generated pages: people may number on purpose."""
    matches = [_NUMBER.match(page.source.text, item.start) for item in list_.items]
    edits = [Edit(Span(*match.span()), str(number)) for number, match in enumerate(matches, 1) if match]
    return Fix(tuple(edits), safe=page.kind is not None) if len(edits) == len(list_.items) else None
