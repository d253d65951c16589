"""Fixes, as people use them: files before, files after, and what is said."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, strategies as st
from strategies import MARKDOWN
from tree import write

from doclint import Rule, Violation
from doclint.cli.main import run_cli
from doclint.engine.fixes.fix import Fixed, compatible, fix
from doclint.engine.fixes.verify import difference
from doclint.engine.page_rules import lint
from doclint.formats.loading import builtins
from doclint.formats.reading.shapes import SourceCopy
from doclint.markdown.source import Edit, Fix, Source, Span, spliced
from doclint.output.fixes import shown
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory
from doclint.repository.paths import replace_inside
from doclint.repository.repository import Repository
from doclint.rule.message import Message
from doclint.rule.registry import rules
from doclint.rule.rule import Example, Invalid
from doclint.testing import check_example

RULES = [rule() for rule in rules().values()]
SAFE = [rule for rule in RULES if rule.id in ("broken-fence", "broken-link", "misspelled-heading", "mojibake")]
PAGES = Path(__file__).parent / "pages"
CORPUS = (Path(__file__).parents[2] / "shared" / "corpus").resolve()
KEYWORDS = "# Keyword Index: `app.py`\n\n## Keywords Extracted\n\n### Classs\n\n"
ITEM = "- **`{}`**: [app.py_docs.md](./app.py_docs.md)\n"


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(["check", *arguments])
    return code, *capsys.readouterr()


def reader(path: str = "docs/page.md", repository: Repository | None = None) -> Callable[[bytes], Page]:
    return lambda data: Page(
        path, Source.from_bytes(data), formats=builtins(), repository=repository or Memory({path: data})
    )


def fixed(data: bytes, read: Callable[[bytes], Page], *, unsafe: bool, chosen: list[Rule] = RULES) -> Fixed:
    return fix(data, read, lambda page: lint(page, chosen), unsafe=unsafe)


class _Replace(Rule):
    """A rule that wants words replaced, whatever that does to the page."""

    id = "replace"
    family = "test"
    severity = "info"
    messages: ClassVar = {"word": Message("`{word}` is there")}
    examples: ClassVar[tuple[Example, ...]] = ()
    words: dict[str, str]

    def check(self, page: Page) -> Iterator[Violation]:
        for word, new in self.words.items():
            start = page.source.text.find(word)
            if start >= 0:
                span = Span(start, start + len(word))
                yield Violation(span, "word", fix=Fix((Edit(span, new),), safe=True), word=word)


def replaced(text: str, words: dict[str, str], path: str = "docs/page.md") -> Fixed:
    return fixed(text.encode(), reader(path), unsafe=False, chosen=[_Replace(words=words)])


# The command


def test_safe_fixes_are_made_and_the_rest_is_reported(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", "# The Café librarys\n\nA cafÃ©, [b](b.md) and [c](C.md).\n")
    write(root, "docs/c.md", "# C\n")
    code, out, err = check(capsys, "--fix", "--output-format", "concise")
    assert page.read_text("utf-8") == "# The Café libraries\n\nA café, [b](b.md) and [c](c.md).\n"
    assert code == 1
    assert out == "docs/a.md:3:9: error broken-link: The link `b.md` leads to `docs/b.md`, which does not exist\n"
    assert err == "Fixed 3 findings in 1 page.\n"


def test_fixes_after_others_are_counted_apart(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/café.md", "# C\n")
    write(root, "docs/a.md", "# A\n\nThe cafÃ©: [c](CafÃ©.md).\n")
    assert "1 finding can be fixed with `doclint check --fix`.\n" in check(capsys)[1]
    _, _, err = check(capsys, "--diff", "--unsafe-fixes")
    assert err == "Would fix 2 findings in 1 page; 1 of these findings can be fixed only after others.\n"


def test_clean_after_fixes_is_clean(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "A cafÃ©.\n")
    assert check(capsys, "--fix") == (0, "1 page checked, nothing found.\n", "Fixed 1 finding in 1 page.\n")
    assert check(capsys, "--fix") == (0, "1 page checked, nothing found.\n", "Nothing to fix.\n")


def test_unsafe_fixes_are_announced_and_made_when_asked_for(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", "# Usage\n\n[u](#usagee)\n")
    code, out, err = check(capsys, "--fix")
    assert (code, page.read_text("utf-8")) == (1, "# Usage\n\n[u](#usagee)\n")
    assert (out.splitlines()[0], err) == ("docs/a.md:3:1 error broken-anchor [unsafe fix]", "No fix is safe.\n")
    assert "\n1 finding can be fixed with `doclint check --fix --unsafe-fixes`; `--diff` shows the changes.\n" in out
    assert check(capsys, "--fix", "--unsafe-fixes")[0] == 0
    assert page.read_text("utf-8") == "# Usage\n\n[u](#usage)\n"


def test_unsafe_fixes_alone_are_bad_usage(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = check(capsys, "--unsafe-fixes")
    assert code == 2
    assert "--unsafe-fixes needs --fix or --diff." in err


def test_generated_pages_get_a_note(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/app.py_kw.md", KEYWORDS + ITEM.format("App"))
    assert "One of these pages is generated" in check(capsys, "--fix")[2]


def test_only_selected_rules_fix(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", "# The librarys\n\nA cafÃ©.\n")
    check(capsys, "--fix", "--select", "mojibake")
    assert page.read_text("utf-8") == "# The librarys\n\nA café.\n"


def test_diff_can_be_applied_and_nothing_is_written(root: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    before = b"\xef\xbb\xbf# A\r\n\r\nA caf\xc3\x83\xc2\xa9 \xff\tand\x1b[31m\r\n\r\nlast"
    page = write(root, "docs/a.md", before)
    assert run_cli(["check", "--diff"]) == 1
    patch = capfdbinary.readouterr().out
    assert page.read_bytes() == before
    assert patch.startswith(b"--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1,5 +1,5 @@\n")
    subprocess.run(["git", "apply", "-"], input=patch, cwd=root, check=True)
    by_git = page.read_bytes()
    page.write_bytes(before)
    assert run_cli(["check", "--fix"]) == 1
    assert page.read_bytes() == by_git == before.replace(b"\xc3\x83\xc2\xa9", b"\xc3\xa9")


def test_diff_shows_what_fix_would_change(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", "A cafÃ©.\n\n[b](guides.md)\n")
    write(root, "docs/guide.md", "# Guide\n")
    for options in (["--fix", "--diff"], ["--fix", "--unsafe-fixes", "--diff"]):
        assert check(capsys, *options) == check(capsys, *options[1:])
    assert page.read_text("utf-8") == "A cafÃ©.\n\n[b](guides.md)\n"


def test_diff_of_nothing_is_clean(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "[b](b.md)\n")
    assert check(capsys, "--diff") == (0, "", "Nothing to fix.\n")


def test_diff_obeys_nothing_on_a_terminal(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "docs/a.md", "A cafÃ©\t\x1b[31m.\n")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    out = check(capsys, "--diff", "--color", "never")[1]
    assert "+A café\t\\x1b[31m.\n" in out


def test_fix_of_one_page_makes_work_on_another(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = write(root, "docs/a.md", "[o](b.md#our-librarys)\n")
    write(root, "docs/b.md", "# Our librarys\n")
    assert check(capsys, "--fix", "--unsafe-fixes")[0] == 0
    assert first.read_text("utf-8") == "[o](b.md#our-libraries)\n"


# Files


def test_every_byte_outside_an_edit_stays(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", b"\xef\xbb\xbf# A\r\rcaf\xc3\x83\xc2\xa9 \xed\xa0\x80\xff\x00\r\n\nend \t")
    check(capsys, "--fix")
    assert page.read_bytes() == b"\xef\xbb\xbf# A\r\rcaf\xc3\xa9 \xed\xa0\x80\xff\x00\r\n\nend \t"


def test_new_line_endings_are_those_of_the_page() -> None:
    page = "# Documentation: `a.py`\n\n## Original Source\n\n```python\nx = 1```\n\n## High-Level Overview\n\nText.\n"
    for ending in ("\n", "\r\n", "\r"):
        data = page.replace("\n", ending).encode()
        done = fixed(data, reader("docs/a.py_docs.md"), unsafe=False)
        assert done.data == page.replace("1```", "1\n```").replace("\n", ending).encode()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are another thing there")
def test_mode_is_kept_and_nothing_is_left_behind(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", "A cafÃ©.\n")
    page.chmod(0o751)
    assert check(capsys, "--fix")[0] == 0
    assert stat.S_IMODE(page.stat().st_mode) == 0o751
    assert [file.name for file in (root / "docs").iterdir()] == ["a.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_nothing_is_written_through_a_link(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = write(root.parent, f"{root.name}-outside.md", "A cafÃ©.\n")
    target = write(root, "pages/real.txt", "A cafÃ©.\n")
    (root / "docs" / "in.md").symlink_to(target)
    (root / "docs" / "out.md").symlink_to(outside)
    assert check(capsys, "--fix", "docs/in.md", "docs/out.md")[0] == 2
    assert (root / "docs" / "in.md").is_symlink()
    assert target.read_text("utf-8") == "A cafÃ©.\n"
    assert outside.read_text("utf-8") == "A cafÃ©.\n"
    for link in ("in.md", "out.md"):
        with pytest.raises(PermissionError):
            replace_inside(root / "docs" / link, root, outside.read_bytes(), b"")


def test_page_that_was_changed_meanwhile_stays(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = write(root, "docs/a.md", "A cafÃ©.\n")

    def fix_and_meddle(*arguments: object, **options: object) -> Fixed:
        page.write_text("Somebody else was here. A cafÃ©.\n", encoding="utf-8")
        return fix(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("doclint.engine.fixes.apply.fix", fix_and_meddle)
    code, _, err = check(capsys, "--fix")
    assert code == 2
    assert "docs/a.md is unchanged: it cannot be written: the file has changed in the meantime." in err
    assert page.read_text("utf-8").startswith("Somebody")
    assert [file.name for file in (root / "docs").iterdir()] == ["a.md"]


def test_page_that_cannot_be_written_is_told(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = write(root, "docs/a.md", "A cafÃ©.\n")
    monkeypatch.setattr("os.access", lambda *_: False)
    code, out, err = check(capsys, "--fix")
    assert code == 2
    assert "docs/a.md is unchanged: it cannot be written: Permission denied." in err
    assert "mojibake" in out
    assert page.read_text("utf-8") == "A cafÃ©.\n"


def test_other_encodings_are_not_written(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(root, "docs/a.md", "A cafÃ©.\n".encode("utf-16"))
    code, _, err = check(capsys, "--fix")
    assert code == 1
    assert "docs/a.md is unchanged: it is UTF-16, and doclint writes only UTF-8." in err
    assert page.read_bytes() == "A cafÃ©.\n".encode("utf-16")


# The proof


def test_fix_that_changes_more_than_it_edits_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "# Our librarys\n\nIt’s **cafÃ\xa0** here, and a naÃ¯ve one.\n"
    page = write(root, "docs/a.md", text)
    code, _, err = check(capsys, "--fix")
    assert code == 1
    assert page.read_text("utf-8") == text
    assert "docs/a.md is unchanged: the fix of `mojibake` would change how line 3 reads" in err


@pytest.mark.parametrize(
    ("text", "word", "new"),
    [
        ("word\n\n# A\n", "word", "<!--"),
        ("word\n\n# A\n", "word", "```"),
        ("a word b\n", "word", "*x* [y](z)\n\n# C"),
        ("*a* word *b*\n", "a* word *", "a word "),
        ("text\nword\n", "word", "==="),
        ("[a][b]\n\n[b]: c\n\nword\n", "[b]: c", "b: c"),
        ("word [a][b]\n\n[b]: c\n", "word", "\n[b]: d\n\n"),
        ("- a\n- word\n- c\n", "- word", "word\n\n1."),
        ("| a | b |\n|---|---|\n| word | d |\n", "word", "|"),
        ("word\n\n---\na: b\n---\n", "word\n\n", ""),
    ],
)
def test_proof_sees_what_an_edit_does_elsewhere(text: str, word: str, new: str) -> None:
    done = replaced(text, {word: new})
    assert done.data == text.encode()
    assert done.refusal.startswith("the fix of `replace` would change how line")


@pytest.mark.parametrize(
    ("text", "word", "new"),
    [
        ("# A word *b*\n", "word", "longer\\* one"),
        ("a word, b\n", "word", "[c](d) *e* `f`"),
        ("[a](word 'b')\n", "word", "other"),
        ("[a][b]\n\n[b]: word\n", "word", "other"),
        ("- a\n- word\n\n- c\n", "- word\n", ""),
        ("- a\n- word\n\nb\n", "- word\n", ""),
        ("<p id=word>\n\n# A\n", "word", "'x y'"),
        ("```\nword\n```\n", "word", "# other"),
    ],
)
def test_proof_allows_any_change_inside_an_edit(text: str, word: str, new: str) -> None:
    assert replaced(text, {word: new}).data == text.replace(word, new).encode()


def test_proof_of_a_page_of_a_kind_looks_through_its_broken_fence() -> None:
    source = "'''\n```\n# Leak\n[a](b.md) word\n```sh\n'''\n"
    text = f"# Documentation: `a.py`\n\n## Original Source\n\n```python\n{source}```\n\n## High-Level Overview\n\nT.\n"
    done = fixed(text.encode(), reader("docs/a.py_docs.md"), unsafe=False)
    assert done.data.decode() == text.replace("```python", "````python").replace("```\n\n##", "````\n\n##")
    page = reader("docs/a.py_docs.md")(done.data)
    assert page.rendered.source.text[slice(*page.rendered.code_blocks[0].content)] == source


# Several edits


def test_fixes_that_overlap_are_made_one_after_the_other() -> None:
    done = replaced("ab c\n", {"ab": "x", "b c": "y", "x c": "z"})
    assert done.data == b"z\n"
    assert [finding.arguments["word"] for finding in done.fixes] == ["ab", "x c"]


def test_fixes_that_undo_each_other_are_refused() -> None:
    done = replaced("a\n", {"a": "b", "b": "a"})
    assert done.data == b"a\n"
    assert done.refusal == "the fix of `replace` would never come to an end"


class _Edits(_Replace):
    """A rule with a finding for each group of edits, which replace the characters between two offsets."""

    words: dict[str, str] = {}
    groups: list[list[tuple[int, int]]]

    def check(self, page: Page) -> Iterator[Violation]:
        assert page.source.text
        for group in self.groups:
            fix = Fix(tuple(Edit(Span(*place), "x") for place in group), safe=True)
            yield Violation(Span(0, 1), "word", fix=fix, word="")


_PLACES = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda place: (min(place), max(place)))


@given(st.lists(_PLACES.map(lambda place: [place]), max_size=8))
def test_chosen_fixes_never_overlap(groups: list[list[tuple[int, int]]]) -> None:
    chosen = compatible(lint(reader()(b"0123456789"), [_Edits(groups=groups)]), unsafe=False)
    assert bool(chosen) == bool(groups)
    for one, other in pairwise(edit.span for finding in chosen if finding.fix for edit in finding.fix.edits):
        assert one.end <= other.start
        assert one.end < other.start or (one.start < one.end and other.start < other.end)


def test_edits_of_one_fix_are_made_together() -> None:
    chosen = compatible(lint(reader()(b"0123456789"), [_Edits(groups=[[(2, 4)], [(0, 1), (3, 5)]])]), unsafe=False)
    assert [finding.fix.edits[0].span for finding in chosen if finding.fix] == [(0, 1)]


@pytest.mark.parametrize("group", [[(0, 2), (1, 3)], [(4, 99)], [(3, 2)]])
def test_edits_that_make_no_sense_are_a_bug_of_the_rule(group: list[tuple[int, int]]) -> None:
    [finding] = lint(reader()(b"abcdef"), [_Edits(groups=[group])])
    assert finding.is_failure


def test_quoted_page_is_mended_where_it_was_copied_from() -> None:
    quote = f"```markdown\n{KEYWORDS}{ITEM.format('App')}```\n"
    text = f"# Documentation: `docs/app.py_kw.md`\n\n## Original Source\n\n{quote}\n## High-Level Overview\n\nT.\n"
    findings = lint(reader("docs/docs/app.py_kw.md_docs.md")(text.encode()), RULES)
    [quoted] = [finding for finding in findings if finding.rule == "misspelled-heading"]
    assert quoted.embedded
    assert quoted.fix is None


# Rules


@pytest.mark.parametrize(
    "text",
    [
        "[a](B\\.md)\n",
        "[a](B&#46;md)\n",
        "> [a]:\n> B.md\n\n[a]\n",
        "<a href='B&#46;md'>a</a>\n",
    ],
)
def test_destination_that_is_not_found_as_it_reads_is_not_edited(text: str) -> None:
    repository = Memory({"docs/page.md": text, "docs/b.md": ""})
    [finding] = lint(reader(repository=repository)(text.encode()), RULES)
    assert (finding.rule, finding.message_id, finding.fix) == ("broken-link", "wrong-case", None)


def test_heading_that_the_page_links_to_is_not_mended_for_certain() -> None:
    page = reader()(b"# Our librarys\n\n[o](#our-librarys)\n")
    [finding] = lint(page, RULES)
    assert finding.fix is not None
    assert not finding.fix.safe


def test_list_is_not_emptied() -> None:
    text = KEYWORDS + ITEM.format("def") + ITEM.format("class")
    found = [one for one in lint(reader("docs/app.py_kw.md")(text.encode()), RULES) if one.family == "symbols"]
    assert [finding.fix for finding in found] == [None, None]


def test_manual_shows_the_page_after_the_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["explain", "mojibake"]) == 0
    assert "## After its fix\n\n    # Map\n\n    ## Keyword → Section\n" in capsys.readouterr().out


def test_fix_that_the_example_does_not_expect_is_told() -> None:
    class Wrong(_Replace):
        words: dict[str, str] = {"a": "b"}

    check_example(Wrong, Invalid("a\n", lines=(1,), fixed="b\n"))
    with pytest.raises(AssertionError, match="expected after the fixes"):
        check_example(Wrong, Invalid("a\n", lines=(1,), fixed="c\n"))
    with pytest.raises(AssertionError, match="the fixes were refused"):
        check_example(Wrong, Invalid("a\n", options={"words": {"a": "aa"}}, lines=(1,)))


def test_example_says_which_message_is_on_which_line() -> None:
    text, rule = "See [a] (https://example.org).\n\nIt is \\[b\\](https://example.org/b)\n", rules()["unrendered-link"]
    check_example(rule, Invalid(text, lines={1: "space", 3: "escaped"}))
    wrong: list[dict[int, str | tuple[str, ...]]] = [
        {1: "escaped", 3: "space"},
        {1: ("space", "space"), 3: "escaped"},
        {1: "space"},
    ]
    for lines in wrong:
        with pytest.raises(AssertionError, match="expected"):
            check_example(rule, Invalid(text, lines=lines))


# Any page


def check_any(data: bytes, read: Callable[[bytes], Page], *, unsafe: bool) -> None:
    """Fixing is done once and for all, or not at all."""
    done = fixed(data, read, unsafe=unsafe)
    assert (done.data != data) == bool(done.fixes)
    assert not (done.refusal and done.fixes)
    again = fixed(done.data, read, unsafe=unsafe)
    assert (again.data, again.fixes, again.refusal) == (done.data, (), done.refusal)
    if not done.refusal:
        assert compatible(lint(read(done.data), RULES), unsafe=unsafe) == []


@given(st.binary() | MARKDOWN.map(str.encode), st.floats(0, 1), st.floats(0, 1))
def test_bytes_outside_an_edit_stay(data: bytes, one: float, other: float) -> None:
    text = Source.from_bytes(data).text
    if Source.from_bytes(data).encoding != "utf-8":
        return
    start, end = sorted((int(one * len(text)), int(other * len(text))))
    head, _, tail = spliced(data, [Edit(Span(start, end), "<the edit>")]).partition(b"<the edit>")
    assert (data.startswith(head), data.endswith(tail)) == (True, True)
    assert len(Source.from_bytes(head).text) == start
    assert len(tail) <= len(data) - len(head)
    assert (len(head) + len(tail) == len(data)) == (start == end)


_DAMAGE = [
    "CafÃ© ", "â†’", "Ã\xa0", "# A librarys\n", "[a](A.MD#b)", "[a][bigogo]", "[biglogo]: A.md\n", "**", "\n", "\xff",
]  # fmt: skip
DAMAGED = st.lists(st.sampled_from(_DAMAGE) | MARKDOWN, max_size=12).map("".join)


@given(DAMAGED, st.sampled_from(["docs/page.md", "docs/app.py_kw.md", "docs/index.md"]), st.booleans(), st.booleans())
def test_any_page_is_fixed_once_and_for_all(text: str, path: str, latin: bool, unsafe: bool) -> None:
    data = text.encode("latin-1", "ignore") if latin else text.encode()
    check_any(data, reader(path, Memory({path: data, "docs/a.md": "# B\n"})), unsafe=unsafe)


_SOUND = {path.relative_to(PAGES).as_posix(): path.read_bytes() for path in sorted((PAGES / "docs").rglob("*.md"))}
_PIECES = st.sampled_from(
    ["CafÃ©", "```", "\n```\n", "\n### Classs\n\n", "- **`def`**: [a](./a.md)\n", "\xff", "\r\n", "[a](../INDEX.md)"]
    + ["\n- **`The`**: [index.md](./index.md)", "**Sise**", "\n\n", "[a][b]", "# "]
)


@given(st.sampled_from(sorted(_SOUND)), st.lists(st.tuples(st.floats(0, 1), _PIECES), max_size=6), st.booleans())
def test_any_damage_of_a_sound_page_is_fixed_once_and_for_all(
    path: str, damage: list[tuple[float, str]], unsafe: bool
) -> None:
    data = _SOUND[path]
    for place, piece in damage:
        offset = int(place * len(data))
        data = data[:offset] + piece.encode("latin-1" if piece == "\xff" else "utf-8") + data[offset:]
    check_any(data, reader(path, Folder(PAGES)), unsafe=unsafe)


@given(MARKDOWN)
def test_page_that_is_not_edited_is_proved_the_same(text: str) -> None:
    page = reader()(text.encode())
    assert difference(page.document, reader()(text.encode()).document, []) is None


@pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpora at {CORPUS}")
@pytest.mark.parametrize(("name", "changed"), [("click", 84), ("pybind11", 30), ("seeds", 1)])
def test_real_pages_lose_what_is_safe_to_fix_and_nothing_else(name: str, changed: int) -> None:
    repository = Folder(CORPUS / name)
    pages = 0
    for file in sorted((CORPUS / name / "docs").rglob("*.md")):
        path, data = file.relative_to(CORPUS / name).as_posix(), file.read_bytes()
        read = reader(path, repository)
        before = read(data)
        findings = lint(before, SAFE)
        if not any(finding.fix and finding.fix.safe for finding in findings):
            continue
        done = fixed(data, read, unsafe=False, chosen=SAFE)
        after = read(done.data)
        pages += 1
        assert done.refusal == ""
        assert not [finding for finding in lint(after, SAFE) if finding.fix and finding.fix.safe]
        assert [before.source.text[slice(*copy.content)] for copy in before.all(SourceCopy)] == [
            after.source.text[slice(*copy.content)] for copy in after.all(SourceCopy)
        ]
    assert pages == changed


BOM_PAGE = b"\xef\xbb\xbf# A\r\n\r\ncaf\xc3\x83\xc2\xa9\t[b][c]\r\n"
MENDED = BOM_PAGE.replace(b"\xc3\x83\xc2\xa9", b"\xc3\xa9")


def piped(root: Path, *arguments: str, page: bytes = BOM_PAGE) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "doclint", "check", "--stdin-filename", "docs/a.md", *arguments]
    return subprocess.run(command, input=page, capture_output=True, check=False, cwd=root)


def test_page_from_standard_input_is_printed_with_its_fixes(root: Path) -> None:
    write(root, "docs/a.md", "# Another\n")
    done = piped(root, "--fix")
    assert (done.returncode, done.stdout) == (1, MENDED)
    lines = done.stderr.decode().splitlines()
    assert lines[:2] == ["Fixed 1 finding in 1 page.", "docs/a.md:3:6 error undefined-reference"]
    assert (root / "docs" / "a.md").read_text() == "# Another\n"
    assert piped(root, "--fix", "--select", "mojibake").returncode == 0
    report = json.loads(piped(root, "--fix", "--output-format", "json").stderr.partition(b"\n")[2])
    assert [finding["rule"] for finding in report["findings"]] == ["undefined-reference"]
    assert piped(root, "--fix", page=MENDED).stdout == MENDED


@pytest.mark.parametrize("page", ["café Ã©\n".encode("utf-16"), b"caf\xe9\xff \xc3\x83\xc2\xa9", b""])
def test_page_from_standard_input_is_never_lost(root: Path, page: bytes) -> None:
    assert piped(root, "--fix", page=page).stdout.startswith(page[:6])
    write(root, "doclint.toml", 'exclude = ["docs/"]\n')
    assert piped(root, "--fix", page=page).stdout == page


def test_diff_of_a_page_from_standard_input(root: Path) -> None:
    done = piped(root, "--diff")
    assert done.returncode == 1
    assert b"\n+" + MENDED.splitlines(keepends=True)[2].rstrip(b"\n") in done.stdout
    assert done.stderr == b"Would fix 1 finding in 1 page.\n"


def test_page_from_standard_input_does_nothing_to_a_terminal() -> None:
    page = b"a\tb\x1b[31m\r\n\xff"
    assert shown(page, for_terminal=False) == page
    assert shown(page, for_terminal=True) == b"a\tb\\x1b[31m\n\\udcff\n"


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
def test_page_whose_name_is_no_text_is_fixed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = os.fsencode(root) + b"/docs/caf\xe9.md"
    with open(page, "wb") as file:  # noqa: PTH123 - a path that is no text
        file.write("# Caf\u00c3\u00a9\n\n[self](caf%E9.md)\n".encode())
    assert run_cli(["check", "--fix", "--diff"]) == 1
    assert run_cli(["check", "--fix"]) == 0
    with open(page, "rb") as file:  # noqa: PTH123
        assert file.read() == "# Caf\u00e9\n\n[self](caf%E9.md)\n".encode()


@pytest.mark.skipif(sys.platform == "win32", reason="making a symbolic link needs a right there")
def test_report_does_not_promise_what_was_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "# Usage\n\nA cafÃ©.\n\n[u](#usagee)\n").rename(root / "a.txt")
    (root / "docs/a.md").symlink_to(root / "a.txt")
    _, out, err = check(capsys, "--fix", "docs/a.md")
    assert "docs/a.md is unchanged" in err
    assert "docs/a.md:3:6 error mojibake\n" in out
    assert "\n1 finding can be fixed with `doclint check --fix --unsafe-fixes`" in out
    assert "fix" not in check(capsys, "--fix", "--unsafe-fixes", "docs/a.md")[1]
