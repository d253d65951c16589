"""The schema of formats, their patterns, and what matching makes of a page."""

import json
import tomllib
from functools import partial
from pathlib import Path

import pytest
from captured import captured
from hypothesis import given, strategies as st
from msgspec import ValidationError
from work import lines_of

from doclint.errors.models import model_of
from doclint.formats.loading import BUILTIN, builtin
from doclint.formats.mistakes.checks import mistakes_in
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template, TemplateError
from doclint.formats.reading.shapes import (
    Claim,
    Command,
    Entries,
    Fields,
    Imports,
    Links,
    Prose,
    Shape,
    SourceCopy,
    Symbols,
    TableListing,
)
from doclint.formats.schema.format import Format
from doclint.markdown.parser import parse
from doclint.markdown.source import Source
from doclint.page.page import Page

PAGES = Path(__file__).parent / "pages"


@pytest.mark.parametrize("name", BUILTIN)
def test_builtin_formats_have_no_mistakes(name: str) -> None:
    assert list(mistakes_in(builtin(name))) == []


def page(path: str) -> Page:
    return Page(path, Source.from_bytes((PAGES / path).read_bytes()), formats=(builtin("repo-docs"),))


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("{a} and {b}", "x and y", {"a": "x", "b": "y"}),
        ("`{a}`[: {b}]", "`x`", {"a": "x"}),
        ("`{a}`[: {b}]", "`x`: y", {"a": "x", "b": "y"}),
        ("**{a}**: [`{b}`](./{c}.md)", "**x**: [`y`](./z.md)", {"a": "x", "b": "y", "c": "z"}),
        ("{n:int} bytes", "1,234 bytes", {"n": "1,234"}),
        ("{a}: {b}", "x: y: z", {"a": "x", "b": "y: z"}),
        ("[{a}/]b", "x/y/b", {"a": "x/y"}),
        ("{n:int} bytes", "12,34 bytes", None),
        ("[[{a}]] {{b}}", "[x] {b}", {"a": "x"}),
        ("`{a}`", "``", None),
        ("{a}", "line one\nline two", {"a": "line one line two"}),
        ("in {path}.", "in src/__init__.py.", {"path": "src/__init__.py"}),
        ("**{a}**", "__x__", None),
        ("[{a}](b)", "[x](c)", None),
        ("[{a}](b)", "![x](b)", None),
        ("![{a}](b)", '![x](b "with a title")', {"a": "x"}),
        ("<kbd>class</kbd> `{a}`", "<kbd>class</kbd> `X`", {"a": "X"}),
        ("<kbd>class</kbd> `{a}`", "<kbd>function</kbd> `X`", None),
        ("<b>`{a}`</b> (<code>{b}</code>)", "<b>`x`</b> (<code>int</code>)", {"a": "x", "b": "int"}),
        ('<a id="{a}"></a>', '<a id="x.y"></a>', {"a": "x.y"}),
        (
            '<a href="{a}#L{b:int}"><img src="{c}"></a>',
            '<a href="x#L12"><img src="y"></a>',
            {"a": "x", "b": "12", "c": "y"},
        ),
        ("_Made by [it](b)._", "_Made by [it](b)._", {}),
        ("_Made in {a}_", "_Made in 1999_", {"a": "1999"}),
        ("~~{a}~~", "~~x~~", {"a": "x"}),
        ("{a} \\< {b}", "x &lt; y\\_z", {"a": "x", "b": "y_z"}),
        ("{a}[ {b='(new)'}]", "x (new)", {"a": "x", "b": "(new)"}),
        ("{a}[ {b='(new)'}]", "x (old)", {"a": "x (old)"}),
        ("{a='[x]'}", "[x]", {"a": "[x]"}),
        ("{a='[x]'}", "[y]", None),
        ("{a='it''s'}: {b}", "it's: y", {"a": "it's", "b": "y"}),
        ("{a:markup}", "`A`\\<[`B`](b.md)\\> *of* c", {"a": "A<B> of c"}),
        ("`{a}`: {b:markup}", "`x`: [y](z) **w**", {"a": "x", "b": "y w"}),
        ("`{a}` *of* {b:markup} = {c:markup}", "`x` *of* `y` z = `w`", {"a": "x", "b": "y z", "c": "w"}),
        ("{a:markup} `{b}`: {c}", "[x](y) z `w`: v", {"a": "x z", "b": "w", "c": "v"}),
        ("**Type**: {a:markup}.", "**Type**: `x`. y.", {"a": "x. y"}),
    ],
)
def test_pattern(pattern: str, text: str, found: dict[str, str] | None) -> None:
    assert captured(pattern, text) == found


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ('<p align="{a}">', '<p align="left">', {"a": "left"}),
        ("<div>\n<b>{a}</b>\n</div>", "<div>\n<b>x</b>\n</div>", {"a": "x"}),
        ("<!-- made by {a} -->", "<!-- made by it -->", {"a": "it"}),
        ('<a id="{a}">', '<a id="x">', {"a": "x"}),
        ("---", "***", {}),
        ("{a}", "<p>", None),
        ("<p>", "p", None),
    ],
)
def test_pattern_of_a_block(pattern: str, text: str, found: dict[str, str] | None) -> None:
    [block] = parse(text).blocks
    captures = Pattern(pattern).match_block(block)
    assert (None if captures is None else {name: capture.text for name, capture in captures.items()}) == found


def test_pattern_that_is_a_block_of_html_matches_in_a_heading() -> None:
    [heading] = parse('# <img src="x.png">').headings
    captures = Pattern('<img src="{a}">').match(heading.children)
    assert captures is not None
    assert captures["a"].span == (12, 17)


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ("{a} {a}", "two holes"),
        ("{a", "stray"),
        ("[a", "do not pair"),
        ("{a:date}", "unknown type `date`"),
        ("# {a}", "not one line"),
        ("{a:markup}{b}", "does not say where the hole `a` ends"),
        ("{a}{b:markup}", "does not say where the hole `b` begins"),
        ("`{a:markup}`", "no markup in code, .* write `{a:any}`"),
        (", ".join(f"{{a{number}:markup}}" for number in range(21)), "more than 20 holes for any markup"),
        ("`{a}{b}`", "does not say where the hole `a` ends"),
        ("{a}[{b:int}]", "does not say where the hole `a` ends"),
    ],
)
def test_broken_pattern_says_what_is_wrong(pattern: str, complaint: str) -> None:
    with pytest.raises(TemplateError, match=complaint):
        _ = Pattern(pattern).names


def names_of(pattern: str) -> tuple[str, ...]:
    return Pattern(pattern).names


def test_twice_as_many_holes_for_markup_are_twice_the_work() -> None:
    once, twice = (
        lines_of(partial(names_of, " a ".join(f"{{h{n}:markup}}" for n in range(holes)))) for holes in (10, 20)
    )
    assert twice <= 2.5 * once


@pytest.mark.parametrize(("type_", "text"), [("int", "1" * 5_000), ("float", "1,111" * 1_000), ("name", "a" * 5_000)])
def test_numbers_and_names_are_taken_whole(type_: str, text: str) -> None:
    several = "".join(f"{{h{number}:{type_}}}" for number in range(8))
    assert Template(several).match(f"{text}-") is None
    assert Template(f"{{a:{type_}}}{{b:{type_}}}").match("12") is None


@given(st.text(alphabet="ab `*[](){}:,.", max_size=30), st.sampled_from(["{a}", "x{a}y", "{a}: {b}", "[{a}]"]))
def test_captures_are_parts_of_the_text(text: str, template: str) -> None:
    spans = Template(template).match(text) or {}
    for span in spans.values():
        assert 0 <= span.start <= span.end <= len(text)


def test_builtin_format_is_documented_by_its_schema() -> None:
    schema = model_of(Format).model_json_schema()
    assert json.loads(json.dumps(schema))["properties"].keys() >= {"name", "docs-root", "kind", "language", "claims"}


def test_schema_describes_every_key() -> None:
    schema = model_of(Format).model_json_schema()
    tables = {"Format": schema, **schema["$defs"]}
    keys = [(name, key, what) for name, table in tables.items() for key, what in table.get("properties", {}).items()]
    assert [(name, key) for name, key, what in keys if not what.get("description", "").endswith((".", "`"))] == []
    assert [name for name, table in tables.items() if "properties" in table and not table.get("description")] == []


def test_typing_error_in_a_format_is_refused() -> None:
    text = (Path(__file__).parents[1] / "doclint/formats/builtin/repo-docs.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    table["kind"][0]["section"][0]["contents"] = []
    with pytest.raises(ValidationError, match="contents"):
        Format.from_table(table)


def test_contents_of_a_file_page() -> None:
    found = page("docs/src/basket.py_docs.md")
    [metadata, references] = found.all(Fields)
    assert [field.key for field in metadata.fields] == ["Path", "Size", "Type", "Extension"]
    assert (metadata.section, references.section) == ("file-metadata", "cross-references")
    symbols = {group.kinds[0]: [item["symbol"].text for item in group.items] for group in found.all(Symbols)}
    assert symbols == {"class": ["Basket"], "function": ["weight", "empty"]}
    [key_imports, imports] = found.all(Imports)
    assert [item["module"].text for item in key_imports.items] == ["dataclasses", "src"]
    assert [{name: capture.text for name, capture in item.captures.items()} for item in imports.items] == [
        {"module": "dataclasses", "names": "dataclass"},
        {"module": "src", "names": "shelf"},
    ]
    overview = next(claim for claim in found.all(Claim) if claim.of == "overview")
    assert (overview.key, overview.captures["count.functions"].text) == ("python", "2")
    [copy] = found.all(SourceCopy)
    assert found.source.text[slice(*copy.content)] == (PAGES / "src/basket.py").read_text() + "\n"
    assert found.parameters == {"project": "Orchard"}


COUNTS = "This Python file contains 1 class(es) and 2 function(s)."


@pytest.mark.parametrize(
    ("path", "overview", "of"),
    [
        ("a.py", f"One.\n\n- two\n\n> three\n\n{COUNTS}\n\nBehind.\n", ["docstring"] * 3 + [""]),
        ("a.py", "One.\n\nNobody can tell where it ends.\n", ["", ""]),
        ("a.cpp", f"One.\n\n{COUNTS}\n", [""]),
    ],
)
def test_prose_before_the_counts_is_the_docstring(path: str, overview: str, of: list[str]) -> None:
    text = f"# Documentation: `{path}`\n\n## High-Level Overview\n\n{overview}"
    found = Page(f"docs/{path}_docs.md", Source(text), formats=(builtin("repo-docs"),))
    assert [prose.of for prose in found.all(Prose)] == of


def test_contents_of_other_pages() -> None:
    assert [command.text for command in page("docs/tests/test_basket.py_docs.md").all(Command)] == [
        "python tests/test_basket.py"
    ]
    [table] = page("docs/src/index.md").all(TableListing)
    assert [item["file"].text for item in table.items] == ["basket.py", "notes.md", "shelf.h"]
    assert len(page("docs/src/sub.md").all(Links)) == 6
    assert [len(entries.items) for entries in page("docs/doc.md").all(Entries)] == [2, 4]


def test_spans_of_captures_are_exact() -> None:
    found = page("docs/src/basket.py_kw.md")
    for captures in found.captures.values():
        for capture in captures:
            assert capture.text in found.source.text[slice(*capture.span)]
    names = [item["symbol"] for group in found.all(Symbols) for item in group.items]
    assert all(found.source.text[slice(*name.span)] == name.text for name in names)


@pytest.mark.parametrize("path", ["docs/guide.md", "docs/index.md", "docs/a.py_docs.md", "index.md"])
def test_path_alone_gives_no_kind(path: str) -> None:
    found = Page(path, Source.from_text("# A page\n\nThat people wrote.\n"), formats=(builtin("repo-docs"),))
    assert found.kind is None
    assert found.contents == []


@pytest.mark.parametrize(
    "text",
    [
        "# Index: `src/`\n",
        "# Wrong\n\n---\n\n*Generated by X Repository Documentation System*\n",
        "# Wrong\n\n## Overview\n\n## Subfolders\n\n## Files\n",
    ],
)
def test_title_or_footer_or_half_of_the_sections_give_a_kind(text: str) -> None:
    found = Page("docs/src/index.md", Source.from_text(text), formats=(builtin("repo-docs"),))
    assert found.kind is not None
    assert found.kind.name == "folder-index"


def test_every_shape_has_a_span_within_the_page_and_a_section() -> None:
    for path in sorted(PAGES.rglob("docs/**/*.md")):
        found = page(path.relative_to(PAGES).as_posix())
        keys = {"", *(section.key for section in found.outline.walk())} if found.outline else {""}
        shapes: list[Shape] = found.contents
        assert shapes
        for shape in shapes:
            assert 0 <= shape.start < shape.end <= len(found.source.text)
            assert shape.section in keys


LISTING = """
name = "api"
docs-root = "docs"

[[kind]]
name = "index"
path = "{name}.md"
title = "Module {symbol}"
defines = "module"
content = [
    { shape = "symbols", defines = "class", item = "[`{symbol}`](#{anchor})[: {text}]", nested = NESTED },
]
"""
NAMES = """\
# Module orchard

- [`Basket`](#basket): first

  More of it.

  - [`weigh`](#weigh)
  - no name
    - [`scale`](#scale)
- [`Pear`](#pear)
- nothing
"""


LABELLED = """\
# Module orchard

- **Other:**
  - **pip**: no basket
- **Baskets:**
  - **small**: for plums

    - **lid**: an inner list
  - nothing
- **Trees:** **pear**: no basket
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LABELLED, ["small"]),
        ("# Module orchard\n\n- **Baskets:** **small**: for plums\n- **large**: below no label\n", ["small"]),
        ("# Module orchard\n\n- **small**: for plums\n", []),
    ],
)
def test_items_under_a_label(text: str, expected: list[str]) -> None:
    table = tomllib.loads(LISTING.replace("nested = NESTED", 'under = "**Baskets:**"'))
    table["kind"][0]["content"][0]["item"] = "**{symbol}**: {_}"
    page = Page("docs/a.md", Source(text), formats=(Format.from_table(table),))
    [_, *symbols] = [symbol for module in page.documented for symbol in module.walk()]
    assert [symbol.name.text for symbol in symbols] == expected


@pytest.mark.parametrize(
    ("nested", "expected"),
    [
        ("false", [("Basket", None), ("Pear", None)]),
        ("true", [("Basket", None), ("weigh", "Basket"), ("scale", "Basket"), ("Pear", None)]),
    ],
)
def test_items_of_inner_lists(nested: str, expected: list[tuple[str, str | None]]) -> None:
    format_ = Format.from_table(tomllib.loads(LISTING.replace("NESTED", nested)))
    page = Page("docs/a.md", Source(NAMES), formats=(format_,))
    [_, *symbols] = [symbol for module in page.documented for symbol in module.walk()]
    assert [(symbol.name.text, symbol.scope.name.text if symbol.scope else None) for symbol in symbols] == expected
