"""The server of the Model Context Protocol, driven by the client of the official SDK."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import StdioServerParameters
from mcp_types import ListRootsResult, Root, TextContent, TextResourceContents
from ports import free_port, wait_for
from tree import write

from doclint.cli.main import run_cli
from doclint.mcp.server import Agent, make_server
from doclint.server.worker import Worker, WorkerDiedError

SOURCE = '''"""The basket."""


class Basket:
    """What somebody buys."""

    size: int = 3

    def add(self, name: str, *, count: int = 1) -> None:
        """Add some of a kind."""

    def _sort(self) -> None: ...
'''
PAGE = (
    "# Baskets\n\n```python\nfrom shop.basket import Basket\n\nBasket().add('pear', number=2)\n```\n\nSee [b](B.md).\n"
)
FIXED = PAGE.replace("B.md", "b.md")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    write(folder, "pyproject.toml", '[project]\nname = "shop"\n')
    write(folder, "shop/__init__.py", "")
    write(folder, "shop/basket.py", SOURCE)
    write(folder, "package.json", '{"scripts": {"build": "x", "test": "y"}}')
    write(folder, "docs/b.md", "# B\n\n## Two words\n")
    write(folder, "docs/a.md", PAGE)
    write(folder, ".git/HEAD", "ref: refs/heads/main\n")
    write(tmp_path, "secret.py", "password = 1\n")
    return folder


class Asking:
    """A client, whose answers are texts: those of a failed call begin with `!`."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        texts = [one.text for one in result.content if isinstance(one, TextContent)]
        return "\n\n".join([f"!{text}" for text in texts] if result.is_error else texts)


@asynccontextmanager
async def asking(
    folder: Path | None, *, roots: list[str] | None = None, local_rules: bool = False
) -> AsyncIterator[Asking]:
    """Open a client of a server in this process; it names some roots, if there are any."""

    async def listed(context: ClientRequestContext) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=uri) for uri in roots or ()])

    agent = Agent(folder, local_rules=local_rules)
    try:
        async with Client(make_server(agent), list_roots_callback=None if roots is None else listed) as client:
            yield Asking(client)
    finally:
        agent.worker.stop()


async def loop(ask: Asking, folder: Path) -> None:
    """Do what an agent does: ask what is true, check a text, write it, fix it, and check it again."""
    described = await ask("describe", path="shop/basket.py", name="Basket.add")
    assert "method add(self, name: str, *, count: int = 1) -> None (lines 9-10)" in described
    found = await ask("check", paths=["docs/new.md"], text=PAGE)
    assert found.startswith("2 findings (2 errors) in 1 of 1 page.\n")
    assert "docs/new.md:6:22: error " in found
    assert " | evidence: shop/basket.py:9" in found
    write(folder, "docs/new.md", PAGE.replace("number", "count"))
    fixed = await ask("fix", paths=["docs/new.md"], write=True)
    assert fixed.startswith("Fixed 1 finding in 1 page.\n1 page checked, nothing found.")
    assert (folder / "docs/new.md").read_text() == FIXED.replace("number", "count")
    assert await ask("check", paths=["docs/new.md"]) == "1 page checked, nothing found."


def test_loop_over_standard_streams(folder: Path) -> None:
    async def script() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "doclint", "mcp"], cwd=folder)
        async with Client(server) as client:
            await loop(Asking(client), folder)

    asyncio.run(script())


def test_loop_over_http(folder: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "doclint", "mcp", "--port", str(port), "--root", str(folder)]

    async def script() -> None:
        wait_for(port)
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            await loop(Asking(client), folder)

    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder.parent) as process:
        try:
            asyncio.run(script())
        finally:
            process.terminate()


def asked(folder: Path | None, script: Callable[[Asking], Any], **options: Any) -> Any:
    """Return what a script gets from a server for a folder."""

    async def run() -> Any:
        async with asking(folder, **options) as ask:
            return await script(ask)

    return asyncio.run(run())


def test_tools_say_what_they_change(folder: Path) -> None:
    tools = {tool.name: tool for tool in asked(folder, lambda ask: ask.client.list_tools()).tools}
    assert list(tools) == ["check", "causes", "fix", "describe", "explain"]
    assert {name for name, tool in tools.items() if not tool.annotations.read_only_hint} == {"fix"}
    assert all(tool.description and "roots" not in tool.input_schema["properties"] for tool in tools.values())


def test_no_file_changes_unless_asked(folder: Path) -> None:
    async def script(ask: Asking) -> None:
        text = await ask("fix", paths=["docs/a.md"], text=PAGE)
        assert text.endswith(FIXED)
        diff = await ask("fix", paths=["docs"])
        assert diff.startswith("Would fix 1 finding in 1 page.")
        assert "-See [b](B.md).\n+See [b](b.md).\n" in diff
        assert (folder / "docs/a.md").read_text() == PAGE

    asked(folder, script)


def test_pages_of_findings(folder: Path) -> None:
    write(folder, "docs/c.md", "".join(f"[x](gone{number}.md)\n" for number in range(5)))

    async def script(ask: Asking) -> None:
        first = (await ask("check", paths=["docs/c.md"], limit=3)).splitlines()
        assert len(first) == 5
        assert first[-1] == "2 more: ask again with cursor=3"
        second = (await ask("check", paths=["docs/c.md"], limit=3, cursor=3)).splitlines()
        assert [line.split(":")[1] for line in first[1:-1] + second[1:]] == ["1", "2", "3", "4", "5"]
        assert (await ask("check", rules=["mojibake"])).startswith("3 pages checked, nothing found.")
        assert "broken-link" in await ask("causes", limit=1)

    asked(folder, script)


def test_findings_on_the_command_line_are_those_of_the_tool(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, "docs/a.md", f"{PAGE}\nA naÃ¯ve caf\u00c3\u00a9. Another [b](b.md#two-word).\n")
    monkeypatch.chdir(folder)
    assert run_cli(["check", "--no-cache", "--output-format", "agent", "docs/a.md"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == asked(folder, lambda ask: ask("check", paths=["docs/a.md"])).splitlines()[1:]
    assert [line.partition(" | ")[2] for line in lines] == [
        "evidence: shop/basket.py:9",
        "fix: Replace `B.md` with `b.md`",
        "fix: Replace `Ã¯` with `ï`; Replace `Ã©` with `é`",
        "evidence: docs/b.md | unsafe fix: Replace `two-word` with `two-words`",
    ]


DESCRIBED = {
    "shop/basket.py": [
        "class Basket (lines 4-12)",
        "  field size: int = 3 (line 7)",
        "  method add(self, name: str, *, count: int = 1) -> None (lines 9-10)",
    ],
    "docs/b.md": ["line 1: # B (#b)", "line 3: ## Two words (#two-words)"],
    "package.json": ["npm runs: build, test"],
    "docs": ["a.md", "b.md"],
}


@pytest.mark.parametrize(("path", "lines"), DESCRIBED.items())
def test_described(folder: Path, path: str, lines: list[str]) -> None:
    text = asked(folder, lambda ask: ask("describe", path=path))
    assert text.splitlines()[1:] == lines


def test_signatures_as_their_language_writes_them(folder: Path) -> None:
    kinds = ["def first(a, /, b, *, c): ...", "def second(a, *rest, c=1, **more): ...", "def third(*, a): ..."]
    write(folder, "shop/kinds.py", "\n".join(kinds))
    text = asked(folder, lambda ask: ask("describe", path="shop/kinds.py"))
    assert [line.partition(" (line")[0] for line in text.splitlines()[1:]] == [
        "function first(a, /, b, *, c)",
        "function second(a, *rest, c = 1, **more)",
        "function third(*, a)",
    ]


def test_long_answers_are_cut(folder: Path) -> None:
    write(folder, "shop/many.py", "".join(f"def f{number}(): ...\n" for number in range(210)))
    write(folder, "docs/long.md", "".join(f"[x](gone{number:0>90}.md)\n" for number in range(300)))
    described = asked(folder, lambda ask: ask("describe", path="shop/many.py")).splitlines()
    assert (len(described), described[-1]) == (201, "[11 more lines; ask for a name]")
    found = asked(folder, lambda ask: ask("check", paths=["docs/long.md"], limit=300))
    assert 40_000 < len(found) < 40_100
    assert found.endswith(" more characters]")


def test_described_by_name(folder: Path) -> None:
    text = asked(folder, lambda ask: ask("describe", path="shop/basket.py", name="Basket"))
    assert "  What somebody buys." in text
    assert "method _sort(self) -> None (line 12, not public)" in text


MISTAKES: list[tuple[str, dict[str, Any], str]] = [
    ("describe", {"path": "basket.py"}, "`basket.py` does not exist; `shop/basket.py` has this name"),
    ("describe", {"path": "shop/basket.py", "name": "Baskt"}, "does not declare `Baskt`; did you mean `Basket`?"),
    ("describe", {"path": "../secret.py"}, "`../secret.py` is outside of "),
    ("describe", {"path": "docs/out.py"}, "`docs/out.py` is outside of "),
    ("describe", {"path": "docs/\0"}, "the path has a NUL character"),
    ("check", {"paths": ["/etc"]}, "`/etc` is outside of "),
    ("check", {"paths": ["gone.md"]}, "does not exist"),
    ("check", {"paths": ["a.md", "b.md"], "text": "x"}, "a text needs one path"),
    ("check", {"rules": ["broken-lnk"]}, "did you mean `broken-link`?"),
    ("fix", {"paths": ["../secret.md"], "write": True}, "is outside of "),
    ("explain", {"rule": "broken-lnk"}, "did you mean `broken-link`?"),
]


def test_mistakes(folder: Path) -> None:
    (folder / "docs/out.py").symlink_to(folder.parent / "secret.py")

    async def script(ask: Asking) -> None:
        for tool, arguments, message in MISTAKES:
            answer = await ask(tool, **arguments)
            assert answer.startswith("!"), (tool, arguments)
            assert message in answer, (tool, arguments)

    asked(folder, script)


def test_only_the_roots_of_the_client(folder: Path) -> None:
    other = folder.parent / "other"
    write(other, "x.py", "def x(): ...\n")
    describe = {"path": "shop/basket.py"}
    of_both = [folder.as_uri(), other.as_uri()]
    assert "class Basket" in asked(None, lambda ask: ask("describe", **describe), roots=of_both)
    assert "function x" in asked(None, lambda ask: ask("describe", path="x.py"), roots=of_both)
    assert "does not exist" in asked(None, lambda ask: ask("describe", **describe), roots=[other.as_uri()])
    assert "does not exist" in asked(other, lambda ask: ask("describe", **describe), roots=of_both)
    around = [folder.parent.as_uri()]
    assert "class Basket" in asked(folder, lambda ask: ask("describe", **describe), roots=around)
    elsewhere = [f"file://server{folder}"]
    assert "may not read any folder here" in asked(None, lambda ask: ask("describe", **describe), roots=elsewhere)
    # A root inside of a repository is all that is read: what a page says of the rest cannot be checked.
    inside = [(folder / "docs").as_uri()]
    write(folder, "doclint.toml", "this is no TOML")
    assert "/basket.py" not in asked(None, lambda ask: ask("check"), roots=inside)
    assert asked(None, lambda ask: ask("check"), roots=of_both).startswith("!")
    assert not asked(None, lambda ask: ask("check"), roots=inside).startswith("!")
    assert "is outside of" in asked(None, lambda ask: ask("describe", path="../shop/basket.py"), roots=inside)


def test_local_rules_run_only_if_allowed(folder: Path) -> None:
    write(folder, "doclint.toml", 'local-rules = ["own.py"]\n')
    write(folder, "own.py", "raise SystemError('it runs')\n")
    assert "it runs" not in asked(folder, lambda ask: ask("check"))
    assert "it runs" in asked(folder, lambda ask: ask("check"), local_rules=True)


def test_resources(folder: Path) -> None:
    async def script(ask: Asking) -> None:
        async def read(uri: str) -> str:
            [content] = (await ask.client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            return content.text

        assert "broken-link (links, error, default): " in await read("doclint://rules")
        assert (await read("doclint://rules/broken-link")).startswith("# broken-link\n")
        assert "repo-docs" in (await read("doclint://formats")).splitlines()
        assert 'name = "repo-docs"' in await read("doclint://formats/repo-docs")
        for unknown in ("rules/broken-lnk", "formats/repo-doc", "formats/..%2F..%2Fpyproject"):
            with pytest.raises(Exception, match=r"repo-docs|broken-link|Unknown resource"):
                await read(f"doclint://{unknown}")

    asked(folder, script)


def test_page_that_ends_the_worker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(*_: object, **__: object) -> str:
        raise WorkerDiedError("two processes of doclint ended at it")

    monkeypatch.setattr(Worker, "call", dies)
    assert asked(folder, lambda ask: ask("check")) == (
        "!Error executing tool check: doclint gives up: two processes of doclint ended at it"
    )
