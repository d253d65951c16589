"""Starting the server."""

import os
import sys
from io import BufferedReader, FileIO

from doclint.errors.exceptions import UsageError
from doclint.server import messages
from doclint.server.pages import PageService
from doclint.server.server import DoclintServer
from doclint.server.service import Service
from doclint.server.sources import SourceService
from doclint.server.toml.service import TomlService
from doclint.server.worker import Worker

_MOST_BYTES = 200_000_000  # of a message, which has the text of a document, at most
_MOST_BYTES_OF_HEADER = 1_000  # of a line


class _Input(BufferedReader):
    """Standard input. It refuses messages whose header announces more bytes than the text of a document can have."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_BYTES:
            raise UsageError(
                f"the editor sends a message of more than {_MOST_BYTES:,} bytes, which doclint does not read"
            )
        return super().read(size)

    def readline(self, _: int | None = -1, /) -> bytes:
        return super().readline(_MOST_BYTES_OF_HEADER)


def make_server() -> DoclintServer:
    """Return a server with all services."""
    worker = Worker()
    server = DoclintServer(worker)
    server.services += [PageService(server), TomlService(server), SourceService(server), Service()]
    messages.register(server)
    return server


def serve() -> None:
    """Serve an editor at standard input and output, until it ends.

    Only the protocol is written there: whatever else prints, such as a rule, prints on standard error.
    """
    stdin, stdout = _Input(FileIO(os.dup(0))), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout = sys.stderr
    server = make_server()
    try:
        server.start_io(stdin, stdout)
    finally:
        server.worker.stop()  # it may be busy with a page that nobody will see
