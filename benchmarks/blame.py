"""Measure what `doclint check --blame` costs: seconds, checks of pages at commits, and files of commits that it reads.

    python benchmarks/blame.py [--root REPOSITORY] [--commits N] [--findings N]

Without `--root`, it makes a history in which each of the last commits makes a finding true, five commits apart: the
bisection of each finding takes as many steps as any of 500 commits. Each page cites a source that becomes too short.
"""

import argparse
import contextlib
import io
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from doclint.cli.main import run_cli
from doclint.repository.git import Blobs

FILES = 1_000  # besides the pages and their sources
APART = 5  # commits between two that make findings true
LONG, SHORT = "x = 1\n" * 40, "x = 1\n" * 9


def main() -> None:
    """Run doclint with and without the option, and print the figures."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--root", type=Path)
    options.add_argument("--commits", type=int, default=5_000)
    options.add_argument("--findings", type=int, default=100)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.root is None:
            make_history(Path(folder), given.commits, given.findings)
        root = str(given.root or folder)
        plain, _ = seconds(root)
        read = count_blobs()
        blamed, text = seconds(root, "--blame")
    findings = sum(one["since"] is not None for one in json.loads(text)["findings"])
    print(f"check {plain:.1f} s, with --blame {blamed:.1f} s: {findings:,} findings, {len(read):,} blobs")


def make_history(root: Path, commits: int, findings: int) -> None:
    """Write a repository with its history, by `git fast-import`."""
    run = ["git", "-C", str(root)]
    subprocess.run([*run, "init", "-q", "-b", "main"], check=True)
    subprocess.run([*run, "fast-import", "--quiet"], input="".join(stream(commits, findings)).encode(), check=True)
    subprocess.run([*run, "reset", "-q", "--hard"], check=True)


def stream(commits: int, findings: int) -> Iterator[str]:
    """Yield what `git fast-import` reads (https://git-scm.com/docs/git-fast-import)."""
    first = {f"other/{number}.txt": f"{number}\n" for number in range(FILES)}
    for number in range(findings):
        first[f"docs/{number}.md"] = f"# Page\n\n[source](file://src/s{number}.py#L1-L40)\n"
        first[f"src/s{number}.py"] = LONG
    yield from commit(first, 0)
    for number in range(1, commits):
        which, rest = divmod(commits - number, APART)
        short = {f"src/s{which - 1}.py": SHORT} if 0 < which <= findings and not rest else {}
        yield from commit(short | {"other/0.txt": f"{number}\n"}, number)


def commit(files: dict[str, str], number: int) -> Iterator[str]:
    """Yield a commit of some files."""
    yield f"commit refs/heads/main\ncommitter A <a@example.org> {1_700_000_000 + number} +0000\ndata 1\nx\n"
    for path, text in files.items():
        yield f"M 100644 inline {path}\ndata {len(text)}\n{text}\n"


def seconds(root: str, *arguments: str) -> tuple[float, str]:
    """Return how long a run takes, and its report."""
    start, shown = time.perf_counter(), io.StringIO()
    with contextlib.redirect_stdout(shown):
        run_cli(["check", "--no-cache", "--isolated", "--output-format", "json", "--root", root, root, *arguments])
    return time.perf_counter() - start, shown.getvalue()


def count_blobs() -> list[str]:
    """Return a list to which each file of a commit is added that the next run reads."""
    read: list[str] = []
    content = Blobs.content

    def counted(self: Blobs, commit: str, path: str, size: int | None) -> bytes | None:
        read.append(path)
        return content(self, commit, path, size)

    Blobs.content = counted  # type: ignore[method-assign]
    return read


if __name__ == "__main__":
    main()
