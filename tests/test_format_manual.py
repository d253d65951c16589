"""The manual of formats shows what happens, and its reference is made of the code."""

import re
from pathlib import Path

import format_reference
import pytest
from transcript import replay_sections

from doclint.errors import tables
from doclint.formats import holes
from doclint.formats.patterns.optional_markup import choices
from doclint.formats.patterns.pattern import Pattern
from doclint.source.read import reads

DOCS = Path(__file__).parents[1] / "docs"


def test_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert replay_sections(DOCS / "formats.md", tmp_path, capsys) > 15


def test_manual_names_the_languages_whose_declarations_are_read() -> None:
    text = (DOCS / "formats.md").read_text(encoding="utf-8").replace("\n", " ")
    listed = re.search(r"what sources declare in (.*?)\.", text)
    assert listed is not None
    table = tables.table("doclint.source", "languages")
    # Headers are C or C++, and TSX is TypeScript.
    names = {table[id_]["name"] for id_ in table if reads(id_) and id_ not in ("header", "tsx")}
    assert set(re.split(r", | and ", re.sub(r" +", " ", listed[1]))) == names


def test_every_example_of_the_reference_is_shown() -> None:
    text = format_reference.PAGE.read_text(encoding="utf-8")
    data = format_reference.data()
    for name in (*data["elements"], *data["filters"]):
        assert f"`{name}`" in text
    for name in data["types"]:
        assert f"`{{_:{name}}}`" in text or name == "str"


def test_examples_of_holes_are_patterns() -> None:
    for hole in holes.meaningful_holes():
        if not hole.name.isupper():
            named = [pattern.names for pattern in map(Pattern, choices(hole.example))]
            assert any(hole.name.removesuffix("KINDS").removesuffix("KIND") in name for name in named[0]), hole


def test_reference_is_up_to_date() -> None:
    hint = "`python tests/format_reference.py` writes it"
    assert format_reference.PAGE.read_text(encoding="utf-8") == format_reference.page(), hint
