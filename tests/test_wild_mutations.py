"""Whatever `wild_mutations.toml` does to a sound page of a real tree, or to its source, is one finding."""

from functools import cache
from pathlib import Path

import pytest
from format_trees import WILD, FormatTree, Mutation
from golden_trees import read_mutations

MUTATIONS = read_mutations(Path(__file__).parent / "wild_mutations.toml")
OPENAPI, TYPEDOC = "openapi-client", "typedoc-form"
pytestmark = pytest.mark.skipif(not WILD.is_dir(), reason="needs the corpus")


@cache
def tree_of(name: str) -> FormatTree:
    return FormatTree.at(WILD / name)


@pytest.mark.parametrize(
    ("tree", "mutation"), [pytest.param(tree, one, id=f"{tree}-{one.name}") for tree, one in MUTATIONS]
)
def test_a_change_is_one_finding(tree: str, mutation: Mutation) -> None:
    found = [one for one in tree_of(tree).after(mutation) if one.rule not in ("missing-description", *mutation.beside)]
    assert [one.rule for one in found] == [mutation.rule], [one.message for one in found]


@pytest.mark.parametrize("name", [OPENAPI, TYPEDOC])
def test_sound_pages_have_no_finding_on_members(name: str) -> None:
    pages = sorted({mutation.page or mutation.file for tree, mutation in MUTATIONS if tree == name})
    found = tree_of(name).sound(*pages).findings
    assert [one.message for one in found if one.section and "member" in one.rule] == []
