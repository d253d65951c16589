from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import HtmlBlock

_ENDING = expression(r"\r\n|\r|\n")
_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}
_BREAK = 2  # blanks at the end of a line that make a line break


class UntidyWhitespace(Rule):
    """The page has white space that shows nothing: blank lines in a row, trailing blanks, no line ending at the end.

    It makes noise in diffs, and other linters fail. Templates that end with a line ending of their own make the blank
    lines, and so do parts that are left out.

    doclint ignores code and raw HTML, and two blanks at the end of a line within a paragraph, which are a line break.
    If the page has line endings of two kinds, doclint reports that once, at the first of the rarer kind.
    """

    family = "formatting"
    severity = "info"
    profile = "strict"
    needs = {"rendering"}
    covers = ("A14", "H02", "H04", "H05")
    remedy = "Write each page through one function that joins its parts and ends it with one line ending."
    advice = "Remove superfluous blanks and blank lines; `doclint check --fix` does so."
    messages = {
        "blank-lines": Message("Several blank lines in a row; leave one"),
        "trailing": Message("Blanks at the end of the line; remove them"),
        "end": Message("Blank lines at the end of the page; remove them"),
        "no-newline": Message("The last line has no line ending; add one"),
        "endings": Message("The line ends with {found}, most others with {usual}", key=("found",)),
    }
    examples = (
        Invalid("# A\n\n\n\nB \n- c  \n   \n   \n- d\n", lines=(3, 5, 6, 7, 8), fixed="# A\n\nB\n- c\n\n- d\n"),
        Invalid("# A\n\nB\n\n\n", lines={4: "end"}, fixed="# A\n\nB\n"),
        Invalid("# A\r\n\r\nB", lines={3: "no-newline"}, fixed="# A\r\n\r\nB\r\n"),
        Invalid("# A\r\n\nB\nC\n", lines={1: "endings"}),
        Valid("---\na: 1\n\n\nb: 2\n---\n\n# A\n\nB  \nC\n\n```\nd \n\n\n\n```\n"),
        Valid(""),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source, lines = page.source, _own_lines(page)
        if source.line(len(source.line_starts)).strip():
            end = Span(len(source.text), len(source.text))
            yield Violation(end, "no-newline", fix=page.replace(end, "\n", safe=True))
        yield from _check_endings(page)
        removed: set[int] = set()
        for run in _runs([number for number in lines if not source.line(number).strip()]):
            if len(run) > 1:
                is_at_end = run[-1] == len(source.line_starts)
                extra = run if is_at_end else run[1:]
                removed.update(extra)
                last = len(source.text) if is_at_end else source.line_starts[run[-1]]
                place = Span(source.line_starts[extra[0] - 1], last)
                message = "end" if is_at_end else "blank-lines"
                yield Violation(place, message, fix=page.replace(place, "", safe=True))
        yield from _check_trailing(page, [number for number in lines if number not in removed])


def _check_trailing(page: Page, lines: Sequence[int]) -> Iterator[Violation]:
    # The lines of paragraphs after which the paragraph goes on.
    continued = {number for one in page.document.paragraphs for number in _lines_of(page, one.span)[:-1]}
    for number in lines:
        start, end = page.source.line_span(number)
        blanks = Span(start + len(page.source.line(number).rstrip(" \t")), end)
        is_break = number in continued and end - blanks.start >= _BREAK and not page.text(blanks).strip(" ")
        if blanks.start < end and not is_break:
            yield Violation(blanks, "trailing", fix=page.replace(blanks, "", safe=True))


def _own_lines(page: Page) -> list[int]:
    """Return the lines that are not code, raw HTML or front matter."""
    document = page.document
    spans = [block.span for block in document.code_blocks]
    spans += [html.span for html in document.html if isinstance(html, HtmlBlock)]
    spans += [document.front_matter.span] if document.front_matter else []
    others = {number for span in spans for number in _lines_of(page, span)}
    return [number for number in range(1, len(page.source.line_starts) + 1) if number not in others]


def _lines_of(page: Page, span: Span) -> range:
    return range(page.source.position(span.start).line, page.source.position(span.end).line + 1)


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield the numbers that follow each other."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in group]


def _check_endings(page: Page) -> Iterator[Violation]:
    text = page.source.text
    counts = Counter(match.group() for match in _ENDING.finditer(text)) if "\r" in text else {}
    if len(counts) > 1:
        usual = max(counts, key=lambda ending: (counts[ending], ending))
        first = next(match for match in _ENDING.finditer(text) if match.group() != usual)
        place = page.source.line_span(page.source.position(first.start()).line)
        yield Violation(place, "endings", found=_NAMES[first.group()], usual=_NAMES[usual])
