"""Which source of a repository defines a name."""

from collections.abc import Iterator

from doclint import Page, Repository
from doclint.errors.expressions import expression
from doclint.repository.names import names_of
from doclint.rule.violation import ComparedDeclaration
from doclint.source.language import language_of

from ._declarations import declared_in

# What defines something in most languages. Methods without a word before their name are not found.
_DEFINED = expression(
    rb"\b(?:class|const|def|enum|fn|fun|func|function|interface|object|protocol|record|struct|trait|type)[ \t]+"
    rb"(?:\([^()\n]{0,100}\)[ \t]*)?([A-Za-z_]\w{2,80})\b"
)
_MOST_FILES = 5_000
_MOST_BYTES = 50_000_000


def only_definition(page: Page, repository: Repository, names: list[str]) -> ComparedDeclaration | None:
    """Return the declaration of a symbol that only one source seems to define; `names` has the names around it, too.

    None if no source or several define the name, or if what is around the definition has another name.
    """
    path = repository.remembered(_definitions).get(names[-1])
    several = declared_in(page, path).by_name.get(names[-1], ()) if path else ()
    if path is None or len(several) != 1:
        return None
    stem = path.rpartition("/")[2].partition(".")[0]
    is_inside = len(names) == 1 or names[-2] in (*several[0].scopes[-1:], stem)
    return ComparedDeclaration(path, several[0].declaration) if is_inside else None


def _definitions(repository: Repository) -> dict[str, str | None]:
    """Return the source that defines each name, None for several; nothing if the repository is too large to know."""
    found: dict[str, str | None] = {}
    size = 0
    for number, path in enumerate(_sources(repository)):
        data = repository.page(path) or b""
        size += len(data)
        if number == _MOST_FILES or size > _MOST_BYTES:
            return {}
        for name in {match.decode() for match in _DEFINED.findall(data)}:
            found[name] = None if name in found else path
    return found


def _sources(repository: Repository) -> Iterator[str]:
    names = names_of(repository)
    for name in names.holders if names.is_complete else ():
        language = language_of(name)
        if language is not None and language.code:
            yield from names.paths(name)
