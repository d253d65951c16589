"""From a source to its pages and back."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from doclint.formats.kinds import candidates, described_files, page_at, pages_of
from doclint.formats.loading import builtin, builtins, parse
from doclint.formats.schema.format import Format

HOUSE = Path(__file__).parents[1]
CORPUS = (HOUSE.parent / "shared" / "corpus").resolve()


def own(root: str, *patterns: str) -> Format:
    kinds = [
        {"name": f"kind-{number}", "path": page, "title": "A", "section": []} for number, page in enumerate(patterns)
    ]
    return parse({"name": "own", "docs-root": root, "kind": kinds}, "own.toml")


FORMATS = [
    *builtins().every(),
    own("", "{path}.md", "pages/{folder}.md"),
    own("site/", "of_{path}[_more].md", "[{folder}/]all[-of-it].md", "start.md", "{_}.md"),
]

NAMES = st.sampled_from(["src", "app.py", "a_docs.md", "index.md", "docs", "all", "of_x", "é b", "_more.md", "{path}"])
PATHS = st.lists(NAMES, max_size=4).map("/".join)


@pytest.mark.parametrize(
    "root",
    [HOUSE / "tests" / "pages", HOUSE / "examples"]
    + [HOUSE / "tests" / "labelled" / name for name in ("ferry", "heron", "kiln")]
    + [CORPUS / name for name in ("seeds", "click", "pybind11")],
)
def test_every_page_is_found_by_what_it_is_about(root: Path) -> None:
    if not root.is_dir():
        pytest.skip(f"no pages at {root}")
    pages = [path.relative_to(root).as_posix() for path in (root / "docs").rglob("*.md")]
    assert pages
    for page in pages:
        for one in candidates(page, builtins().every()):
            assert one.subject.path is None or page in pages_of(one.subject.path, builtins().rooted)


@given(PATHS)
def test_pages_are_about_what_they_are_found_by(path: str) -> None:
    for page in pages_of(path, FORMATS):
        assert path in {one.subject.path for one in candidates(page, FORMATS)}


@given(PATHS, st.sampled_from(["", "_docs.md", "_kw.md", "/index.md", ".md", "_more.md", "/all-of-it.md"]))
def test_pages_are_found_by_what_they_are_about(path: str, ending: str) -> None:
    page = f"{path}{ending}".lstrip("/")
    for one in candidates(page, FORMATS):
        assert one.subject.path is None or page in pages_of(one.subject.path, FORMATS)


def test_pages_of_a_file_and_of_folders() -> None:
    docs = [builtin("repo-docs")]
    assert {"docs/src/app.py_docs.md", "docs/src/app.py_kw.md"} < set(pages_of("src/app.py", docs))
    assert list(pages_of("src", docs))[2:] == ["docs/src/index.md", "docs/src/doc.md", "docs/src/sub.md"]
    assert list(pages_of("", docs)) == ["docs/index.md", "docs/doc.md", "docs/sub.md"], "the root is a folder"


@pytest.mark.parametrize(
    "path", ["..", "../a.py", "a/../b.py", "/", "/etc/passwd", "//a", ".", "./a", "a/", "a//b", "a" * 5000, "a/" * 3000]
)
def test_what_is_no_path_from_the_root_has_no_pages(path: str) -> None:
    assert list(pages_of(path, FORMATS)) == []


@given(st.text(max_size=20))
def test_nothing_leads_out(path: str) -> None:
    for page in pages_of(path, FORMATS):
        assert not page.startswith("/")
        assert ".." not in page.split("/")


def test_paths_that_say_more() -> None:
    kinds = own("docs", "{path}.md", "[{folder}/]a.md", "{_}/{path}.md", "a.md", "{_}-{_}.md").kind
    assert [kind.says_more for kind in kinds] == [False, False, True, False, False]


@given(PATHS, st.sampled_from(["", "_docs.md", "_kw.md", ".md", "_more.md"]))
def test_described_files_are_those_of_the_candidates(path: str, ending: str) -> None:
    page = f"{path}{ending}".lstrip("/")
    subjects = [one.subject for one in candidates(page, FORMATS)]
    assert list(described_files(page, FORMATS)) == [one.path for one in subjects if one.path and not one.is_folder]


@given(PATHS)
def test_page_of_a_kind(path: str) -> None:
    for format_ in FORMATS:
        for kind in format_.kind:
            page = page_at(kind, format_, path)
            assert page is None or format_.below(page) is not None


def test_pages_of_each_kind() -> None:
    format_ = builtin("repo-docs")
    pages = {kind.name: page_at(kind, format_, "src/app") for kind in format_.kind}
    assert pages["file-docs"] == "docs/src/app_docs.md"
    assert pages["folder-index"] == "docs/src/app/index.md"
    assert pages["book"] is None, "it is about the repository"
    edition = own("docs", "{_}/{path}.md").kind[0]
    assert page_at(edition, own("docs", "{_}/{path}.md"), "a.py") is None, "its path says more"


@pytest.mark.parametrize(("root", "path", "below"), [("docs", "docs/a.md", "a.md"), ("docs/", "docs", None)])
def test_path_below_the_docs_folder(root: str, path: str, below: str | None) -> None:
    format_ = own(root, "{path}.md")
    assert format_.below(path) == below
    assert below is None or format_.at(below) == path
    assert own("", "{path}.md").below(path) == path
