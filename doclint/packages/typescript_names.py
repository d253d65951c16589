"""Names that sources in TypeScript add to modules, wherever these sources are: no import leads to them."""

from itertools import islice

from doclint.repository.globs import files_matching
from doclint.repository.remembered import remembered
from doclint.repository.repository import Repository
from doclint.source.languages.javascript_exports import javascript_exports

_MOST_SOURCES = 3_000


@remembered
def names_added(repository: Repository) -> frozenset[str]:
    """Return the names that sources add to modules: `declare module "fruit" { interface Tree {} }`."""
    found: set[str] = set()
    for path in islice(files_matching(repository, "**/*.ts").files, _MOST_SOURCES):
        data = repository.page(path) or b""
        modules = javascript_exports(data, "typescript") if b"declare module" in data else {}
        found.update(one.name for module, exports in modules.items() if module for one in exports.names)
    return frozenset(found)
