"""The baseline, as people use it: what is known is let be, what is new fails."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st
from strategies import MARKDOWN
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.report import baseline
from doclint.engine.report.baseline import DEFAULT, BaselineEntry, BaselineFile, load, to_text
from doclint.engine.report.schema import ReportDocument
from doclint.errors.exceptions import BaselineError
from doclint.errors.models import model_of
from doclint.rule import registry

BROKEN = "# A page\n\nSee [b](b.md), [b](b.md) and [c](c.md).\n\nCafÃ©\n"


@pytest.fixture
def root(root: Path) -> Path:
    write(root, "docs/one.md", BROKEN)
    write(root, "docs/two.md", BROKEN)
    return root


def doclint(*arguments: str) -> tuple[int, str]:
    """The exit code and all that is printed."""
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        code = run_cli(list(arguments))
    return code, out.getvalue()


def check(*arguments: str) -> tuple[int, str]:
    return doclint("check", "--baseline", DEFAULT, *arguments)


def known(root: Path, name: str = DEFAULT) -> Counter[BaselineEntry]:
    return load(BaselineFile(root / name, name))


def by_rule(entries: Counter[BaselineEntry]) -> Counter[str]:
    return Counter(entry.rule for entry in entries.elements())


def test_first_day(root: Path) -> None:
    assert doclint("check")[0] == 1
    assert doclint("baseline", "write") == (
        0,
        (
            "Wrote doclint-baseline.json: 8 findings of 2 rules on 2 pages.\n"
            "From now on, `doclint check` reports only new findings; commit the file.\n"
        ),
    )
    assert check() == (0, "2 pages checked, nothing new; 8 known from the baseline.\n")


def test_only_what_is_new_is_reported_and_fails(root: Path) -> None:
    doclint("baseline", "write")
    write(root, "docs/one.md", "Moved down.\n\n" + BROKEN.replace("[c](c.md)", "[d](d.md)"))
    code, out = check()
    assert code == 1
    assert "docs/one.md:5:30 error broken-link\n  The link `d.md`" in out
    assert out.endswith(
        "1 finding of the baseline is gone; `doclint baseline prune` removes it.\n"
        "1 new finding (1 error) in 1 of 2 pages; 7 known from the baseline.\n"
    )
    assert check("--output-format", "concise")[1].count("\n") == 1
    assert check("--statistics")[1] == "1  100%  error    broken-link  on 1 page\n1  in total, on 1 page\n"


def test_of_equal_findings_the_last_are_new(root: Path) -> None:
    write(root, "docs/one.md", "[b](b.md)\n")
    doclint("baseline", "write")
    write(root, "docs/one.md", "[b](b.md)\n\n[b](b.md)\n\n[b](b.md)\n")
    lines = check("--output-format", "concise")[1].splitlines()
    assert [line.split(" ")[0] for line in lines] == ["docs/one.md:3:1:", "docs/one.md:5:1:"]


def test_json_tells_what_the_baseline_made_of_the_run(root: Path) -> None:
    doclint("baseline", "write")
    write(root, "docs/one.md", BROKEN.replace("c.md", "d.md") + "\n[e](e.md)\n")
    plain = json.loads(doclint("check", "--no-baseline", "--output-format", "json")[1])
    report = json.loads(check("--output-format", "json")[1])
    jsonschema.validate(report, model_of(ReportDocument).model_json_schema())
    assert plain["summary"]["baseline"] is None
    assert plain["summary"]["findings"] == 9
    assert report["summary"]["findings"] == len(report["findings"]) == 2
    assert report["summary"]["baseline"] == {"known": 7, "gone": 1, "rises": {"broken-link": 1}, "is_ratchet": False}
    assert list(report["findings"][0]) == list(plain["findings"][0])


def test_configuration_names_the_baseline(root: Path) -> None:
    write(root, "doclint.toml", 'baseline = "known.json"\n')
    code, out = doclint("check")
    assert (code, out) == (2, "doclint: There is no baseline `known.json`; `doclint baseline write` writes one\n")
    assert doclint("baseline", "write")[1].startswith("Wrote known.json: 8 findings")
    assert doclint("check")[0] == doclint("baseline", "update")[0] == doclint("baseline", "prune")[0] == 0
    assert doclint("check", "--no-baseline")[0] == doclint("check", "--isolated")[0] == 1
    assert doclint("check", "--baseline", "other.json") == (
        2,
        "doclint: There is no baseline `other.json`; `doclint baseline write --baseline other.json` writes one\n",
    )


@pytest.mark.parametrize("name", ["../outside.json", "/etc/hosts", "link.json", ""])
def test_configuration_names_no_file_outside_the_root(root: Path, name: str) -> None:
    outside = root.parent / f"{root.name}.json"
    outside.write_text("kept", encoding="utf-8")
    (root / "link.json").symlink_to(outside)
    write(root, "doclint.toml", f'baseline = "{name}"\n')
    for command in (["check"], ["baseline", "write", "--force"], ["baseline", "prune"], ["baseline", "update"]):
        code, out = doclint(*command)
        assert code == 2
        assert f"doclint.toml: `baseline` is `{name}`, which is not a file below the root" in out
    assert outside.read_text(encoding="utf-8") == "kept"


def test_default_that_leads_out_of_the_root_is_not_followed(root: Path) -> None:
    outside = root.parent / f"{root.name}.json"
    (root / DEFAULT).symlink_to(outside)
    assert doclint("baseline", "write", "--force") == (
        2,
        f"doclint: `{DEFAULT}` is a symbolic link that leads out of the root, to `.git` or to what git ignores\n",
    )
    assert not outside.exists()


def test_rules_without_what_they_need_did_not_run(root: Path) -> None:
    doclint("baseline", "write")
    full = known(root)
    for page in ("docs/one.md", "docs/two.md"):
        write(root, page, "# Mended\n")
    for command in (["prune"], ["update"], ["write", "--force"]):
        doclint("baseline", *command, "--without", "repository")
        assert known(root) == Counter({entry: count for entry, count in full.items() if entry.rule == "broken-link"})


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "--baseline", DEFAULT, "--no-baseline"], "contradict each other"),
        (["check", "--ratchet"], "--ratchet needs a baseline"),
        (["baseline", "update", "--allow-rise", "mojibak"], "did you mean `mojibake`?"),
        (["baseline", "write", "--select", "mojibak"], "did you mean `mojibake`?"),
        (["baseline", "prune"], f"There is no baseline `{DEFAULT}`; `doclint baseline write` writes one"),
        (["baseline", "update"], f"There is no baseline `{DEFAULT}`; `doclint baseline write` writes one"),
        (["baseline", "write", "--baseline", "no/such/folder.json"], "folder.json cannot be written: No such file"),
        (["baseline", "frobnicate"], "`doclint baseline` has no command `frobnicate`"),
    ],
)
def test_bad_usage(root: Path, arguments: list[str], complaint: str) -> None:
    code, out = doclint(*arguments)
    assert code == 2
    assert complaint in out
    assert not (root / DEFAULT).exists()


def test_write_replaces_nothing_unless_told(root: Path) -> None:
    write(root, DEFAULT, "<<<<<<< broken")
    code, out = doclint("baseline", "write")
    assert (code, out) == (
        2,
        f"doclint: `{DEFAULT}` exists; run `doclint baseline update`, or replace it with --force\n",
    )
    assert doclint("baseline", "write", "--force")[0] == 0
    assert known(root).total() == 8


def test_prune_takes_out_what_is_gone_and_adds_nothing(root: Path) -> None:
    doclint("baseline", "write")
    before = known(root)
    write(root, "docs/one.md", BROKEN.replace("CafÃ©", "Café") + "\n[new](new.md)\n")
    (root / "docs/two.md").unlink()
    assert "\n5 findings of the baseline are gone; `doclint baseline prune` removes them.\n" in check()[1]
    assert doclint("baseline", "prune") == (0, f"{DEFAULT}: 5 removed; it has 3 findings of 1 rule on 1 page.\n")
    assert before - known(root) == Counter(
        {entry: n for entry, n in before.items() if entry.page == "docs/two.md" or entry.rule == "mojibake"}
    )
    assert doclint("baseline", "prune")[1].startswith(f"{DEFAULT}: 0 removed")
    assert check()[0] == 1


def test_update_is_a_ratchet(root: Path) -> None:
    doclint("baseline", "write")
    text = (root / DEFAULT).read_text(encoding="utf-8")
    # One link mended and two others broken; the mojibake elsewhere.
    write(root, "docs/one.md", BROKEN.replace("c.md", "d.md").replace("CafÃ©", "naÃ¯ve") + "\n[e](e.md)\n")
    code, out = doclint("baseline", "update")
    assert (code, out) == (
        1,
        f"broken-link: 1 more than in {DEFAULT}\nNothing is written: fix them, or accept them with --allow-rise.\n",
    )
    assert (root / DEFAULT).read_text(encoding="utf-8") == text
    assert doclint("baseline", "update", "--allow-rise", "mojibake")[0] == 1
    code, out = doclint("baseline", "update", "--allow-rise", "mojibake", "--allow-rise", "links")
    assert (code, out) == (0, f"{DEFAULT}: 2 removed, 3 added; it has 9 findings of 2 rules on 2 pages.\n")
    assert check()[0] == 0
    write(root, "docs/one.md", BROKEN)
    assert doclint("baseline", "update")[0] == 0
    assert (root / DEFAULT).read_text(encoding="utf-8") == text


def test_check_with_a_ratchet_fails_only_where_a_rule_found_more(root: Path) -> None:
    doclint("baseline", "write")
    write(root, "docs/one.md", BROKEN.replace("c.md", "d.md"))
    assert check()[0] == 1
    code, out = check("--ratchet")
    assert code == 0
    assert "`d.md`" in out
    assert "\nThe ratchet passes: no rule has more than in the baseline.\n" in out
    write(root, "docs/one.md", BROKEN.replace("c.md", "d.md").replace("é", "é").replace("CafÃ©", "Ã©Ã©\n\nÃ¯"))
    code, out = check("--ratchet")
    assert code == 1
    assert "\nThe ratchet fails: mojibake has 1 more.\n" in out


def test_renamed_page_is_new_but_no_rise(root: Path) -> None:
    doclint("baseline", "write")
    (root / "docs/one.md").rename(root / "docs/three.md")
    code, out = check()
    assert code == 1
    assert "\n4 findings of the baseline are gone; " in out
    assert out.endswith("\n4 new findings (4 errors) in 1 of 2 pages; 4 known from the baseline.\n")
    assert check("--ratchet")[0] == check("--ratchet", "docs/three.md")[0] == 0
    assert doclint("baseline", "update")[0] == 0
    assert check()[0] == 0


def test_partial_run_touches_only_what_it_looked_at(root: Path) -> None:
    doclint("baseline", "write")
    full = known(root)
    for page in ("docs/one.md", "docs/two.md"):
        write(root, page, "# Mended\n")
    assert "4 findings of the baseline are gone" in check("docs/one.md")[1]
    assert "2 findings of the baseline are gone" in check("--select", "mojibake")[1]
    assert "2 findings of the baseline are gone" in check("--without", "repository")[1]
    doclint("baseline", "prune", "docs/one.md", "--ignore", "links")
    assert full - known(root) == Counter({e: 1 for e in full if e.page == "docs/one.md" and e.rule == "mojibake"})
    doclint("baseline", "update", "docs/two.md")
    assert {entry.page for entry in known(root)} == {"docs/one.md"}
    write(root, "docs/two.md", BROKEN)
    doclint("baseline", "write", "--force", "--select", "mojibake", "docs/two.md")
    assert {(entry.page, entry.rule) for entry in known(root)} == {
        ("docs/one.md", "broken-link"),
        ("docs/two.md", "mojibake"),
    }
    doclint("baseline", "write", "--force")
    assert {entry.page for entry in known(root)} == {"docs/two.md"}


def test_page_that_is_left_out_keeps_its_findings(root: Path) -> None:
    doclint("baseline", "write")
    write(root, "doclint.toml", 'exclude = ["docs/two.md"]\n')
    assert "gone" not in check()[1]
    assert "0 removed" in doclint("baseline", "prune")[1]


def test_deleted_page_is_gone_in_every_run(root: Path) -> None:
    doclint("baseline", "write")
    (root / "docs/two.md").unlink()
    assert "4 findings of the baseline are gone" in check("docs/one.md")[1]
    doclint("baseline", "prune", "docs/one.md")
    assert {entry.page for entry in known(root)} == {"docs/one.md"}


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything can be read here")
def test_what_cannot_be_read_is_not_gone(root: Path) -> None:
    write(root, "docs/deep/three.md", BROKEN)
    doclint("baseline", "write")
    for page in ("docs/one.md", "docs/deep"):
        (root / page).chmod(0)
    try:
        assert "gone" not in check()[1]
        assert doclint("baseline", "prune")[0] == 2
    finally:
        (root / "docs/deep").chmod(0o755)
    assert known(root).total() == 12


def test_failures_are_never_known(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doclint("baseline", "write")
    (root / "docs/three.md").symlink_to(root.parent / "nowhere.md")
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    # Nothing of the pages that it failed on counts as gone: it may only have gone unseen.
    code, out = doclint("baseline", "prune")
    assert code == 2
    assert out.count("error rule-failed: The rule `mojibake` failed on this page: ZeroDivisionError") == 2
    assert out.endswith(f"{DEFAULT}: 0 removed; it has 8 findings of 2 rules on 2 pages.\n")
    assert "Traceback" not in out
    assert "Traceback" in doclint("baseline", "prune", "-v")[1]
    assert doclint("baseline", "write", "--force")[0] == 2
    assert by_rule(known(root)) == {"broken-link": 6}
    code, out = check()
    assert code == 2
    assert out.count("rule-failed") == 2


def test_file_is_sorted_with_one_fingerprint_a_line(root: Path) -> None:
    write(root, "docs/日本.md", "[b](b.md)\n")
    doclint("baseline", "write")
    data = (root / DEFAULT).read_bytes()
    assert b"\r" not in data
    text = data.decode()
    table = json.loads(text)
    assert text == json.dumps(table, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert list(table["findings"]) == ["docs/one.md", "docs/two.md", "docs/日本.md"]
    assert sorted(table["findings"]["docs/one.md"]["broken-link"].values()) == [1, 2]


def test_file_shows_readers_what_each_finding_is(root: Path) -> None:
    write(root, "docs/one.md", f"[b](b.md)\n\n[\u202e](c\u202e.md)\n\n[d]({'d' * 300}.md)\n")
    (root / "docs/two.md").unlink()
    doclint("baseline", "write")
    text = (root / DEFAULT).read_text(encoding="utf-8")
    keys = json.loads(text)["findings"]["docs/one.md"]["broken-link"]
    texts = sorted(key[21:] for key in keys)
    assert texts[0] == "The link `b.md` leads to `docs/b.md`, which does not exist"
    assert texts[1].startswith("The link `c\ufffd.md` leads to")
    assert len(texts[2]) == 120
    assert check()[0] == 0


def test_older_file_gets_texts_when_it_is_updated(root: Path) -> None:
    doclint("baseline", "write")
    entries = known(root)
    write(root, DEFAULT, to_text(entries, has_texts=False))
    assert known(root) == entries
    assert not any(entry.text for entry in known(root))
    assert check() == (0, "2 pages checked, nothing new; 8 known from the baseline.\n")
    write(root, "docs/one.md", BROKEN.replace("[c](c.md)", ""))
    assert doclint("baseline", "update")[0] == 0
    assert all(entry.text for entry in known(root))


def test_text_stays_as_it_was_written(root: Path) -> None:
    doclint("baseline", "write")
    text = (root / DEFAULT).read_text(encoding="utf-8").replace("which does not exist", "in other words")
    write(root, DEFAULT, text)
    write(root, "docs/two.md", "# Fixed\n")
    assert doclint("baseline", "update")[0] == 0
    assert {entry.text.endswith("in other words") for entry in known(root) if entry.rule == "broken-link"} == {True}


def test_texts_go_where_the_file_would_be_too_large(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "LARGEST_BASELINE", 700)
    assert doclint("baseline", "write")[0] == 0
    assert not any(entry.text for entry in known(root))
    assert check()[0] == 0


def test_two_texts_of_one_finding_count_once(root: Path) -> None:
    write(root, "docs/one.md", "[b](b.md)\n")
    doclint("baseline", "write")
    text = (root / DEFAULT).read_text(encoding="utf-8")
    entry = next(entry for entry in known(root) if entry.page == "docs/one.md")
    write(
        root, DEFAULT, text.replace(f'"{entry.fingerprint} ', f'"{entry.fingerprint} other": 2, "{entry.fingerprint} ')
    )
    assert known(root)[entry] == 2


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("doclint.toml", None, 'baseline = "known.json"\n'),
        (
            "doclint.toml",
            '# Ours.\nfail-on = "error"  # at first\n\n[rules.broken-link]\nallow = ["x"]\n',
            '# Ours.\nfail-on = "error"  # at first\nbaseline = "known.json"\n\n[rules.broken-link]\nallow = ["x"]\n',
        ),
        ("doclint.toml", 'baseline = "old.json"\n', 'baseline = "known.json"\n'),
        (
            "pyproject.toml",
            '[tool.doclint]\nfail-on = "error"\n\n[tool.ruff]\n',
            '[tool.doclint]\nfail-on = "error"\nbaseline = "known.json"\n\n[tool.ruff]\n',
        ),
    ],
)
def test_write_names_the_file_in_the_configuration(root: Path, name: str, before: str | None, after: str) -> None:
    if before is not None:
        write(root, name, before)
    code, out = doclint("baseline", "write", "--baseline", "known.json", "--set")
    assert (code, out.splitlines()[1]) == (0, f'Set `baseline = "known.json"` in {name}; commit both files.')
    assert (root / name).read_text(encoding="utf-8") == after
    assert doclint("check") == (0, "2 pages checked, nothing new; 8 known from the baseline.\n")


@pytest.mark.parametrize("arguments", [["--isolated"], ["--config", "fail-on='error'"], ["--baseline", "../a.json"]])
def test_set_needs_a_configuration_of_the_root(root: Path, arguments: list[str]) -> None:
    code, out = doclint("baseline", "write", "--set", *arguments)
    assert code == 2
    assert "--set needs a baseline below the root" in out
    assert not (root / DEFAULT).exists()


def test_same_file_whatever_the_order_of_paths(root: Path) -> None:
    texts = set()
    for paths in ([], ["docs/one.md", "docs/two.md"], ["docs/two.md", "docs/one.md"], ["docs/two.md", "docs"]):
        (root / DEFAULT).unlink(missing_ok=True)
        doclint("baseline", "write", *paths)
        texts.add((root / DEFAULT).read_bytes())
    assert len(texts) == 1


def test_file_that_says_the_same_is_not_written_anew(root: Path) -> None:
    doclint("baseline", "write")
    table = json.loads((root / DEFAULT).read_text(encoding="utf-8"))
    write(root, DEFAULT, json.dumps(table, separators=(",\r\n", ":")))
    before = (root / DEFAULT).stat()
    assert doclint("baseline", "update")[0] == doclint("baseline", "prune")[0] == check()[0] == 0
    assert (root / DEFAULT).stat() == before


@pytest.mark.skipif(sys.platform == "win32", reason="there are no modes")
def test_mode_is_kept_and_nothing_is_left_behind(root: Path) -> None:
    doclint("baseline", "write")
    (root / DEFAULT).chmod(0o640)
    write(root, "docs/one.md", "# Mended\n")
    doclint("baseline", "prune")
    assert (root / DEFAULT).stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in root.iterdir()) == [".git", DEFAULT, "docs"]


def test_write_that_fails_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    doclint("baseline", "write")
    before = (root / DEFAULT).read_bytes()
    write(root, "docs/one.md", "# Mended\n")
    monkeypatch.setattr(Path, "replace", full)
    assert doclint("baseline", "prune") == (2, f"doclint: {DEFAULT} cannot be written: No space left on device\n")
    assert (root / DEFAULT).read_bytes() == before
    assert sorted(path.name for path in root.iterdir()) == [".git", DEFAULT, "docs"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no devices")
def test_device_is_written_to_and_not_replaced(root: Path) -> None:
    assert doclint("baseline", "write", "--force", "--baseline", "/dev/null")[0] == 0
    assert Path("/dev/null").is_char_device()


GOOD = '{"findings": {"docs/one.md": {"mojibake": {"%s": 1}}}, "version": 1}' % ("0" * 20)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{GOOD}\n<<<<<<< HEAD\n", "line 2: a merge left a conflict here"),
        (f"{GOOD}\n=======\n", "line 2: a merge left a conflict here"),
        ("{\n  3\n}", "line 2, column 3: Expecting property name"),
        ("", "line 1, column 1: Expecting value"),
        (GOOD.replace('"version": 1', '"version": 2'), "`version` is 2, not 1"),
        (GOOD.replace(', "version": 1', ""), "`version` is missing"),
        (GOOD.replace('"findings"', '"finding"'), "there is no setting `finding`; did you mean `findings`?"),
        (GOOD.replace(": 1}}}", ": 0}}}"), f"`findings.docs/one.md.mojibake.{'0' * 20}` is 0"),
        (GOOD.replace(": 1}}}", ": 1.5}}}"), f"`findings.docs/one.md.mojibake.{'0' * 20}` is 1.5"),
        (GOOD.replace(": 1}}}", ": true}}}"), f"`findings.docs/one.md.mojibake.{'0' * 20}` is True"),
        (GOOD.replace("000", "xyz"), "is 'xyz"),
        (GOOD.replace("docs/one.md", "/docs/one.md"), "is '/docs/one.md'"),
        (GOOD.replace("docs/one.md", "\\u001b[31m"), "findings.\\x1b[31m.mojibake"),
        (GOOD.replace("{", '{"version": 1, ', 1), "the key `version` is there twice"),
        (
            GOOD.replace("}}}", '}, "mojibake": {}}}'),
            "the key `findings.docs/one.md.mojibake` is there twice",
        ),
        (GOOD.replace("docs/one.md", "\\ud800"), "unable to parse"),
        ("[]", "it should be a table"),
        ("[" * 100_000, "this is not a baseline"),
        ("1" * 5_000, "this is not a baseline"),
    ],
)
def test_broken_file_is_told_with_its_place(root: Path, text: str, complaint: str) -> None:
    text = text.replace(": 1}}}", ": 0}}}") if "x1b" in complaint else text
    write(root, DEFAULT, text)
    for command in (["check", "--baseline", DEFAULT], ["baseline", "prune"], ["baseline", "update"]):
        code, out = doclint(*command)
        assert code == 2
        assert out.startswith(f"doclint: {DEFAULT}: ")
        assert complaint in out
        assert "\x1b" not in out
    assert (root / DEFAULT).read_text(encoding="utf-8") == text


def test_bytes_that_are_no_text(root: Path) -> None:
    (root / DEFAULT).write_bytes(b"\xff")
    assert check()[1].startswith(f"doclint: {DEFAULT}: 'utf-8' codec can't decode byte 0xff in position 0")
    (root / DEFAULT).write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert check()[0] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
def test_what_is_no_file_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / DEFAULT)
    write(root, "doclint.toml", f'baseline = "{DEFAULT}"\n')
    assert doclint("check")[0] == doclint("baseline", "update")[0] == 2


def test_pages_of_a_hostile_baseline_are_not_looked_for_outside(root: Path) -> None:
    (root / "out").symlink_to("/etc")
    pages = ["../x.md", "out/hosts", "out/nothing.md", "a//b", "a/" * 2_000 + "b", "nul\0.md"]
    write(root, DEFAULT, to_text(Counter({BaselineEntry(page, "mojibake", "0" * 20): 1 for page in pages})))
    assert "4 findings of the baseline are gone" in check()[1]


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names are text there")
def test_name_that_is_no_text(root: Path) -> None:
    page = root / os.fsdecode(b"docs/caf\xe9.md")
    page.write_text(BROKEN, encoding="utf-8")
    doclint("baseline", "write")
    assert check()[0] == 0
    assert "gone" not in check("docs/one.md")[1]
    page.write_text("# Mended\n", encoding="utf-8")
    assert doclint("baseline", "prune")[1].startswith(f"{DEFAULT}: 4 removed")


# Properties, over trees of any pages.

LINK = st.integers(0, 4).map(lambda number: f"[x](gone{number}.md)\n\n")
PAGE = st.lists(LINK | MARKDOWN, max_size=6)
TREE = st.dictionaries(st.sampled_from(["a.md", "docs/b.md", "docs/c.md", "docs/index.md"]), PAGE, max_size=4)


@contextmanager
def tree(pages: dict[str, list[str]]) -> Iterator[Path]:
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".git").mkdir()
        for path, parts in pages.items():
            write(root, path, "".join(parts))
        os.chdir(root)
        try:
            yield root
        finally:
            os.chdir(here)


@settings(max_examples=10)
@given(TREE)
def test_what_is_written_is_known(pages: dict[str, list[str]]) -> None:
    with tree(pages) as root:
        assert doclint("baseline", "write")[0] == 0
        text = (root / DEFAULT).read_text(encoding="utf-8")
        code, out = check()
        assert code == 0
        number = known(root).total()
        assert out.endswith(f" checked, nothing new{f'; {number} known from the baseline' if number else ''}.\n")
        for command in ("prune", "update"):
            assert doclint("baseline", command)[0] == 0
            assert (root / DEFAULT).read_text(encoding="utf-8") == text


@settings(max_examples=10)
@given(TREE, TREE)
def test_prune_keeps_what_is_still_there_and_update_writes_what_is(
    old: dict[str, list[str]], new: dict[str, list[str]]
) -> None:
    with tree(old) as root:
        doclint("baseline", "write")
        before = known(root)
        for path in old.keys() - new.keys():
            (root / path).unlink()
        for path, parts in new.items():
            write(root, path, "".join(parts))
        doclint("baseline", "write", "--baseline", "now.json")
        now = known(root, "now.json")
        doclint("baseline", "prune")
        assert known(root) == before & now
        write(root, DEFAULT, to_text(before))
        code, _ = doclint("baseline", "update")
        rises = by_rule(now) - by_rule(before)
        assert code == bool(rises)
        assert known(root) == (before if rises else now)
        assert check("--ratchet")[0] == bool(rises)


# Merging.

FINDINGS = st.dictionaries(
    st.tuples(
        st.sampled_from(["broken-link", "mojibake"]), st.sampled_from("0123456789").map(lambda digit: digit * 20)
    ),
    st.integers(1, 3),
    max_size=4,
)
NAMES = [f"docs/{letter}.md" for letter in "abcdefg"]


def entries_of(pages: dict[str, dict[tuple[str, str], int]]) -> Counter[BaselineEntry]:
    return Counter(
        {
            BaselineEntry(page, rule, fingerprint): times
            for page, findings in pages.items()
            for (rule, fingerprint), times in findings.items()
        }
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
@settings(max_examples=40)
@given(st.fixed_dictionaries(dict.fromkeys(NAMES, FINDINGS)), st.sets(st.sampled_from(NAMES)), FINDINGS, FINDINGS)
def test_changes_of_different_pages_merge(
    base: dict[str, dict[tuple[str, str], int]],
    touched: set[str],
    mine: dict[tuple[str, str], int],
    theirs: dict[tuple[str, str], int],
) -> None:
    """A merge of changes of different pages is what both say, or a conflict that is reported; never a third thing.

    It is no conflict where a page that neither changed lies between.
    """
    our_pages = {page for page in touched if page < "docs/d.md"}
    their_pages = {page for page in touched if page > "docs/d.md"}
    ours = {page: mine if page in our_pages else findings for page, findings in base.items()}
    others = {page: theirs if page in their_pages else findings for page, findings in base.items()}
    both = {page: ours[page] if page in our_pages else others[page] for page in base}
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name, pages in (("ours", ours), ("base", base), ("theirs", others)):
            write(root, name, to_text(entries_of(pages)))
        done = subprocess.run(
            ["git", "merge-file", "ours", "base", "theirs"], cwd=root, check=False, capture_output=True
        )
        if done.returncode == 0:
            assert (root / "ours").read_text(encoding="utf-8") == to_text(entries_of(both))
        else:
            assert not base["docs/d.md"]
            with pytest.raises(BaselineError, match="a merge left a conflict here"):
                load(BaselineFile(root / "ours", "ours"))


def test_nothing_is_gone_of_what_was_not_looked_at(root: Path) -> None:
    write(root, "docs/big.md", "[x](gone.md)\n" + "text\n" * 50)
    assert doclint("baseline", "write")[0] == 0
    before = (root / DEFAULT).read_bytes()
    write(root, "doclint.toml", 'limits.file-bytes = 200\nper-file-ignores."docs/one.md" = ["links", "encoding"]\n')
    assert doclint("baseline", "prune")[0] == 0
    assert (root / DEFAULT).read_bytes() == before


def test_counts_of_a_hostile_baseline_cost_no_time(root: Path) -> None:
    entry = '{"findings": {"docs/one.md": {"broken-link": {"%s": %s}}}, "version": 1}'
    write(root, DEFAULT, entry % ("0" * 20, "9" * 26))
    assert doclint("check", "--baseline", DEFAULT)[0] == 1
