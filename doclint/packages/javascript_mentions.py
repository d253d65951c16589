"""The names that a text takes from modules of JavaScript, by a search that costs little.

It reads statements as most people write them. Where they are written otherwise, only a syntax tree can tell.
"""

from collections.abc import Collection, Iterator

from doclint.errors.expressions import expression

_NAME = r"[\w$]++"
_MODULE = expression(
    r"(?P<quote>['\"])(?P<module>(?P<package>@[\w.~-]++/[\w.~-]++|[\w.~-]++)(?:/[^'\"\s]*+)?+)(?P=quote)(?!\s*+:)"
)
# What precedes the name of a module, from the last of these words on.
_IMPORT = expression(
    rf"(?:import|export)\s*+(?:type\s++(?!from\b)(?=[\w$*{{]))?+(?P<default>(?!from\b){_NAME})?+\s*+,?+\s*+"
    rf"(?:\*(?:\s*+as\s++{_NAME})?+|\{{(?P<names>[^{{}}]*+)\}})?+\s*+from\s*+"
)
_LOADED = r"\s*+=\s*+(?:await\s++)?+(?:import|require)\("
_TAKEN_APART = expression(rf"\{{(?P<names>[^{{}}]*+)\}}{_LOADED}")
_STATEMENTS = (("import", _IMPORT), ("export", _IMPORT), ("{", _TAKEN_APART))
_NAMED = expression(rf"\s*+(?:type\s++(?!as\b))?+(?P<name>{_NAME})(?:(?:\s++as\s++|\s*+:\s*+){_NAME})?+\s*+")
_TAKES_NO_NAME = expression(
    rf"(?<!\w)(?!from\b)\w++\s*+\Z|[\[:,=][ \t]*+\Z|[{{>]\s*+import\(\Z|\b(?:const|let|var)\s++{_NAME}{_LOADED}\Z"
)
_LONGEST = 2_000  # characters of the names in a statement
_NEAR = 100  # characters before the name of a module that show that no name is taken


def names_taken(text: str, packages: Collection[str]) -> Iterator[tuple[str, str | None]]:
    r"""Yield each name that a text takes from some packages, behind its module; None if only a syntax tree can tell.

    >>> list(names_taken("import a, { b as c } from 'd/e'\nconst { f: g } = require('d')\nrequire('d').h", ["d"]))
    [('d/e', 'default'), ('d/e', 'b'), ('d', 'f'), ('d', None)]
    """
    for match in _MODULE.finditer(text):
        if match["package"] in packages:
            yield from ((match["module"], name) for name in _names_before(text, match.start()))


def _names_before(text: str, end: int) -> list[str | None]:
    """Return the names that a statement takes from the module whose name begins at `end`."""
    if _TAKES_NO_NAME.search(text, max(0, end - _NEAR), end):
        return []
    first = max(0, end - _LONGEST)
    begun = ((pattern, text.rfind(word, first, end)) for word, pattern in _STATEMENTS)
    matches = (pattern.fullmatch(text, start, end) for pattern, start in begun if start >= 0)
    found = next((match.groupdict() for match in matches if match), None)
    if found is None:
        return [None]
    named = [_NAMED.fullmatch(one) for one in (found["names"] or "").split(",") if one.strip()]
    return [*(["default"] if found.get("default") else []), *(one and one["name"] for one in named)]
