"""What a document knows of itself."""

import pytest
from hypothesis import given
from strategies import MARKDOWN

from doclint.markdown.document import Document
from doclint.markdown.source import Source


def document(text: str) -> Document:
    return Document(Source.from_text(text))


@pytest.mark.parametrize(
    ("text", "syntax", "data"),
    [
        ("---\ntitle: A\n---\n# B\n", "yaml", {"title": "A"}),
        ("---\ntitle: A\n...\n# B\n", "yaml", {"title": "A"}),
        ('+++\ntitle = "A"\n+++\n# B\n', "toml", {"title": "A"}),
        ("---\n\ntitle: A\n\nb: c\n---\n# B\n", "yaml", {"title": "A", "b": "c"}),
        ("---\r\ntitle: A\r\n---\r\n# B\r\n", "yaml", {"title": "A"}),
    ],
)
def test_front_matter(text: str, syntax: str, data: object) -> None:
    found = document(text)
    assert found.front_matter is not None
    assert (found.front_matter.syntax, found.front_matter.load()) == (syntax, data)
    assert [heading.text for heading in found.headings] == ["B"]
    assert found.source.text[found.headings[0].start] == "#"


@pytest.mark.parametrize("text", ["---\n\ntext\n\n---\n", "# A\n---\na: b\n---\n", "---\na: b\n", " ---\na: b\n---\n"])
def test_thematic_breaks_are_no_front_matter(text: str) -> None:
    assert document(text).front_matter is None


def test_broken_front_matter_is_told() -> None:
    found = document("---\na: [\n---\n")
    assert found.front_matter is not None
    with pytest.raises(ValueError, match="expected"):
        found.front_matter.load()


@pytest.mark.parametrize(
    "text",
    [
        "---\na: !!bool x\n---\n",
        '---\na: !!int ""\n---\n',
        "---\na: !!int 0x\n---\n",
        "---\na: !!float x\n---\n",
        "---\na: !!timestamp x\n---\n",
        "---\na: 2026-99-99\n---\n",
        "---\na: 2026-01-01T00:00:00+99:99\n---\n",
        "---\na: !!binary é\n---\n",
        "---\n? [a]\n: b\n---\n",
        "---\na: !unknown x\n---\n",
        f"---\na: {'1' * 5000}\n---\n",
        f"---\na: {'[' * 5000}\n---\n",
        f"+++\na = {'1' * 5000}\n+++\n",
        f"+++\na = {'[' * 5000}\n+++\n",
    ],
)
def test_values_that_cannot_be_read_are_errors_of_the_front_matter(text: str) -> None:
    found = document(text)
    assert found.front_matter is not None
    with pytest.raises(ValueError, match=r"."):
        found.front_matter.load()


def test_links_of_markdown_and_html_in_order() -> None:
    found = document('[a](a.md) <a href="b.md">b</a> ![c](c.png)\n\n<img src=d.png>\n\n<!-- <a href="e"> -->\n')
    assert [(link.kind, link.destination, link.image) for link in found.links] == [
        ("inline", "a.md", False),
        ("html", "b.md", False),
        ("inline", "c.png", True),
        ("html", "d.png", True),
    ]


def test_anchors() -> None:
    found = document("# A b\n\n# A b\n\nC\n---\n\n<a name='x'></a> <b id=y>\n\n```\n# no\n```\n")
    assert found.anchors == {"a-b", "a-b-1", "c", "x", "y"}


def test_damaged_texts_are_repaired_and_stay_where_they_are() -> None:
    found = document("## A â†’ B\n")
    assert found.headings[0].text == "A → B"
    assert (found.headings[0].start, found.headings[0].end) == (0, 10)


def test_formulas_are_text() -> None:
    text = "# Loss $L_1 * a * \\{b\\}$\n\n$$\na\n=\n*b*\n$$\n\n$$ c\n\n# It costs $5 *a* or $6 $$\n"
    page = Document(Source.from_text(text))
    assert [heading.text for heading in page.headings] == ["Loss $L_1 * a * \\{b\\}$", "It costs $5 a or $6 $$"]
    assert page.anchors == {"loss-l_1--a--b", "it-costs-5-a-or-6-"}


def test_fenced_html_names_nothing() -> None:
    assert document("`<a id=x>` \\<a id=y>\n").anchors == frozenset()


@given(MARKDOWN)
def test_any_text_gives_nodes_within_bounds(text: str) -> None:
    found = document(text)
    tree = found.tree
    size = len(found.source.text)
    nodes = [*tree.headings, *tree.paragraphs, *found.links, *tree.code_blocks, *tree.list_items, *tree.tables]
    nodes += [
        *tree.texts,
        *tree.lists,
        *tree.emphasis,
        *tree.code_spans,
        *tree.strong,
        *tree.html,
        *tree.definitions,
        *tree.missing_references,
    ]
    for node in nodes:
        assert 0 <= node.start <= node.end <= size
    for block in tree.code_blocks:
        assert block.start <= block.content.start <= block.content.end <= size
    assert document(text).tree == tree


@pytest.mark.parametrize(
    ("text", "headings", "links"),
    [
        ("> " * 5_000 + "a", 0, 0),
        ("- " * 5_000 + "a", 0, 0),
        ("*a " * 5_000, 0, 0),
        ("[" * 5_000 + "a](b)", 0, 1),
        ("`" * 5_000 + "a", 0, 0),
        ("<a " * 5_000 + "\n\n# a\n", 1, 0),
        ("<!--" * 5_000 + "-->\n# a\n", 1, 0),
        ("![a](" * 2_000 + "b)", 0, 1),
        ("# a\n" * 5_000, 5_000, 0),
        ("é" * 5_000 + "[a](b)", 0, 1),
    ],
    ids=lambda value: value[:6] if isinstance(value, str) else None,
)
def test_hostile_text_is_read(text: str, headings: int, links: int) -> None:
    found = document(text)
    assert [heading.text for heading in found.headings] == ["a"] * headings
    assert len(found.anchors) == headings
    assert [link.destination for link in found.links] == ["b"] * links


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("[a][x], [y][], [z]\n\n[x]: /x\n[y]: /y\n[z]: /z\n[unused]: /u\n", ["/x", "/y", "/z"]),
        ("[![logo][image]][page]\n\n[image]: i.png\n[page]: p.md\n", ["i.png", "p.md"]),
        ("[the\n Guide][]\n\n[The  guide]: /g\n[ẞ]: /s\n\n[SS]\n", ["/g", "/s"]),
        ("[a]\n\n[a]: /first\n[a]: /second\n", ["/first"]),
        ("# [a]\n\n| [b] |\n|---|\n| - |\n\n- > [c]\n\n[a]: /a\n[b]: /b\n[c]: /c\n", ["/a", "/b", "/c"]),
        ("[//]: # (A comment.)\n\n[^1]: A note.\n\n`[x]`, \\[x], [x](/y)[^1]\n\n[x]: /x\n", []),
        ("See [x][y].\n", []),
    ],
)
def test_definitions_that_a_reference_uses(text: str, used: list[str]) -> None:
    assert [definition.destination for definition in document(text).used_definitions] == used
