"""Zread: a service that writes a wiki about a repository, and a copy of it into `.zread/wiki`.

What follows is read off wikis in public repositories, because the format is not documented: citations of sources are
links relative to the root of the repository, pages link to each other by their name without `.md`, and headings have
the ids that GitHub gives them.
"""

from collections.abc import Sequence
from posixpath import dirname, join
from typing import ClassVar

from doclint.repository.paths import shortest
from doclint.repository.repository import Repository
from doclint.sites.site import Address, Site


class Zread(Site):
    """A wiki of Zread."""

    id = "zread"
    name = "Zread"
    is_apart = True
    cites_from_root = True
    evidence: ClassVar[tuple[str, ...]] = (".zread",)

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        self.content = (join(folder, ".zread", "wiki"),)

    def candidates(self, address: Address) -> Sequence[str]:
        """Return the file from the root of the repository, and the page of that name in the same folder.

        A name that has neither a folder nor a suffix is that of a page first.
        """
        path = address.path.lstrip("/")
        source = shortest(join(self.folder, path))
        page = shortest(join(dirname(address.page), path.removesuffix(".md") + ".md"))
        return [source, page] if "/" in path or "." in path else [page, source]
