"""Reports made of findings that no rule made, and what an output says of them."""

import json
from collections.abc import Sequence
from typing import Any

from doclint.engine.report.report import Report
from doclint.markdown.source import Position
from doclint.output.rendering import RenderOptions, render
from doclint.rule.finding import Finding, fingerprint_of
from doclint.rule.registry import rules
from doclint.rule.rule import Rule

RULES = [rule() for rule in rules().values()]


def finding(path: str = "docs/a.md", line: int = 1, **fields: Any) -> Finding:
    known: dict[str, Any] = {
        "rule": "broken-link",
        "family": "links",
        "severity": "error",
        "message_id": "missing",
        "message": "`b.md` does not exist",
        "given": "{}",
        "start": Position(line, 5),
        "end": Position(line, 9),
        "section": "",
        "embedded": None,
        "cause": "broken-link/missing",
        "remedy": "Make links relative to the page.",
    }
    known |= fields
    own = fingerprint_of(path, known["rule"], known["message_id"], known.get("key", ()), known["embedded"])
    return Finding(path=path, **({"fingerprint": own} | known))


def report(
    *findings: Finding, root: str = "/nowhere", pages: tuple[str, ...] = (), rules: Sequence[Rule] = RULES
) -> Report:
    paths = sorted({*pages, *(each.path for each in findings)})
    return Report(root, paths, sorted(findings, key=lambda each: each.order), rules=rules, is_whole=True)


def rendered(style: str, of: Report, max_per_cause: int | None = 0) -> str:
    return "".join(f"{line}\n" for line in render(of, style, RenderOptions(max_per_cause=max_per_cause)))


def parsed(style: str, of: Report) -> Any:
    return json.loads(rendered(style, of))
