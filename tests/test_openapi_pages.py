"""Changes of pages of OpenAPI Generator and of their sources, at drawn places: each is found, and found once.

The golden trees have changes of what the generator wrote.
"""

from functools import cache

import orchard
import pytest
from format_trees import WILD, FormatTree, table_of
from openapi_mutations import KINDS, ChangeKind, OpenApiTree

_DRAWS = 2  # pages for each kind of change
_LINKS = ("broken-anchor", "broken-link")


@cache
def own_tree() -> OpenApiTree:
    files = {path: text.encode() for path, text in orchard.FILES.items()}
    return OpenApiTree(FormatTree(files, table_of("openapi-python")))


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


def test_nothing_is_found_on_sound_pages() -> None:
    tree = own_tree().tree
    assert [one.message for one in tree.sound(*tree.pages).findings] == []


def test_only_wrappers_document_members_that_they_lack() -> None:
    tree = real_tree()
    sound = tree.tree.sound(*tree.tree.pages)
    of_members = [one for one in sound.findings if one.family == "members"]
    pages = {pair.page for pairs in tree.pairs.values() for pair in pairs}
    assert {one.rule for one in of_members} == {"unknown-member"}
    assert len(of_members) == 106
    assert pages.isdisjoint(one.path for one in of_members)


def test_a_page_of_a_source_that_is_gone() -> None:
    """The links to it are wrong as well."""
    tree = own_tree().tree
    gone = dict.fromkeys(("orchard/models/owner.py", "docs/Owner.md"))
    found = [one for one in tree.new(tree.pages, gone) if one.path == "docs/Tree.md"]
    assert [one.rule for one in found] == ["broken-link"]


def test_a_source_without_a_page() -> None:
    tree = own_tree().tree
    found = [one for one in tree.new(tree.pages, {"docs/Owner.md": None}) if one.rule not in _LINKS]
    assert [one.rule for one in found] == ["undocumented-source"]


def test_a_bar_in_a_cell_is_one_finding() -> None:
    """What the row seems to lack is behind the bar."""
    assert changed("docs/Tree.md", "in metres |", "in metres | or feet |") == ["surplus-table-cell"]


def changed(path: str, old: str, new: str) -> list[str]:
    """Return the rules that report a change of our tree."""
    tree = own_tree().tree
    text = tree.files[path].decode()
    assert text.count(old) == 1
    return [one.rule for one in tree.new(tree.pages, {path: text.replace(old, new).encode()})]


def test_models_of_older_versions() -> None:
    """Their attributes are properties, or what the constructor assigns."""
    model = """\
class Owner:
    openapi_types = {'name': 'str', 'address': 'dict(str, str)'}
    attribute_map = {'name': 'name', 'address': 'address'}

    def __init__(self, name=None, address=None):
        self._name = None
        self.address = address

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = name
"""
    page = orchard.FILES["docs/Owner.md"].replace("full name |", "full name | [optional]")
    tree = own_tree().tree
    files = {"orchard/models/owner.py": model.encode(), "docs/Owner.md": page.encode()}
    assert [one.message for one in tree.new(["docs/Owner.md"], files) if one.family == "members"] == []


def test_operations_of_older_versions() -> None:
    """Their signatures show what `**kwargs` takes."""
    optional = '        page: Annotated[Optional[StrictInt], Field(description="The page of results")] = None,\n'
    source = orchard.FILES["orchard/api/trees_api.py"]
    start, end = source.index(optional), source.index("    ) -> List[Tree]")
    older = source[:start] + "        **kwargs\n" + source[end:]
    tree = own_tree().tree
    assert [one.message for one in tree.new(["docs/TreesApi.md"], {"orchard/api/trees_api.py": older.encode()})] == []


def test_package_may_be_in_another_one() -> None:
    """The titles and imports of such a client have a dotted package, `acme.orchard`, and its methods `async_req`."""
    files = {
        path.replace("orchard/", "acme/orchard/"): text.replace("orchard.", "acme.orchard.")
        .replace("import orchard\n", "import acme.orchard\n")
        .replace("    ) -> ", "        async_req: Optional[bool] = None,\n    ) -> ")
        .encode()
        for path, text in orchard.FILES.items()
    }
    files["acme/__init__.py"] = b""
    tree = OpenApiTree(FormatTree(files, table_of("openapi-python")))
    assert [one.message for one in tree.tree.sound(*tree.tree.pages).findings] == []
    check(tree, next(kind for kind in KINDS if kind.name == "rename an operation"))
