"""Starting the server."""

import os
import sys

from doclint.server import features
from doclint.server.pages import PageService
from doclint.server.server import DoclintServer
from doclint.server.sources import SourceService
from doclint.server.toml.service import TomlService
from doclint.server.worker import Worker


def make_server() -> DoclintServer:
    """Return a server with all services."""
    worker = Worker()
    server = DoclintServer(worker)
    server.services += [PageService(server), TomlService(server), SourceService(server)]
    features.register(server)
    return server


def serve() -> None:
    """Serve an editor at standard input and output, until it ends.

    Only the protocol is written there: whatever else prints, such as a rule, prints on standard error.
    """
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
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
