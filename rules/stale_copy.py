import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import Field

from doclint.formats.shapes import SourceCopy
from doclint.markdown.mojibake import all_repaired, repaired
from doclint.markdown.source import REPLACEMENT, Source, Span
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import FORMAT_WITH_LINES, facts_page, file_page
from ._remedies import BINARY, REWRITE

_SAYS_CUT = (
    r"truncat|shorten|abridg|abbreviat|excerpt|omitted|\bcut\b|\bmore (?:lines|characters)\b"
    r"|\bfirst [\d,]+ (?:lines|characters|bytes)\b"
)
_NO_TEXT = re.compile(rf"[\0-\x08\x0e-\x1a{REPLACEMENT}]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_LONGEST_NOTE = 300  # characters of a note that are read
_BEFORE, _SHOWN = 20, 60  # characters of a line: those before the first difference, and all

_COPY = "## Original Source\n\n```python\nrun({})\n\n```\n\n"


class StaleCopy(Rule):
    """The source that a page quotes is not the file: it has changed since, or the copy is cut and does not say so.

    Whoever reads the page takes the copy for the file: looks for a name that is not in it any more, or believes that
    what lies behind the cut does not exist. Such copies are left behind by generators that skip pages which are there
    already, and written by those that limit what they quote and do not say where they did. The mend is to write the
    page anew.

    Copy and file are compared line by line. Line endings, a byte order mark and blank lines at the end are not looked
    at; damage by a wrong encoding, which is another defect, is repaired first, and where characters are lost on either
    side only those of ASCII are compared. A copy that is cut is right if the page says so, in the section of the copy
    or in its last line. A file with NUL bytes is no text and should not be quoted as one; a note in its place is right.
    What Git LFS keeps elsewhere is not compared.

    Where the file is not at hand, a copy is reported that ends exactly where the generator cuts while the page states a
    larger size.
    """

    id = "stale-copy"
    family = "source"
    severity = "error"
    covers = ("B08", "B09", "B11")
    needs = frozenset({"source"})
    remedy = REWRITE
    messages = {
        "differs": Message(
            "The copy is not what `{path}` holds: its line {line}[ is `{found}`][ {blank}][ and should be `{expected}`]"
        ),
        "shorter": Message("The copy ends at line {lines}, `{path}` only at line {total}"),
        "longer": Message("The copy ends only at line {lines}, `{path}` at line {total}"),
        "cut": Message(
            "The copy of `{path}` is cut after {characters} characters[, in line {line} of {total}], and the page does "
            "not say so",
            remedy=(
                "Let one condition decide both that the copy is cut and that the page says so, or quote the whole file."
            ),
        ),
        "binary": Message(
            "`{path}` is no text, it has NUL bytes, and is quoted as if it were[ (as copied in `{copy}`)]",
            remedy=BINARY,
        ),
        "more": Message("Only the first {most} copies on the page are compared (`rules.stale-copy.most`)"),
    }
    examples = (
        Invalid(
            file_page("a.py", "## Original Source\n\n```python\nimport os\nrun(1)\n\n```\n"),
            "docs/a.py_docs.md",
            files={"a.py": "import os\nrun(2)\n"},
            lines=(5,),
            messages=("differs",),
        ),
        Invalid(
            file_page("a.py", f"{_COPY.format(2)}## High-Level Overview\n\nText.\n\n{_COPY.format(1)}"),
            "docs/a.py_docs.md",
            options={"most": 1},
            files={"a.py": "run(2)\n"},
            lines=(16,),
            messages=("more",),
        ),
        Invalid(
            file_page("a.py", "## Original Source\n\n```python\nimport os\n\n```\n"),
            "docs/a.py_docs.md",
            files={"a.py": "import os\nrun(2)\n"},
            lines=(5,),
            messages=("shorter",),
        ),
        Invalid(
            file_page("a.py", "## Original Source\n\n```python\nimport os\nrun(2)\n\n```\n"),
            "docs/a.py_docs.md",
            files={"a.py": "import os\n"},
            lines=(5,),
            messages=("longer",),
        ),
        Invalid(
            facts_page("a.md", copy="A story that does not end where it is cu"),
            "docs/a.md.page.md",
            format=FORMAT_WITH_LINES,
            files={"a.md": "A story that does not end where it is cut.\n"},
            lines=(5,),
            messages=("cut",),
        ),
        Invalid(
            facts_page("a.md", "Bytes: 90", copy="A story that does not end where it is cu"),
            "docs/a.md.page.md",
            format=FORMAT_WITH_LINES,
            lines=(7,),
            messages=("cut",),
        ),
        Invalid(
            facts_page("a.dat", copy="GIF\0\x01\x02"),
            "docs/a.dat.page.md",
            format=FORMAT_WITH_LINES,
            lines=(5,),
            messages=("binary",),
        ),
        Valid(
            file_page("a.py", "## Original Source\n\n```python\nimport os\nrun(2)\n\n```\n"),
            "docs/a.py_docs.md",
            files={"a.py": "\ufeffimport os\r\nrun(2)\r\n"},
        ),
        Valid(
            file_page("a.md", "## Original Source\n\n```markdown\nA cafÃ© â†’ here\n\n```\n"),
            "docs/a.md_docs.md",
            files={"a.md": "A café → here\n"},
        ),
        Valid(
            facts_page("a.md", copy="A story that does not end where it is cu", note="*The rest is omitted.*"),
            "docs/a.md.page.md",
            format=FORMAT_WITH_LINES,
            files={"a.md": "A story that does not end where it is cut.\n"},
        ),
        Valid(
            facts_page("a.md", copy="A story that does not end where it is cu\n... (truncated, 12 more lines)"),
            "docs/a.md.page.md",
            format=FORMAT_WITH_LINES,
            files={"a.md": "A story that does not end where it is cut.\n"},
        ),
        Valid(
            facts_page("a.md", "Bytes: 41", copy="A story that ends exactly where it is cu"),
            "docs/a.md.page.md",
            format=FORMAT_WITH_LINES,
        ),
        Valid(
            facts_page("a.dat", copy="Binary file, not shown"),
            "docs/a.dat.page.md",
            format=FORMAT_WITH_LINES,
            files={"a.dat": b"GIF\0\x01\x02"},
        ),
    )

    notes: list[str] = Field(default=[], description="More words by which a note says that a copy is cut.")
    most: int = Field(default=10, ge=1, description="Copies on a page that are compared; generators write one.")

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or source_file.is_pointer or source_file.copy not in (None, page.path):
            return
        copies = page.all(SourceCopy)
        for copy in copies[self.most : self.most + 1]:
            yield Violation(_opening(page, copy), "more", most=self.most)
        for copy in copies[: self.most]:
            if copy.placeholder:
                continue
            text = _unified(page.source.text[slice(*copy.content)]).removesuffix("\n")
            if source_file.is_binary:
                if _NO_TEXT.search(text):
                    yield Violation(_opening(page, copy), "binary", path=source_file.path, copy=source_file.copy)
            elif source_file.copy is None:
                yield from self._compared(page, source_file, copy, text)
            elif _ends_at_cut(page, copy, text) and page.states_more_than(text) and not self._says_cut(page, copy, ""):
                yield Violation(_opening(page, copy), "cut", path=source_file.path, characters=_cut_after(copy))

    def _compared(self, page: Page, source_file: SourceFile, copy: SourceCopy, text: str) -> Iterator[Violation]:
        """What tells the copy from the file, if something does."""
        found, expected = _comparable(page, text, Source.from_bytes(source_file.data).text)
        if found == expected:
            return
        place = _first_difference(found, expected)
        span, path, line = _opening(page, copy), source_file.path, place.line
        lines, total = len(_lines(found)), len(_lines(expected))
        if line > total:
            yield Violation(span, "longer", path=path, lines=lines, total=total)
        elif self._says_cut(page, copy, found[place.offset :]):
            return
        elif place.offset == len(found) and _ends_at_cut(page, copy, text):
            yield Violation(span, "cut", path=path, characters=_cut_after(copy), line=lines, total=total)
        elif line > lines:
            yield Violation(span, "shorter", path=path, lines=lines, total=total)
        else:
            has, needs = _lines(found)[line - 1], _lines(expected)[line - 1]
            yield Violation(
                span,
                "differs",
                path=path,
                line=line,
                found=_around(has, place.column),
                expected=_around(needs, place.column),
                blank="is empty" if not has else "and should be empty" if not needs else None,
            )

    def _says_cut(self, page: Page, copy: SourceCopy, rest: str) -> bool:
        """Whether the page says that the copy is cut: beside it, or in its last line. `rest` is what it has from the
        first difference on.
        """
        words = re.compile("|".join([_SAYS_CUT, *map(re.escape, self.notes)]), re.IGNORECASE)
        if any(map(str.isalnum, rest)):
            # Few lines, or it is what a file says that ends otherwise.
            last = rest.rpartition("\n")[2]
            return len(rest) <= _LONGEST_NOTE and words.search(last) is not None
        return any(words.search(note) for note in _notes(page, copy))


class _Place(NamedTuple):
    """The first difference of two texts: the line, the column from 0, and the characters before it."""

    line: int
    column: int
    offset: int


def _first_difference(found: str, expected: str) -> _Place:
    has, needs = _lines(found), _lines(expected)
    index = _parting(has, needs)
    column = _parting(has[index], needs[index]) if index < min(len(has), len(needs)) else 0
    offset = sum(len(line) + 1 for line in has[:index]) + column
    return _Place(index + 1, column, min(offset, len(found)))


def _parting(one: Sequence[str], other: Sequence[str]) -> int:
    """How far two sequences are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _comparable(page: Page, copy: str, file: str) -> tuple[str, str]:
    """A copy and a file without what need not be the same in both."""
    found, expected = _plain(copy), _plain(file)
    if found == expected:
        return found, expected
    if REPLACEMENT in found or REPLACEMENT in expected:
        return _NOT_ASCII.sub("", found), _NOT_ASCII.sub("", expected)
    return _plain(_repaired(page, copy)), _plain(all_repaired(file))


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _plain(text: str) -> str:
    return _unified(text).removeprefix("\ufeff").rstrip("\n")


def _repaired(page: Page, copy: str) -> str:
    return repaired(copy, {damage.text: damage.repaired for damage in page.document.mojibake})


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _ends_at_cut(page: Page, copy: SourceCopy, text: str) -> bool:
    """Whether a copy ends exactly where the generator cuts, before or after damage to its encoding."""
    # Damage makes a text longer.
    return copy.is_cut_at(len(text)) and not copy.is_cut_at(len(_repaired(page, text)) - 1)


def _cut_after(copy: SourceCopy) -> str | None:
    return f"{copy.cut.characters:,}" if copy.cut else None


def _notes(page: Page, copy: SourceCopy) -> Iterator[str]:
    """The texts beside the copy in its section, or the beginning of each."""
    for shape in page.contents:
        if shape.section == copy.section and shape is not copy:
            yield page.source.text[shape.start : min(shape.end, shape.start + _LONGEST_NOTE)]


def _opening(page: Page, copy: SourceCopy) -> Span:
    """The line that opens the fence."""
    return Span(copy.start, page.source.line_span(page.source.position(copy.start).line).end)


def _around(line: str, column: int) -> str:
    """The part of a line around a column, and dots where it is only a part."""
    start = max(0, column - _BEFORE)
    shown = line[start : start + _SHOWN]
    return f"{'…' if start else ''}{shown}{'…' if start + _SHOWN < len(line) else ''}"
