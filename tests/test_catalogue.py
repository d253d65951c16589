"""Every class of defects is found by a rule, or said to be left out."""

import catalogue

from doclint.rule.message import SEVERITIES

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


def test_page_is_up_to_date() -> None:
    hint = "`python tests/catalogue.py` writes it"
    assert catalogue.PAGE.read_text(encoding="utf-8") == catalogue.page(), hint
