"""Facts: what the cache keeps of contents saves work where results no longer hold, and never changes a report."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from tree import write

from doclint.cli.main import run_cli
from doclint.engine import workers
from doclint.engine.cache import store
from doclint.engine.cache.store import Rows, Store
from doclint.repository import memo
from doclint.repository.memo import Memo, MemoStore

SOURCE = 'class Basket:\n    """Holds apples."""\n\n\ndef pick(tree): ...\n'
KEYWORDS = """\
# Keyword Index: `src/{name}`

## File Information

- **Original File**: [src/{name}](../../src/{name})

## Keywords Extracted

### Classes

- **`Basket`**: [notes](notes.md#more)
- **`Crate`**: [notes](notes.md#less)

### Functions

- **`pick`**: [guide](../guide.md#all)
"""


BROKEN = """\
# Documentation: `src/a.py`

## Original Source

```python
a
```
b
```

## High-Level Overview

It is.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of pages that are held against their sources and lead to headings of other pages."""
    root = tmp_path / "tree"
    (root / ".git").mkdir(parents=True)
    for name in ("basket.py", "copy.py", "other.py"):
        write(root, f"src/{name}", SOURCE if name != "other.py" else SOURCE.replace("pick", "press"))
        write(root, f"docs/src/{name}_kw.md", KEYWORDS.format(name=name))
    write(root, "docs/src/notes.md", "# Notes\n\n## More\n")
    write(root, "docs/guide.md", "# Guide\n\n## Some\n")
    return root


@pytest.fixture
def found_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions whose answers are found out, because they are not known."""
    dependencies: list[str] = []
    of = Memo.of

    def noted(memo: Memo, data: bytes, question: tuple[str, ...], form: object, find: Callable[[], object]) -> object:
        def find_out() -> object:
            dependencies.append(question[0])
            return find()

        return of(memo, data, question, form, find_out)

    monkeypatch.setattr(Memo, "of", noted)
    return dependencies


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def findings_of(tree: Path, *options: str) -> list[str]:
    file = tree.parent / "report.json"
    run_cli(["check", "--root", str(tree), "--jobs=1", "--output-format", f"json={file}", *options])
    findings = json.loads(file.read_text(encoding="utf-8"))["findings"]
    return [f"{violation['path']}:{violation['line']} {violation['message']}" for violation in findings]


def execute(folder: Path, *statements: str) -> list[tuple[object, ...]]:
    (file,) = store.files(folder)
    with closing(sqlite3.connect(file)) as database, database:
        return [row for statement in statements for row in database.execute(statement)]


def test_nothing_is_read_again_where_only_the_settings_changed(tree: Path, folder: Path, found_out: list[str]) -> None:
    cache = f"--cache-dir={folder}"
    findings_of(tree, cache)
    assert {"symbols", "passages", "anchors"} <= set(found_out)
    true = findings_of(tree, "--no-cache", "--ignore=mojibake")
    found_out.clear()
    assert findings_of(tree, cache, "--ignore=mojibake") == true
    assert found_out == []


def test_same_content_is_read_once(tree: Path, folder: Path, found_out: list[str]) -> None:
    findings_of(tree, f"--cache-dir={folder}")
    write(tree, "src/new.py", SOURCE)
    write(tree, "docs/src/new.py_kw.md", KEYWORDS.format(name="new.py"))
    found_out.clear()
    findings_of(tree, f"--cache-dir={folder}")
    assert found_out == []


def test_other_content_is_read(tree: Path, folder: Path, found_out: list[str]) -> None:
    before = findings_of(tree, f"--cache-dir={folder}")
    write(tree, "src/basket.py", SOURCE.replace("Basket", "Crate"))
    write(tree, "docs/guide.md", "# Guide\n\n## All\n")
    found_out.clear()
    assert findings_of(tree, f"--cache-dir={folder}") == findings_of(tree, "--no-cache") != before
    assert sorted(set(found_out)) == ["anchors", "passages", "symbols"]


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM answer",
        "UPDATE answer SET content = CAST('null' AS BLOB)",
        "UPDATE answer SET content = 7",
        "UPDATE answer SET checksum = NULL",
        "UPDATE answer SET checksum = CAST(x'ff' AS TEXT)",
        "DROP TABLE answer",
    ],
)
def test_broken_facts_are_passed_over(tree: Path, folder: Path, damage: str) -> None:
    findings_of(tree, f"--cache-dir={folder}")
    execute(folder, damage)
    assert findings_of(tree, f"--cache-dir={folder}", "--ignore=mojibake") == findings_of(
        tree, "--no-cache", "--ignore=mojibake"
    )


def test_facts_that_make_no_sense_are_passed_over(tree: Path, folder: Path, found_out: list[str]) -> None:
    findings_of(tree, f"--cache-dir={folder}")
    for key, name in execute(folder, "SELECT cache_key, digest FROM answer"):
        new = Rows({}, {}, {(str(key), str(name)): b'{"found": 7}'})
        (file,) = store.files(folder)
        Store(file).write([str(key)], new, (), ())
    found_out.clear()
    assert findings_of(tree, f"--cache-dir={folder}", "--ignore=mojibake") == findings_of(
        tree, "--no-cache", "--ignore=mojibake"
    )
    assert found_out


def test_workers_find_out_the_same(tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def memo() -> list[tuple[object, ...]]:
        rows = execute(folder, "SELECT cache_key, digest, content FROM answer ORDER BY cache_key, digest")
        return [(*key, sorted(bytes(content))) for *key, content in rows]  # type: ignore[call-overload]

    findings_of(tree, f"--cache-dir={folder}")
    alone = memo()
    assert run_cli(["clean", f"--cache-dir={folder}"]) == 0
    monkeypatch.setattr(workers, "_LEAST", 0)
    findings_of(tree, f"--cache-dir={folder}", "--jobs=2")
    assert memo() == alone != []


def test_other_formats_have_other_facts(tmp_path: Path, folder: Path) -> None:
    """Which headings a page has depends on whether its fence is repaired, and so on where pages of a format lie."""
    root = tmp_path / "tree"
    write(root, "documentation/src/a.py_docs.md", BROKEN)
    write(root, "documentation/guide.md", "# Guide\n\n[a](src/a.py_docs.md#high-level-overview)\n")
    cache, select = f"--cache-dir={folder}", "--select=broken-anchor"
    for configuration in ("", 'docs-roots = ["documentation"]\n', ""):
        write(root, "doclint.toml", configuration)
        assert findings_of(root, cache, select) == findings_of(root, "--no-cache", select)
        write(
            root,
            "documentation/guide.md",
            f"# Guide {len(configuration)}\n\n[a](src/a.py_docs.md#high-level-overview)\n",
        )


def test_answer_that_is_too_large_is_not_kept(tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "_LARGEST", 10)
    true = findings_of(tree, "--no-cache")
    assert findings_of(tree, f"--cache-dir={folder}") == true
    assert all(len(content) <= 10 for (content,) in execute(folder, "SELECT content FROM answer"))  # type: ignore[arg-type]


def test_docstring_that_no_json_has(tree: Path, folder: Path) -> None:
    write(tree, "src/basket.py", SOURCE.replace("apples", r"\ud83d apples"))
    write(tree, "docs/src/basket.py_docs.md", "# Documentation: `src/basket.py`\n\n## Overview\n\nIt holds apples.\n")
    for options in ([], ["--ignore=mojibake"]):
        assert findings_of(tree, f"--cache-dir={folder}", *options) == findings_of(tree, "--no-cache", *options)


def test_facts_take_no_more_room_than_the_cache_has(tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findings_of(tree, f"--cache-dir={folder}")
    ((before,),) = execute(folder, "SELECT count(*) FROM answer")
    monkeypatch.setattr(store, "_LARGEST", 1)
    findings_of(tree, f"--cache-dir={folder}", "--ignore=mojibake")
    ((after,),) = execute(folder, "SELECT count(*) FROM answer")
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert 0 < after <= before / 2 + 1


@given(st.lists(st.tuples(st.binary(max_size=9), st.sampled_from("ab"), st.text(max_size=9))))
def test_what_is_kept_is_what_was_found(answers: list[tuple[bytes, str, str]]) -> None:
    """Answers to one question about one content are the first that was found, those to others are others."""
    kept: dict[str, bytes] = {}

    class Memory(Store, frozen=True):
        def fact(self, key: tuple[str, str]) -> bytes | None:
            return kept.get(key[1])

    first: dict[tuple[bytes, str], str] = {}
    for data, question, answer in answers:
        memo = Memo(MemoStore(Memory(Path("none")), "key"))
        found = memo.of(data, (question,), str, partial(str, answer))
        assert found == first.setdefault((data, question), answer)
        kept.update(memo.taken())
        assert not memo.taken()
