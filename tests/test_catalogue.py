"""Every class of defects is found by a rule, or said to be left out."""

import catalogue

from doclint.rule.message import SEVERITIES
from doclint.rule.registry import rules

CLASSES = catalogue.data()["classes"]
COVERED = catalogue.covering().keys()
LEFT_OUT = {id_ for id_, one in CLASSES.items() if "left-out" in one}


def test_every_class_is_found_or_left_out() -> None:
    assert CLASSES.keys() - COVERED - LEFT_OUT == set()


def test_what_is_found_is_not_left_out() -> None:
    assert set() == COVERED & LEFT_OUT


def test_rules_cover_classes_that_there_are() -> None:
    assert CLASSES.keys() >= COVERED


def test_classes_are_complete() -> None:
    assert list(CLASSES) == sorted(CLASSES)
    assert {id_[0] for id_ in CLASSES} == catalogue.data()["families"].keys()
    for one in CLASSES.values():
        assert one.keys() - {"left-out"} == {"name", "severity"}
        assert one["severity"] in SEVERITIES
        assert one.get("left-out", "A reason.").endswith(".")


FIXED = {
    "broken-diagram": "12 of its 14 false findings are gone: single percent signs, and colons in labels of states",
    "broken-fence": "14 of its 15 false findings are gone: they were in agents and commands for models",
    "misnumbered-list": "five of its six false findings are gone: four on copies of specifications, and one in a skill",
    "missing-script": "13 of its 19 false findings are gone: they were about a file of a template",
    "misspelled-heading": "39 of its 40 false findings are gone: a format knows these headings now",
    "placeholder-text": "its 15 false findings are gone: 14 were in libraries that Crystal installs into `lib/`",
    "stale-path": "16 of its 29 false findings are gone: placeholders of languages, and files of submodules",
    "undefined-reference": "32 of its 33 false findings are gone: they were in tags",
    "unknown-attribute": "nine of its ten false findings are gone: what a package imports wins over its submodule",
    "unexpected-section": "all false findings are in two repositories, and that of the third is arguable",
    "wrong-block": "its nine false findings are gone: they were on resources of other providers",
}
"""Rules that were right too seldom when they were reviewed, and what was done."""


def test_rules_that_are_on_by_default_are_right() -> None:
    wrong = {id_ for id_, one in catalogue.reviewed().items() if one.is_enough and one.precision < 0.9}
    assert {id_ for id_ in wrong if rules()[id_].profile != "strict"} == FIXED.keys()


def test_page_is_up_to_date() -> None:
    hint = "`python tests/catalogue.py` writes it"
    assert catalogue.PAGE.read_text(encoding="utf-8") == catalogue.page(), hint
