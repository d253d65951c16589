"""MDX: what is Markdown on its pages, what is not, and what may come from elsewhere."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, strategies as st
from strategies import MARKDOWN
from tree import write

from doclint import lint_corpus
from doclint.markdown import javascript, mdx, pulldown
from doclint.markdown.document import Document
from doclint.markdown.mistune import parser as mistune
from doclint.markdown.source import Source

PIECES = st.sampled_from(
    [
        *("<", ">", "</", "/>", "<a", "<A.b", "</a>", " b='", ' c="', "={", "{", "}", "{/*", "*/}", "${", "`", "```\n"),
        *("'", '"', "//", "\\", "(", ")", "[", "](", "]: ", "\n", "\r\n", "\r", "\n\n", "    ", "\t", "> ", "- ", "# "),
        *("import a from 'b'\n", "export const a = ", "<!--", "-->", "{#a}", "x", " ", "é", "|", "~~~\n", "<A>\n"),
    ]
)
MASKED = ["{c}", "{c.d[0]}", "<A b={c}>", "</A>", "{/* c */}", "{\n\nc}", "import A from 'c'\n", "Gone {c}"]
MDX = st.lists(st.one_of(PIECES, MARKDOWN), max_size=30).map("".join)


def document(text: str) -> Document:
    return Document(Source.from_text(text), is_mdx=True)


def seen(text: str) -> dict[str, Any]:
    """What a reader of a page sees, as far as tests ask for it."""
    found = document(text)
    return {
        "headings": [heading.text.strip() for heading in found.headings],
        "links": [link.destination for link in found.links],
        "code": [block.text for block in found.code_blocks],
        "spans": [span.text for span in found.code_spans],
        "words": " ".join(" ".join(one.text for one in found.texts()).split()),
        "jsx": [text[slice(*span)] for span, _ in found.mdx.constructs] if found.mdx else [],
    }


@pytest.mark.parametrize(
    "text",
    [
        "import A from 'a'\nimport {\n  B,\n} from 'b'",
        "export const a = {\n\n  b: [\n\n  ],\n\n}",
        "export const A = () => (\n  <p>Don't</p>\n\n)",
        "export const a = `\n\n# No heading ${[\n\n]}\n`",
        "{/* # no\n\n# heading */}",
        "{list.map((one) => {\n\n  return <li key='}'>{one} // {'{'}</li>\n\n})}",
        "<A\n  b='c'\n\n  d={{\n    e: [1],\n  }}\n  {...f}\n/>",
        "<A.B c:d='e' f>",
        "</A.B >",
        "<>",
        "<a href={`}`} />",
        "<A> <b>{/* c */}</b>",
        "<é $='1'/>",
    ],
)
def test_flow(text: str) -> None:
    """It is not Markdown, and stands between paragraphs and lists as a block."""
    assert seen(text)["jsx"] == [text]
    assert seen(f"1. a\n\n{text}\n\n1. b\n\n`c`\n") == {
        "headings": [],
        "links": [],
        "code": [],
        "spans": ["c"],
        "words": "a b",
        "jsx": [text],
    }
    quoted = "> " + text.replace("\n", "\n> ")
    if not text.startswith(("import", "export")):
        assert seen(f"{quoted}\n> # H\n")["headings"] == ["H"]


@pytest.mark.parametrize(
    ("text", "words", "jsx"),
    [
        ("A {b.c} d", "A d", ["{b.c}"]),
        ("A {'}'} d {`${`}`}`}.", "A d .", ["{'}'}", "{`${`}`}`}"]),
        ("A <b c={d}>e</b>", "A e", ["<b c={d}>", "</b>"]),
        ("A <b\n  c='d > e' /> f", "A f", ["<b\n  c='d > e' />"]),
        ("**<b>a</b>**", "a", ["<b>", "</b>"]),
        ("A { b\n\nc }", "A { b c }", []),
        ("A < b, 1 <2, <3", "A < b, 1 <2, <3", []),
        ("A \\{b} \\<c> &lt;d>", "A {b} <c> <d>", []),
        ("`{a` b ``c ` <d>`` <e> `f}`", "b", ["<e>"]),
        ("A <b `c`", "A <b", []),
        ("import that, export this", "import that, export this", []),
        ("Text\nimport A from 'a'", "Text import A from 'a'", []),
        ("- import A from 'a'", "import A from 'a'", []),
    ],
)
def test_text(text: str, words: str, jsx: list[str]) -> None:
    assert (seen(text)["words"], seen(text)["jsx"]) == (words, jsx)


def test_content_of_components() -> None:
    text = "<Tabs>\n<TabItem value='a'>\n## A\n[b](b.md)\n</TabItem>\n</Tabs>\n"
    assert seen(text)["headings"] == ["A"]
    assert seen(text)["links"] == ["b.md"]
    assert document(text).anchors == {"a"}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("blank", ["  ", "    ", "\t"])
def test_indented_content_of_components_is_not_code(ending: str, blank: str) -> None:
    lines = [
        "<Tabs>",
        "·<TabItem>",
        "",
        "··## A",
        "",
        "··- b",
        "",
        "··  ```sh",
        "··  cd <A>",
        "",
        "··  {",
        "··  ```",
        "",
    ]
    lines += ["··[c](c.md)", "", "·</TabItem>", "</Tabs>", "", "[d](d.md)", ""]
    text = ending.join(lines).replace("·", blank)
    found = seen(text)
    assert found["headings"] == ["A"]
    assert found["links"] == ["c.md", "d.md"]
    assert found["code"] == ["cd <A>\n\n{\n"]
    assert [text[one.start] for one in document(text).headings] == ["#"]


def test_indented_fences_interrupt_paragraphs() -> None:
    text = "A:\n    ```py\n    b\n\n    c\n    ```\n\n## D\n\n- E\n        ```\n        f\n\n        g\n        ```\n"
    assert seen(text)["code"] == ["b\n\nc\n", "f\n\ng\n"]
    assert all(block.closed for block in document(text).code_blocks)
    assert seen(text)["headings"] == ["D"]


def test_fences_and_destinations_are_no_jsx() -> None:
    text = "~~~mdx\n<A {\n~~~\n> ```\n> {\n<a/>\n\n[b](<c d.md>) [e](/f/{g}.md)\n\n[h]: </i {j}>\n\n<!-- {k <l> -->\n"
    found = seen(text)
    assert found["jsx"] == ["<a/>"]
    assert found["links"] == ["c d.md", "/f/{g}.md"]
    assert document(text).definitions[0].destination == "/i {j}"


def test_attributes() -> None:
    text = """<a href="b.md" id='c'>d</a> <Link href="e.md" to="f" id="g" /> <img src={h} alt="" /> <h2 id="i" />"""
    assert seen(text)["links"] == ["b.md"]
    assert document(text).anchors == {"c", "g", "i"}
    [link] = document(text).links
    assert text[link.start : link.end] == "b.md"


def test_names_of_headings() -> None:
    text = "# A b {#c}\n\n## D {/* #e */}\n\n## F {g}\n\n<h2>H</h2>\n"
    assert {"c", "e", "d", "f"} <= document(text).anchors
    assert "h" not in document(text).anchors


@pytest.mark.parametrize(
    ("text", "includes", "is_open"),
    [
        ("# A\n\n<Tabs>\n\ntext\n\n</Tabs>\n", [], False),
        ("import A from './_a.mdx'\nimport B from '@site/b.md'\n\n<A/> <B></B>\n", ["./_a.mdx", "@site/b.md"], False),
        ("import A from './_a.mdx'\n", [], False),
        ("import A from '../a'\n\n<A/>\n", [], True),
        ("<Card title='a'></Card>\n", [], True),
        ("<Card>a</Card> <br/> {/* <A/> */} {a.b}\n", [], False),
        ("{a.map((b) => <h2 id={b}>b</h2>)}\n", [], True),
        ("export const A = () => <B/>\n", [], False),
        ("", [], False),
    ],
)
def test_what_comes_from_elsewhere(text: str, includes: list[str], is_open: bool) -> None:
    found = mdx.read(text)
    assert (found.includes, found.is_open) == (includes, is_open)


@pytest.mark.parametrize(("heading", "is_open"), [("A {b}", True), ("A {/* b */}", False), ("A {#b}", False)])
def test_expression_in_heading(heading: str, is_open: bool) -> None:
    assert document(f"# {heading}\n\n{{c}}\n").is_open is is_open


@pytest.mark.parametrize(
    ("code", "names", "module"),
    [
        ("import a from 'b'", ("a",), "b"),
        ('import * as a from "b";', ("a",), "b"),
        ("import {\n  a as b,\n  c,\n} from 'd'", ("b", "c"), "d"),
    ],
)
def test_imports(code: str, names: tuple[str, ...], module: str) -> None:
    assert list(javascript.imports(f"import 'x'\n{code}\n")) == [(names, module)]


@given(MDX)
@example("<A>\r\n\r\n\t# B {c\r\n> {d\r\n> e}")
def test_any_text_can_be_read(text: str) -> None:
    found = mdx.read(text)
    assert len(found.text) == len(text)
    ends = [0, *(one.span.end for one in found.constructs)]
    assert all(
        end <= one.span.start < one.span.end <= len(text) for end, one in zip(ends, found.constructs, strict=False)
    )
    _ = found.includes, found.is_open, found.comments
    own = document(text)
    assert all(0 <= link.start <= link.end <= len(text) for link in own.links)
    assert own.anchors is not None


@given(
    st.lists(
        st.sampled_from([*MASKED, "[", "](", "]", ")", "][", "]: ", "\n\n", "\n", "| ", "# ", "`", "a"]), max_size=30
    )
)
@example(["[a][b {c}]"])
@example(["[a {c}][b {c}]\n\n# {c} b {c}\n\n![{c}][]"])
@example(["[]({c}<A b={c}>)"])
@example(["[](<A>{c})[]({c}<A>)[](a {c})"])
@example(["`{c}\n| `"])
def test_what_hides_expressions_is_in_no_node_and_no_message(pieces: list[str]) -> None:
    text = "".join(pieces)
    own = document(text)
    shown = repr([own.tree, *(heading.text for heading in own.headings)])
    shown += repr(
        [one.message for one in lint_corpus({"a.mdx": text}, config={"select": ["default", "strict"]}).findings]
    )
    assert not re.search("<x+>|<[?]", shown)


def test_a_label_with_an_expression_is_defined() -> None:
    text = "[a][b {c}], [d {c}][] and [e][f].\n\n[b {c}]: https://example.org\n"
    found = lint_corpus({"a.mdx": text}, rules=["undefined-reference"]).findings
    assert [finding.message for finding in found] == ["The label `f` is not defined"]


@given(st.lists(PIECES, max_size=30).map("".join))
def test_both_engines_read_the_same(text: str) -> None:
    masked = mdx.read(text).text
    one, other = pulldown.parse(masked), mistune.parse(masked)
    assert [heading.text for heading in one.headings] == [heading.text for heading in other.headings]
    assert [html.span for html in one.html] == [html.span for html in other.html]


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "{",
            "{\n\n",
            "{}{",
            "{(",
            "{a} x\n",
            "{`",
            "{`${",
            '{\\"',
            "{/*\n\n",
            "<a ",
            "<a b={",
            "<a b='<a c=\"",
            "<a {<b {",
        ),
        *("<A>\n\t", "</a>\n", "`", "`` ` ", "import {\n\n", "import a from 'b'\n\n", "export const a = {}{}"),
        *("> ```a\n\n", "<!--\n\n", "](", "[a]:<"),
    ],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    """Were the time quadratic, one of these texts would take minutes."""
    text = unit * (60_000 // len(unit))
    found = mdx.read(text)
    assert len(found.text) == len(text)
    assert not found.includes


def test_pages_are_found_and_are_targets(root: Path) -> None:
    write(root, "docs/a.mdx", "# A\n\n<Tabs>\n\n## B\n\n</Tabs>\n\n[c](c.md#d) [e](e.mdx#f)\n")
    write(root, "docs/c.md", "# C\n\n[b](a.mdx#b) [gone](a.mdx#gone)\n")
    write(root, "docs/e.mdx", "import F from './f'\n\n# E\n\n<F/>\n")
    done = subprocess.run(
        [sys.executable, "-m", "doclint", "check", "--output-format=concise", "."],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line.split()[0] for line in done.stdout.splitlines() if "broken-anchor" in line] == [
        "docs/a.mdx:9:1:",
        "docs/c.md:3:14:",
    ], done


def test_comments_suppress() -> None:
    text = (
        "{/* doclint: allow-next-line broken-link -- why */}\n[a](a.md)\n\n[b](b.md) {/* doclint: allow-file link */}\n"
    )
    report = lint_corpus({"docs/a.mdx": text}, rules=["broken-link", "invalid-suppression"])
    assert {(one.rule, one.start.line, one.start.column) for one in report.findings} == {
        ("broken-link", 4, 1),
        ("invalid-suppression", 4, 35),
    }


def test_fixes_leave_jsx_alone(root: Path) -> None:
    text = (
        "export const a = `\n\n\n\nb  \n`\n\n\n\n<A b='c  \n\n\n'/>\n\n{'d'}  \n\nE  \n\n\n\nf <G>[h](#i)</G>\n\n# I\n"
    )
    write(root, "a.mdx", text)
    subprocess.run(
        [sys.executable, "-m", "doclint", "check", "--select=untidy-whitespace", "--fix", "--unsafe-fixes", "."],
        cwd=root,
        capture_output=True,
        check=False,
    )
    assert (root / "a.mdx").read_text() == text.replace("`\n\n\n\n<", "`\n\n<").replace("E  \n\n\n", "E\n")
