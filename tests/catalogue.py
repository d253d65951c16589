"""The table of the classes of defects and the rules that find them; run, it writes `docs/catalogue.md`."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from doclint.rule.registry import rules
from doclint.rule.rule import Rule

_DOCS = Path(__file__).parents[1] / "docs"
PAGE = _DOCS / "catalogue.md"
_LEAD = """\
# Classes of defects, and the rules that find them

This table lists what can be wrong with a page: family J with any page, the others mostly with generated ones. The
severity of a class is `error` if the defect misleads a reader or loses content, `warning` if the text is wrong or
useless, `info` if it is noise. One rule can find several classes, if they are one idea, and has a severity of its own
(`doclint explain RULE`). The profile of a rule is given if it is not the default one. If no rule finds a class, the
table says why. `python tests/catalogue.py` generates this page from `catalogue.toml` and the rules.
"""

_ABOUT_PRECISION = """\

## How often the rules are right

Findings of doclint in {trees} public repositories that no rule was written for, with its default settings, reviewed by
opening the page and what it claims something about. The repositories were drawn by a rule that was written down before.
Each repository was reviewed once, in the version that had not seen it; what was wrong then may be fixed now. Rules that
came soon after were reviewed on the same repositories. Where a rule has more than 40 findings in a repository, 25 of
them were drawn. The share of right findings leaves out the arguable ones, whose repair is a matter of taste. A rule
with at least 20 reviewed findings in at least three repositories is on by default only if at least .90 of them are
right, or if what made it wrong is fixed.
"""


@cache
def data() -> dict[str, Any]:
    """What `catalogue.toml` has."""
    return tomllib.loads((_DOCS / "catalogue.toml").read_text(encoding="utf-8"))


class Reviewed(NamedTuple):
    """How the findings of a rule were reviewed: how many are true, false and arguable, in how many repositories."""

    true: int
    false: int
    arguable: int
    trees: int

    @property
    def reviewed(self) -> int:
        return self.true + self.false + self.arguable

    @property
    def precision(self) -> float:
        """The share of true findings, without the arguable ones; 1 if there are none."""
        return self.true / (self.true + self.false) if self.true + self.false else 1.0

    @property
    def right(self) -> str:
        """The share as text, rounded down, so that .90 is never less than it says."""
        certain = self.true + self.false
        return f"{self.true * 100 // certain / 100:.2f}" if certain else ""

    @property
    def is_enough(self) -> bool:
        """Whether the reviewed findings are enough to decide from: 20 in at least three repositories."""
        return self.reviewed >= 20 and self.trees >= 3


def reviewed() -> dict[str, Reviewed]:
    """How the findings of each rule were reviewed, by id, in alphabetical order."""
    return {id_: Reviewed(**counts) for id_, counts in sorted(data()["reviewed"].items())}


def covering() -> dict[str, list[type[Rule]]]:
    """The rules of doclint that find each class."""
    found: dict[str, list[type[Rule]]] = {}
    for rule in rules().values():
        for id_ in rule.covers if rule.__module__.startswith("doclint_rules.") else ():
            found.setdefault(id_, []).append(rule)
    return found


def page() -> str:
    """The page as it should be."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    covers = covering()
    yield _LEAD
    classes = data()["classes"]
    left_out = sum("left-out" in one for one in classes.values())
    found = sum(id_ in covers for id_ in classes)
    yield f"{len(_all(covers))} rules find {found} of {len(classes)} classes. Left out: {left_out}."
    for letter, family in data()["families"].items():
        yield f"\n## {letter}. {family}\n"
        yield "| Class | Name | Severity | Rules |"
        yield "| --- | --- | --- | --- |"
        for id_, one in classes.items():
            if id_.startswith(letter):
                found_by = ", ".join(map(_rule, covers.get(id_, ()))) or one.get("left-out", "open")
                yield f"| {id_} | {one['name']} | {one['severity']} | {found_by} |"
    yield _ABOUT_PRECISION.format(**data()["draws"])
    yield "| Rule | Reviewed | Right | Arguable | Repositories |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for id_, one in reviewed().items():
        yield f"| {_rule(rules()[id_])} | {one.reviewed} | {one.right} | {one.arguable} | {one.trees} |"


def _all(covers: dict[str, list[type[Rule]]]) -> set[type[Rule]]:
    return {rule for several in covers.values() for rule in several}


def _rule(rule: type[Rule]) -> str:
    return f"`{rule.id}`" + ("" if rule.profile == "default" else f" ({rule.profile})")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
