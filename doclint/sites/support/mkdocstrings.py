"""Pages that mkdocstrings reads although the repository does not have the configuration of their site.

The facts are those of mkdocstrings 1.0 ("Autodoc syntax", "Cross-references") and mkdocs-autorefs 1.4: any page of the
site may refer to an object, to a heading of any page, and to what inventories of other sites have.
"""

import re

from doclint.errors.expressions import expression
from doclint.repository.repository import Repository
from doclint.sites.support.pages import files_below, page_text

# A word without a dot begins a box of another generator: `::: warning`.
_DIRECTIVE = expression(r"^[ ]{0,3}::: [A-Za-z_]\w*+(?:\.\w++)++[ \t]*+$", re.MULTILINE)
_MARK = b"::: "


def may_refer(repository: Repository, page: str) -> bool:
    """Whether references on a page may be those of mkdocstrings: a page below the same folder of the root has one
    of its directives (`::: shop.till`). Pages are read until one has.
    """
    top, slash, _ = page.partition("/")
    return bool(slash) and repository.answered(("mkdocstrings", top), lambda: _has_directive(repository, top))


def _has_directive(repository: Repository, folder: str) -> bool:
    pages = (page for page in files_below(repository, folder, (".md",)) if _MARK in (repository.page(page) or b""))
    return any(_DIRECTIVE.search(page_text(repository, page)) for page in pages)
