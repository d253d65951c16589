"""The JSON schema of formats, for editors: it accepts what doclint reads, and rejects mistakes at their places."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from format_trees import FORMATS
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from doclint import FormatError
from doclint.errors import tables
from doclint.errors.settings_table import settings_of
from doclint.formats.loading import BUILTIN, parse
from doclint.formats.schema.models import Model
from doclint.output import schemas
from doclint.rule.registry import rules

HOUSE = Path(__file__).parents[1]
SCHEMA = json.loads(schemas.text("format"))
VALIDATOR = Draft202012Validator(SCHEMA)

FORMAT = """
name = "recipes"
docs-root = "docs"
root-name = "top"
parameters = ["project"]
values = { project = "Oven" }
footer = ["Made by {project}"]
separators = true

[language.".py"]
type = "Python"
fence = "python"

[claims.purpose.test]
text = "It is a test."
true-of = { path = ["test"] }
proof = { names = ["unittest"] }

[[description]]
text = "A page"
right = ["markdown"]

[[corrections]]
wrong = "an page"
right = "a page"

[shared.contents]
note = { shape = "text", text = "Note." }

[shared.subjects]
tests = { name = ["test"] }

[[kind]]
name = "module"
path = "{path}.md"
title = "Module `{path}`"
content = [
    { shape = "claims", of = "purpose", layout = "sentences" },
    { group = [{ shape = "text", text = "About", false-of = ["tests"] }, "note"], optional = true },
]

[[kind.section]]
heading = "Functions"
level = 2
repeats = true
sorted-by = "text"
content = [{ shape = "symbols", defines = "function", item = "`{symbol}`", cap = 10, complete = "public" }]

[[kind.section.child]]
heading = "Parameters"
required = false
when = { ext = ".py" }
content = [
    { shape = "table", header = ["Name"], row = ["`{symbol}`"], defines = "parameter" },
    { shape = "fields", items = [{ key = "Size", value = "{size.bytes:int}" }], optional = true },
    { one-of = [[{ shape = "example", fence = "python" }], ["note"]] },
]

[[kind.section]]
heading = "Source"
content = [{ shape = "source", fence = "python", cut = { characters = 100 } }]
"""

MISTAKES = [
    ('docs-root = "docs"', "docs-root = 1", ["docs-root"]),
    ('docs-root = "docs"', 'docs_root = "docs"', []),
    ('name = "recipes"\n', "", []),
    ('root-name = "top"', 'rootname = "top"', []),
    ('parameters = ["project"]', 'parameters = "project"', ["parameters"]),
    ('values = { project = "Oven" }', "values = { project = 1 }", ["values", "project"]),
    ('footer = ["Made by {project}"]', 'footer = "Made by {project}"', ["footer"]),
    ("separators = true", 'separators = "always"', ["separators"]),
    ('type = "Python"\n', "", ["language", ".py"]),
    ('fence = "python"\n\n[claims', 'fences = "python"\n\n[claims', ["language", ".py"]),
    ('text = "It is a test."\n', "", ["claims", "purpose", "test"]),
    ('names = ["unittest"]', 'names = ["unit test"]', ["claims", "purpose", "test", "proof", "names", 0]),
    ('proof = { names = ["unittest"] }', 'prof = { names = ["unittest"] }', ["claims", "purpose", "test"]),
    ('path = ["test"]', 'path = ["Test"]', ["claims", "purpose", "test", "true-of"]),
    ('right = ["markdown"]', "right = [1]", ["description", 0, "right", 0]),
    ('right = "a page"\n', "", ["corrections", 0]),
    ('wrong = "an page"', 'wrong = ""', ["corrections", 0, "wrong"]),
    ('path = "{path}.md"\n', "", ["kind", 0]),
    ('title = "Module', 'titel = "Module', ["kind", 0]),
    ('shape = "claims", of = "purpose"', 'shape = "claim", of = "purpose"', ["kind", 0, "content", 0]),
    ('layout = "sentences"', 'layout = "sentence"', ["kind", 0, "content", 0]),
    ('shape = "text", text = "About"', 'shape = "text"', ["kind", 0, "content", 1]),
    ("level = 2", "level = 7", ["kind", 0, "section", 0, "level"]),
    ("level = 2", 'level = "2"', ["kind", 0, "section", 0, "level"]),
    ('sorted-by = "text"', 'sorted-by = "name"', ["kind", 0, "section", 0, "sorted-by"]),
    ('sorted-by = "text"', "sorted-by-text = true", ["kind", 0, "section", 0]),
    ('defines = "function", item', 'defines = "funktion", item', ["kind", 0, "section", 0, "content", 0]),
    ("cap = 10", 'cap = "ten"', ["kind", 0, "section", 0, "content", 0]),
    ('complete = "public"', 'complete = "publik"', ["kind", 0, "section", 0, "content", 0]),
    ('heading = "Parameters"\n', "", ["kind", 0, "section", 0, "child", 0]),
    ("required = false", 'required = "no"', ["kind", 0, "section", 0, "child", 0, "required"]),
    ('when = { ext = ".py" }', 'when = { exts = ".py" }', ["kind", 0, "section", 0, "child", 0, "when"]),
    ('header = ["Name"], ', "", ["kind", 0, "section", 0, "child", 0, "content", 0]),
    ('{ key = "Size", value', '{ name = "Size", value', ["kind", 0, "section", 0, "child", 0, "content", 1]),
    ("characters = 100", "bytes = 100", ["kind", 0, "section", 1, "content", 0]),
    ('[[kind.section]]\nheading = "Source"', '[kind.section]\nheading = "Source"', None),
]


def errors(table: dict[str, Any]) -> list[ValidationError]:
    return list(VALIDATOR.iter_errors(table))


def formats() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all formats of this repository, by a name for tests."""
    yield "above", tomllib.loads(FORMAT)
    for name in BUILTIN:
        yield name, tables.table("doclint.formats.builtin", name)
    for path in sorted(FORMATS.glob("*.toml")):
        yield path.name, tomllib.loads(path.read_text(encoding="utf-8"))
    for rule in rules().values():
        for text in {example.format for example in rule.examples if example.format}:
            yield rule.id, tomllib.loads(text)


def test_schema_for_editors_is_the_one_that_is_printed() -> None:
    text = (HOUSE / "docs" / "format.schema.json").read_text(encoding="utf-8")
    assert text == schemas.text("format") + "\n", "run `doclint schema format > docs/format.schema.json`"


@pytest.mark.parametrize("table", [pytest.param(table, id=name) for name, table in formats()])
def test_accepts_what_doclint_reads(table: dict[str, Any]) -> None:
    parse(table, "")
    assert errors(table) == []


@pytest.mark.parametrize(("old", "new", "place"), MISTAKES, ids=[new or old for old, new, _ in MISTAKES])
def test_rejects_what_doclint_rejects(old: str, new: str, place: list[str | int] | None) -> None:
    assert FORMAT.count(old) == 1
    try:
        table = tomllib.loads(FORMAT.replace(old, new))
    except tomllib.TOMLDecodeError:
        assert place is None
        return
    with pytest.raises(FormatError):
        parse(table, "")
    assert {tuple(error.absolute_path) for error in errors(table)} == {tuple(place or ())}


def _tables(node: Any) -> Iterator[dict[str, Any]]:
    """Yield all schemas within a schema that have properties."""
    if isinstance(node, dict):
        if "properties" in node:
            yield node
        for one in node.values():
            yield from _tables(one)
    elif isinstance(node, list):
        for one in node:
            yield from _tables(one)


def test_says_what_everything_is() -> None:
    assert SCHEMA["$id"].endswith("/docs/format.schema.json")
    assert {"title", "description", "$schema"} <= SCHEMA.keys()
    for table in _tables(SCHEMA):
        assert table["title"]
        assert table["description"]
        assert table["additionalProperties"] is False
        without = [key for key, one in table["properties"].items() if not one.get("description")]
        assert without == [], table["title"]


def test_has_no_null_and_no_name_in_snake_case() -> None:
    text = json.dumps(SCHEMA)
    assert '"null"' not in text
    assert [key for table in _tables(SCHEMA) for key in table["properties"] if "_" in key] == []


def test_shapes_are_told_apart_by_one_value() -> None:
    elements = SCHEMA["$defs"]["AnyContent"]["oneOf"]
    properties = [SCHEMA["$defs"][one["$ref"].rpartition("/")[2]]["properties"] for one in elements if "$ref" in one]
    shapes = [one["shape"]["const"] for one in properties if "shape" in one]
    assert len(shapes) == len(set(shapes)) == len(properties) - 2  # `group` and `one-of` have no shape
    assert elements[-1]["type"] == "string"


def subclasses(model: type[Model]) -> Iterator[type[Model]]:
    for one in model.__subclasses__():
        yield one
        yield from subclasses(one)


def test_keys_are_described_once() -> None:
    texts = tables.table("doclint.formats.schema", "keys")
    left = {(name, key) for name, keys in texts.items() for key in keys}
    for model in subclasses(Model):
        for setting in settings_of(model):
            assert setting.description, f"`{setting.key}` of {model.__name__}"
            left -= {(base.__name__, setting.key) for base in model.__mro__}
    assert left == set()
