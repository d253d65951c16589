"""Paths, and files below a root that may link out of it.

Paths of a repository are in posix form from its root, and the root itself is the empty path.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, normpath
from stat import S_ISREG

from doclint.errors.exceptions import UsageError
from doclint.repository import atomic

LARGEST_SETTINGS = 5_000_000
"""The most bytes of a file that configures doclint: settings, a format, local rules, a word list."""
LARGEST_BASELINE = 50_000_000
"""The most bytes of a baseline: more than a million findings."""
LARGEST_REPORT = 1_000_000_000
"""The most bytes of a report of an earlier run, which the command line names."""
LARGEST_GITIGNORE = 1_000_000
"""The most bytes that doclint reads of a `.gitignore`. It ignores a larger one."""

_CHUNK = 1 << 20


def inner(path: str) -> str:
    """Return a path from the root in its shortest form.

    Raises UsageError if the path is absolute, empty, or leads out of the root.

    >>> inner("docs/./a.md")
    'docs/a.md'
    """
    normal = normpath(path)
    if path.startswith("/") or normal in {".", ".."} or normal.startswith("../"):
        raise UsageError(f"`{path}` is not the path of a file from the root of a repository")
    return normal


def absolute(path: Path) -> Path:
    """Return a path from the root of the file system; for a link, the path of the link and not of its target."""
    return path.parent.resolve() / path.name if path.name not in ("", "..") else path.resolve()


def above(path: str) -> Iterator[str]:
    """Yield a path and all folders that contain it, the innermost first, without the root."""
    while path:
        yield path
        path = dirname(path)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path, with all its links resolved, lies below a root. The root must be resolved already."""
    try:
        return path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def read_inside(path: Path, root: Path, size: int | None = None) -> bytes | None:
    """Return the content of a regular file below a root, or its first `size` bytes. The root must be resolved already.

    Return None for anything else: a link could lead out of the root, and reading a pipe could block for ever. Raises
    OSError if the file cannot be read.
    """
    return read_regular(str(path), size) if path.is_file() and is_inside(path, root) else None


def read_regular(path: str, size: int | None) -> bytes | None:
    """Return the content of a file, or its first `size` bytes; None if it is not a regular file.

    Follows links. Raises OSError if the file cannot be read.
    """
    status = os.stat(path)  # noqa: PTH116 - this runs for every page, and a Path takes as long again
    if not S_ISREG(status.st_mode):
        return None
    # `read` allocates all bytes that it is asked for, however few the file has.
    if size is not None and size < status.st_size:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(size)
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - reading a whole file needs no buffer
        return file.read()


def read_at_most(path: Path, most: int) -> bytes:
    """Return the content of a file or a pipe. Raises OSError if it cannot be read or has more than `most` bytes."""
    found = bytearray()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found += chunk
            if len(found) > most:
                raise OSError(errno.EFBIG, f"it has more than {most:,} bytes, and doclint reads no larger file here")
    return bytes(found)


def read_settings(path: Path, root: Path) -> bytes | None:
    """Return the content of a file that configures doclint. The root must be resolved already.

    Return None if it is not a regular file below the root. Raises OSError if it cannot be read, or has more than
    `LARGEST_SETTINGS` bytes.
    """
    return read_at_most(path, LARGEST_SETTINGS) if path.is_file() and is_inside(path, root) else None


def replace_inside(path: Path, root: Path, old: bytes, new: bytes) -> None:
    """Replace the content of a file below a root: all of it, or nothing if that fails.

    `old` is the content that `read_inside` returned. The file keeps its mode; if the path is a link, its target is
    written. Raises OSError if the file cannot be written or no longer has the old content.
    """
    place = path.resolve()
    if not is_inside(place, root) or not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    with atomic.whole(place) as stream:
        stream.write(new)
        if read_inside(place, root) != old:
            raise OSError(errno.EBUSY, "the file has changed in the meantime", str(place))
