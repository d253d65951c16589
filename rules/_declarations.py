"""What a source declares, on all levels, by its name."""

from functools import partial
from typing import NamedTuple

from msgspec import Struct

import doclint
from doclint import Page, kit


class Scoped(NamedTuple):
    """A declaration, and the names of those around it, the outermost first."""

    scopes: tuple[str, ...]
    declaration: "doclint.Declaration"


class DeclaredNames(Struct, frozen=True):
    """The declarations of a source by their names. If the source `is_broken`, some may be missing."""

    by_name: dict[str, list[Scoped]]
    is_broken: bool


def declared_in(page: Page, path: str) -> DeclaredNames:
    """Return what the source at a path declares; nothing if there is no repository, or no source that can be read."""
    if page.repository is None:
        return DeclaredNames({}, is_broken=False)
    return page.repository.answered((_declared, path, page.limits.source_work), partial(_declared, page, path))


def _declared(page: Page, path: str) -> DeclaredNames:
    source = kit.declarations_of(page.repository, path, page.limits) if page.repository else None
    waiting = [Scoped((), one) for one in source.found] if source else []
    found: dict[str, list[Scoped]] = {}
    while waiting:
        scopes, one = waiting.pop()
        found.setdefault(one.name, []).append(Scoped(scopes, one))
        waiting += (Scoped((*scopes, one.name), member) for member in one.members)
    return DeclaredNames(found, is_broken=source is not None and source.is_broken)
