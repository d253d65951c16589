"""`--changed-since` and `--about`, as people use them: a repository and a change in, the pages that are checked out."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from scratch import Scratch

from doclint.cli.main import run_cli
from doclint.config.project import Project
from doclint.engine.gather import run
from doclint.engine.page_rules import PageFindings
from doclint.engine.plan import Plan
from doclint.engine.scope import pages_about, pages_by_path, pages_since
from doclint.page.page import Page
from doclint.repository.repository import Repository

SAMPLE = Path(__file__).parent / "pages"
SHELF = "docs/src/shelf.h_docs.md"
OWN = 'name = "own"\ndocs-root = "{}"\nkind = [{{ name = "note", path = "own.note.md", title = "Own" }}]\n'

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    """Two pages that people wrote, one of which links to the other, and one of a source, in the format at hand."""
    scratch = Scratch(tmp_path / "repository")
    scratch.write("src/app.py", "name = 1\n")
    scratch.write("docs/src/app.py_docs.md", "# Documentation: `src/app.py`\n")
    scratch.write("docs/a.md", "# A\n\nSee [b](b.md).\n")
    scratch.write("docs/b.md", "# B\n")
    scratch.commit()
    monkeypatch.chdir(scratch.root)
    return scratch


Checked = tuple[set[str], str]
Check = Callable[..., Checked]


@pytest.fixture
def checked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    """The pages that a check with some arguments reads, and what it says of them."""

    def check(*arguments: str) -> Checked:
        read: set[str] = set()

        def outcome(page: Page, _rules: object, _known: object) -> PageFindings:
            read.add(page.path)
            return PageFindings([])

        monkeypatch.setattr("doclint.engine.linter.outcome", outcome)
        assert run_cli(["check", *arguments]) == 0
        return read, capsys.readouterr().err.removeprefix("doclint: ").rstrip("\n")

    return check


def test_no_change_concerns_no_page(repository: Scratch, checked: Check) -> None:
    assert checked("--changed-since", "main") == (set(), "0 of 3 pages: the changes affect no page")
    repository.write("setup.cfg", "")
    assert checked("--changed-since", "main") == (set(), "0 of 3 pages: the changes affect no page")


def test_changed_page_and_those_that_link_to_it(repository: Scratch, checked: Check) -> None:
    repository.write("docs/b.md", "# Renamed\n")
    assert checked("--changed-since", "main") == (
        {"docs/a.md", "docs/b.md"},
        "2 of 3 pages: 1 changed, 1 with links to what changed",
    )


def test_pages_that_link_to_a_deleted_one(repository: Scratch, checked: Check) -> None:
    repository.git("rm", "--quiet", "docs/b.md")
    assert checked("--changed-since", "main") == ({"docs/a.md"}, "1 of 2 pages: 1 with links to what changed")


@pytest.mark.parametrize("renamed", ["docs/b.md", "docs/a.md"])
def test_first_page_of_a_navigation_that_names_a_renamed_one(repository: Scratch, checked: Check, renamed: str) -> None:
    """It has the findings about the navigation, whether or not it links to the page."""
    repository.write("mkdocs.yml", "nav: [a.md, b.md, c.md]\n")
    repository.write("docs/a.md", "# A\n")
    repository.write("docs/c.md", "# C\n")
    repository.commit()
    repository.git("mv", renamed, "docs/new.md")
    first = "docs/b.md" if renamed == "docs/a.md" else "docs/a.md"
    summary = "2 of 4 pages: 1 changed, 1 with links to what changed"
    assert checked("--changed-since", "HEAD") == ({first, "docs/new.md"}, summary)


def test_pages_with_examples_of_a_changed_package(repository: Scratch, checked: Check) -> None:
    repository.write("pyproject.toml", "[project]\nname = 'orchard'\n")
    repository.write("orchard/__init__.py", "tree = 1\n")
    repository.write("package.json", '{"name": "fruit", "exports": "./index.js"}')
    repository.write("index.js", "export const tree = 1\n")
    repository.write("docs/python.md", "```python\nfrom orchard import tree\n```\n")
    repository.write("docs/javascript.md", "```js\nimport { tree } from 'fruit'\n```\n")
    repository.write("docs/other.md", "```python\nfrom garden import tree\n```\n\nAn orchard of fruit.\n")
    repository.commit()
    summary = "1 of 6 pages: 1 with examples that use what changed"
    repository.write("orchard/__init__.py", "bush = 1\n")
    assert checked("--changed-since", "main") == ({"docs/python.md"}, summary)
    repository.write("orchard/__init__.py", "tree = 1\n")
    repository.write("index.js", "export const bush = 1\n")
    assert checked("--changed-since", "main") == ({"docs/javascript.md"}, summary)


def test_pages_with_examples_of_other_packages_of_a_workspace(repository: Scratch, checked: Check) -> None:
    """A package of JavaScript matters to whoever imports it, or a package whose entry point exports all of it."""
    repository.write("package.json", '{"private": true, "workspaces": ["packages/*"]}')
    for name, code in {"fruit": "export * from 'seeds'\n", "seeds": "export const a = 1\n", "shop": ""}.items():
        repository.write(f"packages/{name}/package.json", f'{{"name": "{name}", "exports": "./index.js"}}')
        repository.write(f"packages/{name}/index.js", code)
        repository.write(f"docs/{name}.md", f"```js\nimport {{ a }} from '{name}'\n```\n")
    repository.commit()
    for name, pages in {"shop": {"shop"}, "fruit": {"fruit"}, "seeds": {"seeds", "fruit"}}.items():
        repository.write(f"packages/{name}/index.js", "export const b = 1\n")
        assert checked("--changed-since", "HEAD")[0] == {f"docs/{page}.md" for page in pages}
        repository.git("checkout", "--quiet", ".")


def test_pages_that_include_changed_code(repository: Scratch, checked: Check) -> None:
    repository.write("mkdocs.yml", "site_name: Shop\nmarkdown_extensions: [pymdownx.snippets]\n")
    repository.write("shop/__init__.py", "apples = 1\n")
    repository.write("docs/use.py", "import shop\n")
    repository.write("docs/use.md", '# Use\n\n```python\n--8<-- "docs/use.py"\n```\n')
    repository.commit()
    for path in ("docs/use.py", "shop/__init__.py"):
        repository.write(path, "import shop\n\nprint(shop)\n")
        assert checked("--changed-since", "HEAD")[0] == {"docs/use.md"}
        repository.commit()


def test_pages_that_name_what_is_gone(repository: Scratch, checked: Check) -> None:
    repository.write("tools/lint.sh", "")
    repository.write("CONTRIBUTING.md", "Run `tools/lint.sh`.\n")
    repository.write("AGENTS.md", "Run `tools/lint.shx`.\n")
    repository.commit()
    repository.git("rm", "--quiet", "tools/lint.sh")
    summary = "1 of 5 pages: 1 with names that are gone"
    assert checked("--changed-since", "main") == ({"CONTRIBUTING.md"}, summary)


def test_pages_of_a_changed_source(repository: Scratch, checked: Check) -> None:
    chosen = {"docs/src/app.py_docs.md"}, "1 of 3 pages: 1 of changed sources"
    repository.write("src/app.py", "name = 2\n")
    assert checked("--changed-since", "main") == chosen
    (repository.root / "src" / "app.py").unlink()
    assert checked("--changed-since", "main") == chosen


@pytest.mark.parametrize("change", ["changed", "deleted"])
def test_pages_whose_kind_names_a_changed_source(repository: Scratch, checked: Check, change: str) -> None:
    lines = ['name = "models"', 'docs-root = "docs"', "[[kind]]", 'name = "model"', 'path = "models/{symbol}.md"']
    lines += ['title = "{symbol}"', 'source = "*/models/{symbol|snake}.py"', 'defines = "class"']
    repository.write("models.toml", "\n".join(lines) + "\n")
    repository.write("doclint.toml", 'formats = ["models.toml"]\n')
    for name in ("PearTree", "AppleTree"):
        repository.write(f"docs/models/{name}.md", f"# {name}\n")
    for name in ("pear_tree", "apple_tree"):
        repository.write(f"src/models/{name}.py", "")
    repository.commit()
    if change == "changed":
        repository.write("src/models/pear_tree.py", "class PearTree: ...\n")
    else:
        (repository.root / "src/models/pear_tree.py").unlink()
    found = checked("--changed-since", "HEAD")
    assert found == ({"docs/models/PearTree.md"}, "1 of 5 pages: 1 of changed sources")


def test_pages_of_the_folder_of_a_source(repository: Scratch, checked: Check) -> None:
    repository.write("docs/src/index.md", "# Index: `src/`\n")
    repository.write("docs/index.md", "# Index: `root/`\n")
    repository.commit()
    repository.write("src/new.py", "")
    assert checked("--changed-since", "main^{commit}")[0] == {"docs/src/index.md"}
    repository.commit()
    shutil.rmtree(repository.root / "src")
    assert checked("--changed-since", "main")[0] == {
        "docs/index.md",
        "docs/src/index.md",
        "docs/src/app.py_docs.md",
    }, "a folder that is gone was in another, whose index should not have it"


@pytest.mark.parametrize(
    "link",
    ["![i](img/x.png)", "[i][r]\n\n[r]: ./img/x.png", "<img src='img/x.png'>", "[i](img/%78.png#f)", "[i](./img/)"],
)
def test_every_form_of_a_link(repository: Scratch, checked: Check, link: str) -> None:
    repository.write("docs/img/x.png", "")
    repository.write("docs/a.md", f"# A\n\n{link}\n")
    repository.commit()
    (repository.root / "docs" / "img" / "x.png").unlink()
    assert checked("--changed-since", "main")[0] == {"docs/a.md"}


@pytest.mark.parametrize("link", ["/b.md", "b.html", "b.html#part"])
def test_link_as_site_generators_resolve_it(repository: Scratch, checked: Check, link: str) -> None:
    repository.write("docs/conf.py", "extensions = ['myst_parser']\n")
    repository.write("docs/a.md", f"# A\n\n[b]({link})\n")
    repository.commit()
    (repository.root / "docs" / "b.md").unlink()
    assert checked("--changed-since", "main")[0] == {"docs/a.md"}


def test_configuration_and_formats_decide_for_all_pages(repository: Scratch, checked: Check) -> None:
    everything = {"docs/a.md", "docs/b.md", "docs/src/app.py_docs.md"}
    repository.write("pyproject.toml", "")
    assert checked("--changed-since", "main")[0] == set(), "it has no settings for doclint"
    repository.write("pyproject.toml", '[tool.doclint]\nformats = ["./own.toml"]\n')
    repository.write("own.toml", OWN.format("own"))
    repository.commit()
    repository.write("own.toml", OWN.format("docs"))
    summary = "all of 3 pages, because `{}` has changed"
    assert checked("--changed-since", "main") == (everything, summary.format("own.toml"))
    repository.write("pyproject.toml", "[tool.doclint]\n")
    assert checked("--changed-since", "main") == (everything, summary.format("pyproject.toml"))
    repository.write("doclint.toml", "")
    repository.commit()
    (repository.root / "doclint.toml").unlink()
    assert checked("--changed-since", "main") == (everything, summary.format("doclint.toml"))
    repository.commit()
    repository.write("go.mod", "module example.org/a\n")
    assert checked("--changed-since", "main")[0] == set(), "no site is built because of it"
    repository.write("website/docfx.json", "")
    assert checked("--changed-since", "main") == (everything, summary.format("website/docfx.json"))
    assert checked("--changed-since", "main", "docs/a.md")[0] == {"docs/a.md"}


def test_paths_narrow_the_choice(repository: Scratch, checked: Check) -> None:
    repository.write("docs/b.md", "# Renamed\n")
    repository.write("src/app.py", "name = 2\n")
    assert checked("--changed-since", "main", "docs/src", "docs/b.md") == (
        {"docs/b.md", "docs/src/app.py_docs.md"},
        "2 of 2 pages: 1 changed, 1 of changed sources",
    )


def test_exclusions_hold(repository: Scratch, checked: Check) -> None:
    repository.write("doclint.toml", 'exclude = ["a.md"]\n')
    repository.write(".gitignore", "docs/src/\n")
    repository.commit()
    repository.write("docs/a.md", "# A\n\nOther.\n")
    repository.write("docs/b.md", "# Renamed\n")
    repository.write("src/app.py", "name = 2\n")
    assert checked("--changed-since", "main") == ({"docs/b.md"}, "1 of 1 page: 1 changed")
    assert checked("--about", "src/app.py") == (set(), "no page is about the given paths or cites them")


def test_root_below_that_of_git(repository: Scratch, checked: Check) -> None:
    repository.write("part/docs/c.md", "# C\n\n[d](d.md), [up](../../docs/b.md)\n")
    repository.write("part/docs/d.md", "# D\n")
    repository.commit()
    repository.write("docs/b.md", "# Renamed\n")
    assert checked("--changed-since", "main", "--root", "part") == (set(), "0 of 2 pages: the changes affect no page")
    repository.write("part/docs/d.md", "# Renamed\n")
    assert checked("--changed-since", "main", "--root", "part")[0] == {"docs/c.md", "docs/d.md"}


def test_page_that_cannot_be_read_is_reported(
    repository: Scratch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str, _size: int | None) -> bytes:
        raise PermissionError(path)

    repository.write("setup.cfg", "")
    monkeypatch.setattr("doclint.repository.disk.read_regular", refuse)
    assert run_cli(["check", "--changed-since", "main", "docs/b.md"]) == 2
    assert "docs/b.md:1:1 error page-unreadable" in capsys.readouterr().out


def test_page_that_makes_no_sense_is_reported(
    repository: Scratch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("doclint.page.parsed_page.template_view", fail)
    repository.write("setup.cfg", "")
    assert run_cli(["check", "--changed-since", "main", "docs/a.md"]) == 2
    assert "docs/a.md:1:1 error page-failed" in capsys.readouterr().out


def test_findings_are_those_of_the_pages_chosen(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    repository.write("docs/old.md", "[gone](gone.md)\n")
    repository.commit()
    repository.write("docs/b.md", "[gone](gone.md)\n")
    assert run_cli(["check", "--changed-since", "main", "--output-format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["summary"]["pages"] == 2
    assert [violation["path"] for violation in report["findings"]] == ["docs/b.md"]


def test_about(repository: Scratch, checked: Check) -> None:
    repository.write("docs/src/app.py_kw.md", "# Keyword Index: `src/app.py`\n")
    repository.write("docs/src/index.md", "# Index: `src/`\n")
    repository.write("docs/src/part/index.md", "# Index: `src/part/`\n")
    repository.write("src/part/b.py", "")
    repository.write("srcs/app.py", "")
    of_app = {"docs/src/app.py_docs.md", "docs/src/app.py_kw.md", "docs/src/index.md"}
    assert checked("--about", "src/app.py") == (of_app, "3 pages about the given paths")
    assert checked("--about", "src")[0] == of_app | {"docs/src/part/index.md"}
    assert checked("--about", "src/part/b.py", "srcs/app.py")[0] == {"docs/src/part/index.md"}
    assert checked("--about", "srcs/app.py") == (set(), "no page is about the given paths or cites them")
    assert checked("--about", ".")[0] == of_app | {"docs/src/part/index.md"}


def test_pages_by_path_are_sought_only_where_pages_of_a_format_lie(
    repository: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered: set[str] = set()
    scandir = os.scandir

    def scan(folder: str | Path) -> object:
        entered.add(Path(folder).relative_to(repository.root).as_posix())
        return scandir(folder)

    repository.write("doclint.toml", 'formats = ["own.toml"]\n')
    repository.write("own.toml", OWN.format("deep/pages"))
    for name in ("deep/pages/x/y.md", "deep/other/y.md", "docs/x/y.md"):
        repository.write(name, "")
    project = Project.find(root=repository.root)
    with monkeypatch.context() as patch:  # pytest itself looks into folders once the test is over
        patch.setattr("doclint.repository.discovery.os.scandir", scan)
        pages_by_path([repository.root / "src/app.py"], project)
        assert entered == {".", "docs", "docs/src"}
        pages_by_path([repository.root / "src"], project)
    # In `src` it looks for folders that are roots of their own.
    assert entered == {".", "deep", "deep/pages", "deep/pages/x", "docs", "docs/src", "docs/x", "src"}


def test_pages_about_files_are_those_of_their_own_root(repository: Scratch, checked: Check) -> None:
    repository.write("part/doclint.toml", "root = true\n")
    repository.write("part/src/own.py", "name = 1\n")
    repository.write("part/docs/src/own.py_docs.md", "# Documentation: `src/own.py`\n")
    repository.commit()
    page = "docs/src/own.py_docs.md"
    assert checked("--about", "part/src/own.py") == ({page}, "1 page about the given paths")
    assert checked("--about", "part")[0] == {page}
    assert checked("--about", ".")[0] == {page, "docs/src/app.py_docs.md"}
    repository.git("branch", "--force", "before")
    repository.write("part/src/own.py", "name = 2\n")
    assert checked("--changed-since", "before")[0] == {page}


def test_pages_that_are_given_are_left_out(repository: Scratch, checked: Check) -> None:
    page = "docs/src/app.py_docs.md"
    assert checked("--about", "src/app.py", page) == (set(), "no page is about the given paths or cites them")
    assert checked("--about", "src/app.py", "docs/a.md") == ({page}, "1 page about the given paths")


def test_pages_whose_paths_say_more_than_what_they_are_about(repository: Scratch, checked: Check) -> None:
    repository.write("doclint.toml", 'formats = ["own.toml"]\n')
    kind = '{ name = "own", path = "{_}/{path}.md", title = "{path}", section = [] }'
    repository.write("own.toml", f'name = "own"\ndocs-root = "site"\nkind = [{kind}]\n')
    repository.write("site/v1/src/app.py.md", "# src/app.py\n")
    repository.write("site/v2/src/other.py.md", "# src/other.py\n")
    repository.commit()
    pages = {"docs/src/app.py_docs.md", "site/v1/src/app.py.md"}
    assert checked("--about", "src/app.py")[0] == pages
    repository.git("branch", "--force", "before")
    repository.write("src/app.py", "name = 2\n")
    assert checked("--changed-since", "before")[0] == pages


CITING = {
    "wiki/link.md": "Here: [app.py](file://src/app.py#L1-L2)\n",
    "wiki/label.md": "Here: [src/app.py:1]()\n",
    "wiki/escaped.md": "Here: [x](file://src%2Fapp.py#L1)\n",
    "wiki/windows.md": "Here: [x](file://src\\app.py#L1)\n",
    "wiki/head.md": "---\nsources:\n  - repo://src/app.py#L1\n---\n\n# Here\n",
    "wiki/part.md": "Here: <!-- ground: src/app.py:1 -->\n",
}
OTHERS = {
    "wiki/name.md": "It speaks of app.py, and `src/app.py`.\n",
    "wiki/other.md": "Here: [x](file://lib/app.py#L1), [y](file://src/my_app.py#L1), [z](file://src/my%20tools.py#L1)\n",
}


@pytest.fixture
def wiki(repository: Scratch) -> Scratch:
    """The repository with pages that cite its source, and others that cite something else."""
    for path, text in (CITING | OTHERS).items():
        repository.write(path, text)
    for path in ("lib/app.py", "src/my_app.py", "src/my tools.py"):
        repository.write(path, "name = 1\n")
    repository.commit()
    repository.git("branch", "--force", "before")
    return repository


def test_pages_that_cite_a_source(wiki: Scratch, checked: Check) -> None:
    own = "docs/src/app.py_docs.md"
    cites = "7 pages: 1 about the given paths, 6 with citations of them"
    assert checked("--about", "src/app.py") == ({own, *CITING}, cites)
    assert checked("--about", "src/my tools.py") == (
        {"wiki/other.md"},
        "1 page: 0 about the given paths, 1 with citations of them",
    )
    assert checked("--about", "src")[0] == {own, "wiki/other.md", *CITING}
    assert checked("--about", "lib")[0] == {"wiki/other.md"}
    assert checked("--about", "docs/b.md") == (set(), "no page is about the given paths or cites them")
    assert checked("--about", "src/app.py", "wiki/link.md")[0] == {own, *CITING} - {"wiki/link.md"}
    wiki.write("src/app.py", "name = 2\n")
    assert checked("--changed-since", "before") == (
        {own, *CITING},
        "7 of 11 pages: 1 of changed sources, 6 with citations of what changed",
    )


@pytest.mark.parametrize("is_committed", [True, False])
@pytest.mark.parametrize("change", [("rm", "--quiet", "src/app.py"), ("mv", "src/app.py", "src/web.py")])
def test_pages_that_cite_a_source_that_is_gone(
    wiki: Scratch, checked: Check, change: tuple[str, ...], is_committed: bool
) -> None:
    wiki.git(*change)
    if is_committed:
        wiki.commit()
    assert checked("--about", "src/app.py")[0] == {"docs/src/app.py_docs.md", *CITING}
    chosen, summary = checked("--changed-since", "before")
    assert chosen == {"docs/src/app.py_docs.md", *CITING, *OTHERS}, "these name a file that is gone"
    assert "6 with citations of what changed, 2 with names that are gone" in summary


def test_pages_without_the_name_of_a_source_are_not_parsed(wiki: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: set[str] = set()
    page = Project.page

    def counting(self: Project, path: str, text: str | bytes, repository: Repository | None) -> Page:
        parsed.add(path)
        return page(self, path, text, repository)

    monkeypatch.setattr(Project, "page", counting)
    pages_about([wiki.root / "src/my tools.py"], Project.find(root=wiki.root))
    assert parsed == {"wiki/other.md"}


def test_cited_path_of_many_folders(wiki: Scratch) -> None:
    """A path that no system can have takes no time, and no memory for the folders that it is in."""
    wiki.write("wiki/long.md", f"[x](file://{'a/' * 100_000}tools.py#L1) and [y](file://src/my%20tools.py#L1)\n")
    found = pages_about([wiki.root / "src/my tools.py"], Project.find(root=wiki.root))
    assert found.pages == ["wiki/long.md", "wiki/other.md"]


def test_page_that_cannot_be_parsed_is_checked(wiki: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_page: Page) -> None:
        raise RecursionError

    monkeypatch.setattr("doclint.engine.citing.citations", failing)
    found = pages_about([wiki.root / "src/my tools.py"], Project.find(root=wiki.root))
    assert found.pages == ["wiki/other.md"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--about"], "--about needs sources as paths, and does not go with"),
        (
            ["--about", "--changed-since", "main", "src"],
            "--about needs sources as paths, and does not go with",
        ),
        (["--about", "src/gone.py"], "`src/gone.py` does not exist"),
        (["--about", ".."], "does not lie below the root"),
        (["--changed-since", "gone"], "doclint: git knows no revision `gone`\n"),
        (["--changed-since", "--output=x"], "doclint: `--output=x` is not a revision\n"),
        (["--changed-since", "main", "gone.md"], "`gone.md` does not exist"),
    ],
)
def test_bad_usage(
    repository: Scratch, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    root = ["--root", str(repository.root)]
    assert run_cli(["check", *root, *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, complaint in err) == ("", True), err


def test_without_a_revision_git_is_not_asked(
    repository: Scratch, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run_cli(["check", "docs/a.md"]) == 0
    assert run_cli(["check", "--about", "src/app.py"]) == 1
    capsys.readouterr()
    assert run_cli(["check", "--changed-since", "main"]) == 2


SAMPLE_FILES = sorted(path.relative_to(SAMPLE).as_posix() for path in SAMPLE.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    scratch = Scratch(tmp_path_factory.mktemp("sample"))
    shutil.copytree(SAMPLE, scratch.root, dirs_exist_ok=True)
    scratch.commit()
    return scratch


@pytest.mark.parametrize("change", ["delete", "rename", "empty"])
@pytest.mark.parametrize("path", SAMPLE_FILES)
def test_choice_misses_nothing_that_a_change_breaks(sample: Scratch, path: str, change: str) -> None:
    """The sample is sound, so whatever a full run finds now was broken by the change."""
    project = Project.find(root=sample.root)
    place = sample.root / path
    if change == "empty":
        place.write_text("# Other\n")
    elif change == "rename":
        place.rename(place.with_name(f"other-{place.name}"))
    else:
        place.unlink()
    try:
        report = run(Plan(project, project.selection(), project.pages()))
        chosen = pages_since("main", [], project).pages
    finally:
        sample.git("reset", "--quiet", "--hard")
        sample.git("clean", "--quiet", "-d", "--force")
    assert {finding.path for finding in report.findings} <= set(chosen)


def test_what_a_folder_extends_decides_too(repository: Scratch, checked: Check) -> None:
    repository.write("shared/base.toml", 'ignore = ["links"]\n')
    repository.write("docs/doclint.toml", 'extend = "../shared/base.toml"\n')
    repository.commit()
    repository.git("branch", "--force", "before")
    repository.write("shared/base.toml", 'ignore = ["encoding"]\n')
    assert checked("--changed-since", "before")[1].endswith("because `shared/base.toml` has changed")
    assert "because" not in checked("--isolated", "--changed-since", "before")[1]
