"""Every rule keeps the promises made in its own file."""

import pytest

from doclint.rule.example import Example
from doclint.rule.registry import rules
from doclint.rule.rule import Rule
from doclint.testing import check_example, check_rule

RULES = list(rules().values())
CASES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.examples)
]


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_example(rule: type[Rule], example: Example) -> None:
    check_example(rule, example)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_is_complete(rule: type[Rule]) -> None:
    check_rule(rule)
