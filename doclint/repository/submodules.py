"""Submodules: folders whose files belong to other repositories, and are often not checked out."""

from doclint.errors.expressions import expression
from doclint.repository.remembered import remembered
from doclint.repository.repository import Repository

# Source: the manual of git, "gitmodules".
_PATH = expression(rb"(?m)^[ \t]*+path[ \t]*+=[ \t]*+([^\r\n]+?)[ \t]*+\r?$")


@remembered
def submodules(repository: Repository) -> frozenset[str]:
    """Return the paths from the root of the submodules that `.gitmodules` names."""
    data = repository.page(".gitmodules") if repository.is_file(".gitmodules") else None
    return frozenset(name.decode(errors="surrogateescape") for name in _PATH.findall(data or b""))
