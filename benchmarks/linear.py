"""Measure how the time to lint a page grows when the page, or the source file that it describes, doubles in size.

    python benchmarks/linear.py [--engine mistune] [--size N] [CASE ...]

The time should grow by a factor of about 2 for every input, including hostile ones. Each case runs in a process of its
own, at size N and at size 2 N, up to three times each. For each of the three steps (lint the page, fix it, write the
report) a row shows the shortest time at both sizes, in seconds of processor time, and their ratio. The exit code is 1
if a step grows by a larger factor than noise explains.
"""

import argparse
import gc
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from unittest.mock import patch

from grown_pages import GROWN

from doclint.config.files import Settings
from doclint.config.selection import Selection
from doclint.engine import page_result
from doclint.engine.corpus_rules import merge_notes
from doclint.engine.fixes.fix import fix
from doclint.engine.gather import gather
from doclint.engine.linter import Linter
from doclint.engine.page_result import encode
from doclint.engine.report.report import Report
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import builtins, parse
from doclint.markdown import parser as markdown, pulldown
from doclint.markdown.mistune import parser as mistune
from doclint.markdown.source import Source
from doclint.output.rendering import RenderOptions, render
from doclint.page import source_file
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.page.parsed_page import ParsedPage, keep
from doclint.repository.in_memory import Memory
from doclint.rule.registry import rules
from doclint.source import trees

_MAX_GROWTH = 2.7  # noise alone does not make twice the input take longer than this factor
_MIN_SECONDS = 0.1  # the ratio of shorter times is noise
_ENOUGH_SECONDS = 5  # a case that took this long is not repeated
SOUND_PAGES = Path(__file__).parents[1] / "tests" / "pages"
ENGINES = {"pulldown": pulldown, "mistune": mistune}
# A documentation page that quotes its source file, one that quotes a keyword page, and the start of a keyword page.
QUOTE = "# Documentation: `src/a.py`\n\n## Original Source\n\n```python\n{}\n```\n\n## High-Level Overview\n\nText.\n"
QUOTED = "# Documentation: `src/a.md`\n\n## Original Source\n\n```markdown\n# Keyword Index: `b.py`\n\n{}\n```\n\n"
KEYWORDS = "# Keyword Index: `src/a.py`\n\n## Keywords Extracted\n\n### Classs\n\n"


def nested(depth: int) -> str:
    """Return a page that quotes a page, which quotes the next, `depth` pages deep, each in a longer fence."""
    openers = [f"# Documentation: `a{i}.md`\n\n## Original Source\n\n{'`' * (i + 3)}markdown\n" for i in range(depth)]
    closers = [f"{'`' * (i + 3)}\n\n" for i in range(depth)]
    return "".join([*reversed(openers), "a\n", *closers])


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
    "one line of links": lambda n: "[a](b.md) " * n,
    "one line of code spans": lambda n: "`a` ``b `` " * n,
    "one line of words": lambda n: "word " * 20 * n,
    "one line, no ASCII": lambda n: "é→a" * 5 * n,
    "one line of references": lambda n: "[a][b] " * n + "\n\n[b]: c.md\n",
    "one line of mojibake": lambda n: "[a â€™](b.md) " * n,
    "one line of HTML": lambda n: '<a href="b.md">c</a> ' * n,
    "one line of definitions": lambda n: "".join(f"[a{i}]: b " for i in range(n)),
    "paragraphs": lambda n: "a b.\n\n" * n,
    "lines of a paragraph": lambda n: "a b.\n" * n,
    "quotes and lists, nested": lambda n: "> - " * n + "a",
    "quotes and lists, nested by lines": lambda n: "".join("> " * (i % 40) + "- a\n" for i in range(n)),
    "lists, nested by indentation": lambda n: "".join("  " * i + "- a\n" for i in range(int((n * 4) ** 0.5))),
    "lists, numbered": lambda n: "".join(f"{i}. a\n" for i in range(n)),
    "lists, loose": lambda n: "- a\n\n" * n,
    "lists, starred": lambda n: "* a\n+ b\n" * n,
    "lists of tasks": lambda n: "- [ ] a\n- [x] b\n" * n,
    "quotes, lazy": lambda n: "> a\nb\n" * n,
    "quote of many lines": lambda n: "> a\n" * n,
    "list item of many lines": lambda n: "- a\n" + "  b\n" * n,
    "list item of many fences": lambda n: "- a\n" + "  ```\n  b\n  ```\n" * n,
    "items in a deep list": lambda n: "".join("  " * i + "- a\n" for i in range(40)) + " " * 80 + "- b\n" * n,
    "blank lines in a deep list": lambda n: "".join("  " * i + "- a\n" for i in range(40)) + "\n" * n + " " * 80 + "b",
    "tables": lambda n: "|a|\n|-|\n|b|\n\n" * n,
    "tables, wide and short rows": lambda n: "|a" * n + "|\n" + "|-" * n + "|\n" + "|a|\n" * n,
    "table row of links": lambda n: "|a|b|\n|-|-|\n" + "|[a](b.md)|`c`|\n" * n,
    "table cell of pipes": lambda n: "|a|\n|-|\n|" + "\\|" * n + "|\n",
    "tables, almost": lambda n: "a | b\n" * n,
    "headings, deep": lambda n: "".join(f"{'#' * (i % 6 + 1)} a\n" for i in range(n)),
    "headings, one slug in many": lambda n: "# a\n# a-1\n" * n,
    "headings, counted down": lambda n: "".join(f"# a-{i}\n" for i in range(n)) + "# a\n" * n,
    "headings with braces": lambda n: "# a {#b}\n" * n,
    "heading of braces": lambda n: "# a " + "{#b " * n + "\n",
    "heading, long": lambda n: "# " + "a " * 10 * n + "\n",
    "setext heading of many lines": lambda n: "a\n" * n + "===\n",
    "links to one heading": lambda n: "# h\n\n" + "[a](#h)\n" * n,
    "links to one heading of no page": lambda n: "# h\n\n" + "[a](#g)\n" * n,
    "links with dots": lambda n: f"[a]({'../' * n}b.md)\n[a]({'./' * n}b.md)\n",
    "links to a long path": lambda n: f"[a]({'b/' * n}b.md)\n" * 5,
    "links of escapes": lambda n: f"[a]({'%62' * n}.md)\n[a]({'%' * n})\n",
    "links with titles": lambda n: '[a](b.md "c")\n' * n,
    "images": lambda n: "![a](b.png)\n" * n,
    "brackets, ends of links": lambda n: "](" * n,
    "brackets, ends of references": lambda n: "][" * n,
    "brackets, pairs in one": lambda n: "[" + "[a]" * n + "]",
    "brackets, images": lambda n: "![" * n,
    "brackets, images and links": lambda n: "![a](" * n,
    "brackets and parentheses": lambda n: "[a](" + "(" * n + ")" * n,
    "brackets, references of references": lambda n: "[a][" * n + "]" * n,
    "brackets, escaped": lambda n: "\\[" * n + "\\]" * n,
    "links, with spaces before the destination": lambda n: "[a] (https://b.c/d) " * n,
    "lines of links, with spaces before the destination": lambda n: "[a] (https://b.c/d)\n\n" * n,
    "brackets, ends of links in lines": lambda n: "a](b) c\n" * n,
    "closing fences with tabs": lambda n: "```\na\n```\t\n" * n,
    "links, unfinished titles": lambda n: '[a](b "' * n,
    "backticks, of all lengths": lambda n: " ".join("`" * i for i in range(1, int((n * 2) ** 0.5))),
    "backticks, of all lengths down": lambda n: " a".join("`" * i for i in range(int((n * 2) ** 0.5), 0, -1)),
    "backticks, single": lambda n: "`a " * (2 * n + 1),
    "backticks, run": lambda n: "a " + "`" * n,
    "emphasis, underscores": lambda n: "_a " * n,
    "emphasis, closers": lambda n: "a* " * n,
    "emphasis, both": lambda n: "a**b" + "c* " * n,
    "emphasis, pairs": lambda n: "*a* **b** " * n,
    "emphasis, many runs": lambda n: "*_" * n + "a",
    "emphasis, of three": lambda n: "a***b**c*" * n,
    "HTML comments, closed": lambda n: "<!-- a -->\n\n" * n,
    "HTML comments, openers": lambda n: "<!--" * n,
    "HTML comments, of dashes": lambda n: "<!-" + "-" * n + " a",
    "HTML processing, open": lambda n: "a <?" * n,
    "HTML CDATA, open": lambda n: "a <![CDATA[" * n,
    "HTML declarations": lambda n: "a <!A" * n,
    "HTML anchors": lambda n: '<a id="x"></a>\n' * n,
    "HTML anchors, different": lambda n: "".join(f'<a id="x{i}"></a>\n\n[a](#x{i})\n\n' for i in range(n)),
    "HTML headings, open": lambda n: "<h1>a" * n,
    "HTML headings": lambda n: "<h1>a</h1>\n\n" * n,
    "HTML in text": lambda n: "a <b>c</b> " * n,
    "HTML scripts, open": lambda n: "<script>\n" * n,
    "HTML details": lambda n: "<details>\n\n" * n + "</details>\n\n" * n,
    "HTML attributes, open": lambda n: '<a href="' * n,
    "HTML attributes, blanks": lambda n: "<a " + " " * n + "b",
    "entities, starts": lambda n: "&" * n + "&#" * n + "&#x" * n,
    "entities, long": lambda n: "&" + "a" * n + ";" + "&#" + "1" * n + ";",
    "escapes": lambda n: "\\" * n,
    "escapes of lines": lambda n: "a\\\n" * n,
    "autolinks, open": lambda n: "<a:" * n,
    "addresses": lambda n: "http://a.b/c www.d.e f@g.h " * n,
    "footnotes, used": lambda n: "".join(f"a[^{i}]\n\n[^{i}]: b\n\n" for i in range(n)),
    "footnotes, undefined": lambda n: "".join(f"a[^{i}]\n" for i in range(n)),
    "footnotes in footnotes": lambda n: "".join(f"[^{i}]: [^{i + 1}]\n\n" for i in range(n)),
    "footnotes, nested": lambda n: "[^1]: " * n + "a",
    "definitions, equal": lambda n: "[b]: /a\n" * n + "\n[b]" * n,
    "definitions, used": lambda n: "".join(f"[b{i}]: /a\n\n[b{i}]\n\n" for i in range(n)),
    "definitions, unfinished": lambda n: "[a\n" * n + "[b]:\n" * n,
    "definitions, of one long title": lambda n: "[a]: b '" + "c\n" * n,
    "definitions, long label": lambda n: "[" + "a" * n + "]: b\n\n" + "[" + "a" * n + "]",
    "front matter": lambda n: "---\n" + "".join(f"a{i}: b\n" for i in range(n)) + "---\n\n# a\n",
    "front matter of one list": lambda n: "---\na: [" + "[" * n + "\n---\n",
    "front matter of TOML": lambda n: "+++\n" + "".join(f"a{i} = 1\n" for i in range(n)) + "+++\n",
    "front matter of nested TOML": lambda n: "+++\na = " + "[" * n + "\n+++\n",
    "front matter, deep": lambda n: "---\n" + "".join(f"{' ' * i}a:\n" for i in range(int((n * 2) ** 0.5))) + "---\n",
    "front matter of aliases": lambda n: (
        "---\na0: &a0 [b]\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}, *a{i}]\n" for i in range(n)) + "---\n"
    ),
    "directives, unused": lambda n: "<!-- doclint: allow-next-line links -->\na\n\n" * n,
    "directives of the file": lambda n: "<!-- doclint: allow-file links -->\n\n" * n + "[a](b.md)\n" * n,
    "directives of many names": lambda n: "<!-- doclint: allow-file " + "links, " * n + " -->\n\n" + "[a](b.md)\n" * n,
    "directives of unknown names": lambda n: "".join(f"<!-- doclint: allow-file a{i} -->\n\n" for i in range(n)),
    "directives, nested around findings": lambda n: "<!-- doclint: allow links -->\n\n" * n + "[a](b.md)\n\n" * n,
    "directives in pairs": lambda n: (
        "<!-- doclint: allow links -->\n\n[a](b.md)\n\n<!-- doclint: end-allow -->\n\n" * n
    ),
    "directives in a row": lambda n: "<!-- doclint: allow-next-line links -->\n" * n + "[a](b.md)\n",
    "directives in one line": lambda n: "<!-- doclint: allow links --> " * n,
    "directives, never ended": lambda n: "<!-- doclint: allow links\n" * n,
    "directives, mistaken": lambda n: "<!-- doclint allow links -->\n\n" * n,
    "trailing blanks": lambda n: "a   \n" * n,
    "trailing blanks, long": lambda n: "a" + " " * n + "\n" + "a" + "\t" * n + "b\n",
    "blank lines": lambda n: "a" + "\n" * n + "b",
    "text of dots": lambda n: "." * n + " " + "..." * n,
    "text of braces": lambda n: "{{" * n + "{%" * n + "${" * n,
    "text of quotes": lambda n: "\"a' " * n,
    "text of parentheses": lambda n: "(a" * n + " (b)" * n,
    "text of sentences": lambda n: "This is the file a.py. It has 3 classes. " * n,
    "text of different sentences": lambda n: "".join(
        f"This is the file a{i}.py. It has {i} classes. " for i in range(n)
    ),
    "text of words": lambda n: "".join(f"word{i} " for i in range(n)),
    "text of underscores": lambda n: "a_b_c__d " * n + "_" * n,
    "text of figures": lambda n: "1" * n + " " + "1," * n + "1.1" * n,
    "text of slashes": lambda n: "a/" * n + " " + "\\a" * n,
    "text of dashes": lambda n: "-" * n + "\n\n" + "- " * 3 + "\n\n" + "a - " * n,
    "text of capitals": lambda n: "aB" * n + "_A" * n,
    "text of marks": lambda n: "TODO FIXME lorem ipsum " * n,
    "text of paths": lambda n: "".join(f"`src/a{i}.py` " for i in range(n)),
    "text of control characters": lambda n: "a\x00\x01\x1b[31m" * n,
    "text of combining characters": lambda n: "a" + "\u0301" * n + "\u200d\ufeff" * n,
    "text of replacement characters": lambda n: "a\ufffd " * n,
    "text of surrogates": lambda n: "a\udcff" * n,
    "code block, long": lambda n: "```python\n" + "x = 1\n" * n + "```\n",
    "code block, indented": lambda n: "    a\n" * n,
    "code blocks, indented": lambda n: "a\n\n    b\n\n" * n,
    "code block of fences": lambda n: "````\n" + "```\na\n" * n + "````\n",
    "fences, of all lengths": lambda n: "\n".join("`" * i for i in range(3, int((n * 2) ** 0.5) + 4)),
    "fences of languages": lambda n: "".join(f"```a{i}\nb\n```\n\n" for i in range(n)),
    "fences in lists": lambda n: "- ```\n  a\n" * n,
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
    "page: pages in pages": lambda n: nested(int((n * 2) ** 0.5)),
    "page: pages in pages, open": lambda n: "# Documentation: `src/a.md`\n\n## Original Source\n\n```markdown\n" * n,
    "page: a quoted page": lambda n: QUOTED.format("- **`A`**: [a](./a.py_docs.md)\n" * n),
    "page: quoted pages": lambda n: QUOTED.format("a") * n,
    "page: a quoted page of fences": lambda n: QUOTED.format("```\na\n```\n" * n),
    "page: fences before the copy": lambda n: "# Documentation: `src/a.py`\n\n" + "```\na\n" * n + QUOTE.format("b"),
    "page: glued fences": lambda n: QUOTE.format("a```\n" * n),
    "page: headings in the copy": lambda n: QUOTE.format("".join(f"## A{i}\n\n" for i in range(n))),
    "page: unusual headings in the copy": lambda n: QUOTE.format("".join(f"## *A{i}* `b`\n\n" for i in range(n))),
    "page: footers": lambda n: QUOTE.format("a") + "---\n\n*Generated by A Repository Documentation System*\n\n" * n,
    "page: footers in an open fence": lambda n: (
        "# Documentation: `src/a.py`\n\n```\n" + "---\n\n*Generated by A Repository Documentation System*\n\n" * n
    ),
    "page: a long title": lambda n: "# Documentation: `" + "a/" * n + "a.py`\n",
    "page: a title of code": lambda n: "# Documentation: " + "`a` " * n + "\n",
    "page: titles": lambda n: "# Documentation: `src/a.py`\n\n" * n,
}


class Case(NamedTuple):
    """A page to lint: its path and text, the text of its source file and a format in TOML, both of which may be empty,
    and the texts of other files by path.
    """

    path: str
    page: str
    source: str = ""
    format: str = ""
    others: Mapping[str, str] = MappingProxyType({})


def keyword_page(path: str, *groups: str) -> str:
    """Return the keyword page of a file with some groups."""
    return f"# Keyword Index: `{path}`\n\n## Keywords Extracted\n\n" + "\n".join(groups)


def listed(heading: str, names: Iterable[str]) -> str:
    """Return a group of a keyword page that lists some names."""
    return f"### {heading}\n\n" + "".join(f"- **`{name}`**: [a](./a_docs.md)\n" for name in names)


def about(path: str, source: str, *groups: str) -> Case:
    """Return a case with a source file and its keyword page, by default one with a few names in each of four groups."""
    usual = [listed(heading, ["A", "b", "c.d", "e()"]) for heading in ("Classes", "Functions", "Imports", "Namespaces")]
    return Case(f"docs/{path}_kw.md", keyword_page(path, *(groups or usual)), source)


def documented(path: str, source: str, *sections: str) -> Case:
    """Return a case with a source file and its documentation page, which has some sections."""
    return Case(f"docs/{path}_docs.md", f"# Documentation: `{path}`\n\n" + "\n".join(sections), source)


def overview(text: str) -> str:
    """Return a section with an overview of a file and a sentence with counts."""
    return f"## High-Level Overview\n\n{text}\n\nThis Python file contains 1 class(es) and 2 function(s).\n"


def numbered(pattern: str, count: int) -> str:
    """Return a text that repeats a pattern, with the numbers from 0 to `count` - 1 in place of `#`."""
    return "".join(pattern.replace("#", str(number)) for number in range(count))


def names(pattern: str, count: int) -> list[str]:
    """Return names that follow a pattern, with the numbers from 0 to `count` - 1 in place of `#`."""
    return [pattern.replace("#", str(number)) for number in range(count)]


def cases_of(word: str, count: int) -> list[str]:
    """Return `count` spellings of a word that differ in which letters are capitals."""
    return ["".join(c.upper() if number >> at & 1 else c for at, c in enumerate(word)) for number in range(count)]


def macros(source: str, *items: str) -> Case:
    """Return a case with a header and a page that lists values of its macros."""
    return Case("docs/a.h.md", "# Header `a.h`\n\n## Macros\n\n" + "".join(items), source, FORMAT)


# Text that opens a construct, by the path of a source file. One case repeats only the opener; if `CLOSERS` has its end,
# another case closes all of them again.
OPENERS: dict[str, tuple[str, ...]] = {
    "a.py": ("(", "[", "{", "'", '"\n', "'''\n", "f'{", "f'''{", "lambda:", "not ", "a if ", "a.", "a(", "-", "try:\n")
    + ("if a:\n ", "@a\n", "\\\n", "x = \\\n", "*", "a[", "class A(", "def f(", "a = ", "#\n", "\t", "\f", "else:\n"),
    "a.h": (
        "{",
        "(",
        "[",
        "#if A\n",
        "#else\n",
        "#endif\n",
        "a<",
        "template <",
        "<",
        '"\n',
        '"a',
        "'",
        'R"a(\n',
        "/*\n",
    )
    + (
        "#define A /*\n",
        "#define A \\\n",
        "namespace a {\n",
        "class A {",
        "a::",
        "*",
        "struct A : ",
        "A(\n",
        "\nAAA(",
        "~",
    )
    + (
        "\nAAA b(",
        " class AAA",
        "int a,",
        'extern "C" {\n',
        "enum A {",
        "operator ",
        "/ *\n",
        "\\\n",
        "a ? ",
        "if (a) ",
    )
    + ("[] {", "#include <", "#define A(", "//\\\n", "a->", "int f(", "public:\n", "else "),
    "a.sh": (
        '"\n',
        "'",
        "$(",
        '"$(',
        "(",
        "${",
        "case a in\n",
        "cat <<A\n",
        "`",
        "if a; then\n",
        "a() {",
        "a |",
        "[[ ",
        "$((",
    )
    + ("#\n", "\\\n", "a=(", "for a in b; do\n", "<<A\n", "<("),
    "a.js": (
        "`${",
        "`",
        "/*\n",
        "/",
        "(",
        "{",
        "[",
        "a => ",
        "<a>",
        "function f() {",
        "class A {",
        "a ? ",
        "'",
        "<!--\n",
    ),
    "a.ts": ("a<", "<T>", "type A = ", "interface A {", "namespace a {", "(", "{", "`${", "/*\n", "a as "),
    "a.rs": ("/*", 'r#"', "mod a {", "fn f() {", "a<", "(", "'", "|", "&", "#[a(", "impl A {", "a!{"),
    "a.go": ("/*", "`", "(", "{", "func f() {", "[]", "*", "func(", "a.", "struct {"),
    "a.cs": ("/*", "class A {", "(", "a<", "[A(", "{", "a ? ", "new A() {", "a => ", "a is ", "#if A\n", '$"{'),
    "a.kt": ("/*", '"""\n', "class A {", "(", "a<", "@A(", "{", "a ?: ", "object : A {", "fun a() {", '"${'),
    "a.php": ("<?php /*", '<?php "{$', "<?php class A {", "<?php (", "<?php [", "<?php function a() {", "<?php <<<X\n"),
    "a.dart": ("/*", "'''\n", "class A {", "(", "a<", "@A(", "{", "a ? ", "() {", "'${", "f(int a, "),
    "a.java": ("/*", '"""\n', "class A {", "(", "a<", "@A(", "{", "a ? ", "new A() {", "a -> "),
    "a.md": ("# a\n", "```\n", "- ", "> ", "[", "`"),
}
CLOSERS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "class A {": "};\n",
    "namespace a {\n": "}\n",
    "#if A\n": "#endif\n",
    "a<": ">",
}
CLOSERS |= {"template <": "> class A;", "function f() {": "}", "fn f() {": "}", "mod a {": "}", "/*": "*/", "[] {": "}"}
SOURCES: dict[str, Callable[[int], Case]] = {
    f"source: {path} {opener!r}": lambda n, path=path, opener=opener: about(path, opener * n)  # type: ignore[misc]
    for path, openers in OPENERS.items()
    for opener in openers
}
SOURCES |= {
    f"source: {path} {opener!r}, closed": lambda n, path=path, opener=opener: (  # type: ignore[misc]
        about(path, opener * n + CLOSERS[opener] * n)
    )
    for path, openers in OPENERS.items()
    for opener in openers
    if opener in CLOSERS
}
CLAIMS: dict[str, Callable[[int], Case]] = {
    "names: all are there": lambda n: about(
        "a.py", numbered("class A#: ...\n", n), listed("Classes", names("A#", n)), listed("Functions", names("A#", n))
    ),
    "names: all are there, C++": lambda n: about(
        "a.h", numbered("void f#();\nclass A# {};\n", n), listed("Functions", names("f#", n) + names("A#", n))
    ),
    "names: none is there": lambda n: about("a.py", numbered("class A#: ...\n", n), listed("Classes", names("B#", n))),
    "names: none is there, Python": lambda n: about(
        "a.py", numbered("def f#(): ...\n", n), listed("Functions", names("d#", n))
    ),
    "names: pieces": lambda n: about("a.py", numbered("x = 1#b#c\n", n), listed("Classes", names("b#c", n))),
    "names: pieces of one word": lambda n: about(
        "a.md", "".join(f"Ab{'abcdefghij'[i % 10]}" for i in range(n)), listed("Identifiers", names("Ab", n))
    ),
    "names: in comments": lambda n: about("a.py", numbered("# class A#\n", n), listed("Classes", names("A#", n))),
    "names: in one comment": lambda n: about(
        "a.h", "/*" + numbered("class A#\n", n) + "*/", listed("Class/Structs", names("A#", n))
    ),
    "names: in strings": lambda n: about("a.py", numbered("'class A#'\n", n), listed("Classes", names("A#", n))),
    "names: used": lambda n: about("a.h", numbered("int x = A#();\n", n), listed("Class/Structs", names("A#", n))),
    "names: in one line": lambda n: about("a.h", numbered("x = A# + 1; ", n), listed("Class/Structs", names("A#", n))),
    "names: behind blanks": lambda n: about(
        "a.h", " " * 20 * n + numbered("A#;", n), listed("Class/Structs", names("A#", n))
    ),
    "names: imported": lambda n: about("a.py", numbered("import a#\n", n), listed("Classes", names("a#", n))),
    "names: one": lambda n: about("a.py", "# class A of\n" * n, listed("Classes", ["A"] * n)),
    "names: one, C++": lambda n: about("a.h", "A b;\n" * n, listed("Functions", ["A"] * n)),
    "names: one, defined": lambda n: about("a.py", "def f(): ...\n" * n, listed("Classes", ["f"] * n)),
    "names: one, broken": lambda n: about("a.h", "void f();\n" * n + "}}(", listed("Functions", ["g"] * n)),
    "names: one, with arguments": lambda n: about("a.h", "void f();\n" * n, listed("Classes", names("f<#>", n))),
    "names: of two words": lambda n: about("a.py", "x.y\n" * n + "z\n" * n, listed("Functions", names("x.z#", n))),
    "names: of metacharacters": lambda n: about("a.py", ".*+?()[]{}|^$\\" * n, listed("Classes", [".*+?()[{|^$"] * n)),
    "names: of controls": lambda n: about("a.py", "x\x1b\n" * n, listed("Classes", ["\x1b[31mA\x07\u202e"] * n)),
    "names: long": lambda n: about(
        "a.py", f"class {'A' * 50 * n}: ...\n", listed("Classes", ["A" * 50 * n, "B" * 50 * n])
    ),
    "names: long, used": lambda n: about("a.py", "A" * 50 * n, listed("Classes", ["A" * 50 * n] * 3)),
    "names: brackets": lambda n: about("a.h", "class A {};", listed("Functions", ["(" * 10 * n + end for end in ")>"])),
    "names: long, qualified": lambda n: about(
        "a.h", f"class {'A' * 20 * n} {{\n" + numbered("void f#();\n", n) + "};", listed("Functions", names("f#", n))
    ),
    "names: of colons": lambda n: about("a.h", f"void {'A::' * n}f() {{}}\nnamespace {'a::' * n}b {{}}\n"),
    "names: of one long part": lambda n: about("a.h", f"void {'A' * 20 * n}::f() {{}}\n"),
    "names: of blanks": lambda n: about("a.h", f"void A{' ' * 20 * n}::f() {{}}\nvoid A<b{' ' * 20 * n}c>::f() {{}}\n"),
    "names: functions of functions": lambda n: about("a.py", numbered("def f#():\n  def g(): ...\n", n)),
    "names: namespaces": lambda n: about(
        "a.h", numbered("namespace a#::b# {}\n", n), listed("Namespaces", names("a#", n) + names("c#", n))
    ),
    "names: listed twice": lambda n: about(
        "a.h", numbered("void f#();\n", n), listed("Functions", names("f#", n) + names("f#", n))
    ),
    "names: listed twice, Python": lambda n: about(
        "a.py", numbered("def f#(): ...\n", n), listed("Functions", names("f#", n) + names("f#", n))
    ),
    "names: in one comment, 1 MB": lambda n: about("a.py", "#" + " class A" * 10 * n, listed("Classes", ["A"])),
    "names: identifiers": lambda n: about("a.md", numbered("word# ", n), listed("Identifiers", names("word#", n))),
    "names: identifiers, none": lambda n: about("a.md", numbered("x#\n", n), listed("Identifiers", names("y#", n))),
    "names: addresses": lambda n: about(
        "a.md", "\n".join(names("https://a#.example/b", n)), listed("Identifiers", names("a#", n))
    ),
    "names: groups": lambda n: about(
        "a.py", numbered("class A#: ...\n", n), *(listed("Classes", ["A1", "B"]) for _ in range(n // 10))
    ),
    "names: groups, binary": lambda n: about(
        "a.ppm", "P6" + "a" * 50 * n + "\0", *(listed("Identifiers", ["A1", "B"]) for _ in range(n // 10))
    ),
    "names: full lists": lambda n: documented(
        "a.py",
        numbered("import a#\n", n) + numbered("class A#: ...\n", n),
        "## Detailed Analysis\n",
        *(
            "### Code Structure\n\n**Classes defined**: "
            + ", ".join(names("`A#`", 20))
            + "\n\n**Key imports**: "
            + ", ".join(names("`a#`", 10))
            + "\n"
            for _ in range(n // 50)
        ),
    ),
    "imports": lambda n: about("a.py", numbered("import a#\n", n), listed("Imports", names("a#", n))),
    "imports: none": lambda n: about("a.py", numbered("import a#\n", n), listed("Imports", names("b#", n))),
    "imports: one": lambda n: about("a.py", "x = a\n" * n, listed("Imports", ["a"] * n)),
    "imports: includes": lambda n: documented(
        "a.h",
        numbered("#include <a#>\n", n),
        "## Dependencies\n\n### Import Dependencies\n\nThis file includes:\n\n" + numbered("- `b#`\n", n),
    ),
    "imports: deep": lambda n: about("a.py", f"import a{'.a' * n}\n", listed("Imports", ["b"])),
    "imports: dots": lambda n: about("a.py", f"from {'.' * n} import a\n", listed("Imports", ["." * n])),
    "imports: from one": lambda n: about(
        "a.py", f"from {'a' * 10 * n} import (" + ", ".join(names("b#", n)) + ")\n", listed("Imports", names("b#", n))
    ),
    "imports: names": lambda n: documented(
        "a.py",
        numbered("import a#\n", n),
        "## Dependencies\n\n### Import Dependencies\n\nThis file imports:\n\n- `a`: "
        + ", ".join(names("a#", n))
        + "\n",
    ),
    "overviews: words": lambda n: documented("a.py", f'"""{numbered("b# ", n)}"""', overview(numbered("a# ", n))),
    "overviews: many": lambda n: documented(
        "a.py", numbered('def f#():\n  """Do a#."""\n', n), *(overview(f"Do a{i * 9}.") for i in range(n // 10))
    ),
    "overviews: many, nowhere": lambda n: documented(
        "a.py", numbered("def f#(): ...\n", n), *(overview(f"It does what a{i} is for.") for i in range(n // 10))
    ),
    "overviews: one word": lambda n: documented("a.py", f'"""{"ab" * n}"""', overview("ab" * n + "c")),
    "overviews: one letter": lambda n: documented("a.py", f"x = '{'a' * 20 * n}'", overview("a" * 10 * n)),
    "overviews: of a function": lambda n: documented(
        "a.py", numbered('def f#():\n  """Do a#."""\n', n), overview(numbered("Do a#. ", n))
    ),
    "overviews: joined lines": lambda n: documented(
        "a.py", f'"""{numbered("a#" + chr(10), n)}"""', overview(numbered("a#", n))
    ),
    "overviews: blank lines": lambda n: documented("a.py", f'"""a{chr(10) * n}b"""', overview("a" + "!" * n + "b")),
    "overviews: copies": lambda n: documented("a.py", "x = 'ab'\n" * n, overview("abx" * n)),
    "overviews: counts": lambda n: documented(
        "a.py",
        numbered("class A#: ...\n", n),
        "## High-Level Overview\n",
        "This Python file contains 7 class(es) and 8 function(s). " * n,
    ),
    "overviews: counts, lists": lambda n: documented(
        "a.py",
        "",
        "## High-Level Overview\n",
        "This Python file contains 7 class(es) and 8 function(s). " * n,
        "\n\n## Detailed Analysis\n",
        "### Code Structure\n\n**Classes defined**: `A`, `B`\n\n" * n,
    ),
    "overviews: a large count": lambda n: documented(
        "a.py", "", "## High-Level Overview\n", f"This Python file contains {'1' * n} class(es) and 8 function(s)."
    ),
    "claims": lambda n: documented(
        "a.py",
        "# eval(\n" * n,
        "## Security & Safety\n\n### Security Considerations\n\n" + "- **Code Execution**: Uses eval\n" * n,
        "## Performance Considerations\n\n### Performance Notes\n\n"
        + "- May involve **JIT compilation** or compilation optimizations.\n" * n,
    ),
    "claims: of names": lambda n: documented(
        "a.py",
        "model.eval()\nretrieval()\n" * n,
        "## Security & Safety\n\n### Security Considerations\n\n" + "- **Code Execution**: Uses eval\n" * n,
    ),
    "claims: of a long name": lambda n: documented(
        "a.py",
        "a.eval.jit" * n,
        "## Security & Safety\n\n### Security Considerations\n\n- **Code Execution**: Uses eval\n",
    ),
    "claims: long": lambda n: documented(
        "a.py",
        "x = 1\n",
        "## Security & Safety\n\n### Security Considerations\n\n- **Code Execution**: " + "uses eval " * n + "\n",
    ),
    "copies": lambda n: documented(
        "a.py", "x = 1\n" * n, *("## Original Source\n\n```python\nx = 2\n\n```\n" for _ in range(n // 10))
    ),
    "copies: of many lines": lambda n: documented(
        "a.py", "x = 1\n" * n, "## Original Source\n\n```python\n" + "x = 1\n" * (n - 1) + "y\n\n```\n"
    ),
    "copies: damaged": lambda n: documented(
        "a.py", "# é → ï\n" * n, "## Original Source\n\n```python\n" + "# Ã© â†’ Ã¯\n" * n + "\n```\n"
    ),
    "copies: of one line": lambda n: documented(
        "a.py", "x" * 50 * n, "## Original Source\n\n```python\n" + "x" * 50 * (n - 1) + "y\n\n```\n"
    ),
    "sizes": lambda n: documented(
        "a.py", "x = 1\n" * n, "## File Metadata\n\n" + "- **Size**: 7 bytes (0.01 KB)\n" * n
    ),
    "sizes: of a copy": lambda n: documented(
        "a.py",
        "",
        "## File Metadata\n\n" + "- **Size**: 7 bytes (0.01 KB)\n" * n,
        "## Original Source\n\n```python\n" + "x = 1\n" * (n // 4) + "\n```\n",
    ),
    "macros": lambda n: macros(numbered("#define A# #\n", n), numbered("- `A#` = `x`\n", n)),
    "macros: continued": lambda n: macros("#define A \\\n" + "  1 + \\\n" * n + "  2\n", "- `A` = `1`\n" * 9),
    "macros: continued, claims": lambda n: macros("#define A \\\n" + "  1 + \\\n" * n + "  2\n", "- `A` = `1`\n" * n),
    "macros: one": lambda n: macros(numbered("#define A #\n", n), numbered("- `A` = `x#`\n", n)),
    "macros: parameters": lambda n: macros(f"#define A({'a, ' * n}) 1\n", f"- `A` = `{'(' * n}`\n"),
    "macros: used": lambda n: about("a.h", "#define A(x) x\n" + "A(1)\n" * n, listed("Functions", ["A"] * n)),
    "cases of a word": lambda n: about("a.md", "a", listed("Identifiers", cases_of("abcdefghijklmnopqrst", n))),
    "cases of words": lambda n: about(
        "a.md", "a\n" * n, *(listed("Identifiers", ["Basket", "basket", f"x{i}"]) for i in range(n // 10))
    ),
}
# A format with macros.
FORMAT = next(example.format for example in rules().find("wrong-macro-value").examples if example.format)


def tree() -> dict[str, str]:
    """Return the texts of a small repository, by path: source files, and a page of every kind that has no findings."""
    return {
        path.relative_to(SOUND_PAGES).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(SOUND_PAGES.rglob("*"))
        if path.is_file()
    }


def with_lines(path: str, count: int) -> Case:
    """Return a case that repeats each line of a page: at least `count` lines in all."""
    files = tree()
    lines = files[path].splitlines(keepends=True)
    page = "".join(line * (count // len(lines) + 1) for line in lines)
    return Case(path, page, others=sources(files, count))


def with_pages(path: str, count: int) -> Case:
    """Return a case that repeats the text of a page: at least `count` lines in all."""
    files = tree()
    page = files[path] * (count // files[path].count("\n") + 1)
    return Case(path, page, others=sources(files, count))


def sources(files: Mapping[str, str], count: int) -> dict[str, str]:
    """Return the source files among some files, by path, each text repeated to at least `count` lines."""
    return {
        name: text * (count // text.count("\n") + 1)
        for name, text in files.items()
        if not name.startswith("docs/") and text
    }


def book(count: int) -> Case:
    """Return a case with an index that links `count` // 10 pages, each of which links the index."""
    names = [f"docs/p{number}.md" for number in range(count // 10)]
    page = "# A\n\n" + "".join(f"- [a]({name.removeprefix('docs/')})\n" for name in names)
    return Case("docs/index.md", page, others=dict.fromkeys(names, "# A\n\n[b](index.md)\n"))


def pages_that_link_all(count: int) -> Case:
    """Return a case with an index and as many pages as the root of `count`, each of which links all of these pages."""
    names = [f"docs/p{number}.md" for number in range(int(count**0.5))]
    page = "# A\n\n" + "".join(f"[a]({name.removeprefix('docs/')}#a)\n" for name in names)
    return Case("docs/index.md", page, others=dict.fromkeys(names, page))


def documents(count: int) -> Case:
    """Return a case with `count` // 20 source files in one folder, two pages about each, and the folder's index."""
    sources = {f"src/f{number}.py": f"def f{number}(): ...\n" for number in range(count // 20)}
    files = tree()
    pages = {
        f"docs/{path}{ending}": files[f"docs/src/basket.py{ending}"].replace("basket", path[4:-3])
        for path in sources
        for ending in ("_docs.md", "_kw.md")
    }
    return Case("docs/src/index.md", files["docs/src/index.md"], others=sources | pages)


def many_files(count: int) -> Case:
    """Return a case with 10 * `count` files, and a page whose links misspell the names of some of them."""
    files = {f"src/f{number}.py": "" for number in range(count * 5)}
    files |= {f"docs/g{number}.txt": "" for number in range(count * 5)}
    page = "".join(f"[a](g{number}.tx) `src/f{number}.pi` [b](../src/F{number}.py)\n" for number in range(count // 10))
    return Case("docs/a.md", page, others=files)


def deep_folders(count: int) -> Case:
    """Return a case with a page a thousand folders deep, and links from it far up and to a folder beside it."""
    folder = "a/" * 1_000
    links = f"[a]({'../' * 1_000}b.md) [b]({'../' * 999}c.md) [c](d/e.md)\n"
    return Case(f"{folder}p.md", links * (count // 500), others={f"{folder}d/x.md": "", "b.md": ""})


CORPORA: dict[str, Callable[[int], Case]] = {
    "pages: a book": book,
    "pages: links by the square": pages_that_link_all,
    "pages: files and pages": documents,
    "pages: a crowd of files": many_files,
    "pages: a thousand folders": deep_folders,
}
KINDS: dict[str, Callable[[int], Case]] = {
    f"kind: {path}, {what}": lambda n, path=path, make=make: make(path, n)  # type: ignore[misc]
    for path in tree()
    if path.startswith("docs/")
    for what, make in (("lines", with_lines), ("pages", with_pages))
}


def without_source(text: str) -> Case:
    """Return a case with a page whose source file does not exist."""
    return Case("docs/src/a.py_kw.md" if text.startswith(KEYWORDS) else "docs/src/a.py_docs.md", text)


CASES: dict[str, Callable[[int], Case]] = {
    name: lambda n, make=make: without_source(make(n))  # type: ignore[misc]
    for name, make in (MARKDOWN | PAGES).items()
}
CASES |= KINDS | CORPORA | SOURCES | CLAIMS
CASES |= {
    name: lambda n, make=make: Case(*make(n)[:2], others=make(n).others)  # type: ignore[misc]
    for name, make in GROWN.items()
}


class Times(NamedTuple):
    """Seconds of processor time to lint the pages, to fix the page of the case, and to write the report."""

    lint: float
    fix: float
    report: float


def measure(engine: str, name: str, size: int) -> Times:
    """Return the shortest times of a case in up to three runs of all rules; runs that take long are not repeated."""
    case = CASES[name](size)
    runs: list[Times] = []
    with patch.object(markdown, "_engine", return_value=ENGINES[engine].parse):
        _run_once(CASES[name](10))  # loads grammars and modules, which is not part of the time of a page
        gc.collect()
        while len(runs) < 3 and sum(map(sum, runs)) < _ENOUGH_SECONDS:
            forget_parsed()
            runs.append(_run_once(case))
    return Times(*map(min, zip(*runs, strict=True)))


def _run_once(case: Case) -> Times:
    files = {case.path: case.page}
    if case.source:
        files[case.path.removeprefix("docs/").removesuffix(".md").removesuffix("_kw").removesuffix("_docs")] = (
            case.source
        )
    own = [parse(tomllib.loads(case.format), "a format")] if case.format else []
    formats = FormatSet.of(own) if own else builtins()
    repository = Memory({**files, **case.others})
    linter = Linter(
        Selection(rules(), Settings(), select=["strict"]), formats, Limits(file_bytes=sys.maxsize), is_whole=True
    )
    data = case.page.encode(errors="surrogateescape")

    def read(data: bytes) -> Page:
        return linter.finding_all.read(case.path, Source.from_bytes(data), repository)

    start = time.process_time()
    results = [linter.file(path, repository) for path in (case.path, *case.others) if path.endswith(".md")]
    results.append(linter.pages(merge_notes(one.notes for one in results), repository))
    found = [page_result.decode_found(encode(one).found) for one in results]
    linted = time.process_time()
    fix(data, read, lambda page: linter.page(page).found.findings, unsafe=True)
    fixed = time.process_time()
    report = gather(Report("", [case.path, *case.others], rules=linter.selection.rules_of([case.path])), found)
    report.repository = repository
    for style in ("text", "json", "sarif"):
        for line in render(report, style, RenderOptions(max_per_cause=0)):
            line.encode(errors="replace")
    written = time.process_time()
    failed = [finding.message for finding in report.findings if finding.is_failure]
    assert not failed, failed
    return Times(linted - start, fixed - linted, written - fixed)


def forget_parsed() -> None:
    """Forget the source files and pages that earlier runs parsed."""
    source_file._source_file.cache_clear()  # noqa: SLF001 - nothing else needs to forget them
    trees._recent.parsed.clear()  # noqa: SLF001 - likewise
    # Two pages are kept, so two empty ones replace them.
    keep(ParsedPage("", Source(""), ()))
    keep(ParsedPage("", Source(""), ()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how the time to lint a page grows with its size.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="run only cases whose names begin with this")
    parser.add_argument(
        "--engine", choices=ENGINES, default="pulldown", help="parser of Markdown (default: %(default)s)"
    )
    parser.add_argument(
        "--size", type=int, default=10_000, help="the smaller size, mostly how often a text is repeated"
    )
    options = parser.parse_args()
    slow = 0
    with get_context("spawn").Pool(1, maxtasksperchild=2) as pool:
        for case in CASES:
            if options.cases and not case.startswith(tuple(options.cases)):
                continue
            once, twice = (pool.apply(measure, (options.engine, case, size * options.size)) for size in (1, 2))
            steps = list(zip(once, twice, strict=True))
            slow += any(large > _MAX_GROWTH * small and large > _MIN_SECONDS for small, large in steps)
            columns = "  ".join(f"{small:8.3f} {large:8.3f} x{large / small:4.2f}" for small, large in steps)
            print(f"{case.encode('unicode_escape').decode():45}  {columns}", flush=True)
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main())
