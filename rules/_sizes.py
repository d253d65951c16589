"""The sizes that a page may state of a source file, in bytes and in lines."""

from collections.abc import Iterator

from doclint import SourceFile
from doclint.kit import REPLACEMENT
from doclint.markdown.mojibake import all_repaired

_BYTE_ORDER_MARK = 3  # bytes of it in UTF-8


def is_measurable(source: SourceFile) -> bool:
    """Whether a source file, or the copy at hand, has the size of the file."""
    if source.copy is None:
        return not source.is_pointer
    return source.complete and not source.is_binary and REPLACEMENT.encode() not in source.data


def possible_sizes(source: SourceFile) -> frozenset[int]:
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


def possible_line_counts(source: SourceFile) -> list[int]:
    """Return how many lines a file has, and then what other tools count."""
    return _line_counts(source.text)


def _line_counts(text: str) -> list[int]:
    r"""Return how many lines a text has, how many line endings (as `wc` counts) and how many lines Python splits.

    >>> _line_counts("a\x0cb\nc")
    [2, 1, 3]
    """
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    ended = unix.count("\n")
    return [ended + (not unix.endswith("\n") and bool(unix)), ended, len(text.splitlines())]
