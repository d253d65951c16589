"""The benchmarks run; what they measure is for people to read."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import bars
import pages
import peers
import pytest
from bars import Bar
from peers import Measured

HOUSE = Path(__file__).parents[1]


def run(*arguments: str, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=HOUSE, capture_output=True, text=True, encoding="utf-8", check=True, env=env
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


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Two sources in two folders: of these, twelve pages with those about the root."""
    root = tmp_path / "sources"
    for name in ("a.py", "b/.c/d.h"):
        pages.write(root / name, "class A: ...\n")
    pages.write(root / "site-packages" / "e.py", "")
    return root


def test_pages_are_the_same_for_everyone(tmp_path: Path, sources: Path) -> None:
    assert pages.generate(sources, tmp_path / "one", 40) == pages.generate(sources, tmp_path / "two", 40)
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.parametrize(
    ("wanted", "found", "folders"), [(None, 13, {"a.py", "b"}), (5, 5, {"a.py"}), (13, 13, {"a.py", "b"})]
)
def test_pages_about_sources(tmp_path: Path, sources: Path, wanted: int | None, found: int, folders: set[str]) -> None:
    assert pages.generate(sources, tmp_path / "tree", wanted) == found
    assert len(list((tmp_path / "tree").rglob("*.md"))) == found
    assert {path.name for path in (tmp_path / "tree").iterdir()} == {*folders, "docs"}


def test_sources_are_taken_again_for_more_pages(tmp_path: Path, sources: Path) -> None:
    root = tmp_path / "tree"
    assert 40 <= pages.generate(sources, root, 40) < 40 + 13
    assert {path.name for path in root.iterdir()} == {"1", "2", "3", "docs"}
    told = run(
        *("-m", "doclint", "check", "--isolated", "--root", str(root), "--select", "links", "--exit-zero"),
        *("--output-format", "concise"),
    )
    broken = [line.partition(":")[0] for line in told.splitlines() if "broken-link" in line]
    assert broken == ["docs/doc.md", "docs/index.md"]  # which link to an index above the root


def test_library_is_the_default(tmp_path: Path) -> None:
    assert " pages in " in run("benchmarks/pages.py", str(tmp_path), "--pages", "30")
    assert (tmp_path / "__future__.py").read_bytes() == (pages.LIBRARY / "__future__.py").read_bytes()


PEER = """#!{python}
import sys
from pathlib import Path

if "--version" in sys.argv:
    print("rumdl 9.8.7")
elif "--help" in sys.argv:
    print("--no-cache --cache-dir")
else:
    if "--cache-dir" in sys.argv:
        Path(sys.argv[sys.argv.index("--cache-dir") + 1]).mkdir(parents=True, exist_ok=True)
    print("Issues: Found 1234 issues in 5 files")
    sys.exit(1)
"""


@pytest.mark.skipif(os.name == "nt", reason="the peer is a script")
def test_peers_are_run_beside_doclint(tmp_path: Path) -> None:
    peer = tmp_path / "bin" / "rumdl"
    pages.write(peer, PEER.format(python=sys.executable))
    peer.chmod(0o755)
    table, plot = tmp_path / "table.md", tmp_path / "plot.svg"
    table.write_text(f"before\n\n{peers.BEGIN}\nold\n{peers.END}\n\nafter\n", encoding="utf-8")
    told = run(
        *("benchmarks/peers.py", "--pages", "20", "--rounds", "2", "--trees", str(tmp_path / "trees")),
        *("--table", str(table), "--plot", str(plot), "doclint, without", "rumdl", "markdownlint"),
        env={**os.environ, "PATH": str(peer.parent)},
    )
    lines = told.splitlines()
    assert "markdownlint-cli2 is missing: it is not on PATH." in lines
    assert "rumdl 9.8.7." in lines[0]
    rows = {tuple(cells[:2]): cells[2:] for line in lines if len(cells := line.strip("| ").split(" | ")) > 2}
    assert rows["doclint, without sources", "rumdl"][-1] in {"met", "missed"}
    assert rows["doclint, one page", "markdownlint-cli2, one page"][-1] == "not measured"
    assert [line.endswith("| 1,234 |") for line in lines if line.startswith("| rumdl")] == [True] * 5
    assert table.read_text(encoding="utf-8") == f"before\n\n{peers.BEGIN}\n{told}{peers.END}\n\nafter\n"
    assert "rumdl, warm" in [text.text for text in ET.parse(plot).iter() if text.tag.endswith("text")]
    assert not [path for path in (tmp_path / "trees").rglob("*.md") if "Touched" in path.read_text(encoding="utf-8")]


def test_ratio_is_the_median_of_the_rounds() -> None:
    measured = {"doclint": Measured([2.0, 9.0, 4.0], 300, 7), "rumdl": Measured([1.0, 3.0, 4.0], 200, 8)}
    rows = list(peers.goals(measured))
    assert "| doclint | rumdl | seconds | 2.00 | 1.00 to 3.00 | 2.0 | met |" in rows
    assert "| doclint | rumdl | memory | 1.50 |  | 3.0 | met |" in rows
    measured["doclint"].seconds = [2.1] * 3
    assert "| doclint | rumdl | seconds | 0.70 | 0.53 to 2.10 | 2.0 | met |" in peers.goals(measured)
    assert "| doclint | 2.10 | 2.10 to 2.10 | 0 | 7 |" in peers.table(measured)


def test_tool_that_fails_is_not_timed() -> None:
    with pytest.raises(SystemExit, match="exit code 3"):
        peers.run([sys.executable, "-c", "raise SystemExit(3)"], HOUSE)


def test_memory_is_that_of_all_processes() -> None:
    child = "import time; held = bytearray(60_000_000); time.sleep(0.5)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}]); print('told')"
    most, told = peers.progress([sys.executable, "-c", parent], HOUSE)
    assert most > 60_000_000
    assert told.strip() == "told"


def test_touched_page_is_as_it_was(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_bytes(b"a\r\n")
    before = page.stat().st_mtime_ns
    with peers.touched(page, 3):
        assert b"3" in page.read_bytes()
    assert (page.read_bytes(), page.stat().st_mtime_ns) == (b"a\r\n", before)


def test_bars_are_the_same_for_everyone() -> None:
    shown = {"Seconds": [Bar("a & b", "a", 0.5), Bar("c", "c", 1234.5)], "MB": [Bar("c", "c", 0)]}
    drawn = bars.draw(shown)
    assert drawn == bars.draw(shown)
    texts = [text.text for text in ET.fromstring(drawn).iter() if text.tag.endswith("text")]
    assert texts == ["Seconds", "a & b", "0.50", "c", "1,234", "MB", "c", "0.00"]
    widths = [bar.get("width") for bar in ET.fromstring(drawn).iter() if bar.get("rx") == "2"]
    assert widths == ["1.0", "400.0", "1.0"]
