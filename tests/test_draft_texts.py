"""Patterns that are drafted from texts of one role."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doclint.formats.inference.samples import SamplePage, TextSample
from doclint.formats.inference.texts.text_patterns import compiled, draft_patterns
from doclint.formats.patterns.pattern import first_match
from doclint.markdown.document import Document
from doclint.markdown.nodes import Inline, Paragraph
from doclint.markdown.parser import parse
from doclint.markdown.source import Source

PAGE = SamplePage("page.md", Document(Source("")))


def inlines(text: str) -> list[Inline]:
    match parse(text).blocks:
        case [Paragraph(children=children)]:
            return children
    return []


def drafted(*texts: str, known: list[dict[str, str]] | None = None, most: int = 4) -> list[str]:
    knowns = known or [{}] * len(texts)
    samples = [TextSample(PAGE, inlines(text), one) for text, one in zip(texts, knowns, strict=True)]
    return [pattern.text for pattern in draft_patterns(samples, most)]


@pytest.mark.parametrize(
    ("texts", "patterns"),
    [
        (["Written by hand.", "Written by hand."], ["Written by hand."]),
        (["See [all](a.md#x)", "See [all](a.md#x)"], ["See [all](a.md#x)"]),
        (["[[Top]](#) {x}", "[[Top]](#) {x}"], ["[[[Top]]](#) {{x}}"]),
        (["4 files", "12 files", "1,024 files"], ["{_:int} files"]),
        (
            [
                "`size` (Number) How many fit.",
                "`lid` (Boolean) Whether *one* is there.",
                "`tag` (Set of String) Names.",
            ],
            ["`{_}` ({_}) {_:markup}"],
        ),
        (["pears (Fruit)", "red beets (Fruit)"], ["{_} (Fruit)"]),
        (["**int**", "[**Box**](Box.md)", "**str**", "[**Lid**](Lid.md)"], ["**{_}**", "[**{_}**]({_}.md)"]),
        (["Class: Box", "Class: Lid", "Function: weigh()", "Function: fill()"], ["Class: {_}", "Function: {_}()"]),
        (
            ["**a** (<code>str</code>) – The name.", "**b** (<code>int</code>) – How *many*."],
            ["**{_}** (<code>{_}</code>) – {_:markup}"],
        ),
        (
            ["at [a.ts:4](https://git.example/x/a.ts#L4)", "at [b.ts:12](https://git.example/x/b.ts#L12)"],
            ["at [{_}.ts:{_:int}](https://git.example/x/{_}.ts#L{_:int})"],
        ),
        (["What it is.", "Something `else`.", "One of *many* more words", ""], ["{_:markup}"]),
        (["yes", "no", "yes", "no"], ["yes", "no"]),
        (["an \\*asterisk\\* and \\<tag>", "an \\*asterisk\\* and \\<tag>"], ["an \\*asterisk\\* and \\<tag>"]),
    ],
)
def test_patterns_have_what_is_constant(texts: list[str], patterns: list[str]) -> None:
    assert drafted(*texts) == patterns


def test_known_values_are_holes_of_their_names() -> None:
    known = [{"symbol": "Box", "package": "crates"}, {"symbol": "Lid", "package": "crates"}]
    assert drafted("crates.Box", "crates.Lid", known=known) == ["{package}.{symbol}"]
    assert drafted("About `Box`", "About `Lid`", known=known) == ["About `{symbol}`"]
    assert drafted("Box (deprecated)", "Lid", known=known, most=1) == ["{symbol}[ (deprecated)]"]


def test_value_that_only_some_texts_have_is_not_named() -> None:
    known = [{"symbol": "Box"}, {"symbol": "Lid"}, {"symbol": "Tag"}]
    assert drafted("About `Box`", "About `Rod`", "About `Tag`", known=known) == ["About `{_}`"]


def test_constant_of_few_among_many_is_not_constant() -> None:
    texts = [f"Holds {word} of it" for word in ("most", "all", "half", "none", "some", "little")]
    assert drafted(*texts, *texts, "Holds most of it", "Holds most of it") == ["Holds {_} of it"]


def test_odd_text_does_not_spoil_the_pattern() -> None:
    texts = [f"**Box {number}** holds `{number}` things" for number in range(30)]
    patterns = drafted(*texts, "Something else entirely", most=1)
    assert patterns == ["**Box {_:int}** holds `{_:int}` things"]


WORDS = st.sampled_from(
    [
        "a",
        "Box",
        "`code`",
        "**bold**",
        "[x](y.md)",
        "*it*",
        "<b>",
        "</b>",
        "[",
        "]",
        "{x}",
        ":",
        "12",
        "(",
        ")",
        "\\*",
        "_",
        "&lt;",
        "![i](p.png)",
        "~~old~~",
        "\\",
        "a_b",
        "[^1]",
        "|",
        "-",
    ]
)
TEXTS = st.lists(st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=20), min_size=1, max_size=8)


@given(TEXTS)
def test_patterns_match_as_many_texts_as_they_say(texts: list[str]) -> None:
    samples = [TextSample(PAGE, inlines(text), {"symbol": "Box"}) for text in texts]
    left = samples
    for pattern in draft_patterns(samples):
        patterns = compiled(pattern.text)
        assert patterns, pattern.text
        matched = [one for one in left if first_match(patterns, one.inlines) is not None]
        assert len(matched) >= pattern.count > 0
        left = [one for one in left if one not in matched]


def test_long_texts_take_little_time() -> None:
    texts = [" ".join(f"w{(number * step) % 977} *e{step}*" for step in range(400)) for number in range(300)]
    start = time.process_time()
    assert len(drafted(*texts)) <= 4
    assert time.process_time() - start < 10


def test_names_of_holes_are_not_used_twice() -> None:
    known = [{"symbol": "Box"}, {"symbol": "Lid"}]
    [pattern] = drafted("Box is a Box", "Lid is a Lid", known=known)
    assert re.findall(r"\{\w+\}", pattern) == ["{symbol}", "{_}"]
