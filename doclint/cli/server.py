"""`doclint server`."""

import click

from doclint.cli import startup
from doclint.cli.common import CLEAN
from doclint.errors.exceptions import UsageError


@click.command()
@click.option("--stdio", is_flag=True, hidden=True)  # LSP 3.17, "Implementation Considerations": clients may say so
def server(stdio: bool) -> int:  # noqa: ARG001 - it is the only way
    """Run the language server, which editors start.

    It talks to the editor at standard input and output.
    """
    startup.resume_garbage_collection()
    try:
        from doclint.server.start import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise UsageError("the server needs the package `pygls`; `pip install 'doclint[lsp]'` adds it") from error
    serve()
    return CLEAN
