"""A run with the cache reports what one without it does, whatever has changed, and checks only what it has to."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import sleep
from typing import NamedTuple

import markers
import pytest
from sample_project import Snapshot, lay_out
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.linter import Linter
from doclint.engine.page_result import PageResult
from doclint.repository.memo import TICK
from doclint.repository.repository import Repository

LABELLED = Path(__file__).parent / "labelled"

Change = Callable[[Path], object]

NONE, SOME, ALL = "none", "some", "all"
"""How many pages are checked again after a change."""


class Run(NamedTuple):
    """What a run reports, and the pages that it checked."""

    report: object
    linted: list[str]


class Runs:
    """Runs over a tree, with a cache and without."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self.cache = cache
        self._report = cache.parent / "report.json"

    def cached(self, *options: str) -> Run:
        return self._run("--cache-dir", str(self.cache), *options)

    def uncached(self, *options: str) -> Run:
        return self._run("--no-cache", *options)

    def agreed(self, *options: str) -> Run:
        """A run with the cache, which reports what one without it does."""
        run, true = self.cached(*options), self.uncached(*options)
        assert run.report == true.report
        return run

    def _run(self, *options: str) -> Run:
        linted: list[str] = []
        file = Linter.file

        def counted(linter: Linter, path: str, repository: Repository) -> PageResult:
            linted.append(path)
            return file(linter, path, repository)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Linter, "file", counted)
            arguments = ["--output-format", f"json={self._report}", "--max-per-cause", "0", *options]
            assert run_cli(["check", "--root", str(self.root), *arguments]) < 2
        return Run(json.loads(self._report.read_text(encoding="utf-8")), linted)


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(lay_out(tmp_path / "tree"), tmp_path / "cache")


@pytest.fixture(scope="module")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Runs, Snapshot, Run]:
    folder = tmp_path_factory.mktemp("shared")
    runs = Runs(lay_out(folder / "tree"), folder / "cache")
    sleep(2 * TICK / 1e9)  # from here on, files are not read again to see whether they have changed
    return runs, Snapshot(runs.root), runs.cached()


@pytest.fixture
def warm(_shared: tuple[Runs, Snapshot, Run]) -> Iterator[tuple[Runs, Snapshot, Run]]:
    """Runs over a tree that is known; it is laid out once, and after each test as it was before, with its report."""
    runs, snapshot, before = _shared
    yield _shared
    snapshot.restore()
    assert runs.cached().report == before.report


def change(path: str, old: str, new: str) -> Change:
    """A change of the text of a file."""

    def act(root: Path) -> None:
        text = (root / path).read_bytes().decode()
        assert old in text, f"{path} has no {old!r}"
        (root / path).write_bytes(text.replace(old, new, 1).encode())

    return act


def add(path: str, text: str | bytes) -> Change:
    return lambda root: write(root, path, text)


def configure(more: str) -> Change:
    """Some more settings of the root."""
    return lambda root: write(root, "doclint.toml", f"{more}\n{(root / 'doclint.toml').read_text(encoding='utf-8')}")


def delete(path: str) -> Change:
    return lambda root: (root / path).unlink()


def rename(path: str, new: str) -> Change:
    return lambda root: (root / path).rename(root / new)


def link(path: str, target: str) -> Change:
    """A link that leads elsewhere than before."""

    def act(root: Path) -> None:
        (root / path).unlink(missing_ok=True)
        (root / path).symlink_to(target)

    return act


def both(*changes: Change) -> Change:
    def act(root: Path) -> None:
        for each in changes:
            each(root)

    return act


def make_file(folder: str) -> Change:
    """A file in place of a folder with one file."""

    def act(root: Path) -> None:
        for place in (root / folder).iterdir():
            place.unlink()
        (root / folder).rmdir()
        (root / folder).write_text("")

    return act


def touch(root: Path) -> None:
    """Another time on all files."""
    for place in root.rglob("*"):
        if place.is_file():
            os.utime(place, (1, 1))


QUOTING = """\
# Documentation: `docs/lost.md`

## File Metadata

- **Path**: `docs/lost.md`
- **Size**: 40 bytes (0.04 KB)
- **Type**: Markdown Documentation
- **Extension**: `.md`

## Original Source

```markdown
# Lost

[Gone](gone.md), and quite some more text.

```
"""
BASKET = "docs/src/basket.py_docs.md"

CHANGES: dict[str, tuple[str, Change]] = {
    # What a page says.
    "page edited": (SOME, change("docs/guide.md", "later/on.md", "never/on.md")),
    "text of a page edited, with as many bytes": (SOME, change("docs/guide.md", "utilize", "improve")),
    "page added": (SOME, add("docs/new.md", "# New\n\n[Gone](gone.md)\n")),
    "page deleted": (SOME, delete("docs/café.md")),
    "page deleted that others link to": (SOME, delete("docs/other.md")),
    "page becomes a folder": (SOME, both(delete("docs/other.md"), add("docs/other.md/inner.md", "# Inner\n"))),
    "page in another encoding": (SOME, add("docs/café.md", "# Café\n\nThe café is open.\n".encode("latin-1"))),
    "page with other line endings": (SOME, add("docs/café.md", "# Café\r\n\r\n[Gone](gone.md)\r\n")),
    "page with a byte order mark": (SOME, add("docs/café.md", "\ufeff# Café\n\n\ufeffThe café is open.\n")),
    "page becomes a link out of the tree": (NONE, link("docs/café.md", "/dev/null")),
    # What it links to.
    "target moved": (SOME, rename("docs/img/apple.png", "docs/img/pear.png")),
    "target renamed in case only": (SOME, rename("docs/img/apple.png", "docs/img/Apple.png")),
    "page renamed in case only": (SOME, rename("docs/other.md", "docs/Other.md")),
    "folder becomes a file": (SOME, make_file("docs/img")),
    "folder renamed": (SOME, rename("docs/img", "docs/pictures")),
    "heading renamed in another page": (SOME, change("docs/other.md", "## Part", "## Piece")),
    "heading renamed that a page links to itself": (SOME, change("docs/guide.md", "## BELOW", "## ABOVE")),
    "link leads to another file": (SOME, link("docs/alias.md", "old.md")),
    "link leads out of the tree": (SOME, link("docs/alias.md", "/dev/null")),
    "link leads nowhere": (SOME, link("docs/alias.md", "gone.md")),
    "target that was missing is there": (SOME, add("docs/coming.md", "# Coming\n")),
    # What it says of sources and of neighbours.
    "source edited": (SOME, change("src/basket.py", "def empty", "def fresh")),
    "source of another size": (SOME, change("src/basket.py", "\n\n\n", "\n\n\n\n\n\n")),
    "source that is not code of another size": (SOME, add("src/notes.md", "# Notes\n")),
    "source deleted": (SOME, delete("src/basket.py")),
    "source becomes a binary file": (SOME, add("src/basket.py", b"\0\1\2")),
    "source becomes a folder": (SOME, both(delete("src/basket.py"), add("src/basket.py/a.txt", ""))),
    "neighbour added": (SOME, add("src/pear.py", "")),
    "neighbour deleted": (SOME, delete("src/shelf.h")),
    "folder of sources added": (SOME, add("lib/pear.py", "")),
    "companion deleted": (SOME, delete("docs/src/basket.py_kw.md")),
    "index that lists a page no more": (SOME, change("docs/src/sub.md", "basket.py", "basked.py")),
    "other pages say something else of all": (SOME, change(BASKET, "Orchard", "Garden")),
    "quoting page added": (SOME, add("docs/docs/lost.md_docs.md", QUOTING)),
    # Suppressions, ignores and the baseline.
    "suppression edited": (SOME, change("docs/guide.md", "allow-next-line broken-link", "allow-next-line house")),
    "suppression of something else": (SOME, change("docs/guide.md", "allow-next-line broken", "allow-next-line other")),
    "suppression added": (
        SOME,
        change("docs/guide.md", "# Guide\n", "# Guide\n\n<!-- doclint: allow-file house -->\n"),
    ),
    "entry of the configuration suppresses no more": (ALL, change("doclint.toml", "docs/old.md", "docs/older.md")),
    "entry for another rule": (ALL, change("doclint.toml", 'rule = "broken-link"', 'rule = "broken-anchor"')),
    "ignored rule": (ALL, configure('ignore = ["house"]')),
    "rule ignored on other pages": (ALL, change("doclint.toml", '"docs/odd.md"', '"docs/even.md"')),
    ".gitignore leaves out a page": (SOME, add(".gitignore", "docs/old.md\nsrc/notes.md\n")),
    "page excluded no more": (ALL, change("doclint.toml", '["docs/draft.md"]', "[]")),
    "baseline begun": (
        ALL,
        both(
            configure('baseline = "known.json"'),
            lambda root: run_cli(["baseline", "write", "--root", str(root), "--no-cache"]),
        ),
    ),
    # Rules, formats, configuration.
    "option of a rule": (ALL, change("doclint.toml", "later/*.md", "never/*.md")),
    "option of a local rule": (ALL, configure("rules.shouting.most = 5")),
    "severity": (ALL, change("doclint.toml", 'shouting = "warning"', 'shouting = "error"')),
    "profile": (ALL, change("doclint.toml", '["default"]', '["strict"]')),
    "local rule edited": (ALL, change("house/shouting.py", "> self.most", "> 0 and heading.text != 'BELOW'")),
    "word list edited": (ALL, change("house/words.toml", '"use"', '"take"')),
    "word list no more": (ALL, change("doclint.toml", ', "house/words.toml"', "")),
    "what the configuration extends": (ALL, add("house/base.toml", 'ignore = ["broken-anchor", "shouting"]\n')),
    "format edited": (ALL, change("house/format.toml", '"function"', '"class"')),
    "format no more": (ALL, change("doclint.toml", '["house/format.toml"]', "[]")),
    "pages elsewhere": (ALL, configure('docs-roots = ["site", "docs/src"]')),
    "depth of what is read": (ALL, both(configure("limits.depth = 10"), add("docs/café.md", "> " * 40 + "deep\n"))),
    "name of the project": (ALL, configure('project = "Garden"')),
    "largest page": (ALL, configure("limits.file-bytes = 200")),
    "configuration of a folder added": (SOME, add("docs/doclint.toml", '[severity]\nshouting = "info"\n')),
    "folder becomes a root": (SOME, add("docs/src/doclint.toml", 'root = true\nignore = ["claims"]\n')),
    # Nothing at all.
    "other times of files": (NONE, touch),
    "file that nobody asks for": (NONE, add("site/src/unread.txt", "")),
}
SILENT = {
    "link leads out of the tree",
    "link leads nowhere",
    "folder of sources added",
    "folder becomes a root",
    "other times of files",
    "file that nobody asks for",
}
"""Changes that make no difference to the report."""


@pytest.mark.parametrize("name", CHANGES)
def test_change(warm: tuple[Runs, Snapshot, Run], name: str) -> None:
    runs, _, before = warm
    expected, act = CHANGES[name]
    act(runs.root)
    run = runs.agreed()
    assert (run.report == before.report) == (name in SILENT)
    pages, count = run.report["summary"]["pages"], len(run.linted)  # type: ignore[index]
    assert expected == (NONE if not count else ALL if count == pages else SOME), f"{count} of {pages} pages are checked"


@pytest.mark.parametrize("folder", ["", "docs/src", ".."])
def test_place_that_a_run_starts_from_says_nothing(
    warm: tuple[Runs, Snapshot, Run], monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    runs, _, before = warm
    monkeypatch.chdir(runs.root / folder)
    assert runs.cached() == Run(before.report, [])


def test_options_that_choose_rules_are_told_apart(warm: tuple[Runs, Snapshot, Run]) -> None:
    runs, _, before = warm
    for options in (
        ["--ignore", "links"],
        ["--select", "house"],
        ["--without", "source"],
        ["--no-local-rules"],
        ["--isolated"],
    ):
        first = runs.agreed(*options)
        assert len(first.linted) == first.report["summary"]["pages"]  # type: ignore[index]
        assert runs.cached(*options) == Run(first.report, [])
    assert runs.cached() == Run(before.report, [])


SOURCE_GONE = delete("src/basket.py")
PEAR = add("src/pear.py", "")
SEQUENCES: dict[str, list[Change]] = {
    "source goes, and the copy on a page decides": [
        SOURCE_GONE,
        change(BASKET, "def empty", "def fresh"),
        change(BASKET, "def fresh", "def empty"),
        delete(BASKET),
    ],
    "copy on a page changes, and then decides": [change(BASKET, "def empty", "def fresh"), SOURCE_GONE],
    "quoted page comes into the tree, and goes again": [
        add("docs/docs/lost.md_docs.md", QUOTING),
        add("docs/lost.md", "# Lost\n\n[Gone](gone.md), and quite some more text.\n"),
        change("docs/lost.md", "gone.md", "guide.md"),
        delete("docs/lost.md"),
    ],
    "neighbour comes, and is ignored": [PEAR, add("src/.gitignore", "pear.py\n"), delete("src/pear.py")],
    "page turns into its neighbour and back": [
        rename("docs/other.md", "docs/third.md"),
        rename("docs/old.md", "docs/other.md"),
        rename("docs/third.md", "docs/old.md"),
    ],
    "link is swung around": [
        link("docs/alias.md", "old.md"),
        link("docs/img/../here", "img"),
        change("docs/guide.md", "img/apple.png", "here/apple.png"),
        link("docs/here", "../src"),
        link("docs/here", ".."),
        link("docs/here", "../.."),
    ],
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_changes_one_after_another(warm: tuple[Runs, Snapshot, Run], name: str) -> None:
    runs, _, before = warm
    reports = []
    for act in SEQUENCES[name]:
        act(runs.root)
        reports.append(runs.agreed().report)
    assert any(each != before.report for each in reports)


class RandomEditor:
    """Somebody who changes a tree at random, but the same way each time."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = Random(seed)  # noqa: S311 - nothing is kept secret
        self.texts: list[bytes] = []

    def act(self) -> str:
        """Change something; what was done."""
        act = self.random.choice(
            [
                self.swap,
                self.copy,
                self.remove,
                self.bring_back,
                self.cut,
                self.move,
                self.reword,
                self.reword,
                self.link,
            ]
        )
        return f"{act.__name__} {act()}"

    def swap(self) -> object:
        one, other = self.random.sample(self.files(), 2)
        content = one.read_bytes()
        one.write_bytes(other.read_bytes())
        other.write_bytes(content)
        return one, other

    def copy(self) -> object:
        one, other = self.random.sample(self.files(), 2)
        new = other.with_name(self.random.choice([one.name, one.name.upper(), f"{one.name}_docs.md"]))
        if not new.is_dir():
            new.write_bytes(one.read_bytes())
        return one, new

    def remove(self) -> object:
        one = self.random.choice(self.files())
        self.texts.append(one.read_bytes())
        one.unlink()
        return one

    def bring_back(self) -> object:
        """What was removed, elsewhere."""
        one = self.random.choice(self.files())
        place = one.with_name(f"back-{len(self.texts)}{one.suffix}")
        place.write_bytes(self.texts.pop() if self.texts else b"# Back\n")
        return place

    def cut(self) -> object:
        one = self.random.choice(self.files())
        content = one.read_bytes()
        one.write_bytes(content[: self.random.randrange(len(content) + 1)])
        return one

    def move(self) -> object:
        one, other = self.random.sample(self.files(), 2)
        new = other.parent / one.name
        if not new.exists():
            one.rename(new)
        return one, new

    def reword(self) -> object:
        """A word of one file is another one in all places."""
        one = self.random.choice(self.files())
        words = re.findall(rb"[\w.]+", one.read_bytes()) or [b"word"]
        old, new = self.random.choice(words), self.random.choice(words)
        one.write_bytes(re.sub(rb"(?<![\w.])%b(?![\w.])" % re.escape(old), new, one.read_bytes()))
        return one, old, new

    def link(self) -> object:
        """A link in place of a file."""
        one, other = self.random.sample(self.files(), 2)
        target = os.path.relpath(self.random.choice([other, other.parent, self.root.parent]), one.parent)
        one.unlink()
        one.symlink_to(target)
        return one, target

    def files(self) -> list[Path]:
        return sorted(place for place in self.root.rglob("*") if place.is_file() and not place.is_symlink())


@pytest.mark.parametrize(("seed", "batch"), [(0, 5_000), (1, 3)])
def test_changes_at_random(runs: Runs, seed: int, batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doclint.engine.cache.cache._BATCH", batch)
    for path in ("doclint.toml", "house/base.toml", "house/format.toml", "house/words.toml"):
        (runs.root / path).unlink()  # a configuration that is broken is nothing to compare
    (runs.root / ".git").mkdir()
    editor = RandomEditor(runs.root, seed)
    total = linted = 0
    history = []
    for _ in range(12):
        history.append(editor.act())
        cached, uncached = runs.cached(), runs.uncached()
        assert cached.report == uncached.report, "\n".join(history)
        total, linted = total + len(uncached.linted), linted + len(cached.linted)
    assert linted < total


@pytest.mark.parametrize("tree", ["heron", "kiln", "quay"])
def test_changes_at_random_of_a_tree_full_of_defects(tmp_path: Path, tree: str) -> None:
    shutil.copytree(LABELLED / tree, tmp_path / "tree", symlinks=True)
    for path, page in markers.read(tmp_path / "tree").items():
        (tmp_path / "tree" / path).write_bytes(page.data)
    runs = Runs(tmp_path / "tree", tmp_path / "cache")
    editor = RandomEditor(runs.root, 7)
    runs.cached()
    for _ in range(3):
        history = [editor.act() for _ in range(5)]
        assert runs.cached().report == runs.uncached().report, "\n".join(history)


def test_configurations_of_sites_come_and_change_and_go(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "tree", tmp_path / "cache")
    for name in "abc":
        write(runs.root, f"guide/{name}.md", f"# {name}\n\n[x](one) [x](../docs/far)\n")
    write(runs.root, "docs/one.md", "(one)=\n# One\n\n[x](gone)\n")
    steps: list[tuple[Change, set[str]]] = [
        (touch, {"a.md", "b.md", "c.md", "one.md"}),
        (add("guide/conf.py", "extensions = ['myst_parser']\n"), {"one.md"}),
        (change("guide/conf.py", "myst_parser", "sphinx.ext.autodoc"), {"a.md", "b.md", "c.md", "one.md"}),
        (change("guide/conf.py", "sphinx.ext.autodoc", "myst_parser"), {"one.md"}),
        (delete("guide/conf.py"), {"a.md", "b.md", "c.md", "one.md"}),
        (add("doclint.toml", "site = 'sphinx'\n"), set()),
        (add("doclint.toml", "site = { guide = 'sphinx' }\n"), {"one.md"}),
    ]
    for step, expected in steps:
        step(runs.root)
        report = runs.agreed("--select", "broken-link").report
        assert isinstance(report, dict)
        assert {Path(one["path"]).name for one in report["findings"]} == expected
