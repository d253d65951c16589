"""What the Python examples of a page do with the packages of its repository, and what in them cannot work."""

import re
from functools import lru_cache

from doclint.page.misuses import PythonUses
from doclint.page.page import Page

_LONGEST = 300  # characters of an import before the name of a package
_NO_USES = PythonUses((), ())
_MARKS = ("```", "~~~", ">>>")  # one of them is on each page with an example that is read


def python_uses(page: Page) -> PythonUses:
    """Return what the examples of a page do with the Python packages of its repository."""
    repository, text = page.repository, page.source.text
    if repository is None or "import" not in text or not any(mark in text for mark in _MARKS):
        return _NO_USES
    from doclint.packages.python_layout import python_layout

    names = python_layout(repository).names
    if not any(name in text for name in names) or not _imports(names).search(text):
        return _NO_USES
    from doclint.packages.python_packages import python_packages
    from doclint.page.python_run import run_examples

    return run_examples(page, python_packages(repository))


@lru_cache(maxsize=4)
def _imports(names: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of an import from one of some packages."""
    known = "|".join(map(re.escape, sorted(names)))
    return re.compile(rf"\b(?:from|import)\s[^\n]{{0,{_LONGEST}}}?(?<![\w.])(?:{known})(?!\w)")
