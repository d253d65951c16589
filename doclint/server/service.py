"""Services: what the server does for one sort of document. It has several, and asks the first that takes a document."""

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from doclint.server.documents import OpenDocument


class Service:
    """What the server does for the documents that it takes; by default nothing.

    Methods must not take long: whatever does belongs into the worker, or into a thread. Offsets of a document are
    those of `OpenDocument.positions`.
    """

    def takes(self, document: OpenDocument) -> bool:
        """Whether a document is of this service."""
        raise NotImplementedError

    def changed(self, document: OpenDocument) -> None:
        """Take note that a document was opened, or that its text changed."""

    def saved(self, document: OpenDocument) -> None:
        """Take note that a document was saved."""

    def closed(self, document: OpenDocument) -> None:
        """Take note that a document was closed."""

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Take note that files changed on the disk, whether they are open or not."""

    def settings_changed(self) -> None:
        """Take note that the settings of the editor or the folders of the workspace changed."""

    def stop(self) -> None:
        """End what runs for the service beside the server."""

    async def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:  # noqa: ARG002
        """Return what to show about the text at an offset."""
        return None

    async def completion(self, document: OpenDocument, offset: int) -> types.CompletionList | None:  # noqa: ARG002
        """Return what can be written at an offset."""
        return None

    async def definition(self, document: OpenDocument, offset: int) -> list[types.Location]:  # noqa: ARG002
        """Return the places that the text at an offset refers to."""
        return []

    async def references(self, document: OpenDocument, offset: int) -> list[types.Location]:  # noqa: ARG002
        """Return the places that refer to the text at an offset."""
        return []

    async def code_actions(
        self,
        document: OpenDocument,  # noqa: ARG002
        params: types.CodeActionParams,  # noqa: ARG002
    ) -> list[types.CodeAction]:
        """Return the actions for a range of a document."""
        return []

    async def code_lenses(self, document: OpenDocument) -> list[types.CodeLens]:  # noqa: ARG002
        """Return what to show above lines of a document."""
        return []

    async def symbols(self, document: OpenDocument) -> list[types.DocumentSymbol]:  # noqa: ARG002
        """Return the outline of a document."""
        return []

    async def links(self, document: OpenDocument) -> list[types.DocumentLink]:  # noqa: ARG002
        """Return the links of a document."""
        return []
