import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from doclint.markdown.nodes import HtmlBlock
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_ENDING = re.compile(r"\r\n|\r|\n")
_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}
_BREAK = 2  # blanks at the end of a line that are a break


class UntidyWhitespace(Rule):
    """White space that shows nothing: several blank lines, blanks at the end of a line, no newline at the end.

    It makes noise in diffs, and other linters fail for it. Templates that end in a newline of their own make the blank
    lines, parts that are left out leave theirs.

    Code and raw HTML are left alone, and so are two blanks at the end of a line that goes on: they are a break. Line
    endings of two kinds in one page are reported once, at the first of the rarer ones.
    """

    id = "untidy-whitespace"
    family = "formatting"
    severity = "info"
    profile = "strict"
    covers = ("A14", "H02", "H04", "H05")
    remedy = "Write each page through one function that joins its parts and ends it with one line ending."
    messages = {
        "blank-lines": Message("More than one blank line"),
        "trailing": Message("Blanks at the end of the line"),
        "end": Message("Blank lines at the end of the page"),
        "no-newline": Message("The last line does not end with a newline"),
        "endings": Message("This line ends with {found}, most others with {usual}", key=("found",)),
    }
    examples = (
        Invalid(
            "# A\n\n\n\nB \n- c  \n   \n   \n- d\n",
            lines=(3, 5, 6, 7, 8),
            fixed="# A\n\nB\n- c\n\n- d\n",
        ),
        Invalid("# A\n\nB\n\n\n", lines=(4,), messages=("end",), fixed="# A\n\nB\n"),
        Invalid("# A\r\n\r\nB", lines=(3,), messages=("no-newline",), fixed="# A\r\n\r\nB\r\n"),
        Invalid("# A\r\n\nB\nC\n", lines=(1,), messages=("endings",)),
        Valid("---\na: 1\n\n\nb: 2\n---\n\n# A\n\nB  \nC\n\n```\nd \n\n\n\n```\n"),
        Valid(""),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source, last = page.source, len(page.source.line_starts)
        yield from _endings(page)
        if source.line(last).strip():
            end = Span(len(source.text), len(source.text))
            yield Violation(end, "no-newline", fix=Fix((Edit(end, "\n"),), safe=True))
        lines = _own_lines(page)
        removed: set[int] = set()
        for run in _runs([number for number in lines if not source.line(number).strip()]):
            at_end = run[-1] == last
            gone = run if at_end else run[1:]
            if len(run) > 1:
                removed.update(gone)
                place = Span(
                    source.line_starts[gone[0] - 1], len(source.text) if at_end else source.line_starts[run[-1]]
                )
                fix = Fix((Edit(place, ""),), safe=True)
                yield Violation(place, "end" if at_end else "blank-lines", fix=fix)
        going_on = _going_on(page)
        for number in lines:
            blanks = _trailing(page, number)
            if blanks is None or number in removed:
                continue
            if number not in going_on or not _is_break(source.text[slice(*blanks)]):
                yield Violation(blanks, "trailing", fix=Fix((Edit(blanks, ""),), safe=True))


def _own_lines(page: Page) -> list[int]:
    """The lines that are neither code nor raw HTML nor front matter."""
    document = page.document
    spans = [block.span for block in document.code_blocks]
    spans += [html.span for html in document.html if isinstance(html, HtmlBlock)]
    spans += [document.front_matter.span] if document.front_matter else []
    others = {number for span in spans for number in _lines_of(page, span)}
    return [number for number in range(1, len(page.source.line_starts) + 1) if number not in others]


def _lines_of(page: Page, span: Span) -> range:
    return range(page.source.position(span.start).line, page.source.position(span.end).line + 1)


def _going_on(page: Page) -> set[int]:
    """The lines of paragraphs behind which the paragraph goes on."""
    return {number for one in page.document.paragraphs for number in _lines_of(page, one.span)[:-1]}


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers that follow each other."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in group]


def _trailing(page: Page, number: int) -> Span | None:
    """The blanks at the end of a line."""
    start, end = page.source.line_span(number)
    text = page.source.text[start:end]
    kept = len(text.rstrip(" \t"))
    return Span(start + kept, end) if kept < len(text) else None


def _is_break(blanks: str) -> bool:
    return len(blanks) >= _BREAK and not blanks.strip(" ")


def _endings(page: Page) -> Iterator[Violation]:
    text = page.source.text
    if "\r" not in text:
        return
    counts = Counter(match.group() for match in _ENDING.finditer(text))
    if len(counts) < 2:
        return
    usual = max(counts, key=lambda ending: (counts[ending], ending))
    first = next(match for match in _ENDING.finditer(text) if match.group() != usual)
    place = page.source.line_span(page.source.position(first.start()).line)
    yield Violation(place, "endings", found=_NAMES[first.group()], usual=_NAMES[usual])
