"""How many instructions doclint executes: counts repeat where seconds on a busy machine do not.

    python benchmarks/instructions.py [--doclint COMMAND] [--against COMMAND ...] [--peer] [--rounds N] [--trees DIR]
                                      [--pages N] [--json FILE]

Cachegrind, a tool of valgrind, counts. COMMAND is that of an installation, by default the one beside the Python that
runs this, such as `../before/bin/doclint` or `"../before/bin/python -m doclint"`; with `--against`, the table compares
doclint with each of the others, and with `--peer` with the rumdl on PATH. Install each the same way, with the same
packages and not as editable: doclint looks for plugins among the packages beside it.

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
from linters import TOOLS, Tool, Tree, machine, make_tree, refuse, run, say, version, which

# Children are counted as well; a script of an interpreter with a long path may start through a shell.
VALGRIND = "valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --trace-children=yes --vgdb=no"
# A count depends on the order in sets of strings, on how threads share the work, and on whatever else linters read from
# the environment: variables of CI, a terminal or a locale.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", "RAYON_NUM_THREADS": "1"}
# It also depends on where things lie in memory, by which Python hashes objects: a longer variable changes it by 0.1 %,
# and so does any change of the code. Each round has another length, so that the spread of the rounds shows how much.
PADDING = 97  # bytes
FEW = 5
# Five pages of all kinds, about a file with classes, functions and docstrings: doclint then loads what it loads once,
# such as a grammar and its queries, in the run over few pages as well.
SMALL = pages.LIBRARY / "dbm"


class Figure(NamedTuple):
    """A number of instructions: of a whole run, or of each page by which a run over many exceeds one over few."""

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
    argv: tuple[str, ...]
    root: Path


class Trees(NamedTuple):
    many: Tree
    few: Tree

    def __str__(self) -> str:
        return f"{self.many}, less {len(self.few.sizes)}; one page: {self.many.sizes[self.many.page]:,} bytes"


@dataclass
class Linter:
    """An installed linter, and its figures in each round."""

    name: str
    tool: Tool
    command: tuple[str, ...]
    caches: Path
    rounds: dict[str, list[float]] = field(default_factory=lambda: {figure.name: [] for figure in FIGURES})

    def runs(self, figure: Figure, trees: Trees) -> list[Run]:
        """Return the runs of a figure: one, or the one over many pages before the one over few."""
        # The options are those of doclint; rumdl reads no sources.
        options = ("--jobs", "1", *figure.options) if self.tool.name == "doclint" else ()
        page = trees.many.page_path if figure.of == "one page" else None
        found = []
        for tree in trees if figure.of == "each page" else trees[:1]:
            cache = self.caches / tree.root.name if figure.is_warm else None
            found.append(Run(tuple(self.tool.argv(self.command, options, cache=cache, page=page)), tree.root))
        return found

    def all_runs(self, trees: Trees) -> list[Run]:
        """Return every run that some figure needs, once."""
        return list(dict.fromkeys(one for figure in FIGURES for one in self.runs(figure, trees)))

    def add(self, counts: Mapping[Run, int], trees: Trees) -> None:
        """Add the figures of a round."""
        more = len(trees.many.sizes) - len(trees.few.sizes)
        for figure in FIGURES:
            many, *few = (counts[one] for one in self.runs(figure, trees))
            self.rounds[figure.name].append((many - few[0]) / more if few else many)


def instructions(told: str) -> int:
    """Return the instructions that cachegrind counted in all processes of a command."""
    found = re.findall(r"^==\d+== I +refs: +([\d,]+)$", told, re.MULTILINE)
    if not found:
        raise SystemExit(f"valgrind counted no instructions: {told[-500:]}")
    return sum(int(number.replace(",", "")) for number in found)


def count(argv: Sequence[str], root: Path, padding: int = 0) -> int:
    """Run a command in a folder, with some more bytes in its environment, and return its number of instructions."""
    done = subprocess.run(
        [*words(VALGRIND), *argv],
        cwd=root,
        env=ENVIRONMENT | {"PADDING": "." * padding},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    refuse(argv, done.returncode)
    return instructions(done.stderr)


def measure(linters: Iterable[Linter], trees: Trees, rounds: int) -> None:
    """Count all runs of all linters in each round."""
    runs = [(linter, linter.all_runs(trees)) for linter in linters]
    for _, each in runs:
        for argv, root in each:
            run(argv, root)  # fills the caches, and compiles modules that the installer did not
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for linter, each in runs:
            linter.add({one: count(*one, number * PADDING) for one in each}, trees)


def apart(rounds: Sequence[float]) -> float:
    """Return how far the rounds are apart, in percent of their median."""
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
        yield f"| {figure.name} | {' | '.join(cells)} | {max(map(apart, rounds)):.2f} % |"


def document(linters: Iterable[Linter], trees: Trees) -> dict[str, object]:
    """Return everything measured, as JSON."""
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


def installed(doclint: str, against: Iterable[str], rumdl: str | None, caches: Path) -> list[Linter]:
    """Return the linters to count: doclint, and those to compare it with."""
    found = [("doclint", "doclint", doclint), *(("doclint", command, command) for command in against)]
    if rumdl:
        found.append(("rumdl", "rumdl", rumdl))
    return [
        Linter(name, TOOLS[tool], words(command), caches / str(number))
        for number, (tool, name, command) in enumerate(found)
    ]


def words(command: str) -> tuple[str, ...]:
    """Split a command, and make its program absolute: it runs in another folder."""
    program, *arguments = shlex.split(command)
    found = shutil.which(program)
    if found is None:
        raise SystemExit(f"{program} is missing")
    return str(Path(found).absolute()), *arguments


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the instructions that doclint executes.")
    parser.add_argument("--doclint", metavar="COMMAND", default=which("doclint") or "doclint")
    parser.add_argument("--against", metavar="COMMAND", action="append", default=[], help="repeatable")
    parser.add_argument("--peer", action="store_true", help="compare with rumdl, if it is on PATH")
    parser.add_argument("--pages", type=int, default=120, help="about how many")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--trees", type=Path, help="a folder that keeps the pages for the next run")
    parser.add_argument("--json", type=Path, help="a file for the figures of all rounds")
    options = parser.parse_args()
    words(VALGRIND)  # exits at once if it is missing
    rumdl = which("rumdl") if options.peer else None
    if options.peer and not rumdl:
        say("rumdl is missing: it is not on PATH")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.trees or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        trees = Trees(
            make_tree(folder / f"bench{options.pages}", options.pages), make_tree(folder / f"few{FEW}", FEW, SMALL)
        )
        linters = installed(options.doclint, options.against, rumdl, Path(temporary) / "caches")
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
