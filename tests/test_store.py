"""The file of the cache: whatever happened to it, runs report the same, and it is repaired or left alone."""

import json
import multiprocessing
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sample_project import lay_out
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.cache import cache, key as cache_key, store
from doclint.engine.cache.store import ResultRow, Rows, Store
from doclint.engine.linter import Linter
from doclint.engine.page_result import EncodedResult, PageResult, decode_found, decode_stored, encode, found_of
from doclint.engine.page_rules import PageFindings
from doclint.engine.plan import Request, make_plans
from doclint.markdown.source import Position
from doclint.page.claims import PageClaims, PlacedClaim
from doclint.repository.memo import NO_SEEN_FILES, TICK, SeenFile, SeenFiles
from doclint.repository.repository import Repository
from doclint.rule.finding import failure


@pytest.fixture
def linted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are checked."""
    found: list[str] = []
    file = Linter.file

    def noted(linter: Linter, path: str, repository: Repository) -> PageResult:
        found.append(path)
        return file(linter, path, repository)

    monkeypatch.setattr(Linter, "file", noted)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree; its report has findings of pages alone and of all pages together."""
    root = tmp_path / "tree"
    for number in range(3):
        write(root, f"docs/{number}.md", f"# Page {number}\n\n[a](gone.md), [b](0.md), [c](1.md#x), [d](2.md)\n")
    write(root, "docs/src/a.py_docs.md", "# Documentation: `src/a.py`\n")
    (root / ".git").mkdir()
    return root


def report_of(tree: Path, *options: str) -> object:
    file = tree.parent / "report.json"
    arguments = ["--root", str(tree), "--output-format", f"json={file}", *options]
    assert run_cli(["check", *arguments]) == 1
    return json.loads(file.read_text(encoding="utf-8"))


def only_file(folder: Path) -> Path:
    (file,) = store.files(folder)
    return file


def execute(*statements: str) -> Callable[[Path], None]:
    def act(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            for statement in statements:
                database.execute(statement)

    return act


def replace_with(*statements: str) -> Callable[[Path], None]:
    """Another database in place of the file."""

    def act(file: Path) -> None:
        file.unlink()
        execute(*statements)(file)

    return act


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwrite(file: Path) -> None:
    """Other bytes in the middle of it."""
    data = bytearray(file.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 3000] = bytes(range(250)) * 12
    file.write_bytes(data)


def swap_rows(file: Path) -> None:
    """Rows under the keys of others."""
    with closing(sqlite3.connect(file)) as database, database:
        rows = database.execute("SELECT rowid, path FROM result").fetchall()
        database.execute("UPDATE result SET path = rowid")
        for (row, _), (_, path) in zip(rows, [*rows[1:], rows[0]], strict=True):
            database.execute("UPDATE result SET path = ? WHERE rowid = ?", (path, row))


def with_checksum(**columns: bytes) -> Callable[[Path], None]:
    """All rows with other content in some columns, and with the right checksum."""

    def act(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            query = "SELECT cache_key, path, found, notes, dependencies, checksum FROM result"
            for key, path, *row in database.execute(query).fetchall():
                parts = {**dict(zip(ResultRow._fields, row, strict=True)), **columns}
                parts.pop("checksum")
                changed = ResultRow.of((key, os.fsdecode(path)), **parts)
                database.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?)", (key, path, *changed))

    return act


def forged(**values: object) -> bytes:
    """The findings of a page, with one that says something else than doclint writes."""
    finding = json.loads(encode(PageResult(PageFindings([failure("a-rule", "docs/0.md", "x")]))).found)[0][0]
    return json.dumps([[{**finding, **values}], 0]).encode()


def fill(path: object, found: bytes, dependencies: bytes) -> Callable[[Path], None]:
    """Rows with other content, and with the right checksum."""

    def act(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            for (key,) in database.execute("SELECT DISTINCT cache_key FROM result").fetchall():
                row = ResultRow.of((key, "docs/0.md"), found, b"{}", dependencies)
                database.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?)", (key, path, *row))

    return act


BROKEN: dict[str, Callable[[Path], object]] = {
    "cut off": cut,
    "some bytes overwritten": overwrite,
    "empty": lambda file: file.write_bytes(b""),
    "garbage": lambda file: file.write_bytes(b"\0garbage" * 999),
    "text": lambda file: file.write_text("SQLite format 4\n"),
    "no more than a header": lambda file: file.write_bytes(file.read_bytes()[:100]),
    "database of another program": replace_with("CREATE TABLE note (text)", "PRAGMA application_id = 1"),
    "database that does not say whose it is": replace_with("CREATE TABLE result (text)"),
    "another id": execute("PRAGMA application_id = 77"),
    "another version": execute("PRAGMA user_version = 9999"),
    "a table is missing": execute("DROP TABLE part"),
    "a table with other columns": execute("DROP TABLE part", "CREATE TABLE part (digest)"),
    "a view in place of a table": execute("DROP TABLE result", "CREATE VIEW result AS SELECT 1"),
    "rows of other types": execute("UPDATE result SET found = 1, notes = 1.5, dependencies = NULL"),
    "rows without paths": execute("UPDATE result SET path = NULL"),
    "rows with numbers for paths": execute("UPDATE result SET path = rowid"),
    "text that is none": execute("UPDATE result SET checksum = CAST(x'ff' AS TEXT)"),
    "other findings": execute("""UPDATE result SET found = CAST('[[],0]' AS BLOB)"""),
    "other notes": execute("""UPDATE result SET notes = CAST('{}' AS BLOB)"""),
    "other questions": execute("""UPDATE result SET dependencies = CAST('[{},{},{},[]]' AS BLOB)"""),
    "findings of another page": swap_rows,
    "questions in common of other types": execute("UPDATE part SET dependencies = 7"),
    "questions in common that ask for themselves": execute(
        """UPDATE part SET dependencies = CAST('[{},{},{},["' || digest || '"]]' AS BLOB)"""
    ),
    "no questions in common": execute("DELETE FROM part"),
    **{
        f"questions {dependencies.decode()}": fill(b"docs/0.md", b"[[],0]", dependencies)
        for dependencies in (b"", b"7", b"[]", b"[1,2,3,4]", b"[[],{},{},[]]", b"[{},{},{},[[]]]", b'[{},{},{},["x"]]')
    },
    **{
        f"right checksum, findings {found[:40]!r}": with_checksum(found=found)
        for found in (b"x", b"7", b"[]", b"{}", b"\xff", b"[" * 100_000, b'[[{"rule": 1}], 0]')
    },
    **{
        f"right checksum, findings of which {name} is {value}": with_checksum(found=forged(**{name: value}))
        for name, value in [
            ("path", "docs/other.md"),
            ("path", "/"),
            ("given", "["),
            ("given", '{"a": {}}'),
            ("start", [0, 0]),
            ("start", [-(10**9), 1]),
            ("end", [1, -5]),
        ]
    },
    **{
        f"right checksum, notes {notes[:40]!r}": with_checksum(notes=notes)
        for notes in (
            *(b"x", b"7", b"[]", b"\xff", b"[" * 100_000, b'{"no-such": []}', b'{"broken-link": [1]}'),
            b'{"unlinked-page": [[["/", [1, 1], [1, 1], "x"], ["/", "", []], false]]}',
        )
    },
    "questions of depth": fill(b"docs/0.md", b"[[],0]", b"[" * 100_000),
    "questions of a path that cannot be": fill(b"docs/0.md", b"[[],0]", rb'[{"a\u0000/b": 1},{},{},[]]'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file_is_passed_over_and_mended(tree: Path, folder: Path, linted: list[str], name: str) -> None:
    option = f"--cache-dir={folder}"
    true = report_of(tree, option)
    BROKEN[name](only_file(folder))
    assert report_of(tree, option) == true
    linted.clear()
    assert report_of(tree, option) == true
    assert linted == []


def test_a_fix_with_fewer_places_than_edits_is_shown_nowhere(tree: Path, folder: Path) -> None:
    """Another version may have written it; part of a fix would break the page."""
    write(tree, "docs/0.md", "# Steps\n\n2. Open it\n3. Shut it\n")

    def fixes() -> tuple[list[object], list[object]]:
        sarif = tree.parent / "report.sarif"
        report = report_of(tree, f"--cache-dir={folder}", "--output-format", f"sarif={sarif}")
        (run,) = json.loads(sarif.read_text(encoding="utf-8"))["runs"]
        assert isinstance(report, dict)
        found = [one["fix"] and one["fix"]["edits"] for one in report["findings"] if one["rule"] == "misnumbered-list"]
        return found, [one.get("fixes") for one in run["results"] if one["ruleId"] == "misnumbered-list"]

    (edits,), (in_sarif,) = fixes()
    assert isinstance(edits, list)
    assert len(edits) == 2
    assert in_sarif
    with closing(sqlite3.connect(only_file(folder))) as database, database:
        rows = database.execute("SELECT * FROM result WHERE path = ?", (b"docs/0.md",)).fetchall()
        for cache_key, path, found, *others, _ in rows:
            result = decode_found(found)
            findings = [
                replace(one, fix=one.fix and one.fix._replace(places=one.fix.places[:-1])) for one in result.findings
            ]
            edited = encode(PageResult(result._replace(findings=findings))).found
            row = ResultRow.of((cache_key, path.decode()), edited, *others)
            database.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?)", (cache_key, path, *row))
    assert fixes() == ([None], [None])


@pytest.mark.parametrize(("path", "line"), [("docs/0.md", 1), ("docs/0.md", 0), ("docs/other.md", 1)])
def test_claims_that_are_not_on_the_page_are_refused(path: str, line: int) -> None:
    claim = PlacedClaim("link", Position(line, 1), Position(line, 2), "holds")
    claims = PageClaims(path, "", "", (claim,))
    stored = encode(PageResult(PageFindings([], claims=claims))).found
    if (path, line) == ("docs/0.md", 1):
        assert decode_stored(stored, {"docs/0.md"}).claims == claims
        return
    with pytest.raises(ValueError, match="are not on these pages"):
        decode_stored(stored, {"docs/0.md"})


def test_folder_that_cannot_be(tree: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    true = report_of(tree, "--no-cache")
    (tree.parent / "file").write_text("")
    for place in ("file", "file/below", "/dev/null/x", "/proc/none", "x" * 5000):
        linted.clear()
        monkeypatch.setenv("DOCLINT_CACHE_DIR", str(tree.parent / place))
        assert report_of(tree) == true
        assert len(linted) == 4
        assert run_cli(["clean"]) == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may write everywhere")
def test_folder_that_may_not_be_written(tree: Path, folder: Path, linted: list[str]) -> None:
    true = report_of(tree, f"--cache-dir={folder}")
    write(tree, "docs/0.md", "# Page 0\n")
    folder.chmod(0o500)
    only_file(folder).chmod(0o400)
    assert report_of(tree, f"--cache-dir={folder}") == report_of(tree, "--no-cache") != true
    folder.chmod(0o000)
    assert report_of(tree, f"--cache-dir={folder}") == report_of(tree, "--no-cache")
    folder.chmod(0o700)


def test_something_else_has_the_name(tree: Path, folder: Path, linted: list[str]) -> None:
    true = report_of(tree, f"--cache-dir={folder}")
    file = only_file(folder)
    file.unlink()
    file.mkdir()
    assert report_of(tree, f"--cache-dir={folder}") == true
    assert file.is_dir()
    file.rmdir()
    file.symlink_to("nowhere/at/all")
    assert report_of(tree, f"--cache-dir={folder}") == true


@pytest.mark.parametrize("begin", ["BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"])
def test_file_that_another_run_keeps_to_itself(
    tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, begin: str
) -> None:
    monkeypatch.setattr(store, "_PATIENCE", 0.0)
    true = report_of(tree, f"--cache-dir={folder}")
    kept = only_file(folder).read_bytes()
    write(tree, "docs/new.md", "# New\n")
    with closing(sqlite3.connect(only_file(folder), isolation_level=None)) as database:
        database.execute(begin)
        assert report_of(tree, f"--cache-dir={folder}") == report_of(tree, "--no-cache") != true
        database.execute("ROLLBACK")
    assert only_file(folder).read_bytes() == kept


def test_user_without_a_home(tree: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCLINT_CACHE_DIR")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: Path("~/.cache/doclint"))
    monkeypatch.chdir(tree)
    assert report_of(tree) == report_of(tree)
    assert len(linted) == 8
    assert run_cli(["clean"]) == 0
    assert not (tree / "~").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes that share what is loaded are quick")
def test_runs_at_the_same_time(tmp_path: Path, folder: Path) -> None:
    root = lay_out(tmp_path / "tree")
    context = multiprocessing.get_context("fork")

    def check(name: str, *options: str) -> multiprocessing.process.BaseProcess:
        output = ["--output-format", f"json={tmp_path / name}"]
        run = context.Process(target=run_cli, args=(["check", "--root", str(root), *output, *options],))
        run.start()
        return run

    check("alone", "--no-cache").join()
    for turn in range(3):
        names = [f"{turn}-{number}" for number in range(4)]
        for run in [check(name, f"--cache-dir={folder}") for name in names]:
            run.join()
        for name in names:
            assert (tmp_path / name).read_bytes() == (tmp_path / "alone").read_bytes()
        only_file(folder)
        write(root, "docs/café.md", f"# Café {turn}\n")
        check("alone", "--no-cache").join()


def test_two_runs_that_know_different_pages_leave_each_other_alone(folder: Path) -> None:
    first, second = Store(folder / "a.sqlite"), Store(folder / "a.sqlite")
    keys = [("key", "a.md"), ("key", "b.md")]
    for each, key in zip((first, second), keys, strict=True):
        each.write(["key"], Rows({key: ResultRow.of(key, b"[]", b"{}", b"[]")}, {("key", key[1]): b"[]"}), (), ())
    rows = first.rows(["key"])
    assert list(rows.results) == keys
    assert all(row.is_intact(key) for key, row in rows.results.items())
    assert list(rows.parts) == keys


def test_names_of_files_need_be_no_text(folder: Path) -> None:
    key = ("key", os.fsdecode(b"a\xff\n.md"))
    kept = Store(folder / "a.sqlite")
    kept.write(["key"], Rows({key: ResultRow.of(key, b"", b"", b"")}, {}), (), ())
    assert list(kept.rows(["key"]).results) == [key]
    kept.write(["key"], Rows({}, {}), [key], ())
    assert not kept.rows(["key"]).results


def test_configurations_that_take_turns_stay_known(tree: Path, linted: list[str]) -> None:
    options = [["--select", "links"], ["--select", "strict"], [], ["--without", "source"]]
    reports = [report_of(tree, *each) for each in options]
    linted.clear()
    assert [report_of(tree, *each) for each in options] == reports
    assert linted == []


def test_only_the_last_configurations_are_kept(tree: Path, folder: Path, linted: list[str]) -> None:
    def check(most: int) -> None:
        write(tree, "doclint.toml", f"limits.file-bytes = {most}\n")
        report_of(tree, f"--cache-dir={folder}")

    for most in range(9000, 9020):
        check(most)
    with closing(sqlite3.connect(only_file(folder))) as database:
        for table in ("result", "part", "usage"):
            (count,) = database.execute(f"SELECT count(DISTINCT cache_key) FROM {table}").fetchone()  # noqa: S608
            assert count <= 10  # one of them is that of the memo
    for most in (9019, 9012, 9019):
        linted.clear()
        check(most)
        assert linted == []
    check(9000)
    check(9001)
    assert len(linted) == 8
    linted.clear()
    check(9012)
    assert linted == [], "it was used since others were"
    check(9013)
    assert len(linted) == 4


def test_large_tree_has_one_configuration(
    tree: Path, folder: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_LARGEST", 1000)
    for select in ("strict", "links", "links"):
        report_of(tree, f"--cache-dir={folder}", "--select", select)
    assert len(linted) == 8
    with closing(sqlite3.connect(only_file(folder))) as database:
        assert database.execute("SELECT count(*) FROM usage").fetchone() == (2,)  # and that of the memo


def test_folders_with_many_configurations_are_all_known(tree: Path, linted: list[str]) -> None:
    for number in range(15):
        write(tree, f"part{number}/a.md", "# A\n")
        write(tree, f"part{number}/doclint.toml", f'[per-file-ignores]\n"{number}.md" = ["links"]\n')
    for _ in range(2):
        report_of(tree)
    assert len(linted) == 19


def test_what_is_gone_from_the_tree_is_forgotten(tree: Path, folder: Path) -> None:
    def paths() -> set[bytes]:
        with closing(sqlite3.connect(only_file(folder))) as database:
            return {path for (path,) in database.execute("SELECT path FROM result")}

    report_of(tree, f"--cache-dir={folder}")
    assert paths() == {b"", b"docs/0.md", b"docs/1.md", b"docs/2.md", b"docs/src/a.py_docs.md"}
    (tree / "docs" / "2.md").unlink()
    report_of(tree, f"--cache-dir={folder}")
    assert paths() == {b"", b"docs/0.md", b"docs/1.md", b"docs/src/a.py_docs.md"}


def test_folder_stays_small(tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"doclint-{number:032x}.sqlite" for number in range(5)]
    for number, name in enumerate(names):
        write(folder, name, b"x" * 100_000)
        age = 1000 * number if number < 4 else 365 * 24 * 3600
        os.utime(folder / name, (time.time() - age, time.time() - age))
    write(folder, "doclint-notes.sqlite", "mine")
    report_of(tree, f"--cache-dir={folder}")
    assert not (folder / names[4]).exists(), "it was not used for a year"
    assert (folder / names[3]).exists()
    (own,) = (path for path in store.files(folder) if path.name not in names)
    monkeypatch.setattr(store, "_LARGEST", own.stat().st_size + 250_000)
    write(tree, "docs/new.md", "# New\n")
    report_of(tree, f"--cache-dir={folder}")
    assert set(store.files(folder)) == {own, *(folder / name for name in names[:2])}, "the oldest ones go"
    monkeypatch.setattr(store, "_LARGEST", 1000)
    write(tree, "docs/new.md", "# Newer\n")
    report_of(tree, f"--cache-dir={folder}")
    assert list(store.files(folder)) == [own], "what is in use stays"
    assert (folder / "doclint-notes.sqlite").exists()


def test_use_keeps_a_file_young(tree: Path, folder: Path) -> None:
    report_of(tree, f"--cache-dir={folder}")
    os.utime(only_file(folder), (1, 1))
    report_of(tree, f"--cache-dir={folder}")
    assert only_file(folder).stat().st_mtime > 1


@pytest.mark.parametrize("is_named", [True, False])
def test_clean_removes_what_is_ours(
    tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_named: bool
) -> None:
    options = ["--cache-dir", str(folder)] if is_named else []
    if not is_named:
        monkeypatch.setenv("DOCLINT_CACHE_DIR", str(folder))
    report_of(tree, *options)
    name = only_file(folder).name
    write(folder, f"{name}-journal", "left by a run that was killed")
    own = ["notes.txt", "doclint-notes.sqlite", "doclint-.sqlite", f"{name}.bak", f"inner/{name}"]
    for name in own:
        write(folder, name, "mine")
    (folder / f"doclint-{'0' * 32}.sqlite").mkdir()
    (folder / f"doclint-{'1' * 32}.sqlite").symlink_to("nowhere")
    capsys.readouterr()
    assert run_cli(["clean", *options]) == 0
    assert re.fullmatch(rf"Deleted \d+ KiB in `{re.escape(str(folder))}`\.\n", capsys.readouterr().out)
    assert all((folder / name).read_text(encoding="utf-8") == "mine" for name in own)
    assert list(store.files(folder)) == []
    assert run_cli(["clean", *options]) == 0
    assert capsys.readouterr().out == f"There is no cache in `{folder}`.\n"


def test_without_a_cache_nothing_is_written(tree: Path, folder: Path, linted: list[str]) -> None:
    report_of(tree, "--no-cache", f"--cache-dir={folder}")
    assert not folder.exists()
    report_of(tree, f"--cache-dir={folder}")
    linted.clear()
    report_of(tree, "--no-cache", f"--cache-dir={folder}")
    assert len(linted) == 4


@pytest.mark.parametrize("command", [["check"], ["causes"], ["baseline", "write", "--force"]])
def test_all_commands_share_it(tree: Path, folder: Path, linted: list[str], command: list[str]) -> None:
    report_of(tree, f"--cache-dir={folder}")
    linted.clear()
    run_cli([*command, "--root", str(tree), "--cache-dir", str(folder)])
    assert linted == []


def test_few_pages_are_judged_anew(tree: Path, folder: Path, linted: list[str]) -> None:
    report_of(tree, f"--cache-dir={folder}", str(tree / "docs" / "0.md"))
    assert not folder.exists()


def test_some_of_many_pages_are_known_and_nothing_is_forgotten(tree: Path, linted: list[str]) -> None:
    for number in range(60):
        write(tree, f"many/{number}.md", f"# Many {number}\n\n[a](../docs/0.md), [gone](gone.md)\n")
    some = [str(tree / "many")]
    assert report_of(tree, *some) == report_of(tree, *some)
    assert len(linted) == 60
    report_of(tree)
    linted.clear()
    report_of(tree)
    report_of(tree, *some)
    assert linted == []


def test_what_fails_is_tried_again(tree: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("too deep")

    with monkeypatch.context() as patch:
        patch.setattr("doclint.page.parsed_page.template_view", fail)
        assert run_cli(["check", "--root", str(tree)]) == 2
    linted.clear()
    report_of(tree, "--jobs=1")
    assert len(linted) == 4
    linted.clear()
    report_of(tree)
    assert linted == []


@pytest.mark.parametrize(
    ("of", "what", "other"),
    [(cache_key.CacheKeys, "_environment", ["other"]), (cache_key, "_code", lambda *_: "other")],
)
def test_other_code_judges_anew(
    tree: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch, of: object, what: str, other: object
) -> None:
    report_of(tree)
    linted.clear()
    monkeypatch.setattr(of, what, other)
    report_of(tree)
    assert len(linted) == 4


def test_code_is_told_by_its_content(tmp_path: Path) -> None:
    write(tmp_path, "rules/a.py", "a = 1\n")
    before = cache_key._code(tmp_path, NO_SEEN_FILES)
    os.utime(tmp_path / "rules" / "a.py", (1, 1))
    assert cache_key._code(tmp_path, NO_SEEN_FILES) == before
    write(tmp_path, "rules/a.py", "a = 2\n")
    after = cache_key._code(tmp_path, NO_SEEN_FILES)
    (tmp_path / "rules" / "a.py").rename(tmp_path / "rules" / "b.py")
    assert len({before, after, cache_key._code(tmp_path, NO_SEEN_FILES)}) == 3


def test_code_that_has_not_changed_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "rules/a.py", "a = 1\n")
    write(tmp_path, "rules/inner/b.toml", "b = 1\n")
    time.sleep(2 * TICK / 1e9)
    seen_files = SeenFiles()
    first = cache_key._code(tmp_path, seen_files)
    known = SeenFiles(seen_files.taken())
    with monkeypatch.context() as patch:
        patch.delattr(Path, "read_bytes")
        assert cache_key._code(tmp_path, known) == first
    write(tmp_path, "rules/a.py", "a = 2\n")
    os.utime(tmp_path / "rules" / "a.py", (1, 1))
    assert cache_key._code(tmp_path, known) == cache_key._code(tmp_path, NO_SEEN_FILES) != first


def test_batches_leave_what_one_write_leaves(tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed: list[object] = []
    monkeypatch.setattr(store, "_delete_unused", lambda *_: trimmed.append(None))
    kept = []
    for batch in (100, 1):
        trimmed.clear()
        monkeypatch.setattr(cache, "_BATCH", batch)
        for _ in range(2):  # what the second run finds again, it must not delete
            for page in tree.rglob("*.md"):
                page.write_bytes(page.read_bytes() + b"\nMore.\n")
            report_of(tree, "--cache-dir", str(folder / str(batch)))
        with closing(sqlite3.connect(only_file(folder / str(batch)))) as database:
            counts = "SELECT (SELECT count(*) FROM result), (SELECT count(*) FROM part), (SELECT count(*) FROM answer)"
            kept.append((*database.execute(counts).fetchone(), len(trimmed)))
    assert all(kept[0])
    assert kept[0] == kept[1]


def test_files_that_workers_read_for_an_earlier_batch_stay_known(tree: Path, folder: Path) -> None:
    (plan,) = make_plans(Request(), root=tree)
    seen = {path: SeenFile("state", path) for path in ("a.py", "b.py", "gone.py")}
    for names in (("a.py", "b.py", "gone.py"), ("a.py", "b.py")):
        run = cache.Cache(folder, plan)
        assert list(run.valid(plan.project.repository())) == []
        for page, name in zip(plan.pages, names, strict=False):
            run.add(page, EncodedResult(b"", b"", b"", seen_files={name: seen[name]}))
            run.save(is_whole=False, is_last=False)
        run.add(plan.pages[-1], EncodedResult(b"", b"", b""))
        run.save(is_whole=True)
    known = cache.store_of(folder, plan).seen_files()
    assert {path: one for path, one in known.items() if path in seen} == {path: seen[path] for path in ("a.py", "b.py")}


def test_findings_of_workers_share_their_texts() -> None:
    encoded = encode(PageResult(PageFindings([failure("page-failed", "docs/a.md", text) for text in ("a", "b")])))
    one, other = found_of(encoded).findings
    assert one.path is other.path
    assert one.rule is other.rule


def test_a_run_that_is_interrupted_keeps_what_it_did(
    tree: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Linter.file

    def interrupted(linter: Linter, path: str, repository: Repository) -> PageResult:
        if path == "docs/2.md":
            raise KeyboardInterrupt
        return file(linter, path, repository)

    with monkeypatch.context() as patch:
        patch.setattr(Linter, "file", interrupted)
        assert run_cli(["check", "--root", str(tree)]) == 2
    linted.clear()
    report_of(tree)
    assert linted == ["docs/2.md", "docs/src/a.py_docs.md"]


def test_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCLINT_CACHE_DIR", str(tmp_path))
    assert cache.default_folder() == tmp_path
    monkeypatch.delenv("DOCLINT_CACHE_DIR")
    found = cache.default_folder()
    assert found is None or found.name.lower() == "doclint" or "doclint" in found.parts


@pytest.mark.parametrize("command", ["check", "clean"])
def test_empty_name_is_no_folder(tree: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli([command, "--cache-dir", ""]) == 2
    assert "Invalid value for '--cache-dir': the name of the folder is empty" in capsys.readouterr().err
