"""Every command that the documents show runs, and every command that they name exists."""

import io
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tree import write

from doclint.cli.commands import cli
from doclint.cli.main import run_cli
from doclint.markdown.parser import parse

HOUSE = Path(__file__).parents[1]
DOCUMENTS = [
    *sorted((HOUSE / "docs").glob("*.md")),
    *(HOUSE / name for name in ("README.md", "CONTRIBUTING.md", "docs/site/templates/index.md.j2")),
]
# Other tests run the transcripts of these documents, in the trees that they describe, and compare what is printed.
REPLAYED = set(
    "baseline.md causes.md claims.md command-line.md comparison.md configuration.md examples.md formats.md hooks.md "
    "models.md suppressions.md trend.md tutorial.md".split()
)
# What does not run here, each with the reason. All else has to be a command of doclint.
ELSEWHERE = {
    r"pip (install|download)\b|npm (install|ci|run)|code --install": "it needs an index of packages",
    r"reviewdog": "it sends findings to a host",
    r"docker": "it needs a builder of images and a base; a slow test has both where they are",
    r"python (-m pytest|tests/fuzz|benchmarks/|docs/site|\.ci/)|ruff check|\.ci/": "it is for a checkout; CI runs it",
    r"git (commit|push)": "it releases doclint",
    r"doclint merge parts/": "it needs the reports of other jobs",
    r"doclint (server|mcp)|COMPLETE=|\.\./trend|number=": "tests of the server, of completion and of the trend run it",
}
_STEP = re.compile(r"- (?:run: )?(doclint .*)")
_SPAN = re.compile(r"`doclint ([a-z][^`\n]*(?:\n[^`\n]+)?)`")


def commands(document: Path) -> Iterator[str]:
    """Yield the commands in the code blocks of a document that other tests do not run."""
    for block in parse(document.read_text(encoding="utf-8")).code_blocks:
        lines = block.text.splitlines()
        if block.language == "console" and document.name not in REPLAYED:
            yield from (line.removeprefix("$ ") for line in lines if line.startswith("$ "))
        elif block.language == "yaml":
            yield from (step[1] for line in lines if (step := _STEP.fullmatch(line.strip())))
        elif block.language in ("sh", "bash", "shell"):
            yield from re.split(r"\n(?! |done|$)", block.text)


def here(document: Path) -> list[str]:
    """The commands of a document that run here."""
    return [command for command in commands(document) if not any(re.search(each, command) for each in ELSEWHERE)]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository on a branch, which has removed the target of a link, and where we are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"# A\n"), encoding="utf-8"))
    write(tmp_path, "docs/a.md", "# A\n\nSee [b](b.md).\n")
    write(tmp_path, "docs/b.md", "# B\n")
    commit = "git -c user.name=A -c user.email=a@example.org commit -qm Write"
    script = f"git init -q -b main && git add . && {commit} && git update-ref refs/remotes/origin/main HEAD"
    subprocess.run(["sh", "-ec", f"{script} && git checkout -qb branch && git rm -q docs/b.md"], check=True)


@pytest.mark.usefixtures("repository")
@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
@pytest.mark.parametrize("document", [each for each in DOCUMENTS if here(each)], ids=lambda path: path.name)
def test_commands_run(document: Path) -> None:
    for command in here(document):
        shown = re.sub(r"\$\{\{ .*? \}\}", "1", command.removeprefix("uvx "))
        program, *arguments = shlex.split(os.path.expandvars(shown), comments=True)
        assert program == "doclint", f"name what replays {document.name} in REPLAYED, or why it cannot run: {command}"
        assert run_cli(arguments) in (0, 1), command


def test_what_runs_elsewhere_is_in_a_document() -> None:
    everything = [command for document in DOCUMENTS for command in commands(document)]
    assert [each for each in ELSEWHERE if not any(re.search(each, command) for command in everything)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_commands_and_options_exist(document: Path) -> None:
    for span in _SPAN.findall(document.read_text(encoding="utf-8")):
        words = shlex.split(span.replace("...", ""))
        command: click.Command = cli
        context = click.Context(cli, info_name="doclint")
        while isinstance(command, click.Group) and words:
            found = command.get_command(context, words.pop(0))
            assert found, span
            command = found
            context = click.Context(command, context)
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        options = {word.partition("=")[0] for word in words if word.startswith("-")}
        assert options - known - {"--help"} == set(), span
