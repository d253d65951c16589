"""Entry points, as the standard library finds them."""

import sys
import zipfile
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
from tree import write

from doclint.installed import EntryPoint, entry_points

POINTS = """
[other]
name = other

[ group ]
no = none

[group]
# A comment

one = package.module
 two=package.module : name [extra]
"""


def same(group: str) -> list[EntryPoint]:
    """The entry points of a group, which are those that the standard library finds."""
    found = sorted(entry_points(group))
    assert found == sorted(EntryPoint(point.name, point.value) for point in metadata.entry_points(group=group))
    return found


@pytest.mark.parametrize("group", ["console_scripts", "doclint.rules", "pytest11", "nothing"])
def test_what_is_installed_here(group: str) -> None:
    assert same(group) or group == "nothing"


def test_folders_of_metadata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "a/A_b-1.0.dist-info/entry_points.txt": POINTS,
        "a/c.egg-info/entry_points.txt": "[group]\nthree = c\n",
        "a/d-1.dist-info/METADATA": "Name: d\n",
        "a/e.dist-info": "a file",
        "b/a.B-2.0.dist-info/entry_points.txt": "[group]\nhidden = by the one before\n",
        "b/f-1.dist-info/entry_points.txt": "no section = here\n",
    }.items():
        write(tmp_path, name, text)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "none"), *sys.path])
    assert same("group") == [
        EntryPoint("one", "package.module"),
        EntryPoint("three", "c"),
        EntryPoint("two", "package.module : name [extra]"),
    ]


def test_archive_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("g-1.dist-info/METADATA", "Name: g\n")
        archive.writestr("g-1.dist-info/entry_points.txt", POINTS)
    monkeypatch.syspath_prepend(str(tmp_path / "all.zip"))
    assert [point.name for point in same("group")] == ["one", "two"]


def test_egg_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "h.egg/EGG-INFO/PKG-INFO", "Name: h\n")
    write(tmp_path, "h.egg/EGG-INFO/entry_points.txt", POINTS)
    monkeypatch.syspath_prepend(str(tmp_path / "h.egg"))
    assert [point.name for point in same("group")] == ["one", "two"]


def test_who_finds_packages_elsewhere_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "i-1.dist-info/entry_points.txt", POINTS)
    elsewhere = metadata.Distribution.at(tmp_path / "i-1.dist-info")
    finder = SimpleNamespace(find_distributions=lambda _: [elsewhere], find_spec=lambda *_: None)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    assert [point.name for point in same("group")] == ["one", "two"]


def test_what_they_stand_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "doclint_broken_package/__init__.py", "import nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert EntryPoint("a", "os.path").load() is sys.modules["os.path"]
    assert EntryPoint("a", "os.path : sep [extra]").load() == sys.modules["os.path"].sep
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        EntryPoint("a", "doclint_broken_package").load()
    with pytest.raises(ValueError, match="invalid"):
        EntryPoint("a", "no-module").load()
