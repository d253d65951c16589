from collections.abc import Iterator

from doclint import Invalid, Message, Page, SourceFile, SourceRule, Span, Valid, Violation
from doclint.kit import lines_of
from doclint.kit.shapes import SourceCopy

from ._pages import copy_of

_LONGEST = 200  # characters of a last line that are compared


class PaddedCopy(SourceRule):
    """The copy of a source file ends with a blank line that the file does not have.

    Readers who copy the text get one line too many. The template adds a line ending to a text that ends with one
    already.
    """

    family = "formatting"
    severity = "info"
    profile = "strict"
    reads = {"source"}
    covers = ("B13",)
    remedy = "Do not add a line ending to a source that ends with one."
    messages = {"padded": Message("The copy ends with a blank line that `{path}` does not have; remove it")}
    examples = (
        Invalid(*copy_of("x = 1\n", "x = 1\n"), lines=(7,), fixed=copy_of("x = 1")[0]),
        Valid(*copy_of("x = 1\n", "x = 1\n\n")),
        Valid(*copy_of("x = 1\n")),
        Valid(*copy_of("x = 1\n", "x = 1\ny = 2\n")),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        for copy in page.all(SourceCopy) if source.copy is None else ():
            text = page.text(copy.content)
            if _blank_lines(text) == _blank_lines(source.text) + 1 and _last_line(source.text) == _last_line(text):
                last = page.source.position(copy.content.start + len(text.rstrip("\r\n"))).line
                place = Span(page.source.line_starts[last], page.source.line_starts[last + 1])
                fix = page.replace(place, "", safe=True) if copy.block.closed else None
                end = lines_of(source, source.text.rstrip("\r\n").count("\n") + 1)
                yield Violation(place, "padded", fix=fix, related=end, path=source.path)


def _last_line(text: str) -> str:
    """Return the last line of a text that is not blank, or its end: in a cut copy it is not that of the file."""
    return text.rstrip("\r\n")[-_LONGEST:].rpartition("\n")[2].strip("\r")


def _blank_lines(text: str) -> int:
    """Return how many blank lines a text ends with."""
    rest = text[len(text.rstrip("\r\n")) :].replace("\r\n", "\n")
    return max(0, len(rest) - 1)
