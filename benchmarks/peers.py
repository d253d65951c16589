"""What doclint takes beside other linters, on the same pages in the same run: a table and a plot.

    python benchmarks/peers.py [--pages N] [--rounds N] [--trees DIR] [--table FILE] [--plot FILE] [CASE ...]

Pages about the standard library are made, about N of them and four times as many (`pages.py`), or found in DIR, where
an earlier run left them. doclint is the one that is installed beside the Python that runs this; rumdl and
markdownlint-cli2 are those on PATH, and what is missing is said. CASE is the beginning of the names of cases to run.

Every round runs each case once, so that what else the machine does hits all of them; a ratio is the median of those of
the rounds. Then each case runs once more to be looked at: its memory, and how much it finds. `docs/benchmarks.md` says
what the numbers are about.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

import bars
import psutil
from linters import ENVIRONMENT, TOOLS, Tool, machine, make_tree, output, refuse, run, say, version, which

GROWTH = 4
BEGIN, END = "<!-- begin measured -->", "<!-- end measured -->"


@dataclass(frozen=True)
class Case:
    """A run of a linter. A warm one finds in its cache what a run before the first round left there."""

    name: str
    tool: str
    options: tuple[str, ...] = ()
    is_warm: bool = False
    is_touched: bool = False
    on: Literal["tree", "page", "large"] = "tree"


class Goal(NamedTuple):
    """How many times as much as another a case may take."""

    case: str
    other: str
    most: float
    of: Literal["seconds", "memory"] = "seconds"


CASES = [
    Case("doclint, without sources", "doclint", ("--without", "source")),
    Case("doclint", "doclint"),
    Case("doclint, warm", "doclint", is_warm=True),
    Case("doclint, one page touched", "doclint", is_warm=True, is_touched=True),
    Case("rumdl", "rumdl"),
    Case("rumdl, warm", "rumdl", is_warm=True),
    Case("rumdl, one page touched", "rumdl", is_warm=True, is_touched=True),
    Case("markdownlint-cli2", "markdownlint-cli2"),
    Case("doclint, one page", "doclint", on="page"),
    Case("rumdl, one page", "rumdl", on="page"),
    Case("markdownlint-cli2, one page", "markdownlint-cli2", on="page"),
    Case("doclint, large", "doclint", on="large"),
    Case("rumdl, large", "rumdl", on="large"),
]
GOALS = [
    Goal("doclint, without sources", "rumdl", 2.0),
    Goal("doclint", "rumdl", 4.5),
    Goal("doclint, warm", "rumdl, warm", 0.8),
    Goal("doclint, one page touched", "doclint, warm", 1.2),
    Goal("doclint, one page", "markdownlint-cli2, one page", 0.7),
    Goal("doclint", "rumdl", 2.0, of="memory"),
    Goal("doclint, large", "doclint", 4.2),
]


@dataclass
class Measured:
    """What was seen of a case: seconds of each round, the most bytes at a time, findings."""

    seconds: list[float] = field(default_factory=list)
    memory: int = 0
    findings: int = 0


class Bench:
    """The cases that can be run here, and what is missing for the others."""

    def __init__(self, trees: Path, caches: Path, number: int, only: Sequence[str]) -> None:
        self.caches = caches
        self.commands = {name: found for name in TOOLS if (found := which(name))}
        self.missing = [f"{name} is missing: it is not on PATH" for name in TOOLS if name not in self.commands]
        self.tools = {name: self._known(TOOLS[name]) for name in self.commands}
        self.cases = [case for case in CASES if case.tool in self.tools and case.name.startswith(tuple(only or [""]))]
        self.tree = make_tree(trees / f"bench{number}", number)
        self.large = self.tree
        if any(case.on == "large" for case in self.cases):
            self.large = make_tree(trees / f"bench{number * GROWTH}", number * GROWTH)

    def _known(self, tool: Tool) -> Tool:
        """A tool without options about a cache that it does not know of."""
        if not tool.uncached or tool.uncached[0] in output([self.commands[tool.name], *tool.check[:1], "--help"]):
            return tool
        return replace(tool, uncached=(), cached=())

    def argv(self, case: Case) -> list[str]:
        """The command of a case, to be run in the root of its tree."""
        cache = self._cache(case) if case.is_warm else None
        page = self.tree.page_path if case.on == "page" else None
        return self.tools[case.tool].argv([self.commands[case.tool]], case.options, cache=cache, page=page)

    def root(self, case: Case) -> Path:
        return (self.large if case.on == "large" else self.tree).root

    def _cache(self, case: Case) -> Path:
        return self.caches / case.name.replace(", ", "-").replace(" ", "-")

    def warm(self) -> None:
        """Fill the caches; cases of tools that keep none are left out."""
        without: dict[str, None] = {}
        for case in [case for case in self.cases if case.is_warm and case.tool not in without]:
            run(self.argv(case), self.root(case))
            if not self._cache(case).is_dir():
                without[case.tool] = None
        self.cases = [case for case in self.cases if not (case.is_warm and case.tool in without)]
        self.missing += [f"{name} keeps no cache: there are no warm runs of it" for name in without]

    def measure(self, rounds: int) -> dict[str, Measured]:
        """All rounds, and then what disturbs them."""
        measured = {case.name: Measured() for case in self.cases}
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for case in self.cases:
                with self._prepared(case, number):
                    measured[case.name].seconds.append(run(self.argv(case), self.root(case)))
        say("memory and findings")
        for case in self.cases:
            with self._prepared(case, rounds):
                memory, output = measure_memory(self.argv(case), self.root(case))
            found = re.findall(self.tools[case.tool].findings, output)
            measured[case.name].memory = memory
            measured[case.name].findings = int(found[-1].replace(",", "")) if found else 0
        return measured

    def _prepared(self, case: Case, number: int) -> AbstractContextManager[None]:
        return touched(self.tree.page, number) if case.is_touched else nullcontext()

    def versions(self) -> Iterator[str]:
        for name, command in self.commands.items():
            yield version(self.tools[name], [command])


@contextmanager
def touched(page: Path, number: int) -> Iterator[None]:
    """A page with a paragraph more, another in every round; afterwards it is as it was, as old as it was."""
    data, status = page.read_bytes(), page.stat()
    page.write_bytes(data + f"\nTouched in round {number}.\n".encode())
    try:
        yield
    finally:
        page.write_bytes(data)
        os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))


def measure_memory(argv: Sequence[str], root: Path) -> tuple[int, str]:
    """The most memory that a command and its processes have at a time, in bytes, and what it tells."""
    with tempfile.TemporaryFile() as told:
        process = psutil.Popen(argv, cwd=root, env=ENVIRONMENT, stdout=told, stderr=subprocess.STDOUT)
        most = 0
        while process.poll() is None:
            most = max(most, memory(process))
            time.sleep(0.01)
        refuse(argv, process.returncode)
        told.seek(0)
        return most, told.read().decode(errors="replace")


def memory(process: psutil.Process) -> int:
    """The memory of a process and those that it started; what they share counts once, where the system can tell."""
    total = 0
    with suppress(psutil.Error):
        for one in [process, *process.children(recursive=True)]:
            with suppress(psutil.Error):
                used = one.memory_full_info()
                total += getattr(used, "pss", used.rss)
    return total


def ratios(case: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """How many times as much a case takes as another: the median of the rounds, the least and the most."""
    found = [one / another for one, another in zip(case, other, strict=True)]
    return median(found), min(found), max(found)


def goals(measured: Mapping[str, Measured]) -> Iterator[str]:
    yield "| case | beside | of | ratio | least to most | goal | |"
    yield "| --- | --- | --- | ---: | ---: | ---: | --- |"
    for goal in GOALS:
        case, other = measured.get(goal.case), measured.get(goal.other)
        start = f"| {goal.case} | {goal.other} | {goal.of} |"
        if case is None or other is None:
            yield f"{start} | | {goal.most:.1f} | not measured |"
            continue
        values = [([one.memory] if goal.of == "memory" else one.seconds) for one in (case, other)]
        ratio, least, most = ratios(*values)
        spread = f"{least:.2f} to {most:.2f}" if goal.of == "seconds" else ""
        yield f"{start} {ratio:.2f} | {spread} | {goal.most:.1f} | {'met' if ratio <= goal.most else 'missed'} |"


def table(measured: Mapping[str, Measured]) -> Iterator[str]:
    yield "| case | seconds | least to most | memory, MB | findings |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, seen in measured.items():
        spread = f"{min(seen.seconds):.2f} to {max(seen.seconds):.2f}"
        yield f"| {name} | {median(seen.seconds):.2f} | {spread} | {seen.memory / 1e6:,.0f} | {seen.findings:,} |"


def told(bench: Bench, measured: Mapping[str, Measured], rounds: int) -> Iterator[str]:
    """All that a run came to, in Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in zip(bench.commands, bench.versions(), strict=True))
    large = f", large: {bench.large}" if bench.large is not bench.tree else ""
    yield f"{datetime.now(UTC):%Y-%m-%d}, {machine()}. {versions}."
    yield f"Tree: {bench.tree}{large}; one page: {bench.tree.sizes[bench.tree.page]:,} bytes. Rounds: {rounds}."
    yield from (f"{missing}." for missing in bench.missing)
    yield from ("", *goals(measured), "", *table(measured))


def panels(cases: Iterable[Case], measured: Mapping[str, Measured]) -> dict[str, list[bars.Bar]]:
    """What the plot shows: the medians of seconds, and memory."""
    shown: dict[str, list[bars.Bar]] = {"All pages, seconds": [], "One page, seconds": [], "All pages, MB": []}
    for case in cases:
        seen = measured[case.name]
        seconds = bars.Bar(case.name, case.tool, median(seen.seconds))
        if case.on == "page":
            shown["One page, seconds"].append(seconds)
        elif case.on == "tree":
            shown["All pages, seconds"].append(seconds)
            shown["All pages, MB"].append(seconds._replace(value=seen.memory / 1e6))
    return {heading: found for heading, found in shown.items() if found}


def put(file: Path, lines: Iterable[str]) -> None:
    """Write a table: between its markers where a file has them, else as the file."""
    text = file.read_text(encoding="utf-8") if file.exists() else f"{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{file} has no markers {BEGIN} and {END}")
    file.write_text("\n".join([before + BEGIN, *lines, END + after]), encoding="utf-8", newline="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Time doclint and other linters on the same pages.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="the beginning of a case's name; by default all")
    parser.add_argument("--pages", type=int, default=4500, help="about so many")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--trees", type=Path, help="where the trees of pages are, or come to be, to be used again")
    parser.add_argument("--table", type=Path, help="a file of Markdown with a place for the table")
    parser.add_argument("--plot", type=Path, help="where the plot comes to be, as SVG")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        trees = options.trees or Path(temporary)
        trees.mkdir(parents=True, exist_ok=True)
        bench = Bench(trees.resolve(), Path(temporary) / "caches", options.pages, options.cases)
        bench.warm()
        measured = bench.measure(options.rounds)
        lines = list(told(bench, measured, options.rounds))
    print("\n".join(lines))
    if options.table:
        put(options.table, lines)
    if options.plot:
        options.plot.write_text(bars.draw(panels(bench.cases, measured)), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
