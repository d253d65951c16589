"""The linters that benchmarks run, and the trees of pages that they run on."""

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

# Python compiles the modules in the first round, as installers do; not everyone who works on a package has it do so.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CACHE = ("--cache-dir", "{cache}")


@dataclass(frozen=True)
class Tool:
    """How to run a linter, and a pattern of the number of its findings in its output."""

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
        """Return the command that checks one page or, by default, everything, with a cache or, by default, without."""
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
    )
}


@dataclass
class Tree:
    """A tree of pages, with their sizes in bytes."""

    root: Path
    sizes: dict[Path, int] = field(init=False)

    def __post_init__(self) -> None:
        self.sizes = {path: path.stat().st_size for path in sorted(self.root.rglob("*.md"))}

    @property
    def page(self) -> Path:
        """The page of median size among those about files."""
        about_files = [path for path in self.sizes if path.name.endswith("_docs.md")]
        return sorted(about_files, key=lambda path: (self.sizes[path], path))[len(about_files) // 2]

    @property
    def page_path(self) -> str:
        """The path of that page, relative to the root."""
        return self.page.relative_to(self.root).as_posix()

    def __str__(self) -> str:
        return f"{len(self.sizes):,} pages ({sum(self.sizes.values()) / 1e6:.1f} MB)"


def make_tree(root: Path, number: int, sources: Path = pages.LIBRARY) -> Tree:
    """Return the tree below a root; generate about that many pages if the root does not exist."""
    if not root.is_dir():
        say(f"making about {number:,} pages")
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
    refuse(argv, done.returncode)
    return seconds


def refuse(argv: Sequence[str], code: int) -> None:
    """Exit unless the code is 0 or 1, with which linters end: the cost of a failed run means nothing."""
    if code not in {0, 1}:
        raise SystemExit(f"exit code {code}: {' '.join(argv)}")


def output(argv: Sequence[str]) -> str:
    return subprocess.run(argv, capture_output=True, text=True, encoding="utf-8", check=False).stdout


def version(tool: Tool, command: Sequence[str]) -> str:
    """Return the version of a linter, without its name."""
    return output([*command, tool.version]).partition("\n")[0].removeprefix(tool.name).strip(" v")


def machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.system()} on {platform.machine()} with {os.cpu_count()} processors, {python}"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
