from collections.abc import Iterator

from msgspec import Struct

from doclint import Capture, Fix, Invalid, Message, Page, SourceFile, SourceRule, Span, Violation
from doclint.formats.holes import BYTES, KB, LINES
from doclint.kit import REPLACEMENT, Captures, lines_of
from doclint.kit.figures import correct_count, correct_figure, in_kb, is_same_figure
from doclint.kit.shapes import Stated
from doclint.markdown.mojibake import all_repaired

from ._pages import FILE_PAGE, Start, facts_of, facts_page, file_page, invalid_facts, valid_facts

_TWO_LINES = "a = 1\nb = 2\n"
_LABELS = {BYTES: "size", LINES: "number of lines"}
_BYTE_ORDER_MARK = 3  # bytes of it in UTF-8


class _Figures(Struct, frozen=True):
    """What a page says about the size of its file in one place, and how a message calls that."""

    label: str
    captures: Captures
    span: Span


def _page(*fields: str, copy: str = "") -> str:
    """Return the page about a Python file with metadata, from line 5 on, and a copy."""
    source = f"\n## Original Source\n\n```python\n{copy}```\n" if copy else ""
    return file_page("a.py", "## File Metadata\n\n" + "".join(f"- {field}\n" for field in fields) + source)


def _about(*fields: str, source: str, copy: str = "") -> Start:
    """Return the first arguments of an example: such a page, its path, no options, the file."""
    return _page(*fields, copy=copy), FILE_PAGE, {}, {"a.py": source}


class WrongSize(SourceRule):
    r"""The page states a size that its file does not have, in bytes or in lines.

    Readers use these figures to see whether the page describes the file as it is now. The figures are wrong if the file
    has changed since, if the generator measured something else than the content of the file, or if it counted the end
    of the last line as a line: `"a\n".split("\n")` has two parts, but the file has one line.

    doclint checks what the holes `size.bytes` and `count.lines` of the format hold in fields, texts and the front
    matter. It compares them with the file. It also accepts the size with other line endings, because a checkout may
    have changed all of them. A last line without a line ending may count or not. If the file is not in the repository,
    doclint measures the copy on the page, if that is complete and undamaged or can be repaired. It then ignores what
    the copy cannot show: a line ending at the end and a byte order mark.
    """

    family = "metadata"
    severity = "error"
    reads = {"{count.lines}", "{size.bytes}"}
    covers = ("E02", "E03")
    claims = "size"
    remedy = (
        "Take the size from the file itself (`stat().st_size`) when you write the page. Decoded text has another size "
        "if bytes were left out or line endings changed."
    )
    messages = {
        "bytes": Message("The page says {stated} bytes; `{path}` has {right}", key=("field",)),
        "lines": Message(
            "The page says {stated} lines; `{path}` has {right}[; {counted} is not a line]",
            key=("field",),
            remedy=(
                r"Count lines with `splitlines()`: `split('\n')` returns one part more if the text ends with a line "
                "ending."
            ),
        ),
    }
    examples = (
        Invalid(
            *_about("**Size**: 1,034 bytes (1.01 KB)", source="#" * 2047 + "\n"),
            lines={5: "bytes"},
            fixed=_page("**Size**: 2,048 bytes (2.00 KB)"),
        ),
        invalid_facts(
            *facts_of("a.py", "Lines: 3", "Bytes: 12", copy=_TWO_LINES),
            files={"a.py": _TWO_LINES},
            lines={3: "lines"},
            fixed=facts_page("a.py", "Lines: 2", "Bytes: 12", copy=_TWO_LINES),
        ),
        invalid_facts(
            *facts_of("a.py", "Lines: 1", "Bytes: 9", copy=_TWO_LINES),
            lines={3: "lines", 4: "bytes"},
            fixed=facts_page("a.py", "Lines: 2", "Bytes: 9", copy=_TWO_LINES),
        ),
        Invalid(
            # The copy is the file, so the figure is not that of an older version.
            *_about("**Size**: 9 bytes (0.01 KB)", source="x = 1\n", copy="x = 1\n"),
            lines={5: "bytes"},
            fixed=_page("**Size**: 6 bytes (0.01 KB)", copy="x = 1\n"),
        ),
        valid_facts(*facts_of("a.py", "Lines: 2", "Bytes: 14", copy=_TWO_LINES)),
        valid_facts(*facts_of("a.md", "Lines: 1", "Bytes: 8", copy="a â†’ b")),
        valid_facts(*facts_of("a.py", "Lines: 2", "Bytes: 4000", copy="a = 1\nb = 2")),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        for figures in _stated(page) if _is_measurable(source) else ():
            yield from _check_bytes(page, source, figures)
            yield from _check_lines(page, source, figures)


def _stated(page: Page) -> Iterator[_Figures]:
    """Yield the fields, and what the front matter and the texts of the page say besides."""
    for field in page.fields:
        yield _Figures(field.key, field.captures, field.value.span)
    front_matter = page.outline.front_matter_captures if page.outline else {}
    for captures in (front_matter, *(stated.captures for stated in page.all(Stated))):
        for hole, label in _LABELS.items():
            if hole in captures:
                yield _Figures(label, {hole: captures[hole]}, captures[hole].span)


def _check_bytes(page: Page, source: SourceFile, figures: _Figures) -> Iterator[Violation]:
    stated = figures.captures.get(BYTES)
    if stated is None or stated.number is None:
        return
    if stated.number in source.remembered(_possible_sizes):
        page.claim("size", figures.span, related=lines_of(source))
        return
    if source.copy is None and stated.number in _sizes_of_old_copy(page, source):
        return  # the whole page is out of date, and `stale-copy` reports that
    right = len(source.data)
    # The size in bytes follows from the file only: a copy may be what is wrong.
    fix = _correct_size(page, stated, figures.captures.get(KB), right) if source.copy is None else None
    yield Violation(
        figures.span, "bytes", fix=fix, field=figures.label, stated=stated.text, right=f"{right:,}", path=source.path
    )


def _check_lines(page: Page, source: SourceFile, figures: _Figures) -> Iterator[Violation]:
    stated = figures.captures.get(LINES)
    if stated is None or stated.number is None or source.is_binary:
        return
    counts = _line_counts(source.text)
    if stated.number in counts:
        page.claim("size", figures.span, related=lines_of(source))
        return
    right = counts[0]
    is_one_more = stated.number == right + 1 and source.text.endswith(("\n", "\r"))
    yield Violation(
        figures.span,
        "lines",
        reason="last line ending" if is_one_more else "",
        fix=correct_count(page, stated, right, safe=source.copy is None),
        field=figures.label,
        stated=stated.text,
        right=f"{right:,}",
        path=source.path,
        counted="what follows the last line ending" if is_one_more else None,
    )


def _sizes_of_old_copy(page: Page, source: SourceFile) -> frozenset[int]:
    """Return the possible sizes of the file that the page quotes, if its text is not that of the file now."""
    copied = page.quoted_source
    if copied is None or not _is_measurable(copied) or copied.text.splitlines() == source.text.splitlines():
        return frozenset()
    return copied.remembered(_possible_sizes)


def _correct_size(page: Page, size: Capture, kb: Capture | None, right: int) -> Fix | None:
    """Return the fix that corrects a size in bytes, and in KB if the page states that as well."""
    fix = correct_figure(page, size, f"{right:,}", *([kb] if kb else ()), safe=True)
    if fix is None or kb is None or is_same_figure(kb.text, in_kb(right, kb.text)):
        return fix
    also = correct_figure(page, kb, in_kb(right, kb.text), size, safe=True)
    return Fix(fix.edits + also.edits, safe=True) if also else None


def _is_measurable(source: SourceFile) -> bool:
    """Whether a source file, or the copy at hand, has the size of the file."""
    if source.copy is None:
        return not source.is_pointer
    return source.complete and not source.is_binary and REPLACEMENT.encode() not in source.data


def _possible_sizes(source: SourceFile) -> frozenset[int]:
    """Return the sizes in bytes that a file may have.

    A checkout may have changed all its line endings. A copy of it may have lost the line ending at its end, a byte
    order mark, and its encoding.
    """
    data = source.data
    if source.copy is None:
        return frozenset({len(data)} if source.is_binary else {len(data), *_with_either_ending(data)})
    text = data.decode()
    return frozenset([*_sizes_before_copying(text), *_sizes_before_copying(all_repaired(text))])


def _sizes_before_copying(text: str) -> Iterator[int]:
    for whole in (text, f"{text}\n"):
        for size in _with_either_ending(whole.encode()):
            yield from (size, size + _BYTE_ORDER_MARK)


def _with_either_ending(data: bytes) -> set[int]:
    r"""Return the sizes of a file with all lines ending in LF, and with all in CRLF.

    >>> sorted(_with_either_ending(b"a\r\nb\n"))
    [4, 6]
    """
    unix = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return {len(unix), len(unix) + unix.count(b"\n")}


def _line_counts(text: str) -> list[int]:
    r"""Return how many lines a text has, and then what other tools count: line endings (`wc`), and lines as Python has.

    >>> _line_counts("a\x0cb\nc")
    [2, 1, 3]
    """
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = unix.count("\n")
    return [ended + (not unix.endswith("\n") and bool(unix)), ended, len(text.splitlines())]
