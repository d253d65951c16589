"""What the pages show about the rules that could read a part of a format."""

from collections.abc import Iterator, Sequence

from doclint.engine.format_test.document import FormatObservation
from doclint.engine.format_test.observing import Observing
from doclint.rule.reads import alive, described
from doclint.rule.rule import Rule


def observations_on_rules(seen: Observing, rules: Sequence[type[Rule]]) -> Iterator[FormatObservation]:
    """Yield the rules that could read a part of the format, but have nothing to read on any page."""
    idle = [rule for rule in rules if rule.id not in seen.tally.read_by]
    could: dict[str, list[str]] = {}
    for kind in seen.format.kind:
        for id_, reads in alive(kind, seen.format, idle).items():
            could.setdefault(id_, reads)
    for id_, reads in sorted(could.items()):
        yield seen.observation(
            "idle-rule",
            f"the rule `{id_}` has nothing to read on any page; it reads {described(reads[0])}",
            is_mistake=False,
        )
