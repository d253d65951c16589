"""The benchmarks run; what they measure is for people to read."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import bars
import instructions
import linters
import pages
import peers
import pytest
from bars import Bar
from grown_pages import GROWN
from peers import Measurement

from doclint.formats.loading import BUILTIN

HOUSE = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


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


def test_growing_pages_are_timed() -> None:
    output = run("benchmarks/linear.py", "--size", "50", "links to one page", "kind: docs/src/basket.py_kw")
    assert [line.split("  ")[0] for line in output.splitlines()] == [
        "links to one page",
        "kind: docs/src/basket.py_kw.md, lines",
        "kind: docs/src/basket.py_kw.md, pages",
    ]


def test_pages_of_each_format_are_timed() -> None:
    # `kind: ...` are the pages of the format that is not for a generator.
    formats = {name.removeprefix("format: ").partition(",")[0] for name in GROWN}
    assert formats == {*BUILTIN} - {"repo-docs"}


def test_symbols_are_timed() -> None:
    heading, *rows = run("benchmarks/symbols.py", "examples", "--rounds", "1").splitlines()
    assert heading.split()[0] == "language"
    assert "header" in [row.split()[0] for row in rows]


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
    output = run(
        *("-m", "doclint", "check", "--isolated", "--root", str(root), "--select", "links", "--exit-zero"),
        *("--output-format", "concise"),
    )
    broken = [line.partition(":")[0] for line in output.splitlines() if "broken-link" in line]
    assert broken == [f"{root}/docs/doc.md", f"{root}/docs/index.md"]  # which link to an index above the root


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
    output = run(
        *("benchmarks/peers.py", "--pages", "20", "--rounds", "2", "--trees", str(tmp_path / "trees")),
        *("--table", str(table), "--plot", str(plot), "doclint, without", "rumdl", "markdownlint"),
        env={**os.environ, "PATH": str(peer.parent)},
    )
    lines = output.splitlines()
    assert "markdownlint-cli2 is missing: it is not on PATH." in lines
    assert "rumdl 9.8.7." in lines[0]
    rows = {tuple(cells[:2]): cells[2:] for line in lines if len(cells := line.strip("| ").split(" | ")) > 2}
    assert rows["doclint, without sources", "rumdl"][-1] in {"met", "missed"}
    assert rows["doclint, one page", "markdownlint-cli2, one page"][-1] == "not measured"
    assert [line.endswith("| 1,234 |") for line in lines if line.startswith("| rumdl")] == [True] * 5
    assert table.read_text(encoding="utf-8") == f"before\n\n{peers.BEGIN}\n{output}{peers.END}\n\nafter\n"
    assert "rumdl, warm" in [text.text for text in ET.parse(plot).iter() if text.tag.endswith("text")]
    assert not [path for path in (tmp_path / "trees").rglob("*.md") if "Touched" in path.read_text(encoding="utf-8")]


def test_ratio_is_the_median_of_the_rounds() -> None:
    measured = {"doclint": Measurement([2.0, 9.0, 4.0], 300, 7), "rumdl": Measurement([1.0, 3.0, 4.0], 200, 8)}
    rows = list(peers.goals(measured))
    assert "| doclint | rumdl | seconds | 2.00 | 1.00 to 3.00 | 3.5 | met |" in rows
    assert "| doclint | rumdl | memory | 1.50 |  | 2.0 | met |" in rows
    measured["doclint"].seconds = [2.1] * 3
    assert "| doclint | rumdl | seconds | 0.70 | 0.53 to 2.10 | 3.5 | met |" in peers.goals(measured)
    assert "| doclint | 2.10 | 2.10 to 2.10 | 0 | 7 |" in peers.table(measured)


def test_tool_that_fails_is_not_timed() -> None:
    with pytest.raises(SystemExit, match="exit code 3"):
        linters.run([sys.executable, "-c", "raise SystemExit(3)"], HOUSE)


def test_memory_is_that_of_all_processes() -> None:
    child = "import time; held = bytearray(60_000_000); time.sleep(0.5)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}]); print('output')"
    most, output = peers.measure_memory([sys.executable, "-c", parent], HOUSE)
    assert most > 60_000_000
    assert output.strip() == "output"


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


def test_instructions_are_those_of_the_busiest_process() -> None:
    output = "a finding\n==7== Cachegrind\n==7== \n==7== I   refs:      1,487,510,050\n==8== I refs: 50\n"
    assert instructions.instructions(output) == 1_487_510_050
    with pytest.raises(SystemExit, match="no instructions: segfault"):
        instructions.instructions("segfault")


def tree(root: Path, number: int) -> linters.Tree:
    for each in range(number):
        pages.write(root / f"{each}.py_docs.md", "text")
    return linters.Tree(root)


@pytest.fixture
def trees(tmp_path: Path) -> instructions.Trees:
    return instructions.Trees(tree(tmp_path / "many", 25), tree(tmp_path / "few", 5))


def counted(name: str, tool: str, trees: instructions.Trees, *rounds: tuple[int, int]) -> instructions.Linter:
    """A linter that needs some instructions for a start, and some for each page that is not in its cache."""
    linter = instructions.Linter(name, linters.TOOLS[tool], (name,), Path("caches"))
    for start, each in rounds:
        counts = {}
        for run in linter.all_runs(trees):
            number = 1 if run.argv[-1].endswith(".md") else len(list(run.root.iterdir()))
            counts[run] = start + each * number // (2 if "--cache-dir" in run.argv else 1)
        linter.add(counts, trees)
    return linter


def test_instructions_of_a_page_leave_out_the_start(trees: instructions.Trees) -> None:
    linter = counted("doclint", "doclint", trees, (1_000, 20), (2_000, 40))
    assert linter.rounds == {
        "a page, without sources": [20, 40],
        "a page, with sources": [20, 40],
        "a page, warm": [10, 20],
        "one page, whole run": [1_020, 2_040],
        "all pages, warm, whole run": [1_250, 2_500],
    }


def test_runs_that_are_counted(trees: instructions.Trees) -> None:
    doclint = [run.argv for run in counted("doclint", "doclint", trees).all_runs(trees)]
    start = ("doclint", "check", "--isolated", "--root", ".", "--jobs", "1")
    assert doclint == [
        *[(*start, "--without", "source", "--no-cache")] * 2,
        *[(*start, "--no-cache")] * 2,
        *[(*start, "--cache-dir", f"{Path('caches', name)}") for name in ("many", "few")],
        (*start, "--no-cache", trees.many.page_path),
    ]
    rumdl = [run.argv for run in counted("rumdl", "rumdl", trees).all_runs(trees)]
    assert len(rumdl) == 5  # with sources or without is one for it
    assert not [argv for argv in rumdl if "--jobs" in argv or "--without" in argv]


def test_table_of_instructions(trees: instructions.Trees) -> None:
    rounds = ((900_000_000, 20_200_000), (900_000_000, 20_000_000), (900_000_000, 19_800_000))
    doclint = counted("doclint", "doclint", trees, *rounds)
    lines = list(instructions.table(doclint, counted("rumdl", "rumdl", trees, *[(1_000_000, 8_000_000)] * 3)))
    assert lines[:2] == [
        "| millions of instructions | doclint | rumdl | ratio | apart |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    assert "| a page, with sources | 20.00 | 8.00 | 2.500 | 2.00 % |" in lines
    assert "| all pages, warm, whole run | 1,150.00 | 101.00 | 11.386 | 0.43 % |" in lines
    assert [line.count("|") for line in instructions.table(doclint)] == [4] * 7


VALGRIND = """#!{python}
import sys
from pathlib import Path

million = 3 if "--jobs" in sys.argv else 2
print(f"==1== I   refs:      {{1_000_000 * million * len(list(Path().rglob('*.md'))):,}}", file=sys.stderr)
"""


@pytest.mark.skipif(os.name == "nt", reason="valgrind and the peer are scripts")
def test_instructions_are_counted(tmp_path: Path) -> None:
    for name, script in (("valgrind", VALGRIND), ("rumdl", PEER), ("doclint", PEER)):
        pages.write(tmp_path / "bin" / name, script.format(python=sys.executable))
        (tmp_path / "bin" / name).chmod(0o755)
    output = run(
        *("benchmarks/instructions.py", "--pages", "20", "--rounds", "2", "--peer"),
        *("--against", str(tmp_path / "bin" / "doclint"), "--json", str(tmp_path / "counts.json")),
        env={**os.environ, "PATH": str(tmp_path / "bin")},
    )
    assert "| a page, warm | 3.00 | 3.00 | 1.000 | 2.00 | 1.500 | 0.00 % |\n" in output
    found = json.loads((tmp_path / "counts.json").read_text(encoding="utf-8"))["linters"]
    assert [linter["name"] for linter in found] == ["doclint", str(tmp_path / "bin" / "doclint"), "rumdl"]
    assert found[2]["version"] == "9.8.7"
    assert found[0]["instructions"]["a page, with sources"] == [3_000_000] * 2


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is missing")
def test_counts_repeat(tmp_path: Path) -> None:
    argv = [sys.executable, "-S", "-c", "print(set('abc'))"]
    counts = [instructions.count(argv, tmp_path) for _ in range(2)]
    assert instructions.spread_percent(counts) < 0.1
