"""Citations: how pages write them, where they lead, and what is said of them once the sources change."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import builds, dictionaries, integers, lists, sampled_from, text, tuples
from scratch import Scratch

from doclint import fix_text, lint_text
from doclint.cli.main import run_cli
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.citations import Citation, citations
from doclint.page.page import Page
from doclint.repository.in_memory import Memory

SHOP = "import till\n\n\ndef count():\n    return 1\n\n\n\n\n\n\n\ndef close():\n    return 2\n"
FILES = {
    "src/shop.py": SHOP,
    "src/a b.py": "a = 1\n",
    "app/src/till.py": "a = 1\n",
    "go.mod": "module github.com/me/app\n",
}
HOST = "https://github.com/me/app/blob"


def page(written: str, path: str = "wiki/page.md", files: dict[str, str] = FILES) -> Page:
    return Page(path, Source.from_text(written), formats=builtins(), repository=Memory({**files, path: written}))


def described(page: Page, one: Citation) -> str:
    """Return a citation in a line: its path, its ranges and its symbol, and the texts at its places."""
    ranges = " ".join(f"{lines.first}-{lines.last}@{page.text(lines.span)}" for lines in one.lines)
    path = page.text(one.path_span) if one.path_span else "-"
    return " ".join(filter(None, [one.base, one.path, ranges, one.symbol, f"({path})"]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[shop.py](file://src/shop.py)", "root src/shop.py (src/shop.py)"),
        ("[shop.py](file://src/shop.py#L1-L9)", "root src/shop.py 1-9@L1-L9 (src/shop.py)"),
        ("[shop.py](file://src/shop.py:1-9)", "root src/shop.py 1-9@1-9 (src/shop.py)"),
        ("[shop.py](file://src\\shop.py#L3)", "root src/shop.py 3-3@L3 (src\\shop.py)"),
        ("[a file](file://src\\(x)\\y.py#L3)", "root src/(x)/y.py 3-3@L3 (src\\(x)\\y.py)"),
        ("[a file](file://src\\_x.py#L3)", "root src/_x.py 3-3@L3 (src\\_x.py)"),
        ("[a file](file://src/C#/x.cs#L3)", "root src/C#/x.cs 3-3@L3 (src/C#/x.cs)"),
        ("[a file](file://src/a%20b.py#L1)", "root src/a b.py 1-1@L1 (src/a%20b.py)"),
        ("[a file](file://src/a b.py#L1)", "root src/a b.py 1-1@L1 (src/a b.py)"),
        ("<cite>\n- [x](file://src/shop.py)\n</cite>", "root src/shop.py (src/shop.py)"),
        ("[a file](file://src/x.py#L1,L3-L9)", "root src/x.py 1-1@L1 3-9@L3-L9 (src/x.py)"),
        ("[a file](file://src/x.py#L1-LNaN)", "root src/x.py 1-None@L1-LNaN (src/x.py)"),
        ("[count](../src/shop.py#L4)", "page src/shop.py 4-4@L4 count (src/shop.py)"),
        ("[shop.py:4-5, 9](../src/shop.py#L4-L5)", "page src/shop.py 4-5@L4-L5 9-9@9 (src/shop.py)"),
        ("[shop.py:4-5](../src/shop.py)", "page src/shop.py 4-5@4-5 (src/shop.py)"),
        (f"[shop.py]({HOST}/main/src/shop.py#L4)", "host src/shop.py 4-4@L4 (src/shop.py)"),
        (f'<a href="{HOST}/main/src/shop.py#L4"><code>count</code></a>', "host src/shop.py 4-4@L4 count (src/shop.py)"),
        (f"`count()` ([L4-L5]({HOST}/main/src/shop.py#L4-L5))", "host src/shop.py 4-5@L4-L5 count (src/shop.py)"),
        ("[src/shop.py:1-2]()", "root src/shop.py 1-2@1-2 (src/shop.py)"),
        ("[shop.py:1-2]()", "root src/shop.py 1-2@1-2 (shop.py)"),
        ("[[src/shop.py:1]]()", "root src/shop.py 1-1@1 (src/shop.py)"),
        ("It counts [src/shop.py:4-5].", "root src/shop.py 4-5@4-5 (src/shop.py)"),
        ("It counts (`src/shop.py:4-5`).", "text src/shop.py 4-5@4-5 (src/shop.py)"),
        ("It counts in `src/shop.py` (lines 4-5, 9).", "text src/shop.py 4-5@4-5 9-9@9 (src/shop.py)"),
        ("---\nsources: [repo://src/shop.py#L1-L2]\n---\n", "root src/shop.py 1-2@L1-L2 (src/shop.py)"),
        ("A.\n\n<!-- ground: src/shop.py:1-2 -->\n", "root src/shop.py 1-2@1-2 (src/shop.py)"),
        ("**Source File**: `src/shop.py`", "root src/shop.py (src/shop.py)"),
        ("**Source File**: `src/shop.py (open), a.py`", "root src/shop.py (src/shop.py)"),
    ],
)
def test_forms(text: str, expected: str) -> None:
    of = page(f"{text}\n" if text.startswith("---") else f"# Shop\n\n{text}\n")
    assert [described(of, one) for one in citations(of)] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "```\n[src/shop.py:1-2]()\n```",
        "`[src/shop.py:1-2]`",
        "`src/other.py:1-2` and `127.0.0.1:80`",
        "At 12:30, see [shop](../src/shop.py), [](), [here]() and [1:2].",
        "[x](https://github.com/me/other/blob/main/src/shop.py#L4)",
        "[x](../src/shop.py#use) ![x](../src/shop.py)",
        "[x](file:///Users/me/shop.py#L1)",
    ],
)
def test_other_texts(text: str) -> None:
    assert citations(page(f"# Shop\n\n{text}\n")) == []


def test_several_files_of_a_field() -> None:
    of = page("**Source File**: `src/shop.py, go.mod`\n**Source File**: go.mod, `src/shop.py`\n")
    assert [one.path for one in citations(of)] == ["src/shop.py", "go.mod", "go.mod", "src/shop.py"]


@pytest.mark.parametrize("cited", ["`src/shop.py:4-5`", "`src/shop.py` (lines 4-5, 9)"])
def test_a_citation_in_code_ends_with_its_lines(cited: str) -> None:
    of = page(f"`run:fast` counts in {cited}, twice.\n")
    assert [of.text(one.span) for one in citations(of)] == [cited]


def test_root_of_a_hidden_folder() -> None:
    of = page("[till.py](file://src/till.py#L1), [shop.py](file://src/shop.py), [x](file://x.py)", "app/.wiki/page.md")
    assert [one.path for one in citations(of)] == ["app/src/till.py", "src/shop.py", "app/x.py"]
    of = page("[gone.py](file://src/gone.py#L1)", "docs/.wiki/page.md")
    assert [one.path for one in citations(of)] == ["src/gone.py"]


def test_project_by_its_files() -> None:
    """A fork, or a commit, is the repository if the repository has most of the files that the page links to."""
    links = [
        f"[x](https://github.com/you/fork/blob/main/{path}#L1)" for path in ("src/shop.py", "src/a%20b.py", "x.py")
    ]
    assert [one.path for one in citations(page("\n".join(links)))] == ["src/shop.py", "src/a b.py", "x.py"]
    assert citations(page("\n".join(links[1:]))) == []
    half = [*links, links[2].replace("x.py", "y.py")]
    assert citations(page("\n".join(half))) == [], "half of the files are not most of them"


PARTS = [*"[]()`:-#L, \n\\</>", "file://", "repo://", "](", "src/shop.py", "1-9", "12", "#L3-L", "NaN", "<cite>", "\r"]
PARTS += ["(lines ", "**Source File**: ", "<!-- ground: ", " -->", "---\n", "https://github.com/me/app/blob/main/"]


@given(lists(sampled_from(PARTS), max_size=30).map("".join) | text())
def test_any_text_has_citations_within_it(written: str) -> None:
    of = page(written)
    for one in citations(of):
        inside = [one.span, *filter(None, [one.path_span]), *(lines.span for lines in one.lines)]
        assert all(one.span.start <= span.start <= span.end <= one.span.end <= len(written) for span in inside)
    assert citations(of) == citations(page(written))


@pytest.mark.parametrize(
    "part",
    [
        "[",
        "](",
        "[](",
        "[a](file://",
        "[a.py:1-",
        "[a.py:1,",
        "`a:1",
        "`a.py` (lines ",
        "<!-- ground:",
        "**Source File**: ",
        "1,",
    ],
)
def test_hostile_texts(part: str) -> None:
    """Reading takes time in proportion to the text: otherwise these take minutes."""
    for prefix in ("", "# A\n\n[a](file://a#L1) [b:1] **Source File** repo:// <!-- ground: a -->\n\n"):
        assert len(citations(page(prefix + part * 20_000))) <= 20_002


WIKI = """\
# Shop

The shop counts.

**Sources:**

- [shop.py](file://src/shop.py)
- [count](file://src/shop.py#L4-L5)
- [src/shop.py:13-14](../src/shop.py#L13-L14)
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    """A repository with a wiki that is right, in the current folder."""
    scratch = Scratch(tmp_path / "repository")
    for path, content in {**FILES, "wiki/page.md": WIKI}.items():
        scratch.write(path, content)
    scratch.commit()
    monkeypatch.chdir(scratch.root)
    return scratch


def found(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what doclint finds in the current folder, with the line and the message of each finding."""
    run_cli(["check", "--no-cache", "--output-format", "json"])
    report = json.loads(capsys.readouterr().out)
    return [f"{one['line']} {one['rule']}: {one['message']}" for one in report["findings"]]


needs_git = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


@needs_git
def test_sources_that_change(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(capsys) == []
    repository.write("src/shop.py", SHOP.replace("import till\n", "import till\n" + "# a line\n" * 20))
    assert found(capsys) == [
        "8 misplaced-range: `count` is on lines 24-25 of `src/shop.py`, but the page cites lines 4-5"
    ]
    repository.write("src/shop.py", "".join(SHOP.splitlines(keepends=True)[:6]))
    assert found(capsys) == ["9 impossible-range: `src/shop.py` has 6 lines, but the page cites lines 13-14"]


@needs_git
def test_source_that_is_renamed(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    repository.git("mv", "src/shop.py", "src/store.py")
    repository.commit()
    commit, date = repository.git("log", "-1", "--abbrev=10", "--format=%h %cs").split()
    says = f"`src/shop.py` is cited, but git renamed it to `src/store.py` on {date} ({commit})"
    assert found(capsys) == [
        f"7 dead-citation: {says}",
        f"8 dead-citation: {says}",
        "9 broken-link: The link `../src/shop.py#L13-L14` leads to `src/shop.py`, which does not exist",
    ]


NAMESAKE = "src/impl/StoreServiceImpl.java"


@pytest.mark.parametrize(
    ("sources", "lines", "suggestion", "is_fixed"),
    [
        ({NAMESAKE: 9}, "#L1-L9", NAMESAKE, True),
        ({NAMESAKE: 9}, "#L1-L30", NAMESAKE, False),
        ({NAMESAKE: 9}, "#L7-L2", NAMESAKE, False),
        ({NAMESAKE: 9}, "", NAMESAKE, True),
        ({NAMESAKE: 9, "lib/StoreServiceImpl.java": 30}, "#L1-L9", NAMESAKE, True),
        ({"lib/a/StoreServiceImpl.java": 9, "lib/b/StoreServiceImpl.java": 30}, "#L1-L9", None, False),
        ({NAMESAKE: 9, "src/b/StoreServiceImpl.java": 9}, "#L1-L9", None, False),
        ({}, "#L1-L9", "src/StoreService.java", True),
        ({}, "#L1-L30", "src/StoreService.java", False),
        ({}, "", "src/StoreService.java", True),
    ],
)
def test_name_that_is_the_same_and_similar_names(
    sources: dict[str, int], lines: str, suggestion: str | None, is_fixed: bool
) -> None:
    """The same name counts before a similar one, and a fix writes only a file that has the lines."""
    files = {path: "int a;\n" * count for path, count in {"src/StoreService.java": 20, **sources}.items()}
    wiki = f"# Shop\n\n- [StoreServiceImpl.java](file://src/StoreServiceImpl.java{lines})\n"
    (one,) = lint_text(wiki, path="wiki/page.md", sources=files, rules=["citations"]).findings
    assert (one.rule, one.arguments["suggestion"]) == ("dead-citation", suggestion)
    assert (one.fix is not None) == is_fixed


@pytest.mark.parametrize("cited", ["`src/Till.java:30`", "`src/Till.java` (lines 3-30)"])
def test_lines_behind_a_stale_path_are_not_taken_along(cited: str) -> None:
    files = {"src/store/Till.java": "int a;\n" * 9, "src/Shop.java": ""}
    fixed = fix_text(f"See {cited}.\n", path="README.md", sources=files, unsafe=True)
    assert [one.rule for one in fixed.report.findings] == ["stale-path"]


NAMES = ["StoreService", "StoreServiceImpl", "StoreServiceImpls", "TillServiceImpl"]
PLACES = sampled_from(["", "src/", "src/impl/", "src/app/impl/", "lib/", "lib/impl/"])
JAVA = builds("{}{}.java".format, PLACES, sampled_from(NAMES))
RANGES = sampled_from(["", "#L1", "#L2-L6", "#L1-L30", "#L4-L2", "#L0", "#L1-LNaN"])


@given(dictionaries(JAVA, integers(0, 40), max_size=6), lists(tuples(JAVA, RANGES), max_size=4))
def test_fixes_leave_no_new_errors(lengths: dict[str, int], cited: list[tuple[str, str]]) -> None:
    files = {path: "int a;\n" * count for path, count in lengths.items()}
    wiki = "".join(f"- [{path.rpartition('/')[2]}](file://{path}{lines})\n" for path, lines in cited)
    before = lint_text(wiki, path="wiki/page.md", sources=files, rules=["citations"])
    fixed = fix_text(wiki, path="wiki/page.md", sources=files, rules=["citations"], unsafe=True)
    after = lint_text(fixed.text, path="wiki/page.md", sources=files, rules=["citations"])
    kept = {(one.start.line, one.rule) for one in before.findings if one.fix is None}
    assert {(one.start.line, one.rule) for one in after.findings} <= kept


@needs_git
def test_source_that_is_not_checked_out(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    """git's index has it: a sparse checkout left it out."""
    repository.git("update-index", "--skip-worktree", "src/shop.py")
    (repository.root / "src" / "shop.py").unlink()
    assert [one for one in found(capsys) if "dead-citation" in one] == []
    repository.write("wiki/page.md", "# Shop\n\n[src](file://app/src)\n")
    repository.git("update-index", "--skip-worktree", "app/src/till.py")
    shutil.rmtree(repository.root / "app")
    assert found(capsys) == [], "the folder has a file in the index"


@needs_git
def test_submodule_that_only_the_index_has(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    commit = repository.git("rev-parse", "HEAD")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},kitchen")
    repository.write("wiki/page.md", "# Shop\n\n[pan](file://kitchen/src/pan.py)\n[lid](file://src/shop.py/lid.py)\n")
    says = "`kitchen/src/pan.py` is cited, but belongs to another repository, the submodule `kitchen`"
    lid = "4 dead-citation: `src/shop.py/lid.py` is cited, but does not exist"
    assert found(capsys) == [f"3 dead-citation: {says}", lid]
    repository.write("kitchen/src/pot.py", "a = 1\n")
    pan = "3 dead-citation: `kitchen/src/pan.py` is cited, but does not exist"
    assert found(capsys) == [pan, lid], "it is checked out"


@needs_git
def test_addresses_with_a_commit(repository: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    commit = repository.git("rev-parse", "--short=8", "HEAD")
    links = [f"[x]({HOST}/{commit}/{path})" for path in ("src/shop.py#L14", "src/shop.py#L16", "go.mod#L1", "x.py#L1")]
    repository.write("wiki/page.md", "# Shop\n\n" + "\n".join(links) + "\n")
    repository.git("rm", "--quiet", "src/shop.py")
    repository.commit()
    repository.write("src/shop.py", "a = 1\n")
    expected = [
        "4 impossible-range: `src/shop.py` has 14 lines, but the page cites line 16",
        "6 dead-citation: `x.py` is cited, but does not exist",
    ]
    assert found(capsys) == expected
    repository.write("wiki/page.md", (repository.root / "wiki/page.md").read_text().replace(commit, "1234567"))
    assert found(capsys) == [], "git does not know the commit"


def test_hostile_claims_of_openwiki() -> None:
    """What is compared is limited for each page: these claims would have terabytes hashed."""
    evidence = {"resource": "repo://shop.py#L1-L900000", "version": f"repo-lines-v1:sha256:{'0' * 64}"}
    claims = json.dumps({"claims": [{"statement": "It opens.", "evidence": [evidence] * 2_000}] * 3})
    files = {"openwiki/.claims/a.json": claims, "shop.py": "a = 1\n" * 150_000}
    report = lint_text("# A\n", path="openwiki/a.md", sources=files, rules=["changed-evidence"])
    assert [one.message_id for one in report.findings] == ["changed"]


@pytest.mark.parametrize(
    "claims",
    ["", "[]", "{", '{"claims": 1}', '{"claims": [1, {}, {"evidence": 1}, {"evidence": [1, {}, {"resource": 1}]}]}'],
)
def test_claims_in_another_form(claims: str) -> None:
    files = {"openwiki/.claims/a.json": claims}
    assert not lint_text("# A\n", path="openwiki/a.md", sources=files, rules=["changed-evidence"]).findings


@pytest.mark.parametrize("outline", ["", "[", "1", "[" * 100_000, '{"pages": [1, {"file": 1}, {"file": "../a.md"}]}'])
def test_outlines_in_another_form(outline: str) -> None:
    folder = ".zread/wiki/versions/1"
    files = {f"{folder}/wiki.json": outline}
    assert not lint_text("# A\n", path=f"{folder}/1-a.md", sources=files, rules=["unwritten-page"]).findings
