import re
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, RelatedLines, SourceFile, SourceRule, Valid, Violation
from doclint.kit import REPLACEMENT, expression, lines_of
from doclint.kit.shapes import SourceCopy
from doclint.page.copies import LONGEST_NOTE, Difference, QuotedCopy

from ._pages import copy_of, facts_of, file_of, file_page, invalid_facts, valid_facts
from ._remedies import BINARY, REWRITE

_SAYS_CUT = (
    r"truncat|shorten|abridg|abbreviat|excerpt|omitted|\bcut\b|\bmore (?:lines|characters)\b"
    r"|\bfirst [\d,]+ (?:lines|characters|bytes)\b"
)
_BINARY = expression(rf"[\0-\x08\x0e-\x1a{REPLACEMENT}]")
_BEFORE, _SHOWN = 20, 60  # characters of a line: those before the first difference, and all

_PROGRAM = "import os\nrun(2)\n"
_STORY = {"a.md": "A story that does not end where it is cut.\n"}
_CUT = "A story that does not end where it is cu"  # 40 characters, where the format cuts
_COPY = "## Original Source\n\n```python\nrun({})\n\n```\n\n"


class StaleCopy(SourceRule):
    """The page quotes an old or incomplete copy of its source file.

    Readers take the copy for the file: they look for a name that is gone, or believe that what the copy leaves out does
    not exist. Generators leave such copies behind if they skip pages that exist already, and write them if they limit
    how much they quote without saying so. To fix the page, regenerate it.

    doclint compares copy and file line by line. It ignores line endings, a byte order mark and blank lines at the end.
    It repairs damage of a wrong encoding first, which `mojibake` reports, and where either side has lost characters it
    compares only those of ASCII. A copy may be cut if the page says so, in the section of the copy or in its last line.
    A file with NUL bytes is binary: a note in its place is right, a copy is not. doclint does not compare files that
    Git LFS stores elsewhere.

    If the file is not in the repository, doclint reports only a copy that ends exactly where the generator cuts while
    the page states a larger size.
    """

    family = "source"
    severity = "error"
    claims = "copy"
    covers = ("B08", "B09", "B11")
    names_copy = False
    reads = {"source", "source + source.cut"}
    remedy = REWRITE
    messages = {
        "differs": Message("Line {line} of the copy[ is `{found}`][ {blank}][, but `{path}` has `{expected}` there]"),
        "shorter": Message("The copy ends at line {lines}, but `{path}` only at line {total}"),
        "longer": Message("The copy goes on to line {lines}, but `{path}` ends at line {total}"),
        "cut": Message(
            "The copy of `{path}` is cut after {characters} characters[, in line {line} of {total}], but the page does "
            "not say so",
            remedy="Let one condition decide both to cut the copy and to say so, or quote the whole file.",
        ),
        "binary": Message("The page quotes `{path}` as text, but it is binary: it has NUL bytes", remedy=BINARY),
        "more": Message("doclint compares only the first {most} copies of a page (`rules.stale-copy.most`)"),
    }
    examples = (
        Invalid(*copy_of("import os\nrun(1)\n", _PROGRAM), lines={5: "differs"}),
        Invalid(
            file_page("a.py", f"{_COPY.format(2)}## High-Level Overview\n\nText.\n\n{_COPY.format(1)}"),
            "docs/a.py_docs.md",
            options={"most": 1},
            files={"a.py": "run(2)\n"},
            lines={16: "more"},
        ),
        Invalid(*copy_of("import os\n", _PROGRAM), lines={5: "shorter"}),
        Invalid(*copy_of(_PROGRAM, "import os\n"), lines={5: "longer"}),
        invalid_facts(*facts_of("a.md", copy=_CUT), files=_STORY, lines={5: "cut"}),
        invalid_facts(*facts_of("a.md", "Bytes: 90", copy=_CUT), lines={7: "cut"}),
        invalid_facts(*facts_of("a.dat", copy="GIF\0\x01\x02"), lines={5: "binary"}),
        Valid(*copy_of(_PROGRAM, "\ufeffimport os\r\nrun(2)\r\n")),
        Valid(*file_of("a.md", "## Original Source\n\n```markdown\nA cafÃ© â†’ here\n\n```\n", "A café → here\n")),
        valid_facts(*facts_of("a.md", copy=_CUT, note="*The rest is omitted.*"), files=_STORY),
        valid_facts(*facts_of("a.md", copy=f"{_CUT}\n... (truncated, 12 more lines)"), files=_STORY),
        valid_facts(*facts_of("a.md", "Bytes: 41", copy="A story that ends exactly where it is cu")),
        valid_facts(*facts_of("a.dat", copy="Binary file, not shown"), files={"a.dat": b"GIF\0\x01\x02"}),
    )

    notes: Annotated[list[str], Meta(description="More words by which a note says that a copy is cut.")] = []
    most: Annotated[int, Meta(ge=1, description="Copies of a page that are compared; generators write one.")] = 10

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        if source.is_pointer or source.copy not in (None, page.path):
            return
        copies = [QuotedCopy(page, copy) for copy in page.all(SourceCopy)[: self.most + 1]]
        for copy in copies[: self.most]:
            violation = None if copy.copy.placeholder else self._check_copy(copy, source)
            if violation is not None:
                yield violation
            elif page.claims is not None and not (copy.copy.placeholder or source.copy or source.is_binary):
                because = _CUT if copy.difference(source.text) else ""
                page.claim("copy", copy.opening, because, related=lines_of(source))
        for copy in copies[self.most :]:
            yield Violation(copy.opening, "more", most=self.most)

    def _check_copy(self, copy: QuotedCopy, source: SourceFile) -> Violation | None:
        if source.is_binary:
            is_quoted = _BINARY.search(copy.text) is not None
            return Violation(copy.opening, "binary", path=source.path, against=source) if is_quoted else None
        if source.copy is not None:
            is_cut = copy.ends_at_cut and copy.page.states_more_than(copy.text) and not self._says_cut(copy, "")
            return _cut(copy, source) if is_cut else None
        difference = copy.difference(source.text)
        return self._check_difference(copy, source, difference) if difference else None

    def _check_difference(self, copy: QuotedCopy, source: SourceFile, difference: Difference) -> Violation | None:
        line, lines, total = difference.line, len(difference.copied), len(difference.original)
        if line > total:
            related = lines_of(source, total)
            return Violation(copy.opening, "longer", related=related, path=source.path, lines=lines, total=total)
        if self._says_cut(copy, difference.rest):
            return None
        if not difference.rest and copy.ends_at_cut:
            return _cut(copy, source, lines_of(source, line, total), line=lines, total=total)
        if line > lines:
            related = lines_of(source, line, total)
            return Violation(copy.opening, "shorter", related=related, path=source.path, lines=lines, total=total)
        return _differs(copy, source, difference)

    def _says_cut(self, copy: QuotedCopy, rest: str) -> bool:
        """Whether the page says that a copy is cut: beside it, or in its last line if `rest` has text."""
        words = re.compile("|".join([_SAYS_CUT, *map(re.escape, self.notes)]), re.IGNORECASE)
        if any(map(str.isalnum, rest)):
            # A long rest is what an old version of the file says, whatever its last line is.
            return len(rest) <= LONGEST_NOTE and words.search(rest.rpartition("\n")[2]) is not None
        return any(words.search(note) for note in copy.notes)


def _cut(
    copy: QuotedCopy,
    source: SourceFile,
    related: tuple[RelatedLines, ...] = (),
    *,
    line: int | None = None,
    total: int | None = None,
) -> Violation:
    cut = copy.copy.cut
    characters = f"{cut.characters:,}" if cut else None
    return Violation(
        copy.opening, "cut", related=related, path=source.path, characters=characters, line=line, total=total
    )


def _differs(copy: QuotedCopy, source: SourceFile, difference: Difference) -> Violation:
    found, expected = difference.copied[difference.line - 1], difference.original[difference.line - 1]
    return Violation(
        copy.opening,
        "differs",
        related=lines_of(source, difference.line),
        path=source.path,
        line=difference.line,
        found=_excerpt(found, difference.column),
        expected=_excerpt(expected, difference.column),
        blank="is empty" if not found else "but should be empty" if not expected else None,
    )


def _excerpt(line: str, column: int) -> str:
    """Return the part of a line around a column, with dots for what is left out."""
    start = max(0, column - _BEFORE)
    shown = line[start : start + _SHOWN]
    return f"{'…' if start else ''}{shown}{'…' if start + _SHOWN < len(line) else ''}"
