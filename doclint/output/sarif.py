"""The style `sarif`: SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS."""

import json
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any
from urllib.parse import quote

from doclint import __version__
from doclint.engine.report.report import Report
from doclint.output.checkout import Checkout, checkout
from doclint.output.styles import RenderOptions
from doclint.output.terminal import safe_json
from doclint.rule import manual
from doclint.rule.finding import FAILURES, Finding
from doclint.rule.rule import Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_BASE = "%SRCROOT%"
_CAUSES = 50  # causes in the properties of the run
_LONGEST = 1024  # characters of a description that GitHub shows


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the report as one JSON document."""
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report)]}
    yield safe_json(json.dumps(log, indent=2, ensure_ascii=False))


def _run(report: Report) -> dict[str, Any]:
    """Return the run: findings are results, and failures of doclint are notifications of the tool."""
    place = checkout(report.root)
    results = [finding for finding in report.findings if not finding.is_failure]
    failures = [finding for finding in report.findings if finding.is_failure]
    descriptors = _descriptors(report.rules, results)
    index = {descriptor["id"]: number for number, descriptor in enumerate(descriptors)}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "doclint",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": descriptors,
                "notifications": [{"id": id_, "shortDescription": {"text": text}} for id_, text in FAILURES.items()],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not report.has_failed,
                "toolExecutionNotifications": [_notification(finding, place) for finding in failures],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, index[finding.rule], place) for finding in results],
    }
    if report.findings:
        run["properties"] = {"causes": [cause.model_dump() for cause in report.causes[:_CAUSES]]}
    if place.folder.is_absolute():
        run["originalUriBaseIds"] = {_BASE: {"uri": f"{place.folder.as_uri().rstrip('/')}/"}}
    return run


def _descriptors(rules: Sequence[Rule], findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Return the descriptors of the rules that ran, and of those that have only a finding, such as `limit-reached`."""
    found = {rule.id: _descriptor(type(rule)) for rule in rules}
    for finding in findings:
        if finding.rule not in found:
            found[finding.rule] = {"id": finding.rule, "properties": {"tags": [finding.family]}}
    return [found[id_] for id_ in sorted(found)]


def _descriptor(rule: type[Rule]) -> dict[str, Any]:
    page = manual.page(rule)
    return {
        "id": rule.id,
        "name": rule.__name__,
        "shortDescription": {"text": _cut(manual.summary(rule))},
        "fullDescription": {"text": _cut(cleandoc(rule.__doc__ or ""))},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": ["documentation", rule.family]},
    }


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _result(finding: Finding, index: int, place: Checkout) -> dict[str, Any]:
    about = {"cause": finding.cause, "section": finding.section, "embedded": finding.embedded}
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(finding, place)],
        "partialFingerprints": {"doclint/v1": finding.fingerprint},
        "properties": {name: value for name, value in about.items() if value},
    }


def _notification(finding: Finding, place: Checkout) -> dict[str, Any]:
    return {
        "descriptor": {"id": finding.rule, "index": list(FAILURES).index(finding.rule)},
        "level": "error",
        "message": {"text": finding.message},
        "locations": [_location(finding, place)],
    }


def _location(finding: Finding, place: Checkout) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.prefix + finding.path, safe="/"), "uriBaseId": _BASE},
            "region": {
                "startLine": finding.start.line,
                "startColumn": finding.start.column,
                "endLine": finding.end.line,
                "endColumn": finding.end.column,
            },
        }
    }
