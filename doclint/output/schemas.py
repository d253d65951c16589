"""JSON schemas of the files that doclint reads and writes, derived from its models.

That of formats has the form that is of most use to editors. These show the title and the description of what the cursor
is on, and take the alternatives of an element apart by `shape`; TOML has no null.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from doclint.config.schema import Config
from doclint.engine.format_test.document import FormatTest
from doclint.engine.report.causes_diff import CausesDiff, CausesDocument
from doclint.engine.report.claims_document import ClaimsDocument
from doclint.engine.report.schema import ReportDocument
from doclint.engine.report.trend import Trend
from doclint.errors.expressions import expression
from doclint.errors.models import model_of
from doclint.errors.settings_table import DescribedTable
from doclint.formats.schema.format import Format
from doclint.output import addresses
from doclint.output.formats import FormatsDocument
from doclint.output.page.contents import PageContents, PagesDocument
from doclint.output.recognition import RecognitionDocument
from doclint.output.rules import RulesDocument
from doclint.rule import manual, registry

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FILE = "docs/format.schema.json"
_WORD = expression(r"(?<=[a-z])(?=[A-Z])")
_ENDINGS = ("Content", "Spec")  # of the names of models, which say nothing to authors of formats
_ALTERNATIVES = ("anyOf", "oneOf")


def format_schema() -> dict[str, Any]:
    """Return the JSON schema (2020-12) of a format file."""
    found = model_of(Format).model_json_schema()
    definitions = {name: {"title": _title(name), **_plain(one)} for name, one in found.pop("$defs").items()}
    whole = _plain(found)
    for name in _named(definitions):
        definitions[name]["type"] = ["object", "string"]
    return {
        "$schema": _DIALECT,
        "$id": f"{addresses.repository()}/raw/main/{_FILE}",
        "title": "Format of doclint",
        **whole,
        "$defs": definitions,
    }


def _title(model: str) -> str:
    """Return the name of a model as a title: `ClaimSpec` is `Claim`."""
    for ending in _ENDINGS:
        model = model.removesuffix(ending)
    return _WORD.sub(" ", model).capitalize()


def _plain(node: Any) -> Any:
    """Return a schema without null, and without the titles of properties, which repeat their names.

    Validators report a mistake within alternatives as a mistake of the whole, which may be half of a file. So there are
    alternatives only where types do not take them apart.
    """
    found = {key: one for key, one in node.items() if key != "title" and not (key == "default" and one is None)}
    for key in ("properties", "$defs"):
        if key in found:
            found[key] = {name: _plain(one) for name, one in found[key].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(found.get(key), dict):
            found[key] = _plain(found[key])
    for key in _ALTERNATIVES:
        if key in found:
            found |= _joined(key, [_plain(one) for one in found.pop(key) if one != {"type": "null"}])
    return found


def _joined(key: str, schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema of alternatives."""
    match schemas:
        case [one]:
            return one
        case [{"$ref": _} as table, {"type": "string"}]:
            return table  # `_named` finds the tables that may be a name
        case [{"oneOf": inner}, *others]:
            return {"oneOf": [*inner, *others]}
    types = [one.get("type") for one in schemas]
    if None in types or any("enum" in one or "const" in one for one in schemas):
        return {key: schemas}
    return {name: one for each in schemas for name, one in each.items()} | {"type": types}


def _named(definitions: Mapping[str, Any]) -> Iterator[str]:
    """Yield the tables in whose place a format may have the name of a shared one: those that lists share."""
    shared = definitions["Shared"]["properties"]
    for kind in shared.values():
        for one in kind["additionalProperties"].get("anyOf", ()):
            name = one.get("$ref", "").rpartition("/")[2]
            if "properties" in definitions.get(name, ()):
                yield name


def text(what: str) -> str:
    """Return one of the schemas, as JSON, by its name for `doclint schema`."""
    schema = model_of(_FORMS[what]).model_json_schema() if what in _FORMS else _SCHEMAS[what]()
    return json.dumps(schema, indent=2, ensure_ascii=False)


def config() -> dict[str, Any]:
    """Return the schema of the configuration, with the options of every installed rule."""
    schema = model_of(Config).model_json_schema()
    options = {
        id_: model_of(rule.options()).model_json_schema()
        | {"title": rule.__name__, "description": manual.description(rule)}
        for id_, rule in registry.rules().items()
    }
    schema["properties"]["rules"] |= {"properties": options, "additionalProperties": False}
    return schema


_FORMS: dict[str, type[DescribedTable]] = {
    "report": ReportDocument,
    "causes": CausesDocument,
    "causes-diff": CausesDiff,
    "claims": ClaimsDocument,
    "trend": Trend,
    "format-test": FormatTest,
    "formats": FormatsDocument,
    "recognition": RecognitionDocument,
    "rules": RulesDocument,
}
_SCHEMAS = {
    "format": format_schema,
    "config": config,
    "page": PageContents.model_json_schema,
    "pages": PagesDocument.model_json_schema,
}
