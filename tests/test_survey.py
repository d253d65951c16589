"""Pages that look like a known format, but are not where doclint looks for it."""

from pathlib import Path

import pytest
from tree import write

from doclint.cli.main import run_cli

LEAD = "5 pages look like `repo-docs` but are not below `docs/`; set "


def generated(root: Path, folder: str, sources: str = "") -> None:
    """Write five generated pages below a folder, with their sources."""
    for name in "abcde":
        write(root, f"{folder}/src/{name}.py_docs.md", f"# Documentation: `src/{name}.py`\n")
        write(root, f"{sources}src/{name}.py", "x = 1\n")


def notes(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The notes of a run on standard error, where they are if its report has no place for them."""
    run_cli(["check", "--output-format", "concise", *arguments])
    return [line.removeprefix("doclint: ") for line in capsys.readouterr().err.splitlines()]


def test_pages_outside_the_docs_root_are_pointed_out(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs").rmdir()
    generated(root, "site/ref")
    write(root, "README.md", "# A\n")
    note = f'{LEAD}`docs-roots = ["site/ref"]`'
    for _ in range(2):  # from the pages, and from the cache
        assert notes(capsys) == [note]
        for command in ("check", "causes"):
            run_cli([command])
            out, err = capsys.readouterr()
            assert f"{note}.\n" in out
            assert err == "", "nobody needs to read it twice"
    assert notes(capsys, "README.md", "site") == [], "only whole runs survey the tree"
    write(root, "doclint.toml", 'docs-roots = ["site/ref"]\n')
    assert notes(capsys) == []


def test_line_to_add_keeps_the_folders_that_are_known(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    generated(root, "docs")
    generated(root, "wiki")
    assert notes(capsys) == [f'{LEAD}`docs-roots = ["docs", "wiki"]`']


@pytest.mark.parametrize(
    ("folder", "lines"),
    [("docs", "`root = true`"), ("wiki", '`root = true` and `docs-roots = ["wiki"]`')],
)
def test_sources_are_sought_where_they_are(
    root: Path, capsys: pytest.CaptureFixture[str], folder: str, lines: str
) -> None:
    generated(root, f"packages/thing/{folder}", sources="packages/thing/")
    assert notes(capsys) == [f"{LEAD}{lines} in `packages/thing/doclint.toml`"]
    write(root, "packages/thing/doclint.toml", lines.replace("`", "").replace(" and ", "\n"))
    assert notes(capsys) == []


def test_pages_of_which_the_kind_is_in_doubt_are_pointed_out(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    generated(root, "docs")
    write(root, "docs/src/a.py_docs.md", "# Something else\n")
    write(root, "docs/index.md", "# Handwritten\n")
    write(root, "docs/guide/index.md", "# Handwritten\n")
    (note,) = notes(capsys)
    assert note == (
        "1 page has the path of a page of `repo-docs` about a file or folder that exists, but not its title or "
        "sections, and is checked without the format: `docs/src/a.py_docs.md`"
    )
    (root / "docs/src/a.py_docs.md").rename(root / "docs/src/b.py_docs.md")
    (note,) = notes(capsys)
    assert note.endswith(": `docs/src/b.py_docs.md`"), "not that of the cache"


def test_few_pages_of_a_handwritten_tree_are_read_again(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def generated(path: str, *_: object) -> None:
        read.append(path)

    monkeypatch.setattr("doclint.config.survey._generated", generated)
    for number in range(100):
        write(root, f"guide/{number}/index.md", "# A\n")
        write(root, f"guide/{number}/start.md", "# A\n")
    assert notes(capsys) == []
    assert 0 < len(read) < 40
    assert {Path(path).name for path in read} == {"index.md"}
