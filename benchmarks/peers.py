"""Compare the run time and memory of doclint with those of other linters, on the same pages in the same run.

    python benchmarks/peers.py [--pages N | --root DIR] [--rounds N] [--trees DIR] [--table FILE] [--plot FILE]
            [CASE ...]

Generates about N pages about the standard library, and four times as many for the cases called `large` (`pages.py`); if
DIR has them from an earlier run, uses those. With `--root`, measures the pages of another folder instead, without the
cases called `large`. doclint is the one beside the Python that runs this; the others are those on PATH, and the output
names those that are missing. To run only some cases, give the beginnings of their names.

Each round runs each case once, so that other work of the machine affects all of them alike; a ratio is the median of
the ratios of the rounds. One more run of each case measures its memory and counts its findings. `docs/benchmarks.md`
says what the numbers mean.
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
from linters import (
    ENVIRONMENT,
    TOOLS,
    Tool,
    Tree,
    check_exit_code,
    log,
    machine,
    make_tree,
    output,
    run,
    version,
    which,
)

GROWTH = 4  # the large tree has this many times as many pages
BEGIN, END = "<!-- begin measured -->", "<!-- end measured -->"


@dataclass(frozen=True)
class Case:
    """A run of a linter on the pages, on one page of median size or on the large tree.

    A warm run has a cache, which a run before the first round fills; a touched one runs after a change to one page.
    """

    name: str
    tool: str
    options: tuple[str, ...] = ()
    is_warm: bool = False
    is_touched: bool = False
    on: Literal["tree", "page", "large"] = "tree"


class Goal(NamedTuple):
    """The greatest ratio of the time or memory of a case to those of another case."""

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
    Case("docs-drift", "docs-drift"),
    Case("docproof", "docproof"),
    Case("doclint, one page", "doclint", on="page"),
    Case("rumdl, one page", "rumdl", on="page"),
    Case("markdownlint-cli2, one page", "markdownlint-cli2", on="page"),
    Case("doclint, large", "doclint", on="large"),
    Case("rumdl, large", "rumdl", on="large"),
]
GOALS = [
    Goal("doclint, without sources", "rumdl", 2.0),
    Goal("doclint", "rumdl", 3.5),
    Goal("doclint, warm", "rumdl, warm", 0.8),
    Goal("doclint, one page touched", "doclint, warm", 1.2),
    Goal("doclint, one page", "markdownlint-cli2, one page", 0.6),
    Goal("doclint", "rumdl", 2.0, of="memory"),
    Goal("doclint, large", "doclint", 4.1),
]


@dataclass
class Measurement:
    """The costs of a case: the seconds of each round, the peak memory in bytes, and the number of findings."""

    seconds: list[float] = field(default_factory=list)
    memory: int = 0
    findings: int = 0


class Benchmark:
    """The cases that can run here, and messages about linters and caches that the other cases lack."""

    def __init__(self, trees: Path, caches: Path, number: int, only: Sequence[str], root: Path | None = None) -> None:
        self.caches = caches
        self.commands = {name: found for name in TOOLS if (found := which(name))}
        self.missing = [f"{name} is missing: it is not on PATH" for name in TOOLS if name not in self.commands]
        self.tools = {name: self._supported(TOOLS[name]) for name in self.commands}
        self.cases = [case for case in CASES if case.tool in self.tools and case.name.startswith(tuple(only or [""]))]
        if root:
            self.cases = [case for case in self.cases if case.on != "large"]
        self.tree = Tree(root.resolve()) if root else make_tree(trees / f"bench{number}", number)
        self.large = self.tree
        if any(case.on == "large" for case in self.cases):
            self.large = make_tree(trees / f"bench{number * GROWTH}", number * GROWTH)

    def _supported(self, tool: Tool) -> Tool:
        """Return a tool, without the options for a cache if this version has none."""
        if not tool.uncached or tool.uncached[0] in output([self.commands[tool.name], *tool.check[:1], "--help"]):
            return tool
        return replace(tool, uncached=(), cached=())

    def argv(self, case: Case) -> list[str]:
        """Return the command of a case; it must run in the root of its tree."""
        cache = self._cache(case) if case.is_warm else None
        page = self.tree.page_path if case.on == "page" else None
        return self.tools[case.tool].argv([self.commands[case.tool]], case.options, cache=cache, page=page)

    def root(self, case: Case) -> Path:
        """Return the root of the tree of a case."""
        return (self.large if case.on == "large" else self.tree).root

    def _cache(self, case: Case) -> Path:
        return self.caches / case.name.replace(", ", "-").replace(" ", "-")

    def fill_caches(self) -> None:
        """Run the warm cases once, and drop those of tools that keep no cache."""
        without: dict[str, None] = {}
        for case in [case for case in self.cases if case.is_warm and case.tool not in without]:
            run(self.argv(case), self.root(case))
            if not self._cache(case).is_dir():
                without[case.tool] = None
        self.cases = [case for case in self.cases if not (case.is_warm and case.tool in without)]
        self.missing += [f"{name} keeps no cache: there are no warm runs of it" for name in without]

    def measure(self, rounds: int) -> dict[str, Measurement]:
        """Return the costs of each case: time all rounds first, because measuring memory would disturb them."""
        measured = {case.name: Measurement() for case in self.cases}
        for number in range(rounds):
            log(f"round {number + 1} of {rounds}")
            for case in self.cases:
                with self._prepared(case, number):
                    measured[case.name].seconds.append(run(self.argv(case), self.root(case)))
        log("memory and findings")
        for case in self.cases:
            with self._prepared(case, rounds):
                peak, output = measure_memory(self.argv(case), self.root(case))
            found = re.findall(self.tools[case.tool].findings, output)
            measured[case.name].memory = peak
            measured[case.name].findings = int(found[-1].replace(",", "")) if found else 0
        return measured

    def _prepared(self, case: Case, number: int) -> AbstractContextManager[None]:
        return touched(self.tree.page, number) if case.is_touched else nullcontext()

    def versions(self) -> Iterator[str]:
        """Yield the version of each linter."""
        for name, command in self.commands.items():
            yield version(self.tools[name], [command])


@contextmanager
def touched(page: Path, number: int) -> Iterator[None]:
    """Add a paragraph to a page, a different one in each round; restore its bytes and times on exit."""
    data, status = page.read_bytes(), page.stat()
    page.write_bytes(data + f"\nTouched in round {number}.\n".encode())
    try:
        yield
    finally:
        page.write_bytes(data)
        os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))


def measure_memory(argv: Sequence[str], root: Path) -> tuple[int, str]:
    """Return the peak memory of a command with all its processes, in bytes, and its output."""
    with tempfile.TemporaryFile() as stream:
        process = psutil.Popen(argv, cwd=root, env=ENVIRONMENT, stdout=stream, stderr=subprocess.STDOUT)
        peak = 0
        while process.poll() is None:
            peak = max(peak, memory(process))
            time.sleep(0.01)
        check_exit_code(argv, process.returncode)
        stream.seek(0)
        return peak, stream.read().decode(errors="replace")


def memory(process: psutil.Process) -> int:
    """Return the memory of a process and all its children, in bytes; on Linux, shared pages count once."""
    total = 0
    with suppress(psutil.Error):
        for one in [process, *process.children(recursive=True)]:
            with suppress(psutil.Error):
                used = one.memory_full_info()
                total += getattr(used, "pss", used.rss)
    return total


def ratios(case: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """Return the ratios of a case to another one: the median of the rounds, the lowest and the highest."""
    found = [one / another for one, another in zip(case, other, strict=True)]
    return median(found), min(found), max(found)


def goals(measured: Mapping[str, Measurement]) -> Iterator[str]:
    """Yield a Markdown table that compares the cases with the goals."""
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


def table(measured: Mapping[str, Measurement]) -> Iterator[str]:
    """Yield a Markdown table of the costs of each case: medians of the rounds."""
    yield "| case | seconds | least to most | memory, MB | findings |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, costs in measured.items():
        spread = f"{min(costs.seconds):.2f} to {max(costs.seconds):.2f}"
        yield f"| {name} | {median(costs.seconds):.2f} | {spread} | {costs.memory / 1e6:,.0f} | {costs.findings:,} |"


def report(benchmark: Benchmark, measured: Mapping[str, Measurement], rounds: int) -> Iterator[str]:
    """Yield the results in Markdown: date, machine, versions, pages, and both tables."""
    versions = ", ".join(map(" ".join, zip(benchmark.commands, benchmark.versions(), strict=True)))
    large = f", large: {benchmark.large}" if benchmark.large is not benchmark.tree else ""
    yield f"{datetime.now(UTC):%Y-%m-%d}, {machine()}. {versions}."
    page_bytes = benchmark.tree.sizes[benchmark.tree.page]
    yield f"Tree: {benchmark.tree}{large}; one page: {page_bytes:,} bytes. Rounds: {rounds}."
    yield from (f"{missing}." for missing in benchmark.missing)
    yield from ("", *goals(measured), "", *table(measured))


def panels(cases: Iterable[Case], measured: Mapping[str, Measurement]) -> dict[str, list[bars.Bar]]:
    """Return the bars of the plot by heading: median seconds, and memory in MB (10^6 bytes)."""
    shown: dict[str, list[bars.Bar]] = {"All pages, seconds": [], "One page, seconds": [], "All pages, MB": []}
    for case in cases:
        costs = measured[case.name]
        seconds = bars.Bar(case.name, case.tool, median(costs.seconds))
        if case.on == "page":
            shown["One page, seconds"].append(seconds)
        elif case.on == "tree":
            shown["All pages, seconds"].append(seconds)
            shown["All pages, MB"].append(seconds._replace(value=costs.memory / 1e6))
    return {heading: found for heading, found in shown.items() if found}


def write_results(file: Path, lines: Iterable[str]) -> None:
    """Write lines between the markers of a file, or to a new file with markers; exit if a file has no markers."""
    text = file.read_text(encoding="utf-8") if file.exists() else f"{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{file} has no markers {BEGIN} and {END}")
    file.write_text("\n".join([before + BEGIN, *lines, END + after]), encoding="utf-8", newline="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Time doclint and other linters on the same pages.")
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help="run only cases whose names begin with this (default: all)"
    )
    pages = parser.add_mutually_exclusive_group()
    pages.add_argument("--pages", type=int, default=4500, help="how many pages to generate, about")
    pages.add_argument("--root", type=Path, help="a folder with pages to measure instead")
    parser.add_argument("--rounds", type=int, default=5, help="how often to run each case")
    parser.add_argument("--trees", type=Path, help="a folder that keeps the pages for the next run")
    parser.add_argument("--table", type=Path, help="a Markdown file in which to write the results between its markers")
    parser.add_argument("--plot", type=Path, help="a file in which to write the plot as SVG")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        trees = options.trees or Path(temporary)
        trees.mkdir(parents=True, exist_ok=True)
        benchmark = Benchmark(trees.resolve(), Path(temporary) / "caches", options.pages, options.cases, options.root)
        benchmark.fill_caches()
        measured = benchmark.measure(options.rounds)
        lines = list(report(benchmark, measured, options.rounds))
    print("\n".join(lines))
    if options.table:
        write_results(options.table, lines)
    if options.plot:
        options.plot.write_text(bars.draw(panels(benchmark.cases, measured)), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
