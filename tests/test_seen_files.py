"""A run with the cache reads no file again that has not changed, and every file that may have."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from tree import write

from doclint.cli.main import run_cli
from doclint.repository import memo
from doclint.repository.memo import TICK, state_of
from doclint.repository.paths import read_regular

OLD = "# Guide\n\nSee [the map](map.md).\n"
NEW = "# Guide\n\nSee [the map](mop.md).\n"
PAGE = "docs/guide.md"


class Project:
    """A tree of three pages whose results are in a cache."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.root = folder / "tree"
        self.page = self.root / PAGE
        self._cache = folder / "cache"
        self._patch = patch
        for path, text in {PAGE: OLD, "docs/map.md": "# Map\n", "README.md": "# Readme\n"}.items():
            write(self.root, path, text)

    def read(self, *options: str, code: int = 0) -> list[str]:
        """Return the names of the files that a run reads. It ends with an exit code: 1 if the link is dead."""
        found: list[str] = []

        def noted(path: str, size: int | None) -> bytes | None:
            found.append(Path(path).name)
            return read_regular(path, size)

        with self._patch.context() as patch:
            patch.setattr("doclint.repository.disk.read_regular", noted)
            arguments = ["--root", str(self.root), "--cache-dir", str(self._cache), "--select", "broken-link"]
            assert run_cli(["check", *arguments, "--jobs", "1", "--output-format", "concise", *options]) == code
        return sorted(one for one in found if one.endswith(".md"))


def settle() -> None:
    """Wait until a change of a file would show in its times."""
    time.sleep(2 * TICK / 1e9)


PAGES = ["README.md", "guide.md", "map.md"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(tmp_path, monkeypatch)


@pytest.fixture
def known(project: Project) -> Project:
    """A project whose files have not changed for a while when they are read."""
    settle()
    assert project.read() == PAGES
    return project


def rewrite(page: Path) -> None:
    page.write_text(NEW)


def replace(page: Path) -> None:
    page.with_suffix(".new").write_text(NEW)
    os.utime(page.with_suffix(".new"), ns=(page.stat().st_atime_ns, page.stat().st_mtime_ns))
    page.with_suffix(".new").replace(page)


def copy(page: Path) -> None:
    """The whole folder is replaced by a copy with the same times."""
    folder, other = page.parent, page.parent.with_name("other")
    shutil.copytree(folder, other)
    rewrite(other / page.name)
    shutil.copystat(page, other / page.name)
    shutil.rmtree(folder)
    other.rename(folder)


def restore(page: Path) -> None:
    """A file with the same size and an earlier time."""
    rewrite(page)
    os.utime(page, (1, 1))


def write_elsewhere(page: Path) -> None:
    """The file has another name outside the root, and changes there."""
    other = page.parents[2] / "linked.md"
    os.link(page, other)
    rewrite(other)


def test_files_that_have_not_changed_are_not_read(known: Project) -> None:
    assert known.read() == known.read() == []


def test_option_reads_all(known: Project) -> None:
    assert known.read("--hash-all") == PAGES
    assert known.read() == [], "what was read is known again"


@pytest.mark.parametrize("act", [rewrite, replace, copy, restore, write_elsewhere])
def test_change_that_keeps_size_and_time_is_found(known: Project, act: Callable[[Path], None]) -> None:
    before = known.page.stat()
    act(known.page)
    if act is not restore:
        os.utime(known.page, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert known.page.stat().st_size == before.st_size
    assert "guide.md" in known.read(code=1)


def test_file_that_changed_just_now_is_read_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = project.page.stat().st_ctime_ns
    monkeypatch.setattr(time, "time_ns", lambda: changed + TICK - 1)
    assert project.read() == PAGES
    monkeypatch.undo()
    settle()
    assert "guide.md" in project.read()
    assert project.read() == []


def test_clock_that_goes_back_makes_all_files_doubtful(known: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: known.page.stat().st_ctime_ns - 3600 * 10**9)
    assert known.read() == PAGES


def test_change_after_the_clock_went_back_is_found(known: Project) -> None:
    # The time of a change cannot be set, so the file that is known gets a later one instead.
    rewrite(known.page)
    settle()
    assert known.read(code=1) == ["guide.md"] * 2, "once to see that it has changed, once to check it"
    known.page.write_text(OLD)
    assert "guide.md" in known.read()


@pytest.mark.parametrize(
    ("changed", "is_trusted"), [(10**18, False), (10**18 + 10**7, False), (10**18 + 4 * 10**6, True)]
)
def test_coarse_times_are_not_trusted(
    project: Project, monkeypatch: pytest.MonkeyPatch, changed: int, *, is_trusted: bool
) -> None:
    status = project.page.stat()
    names = ("st_mode", "st_size", "st_mtime_ns", "st_ino", "st_dev")
    coarse = SimpleNamespace(**{name: getattr(status, name) for name in names}, st_ctime_ns=changed)
    monkeypatch.setattr(os, "stat", lambda _: coarse)
    assert (state_of(str(project.page)) is not None) == is_trusted


def test_without_times_of_changes_all_files_are_read(known: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "_HAS_CHANGE_TIMES", False)
    assert known.read() == PAGES


def test_file_behind_a_link_is_always_read(known: Project) -> None:
    write(known.root, "notes.txt", "# Notes\n")
    (known.root / "docs" / "notes.md").symlink_to("../notes.txt")
    settle()
    known.read()
    assert known.read() == ["notes.md"]


def test_files_that_no_run_reads_any_more_are_forgotten(known: Project) -> None:
    known.page.unlink()
    known.read()
    known.page.write_text(OLD)
    assert "guide.md" in known.read()


@pytest.mark.parametrize("name", ["no such file", "a\0b", ""])
def test_what_is_no_file_has_no_state(tmp_path: Path, name: str) -> None:
    assert state_of(f"{tmp_path}/{name}") is None
