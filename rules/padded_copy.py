from collections.abc import Iterator

from doclint.formats.shapes import SourceCopy
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_LONGEST = 200  # characters of a last line that are compared
_SOURCE = "## Original Source\n\n```python\n{}\n```\n"


class PaddedCopy(Rule):
    """The copy of a source has a blank line at its end that the source does not have.

    Who copies it gets a line too much. The template puts a newline behind a text that ends with one already.
    """

    id = "padded-copy"
    family = "formatting"
    severity = "info"
    profile = "strict"
    covers = ("B13",)
    needs = frozenset({"source"})
    remedy = "Do not add a line ending to a source that ends in one."
    messages = {
        "padded": Message("The copy ends with a blank line that `{path}` does not have[ (as copied in `{copy}`)]")
    }
    examples = (
        Invalid(
            file_page("a.py", _SOURCE.format("x = 1\n")),
            "docs/a.py_docs.md",
            files={"a.py": "x = 1\n"},
            lines=(7,),
            fixed=file_page("a.py", _SOURCE.format("x = 1")),
        ),
        Valid(file_page("a.py", _SOURCE.format("x = 1")), "docs/a.py_docs.md", files={"a.py": "x = 1\n"}),
        Valid(file_page("a.py", _SOURCE.format("x = 1\n")), "docs/a.py_docs.md", files={"a.py": "x = 1\n\n"}),
        Valid(file_page("a.py", _SOURCE.format("x = 1\n")), "docs/a.py_docs.md"),
        Valid(file_page("a.py", _SOURCE.format("x = 1\n")), "docs/a.py_docs.md", files={"a.py": "x = 1\ny = 2\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or source_file.copy is not None:
            return
        file = source_file.data.decode(errors="replace")
        blank = _blank_lines(file)
        for copy in page.all(SourceCopy):
            text = page.source.text[slice(*copy.content)]
            if _blank_lines(text) == blank + 1 and _end(file) == _end(text):
                last = page.source.position(copy.content.start + len(text.rstrip("\r\n"))).line + 1
                place = Span(page.source.line_starts[last - 1], page.source.line_starts[last])
                fix = Fix((Edit(place, ""),), safe=True) if copy.block.closed else None
                yield Violation(place, "padded", fix=fix, path=source_file.path, copy=source_file.copy)


def _end(text: str) -> str:
    """What a text ends with before its blank lines: of a copy that is cut it is not what the file ends with."""
    return text.rstrip("\r\n")[-_LONGEST:].rpartition("\n")[2].strip("\r")


def _blank_lines(text: str) -> int:
    """How many blank lines a text ends with."""
    rest = text[len(text.rstrip("\r\n")) :].replace("\r\n", "\n")
    return max(0, len(rest) - 1)
