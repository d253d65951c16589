"""The commands that run a server: `doclint server` for editors, `doclint mcp` for agents."""

from pathlib import Path

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


@click.command()
@common.option("--root", type=click.Path(exists=True, file_okay=False, path_type=Path), of="mcp")
@common.option("--port", type=click.IntRange(1, 65535), of="mcp")
@common.option("--local-rules", is_flag=True, of="mcp")
def mcp(root: Path | None, port: int | None, local_rules: bool) -> int:
    """Run the MCP server, which agents start.

    By its tools, an agent checks pages before and after it writes them, and asks what is true of a source.
    """
    startup.resume_garbage_collection()
    with common.needing("the server", "mcp", "mcp", "mcp_types"):
        from doclint.mcp.server import Agent, serve
    serve(Agent(root, local_rules=local_rules), port)
    return CLEAN
