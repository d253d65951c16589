"""Changes of pages of OpenAPI Generator and of their sources, at drawn places: each is found, and found once."""

import re
from functools import cache

import pytest
from format_trees import WILD, FormatTree
from golden_trees import trees
from openapi_mutations import KINDS, ChangeKind, OpenApiTree

_DRAWS = 2  # pages for each kind of change
_LINKS = ("broken-anchor", "broken-link")


@cache
def own_tree() -> OpenApiTree:
    return OpenApiTree(trees("openapi-python")["7.26"])


@cache
def real_tree() -> OpenApiTree:
    if not (WILD / "openapi-client").is_dir():
        pytest.skip("the corpus is not there")
    return OpenApiTree(FormatTree.at(WILD / "openapi-client", "openapi-python"))


def check(tree: OpenApiTree, kind: ChangeKind) -> None:
    drawn = tree.draw(kind, _DRAWS)
    assert drawn, "there is no place for it"
    for mutation in drawn:
        found = [one for one in tree.tree.after(mutation) if one.rule not in kind.beside]
        assert len(found) == 1, (mutation, [one.message for one in found])
        assert found[0].rule in kind.rules, (mutation, found[0].message)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_change_of_our_pages_is_found_once(kind: ChangeKind) -> None:
    check(own_tree(), kind)


def test_real_pages_have_the_members_of_their_sources() -> None:
    """Of models that stand for several others, they have the members of all of these."""
    tree = real_tree()
    assert [one for one in tree.tree.sound(*tree.tree.pages).findings if one.family == "members"] == []


def test_a_page_of_a_source_that_is_gone() -> None:
    """The links to it are wrong as well."""
    tree = own_tree().tree
    gone = dict.fromkeys(("shop_client/models/grade.py", "docs/Grade.md"))
    found = [one for one in tree.new(tree.pages, gone) if one.path == "docs/Basket.md"]
    assert [one.rule for one in found] == ["broken-link"]


def test_a_source_without_a_page() -> None:
    tree = own_tree().tree
    found = [one for one in tree.new(tree.pages, {"docs/Customer.md": None}) if one.rule not in _LINKS]
    assert [one.rule for one in found] == ["undocumented-source"]


def test_a_bar_in_a_cell_is_one_finding() -> None:
    """What the row seems to lack is behind the bar."""
    assert changed("docs/Basket.md", "at most 40 |", "at most 40 | or 50 |") == ["surplus-table-cell"]


def changed(path: str, old: str, new: str) -> list[str]:
    """Return the rules that report a change of our tree."""
    tree = own_tree().tree
    text = tree.files[path].decode()
    assert text.count(old) == 1
    return [one.rule for one in tree.new(tree.pages, {path: text.replace(old, new).encode()})]


def test_package_may_be_in_another_one() -> None:
    """The titles and imports of such a client have a dotted package, `acme.shop`, and its methods `async_req`."""
    files = {
        path.replace("shop_client/", "acme/shop/"): text.replace(b"shop_client.", b"acme.shop.")
        .replace(b"import shop_client\n", b"import acme.shop\n")
        .replace(b"    ) -> ", b"        async_req: Optional[bool] = None,\n    ) -> ")
        for path, text in own_tree().tree.files.items()
    }
    tree = OpenApiTree(FormatTree({**files, "acme/__init__.py": b""}))
    plain, dotted = (
        [(one.path, one.start.line, one.rule) for one in each.tree.sound(*each.tree.pages).findings]
        for each in (own_tree(), tree)
    )
    assert dotted == plain
    check(tree, next(kind for kind in KINDS if kind.name == "rename an operation"))


@pytest.mark.parametrize("version", sorted(trees("openapi-go")))
@pytest.mark.parametrize("name", ["_nethttp", "web"])
def test_responses_of_go_by_another_name_of_the_import(version: str, name: str) -> None:
    """OpenAPI Generator 4 and 5.0 write `_nethttp "net/http"`."""
    tree = trees("openapi-go")[version]
    sources = {
        path: text.replace(b"*http.Response", f"*{name}.Response".encode())
        for path, text in tree.files.items()
        if b"*http.Response" in text
    }
    assert sources
    assert tree.new(tree.pages, sources) == []
    page = next(path for path in tree.pages if b"> Tree GetTree(" in tree.files[path])
    wrong = tree.files[page].replace(b"> Tree GetTree(", b"> GetTree(")
    found = tree.new([page], sources | {page: wrong})
    assert [(one.rule, one.arguments["right"]) for one in found] == [("wrong-type", "Tree")]


def test_parameters_of_rust_that_are_called_like_keywords() -> None:
    """OpenAPI Generator 4 writes `_type` for a parameter that it calls `r#type` today."""
    tree = trees("openapi-rust")["7.26"]
    files = {path: re.sub(rb"\bspecies\b", b"_type", text) for path, text in tree.files.items()}
    changes = {path: text for path, text in files.items() if path.endswith(("TreesApi.md", "trees_api.rs"))}
    assert tree.new(tree.pages, changes) == []
    [page] = [path for path in changes if path.endswith(".md")]
    found = tree.new([page], changes | {page: changes[page].replace(b"_type", b"_kind")})
    assert {(one.rule, one.arguments["name"]) for one in found} == {("unknown-parameter", "_kind")}


@pytest.mark.parametrize("version", ["6.6-nextgen", "7.26"])
def test_models_that_stand_for_several_are_not_compared(version: str) -> None:
    """Their pages have the members of all of them."""
    tree = trees("openapi-python")[version]
    for page in ("docs/Gift.md", "docs/Good.md"):
        changed = tree.files[page].replace(b"**sour**", b"**sweet**")
        assert changed != tree.files[page]
        assert tree.new([page], {page: changed}) == []


def test_methods_of_go_that_models_lack_for_lists() -> None:
    """The template of pages has them for all fields that are nullable, that of models only for some types."""
    tree = trees("openapi-go")["7.26"]
    page, source = "docs/Tree.md", "model_tree.go"
    lacking = re.sub(
        rb"func \(o \*Tree\) (?:SetNicknameNil|UnsetNickname)\(\).*\n(?:.*\n)*?}\n", b"", tree.files[source]
    )
    assert lacking.count(b"\nfunc") == tree.files[source].count(b"\nfunc") - 2
    assert [one for one in tree.new([page], {source: lacking}) if one.rule == "unknown-member"] == []
    wrong = tree.files[page].replace(b"UnsetNickname", b"UnsetName").replace(b"SetNicknameNil", b"SetNicknameNull")
    found = tree.new([page], {source: lacking, page: wrong})
    assert {one.arguments["name"] for one in found} >= {"UnsetName", "SetNicknameNull"}
