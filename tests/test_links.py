"""Where the links of a page lead, where their destinations are on it, and how they are changed."""

import pytest

from doclint.formats.loading import builtins
from doclint.markdown.nodes import Definition, Link
from doclint.markdown.source import Fix, Source, spliced
from doclint.page.links import (
    destination_span,
    destination_to,
    linked_paths,
    links_and_definitions,
    target_of,
    with_fragment,
    with_path,
    with_scheme,
)
from doclint.page.page import Page
from doclint.sites.site import Target


def page(text: str, path: str = "docs/src/a.md") -> Page:
    return Page(path, Source.from_text(text), formats=builtins())


def only_link(of: Page) -> Link | Definition:
    (link,) = links_and_definitions(of)
    return link


def after(of: Page, fix: Fix | None) -> str:
    assert fix is not None
    return spliced(of.source.text.encode(), fix.edits).decode()


@pytest.mark.parametrize(
    ("destination", "target"),
    [
        ("b.md", Target("docs/src/b.md", "")),
        ("./b.md?plain=1#L3", Target("docs/src/b.md", "L3")),
        ("../../x%20y.md#a%2Fb", Target("x y.md", "a/b")),
        ("../..", Target("", "")),
        ("../../../etc", Target("../etc", "")),
        ("#top", Target("docs/src/a.md", "top")),
        ("logo@2x.png", Target("docs/src/logo@2x.png", "")),
        ("app.md:3", Target("docs/src/app.md:3", "")),
        ("https://example.org/b.md", None),
        ("//example.org/b.md", None),
        ("me@example.org", None),
        ("{{ url }}", None),
        ("/b.md", Target("b.md", "")),
    ],
)
def test_target(destination: str, target: Target | None) -> None:
    assert target_of(page(""), destination) == target


def test_root_of_a_site_is_that_of_the_repository_on_generated_pages() -> None:
    generated = page("# Documentation: `src/a.py`\n", "docs/src/a.py_docs.md")
    assert target_of(generated, "/b.md") == Target("b.md", "")


def test_links_that_state_a_destination() -> None:
    text = "[a](a.md) ![b](b.png) [c][d] <https://e.org> <a href='f.md'>\n\n[d]: d.md\n"
    assert [link.destination for link in links_and_definitions(page(text))] == ["a.md", "b.png", "f.md", "d.md"]
    assert list(linked_paths(page(text))) == [f"docs/src/{name}" for name in ("a.md", "b.png", "f.md", "d.md")]


@pytest.mark.parametrize(
    "text",
    [
        "[a](HERE)",
        "[a]( HERE 'title')",
        "[`]` (x) \\]](HERE)",
        "![](HERE)",
        "[](<HERE>)",
        "<a href='HERE'>a</a>",
        "[a]\n\n[a]: HERE\n",
        "[a\\]]\n\n[a\\]]:\n  <HERE> (title)\n",
    ],
)
def test_span_of_a_destination(text: str) -> None:
    of = page(text.replace("HERE", "b.md?c#d"))
    span = destination_span(of, only_link(of))
    assert span is not None
    assert of.text(span) == "b.md?c#d"
    assert span.start == text.index("HERE")


@pytest.mark.parametrize("text", ["[a]()", "[a](b\\_c.md)", "[a](b&amp;c.md)", "<a href='b&amp;c.md'>"])
def test_destination_that_is_not_on_the_page_as_it_is_read(text: str) -> None:
    of = page(text)
    assert destination_span(of, only_link(of)) is None
    assert with_path(of, only_link(of), "c.md", safe=True) is None
    assert with_fragment(of, only_link(of), "c") is None
    assert with_scheme(of, only_link(of)) is None


def test_fixes_change_one_part_of_a_destination() -> None:
    of = page("[a](<b.md?c#d> 'title')")
    link = only_link(of)
    assert after(of, with_path(of, link, "x (1).md", safe=True)) == "[a](<x%20%281%29.md?c#d> 'title')"
    assert after(of, with_fragment(of, link, "é>")) == "[a](<b.md?c#é%3E> 'title')"
    assert after(of, with_scheme(of, link)) == "[a](<https://b.md?c#d> 'title')"
    assert [fix and fix.safe for fix in (with_fragment(of, link, "x"), with_scheme(of, link))] == [False, False]


@pytest.mark.parametrize(
    ("path", "expected"), [("docs/src/b.md", "./b.md"), ("docs/index.md", "../index.md"), ("docs/src", "./.")]
)
def test_destination_to_a_path(path: str, expected: str) -> None:
    assert destination_to(page(""), path) == expected
    assert target_of(page(""), expected) == Target(path, "")
