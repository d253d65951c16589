"""Whatever somebody writes into a source and onto the pages about it: no rule fails, nothing is read that should not
be, and what is reported can be printed.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.page_rules import lint
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory
from doclint.rule.message import Message
from doclint.rule.registry import rules
from doclint.source import parsing
from doclint.source.extract import read
from doclint.source.trees import is_known, load_grammar

PYTHON = [
    *(
        "class A",
        "def f",
        "(",
        ")",
        ":\n",
        "\n    ",
        "\n",
        '"""',
        "'",
        "# class of ",
        "import a.b",
        "from . import ",
        "A",
    ),
    *("as c", "f'{", "\\", "\\\n", "\t", "@", "lambda: ", "x = ", "eval(", "\\ud800", "\\N{DASH}", "\u3000", "*", ","),
]
CPP = [
    *(
        "class A ",
        "{",
        "}",
        "};",
        "#if X\n",
        "#else\n",
        "#endif\n",
        "#define A ",
        "/*",
        "*/",
        "//",
        "\n",
        "namespace a::b ",
    ),
    *(
        "template <",
        ">",
        "<",
        "(",
        ")",
        "operator",
        "A::",
        "f",
        "~",
        "public:",
        '"',
        "'",
        'R"x(',
        "EXPORT ",
        "\\\n",
        ";",
    ),
    *("#include <a/b.h>\n", "using ", "enum E ", "int ", "= ", "\r\n", "typedef ", "[[", ","),
]
ODD = [
    "\x00",
    "\x1b[31m",
    "\x9b",
    "\u202e",
    "é",
    "\ufffd",
    "\ud800",
    "`",
    "``",
    "[",
    "]",
    "{name}",
    "{",
    "}",
    "**",
    "\\",
    "<b>",
]
NAMES = [
    "A",
    "f",
    "a.b",
    "A.f",
    "A::f()",
    "f<",
    "operator()",
    "a::b",
    "of",
    "E",
    "\u0661",
    "1" * 5000,
    "X" * 300,
    " ",
    ".",
]

names = st.lists(
    st.one_of(
        st.sampled_from(NAMES), st.lists(st.sampled_from(ODD + NAMES), max_size=4).map("".join), st.text(max_size=5)
    ),
    max_size=6,
)
sources = st.one_of(
    st.binary(max_size=60),
    *(
        st.lists(st.one_of(st.sampled_from(pieces), st.sampled_from(ODD)), max_size=40).map(
            lambda found: "".join(found).encode(errors="surrogatepass")
        )
        for pieces in (PYTHON, CPP)
    ),
)
paths = st.sampled_from(["a.py", "a.h", "src/a.cpp", "a.cu", "a.sh", "a.js", "a.rs", "a.md", "a.yaml", "LICENSE", "a"])


def keyword_page(path: str, listed: list[str]) -> str:
    groups = "".join(
        f"### {heading}\n\n" + "".join(f"- **`{name}`**: [a](./a_docs.md)\n" for name in listed) + "\n"
        for heading in ("Classes", "Functions", "Imports", "Identifiers", "Class/Structs", "Namespaces")
    )
    return f"# Keyword Index: `{path}`\n\n## Keywords Extracted\n\n{groups}"


def docs_page(path: str, listed: list[str], copy: str) -> str:
    items = ", ".join(f"`{name}`" for name in listed)
    text = " ".join(listed)
    return (
        f"# Documentation: `{path}`\n\n## File Metadata\n\n- **Size**: {len(text)} bytes (0.01 KB)\n\n"
        f"## Original Source\n\n```\n{copy}\n```\n\n## High-Level Overview\n\n{text}\n\n"
        f"This Python file contains {(listed or ['7'])[-1]} class(es) and 0 function(s).\n\n"
        f"## Detailed Analysis\n\n### Code Structure\n\n**Classes defined**: {items}\n\n**Key imports**: {items}\n\n"
        "## Dependencies\n\n### Import Dependencies\n\nThis file imports:\n\n"
        + "".join(f"- `{name}`: {text}\n" for name in listed)
        + "\n## Security & Safety\n\n### Security Considerations\n\n- **Code Execution**: Uses eval\n"
    )


def pages(path: str, source: bytes, listed: list[str], *, is_there: bool) -> list[Page]:
    """New pages about a source: the index of its keywords, and the one that quotes it."""
    copy = source.decode(errors="replace")
    files: dict[str, str | bytes] = {
        f"docs/{path}_kw.md": keyword_page(path, listed),
        f"docs/{path}_docs.md": docs_page(path, listed, copy),
    }
    about = list(files)
    if is_there:
        files[path] = source
    repository = Memory(files)
    return [
        Page(one, Source.from_bytes(repository.read(one) or b""), formats=builtins(), repository=repository)
        for one in about
    ]


@settings(max_examples=60)
@given(paths, sources, names, st.booleans())
def test_no_source_makes_a_rule_fail(path: str, source: bytes, listed: list[str], is_there: bool) -> None:
    every = [rule() for rule in rules().values()]
    once = [lint(page, every) for page in pages(path, source, listed, is_there=is_there)]
    again = [lint(page, every) for page in pages(path, source, listed, is_there=is_there)]
    assert once == again
    failures = [finding.message for findings in once for finding in findings if finding.is_failure]
    assert not failures
    for page, findings in zip(pages(path, source, listed, is_there=is_there), once, strict=True):
        last = page.source.position(len(page.source.text))
        assert all((1, 1) <= finding.start <= finding.end <= last for finding in findings)


@settings(max_examples=15)
@given(paths, sources, names, st.booleans())
def test_rules_depend_on_those_they_yield_to_only(path: str, source: bytes, listed: list[str], is_there: bool) -> None:
    chosen = {id_: rule() for id_, rule in rules().items() if "suppressions" not in rule.needs}
    for page in pages(path, source, listed, is_there=is_there):
        together = lint(page, list(chosen.values()))
        for id_, rule in chosen.items():
            few = lint(page, [rule, *(chosen[first] for first in rule.yields_to if first in chosen)])
            assert [one for one in few if one.rule == id_] == [one for one in together if one.rule == id_]


# Nesting

DEEP: dict[str, Callable[[int], str]] = {
    "a.py": lambda n: "(" * n + ")" * n,
    "b.py": lambda n: "".join(" " * depth + "class A:\n" for depth in range(n // 100)),
    "c.py": lambda n: "x = " + "-" * n + "1\n",
    "d.py": lambda n: '"""' + "a" * n,
    "e.py": lambda n: "x = " + "lambda: " * n,
    "a.h": lambda n: "class A {" * n + "};" * n,
    "b.h": lambda n: "#if A\n" * n + "#endif\n" * n,
    "c.h": lambda n: "template <" * n,
    "d.h": lambda n: "#define A /*\n" * n,
    "e.h": lambda n: "namespace a {\n" * n,
    "f.h": lambda n: f"class {'A' * n} {{\n" + "void f();\n" * (n // 10) + "};",
    "a.sh": lambda n: '"$(' * n,
    "a.rs": lambda n: "mod a {" * n + "}" * n,
    "a.md": lambda n: "> " * n + "# a\n",
}


@pytest.mark.parametrize("path", DEEP)
def test_nesting_does_no_harm(path: str) -> None:
    every = [rule() for rule in rules().values()]
    for page in pages(path, DEEP[path](20_000).encode(), ["A", "f", "a.b"], is_there=True):
        assert not [finding.message for finding in lint(page, every) if finding.is_failure]


@pytest.mark.parametrize(
    "source", ["class A {" * 20_000 + "};" * 20_000, "#define A /*\n" * 20_000, "{" * 200_000, "/*\n" * 50_000]
)
def test_what_is_hopeless_is_not_analysed(source: str) -> None:
    found = SourceFile("a.h", source.encode())
    assert (found.symbols, found.passages, found.identifiers, found.macros) == (None, None, None, None)


@pytest.mark.parametrize(
    ("language", "source"), [("shell", b"a |" * 50_000), ("java", b"a<" * 50_000), ("csharp", b"a<" * 50_000)]
)
def test_what_takes_the_memory_of_a_machine_is_not_read(language: str, source: bytes) -> None:
    assert read(language, source) is None


@pytest.mark.parametrize(
    "source",
    [
        "int a[] = {" + "1, " * 50_000 + "};\nclass A {};\n",
        "/*" + "a " * 500_000 + "*/\nclass A {};\n",
        'const char *a = "' + "a " * 500_000 + '";\nclass A {};\n',
        "class A {};\n/* cut",
        "class A {};\n" + "int f() {\n" + "if (a) { b(); } else " * 200 + "{}\n}\n",
        "class A {};\nint a = " + "1 + " * 1_000 + "1;\n",
        "class A {};\n" + "void f();\n" * 20_000,
    ],
)
def test_what_is_only_large_is_analysed(source: str) -> None:
    found = read("cpp", source.encode())
    assert found is not None
    assert "A" in {symbol.name for symbol in found.found}


@pytest.mark.parametrize(
    "language",
    "python cpp header c shell javascript rust go java csharp kotlin php dart".split(),
)
@given(source=sources)
@settings(max_examples=10)
def test_parsing_in_pieces_is_parsing(language: str, source: bytes) -> None:
    from tree_sitter import Parser

    if is_known(language):
        found = parsing.parse(load_grammar(language), source)
        readable = parsing.as_utf8(source)
        assert str(found.root_node) == str(Parser(load_grammar(language)).parse(readable).root_node)


# Names

HOSTILE = [
    "\x1b[31mred",
    "\x07",
    "a\u202eb",
    "``",
    "a`b",
    "{name}",
    "[x]",
    "\x9bm",
    "caf\udce9",
    "\ud800",
    "x" * 5000,
    "\x00",
]
_UNPRINTABLE = [chr(code) for code in [*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x202E]]


@pytest.mark.parametrize("style", ["text", "grouped", "concise", "github"])
def test_what_is_told_can_be_printed(root: Path, capsys: pytest.CaptureFixture[str], style: str) -> None:
    write(root, "docs/a.py_kw.md", keyword_page("a.py", HOSTILE).encode(errors="replace"))
    write(root, "docs/b.py_kw.md", keyword_page("b.py", HOSTILE).encode(errors="surrogatepass"))
    for path in ("a.py", "b.py"):
        write(root, path, "# \x1b[31mred\x9bm class \u202e\nx = '\x1b]0;title\x07'\n")
    run_cli(["check", "--output-format", style])
    out = capsys.readouterr().out
    assert "unknown-symbol" in out
    assert not [character for character in _UNPRINTABLE if character in out]
    out.encode()


def test_json_can_be_read(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.py_kw.md", keyword_page("a.py", HOSTILE).encode(errors="surrogatepass"))
    write(root, "a.py", "# red\n")
    run_cli(["check", "--output-format", "json"])
    out = capsys.readouterr().out
    out.encode()
    findings = json.loads(out)["findings"]
    assert all(len(violation["message"]) < 2_000 for violation in findings)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("a", "`a`"), ("a`b", "`` a`b ``"), ("a``b", "``` a``b ```"), ("`", "`` ` ``"), ("{name}[x]", "`{name}[x]`")],
)
def test_names_stand_in_code_spans_of_their_own(name: str, shown: str) -> None:
    assert Message("`{name}` is none").format({"name": name}) == f"{shown} is none"
    assert Message("{names} are none").format({"names": (name,)}) == f"{shown} are none"


# Places


@pytest.mark.parametrize("path", ["docs/../../etc/secret.py_kw.md", "docs/src/../../../etc/secret.py_kw.md"])
def test_no_page_leads_out(tmp_path: Path, path: str) -> None:
    write(tmp_path, "etc/secret.py", "class A: ...\n")
    write(tmp_path, "root/docs/a.md", "# A\n")
    for repository in (Folder(tmp_path / "root"), Memory({})):
        text = keyword_page(path.removeprefix("docs/").removesuffix("_kw.md"), ["A", "B"])
        page = Page(path, Source.from_text(text), formats=builtins(), repository=repository)
        assert page.source_file is None
        assert not [
            finding.message for finding in lint(page, [rule() for rule in rules().values()]) if finding.is_failure
        ]


def out_of_root(root: Path) -> None:
    write(root.parent, "secret.py", "class A: ...\n")
    (root / "src" / "a.py").symlink_to(root.parent / "secret.py")


def pipe(root: Path) -> None:
    os.mkfifo(root / "src" / "a.py")


def link_to_pipe(root: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "src" / "a.py").symlink_to(root / "pipe")


def device(root: Path) -> None:
    (root / "src" / "a.py").symlink_to("/dev/zero")


def itself(root: Path) -> None:
    (root / "src" / "a.py").symlink_to("a.py")


def nowhere(root: Path) -> None:
    (root / "src" / "a.py").symlink_to("gone.py")


def folder(root: Path) -> None:
    (root / "src" / "a.py").mkdir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("make", [out_of_root, pipe, link_to_pipe, device, itself, nowhere, folder])
def test_what_is_no_source_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    root = tmp_path / "root"
    for name in ("docs", "src", ".git"):
        (root / name).mkdir(parents=True)
    make(root)
    write(root, "docs/src/a.py_kw.md", keyword_page("src/a.py", ["A", "Unknown"]))
    monkeypatch.chdir(root)
    sourced = [id_ for id_, rule in rules().items() if "source" in rule.needs]
    assert run_cli(["check", *(f"--select={id_}" for id_ in sourced)]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_links_within_the_root_are_followed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "lib/b.py", "class A: ...\n")
    (root / "src").mkdir()
    (root / "src" / "a.py").symlink_to(root / "lib" / "b.py")
    write(root, "docs/src/a.py_kw.md", keyword_page("src/a.py", ["A", "Unknown"]))
    assert run_cli(["check", "--select", "unknown-symbol", "--output-format", "concise"]) == 1
    out = capsys.readouterr().out
    assert "The page lists `Unknown` as a class" in out
    assert "The page lists `A` as a class" not in out
