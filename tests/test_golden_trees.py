"""What generators really wrote: each page has its kind, nothing sound is reported, and planted defects are."""

import pytest
from format_trees import Mutation
from golden_trees import FORMATS, findings, kinds, lines_of, mutations, trees

from doclint.formats.loading import BUILTIN

MUTATIONS = [
    pytest.param(format_, tree, mutation, id=f"{format_}-{tree}-{mutation.name}")
    for format_ in FORMATS
    for tree, mutation in mutations(format_)
]


@pytest.mark.parametrize("format_", FORMATS)
def test_trees_are_of_a_format_that_comes_with_doclint(format_: str) -> None:
    assert format_ in BUILTIN
    assert trees(format_), "the folder of a format has trees"


@pytest.mark.parametrize("format_", FORMATS)
def test_pages_have_their_kinds(format_: str) -> None:
    assert list(kinds(format_)) == lines_of(format_, "kinds.txt"), "see tests/golden/README.md"


@pytest.mark.parametrize("format_", FORMATS)
def test_findings_are_known(format_: str) -> None:
    assert list(findings(format_)) == lines_of(format_, "findings.txt"), "see tests/golden/README.md"


@pytest.mark.parametrize(("format_", "tree", "mutation"), MUTATIONS)
def test_planted_defects_are_found(format_: str, tree: str, mutation: Mutation) -> None:
    found = trees(format_)[tree].after(mutation)
    expected = [one for one in found if one.rule == mutation.rule]
    assert [one.message for one in expected if mutation.message in one.message], [str(one) for one in found]
    assert len(expected) == 1, [one.message for one in expected]
    assert {one.rule for one in found} <= {mutation.rule, *mutation.beside}, [one.message for one in found]
