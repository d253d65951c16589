"""A verdict: what there is to say of one page."""

from dataclasses import dataclass, field

from doclint.corpus import Notes
from doclint.problem import Problem


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a page, sorted by place, how many findings its own directives suppress, and what rules about
    all pages note of it.
    """

    problems: list[Problem]
    suppressed: int = 0
    notes: Notes = field(default_factory=dict)
