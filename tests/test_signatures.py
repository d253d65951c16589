"""Signatures on pages: what templates over code capture, and the parameters in it."""

from time import process_time
from typing import Any

import pytest

from doclint.errors.exceptions import FormatError
from doclint.formats.documented.documented_signature import DocumentedSignature
from doclint.formats.loading import parse
from doclint.formats.reading.shapes import SymbolExample, SymbolSignature
from doclint.formats.schema.format import Format
from doclint.markdown.source import Source
from doclint.page.page import Page

PYTHON = "[@{decorators} ][{async='async '}]def {symbol}({parameters})[ -> {returns}][:]"
TYPESCRIPT = [
    "[{modifiers} ]function {symbol}[<{type-parameters}>]({parameters}): {returns};",
    "type {symbol}[<{type-parameters}>] = {value};",
]


def page_of(markdown: str, **content: Any) -> Page:
    kind = {"name": "symbol", "path": "{name}.md", "title": "{name}", "content": [content]}
    format_ = Format.from_table({"name": "api", "docs-root": "docs", "kind": [kind]})
    return Page("docs/a.md", Source(f"# a\n\n{markdown}\n"), formats=(format_,))


def signature(markdown: str, template: str | list[str], **options: Any) -> tuple[Page, SymbolSignature] | None:
    page = page_of(markdown, shape="signature", text=template, **options)
    found = page.all(SymbolSignature)
    return (page, found[0]) if found else None


@pytest.mark.parametrize(
    ("template", "code", "expected"),
    [
        (PYTHON, "def f()", {"symbol": "f", "parameters": ""}),
        (PYTHON, "async def f(a)", {"async": "async", "symbol": "f", "parameters": "a"}),
        (
            PYTHON,
            "@cached\ndef f(\n    a: int = (1, ')'),\n    b: Dict[str, int] = {}\n) -> Tuple[int,\n  str]:",
            {
                "decorators": "cached",
                "symbol": "f",
                "parameters": "a: int = (1, ')'), b: Dict[str, int] = {}",
                "returns": "Tuple[int, str]",
            },
        ),
        (PYTHON, "def f(a=1 < 2, b=g(lambda: ')'))", {"symbol": "f", "parameters": "a=1 < 2, b=g(lambda: ')')"}),
        (PYTHON, "class f(a)", None),
        (PYTHON, "def f(a))", None),
        (PYTHON, "def f(a", None),
        (
            TYPESCRIPT,
            "export function f<T extends (a: number) => void>(x, y): { [K in string]: Map<K, T> };",
            {
                "modifiers": "export",
                "symbol": "f",
                "type-parameters": "T extends (a: number) => void",
                "parameters": "x, y",
                "returns": "{ [K in string]: Map<K, T> }",
            },
        ),
        (
            TYPESCRIPT,
            "type X<A, B> = \n  | A<B>\n| B;",
            {"symbol": "X", "type-parameters": "A, B", "value": "| A<B> | B"},
        ),
        (
            "fn {symbol}[<{type-parameters}>]({parameters})[ -> {returns}]",
            "fn f<'a>(x: &'a str, y: char) -> &'a str",
            {"symbol": "f", "type-parameters": "'a", "parameters": "x: &'a str, y: char", "returns": "&'a str"},
        ),
    ],
)
def test_signature_in_a_fence(template: str | list[str], code: str, expected: dict[str, str] | None) -> None:
    found = signature(f"```\n{code}\n```", template)
    assert (found and {name: capture.text for name, capture in found[1].captures.items()}) == expected


@pytest.mark.parametrize(
    ("text", "layout", "expected"),
    [
        ("> List<Pet> find_pets(status=status, _x)", "quote", ("List<Pet>", "find_pets", "status=status, _x")),
        ("> __init__(self)", "quote", (None, "__init__", "self")),
        ("> **find**(`a`, `b`)", "quote", (None, "find", "a, b")),
        ("> ```\n> find(a)\n> ```", "quote", (None, "find", "a")),
        ("[Pet](pet.md) find(a)", "paragraph", ("Pet", "find", "a")),
        ("List&lt;Pet&gt; find(a)", "paragraph", ("List<Pet>", "find", "a")),
        ("find(a)", "quote", None),
        ("> one(a)\n>\n> two(a)", "quote", None),
    ],
)
def test_signature_in_other_blocks(text: str, layout: str, expected: tuple[str | None, ...] | None) -> None:
    found = signature(text, "[{returns} ]{symbol}({parameters})", layout=layout)
    captures = found[1].captures if found else {}
    names = ("returns", "symbol", "parameters")
    assert (tuple(captures[name].text if name in captures else None for name in names) if found else None) == expected


def test_signature_is_in_one_of_several_blocks() -> None:
    texts = ["> `f`(`a`?)", "```ts\nf(a?)\n```", "f(a?)", "```python\nf(a?)\n```"]
    found = [signature(text, "{symbol}({parameters})", layout=["quote", "fence"], fence="ts") for text in texts]
    parameters = [DocumentedSignature(one[1]).parameters if one else None for one in found]
    # In a quote, the code is in the language that the fence would have.
    assert [[(p.name.text, p.is_optional) for p in one] if one else None for one in parameters] == [
        [("a", True)],
        [("a", True)],
        None,
        None,
    ]


def test_signature_is_in_a_fence_of_its_language() -> None:
    assert signature("```ts\ndef f()\n```", PYTHON, fence="python") is None
    assert signature("```python\ndef f()\n```", PYTHON, fence=["py", "python"]) is not None


def test_places_are_those_of_the_code() -> None:
    found = signature("```python\ndef f(\n    first: int = 3,\n    *,\n    second,\n)\n```", PYTHON)
    assert found is not None
    page, shape = found
    text = page.source.text
    assert text[slice(*shape.captures["symbol"].span)] == "f"
    assert text[slice(*shape.captures["parameters"].span)] == "first: int = 3,\n    *,\n    second,"
    first, second = DocumentedSignature(shape).parameters or []
    places = [text[slice(*one.span)] for one in (first.name, first.type, first.default, second.name) if one]
    assert places == ["first", "int", "3", "second"]
    assert (first.is_optional, second.is_optional, second.type) == (True, False, None)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("a, b, c=c", ["a", "b", "c"]),
        ("self, /, a: Callable[[int], str] = f(1, 2), *args, b, **kwargs", ["self", "a", "args", "b", "kwargs"]),
        ("a,", ["a"]),
        ("", []),
        ("a, ...", None),
        ("a): pass\ndef g(b", None),
        ("a b", None),
    ],
)
def test_parameters_are_read_by_the_language_of_the_source(parameters: str, expected: list[str] | None) -> None:
    found = signature(f"> f({parameters})", "{symbol}({parameters})", layout="quote")
    own = DocumentedSignature(found[1], ("src/a.py",)).parameters if found else None
    assert (None if own is None else [one.name.text for one in own]) == expected


def test_parameters_of_an_unknown_language_are_unknown() -> None:
    found = signature("> f(a)", "{symbol}({parameters})", layout="quote")
    assert found is not None
    assert DocumentedSignature(found[1], ("src/a.unheard",)).parameters is None
    assert DocumentedSignature(found[1]).parameters is None


@pytest.mark.parametrize("piece", ["(", "<", ")", '"', "'\\'", "a,", ") ->", "){", "\\", "`", "=>", "def f(a) "])
def test_hostile_code_takes_linear_time(piece: str) -> None:
    start = process_time()
    signature(f"```\ndef f({piece * 20_000}\n```", PYTHON)
    assert process_time() - start < 2


def test_example_is_a_fence_of_its_language() -> None:
    page = page_of("```python\nf()\n```", shape="example", fence="python")
    assert [shape.block.text for shape in page.all(SymbolExample)] == ["f()\n"]
    assert page_of("```\nf()\n```", shape="example", fence="python").all(SymbolExample) == []


def test_two_holes_side_by_side_are_a_mistake() -> None:
    content = {"shape": "signature", "text": "{returns}{symbol}()"}
    kind = {"name": "symbol", "path": "{_}.md", "content": [content]}
    with pytest.raises(FormatError, match=r"`\{returns\}\{symbol\}\(\)` does not say where the hole `returns` ends"):
        parse({"name": "api", "docs-root": "docs", "kind": [kind]}, "format.toml")
