"""MyST and Jupyter Book, which build sites of Markdown with the syntax of MyST.

The facts are those of the guide of mystmd 1.6 ("Cross-references") and of Jupyter Book 1 and 2, which are built with
Sphinx and with mystmd.
"""

from collections.abc import Sequence
from posixpath import basename, join
from typing import ClassVar, Self

from doclint.repository.configuration import configuration, value
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository
from doclint.sites.site import NavigationEntry
from doclint.sites.sphinx import Sphinx
from doclint.sites.support.navigation import texts_in

_SUFFIXES = (".md", ".ipynb", ".rst", ".txt", ".tex", ".py")
_BOOK = b"jb-"  # how the formats of the table of contents of Jupyter Book begin


class Myst(Sphinx):
    """A site that mystmd builds from the folder of `myst.yml`, or Jupyter Book from that of `_toc.yml`."""

    id = "myst"
    name = "MyST"
    evidence: ClassVar[tuple[str, ...]] = ("myst.yml", "_toc.yml")

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site of a folder; None if another tool reads the table of contents."""
        data = repository.page(config) if config else None
        is_other = config is not None and config.endswith("_toc.yml") and _BOOK not in (data or b"")
        return None if is_other else cls(repository, folder, config)

    def navigation(self) -> Sequence[NavigationEntry]:
        config = self.config or ""
        found = configuration(self.repository, config) if config else None
        toc = found if basename(config) == "_toc.yml" else value(found, "project", "toc")
        files = list(dict.fromkeys(texts_in(toc, ("file", "root"))))
        return [
            NavigationEntry(config, file, [path, *(path + suffix for suffix in _SUFFIXES)])
            for file in files
            if "*" not in file
            for path in [shortest(join(self.folder, file))]
        ]

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment has no path, so that it may be a label or a heading of any page."""
        return page == target
