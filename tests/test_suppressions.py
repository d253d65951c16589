"""Suppressions, as people use them: comments on pages and entries in the configuration."""

import json
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from strategies import MARKDOWN
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.page_rules import outcome
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory
from doclint.rule import registry
from doclint.rule.finding import Finding
from doclint.rule.rule import CorpusRule

HOUSE = Path(__file__).parents[1]
# Directives change the blank lines, and what a rule about all pages finds is known later.
RULES = [
    rule() for rule in registry.rules().values() if rule.family != "formatting" and not issubclass(rule, CorpusRule)
]
BY_ID = {rule.id: rule for rule in RULES}
ABOUT_COMMENTS = {rule.id for rule in RULES if "suppressions" in rule.needs}
IDS = sorted({rule.id for rule in RULES} - ABOUT_COMMENTS)
TODAY = date(2031, 5, 17)


@pytest.fixture
def root(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("doclint.engine.suppressions.today", lambda: TODAY)
    return root


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, int]]:
    """The rule and the line of each finding."""
    run_cli(["check", "--output-format", "json", *arguments])
    return [(violation["rule"], violation["line"]) for violation in json.loads(capsys.readouterr().out)["findings"]]


BROKEN = "[a](gone.md)\n"
BOTH = "[a](gone.md) CafÃ©\n"
NEXT = "<!-- doclint: allow-next-line broken-link -- why -->\n"
BEGIN = "<!-- doclint: allow broken-link -->\n\n"
END = "\n<!-- doclint: end-allow -->\n"
FILE = "<!-- doclint: allow-file broken-link -->\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("text", "left"),
    [
        (NEXT + BROKEN, []),
        (f"{NEXT}\n \t\n\n{BROKEN}", []),
        (NEXT + BROKEN + BROKEN, [("broken-link", 3)]),
        (f"{BROKEN}\n{NEXT}{BROKEN}", [("broken-link", 1)]),
        (NEXT + BOTH, [("mojibake", 2)]),
        ("<!-- doclint: allow-next-line broken-link, mojibake -->\n" + BOTH, []),
        ("<!-- doclint: allow-next-line links,encoding -- a reason -- of two parts, and a comma -->\n" + BOTH, []),
        ("<!--doclint:allow-next-line mojibake,broken-link-->\n" + BOTH, []),
        ("<!-- Doclint :\nallow-next-line\n  broken-link,\n  mojibake\n-- why\n-->\n" + BOTH, []),
        (f"{NEXT}<!-- doclint: allow-next-line mojibake -->\n{BOTH}", []),
        (f"{NEXT}\n\n<!-- another comment -->\n{BROKEN}", [("unused-suppression", 1), ("broken-link", 5)]),
        ("Text <!-- doclint: allow-next-line broken-link -->\n" + BROKEN, []),
        (f"> {NEXT}> {BROKEN}", []),
        (f"> {NEXT}>\n> {BROKEN}", []),
        ("> <!-- doclint: allow-next-line\n> broken-link,\n> mojibake -->\n> " + BOTH, []),
        (f"- a\n\n  {NEXT}  {BROKEN}", []),
        (f"- a\n{NEXT}- {BROKEN}- {BROKEN}", [("broken-link", 4)]),
        (f"| a |\n|---|\n| {NEXT.strip()} |\n| {BROKEN.strip()} |\n", []),
        (f"<div>\n{NEXT}<a href='gone.md'>\n</div>\n", []),
        (f"# A {NEXT}\n{BROKEN}", []),
        (f"<!--> {NEXT}\n{BROKEN}", []),
        (BEGIN + BROKEN + END + BROKEN, [("broken-link", 6)]),
        (f"{BROKEN}\n{BEGIN}{BROKEN}\n{BROKEN}{END}", [("broken-link", 1)]),
        (f"{BEGIN}```md\n{BROKEN}```\n\n{BROKEN}{END}", []),
        (f"{BEGIN}{BEGIN.replace('broken-link', 'mojibake')}{BOTH}{END}\n{BOTH}{END}", [("mojibake", 9)]),
        ("a <!-- doclint: allow links --> [a](gone.md) <!-- doclint: end-allow links -->\n", []),
        (f"{BEGIN}{BROKEN}{END.replace('end-allow', 'end-allow broken-link -- done')}", []),
        (FILE + BROKEN, []),
        (f"{BROKEN}\nText\n\n- {FILE}\n{BROKEN}", []),
        (f"{BROKEN}\n{FILE.strip()}", []),
        (f"---\ntitle: x\n---\n{FILE}\n{BROKEN}", []),
    ],
)  # fmt: skip
def test_directive(
    root: Path, capsys: pytest.CaptureFixture[str], text: str, left: list[tuple[str, int]], ending: str
) -> None:
    write(root, "docs/a.md", text.replace("\n", ending))
    assert found(capsys) == left


@pytest.mark.parametrize(
    "text",
    [
        f"`{FILE.strip()}`\n\n{BROKEN}",
        f"```html\n{FILE}```\n\n{BROKEN}",
        f"    {FILE}\n{BROKEN}",
        f"\\{FILE}\n{BROKEN}",
        f"<script>\n'{FILE.strip()}'\n</script>\n\n{BROKEN}",
        f"<a title='{FILE.strip()}'>\n\n{BROKEN}",
        f"<!-- in a comment\n{FILE.replace('-->', '')}-->\n\n{BROKEN}",
        f"<!-- about doclint: allow-file broken-link -->\n\n{BROKEN}",
        f"---\ntitle: '{FILE.strip()}'\n---\n\n{BROKEN}",
    ],
)
def test_what_is_no_directive(root: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    write(root, "docs/a.md", text)
    assert [rule for rule, _ in found(capsys)] == ["broken-link"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("# A\n\n<!-- doclint:\n  allow-file links,\n  mojibak\n-->\n", (5, 3, 5, 10)),
        ("> <!-- doclint: allow-file\n> links, mojibak -->\n", (2, 10, 2, 17)),
        ("é <!-- doclint: alow-file links -->\n", (1, 3, 1, 36)),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_place_of_a_mistake(
    root: Path, capsys: pytest.CaptureFixture[str], text: str, place: tuple[int, ...], ending: str
) -> None:
    write(root, "docs/a.md", text.replace("\n", ending))
    run_cli(["check", "--output-format", "json", "--select", "invalid-suppression"])
    [violation] = json.loads(capsys.readouterr().out)["findings"]
    assert tuple(violation[key] for key in ("line", "column", "end_line", "end_column")) == place
    assert "did you mean `" in violation["message"]


def test_directive_with_a_mistake_holds_for_what_is_right(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "<!-- doclint: allow-next-line mojibak, broken-link -->\n" + BOTH)
    assert found(capsys) == [("invalid-suppression", 1), ("mojibake", 2)]


def test_block_that_is_never_ended_suppresses_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BEGIN + BROKEN)
    assert found(capsys) == [("invalid-suppression", 1), ("broken-link", 3)]


def test_end_with_other_names_ends_the_block(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", BEGIN + BROKEN + END.replace("allow", "allow mojibake") + BROKEN)
    assert found(capsys) == [("invalid-suppression", 5), ("broken-link", 6)]


def test_unused_only_for_rules_that_ran(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "<!-- doclint: allow-file broken-link, encoding, links -->\n")
    assert found(capsys) == [("unused-suppression", 1)] * 3
    assert found(capsys, "--ignore", "mojibake") == [("unused-suppression", 1)] * 2
    assert found(capsys, "--select", "broken-link,unused-suppression") == [("unused-suppression", 1)]
    assert found(capsys, "--select", "suppressions") == []
    assert found(capsys, "--ignore", "unused-suppression") == []
    assert found(capsys, "--without", "repository") == [("unused-suppression", 1)]


def test_rules_that_have_no_repository_leave_no_directive_unused() -> None:
    page = Page("docs/a.md", Source.from_text("<!-- doclint: allow-file broken-link, mojibake -->\n"))
    assert [finding.arguments["name"] for finding in outcome(page, RULES).findings] == ["mojibake"]


def test_rule_that_failed_leaves_no_directive_unused(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    write(root, "docs/a.md", "<!-- doclint: allow-file mojibake, undecodable-bytes -->\n")
    assert found(capsys) == [("rule-failed", 1), ("unused-suppression", 1)]


def test_rule_that_failed_in_a_quote_leaves_no_directive_unused(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = registry.rules()["mojibake"]
    monkeypatch.setattr(rule, "check", lambda _, page: iter([1 // 0] if page.outer else []))
    file = "<!-- doclint: allow-file mojibake, reserved-word-as-symbol -->\n"
    write(root, "docs/docs/src/app.py_kw.md_docs.md", quoting("markdown", "# Keyword Index: `src/app.py`\n", file))
    assert found(capsys, "--select", "encoding,symbols,suppressions") == [("rule-failed", 1), ("unused-suppression", 5)]


@pytest.mark.parametrize("name", ["rule-failed", "engine", "unused-suppression", "invalid-suppression", "suppressions"])
def test_failures_and_judgements_cannot_be_suppressed(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    write(root, "docs/a.md", f"<!-- doclint: allow-file {name}, no-rule, broken-link -->\n")
    assert [rule for rule, _ in found(capsys)] == [
        "rule-failed", "invalid-suppression", "invalid-suppression", "unused-suppression"
    ]  # fmt: skip
    assert run_cli(["check"]) == 2


def test_suppressed_findings_are_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", FILE + BROKEN * 2)
    assert run_cli(["check"]) == 0
    assert capsys.readouterr().out == "1 page checked, nothing found; 2 suppressed.\n"
    write(root, "docs/b.md", NEXT + BOTH)
    assert run_cli(["check"]) == 1
    assert capsys.readouterr().out.endswith("\n1 finding (1 error) in 1 of 2 pages; 3 suppressed.\n")
    run_cli(["check", "--output-format", "json"])
    assert json.loads(capsys.readouterr().out)["summary"]["suppressed"] == 3


KEYWORDS = """\
# Keyword Index: `src/app.py`

## Keywords Extracted

### Classes

- **`App`**: [a](./a.md)
%s- **`is`**: [a](./a.md)
- **`def`**: [a](./a.md)
"""
ALLOW_WORD = "<!-- doclint: allow-next-line reserved-word-as-symbol -->\n"


@pytest.mark.parametrize("directive", [ALLOW_WORD, f"  {ALLOW_WORD}", f"\n{ALLOW_WORD}\n"])
def test_directive_between_items_leaves_the_list_whole(
    root: Path, capsys: pytest.CaptureFixture[str], directive: str
) -> None:
    write(root, "docs/src/app.py_kw.md", KEYWORDS % directive)
    last = (KEYWORDS % directive).count("\n")
    assert found(capsys, "--select", "symbols,suppressions") == [("reserved-word-as-symbol", last)]


def test_section_with_a_directive_is_as_empty_as_before(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "# Keyword Index: `src/app.py`\n\n## File Information\n\n{}## Keywords Extracted\n\n{}"
    write(root, "docs/src/app.py_kw.md", page.format("", ""))
    assert found(capsys, "--select", "empty-section") == [("empty-section", 3), ("empty-section", 5)]
    write(root, "docs/src/app.py_kw.md", page.format(FILE.replace("file", "next-line"), FILE))
    assert found(capsys, "--select", "empty-section") == [("empty-section", 3), ("empty-section", 6)]


def quoting(language: str, inner: str, before: str = "", after: str = "") -> str:
    return (
        "# Documentation: `docs/src/app.py_kw.md`\n\n## Original Source\n\n"
        f"{before}```{language}\n{inner}```\n{after}\n"
        "## High-Level Overview\n\nText.\n"
    )


def test_quoted_page_is_covered_by_its_outer_lines(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quote, path = KEYWORDS % "", "docs/docs/src/app.py_kw.md_docs.md"
    selected = ("--select", "symbols,suppressions")
    write(root, path, quoting("markdown", quote))
    assert found(capsys, *selected) == [("reserved-word-as-symbol", 13), ("reserved-word-as-symbol", 14)]
    allow = ALLOW_WORD.replace("-next-line", "")
    write(root, path, quoting("markdown", quote, f"{allow}\n", "\n<!-- doclint: end-allow -->\n"))
    assert found(capsys, *selected) == []
    write(root, path, quoting("markdown", f"{ALLOW_WORD}{quote}", after=f"\n{ALLOW_WORD.replace('next-line', 'file')}"))
    assert found(capsys, *selected) == []
    write(root, path, quoting("markdown", KEYWORDS % ALLOW_WORD))
    assert found(capsys, *selected) == [("reserved-word-as-symbol", 14), ("reserved-word-as-symbol", 15)]


def test_block_around_a_copy_changes_nothing_about_where_it_ends(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "a\n```\n\n# Leak <!-- doclint: allow-file links -->\n\n[a](gone.md)\n\n```\nb\n"
    path, selected = "docs/docs/src/app.py_kw.md_docs.md", ("--select", "broken-fence,links,suppressions")
    write(root, path, quoting("text", source))
    assert found(capsys, *selected) == [("broken-fence", 5)]
    allow, end = "<!-- doclint: allow broken-fence -->\n\n", "\n<!-- doclint: end-allow -->\n"
    write(root, path, quoting("text", source, allow, end))
    assert found(capsys, *selected) == []


def shown(findings: list[Finding], *without: str) -> list[tuple[str, str]]:
    return sorted((finding.rule, finding.message_id) for finding in findings if finding.rule not in without)


def lint(text: str, path: str = "docs/page.md", root: Path | None = None) -> list[Finding]:
    repository = Folder(root) if root else Memory({path: text})
    return outcome(Page(path, Source.from_text(text), formats=builtins(), repository=repository), RULES).findings


DIRECTIVES = st.builds(
    "<!-- doclint{} {} {}{} -->".format,
    st.sampled_from([":", "", " :", ":\n"]),
    st.sampled_from(["allow", "end-allow", "allow-next-line", "allow-file", "allow-", ""]),
    st.lists(st.sampled_from([*IDS, "links", "suppressions", "rule-failed", "all", "a b", ""]), max_size=3).map(
        ",".join
    ),
    st.sampled_from(["", " -- why", " --why", "\n-- <!--", "\n> -- x", "--!"]),
)
PATHS = st.sampled_from(["docs/page.md", "docs/a.py_docs.md", "docs/index.md", "docs/docs/x/a.md_kw.md_docs.md"])


@given(st.lists(MARKDOWN | DIRECTIVES), PATHS)
def test_any_text_with_directives_is_linted_without_failure(pieces: list[str], path: str) -> None:
    assert [finding.traceback for finding in lint("".join(pieces), path) if finding.is_failure] == []


@given(MARKDOWN, PATHS)
def test_page_that_allows_everything_has_nothing_but_unused_directives(text: str, path: str) -> None:
    findings = lint(f"<!-- doclint: allow-file {','.join(IDS)} -->\n\n{text}", path)
    assert {finding.rule for finding in findings} <= {"unused-suppression"}


@given(st.data())
def test_directive_changes_nothing_but_what_it_suppresses(data: st.DataObject) -> None:
    root = HOUSE / "examples"
    path = data.draw(st.sampled_from(sorted(page.relative_to(root).as_posix() for page in root.glob("docs/**/*.md"))))
    text = Source.from_bytes((root / path).read_bytes()).text
    page = Page(path, Source.from_text(text), formats=builtins(), repository=Folder(root))
    start = data.draw(st.sampled_from(page.document.blocks)).start
    rule = data.draw(st.sampled_from(IDS))
    before = lint(text, path, root)
    after = lint(f"{text[:start]}<!-- doclint: allow-file {rule} -->\n\n{text[start:]}", path, root)
    is_used = any(finding.rule == rule for finding in before)
    could_run = page.source_file is not None or "source" not in BY_ID[rule].needs
    unused = [] if is_used or not could_run else [("unused-suppression", "unused")]
    assert shown(after) == sorted([*shown(before, rule), *unused])


NAMES = st.lists(st.sampled_from(["broken-link", "links", "mojibake", "encoding"]), min_size=1, max_size=3, unique=True)
ITEMS = st.recursive(
    st.tuples(st.just("text"), st.sampled_from([BROKEN, BOTH, "Text.\n"]))
    | st.tuples(st.sampled_from(["allow-next-line", "allow-file"]), NAMES),
    lambda item: st.tuples(st.just("allow"), NAMES, st.lists(item, max_size=4)),
)


def rendered(items: Sequence[Any], dropped: set[tuple[int, str]], lines: list[str]) -> list[str]:
    """The lines of a page, without the names that are to be dropped from the directives on some lines."""
    for verb, content, *inner in items:
        if verb == "text":
            lines += [content.rstrip(), ""]
            continue
        left = [name for name in content if (len(lines) + 1, name) not in dropped]
        lines += [f"<!-- doclint: {verb} {', '.join(left)} -->" if left else "", ""]
        if verb == "allow":
            rendered(inner[0], dropped, lines)
            lines += ["<!-- doclint: end-allow -->" if left else "", ""]
    return lines


@given(st.lists(ITEMS, max_size=8))
def test_all_that_is_unused_can_go_at_once(items: list[Any]) -> None:
    before = lint("\n".join(rendered(items, set(), [])))
    unused = {
        (finding.start.line, str(finding.arguments["name"])) for finding in before if finding.rule in ABOUT_COMMENTS
    }
    after = lint("\n".join(rendered(items, unused, [])))
    assert shown(after) == shown(before, *ABOUT_COMMENTS)


def entry(**keys: str) -> str:
    return "[[suppress]]\n" + "".join(f"{key.replace('_', '-')} = {value}\n" for key, value in keys.items())


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ({"path": "'docs/'", "rule": "'broken-link'"}, ["mojibake"]),
        ({"path": "'*.md'", "rule": "'links'", "reason": "'the generator is being fixed'"}, ["mojibake"]),
        ({"path": "'/a.md'", "rule": "'links'"}, ["broken-link", "mojibake"]),
        ({"path": "'docs/*'", "rule": "'links'", "message_id": "'missing'"}, ["mojibake"]),
        ({"path": "'docs/*'", "rule": "'links'", "message_id": "'wrong-case'"}, ["broken-link", "mojibake"]),
        ({"path": "'docs/*'", "rule": "'links'", "arguments": "{ target = 'gone.md' }"}, ["mojibake"]),
        ({"path": "'docs/*'", "rule": "'links'", "arguments": "{ target = 'Gone.md' }"}, ["broken-link", "mojibake"]),
        (
            {"path": "'docs/*'", "rule": "'links'", "arguments": "{ target = 'gone.md', name = 1 }"},
            ["broken-link", "mojibake"],
        ),
        ({"path": "'docs/*'", "rule": "'links'", "expires": "2031-05-17"}, ["mojibake"]),
        ({"path": "'docs/*'", "rule": "'links'", "expires": "2031-05-16"}, ["broken-link", "mojibake"]),
    ],
)
def test_entry_of_the_configuration(
    root: Path, capsys: pytest.CaptureFixture[str], keys: dict[str, str], left: list[str]
) -> None:
    write(root, "doclint.toml", entry(**keys))
    write(root, "docs/a.md", BOTH)
    assert [rule for rule, _ in found(capsys)] == left


def test_numbers_and_lists_of_arguments(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "```c\nint x;```\n\n## B\n\n## C\n")
    selected = ("--select", "broken-fence")
    write(root, "doclint.toml", entry(path="'a.md'", rule="'structure'", arguments="{ line = 2, hidden = ['## B'] }"))
    assert found(capsys, *selected) == [("broken-fence", 1)]
    arguments = "{ line = 2, hidden = ['## B', '## C'] }"
    write(root, "doclint.toml", entry(path="'a.md'", rule="'structure'", arguments=arguments))
    assert found(capsys, *selected) == []
    write(root, "doclint.toml", entry(path="'a.md'", rule="'structure'", arguments="{ line = '2' }"))
    assert found(capsys, *selected) == []


def notes(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    run_cli(["check", *arguments])
    return capsys.readouterr().err


def test_expired_entry_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "doclint.toml", entry(path="'docs/'", rule="'links'", expires="2031-05-16"))
    write(root, "docs/a.md", BROKEN)
    assert notes(capsys, "docs/a.md") == (
        "doclint: `suppress.0` of doclint.toml (links in docs/) expired on 2031-05-16; "
        "it no longer suppresses anything\n"
    )


def test_entry_that_suppressed_nothing_is_told_after_a_whole_run(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "doclint.toml", entry(path="'a.md'", rule="'links'") + entry(path="'b.md'", rule="'encoding'"))
    write(root, "docs/a.md", BROKEN)
    note = "doclint: `suppress.1` of doclint.toml (encoding in b.md) suppressed nothing\n"
    assert notes(capsys) == notes(capsys, str(root)) == notes(capsys, "docs", ".") == note
    assert notes(capsys, "docs") == ""
    assert notes(capsys, "--select", "links") == ""
    assert notes(capsys, "--isolated") == ""
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    assert notes(capsys, "--no-cache") == ""


def test_entry_suppresses_judgements_but_no_failures(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    monkeypatch.setattr(registry.rules().find("mojibake"), "family", "engine")
    write(root, "docs/a.md", FILE)
    write(root, "doclint.toml", entry(path="'*'", rule="'suppressions'") + entry(path="'*'", rule="'engine'"))
    assert found(capsys) == [("rule-failed", 1)]


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        (
            {"path": "'*'", "rule": "'broken-lnk'"},
            "`suppress.0.rule`: No rule or family is called `broken-lnk`; did you mean `broken-link`?",
        ),
        (
            {"path": "'*'", "rule": "'rule-failed'"},
            "`suppress.0.rule`: `rule-failed` is not a rule: doclint itself reports it",
        ),
        (
            {"path": "'*'", "rule": "'links'", "message_id": "'mising'"},
            "`suppress.0.message-id`: `links` has no message `mising`; did you mean `missing`?",
        ),
        (
            {"path": "'*'", "rule": "'links'", "message_id": "''"},
            "`suppress.0.message-id`: `links` has no message ``",
        ),
        ({"paht": "'*'", "rule": "'links'"}, "there is no setting `suppress.0.paht`; did you mean `path`?"),
        ({"path": "'*'"}, "`suppress.0.rule` is missing"),
        ({"path": "'!a'", "rule": "'links'"}, "`suppress.0.path` is `!a`, which matches nothing"),
        (
            {"path": "'\\'", "rule": "'links'"},
            r"`suppress.0.path` is `\`, which is not a pattern in the syntax of .gitignore",
        ),
        (
            {"path": "'*'", "rule": "'links'", "expires": "'2031-05-16'"},
            "`suppress.0.expires` is '2031-05-16': input should be a valid date",
        ),
    ],
)
def test_wrong_entry(root: Path, capsys: pytest.CaptureFixture[str], keys: dict[str, str], complaint: str) -> None:
    write(root, "doclint.toml", entry(**keys))
    write(root, "docs/a.md", BOTH)
    assert run_cli(["check"]) == 2
    error = capsys.readouterr().err
    assert re.match(rf"doclint: doclint\.toml(:\d)?: {re.escape(complaint)}", error)
    assert "Traceback" not in error


def test_examples_of_the_manual_are_real(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manual = (HOUSE / "docs" / "suppressions.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^(`{3,})(\w+)\n(.*?)^\1$", manual, re.MULTILINE | re.DOTALL)
    ran = 0
    for _, language, text in blocks:
        if language == "console":
            command, _, output = text.removeprefix("$ doclint ").partition("\n")
            run_cli(command.split())
            said = capsys.readouterr()
            assert (said.out + said.err).replace(f"{root}/", "") == output
            ran += 1
        else:
            write(root, {"markdown": "docs/page.md", "toml": "doclint.toml"}[language], text)
    assert ran == sum(language == "markdown" for _, language, _ in blocks) > 3
    assert run_cli(["check", str(HOUSE / "docs" / "suppressions.md")]) == 0
