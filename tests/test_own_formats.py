"""Formats that users write for their own generators: groups that repeat, fields about symbols, sources by type."""

import tomllib

import pytest

from doclint.api.lint import lint_text
from doclint.api.read import read_page
from doclint.errors.exceptions import FormatError
from doclint.formats.loading import parse

_HEAD = """
name = "own"
docs-root = "docs"

[[kind]]
name = "module"
path = "{module}.md"
title = "Module {module}"
"""
_KEYWORDS = """
source = "{module|path}.py"
[[kind.section]]
heading = "Keywords"
content = [
  { repeats = true, group = [
    { shape = "text", text = "**{_}**" },
    { shape = "symbols", defines = "variable", item = "`{symbol}`" },
  ] },
  { shape = "text", text = "End." },
]
"""
_FUNCTIONS = """
source = "{module|path}.py"
[[kind.section]]
heading = "{symbol}"
repeats = true
defines = "function"
content = [{ shape = "fields", items = [
  { key = "Returns", value = "`{returns}`" },
  { key = "Line", value = "{source.line:int}", optional = true },
] }]
"""
_SOURCE = "def fill(fruit: str) -> int:\n    return 1\n"
_PAGE = "# Module shop\n\n## fill\n\n- **Returns**: `{}`\n- **Line**: {}\n"


def test_group_repeats() -> None:
    format_ = tomllib.loads(_HEAD + _KEYWORDS)
    page = "# Module shop\n\n## Keywords\n\n**a**\n\n- `b`\n- `c`\n\n**d**\n\n- `e`\n\nEnd.\n"
    found = lint_text(page, path="docs/shop.md", format=format_, sources={"shop.py": "b = 1\nc = 1\ne = 1\n"})
    assert found.findings == []
    found = lint_text(page, path="docs/shop.md", format=format_, sources={"shop.py": "b = 1\nc = 1\n"})
    assert [(one.rule, one.start.line) for one in found.findings] == [("unknown-symbol", 12)]


@pytest.mark.parametrize(
    ("returns", "line", "rules"), [("int", 1, []), ("str", 1, ["wrong-type"]), ("int", 7, ["wrong-line"])]
)
def test_fields_say_what_a_function_returns(returns: str, line: int, rules: list[str]) -> None:
    found = lint_text(
        _PAGE.format(returns, line),
        path="docs/shop.md",
        format=tomllib.loads(_HEAD + _FUNCTIONS),
        sources={"shop.py": _SOURCE},
    )
    assert [one.rule for one in found.findings] == rules


_QUOTES = """
[[kind.section]]
heading = "Source"
content = [
  { shape = "source", fence = "python", when = { ext = [".py"] } },
  { shape = "source", fence = "c", when = { ext = [".c"] } },
]
"""


def test_section_has_a_quoted_source_for_each_type_of_file() -> None:
    table = tomllib.loads(_HEAD.replace("{module}.md", "{path}.md").replace("{module}", "{path}") + _QUOTES)
    assert parse(table, "own.toml").name == "own"
    del table["kind"][0]["section"][0]["content"][1]["when"]
    with pytest.raises(FormatError, match="only if each has `when`"):
        parse(table, "own.toml")


def test_parts_of_names_are_in_any_case() -> None:
    claim = '[claims.has.cache]\ntext = "Has a cache."\nproof = { parts = ["Cache"] }\n'
    content = 'content = [{ shape = "claims", of = "has" }]\n'
    format_ = tomllib.loads(_HEAD + 'source = "{module}.py"\n' + content + claim)
    sources = {"shop.py": "kvcached = 1\n"}
    page = "# Module shop\n\n- Has a cache.\n"
    assert lint_text(page, path="docs/shop.md", format=format_, sources=sources).findings == []


def test_unknown_language_is_answered_with_those_that_there_are() -> None:
    claim = '[claims.has.cache]\ntext = "Has a cache."\nproof = { languages = ["Rust", "klingon"] }\n'
    content = 'content = [{ shape = "claims", of = "has" }]\n'
    with pytest.raises(FormatError) as error:
        parse(tomllib.loads(_HEAD + content + claim), "own.toml")
    assert "the unknown language `Rust`; did you mean `rust`?" in str(error.value)
    assert "the unknown language `klingon`; doclint knows `python`, `c`, " in str(error.value)


def test_page_without_the_marks_of_a_format_is_shown_to_lack_them() -> None:
    format_ = tomllib.loads(_HEAD.replace('docs-root = "docs"', 'marks = ["by own", "from own"]'))
    contents = read_page("# Module shop\n", path="docs/shop.md", format=format_, sources={})
    assert contents.reason == "The page has none of the marks of `own`: `by own`, `from own`"


@pytest.mark.parametrize(
    ("head", "text", "reason"),
    [
        (
            'weak-marks = ["by own"]\n',
            "# Module shop\n\nby own\n",
            "The page has only weak marks of `own`, and the source that its kind names is not there",
        ),
        (
            'between = [["begin own", "end own"]]\n',
            "<!-- begin own -->\n# Module shop\n",
            "The page lacks one of the comments around the part of `own`: `begin own` and `end own`",
        ),
        (
            'docs-root = "docs"\n',
            "---\nby: other\nversion: 1\n---\n# Notes\n",
            "; the front matter has no `by: own {_}`",
        ),
    ],
)
def test_page_is_shown_what_it_lacks_of_a_format(head: str, text: str, reason: str) -> None:
    front_matter = 'source = "{module}.py"\nfront-matter = { by = "own {_}", version = "{_}" }\n'
    format_ = tomllib.loads(_HEAD.replace('docs-root = "docs"\n', head) + front_matter)
    contents = read_page(text, path="docs/shop.md", format=format_, sources={})
    assert contents.kind is None or contents.kind == ""
    assert reason in "\n".join([contents.reason, *(one.reason for one in contents.candidates)])
