"""Count the instructions that doclint executes: on a busy machine, counts repeat and seconds do not.

    python benchmarks/instructions.py [--doclint COMMAND] [--against COMMAND ...] [--peer] [--rounds N] [--trees DIR]
                                      [--pages N] [--json FILE]

Cachegrind, a tool of valgrind, counts them. COMMAND runs an installation of doclint, such as `../before/bin/doclint` or
`"../before/bin/python -m doclint"`; the default is the one beside the Python that runs this. The table compares it with
each installation given by `--against`, and with the rumdl on PATH if there is `--peer`. Install all of them the same
way, with the same packages and not as editable, because doclint looks for plugins among the packages beside it.

`docs/benchmarks.md` says what each figure means.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

import pages
from linters import TOOLS, Tool, Tree, check_exit_code, log, machine, make_tree, run, version, which

# Child processes count too, because a script whose interpreter has a long path may start through a shell.
VALGRIND = "valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --trace-children=yes --vgdb=no"
# Counts depend on the order of sets of strings, on how threads share the work, and on variables that linters read, such
# as those of CI, a terminal or a locale. So the environment is always this one.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", "RAYON_NUM_THREADS": "1"}
# Counts also depend on addresses in memory, because Python hashes many objects by address: a longer variable changes a
# count by 0.1 %, and so does any change of the code. Each round adds these bytes to the environment, so that the spread
# of the rounds shows the size of this effect.
PADDING = 97
FEW_PAGES = 5
# The five pages are of all kinds, and about a file with classes, functions and docstrings. So doclint loads the same
# grammar and queries for few pages as for many.
FEW_SOURCES = pages.LIBRARY / "dbm"


class Figure(NamedTuple):
    """A number of instructions: of a whole run, or per page, from the difference of runs over many and few pages."""

    name: str
    options: tuple[str, ...] = ()
    of: Literal["each page", "all pages", "one page"] = "each page"
    is_warm: bool = False


FIGURES = (
    Figure("a page, without sources", ("--without", "source")),
    Figure("a page, with sources"),
    Figure("a page, warm", is_warm=True),
    Figure("one page, whole run", of="one page"),
    Figure("all pages, warm, whole run", of="all pages", is_warm=True),
)


class Run(NamedTuple):
    """A command, and the folder in which it runs."""

    argv: tuple[str, ...]
    root: Path


class Trees(NamedTuple):
    """A tree of many pages and a tree of few pages."""

    many: Tree
    few: Tree

    def __str__(self) -> str:
        return f"{self.many}, less {len(self.few.sizes)}; one page: {self.many.sizes[self.many.page]:,} bytes"


@dataclass
class Linter:
    """An installed linter, its command, and the instructions of each round by the name of the figure."""

    name: str
    tool: Tool
    command: tuple[str, ...]
    caches: Path
    rounds: dict[str, list[float]] = field(default_factory=lambda: {figure.name: [] for figure in FIGURES})

    def runs(self, figure: Figure, trees: Trees) -> list[Run]:
        """Return the runs of a figure: one, or two: over many pages and over few pages."""
        # rumdl has no such options: it does not read sources.
        options = ("--jobs", "1", *figure.options) if self.tool.name == "doclint" else ()
        page = trees.many.page_path if figure.of == "one page" else None
        found = []
        for tree in trees if figure.of == "each page" else trees[:1]:
            cache = self.caches / tree.root.name if figure.is_warm else None
            found.append(Run(tuple(self.tool.argv(self.command, options, cache=cache, page=page)), tree.root))
        return found

    def all_runs(self, trees: Trees) -> list[Run]:
        """Return the runs that the figures need, without duplicates."""
        return list(dict.fromkeys(one for figure in FIGURES for one in self.runs(figure, trees)))

    def add(self, counts: Mapping[Run, int], trees: Trees) -> None:
        """Add the figures of a round, from the counts of all runs."""
        more = len(trees.many.sizes) - len(trees.few.sizes)
        for figure in FIGURES:
            many, *few = (counts[one] for one in self.runs(figure, trees))
            self.rounds[figure.name].append((many - few[0]) / more if few else many)


def instructions(output: str) -> int:
    """Return the instructions of the busiest process, from the output of cachegrind; exit if there are none.

    A process that forks passes its count on: the command forks once, and then only waits.
    """
    found = re.findall(r"^==\d+== I +refs: +([\d,]+)$", output, re.MULTILINE)
    if not found:
        raise SystemExit(f"valgrind counted no instructions: {output[-500:]}")
    return max(int(number.replace(",", "")) for number in found)


def count(argv: Sequence[str], root: Path, padding: int = 0) -> int:
    """Run a command in a folder with `padding` more bytes in its environment, and return its number of instructions."""
    done = subprocess.run(
        [*absolute_command(VALGRIND), *argv],
        cwd=root,
        env=ENVIRONMENT | {"PADDING": "." * padding},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    check_exit_code(argv, done.returncode)
    return instructions(done.stderr)


def measure(linters: Iterable[Linter], trees: Trees, rounds: int) -> None:
    """Count the instructions of all runs of all linters in each round, and add them to the linters."""
    runs = [(linter, linter.all_runs(trees)) for linter in linters]
    for _, each in runs:
        for argv, root in each:
            run(argv, root)  # fills the caches, and compiles modules that the installer did not compile
    for number in range(rounds):
        log(f"round {number + 1} of {rounds}")
        for linter, each in runs:
            linter.add({one: count(*one, number * PADDING) for one in each}, trees)


def spread_percent(rounds: Sequence[float]) -> float:
    """Return the difference between the highest and the lowest round, in percent of their median."""
    return (max(rounds) - min(rounds)) / median(rounds) * 100


def table(first: Linter, *others: Linter) -> Iterator[str]:
    """Yield a Markdown table: medians of the rounds, in millions, and the ratios of the first linter to the others."""
    names = [first.name, *(name for other in others for name in (other.name, "ratio"))]
    yield f"| millions of instructions | {' | '.join(names)} | apart |"
    yield f"| --- {'| ---: ' * (len(names) + 1)}|"
    for figure in FIGURES:
        rounds = [linter.rounds[figure.name] for linter in (first, *others)]
        value, *rest = map(median, rounds)
        cells = [f"{value / 1e6:,.2f}"]
        for other in rest:
            cells += [f"{other / 1e6:,.2f}", f"{value / other:.3f}"]
        yield f"| {figure.name} | {' | '.join(cells)} | {max(map(spread_percent, rounds)):.2f} % |"


def document(linters: Iterable[Linter], trees: Trees) -> dict[str, object]:
    """Return the figures of all rounds and what they were measured on, ready for JSON."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine(),
        "trees": str(trees),
        "linters": [
            {
                "name": linter.name,
                "command": shlex.join(linter.command),
                "version": version(linter.tool, linter.command),
                "instructions": {name: [round(one) for one in rounds] for name, rounds in linter.rounds.items()},
            }
            for linter in linters
        ],
    }


def linters_of(doclint: str, against: Iterable[str], rumdl: str | None, caches: Path) -> list[Linter]:
    """Return the linters of some commands: doclint and those to compare it with, each with its own folder of caches."""
    found = [("doclint", "doclint", doclint), *(("doclint", command, command) for command in against)]
    if rumdl:
        found.append(("rumdl", "rumdl", rumdl))
    return [
        Linter(name, TOOLS[tool], absolute_command(command), caches / str(number))
        for number, (tool, name, command) in enumerate(found)
    ]


def absolute_command(command: str) -> tuple[str, ...]:
    """Split a command, and make the path of its program absolute, because it runs in another folder.

    Exits if the program is missing.
    """
    program, *arguments = shlex.split(command)
    found = shutil.which(program)
    if found is None:
        raise SystemExit(f"{program} is missing")
    return str(Path(found).absolute()), *arguments


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the instructions that doclint executes.")
    parser.add_argument(
        "--doclint",
        metavar="COMMAND",
        default=which("doclint") or "doclint",
        help="the doclint to count (default: the one beside this Python)",
    )
    parser.add_argument(
        "--against", metavar="COMMAND", action="append", default=[], help="another doclint to compare with; repeatable"
    )
    parser.add_argument("--peer", action="store_true", help="compare with rumdl, if it is on PATH")
    parser.add_argument("--pages", type=int, default=120, help="how many pages to generate, about")
    parser.add_argument("--rounds", type=int, default=3, help="how often to count each run")
    parser.add_argument("--trees", type=Path, help="a folder that keeps the pages for the next run")
    parser.add_argument("--json", type=Path, help="a file in which to write the figures of all rounds")
    options = parser.parse_args()
    absolute_command(VALGRIND)  # exits at once if it is missing
    rumdl = which("rumdl") if options.peer else None
    if options.peer and not rumdl:
        log("rumdl is missing: it is not on PATH")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.trees or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        trees = Trees(
            make_tree(folder / f"bench{options.pages}", options.pages),
            make_tree(folder / f"few{FEW_PAGES}", FEW_PAGES, FEW_SOURCES),
        )
        linters = linters_of(options.doclint, options.against, rumdl, Path(temporary) / "caches")
        measure(linters, trees, options.rounds)
        found = document(linters, trees)
    versions = ", ".join(f"{linter.name} {version(linter.tool, linter.command)}" for linter in linters)
    print(f"{found['date']}, {found['machine']}. {versions}.\nTree: {trees}. Rounds: {options.rounds}.\n")
    print("\n".join(table(*linters)))
    if options.json:
        options.json.write_text(f"{json.dumps(found, indent=2)}\n", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
