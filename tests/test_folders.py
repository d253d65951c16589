"""What rules say of pages, the folders they are about and the pages beside them, in formats of several shapes."""

import pickle
import tomllib
from pathlib import Path

import pytest

from doclint import lint_corpus, lint_text
from doclint.formats.loading import builtins, parse
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.discovery import pages as pages_below
from doclint.repository.disk import Folder
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
both = {{ text = "{{files:int}} files and {{folders:int}} folders" }}

[[kind]]
name = "file"
page = "{{path}}.page.md"
title = "File {{name}}"
section = []

[[kind]]
name = "names"
page = "{{path}}.names.md"
title = "Names of {{name}}"
section = []

[[kind]]
name = "folder"
page = "[{{folder}}/]all.md"
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


def told(root: str, pages: dict[str, str], sources: dict[str, str] | None = None) -> set[tuple[str, str]]:
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
    assert told(root, tree(root, "abcdefg", folder_page("abcdefg"))) == set()


@pytest.mark.parametrize("root", ["docs", "site/reference"])
def test_counts_and_listings(root: str) -> None:
    found = told(root, tree(root, "abcdefg", folder_page("abcde", 5)))
    page = f"{root}/src/all.md"
    assert found == {("stale-folder-listing", page), ("wrong-folder-count", page)}


@pytest.mark.parametrize("root", ["docs", "site/reference", ""])
def test_companion(root: str) -> None:
    pages = tree(root, "abcdefg", folder_page("abcdefg"))
    prefix = f"{root}/" if root else ""
    del pages[f"{prefix}src/c.py.names.md"]
    assert told(root, pages) == {("missing-companion", f"{prefix}src/c.py.page.md")}


@pytest.mark.parametrize("root", ["docs", "site/reference"])
def test_source_without_page_and_page_without_source(root: str) -> None:
    sources = {path: "" for path in SOURCES if path != "src/a.py"}
    found = told(root, tree(root, "abcdef", folder_page("abcdef")), sources)
    assert found == {
        ("orphan-page", f"{root}/src/a.py.page.md"),
        ("orphan-page", f"{root}/src/a.py.names.md"),
        ("undocumented-source", f"{root}/src/all.md"),
    }


def test_pages_without_any_sources() -> None:
    assert told("docs", tree("docs", "abcdefg", folder_page("abcdefg", 12)), {}) == set()


def test_the_root_is_there_without_any_sources() -> None:
    pages = {"docs/all.md": folder_page("abc"), "docs/a.py.page.md": "# File a.py\n"}
    assert told("docs", pages, {}) == set()
    assert ("wrong-folder-count", "docs/all.md") in told("docs", pages, {"a.py": ""})


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
