"""The settings that the sources of a folder declare together: those of a Terraform module, or of a Helm chart."""

from collections.abc import Mapping
from posixpath import dirname
from typing import NamedTuple

from doclint.packages.answers import DeclaredAt
from doclint.repository.remembered import remembered
from doclint.repository.repository import Repository
from doclint.source.settings import terraform_settings


class DeclaredSettings(NamedTuple):
    """What the sources at some paths declare, by kind and name. If one of them cannot be read, `is_broken` names it."""

    found: Mapping[tuple[str, str], DeclaredAt]
    where: str
    is_broken: str = ""

    def of_kinds(self, *kinds: str) -> list[DeclaredAt]:
        """Return the declarations of some kinds, in the order of the sources."""
        return [one for (kind, _), one in self.found.items() if kind in kinds]


@remembered
def settings_in(repository: Repository, files: tuple[str, ...], work: int = 1) -> DeclaredSettings:
    """Return the settings that some sources declare together."""
    found: dict[tuple[str, str], DeclaredAt] = {}
    broken = ""
    for path in files:
        data = repository.page(path)
        source = None if data is None else terraform_settings(data, work)
        if source is None or source.is_broken:
            broken = path
        for one in source.found if source else ():
            found.setdefault((one.kind, one.name), DeclaredAt(path, one))
    where = files[0] if len(files) == 1 else f"{dirname(files[0]) or '.'}/" if files else ""
    return DeclaredSettings(found, where, broken)
