"""What rules say of pages, the folders they are about and the pages beside them, in formats of several shapes."""

import pickle
import tomllib
from pathlib import Path

import pytest
from tree import pages as pages_below

from doclint import lint_corpus, lint_text
from doclint.formats.loading import builtin, builtins, parse
from doclint.formats.schema.contents import Children
from doclint.markdown.source import Source
from doclint.page.folder import described_beside, folder_contents, has_sources, is_about_docs
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory
from doclint.rule.registry import rules
from doclint.rule.rule import CorpusRule

HOUSE = Path(__file__).parents[1]

ABOUT_FOLDERS = [
    "missing-companion",
    "mixed-dialects",
    "orphan-page",
    "stale-folder-listing",
    "undocumented-source",
    "unlinked-page",
    "wrong-folder-count",
]


def house(root: str) -> str:
    """A format with a page and a list of names for each file, and one for each folder, below a docs root."""
    return f"""
name = "house"
docs-root = "{root}"

[claims.counts]
both = {{ text = "{{count.files:int}} files and {{count.folders:int}} folders" }}

[[kind]]
name = "file"
path = "{{path}}.page.md"
title = "File {{name}}"
section = []

[[kind]]
name = "names"
path = "{{path}}.names.md"
title = "Names of {{name}}"
section = []

[[kind]]
name = "folder"
path = "[{{folder}}/]all.md"
title = "Folder {{folder}}"
content = [{{ shape = "claims", of = "counts", layout = "sentences" }}]

[[kind.section]]
heading = "Files"
content = [{{ shape = "links", lists = "files", item = "[{{file}}]({{target}})" }}]
"""


SOURCES = {f"src/{name}.py": "" for name in "abcdefg"}


def folder_page(names: str, count: int | None = None) -> str:
    links = "".join(f"- [{name}.py]({name}.py.page.md)\n" for name in names)
    return f"# Folder src\n\n{len(names) if count is None else count} files and 0 folders\n\n## Files\n\n{links}"


def tree(root: str, names: str, folder: str) -> dict[str, str]:
    """The pages about some of the files and about their folder."""
    prefix = f"{root}/" if root else ""
    files = {f"{prefix}src/{name}.py.page.md": f"# File {name}.py\n\n[all](all.md)\n" for name in names}
    lists = {f"{prefix}src/{name}.py.names.md": f"# Names of {name}.py\n" for name in names}
    return {f"{prefix}src/all.md": folder, **files, **lists}


def findings_of(root: str, pages: dict[str, str], sources: dict[str, str] | None = None) -> set[tuple[str, str]]:
    """The rule and the path of each finding."""
    report = lint_corpus(
        dict(sorted(pages.items())),
        format=parse(tomllib.loads(house(root)), "the format of the test"),
        rules=ABOUT_FOLDERS,
        sources=SOURCES if sources is None else sources,
    )
    assert not report.has_failed
    return {(finding.rule, finding.path) for finding in report.findings}


@pytest.mark.parametrize("root", ["docs", "site/reference", ""])
def test_nothing_is_said_of_a_sound_tree(root: str) -> None:
    assert findings_of(root, tree(root, "abcdefg", folder_page("abcdefg"))) == set()


@pytest.mark.parametrize("root", ["docs", "site/reference"])
def test_counts_and_listings(root: str) -> None:
    found = findings_of(root, tree(root, "abcdefg", folder_page("abcde", 5)))
    page = f"{root}/src/all.md"
    assert found == {("stale-folder-listing", page), ("wrong-folder-count", page)}


@pytest.mark.parametrize("root", ["docs", "site/reference", ""])
def test_companion(root: str) -> None:
    pages = tree(root, "abcdefg", folder_page("abcdefg"))
    prefix = f"{root}/" if root else ""
    del pages[f"{prefix}src/c.py.names.md"]
    assert findings_of(root, pages) == {("missing-companion", f"{prefix}src/c.py.page.md")}


@pytest.mark.parametrize("root", ["docs", "site/reference"])
def test_source_without_page_and_page_without_source(root: str) -> None:
    sources = {path: "" for path in SOURCES if path != "src/a.py"}
    found = findings_of(root, tree(root, "abcdef", folder_page("abcdef")), sources)
    assert found == {
        ("orphan-page", f"{root}/src/a.py.page.md"),
        ("orphan-page", f"{root}/src/a.py.names.md"),
        ("undocumented-source", f"{root}/src/all.md"),
    }


def test_pages_without_any_sources() -> None:
    assert findings_of("docs", tree("docs", "abcdefg", folder_page("abcdefg", 12)), {}) == set()


def test_the_root_is_there_without_any_sources() -> None:
    pages = {"docs/all.md": folder_page("abc"), "docs/a.py.page.md": "# File a.py\n"}
    assert findings_of("docs", pages, {}) == set()
    assert ("wrong-folder-count", "docs/all.md") in findings_of("docs", pages, {"a.py": ""})


def test_facts_can_be_sent_and_are_small() -> None:
    about_all = [rule() for rule in rules().values() if issubclass(rule, CorpusRule)]
    assert about_all
    root = HOUSE / "tests" / "labelled"
    for path in pages_below([root], root):
        page = Page(path, Source.from_bytes((root / path).read_bytes()), formats=builtins(), repository=Folder(root))
        for rule in about_all:
            facts = list(rule.facts(page))
            assert pickle.loads(pickle.dumps(facts)) == facts  # noqa: S301 - our own
            assert len(pickle.dumps([fact.data for fact in facts])) < 2_000


def test_findings_do_not_grow_with_the_folder() -> None:
    """On every page of a folder nearly all of its files may be missing in a list."""
    links = "".join(f"- [`f{number}.py_docs.md`](./f{number}.py_docs.md)\n" for number in range(10))
    text = f"# Documentation: `a.py`\n\n## Related Files\n\n### Related Files\n\n{links}"
    for count in (20, 200):
        names = [f"docs/f{number}.py_docs.md" for number in range(count)]
        report = lint_text(text, path="docs/a.py_docs.md", sources=dict.fromkeys(names, ""), rules=["truncated-list"])
        (finding,) = report.findings
        named, total = finding.arguments["names"], finding.arguments["total"]
        assert isinstance(named, tuple)
        assert (len(named), total) == (5, count)


def about(path: str, files: tuple[str, ...]) -> Page:
    title = f"# Documentation: `{path}`\n" if path.endswith("_docs.md") else "# Index: `src/`\n"
    text = f"{title}\n---\n\n*Generated by Orchard Repository Documentation System*\n"
    repository = Memory(dict.fromkeys(files, b""))
    return Page(path, Source.from_text(text), formats=builtins(), repository=repository)


def names(page: Page, what: Children) -> list[set[str]]:
    """Return what has pages in the folder of a page, what of it exists, and all that exists."""
    contents = folder_contents(page, what)
    assert contents is not None
    assert page.repository is not None
    assert contents.is_known == page.repository.is_folder("src")
    return [set(contents.described), set(contents.documented), set(contents.possible)]


FILES = ("src/a.py", "src/b.py", "src/new/c.py", "docs/index.md", "docs/src/index.md", "docs/src/a.py_docs.md")


def test_contents_of_a_folder() -> None:
    more = ("docs/src/gone.py_kw.md", "docs/src/new/index.md", "docs/src/empty/x.md")
    page = about("docs/src/index.md", (*FILES, *more))
    assert names(page, "files") == [{"a.py", "gone.py"}, {"a.py"}, {"a.py", "b.py"}]
    assert names(page, "folders") == [{"new"}, {"new"}, {"new"}]
    assert described_beside(page) == {"a.py", "gone.py"}


def test_contents_of_a_folder_that_is_not_in_the_repository() -> None:
    page = about("docs/src/index.md", ("docs/src/index.md", "docs/src/a.py_docs.md"))
    assert names(page, "files") == [{"a.py"}, {"a.py"}, {"a.py"}]


def test_contents_for_a_page_about_a_file() -> None:
    assert folder_contents(about("docs/src/a.py_docs.md", FILES), "files") is None


def test_docs_folder_needs_no_pages() -> None:
    page = about("docs/index.md", (*FILES, "docs/docs/index.md"))
    assert names(page, "folders") == [{"src", "docs"}, {"src"}, {"src", "docs"}]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("docs/src/index.md", "src/a.py"), True),
        (("docs/a.py_docs.md", "a.py"), True),
        (("docs/a.py_docs.md", "b.py"), False),
        (("docs/docs/index.md",), False),
        (("README.md",), False),
    ],
)
def test_repository_with_sources(files: tuple[str, ...], *, expected: bool) -> None:
    assert has_sources(builtin("repo-docs"), Memory(dict.fromkeys(files, b""))) is expected


def test_pages_about_the_docs_folder() -> None:
    assert is_about_docs(about("docs/docs/src/a.py_kw.md_docs.md", ()))
    assert is_about_docs(about("docs/docs/index.md", ()))
    assert not is_about_docs(about("docs/docs2/a.py_docs.md", ()))
    assert not is_about_docs(about("README.md", ()))
