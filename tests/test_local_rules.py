"""Rules that a repository brings along."""

import re
from pathlib import Path

import pytest
from sample_project import LOCAL_RULE as RULE

from doclint.cli.main import run_cli
from doclint.config.project import Project
from doclint.testing import check_example

WORDS = """
[house-words]
description = "Words that this house does not use."
severity = "info"
words = { utilize = "use", "and/or" = "" }
"""
PAGE = "# SHOUT\n\nWe Utilize `utilize` and utilized it, and/or [utilize](https://example.org/utilize).\n"


@pytest.fixture
def root(root: Path) -> Path:
    (root / "shout.py").write_text(RULE)
    (root / "words.toml").write_text(WORDS)
    (root / "a.md").write_text(PAGE)
    (root / "doclint.toml").write_text('local-rules = ["shout.py", "words.toml"]\n')
    return root


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run_cli(["check", "--output-format", "concise", *arguments])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out or err


def test_local_rules_run_like_all_others(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys)
    assert code == 1
    assert out.splitlines() == [
        "a.md:1:1: info shouting: `SHOUT` shouts",
        "a.md:3:4: info house-words: Avoid `Utilize`; write `use`",
        "a.md:3:39: info house-words: Avoid `and/or`",
        "a.md:3:47: info house-words: Avoid `utilize`; write `use`",
    ]
    assert check(capsys, "--select", "house") == (1, "a.md:1:1: info shouting: `SHOUT` shouts\n")


def test_local_rules_have_options_and_can_be_ignored(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (root / "doclint.toml").open("a") as file:
        file.write('ignore = ["words"]\nrules.shouting.most = 5\n')
    assert check(capsys) == (0, "")


def test_nothing_of_a_stranger_is_run(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "shout.py").write_text("raise SystemExit(99)\n")
    with (root / "doclint.toml").open("a") as file:
        file.write('ignore = ["words"]\nrules.shouting.most = 5\n')
    assert check(capsys, "--no-local-rules") == (0, "")
    assert check(capsys, "--isolated") == (0, "")


def test_manual_of_a_local_rule(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["explain", "house-words"]) == 0
    assert "Words that this house does not use." in capsys.readouterr().out


def test_examples_of_a_word_list_hold(root: Path) -> None:
    rule = Project.find(root=root).rules["house-words"]
    for example in rule.examples:
        check_example(rule, example)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("shout.py", "x = 1\nimport nothing_of_that_name\n", "shout.py:2: ModuleNotFoundError"),
        ("shout.py", "def :\n", "shout.py:1: SyntaxError"),
        ("shout.py", "raise SystemExit(3)\n", "shout.py:1: SystemExit: 3"),
        ("shout.py", "x = 1\n", "shout.py: the file does not define a rule"),
        ("shout.py", RULE.replace('"shouting"', '"mojibake"'), "Two rules have the id `mojibake`"),
        ("shout.py", RULE.replace('    family = "house"\n', ""), "has no `family`"),
        ("shout.py", None, "shout.py: no such file of local rules below the root"),
        ("words.toml", "[house-words", "words.toml: "),
        ("words.toml", "", "words.toml: the file does not define a word list"),
        ("words.toml", "[a]\ndescription = 'x'\nword = {}\n", "there is no setting `a.word`; did you mean `words`?"),
        (
            "words.toml",
            "[a]\ndescription = 'x'\nwords = {}\n",
            "words.toml: `a.words` is {}: dictionary should have at",
        ),
        (
            "words.toml",
            "[A_b]\ndescription = 'x'\nwords = { a = '' }\n",
            "the id `A_b`, which is reserved or not in kebab-case",
        ),
    ],
)
def test_broken_local_rules_stop_the_run(
    root: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, expected: str
) -> None:
    (root / name).unlink()
    if text is not None:
        (root / name).write_text(text)
    code, said = check(capsys)
    assert code == 2
    assert expected in said


def test_local_rules_lie_below_the_root(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "doclint.toml").write_text('local-rules = ["../shout.py"]\n')
    (root.parent / "shout.py").write_text(RULE)
    code, said = check(capsys)
    assert (code, "../shout.py: no such file" in said) == (2, True)
    (root / "doclint.toml").write_text('local-rules = ["a.md"]\n')
    expected = "doclint: doclint.toml: `local-rules`: a.md: local rules are Python files (.py) or word lists (.toml)"
    assert check(capsys)[1].startswith(expected)


def test_suppressed_local_rule_that_is_left_out(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (root / "doclint.toml").open("a") as file:
        file.write('[[suppress]]\npath = "a.md"\nrule = "shouting"\n')
    assert "shouting" not in check(capsys)[1]
    assert check(capsys, "--no-local-rules") == (0, "")


def test_word_is_found_in_every_case_of_its_letters(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "words.toml").write_text(
        "[w]\ndescription = 'x'\nwords = { pip = 'uv', 'stra\u00dfe' = 'Weg', 'pip run' = '' }\n", "utf-8"
    )
    (root / "a.md").write_text("PIP p\u0131p Stra\u00dfe, pip run.\n", "utf-8")
    assert [line.split(": ")[-1] for line in check(capsys)[1].splitlines()] == [
        "Avoid `PIP`; write `uv`",
        "Avoid `p\u0131p`; write `uv`",
        "Avoid `Stra\u00dfe`; write `Weg`",
        "Avoid `pip run`",
    ]


def test_root_below_the_root_may_have_rules_of_its_own(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "sub").mkdir()
    (root / "sub" / "a.md").write_text("# A\n")
    (root / "sub" / "doclint.toml").write_text('root = true\nlocal-rules = ["x.py"]\nselect = ["own", "links"]\n')
    assert check(capsys, "sub", "--root", ".") == (0, "")


def test_rule_that_exits_is_one_that_failed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "shout.py").write_text(
        RULE.replace("        for heading", "        raise SystemExit(0)\n        for heading")
    )
    code, out = check(capsys)
    assert code == 2
    assert "rule-failed: The rule `shouting` failed on this page: SystemExit: 0" in out
    assert "house-words" in out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RULE.replace("def check", "def chek"), "shout.py:4: The rule .* has no `check`"),
        (RULE.replace('id = "shouting"', "id = 5"), "shout.py:4: The `id` of the rule .* is 5"),
        (RULE.replace('severity = "info"', 'severity = "fatal"'), "shout.py:4: The rule .* has the severity `fatal`"),
        (
            RULE.replace('family = "house"', 'family = "shouting"'),
            "`shouting` is the id of .*, and also a family",
        ),
        (RULE.replace('id = "shouting"', 'id = "links"'), "`links` is the id of .*, and also a family"),
        ("class Odd(BaseException): pass\nraise Odd('x')\n", "shout.py:2: Odd: x"),
        ("\0", "shout.py:1: "),
    ],
)
def test_broken_rule_is_told_with_its_line(
    root: Path, capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    (root / "shout.py").write_text(text)
    code, said = check(capsys)
    assert code == 2
    assert re.search(expected, said), said


def test_directives_may_name_rules_that_are_left_out(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "a.md").write_text("<!-- doclint: allow-file shouting -->\n# SHOUT\n")
    assert check(capsys) == (0, "")
    assert check(capsys, "--no-local-rules") == (0, "")
