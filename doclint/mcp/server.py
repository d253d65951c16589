"""The server of the Model Context Protocol: tools and resources by which an agent asks doclint.

What a tool does is in `answers` and `describe`; a worker does it, so that no page can hold the server up.
"""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, ParamSpec, TypeVar
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from mcp.server.mcpserver import Context, ListRoots, MCPServer, Resolve
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import ListRootsResult, ToolAnnotations
from pydantic import Field

from doclint import __version__
from doclint.errors.exceptions import DoclintError
from doclint.formats.loading import BUILTIN, builtins, file_of_builtin
from doclint.mcp import answers
from doclint.mcp.answers import Asked
from doclint.mcp.describe import describe as describe_place
from doclint.mcp.workspace import Workspace
from doclint.server import worker
from doclint.server.worker import Worker, WorkerDiedError

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")

_INSTRUCTIONS = """\
doclint compares documentation in Markdown with the repository that it is about.
Before you write about a file, `describe` it: members, parameters, lines, scripts and anchors are then right.
Before you save a page, `check` its text; after that, `check` its path. `explain` a rule that you do not understand.
`fix` writes files only with `write`."""
_MOST = 50  # findings of an answer
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)

Paths = Annotated[
    Sequence[str], Field(description="Files and folders, from the root of the workspace; all pages if there is none.")
]
GivenText = Annotated[
    str | None,
    Field(description="The text of a page before it is written; `paths` then has the one path it belongs to."),
]
RuleNames = Annotated[
    Sequence[str], Field(description="Rules, families or profiles to run instead of those of the configuration.")
]


async def _client_roots(context: Context) -> ListRoots | None:
    """Ask the client for its roots, if it has any."""
    capabilities = context.client_capabilities
    return ListRoots() if capabilities and capabilities.roots else None


_Roots = Annotated[ListRootsResult | None, Resolve(_client_roots)]


class Agent:
    """Answers a client, about files below the roots that it allows and the folder that the user named."""

    def __init__(self, folder: Path | None, *, local_rules: bool) -> None:
        self._folder = folder and folder.resolve()
        self._local_rules = local_rules
        self.worker = Worker()

    async def ask(
        self, function: Callable[_Arguments, _Answer], *args: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Answer:
        """Return the answer of a function in the worker. Raises ToolError with what is wrong."""
        try:
            return await self.worker.call(function, *args, **named)
        except (DoclintError, OSError) as error:
            raise ToolError(str(error)) from error
        except WorkerDiedError as error:
            raise ToolError(f"doclint gives up: {error}") from error

    def workspace(self, given: ListRootsResult | None, paths: Sequence[str]) -> Workspace:
        """Return the root that the first path is in, by default the first root. Raises ToolError without a root."""
        roots = self._roots(given)
        if not roots:
            raise ToolError(
                "doclint may not read any folder here: open one of this machine in the client, or start `doclint mcp` "
                "with another --root"
            )
        first = paths[0].replace("\0", "") if paths else ""
        found = next(
            (root for root in roots if (root / first).exists() and (root / first).is_relative_to(root)), roots[0]
        )
        return Workspace(found, self._local_rules)

    def _roots(self, given: ListRootsResult | None) -> list[Path]:
        if given is None or not given.roots:
            return [self._folder or Path.cwd().resolve()]
        allowed = [path.resolve() for path in map(_path_of, (str(root.uri) for root in given.roots)) if path]
        if self._folder is None:
            return allowed
        inside = [path for path in allowed if path.is_relative_to(self._folder)]
        return inside or [self._folder] * any(self._folder.is_relative_to(path) for path in allowed)


def _path_of(uri: str) -> Path | None:
    """Return the folder that a URI of the scheme `file` names; None for one of another machine."""
    parts = urlsplit(uri)
    return Path(url2pathname(parts.path)) if parts.netloc in ("", "localhost") else None


def make_server(agent: Agent) -> MCPServer:
    """Return a server whose tools an agent answers."""
    server = MCPServer("doclint", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")
    _add_checks(server, agent)
    _add_knowledge(server, agent)
    _add_resources(server)
    return server


def _add_checks(server: MCPServer, agent: Agent) -> None:
    @server.tool(annotations=_READS, structured_output=False)
    async def check(
        roots: _Roots,
        paths: Paths = (),
        text: GivenText = None,
        rules: RuleNames = (),
        cursor: Annotated[int, Field(ge=0, description="The number of findings to skip.")] = 0,
        limit: Annotated[int, Field(ge=1, le=500, description="The number of findings to return at most.")] = _MOST,
    ) -> str:
        """Report what pages say that is not true of the repository: a line for each finding, with its evidence."""
        workspace = agent.workspace(roots, paths)
        return await agent.ask(answers.check, workspace, Asked(paths, text, rules), cursor, limit)

    @server.tool(annotations=_READS, structured_output=False)
    async def causes(
        roots: _Roots,
        paths: Paths = (),
        rules: RuleNames = (),
        limit: Annotated[int, Field(ge=1, le=100, description="The number of changes to return at most.")] = 10,
    ) -> str:
        """Say what to change to make many findings go away: the changes that fix the most come first."""
        return await agent.ask(answers.causes, agent.workspace(roots, paths), Asked(paths, None, rules), limit)

    @server.tool(annotations=_WRITES, structured_output=False)
    async def fix(
        roots: _Roots,
        paths: Paths,
        text: GivenText = None,
        rules: RuleNames = (),
        *,
        unsafe: Annotated[bool, Field(description="Also make guesses and deletions.")] = False,
        write: Annotated[bool, Field(description="Write the files; otherwise, only a diff is returned.")] = False,
    ) -> list[str]:
        """Make the fixes that doclint knows, and return the fixed text, or a diff of files that are not written."""
        workspace = agent.workspace(roots, paths)
        return await agent.ask(answers.fix, workspace, Asked(paths, text, rules), unsafe=unsafe, write=write)


def _add_knowledge(server: MCPServer, agent: Agent) -> None:
    @server.tool(annotations=_READS, structured_output=False)
    async def describe(
        roots: _Roots,
        path: Annotated[str, Field(description="A source, a page, a manifest or a folder, from the root.")],
        name: Annotated[str, Field(description="Only what the source declares by this name: `Class.method`.")] = "",
    ) -> str:
        """Say what is true at a place before you write about it.

        For a source: its declarations with parameters, types, members and lines. For a page: its headings with their
        anchors. For a manifest: its scripts. For a folder: what it contains.
        """
        return await agent.ask(describe_place, agent.workspace(roots, [path]), path, name)

    @server.tool(annotations=_READS, structured_output=False)
    async def explain(rule: Annotated[str, Field(description="The id of a rule, such as `broken-link`.")]) -> str:
        """Show the manual of a rule: what it reports, why that is wrong, what to change, and examples."""
        return await agent.ask(answers.explain, rule)


def _add_resources(server: MCPServer) -> None:
    @server.resource("doclint://rules", mime_type="text/plain")
    def rules() -> str:
        """All rules, a line each."""
        return answers.rules()

    @server.resource("doclint://rules/{rule}", mime_type="text/markdown")
    def rule(rule: str) -> str:
        """The manual of a rule."""
        return _found(answers.explain, rule)

    @server.resource("doclint://formats", mime_type="text/plain")
    def formats() -> str:
        """The names of the formats of generated pages that come with doclint, a line each."""
        return "\n".join(BUILTIN)

    @server.resource("doclint://formats/{name}", name="format", mime_type="application/toml")
    def one_format(name: str) -> str:
        """A format that comes with doclint."""
        return _found(_text_of_format, name)


def _text_of_format(name: str) -> str:
    """Return the file of a format. Raises FormatError if none that comes with doclint has the name."""
    builtins([name])
    return file_of_builtin(name).read_text(encoding="utf-8")


def _found(read: Callable[[str], str], name: str) -> str:
    try:
        return read(unquote(name))
    except DoclintError as error:
        raise ResourceNotFoundError(str(error)) from error


def serve(agent: Agent, port: int | None) -> None:
    """Serve one client at standard input and output until it ends, or with a port those of this machine that find
    `http://127.0.0.1:PORT/mcp`, until the process is ended.
    """
    server = make_server(agent)
    try:
        if port is not None:
            server.run("streamable-http", host="127.0.0.1", port=port)
            return
        reading, writing = worker.taken()
        sys.stdin = os.fdopen(reading, encoding="utf-8")
        sys.stdout = os.fdopen(writing, "w", encoding="utf-8")
        server.run()
    finally:
        agent.worker.stop()  # a page may keep it busy
