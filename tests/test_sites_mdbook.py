"""Books that mdBook builds. The ids and the pages were compared with what mdBook 0.5 writes for such a book."""

import pytest
from site_faults import faults

from doclint.sites.mdbook import id_from_content

CONFIG = """\
[book]
title = "A book"

[output.html]
site-url = "/book/"

[output.html.redirect]
"/old.html" = "ch/one.html"
"/ch/gone.html" = "../two.html"
"/away.html" = "https://example.org"
"/two.html#former" = "ch/one.html#now"
"""
FILES = {
    "book.toml": CONFIG,
    "src/SUMMARY.md": "# Summary\n\n- [Home](two.md)\n- [One](ch/one.md)\n- [Draft]()\n",
    "src/ch/one.md": (
        "# One `x_y` & C++\n\n## A -- b\n\n## Own {#mine .c}\n\nA term\n: its meaning\n\n{{#include ../part.md:1:2}}\n"
    ),
    "src/ch/README.md": "# Chapter\n",
    "src/part.md": "## Part\n\n[a](two.md) [b](../two.md) [c](#own)\n",
    "src/two.md": "# Two\n",
    "src/img/p.png": "",
    "listings/a.rs": "",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](ch/one.md)",
        "[a](ch/one.html#one-x_y--c)",
        "[a](ch/one.html#mine)",
        "[a](ch/one.html#a--b)",
        "[a](ch/one.html#a-term)",
        "[a](ch/one.html#part)",
        "[a](ch/one)",
        "[a](ch/)",
        "[a](ch/index.html#chapter)",
        "[a](old.html#mine)",
        "[a](ch/gone.html)",
        "[a](away.html)",
        "[a](two.html#former)",
        "[a](print.html)",
        "[a](ch/one.md#footnote-1)",
        "[a](../std/vec/index.html)",
        "[a](../../reference/types.md)",
        "[a](../listings/a.rs)",
        "[a](/book/two.html)",
        "[a](/elsewhere.html)",
        "![a](img/p.png)",
        "<a href='ch/one.html'>a</a>",
        "[a]({{#include x}})",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults({**FILES, "src/index.md": f"# Start\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](ch/three.md)", "ch/three.md"),
        ("[a](ch/three.html)", "ch/three.html"),
        ("[a](three)", "three"),
        ("![a](img/q.png)", "img/q.png"),
        ("<a href='three.html'>a</a>", "three.html"),
        ("[a](ch/one.html#two)", "src/ch/one.md#two"),
        ("[a](old.html#two)", "src/ch/one.md#two"),
        ("[the guide][guide]", "guide"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**FILES, "src/index.md": f"# Start\n\n{link}\n"}) == [f"src/index.md: {fault}"]


def test_books_of_one_repository() -> None:
    one = {"one/book.toml": '[book]\nsrc = "."\n', "one/a.md": "# A\n\n[b](b.html) [c](c.html)\n", "one/b.md": ""}
    two = {"two/book.toml": "", "two/src/d.md": "[a](../one/a.html) [d](d.html) [e](e.html)\n"}
    assert faults({**one, **two}) == ["one/a.md: c.html", "two/src/d.md: e.html"]


def test_pages_beside_a_book_are_on_the_host() -> None:
    assert faults({**FILES, "README.md": "[a](src/two.html)\n"}) == ["README.md: src/two.html"]


@pytest.mark.parametrize(("name", "found"), [("admonish", ["src/index.md: src/two.md#x"]), ("own", [])])
def test_preprocessors_may_add_ids(name: str, found: list[str]) -> None:
    files = {**FILES, "book.toml": f"[preprocessor.{name}]\n", "src/index.md": "[a](two.md#x)\n"}
    assert faults(files) == found


@pytest.mark.parametrize(("name", "found"), [("admonish", ["expr.closure", "macro@my_lib::panic!"]), ("own", [])])
def test_preprocessors_may_resolve_names(name: str, found: list[str]) -> None:
    """The guide, "Preprocessors": each one gets the whole book, and returns it changed."""
    links = "[closures] [panic] [gone](gone.md) [image](gone.png) [part](parts/gone)\n\n"
    links += "[closures]: expr.closure\n[panic]: macro@my_lib::panic!\n"
    files = {**FILES, "book.toml": f"[preprocessor.{name}]\n", "src/index.md": links}
    always = ["gone.md", "gone.png", "parts/gone"]
    assert sorted(faults(files)) == sorted(f"src/index.md: {one}" for one in [*found, *always])


@pytest.mark.parametrize("config", ["book = 1\n", "[book]\n[output]\nhtml = 2\n", "[", "\0"])
def test_configurations_that_nobody_can_read_are_no_errors(config: str) -> None:
    assert faults({**FILES, "book.toml": config, "src/index.md": "[a](two.md)\n"}) == []


def test_ids_of_headings() -> None:
    # From the tests of mdBook (`mdbook-html/src/utils.rs`).
    titles = ["Method-call 🐙 expressions", "_-_12345", "中文標題 CJK title", "Über", ""]
    assert [id_from_content(title) for title in titles] == [
        "method-call--expressions",
        "_-_12345",
        "中文標題-cjk-title",
        "Über",
        "",
    ]
