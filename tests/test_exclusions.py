"""What is not documentation is left out, counted, and brought back by a setting."""

import json
import subprocess
from pathlib import Path

import pytest
from tree import write

import doclint
from doclint.cli.main import run_cli
from doclint.config.project import Project

LINK = "# A\n\n[b](gone.md)\n"

VENDORED = ["vendor/a/README.md", "packages/x/third_party/b/docs/c.md", "deps/zlib/d.md"]
INSTALLED = [
    "_bmad/core/a.md",
    ".bmad-core/tasks/b.md",
    ".claude/get-shit-done/c.md",
    ".codebuddy/get-shit-done/d.md",
    ".specify/templates/plan.md",
]
FIXTURES = [
    "src/__tests__/fixtures/README.md",
    "pkg/testdata/a.md",
    "packages/x/tests/unit/data/a.md",
    "tests/pages/broken.md",
    "test/a/b/c.md",
    "crates/x/tests/compare/a.md",
    "benchmark/samples/a.md",
]
TEMPLATES = [
    ".github/ISSUE_TEMPLATE/bug.md",
    ".github/pull_request_template.md",
    "docs/PULL_REQUEST_TEMPLATE.md",
    ".gitlab/issue_templates/bug.md",
    "{{cookiecutter.name}}/README.md",
    ".github/failure-template.md",
    "tools/README_TEMPLATE.md",
    "docs/proposals/0000-template.md",
]
FRAGMENTS = [".changelog/v1.0.0/summary.md", "app/.changeset/dry-apples.md", "newsfragments/12.feature.md"]
LISTS = [".reviewer/ignore.md"]
DOCUMENTATION = [
    "README.md",
    "deps.md",
    "guide/deps/a.md",
    "tests/README.md",
    "tests/cases.md",
    "tests/unit/README.md",
    "packages/x/tests/unit/README.md",
    "benchmarks/results.md",
    "content/external/a.md",
    "content/templates/a.md",
    "content/template.md",
    # Generated pages, whose paths are those of sources.
    "docs/vendor/a.c_kw.md",
    "docs/tests/fixtures/a.py_kw.md",
    "docs/README_TEMPLATE.md_kw.md",
    "docs/.github/ISSUE_TEMPLATE/doc.md",
]


@pytest.fixture
def tree(root: Path) -> Path:
    for path in [*VENDORED, *FIXTURES, *TEMPLATES, *FRAGMENTS, *LISTS, *DOCUMENTATION]:
        write(root, path, LINK)
    write(root, "node_modules/a/README.md", LINK)
    return root


def checked(root: Path, **config: object) -> list[str]:
    """The pages that a run checks."""
    return list(doclint.lint_paths([root], root=root, config=config).paths)


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(["check", *arguments])
    return code, *capsys.readouterr()


def test_only_documentation_is_checked(tree: Path) -> None:
    assert checked(tree) == sorted(DOCUMENTATION)


def test_setting_brings_all_back(tree: Path) -> None:
    everything = [*VENDORED, *FIXTURES, *TEMPLATES, *FRAGMENTS, *LISTS, *DOCUMENTATION]
    assert checked(tree, **{"default-exclude": False}) == sorted(everything)


@pytest.mark.parametrize(
    ("pattern", "back"),
    [
        ("!vendor/", VENDORED[:1]),
        ("!/packages/", [VENDORED[1], FIXTURES[2]]),
        ("!testdata/", FIXTURES[1:2]),
        ("!/tests/pages/", FIXTURES[3:4]),
        ("!ISSUE_TEMPLATE/", TEMPLATES[:1]),
        ("!bug.md", [TEMPLATES[0], TEMPLATES[3]]),
    ],
)
def test_negated_pattern_brings_back_a_folder_or_a_page_with_all_in_it(
    tree: Path, pattern: str, back: list[str]
) -> None:
    assert checked(tree, exclude=[pattern]) == sorted([*DOCUMENTATION, *back])
    named = [tree / path for path in [*VENDORED, *FIXTURES, *TEMPLATES]]
    assert doclint.lint_paths(named, root=tree, config={"exclude": [pattern]}).paths == sorted(back)


def test_pages_below_the_folder_of_a_format_are_checked(tree: Path) -> None:
    write(tree, "wiki/tests/fixtures/a.py_kw.md", LINK)
    assert set(checked(tree, **{"docs-roots": ["wiki"]})) >= {"wiki/tests/fixtures/a.py_kw.md", "README.md"}
    assert "wiki/tests/fixtures/a.py_kw.md" not in checked(tree)
    assert len(checked(tree, **{"docs-roots": [""]})) == len(checked(tree, **{"default-exclude": False})) - 3


def test_summary_counts_them_and_says_how_to_bring_them_back(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = check(capsys)
    assert (
        "22 pages were skipped because they are not documentation (3 changelog fragments, 1 ignore list, 8 templates, "
        "7 test fixtures, 3 vendored pages); "
        'to check them, set `default-exclude = false` or `exclude = ["!FOLDER/"]`.\n'
    ) in out
    _, out, _ = check(capsys, "--output-format", "json")
    assert json.loads(out)["summary"]["left_out"] == {
        "changelog fragment": 3,
        "ignore list": 1,
        "template": 8,
        "test fixture": 7,
        "vendored page": 3,
    }
    assert Project.find(root=tree).search().left_out.keys() == {*VENDORED, *FIXTURES, *TEMPLATES, *FRAGMENTS, *LISTS}


@pytest.mark.parametrize(
    ("path", "manifest", "is_installed"),
    [
        ("apps/web/lib/lucky/README.md", "apps/web/shard.yml", True),
        ("apps/web/lib/lucky/README.md", "shard.yml", False),
        ("lib/forge-std/README.md", "foundry.toml", True),
        ("lib/README.md", "package.json", False),
        ("apps/web/deps/plug/a.md", "apps/web/mix.exs", True),
        ("ios/Pods/A/b.md", "ios/Podfile", True),
        ("docs/lib/a.md", "docs/shard.yml", False),
        ("lib/fixtures/a.md", "package.json", True),
        ("infra/.terraform/modules/a/README.md", "main.tf", True),
    ],
)
def test_libraries_that_a_package_manager_installs(root: Path, path: str, manifest: str, is_installed: bool) -> None:
    write(root, path, LINK)
    write(root, manifest, "")
    assert checked(root) == ([] if is_installed else [path])


@pytest.mark.parametrize(
    ("current", "names"),
    [
        ("versions/2026-03-01\n", ["2026-03-01"]),
        ("2026-03-01", ["2026-03-01"]),
        ("versions/2026-04-01", ["2026-02-01", "2026-03-01"]),
        ("versions/..", ["2026-02-01", "2026-03-01"]),
        ("versions/*", ["2026-02-01", "2026-03-01"]),
        (None, ["2026-02-01", "2026-03-01"]),
    ],
)
def test_only_the_current_version_of_a_wiki_of_zread_is_checked(
    root: Path, current: str | None, names: list[str]
) -> None:
    pages = [f".zread/wiki/versions/{name}/1-shop.md" for name in ("2026-02-01", "2026-03-01")]
    for path in pages:
        write(root, path, LINK)
    if current is not None:
        write(root, ".zread/wiki/current", current)
    assert checked(root) == [path for path in pages if any(name in path for name in names)]
    assert checked(root, **{"default-exclude": False}) == pages


def test_what_the_user_or_git_excludes_is_not_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, ".gitignore", "/vendor/cache/\n")
    write(root, "doclint.toml", 'exclude = ["old.md"]\n')
    for path in ("vendor/cache/a.md", "vendor/old.md", "vendor/b.md"):
        write(root, path, LINK)
    assert check(capsys)[1].startswith("1 page was skipped because it is not documentation (1 vendored page);")


@pytest.mark.parametrize("named", ["tests/fixtures/a.md", "tests/fixtures", "tests"])
def test_what_is_named_is_left_out_and_the_user_is_told(
    root: Path, capsys: pytest.CaptureFixture[str], named: str
) -> None:
    write(root, "tests/fixtures/a.md", LINK)
    code, _, err = check(capsys, "--output-format", "concise", named)
    assert code == (0 if named.endswith(".md") else 2)
    assert err.startswith(f"doclint: no page was found in `{named}`: ")
    assert "\ndoclint: 1 page was skipped because it is not documentation" in err
    assert check(capsys, "--root", "tests/fixtures", "tests/fixtures")[0] == 1


def test_page_from_standard_input_is_left_out(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doclint.cli.check._standard_input", LINK.encode)
    code, out, _ = check(capsys, "--stdin-filename", "vendor/a.md")
    assert (code, out.partition(";")[0].splitlines()[-1]) == (
        0,
        "1 page was skipped because it is not documentation (1 vendored page)",
    )


def test_links_to_what_is_left_out_have_a_target(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "vendor/a/README.md", LINK)
    write(root, "README.md", "# A\n\n[vendored](vendor/a/README.md#a), [not](vendor/a/README.md#b)\n")
    assert check(capsys, "--output-format", "concise")[1].count("\n") == 1


def test_repository_in_a_folder_that_is_left_out_is_not_entered(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("third_party/ours", "third_party/theirs"):
        write(root, f"{folder}/doclint.toml", "root = true\n")
        write(root, f"{folder}/a.md", LINK)
    code, out, _ = check(capsys)
    assert (code, out.count("2 pages were skipped")) == (0, 1)
    write(root, "doclint.toml", 'exclude = ["!/third_party/ours/"]\n')
    code, out, _ = check(capsys)
    assert (code, out.count("third_party/ours/a.md:3:1"), out.count("1 page was skipped")) == (1, 1, 1)


def test_merged_shards_count_them_once(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        check(capsys, "--shard", f"{number}/2", "--output-format", f"json=part{number}.json")
    run_cli(["merge", "part1.json", "part2.json", "--output-format", "json"])
    assert sum(json.loads(capsys.readouterr().out)["summary"]["left_out"].values()) == 22


def test_only_changed_ones_are_counted_since_a_revision(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=root, check=True)

    write(root, "vendor/a.md", LINK)
    write(root, "vendor/b.md", LINK)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    write(root, "vendor/b.md", f"{LINK}\nMore.\n")
    code, _, err = check(capsys, "--changed-since", "HEAD", "-v")
    assert (code, err.count("1 page was skipped")) == (0, 1)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("vendor", "`vendor` is left out: `vendor/`, copies of other projects"),
        ("tests/pages/broken.md", "`tests/pages/broken.md` is left out: `/tests/*/**/*.md*`, what tests read"),
        ("deps.md", "`deps.md` is left out: `deps.md` in `exclude`"),
        ("README.md", ""),
    ],
)
def test_configuration_of_a_path_names_the_pattern(
    tree: Path, capsys: pytest.CaptureFixture[str], path: str, reason: str
) -> None:
    write(tree, "doclint.toml", 'exclude = ["deps.md"]\n')
    assert run_cli(["config", path]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == (f"# {reason}" if reason else "root = false  # default")


@pytest.mark.parametrize("path", INSTALLED)
def test_what_installers_write_is_left_out(root: Path, path: str) -> None:
    write(root, path, LINK)
    write(root, ".claude/commands/own.md", LINK)
    assert checked(root) == [".claude/commands/own.md"]
