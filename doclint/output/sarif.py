"""SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS."""

import json
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any
from urllib.parse import quote

from doclint import __version__
from doclint.engine.report.report import Report
from doclint.output.checkout import Checkout, checkout
from doclint.rule import manual
from doclint.rule.finding import FAILURES, Problem
from doclint.rule.rule import Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_BASE = "%SRCROOT%"
_CAUSES = 50
_LONGEST = 1024  # characters of a description that GitHub shows


def render(report: Report) -> Iterator[str]:
    """The report as one JSON document."""
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report)]}
    yield json.dumps(log, indent=2, ensure_ascii=False)


def _run(report: Report) -> dict[str, Any]:
    """What was found are results; where doclint failed are notifications of the tool."""
    place = checkout(report.root)
    results = [problem for problem in report.problems if not problem.is_failure]
    failures = [problem for problem in report.problems if problem.is_failure]
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
                "toolExecutionNotifications": [_notification(problem, place) for problem in failures],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, index[problem.rule], place) for problem in results],
    }
    if report.problems:
        run["properties"] = {"causes": [cause.model_dump() for cause in report.causes[:_CAUSES]]}
    if place.folder.is_absolute():
        run["originalUriBaseIds"] = {_BASE: {"uri": f"{place.folder.as_uri().rstrip('/')}/"}}
    return run


def _descriptors(rules: Sequence[Rule], problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """The rules that ran, and those that are known by their findings only."""
    found = {rule.id: _descriptor(type(rule)) for rule in rules}
    for problem in problems:
        if problem.rule not in found:
            found[problem.rule] = {"id": problem.rule, "properties": {"tags": [problem.family]}}
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


def _result(problem: Problem, index: int, place: Checkout) -> dict[str, Any]:
    about = {"cause": problem.cause, "section": problem.section, "embedded": problem.embedded}
    return {
        "ruleId": problem.rule,
        "ruleIndex": index,
        "level": _LEVELS[problem.severity],
        "message": {"text": problem.message},
        "locations": [_location(problem, place)],
        "partialFingerprints": {"doclint/v1": problem.fingerprint},
        "properties": {name: value for name, value in about.items() if value},
    }


def _notification(problem: Problem, place: Checkout) -> dict[str, Any]:
    return {
        "descriptor": {"id": problem.rule, "index": list(FAILURES).index(problem.rule)},
        "level": "error",
        "message": {"text": problem.message},
        "locations": [_location(problem, place)],
    }


def _location(problem: Problem, place: Checkout) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.prefix + problem.path, safe="/"), "uriBaseId": _BASE},
            "region": {
                "startLine": problem.start.line,
                "startColumn": problem.start.column,
                "endLine": problem.end.line,
                "endColumn": problem.end.column,
            },
        }
    }
