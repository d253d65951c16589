"""Features: what editors ask about a document. Each is a module of `doclint.server.features`, which has a `FEATURE`.

The worker imports some of these for the functions that read pages, so this module does not load the protocol.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from msgspec import Struct

from doclint.server import checks

if TYPE_CHECKING:
    from doclint.server.documents import OpenDocument, Service
    from doclint.server.open_page import OpenPage
    from doclint.server.pages import PageService
    from doclint.server.positions import Positions
    from doclint.server.server import DoclintServer
    from doclint.server.sources import SourceService
    from doclint.server.toml.service import TomlService

_Service = TypeVar("_Service", bound="Service")
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


class Question(Struct, Generic[_Service], frozen=True):
    """What an editor asks: the parameters of the message, the document that it is about, and its service."""

    params: Any
    document: OpenDocument
    service: _Service
    server: DoclintServer

    @property
    def positions(self) -> Positions:
        """The positions in the document."""
        return self.document.positions

    @property
    def offset(self) -> int:
        """The offset of the position that the question is about."""
        return self.positions.offset(self.params.position)

    async def ask(
        self, read: Callable[Concatenate[OpenPage, _Arguments], _Answer], *args: _Arguments.args, **_: _Arguments.kwargs
    ) -> _Answer | None:
        """Return what a function reads on the page, in the worker; None without a configuration to read it with."""
        page = self.document.page
        return await self.server.workers.of(page).call(checks.ask, page, read, *args)


PageQuestion: TypeAlias = "Question[PageService]"
SourceQuestion: TypeAlias = "Question[SourceService]"
TomlQuestion: TypeAlias = "Question[TomlService]"


class Feature(Struct, frozen=True):
    """A message of the protocol, and how doclint answers it for each sort of documents; None for not at all.

    `options` are what the server says about the feature when it starts.
    """

    method: str
    page: Callable[[PageQuestion], Awaitable[object]] | None = None
    source: Callable[[SourceQuestion], Awaitable[object]] | None = None
    toml: Callable[[TomlQuestion], Awaitable[object]] | None = None
    options: object = None
