"""The documents that are open in the editor, and services: what the server does for one sort of them.

The server has several services, and asks the first that takes a document.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

from msgspec import Struct
from pygls.uris import from_fs_path, to_fs_path

from doclint.server import protocol as types
from doclint.server.positions import UTF_16, Positions

_UNTITLED = "untitled"


class PageText(Struct, frozen=True):
    """A text of a page: a file on the disk, or a name if it is none."""

    file: Path | None
    name: str
    text: str


class OpenDocument(Struct, frozen=True, dict=True):
    """A document as the editor has it, saved or not.

    `path` is its place on the disk; None for one that was never saved, or that is not on this disk. `language` is what
    the editor takes it for. `version` grows with each change, and `encoding` is what columns count.
    """

    uri: str
    text: str
    version: int = 0
    language: str = ""
    encoding: str = UTF_16

    @cached_property
    def path(self) -> Path | None:
        return path_of(self.uri)

    @cached_property
    def positions(self) -> Positions:
        """The positions in the text."""
        return Positions(self.text, self.encoding)

    @property
    def page(self) -> PageText:
        """The document as the worker gets it."""
        name = self.path.name if self.path else f"{_UNTITLED}.{'mdx' if self.language == 'mdx' else 'md'}"
        return PageText(self.path, name, self.text)


def path_of(uri: str) -> Path | None:
    """Return the path that a URI names; None if it names no file."""
    name = to_fs_path(uri)
    return Path(name) if name and "\0" not in name else None


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def location(file: Path, first: int = 1, last: int = 0) -> "types.Location":
    """Return the lines of a file up to the last one, or else the start of the first one; they count from 1."""
    start = types.Position(max(first - 1, 0), 0)
    return types.Location(uri_of(file), types.Range(start, types.Position(last, 0) if last else start))


class Service:
    """What the server does for the documents that it takes, besides the features: by default all, and nothing.

    Methods must not take long: whatever does belongs into the worker, or into a thread. Offsets of a document are
    those of `OpenDocument.positions`.
    """

    sort: ClassVar[Literal["page", "source", "toml", "other"]] = "other"
    """The field of `Feature` that answers for these documents."""

    def takes(self, document: OpenDocument) -> bool:  # noqa: ARG002
        """Whether a document is of this service."""
        return True

    def changed(self, document: OpenDocument) -> None:
        """Take note that a document was opened, or that its text changed."""

    def saved(self, document: OpenDocument) -> None:
        """Take note that a document was saved."""

    def closed(self, document: OpenDocument) -> None:
        """Take note that a document was closed."""

    def other_changed(self) -> None:
        """Take note that the text of a document of another service changed, saved or not."""

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Take note that files changed on the disk, whether they are open or not."""

    def settings_changed(self) -> None:
        """Take note that the settings of the editor or the folders of the workspace changed."""

    def stop(self) -> None:
        """End what runs for the service beside the server."""
