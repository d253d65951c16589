"""Files that are written whole or not at all."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO


@contextmanager
def output(path: Path) -> Iterator[BinaryIO]:
    """A stream for a file that the user names: for what is no file, like a pipe or a device, else as `whole`."""
    with path.open("wb") if is_special(path) else whole(path) as stream:
        yield stream


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """A stream for the new content of a file: at any moment the old content is there or the new one. The mode stays.

    A symbolic link is replaced, not followed. Whatever is raised while the stream is written leaves the file as it is.
    Raises OSError.
    """
    temporary = path.with_name(f".doclint-{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
        if path.is_file() and not path.is_symlink():
            temporary.chmod(S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def replace(path: Path, text: Iterable[str]) -> None:
    """Write UTF-8 as `output` does; what is no character of it as an escape. Raises OSError."""
    with output(path) as stream:
        stream.writelines(piece.encode(errors="backslashreplace") for piece in text)


def extend(path: Path, text: Iterable[str], *, most: int) -> None:
    """Add text to the end of a file as UTF-8, as long as the file has no more than so many bytes. Raises OSError."""
    room = most - (path.stat().st_size if path.exists() else 0)
    with path.open("ab") as stream:
        for piece in text:
            data = piece.encode(errors="backslashreplace")
            room -= len(data)
            if room < 0:
                return
            stream.write(data)


def is_special(path: Path) -> bool:
    """Whether there is something that is neither a file nor a folder, or a name that the system keeps for itself.

    `/dev/stdout` leads to a file where standard output goes to one, and must not be replaced all the same.
    """
    if not path.exists() or path.is_dir():
        return False
    folder = path.parent.resolve()
    return not path.is_file() or folder == Path("/dev") or folder.is_relative_to("/proc")
