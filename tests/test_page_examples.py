"""Which examples a page has, in which language, and where on the page their code is."""

import pytest
from hypothesis import given, strategies as st

from doclint import Page, Span
from doclint.formats.loading import builtin
from doclint.markdown.source import Source
from doclint.page.examples.code_examples import CodeExample, examples_of
from doclint.repository.in_memory import Memory
from doclint.source.examples.python import read_example
from doclint.source.examples.python_steps import code_lines

MKDOCS = {"mkdocs.yml": "site_name: Orchard\n"}


def page(text: str, **files: str) -> Page:
    return Page("docs/a.md", Source.from_text(text), repository=Memory({"docs/a.md": text} | files))


def examples(text: str, files: dict[str, str] | None = None) -> list[CodeExample]:
    found = examples_of(page(text, **(files or {})))
    for example in found:
        for line, start in example.lines:
            assert text[start : start + len(line)] == line
    return found


@pytest.mark.parametrize(
    "tag",
    [
        *("python", "py", "Python3", "pycon", 'python title="shop.py"', "python {1,3}", "python{1}", "py,ignore"),
        *("{python}", "{.python .numberLines}", "{code-block} python", "{code-cell} ipython3", "{doctest}"),
    ],
)
def test_python(tag: str) -> None:
    (example,) = examples(f"```{tag}\nimport shop\n```\n")
    assert (example.language, example.text, example.complete) == ("python", "import shop", True)


@pytest.mark.parametrize("tag", ["", "diff", "python2", "pythonic", "text", "toml"])
def test_other_languages(tag: str) -> None:
    assert [example.language for example in examples(f"```{tag}\nimport shop\n```\n")] != ["python"]


def test_lines_in_containers() -> None:
    text = "> 1. First:\n>\n>    ```py\n>    if shop:\n>        shop.open()\n>    ```\n"
    (example,) = examples(text)
    assert example.text == "if shop:\n    shop.open()"
    start = example.text.index("open")
    assert text[slice(*example.place(Span(start, start + 4)))] == "open"


def test_options_of_directives() -> None:
    text = "```{code-block} python\n:caption: A\n\nimport a\n```\n\n"
    text += "```{code-cell} python\n---\ntags: []\n---\nimport b\n```\n"
    assert [example.text.strip() for example in examples(text)] == ["import a", "import b"]


TABS = """\
=== "Python"

    ```py hl_lines="1"
    é = 1
    ```

    !!! note
        Nested, and no blank line:
        ```python
        if é:
            b = 2
        ```

=== "Shell"
    ```sh
    run
    ```

After.

    indented = 3
"""


def test_tabs_of_mkdocs() -> None:
    found = [(example.language, example.text) for example in examples(TABS, MKDOCS)]
    assert found == [("python", "é = 1"), ("python", "if é:\n    b = 2"), ("sh", "run"), ("", "indented = 3")]


def test_tabs_mean_nothing_to_others() -> None:
    assert {example.language for example in examples(TABS)} == {""}


@pytest.mark.parametrize("line", ['--8<-- "shop.py"', "{!shop.py!}", "{{#include shop.rs}}", "<<< @/shop.py"])
def test_included_text(line: str) -> None:
    (example,) = examples(f"```python\n{line}\nimport shop\n```\n")
    assert (example.text, example.complete) == ("import shop", False)


SESSIONS = [
    ([">>> a = 1", ">>> if a:", "...     b", "...", "3", "", ">>> c"], ["a = 1", "if a:", "    b", "", "c"]),
    (["In [1]: a", "Out[1]: 3", "", "In [2]: if a:", "   ...:     b"], ["a", "if a:", "    b"]),
    ([">>> a.b", "Traceback (most recent call last):", "AttributeError: b", ">>> c"], ["c"]),
    (["%matplotlib inline", "!pip install shop", "$ shop", "import shop", "shop.Basket?"], ["import shop"]),
    (["%%bash", "import shop"], []),
    (["%%time", "import shop"], ["import shop"]),
    (["    a = 1", "", "    b = 2"], ["a = 1", "", "b = 2"]),
    (["import old  # [!code --]", "import new"], ["import new"]),
]


@pytest.mark.parametrize(("lines", "code"), SESSIONS)
def test_code_in_sessions(lines: list[str], code: list[str]) -> None:
    assert [lines[index][cut:] for index, cut in code_lines(lines)] == code


PIECES = [
    "```python\n",
    "```\n",
    "> ",
    "- ",
    "    ",
    "\t",
    '=== "A"\n',
    "!!! note\n",
    ">>> a.b(c=1)\n",
    "... \n",
    "é",
    "\r\n",
]
PIECES += [
    "import a\n",
    "with a as b:\n",
    "\n",
    "(",
    "x.y",
    "=",
    "for i in j",
    "\N{PINE DECORATION}",
    "'''",
    "--8<--\n",
    "\0",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=200))
def test_places_are_on_the_page(text: str) -> None:
    for example in examples_of(page(text, **MKDOCS)):
        length = len(example.text)
        for span in (Span(0, length), Span(length, length), Span(0, 0)):
            start, end = example.place(span) if example.lines else span
            assert 0 <= start <= end <= len(text)
        program = read_example(example.text)
        for step in program.steps if program else ():
            assert 0 <= step.place.start <= step.place.end <= length


def test_own_text_has_all_but_the_copy() -> None:
    copied, example = "import shop.gone\n", "```python\nimport shop\n```\n"
    text = f"# Documentation: `a.py`\n\n## File Purpose\n\n{example}\n## Original Source\n\n```python\n{copied}```\n"
    files = {"docs/a.py_docs.md": text, "a.py": copied}
    one = Page("docs/a.py_docs.md", Source.from_text(text), formats=[builtin("repo-docs")], repository=Memory(files))
    assert one.own_text == text.replace(copied, "")
    assert [found.text for found in examples_of(one)] == ["import shop"]
    assert page(text).own_text == text
