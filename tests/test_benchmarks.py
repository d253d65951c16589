"""The benchmarks run; what they measure is for people to read."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[1]


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=HOUSE, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stdout


def test_sample_is_the_same_for_everyone() -> None:
    drawn = run("benchmarks/sample.py", "links", "3", "7", "examples")
    assert drawn == run("benchmarks/sample.py", "links", "3", "7", "examples")
    assert drawn != run("benchmarks/sample.py", "links", "3", "8", "examples")
    assert "3 findings (" in drawn


def test_sample_of_several_rules_on_some_pages() -> None:
    drawn = run(
        "benchmarks/sample.py", "unknown-symbol,claims,wrong-import", "9", "7", "examples", "--pages", "*_kw.md"
    )
    assert "unknown-symbol" in drawn
    assert "_docs.md:" not in drawn


def test_labels_are_held_against_findings() -> None:
    told = run("benchmarks/truth.py", "tests/labelled", "-v").splitlines()
    assert told[0].split() == ["defect", "found", "wrong", "missed", "unknown", "precision", "recall", "recorded"]
    assert {"C02", "E02", "F11", "rule", "wrong-count"} <= {line.split()[0] for line in told if line}


def test_growing_pages_are_timed() -> None:
    told = run("benchmarks/linear.py", "--size", "50", "links to one page", "kind: docs/src/basket.py_kw")
    assert [line.split("  ")[0] for line in told.splitlines()] == [
        "links to one page",
        "kind: docs/src/basket.py_kw.md, lines",
        "kind: docs/src/basket.py_kw.md, pages",
    ]


def test_symbols_are_timed() -> None:
    heading, *rows = run("benchmarks/symbols.py", "examples", "--rounds", "1").splitlines()
    assert heading.split()[0] == "language"
    assert "python" in [row.split()[0] for row in rows]
