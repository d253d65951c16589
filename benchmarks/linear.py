"""How the time to lint a page grows when the page, and the source that it is about, double: about 2 for every input
that somebody could send.

    python benchmarks/linear.py [--engine mistune] [--size N] [CASE ...]

Each case is timed at a size and at twice that size, each time the best of three in a process of its own.
"""

import argparse
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from multiprocessing import get_context
from typing import NamedTuple
from unittest.mock import patch

from doclint import markdown, symbols
from doclint.evidence import evidence_of
from doclint.formats import builtins, parse
from doclint.lint import lint
from doclint.markdown import mistune, pulldown
from doclint.page import Page
from doclint.registry import rules
from doclint.repository import Memory
from doclint.source import Source

_MOST = 2.7  # times as long for twice as much; more is no noise
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


class Case(NamedTuple):
    """A page, and the source that it is about, if that is there."""

    path: str
    page: str
    source: str = ""
    format: str = ""


def index(path: str, *groups: str) -> str:
    """The index of the keywords of a file."""
    return f"# Keyword Index: `{path}`\n\n## Keywords Extracted\n\n" + "\n".join(groups)


def listed(heading: str, names: Iterable[str]) -> str:
    """A group of such an index."""
    return f"### {heading}\n\n" + "".join(f"- **`{name}`**: [a](./a_docs.md)\n" for name in names)


def about(path: str, source: str, *groups: str) -> Case:
    """A source and the index of its keywords, by default one that claims much of every source."""
    usual = [listed(heading, ["A", "b", "c.d", "e()"]) for heading in ("Classes", "Functions", "Imports", "Namespaces")]
    return Case(f"docs/{path}_kw.md", index(path, *(groups or usual)), source)


def documented(path: str, source: str, *sections: str) -> Case:
    """A source and the page about it, with some sections."""
    return Case(f"docs/{path}_docs.md", f"# Documentation: `{path}`\n\n" + "\n".join(sections), source)


def overview(text: str) -> str:
    return f"## High-Level Overview\n\n{text}\n\nThis Python file contains 1 class(es) and 2 function(s).\n"


def numbered(pattern: str, count: int) -> str:
    return "".join(pattern.replace("#", str(number)) for number in range(count))


def names(pattern: str, count: int) -> list[str]:
    return [pattern.replace("#", str(number)) for number in range(count)]


def cases_of(word: str, count: int) -> list[str]:
    """So many ways to write a word in capitals and without."""
    return ["".join(c.upper() if number >> at & 1 else c for at, c in enumerate(word)) for number in range(count)]


def macros(source: str, *items: str) -> Case:
    """A header and a page with the values of its macros."""
    return Case("docs/a.h.md", "# Header `a.h`\n\n## Macros\n\n" + "".join(items), source, FORMAT)


# What a grammar reads, each repeated: alone, and in such an order that all of it is closed again.
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
FORMAT = """
name = "headers"
docs-root = "docs"

[[kind]]
name = "header"
page = "{path}.md"
title = "Header `{path}`"

[[kind.section]]
heading = "Macros"
content = [{ shape = "symbols", kind = "macro", item = ["`{symbol}` = `{value}`", "`{symbol}`"] }]
"""


def alone(text: str) -> Case:
    """A page whose source is not there."""
    return Case("docs/src/a.py_kw.md" if text.startswith(KEYWORDS) else "docs/src/a.py_docs.md", text)


CASES: dict[str, Callable[[int], Case]] = {
    name: lambda n, make=make: alone(make(n))  # type: ignore[misc]
    for name, make in (MARKDOWN | PAGES).items()
}
CASES |= SOURCES | CLAIMS


def seconds(engine: str, case: str, size: int) -> float:
    """The best of three runs of all rules over one page."""
    every = [rule() for rule in rules().values()]
    path, text, source, format_ = CASES[case](size)
    files = {path: text}
    if source:
        files[path.removeprefix("docs/").removesuffix(".md").removesuffix("_kw").removesuffix("_docs")] = source
    formats = [parse(tomllib.loads(format_), "a format")] if format_ else builtins()
    times = []
    with patch.object(markdown, "_engine", return_value=ENGINES[engine].parse):
        for _ in range(3):
            forget()
            start = time.perf_counter()
            found = lint(Page(path, Source.from_text(text), formats=formats, repository=Memory(files)), every)
            times.append(time.perf_counter() - start)
            failed = [problem.message for problem in found if problem.is_failure]
            assert not failed, failed
    return min(times)


def forget() -> None:
    """Let nothing be left of the sources that were read before."""
    evidence_of.cache_clear()
    symbols.last.tree = None


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
            slow += twice > _MOST * once and twice > 0.1
            print(
                f"{case.encode('unicode_escape').decode():45} {once:8.3f} s {twice:8.3f} s  x{twice / once:.2f}",
                flush=True,
            )
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main())
