"""Which packages of its repository a page may import from, by a search in its text that costs little."""

import re
from functools import lru_cache

from doclint.repository.repository import Repository

_LONGEST = 300  # characters of an import before the name of a package
_MARKS = ("```", "~~~", ">>>")  # one of them is on each page with an example in Python that is read
_LOADS = ("from '", 'from "', "require(", "import(")


def mentions_python(text: str, repository: Repository) -> bool:
    r"""Whether the text of a page may import from the Python packages of a repository.

    >>> from doclint.repository.in_memory import Memory
    >>> mentions_python("```\nimport orchard\n```", Memory({"orchard/__init__.py": ""}))
    True
    """
    if "import" not in text or not any(mark in text for mark in _MARKS):
        return False
    from doclint.packages.python_layout import python_layout

    names = python_layout(repository).names
    return any(name in text for name in names) and _imports(names).search(text) is not None


def mentioned_javascript(text: str, repository: Repository) -> list[str]:
    """Return the names of the JavaScript packages of a repository that the text of a page may import from.

    >>> from doclint.repository.in_memory import Memory
    >>> mentioned_javascript("import { x } from 'orchard'", Memory({"package.json": '{"name": "orchard"}'}))
    ['orchard']
    """
    if not any(words in text for words in _LOADS):
        return []
    from doclint.packages.javascript_packages import javascript_packages

    names = javascript_packages(repository).names
    return sorted(name for name in names if f"'{name}" in text or f'"{name}' in text)


@lru_cache(maxsize=4)
def _imports(names: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of an import from one of some packages."""
    known = "|".join(map(re.escape, sorted(names)))
    return re.compile(rf"\b(?:from|import)\s[^\n]{{0,{_LONGEST}}}?(?<![\w.])(?:{known})(?!\w)")
