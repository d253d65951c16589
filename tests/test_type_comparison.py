"""Types and values of pages against those of sources: only what certainly differs is reported."""

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from doclint.source.compare.source_types import SourceTypes
from doclint.source.compare.type_expressions import parse
from doclint.source.compare.types import contradicts
from doclint.source.compare.values import contradicts_value

PYTHON = SourceTypes("python", "from a import Basket as B\nFruit = str\nT = TypeVar('T')\nclass Box: ...\n")
TYPESCRIPT = SourceTypes("typescript", "type Fruit = string;\nexport interface Box<TSize> { size: TSize }\n")

SAME_IN_PYTHON = [
    ("Optional[str]", "str | None"),
    ("None | str", "typing.Optional[str]"),
    ("List[Basket]", "list[shop.Basket]"),
    ("'Basket'", "Basket"),
    ("Annotated[str, Field(min_length=1)]", "str"),
    ("Union[int, str]", "str | int"),
    ("Union[int, Optional[str]]", "int | str | None"),
    ("float", "Union[float, int]"),
    ("list[complex | int]", "list[complex | float]"),
    ("Literal['a', 'b']", 'Literal["b", "a"]'),
    ("Callable", "Callable[[int], str]"),
    ("Callable[[int], str]", "collections.abc.Callable[[int], str]"),
    ("dict[str, ...]", "Dict[str, int]"),
    ("list[", "list[str]"),
    ("tuple[int, ...]", "Tuple[int, ...]"),
    ("Dict", "Dict[str, int]"),
    ("str", "Fruit"),
    ("str", "Imported"),
    ("str | int", "Imported"),
    ("Iterable[Basket | str]", "Contents"),
    ("int", "T"),
    ("Basket", "B"),
    ("int", "…"),
]
OTHER_IN_PYTHON = [
    ("int", "str"),
    ("List[int]", "List[str]"),
    ("Bag", "Basket"),
    ("int", "Box"),
    ("str | int", "str"),
    ("str", "str | int"),
    ("Optional[str]", "str"),
    ("Dict[str, int]", "Dict[str, float]"),
    ("int", "float | int"),
    ("Literal['a']", "Literal['b']"),
]
SAME_IN_TYPESCRIPT = [
    ("Tracer", "ReturnType<typeof trace.start>"),
    ('"up" | "down" | string', '| "up" | "down" | string'),
    ("number", "number | undefined"),
    ("string[]", "null | string[]"),
    ("Weight", "number | string"),
    ("string[]", "Array<string>"),
    ("readonly string[]", "ReadonlyArray<string>"),
    ("undefined | Box", "Box | undefined"),
    ("(string | number)[]", "Array<number | string>"),
    ("object", "{ size: number }"),
    ("(a) => void", "(a: string) => void"),
    ("any", "Basket"),
    ("'a' | \"b\"", "\"b\" | 'a'"),
    ("boolean", "true | false"),
    ("Box", "Box<number>"),
    ("number", "TSize"),
    ("number", "Fruit"),
    ("string", "string /* a name */;"),
    ("keyof Box", "string"),
    ("Box & Lid", "Basket"),
    ("Basket", "Basket_2"),
    ("string", 'Basket["name"]'),
    ("string", "Basket[keyof Box]"),
    ("undefined", "never"),
    ("Basket", "Shelf"),
    ("Box & undefined", "Box & (undefined | null)"),  # without the parentheses, and with those without `null`
]
OTHER_IN_TYPESCRIPT = [
    ("number | undefined", "number"),
    ("number", "string | undefined"),
    ("bigint", "number | string"),
    ("string", "number"),
    ("string[]", "number[]"),
    ("string", "string[]"),
    ("Box | undefined", "Box"),
    ("Box", "Shelf"),
    ("'a'", "'b'"),
    ("Promise<string>", "Promise<number>"),
    ("number", "Uint8Array"),
]


@pytest.mark.parametrize(("stated", "source"), SAME_IN_PYTHON)
def test_python_types_that_may_be_the_same(stated: str, source: str) -> None:
    assert not contradicts(stated, source, PYTHON)


@pytest.mark.parametrize(("stated", "source"), OTHER_IN_PYTHON)
def test_python_types_that_differ(stated: str, source: str) -> None:
    assert contradicts(stated, source, PYTHON)


@pytest.mark.parametrize(("stated", "source"), SAME_IN_TYPESCRIPT)
def test_typescript_types_that_may_be_the_same(stated: str, source: str) -> None:
    assert not contradicts(stated, source, TYPESCRIPT)


@pytest.mark.parametrize(("stated", "source"), OTHER_IN_TYPESCRIPT)
def test_typescript_types_that_differ(stated: str, source: str) -> None:
    assert contradicts(stated, source, TYPESCRIPT)


def test_alias_is_told_from_a_class_and_from_a_name_of_exports() -> None:
    shelf = replace(TYPESCRIPT, kind_of=lambda name: "class" if name == "Shelf" else "")
    assert contradicts("Basket", "Shelf", shelf)
    renamed = replace(shelf, is_exported_as=lambda name, other: (name, other) == ("Shelf", "Basket"))
    assert not contradicts("Basket", "Shelf", renamed)
    assert contradicts("Barrel", "Shelf", renamed)
    assert contradicts("string", "never", shelf)


def test_object_types_of_typescript_are_classes_and_imported_types_no_aliases() -> None:
    source = "import type Fruit from './fruit'\nconst basket = {}\nimport { type Box, type Lid as Top } from './box'\n"
    typescript = SourceTypes("typescript", f"{source}export type Shelf<T> = {{ size: T }}\ntype Price = number\n")
    assert contradicts("number", "Shelf", typescript)
    assert not any(contradicts("number", name, typescript) for name in ("Fruit", "Box", "Top", "Price"))
    open_ones = SourceTypes("typescript", "type Size = { w: number } | string\ntype Key = { a: string }[]\n")
    assert not contradicts("string | number", "number | Size", open_ones)
    assert not contradicts("string", "Key", open_ones)
    boxes = replace(typescript, kind_of=lambda name: "interface" if name in ("Box", "Price", "Top") else "")
    assert contradicts("number", "Box", boxes)
    assert not contradicts("number", "Price", boxes)
    assert not contradicts("number", "Top", boxes)
    assert contradicts("number", "Box", replace(boxes, text=source + "const boxes = new Set<Box>()"))
    assert not contradicts("number", "Fruit", replace(boxes, text=source + "class Bag<Fruit> {}"))
    assert not contradicts("Bag<Box>", "Bag<TInner>", replace(boxes, text=source + "class Bag extends Base<Box> {}"))


def test_alias_of_typescript_is_what_it_stands_for() -> None:
    own = SourceTypes("typescript", "export type Level = 'low' | 'high'")
    typescript = replace(TYPESCRIPT, alias_of=lambda name: ("'low' | 'high'", own) if name == "Level" else None)
    assert contradicts("number", "Level", typescript)
    assert contradicts("'low'", "Level", typescript)
    assert not contradicts("string", "Level", typescript)
    assert not contradicts("'high' | 'low'", "Level", typescript)
    assert not contradicts("Loudness", "Level", typescript)
    assert not contradicts("number[]", "Level[]", typescript)


def test_alias_in_python_may_stand_for_any_class() -> None:
    assert contradicts("Basket", "Shelf", PYTHON)
    assert not contradicts("Basket", "Shelf", replace(PYTHON, kind_of=lambda _: "variable"))


def test_other_languages_must_share_a_name() -> None:
    assert contradicts("int", "string", SourceTypes("go"))
    assert not contradicts("Box", "*shop.Box", SourceTypes("go"))
    assert contradicts("Fruit", "str", SourceTypes("rust"))
    assert not contradicts("Fruit", "str", SourceTypes("rust", kind_of=lambda _: "type"))


def test_clients_in_rust_may_show_the_type_of_the_values_of_an_enumeration() -> None:
    colors = "enum Color { Red }"
    assert not contradicts("String", "Option<Color>", SourceTypes("rust", colors, {"Basket": "models::Basket"}))
    assert contradicts("String", "Color", SourceTypes("java", colors))


def test_enumerations_of_typescript_are_shown_as_their_values() -> None:
    typescript = SourceTypes("typescript", "export enum Size { Small = 'small' }\nexport class Box {}")
    assert not contradicts("string", "Size", typescript)
    assert contradicts("string", "Box", typescript)
    assert contradicts("boolean", "Size", typescript)


def test_a_source_may_have_other_names_than_its_pages() -> None:
    report = SourceTypes("typescript", "size: Basket;", renames=True)
    assert not contradicts("Bag", "Basket", report)
    assert contradicts("Bag", "Basket", replace(report, text="size: Basket | Bag;"))
    assert contradicts(
        "Bag", "Basket", replace(report, renames=False, kind_of=lambda name: "class" if name == "Basket" else "")
    )


def test_none_can_be_ignored() -> None:
    assert not contradicts("str", "Optional[str]", PYTHON, ignores_none=True)
    assert not contradicts("Box | undefined", "Box", TYPESCRIPT, ignores_none=True)
    assert contradicts("None", "Optional[str]", PYTHON, ignores_none=True)


def test_formats_say_what_pages_write_in_another_way() -> None:
    types = replace(PYTHON, written={"StrictStr": "str", "Dict[str, Any]": "object", "None": "void"})
    assert not contradicts("List[str]", "List[StrictStr]", types)
    assert not contradicts("object", "Dict[str, typing.Any]", types)
    assert not contradicts("void", "None", types)
    assert contradicts("int", "Optional[StrictStr]", types, ignores_none=True)


NAMES = st.sampled_from(["int", "str", "Basket", "shop.Box", "None", "T", "Any"])
TYPES = st.recursive(
    NAMES,
    lambda inner: st.one_of(
        st.builds("Optional[{}]".format, inner),
        st.builds("{} | {}".format, inner, inner),
        st.builds("dict[{}, {}]".format, inner, inner),
        st.builds("({})".format, inner),
        st.builds("list[{}]".format, inner),
    ),
)


@given(TYPES)
def test_types_are_what_they_are(text: str) -> None:
    assert not contradicts(text, text.replace(" ", "\n"), PYTHON)
    assert not contradicts(f"Union[{text}, None]", f"Optional[({text})]", PYTHON)


@given(TYPES, TYPES)
def test_the_order_of_a_union_does_not_matter(left: str, right: str) -> None:
    assert not contradicts(f"{left} | {right}", f"Union[{right}, {left}]", PYTHON)


@given(st.text(alphabet="ab[]<>(){}|&,.=>'\"? :;\n"), st.text(alphabet="ab[]<>|,.'\""))
def test_any_text_is_a_type_or_opaque(stated: str, source: str) -> None:
    parse(stated)
    assert not contradicts(stated, stated, TYPESCRIPT)
    contradicts(stated, source, PYTHON)


@pytest.mark.parametrize("text", ["[" * 3_999, "a<" * 1_999, "'\"" * 1_999, "a|" * 1_999, "(" * 100_000, "." * 3_999])
def test_hostile_types(text: str) -> None:
    contradicts(text, "str", PYTHON)
    contradicts(text, "str", TYPESCRIPT)


SAME_VALUES = [
    ("'a'", '"a"'),
    ("a", '"a"'),
    ("1_000", "1000"),
    ("1.0", "1"),
    ("none", "None"),
    ("true", "True"),
    ("<Color.RED: 1>", "Color.RED"),
    ("30", "_TIMEOUT"),
    ("[1, ...]", "[1, 2]"),
    ("...", "5"),
    ("the current time", "None"),
    ("Color.RED", "RED"),
    ("5", "'5'"),
    ("[]", "list()"),
    ("…", "1"),
    ("1", "…"),
    ("{'a': 1}", '{"a": 1}'),
]
OTHER_VALUES = [
    ("5", "3"),
    ("'a'", "'b'"),
    ("a", "'b'"),
    ("None", "1"),
    ("True", "1"),
    ("false", "true"),
    ("Color.RED", "shop.Color.BLUE"),
    ("[1]", "[1, 2]"),
    ("0.5", "0.25"),
]


@pytest.mark.parametrize(("stated", "source"), SAME_VALUES)
def test_values_that_may_be_the_same(stated: str, source: str) -> None:
    assert not contradicts_value(stated, source)


@pytest.mark.parametrize(("stated", "source"), OTHER_VALUES)
def test_values_that_differ(stated: str, source: str) -> None:
    assert contradicts_value(stated, source)


@given(st.text(alphabet="[({'\"0x1e+-_L.,", max_size=300), st.text(alphabet="[({'\"01", max_size=300))
def test_any_text_is_a_value_or_unknown(stated: str, source: str) -> None:
    contradicts_value(stated, source)
    contradicts_value("[" * 990, source)
