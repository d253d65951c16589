"""Configuration files, what they come to, and what is wrong with them."""

import re
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pydantic
import pytest
from hypothesis import example, given, strategies as st
from tree import write

from doclint.cli.main import run_cli
from doclint.config import files as settings
from doclint.config.project import Project
from doclint.config.schema import Config, keys, mistakes_of
from doclint.config.selection import Selection
from doclint.errors.exceptions import ConfigError
from doclint.errors.models import model_of
from doclint.page.limits import Limits

LINK = "# A\n\n[b](b.md)\n"


def selection(root: Path) -> Selection:
    return Project.find(root=root).selection()


def ids(root: Path, path: str = "docs/a.md") -> set[str]:
    return {rule.id for rule in selection(root).at(path).rules}


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The places and severities of what a run reports."""
    run_cli(["check", "--output-format", "concise", *arguments])
    return [" ".join(line.split(" ")[:3]) for line in capsys.readouterr().out.splitlines()]


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a run with a mistake in its configuration says."""
    assert run_cli(["check", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def test_no_configuration_gives_the_defaults(tmp_path: Path) -> None:
    assert settings.load(tmp_path).config == Config()


def test_own_file_and_pyproject(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", '[tool.doclint]\nignore = ["mojibake"]\n')
    assert settings.load(tmp_path).config.ignore == ["mojibake"]
    write(tmp_path, "doclint.toml", 'exclude = ["old/"]\n')
    assert settings.load(tmp_path).config == Config(exclude=["old/"])


@pytest.mark.parametrize("text", ['[project]\nname = "x"\n', '[project]\nname = "{{ x }}"\n{{ x }} = 1\n'])
def test_pyproject_without_settings_is_no_configuration(tmp_path: Path, text: str) -> None:
    write(tmp_path, "pyproject.toml", text)
    assert settings.load(tmp_path).config == Config()
    assert settings.find_root(tmp_path) != tmp_path


def test_pyproject_that_is_a_template_is_no_configuration(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[project]\n{{ name }} = 1\n")
    assert settings.load(tmp_path).config == Config()
    write(tmp_path, "pyproject.toml", "[tool.doclint]\n{{ name }} = 1\n")
    with pytest.raises(ConfigError, match="pyproject"):
        settings.load(tmp_path)


def test_root_is_the_repository_or_else_the_highest_configuration(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    write(tmp_path / "a", "doclint.toml", "")
    assert settings.find_root(tmp_path / "a" / "b") == tmp_path / "a"
    write(tmp_path, "doclint.toml", "")
    assert settings.find_root(tmp_path / "a" / "b") == tmp_path
    (tmp_path / "a" / ".git").mkdir()
    assert settings.find_root(tmp_path / "a" / "b") == tmp_path / "a"
    write(tmp_path / "a" / "b", "doclint.toml", "root = true")
    assert settings.find_root(tmp_path / "a" / "b") == tmp_path / "a" / "b"


def test_nearer_files_add_to_lists_and_replace_the_rest(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'ignore = ["mojibake"]\nseverity.links = "info"\nrules.broken-link.allow = ["x/*"]\n')
    write(root, "docs/doclint.toml", 'ignore = ["empty-section"]\nseverity.broken-link = "warning"\n')
    write(root, "docs/deep/pyproject.toml", '[tool.doclint.rules.broken-link]\nallow = ["b.md"]\n')
    for page in ("a.md", "docs/a.md", "docs/deep/a.md"):
        write(root, page, LINK)
    assert ids(root, "a.md") - ids(root, "docs/a.md") == {"empty-section"}
    assert ids(root, "docs/deep/a.md") == ids(root, "docs/a.md")
    assert "mojibake" not in ids(root, "a.md")
    assert found(capsys) == ["a.md:3:1: info broken-link:", "docs/a.md:3:1: warning broken-link:"]


def test_folder_that_is_a_root_of_its_own_is_spared_what_stands_above(root: Path) -> None:
    write(root, "doclint.toml", 'ignore = ["mojibake"]\n')
    write(root, "vendor/doclint.toml", 'root = true\nexclude = ["x"]\nignore = ["links"]\n')
    assert "mojibake" in ids(root, "vendor/docs/a.md")
    assert "broken-link" not in ids(root, "vendor/docs/a.md")


def test_only_the_root_says_what_concerns_the_whole_tree(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/doclint.toml", 'formats = ["x.toml"]\n')
    write(root, "docs/a.md", LINK)
    assert complaint(capsys) == (
        "doclint: docs/doclint.toml:1: `formats` can only be set in the configuration of the root\n"
    )


def test_per_file_ignores_are_patterns_from_the_folder_of_their_file(root: Path) -> None:
    write(root, "doclint.toml", '[per-file-ignores]\n"*_kw.md" = ["symbols"]\n"/docs/a.md" = ["mojibake"]\n')
    write(root, "docs/doclint.toml", '[per-file-ignores]\n"/a.md" = ["broken-anchor"]\n')
    assert {"mojibake", "broken-anchor"}.isdisjoint(ids(root, "docs/a.md"))
    assert {"mojibake", "broken-anchor"} <= ids(root, "docs/x/a.md")
    assert "reserved-word-as-symbol" not in ids(root, "docs/x/a.py_kw.md")
    assert "reserved-word-as-symbol" in ids(root, "docs/x/a.py_docs.md")


def test_extended_file_holds_where_nothing_else_is_said(root: Path) -> None:
    write(root, "doclint.toml", 'extend = "tools/base.toml"\nignore = ["mojibake"]\nproject = "Two"\n')
    write(root, "tools/base.toml", 'extend = "more.toml"\nignore = ["links"]\nproject = "One"\n')
    write(root, "tools/more.toml", "limits.file-bytes = 10\n")
    assert settings.load(root).config == Config(
        extend="tools/base.toml", ignore=["links", "mojibake"], project="Two", limits=Limits(file_bytes=10)
    )
    assert settings.load(root).where("ignore") == "tools/base.toml, doclint.toml"


@pytest.mark.parametrize(
    ("extend", "expected"),
    [
        ("gone.toml", r"doclint\.toml: `extend` is 'gone\.toml'; there is no such configuration below the root"),
        ("../outside.toml", r"doclint\.toml: `extend` is '\.\./outside\.toml'; there is no such"),
        ("doclint.toml", r"doclint\.toml: `extend` is 'doclint\.toml', which extends this file in turn"),
        ("wrong.toml", r"wrong\.toml:1: there is no setting `selct`; did you mean `select`\?"),
    ],
)
def test_extended_file_that_cannot_be(root: Path, extend: str, expected: str) -> None:
    write(root.parent, "outside.toml", "ignore = []\n")
    write(root, "wrong.toml", "selct = []\n")
    write(root, "doclint.toml", f'extend = "{extend}"\n')
    with pytest.raises(ConfigError, match=expected):
        settings.load(root)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ignroe = []", "there is no setting `ignroe`; did you mean `ignore`?"),
        ('select = "links"', "`select` is 'links': input should be a valid list"),
        ("rules.mojibak = {}", "`rules`: No rule or family is called `mojibak`; did you mean `mojibake`?"),
        ("rules.links = {}", "`rules`: `links` is a family, not a rule; its rules are broken-anchor, broken-link, "),
        ("rules.broken-link.alow = []", "no setting `rules.broken-link.alow`; did you mean `allow`?"),
        ("rules.broken-link.allow = 1", "`rules.broken-link.allow` is 1: input should be a valid list"),
        ('select = ["broken-lnk"]', "`select`: No rule or family is called `broken-lnk`; did you mean `broken-link`?"),
        ('ignore = ["broken-lnk"]', "`ignore`: No rule or family is called `broken-lnk`"),
        ('severity.broken-lnk = "info"', "`severity`: No rule or family is called `broken-lnk`"),
        (
            'severity.broken-link = "eror"',
            "`severity.broken-link` is 'eror', not 'error', 'warning' or 'info'; did you",
        ),
        ('per-file-ignores."a.md" = ["links", "x"]', "`per-file-ignores.a.md`: No rule or family is called `x`"),
        ('per-file-ignores."[z-a]" = ["links"]', "a pattern of `per-file-ignores` is `[z-a]`, which is not a pattern"),
        ('ignore = ["limit-reached"]', "`ignore`: `limit-reached` is not a rule: doclint itself reports it"),
        ("limits = 3", "`limits` is 3: it should be a table"),
        ("rules = 3", "`rules` is 3: it should be a table"),
        ("limits.file-bytes = 0", "`limits.file-bytes` is 0: input should be greater than or equal to 1"),
        ("select = ]", "line 1"),
    ],
)
@pytest.mark.parametrize("folder", ["", "docs/"])
def test_mistake_is_told_with_file_key_and_nearest_name(
    root: Path, capsys: pytest.CaptureFixture[str], text: str, expected: str, folder: str
) -> None:
    only_at_the_root = ("limits", "select")
    if folder and text.startswith(only_at_the_root) and text != "select = ]":
        expected = f"`{text.partition(' ')[0].partition('.')[0]}` can only be set in the configuration of the root"
    write(root, f"{folder}doclint.toml", text)
    write(root, "docs/a.md", LINK)
    said = complaint(capsys)
    # A mistake in what a file says together with others has no line.
    assert re.match(rf"doclint: {folder}doclint\.toml(?::1)?: ", said)
    assert expected in said


@pytest.mark.parametrize("text", ["tool = 'doclint'", "[tool]\ndoclint = 3", "[[tool.doclint]]"])
def test_table_that_is_none(tmp_path: Path, text: str) -> None:
    write(tmp_path, "pyproject.toml", text)
    with pytest.raises(ConfigError, match=r"pyproject\.toml: `(?:tool|doclint)` is .*, not a table"):
        settings.load(tmp_path)


def test_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    write(tmp_path, "doclint.toml", "\ufeffignore = []\n")
    assert settings.load(tmp_path).config == Config()


def test_exclude_holds_for_what_is_named_too(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'exclude = ["old/"]\n')
    write(root, "old/a.md", LINK)
    assert found(capsys, "old/a.md", "old") == []
    assert found(capsys, "--isolated", "old/a.md") == ["old/a.md:3:1: error broken-link:"]


def test_gitignore_can_be_passed_over(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, ".gitignore", "docs/\n")
    write(root, "docs/a.md", LINK)
    assert found(capsys) == []
    write(root, "doclint.toml", "respect-gitignore = false\n")
    assert found(capsys) == ["docs/a.md:3:1: error broken-link:"]


def test_page_over_the_limit_is_a_finding(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", "limits.file-bytes = 10\n")
    write(root, "a.md", "# 3456789\n")
    write(root, "b.md", "# 34567890\n")
    assert run_cli(["check", "--output-format", "concise"]) == 1
    assert capsys.readouterr().out == (
        "b.md:1:1: error page-too-large: "
        "The page has more than 10 bytes (`limits.file-bytes`), so doclint does not read it\n"
    )


KEYWORDS = "# Keyword Index: `app.py`\n\n## Keywords Extracted\n\n### Classs\n\n- **`App`**: [a](./a.md)\n"


def test_docs_roots_say_where_pages_of_a_format_lie(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "site/ref/app.py_kw.md", KEYWORDS.replace("App", "def"))
    write(root, "site/ref/a.md", "# A\n")
    assert found(capsys, "--select", "symbols") == []
    write(root, "doclint.toml", 'docs-roots = ["docs", "site/ref"]\n')
    assert found(capsys, "--select", "symbols") == ["site/ref/app.py_kw.md:7:6: error reserved-word-as-symbol:"]


def test_project_is_the_name_that_pages_should_use(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/app.py_kw.md", f"{KEYWORDS}\n---\n\n*Generated by Demo Repository Documentation System*\n")
    write(root, "docs/a.md", "# A\n")
    assert found(capsys, "--select", "wrong-subject") == []
    write(root, "doclint.toml", 'project = "Other"\n')
    assert found(capsys, "--select", "wrong-subject") == ["docs/app.py_kw.md:11:15: error wrong-subject:"]


def test_every_setting_is_shown_with_the_file_that_set_it(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        root, "doclint.toml", 'ignore = ["mojibake"]\nseverity.links = "info"\nrules.broken-link.allow = ["\\u001b"]\n'
    )
    write(root, "docs/doclint.toml", 'ignore = ["links"]\n')
    assert run_cli(["config", "docs"]) == 0
    out = capsys.readouterr().out
    tomllib.loads(out)
    lines = out.splitlines()
    assert 'ignore = ["mojibake", "links"]  # doclint.toml, docs/doclint.toml' in lines
    assert 'severity.links = "info"  # doclint.toml' in lines
    assert 'rules.broken-link.allow = ["\\u001b"]  # doclint.toml' in lines
    assert "exclude = []  # default" in lines
    assert "# project is not set" in lines
    assert {line.lstrip("# ").split(" ")[0] for line in lines} >= {
        ".".join(key) for key, _ in keys() if key[0] not in ("rules", "severity")
    }


def test_start_is_made_of_what_the_tree_holds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "site/ref/app.py_kw.md", f"{KEYWORDS}\n---\n\n*Generated by Demo Repository Documentation System*\n")
    write(root, "README.md", "# A\n")
    write(root, "src/zlib/README.md", LINK)
    write(root, ".gitattributes", "*.md text\n/src/zlib/** linguist-vendored\n/gone/** linguist-vendored\n[a -text\n")
    (root / ".git").mkdir(exist_ok=True)
    assert run_cli(["init"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "Found 4 findings on 2 pages\n  pages in the format repo-docs, below site/ref\n\ndoclint.toml:\n"
    )
    assert out.endswith("Nothing written. Run `doclint init --yes` to write these files.\n")
    assert not (root / "doclint.toml").exists()
    assert run_cli(["init", "--yes"]) == 0
    printed = capsys.readouterr().out
    workflow = ".github/workflows/doclint.yml"
    assert printed.startswith(out.partition("Nothing written")[0])
    assert printed.endswith(
        f"Wrote doclint.toml\nWrote {workflow}\nNext, `doclint causes` shows what to change first.\n"
    )
    text = (root / "doclint.toml").read_text(encoding="utf-8")
    gate = (Path(__file__).parents[1] / "docs" / "gate.md").read_text(encoding="utf-8")
    assert (root / workflow).read_text(encoding="utf-8").strip() == gate.partition("```yaml\n")[2].partition("\n```")[0]
    written = [*text.splitlines(), *(root / workflow).read_text().splitlines()]
    assert all(line in printed.replace("\n    ", "\n") for line in written)
    assert tomllib.loads(text) == {
        "fail-on": "warning",
        "exclude": ["/src/zlib/**"],
        "docs-roots": ["site/ref"],
        "project": "Demo",
    }
    assert text.count("\n") == 5
    assert found(capsys, "--select", "broken-link") == ["site/ref/app.py_kw.md:7:14: error broken-link:"]
    assert run_cli(["init", "--yes"]) == 2
    next_step = "`doclint check` uses it, `doclint config` shows it."
    assert capsys.readouterr().err == f"doclint: There is already a configuration: doclint.toml. {next_step}\n"


def test_start_says_what_is_there(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "README.md", "# A\n")
    write(root, "AGENTS.md", "# A\n")
    write(root, "mkdocs.yml", "site_name: A\n")
    write(root, "docs/a.md", "# A\n")
    write(root, "openwiki/.claims/a.json", "{}")
    write(root, "openwiki/a.md", "# A\n")
    write(root, "vendor/a.md", "# A\n")
    assert run_cli(["init", "--yes"]) == 0
    assert capsys.readouterr().out.split("\n\n")[0].splitlines() == [
        "Found 0 findings on 4 pages; skipped as not documentation: 1 vendored page",
        "  1 page of instructions for models (AGENTS.md)",
        "  1 page of a site: MkDocs, because of `mkdocs.yml`",
        "  pages in formats that are known by their marks: wikis (openwiki)",
    ]
    assert tomllib.loads((root / "doclint.toml").read_text(encoding="utf-8")) == {"fail-on": "warning"}


def test_start_records_many_findings(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", LINK + "".join(f"[{number}]({number}.md)\n" for number in range(20)))
    assert run_cli(["init", "--yes"]) == 0
    assert "doclint-baseline.json: the 21 findings, so that only new ones fail\n" in capsys.readouterr().out
    assert found(capsys) == []


def test_start_keeps_what_exists(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "README.md", "# A\n")
    write(root, ".gitlab-ci.yml", "test:\n  script: [true]\n")
    assert run_cli(["init", "--yes"]) == 0
    out = capsys.readouterr().out
    assert ".gitlab-ci.yml exists and stays as it is. To run doclint, add:\n\n    doclint:\n      image: " in out
    assert (root / ".gitlab-ci.yml").read_text(encoding="utf-8") == "test:\n  script: [true]\n"
    assert not (root / ".github").exists()
    (root / "doclint.toml").unlink()
    (root / ".git").mkdir(exist_ok=True)
    write(root, ".github/workflows/doclint.yml", "on: push\n")
    assert run_cli(["init", "--yes"]) == 0
    assert (root / ".github/workflows/doclint.yml").read_text(encoding="utf-8") == "on: push\n"
    assert (root / "doclint.toml").exists()


@pytest.mark.parametrize(("answer", "is_written"), [("\n", True), ("n\n", False)])
def test_start_asks_on_a_terminal(root: Path, monkeypatch: pytest.MonkeyPatch, answer: str, is_written: bool) -> None:
    write(root, "README.md", "# A\n")
    monkeypatch.setattr("doclint.cli.common.is_terminal", lambda _stream: True)
    monkeypatch.setattr("sys.stdin", StringIO(answer))
    assert run_cli(["init"]) == 0
    assert (root / "doclint.toml").exists() is is_written


def test_wrong_option_is_told_by_the_overview_too(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", "rules.broken-link.allow = 3\n")
    assert run_cli(["config"]) == 2
    assert "doclint.toml: `rules.broken-link.allow` is 3: input should be a valid list" in capsys.readouterr().err


def test_patterns_of_folders_are_shown_as_the_root_has_them(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'per-file-ignores."a.md" = ["links"]\n')
    write(root, "a [x]/doclint.toml", 'per-file-ignores."a.md" = ["symbols"]\nper-file-ignores."/b.md" = ["links"]\n')
    assert run_cli(["config", "a [x]"]) == 0
    table = tomllib.loads(capsys.readouterr().out)
    assert table["per-file-ignores"] == {
        "a.md": ["links"],
        r"/a\ \[x\]/**/a.md": ["symbols"],
        r"/a\ \[x\]/b.md": ["links"],
    }
    assert "broken-link" not in ids(root, "a [x]/b.md")
    assert "broken-link" in ids(root, "a [x]/c/b.md")
    assert {"broken-link", "reserved-word-as-symbol"}.isdisjoint(ids(root, "a [x]/c/a.md"))


def test_wrong_pattern_is_told_before_a_page_is_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "doclint.toml", '[[suppress]]\npath = "[z-a]"\nrule = "links"\n')
    write(root, "a.md", LINK)
    monkeypatch.setattr("doclint.engine.check_run.run", lambda *_, **__: pytest.fail("a page was read"))
    assert run_cli(["check"]) == 2


def test_limit_holds_for_pages_that_others_link_to(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", "limits.file-bytes = 30\n")
    write(root, "big.md", "# A\n" * 20)
    write(root, "a.md", "[x](big.md#nothing)\n")
    assert found(capsys, "a.md") == ["a.md:1:1: warning limit-reached:"]


@pytest.mark.parametrize(
    "text",
    [
        'respect-gitignore = "yes"',
        "root = 1",
        'limits.file-bytes = "5"',
        "limits.file-bytes = true",
        "limits.file_bytes = 5",
        'docs-roots = ["/docs"]',
        'docs-roots = ["../docs"]',
        'exclude = ["[z-a]"]',
    ],
)
def test_value_of_another_kind(root: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    write(root, "doclint.toml", text)
    said = complaint(capsys)
    assert re.match(r"doclint: doclint\.toml(?::1)?: ", said)
    assert text.partition(" ")[0] in said


def test_dates_are_shown_as_dates(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", 'suppress = [{ path = "a", rule = "links", expires = 2099-01-01 }]\n')
    assert run_cli(["config"]) == 0
    shown = tomllib.loads(capsys.readouterr().out)
    assert settings.parse({"suppress": shown["suppress"]}, "doclint.toml")


def test_line_of_a_mistake_in_a_pyproject(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        root,
        "pyproject.toml",
        '[project]\nname = "x"\n\n[tool.doclint]\nselect = ["links"]\n\n[tool.doclint.limits]\nfoo = 1\n',
    )
    assert complaint(capsys).startswith("doclint: pyproject.toml:8: there is no setting `limits.foo`")


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.dates()
    | st.datetimes()
    | st.sampled_from(["info", "error", "../a", "/a", "https://a.b/{rule}", 1, 0.5]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["path", "rule", "expires", "arguments", "depth", "min-holding", "a"]), inner)
    ),
)


@given(key=st.sampled_from([*Config.__struct_encode_fields__, "ignored"]), value=_VALUES)
@example(key="limits", value={"file-bytes": 2**70})
@example(key="suppress", value=[{"path": "a", "rule": "b", "expires": "2026-01-01"}])
def test_models_of_settings_accept_what_settings_accept(key: str, value: Any) -> None:
    table = {key: value}
    try:
        Config.of(table)
    except msgspec.ValidationError:
        with pytest.raises(pydantic.ValidationError):
            model_of(Config).model_validate(table)
        assert mistakes_of(table, Config)
    else:
        model_of(Config).model_validate(table)
