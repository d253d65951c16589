"""`doclint server`."""

import click

from doclint.cli import common, startup
from doclint.cli.common import CLEAN


@click.command()
@click.option("--stdio", is_flag=True, hidden=True)  # LSP 3.17, "Implementation Considerations": clients may say so
def server(stdio: bool) -> int:  # noqa: ARG001 - it is the only way
    """Run the language server, which editors start.

    It talks to the editor at standard input and output.
    """
    startup.resume_garbage_collection()
    with common.needing("the server", "lsp", "pygls", "lsprotocol"):
        from doclint.server.start import serve
    serve()
    return CLEAN
