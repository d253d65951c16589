"""What all tests share."""

from pathlib import Path

import pytest

# Sources that the sample pages describe; one of them looks like a test.
collect_ignore = ["pages"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a repository, with a folder for pages, and where we are."""
    (tmp_path / "docs").mkdir()
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path
