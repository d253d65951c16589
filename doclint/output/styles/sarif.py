"""The style `sarif`: SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS.

What code scanning needs and how much it accepts is in "SARIF support for code scanning" of the documentation of GitHub.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from msgspec import to_builtins

from doclint import __version__
from doclint.engine.report.report import Report
from doclint.errors.expressions import expression
from doclint.errors.wording import counted, shortened
from doclint.output import addresses
from doclint.output.hosted import Checkout, checkout, hosted_by_runner
from doclint.output.notices import paragraphs
from doclint.output.rendering import RenderOptions
from doclint.output.selection import numbered, select
from doclint.output.terminal import safe_json
from doclint.page.claims import RelatedLines
from doclint.rule import manual
from doclint.rule.finding import ENGINE, FAILURES, Finding
from doclint.rule.rule import Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_PRIORITIES = {"error": "error", "warning": "warning", "info": "recommendation"}
_BASE = "%SRCROOT%"
_LEFT_OUT = "results-left-out"
_HELD_BACK = "results-held-back"
_RESULTS = 5_000  # results that GitHub shows of a run; it rejects a run of more than 25,000
_CAUSES = 50  # causes in the properties of the run
_RELATED = 10  # related locations of a result
_LONGEST = 1_024  # characters of a description that GitHub shows
_LONGEST_MESSAGE = 4_000  # characters
_LONGEST_FIX = 10_000  # characters that a fix inserts; GitHub accepts at most 10 MB, compressed
_LINK = expression(r"\](?=\()")


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the report as one JSON document."""
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report, options)]}
    yield safe_json(json.dumps(log, indent=2, ensure_ascii=False))


def left_out(report: Report) -> Iterator[str]:
    """Yield a sentence on the findings of a report that are not results, if there are any."""
    number = sum(not finding.is_failure for finding in report.findings) - _RESULTS
    if number > 0:
        yield (
            f"SARIF leaves out {counted(number, 'finding')}, because GitHub shows only {_RESULTS:,}: it has one of "
            "each cause, then the most severe"
        )


def _run(report: Report, options: RenderOptions) -> dict[str, Any]:
    """Return the run: findings are results, and failures of doclint are notifications of the tool."""
    place = checkout(report.root)
    failures = [finding for finding in report.findings if finding.is_failure]
    findings = [finding for finding in report.findings if not finding.is_failure]
    chosen = {id(finding) for finding in select(findings, _RESULTS)}
    # All findings count, so that a fingerprint does not depend on which ones are results.
    results = [(finding, number) for finding, number in numbered(findings) if id(finding) in chosen]
    descriptors = _descriptors(report.rules, [finding for finding, _ in results], options)
    indexes = {one["id"]: index for index, one in enumerate(descriptors)}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "doclint",
                "version": __version__,
                "semanticVersion": __version__,
                **({"informationUri": home} if (home := addresses.documentation()) else {}),
                "rules": descriptors,
                "notifications": [{"id": id_, "shortDescription": {"text": text}} for id_, text in _NOTICES.items()],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not report.has_failed,
                "toolExecutionNotifications": [
                    *(_failure(finding, place) for finding in failures),
                    *(_notification(_LEFT_OUT, "warning", text) for text in left_out(report)),
                    *(_notification(_HELD_BACK, "note", _without_links(" ".join(text))) for text in paragraphs(report)),
                ],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, number, indexes, place) for finding, number in results],
    }
    if report.findings:
        run["properties"] = {"causes": to_builtins(report.causes[:_CAUSES])}
    if place.folder.is_absolute():
        run["originalUriBaseIds"] = {_BASE: {"uri": f"{place.folder.as_uri().rstrip('/')}/"}}
    if repository := hosted_by_runner(report):
        run["versionControlProvenance"] = [
            {"repositoryUri": repository.address, "revisionId": repository.revision, "mappedTo": {"uriBaseId": _BASE}}
        ]
    return run


_NOTICES = FAILURES | {
    _LEFT_OUT: "Findings that are not in the log, because GitHub shows no more.",
    _HELD_BACK: "Findings that are not in the log, because something that doclint assumes is probably wrong.",
}
"""Descriptions of the notifications, by id."""


def _descriptors(rules: Collection[Rule], findings: Sequence[Finding], options: RenderOptions) -> list[dict[str, Any]]:
    """Return the descriptors of the rules with findings, also of those without a manual, such as `limit-reached`."""
    names = {finding.rule for finding in findings}
    found = {rule.id: _descriptor(type(rule)) for rule in rules if rule.id in names}
    for finding in findings:
        if finding.rule not in found:
            text = {"text": shortened(ENGINE.get(finding.rule, finding.rule), _LONGEST)}
            found[finding.rule] = {
                "id": finding.rule,
                "shortDescription": text,
                "fullDescription": text,
                "help": text,
                "properties": {"tags": [finding.family]},
            }
    for id_, descriptor in found.items():
        if address := options.page_of(id_):
            descriptor["helpUri"] = address
    return [found[id_] for id_ in sorted(found)]


def _descriptor(rule: type[Rule]) -> dict[str, Any]:
    page = manual.page(rule)
    return {
        "id": rule.id,
        "name": rule.__name__,
        "shortDescription": {"text": shortened(manual.summary(rule), _LONGEST)},
        "fullDescription": {"text": shortened(manual.description(rule), _LONGEST)},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": ["documentation", rule.family], "problem.severity": _PRIORITIES[rule.severity]},
    }


def _result(finding: Finding, number: int, indexes: Mapping[str, int], place: Checkout) -> dict[str, Any]:
    about = {"cause": finding.cause, "section": finding.section, "embedded": finding.embedded}
    related = finding.related[:_RELATED]
    result = {
        "ruleId": finding.rule,
        "ruleIndex": indexes[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding, related)},
        "locations": [_location(finding, place)],
        # GitHub follows an alert by the first, and takes results for one if it is equal.
        "partialFingerprints": {
            "primaryLocationLineHash": f"{finding.fingerprint}:{number}",
            "doclint/v1": finding.fingerprint,
        },
        "properties": {name: shortened(value, _LONGEST) for name, value in about.items() if value},
    }
    if related:
        result["relatedLocations"] = [_related(lines, id_, place) for id_, lines in enumerate(related, start=1)]
    return result | _fixes(finding, place)


def _message(finding: Finding, related: Sequence[RelatedLines]) -> str:
    """Return a message, with links to related locations (section 3.11.6), and without any that the page contains."""
    message = _without_links(shortened(finding.message, _LONGEST_MESSAGE))
    links = ", ".join(f"[{_link_text(lines)}]({id_})" for id_, lines in enumerate(related, start=1))
    return f"{message} (see {links})" if links else message


def _without_links(text: str) -> str:
    return _LINK.sub(r"]\\", text)


def _link_text(lines: RelatedLines) -> str:
    place = lines.path
    if lines.start:
        place += f":{lines.start}" if lines.end <= lines.start else f":{lines.start}-{lines.end}"
    return re.sub(r"([\\\[\]])", r"\\\1", shortened(place, _LONGEST))


def _related(lines: RelatedLines, id_: int, place: Checkout) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": _artifact(lines.path, place)}
    if lines.start:
        location["region"] = {"startLine": lines.start, "endLine": max(lines.end, lines.start)}
    return {"id": id_, "physicalLocation": location}


def _fixes(finding: Finding, place: Checkout) -> dict[str, Any]:
    """Return the property of a result that has its fix; none without a fix, or if the fix is too long."""
    fix = finding.fix
    if fix is None or not fix.placed or sum(len(edit.text) for edit in fix.edits) > _LONGEST_FIX:
        return {}
    about = "The fix is safe." if fix.safe else "The fix is not safe: look at it before you accept it."
    replacements = [
        {"deletedRegion": _region(*region), "insertedContent": {"text": edit.text}} for edit, region in fix.placed
    ]
    change = {"artifactLocation": _artifact(finding.path, place), "replacements": replacements}
    return {"fixes": [{"description": {"text": about}, "artifactChanges": [change]}]}


def _failure(finding: Finding, place: Checkout) -> dict[str, Any]:
    message = _without_links(shortened(finding.message, _LONGEST_MESSAGE))
    return _notification(finding.rule, "error", message) | {"locations": [_location(finding, place)]}


def _notification(id_: str, level: str, text: str) -> dict[str, Any]:
    return {"descriptor": {"id": id_, "index": list(_NOTICES).index(id_)}, "level": level, "message": {"text": text}}


def _location(finding: Finding, place: Checkout) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": _artifact(finding.path, place),
            "region": _region(*finding.start, *finding.end),
        }
    }


def _artifact(path: str, place: Checkout) -> dict[str, str]:
    return {"uri": quote(place.prefix + path, safe="/"), "uriBaseId": _BASE}


def _region(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
