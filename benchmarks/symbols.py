"""What it costs to read the symbols of a source tree, against parsing it and running the same query on it.

    python benchmarks/symbols.py TREE... [--language ID] [--rounds N]

Each source is read both ways in turn, the other way round in every round. Of a language the sums over all its sources
are compared: the medians of the rounds, and their ratio, which for Python is to be 1.3 at most.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from tree_sitter import Parser, QueryCursor

from doclint.code import extract, grammars, trees
from doclint.code.languages import language_of


def main() -> int:
    parser = argparse.ArgumentParser(description="Time symbols against a bare parse and query.")
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--language", help="the id of the only language to read, such as python or header")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    sources = read_sources(options.trees, options.language)
    print(f"{'language':12} {'files':>7} {'MB':>7} {'bare s':>8} {'symbols s':>9} {'ratio':>6}")
    for language, texts in sorted(sources.items()):
        bare, read = timed(language, texts, options.rounds)
        size = sum(map(len, texts)) / 1e6
        print(f"{language:12} {len(texts):7,} {size:7.1f} {bare:8.2f} {read:9.2f} {read / bare:6.2f}")
    return 0


def read_sources(trees: Iterable[Path], only: str | None) -> dict[str, list[bytes]]:
    """The sources of some trees whose symbols can be read here, by the id of their language."""
    found: dict[str, list[bytes]] = defaultdict(list)
    for path in sorted(path for tree in trees for path in tree.rglob("*")):
        language = language_of(path.name)
        if language and grammars.is_known(language.id) and only in (None, language.id) and path.is_file():
            found[language.id].append(path.read_bytes())
    return found


def timed(language: str, texts: list[bytes], rounds: int) -> tuple[float, float]:
    """The medians of the seconds for all sources of a language: bare, and with everything."""
    ways = [bare(language), whole(language)]
    for way in ways:
        way(texts[0])  # so that grammars and queries are loaded
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


def bare(language: str) -> Callable[[bytes], object]:
    """Parse and query, and no more."""
    grammar = grammars.load_grammar(language)
    parser = Parser(grammar)
    query, _ = grammars.query_about(language, "symbols")

    def run(text: bytes) -> object:
        return QueryCursor(query).matches(parser.parse(text).root_node)

    return run


def whole(language: str) -> Callable[[bytes], object]:
    """All of it."""

    def run(text: bytes) -> object:
        trees.forget_tree()  # which the round before has left of the only source in a language
        return extract.read(language, text)

    return run


if __name__ == "__main__":
    sys.exit(main())
