"""Compare the time to read the symbols of source files with the time to parse them.

    python benchmarks/symbols.py TREE... [--language ID] [--rounds N]

Each round reads each source file both ways; which way comes first alternates between rounds. The table shows, for each
language, the seconds for all its source files (the medians of the rounds) and their ratio.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from tree_sitter import Parser

from doclint.source import extract, trees
from doclint.source.language import language_of
from doclint.source.trees import is_known, load_grammar


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the time to read symbols with that of a bare parse.")
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE", help="a folder with source files")
    parser.add_argument("--language", help="the id of the only language to read, such as python or header")
    parser.add_argument("--rounds", type=int, default=5, help="how often to read every source file")
    options = parser.parse_args()
    sources = read_sources(options.trees, options.language)
    print(f"{'language':12} {'files':>7} {'MB':>7} {'bare s':>8} {'symbols s':>9} {'ratio':>6}")
    for language, texts in sorted(sources.items()):
        bare, symbols = measure(language, texts, options.rounds)
        size = sum(map(len, texts)) / 1e6
        print(f"{language:12} {len(texts):7,} {size:7.1f} {bare:8.2f} {symbols:9.2f} {symbols / bare:6.2f}")
    return 0


def read_sources(trees: Iterable[Path], only: str | None) -> dict[str, list[bytes]]:
    """Return the source files below some folders as bytes, by the id of their language, if its grammar is installed."""
    found: dict[str, list[bytes]] = defaultdict(list)
    for path in sorted(path for tree in trees for path in tree.rglob("*")):
        language = language_of(path.name)
        if language and is_known(language.id) and only in (None, language.id) and path.is_file():
            found[language.id].append(path.read_bytes())
    return found


def measure(language: str, texts: list[bytes], rounds: int) -> tuple[float, float]:
    """Return the seconds for all source files of a language, medians of the rounds: a bare parse, and the symbols."""
    ways = [bare_parse(language), symbol_reader(language)]
    for way in ways:
        way(texts[0])  # loads the grammar
    sums: list[list[float]] = [[], []]
    for number in range(rounds):
        seconds = [0.0, 0.0]
        for text in texts:
            for index in (0, 1) if number % 2 == 0 else (1, 0):
                start = time.perf_counter()
                ways[index](text)
                seconds[index] += time.perf_counter() - start
        for index in (0, 1):
            sums[index].append(seconds[index])
    return median(sums[0]), median(sums[1])


def bare_parse(language: str) -> Callable[[bytes], object]:
    """Return a function that parses a source file, and does no more."""
    return Parser(load_grammar(language)).parse


def symbol_reader(language: str) -> Callable[[bytes], object]:
    """Return a function that reads the symbols of a source file."""

    def run(text: bytes) -> object:
        trees._recent.parsed.clear()  # noqa: SLF001 - the tree of the last round, if the language has only one source file
        return extract.read(language, text)

    return run


if __name__ == "__main__":
    sys.exit(main())
