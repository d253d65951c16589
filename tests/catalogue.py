"""The table of the classes of defects and the rules that find them; run, it writes `docs/catalogue.md`."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from doclint.rule.registry import rules
from doclint.rule.rule import Rule

_DOCS = Path(__file__).parents[1] / "docs"
PAGE = _DOCS / "catalogue.md"
_LEAD = """\
# Classes of defects, and the rules that find them

What can be wrong with a generated page, by class: `error` misleads a reader or loses content, `warning` is wrong or
useless, `info` is noise. A rule can find several classes, if they are one idea, and has its own severity
(`doclint explain RULE`). Rules of another profile than the default one are marked with it. A class that no rule finds
says why. This page is made of `catalogue.toml` and of what the rules say they cover.
"""


@cache
def data() -> dict[str, Any]:
    """What `catalogue.toml` has."""
    return tomllib.loads((_DOCS / "catalogue.toml").read_text(encoding="utf-8"))


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
    yield f"{len(classes)} classes: {found} are found by {len(_all(covers))} rules, {left_out} are left out."
    for letter, family in data()["families"].items():
        yield f"\n## {letter}. {family}\n"
        yield "| Class | Name | Severity | Rules |"
        yield "| --- | --- | --- | --- |"
        for id_, one in classes.items():
            if id_.startswith(letter):
                told = ", ".join(map(_rule, covers.get(id_, ()))) or one.get("left-out", "open")
                yield f"| {id_} | {one['name']} | {one['severity']} | {told} |"


def _all(covers: dict[str, list[type[Rule]]]) -> set[type[Rule]]:
    return {rule for several in covers.values() for rule in several}


def _rule(rule: type[Rule]) -> str:
    return f"`{rule.id}`" + ("" if rule.profile == "default" else f" ({rule.profile})")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
