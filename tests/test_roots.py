"""Arguments and roots: the findings of a page depend on its own root, and on nothing else that is checked with it."""

import json
import os
from pathlib import Path

import pytest
from tree import write

from doclint.cli.main import run_cli

LINK = "# A\n\n[x](gone.md)\n"


@pytest.fixture
def repository(root: Path) -> Path:
    """A repository with a package that is a root of its own, and has other settings and a source of its own."""
    write(root, "docs/a.md", LINK)
    write(root, "packages/thing/doclint.toml", 'root = true\nselect = ["links", "mojibake"]\nproject = "Thing"\n')
    write(root, "packages/thing/docs/b.md", LINK + "\nCafÃ© [s](/src/app.py)\n")
    write(root, "packages/thing/docs/src/app.py_docs.md", "# Documentation: `src/app.py`\n\n[x](gone.md)\n")
    write(root, "packages/thing/src/app.py", "x = 1\n")
    return root


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[tuple[object, ...]]]:
    """The findings of a run by page, as absolute path: everything but the path."""
    assert run_cli(["check", "--no-cache", "--output-format", "json", *arguments]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    found: dict[str, list[tuple[object, ...]]] = {}
    for one in document["findings"]:
        path = f"{document['root']}/{one.pop('path')}"
        found.setdefault(path, []).append(tuple(json.dumps(value) for value in one.values()))
    return found


def text(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(["check", "--no-cache", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_page_has_the_same_findings_whatever_is_checked_with_it(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    thing = "packages/thing/docs"
    inner = report(capsys, thing)
    assert {Path(page).name for page in inner} == {"b.md", "app.py_docs.md"}
    whole = report(capsys)
    assert {page: found for page, found in whole.items() if "thing" in page} == inner
    assert report(capsys, ".") == whole
    assert report(capsys, "packages", "docs/a.md") == whole
    page = f"{thing}/b.md"
    alone = report(capsys, page)
    assert alone.items() <= report(capsys, page, "docs/a.md").items()
    assert alone.items() <= whole.items()
    (repository / "packages/thing").rename(repository / "thing")
    assert [found for page, found in report(capsys).items() if "thing" in page] == list(inner.values())


@pytest.mark.parametrize("marker", [".git/HEAD", "doclint.toml"])
def test_pages_side_by_side_each_have_their_root(
    tmp_path: Path, marker: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        write(tmp_path, f"{name}/{marker}", "")
        write(tmp_path, f"{name}/docs/a.md", "[other](../../two/docs/a.md) [own](/docs/a.md)\n")
    monkeypatch.chdir(tmp_path)
    alone = report(capsys, "one/docs/a.md") | report(capsys, "two/docs/a.md")
    assert report(capsys, "one/docs/a.md", "two/docs/a.md") == alone
    assert report(capsys, "one", "two/docs") == alone
    assert report(capsys) == alone


def test_root_that_is_given_is_that_of_all_pages(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # No link of the package leads anywhere from there.
    assert report(capsys, "--root", ".") != report(capsys)
    assert report(capsys, "--root", "packages/thing") == report(capsys, "packages/thing")


def test_excluded_root_is_not_checked(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(repository, "doclint.toml", 'exclude = ["packages"]\n')
    assert {Path(page).name for page in report(capsys)} == {"a.md"}


def test_each_root_has_its_own_baseline(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in (".", "packages/thing"):
        with (repository / folder / "doclint.toml").open("a") as file:
            file.write('baseline = "known.json"\n')
    assert run_cli(["baseline", "write"]) == 0
    assert text(capsys, "packages/thing/docs")[0] == 0
    assert text(capsys, "docs")[0] == 0
    code, out, _ = text(capsys)
    assert code == 0
    assert "nothing new; 4 known from the baseline." in out
    (repository / "packages/thing/docs/b.md").write_text("[y](gone-too.md)\n")
    assert run_cli(["baseline", "update"]) == 0
    assert text(capsys)[0] == 0


@pytest.mark.parametrize("arguments", [["--shard", "1/2"], ["--baseline", "known.json"]])
def test_what_needs_one_root_says_so(
    repository: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    code, _, err = text(capsys, *arguments)
    assert code == 2
    assert f"{arguments[0]} needs pages of one root, but these have the roots `{repository}`, `{repository}/p" in err
    assert "exclude" in err


def test_everything_is_fixed_in_every_root(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(repository, "docs/a.md", "Café\n".replace("é", "Ã©"))
    code, out, _ = text(capsys, "--diff")
    assert code == 1
    assert "--- a/docs/a.md" in out
    assert "--- a/packages/thing/docs/b.md" in out
    assert text(capsys, "--fix", "--select", "mojibake")[0] == 0
    assert (repository / "docs/a.md").read_text("utf-8") == "Café\n"


def test_below_the_root_only_what_is_there_is_checked(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository, "docs/deep/c.md", LINK)
    write(repository, "other.md", LINK)
    monkeypatch.chdir(repository / "docs")
    code, out, _ = text(capsys, "--output-format", "concise")
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()] == ["a.md:3:1:", "deep/c.md:3:1:"]
    assert all(page.startswith(f"{repository}/docs/") for page in report(capsys))
    assert "only some pages were checked" in text(capsys, "-v")[2]
    assert "only some pages were checked" not in text(capsys, "-v", "--root", "..")[2]


@pytest.mark.parametrize(
    ("here", "arguments", "shown"),
    [
        (".", [], "docs/a.md"),
        ("docs", ["a.md"], "a.md"),
        ("packages", ["../docs/a.md"], "../docs/a.md"),
        ("..", ["--root", "{name}"], "{name}/docs/a.md"),
        ("../elsewhere", ["--root", "{root}"], "{root}/docs/a.md"),
    ],
)
def test_paths_are_shown_from_the_working_directory(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    here: str,
    arguments: list[str],
    shown: str,
) -> None:
    write(root, "docs/a.md", "[x](gone.md) CafÃ©\n")
    (root / "packages").mkdir()
    (root.parent / "elsewhere").mkdir(exist_ok=True)
    monkeypatch.chdir(root / here)
    values = {"name": root.name, "root": str(root)}
    named = [one.format(**values) for one in arguments]
    path = shown.format(**values)
    for style in ("text", "concise"):
        assert text(capsys, *named, "--output-format", style)[1].startswith(f"{path}:1:1")
    assert text(capsys, *named, "--output-format", "grouped")[1].startswith(f"{path}  2 findings")
    assert f"--- a/{path}" in text(capsys, *named, "--diff")[1]
    run_cli(["causes", *named])
    assert f"{path}:1:1" in capsys.readouterr().out
    document = json.loads(text(capsys, *named, "--output-format", "json")[1])
    assert {finding["path"] for finding in document["findings"]} == {"docs/a.md"}
    if "/" not in here and here != "..":
        assert os.path.exists(path)  # noqa: PTH110 - it can be opened from here


def test_errors_in_a_configuration_name_its_root(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(repository, "packages/thing/doclint.toml", "root = true\nignroe = []\n")
    code, _, err = text(capsys)
    assert code == 2
    assert err.startswith("doclint: doclint.toml:2: there is no setting `ignroe`")
    assert err.endswith("(in the root `packages/thing`)\n")
