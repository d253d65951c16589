"""What is there, on disk and in memory."""

from pathlib import Path

import pytest
from tree import pages

from doclint.errors.exceptions import UsageError
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory, Overlay
from doclint.repository.repository import Repository

FILES = {"README.md": "# A\n", "docs/a.md": "a", "docs/Sub/b.md": "b", "src/x.py": ""}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(params=["disk", "memory"])
def repository(request: pytest.FixtureRequest, root: Path) -> Repository:
    return Folder(root) if request.param == "disk" else Memory(FILES)


@pytest.mark.parametrize(
    ("path", "exists", "is_folder"),
    [
        ("", True, True),
        ("docs", True, True),
        ("docs/a.md", True, False),
        ("docs/A.md", False, False),
        ("docs/sub/b.md", False, False),
        ("docs/a.md/x", False, False),
        ("nothing/at/all", False, False),
        ("../secret", False, False),
        ("docs/\0", False, False),
        ("x/" * 5_000 + "y", False, False),
    ],
)
def test_existence(repository: Repository, path: str, exists: bool, is_folder: bool) -> None:
    assert (repository.exists(path), repository.is_folder(path)) == (exists, is_folder)
    assert (repository.read(path) is not None) == (exists and not is_folder)


def test_other_case(repository: Repository) -> None:
    assert repository.other_case("DOCS/sub/B.MD") == "docs/Sub/b.md"
    assert repository.other_case("docs/c.md") is None


def test_links_are_not_followed_out_of_the_root(tmp_path: Path, root: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret", encoding="utf-8")
    (root / "way-out").symlink_to(outside)
    (root / "leak.md").symlink_to(outside / "secret.md")
    (root / "inside.md").symlink_to(root / "README.md")
    repository = Folder(root)
    assert not repository.exists("way-out/secret.md")
    assert repository.read("leak.md") is None
    assert repository.read("inside.md") == b"# A\n"


def test_questions_are_asked_once(repository: Repository) -> None:
    dependencies = []
    for _ in range(2):
        assert repository.answered(("key",), lambda: dependencies.append(1) or len(dependencies)) == 1  # type: ignore[func-returns-value]
    assert dependencies == [1]


def test_pages_below_a_folder(root: Path) -> None:
    (root / ".gitignore").write_text("build/\n/docs/a.md\n")
    (root / "build").mkdir()
    (root / "build" / "c.md").write_text("")
    (root / "docs" / "Sub" / ".gitignore").write_text("d.md\n!e.md\n")
    (root / "docs" / "Sub" / "d.md").write_text("")
    (root / "node_modules").mkdir()
    (root / "node_modules" / "f.md").write_text("")
    assert pages([root], root) == ["README.md", "docs/Sub/b.md"]
    assert pages([root / "docs" / "Sub"], root) == ["docs/Sub/b.md"]


def test_lines_that_are_no_patterns_match_nothing(root: Path) -> None:
    (root / ".gitignore").write_text("[\n\\\n!\n\nREADME.md\n")
    assert pages([root], root) == ["docs/Sub/b.md", "docs/a.md"]


def test_no_file_brings_back_what_is_excluded(root: Path) -> None:
    (root / "docs" / "Sub" / ".gitignore").write_text("!b.md\n")
    assert pages([root], root, ["b.md"]) == ["README.md", "docs/a.md"]


def test_deeper_file_brings_back_what_a_higher_one_ignores(root: Path) -> None:
    (root / ".gitignore").write_text("b.md\n")
    (root / "docs" / "Sub" / ".gitignore").write_text("!b.md\n")
    assert pages([root], root) == ["README.md", "docs/Sub/b.md", "docs/a.md"]


def test_named_file_is_read_unless_excluded(root: Path) -> None:
    (root / ".gitignore").write_text("*.md\n")
    assert pages([root / "docs" / "a.md"], root) == ["docs/a.md"]
    assert pages([root / "docs" / "a.md"], root, ["docs/"]) == []


def test_path_that_is_not_there_or_not_below_the_root(root: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        pages([root / "gone.md"], root)
    with pytest.raises(UsageError, match="does not lie below the root"):
        pages([root], root / "docs")


def test_overlays_share_answers_that_their_files_do_not_change() -> None:
    base = Memory({**FILES, "docs/c.md": "c"})
    calls: list[str] = []

    def both(repository: Repository) -> bytes:
        def find() -> bytes:
            calls.append("find")
            return (repository.read("README.md") or b"") + (repository.read("docs/a.md") or b"")

        return repository.answered(("both", "README.md"), find)

    assert both(Overlay(base, {"docs/c.md": "1"})) == both(Overlay(base, {"docs/c.md": "2"})) == b"# A\na"
    assert len(calls) == 1
    # The key has another path than the file that the answer also depends on.
    assert both(Overlay(base, {"docs/a.md": "1"})) == b"# A\n1"
    assert both(Overlay(base, {"docs/a.md": "2"})) == b"# A\n2"
    assert both(Overlay(base, {})) == b"# A\na"
    assert len(calls) == 3


def test_overlays_do_not_share_what_they_found_first() -> None:
    base = Memory(FILES)

    def names(repository: Repository) -> list[str]:
        return repository.answered(("names", "docs"), lambda: sorted(repository.listing("docs") or ()))

    assert names(Overlay(base, {"docs/new.md": ""})) == ["Sub", "a.md", "new.md"]
    assert names(Overlay(base, {"docs/a.md": "other"})) == names(base) == ["Sub", "a.md"]


@pytest.mark.parametrize("folder", ["", "docs"])
def test_names_with_a_beginning_depend_on_no_others(folder: str) -> None:
    path = f"{folder}/".lstrip("/")
    base = Memory({**FILES, f"{path}mkdocs.yml": ""})

    def names(repository: Repository) -> list[str]:
        return repository.answered(("names", folder), lambda: repository.names_beginning("mkdocs", folder))

    with base.recording() as dependencies:
        assert names(base) == ["mkdocs.yml"]
    assert Memory({f"{path}mkdocs.yml": "", f"{path}z.md": ""}).agrees(dependencies)
    assert not Memory({f"{path}mkdocs.yml": "", f"{path}mkdocs-z.yml": ""}).agrees(dependencies)
    assert names(Overlay(base, {f"{path}mkdocs-z.yml": ""})) == ["mkdocs-z.yml", "mkdocs.yml"]


def test_overlays_record_what_shared_answers_depend_on() -> None:
    base = Memory(FILES)
    for _ in range(2):
        overlay = Overlay(base, {"docs/a.md": "other"})
        with overlay.recording() as dependencies:
            overlay.answered(("text", "README.md"), lambda: overlay.read("README.md"))  # noqa: B023 - called at once
        assert list(dependencies.contents) == ["README.md"]
