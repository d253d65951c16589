"""What tests record in full, so that they notice any difference: messages with all numbers and names, and places.

After a change that is meant, `RECORD=1 python -m pytest tests/test_NAME.py` records what the tests of a file find now.
Read the difference before you commit it.
"""

import os
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "records"


def check(record: str, name: str, lines: list[str]) -> None:
    """Compare lines with those that a record has under a name."""
    if "RECORD" in os.environ:
        _write(record, {**read(record), name: lines})
    assert read(record).get(name, []) == lines


def check_names(record: str, names: set[str]) -> None:
    """Check that a record has nothing under other names."""
    if "RECORD" in os.environ:
        _write(record, {name: lines for name, lines in read(record).items() if name in names})
    assert read(record).keys() <= names


@cache
def read(record: str) -> dict[str, list[str]]:
    """Return the lines under each name."""
    path = FOLDER / f"{record}.txt"
    parts = re.split(r"^## (.*)\n", path.read_text(encoding="utf-8") if path.exists() else "", flags=re.MULTILINE)
    return {name: lines.split("\n")[:-1] for name, lines in zip(parts[1::2], parts[2::2], strict=True)}


def _write(record: str, known: dict[str, list[str]]) -> None:
    texts = [f"## {name}\n" + "".join(f"{line}\n" for line in known[name]) for name in sorted(known) if known[name]]
    (FOLDER / f"{record}.txt").write_text("".join(texts), encoding="utf-8", newline="\n")
    read.cache_clear()
