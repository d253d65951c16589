"""Every class of defects is found by a rule, or said to be left out."""

import catalogue

from doclint.rule import SEVERITIES

# Classes that no rule finds yet and that nobody has decided about. Nothing may be added, and what is decided goes.
OPEN = set(
    """
    A02 A07 A09 A10 A11 A13 A14 B05 B06 B07 B10 B12 B13 B14 B15 B16 B17 B18 B19 C04 C15 C17 C19 C20 C21 C22 C23 C24 C25
    D02 D03 D05 D06 D07 D08 D09 D10 D11 E07 E08 F01 F02 F05 F09 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 F26 F27 F28
    G01 G02 G03 G04 G05 H02 H04 H05 I03 I04 I05 I06 I07 I08 I09 I10
    """.split()
)
CLASSES = catalogue.data()["classes"]
COVERED = catalogue.covering().keys()
LEFT_OUT = {id_ for id_, one in CLASSES.items() if "left-out" in one}


def test_every_class_is_found_or_left_out() -> None:
    assert CLASSES.keys() - COVERED - LEFT_OUT == OPEN


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
    told = "`python tests/catalogue.py` writes it"
    assert catalogue.PAGE.read_text(encoding="utf-8") == catalogue.page(), told
