"""Whatever happens to a sound page, or to its source, is one finding: in `trees`, and in real trees of the corpus."""

from functools import cache
from pathlib import Path

import pytest
from format_trees import FORMATS, WILD, FormatTree, Mutation
from golden_trees import read_mutations

TREES = Path(__file__).parent / "trees"
OWN = sorted(path.name for path in TREES.iterdir() if path.is_dir())
MUTATIONS = [one for name in ("mutations", "wild-mutations") for one in read_mutations(TREES / f"{name}.toml")]


@cache
def tree_of(name: str) -> FormatTree:
    root = (TREES if name in OWN else WILD) / name
    if not root.is_dir():
        pytest.skip("the corpus is not there")
    return FormatTree.at(root, name if (FORMATS / f"{name}.toml").exists() else "")


@pytest.mark.parametrize(
    ("tree", "mutation"), [pytest.param(tree, one, id=f"{tree}-{one.name}") for tree, one in MUTATIONS]
)
def test_a_change_is_one_finding(tree: str, mutation: Mutation) -> None:
    found = [one for one in tree_of(tree).after(mutation) if one.rule not in ("missing-description", *mutation.beside)]
    assert {one.rule for one in found} == {mutation.rule}, [one.message for one in found]
    # There, a page and its only section may both say that their source is gone.
    assert len(found) == 1 or tree == "mirror", [one.message for one in found]


@pytest.mark.parametrize("name", OWN)
def test_sound_pages_have_no_finding(name: str) -> None:
    tree = tree_of(name)
    assert [one.message for one in tree.sound(*tree.pages).findings if one.severity != "info"] == []


@pytest.mark.parametrize("name", ["openapi-client", "typedoc-form"])
def test_sound_pages_have_no_finding_on_members(name: str) -> None:
    pages = sorted({mutation.page or mutation.file for tree, mutation in MUTATIONS if tree == name})
    found = tree_of(name).sound(*pages).findings
    assert [one.message for one in found if one.section and "member" in one.rule] == []


def test_settings_of_pydoc_markdown_say_which_modules_have_pages() -> None:
    tree = tree_of("docusaurus")
    assert tree.report(tree.pages, {"shop/left_out.py": b""}).findings == []
