"""What no page can have, by the format alone: alternatives, sections and kinds behind others, and impossible texts."""

from typing import Any

import pytest

from doclint.errors.exceptions import FormatError
from doclint.formats.fit import best, fits
from doclint.formats.loading import parse
from doclint.formats.mistakes.shadows import covers
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.schema.format import Format
from doclint.markdown.document import Document
from doclint.markdown.nodes import Paragraph
from doclint.markdown.parser import parse as parse_markdown
from doclint.markdown.source import Source

COVERED = [
    ("{a}", "Class {b}"),
    ("{a}", "{b:int}"),
    ("{a}", "a[ of {b}]"),
    ("{a}:{b}", "{c}:{d}"),
    ("Class {a}", "Class A"),
    ("Class {a}", "Class {b} of {c}"),
    ("Class {a}.", "Class {b} of {c}."),
    ("`{a}`: {b}", "`{a:name}`: in {c}"),
    ("[{a}]({b})", "[A]({c})"),
    ("[**{a}**]({b})", "[**A {c}**](./{d})"),
    ("{a:markup}", "**{b}**: `{c}`"),
    ("a", "a"),
]
APART = [
    ("Class {a}", "{b}"),
    ("{a}", "`{b}`"),
    ("{a}", "{b:markup}"),
    ("{a:int}", "{b}"),
    ("{a:int}", "{b:float}"),
    ("Class {a}", "Classes"),
    ("a{b}a", "a{c:any}a"),
    ("aa{b}", "a{c}"),
    ("ab{b}ba", "ab{c:any}a"),
    ("`{a}`: {b}", "`{a}`[: {b}]"),
    ("![{a}]({b})", "[{a}]({b})"),
    ("[{a}](x)", "[{a}]({b})"),
    ("[{a}]({b})", "[**{a}**]({b})"),
    ("{a:markup}", '<a id="{b}">'),
    ("{a:markup}", ""),
    ("{a:markup}", "---"),
    ("{a:markup}: b", "{a:markup}"),
    ("{a='x'}", "{a='y'}"),
]
TEXTS = ["A", "Class A", "Class A of B.", "Classes", "12", "1.5", "aa", "aba", "x", "y", ": b", "a:b", "a of b", "a"]
TEXTS += ["[a](b)", "[**a**](b)", "[**A b**](./c)", "![a](b)", "[a](x)", "**b**: `c`", "abba", "ab1ba", "[A](b)"]
TEXTS += ["`a`: b", "`a`", "`a`: in b"]


@pytest.mark.parametrize(("one", "other"), COVERED)
def test_a_pattern_covers_what_it_matches_all_of(one: str, other: str) -> None:
    assert covers(Pattern(one), Pattern(other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_a_pattern_does_not_cover_what_may_be_more(one: str, other: str) -> None:
    assert not covers(Pattern(one), Pattern(other))


def test_a_covered_pattern_never_matches_alone() -> None:
    patterns = sorted({text for pair in COVERED + APART for text in pair})
    paragraphs = [block for text in TEXTS for block in parse_markdown(text).blocks if isinstance(block, Paragraph)]
    matched = {text: [Pattern(text).match_block(block) is not None for block in paragraphs] for text in patterns}
    for one in patterns:
        for other in patterns:
            if covers(Pattern(one), Pattern(other)):
                assert not any(its and not own for own, its in zip(matched[one], matched[other], strict=True)), (
                    one,
                    other,
                )


def format_of(*kinds: dict[str, Any], **keys: Any) -> dict[str, Any]:
    standard = {"name": "page", "path": "{path}.md", "title": "Page {name}"}
    return {"name": "own", "docs-root": "docs", "kind": [{**standard, **kind} for kind in kinds], **keys}


def section(**keys: Any) -> dict[str, Any]:
    return format_of({"section": [{"heading": "Part", **keys}]})


def content(shape: str, **keys: Any) -> dict[str, Any]:
    return section(content=[{"shape": shape, **keys}])


def sections(*specs: dict[str, Any]) -> dict[str, Any]:
    return format_of({"section": [{"required": False, **spec} for spec in specs]})


SAID = {"content": [{"shape": "claims", "of": "set"}]}
UNCLEAR = "nothing tells this kind from the kind `page`"
UNKNOWN = "no page can be recognized as one of this kind"


@pytest.mark.parametrize(
    ("format_", "complaints"),
    [
        (format_of({"title": ["Page {name}", "Page `{name}`"]}), []),
        (
            format_of({"title": ["Page {_}", "Page {name}"]}),
            ["`Page {name}` never matches: `Page {_}`, which"],
        ),
        (content("text", text=["A {_}.", "A", "A {_} b."]), ["`A {_} b.` never matches: `A {_}.`"]),
        (content("links", item=["[{a}]({target})", "[`{a}`]({target})"]), []),
        (content("table", header=["A"], row=[["{a}", "{b:int}"]]), ["`{b:int}` never matches: `{a}`"]),
        (content("fields", items=[{"key": "A", "value": ["{_}", "none"]}]), ["`none` never matches: `{_}`"]),
        (
            format_of(SAID, claims={"set": {"one": {"text": "It {_}."}, "two": {"text": ["It runs.", "Runs."]}}}),
            ["the claim `set.two`: `It runs.` never matches: `It {_}.`"],
        ),
        (
            sections({"heading": "{_}", "key": "a"}, {"heading": "B"}),
            ["the section `b` of the kind `page`: no heading"],
        ),
        (sections({"heading": "B"}, {"heading": "{_}", "key": "a"}), []),
        (sections({"heading": "B"}, {"heading": "B", "key": "c", "level": 3}), []),
        (
            sections({"heading": "B", "level": [2, 3]}, {"heading": "B", "key": "c"}),
            ["the section `b` takes all"],
        ),
        (sections({"heading": "B", "repeats": True}, {"heading": "B", "key": "c"}), []),
        (sections({"heading": "B", "when": {"ext": ".py"}}, {"heading": "B", "key": "c"}), []),
        (sections({"heading": "B", "before": "---"}, {"heading": "B", "key": "c"}), []),
        (sections({"heading": "B"}, {"heading": ["B", "C"], "key": "c"}), []),
        (format_of({}, {"name": "other"}), [UNCLEAR]),
        (format_of({}, {"name": "other", "title": "Other {name}"}), []),
        (format_of({}, {"name": "other", "path": "{path}_other.md"}), []),
        (format_of({}, {"name": "other", "section": [{"heading": "Part"}]}), []),
        (format_of({}, {"name": "other", "footer": ["End"]}), []),
        (
            format_of(
                {"path": "{a}.md", "title": "{a}", "section": [{"heading": "Part"}]},
                {"name": "other", "path": "{b}.md", "title": "{b}", "section": [{"heading": "Part"}]},
            ),
            [UNCLEAR],
        ),
        (
            format_of(
                {"path": "{a}/{b}.md", "title": "{a} {b}"},
                {"name": "other", "path": "{a}/{b}.md", "title": "{b} {a}"},
            ),
            [],
        ),
        (format_of({"title": "{_}"}), [f"{UNKNOWN}: its title has neither words"]),
        (format_of({"title": "{_}", "footer": ["End"]}), []),
        (format_of({"title": "{_}", "front-matter": {"layout": "api {_}"}}), []),
        (format_of({"title": [], "front-matter": {"layout": "api"}}), []),
        (format_of({"title": [], "front-matter": {"layout": "{name}"}}), [UNKNOWN]),
        (format_of({}, {"name": "other", "front-matter": {"layout": "api"}}), []),
        (format_of({"title": "{name}"}), []),
        (format_of({"title": "{_}", "section": [{"heading": one} for one in "ABC"]}), []),
        (format_of({"title": "{_}", "section": [{"heading": one} for one in "AB"]}), [UNKNOWN]),
        (format_of({"title": []}), [f"{UNKNOWN}: it has no title, no section"]),
        (format_of({"title": [], "section": [{"heading": "A"}]}), []),
        (format_of({"title": [], "front-matter": {"id": "{name}-api"}}), []),
        (format_of({"title": [], "front-matter": {"id": "{name}"}}), [UNKNOWN]),
        (format_of({"front-matter": {"type": "class"}}, {"name": "other", "front-matter": {"type": "enum"}}), []),
        (format_of({"title": [], "section": [{"heading": "A", "required": False}]}), [UNKNOWN]),
        (format_of({"title": [], "section": [{"heading": "{_}", "repeats": True}]}), [UNKNOWN]),
        (format_of({"title": "# Page {name}"}), ["not one line of inline Markdown; write headings without `#`"]),
        (content("example", fence=["python", "Python"]), ["no fence has the language `Python`, because"]),
        (content("command", fence="sh title", text="run"), ["no fence has the language `sh title`, because"]),
        (content("command", fence="", text="run"), []),
    ],
)
def test_what_no_page_can_have(format_: dict[str, Any], complaints: list[str]) -> None:
    try:
        parse(format_, "own")
        found = ""
    except FormatError as error:
        found = str(error)
    lines = found.splitlines()
    assert len(lines) == len(complaints), found
    for line, complaint in zip(lines, complaints, strict=True):
        assert complaint in line


@pytest.mark.parametrize(
    "kinds",
    [
        [{"title": "{_}"}],
        [{"title": []}],
        [{"title": "{_}", "section": [{"heading": one} for one in "AB"]}],
        [{"title": [], "section": [{"heading": "{_}", "repeats": True}]}],
        [{"title": [], "front-matter": {"id": "{name}"}}],
        [{}, {"name": "other"}],
    ],
)
@pytest.mark.parametrize("text", ["# a.py\n", "# Page a.py\n", "# B\n\n## A\n\n## B\n", "", "## A\n\n## B\n\n## C\n"])
def test_what_is_reported_of_kinds_is_what_decides_about_pages(kinds: list[dict[str, Any]], text: str) -> None:
    format_ = Format.from_table(format_of(*kinds))
    found = best(fits("docs/a.py.md", Document(Source(text)), [format_]))
    assert len(found) in (0, 2)


def test_kind_without_marks_is_reported_at_its_title() -> None:
    with pytest.raises(FormatError) as caught:
        parse(format_of({"title": "{_}"}), "own")
    assert [one.path for one in caught.value.mistakes] == [("kind", 0, "title")]
