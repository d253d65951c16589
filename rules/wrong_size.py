from collections.abc import Iterator
from functools import cached_property

from doclint.formats.pattern import Capture
from doclint.formats.shapes import Field, Fields
from doclint.markdown.mojibake import all_repaired
from doclint.markdown.source import REPLACEMENT, Edit, Fix, Source
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import FORMAT_WITH_LINES, facts_page, file_page
from ._sizes import in_kb, is_same, written

_BYTE_ORDER_MARK = 3  # bytes of it in UTF-8


def _whole_page(path: str, size: str, copy: str) -> str:
    """The page about a Python file with its size, on line 5, and a copy."""
    return file_page(path, f"## File Metadata\n\n- **Size**: {size}\n\n## Original Source\n\n```python\n{copy}```\n")


class WrongSize(Rule):
    r"""The page states another size than the file has: other bytes, or other lines.

    Such figures tell a reader whether the page is about the file as it is now. They are wrong because the file has
    changed since, because something else was measured than what is in the file, or because the end of the last line was
    counted as a line: `"a\n".split("\n")` has two parts, and the file one line.

    The figures are those of the holes `bytes` and `lines` in a field of the format. They are held against the file; a
    checkout may have changed all its line endings, and the size with the other ones is right as well. Where the file is
    not there, the copy that a page quotes is measured, if it is complete and undamaged or its damage can be repaired;
    what the copy cannot tell (the line ending at its end, a byte order mark) is then let be. A last line without a line
    ending may be counted or not.
    """

    id = "wrong-size"
    family = "metadata"
    severity = "error"
    covers = ("E02", "E03")
    needs = frozenset({"source"})
    remedy = (
        "Take the size from the file itself (`stat().st_size`) when the page is written: text that was "
        "decoded, with bytes left out or line endings changed, is another size."
    )
    messages = {
        "bytes": Message(
            "The number of bytes is given as {stated}; `{path}` has {right}[ (as copied in `{copy}`)]", key=("field",)
        ),
        "lines": Message(
            "The number of lines is given as {stated}; `{path}` has {right}[: {counted} was counted as a line]"
            "[ (as copied in `{copy}`)]",
            key=("field",),
            remedy=(
                r"Count lines with `splitlines()`: `split('\n')` has one part more where the text ends in a line "
                "ending."
            ),
        ),
    }
    examples = (
        Invalid(
            file_page("src/a.py", "## File Metadata\n\n- **Size**: 1,034 bytes (1.01 KB)\n"),
            "docs/src/a.py_docs.md",
            files={"src/a.py": "#" * 2047 + "\n"},
            lines=(5,),
            messages=("bytes",),
            fixed=file_page("src/a.py", "## File Metadata\n\n- **Size**: 2,048 bytes (2.00 KB)\n"),
        ),
        Invalid(
            facts_page("a.py", "Lines: 3", "Bytes: 12", copy="a = 1\nb = 2\n"),
            "docs/a.py.page.md",
            format=FORMAT_WITH_LINES,
            files={"a.py": "a = 1\nb = 2\n"},
            lines=(3,),
            messages=("lines",),
            fixed=facts_page("a.py", "Lines: 2", "Bytes: 12", copy="a = 1\nb = 2\n"),
        ),
        Invalid(
            facts_page("a.py", "Lines: 1", "Bytes: 9", copy="a = 1\nb = 2\n"),
            "docs/a.py.page.md",
            format=FORMAT_WITH_LINES,
            lines=(3, 4),
            messages=("bytes", "lines"),
            fixed=facts_page("a.py", "Lines: 2", "Bytes: 9", copy="a = 1\nb = 2\n"),
        ),
        Invalid(
            # The copy is the file, and no excuse.
            _whole_page("a.py", "9 bytes (0.01 KB)", "x = 1\n"),
            "docs/a.py_docs.md",
            files={"a.py": "x = 1\n"},
            lines=(5,),
            messages=("bytes",),
            fixed=_whole_page("a.py", "6 bytes (0.01 KB)", "x = 1\n"),
        ),
        Invalid(
            file_page("a.py", "## File Metadata\n\n- **Lines**: 3\n"),
            "docs/a.py_docs.md",
            files={"a.py": "x = 1\ny = 2\n"},
            lines=(5,),
            messages=("lines",),
            fixed=file_page("a.py", "## File Metadata\n\n- **Lines**: 2\n"),
        ),
        Valid(
            file_page("src/a.py", "## File Metadata\n\n- **Size**: 2,048 bytes (2.00 KB)\n"),
            "docs/src/a.py_docs.md",
            files={"src/a.py": "#" * 2047 + "\n"},
        ),
        Valid(
            facts_page("a.py", "Lines: 2", "Bytes: 14", copy="a = 1\nb = 2\n"),
            "docs/a.py.page.md",
            format=FORMAT_WITH_LINES,
        ),
        Valid(
            facts_page("a.md", "Lines: 1", "Bytes: 8", copy="a â†’ b"), "docs/a.md.page.md", format=FORMAT_WITH_LINES
        ),
        Valid(
            facts_page("a.py", "Lines: 2", "Bytes: 4000", copy="a = 1\nb = 2"),
            "docs/a.py.page.md",
            format=FORMAT_WITH_LINES,
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or not _is_sound(source_file):
            return
        sizes, counts = _Sizes(page, source_file), _LineCounts(source_file)
        for fields in page.all(Fields):
            for field in fields.fields:
                yield from _bytes(page, sizes, field)
                yield from _lines(page, counts, field)


def _is_sound(source_file: SourceFile) -> bool:
    """Whether the evidence has the size of the file."""
    if source_file.copy is None:
        return not source_file.is_pointer
    return source_file.complete and not source_file.is_binary and REPLACEMENT.encode() not in source_file.data


class _Sizes:
    """The sizes in bytes that the file may have, and the copy of it on the page."""

    def __init__(self, page: Page, source_file: SourceFile) -> None:
        self.page = page
        self.source_file = source_file

    @cached_property
    def right(self) -> frozenset[int]:
        return _possible(self.source_file)

    @cached_property
    def copied(self) -> frozenset[int]:
        copied = self.page.quoted_source if self.source_file.copy is None else None
        if copied is None or not _is_sound(copied) or _is_copy(copied, self.source_file):
            return frozenset()
        return _possible(copied)


class _LineCounts:
    """How many lines the file has: the number, and all that is right as well."""

    def __init__(self, source_file: SourceFile) -> None:
        self.source_file = source_file

    @cached_property
    def all(self) -> list[int]:
        return _line_counts(self._text)

    @cached_property
    def is_ended(self) -> bool:
        return self._text.endswith(("\n", "\r"))

    @cached_property
    def _text(self) -> str:
        return Source.from_bytes(self.source_file.data).text


def _bytes(page: Page, sizes: _Sizes, field: Field) -> Iterator[Violation]:
    stated, source_file = field.captures.get("bytes"), sizes.source_file
    if stated is None or stated.number is None or stated.number in sizes.right:
        return
    if stated.number in sizes.copied:
        return  # the whole page is out of date, and so is the copy, which is reported
    right = len(source_file.data)
    # What the bytes of a file should be follows from the file only: a copy may be what is wrong.
    fix = _fix(page, stated, field.captures.get("kb"), right) if source_file.copy is None else None
    yield _violation("bytes", source_file, field, stated, right, fix)


def _lines(page: Page, counts: _LineCounts, field: Field) -> Iterator[Violation]:
    stated, source_file = field.captures.get("lines"), counts.source_file
    if stated is None or stated.number is None or source_file.is_binary or stated.number in counts.all:
        return
    right = counts.all[0]
    edit = written(page, stated, f"{right:,}")
    fix = Fix((edit,), safe=source_file.copy is None) if edit else None
    is_one_more = stated.number == right + 1 and counts.is_ended
    counted = "the end of the last one" if is_one_more else None
    yield _violation("lines", source_file, field, stated, right, fix, counted=counted)


def _violation(
    message: str,
    source_file: SourceFile,
    field: Field,
    stated: Capture,
    right: int,
    fix: Fix | None,
    counted: str | None = None,
) -> Violation:
    return Violation(
        field.value.span,
        message,
        fix=fix,
        reason="last line ending" if counted else "",
        field=field.key,
        stated=stated.text,
        right=f"{right:,}",
        path=source_file.path,
        counted=counted,
        copy=source_file.copy,
    )


def _fix(page: Page, size: Capture, kb: Capture | None, right: int) -> Fix | None:
    """The fix that puts the size right, in KB as well where that is stated."""
    edits: list[Edit | None] = [written(page, size, f"{right:,}", *([kb] if kb else ()))]
    if kb is not None and not is_same(kb.text, in_kb(right, kb.text)):
        edits.append(written(page, kb, in_kb(right, kb.text), size))
    known = tuple(edit for edit in edits if edit is not None)
    return Fix(known, safe=True) if len(known) == len(edits) else None


def _is_copy(copied: SourceFile, file: SourceFile) -> bool:
    """Whether a copy has the text of a file as it is now: then it is of no other size."""
    return Source.from_bytes(copied.data).text.splitlines() == Source.from_bytes(file.data).text.splitlines()


def _possible(source_file: SourceFile) -> frozenset[int]:
    """The sizes in bytes that the file may have."""
    data = source_file.data
    if source_file.copy is None:
        return frozenset({len(data)} if source_file.is_binary else {len(data), *_with_either_ending(data)})
    text = data.decode()
    return frozenset([*_sizes_of_copied(text), *_sizes_of_copied(all_repaired(text))])


def _sizes_of_copied(text: str) -> Iterator[int]:
    """The sizes of the files that a text may be a copy of."""
    for whole in (text, f"{text}\n"):
        for size in _with_either_ending(whole.encode()):
            yield from (size, size + _BYTE_ORDER_MARK)


def _with_either_ending(data: bytes) -> set[int]:
    r"""The sizes of a file with all its lines ending in LF, and with all in CRLF.

    >>> sorted(_with_either_ending(b"a\r\nb\n"))
    [4, 6]
    """
    unix = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return {len(unix), len(unix) + unix.count(b"\n")}


def _line_counts(text: str) -> list[int]:
    r"""How many lines a text has, and what else is called that: only what line endings end, as `wc` has it, or more
    than these end a line, as Python has it.

    >>> _line_counts("a\x0cb\nc")
    [2, 1, 3]
    """
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = unix.count("\n")
    return [ended + (not unix.endswith("\n") and bool(unix)), ended, len(text.splitlines())]
