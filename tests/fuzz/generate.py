"""Making inputs: mutations of real pages and sources, and texts made of hostile fragments."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

TESTS = Path(__file__).parents[1]
HOUSE = TESTS.parent
REAL = (HOUSE.parent / "shared" / "corpus").resolve()
MOST_BYTES = 40_000  # of a file that is mutated: larger ones are slow, and show nothing that smaller ones do not
MOST_REAL = 150  # pages of other repositories

Files = dict[str, bytes]

MARKDOWN = [
    *("# ", "## ", "### ", "> ", "- ", "* ", "1. ", "2) ", "- [ ] ", "    ", "\t", "```", "````", "~~~", "---", "==="),
    *("[a](b.md)", "[a](#b)", "[a][b]", "[a][]", "[a]: b", "[^1]", "[^1]: ", "![i](u 't')", "[", "](", "]", ")", "!"),
    *("**", "*", "__", "_", "~~", "`", "``", "|", "|-|-|", "\\", "&amp;", "&#0;", "<a href=x>", "<div>", "<!--", "-->"),
    *("<A b={c}>\n", "</A>", "<A/>", "{", "}", "{/*", "*/}", "export const a = ", "import a from 'b'\n", "{...", "${"),
    *("<pre>", "</pre>", "<script>", "</script>", "<?", "<a@b.c>", "\n", "\n\n", "\r\n", "\r", "  \n", "text ", "Word"),
    *(
        "```\u00a0\n",
        "```\u2003\n",
        "~~~\u3000x\n",
        "``` \u0085\n",
        "\n> ",
        "\n- ",
        "\n\n    ",
        "|a|b|\n|-|-|\n|c|d|\n",
    ),
    *(
        "[](\x7f)",
        "[]()",
        "[a](<b c>)",
        "[a](b%00c)",
        "[a](//c)",
        "[a](../../..)",
        "[a](.git/config)",
        "[a](/etc/passwd)",
    ),
]
DIAGRAM = [
    *("graph TD\n", "sequenceDiagram\n", "classDiagram\n", "stateDiagram-v2\n", "erDiagram\n", "%%{init: {}}%%\n"),
    *("A", "b c", "end", "end\n", "\n", "\n    ", " ", ";", ":", " : ", ",", "#59;", '"', "`", "%% x\n", "---\n", "é"),
    *(
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "|",
        "<",
        ">",
        "[/",
        "/]",
        "[(",
        ")]",
        "((",
        "))",
        "@{",
        "&",
        ":::",
        "~",
        "^",
        "\\",
    ),
    *(" --> ", " -- ", "->>", "-->>", "--", "==", "-.->", "<|--", "||--o{", "..", "o--", "<<", ">>", "+", "-", "*"),
    *("subgraph ", "class ", "state ", "note for ", "note right of A\n", "end note\n", "loop x\n", "alt x\n", "else\n"),
    *("participant ", " as ", "activate ", "style A fill:#fff;\n", "linkStyle 0 ", "click A ", "namespace ", "string "),
]
PAGE = [
    *(
        "# Documentation: `src/a.py`\n\n",
        "# Keyword Index: `src/a.py`\n\n",
        "## Keywords Extracted\n\n",
        "### Classes\n\n",
    ),
    *(
        "### Functions\n\n",
        "### Classs\n\n",
        "## File Metadata\n\n",
        "- **Path**: `src/a.py`\n",
        "- **Size**: 7 bytes\n",
    ),
    *("## Original Source\n\n", "```python\n", "```\n", "## High-Level Overview\n\n", "## Detailed Analysis\n\n"),
    *(
        "- **`f`**: [a](./a.py_docs.md)\n",
        "- **`A`**: [a](./a.py_docs.md)\n",
        "This Python file contains 3 class(es)\n",
    ),
    *("## Dependencies\n\n", "- `os`\n", "## Keyword → Section Map\n\n", "<!-- doclint: allow-next-line links -->\n"),
    *("<!-- doclint: allow links -- why -->\n", "<!-- doclint: allow-file x -->", "<!-- doclint: end -->\n"),
    *(
        "---\na: b\n---\n",
        "---\na: !!bool x\n---\n",
        "---\na: &a [*a]\n---\n",
        "+++\na = 1\n+++\n",
        "---\ntitle: A\n---\n",
    ),
]
ODD = [
    *("\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\x9b", "\u00a0", "\u00ad", "\u200b", "\u2028", "\u202e", "\u2066"),
    *("\ufeff", "\ufffd", "\ufffe", "😀", "é", "Ã©", "â†’", "à¤¹", "ã\u0081\u0082", "\u0301", "\u0130", "ﬀ", "٣", "１"),
    *(
        "::error::x\n",
        "\n::set-output name=a::b\n",
        "##[command]ls",
        "\n##[error]x",
        "%0A::error::",
        "]]>",
        "</x>",
        "{a}",
    ),
    *("{", "}", "%s", "$(id)", "`id`", "../", "-oREADME.md", "1" * 5000, "a" * 300, "(" * 100, "[" * 100, "> " * 60),
]
CODE = [
    *(
        "class A",
        "def f",
        "(",
        ")",
        ":\n",
        "{",
        "}",
        "};",
        "\n",
        "\n    ",
        '"""',
        "'",
        '"',
        "# ",
        "// ",
        "/*",
        "*/",
        "/**",
    ),
    *(
        "import a.b\n",
        "from . import c\n",
        "#include <a/b.h>\n",
        "#define A ",
        "#if X\n",
        "#else\n",
        "#endif\n",
        "\\\n",
    ),
    *(
        "template <",
        ">",
        "<",
        "operator",
        "A::",
        "~",
        "public:",
        'R"x(',
        "namespace a::b {",
        "enum E ",
        "typedef ",
        "[[",
    ),
    *(
        "fn f",
        "impl A for B",
        "mod a {",
        "func (a *A) f",
        "package a\n",
        "interface A ",
        "export default ",
        "=>",
        "`${",
    ),
    *(
        "@",
        "lambda: ",
        "x = ",
        "async ",
        "struct A ",
        "using ",
        "$(",
        "<<E\n",
        "E\n",
        "f() {",
        "A</*é*/int>::",
        ";",
        ",",
    ),
]
BYTES = [
    b"\xff",
    b"\xe9",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x00",
    b"\x80",
]
TOML = [
    *("a = 1\n", "[", "]", "[[suppress]]\n", "[rules.broken-link]\n", "=", "\n", '"', "'", '"""', "{", "}", ",", "."),
    *("exclude = [", "select = [", "ignore = [", '"links"', '"*a*a*a*b"', '"**/a"', '"\\u0000"', "true", "inf", "nan"),
    *("1979-05-27", "9" * 5000, "a." * 300 + "b = 1\n", "[" * 300, "-1", "1e999", "0x", "limits = {depth = 50}\n"),
    *(
        'project = "',
        "docs-roots = [",
        '"../.."',
        'extend = "doclint.toml"\n',
        'baseline = "b.json"\n',
        "root = true\n",
    ),
    *(
        '"{path}"',
        '"{name}"',
        '"{"',
        '"}"',
        '"{a}{b}"',
        '"(?:"',
        '"[["',
        "[severity]\n",
        '[per-file-ignores]\n"*" = []\n',
    ),
    *(
        "[[kind]]\n",
        "[[kind.section]]\n",
        'heading = "A {name}"\n',
        'content = [{ shape = "',
        '"symbols"',
        "required = ",
    ),
]
NAMES = [
    *(
        "a",
        "b.md",
        "index.md",
        "README.md",
        "docs",
        "src",
        "a.py",
        "a.py_kw.md",
        "a.py_docs.md",
        "doc.md",
        "sub.md",
        ".md",
    ),
    *(
        "-oREADME.md",
        "--fix.md",
        "--output-format=json=x.md",
        "::error::a.md",
        "##[group]a.md",
        "a\nb.md",
        "a\x1b[31m.md",
    ),
    *("a\x7f.md", "a\x85.md", "caf\udce9.md", "é.md", "e\u0301.md", "A.MD", "a b.md", "a%20b.md", "a#b.md", "a?b.md"),
    *(
        "[a].md",
        "`a`.md",
        "{a}.md",
        "*.md",
        "!a.md",
        "a\\b.md",
        "a\u202eb.md",
        "\u2028.md",
        "CON.md",
        "a" * 200 + ".md",
    ),
    *(
        ".git",
        ".gitignore",
        "doclint.toml",
        "pyproject.toml",
        "~",
        "$HOME",
        "a'b.md",
        'a"b.md',
        "<a>.md",
        "a|b.md",
        "%.md",
    ),
]
ARGUMENTS = [
    *(
        "check",
        "merge",
        "causes",
        "baseline",
        "config",
        "explain",
        "formats",
        "init",
        "rules",
        "schema",
        "clean",
        "write",
    ),
    *(
        "--select",
        "--ignore",
        "--without",
        "--about",
        "--changed-since",
        "--stdin-filename",
        "--shard",
        "--fix",
        "--diff",
    ),
    *(
        "--output-format",
        "-o",
        "--statistics",
        "--max-per-cause",
        "--fail-on",
        "--baseline",
        "--ratchet",
        "--root",
        ".",
    ),
    *(
        "--isolated",
        "--jobs",
        "1",
        "--no-cache",
        "-",
        "--",
        "docs",
        "docs/a.md",
        "docs/gone.md",
        "links",
        "mojibake",
        "json",
    ),
    *(
        "json=out.json",
        "github",
        "sarif",
        "text",
        "1/2",
        "2/1",
        "0",
        "-1",
        "error",
        "report",
        "config",
        "HEAD",
        "--help",
    ),
    *(
        "",
        ",",
        "\x1b[31m",
        "\udce9",
        "é",
        "::error::",
        "##[error]",
        "a" * 5000,
        "source",
        "strict",
        "-v",
        "--color",
    ),
]


def hostile(random: Random, pieces: Sequence[str], most: int = 40) -> bytes:
    """Return a text of some pieces, with odd characters and bytes among them."""
    found = []
    for _ in range(random.randrange(most)):
        kind = random.random()
        piece = random.choice(pieces if kind < 0.85 else ODD)
        found.append(random.choice(BYTES) if kind > 0.98 else piece.encode(errors="surrogateescape"))
    return b"".join(found)


def mutated(random: Random, data: bytes, pieces: Sequence[str], others: Sequence[bytes] = ()) -> bytes:
    """Return a content with a few changes, of lines or of bytes."""
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        data = random.choice(_CHANGES)(random, data, pieces, others)[: 2 * MOST_BYTES]
    return data


_Change = Callable[[Random, bytes, Sequence[str], Sequence[bytes]], bytes]


def _insert(random: Random, data: bytes, pieces: Sequence[str], _others: Sequence[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + hostile(random, pieces, 4) + data[at:]


def _insert_line(random: Random, data: bytes, pieces: Sequence[str], _others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    at = random.randrange(len(lines) + 1)
    return b"".join([*lines[:at], hostile(random, pieces, 8), b"\n", *lines[at:]])


def _lines_moved(random: Random, data: bytes, _pieces: Sequence[str], _others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    start = random.randrange(len(lines) + 1)
    taken = lines[start : start + random.choice((1, 1, 3, 10))]
    left = [*lines[:start], *lines[start + len(taken) :]]
    at = random.randrange(len(left) + 1)
    return b"".join([*left[:at], *taken * random.choice((0, 1, 2, 20)), *left[at:]])


def _cut(random: Random, data: bytes, _pieces: Sequence[str], _others: Sequence[bytes]) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.choice((1, 2, 10, 100, len(data))) :]


def _spliced(random: Random, data: bytes, _pieces: Sequence[str], others: Sequence[bytes]) -> bytes:
    other = random.choice(others) if others else data
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def _replaced(random: Random, data: bytes, pieces: Sequence[str], _others: Sequence[bytes]) -> bytes:
    words = re.findall(rb"[\w.]+", data) or [b""]
    new = random.choice((random.choice(words), hostile(random, pieces, 3)))
    return data.replace(random.choice(words), new, random.choice((1, 1, -1)))


def _white(random: Random, data: bytes, _pieces: Sequence[str], _others: Sequence[bytes]) -> bytes:
    old, new = random.choice((
        *((b"\n", b"\r\n"), (b"\n", b"\r"), (b"\n", "\u2028".encode()), (b" ", "\u00a0".encode()), (b"    ", b"\t")),
        *((b"\n\n", b"\n"), (b"\n", b"\n\n"), (b"\n", b"\n> "), (b"```", b"~~~"), (b"```", b"````"), (b"#", b"##")),
    ))  # fmt: skip
    return data.replace(old, new, random.choice((1, 5, -1)))


_CHANGES: list[_Change] = [
    _insert,
    _insert,
    _insert_line,
    _insert_line,
    _lines_moved,
    _cut,
    _spliced,
    _replaced,
    _white,
]


def seeds() -> list[Files]:
    """Return real pages, each with the source that it describes, as far as that is there."""
    roots = [HOUSE / "examples", TESTS / "pages", *sorted((TESTS / "labelled").glob("*/"))]
    found = [tree for root in roots for tree in _pages_of(root)]
    real = [tree for root in sorted(REAL.glob("*/")) for tree in _pages_of(root)]
    return found + Random(0).sample(real, min(MOST_REAL, len(real)))


def _pages_of(root: Path) -> list[Files]:
    found = []
    for page in sorted(root.rglob("*.md")):
        if page.is_file() and page.stat().st_size < MOST_BYTES:
            path = page.relative_to(root).as_posix()
            source = re.sub(r"^docs/(.*)_(?:docs|kw)\.md$", r"\1", path)
            files = [one for one in {path: page, source: root / source}.items() if one[1].is_file()]
            found.append({name: place.read_bytes() for name, place in files if place.stat().st_size < MOST_BYTES})
    return found


def sources() -> dict[str, list[bytes]]:
    """Return real sources by extension."""
    found: dict[str, list[bytes]] = {}
    for path in sorted([*(TESTS / "sources").rglob("*"), *(TESTS / "labelled").rglob("*"), *HOUSE.glob("rules/*.py")]):
        if path.is_file() and path.suffix not in ("", ".md", ".txt", ".toml") and path.stat().st_size < MOST_BYTES:
            found.setdefault(path.suffix, []).append(path.read_bytes())
    for extension, others in {".cu": ".cpp", ".h": ".cpp", ".hpp": ".h", ".c": ".h", ".tsx": ".ts"}.items():
        found.setdefault(extension, found.get(others) or [b"class A {};\n"])
    return found


def name(random: Random) -> str:
    """Return the path of a file, most often of a page."""
    parts = [random.choice(NAMES) for _ in range(random.choice((0, 0, 1, 2)))]
    return "/".join([*random.choice((["docs"], [])), *parts, random.choice(NAMES)])


def about(path: str, source: bytes, random: Random) -> Files:
    """Return pages of the built-in format about a source, which name words of it."""
    words = re.findall(rb"\w+", source) or [b"a"]
    listed = [random.choice(words) for _ in range(random.randrange(8))] + [hostile(random, CODE, 3)]
    items = b"".join(b"- **`%s`**: [a](./a_docs.md)\n" % word for word in listed)
    groups = b"".join(
        b"### %s\n\n%s\n" % (heading, items)
        for heading in (b"Classes", b"Functions", b"Imports", b"Identifiers", b"Methods")
    )
    place = path.encode(errors="surrogateescape")
    docs = (
        b"# Documentation: `%s`\n\n## File Metadata\n\n- **Size**: 7 bytes\n\n## Original Source\n\n```\n%s\n```\n\n"
        % (
            place,
            source,
        )
    )
    docs += b"## Detailed Analysis\n\nThis file contains %d class(es) and 0 function(s).\n\n" % random.randrange(4)
    docs += b"**Classes defined**: %s\n\n## Dependencies\n\n%s" % (b", ".join(b"`%s`" % one for one in listed), items)
    return {
        f"docs/{path}_kw.md": b"# Keyword Index: `%s`\n\n## Keywords Extracted\n\n%s" % (place, groups),
        f"docs/{path}_docs.md": docs,
    }
