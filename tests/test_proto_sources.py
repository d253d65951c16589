"""What doclint reads in sources of Protocol Buffers, and in what looks like them."""

import time

import pytest

from doclint.page.source_file import SourceFile
from doclint.source.compare.source_types import SourceTypes
from doclint.source.compare.types import contradicts
from doclint.source.model import OMITTED, SourceDeclarations
from doclint.source.read import read

FIELDS = "string a = 1; int32 b = 2;"


def declared(text: str) -> SourceDeclarations:
    found = read("proto", text.encode())
    assert found is not None
    return found


def members(text: str, syntax: str = "proto3") -> list[tuple[str, str, str | None]]:
    [message] = declared(f'syntax = "{syntax}";\nmessage M {{ {text} }}').found
    return [(one.name, one.type or one.kind, one.value) for one in message.members]


@pytest.mark.parametrize(
    ("text", "syntax", "expected"),
    [
        ("string a = 1;", "proto3", [("a", "string", None)]),
        ("string a = 1;", "proto2", [("a", "optional string", None)]),
        ("repeated .x.Y message = 1 [packed = true];", "proto3", [("message", "repeated .x.Y", None)]),
        ("required int32 a = 1 [default = - 3];", "proto2", [("a", "required int32", "- 3")]),
        ('optional string a = 1 [default = "b; }"];', "proto2", [("a", "optional string", '"b; }"')]),
        ('optional string a = 1 [(x) = "[ default = 1 ]"];', "proto2", [("a", "optional string", None)]),
        ('optional string a = 1 [default = "b" "c"];', "proto2", [("a", "optional string", None)]),
        ("oneof x { option (y) = 1; string a = 1; }", "proto3", [("a", "string", None)]),
        (
            "map<int32, x.Y> a_b1_c = 1;",
            "proto3",
            [("AB1CEntry", "struct", None), ("a_b1_c", "repeated AB1CEntry", None)],
        ),
        (
            "repeated group Line = 1 {}",
            "proto2",
            [("Line", "struct", None), ("line", "repeated Line", None)],
        ),
        ("extend Y { optional int32 a = 0x65; }", "proto2", [("a", "optional int32", "101")]),
        (
            "option a = 1; package.X option = 1; X package = 2;",
            "proto3",
            [("option", "package.X", None), ("package", "X", None)],
        ),
    ],
)
def test_fields(text: str, syntax: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert members(text, syntax) == expected


@pytest.mark.parametrize(
    "text",
    [
        "message A {",
        "message A { string a = 1; ]",
        "message A { string a; }",
        "message A { string a = 1 { } }",
        "message A {} string",
        "enum A { B = 09; }",
        "enum A { B }",
        "enum A { B = " + "9" * 5_000 + "; }",
        "service A { rpc B(C) returns D; }",
        "message A {" * 40 + "}" * 40,
        "a",
        "{}" * 3 + ";",
    ],
)
def test_what_is_no_source_is_broken(text: str) -> None:
    found = declared(text)
    assert (found.is_broken, found.found) == (not text.startswith("{}"), ())


def test_comments_above_and_behind_a_statement_describe_it() -> None:
    above = "// Not.\n\n// A basket,\n// or a bag.\nmessage A { // Of cloth.\n"
    text = above + "/**\n * Its owner.\n */\nstring b = 1; /* Ann. */\n// Not.\n\nstring c = 2;\n}"
    [message] = declared(text).found
    assert [message.docstring, *(one.docstring for one in message.members)] == [
        "A basket,\nor a bag.\nOf cloth.",
        "Its owner.\nAnn.",
        "",
    ]
    assert [(one.line, one.start, one.end) for one in (message, *message.members)] == [
        (5, 5, 13),
        (9, 9, 9),
        (12, 12, 12),
    ]


@pytest.mark.parametrize(
    ("above", "between", "expected"),
    [
        ("/* Not. */\n// A.\n", "", ["A.", ""]),
        ("// Not.\n/* A. */\n", "", ["A.", ""]),
        ("/* Not. */ /* A. */", "", ["A.", ""]),
        ("// A.\n", " // B.\n// Not.\n\n", ["A.\nB.", ""]),
        ("", "\n// A,\n// too.\n\n/* Not. */\n\n", ["A,\ntoo.", ""]),
        ("", "\n// A.\n/* B. */\n", ["A.", "B."]),
        ("", "\n// B,\n// too.\n", ["", "B,\ntoo."]),
        ("", "\n\n// Not.\n\n", ["", ""]),
        ("", " /* Of which? */ ", ["", ""]),
        ("", " /* A. */\n", ["A.", ""]),
        ("", " /* A. */ // B.\n", ["A.", "B."]),
    ],
)
def test_comments_are_those_that_protoc_attaches(above: str, between: str, expected: list[str]) -> None:
    [message] = declared(f"message M {{\n\n{above}string a = 1;{between}string b = 2;\n}} // Not.\n").found
    assert [one.docstring for one in message.members] == expected


@pytest.mark.parametrize(
    "text",
    [
        "message A {" * 100_000,
        "message A {" * 30 + FIELDS * 20_000 + "}" * 30,
        "/*" * 300_000,
        "//" + "/* " * 300_000,
        '"' * 500_000,
        "'" + "\\'" * 200_000,
        "[" * 500_000,
        "[" * 200_000 + "]" * 200_000 + ";",
        "a." * 300_000,
        "a = 1;" * 100_000,
        "\n" * 1_000_000 + "message A {}",
        "//\n" * 200_000 + "message A {}",
        "enum A {" + "B = 1;" * 100_000 + "}",
        "service A {" + "rpc B(C) returns (D) {}" * 20_000 + "}",
        "option a = {" * 20_000 + "}" * 20_000,
        "message A { string a = 1 [" + "default = " * 100_000 + "]; }",
        "message A { string a = 1 [" + 'default = "' * 100_001 + "]; }",
        "message A { map<" * 100_000,
        "1e+" * 300_000,
    ],
)
def test_hostile_sources_take_linear_time(text: str) -> None:
    start = time.process_time()
    read("proto", text.encode())
    assert time.process_time() - start < 5


def test_what_is_too_long_is_not_read() -> None:
    assert read("proto", b"\n" * 2_000_001) is None
    assert read("proto", b"\n" * 2_000_001, 2) == SourceDeclarations(())


def test_long_texts_are_not_kept() -> None:
    name = "A" * 1_001
    assert members(f'{name} a = 1 [default = "{name}"];') == [("a", OMITTED, OMITTED)]


def test_values_with_the_names_of_statements() -> None:
    found = declared(
        "enum Origin {\n  option allow_alias = true;\n  reserved 9;\n  none = 0;\n  import = 1;\n  option = 2;\n}\n"
    )
    assert [one.name for one in found.found[0].members] == ["none", "import", "option"]


def test_only_declarations_are_known() -> None:
    source = SourceFile("shop.proto", b"message A {}")
    assert source.declarations is not None
    assert [one.name for one in source.declarations.found] == ["A"]
    assert (source.grammar, source.symbols, source.passages, source.is_hopeless) == (None, None, None, False)
    assert SourceFile("shop.proto", b"message A {}\0").declarations is None


@pytest.mark.parametrize(
    ("stated", "source", "expected"),
    [
        ("string", "string", False),
        ("string", "optional string", False),
        ("optional string", "string", True),
        ("repeated string", "optional string", True),
        ("Basket.Item", "Item", False),
        ("Basket.Item", "repeated Item", True),
        ("shop.v1.Item", ".acme.shop.v1.Item", False),
        ("BasketItem", "Item", True),
        ("Item stream", "stream Item", False),
        ("Item", "stream Item", True),
        ("stream", "stream Item", True),
    ],
)
def test_types(stated: str, source: str, expected: bool) -> None:
    assert contradicts(stated, source, SourceTypes("proto")) == expected
