"""Services: what the server does for one sort of document. It has several, and asks the first that takes a document."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Literal

from doclint.server.documents import OpenDocument


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
