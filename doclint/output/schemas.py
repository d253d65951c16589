"""JSON schemas of the files that doclint reads and writes, derived from its models."""

import json
from typing import Any

from doclint.config.schema import Config
from doclint.engine.format_test.document import FormatTest
from doclint.engine.report.causes_diff import CausesDiff, CausesDocument
from doclint.engine.report.claims_document import ClaimsDocument
from doclint.engine.report.schema import ReportDocument
from doclint.engine.report.trend import Trend
from doclint.errors.models import model_of
from doclint.output import format_schema
from doclint.output.formats import FormatsDocument
from doclint.output.page.contents import PageContents, PagesDocument
from doclint.output.recognition import RecognitionDocument
from doclint.output.rules import RulesDocument
from doclint.rule import manual, registry


def text(what: str) -> str:
    """Return one of the schemas, as JSON, by its name for `doclint schema`."""
    return json.dumps(_SCHEMAS[what](), indent=2, ensure_ascii=False)


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


_SCHEMAS = {
    "report": ReportDocument.model_json_schema,
    "causes": CausesDocument.model_json_schema,
    "causes-diff": CausesDiff.model_json_schema,
    "claims": ClaimsDocument.model_json_schema,
    "trend": Trend.model_json_schema,
    "format": format_schema.schema,
    "format-test": FormatTest.model_json_schema,
    "formats": FormatsDocument.model_json_schema,
    "recognition": RecognitionDocument.model_json_schema,
    "config": config,
    "rules": RulesDocument.model_json_schema,
    "page": PageContents.model_json_schema,
    "pages": PagesDocument.model_json_schema,
}
