"""What is sent to SchemaStore: schemas, tests that fit them, tests that do not, and entries."""

import json
import runpy
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

HOUSE = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(HOUSE / ".ci" / "schemastore.py"))
SCRIPT["main"].__globals__["doclint"] = cache(SCRIPT["doclint"])  # for the second run
CATALOG = '{\n  "schemas": [\n    {\n      "url": "https://example.org/a.json"\n    }\n  ]\n}\n'


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder `src` of a checkout, after two runs of the script."""
    checkout = tmp_path_factory.mktemp("store")
    (checkout / "src" / "api" / "json").mkdir(parents=True)
    (checkout / "src" / "api" / "json" / "catalog.json").write_text(CATALOG, encoding="utf-8")
    (checkout / "src" / "schema-validation.jsonc").write_text('{\n  "ajvNotStrictMode": [\n  ]\n}\n', encoding="utf-8")
    for _ in range(2):
        SCRIPT["main"](checkout)
    return checkout / "src"


def table_of(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


@pytest.mark.parametrize("name", [entry.name for entry in SCRIPT["ENTRIES"]])
def test_tests_fit_the_schema_or_not(source: Path, name: str) -> None:
    validator = Draft7Validator(table_of(source / "schemas" / "json" / f"{name}.json"))
    fitting = sorted((source / "test" / name).iterdir())
    assert [path.name for path in fitting if not validator.is_valid(table_of(path))] == []
    [wrong] = (source / "negative_test" / name).iterdir()
    assert not validator.is_valid(table_of(wrong))
    for path in (*fitting, wrong):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        assert path.suffix == ".json" or first == f"#:schema ../../schemas/json/{name}.json"


def test_catalog_gets_each_entry_once(source: Path) -> None:
    text = (source / "api" / "json" / "catalog.json").read_text(encoding="utf-8")
    assert text.startswith(CATALOG.removesuffix("\n  ]\n}\n"))
    _, *entries = json.loads(text)["schemas"]
    assert [one["url"].rpartition("/")[2] for one in entries] == [f"{one.name}.json" for one in SCRIPT["ENTRIES"]]
    for one in entries:
        assert (source / "schemas" / "json" / one["url"].rpartition("/")[2]).is_file()
    assert (source / "schema-validation.jsonc").read_text(encoding="utf-8").count("doclint") == 1
