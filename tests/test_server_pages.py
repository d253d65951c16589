"""What the worker of the language server does with pages, without a server."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from tree import write

from doclint.markdown.source import Span, edited
from doclint.server import checks
from doclint.server.checks import EditorSetup
from doclint.server.documents import PageText
from doclint.server.features.links import linked_files
from doclint.server.markup import fenced
from doclint.server.page_actions import actions, id_of, smallest_edit
from doclint.server.settings import EditorSettings
from doclint.server.source_places import place_at
from doclint.server.worker import Worker, WorkerDiedError


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A page in a repository that is open in an editor."""
    (tmp_path / ".git").mkdir()
    checks.put(EditorSetup((tmp_path,)), {})
    yield tmp_path / "a.md"
    checks.put(EditorSetup(), {})


def allowed(place: Path, text: str, number: int = 0) -> dict[str, str]:
    """Return a page after each action that allows one of its findings, by what the comment applies to."""
    given = PageText(place, place.name, text)
    finding = checks.check(given).findings[number]
    found = checks.ask(given, actions, [id_of(finding)]) or []
    return {
        one.title.removeprefix(f"Allow `{finding.rule}` ").removesuffix(" by a comment"): made(text, one.edits)
        for one in found
        if one.safe is None
    }


def made(text: str, edits: object) -> str:
    assert isinstance(edits, list)
    return edited(text, Span(0, len(text)), sorted(edits))


@pytest.mark.parametrize(
    ("text", "number", "after"),
    [
        ("# A\n\n[b](b.md)\n", 0, "# A\n\n<!-- doclint: allow-next-line broken-link -->\n[b](b.md)\n"),
        ("[b](b.md)", 0, "<!-- doclint: allow-next-line broken-link -->\n[b](b.md)"),
        ("# A\r\n\r\n[b](b.md)\r\n", 0, "# A\r\n\r\n<!-- doclint: allow-next-line broken-link -->\r\n[b](b.md)\r\n"),
        ("> [b](b.md)\n", 0, "> <!-- doclint: allow-next-line broken-link -->\n> [b](b.md)\n"),
        (
            "a\n[b](b.md)\n",  # in front of the second line, a comment would end the paragraph
            0,
            "<!-- doclint: allow broken-link -->\n\na\n[b](b.md)\n\n<!-- doclint: end-allow -->\n",
        ),
        (
            "- a\n- [b](b.md)\n\nc",
            0,
            "<!-- doclint: allow broken-link -->\n\n- a\n- [b](b.md)\n\n<!-- doclint: end-allow -->\n\nc",
        ),
        (
            "|a|\n|-|\n|[b](b.md)|\n",
            0,
            "<!-- doclint: allow broken-link -->\n\n|a|\n|-|\n|[b](b.md)|\n\n<!-- doclint: end-allow -->\n",
        ),
        ("[b](b.md)\n\n[b](b.md)\n", 1, "[b](b.md)\n\n<!-- doclint: allow-next-line broken-link -->\n[b](b.md)\n"),
    ],
)
def test_comment_is_where_it_allows_one_finding(place: Path, text: str, number: int, after: str) -> None:
    (near, *_) = allowed(place, text, number).values()
    assert near == after


def test_comment_on_the_whole_page_is_no_code(place: Path) -> None:
    text = "[b](b.md)\n"
    assert allowed(place, text)["on this page"] == f"{text}\n<!-- doclint: allow-file broken-link -->\n"
    open_fence = "---\na: b\n---\n[b](b.md)\n\n```\n"
    assert allowed(place, open_fence)["on this page"] == (
        "---\na: b\n---\n<!-- doclint: allow-file broken-link -->\n\n[b](b.md)\n\n```\n"
    )


def test_comment_of_mdx(place: Path) -> None:
    after = allowed(place.with_suffix(".mdx"), "# A\n\n[b](b.mdx)\n")
    assert after["on this line"] == "# A\n\n{/* doclint: allow-next-line broken-link */}\n[b](b.mdx)\n"


def test_failure_of_doclint_cannot_be_allowed(place: Path) -> None:
    write(place.parent, "doclint.toml", "limits.file-bytes = 3\n")
    given = PageText(place, place.name, "# A\n")
    (finding,) = checks.check(given).findings
    assert (finding.rule, checks.ask(given, actions, [id_of(finding)])) == ("page-too-large", [])


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        ("b.md#two", ("b.md", 3)),
        ("app.py#L4-L5", ("app.py", 4)),
        ("`app.py:2`", ("app.py", 2)),
        ("b.md>", ("b.md", 1)),
        ("nowhere.md", None),
        ("plain", None),
    ],
)
def test_text_leads_to_what_it_is_about(place: Path, offset: str, expected: tuple[str, int] | None) -> None:
    write(place.parent, "b.md", "# One\n\n## Two\n")
    write(place.parent, "app.py", "a = 1\n" * 9)
    text = "[b](b.md#two) [c](app.py#L4-L5) `app.py:2` [d](nowhere.md) [e](<b.md>) plain\n"
    found = checks.ask(PageText(place, place.name, text), place_at, text.index(offset) + 1)
    assert (found and (found.place.path, found.place.first)) == expected


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        ("app.py](file", ("app.py", 4, 30, "a = 4\n")),
        ("#L4-L30", ("app.py", 4, 30, "a = 4\n")),
        ("2, 7", ("app.py", 2, 2, "a = 2")),
        ("7-8", ("app.py", 7, 8, "a = 7\na = 8")),
        ("app.py:90", ("app.py", 90, 95, "")),
        ("NaN", ("app.py", 39, 39, "a = 39")),
        ("app.py` (", ("app.py", 5, 5, "a = 5")),
        ("gone.py", None),
    ],
)
def test_citation_leads_to_its_lines(place: Path, offset: str, expected: tuple[str, int, int, str] | None) -> None:
    write(place.parent, "app.py", "".join(f"a = {number}\n" for number in range(1, 41)))
    text = (
        "[app.py](file://app.py#L4-L30), [app.py:2, 7-8](), [app.py:90-95], [a](file://app.py#L39-LNaN), "
        "`app.py` (line 5), [gone](file://gone.py#L1)\n"
    )
    found = checks.ask(PageText(place, place.name, text), place_at, text.index(offset) + 1)
    assert (found and (*found.place[1:4], found.excerpt[: len(expected[3]) if expected and expected[3] else None])) == (
        expected
    )
    assert found is None or len(found.excerpt.splitlines()) <= 20


def test_diagram_leads_to_the_files_that_it_names(place: Path) -> None:
    write(place.parent, "app.py", "a = 1\n")
    write(place.parent, "b.md", "# B\n")
    text = '# A\n\n```mermaid\nflowchart TD\nA[app.py] --> B["gone.py"] --> C[../a.py]\nclick B href "b.md"\n```\n'
    found = {
        name: checks.ask(PageText(place, place.name, text), place_at, text.index(name) + 1)
        for name in ("app.py", "gone.py", "../a.py", "b.md", "click")
    }
    assert {name: one and one.place.path for name, one in found.items()} == {
        "app.py": "app.py",
        "gone.py": None,
        "../a.py": None,
        "b.md": "b.md",
        "click": None,
    }
    assert [one.excerpt for one in found.values() if one] == ["a = 1", "# B"]


def test_class_diagram_leads_to_declarations(place: Path) -> None:
    write(place.parent, "box.py", "class Lid: ...\n\n\nclass Box:\n    def close(self, lid): ...\n\n    size = 1\n")
    box = "class Box {\n+close(lid)\n+int size\n+gone()\n}\nCrate --> Box"
    text = f"# A\n\n```mermaid\nclassDiagram\n{box}\n```\n\n[box.py:1-9]()\n"
    lines = {}
    for name in ("Box", "close", "size", "gone", "Crate"):
        found = checks.ask(PageText(place, place.name, text), place_at, text.index(name) + 1)
        lines[name] = found and found.place.first
    assert lines == {"Box": 4, "close": 5, "size": 7, "gone": 4, "Crate": None}


def test_nothing_outside_the_root_is_shown(place: Path) -> None:
    write(place.parent.parent, "secret.txt", "secret")
    text = "[a](../secret.txt) `../secret.txt` [b](/etc/passwd) `/etc/passwd`\n"
    text += "[a](file://../secret.txt#L1) [b](file:///etc/passwd:1)\n"
    text += "[/etc/passwd:1-2] `../secret.txt:1` [c](file:///etc/passwd#L1) `/etc/passwd` (line 1)\n"
    given = PageText(place, place.name, text)
    assert [checks.ask(given, place_at, offset) for offset in range(len(text))] == [None] * len(text)
    assert checks.ask(given, linked_files) == []


def test_page_is_checked_among_the_texts_of_the_editor(place: Path) -> None:
    other = write(place.parent, "b.md", "# B\n")
    given = PageText(place, place.name, "[b](b.md#new)\n")
    assert [one.rule for one in checks.check(given).findings] == ["broken-anchor"]
    checks.put(EditorSetup((place.parent,)), {other: "# New\n"})
    assert checks.check(given).findings == []
    checks.put(EditorSetup((place.parent,)), {other: None, place.parent / "c.md": "# C\n"})
    assert [one.rule for one in checks.check(given).findings] == ["broken-anchor"]
    assert checks.check(PageText(place, place.name, "[c](c.md)\n")).findings == []


def test_files_are_read_again_if_nobody_says_which_change(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_RECENT", 0.0)
    given = PageText(place, place.name, "[b](b.md)\n")
    for is_watched in (True, False):
        checks.put(EditorSetup((place.parent,), is_watched=is_watched), {})
        assert len(checks.check(given).findings) == 1
        other = write(place.parent, "b.md", "# B\n")
        assert len(checks.check(given).findings) == is_watched
        other.unlink()


def test_known_findings_of_a_baseline_are_not_shown(place: Path) -> None:
    given = PageText(place, place.name, "[b](b.md)\n")
    (finding,) = checks.check(given).findings
    write(
        place.parent,
        "known.json",
        f'{{"findings": {{"a.md": {{"broken-link": {{"{finding.fingerprint}": 1}}}}}}, "version": 1}}',
    )
    configuration = write(place.parent, "doclint.toml", 'baseline = "known.json"\n')
    checks.renew([configuration])
    assert checks.check(given).findings == []
    (found,) = checks.check(replace(given, text="[b](b.md) [c](c.md)\n")).findings
    assert found.arguments["target"] == "c.md"


def test_configuration_that_was_never_right_checks_nothing(place: Path) -> None:
    configuration = write(place.parent, "doclint.toml", 'selct = ["links"]\n')
    given = PageText(place, place.name, "[b](b.md)\n")
    found = checks.check(given)
    assert (found.findings, found.is_checked) == ((), False)
    assert found.problem == "doclint.toml:1: there is no setting `selct`; did you mean `select`?"
    configuration.unlink()
    checks.renew([configuration])
    assert len(checks.check(given).findings) == 1


def test_rule_that_the_editor_names_must_exist(place: Path) -> None:
    checks.put(EditorSetup((place.parent,), EditorSettings(select=("broken-lnk",))), {})
    found = checks.check(PageText(place, place.name, "[b](b.md)\n"))
    assert found.problem == (
        "The setting `select` of the editor: No rule or family is called `broken-lnk`; did you mean `broken-link`?"
    )


@given(st.text("ab", max_size=8), st.text("ab", max_size=8))
def test_smallest_edit_makes_one_text_of_another(before: str, after: str) -> None:
    edit = smallest_edit(before, after)
    assert (edit is None) == (before == after)
    assert edited(before, Span(0, len(before)), [edit] if edit else []) == after


@given(st.text(st.sampled_from("`~\n\r a\x1b"), max_size=30))
def test_nothing_ends_a_fence(text: str) -> None:
    first, *_, last = fenced(text, "text").split("\n")
    inside = fenced(text, "text").split("\n")[1:-1]
    assert first == f"{last}text"
    assert not any(line.strip().startswith(last) for line in inside)


def test_change_of_an_ignored_file_matters_if_a_page_links_to_it(place: Path) -> None:
    write(place.parent, ".gitignore", "build/\n")
    write(place.parent, "build/b.md", "# B\n")
    given = PageText(place, place.name, "# A\n\n[b](build/b.md#c)\n")
    assert [one.rule for one in checks.check(given).findings] == ["broken-anchor"]
    checks.renew([write(place.parent, "build/b.md", "# B\n\n## C\n")])
    assert checks.check(given).findings == []


def test_call_that_ends_workers_takes_no_other_with_it() -> None:
    async def script() -> Sequence[object]:
        worker = Worker()
        calls = [worker.call(os._exit, 3), worker.call(abs, -1), worker.call(os._exit, 3), worker.call(abs, -2)]
        try:
            return await asyncio.gather(*calls, return_exceptions=True)
        finally:
            worker.stop()

    first, one, second, two = asyncio.run(script())
    assert (one, two) == (1, 2)
    assert isinstance(first, WorkerDiedError)
    assert isinstance(second, WorkerDiedError)
