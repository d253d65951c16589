"""How the time to lint a page grows when the page doubles: about 2 for every input that somebody could send.

    python benchmarks/linear.py [--engine mistune] [--size N] [CASE ...]

Each case is timed at a size and at twice that size, each time the best of three in a process of its own.
"""

import argparse
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from unittest.mock import patch

from doclint import markdown
from doclint.formats import builtins
from doclint.lint import lint
from doclint.markdown import mistune, pulldown
from doclint.page import Page
from doclint.registry import rules
from doclint.repository import Memory
from doclint.source import Source

ENGINES = {"pulldown": pulldown, "mistune": mistune}
QUOTE = "# Documentation: `src/a.py`\n\n## Original Source\n\n```python\n{}\n```\n\n## High-Level Overview\n\nText.\n"
KEYWORDS = "# Keyword Index: `src/a.py`\n\n## Keywords Extracted\n\n### Classs\n\n"

MARKDOWN: dict[str, Callable[[int], str]] = {
    "block quotes, nested": lambda n: "> " * n + "a",
    "lists, nested": lambda n: "- " * n + "a",
    "lists, nested by lines": lambda n: "".join("  " * (i % 50) + "- a\n" for i in range(n)),
    "list items": lambda n: "- a\n" * n,
    "table rows": lambda n: "|a|b|\n|-|-|\n" + "|a|b|\n" * n,
    "table cells": lambda n: "|a" * n + "|\n" + "|-" * n + "|\n" + "|a" * n + "|\n",
    "headings, equal": lambda n: "# a\n" * n,
    "headings, different": lambda n: "".join(f"# a{i}\n" for i in range(n)),
    "setext underlines": lambda n: "a\n=\n" * n,
    "brackets, open": lambda n: "[" * n,
    "brackets, closed": lambda n: "[" * n + "]" * n,
    "links, unfinished": lambda n: "[a](<b" * n,
    "images, nested": lambda n: "![" * n + "a" + "](b)" * n,
    "links to one page": lambda n: "[a](b.md)\n" * n,
    "links to nowhere": lambda n: "".join(f"[a](b{i}.md)\n" for i in range(n)),
    "fragments to nowhere": lambda n: "".join(f"# h{i}\n[a](#b{i})\n" for i in range(n)),
    "references, undefined": lambda n: "".join(f"[a][b{i}]\n" for i in range(n)),
    "definitions": lambda n: "".join(f"[b{i}]: /a\n" for i in range(n)),
    "backticks, growing": lambda n: " ".join("`" * (i % 200) for i in range(n // 10)),
    "emphasis, open": lambda n: "*a " * n,
    "emphasis, mixed": lambda n: "*a_b**" * n,
    "emphasis, closed": lambda n: "*" * n + "a" + "*" * n,
    "tildes": lambda n: "~a ~~b " * n,
    "HTML tags, open": lambda n: "<a " * n,
    "HTML attributes": lambda n: "<a " + 'id="x" ' * n + ">",
    "HTML comments, open": lambda n: "a <!-- " * n,
    "HTML declarations, open": lambda n: "a <?" * n + " <![CDATA[" * n,
    "HTML blocks": lambda n: "<div>\n\n" * n,
    "fences": lambda n: "```\na\n```\n" * n,
    "fences, open": lambda n: "> ```\n" * n,
    "front matter, open": lambda n: "---\na: b\n" + "--- \n" * n,
    "entities": lambda n: "&amp;&" * n,
    "autolinks": lambda n: "<http://a" * n,
    "footnotes": lambda n: "".join(f"[^{i}]: a\n\n" for i in range(n)) + "[^1]" * n,
    "mojibake": lambda n: "â€™ " * n,
    "directives": lambda n: "<!-- doclint: allow-next-line links -->\n[a](b.md)\n\n" * n,
    "directives, nested": lambda n: "<!-- doclint: allow links -->\n\n" * n + "<!-- doclint: end-allow -->\n\n" * n,
    "undecodable bytes": lambda n: "\udcff\n" * n,
    "one line": lambda n: "a" * 20 * n,
    "line endings": lambda n: "\r" * n,
    "tabs": lambda n: "\t- a\n" * n,
    "spaces": lambda n: " " * n + "a" + " " * n,
}
PAGES: dict[str, Callable[[int], str]] = {
    "page: symbols": lambda n: KEYWORDS + "".join(f"- **`A{i}`**: [a](./a.py_docs.md)\n" for i in range(n)),
    "page: symbols, reserved": lambda n: KEYWORDS + "- **`def`**: [a](./a.py_docs.md)\n" * n,
    "page: groups": lambda n: KEYWORDS + "### Classes\n\n- **`A`**: [a](./a.py_docs.md)\n\n" * n,
    "page: foreign sections": lambda n: QUOTE.format("a") + "## B\n\nText.\n\n" * n,
    "page: quoted fences": lambda n: QUOTE.format("```\na\n" * n),
    "page: quoted sections": lambda n: QUOTE.format("## High-Level Overview\n\nText.\n\n" * n),
    "page: quoted fences and sections": lambda n: QUOTE.format("```\n\n## High-Level Overview\n\n" * n),
    "page: fields": lambda n: "# Documentation: `src/a.py`\n\n## File Metadata\n\n" + "- **Path**: `a`\n" * n,
    "page: pages in a page": lambda n: QUOTE.format("# Keyword Index: `b`\n\n" * n),
}
CASES = MARKDOWN | PAGES


def seconds(engine: str, case: str, size: int) -> float:
    """The best of three runs of all rules over one page."""
    every = [rule() for rule in rules().values()]
    text = CASES[case](size)
    path = "docs/src/a.py_kw.md" if text.startswith(KEYWORDS) else "docs/src/a.py_docs.md"
    times = []
    with patch.object(markdown, "_engine", return_value=ENGINES[engine].parse):
        for _ in range(3):
            start = time.perf_counter()
            lint(Page(path, Source.from_text(text), formats=builtins(), repository=Memory({path: text})), every)
            times.append(time.perf_counter() - start)
    return min(times)


def main() -> int:
    parser = argparse.ArgumentParser(description="Time growing pages.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="the beginning of a case's name")
    parser.add_argument("--engine", choices=ENGINES, default="pulldown")
    parser.add_argument("--size", type=int, default=10_000)
    options = parser.parse_args()
    slow = 0
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for case in CASES:
            if options.cases and not case.startswith(tuple(options.cases)):
                continue
            once, twice = (pool.apply(seconds, (options.engine, case, size * options.size)) for size in (1, 2))
            slow += twice > 3 * once and twice > 0.1
            print(f"{case:35} {once:8.3f} s {twice:8.3f} s  x{twice / once:.2f}", flush=True)
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main())
