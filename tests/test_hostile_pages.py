"""Whatever is on a page, doclint reports findings, and no failure of its own."""

import tracemalloc

import pytest

from doclint import lint_text
from doclint.markdown import parser as markdown, pulldown
from doclint.markdown.mistune import parser as mistune
from doclint.markdown.nodes import List, ListItem

ENGINES = {"pulldown": pulldown.parse, "mistune": mistune.parse}
PAGE = "docs/src/a.py_docs.md"
SOURCES = {"src/a.py": "def f():\n    pass\n"}
COPY = "# Documentation: `src/a.py`\n\n## Original Source\n\n```{info}\ndef f():\n    pass\n```\n"


@pytest.fixture(params=ENGINES, autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the engines in turn."""
    name: str = request.param
    monkeypatch.setattr(markdown, "_engine", lambda: ENGINES[name])
    return name


@pytest.mark.parametrize("blank", ["\u00a0", "\u0085", "\u2003", "\u3000", "\f", "\x1c"])
@pytest.mark.parametrize("text", ["```{}\nx\n```\n", COPY.replace("{info}", "{}")])
def test_info_string_of_a_blank_that_is_no_space(text: str, blank: str) -> None:
    assert not lint_text(text.format(blank), path=PAGE, rules=["strict"], sources=SOURCES).has_failed


@pytest.mark.parametrize("info", ["\u00a0", "\u0085", "\u00a0cpp", " \u3000cpp x"])
def test_language_replaces_blanks_that_are_no_spaces(info: str) -> None:
    report = lint_text(COPY.format(info=info), path=PAGE, rules=["wrong-fence-language"], sources=SOURCES)
    [finding] = report.findings
    assert finding.fix is not None
    [edit] = finding.fix.edits
    before = COPY.index("```") + 3
    assert edit.text == "python"
    assert edit.span.start == before + (len(info) - len(info.lstrip(" ")))
    assert edit.span.end == before + len(info.rstrip(" x"))


@pytest.mark.parametrize("marker", ["2) ", "- ", "> 2. ", "> - 2) "])
@pytest.mark.parametrize("times", [*range(32, 54), 101])
def test_lists_nested_as_deep_as_allowed(marker: str, times: int) -> None:
    text = marker * times
    assert not lint_text(text, rules=["strict"]).has_failed
    for nested in markdown.parse(text).lists:
        assert all(isinstance(item, ListItem) for item in nested.items)
        assert isinstance(nested, List)


def test_images_in_each_other_take_memory_in_proportion() -> None:
    def peak(size: int) -> int:
        text = "![" * size + "](a.md)" * size
        tracemalloc.start()
        lint_text(text, path="docs/b.md", sources=SOURCES, rules=["misleading-link"])
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(10)  # loads what is loaded once
    assert peak(2_000) <= 2.5 * peak(1_000)
