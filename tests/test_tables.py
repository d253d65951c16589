"""The tables that come with doclint, in an installation and in a checkout."""

import json
from pathlib import Path

import pytest

from doclint.errors.tables import built, heads, table

BUILT = json.dumps(built(b"a = 1\n", {"a": "built"}))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"fruit.toml": "a = 1\n"}, {"a": 1}),
        ({"fruit.toml": "a = 1\n", "fruit.json": BUILT}, {"a": "built"}),
        ({"fruit.toml": "a = 2\n", "fruit.json": BUILT}, {"a": 2}),
    ],
    ids=["checkout", "installation", "installation with other TOML"],
)
def test_table_is_that_of_the_toml(
    files: dict[str, str], expected: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"orchard_{tmp_path.name}"  # modules stay loaded from one test to the next
    package.mkdir()
    for name, text in {"__init__.py": "", **files}.items():
        (package / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert table(package.name, "fruit") == expected


@pytest.mark.parametrize(
    ("apple", "expected"),
    [("a = 1\n", {"apple": {"a": "built"}, "pear": {}}), ("a = 2\n", {"apple": {"a": 2}, "pear": {"b": []}})],
    ids=["installation", "installation with other TOML"],
)
def test_heads_are_those_of_the_toml(
    apple: str, expected: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"orchard_{tmp_path.name}"
    package.mkdir()
    pear = "b = []\n[c]\nd = 1\n[[e]]\nf = 1\n"
    heads_built = built(f"a = 1\n{pear}".encode(), {"apple": {"a": "built"}, "pear": {}})
    files = {"__init__.py": "", "apple.toml": apple, "pear.toml": pear, "heads.json": json.dumps(heads_built)}
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert heads(package.name, ["apple", "pear"]) == expected
