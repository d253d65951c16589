"""Overviews of modules, as users read them: what is the docstring of the module, and what is something else."""

import pytest

from doclint.engine.page_rules import lint
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.rule.registry import rules

PATH = "docs/a.py_docs.md"
RULE = rules()["wrong-overview"]()
DOCSTRING = """Counts apples.

It counts *all* of them, in `bushels`
and in baskets; see :func:`count`.

    >>> count()
    7

- red ones
- green ones
"""
MODULE = f'#!/usr/bin/env python\n"""{DOCSTRING}"""\nimport sys\n\nprint(sys.argv)\n'
OTHER = "X = 1\n\n\nclass Basket:\n    def fill(self):\n        r'''Fill it\n        up.'''\n        return 1\n"


def messages(overview: str, source: str | None, *, copy: str = "") -> list[str]:
    fence = f"## Original Source\n\n```python\n{copy}\n```\n\n" if copy else ""
    counts = "This Python file contains 0 class(es) and 0 function(s).\n"
    text = f"# Documentation: `a.py`\n\n{fence}## High-Level Overview\n\n{overview}\n\n{counts}"
    files = {PATH: text} if source is None else {PATH: text, "a.py": source}
    page = Page(PATH, Source(text), formats=builtins(), repository=Memory(files))
    findings = lint(page, [RULE])
    assert not any(finding.is_failure for finding in findings)
    return [finding.message for finding in findings]


@pytest.mark.parametrize(
    "overview",
    [
        DOCSTRING,
        "Counts apples.",
        "Counts apples. It counts \\*all\\* of them, in `bushels` and in baskets; see `count`.",
        "Counts apples. It counts *all* of them ...",
        "> Counts apples.\n\nIt counts *all* of them, in `bushels` and in baskets […]",
        "It counts *all* of them, in `bushels` and in baskets.",
        "Counts apples. It counts *all* of them, in `bushels` and in baskets:\n\n* red ones\n* green ones",
        DOCSTRING.replace("\n\n", "\n\n\n"),
        "",
    ],
)
def test_the_docstring_or_a_part_of_it_is_right(overview: str) -> None:
    assert messages(overview, MODULE) == []


@pytest.mark.parametrize(
    ("overview", "faults"),
    [
        (f'"""{DOCSTRING}"""', "its quotes are kept"),
        ("".join(DOCSTRING.splitlines()), "its lines run together (`apples.It`)"),
        (
            "Counts apples.\n\nIt counts *all* of them, in bushelsand in baskets",
            "its lines run together (`bushelsand`)",
        ),
        (f"{DOCSTRING}import sys", "the code behind it follows"),
        (f'"""{DOCSTRING}"""import sysprint(', "its quotes are kept and the code behind it follows"),
    ],
)
def test_the_docstring_spoilt(overview: str, faults: str) -> None:
    assert messages(overview, MODULE) == [f"The overview is the module's docstring, but {faults}"]


@pytest.mark.parametrize(
    ("overview", "what"),
    [
        ("r'''Fill it        up.'''        return 1", "the docstring of `Basket.fill` (line 5)"),
        ("Fill it up.", "the docstring of `Basket.fill` (line 5)"),
        ("X = 1class Basket:    def fill(self):", "code (line 1)"),
    ],
)
def test_something_else(overview: str, what: str) -> None:
    assert messages(overview, OTHER) == [f"The overview is {what}; the module has no docstring"]
    begins = "the module's docstring begins `Mine.`"
    assert messages(overview, f'"Mine."; {OTHER}') == [f"The overview is {what}; {begins}"]


def test_a_copy_is_evidence_as_well() -> None:
    found = messages("Fill it up.", None, copy=OTHER)
    message = "The overview is the docstring of `Basket.fill` (line 5); the module has no docstring"
    assert found == [f"{message} (by the copy on this page)"]
    assert messages("Fill it up.", None) == []


def test_what_a_cut_copy_lacks_proves_nothing() -> None:
    unfounded = "The overview is nowhere in the source, and the module has no docstring"
    assert messages("A text of its own.", "x = 1\n") == [unfounded]
    assert messages("A text of its own.", None, copy="x = 1\n" + "#" * 50_000) == []


@pytest.mark.parametrize("source", ['"""Not closed', "\0", "\ufeff", "(" * 10_000, '""' * 10_000, "x = 1\r\n'é'\r\n"])
@pytest.mark.parametrize("overview", ["A text.", '"""', "...", "é"])
def test_a_source_that_is_no_text_is_no_failure(overview: str, source: str) -> None:
    messages(overview, source)


def test_long_texts_take_no_long() -> None:
    assert messages("a" * 20_000, f"x = {'a' * 200_000}\n") != []
    assert messages("a " * 20_000, '"""b"""\n' + "a " * 200_000) != []
