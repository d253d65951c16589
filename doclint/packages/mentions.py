"""Which packages of its repository a page may import from, and which names, by a search in its text that costs little.

It reads statements as most people write them. Where they are written otherwise, only a syntax tree can tell.
"""

from collections.abc import Collection, Iterator

from doclint.errors.expressions import expression
from doclint.repository.repository import Repository

_GAP = r"(?:[ \t]|\\\s)"  # a line may go on behind a backslash
_DOTTED = r"\w++(?:[ \t]*+\.[ \t]*+\w++)*+"
_ONE = rf"{_DOTTED}(?:{_GAP}++as{_GAP}++\w++)?+"
# Each begins with a literal, which makes the search several times as fast as one for both.
_FROM = expression(rf"from(?<!\wfrom){_GAP}++({_DOTTED}){_GAP}++import\b")
_IMPORT = expression(rf"import(?<!\wimport){_GAP}++(?!from\b)({_ONE}(?:{_GAP}*+,{_GAP}*+{_ONE})*+)")
_TOP = expression(r"(?<![\w.])\w++")
_MARKS = ("```", "~~~", ">>>")  # one of them is on each page with an example in Python that is read
_FENCES, _PROMPT = ("```", "~~~"), ">>> "  # one of them is on each page with an example that is certainly in Python
# What precedes another fence is empty, as is a copy of a source in `Page.own_text`.
_PYTHON = expression(r"...[ \t{]*+\.?py[^\r\n]*+\s*+(?!```|~~~|\Z)")
_LOADS = ("from '", 'from "', "require(", "import(")
_NAME = r"[\w$]++"
_MODULE = expression(
    r"(?P<quote>['\"])(?P<module>(?P<package>@[\w.~-]++/[\w.~-]++|[\w.~-]++)(?:/[^'\"\s]*+)?+)(?P=quote)(?!\s*+:)"
)
# What precedes the name of a module, from the last of these words on.
_OF_JAVASCRIPT = expression(
    rf"(?:import|export)\s*+(?:type\s++(?!from\b)(?=[\w$*{{]))?+(?P<default>(?!from\b){_NAME})?+\s*+,?+\s*+"
    rf"(?:\*(?:\s*+as\s++{_NAME})?+|\{{(?P<names>[^{{}}]*+)\}})?+\s*+from\s*+"
)
_LOADED = r"\s*+=\s*+(?:await\s++)?+(?:import|require)\("
_TAKEN_APART = expression(rf"\{{(?P<names>[^{{}}]*+)\}}{_LOADED}")
_STATEMENTS = (("import", _OF_JAVASCRIPT), ("export", _OF_JAVASCRIPT), ("{", _TAKEN_APART))
_NAMED = expression(rf"\s*+(?:type\s++(?!as\b))?+(?P<name>{_NAME})(?:(?:\s++as\s++|\s*+:\s*+){_NAME})?+\s*+")
_TAKES_NO_NAME = expression(
    rf"(?<!\w)(?!from\b)\w++\s*+\Z|[\[:,=][ \t]*+\Z|[{{>]\s*+import\(\Z|\b(?:const|let|var)\s++{_NAME}{_LOADED}\Z"
)
_LONGEST = 2_000  # characters of the names in a statement
_NEAR = 100  # characters before the name of a module that show that no name is taken


def mentions_python(text: str, repository: Repository) -> bool:
    r"""Whether the text of a page may import from the Python packages of a repository.

    >>> from doclint.repository.in_memory import Memory
    >>> mentions_python("```\nimport orchard\n```", Memory({"orchard/__init__.py": ""}))
    True
    """
    return any(mark in text for mark in _MARKS) and imports_python(text, repository)


def uses_python(text: str, repository: Repository) -> bool:
    r"""Whether an example on a page may use a Python package of a repository by its name, without an import.

    >>> from doclint.repository.in_memory import Memory
    >>> repository = Memory({"orchard/__init__.py": ""})
    >>> fences = ("```python", "~~~ {.py}", "```sh", "```python\n```")
    >>> [uses_python(f"{fence}\norchard.plant()\n", repository) for fence in fences]
    [True, True, False, False]
    """
    if _PROMPT not in text and not _has_python_fence(text):
        return False
    from doclint.packages.python_layout import python_layout

    dotted = (f"{name}." for name in python_layout(repository).names)
    return any(one in text for one in dotted)


def _has_python_fence(text: str) -> bool:
    """Whether a fence in a text that is not empty says that it is in Python. To find fixed characters costs least."""
    for fence in _FENCES:
        at = text.find(fence)
        while at >= 0:
            if _PYTHON.match(text, at):
                return True
            at = text.find(fence, at + len(fence))
    return False


def imports_python(text: str, repository: Repository) -> bool:
    """Whether a text may import from the Python packages of a repository, if it is code."""
    if "import" not in text:
        return False
    from doclint.packages.python_layout import python_layout

    names = python_layout(repository).names
    return any(name in text for name in names) and _imports_any(text, names)


def mentioned_javascript(text: str, repository: Repository) -> list[str]:
    """Return the names of the JavaScript packages of a repository that the text of a page may import from.

    >>> from doclint.repository.in_memory import Memory
    >>> mentioned_javascript("import { x } from 'orchard'", Memory({"package.json": '{"name": "orchard"}'}))
    ['orchard']
    """
    if not any(words in text for words in _LOADS):
        return []
    from doclint.packages.javascript_manifests import manifests

    return sorted(name for name in manifests(repository) if f"'{name}" in text or f'"{name}' in text)


def _imports_any(text: str, names: frozenset[str]) -> bool:
    """Whether a statement in a text seems to import one of some packages, as no prose does."""
    taken = {match.end(): match[1] for match in _FROM.finditer(text)}
    named = (match[1] for match in _IMPORT.finditer(text) if match.start() + len("import") not in taken)
    return any(not names.isdisjoint(_TOP.findall(one)) for one in (*taken.values(), *named))


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
