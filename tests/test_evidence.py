"""What the claims of a page are held against."""

import pytest

from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.repository.in_memory import Memory
from doclint.source.passages import Mention, Passages, read

SOURCE = "# of class\nclass Basket:\n    pass\n"
KEYWORDS = "# Keyword Index: `src/basket.py`\n\n## Keywords Extracted\n"


def documentation(source: str, size: int | None = None) -> str:
    stated = f"## File Metadata\n\n- **Size**: {size} bytes (0.03 KB)\n\n" if size is not None else ""
    return f"# Documentation: `src/basket.py`\n\n{stated}## Original Source\n\n```python\n{source}\n```\n"


def source_file(path: str, files: dict[str, str | bytes]) -> SourceFile | None:
    data = files[path]
    source = Source.from_bytes(data if isinstance(data, bytes) else data.encode())
    return Page(path, source, formats=builtins(), repository=Memory(files)).source_file


def names(found: SourceFile | None) -> list[str]:
    assert found is not None
    assert found.symbols is not None
    return [symbol.name for symbol in found.symbols.found]


def test_the_source_is_asked_first() -> None:
    path = "docs/src/basket.py_docs.md"
    found = source_file(path, {path: documentation("def other(): ...\n"), "src/basket.py": SOURCE})
    assert names(found) == ["Basket"]
    assert found is not None
    assert (found.path, found.copy, found.complete) == ("src/basket.py", None, True)


def test_then_the_copy_on_the_page() -> None:
    path = "docs/src/basket.py_docs.md"
    found = source_file(path, {path: documentation(SOURCE)})
    assert names(found) == ["Basket"]
    assert found is not None
    assert (found.data, found.copy) == (SOURCE.encode(), path)


def test_then_the_copy_on_another_page() -> None:
    path, other = "docs/src/basket.py_kw.md", "docs/src/basket.py_docs.md"
    found = source_file(path, {path: KEYWORDS, other: documentation(SOURCE)})
    assert names(found) == ["Basket"]
    assert found is not None
    assert found.copy == other


@pytest.mark.parametrize("files", [{}, {"docs/src/basket.py_docs.md": "# Baskets\n"}])
def test_and_where_there_is_none_nothing(files: dict[str, str | bytes]) -> None:
    path = "docs/src/basket.py_kw.md"
    assert source_file(path, {path: KEYWORDS, **files}) is None


@pytest.mark.parametrize(
    ("page", "complete"),
    [
        (documentation(SOURCE), True),
        (documentation(SOURCE, len(SOURCE)), True),
        (documentation(SOURCE.replace("\n", "\r\n"), len(SOURCE)), True),
        (documentation(SOURCE, 5_000), False),
        (documentation("#" * 50_000), False),
    ],
)
def test_what_a_cut_copy_lacks_proves_nothing(page: str, complete: bool) -> None:
    path = "docs/src/basket.py_docs.md"
    found = source_file(path, {path: page})
    assert found is not None
    assert found.complete is complete


def test_a_binary_file_has_no_symbols() -> None:
    path = "docs/src/basket.py_kw.md"
    found = source_file(path, {path: KEYWORDS, "src/basket.py": b"class A: ...\0"})
    assert found is not None
    assert found.is_binary
    assert found.symbols is None
    assert found.passages is None


def test_prose_has_none_either() -> None:
    path = "docs/notes.md_kw.md"
    page = "# Keyword Index: `notes.md`\n\n## Keywords Extracted\n"
    found = source_file(path, {path: page, "notes.md": "A class of its own.\n"})
    assert found is not None
    assert found.symbols is None
    assert found.passages is None


PASSAGES = {
    "python": (
        b'"""Doc."""\n# note\nx = f"a {y(1)} b"\n',
        ["docstring Doc.", "comment # note", "string a ", "string  b"],
    ),
    "cpp": (
        b'// note\nauto s = R"x(raw)x"; /* two\nlines */ auto t = "s";\n',
        ["comment // note", "string raw", "comment /* two\nlines */", "string s"],
    ),
    "c": (b'/* note */ char *x = "y";', ["comment /* note */", "string y"]),
    "header": (b'/* note */ char *x = "y";', ["comment /* note */", "string y"]),
    "cuda": (b'/* note */ char *x = "y";', ["comment /* note */", "string y"]),
    "javascript": (b'// note\nlet x = `t ${f(1)} u` + "q";', ["comment // note", "string t ", "string  u", "string q"]),
    "typescript": (b'// note\nlet x: string = "q";', ["comment // note", "string q"]),
    "tsx": (b'// note\nlet x = <a b="q"></a>;', ["comment // note", "string q"]),
    "go": (b'package a\nvar x = "s" + `r` // note\n', ["string s", "string r", "comment // note"]),
    "rust": (b'/* note */ fn f() { let x = "s"; let y = r"raw"; }', ["comment /* note */", "string s", "string raw"]),
    "csharp": (b'/// note\nclass A { string s = "x"; }', ["comment /// note", "string x"]),
    "kotlin": (b'// note\nval s = "x"', ["comment // note", "string x"]),
    "php": (b"<?php\n# note\n$s = 'x' . \"y\";", ["comment # note", "string x", "string y"]),
    "dart": (b"/// note\nvar s = 'x';", ["comment /// note", "string 'x'"]),
    "java": (b'/** note */ class A { String s = "x"; }', ["comment /** note */", "string x"]),
    "shell": (b"# note\necho \"a $(f) b\" 'q'\n", ["comment # note", "string a ", "string  b", "string 'q'"]),
}


def test_fields_of_a_string_in_python_are_code_but_for_their_strings() -> None:
    data = b'x = \'\'\ny = f"""a{\'q\' # b\n}c"""\n'
    found = read("python", data) or []
    assert [f"{one.place} {data[one.start : one.end].decode()}" for one in found] == [
        "string a",
        "string q",
        "string c",
    ]


@pytest.mark.parametrize("language", PASSAGES)
def test_comments_and_strings_are_told_from_code(language: str) -> None:
    data, expected = PASSAGES[language]
    passages = Passages(language, data, read(language, data) or [])
    assert [f"{one.place} {data[one.start : one.end].decode()}" for one in passages.found] == expected
    assert len(passages.code) == len(data)
    assert b"note" not in passages.code


def test_mentions() -> None:
    data = b'#ifdef FOO // FOO\nint FOO_BAR = f("FOO");\nint FOO;\n#endif\n'
    assert Passages("cpp", data, read("cpp", data) or []).mentions("FOO") == [
        Mention(7, 1, "directive"),
        Mention(14, 1, "comment"),
        Mention(35, 2, "string"),
        Mention(46, 3, "code"),
    ]


DOCSTRINGS = {
    b'"""It is."""\nx = 1\n': "It is.",
    b"# note\n# -*- coding: utf-8 -*-\n\n'''It is.'''": "It is.",
    b"\xef\xbb\xbf\"It \" 'is.'\n": "It is.",
    b'("It "\n "is.")\n': "It is.",
    b'r"""It \\is."""; x = 1\n': "It \\is.",
    b'"""It is."""\ndef (:\n  class\n': "It is.",
    b'"""It is."""\ncdef class A:\n    cdef int x\n': "It is.",
    b'"""It i\xe9."""\n': "It i\N{REPLACEMENT CHARACTER}.",
    b'"It \\xis."\n': '"It \\xis."',
    b'x = 1\n"""It is."""\n': None,
    b'f"""It {it}."""\n': None,
    b'b"""It is."""\n': None,
    b'"""It""" + "is"\n': None,
    b'"It", "is"\n': None,
    b'"It is.".strip()\n': None,
    b"": None,
}


@pytest.mark.parametrize("source", DOCSTRINGS)
def test_the_docstring_of_a_module(source: bytes) -> None:
    found = SourceFile("a.py", source).docstrings
    assert found is not None
    assert next((one.text for one in found if not one.name), None) == DOCSTRINGS[source]


@pytest.mark.parametrize("source", [b'"""It is.\n', b'"It is.\nx = 1\n'])
def test_a_source_that_is_broken_at_its_beginning_has_no_docstring_that_could_be_told(source: bytes) -> None:
    assert SourceFile("a.py", source).docstrings is None


def test_docstrings_of_classes_and_functions() -> None:
    source = b'class A:\n    "One."\n    def b(self):\n        # note\n        """Two."""\n        "No."\n'
    found = SourceFile("a.py", source).docstrings
    assert found is not None
    assert [(one.name, one.line, one.text) for one in found] == [("A", 1, "One."), ("b", 3, "Two.")]


@pytest.mark.parametrize("path", ["a.cpp", "a.md", "a"])
def test_other_languages_have_no_docstrings(path: str) -> None:
    assert SourceFile(path, b'"""It is."""\n').docstrings is None


def test_origins_of_names_that_are_not_defined() -> None:
    source = SourceFile("src/basket.py", b"# a class of its own\nclass Basket:\n    colour = paint(3)\n")
    found = {name: source.origin(name, ("class",)) for name in ("Basket", "of", "paint", "gone")}
    assert {name: origin and (origin.reason, origin.line) for name, origin in found.items()} == {
        "Basket": None,
        "of": ("comment", 1),
        "paint": ("used", 3),
        "gone": ("absent", None),
    }
    assert source.origin("own", ("identifier",)) is None


def test_a_file_that_no_grammar_reads_defines_nothing() -> None:
    source = SourceFile("notes.txt", b"A class of baskets.\n")
    assert source.definitions.find("of") == []
    assert source.origin("of", ("class",)) is None
    assert source.origin("gone", ("identifier",)) is not None
    assert (source.imports.has("of"), source.imports.origin("of")) == (False, None)
    assert not source.declares_scope("of")


def test_texts_are_located_by_their_letters() -> None:
    source = SourceFile(
        "a.py", b"class Basket:\n    def fill(self):\n        '''Fill it,\n        now.'''\nX = 'Stop.'\n"
    )
    found = source.locate(b"*Fill it* now")
    assert found is not None
    assert (found.line, found.place, found.docstring_of) == (2, "docstring", "Basket.fill")
    found = source.locate(b"Stop!")
    assert found is not None
    assert (found.line, found.place, found.docstring_of) == (5, "string", "")
    assert source.locate(b"self") is None
