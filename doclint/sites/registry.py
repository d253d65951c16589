"""Installed sites by id, from the packages in the entry point group `doclint.sites`.

An entry point names a package, and each module in it that defines a subclass of `Site` adds a site. The sites of
doclint are registered in the same way.
"""

import pkgutil
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from doclint.errors.exceptions import PluginError
from doclint.errors.grouping import by_key
from doclint.errors.plugins import OwnPackage, entry_points
from doclint.sites.site import Site

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "doclint.sites"


@cache
def installed() -> Mapping[str, type[Site]]:
    """Return the classes of all installed sites by id, in alphabetical order.

    Raises PluginError if one of them is broken, or if two have the same id.
    """
    found: dict[str, type[Site]] = {}
    for point in entry_points(group=GROUP, own=GROUP):
        for site in _sites_of(point):
            if found.setdefault(site.id, site) is not site:
                raise PluginError(f"Two sites have the id `{site.id}`: one of them is in the package {point.value}")
    return dict(sorted(found.items()))


@cache
def by_evidence() -> Mapping[str, list[type[Site]]]:
    """Return the sites that a file or folder of each name is evidence for."""
    return _by_evidence(are_patterns=False)


@cache
def by_pattern() -> Mapping[str, list[type[Site]]]:
    """Return the sites that a file or folder whose name matches each pattern is evidence for."""
    return _by_evidence(are_patterns=True)


def _by_evidence(*, are_patterns: bool) -> Mapping[str, list[type[Site]]]:
    named = ((name, site) for site in installed().values() for name in site.evidence)
    return by_key((name, site) for name, site in named if ("*" in name) == are_patterns)


def sites_shown_by(name: str) -> list[type[Site]]:
    """Return the sites that a file or folder is evidence for by its name, or else by a pattern that this matches."""
    matching = (sites for pattern, sites in by_pattern().items() if fnmatchcase(name, pattern))
    return by_evidence().get(name) or next(matching, [])


def _sites_of(point: "EntryPoint | OwnPackage") -> Iterator[type[Site]]:
    try:
        package = point.load()
        names = [module.name for module in pkgutil.iter_modules(package.__path__)]
        modules = [import_module(f"{package.__name__}.{name}") for name in names]
    except Exception as error:
        raise PluginError(f"Cannot load the sites `{point.name}` ({point.value}): {error}") from error
    for module in modules:
        for value in vars(module).values():
            is_site = isinstance(value, type) and issubclass(value, Site) and value is not Site
            if is_site and value.__module__ == module.__name__ and value.evidence:
                yield value
