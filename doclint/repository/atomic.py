"""Writing files so that they have the old content or the new, and never a part of it."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO

_TEMPORARY = ".doclint-"


@contextmanager
def output(path: Path) -> Iterator[BinaryIO]:
    """Open a stream to a file that the user names.

    A regular file is written as `whole` does; anything else, such as a pipe or a device, directly. Raises OSError.
    """
    with path.open("wb") if is_special(path) else whole(path) as stream:
        yield stream


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Open a stream for the new content of a file, which replaces the old content when the stream is closed.

    The file keeps its mode. A symbolic link is replaced, not followed. If an exception is raised while the stream is
    written, the file stays as it is. Raises OSError.
    """
    temporary = path.with_name(f"{_TEMPORARY}{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
        if path.is_file() and not path.is_symlink():
            temporary.chmod(S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def replace(path: Path, text: Iterable[str]) -> None:
    """Write text as UTF-8 with `output`. Characters that UTF-8 lacks become escapes. Raises OSError."""
    with output(path) as stream:
        stream.writelines(piece.encode(errors="backslashreplace") for piece in text)


def extend(path: Path, text: Iterable[str], *, most: int) -> None:
    """Append text as UTF-8 to a file, as many whole pieces as fit into `most` bytes. Raises OSError."""
    room = most - (path.stat().st_size if path.exists() else 0)
    with path.open("ab") as stream:
        for piece in text:
            data = piece.encode(errors="backslashreplace")
            room -= len(data)
            if room < 0:
                return
            stream.write(data)


def is_temporary(path: Path) -> bool:
    """Whether a file is one that `whole` writes before it replaces another one."""
    return path.name.startswith(_TEMPORARY)


def is_special(path: Path) -> bool:
    """Whether a path is neither a regular file nor a folder, or belongs to the system.

    `/dev/stdout` leads to a regular file if standard output does, and must not be replaced even then.
    """
    if not path.exists() or path.is_dir():
        return False
    folder = path.parent.resolve()
    return not path.is_file() or folder == Path("/dev") or folder.is_relative_to("/proc")
