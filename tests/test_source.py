"""Bytes to text, and places in it."""

import pytest
from hypothesis import given, strategies as st

from doclint.markdown.source import Offsets, Position, Source, Span, Undecodable


def test_byte_order_mark_is_no_text() -> None:
    assert Source.from_bytes(b"\xef\xbb\xbf# A").text == "# A"
    assert Source.from_text("\ufeff# A").text == "# A"


def test_each_undecodable_byte_is_one_character() -> None:
    source = Source.from_bytes(b"a\xe9\xffb\xc3")
    assert source.text == "a\ufffd\ufffdb\ufffd"
    assert source.damage == (Undecodable(Span(1, 3), b"\xe9\xff"), Undecodable(Span(4, 5), b"\xc3"))


def test_lone_surrogates_are_damage() -> None:
    source = Source.from_text("a\ud800b")
    assert source.text == "a\ufffdb"
    assert [damage.span for damage in source.damage] == [Span(1, 2)]


def test_replacement_character_in_the_text_is_no_damage() -> None:
    assert Source.from_bytes("\ufffd".encode()).damage == ()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read_by_its_mark(encoding: str) -> None:
    source = Source.from_bytes("\ufeffé\n".encode(encoding))
    assert (source.text, source.encoding) == ("é\n", "utf-16")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_in_commonmark(ending: str) -> None:
    source = Source.from_text(f"one{ending}two{ending}")
    assert [source.line(number) for number in (1, 2, 3)] == ["one", "two", ""]
    assert source.position(len(f"one{ending}t")) == Position(2, 2)


def test_form_feeds_and_line_separators_end_no_line() -> None:
    assert len(Source.from_text("a\fb\u2028c\x85d").line_starts) == 1


@given(st.binary())
def test_any_bytes_give_a_source(data: bytes) -> None:
    source = Source.from_bytes(data)
    source.text.encode()
    for damage in source.damage:
        assert set(source.text[slice(*damage.span)]) == {"\ufffd"}


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_byte_offsets_become_character_offsets(text: str) -> None:
    offset = Offsets.of(text).character
    for index in range(len(text) + 1):
        assert offset(len(text[:index].encode())) == index


@given(st.text())
def test_every_place_lies_in_its_line(text: str) -> None:
    source = Source.from_text(text)
    for offset in range(len(source.text) + 1):
        line, column = source.position(offset)
        assert source.line_starts[line - 1] + column - 1 == offset
