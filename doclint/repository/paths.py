"""Paths, and files below a root that may link out of it.

Paths of a repository are in posix form from its root, and the root itself is the empty path.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, normpath
from stat import S_ISREG

from doclint.errors.exceptions import UsageError
from doclint.repository import atomic
from doclint.repository.gitignore import IgnoreFiles

LARGEST_SETTINGS = 5_000_000
"""The most bytes of a file that configures doclint: settings, a format, local rules, a word list."""
LARGEST_BASELINE = 50_000_000
"""The most bytes of a baseline: more than a million findings."""
LARGEST_REPORT = 1_000_000_000
"""The most bytes of a report of an earlier run, which the command line names."""

_CHUNK = 1 << 20


LONGEST = 4096
"""The characters of the longest path of any system."""


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
    """Yield a path and all folders that contain it, the innermost first, without the root.

    >>> list(above("docs/api/a.md"))
    ['docs/api/a.md', 'docs/api', 'docs']
    """
    while path and path != "/":  # an absolute path has no end otherwise
        yield path
        path = dirname(path)


def shortest(path: str) -> str:
    """Return a path in its shortest form: empty for the root, beginning with `../` for what is outside.

    >>> shortest("a/./b/../c.md"), shortest("a/.."), shortest("a/../../b")
    ('a/c.md', '', '../b')
    """
    normal = normpath(path)
    return "" if normal == "." else normal


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it. Everything lies in the root, the empty path.

    >>> is_below("docs/a.md", "docs"), is_below("docs2/a.md", "docs"), is_below("a.md", "")
    (True, False, True)
    """
    return not folder or f"{path}/".startswith(f"{folder}/")


def folder_around(path: str, folders: Iterable[str]) -> str | None:
    """Return the folder that contains one of some `folders` in which a path is; the outermost one if there are several.

    Return None if the path is in none of them.

    >>> folder_around("shop/.shelf/wiki/a.md", [".shelf/wiki"]), folder_around("wiki/a.md", [".shelf/wiki"])
    ('shop', None)
    """
    rooted = f"/{path}"
    for folder in folders:
        index = rooted.find(f"/{folder}/")
        if index >= 0:
            return rooted[1:index]
    return None


def below(path: str, folder: str) -> str | None:
    """Return what follows a folder in a path or URL, without slashes around it; None if the path is not below it.

    >>> below("docs/a.md", "docs"), below("/docs", "/docs/"), below("docs2", "docs"), below("/a/b/", "/")
    ('a.md', '', None, 'a/b')
    """
    place, base = path.strip("/"), folder.strip("/")
    return place[len(base) :].strip("/") if is_below(place, base) else None


def is_in_git(path: str) -> bool:
    """Whether a path from the root is a `.git`, or below one: its configuration can have the token of a CI job.

    >>> is_in_git(".git/config"), is_in_git("docs/.gitignore")
    (True, False)
    """
    lowered = path.lower()
    return ".git" in lowered and ".git" in lowered.split("/")


def may_read(path: Path, root: Path, ignored: IgnoreFiles | None) -> bool:
    """Whether doclint may read what is at a path, which can lead through symbolic links.

    It reads nothing outside the root, nothing below `.git`, and nothing through a link that is `ignored`. The root must
    be resolved already.
    """
    try:
        place = path.resolve()
        inner_place = place.relative_to(root).as_posix()
    except (OSError, RuntimeError, ValueError):
        return False
    if is_in_git(inner_place):
        return False
    return ignored is None or not _has_link(path, place) or not ignored.hide("" if inner_place == "." else inner_place)


def _has_link(path: Path, place: Path) -> bool:
    """Whether a path leads through a link to its place, which is resolved."""
    return os.path.normpath(path) != str(place)


def read_inside(path: Path, root: Path, size: int | None = None) -> bytes | None:
    """Return the content of a regular file below a root, or its first `size` bytes. The root must be resolved already.

    Return None for anything else, and for links to what `may_read` excludes: a link could lead out of the root, and
    reading a pipe could block for ever. Raises OSError if the file cannot be read.
    """
    return read_regular(str(path), size) if path.is_file() and may_read(path, root, IgnoreFiles(root)) else None


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


def read_settings(path: Path, root: Path, most: int = LARGEST_SETTINGS) -> bytes | None:
    """Return the content of a file that configures doclint. The root must be resolved already.

    Return None if it is not a regular file below the root. Raises OSError if it cannot be read, or has more than `most`
    bytes.
    """
    return read_at_most(path, most) if path.is_file() and may_read(path, root, IgnoreFiles(root)) else None


def is_own_file(path: Path, root: Path) -> bool:
    """Whether a path is a regular file below a root, and neither a link nor below one. The root must be resolved."""
    return path.is_file() and may_read(path, root, None) and not _has_link(path, path.resolve())


def replace_inside(path: Path, root: Path, old: bytes, new: bytes) -> None:
    """Replace the content of a regular file below a root: all of it, or nothing if that fails.

    `old` is the content that `read_inside` returned. The file keeps its mode. Raises OSError if the file cannot be
    written or no longer has the old content, or if there is a link in its path.
    """
    if not is_own_file(path, root) or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    with atomic.whole(path) as stream:
        stream.write(new)
        if read_inside(path, root) != old:
            raise OSError(errno.EBUSY, "the file has changed in the meantime", str(path))
