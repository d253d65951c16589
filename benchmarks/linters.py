"""Run linters, and generate the trees of pages that they check."""

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pages

# A developer may have set PYTHONDONTWRITEBYTECODE. Without it, Python keeps compiled modules, as for users.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CACHE = ("--cache-dir", "{cache}")


@dataclass(frozen=True)
class Tool:
    """How to run a linter: the words of its command, and a pattern of the number of findings in its output.

    `everything` are the arguments that check all pages; `uncached` and `cached` are the options for a cache.
    """

    name: str
    check: tuple[str, ...]
    everything: tuple[str, ...]
    findings: str
    version: str = "--version"
    uncached: tuple[str, ...] = ()
    cached: tuple[str, ...] = ()

    def argv(
        self, command: Sequence[str], options: Sequence[str] = (), *, cache: Path | None = None, page: str | None = None
    ) -> list[str]:
        """Return a command in the tree's root that checks all pages or only `page`; it uses no cache unless given."""
        cached = [word.format(cache=cache) for word in self.cached] if cache else self.uncached
        return [*command, *self.check, *options, *cached, *([page] if page else self.everything)]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "doclint",
            ("check", "--isolated", "--root", "."),
            (),
            r"([\d,]+) findings? \(",
            uncached=("--no-cache",),
            cached=CACHE,
        ),
        Tool("rumdl", ("check", "--isolated"), (".",), r"Found (\d+) issue", uncached=("--no-cache",), cached=CACHE),
        Tool("markdownlint-cli2", (), ("**/*.md",), r"Summary: (\d+) error", version="--help"),
        Tool("docs-drift", ("--repo", ".", "check", "--no-history"), (), r"MISSING (\d+)"),
        Tool("docproof", ("--exit-zero",), (".",), r"(\d+) broken, "),
    )
}


@dataclass
class Tree:
    """A folder with pages, and the sizes of the pages in bytes."""

    root: Path
    sizes: dict[Path, int] = field(init=False)

    def __post_init__(self) -> None:
        self.sizes = {path: path.stat().st_size for path in sorted(self.root.rglob("*.md"))}

    @property
    def page(self) -> Path:
        """Return the page of median size among the documentation pages of files, or among all pages without such."""
        about_files = [path for path in self.sizes if path.name.endswith("_docs.md")] or list(self.sizes)
        return sorted(about_files, key=lambda path: (self.sizes[path], path))[len(about_files) // 2]

    @property
    def page_path(self) -> str:
        """Return the path of `page`, relative to the root."""
        return self.page.relative_to(self.root).as_posix()

    def __str__(self) -> str:
        return f"{len(self.sizes):,} pages ({sum(self.sizes.values()) / 1e6:.1f} MB)"


def make_tree(root: Path, number: int, sources: Path = pages.LIBRARY) -> Tree:
    """Return the tree at a root; if the root does not exist, generate about `number` pages there."""
    if not root.is_dir():
        log(f"generating about {number:,} pages")
        # An interrupted run must not leave a tree that looks complete.
        unfinished = root.with_name(f"{root.name}.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        pages.generate(sources, unfinished, number)
        unfinished.rename(root)
    return Tree(root.resolve())


def which(name: str) -> str | None:
    """Return the command of a linter: doclint beside the Python that runs this, others from PATH."""
    return shutil.which(name, path=str(Path(sys.executable).parent) if name == "doclint" else None)


def run(argv: Sequence[str], root: Path) -> float:
    """Run a command in a folder, discard its output, and return the seconds that it took."""
    start = time.perf_counter()
    done = subprocess.run(
        argv, cwd=root, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    seconds = time.perf_counter() - start
    check_exit_code(argv, done.returncode)
    return seconds


def check_exit_code(argv: Sequence[str], code: int) -> None:
    """Exit unless the code is 0 or 1 (findings): the costs of a run that failed mean nothing."""
    if code not in {0, 1}:
        raise SystemExit(f"exit code {code}: {' '.join(argv)}")


def output(argv: Sequence[str]) -> str:
    """Run a command, and return what it writes to its standard output."""
    return subprocess.run(argv, capture_output=True, text=True, encoding="utf-8", check=False).stdout


def version(tool: Tool, command: Sequence[str]) -> str:
    """Return the version of a linter, without its name."""
    return output([*command, tool.version]).partition("\n")[0].removeprefix(tool.name).strip(" v")


def machine() -> str:
    """Return a description of this machine and of its Python."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.system()} on {platform.machine()} with {os.cpu_count()} processors, {python}"


def log(text: str) -> None:
    """Write a line about the progress to standard error."""
    print(text, file=sys.stderr, flush=True)
