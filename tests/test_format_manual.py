"""The manual of formats shows what happens, and its reference is made of the code."""

from pathlib import Path

import format_reference
import pytest
from transcript import replay_sections

DOCS = Path(__file__).parents[1] / "docs"


def test_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert replay_sections(DOCS / "formats.md", tmp_path, capsys) > 15


def test_reference_is_up_to_date() -> None:
    hint = "`python tests/format_reference.py` writes it"
    assert format_reference.PAGE.read_text(encoding="utf-8") == format_reference.page(), hint
