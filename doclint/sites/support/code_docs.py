"""Markdown that tools show as the documentation of code: rustdoc in a crate, mkdocstrings on pages of its own.

The facts are those of the rustdoc book ("The `#[doc]` attribute", "Linking to items by name", version 1.90), and of
mkdocstrings 1.0 ("Autodoc syntax", "Cross-references") and mkdocs-autorefs 1.4: any page of the
site may refer to an object, to a heading of any page, and to what inventories of other sites have.
"""

import re
from collections.abc import Iterator
from itertools import islice
from posixpath import dirname, join

from doclint.errors.expressions import expression
from doclint.repository.names import names_of
from doclint.repository.paths import above, shortest
from doclint.repository.repository import Repository
from doclint.sites.support.pages import files_below, page_text

_INCLUDED = expression(
    rb"include_str![^\"]{0,80}+(?:\"CARGO_MANIFEST_DIR\"[^\"]{0,20}+)?\"(?P<path>[^\"\n]{1,300}\.md)\""
)
_MOST = 1_000  # sources that are read
_ROOTS = ("lib.rs", "main.rs")
_KIND = (
    "(?:attr|attribute|const|constant|derive|enum|field|fn|function|macro|method|mod|module|prim|primitive|static|struct|"
    "trait|traitalias|tyalias|type|typealias|union|value|variant)"
)
# `crate::Shop`, `struct@Shop`, `shop()`, `shop!`, `Vec<T>`, and the files that rustdoc writes.
_ITEM = expression(
    rf"(?:{_KIND}@)?\w++(?:::\w++)*+(?:!(?:\(\)|\[\]|\{{\}})?|\(\)|<[\w, ]*+>)?\Z"
    rf"|(?:[\w.-]++/)*+(?:{_KIND}\.\w++|index|all)\.html\Z"
)


def may_be_item(repository: Repository, page: str, path: str) -> bool:
    """Whether rustdoc may resolve the path of a link on a page, because it looks like an item and a crate has the page.

    Backticks around it mean nothing to rustdoc. Sources are read only if the path looks like an item.
    """
    if not _ITEM.match(path.strip("`")) or not page.endswith(".md"):
        return False
    folder = next((one for one in (*above(dirname(page)), "") if repository.is_file(join(one, "Cargo.toml"))), None)
    if folder is None:
        return False
    return page in repository.answered(("rustdoc", folder), lambda: frozenset(_included(repository, folder)))


def _included(repository: Repository, folder: str) -> Iterator[str]:
    """Yield the Markdown files that the sources below a crate include, or the roots of others in the repository."""
    roots = (path for name in _ROOTS for path in names_of(repository).paths(name))
    own = files_below(repository, join(folder, "src"), (".rs",))
    for path in dict.fromkeys(islice((one for sources in (roots, own) for one in sources), _MOST)):
        for match in _INCLUDED.finditer(repository.page(path) or b""):
            stated = match["path"].decode(errors="replace")
            start = stated.startswith("/")  # after the folder of the crate
            yield shortest(join(folder, stated.lstrip("/")) if start else join(dirname(path), stated))


# A word without a dot begins a box of another generator: `::: warning`.
_DIRECTIVE = expression(r"^[ ]{0,3}::: [A-Za-z_]\w*+(?:\.\w++)++[ \t]*+$", re.MULTILINE)
_MARK = b"::: "


def may_refer(repository: Repository, page: str) -> bool:
    """Whether references on a page may be those of mkdocstrings: a page below the same folder of the root has one
    of its directives (`::: shop.till`). Pages are read until one has.
    """
    top, slash, _ = page.partition("/")
    return bool(slash) and repository.remembered(_has_directive, top)


def _has_directive(repository: Repository, folder: str) -> bool:
    pages = (page for page in files_below(repository, folder, (".md",)) if _MARK in (repository.page(page) or b""))
    return any(_DIRECTIVE.search(page_text(repository, page)) for page in pages)
