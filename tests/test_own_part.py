"""Pages that somebody wrote around a part that a generator owns: each is checked as what it is."""

import tomllib

import pytest

from doclint import lint_corpus, read_page
from doclint.formats.loading import parse
from doclint.formats.reading.own_part import own_blocks
from doclint.markdown.document import Document
from doclint.markdown.source import Source

FORMAT = """
name = "shelf"
between = [["BEGIN_SHELF", "END_SHELF"], ["shelf: begin", "shelf: end"], ["shelf -->", "shelf -->"]]

[[kind]]
name = "functions"
path = "{_}.md"
source = "shop.py"

[[kind.section]]
heading = "Functions"
level = [2, 3]
content = [{ shape = "table", defines = "function", complete = "public", header = ["Name"], row = ["`{symbol}`"] }]
"""
PAGE = """\
# Shop

| Name |
| --- |
| `drop` |

<!-- BEGIN_SHELF -->
## Functions

| Name |
| --- |
| `weigh` |
| `sell` |
<!-- END_SHELF -->

## Functions

| Name |
| --- |
| `steal` |

See [the till](till.md).
"""
SOURCE = "def weigh(): ...\n\n\ndef sell(): ...\n"


def found(page: str, source: str = SOURCE, path: str = "README.md") -> list[str]:
    sources = {"shop.py": source.encode()}
    report = lint_corpus({path: page}, sources=sources, format=tomllib.loads(FORMAT), config={"select": ["strict"]})
    return [f"{one.start.line}: {one.rule}" for one in report.findings]


def test_rest_of_the_page_is_checked_as_one_of_no_format() -> None:
    assert found(PAGE) == ["22: broken-link"]
    assert "13: unknown-member" in found(PAGE.replace("`sell`", "`sale`"))
    assert found(PAGE, SOURCE + "\n\ndef pack(): ...\n") == ["10: missing-member", "22: broken-link"]


def test_other_pages_have_no_format() -> None:
    assert found(PAGE.replace("END_SHELF", "END").replace("`sell`", "`sale`")) == ["22: broken-link"]
    assert found(PAGE.replace("BEGIN_SHELF", "BEGIN").replace("`sell`", "`sale`")) == ["22: broken-link"]


def test_comments_suppress_findings_on_the_part() -> None:
    page = PAGE.replace("`sell`", "`sale`").replace("See", "<!-- doclint: allow-next-line broken-link -->\nSee")
    assert found(page) == ["13: unknown-member"]
    assert found(f"<!-- doclint: allow-file unknown-member, mojibake -->\n\n{page}") == ["1: unused-suppression"]


def test_page_is_read_as_of_the_part() -> None:
    contents = read_page(PAGE, path="docs/shop.md", format=tomllib.loads(FORMAT))
    assert (contents.format, contents.kind) == ("shelf", "functions")
    assert [(section.key, section.line) for section in contents.sections] == [("functions", 8)]
    assert [(one.taker, one.line, one.end_line) for one in contents.parts] == [
        ("around", 1, 7),
        ("heading", 8, 8),
        ("element", 10, 13),
        ("around", 14, 22),
    ]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("<!-- BEGIN_SHELF -->\na\n<!-- END_SHELF -->\n\nb\n", ["a"]),
        ("<!-- shelf: begin -->\n\na\n\n<!-- END_SHELF -->\n\n<!-- shelf: end -->\n", ["a", "<!-- END_SHELF -->"]),
        ("<!-- BEGIN_SHELF -->\na\n<!-- END_SHELF -->\n\n<!-- BEGIN_SHELF -->\nb\n<!-- END_SHELF -->\n", ["a", "b"]),
        ("<!-- BEGIN_SHELF -->\na\n<!-- BEGIN_SHELF -->\nb\n<!-- END_SHELF -->\n", ["b"]),
        ("<!-- shelf -->\na\n<!-- shelf -->\nb\n\n<!-- shelf -->\nc\n<!-- shelf -->\n", ["a", "c"]),
        ("<!-- BEGIN_SHELF -->\na\n", []),
        ("a\n\n<!-- END_SHELF -->\n", []),
        ("```\n<!-- BEGIN_SHELF -->\n```\n\na\n\n<!-- END_SHELF -->\n", []),
        ("<p>BEGIN_SHELF</p>\n\na\n\n<!-- END_SHELF -->\n", []),
    ],
)
def test_comments_are_around_the_part(text: str, own: list[str]) -> None:
    format_ = parse(tomllib.loads(FORMAT), "shelf.toml")
    blocks = own_blocks(Document(Source(text)).blocks, format_)
    assert [text[slice(*block.span)].strip() for block in blocks] == own
