"""Every rule keeps the promises made in its own file, and its findings have what reports show beside them."""

import os
import re

import pytest
import records
from msgspec import json

from doclint.markdown.source import Source
from doclint.rule.finding import Finding
from doclint.rule.head import FILE, RuleHead
from doclint.rule.registry import rules
from doclint.rule.rule import Example, Invalid, Rule, SourceRule
from doclint.rule.violation import MOST_RELATED
from doclint.testing import check_example, check_rule, findings_of

RULES = list(rules().values())
CASES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.examples)
]


GENERATOR = re.compile(r"generat|template|quoted|copied|posixpath|encoding=|regenerate|parse\b", re.IGNORECASE)


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_example(rule: type[Rule], example: Example) -> None:
    check_example(rule, example)
    findings = findings_of(rule, example)
    if rule.__module__.startswith("doclint_rules."):
        records.check("examples", f"{rule.id}-{rule.examples.index(example)}", [described(one) for one in findings])
    for finding in findings:
        check_related_lines(finding, example)
    if issubclass(rule, SourceRule) and any(not path.endswith(".md") for path in example.files):
        assert all(finding.related for finding in findings)
    if isinstance(example, Invalid) and rule.__module__.startswith("doclint_rules."):
        check_advice(rule, [one for one in findings if not one.kind and not one.embedded])


def described(finding: Finding) -> str:
    """Return where a finding is, what it says, and the related lines."""
    start, end = finding.start, finding.end
    related = "".join(f" | {lines.path}:{lines.start}-{lines.end}" for lines in finding.related)
    return f"{start.line}:{start.column}-{end.line}:{end.column} {finding.message_id}: {finding.sentence}{related}"


def test_record_has_no_other_examples() -> None:
    records.check_names("examples", {str(case.id) for case in CASES})


def check_related_lines(finding: Finding, example: Example) -> None:
    """Related lines are in other files of the repository."""
    paths = {lines.path for lines in finding.related}
    assert paths <= {*example.files, example.path}
    assert finding.path not in paths or finding.embedded
    assert len(finding.related) == len(set(finding.related)) <= MOST_RELATED
    for lines in finding.related:
        assert (lines.start, lines.end) == (0, 0) or 1 <= lines.start <= lines.end <= lines_in(example, lines.path)


def lines_in(example: Example, path: str) -> int:
    data = example.text if path == example.path else example.files[path]
    return len(Source.from_bytes(data.encode() if isinstance(data, str) else data).line_starts)


def check_advice(rule: type[Rule], by_hand: list[Finding]) -> None:
    """Advice about pages that people write mentions no generator."""
    for finding in by_hand:
        advice = rule.remedy_of(rule.messages[finding.message_id], by_hand=True)
        assert finding.remedy == advice
        assert not GENERATOR.search(advice)
        assert advice.endswith(".")
        assert advice.count("`") % 2 == 0


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_is_complete(rule: type[Rule]) -> None:
    check_rule(rule)


def test_record_has_the_heads_of_all_rules() -> None:
    heads = [RuleHead.of(rule) for rule in RULES if rule.__module__.startswith("doclint_rules.")]
    path = records.FOLDER / FILE
    text = json.format(json.encode(heads, order="deterministic")).decode() + "\n"
    if "RECORD" in os.environ:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text
    assert json.decode(text, type=list[RuleHead]) == heads
