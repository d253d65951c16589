"""Folders of pages that are about another version of the sources than the one that is there."""

import re
from posixpath import basename, dirname

from doclint.errors.expressions import expression
from doclint.repository.paths import above
from doclint.repository.repository import Repository, remembered

# Source: the manual of Docusaurus 3, "Versioning"; sites with several collections of pages put a name in front.
_SNAPSHOT = expression(r"(?:\A|/)(?:[\w-]+_)?versioned_docs/version-[^/]+/")
_VERSION = expression(r"v?(?P<number>\d{1,4}(?:[._]\d{1,4})*+)(?:[._]x)?\Z", re.IGNORECASE)
_DOCUMENTATION = expression(r"(?i)(?:\A|/)(?:docs?|documentation)/")
_SHARED = 2  # folders that a snapshot of old pages has in common with the pages now


def is_of_other_version(page: str, repository: Repository | None) -> bool:
    """Whether a page of documentation, given by its path, is about another version of the sources.

    >>> is_of_other_version("docs/versioned_docs/version-2.18/api.md", None)
    True
    """
    if "versioned_docs/" in page and _SNAPSHOT.search(page):
        return True
    if repository is None or not _DOCUMENTATION.search(page):
        return False
    return is_of_old_version(repository, dirname(page))


@remembered
def is_of_old_version(repository: Repository, folder: str) -> bool:
    """Whether a folder, or one around it, is named after a version, and has the pages of a later one beside it: in a
    folder named after that, or in folders of the same names as those inside.
    """
    return any(_VERSION.match(basename(one)) and _has_newer_sibling(repository, one) for one in above(folder))


def _has_newer_sibling(repository: Repository, folder: str) -> bool:
    beside, own = repository.folders(dirname(folder)), _number(basename(folder))
    return len({*beside} & {*repository.folders(folder)}) >= _SHARED or any(_number(name) > own for name in beside)


def _number(name: str) -> tuple[int, ...]:
    match = _VERSION.match(name)
    return tuple(map(int, re.split("[._]", match["number"]))) if match else ()
