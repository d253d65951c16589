"""A format for pages that mirror a source tree in another way than `repo-docs`: whatever happens to them is found."""

from pathlib import Path

import pytest
from format_trees import FormatTree, Mutation
from golden_trees import read_mutations

MIRROR = Path(__file__).parent / "mirror"
MUTATIONS = [mutation for _, mutation in read_mutations(MIRROR / "mutations.toml")]


def _tree() -> FormatTree:
    return FormatTree.at(MIRROR / "shop", "mirror")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.name)
def test_a_change_is_one_finding(mutation: Mutation) -> None:
    found = _tree().after(mutation)
    reported = {finding.rule for finding in found if finding.rule not in mutation.beside}
    assert reported == {mutation.rule}, [finding.message for finding in found]


def test_sound_pages_have_no_findings() -> None:
    tree = _tree()
    assert [finding.message for finding in tree.sound(*tree.pages).findings if finding.severity != "info"] == []
