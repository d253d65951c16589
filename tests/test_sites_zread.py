"""Wikis of Zread: links from the root of the repository, and links between pages by name."""

import pytest
from site_faults import faults

from doclint.repository.in_memory import Memory
from doclint.sites.finder import Sites

WIKI = ".zread/wiki/versions/2026-01-01-000000"
FILES = {
    ".zread/wiki/current": "versions/2026-01-01-000000",
    f"{WIKI}/2-graft.md": "# Graft\n\n## Keep it dry\n",
    "orchard/tree.py": "class Tree: ...\n",
    "LICENSE": "",
}


def faults_of(link: str) -> list[str]:
    return faults({**FILES, f"{WIKI}/1-overview.md": f"# Overview\n\nSources: {link}\n"})


@pytest.mark.parametrize(
    "link",
    [
        "[tree.py](orchard/tree.py#L1-L1)",
        "[tree.py](/orchard/tree.py)",
        "[LICENSE](LICENSE#L1)",
        "[Graft](2-graft)",
        "[Graft](2-graft#keep-it-dry)",
        "[Graft](2-graft.md)",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults_of(link) == []


@pytest.mark.parametrize("target", ["orchard/bush.py", "3-prune", "2-graft#keep-it-wet", "../../tree.py", "COPYING.md"])
def test_links_that_do_not_work(target: str) -> None:
    assert len(faults_of(f"[a]({target})")) == 1


def test_pages_beside_the_wiki_are_not_on_it() -> None:
    pages = {**FILES, "docs/a.md": "[tree](orchard/tree.py)\n"}
    assert faults(pages) == ["docs/a.md: orchard/tree.py"]
    assert [site.id for site in Sites().around("docs/a.md", Memory(pages))] == []
    assert [site.id for site in Sites().around(f"{WIKI}/2-graft.md", Memory(pages))] == ["zread"]
